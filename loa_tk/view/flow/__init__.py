"""The Flow Free window and its board.

Imports `kit`, `board` and, for the names of keys, `main.menus` from the view.
"""
