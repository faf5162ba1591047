"""The score bar and the plots of the HTML page; their texts keep their size on a narrow screen.

Only the curves are SVG, which is stretched to the width of the page. All texts are HTML beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from loa_tk.model.scoring import Score

DRAWN = "#A7ADB6"
GRID = "#8A93A040"
DASHED = ' stroke-dasharray="6 3"'  # in pixels, because strokes are not stretched
WHOLE = 1000  # the width and height of a plot before it is stretched

STYLE = """
.bar { margin: 4px 0 12px; }
.bar .interval { height: 7px; border: 2px solid #8A93A0; border-bottom: none; margin-bottom: 3px;
  box-sizing: border-box; }
.bar .parts { display: flex; border-radius: 4px; overflow: hidden; line-height: 26px; }
.bar .parts span { overflow: hidden; text-align: center; color: #fff; min-width: 0; }
.bar .parts .drawn { color: #1D2127; }
.plot { display: grid; grid-template-columns: auto 1fr; font-size: 13px; line-height: 16px;
  gap: 4px 8px; color: #5E6672; }
.plot .legend { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 24px;
  margin-bottom: 6px; }
.plot .legend span { overflow-wrap: anywhere; }
.plot .legend svg { width: 28px; height: 10px; margin-right: 8px; }
.plot .levels { display: flex; flex-direction: column; justify-content: space-between;
  text-align: right; margin: -8px 0; height: 216px; }
.plot .curves { width: 100%; height: 200px; overflow: visible; }
.plot .ends { grid-column: 2; display: flex; justify-content: space-between; }
.plot path, .plot polyline { vector-effect: non-scaling-stroke; fill: none; }
@media (prefers-color-scheme: dark) { .plot { color: #A0A8B3; } }
"""


@dataclass(frozen=True)
class Curve:
    """One line of a plot."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]


def score_bar(score: Score, colours: tuple[str, str]) -> str:
    """Return a bar of wins, draws and losses, with the interval of the score as a bracket above."""
    low, high = (100 * bound for bound in score.interval())
    parts = (
        (score.wins, colours[0], ""),
        (score.draws, DRAWN, ' class="drawn"'),
        (score.losses, colours[1], ""),
    )
    spans = "".join(
        f'<span{kind} style="flex: {number}; background: {colour}">{number}</span>'
        for number, colour, kind in parts
        if number
    )
    said = f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
    return (
        f'<div class="bar" role="img" aria-label="{said}"><div class="interval" '
        f'style="margin-left: {low:.2f}%; width: {high - low:.2f}%"></div>'
        f'<div class="parts">{spans}</div></div>'
    )


def plot(curves: Sequence[Curve], unit: str) -> str:
    """Return curves over the number of the move, on one scale from zero."""
    points = [point for curve in curves for point in curve.points]
    most_x = max((x for x, _ in points), default=1.0)
    highest = max((y for _, y in points), default=1.0)
    step = nice(highest / 4)
    count = max(1, round(-(-highest // step)))

    def place(x: float, y: float) -> str:
        across, up = (x - 1) / max(most_x - 1, 1), y / (step * count)
        return f"{WHOLE * across:.1f},{WHOLE * (1 - up):.1f}"

    lines = "".join(
        f'<path d="M0 {WHOLE * i / count:.1f}H{WHOLE}" stroke="{GRID}"/>' for i in range(count + 1)
    )
    for index, curve in enumerate(curves):
        through = " ".join(place(*point) for point in curve.points)
        lines += f'<polyline points="{through}"{stroke(index, curve)}/>'
    legend = "".join(
        f'<span><svg viewBox="0 0 28 10"><path d="M0 5H28"{stroke(index, curve)}/></svg>'
        f"{index + 1}. {escape(curve.name)}</span>"
        for index, curve in enumerate(curves)
    )
    levels = "".join(
        f"<span>{number(round(step * i, 9), unit)}</span>" for i in range(count, -1, -1)
    )
    return (
        f'<div class="plot"><div class="legend">{legend}</div><div class="levels">{levels}</div>'
        f'<svg class="curves" viewBox="0 0 {WHOLE} {WHOLE}" preserveAspectRatio="none" role="img">'
        f"<title>average {unit} at each move</title>{lines}</svg>"
        f'<div class="ends"><span>move 1</span><span>move {most_x:.0f}</span></div></div>'
    )


def stroke(index: int, curve: Curve) -> str:
    """Return how a player's line is drawn, in the plot and in the legend: the second is dashed."""
    return f' stroke="{curve.colour}" stroke-width="2"{DASHED if index else ""}'


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
    if value >= 1e4:
        return f"{value / 1e3:g} k"
    # Without an exponent: Python writes 5e-05 for the seconds of a fast player.
    text = f"{value:g}" if value >= 1e-4 else f"{value:.9f}".rstrip("0").rstrip(".")
    return text + (" s" if unit == "s" else "")
