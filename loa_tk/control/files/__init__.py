"""Games in files: opened, saved, kept automatically, and back on the board at the next start.

Imports `control.game`, `control.engine` and `control.study.review`.
"""
