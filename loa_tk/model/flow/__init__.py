"""Flow Free: puzzles, the report's algorithms, a fast solver, a generator, and a player's drawing.

Cells are numbered row by row from the top left, as a puzzle's text is read; colours are numbered
in the order in which the text first shows them.
"""
