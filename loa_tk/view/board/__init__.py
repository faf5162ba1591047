"""The board of the games: a canvas in layers, with the mouse on it; imports only `kit`."""
