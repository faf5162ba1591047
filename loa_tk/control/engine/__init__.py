"""The engine process: its jobs, how a window asks it, and a search's report in words.

Imports no other part of `control`.
"""
