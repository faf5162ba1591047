"""The command line: the parser, and a module for each command; the commands need no screen.

Imports `model`, `words`, `store` and, from `control`, `engine`, `files`, `flow`, `guest`, `series`,
`ugi`.
"""
