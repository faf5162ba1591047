"""Scenes and helpers for the tests of the view: real positions, a recorder of intents."""

from __future__ import annotations

import time
import tkinter as tk
from _tkinter import DONT_WAIT
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from loa_tk.model.search.statistics import ROWS, SIX
from loa_tk.scenes.board import DRAG, DROP, Banner, BoardGesture, BoardScene, ValueBar
from loa_tk.scenes.explorer import PairResized, Resized
from loa_tk.scenes.main import (
    LogEntry,
    LogRow,
    MenuScene,
    PlayerRow,
    PlayersScene,
    ThinkingScene,
    WindowScene,
)
from loa_tk.scenes.pages import Choice
from loa_tk.store.settings import ALLOWED
from loa_tk.words import main as words
from patience import PATIENCE

TEXT_SIZES = ALLOWED["text_size"]
SIZES = ((5, 5), (6, 6), (8, 8), (5, 10), (10, 5), (3, 4))


class Recorder:
    """Records the intents."""

    def __init__(self) -> None:
        self.said: list[tuple[object, ...]] = []
        self.may_lift = True

    def report(self, gesture: BoardGesture) -> bool:
        target = (gesture.target,) if gesture.action == DROP else ()
        self.said.append((gesture.action, gesture.square, *target))
        return self.may_lift and gesture.action == DRAG

    def command(self, name: str) -> None:
        self.said.append(("command", name))

    def choose(self, menu: str, key: str) -> None:
        self.said.append(("choose", menu, key))


class ToolRecorder:
    """Records the intents of a tool window; the width of a picture is not one of the user's."""

    def __init__(self, tool: Any) -> None:
        self.said: list[tuple[object, ...]] = []
        self.width = 0
        self.labels = {row.name: row.label for row in tool.rows}
        self.keys = {row.key: row.name for row in tool.rows if row.key}

    def command(self, name: str) -> None:
        self.said.append(("command", name))

    def choose(self, name: str, key: str) -> None:
        self.said.append(("choose", name, key))

    def report(self, gesture: Any) -> None:
        if isinstance(gesture, Resized):
            self.width = gesture.width
        elif not isinstance(gesture, PairResized):
            self.said.append(("report", gesture))

    def closed(self) -> None:
        self.said.append(("closed",))


# Lines of Action 5x5 after four moves each: c1 is selected, a3 and e3 can be taken.
LOA = BoardScene(
    rows=5,
    columns=5,
    pieces={
        1: "black", 2: "black", 10: "white", 11: "black", 13: "white", 14: "white", 15: "black",
        19: "white", 20: "white", 22: "black", 23: "black",
    },
    last=(9, 13),
    selected=2,
    targets=(0, 4, 12),
    captures=(10, 14),
    links=((1, 2), (11, 15), (13, 14), (13, 19), (14, 19), (22, 23)),
    value=ValueBar(share=0.59, text="+18", lower="black", upper="white"),
)  # fmt: skip

# Black has won with c3, d3, c4, d4, c5.
WON = BoardScene(
    rows=5,
    columns=5,
    pieces={12: "black", 13: "black", 17: "black", 18: "black", 22: "black", 6: "white"},
    last=(0, 18),
    halo=(12, 13, 17, 18, 22),
    bonds=((12, 13), (12, 17), (12, 18), (13, 17), (13, 18), (17, 18), (17, 22), (18, 22)),
    banner=Banner("Black wins", "All 5 black checkers form one group.", "black"),
    value=ValueBar(share=1.0, text="+100", lower="black", upper="white"),
)

# Mini-Checkers: c3 must take d4 by jumping to e5; the jump was offered by e5-d4.
CHECKERS = BoardScene(
    rows=6,
    columns=6,
    squares="checkers",
    pieces={0: "blue", 2: "blue", 14: "blue", 21: "red", 24: "red", 31: "red"},
    last=(28, 21),
    selected=14,
    targets=(28,),
    captures=(21,),
    movable=(14, 2),
    value=ValueBar(share=0.5, text="0", lower="blue", upper="red"),
)

# Breakthrough on 5 rows and 10 columns.
WIDE = BoardScene(
    rows=5,
    columns=10,
    pieces=dict.fromkeys(range(20), "white") | dict.fromkeys(range(30, 50), "black"),
    value=ValueBar(share=0.5, text="0", lower="white", upper="black"),
)

IDLE = ThinkingScene(
    title="White’s last search",
    clock="1.0 s",
    progress=1.0,
    live=False,
    figures=(
        (words.DEPTH, "7", "7"),
        (words.VALUE, "−18", "−18"),
        (words.NODES, "507,928", "508 k"),
        (words.POSITIONS_PER_SECOND, "507 k", "507 k"),
    ),
    line=("e2-d3", "a4-c4", "e4xc4", "c1xc4", "d3-e2", "a1-b2"),
)
LIVE = replace(
    IDLE, title="White is thinking", clock="0.6 of 1.0 s", progress=0.62, live=True,
    can_move_now=True,
)  # fmt: skip

PLAYERS = PlayersScene(
    "Move 5",
    ("groups", "taken"),
    (
        PlayerRow(
            kind="white",
            name="Computer",
            details=("White · Normal · depth 7 · 1 s", "White · Normal · 1 s", "White · Normal"),
            mark="",
            figures=("3", "0"),
        ),
        PlayerRow(
            kind="black",
            name="You",
            details=("Black · plays first",),
            mark="● to move",
            figures=("3", "1"),
        ),
    ),
)

MENUS = MenuScene(
    enabled=frozenset(
        "new undo hint links open kept picture quit customise flip coordinates legal-moves "
        "animation log-pane reset-settings series flow rules keys statistics about".split()
    ),
    ticked=frozenset(("coordinates", "links")),
    choices={
        "board": (Choice("loa5", "Lines of Action 5×5"), Choice("bt8", "Breakthrough 8×8")),
        "level": (Choice("easy", "&Easy · depth 3"), Choice("normal", "&Normal · 1 s")),
        "side": tuple(Choice(key, key) for key in ("first", "second", "both", "none")),
    },
    chosen={"board": "loa5", "level": "normal", "side": "first", "theme": "light",
            "text-size": "10"},
)  # fmt: skip

SCENE = WindowScene(
    title="Lines of Action 5×5",
    board=LOA,
    players=PLAYERS,
    thinking=IDLE,
    menus=MENUS,
    status="Checker c1: 5 moves, 2 of them captures. Press Esc to put it back.",
    saved=words.KEPT,
)


def entry(number: int = 4, move: str = "e2-d3", proof: str = "") -> LogEntry:
    """Return a search as it is logged."""
    line = (move, "a4-c4", "e4xc4", "c1xc4", "d3-e2")
    figures = ("7", "507,928", "41,941", "246,688", "21,105", "42,217")
    return LogEntry(
        head=f"{number}. White {move}",
        facts="White −18  1.0 s",
        statistics=tuple(zip([ROWS[name].text for name in SIX], figures, strict=True)),
        proof=proof,
        rows=tuple(
            LogRow(depth=str(d), value="−18", nodes=f"{5**d:,}", time="0.17", line=line[:d])
            for d in range(1, 6)
        ),
    )


def turn_wheel(widget: tk.Misc, up: int, x: int, y: int) -> None:
    """Turn the wheel by a notch over a widget: up by 1 or down by -1, as this Tk reports it."""
    if tk.TkVersion < 9 and widget.tk.call("tk", "windowingsystem") == "x11":
        widget.event_generate("<Button-4>" if up > 0 else "<Button-5>", x=x, y=y)
    else:
        widget.event_generate("<MouseWheel>", x=x, y=y, delta=120 * up)


def settle(widget: tk.Misc) -> None:
    """Handle events until none is left, neither here nor on its way from the screen."""
    widget.update()
    end = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < end, "the events have no end"
        # The screen answers in order: all events of earlier requests arrive before this answer.
        widget.winfo_pointerxy()
        if not widget.tk.dooneevent(DONT_WAIT):
            return
        widget.update()


def settle_drawings(widget: tk.Misc) -> None:
    """Handle events until none is left and everything that was postponed has been drawn."""
    settle(widget)
    end = time.monotonic() + PATIENCE
    while widget.tk.splitlist(widget.tk.call("after", "info")):
        assert time.monotonic() < end, "something is drawn again and again"
        widget.tk.dooneevent(0)
        settle(widget)


def family(widget: tk.Misc) -> Iterator[tk.Misc]:
    """Yield a widget and everything inside it."""
    yield widget
    for child in widget.winfo_children():
        yield from family(child)


def tags_in_order(canvas: tk.Canvas) -> list[str]:
    """Return the tag of every visible item, from bottom to top."""
    return [
        canvas.gettags(item)[0]
        for item in canvas.find_all()
        if canvas.itemcget(item, "state") != "hidden"
    ]


def image_of(canvas: tk.Canvas, item: int) -> tuple[str, int, int]:
    """Return the picture of an image item: its name, width and height."""
    name = canvas.itemcget(item, "image")
    return (
        name,
        int(canvas.tk.call("image", "width", name)),
        int(canvas.tk.call("image", "height", name)),
    )


def pixel(canvas: tk.Canvas, name: str, x: int, y: int) -> tuple[int, int, int] | None:
    """Return a pixel of a picture, or None if it is fully transparent."""
    if canvas.tk.getboolean(canvas.tk.call(name, "transparency", "get", x, y)):
        return None
    return tuple(map(int, canvas.tk.splitlist(canvas.tk.call(name, "get", x, y))))
