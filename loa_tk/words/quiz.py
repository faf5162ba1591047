"""The words of a quiz on alpha-beta as a sheet; its questions are worded where they are made."""

from __future__ import annotations

TITLE = "Alpha-beta quiz: {game}"
FACTS = "level {level}, seed {seed}"
QUESTION, ANSWER, SOLUTIONS = "Question {}", "Answer:", "Solutions"
BRANCHES = "branches: {}"
SIDES = "MAX is {max}, MIN is {min}."
MAX, MIN = "MAX", "MIN"
NODE = "{kind} node {name}"
HERE = "<--"
HINT = (
    "Figure 2 is alpha-beta search as the book prints it, with the bounds ±{utmost} at the root. "
    "It tries the moves from left to right; each position offers only the moves that are drawn. "
    "The values are those of EVAL ({evaluation}, rounded) for MAX, or ±{utmost} if the game is "
    "over. A letter names an inner node; C2 is the second branch of node C."
)
