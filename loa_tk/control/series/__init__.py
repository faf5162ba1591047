"""Series of games between two computer players: playing, counting, files, and their window.

Imports `model`, `scenes`, `words`, `store` and, from `control`, the loop, the engine's worker and
the Universal Game Interface.
"""
