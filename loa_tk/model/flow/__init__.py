"""Flow Free: puzzles, the report's algorithms, a fast solver, a generator, and a player's drawing.

Imports nothing but `model.game`. Cells are numbered row by row from the top left, colours in the
order in which a puzzle's text first shows them. "The report" is the course report whose puzzles
and algorithms are rebuilt here.
"""
