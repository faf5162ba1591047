"""Breakthrough: one worker to base on 8x8 and on 5 rows x 10 columns, three workers on 8x8."""

from loa_tk.model.games.breakthrough.rules import Breakthrough

RANK = 2
GAMES = (
    Breakthrough("breakthrough8", "Breakthrough 8×8", 8, 8),
    Breakthrough("breakthrough3", "Breakthrough, three workers", 8, 8, needed=3),
    Breakthrough("breakthrough5x10", "Breakthrough 5×10", 5, 10),
)
