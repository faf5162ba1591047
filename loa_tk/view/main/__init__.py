"""The main window: the board, the cards beside it, the menus; imports `kit` and `board`."""
