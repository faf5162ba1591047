"""The series window.

Imports only `kit` from the view.
"""
