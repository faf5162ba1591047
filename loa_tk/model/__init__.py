"""Games, searches and puzzles: pure, without windows, processes or files of its own."""
