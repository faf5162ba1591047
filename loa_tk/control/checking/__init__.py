"""The check window: one file, its checks as they are made, and what each of them means.

Imports `model`, `scenes`, `words` and, from `control`, the loop, the engine's worker and the checks.
"""
