"""The check window: one file, its checks as they are made, and what each of them means.

Imports `model`, `scenes`, `words` and, from `control`, the loop, the engine and the checks.
"""
