"""The search explorer without a screen: its state, commands, jobs and scenes.

Imports `control` (effects, loop, engine), `model`, `scenes`, `words` and `store`.
"""
