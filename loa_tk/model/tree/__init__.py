"""Recorded searches: the whole tree of a textbook search, node by node, and what it explains.

`recording.py` watches a search, `searchtree.py` is the record, and the other files read it.
Imports the games' protocol, the list of games, notation and the searches.
"""
