"""The game on the main window's board: its state, whose turn it is, and the moves of people.

Imports `control`'s effects and engine, and the layers below, but nothing from the other windows.
"""
