"""Proved positions, a file for each game, made by `build/tasks.py prove`; nothing is imported."""
