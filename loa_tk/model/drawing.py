"""A board as SVG text: squares, coordinates, pieces and marks, in the colours of the light theme.

The SVG has a viewBox and no size, so that it fills whatever it is put into. Screen readers are
given the whole position in words, and every piece has its name as a tooltip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from loa_tk.model.game import Game, Square, State
from loa_tk.model.notation import square_name

CELL, MARGIN = 40, 20  # of the SVG's units; the margin is for the coordinates
RADIUS = 0.364 * CELL
FONT = "system-ui, sans-serif"
EDGE, MUTED, LAST, LAST_MARK, GAP = "#B9AD93", "#5E6672", "#E8C868", "#8A6410", "#F7F2E6"
WRONG = "#B3372B"  # the arrow of a bad move
# By the kind of board: light squares, dark squares, and the marks on them.
BOARDS = {
    "wood": ("#EDE6D6", "#DACFB8", "#1F5FBF"),
    "checkers": ("#F2E8B8", "#9DBE93", "#12306B"),
}


@dataclass(frozen=True, kw_only=True)
class PieceColours:
    """The colours of one side's pieces; a pip marks red for people who cannot see the colour."""

    face: str
    rim: str
    groove: str
    pip: str = ""


PIECES = {
    "black": PieceColours(face="#2E3138", rim="#17191D", groove="#4A4E57"),
    "white": PieceColours(face="#FBFAF7", rim="#857B69", groove="#DDD6C8"),
    "blue": PieceColours(face="#235396", rim="#12305C", groove="#6D97CF"),
    "red": PieceColours(face="#D9503C", rim="#8A2417", groove="#F2A598", pip="#F2A598"),
}
# For sides with names of other colours: the side that moves first, and the other.
OTHERS = PIECES["black"], PIECES["white"]


def board_svg(
    game: Game,
    state: State,
    marks: Sequence[tuple[str, Square]] = (),
    arrows: Sequence[Sequence[Square]] = (),
    wrong: Sequence[Sequence[Square]] = (),
) -> str:
    """Return the SVG of a state.

    Each of `marks` is "last", "selected", "target" or "capture" with its square. Each of `arrows`
    is the path of a move, and each of `wrong` that of a bad one, whose arrow is dashed.
    """
    width, height = MARGIN + game.columns * CELL + 2, game.rows * CELL + MARGIN + 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(description(game, state))}">',
        *_ground(game, [square for mark, square in marks if mark == "last"]),
        *_coordinates(game),
        *_pieces(game, state),
        *(_mark(game, mark, square) for mark, square in marks),
        *(_arrow(game, path) for path in arrows if len(path) > 1),
        *(_arrow(game, path, WRONG, ' stroke-dasharray="6 5"') for path in wrong if len(path) > 1),
        "</svg>",
    ]
    return "".join(parts)


def description(game: Game, state: State) -> str:
    """Return a position in words: the game, the side to move, and where the pieces are."""
    pieces = sorted(game.pieces(state).items())
    places = [
        f"{side.name}: {', '.join(names) or f'no {game.piece}'}"
        for number, side in enumerate(game.sides)
        for names in [[square_name(at, game.columns) for at, owner in pieces if owner == number]]
    ]
    mover = game.sides[game.player(state)].name
    return f"{game.title}, {mover} to move; {'; '.join(places)}"


def _centre(game: Game, square: Square) -> tuple[float, float]:
    row, column = divmod(square, game.columns)
    return MARGIN + (column + 0.5) * CELL, 1 + (game.rows - row - 0.5) * CELL


def _ground(game: Game, last: Sequence[Square]) -> list[str]:
    """Return the squares, of which a1 is dark, and a tint on those of the last move."""
    light, dark, _ = BOARDS[game.board]
    parts = [
        f'<rect x="{MARGIN}" y="1" width="{game.columns * CELL}" height="{game.rows * CELL}" '
        f'fill="{light}" stroke="{EDGE}"/>'
    ]
    for square in range(game.rows * game.columns):
        if not sum(divmod(square, game.columns)) % 2:
            parts.append(_square(game, square, f'fill="{dark}"'))
    return parts + [_square(game, square, f'fill="{LAST}" opacity="0.55"') for square in last]


def _square(game: Game, square: Square, paint: str) -> str:
    x, y = _centre(game, square)
    corner = f'x="{x - CELL / 2:g}" y="{y - CELL / 2:g}"'
    return f'<rect {corner} width="{CELL}" height="{CELL}" {paint}/>'


def _coordinates(game: Game) -> list[str]:
    below = 16.0 + game.rows * CELL
    letters = [(_centre(game, column)[0], below, column) for column in range(game.columns)]
    numbers = [
        (MARGIN / 2, _centre(game, row * game.columns)[1] + 4.5, row) for row in range(game.rows)
    ]
    texts = [(x, y, square_name(at, game.columns)[0]) for x, y, at in letters]
    texts += [(x, y, str(row + 1)) for x, y, row in numbers]
    return [
        f'<text x="{x:g}" y="{y:g}" font-family="{FONT}" font-size="12" text-anchor="middle" '
        f'fill="{MUTED}">{text}</text>'
        for x, y, text in texts
    ]


def _pieces(game: Game, state: State) -> list[str]:
    parts = ['<g class="pieces">']
    for square, side in sorted(game.pieces(state).items()):
        x, y = _centre(game, square)
        title = f"{game.sides[side].name} {game.piece} on {square_name(square, game.columns)}"
        drawn = piece_svg(game, side).replace("CX", f"{x:g}").replace("CY", f"{y:g}")
        parts.append(f"<g><title>{escape(title)}</title>{drawn}</g>")
    return [*parts, "</g>"]


def piece_svg(game: Game, side: int) -> str:
    """Return a piece whose centre is written CX and CY."""
    colours = PIECES.get(game.sides[side].name, OTHERS[side])
    at = 'cx="CX" cy="CY"'
    pip = f'<circle {at} r="{0.3 * RADIUS:.4g}" fill="{colours.pip}"/>' if colours.pip else ""
    return (
        f'<circle {at} r="{RADIUS:g}" fill="{colours.face}" stroke="{colours.rim}"/>'
        f'<circle {at} r="{0.66 * RADIUS:.4g}" fill="none" stroke="{colours.groove}"/>{pip}'
    )


def _mark(game: Game, mark: str, square: Square) -> str:
    """Return brackets for the last move, a ring for a selected piece or capture, a dot."""
    x, y = _centre(game, square)
    colour = BOARDS[game.board][2]
    if mark == "target":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{0.12 * CELL:g}" fill="{colour}"/>'
    if mark == "last":
        arm, far = 0.17 * CELL, 0.45 * CELL
        corners = [
            f"M{x + i * far:g} {y + j * (far - arm):g}v{j * arm:g}h{-i * arm:g}"
            for i in (-1, 1)
            for j in (-1, 1)
        ]
        return f'<path d="{"".join(corners)}" fill="none" stroke="{LAST_MARK}"/>'
    radius = 0.42 * CELL
    # Four arcs for a capture, with openings above, below, left and right.
    quarter = 1.5708 * radius
    dashes = f"{0.7 * quarter:.3g} {0.3 * quarter:.3g}"
    dashed = f' stroke-dasharray="{dashes}" stroke-dashoffset="{-0.15 * quarter:.3g}"'
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{colour}" '
        f'stroke-width="2.2"{dashed if mark == "capture" else ""}/>'
    )


def _arrow(game: Game, path: Sequence[Square], colour: str = "", dashes: str = "") -> str:
    """Return an arrow along a path, drawn twice so that it can be seen on every piece."""
    points = [_centre(game, square) for square in path]
    (x, y), (to_x, to_y) = points[-2:]
    length = hypot(to_x - x, to_y - y)
    ahead, side = (to_x - x) / length, (to_y - y) / length
    head, half = 0.3 * CELL, 0.15 * CELL
    neck = to_x - head * ahead, to_y - head * side
    line = "M" + "L".join(f"{px:.4g} {py:.4g}" for px, py in [*points[:-1], neck])
    corners = [
        (to_x, to_y),
        (neck[0] - half * side, neck[1] + half * ahead),
        (neck[0] + half * side, neck[1] - half * ahead),
    ]
    tip = "M" + "L".join(f"{px:.4g} {py:.4g}" for px, py in corners) + "Z"
    colour = colour or BOARDS[game.board][2]
    cap = "butt" if dashes else "round"
    return "".join(
        f'<path d="{line}" fill="none" stroke="{paint}" stroke-width="{wide}" '
        f'stroke-linecap="{cap}"{dashes if paint == colour else ""}/>'
        f'<path d="{tip}" fill="{paint}" stroke="{paint}" '
        f'stroke-width="{wide - 3}" stroke-linejoin="round"/>'
        for paint, wide in ((GAP, 5.5), (colour, 3.2))
    )
