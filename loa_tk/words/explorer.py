"""Every word of the search explorer's window."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.words.main import FACTS, MINUS, NOTHING

TITLE = "Search explorer"
WINDOW_TITLE = "{game} – Search explorer"
PAGES: Mapping[str, str] = {"tree": "Tree", "compare": "Compare", "quiz": "Quiz"}
FIELDS: Mapping[str, str] = {
    "search": "search",
    "evaluation": "evaluation",
    "depth": "depth",
    "order": "moves tried",
    "level": "level",
    "seed": "seed",
    "speed": "steps/s",
}
BUTTONS: Mapping[str, str] = {
    "search": "Search",
    "compare": "Compare",
    "quiz": "New quiz",
    "all": "Show all",
    "larger": "+",
    "smaller": "−",
    "main-board": "Show on the main board",
    "first": "|◀",
    "back": "◀ Step",
    "step": "Step ▶",
    "over": "Step over",
    "next-cut": "Next cut-off",
    "next-best": "Next best",
    "last": "▶|",
    "play": "▶ Play",
    "save-picture": "Save picture…",
    "save-page": "Save as page…",
    "copy-text": "Copy as text",
    "save-csv": "Save as CSV…",
    "compare-page": "Save as page…",
    "check": "Check",
    "next-question": "Next question",
}
SHORT: Mapping[str, str] = {  # in a small window
    "back": "◀",
    "step": "Step ▶",
    "over": "Over",
    "next-cut": "Cut-off",
    "next-best": "Best",
    "main-board": "Main board",
}
# The keys of the commands, as the help page lists them; others are in the window.
KEYS: Mapping[str, str] = {
    "F1": "help",
    "F5": "main",
    "Ctrl+J": "step",
    "Ctrl+B": "back",
    "Ctrl+K": "over",
    "Ctrl+U": "next-cut",
    "Ctrl+M": "next-best",
    "Ctrl+P": "play",
    "Ctrl+Home": "first",
    "Ctrl+End": "last",
    "Ctrl+D": "main-board",
    "Ctrl+L": "follow",
    "Ctrl+S": "save-picture",
    "Ctrl+Shift+S": "save-page",
    "Ctrl+Shift+C": "copy-text",
}
STOP, PAUSE = "Stop", "❚❚ Pause"
SEARCHES = (("minimax", "Minimax"), ("alphabeta", "Alpha-beta"))
SPEEDS = (
    ("1", "1"), ("3", "3"), ("10", "10"), ("30", "30"), ("100", "100"), ("1000", "1,000"),
    ("10000", "10,000"),
)  # fmt: skip

# --- the picture ---

WHOLE_TREE = "The whole tree"
ROW = "{name} {ply}"  # beside a row of the picture
LEGEND: Mapping[str, str] = {
    "max": "MAX ({side})",
    "min": "MIN ({side})",
    "cut": "cut off, never visited",
    "best": "best line",
    "opened": "opened below",
}
EMPTY_PICTURE = (
    "Press Search: every position that the search visits is drawn here, with what it cut off."
)
SEARCHING = "Searching…"
OF_ALL = "{share} of the width"

# --- the reason ---

EVAL_SAW = "What EVAL saw"
LINK_HINT = "Go to this move"

# --- the figure ---

THE_FIGURE = "The algorithm"

# --- the pages ---

COMPARE_TITLE = "The same position, the same value: what it cost to find it"
CHART_TITLE = "Nodes as the depth grows"
COMPARE_NOTE = (
    "Press Compare: the same position and depth by minimax, by alpha-beta in three orders of moves,"
    " and with the engine’s own ideas one by one."
)
QUIZ_NOTE = (
    "Press New quiz: the program runs the algorithm to a node and asks what it does there. The same"
    " seed asks the same questions."
)
ANSWER = "Your answer"
SCORE = "Score"
