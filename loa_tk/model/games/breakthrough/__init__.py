"""Breakthrough on square boards, on 5 rows x 10 columns, and with three workers needed to win."""

from loa_tk.model.games.breakthrough.rules import Breakthrough

RANK = 2
GAMES = (
    Breakthrough("breakthrough5", "Breakthrough 5×5", 5, 5),
    Breakthrough("breakthrough6", "Breakthrough 6×6", 6, 6),
    Breakthrough("breakthrough8", "Breakthrough 8×8", 8, 8),
    Breakthrough("breakthrough3", "Breakthrough, three workers", 8, 8, needed=3),
    Breakthrough("breakthrough5x10", "Breakthrough 5×10", 5, 10),
)
