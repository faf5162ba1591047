"""The Flow Free window and its board.

Imports `kit` and, of `board`, what all boards share.
"""
