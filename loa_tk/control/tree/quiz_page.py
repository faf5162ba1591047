"""A quiz as a sheet: plain text, data for JSON, or one HTML page that prints well on A4.

The solutions come last, on a page of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from loa_tk.control.pages import page, svg
from loa_tk.model.drawing import board_svg
from loa_tk.model.game import TREE, Game
from loa_tk.model.notation import read_position
from loa_tk.model.numbers import number
from loa_tk.model.tree.exercise import LEVELS
from loa_tk.model.tree.question import Question, QuizNode, answer_text
from loa_tk.model.tree.quiz import Quiz
from loa_tk.model.tree.reasons import signed
from loa_tk.words import tree as words

MAX_PAINT, MIN_PAINT = ("#9DBCE9", "#12305C"), ("#F2C79F", "#7A4210")
TEXT, MUTED, LINE, ASKED, CUT = "#1D2127", "#5E6672", "#8A93A0", "#1F5FBF", "#B3372B"
WIDTH = 96  # of a line of text
BESIDE = 9  # a tree with more leaves is drawn below the board and the text, not beside them
LEAF_MM = 11.5  # on paper
LEAF, ROW, TOP, HALF = 50, 52, 20, 14  # a leaf's width, a ply's height, the edge, half a node
# White paper, also for readers who prefer a dark screen.
STYLE = """
body { font-size: 15px; color: #1D2127; background: #fff; }
main { max-width: 186mm; } h1 { font-size: 22px; margin: 0 0 4px; } h2 { margin: 0 0 6px; }
p { margin: 0 0 8px; } p.muted { color: #5E6672; font-size: 13px; }
article { border-top: 1px solid #DCDFE4; padding: 12px 0 8px; break-inside: avoid; }
.shown { display: flex; gap: 14px; align-items: flex-start; margin: 0 0 8px; }
.board { flex: 0 0 36mm; } .board.wide { flex-basis: 50mm; } .tree { max-width: 100%; }
.board svg, .tree svg { display: block; width: 100%; }
.answer { border-bottom: 1px solid #5E6672; min-width: 60mm; display: inline-block; }
section.solutions { break-before: page; border: 0; padding: 0; background: #fff; }
@page { size: A4; margin: 14mm; }
@media print { body { font-size: 13px; } main { margin: 0; max-width: none; padding: 0; } }
"""


def title(game: Game) -> str:
    """Return the heading of a sheet."""
    return words.QUIZ_TITLE.format(game=game.title)


def facts(quiz: Quiz) -> str:
    """Return what makes the same sheet again."""
    return words.QUIZ_FACTS.format(level=LEVELS[quiz.level].label.lower(), seed=quiz.seed)


def hint(quiz: Quiz) -> str:
    """Return what has to be known to answer the questions."""
    first = quiz.questions[0]
    utmost = number(first.utmost).lstrip("+")
    if quiz.game.startswith(TREE):
        return words.QUIZ_HINT_TREE
    return words.QUIZ_HINT.format(evaluation=first.evaluation, utmost=utmost)


def sides(game: Game, question: Question) -> str:
    """Say who is who: MAX is the side to move in the position."""
    if not game.rows:
        return ""
    mover = game.player(read_position(game, question.position))
    return words.SIDES.format(max=game.sides[mover].name, min=game.sides[1 - mover].name)


# Text


def as_text(quiz: Quiz, game: Game) -> str:
    """Return the sheet as plain text, with the solutions at the end."""
    lines = [f"{title(game)} ({facts(quiz)})", "", *wrap(hint(quiz), WIDTH), ""]
    for question in quiz.questions:
        asked = f"{question.number}. {question.text} {sides(game, question)}"
        shown = [f"   {question.position}", ""] if question.position else []
        lines += [*wrap(asked, WIDTH), "", *shown]
        lines += [f"   {line}" for line in tree_lines(question)]
        if question.choices:
            lines += ["", f"   {words.BRANCHES.format(', '.join(question.choices))}"]
        lines += [""]
    lines += [words.SOLUTIONS, ""]
    for question in quiz.questions:
        answer = f"{question.number}. {answer_text(question)}. {question.explanation}"
        lines += [*wrap(answer, WIDTH), ""]
    return "\n".join(lines)


def tree_lines(question: Question) -> list[str]:
    """Return the tree indented, a node on each line; the one asked about is marked."""
    lines = []

    def add(place: int, depth: int) -> None:
        node = question.nodes[place]
        kind = "" if node.leaf else side(node)
        value = "" if node.value is None else signed(node.value, node.bound)
        here = words.HERE if place == question.asked and place else ""
        move = node.move if node.move != node.name else ""  # in a tree that was written by hand
        parts = (node.name, move, kind, value, here)
        lines.append("  " * depth + " ".join(part for part in parts if part))
        for child in question.children(place):
            add(child, depth + 1)

    add(0, 0)
    return lines


# JSON


def as_json(quiz: Quiz) -> dict[str, object]:
    """Return the sheet as plain data."""
    return {
        "game": quiz.game,
        "seed": quiz.seed,
        "level": quiz.level,
        "questions": [
            {
                "number": question.number,
                "kind": question.kind,
                "position": question.position,
                "evaluation": question.evaluation,
                "depth": question.depth,
                "text": question.text,
                "asked": question.nodes[question.asked].name,
                "choices": list(question.choices),
                "tree": tree_json(question, 0),
                "answer": list(question.answer),
                "explanation": question.explanation,
            }
            for question in quiz.questions
        ],
    }


def tree_json(question: Question, place: int) -> dict[str, object]:
    """Return a node with everything below it.

    The move of the root is null, and so is a value that is not shown.
    """
    node = question.nodes[place]
    return {
        "name": node.name,
        "move": node.move or None,
        "max": node.maximises,
        "value": node.value,
        "bound": None if node.value is None else node.bound,
        "children": [tree_json(question, child) for child in question.children(place)],
    }


# HTML


def as_html(quiz: Quiz, game: Game) -> str:
    """Return one page that loads nothing."""
    about = f'<p class="muted">{escape(facts(quiz))}</p>'
    solved = "".join(solution(question) for question in quiz.questions)
    parts = [
        about,
        f'<p class="muted">{escape(hint(quiz))}</p>',
        *(task(question, game) for question in quiz.questions),
        f'<section class="solutions"><h1>{words.SOLUTIONS}</h1>{about}{solved}</section>',
    ]
    return page(title(game), parts, STYLE)


def task(question: Question, game: Game) -> str:
    """Return a question with its board, its tree and a line for the answer."""
    wide = " wide" if game.columns > game.rows else ""
    board = ""
    if game.rows:
        drawn = board_svg(game, read_position(game, question.position))
        board = f'<div class="board{wide}">{drawn}</div>'
    tree = f'<div class="tree"{tree_width(question)}>{tree_svg(question)}</div>'
    beside = len(leaves(question)) <= BESIDE
    return (
        f'<article><div class="shown">{board}'
        f"<div><h2>{words.QUESTION.format(question.number)}</h2>"
        f"<p>{escape(question.text)} {escape(sides(game, question))}</p>"
        f'<p>{words.ANSWER} <span class="answer">&nbsp;</span></p>{tree if beside else ""}'
        f"</div></div>{'' if beside else tree}</article>"
    )


def solution(question: Question) -> str:
    """Return an answer with its explanation and the tree as alpha-beta has searched it."""
    return (
        f"<article><p><strong>{question.number}. {escape(answer_text(question))}</strong>. "
        f"{escape(question.explanation)}</p>"
        f'<div class="tree"{tree_width(question)}>{tree_svg(question, solved=True)}</div></article>'
    )


def leaves(question: Question) -> Sequence[QuizNode]:
    """Return the leaves of a question's tree."""
    return [node for node in question.nodes if node.leaf]


def tree_width(question: Question) -> str:
    """Return the attribute that makes leaves equally wide in all trees of a sheet."""
    return f' style="width: {LEAF_MM * len(leaves(question)):g}mm"'


def tree_svg(question: Question, solved: bool = False) -> str:
    """Return the drawn tree; a solved one shows what each node returned and what was cut off."""
    places = layout(question)
    width = LEAF * len(leaves(question))
    height = TOP + ROW * question.depth + 44
    parts: list[str] = []
    for place, node in enumerate(question.nodes):
        if node.parent is not None:
            cut = solved and node.name in question.cut
            parts += branch(places[node.parent], places[place], node, cut)
    for place, node in enumerate(question.nodes):
        asked = bool(place) and place == question.asked  # the root stands for the whole tree
        # What is below a branch that was cut off was never entered either.
        faint = solved and node.returned is None
        parts.append(
            leaf(places[place], node, faint)
            if node.leaf
            else inner(places[place], node, node.returned if solved else node.value, asked, faint)
        )
    name = "; ".join(line.strip() for line in tree_lines(question))
    return svg(width, height, "".join(parts), name)


def layout(question: Question) -> list[tuple[float, float]]:
    """Return the middle of each node: leaves side by side, the others above their children."""
    places: list[tuple[float, float]] = [(0.0, 0.0)] * len(question.nodes)
    taken = 0

    def put(place: int, depth: int) -> float:
        nonlocal taken
        children = question.children(place)
        if children:
            across = [put(child, depth + 1) for child in children]
            x = (across[0] + across[-1]) / 2
        else:
            x = (taken + 0.5) * LEAF
            taken += 1
        places[place] = x, TOP + depth * ROW
        return x

    put(0, 0)
    return places


def branch(
    above: tuple[float, float], below: tuple[float, float], node: QuizNode, cut: bool
) -> Sequence[str]:
    """Return the line to a node with its move, and two strokes across it if it is cut off.

    The moves to leaves are written below these, where they have more room.
    """
    (x, y), (to_x, to_y) = above, below
    end = to_y - (HALF if not node.leaf else 10)
    line = f'<path d="M{x:.1f} {y + HALF:.1f}L{to_x:.1f} {end:.1f}" stroke="{LINE}"'
    line += ' stroke-dasharray="3 3"/>' if cut else "/>"
    # Near the lower end, because there the moves of different branches are farthest apart.
    at_x, at_y = x + 0.66 * (to_x - x), y + HALF + 0.66 * (end - y - HALF)
    parts = [line]
    if not node.leaf and node.move != node.name:
        parts.append(text(at_x, at_y + 3, node.move, 10, MUTED, halo=True))
    if cut:
        cross_x, cross_y = x + 0.3 * (to_x - x), y + HALF + 0.3 * (end - y - HALF)
        parts.append(
            f'<path d="M{cross_x - 6:.1f} {cross_y - 1:.1f}l12 -4m-12 8l12 -4" stroke="{CUT}" '
            'stroke-width="2"/>'
        )
    return parts


def inner(
    at: tuple[float, float], node: QuizNode, value: float | None, asked: bool, faint: bool
) -> str:
    """Return a node: a triangle that points up for MAX and down for MIN, its letter, its value."""
    x, y = at
    fill, ink = MAX_PAINT if node.maximises else MIN_PAINT
    way = -1 if node.maximises else 1
    corners = f"M{x:.1f} {y + way * 16:.1f}L{x - 17:.1f} {y - way * 12:.1f}h34Z"
    stroke, wide = (ASKED, 3) if asked else (ink, 1)
    shape = (
        f"<g{faded(faint)}><title>{words.QUIZ_NODE.format(kind=side(node), name=node.name)}</title>"
        f'<path d="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="{wide}" '
        'stroke-linejoin="round"/>'
        + text(x, y + (9 if node.maximises else 2), node.name, 13, ink, bold=True)
        + "</g>"
    )
    if value is not None:
        worth = signed(value, node.bound)
        shape += text(x + 19, y + 5, worth, 12, TEXT, "start", bold=True, halo=True)
    elif asked:
        shape += text(x + 19, y + 5, "?", 14, ASKED, "start", bold=True, halo=True)
    return shape


def leaf(at: tuple[float, float], node: QuizNode, faint: bool) -> str:
    """Return a leaf: its value in a box, and below its name and its move."""
    x, y = at
    value = number(node.value or 0.0)
    size = 12 if len(value) < 7 else 7  # ±1,000,000 has to fit
    return (
        f'<g{faded(faint)}><rect x="{x - 22:.1f}" y="{y - 10:.1f}" width="44" height="20" rx="3" '
        f'fill="#F1F2F4" stroke="{LINE}"/>'
        + text(x, y + 4, value, size, TEXT)
        + text(x, y + 23, node.name, 10, MUTED)
        + (text(x, y + 36, node.move, 10, MUTED) if node.move != node.name else "")
        + "</g>"
    )


def side(node: QuizNode) -> str:
    """Return whose turn it is at a node."""
    return words.MAX if node.maximises else words.MIN


def faded(faint: bool) -> str:
    """Return the attribute of something that was never entered."""
    return ' opacity="0.4"' if faint else ""


def text(
    x: float, y: float, content: str, size: int, colour: str, anchor: str = "middle",
    bold: bool = False, halo: bool = False,
) -> str:  # fmt: skip
    """Return a text; a halo of the page's colour keeps it readable on a line."""
    extra = ' font-weight="600"' if bold else ""
    if halo:
        extra += ' stroke="#fff" stroke-width="4" paint-order="stroke"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="system-ui, sans-serif" font-size="{size}" '
        f'fill="{colour}" text-anchor="{anchor}"{extra}>{escape(content)}</text>'
    )
