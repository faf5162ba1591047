"""The class window: what to hold on the left, progress, students, cross table, games on the right.

Imports `scenes`, `words`, the kit and the table of checks.
"""
