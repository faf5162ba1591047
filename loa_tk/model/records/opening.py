"""The beginning of a record: which game it is, its initial position, and the notes about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from loa_tk import immutable
from loa_tk.model.game import Game, PositionError, SgfIdentity, Square, State
from loa_tk.model.games import all_games
from loa_tk.model.records.record import RecordError, letter, one_line, side_of
from loa_tk.model.records.sgf import Tree
from loa_tk.model.records.values import GIVEN_UP, shown, square_names

PRIVATE = "1000"  # GM of games that SGF's list, which ends at 40, does not have
GAME = "LTGAME"  # this program's property for the game's key
OTHERS = {"1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "6": "backgammon", "11": "Hex"}
MOVES = ("B", "W")
PLACING = ("AB", "AW", "AE")
SETUP = (*PLACING, "PL")
TRUE = ("true", "yes", "on", "1")
INFO = tuple("GN EV RO DT PC ON PB BR BT PW WR WT RU TM OT SO US AN CP GC RE".split())
KNOWN = frozenset((*INFO, *MOVES, *SETUP, GAME, "GM", "SZ", "IY", "SU"))

SQUARE_WORD = re.compile(r"[^\s,;]+")
SIZE = re.compile(r"\s*([0-9]{1,3})\s*(?:[:x×*]\s*([0-9]{1,3})\s*)?", re.IGNORECASE)


@dataclass
class Lead:
    """The nodes of a tree up to its first move; of each property that matters, the first value."""

    tree: Tree
    nodes: int
    values: dict[str, str]

    def __getitem__(self, name: str) -> str:
        """Return the first value of a property, or an empty text."""
        return self.values.get(name, "")

    def setups(self) -> Iterator[tuple[str, list[str]]]:
        """Yield what places pieces and names the side to move, in the file's order."""
        for place in range(self.nodes):
            for name, values in self.tree.properties(place):
                if name in SETUP:
                    yield name, values


@dataclass(kw_only=True)
class Opening:
    """The beginning of a record: its game, position, names of squares and notes."""

    game: Game
    state: State
    names: dict[str, Square]
    inverted: bool  # the file counts the rows from the top
    nodes: int  # the number of nodes that it takes up in the tree
    info: dict[str, str] = field(default_factory=dict)


def read_opening(tree: Tree) -> Opening:
    """Read the nodes up to the first move; raise RecordError if the game is not played here."""
    lead = lead_of(tree)
    game = game_of(lead)
    inverted = lead["IY"].strip().lower() in TRUE
    names = square_names(game, inverted)
    return Opening(
        game=game, state=_state(game, lead, names), names=names, inverted=inverted,
        nodes=lead.nodes, info=info_of(lead),
    )  # fmt: skip


def lead_of(tree: Tree) -> Lead:
    """Return the nodes up to the first one with a move."""
    lead = Lead(tree, 0, {})
    while lead.nodes < len(tree) and tree.parent(lead.nodes) == lead.nodes - 1:
        for name, values in tree.properties(lead.nodes):
            if name in KNOWN:
                lead.values.setdefault(name, values[0])
        lead.nodes += 1
        if any(name in lead.values for name in MOVES):
            break
    return lead


def info_of(lead: Lead) -> dict[str, str]:
    """Return what a record says about the game: players, date, event and so on."""
    texts = {name: lead[name] for name in INFO}
    # Only the game's comment may have more than one line.
    return {
        name: text if name == "GC" else one_line(text)
        for name, text in texts.items()
        if text.strip()
    }


def game_of(lead: Lead) -> Game:
    """Return the game of a record, or raise RecordError naming the other game that it is of.

    LTGAME decides, then GM, then GN. A record that has none of them is taken for one of the first
    game here that SGF knows.
    """
    games = all_games()
    key, number, name = (lead[prop].strip().lower() for prop in (GAME, "GM", "GN"))
    size = _size(lead["SZ"])
    listed = {game.sgf.number: game.sgf for game in games.values() if game.sgf}
    written = re.sub("[^a-z0-9]", "", number)
    identity = next((sgf for sgf in listed.values() if written in (sgf.number, *sgf.names)), None)
    titled = [game for game in games.values() if name in (game.key, game.title.lower())]
    if key:
        if key not in games:
            raise RecordError(f"its game is {shown(key)}; the games here are {', '.join(games)}")
        game = games[key]
    elif identity:
        game = _on_board(identity, size)
    elif titled:
        game = titled[0]
    elif number:
        other = OTHERS.get(number, "another game")
        raise RecordError(f"GM[{shown(number)[1:-1]}] is {other}, which is not played here")
    else:
        game = _on_board(next(iter(listed.values())), size)
    if size not in (None, (game.columns, game.rows)):
        raise RecordError(
            f"{game.key} has {game.columns} columns and {game.rows} rows; "
            f"the record says {shown(lead['SZ'])}"
        )
    return game


def _on_board(identity: SgfIdentity, size: tuple[int, int] | None) -> Game:
    """Return the game of that identity on a board of that size."""
    sizes = {(g.columns, g.rows): g for g in all_games().values() if g.sgf == identity}
    columns, rows = size or identity.size
    if (columns, rows) not in sizes:
        known = ", ".join(str(width) for width, _ in sizes)
        raise RecordError(
            f"{identity.title} is played here on boards of size {known}; the record has "
            f"{columns} columns and {rows} rows"
        )
    return sizes[columns, rows]


def _size(text: str) -> tuple[int, int] | None:
    if not text.strip():
        return None
    size = SIZE.fullmatch(text)
    if not size:
        raise RecordError(f"{shown(text)} is not the size of a board")
    return int(size[1]), int(size[2] or size[1])


def _state(game: Game, lead: Lead, names: dict[str, Square]) -> State:
    kind = re.sub("[^a-z]", "", lead["SU"].lower())
    if game.sgf and kind in game.sgf.names:  # SU[LOA], as the boardspace server writes it
        kind = "standard"
    if kind not in ("", "standard", "custom"):
        variants = game.sgf.variants if game.sgf else {}
        variant = variants.get(kind, shown(lead["SU"].strip()))
        raise RecordError(f"the variant {variant} is not supported; Standard and Custom are")
    # Without SU the position is the game's start, unless the record places pieces.
    empty = kind == "custom" or (not kind and any(name in lead.values for name in PLACING))
    start = game.pieces(game.start)
    pieces = {} if empty else dict(start)
    player = None
    for name, values in lead.setups():
        if name == "PL":
            player = _player(game, values)
        else:
            _place(game, name, values, names, pieces)
    if player is None:
        player = 0 if pieces == start else _first_mover(game, lead)
    if pieces == start and player == game.player(game.start):
        return game.start
    try:
        return game.setup(pieces, player)
    except PositionError as error:
        raise RecordError(f"the position cannot be played: {error}") from None


def _place(
    game: Game, name: str, values: list[str], names: dict[str, Square], pieces: dict[Square, int]
) -> None:
    side = side_of(game, name[1])
    for value in values:
        for square in _squares(value, names):
            pieces.pop(square, None)
            if side is not None:  # AE only empties the square
                pieces[square] = side


def _squares(value: str, names: dict[str, Square]) -> Iterable[Square]:
    """Return the squares of a value: one, several with blanks between, or a rectangle."""
    if value.count(":") == 1:
        return _rectangle(re.sub(r"\s", "", value).lower(), names)
    return (_square(word[0], names) for word in SQUARE_WORD.finditer(value.lower()))


def _square(word: str, names: dict[str, Square]) -> Square:
    if word not in names:
        raise RecordError(f"the set-up names {shown(word)}, which is not a square of the board")
    return names[word]


def _rectangle(value: str, names: dict[str, Square]) -> list[Square]:
    corners = value.split(":")
    for word in corners:
        _square(word, names)
    columns, rows = (sorted(part) for part in zip(*map(_column_row, corners), strict=True))
    return [
        square
        for word, square in names.items()
        if columns[0] <= _column_row(word)[0] <= columns[1]
        and rows[0] <= _column_row(word)[1] <= rows[1]
    ]


def _column_row(name: str) -> tuple[int, int]:
    return ord(name[0]), int(name[1:])


def _player(game: Game, values: list[str]) -> int:
    player = side_of(game, values[-1])
    if player is None:
        raise RecordError(f"PL says {shown(values[-1])}, which is not a player")
    return player


def _first_mover(game: Game, lead: Lead) -> int:
    letters = [name for name in lead.values if name in MOVES]
    return (side_of(game, letters[0]) if letters else None) or 0


# A record as one line of a list: game, players, date and result, without playing a move.


@immutable.dataclass(frozen=True, kw_only=True)
class Headline:
    """What a list shows of a record; `error` says why it cannot be read."""

    game: str
    players: tuple[str, str]  # the one who moves first, then the other
    date: str
    result: str
    moves: int
    error: str = ""


def headline(tree: Tree) -> Headline:
    """Return the headline of a tree; its moves are counted but not checked."""
    lead = lead_of(tree)
    info = info_of(lead)
    players, error = ("PB", "PW"), ""
    try:
        game = game_of(lead)
        name = game.title
        players = ("P" + letter(game, 0), "P" + letter(game, 1))
    except RecordError as problem:
        name, error = "", str(problem)
    moves = 0
    for place in range(len(tree)):
        if tree.parent(place) != place - 1:
            break
        for known, values in tree.properties(place):
            if known in MOVES:
                moves += sum(1 for value in values if not value.lower().startswith(tuple(GIVEN_UP)))
    first, second = (info.get(player, "") for player in players)
    return Headline(
        game=name, players=(first, second), date=info.get("DT", ""), result=info.get("RE", ""),
        moves=moves, error=error,
    )  # fmt: skip
