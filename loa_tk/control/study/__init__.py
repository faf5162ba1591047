"""Studying a game in the main window: review, values, analysis, the position editor.

Imports `control.game` and `control.engine`.
"""
