"""The engine process: its jobs, how a window asks it, and a search's report in words.

Imports `model`, `lab` and, for jobs that run elsewhere, the workers of `control/guest` and
`control/ugi`.
"""
