"""The search explorer's window: the tree page, the comparison, the quiz.

Imports `kit` and, of `board`, the board itself and the letters of picture files.
"""
