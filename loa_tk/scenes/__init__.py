"""What the windows show, as immutable data, with what each reports and can be asked.

Imports nothing else.
"""
