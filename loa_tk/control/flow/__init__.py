"""The Flow Free window without a screen: its state, commands and scenes.

Imports `control` (effects, loop, engine), `model.flow`, `scenes`, `words` and `store`.
"""
