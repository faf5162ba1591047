"""The check of a solved game: every position that a book leads to, in the book or proved live.

Imports `model`, `store` and, from `control/series`, the executors that share out the proofs.
"""
