"""The board of the games: a Canvas in layers, and the mouse on it."""
