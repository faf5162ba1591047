"""Every word the user reads that is not a game's own or a row's label.

Imports nothing else.
"""
