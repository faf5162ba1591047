"""Draws score bars and plots as SVG text for the HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from loa_tk.control.pages.svg import AXIS, rectangle, svg, text
from loa_tk.model.scoring import Score

WIDTH, HEIGHT = 900, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 28, 32
GRID = "#8A93A040"
DASHED = ' stroke-dasharray="6 3"'


@dataclass(frozen=True)
class Curve:
    """One line of a plot."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]


def score_bar(score: Score, colours: tuple[str, str]) -> str:
    """Return a bar of wins, draws and losses, with the interval of the score as a bracket above."""
    width, height = 900, 48
    games = max(score.games, 1)
    won, drawn = width * score.wins / games, width * score.draws / games
    low, high = (width * bound for bound in score.interval())
    return svg(
        width,
        height,
        rectangle(0, 18, won, 22, colours[0])
        + rectangle(won, 18, drawn, 22, "#A7ADB6")
        + rectangle(won + drawn, 18, width - won - drawn, 22, colours[1])
        + f'<path d="M{low:.1f} 14 v-6 H{high:.1f} v6" fill="none" stroke="{AXIS}" '
        'stroke-width="2"/>',
        f"{score.wins} won, {score.draws} drawn, {score.losses} lost",
    )


def plot(curves: Sequence[Curve], unit: str) -> str:
    """Return curves over the number of the move, on one scale from zero."""
    points = [point for curve in curves for point in curve.points]
    most_x = max((x for x, _ in points), default=1.0)
    step = nice(max((y for _, y in points), default=1.0) / 4)
    most_y = step * max(1, -(-max((y for _, y in points), default=1.0) // step))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - 1) / max(most_x - 1, 1)
        return (
            LEFT + across * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - y / most_y * (HEIGHT - TOP - BOTTOM),
        )

    parts = []
    level = 0.0
    while level <= most_y + step / 2:
        _, y = place(1, level)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        parts.append(text(LEFT - 8, y + 4, number(level, unit), "end"))
        level += step
    parts.append(text(LEFT, HEIGHT - 8, "move 1", "start"))
    parts.append(text(WIDTH - RIGHT, HEIGHT - 8, f"move {most_x:.0f}", "end"))
    for index, curve in enumerate(curves):
        line = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in curve.points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{curve.colour}" stroke-width="2"'
            f"{DASHED if index else ''}/>"
        )
        x = LEFT + index * (WIDTH - LEFT) / 2
        parts.append(f'<path d="M{x:.0f} 12h24" stroke="{curve.colour}" stroke-width="3"/>')
        parts.append(text(x + 32, 16, curve.name, "start"))
    return svg(WIDTH, HEIGHT, "".join(parts), f"average {unit} at each move")


def nice(step: float) -> float:
    """Return the next round number that is not smaller: 1, 2 or 5 times a power of ten."""
    if step <= 0:
        return 1.0
    power = 10.0 ** floor(log10(step))
    return float(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step))


def number(value: float, unit: str) -> str:
    """Return the label of a figure on an axis."""
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value / 1e3:g} k" if value >= 1e4 else f"{value:g}{' s' if unit == 's' else ''}"
