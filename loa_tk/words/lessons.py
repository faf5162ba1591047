"""The words of pages for lessons: the comparison of searches, and the sheet of a quiz."""

from __future__ import annotations

COMPARISON = "The same position: what each search cost"
CHART = "Nodes as the depth grows"
CHART_NAME = "Nodes of each search at each depth, on a logarithmic scale"
SEARCH, PLY = "search", "ply {}"
HEADS = ("nodes", "EVAL calls", "prunings", "value", "move", "seconds")
ABOUT = "≈ {:,}"
DEPTH = "depth {}"
BAR = "{search}, depth {depth}: {nodes:,} nodes"
ABOUT_BAR = "{search}, depth {depth}: about {nodes:,} nodes"
LEAST = "least number of leaves, b = {branching:.1f}"
LEAST_AT = "b^⌈{depth}/2⌉ + b^⌊{depth}/2⌋ − 1 = {leaves:,} leaves"

QUIZ = "Alpha-beta quiz: {game}"
QUIZ_FACTS = "level {level}, seed {seed}"
QUESTION, ANSWER, SOLUTIONS = "Question {}", "Answer:", "Solutions"
BRANCHES = "branches: {}"
SIDES = "MAX is {max}, MIN is {min}."
MAX, MIN = "MAX", "MIN"
NODE = "{kind} node {name}"
HERE = "<--"
QUIZ_HINT = (
    "Figure 2 is alpha-beta search as the book prints it, with the bounds ±{utmost} at the root. "
    "It tries the moves from left to right; each position offers only the moves that are drawn. "
    "The values are those of EVAL ({evaluation}, rounded) for MAX, or ±{utmost} if the game is "
    "over. A letter names an inner node; C2 is the second branch of node C."
)
