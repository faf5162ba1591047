"""The words of Tools > My code."""

NEW_TITLES = {"evaluation": "Write a new evaluation", "search": "Write a new search"}
NEW_NAMES = {"evaluation": "my_evaluation", "search": "my_search"}
PYTHON_FILES = (("Python", ".py"),)
CHECK_TITLE = "Check a file of yours"

WRITTEN = "{name} is written"
WRITTEN_TEXT = {
    "evaluation": (
        "It holds a short evaluation for {game} that plays at once. Open it in an editor and make "
        "it better: when it is saved, the next search uses it.\n\nShall the computer play with it "
        "now? It searches by alpha-beta, {seconds:g} s for each move."
    ),
    "search": (
        "It holds a short search for {game} that plays at once. Open it in an editor and make it "
        "better: when it is saved, the next move uses it.\n\nShall the computer play with it now? "
        "It has {seconds:g} s for each move."
    ),
}
LET_IT_PLAY = "Let it play"
NOT_PYTHON = "{name} must end in .py, or no player can name it."
SAVED_STATUS = "{name} is written. Tools > My code plays against it and checks it."

PLAY_AGAINST = "Play against {name}"
IN_FOLDER = "{name} in {folder}"
NO_FILES = "(no files yet)"
CANNOT_PLAY = "Cannot play"
GONE = "{reason}\n\nIt is no longer in the menu."
NO_FUNCTIONS = (
    "In {name} neither evaluate(position, player) nor choose(position, seconds, counts) was found, "
    "or the file is no Python program.\n\nTools > My code > Check… says what is wrong with it."
)
PLAYS = (
    "{side} plays with {name}: {how}, {seconds:g} s for each move. Level chooses another player."
)
BY_ALPHA_BETA, BY_ITSELF = "alpha-beta with its evaluation", "its own search"
