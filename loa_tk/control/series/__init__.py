"""Series of games between two computer players: playing, counting, files, and their window.

It may import `model`, `scenes`, `words`, `store`, and of `control` the loop, the engine's worker
and the Universal Game Interface.
"""
