"""The windows: they draw scenes and report intents.

They import `scenes` and `words`, never `model` or `control`.
"""
