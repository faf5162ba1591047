"""Every word the user reads, except a game's own and the labels of commands, statistics, columns.

Those are in their rows. Imports nothing.
"""
