"""Lines of Action on 5x5, 6x6 and 8x8: rules, moves, evaluations and help."""

from loa_tk.model.games.lines_of_action.rules import LinesOfAction

RANK = 1
GAMES = tuple(LinesOfAction(size) for size in (5, 6, 8))
