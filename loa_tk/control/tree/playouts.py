"""A recorded Monte Carlo tree search as text, JSON, Graphviz, an SVG drawing and an HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from json import dumps
from textwrap import wrap

from loa_tk.control.pages import page, paragraph, section, svg, table, words_at
from loa_tk.control.tree.page import GROUND, GROUND_STYLE, STYLE, TREE_STYLE, muted
from loa_tk.control.tree.text import LINE, ascii_text, quoted
from loa_tk.model.drawing import board_svg
from loa_tk.model.notation import move_text, position_text
from loa_tk.model.numbers import rounded
from loa_tk.model.tree.figure import MONTE_CARLO
from loa_tk.model.tree.playouts import ROOT, PlayoutTree, SelectRow, VisitCounts, concentration
from loa_tk.words import mcts as words

WIDTH, ROW, LEFT, TOP, MARGIN = 960, 44, 28, 52, 12
NARROWEST = 1.0  # pixels of a box that is drawn
CHARACTER = 7.2  # the width of a letter of a move
UPRIGHT = 12  # pixels of the narrowest move of the root, whose name is turned
SQUARE, ENTRY = 11, 170  # pixels of the squares of the legend, and of its entries
BAR = 5  # pixels of the share won
MOST_SHOWN = 5_000  # nodes of a page
OPENED = 1
BAR_STYLE = """
.tree .won { fill: #1F5FBF; } .tree .lost { fill: #FFFFFF; opacity: 0.55; }
.tree .min-won { fill: #A05A12; }
"""


@dataclass(frozen=True)
class Told:
    """A recorded search with all its playouts counted."""

    tree: PlayoutTree
    seed: int | None

    @cached_property
    def counts(self) -> VisitCounts:
        """The visits and wins after all playouts."""
        return self.tree.counts(len(self.tree))

    @cached_property
    def best(self) -> list[int]:
        """The best line."""
        return self.tree.best_line(len(self.tree))

    def children(self, node: int) -> list[int]:
        """Return the children of a node, the one that the search prefers first."""
        counts = self.counts

        def merit(child: int) -> tuple[bool, int, float]:
            once = self.tree.wins_at_once(child, counts)
            return once, counts.visits[child], counts.wins[child]

        return sorted(self.tree.below[node], key=merit, reverse=True)

    def untried(self, node: int) -> int:
        """Return how many moves of a node were never tried."""
        return self.tree.untried(node, len(self.tree))

    def won(self, node: int) -> str:
        """Return what the side that moved to a node has won."""
        text = words.wins(self.counts.wins[node])
        return words.WON.format(side=self.tree.side(node), wins=text)


def setting(told: Told) -> str:
    """Return how the position was searched."""
    seed = words.NO_SEED if told.seed is None else told.seed
    return words.SETTING.format(playouts=len(told.tree), c=told.tree.exploration, seed=seed)


def facts(told: Told) -> list[str]:
    """Return the answer, what it cost, and why it is the answer."""
    tree, counts, number = told.tree, told.counts, len(told.tree)
    first = told.best[0]
    answer = words.ANSWER.format(
        move=tree.name(first), visits=counts.visits[first], playouts=number,
        side=tree.side(first), wins=words.wins(counts.wins[first]),
    )  # fmt: skip
    levels = ", ".join(f"{level:,}" for level in tree.levels(number))
    cost = words.COST.format(nodes=tree.sizes[number], levels=levels)
    return [answer, cost, why(told)]


def why(told: Told) -> str:
    """Return why the search answers with its move."""
    tree, counts = told.tree, told.counts
    first, *others = told.children(ROOT)
    if tree.wins_at_once(first, counts):
        return words.WHY_ONCE
    if not others:
        return words.WHY_ONLY
    visits = counts.visits[first]
    text = words.WHY_MOST.format(
        visits=visits, playouts=len(tree), share=rounded(visits / len(tree))
    )
    second = others[0]
    if counts.visits[second] != counts.visits[first]:
        return text
    same = counts.wins[second] == counts.wins[first]
    return f"{text} " + (words.WHY_AS_MANY if same else words.WHY_FEWER).format(
        other=tree.name(second), move=tree.name(first), fewer=words.wins(counts.wins[second]),
        wins=words.wins(counts.wins[first]),
    )  # fmt: skip


def why_selected(tree: PlayoutTree, number: int) -> str:
    """Return why a playout began with its first move, from what was known before it."""
    path = tree.path(tree.ends[number - 1])
    if len(path) == 1:
        return ""  # a root without a child: the tree could not grow
    taken, rows = path[1], tree.select_rows(ROOT, number - 1)
    name = tree.name(taken)
    if not rows:
        return words.NOT_TRIED.format(move=name)
    row = next(row for row in rows if row.node == taken)
    n = tree.counts(number - 1).visits[ROOT]
    text = words.TAKEN.format(sum=sum_of(tree, row, n))
    others = [other for other in rows if other.node != taken]
    equal = [other.node for other in others if other.ucb1 == row.ucb1]
    if not equal:
        second = max(others, key=lambda other: other.ucb1, default=None)
        if second is None:
            return text
        following = words.NEXT.format(other=tree.name(second.node), sum=sum_of(tree, second, n))
        return f"{text} {following}"
    tied = words.TIED if len(equal) == 1 else words.TIED_MORE
    return f"{text} {tied.format(other=tree.name(equal[0]), move=name, more=len(equal) - 1)}"


def sum_of(tree: PlayoutTree, row: SelectRow, n: int) -> str:
    """Return UCB1 of a child with all that it is computed from; its parent has n visits."""
    return words.SUM.format(
        wins=words.wins(row.wins), visits=row.visits, c=tree.exploration, n=n,
        ucb1=decimal(row.ucb1),
    )  # fmt: skip


def decimal(value: float) -> str:
    """Return a term of UCB1 with three decimals, a half rounded up as people do."""
    return f"{rounded(value, 3):.3f}"


def concentrated(tree: PlayoutTree) -> list[list[str]]:
    """Return the table of how visits concentrate."""
    return [
        [f"{number:,}", *(
            words.SHARE.format(move=tree.name(child), share=rounded(share)) for child, share in best
        ), *[""] * (len(words.CONCENTRATED) - 1 - len(best))]
        for number, best in concentration(tree)
    ]  # fmt: skip


def text(told: Told, plies: int, width: int) -> str:
    """Return the tree down to `plies`, with at most `width` moves of each node."""
    tree = told.tree
    lines = [
        f"{tree.game.key} {position_text(tree.game, tree.state)}",
        setting(told),
        *(line for fact in facts(told) for line in wrap(fact, LINE)),
        "",
        *node_lines(told, ROOT, plies, width),
    ]
    return "\n".join(map(ascii_text, lines)) + "\n"


def node_lines(told: Told, node: int, plies: int, width: int) -> Iterator[str]:
    """Yield the line of a node and, further indented, those of its moves."""
    tree = told.tree
    ply = tree.plies[node]
    mark = f"  {words.BEST}" if node in told.best else ""
    played = words.playouts(told.counts.visits[node])
    yield f"{'  ' * ply}{tree.name(node) or words.START:<8}{played:>16}  {told.won(node)}{mark}"
    if ply == plies:
        return
    children, indent = told.children(node), "  " * (ply + 1)
    for child in children[:width]:
        yield from node_lines(told, child, plies, width)
    if len(children) > width:
        yield f"{indent}({words.MORE.format(len(children) - width)})"
    if children and told.untried(node):
        yield f"{indent}({words.UNTRIED.format(told.untried(node))})"


def json_pieces(told: Told) -> Iterator[str]:
    """Yield the text of one JSON object, without a line end."""
    tree, number = told.tree, len(told.tree)
    first = told.best[0]
    head = {
        "game": tree.game.key,
        "position": position_text(tree.game, tree.state),
        "move": tree.name(first),
        "side": tree.side(first),
        "win_share": told.counts.wins[first] / told.counts.visits[first],
        "why": [why(told)],
        "playouts": number,
        "exploration": tree.exploration,
        "seed": told.seed,
        "nodes": tree.sizes[number],
        "levels": list(tree.levels(number)),
    }
    yield dumps(head, ensure_ascii=False)[:-1] + ', "tree": '
    yield from node_json(told, ROOT)
    shares = [
        {"playouts": number, "shares": {tree.name(child): share for child, share in best}}
        for number, best in concentration(tree)
    ]
    yield f', "concentration": {dumps(shares, ensure_ascii=False)}, "record": ['
    for place in range(1, number + 1):
        yield (", " if place > 1 else "") + dumps(playout_json(tree, place), ensure_ascii=False)
    yield "]}"


def playout_json(tree: PlayoutTree, number: int) -> dict[str, object]:
    """Return one playout: its way through the tree, its random moves and its winner."""
    playout, game = tree.playouts[number - 1], tree.game
    names = [tree.name(node) for node in tree.path(tree.ends[number - 1])[1:]]
    winner = None if playout.winner is None else game.sides[playout.winner].name
    return {
        "path": names,
        "why": why_selected(tree, number),
        "added": playout.added is not None,
        "random": [move_text(game, *step) for step in tree.simulated(number)],
        "winner": winner,
    }


def node_json(told: Told, node: int) -> Iterator[str]:
    """Yield the text of one node with everything below it, in the order added."""
    tree = told.tree
    own = {
        "move": tree.name(node) or None,
        "visits": told.counts.visits[node],
        "wins": told.counts.wins[node],
        "side": tree.side(node),
        "untried": told.untried(node),
        "over": tree.over[node],
    }
    yield dumps(own, ensure_ascii=False)[:-1] + ', "children": ['
    for place, child in enumerate(tree.below[node]):
        yield ", " if place else ""
        yield from node_json(told, child)
    yield "]}"


def dot(told: Told, plies: int, width: int) -> str:
    """Return the tree in the language of Graphviz; the best line is drawn bold."""
    lines = [
        "digraph tree {",
        f"  label={quoted(f'{told.tree.game.title}: {setting(told)}')};",
        "  node [shape=box, fontname=monospace];",
        "  edge [fontname=monospace];",
        *(f"  {line}" for line in dot_lines(told, ROOT, plies, width)),
        "}",
    ]
    return "\n".join(lines) + "\n"


def dot_lines(told: Told, node: int, plies: int, width: int) -> Iterator[str]:
    """Yield the statements of a node and of its moves."""
    tree, best = told.tree, {ROOT, *told.best}
    label = quoted(f"{words.playouts(told.counts.visits[node])}|{told.won(node)}")
    bold = ", style=bold"
    yield f"n{node} [label={label.replace('|', chr(92) + 'n')}{bold if node in best else ''}];"
    if tree.plies[node] == plies:
        return
    children = told.children(node)
    for child in children[:width]:
        yield from dot_lines(told, child, plies, width)
        style = bold if child in best else ""
        yield f"n{node} -> n{child} [label={quoted(tree.name(child))}{style}];"
    if len(children) > width:
        more = words.MORE.format(len(children) - width)
        yield f"n{node}more [label={quoted(more)}, shape=plaintext];"
        yield f"n{node} -> n{node}more [style=dashed];"


def svg_file(told: Told) -> str:
    """Return the drawing of the tree as an SVG file."""
    style = f"<style>{TREE_STYLE}{BAR_STYLE}{GROUND_STYLE}</style>{GROUND}"
    return svg_tree(told, style) + "\n"


def svg_tree(told: Told, before: str = "") -> str:
    """Return the drawing: a node is as wide as its playouts; `before` comes first in it."""
    unit = (WIDTH - LEFT - MARGIN) / len(told.tree)
    boxes, frames = list[str](), list[str]()
    rows = draw(told, ROOT, LEFT, unit, boxes, frames)
    heading = words_at(LEFT, 16, words.WIDTHS_ORDER, "muted", "start")
    parts = [before, heading, *legend(told), *boxes, *frames]
    parts += [
        words_at(LEFT - 8, TOP + (ply + 0.5) * ROW + 4, str(ply), "muted", "end")
        for ply in range(rows)
    ]
    return svg(WIDTH, TOP + rows * ROW + MARGIN, "".join(parts), words.PICTURE, "tree")


def legend(told: Told) -> Iterator[str]:
    """Yield what the colours of the drawing mean."""
    tree, x = told.tree, LEFT
    own = tree.game.player(tree.state)
    sides = {"own": tree.game.sides[own].name, "other": tree.game.sides[1 - own].name}
    for kind, entry in words.LEGEND[:3]:
        yield rectangle(x, 27, SQUARE, SQUARE, kind)
        yield words_at(x + SQUARE + 5, 37, entry.format(**sides), "muted", "start")
        x += ENTRY


def draw(
    told: Told, node: int, x: float, unit: float, boxes: list[str], frames: list[str]
) -> int:  # fmt: skip
    """Draw a node with all below it that is wide enough, and return the rows that were drawn."""
    tree, counts = told.tree, told.counts
    ply, wide = tree.plies[node], unit * counts.visits[node]
    y, kind = TOP + ply * ROW, "min" if ply % 2 else "max"
    boxes.append(rectangle(x, y, wide, ROW - 1, f"{kind} edge"))
    name = tree.name(node) or words.playouts(len(tree))
    if node != ROOT:
        share = counts.wins[node] / counts.visits[node]
        won = "min-won" if ply % 2 else "won"
        boxes.append(rectangle(x, y + ROW - 1 - BAR, wide, BAR, "lost"))
        boxes.append(rectangle(x, y + ROW - 1 - BAR, wide * share, BAR, won))
    score = "" if node == ROOT else words.won(counts.wins[node], counts.visits[node])
    middle = x + wide / 2
    if wide >= CHARACTER * (1 + len(name)):
        boxes.append(words_at(middle, y + 18, name, "move", "middle"))
        if score and wide >= CHARACTER * (1 + len(score)):
            boxes.append(words_at(middle, y + 32, score, "move", "middle"))
    elif ply == 1 and wide >= UPRIGHT and CHARACTER * len(name) <= ROW - BAR:
        turned = f'<g transform="rotate(-90 {middle:.1f} {y + 19:.0f})">'
        boxes.append(f'{turned}{words_at(middle, y + 22, name, "move", "middle")}</g>')
    if node in told.best:
        frames.append(rectangle(x, y + 1, max(wide, 2.0), ROW - 3, "best"))
    rows = ply + 1
    for child in tree.below[node]:
        if unit * counts.visits[child] >= NARROWEST:
            rows = max(rows, draw(told, child, x, unit, boxes, frames))
        x += unit * counts.visits[child]
    return rows


def rectangle(x: float, y: float, wide: float, high: float, style: str) -> str:
    """Return one rectangle."""
    return f'<rect x="{x:.1f}" y="{y:.0f}" width="{wide:.1f}" height="{high:.0f}" class="{style}"/>'


def html_page(told: Told) -> str:
    """Return one page: the position, the tree, SELECT at the root, every node, the algorithm."""
    tree, number = told.tree, len(told.tree)
    board = ""
    if tree.game.rows:
        path = tree.game.path(tree.state, tree.moves[told.best[0]])
        board = f'<div class="board">{board_svg(tree.game, tree.state, arrows=[path])}</div>'
    lines = map(paragraph, [setting(told), *facts(told)])
    code = f"<p><code>{escape(position_text(tree.game, tree.state))}</code></p>"
    heads = [head.format(side=tree.side(told.best[0])) for head in words.HEADS]
    rows = sorted(tree.select_rows(ROOT, number), key=lambda row: -row.ucb1)
    cells = [
        (tree.name(row.node), f"{row.visits:,}", words.wins(row.wins), decimal(row.share),
         decimal(row.exploration), decimal(row.ucb1))
        for row in rows
    ]  # fmt: skip
    formula = words.FORMULA.format(n=number, c=tree.exploration)
    ranked = sorted(range(tree.sizes[number]), key=lambda node: -told.counts.visits[node])
    shown = {ROOT, *ranked[:MOST_SHOWN]}
    notes = [words.HINT]
    if len(shown) < len(ranked):
        notes.append(words.LIMITED.format(shown=len(shown), nodes=len(ranked)))
    nodes = "".join(map(muted, notes)) + node_html(told, ROOT, shown)
    parts = [
        section(words.POSITION, f'<div class="position">{board}<div>{code}{"".join(lines)}</div>'
                "</div>"),
        section(words.PICTURE, svg_tree(told)),
        *([section(words.SELECT, table(heads, cells) + muted(formula))] if cells else []),
        section(words.CONCENTRATION, table(words.CONCENTRATED, concentrated(tree))),
        section(words.NODES, nodes),
        section(words.FIGURE, f"<pre>{escape(chr(10).join(MONTE_CARLO))}</pre>"),
    ]  # fmt: skip
    title = words.TITLE.format(game=tree.game.title)
    return page(title, parts, TREE_STYLE + BAR_STYLE + STYLE)


def node_html(told: Told, node: int, shown: set[int]) -> str:
    """Return a node as an element that opens and closes."""
    tree, best = told.tree, node in told.best
    mark = f' <span class="part">{words.BEST}</span>' if best else ""
    line = (
        f"{escape(tree.name(node) or words.START)} "
        f'<span class="value">{words.playouts(told.counts.visits[node])}</span> '
        f'<span class="size">{told.won(node)}</span>{mark}'
    )
    style = "best" if best else ""
    children = [child for child in told.children(node) if child in shown]
    if not children:
        return f'<div class="node leaf {style}">{line}</div>'
    opened = " open" if tree.plies[node] < OPENED else ""
    below = "\n".join(node_html(told, child, shown) for child in children)
    return (
        f'<details class="node"{opened}><summary class="{style}">{line}</summary>{below}</details>'
    )
