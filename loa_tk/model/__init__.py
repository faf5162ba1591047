"""Games, searches, records and puzzles as pure functions and data.

Imports only `model`: no windows, no processes, no files.
"""
