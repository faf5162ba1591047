"""The printed algorithm with its executed line and variables, and the transport with a slider."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font as tkfont
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, FigureScene, Sought
from loa_tk.view.kit import paint
from loa_tk.view.kit.images import ImageCache
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields, Wrapping
from loa_tk.view.kit.widgets import Card, inner, inset, label, pack_if, packed, write
from loa_tk.view.kit.window import focused
from loa_tk.words import explorer as words

KNOB, THICK = 14, 4  # pixels
KEYS = {"<Left>": -1, "<Right>": 1, "<Down>": -1, "<Up>": 1}
PAGES = {"<Prior>": 20, "<Next>": -20}  # twentieths of the whole


class Slider(tk.Canvas):
    """Shows a step of several and reports the step that the user wants."""

    def __init__(self, parent: tk.Misc, look: Look, moved: Callable[[int], None]) -> None:
        super().__init__(
            parent, highlightthickness=0, borderwidth=0, width=look.px(90),
            height=look.px(KNOB) + 4, takefocus=True,
        )  # fmt: skip
        self._look, self._moved = look, moved
        self._step, self._steps = 0, 0
        self._images = ImageCache(self)
        self.bind("<Configure>", lambda event: self._draw())
        self.bind("<Button-1>", self._pressed)
        self.bind("<B1-Motion>", lambda event: self._seek(event.x))
        self.bind("<FocusIn>", lambda event: self._draw())
        self.bind("<FocusOut>", lambda event: self._draw())
        for key, by in KEYS.items():
            self.bind(key, lambda event, by=by: self._by(by))  # type: ignore[misc]
        for key, part in PAGES.items():
            self.bind(key, lambda event, part=part: self._by(self._steps // part))  # type: ignore[misc]
        self.bind("<Home>", lambda event: self._go(0))
        self.bind("<End>", lambda event: self._go(self._steps))
        look.watch(self, self._restyle)

    def show(self, step: int, steps: int) -> None:
        """Show this step; there is nothing to slide over if there are no steps."""
        if (step, steps) != (self._step, self._steps):
            self._step, self._steps = step, steps
            self._draw()

    def _room(self) -> int:
        return max(1, self.winfo_width() - self._look.px(KNOB))

    def _draw(self) -> None:
        self.delete("all")
        look, palette = self._look, self._look.palette
        middle, half = self.winfo_height() // 2, look.px(THICK) // 2
        left, right = look.px(KNOB) // 2, self.winfo_width() - look.px(KNOB) // 2
        at = left + round(self._room() * self._step / max(1, self._steps))
        line = palette.line if palette.flat else palette.trough
        self.create_rectangle(left, middle - half, right, middle + half, fill=line, width=0)
        self.create_rectangle(left, middle - half, at, middle + half, fill=palette.accent, width=0)
        if focused(self) is self:  # a pull-down list may be open
            self.create_rectangle(
                1, 1, self.winfo_width() - 2, self.winfo_height() - 2, outline=palette.accent
            )
        size = look.px(KNOB)
        colour = palette.accent if self._steps else palette.disabled
        knob = self._images.get(colour, lambda: paint.dot(size, size / 2 - 0.5, colour))
        self.create_image(at, middle, image=knob)

    def _pressed(self, event: tk.Event) -> None:
        self.focus_set()
        self._seek(event.x)

    def _seek(self, x: int) -> None:
        self._go(round((x - self._look.px(KNOB) // 2) / self._room() * self._steps))

    def _by(self, steps: int) -> str:
        return self._go(self._step + steps)

    def _go(self, step: int) -> str:
        """Report a step within the limits; the window's own keys then do nothing."""
        if self._steps:
            self._moved(min(self._steps, max(0, step)))
        return "break"

    def _restyle(self) -> None:
        self._images.turn_to(self._look.palette.name)
        self.configure(background=self._look.palette.surface)
        self._draw()


STEPS = ("first", "back", "step", "over", "last", "next-cut", "next-best", "play")
FILES = ("save-picture", "save-page", "copy-text")
MORE = ("copy-link", "present")  # if there is room; their keys are always there
USUAL = 10  # points of the text with which there is room for them
WIDE, TALL = 65, 9  # characters and lines of the printed algorithm
SMALLEST = 9  # points of the algorithm's letters if there is no room for larger ones
VALUE = 12  # characters of a variable's value
CONTROLS = 0.45  # the share of their width on one line that the controls get at least


def rows(line: str) -> int:
    """Return how many rows a line of the algorithm is printed in."""
    return line.count("\n") + 1


class Listing(tk.Text):
    """The lines of the algorithm; if there is no room for all, the executed one alone."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(
            parent, wrap="none", borderwidth=0, highlightthickness=0, padx=0, pady=0, width=WIDE,
            height=TALL, state="disabled", cursor="arrow", takefocus=False, insertwidth=0,
        )  # fmt: skip
        self._look = look
        self._shown: tuple[tuple[str, ...], int | None, bool] = ((), None, False)
        self._dense = False
        family = look.fonts["mono"].actual("family")
        self._small = tkfont.Font(self, family=family, size=look.points(SMALLEST))
        self._small_bold = tkfont.Font(
            self, family=family, size=look.points(SMALLEST), weight="bold"
        )
        look.watch(self, self._restyle)

    def condense(self, dense: bool) -> None:
        """Use the smallest letters if only these leave room for all lines."""
        if dense != self._dense:
            self._dense = dense
            self._restyle()

    def show(self, scene: FigureScene, brief: bool) -> None:
        """Show the lines and mark the one that is executed."""
        shown = (scene.lines, scene.line, brief)
        if shown == self._shown:
            return
        before, self._shown = self._shown, shown
        lines, line = scene.lines, scene.line
        if brief:
            lines, line = ((" ".join(lines[line].split()),) if line is not None else ()), 0
        self.configure(state="normal")
        if brief or before[2] or lines != before[0]:
            self.delete("1.0", "end")
            self.insert("end", "\n".join(lines))
        self.tag_remove("running", "1.0", "end")
        if line is not None and lines:
            first = sum(map(rows, lines[:line])) + 1
            self.tag_add("running", f"{first}.0", f"{first + rows(lines[line])}.0")
        high = 1 if brief else max(TALL, sum(map(rows, lines)))
        self.configure(state="disabled", height=high)

    def _restyle(self) -> None:
        look, palette = self._look, self._look.palette
        self.configure(
            font=self._small if self._dense else look.fonts["mono"],
            background=palette.surface, foreground=palette.text,
            selectbackground=palette.accent, selectforeground=palette.on_accent,
        )  # fmt: skip
        self.tag_configure(
            "running", background=palette.running, foreground=palette.on_running,
            font=self._small_bold if self._dense else look.fonts["mono_bold"],
        )  # fmt: skip


class FigureCard(Card):
    """The algorithm, its variables and the transport; in a small window only the executed line."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, (inset(look), look.s, inset(look), look.s))
        self._buttons = buttons
        self._scene = FigureScene()
        self._brief = self._bare = self._whole = False
        self.listing = Listing(self, look)
        self._variables = inner(self)
        self._labels: list[tuple[ttk.Label, ttk.Label]] = []
        self._controls = inner(self)  # its buttons are packed in one of two rows
        self.steps = Wrapping(self._controls, look)
        for name in STEPS:
            style = "Main" if name == "step" else "Push"
            self.steps.add(buttons.make(self.steps, style, name))
        speed = inner(self.steps)
        self._speed = label(speed, "Caption", words.FIELDS["speed"])
        fields.make(speed, "speed", 6).pack(side="right")
        self.steps.add(speed)
        row = inner(self._controls)
        self._text = packed(label(row, "Bold"), side="left", padx=(0, look.s))
        self.slider = Slider(row, look, lambda moment: intents.report(Sought(moment)))
        self._files = inner(self._controls)
        for name in (*FILES, *MORE):
            buttons.make(self._controls, "Quiet", name)
        self._own_tree = buttons.make(row, "Quiet", "own-tree")
        self._row = row
        self.steps.pack(fill="x")
        row.pack(fill="x", pady=(look.xs, 0))
        self.columnconfigure(2, weight=1)
        self._arrange(False)
        look.watch(self._controls, lambda: self._arrange(self._brief, self._bare, self._whole))

    def show(self, scene: ExplorerScene) -> None:
        """Show this moment."""
        figure = self._scene = scene.figure
        self.listing.show(figure, self._brief and not self._whole)
        self._show_variables()
        self.slider.show(figure.moment, figure.moments)
        write(self._text, figure.text)

    def _show_variables(self) -> None:
        pairs = self._scene.variables
        while len(self._labels) < len(pairs):
            self._labels.append((label(self._variables, "Caption"), label(self._variables, "Mono")))
            self._place_variables()
        # Minimax has fewer variables than alpha-beta; the others' labels are blank then.
        blank = (("", ""),) * (len(self._labels) - len(pairs))
        for (name, value), (left, right) in zip((*pairs, *blank), self._labels, strict=True):
            write(left, name)
            write(right, value)

    def _place_variables(self) -> None:
        look = self._look
        for number, (left, right) in enumerate(self._labels):
            if self._brief and not self._whole:
                left.grid(row=0, column=2 * number, padx=(look.m if number else 0, look.xs))
                right.grid(row=0, column=2 * number + 1)
                self._variables.columnconfigure(1, minsize=0)
            else:
                left.grid(row=number, column=0, sticky="w", padx=(0, look.s))
                right.grid(row=number, column=1, sticky="w")
                self._variables.columnconfigure(1, minsize=look.fonts["mono"].measure("0") * VALUE)

    def full_width(self) -> int:
        """Return the width that the whole algorithm beside its controls needs."""
        look = self._look
        char = look.fonts["mono"].measure("0")
        controls = round(self.steps.widest() * CONTROLS)
        return (WIDE + VALUE + 8) * char + controls + 2 * inset(look) + 2 * look.l

    def full_height(self) -> int:
        """Return the height that the whole algorithm needs."""
        return max(TALL, len(self._scene.lines)) * self._look.line("mono") + 2 * self._look.s

    def arrange(self, brief: bool, bare: bool = False, whole: bool = False) -> None:
        """Show the whole algorithm, in brief the executed line, or bare the transport alone.

        In brief, the `whole` algorithm can still be shown above the transport, in small letters.
        """
        if (brief, bare, whole) != (self._brief, self._bare, self._whole):
            self._arrange(brief, bare, whole)

    def _arrange(self, brief: bool, bare: bool = False, whole: bool = False) -> None:
        look = self._look
        self._brief, self._bare, self._whole = brief, bare, whole
        self.listing.condense(whole)
        self._buttons.short = words.SHORT if brief else {}
        for shown in (self.listing, self._variables, self._controls):
            shown.grid_forget()
        named = [self._buttons.by_name[name] for name in (*FILES, *MORE)]
        for part in (self.slider, self._files, self._own_tree, *named):
            part.pack_forget()
        if brief or look.text_size > USUAL:
            named = named[: len(FILES)]
        inside = self._row if brief else self._files
        for button in reversed(named):
            button.pack(in_=inside, side="right")
        if not brief:
            self._files.pack(fill="x", side="bottom")
        self._own_tree.pack(side="right")
        self.slider.pack(side="left", fill="x", expand=True)
        if brief:
            if whole:
                self.listing.grid(row=0, column=0, sticky="nw")
                self._variables.grid(row=0, column=1, sticky="n", padx=look.l)
            elif not bare:
                self.listing.grid(row=0, column=0, columnspan=3, sticky="ew")
                self._variables.grid(row=1, column=0, columnspan=3, sticky="w")
            self._controls.grid(row=2, column=0, columnspan=3, sticky="ew", pady=(look.xs, 0))
        else:
            self.listing.grid(row=0, column=0, sticky="nw")
            self._variables.grid(row=0, column=1, sticky="n", padx=look.l)
            self._controls.grid(row=0, column=2, sticky="nsew")
        pack_if(not brief, self._speed, side="left", padx=(look.xs, look.xs))
        self._place_variables()
        self.listing.show(self._scene, brief and not whole)
