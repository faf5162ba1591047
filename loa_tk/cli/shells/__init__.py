"""What makes bash, zsh and fish complete the program's commands, options and values.

Each module has `script`, which writes the syntax of the parser in the language of its shell.
Imports `cli/parser.py`, `cli/syntax.py` and, from `model`, the games and the searches.
"""
