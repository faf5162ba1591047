"""The words of the page that a student gets back."""

from __future__ import annotations

from collections.abc import Sequence

from loa_tk.words.series import counted

ABOUT = "{game} · {kind}"
KINDS = {
    ("evaluation",): "your own evaluation",
    ("search",): "your own search",
    ("evaluation", "search"): "your own evaluation and search",
}
PROGRAM, FILE = "your own program", "your file"
OF_POINTS = "of {most:g} points"
YOUR_MARK, YOUR_GAMES, CLASS = "Your mark", "Your games", "Against the other students"
CHECKS_PART, GAMES_PART = "checks {points:g} of {most:g}", "games {points:g} of {most:g}"
SAMPLE = (
    "The games are a sample: the mark from very many games would be between {low:g} and {high:g} "
    "(95 % interval). The interval does not cover the checks."
)
HOLD = "{hold} of {count} required checks pass"
CHECK_HEADS = ("check", "what was found")
OPPONENTS, RUNG, NO_RUNG = "Against the opponents", "Your rung: {rung} of {count}", "none"
OPPONENT = "opponent"
SHARES = "share of the points against each opponent, with its 95 % interval"
OPPONENTS_LEGEND = (
    "● you surely beat (the whole interval is above 50 %) · ○ too close to call · "
    "■ surely stronger."
)
FORFEITED = "every game forfeited: lost, but not a sample"
RUNG_LEGEND = " Your rung is the highest one whose rating is not above yours."
TURNED = "Where a game turned"
SHOW = "▶ show"
GAME_HEADS = ("", "opponent", "you were", "result", "plies")
MORE = "{count} more games are on the screen."
UNPLAYED_LOST = "{games} lost without a move: {fault}"
UNPLAYED_BARRED = "{games} lost without a move, because “{check}” failed."
UNPLAYED_WON = "{games} won without a move, because the other side could not play."
INTEGRITY = (
    "Integrity: {file}, SHA-256 {digest} · loa_tk {version} · seed {seed} · {games}. "
    "{repeatable}"
)
SAME_GAMES = (
    "If no file uses chance or the clock, the same files, program and seed give the same games."
)
TIMED_GAMES = "With seconds for a move, games depend on the machine."


def margin(mark: float, low: float, high: float) -> str:
    """Return the interval of a mark, as ± only if both sides are equally long."""
    below, above = round(mark - low, 1), round(high - mark, 1)
    return f"± {above:g}" if below == above else f"({low:g}–{high:g})"


def kind(kinds: Sequence[str], command: str) -> str:
    """Return what was handed in."""
    return PROGRAM if command else KINDS.get(tuple(kinds), FILE)


def hashed(file: str, whole: bool) -> str:
    """Return what a hash is of: a file, or all files of its folder."""
    return f"{file} with all files in its folder" if whole else file


def hash_text(digest: str) -> str:
    """Return the beginning of a hash in groups that can be compared by eye."""
    return " ".join(digest[at : at + 8] for at in range(0, 32, 8)) + "…"


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def unplayed(count: int, fault: str, check: str) -> str:
    """Return how many games were decided without a move; without a fault the student has won.

    `check` is the one that keeps the file from playing, if any.
    """
    text = (UNPLAYED_BARRED if check else UNPLAYED_LOST) if fault else UNPLAYED_WON
    return text.format(games=counted(count, "game"), fault=fault, check=check)


def games(count: int, lost: int) -> str:
    """Return how many games were played, and how many of them an error lost."""
    errors = f"{lost} lost by an error" if lost else "none lost by an error"
    return f"{counted(count, 'game')}, {errors}"
