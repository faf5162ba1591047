"""Recorded searches: the whole tree of a textbook search, node by node, and what it explains.

`recording.py` watches a search, `searchtree.py` is the record, and most other files read it.
`comparison.py` runs several searches on one position, `quiz.py` asks questions about small trees.
Imports the games' protocol, the list of games, notation and the searches.
"""
