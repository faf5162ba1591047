"""Mini-Checkers on 6x6: no kings, no multiple jumps, forced captures."""

from loa_tk.model.games.mini_checkers.rules import MiniCheckers

RANK = 3
GAMES = (MiniCheckers(),)
