"""The main window: the board, the cards beside it and the menus."""
