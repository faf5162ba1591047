"""The files of the built-in puzzles; a package, so that they are installed with the code."""
