"""The texts of Breakthrough that a player reads: rules, ends of games, illegal moves."""

from __future__ import annotations

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.game import RulesBlock
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, STRAIGHT, Army
from loa_tk.model.notation import square_name

STUCK = "{} has no legal move."
TOO_MANY = "{} has {} workers; there are at most {}"
ALREADY_WON = "{} is to move but has won already"
NUMBERS = ("no", *"one two three four five six seven eight nine ten".split())

STORY = (
    "Black, the second player, wins on 5×5: a book has black’s moves, and wherever it ends the "
    "program proves the win live."
)


def number_word(number: int) -> str:
    """Return a number as text: in words up to ten, in digits above."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def reached(grid: Grid, workers: Bits) -> str:
    """The winner has enough workers in base; short, so that it fits the banner in one row."""
    squares = [square_name(square, grid.columns) for square in grid.numbers(workers)]
    if len(squares) == 1:
        return f"A worker reached {squares[0]}."
    *most, last = squares
    number = number_word(len(squares)).capitalize()
    return f"{number} workers reached {', '.join(most)} and {last}."


def captured(loser: str, left: int, needed: int) -> str:
    """The loser has too few workers left."""
    if needed == 1:
        return f"The last {loser} worker has been captured."
    number = number_word(left)
    return (
        f"{loser.capitalize()} has {number} worker{'s'[left == 1 :]} left "
        f"and needs {number_word(needed)} to win."
    )


def illegal(army: Army, own: Bits, origin: Bits, target: Bits) -> str:
    """Why the worker on `origin` may not go to `target`."""
    grid = army.grid
    here, there = (square_name(grid.number[bit], grid.columns) for bit in (origin, target))
    if target == origin:
        return f"{there} is where the worker stands."
    if origin & army.base:
        return f"The worker on {here} has arrived: it stays in base."
    steps = [army.forward(origin, right) for right in (LEFT, STRAIGHT, RIGHT)]
    if target not in steps:
        names = [square_name(grid.number[step], grid.columns) for step in steps if step]
        return (
            f"Workers move one square forward, straight or diagonally: "
            f"from {here} to {', '.join(names[:-1])} or {names[-1]}."
        )
    if target & own:
        return f"{there} is taken by your own worker."
    return f"The enemy on {there} is straight ahead: workers capture diagonally only."


MOVES: tuple[RulesBlock, ...] = (
    ("heading", "Moves"),
    (
        "text",
        "White moves first. A worker moves one square forward, straight or diagonally, to an empty "
        "square: white up the board, black down. Workers never move back or sideways.",
    ),
    ("heading", "Captures"),
    (
        "text",
        "A worker captures one square diagonally forward, by moving to the enemy’s square. It "
        "never captures straight ahead: two workers face to face block each other. Captures are "
        "optional.",
    ),
)

EXAMPLE_8: RulesBlock = (
    "board",
    "8/8/2b5/3bb3/3w4/8/1w4w1/8 w",
    "The white worker on d4 may capture e5 or step to c5. It may not move to d5.",
    (("selected", "d4"), ("target", "c5"), ("capture", "e5")),
)

EXAMPLE_5: RulesBlock = (
    "board",
    "5/2bb1/2w2/5/5 w",
    "The white worker on c3 may capture d4 or step to b4. It may not move to c4.",
    (("selected", "c3"), ("target", "b4"), ("capture", "d4")),
)

EXAMPLE_6: RulesBlock = (
    "board",
    "6/1b4/2bb2/2w3/6/1w2w1 w",
    "The white worker on c3 may capture d4 or step to b4. It may not move to c4.",
    (("selected", "c3"), ("target", "b4"), ("capture", "d4")),
)

EXAMPLE_5X10: RulesBlock = (
    "board",
    "10/4bb4/4w5/10/10 w",
    "The white worker on e3 may capture f4 or step to d4. It may not move to e4.",
    (("selected", "e3"), ("target", "d4"), ("capture", "f4")),
)

NO_MOVE: RulesBlock = ("text", "A player who has no legal move loses. There are no draws.")

ONE_WORKER: tuple[RulesBlock, ...] = (
    ("heading", "Winning"),
    (
        "text",
        "The player who first brings one worker to the far row, the opponent’s home row, wins. So "
        "does a player who has captured every enemy worker.",
    ),
)

THREE_WORKERS: tuple[RulesBlock, ...] = (
    ("heading", "Winning"),
    (
        "text",
        "The player who first has three workers on the far row, the opponent’s home row, wins. "
        "Workers that have arrived stay there and cannot be captured. A player with fewer than "
        "three workers left loses.",
    ),
    (
        "board",
        "w2w2w1/8/1b6/8/7b/5w2/8/b7 b",
        "White has three workers in base and has won.",
        (("last", "f7"), ("last", "g8")),
    ),
)

ADVICE: RulesBlock = (
    "text",
    "A worker cannot be stopped if no enemy ahead can still attack a square on its way. "
    "Keep some workers at home to guard the squares in front of them.",
)

RUNNER_5: tuple[RulesBlock, ...] = (
    (
        "board",
        "b3b/5/2w2/5/5 w",
        "White wins: no enemy can attack the worker on c4, and its next move reaches the far row. "
        "On b4 or d4 it would be captured.",
        (("selected", "c3"), ("target", "c4")),
    ),
    ADVICE,
)

RUNNER_6: tuple[RulesBlock, ...] = (
    (
        "board",
        "4b1/1b4/3w2/2b3/6/6 w",
        "White wins: no enemy can attack the worker on c5 or e5, and its next move reaches the far "
        "row. On d5 it would be captured by e6.",
        (("selected", "d4"), ("target", "c5"), ("target", "e5")),
    ),
    ADVICE,
)

RUNNER_8: tuple[RulesBlock, ...] = (
    (
        "board",
        "6b1/1b6/5w2/3b4/8/8/8/8 w",
        "White wins: no enemy can attack the worker on e7 or g7, and its next move reaches the far "
        "row. On f7 it would be captured by g8.",
        (("selected", "f6"), ("target", "e7"), ("target", "g7")),
    ),
    ADVICE,
)

RUNNER_5X10: tuple[RulesBlock, ...] = (
    (
        "board",
        "1b6b1/10/4w5/10/10 w",
        "White to move wins: no enemy can attack the worker on e3 on its way to the far row.",
        (("selected", "e3"), ("target", "e4")),
    ),
    (
        "text",
        "The armies are close: only one empty row lies between them. Count who arrives first "
        "before you open a gap at home.",
    ),
)

THREE_ADVICE: RulesBlock = (
    "text",
    "One worker that breaks through does not win yet, so you can afford to trade workers, as long "
    "as three are left to arrive.",
)


def aim(needed: int) -> str:
    """Return what a player has to do, in one sentence."""
    workers = "one of your workers" if needed == 1 else f"{number_word(needed)} of your workers"
    return f"Bring {workers} to the far edge."


UNIT = (
    "A worker is worth about 75 points at home and more when it has advanced; at 150 points the "
    "value bar is 88 % full."
)
EVALUATIONS = {
    "defensive1": "The third report’s: twice the number of your own workers, plus noise.",
    "offensive1": "The third report’s: 2 · (30 − the opponent’s workers), plus noise.",
    "defensive2": "V of your own workers minus twice V of the opponent’s, plus noise. V adds up "
    "the workers, each row worth twice the row behind it, and leaves out those that can be "
    "captured and are not protected often enough. Some boards add bonuses.",
    "offensive2": "Twice V of your own workers minus V of the opponent’s, plus noise.",
    "full": "The program’s own: each worker by its row, its edge column and the workers beside and "
    "behind it; workers that can be captured for nothing; runners that nobody can stop; and a "
    "bonus for the side to move. It has no noise.",
}

RULES: dict[str, tuple[RulesBlock, ...]] = {
    "breakthrough5": (*MOVES, EXAMPLE_5, *ONE_WORKER, NO_MOVE, *RUNNER_5),
    "breakthrough6": (*MOVES, EXAMPLE_6, *ONE_WORKER, NO_MOVE, *RUNNER_6),
    "breakthrough8": (*MOVES, EXAMPLE_8, *ONE_WORKER, NO_MOVE, *RUNNER_8),
    "breakthrough3": (*MOVES, EXAMPLE_8, *THREE_WORKERS, NO_MOVE, THREE_ADVICE),
    "breakthrough5x10": (*MOVES, EXAMPLE_5X10, *ONE_WORKER, NO_MOVE, *RUNNER_5X10),
}
