"""The body of the main window: the board with its keys on the left, the cards on the right."""

from __future__ import annotations

import tkinter as tk
from functools import cached_property, partial
from tkinter import ttk

from loa_tk.scenes.main import WindowScene
from loa_tk.scenes.services import Choose, Report
from loa_tk.view.board.board import Board
from loa_tk.view.board.geometry import height_for, width_for
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import button, column_width, gridded, packed, write
from loa_tk.view.kit.window import lost_focus
from loa_tk.view.main.cards import EditorCard, PlayersCard, ThinkingCard
from loa_tk.view.main.study_card import StudyCard
from loa_tk.words import main as words


def third_card(
    size: tuple[int, int], column: int, gap: int, board: int, cards: int, least: int
) -> str:
    """Return where the third card is largest: in the "column", below the "board", or below "all".

    `board` and `cards` are the heights of what is above it. It goes below them only if it is at
    least `least` high there. A board of 5 rows and 10 columns leaves half of the window below it.
    """
    width, height = size
    room = {
        "column": (column, height - cards - gap),
        "board": (width - column - gap, height - board - gap),
        "all": (width, height - max(board, cards) - gap),
    }
    able = [place for place in room if place == "column" or room[place][1] >= least]
    return max(able, key=lambda place: room[place][0] * max(0, room[place][1]))


KEYS = {
    "Left": "left", "Right": "right", "Up": "up", "Down": "down", "Return": "enter",
    "KP_Enter": "enter", "space": "enter",
}  # fmt: skip
# A key with one of these is not for the board: Shift with an arrow selects text in the log.
MODIFIERS = ("Shift", "Control", "Alt")
MAC_MODIFIERS = ("Shift", "Control", "Command", "Option")


class Keyboard:
    """Listens to the window; keys pressed on a button or in the move list stay there.

    With keys bound to the board alone, they stopped working after one click in the log.
    """

    def __init__(self, board: Board, log: tk.Text, command: Report) -> None:
        """Bind the keys on the window and in the log, which needs no arrow keys of its own."""
        self._board, self._command = board, command
        self._open = set[str]()  # the windows beside this one when a button was pressed
        self._released = 0  # when a key was last released, in the screen's milliseconds
        window = board.winfo_toplevel()
        for key, name in KEYS.items():
            for widget in (window, log):  # in the log before Text's bindings, which scroll it
                widget.bind(f"<{key}>", partial(self._pressed, name))
                for modifier in MAC_MODIFIERS if board.look.mac else MODIFIERS:
                    widget.bind(f"<{modifier}-{key}>", lambda event: None)
        window.bind("<KeyRelease>", self._let_go)
        window.bind("<Button-1>", lambda event: self._pressing(), add=True)
        window.bind("<ButtonRelease-1>", self._clicked)
        board.bind("<Button-1>", lambda event: self.take_focus())
        board.bind("<<TraverseIn>>", lambda event: board.ring(True))
        board.bind("<FocusOut>", lambda event: board.ring(False))

    def take_focus(self) -> None:
        """Give the focus to the board and hide the ring that shows a focus reached with Tab."""
        self._board.ring(False)
        self._board.focus_set()

    def _pressed(self, name: str, event: tk.Event) -> str:
        # X11 repeats a held key as a release and a press with the same time; a repeated Enter would
        # put down the piece that the first one has just lifted.
        if name == "enter" and event.time and event.time == self._released:
            return "break"
        if name == "enter" and isinstance(event.widget, ttk.Button):
            if event.keysym != "space":  # ttk itself handles the space bar
                event.widget.invoke()
            return "break"
        self.take_focus()
        self._command(name)
        return "break"

    def _let_go(self, event: tk.Event) -> None:
        self._released = event.time

    def _clicked(self, event: tk.Event) -> None:
        """Return the focus to the board after a click on a button; with Tab a button keeps it.

        `Body.show` has found another place for the focus of a button that has gone. A window that
        the click has opened has asked for the focus, and gets it when the screen says so; then the
        board gets it when that window closes.
        """
        if not isinstance(event.widget, ttk.Button) or not event.widget.winfo_viewable():
            return
        opened = self._windows() - self._open
        for name in opened:
            window = self._board.nametowidget(name)
            window.bind("<Destroy>", partial(self._closed, window), add=True)
        if not opened:
            self.take_focus()

    def _closed(self, window: tk.Toplevel, event: tk.Event) -> None:
        if event.widget is window and self._board.winfo_exists():
            self.take_focus()

    def _windows(self) -> set[str]:
        """Return the names of the windows that are open beside this one, without the notes."""
        beside = self._board.winfo_toplevel().winfo_children()
        return {
            str(one) for one in beside
            if isinstance(one, tk.Toplevel) and one.winfo_viewable() and not one.overrideredirect()
        }  # fmt: skip

    def _pressing(self) -> None:
        self._open = self._windows()


LEAST_LINES = 5  # of the log; with fewer, the thinking card is shortened
FEW_LINES = 8  # of the log; with fewer, the third card does not go below the board


class Body(ttk.Frame):
    """The board and the players, thinking and third cards, which share its space."""

    def __init__(self, parent: tk.Misc, look: Look, command: Report, choose: Choose) -> None:
        super().__init__(parent)
        self._look = look
        self._scene: WindowScene | None = None
        self._column = 0
        self._place = ""  # where the third card is
        self._brief = False  # whether the thinking card is shortened to leave room for the log
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        place = gridded(ttk.Frame(self), row=0, column=0, sticky="nsew", padx=(0, look.l))
        place.columnconfigure(0, weight=1)
        place.rowconfigure(1, weight=1)
        self.aim = gridded(ttk.Label(place, style="Status.TLabel"), row=0, column=0, sticky="w")
        self.board = gridded(Board(place, look, command), row=1, column=0, sticky="nsew")
        self.board.configure(takefocus=True)
        tools = gridded(ttk.Frame(place), row=2, column=0, sticky="w", pady=(look.xs, 0))
        self.tools = {
            name: packed(button(tools, "Tool", text, partial(command, name)), side="left")
            for name, text in (("undo", words.UNDO), ("hint", words.HINT))
        }
        self._tools = tools
        self.sign = packed(ttk.Label(tools, style="Status.TLabel"), side="left", padx=(look.m, 0))
        self._cards = gridded(ttk.Frame(self), row=0, column=1, sticky="nsew")
        self._cards.pack_propagate(False)
        self._game = packed(ttk.Frame(self._cards), fill="x")  # the cards above the third card
        self.players = packed(PlayersCard(self._game, look), fill="x", pady=(0, look.m))
        self.thinking = packed(ThinkingCard(self._game, look, command), fill="x")
        self._above: ttk.Frame = self._game  # the editor takes its place
        self._command, self._choose = command, choose
        self.study = StudyCard(self, look, command, choose)  # in the column or below it
        for widget in (self, self._game):
            widget.bind("<Configure>", lambda event: self._divide())
        self._keyboard = Keyboard(self.board, self.study.log.text, command)
        look.watch(self, self._restyle)

    def show(self, scene: WindowScene) -> None:
        """Show the board, the players, the search and, if it is switched on, the third card."""
        before, self._scene = self._scene, scene
        if before is None or (scene.editor is None) != (before.editor is None):
            self._swap(scene.editor is not None)
        if before is None or _shape(scene) != _shape(before):
            self._divide()
            # Now, or the board is drawn in its old place first and 80 ms later in its new one.
            self.update_idletasks()
        for name, tool in self.tools.items():
            tool.state(["!disabled" if name in scene.menus.enabled else "disabled"])
        write(self.sign, scene.board.sign)
        self.board.show(scene.board)
        self._show_cards()
        self.study.show(scene)
        if lost_focus(self):
            if scene.page == "moves" and "next" in scene.review.enabled:  # as after Review
                self.study.pages["moves"].text.focus_set()
            else:
                self._keyboard.take_focus()

    @cached_property
    def editor(self) -> EditorCard:
        """The position editor, made when it is first used."""
        return EditorCard(self._cards, self._look, self._command, self._choose)

    def _swap(self, editing: bool) -> None:
        """Replace the players and thinking cards by the position editor, or bring them back."""
        self._above.pack_forget()
        self._above = packed(self.editor if editing else self._game, fill="x")

    def _show_cards(self) -> None:
        if self._scene is not None and self._column:
            self.players.show(self._scene.players, self._column)
            self.thinking.show(self._scene.thinking, self._column, self._brief)
            if self._scene.editor is not None:
                self.editor.show(self._scene.editor, self._column)

    def _restyle(self) -> None:
        self._divide()
        self.after_idle(self._settle)

    def _settle(self) -> None:
        """Divide again when the cards know their height in a new width or font."""
        self.update_idletasks()
        self._divide()

    def _divide(self) -> None:
        """Set the column's width and the third card's place for this board and window."""
        size = width, height = self.winfo_width(), self.winfo_height()
        if self._scene is None or width < 2:
            return
        look, board, line = self._look, self._scene.board, self._look.line("caption")
        around = self._tools.winfo_reqheight() + look.xs
        around += look.line("small") + look.s if self._scene.aim else 0
        column = column_width(
            width + 2 * look.l, width_for(board, height - around, line, look.scale), look.scale
        )
        self._show_aim(width - column - look.l)
        top = height_for(board, width - column - look.l, line, look.scale) + around
        top += self.board.banner_room(board)
        cards = self._game.winfo_reqheight() + self.thinking.saved
        above, log_line = self.study.above, look.line("mono")
        place = third_card(size, column, look.m, top, cards, above + FEW_LINES * log_line)
        lines = (height - cards - look.m - above) / log_line
        brief = place == "column" and lines < LEAST_LINES
        if (column, brief) != (self._column, self._brief):
            self._column, self._brief = column, brief
            self._cards.configure(width=column)
            self._show_cards()
            self.after_idle(self._settle)
        self._put_study(place, max(top, cards) if place == "all" else top)

    def _show_aim(self, room: int) -> None:
        """Show the aim above the board in the largest font, and the most words, that fit."""
        assert self._scene is not None
        look, aim = self._look, self._scene.aim
        if not aim:
            self.aim.grid_remove()
            return
        text = words.AIM.format(aim=aim)
        fonts = [name for name in ("small", "caption") if look.fonts[name].measure(text) <= room]
        font = next(iter(fonts), "caption")
        self.aim.configure(text=look.fit(font, (text, aim), room), font=look.fonts[font])
        self.aim.grid(pady=(0, look.s))

    def _put_study(self, place: str, top: int) -> None:
        """Put the third card in its place; what is above it is `top` pixels high."""
        assert self._scene is not None
        if not self._scene.log_pane:
            place = ""
        below = place in ("all", "board")
        if place != self._place:
            self._place = place
            self.study.pack_forget()
            self.study.grid_forget()
            self._cards.grid(rowspan=1 + (place == "board"))
            if below:
                span, gap = 1 + (place == "all"), 0 if place == "all" else self._look.l
                self.study.grid(
                    row=1, column=0, columnspan=span, sticky="nsew", padx=(0, gap),
                    pady=(self._look.m, 0),
                )  # fmt: skip
            elif place:
                self.study.pack(in_=self._cards, fill="both", expand=True, pady=(self._look.m, 0))
        self.rowconfigure(0, weight=int(not below), minsize=top if below else 0)
        self.rowconfigure(1, weight=int(below))


def _shape(scene: WindowScene) -> tuple[object, ...]:
    board = scene.board
    low = board.banner if board.rows < board.columns else None  # which makes room for it
    return (
        board.rows, board.columns, board.coordinates, board.value is None, scene.log_pane,
        scene.aim, low,
    )  # fmt: skip
