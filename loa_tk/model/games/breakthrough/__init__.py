"""Breakthrough on 8x8, on 5 rows x 10 columns, and on 8x8 with three workers needed to win."""

from loa_tk.model.games.breakthrough.rules import Breakthrough

RANK = 2
GAMES = (
    Breakthrough("breakthrough8", "Breakthrough 8×8", 8, 8),
    Breakthrough("breakthrough3", "Breakthrough, three workers", 8, 8, needed=3),
    Breakthrough("breakthrough5x10", "Breakthrough 5×10", 5, 10),
)
