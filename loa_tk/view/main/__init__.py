"""The main window: the board, the cards beside it and the menus.

Imports `kit` and `board` from the view, and the other two windows in order to open them.
"""
