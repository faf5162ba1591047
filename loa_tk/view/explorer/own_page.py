"""The page "Side by side": two trees, their clock, where they part, why, and both sources."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from loa_tk.scenes.explorer import (
    LOOK,
    MAX,
    MIN,
    SAME,
    STANDS,
    CodeLine,
    CodeScene,
    ExplorerIntents,
    ExplorerScene,
    OwnPicked,
    OwnResized,
    OwnScene,
    OwnSought,
    OwnTreeScene,
    Span,
    TreePictureScene,
)
from loa_tk.view.explorer.columns import MoveColumn, wrong_ground
from loa_tk.view.explorer.figure import Slider
from loa_tk.view.explorer.reason import ReasonCard
from loa_tk.view.explorer.tree_canvas import SETTLED, TIGHT
from loa_tk.view.explorer.tree_page import Level, PictureCard
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields
from loa_tk.view.kit.tree_image import PALE_MAX, PALE_MIN, paint_tree, ppm
from loa_tk.view.kit.widgets import (
    Card,
    TextPane,
    Timer,
    inner,
    inset,
    label,
    pack_if,
    packed,
    write,
)
from loa_tk.words import explorer as words

HIGHEST, LOW = 20, 12  # pixels of a row; rows this low have no labels
COLUMN = 32  # digits' widths of a column
ROWS = 10  # moves of a column that should be visible
BRIEF = 3  # lines of a source in a small window
SENTENCES = 4  # lines of the sentences that must be visible there
NARROW = 104  # digits' widths of a page with room for both columns beside the sentences
NUMBER = 3  # digits of a line's number
STEPS = ("own-first", "own-back", "own-step", "own-last", "own-play")
KINDS = {MAX: PALE_MAX, MIN: PALE_MIN}
LEVELS = (
    Level({}, caption=True),
    Level(words.OWN_LEGEND_SHORT, caption=True),
    Level({}),
    Level(words.OWN_LEGEND_SHORT),
    Level(words.OWN_LEGEND_TINY),
    Level(words.OWN_LEGEND_TINY, title=False),
)


class TreePair(tk.Canvas):
    """Draws two trees, one below the other, or what stands in their place."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ExplorerIntents) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=64, height=64)
        self._look, self._intents = look, intents
        self.scene = OwnScene()
        self._images: list[tk.PhotoImage] = []
        self.width = 0  # of a tree, as last reported
        self._timer = Timer(self, self._settled)
        self.bind("<Configure>", lambda event: self._resized())
        self.bind("<Button-1>", self._click)
        look.watch(self, self._restyle)

    def show(self, scene: OwnScene) -> None:
        """Draw this scene, unless it is drawn already."""
        before, self.scene = self.scene, scene
        if (scene.trees, scene.note, scene.bad) != (before.trees, before.note, before.bad):
            self.redraw()

    # --- measures ---

    @property
    def left(self) -> int:
        """The pixels left of the trees, for their names and figures."""
        # Not by the scene's figures: the width that is reported must not depend on the scene.
        look, sample = self._look, words.CUT_OFFS.format(count=10_000)
        titles = words.FIGURE_2, words.YOURS, words.MISTAKE, *words.IN_ORDER.values()
        title = max(map(look.fonts["bold"].measure, titles))
        return max(title, look.fonts["caption"].measure(sample)) + look.s

    @property
    def plies(self) -> int:
        """The rows of a tree."""
        return max((len(tree.rows) for tree in self.scene.trees), default=1)

    @property
    def flag(self) -> int:
        """The height of the flag below a tree."""
        return self._look.line("caption") + self._look.px(5)

    @property
    def high(self) -> int:
        """The pixels of a row."""
        room = self.winfo_height() // 2 - self.flag
        low, high = self._look.px(TIGHT), self._look.px(HIGHEST)
        return max(low, min(high, room // max(1, self.plies)))

    def top(self, which: int) -> int:
        """Return where a tree begins."""
        return which * (self.plies * self.high + self.flag)

    # --- drawing ---

    def redraw(self) -> None:
        """Draw everything again."""
        self.delete("all")
        self._images = []
        for which, tree in enumerate(self.scene.trees):
            self._draw(which, tree)
        if self.scene.note:
            look, palette = self._look, self._look.palette
            above = self.top(len(self.scene.trees))
            self.create_text(
                self.winfo_width() // 2, (above + self.winfo_height()) // 2, justify="center",
                text=self.scene.note, width=max(1, self.winfo_width() - 2 * look.l),
                font=look.fonts["bold" if self.scene.bad else "body"],
                fill=palette.bad if self.scene.bad else palette.muted,
            )  # fmt: skip

    def _draw(self, which: int, tree: OwnTreeScene) -> None:
        look, palette, wide = self._look, self._look.palette, max(1, self.width)
        left, top, high = self.left, self.top(which), self.high
        rows = [
            paled([one for one in row if one.right <= wide], reached)
            for row, reached in zip(tree.rows, tree.reached, strict=True)
        ]
        lines = paint_tree(rows, wide, high, palette, look.scale)
        if lines:
            image = tk.PhotoImage(master=self, data=ppm(lines), format="ppm")
            self._images.append(image)
            self.create_image(left, top, image=image, anchor="nw")
        self._letter(rows, left, top)
        self._label(tree, top)
        if tree.opened is not None:
            frame, thick = tree.opened, max(2, look.px(2.4))
            self.create_rectangle(
                left + frame.left - 1, top + frame.top * high,
                left + max(frame.right, frame.left + 3),
                top + (frame.bottom + 1) * high - 1, outline=palette.accent, width=thick,
            )  # fmt: skip
        if tree.parts is not None:
            self._part(tree, left + tree.parts.left, top + tree.parts.top * high,
                       top + len(rows) * high)  # fmt: skip

    def _letter(self, rows: Sequence[Sequence[Span]], left: int, top: int) -> None:
        """Write the moves on the nodes that are wide enough, unless the rows are low."""
        look, high = self._look, self.high
        font = look.fonts["mono_small"]
        if font.metrics("linespace") > high + 1 or high <= look.px(LOW):
            return
        one = font.measure("0")
        for row, spans in enumerate(rows):
            for span in spans:
                if span.label and len(span.label) * one + 4 <= span.right - span.left:
                    quiet = span.kind in KINDS.values() and not look.palette.flat
                    self.create_text(
                        left + (span.left + span.right) // 2, top + row * high + high // 2,
                        text=span.label, font=font,
                        fill=look.palette.muted if quiet else look.palette.on_tree,
                    )  # fmt: skip

    def _label(self, tree: OwnTreeScene, top: int) -> None:
        """Write the name of a tree and as many of its figures as there is room for."""
        look, palette = self._look, self._look.palette
        self.create_text(
            0, top, text=tree.title, anchor="nw", font=look.fonts["bold"], fill=palette.text
        )
        y, line = top + look.line("bold"), look.line("caption")
        for text in tree.figures:
            if y + line > top + self.plies * self.high + self.flag:
                break
            self.create_text(
                0, y, text=text, anchor="nw", font=look.fonts["caption"], fill=palette.muted
            )
            y += line

    def _part(self, tree: OwnTreeScene, x: int, above: int, below: int) -> None:
        """Draw where the searches part, with a flag that is moved to the left if it must be."""
        look, palette = self._look, self._look.palette
        font = look.fonts["caption"]
        thick = max(2, look.px(2.4))
        end = below + look.line("caption") + look.px(1)
        self.create_line(x, above, x, end, fill=palette.bad, width=thick)
        if not tree.flag:
            return
        room = self.winfo_width() - 2
        text = look.fit("caption", [tree.flag], room - look.m)
        wide = font.measure(text) + look.m
        left = max(0, min(x - thick // 2, room - wide))
        self.create_rectangle(left, below, left + wide, end, fill=palette.bad, width=0)
        self.create_text(
            left + look.m // 2, (below + end) // 2, text=text, anchor="w", font=font,
            fill=palette.surface,
        )  # fmt: skip

    # --- events ---

    def _resized(self) -> None:
        # Later, because a scene that is being shown may have caused this.
        self._timer.start(SETTLED if self.width else 1)

    def _settled(self) -> None:
        width = max(1, self.winfo_width() - self.left - 2)
        if width != self.width:
            self.width = width
            self._intents.report(OwnResized(width))
        self.redraw()

    def _click(self, event: tk.Event) -> None:
        self.focus_set()
        for which in range(len(self.scene.trees)):
            row, x = (event.y - self.top(which)) // self.high, event.x - self.left
            if 0 <= row < self.plies and 0 <= x < self.width:
                self._intents.report(OwnPicked(which, row, x))

    def _restyle(self) -> None:
        self.configure(background=self._look.palette.surface)
        if self.winfo_width() > 1:
            self._resized()


def paled(row: Sequence[Span], at: int) -> list[Span]:
    """Return the spans of a row, paler from a pixel on."""
    spans = []
    for span in row:
        if span.kind not in KINDS or span.right <= at:
            spans.append(span)
            continue
        if span.left < at:
            spans.append(span._replace(right=at))
        spans.append(span._replace(left=max(span.left, at), kind=KINDS[span.kind]))
    return spans


class PairCard(PictureCard):
    """Both trees under their title and their legend."""

    title, zooms, levels = words.OWN_TITLE, (), LEVELS

    def _canvas(self, intents: ExplorerIntents) -> TreePair:  # type: ignore[override]
        self.pair = TreePair(self, self._look, intents)
        return self.pair

    def show_pair(self, scene: OwnScene) -> None:
        """Show both trees."""
        parted = any(tree.parts is not None for tree in scene.trees)
        self.title = words.OWN_TITLE if parted or not scene.trees else words.OWN_SHORT
        write(self._title, self.title)
        self.show_head(TreePictureScene(caption=scene.caption, legend=scene.legend))
        self.pair.show(scene)

    def high(self, rows: int, row: int) -> int:
        """Return the height of the card if the trees have rows of this many pixels."""
        look = self._look
        head = max(self._top.winfo_reqheight(), look.line("bold")) + look.xs + 2 * look.s
        return head + 2 * (look.px(row) * rows + self.pair.flag) + 2


class CodeText(TextPane):
    """Lines of a source with their numbers and marks; in brief only those that matter most."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._shown: tuple[tuple[CodeLine, ...], str, bool] = ((), "", False)
        self.text.configure(wrap="none", highlightthickness=0)
        self.text.bind("<Configure>", lambda event: self._align(), add=True)
        look.watch(self.text, self._restyle)

    def show(self, scene: CodeScene, brief: bool) -> None:
        """Show these lines."""
        shown = (scene.lines, scene.note, brief)
        if shown == self._shown:
            return
        self._shown = shown
        lines = shortened(scene.lines) if brief else scene.lines
        with self.writing() as text:
            if not lines:
                text.insert("end", scene.note, "note")
            for number, line in enumerate(lines, 1):
                text.insert("end", "\n" if number > 1 else "")
                text.insert("end", f"\t{line.number or ''}\t", ("line", "number"))
                text.insert("end", line.text, "line")
                if line.note:
                    text.insert("end", f"\t{line.note}", ("line", f"note{line.part}"))
            for number, line in enumerate(lines, 1):  # now, or the next line would be marked too
                if line.part:
                    text.tag_add(line.part, f"{number}.0", f"{number + 1}.0")
                begin, end = line.mark
                if end:
                    at = len(f"\t{line.number or ''}\t")
                    text.tag_add("mark", f"{number}.{at + begin}", f"{number}.{at + end}")
        self._align()

    def _align(self) -> None:
        """Put the numbers, the lines and the notes below each other, in letters that fit."""
        look, tag = self._look, self.text.tag_configure
        wide, longest = self.text.winfo_width(), 0
        for line in self._shown[0]:
            longest = max(longest, len(line.text) + (len(line.note) + 1 if line.note else 0))
        small = self._shown[2] or (NUMBER + longest + 2) * look.fonts["mono"].measure("0") > wide
        font, bold = ("mono_small", "mono_small_bold") if small else ("mono", "mono_bold")
        apart = 0 if self._shown[2] else 1
        self.text.configure(font=look.fonts[font], spacing1=apart, spacing3=apart)
        for part in (LOOK, STANDS, SAME):
            tag(part, font=look.fonts[bold])
        first = NUMBER * look.fonts[font].measure("0")
        wide = max(wide, 2 * first)  # before it is shown it has no width
        tag("line", tabs=(first, "right", first + look.s, "left", wide - look.xs, "right"))

    def _restyle(self) -> None:
        look, palette, tag = self._look, self._look.palette, self.text.tag_configure
        fonts = look.fonts
        self.text.configure(
            background=palette.surface, foreground=palette.text,
            selectbackground=palette.accent, selectforeground=palette.on_accent,
        )  # fmt: skip
        tag("number", foreground=palette.muted)
        tag("note", font=fonts["small"], foreground=palette.muted)
        tag(LOOK, background=wrong_ground(palette))
        tag(STANDS, background=palette.running, foreground=palette.on_running)
        tag(SAME, background=palette.soft, foreground=palette.on_soft)
        tag(f"note{LOOK}", font=fonts["mono_small_bold"], foreground=palette.bad)
        tag(f"note{STANDS}", font=fonts["mono_small_bold"], foreground=palette.on_running)
        tag("mark", underline=True)
        self.text.tag_lower(LOOK)
        for name in (STANDS, SAME):  # a number has the colour of the ground of its line
            self.text.tag_raise(name, "number")
        self._align()


def shortened(lines: Sequence[CodeLine]) -> tuple[CodeLine, ...]:
    """Return three lines: those with marks, and the lines above the last of them."""
    kept = {at for at, line in enumerate(lines) if line.part}
    before = max(kept, default=0)
    while len(kept) < min(BRIEF, len(lines)) and before >= 0:
        if lines[before].number:
            kept.add(before)
        before -= 1
    return tuple(lines[at] for at in sorted(kept)[-BRIEF:])


class CodeCard(Card):
    """A source under its title and the line in which the search stands."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look, (inset(look), look.s, look.s, look.s))
        self.pack_propagate(False)  # the page sets its size
        self._top = packed(inner(self), fill="x")
        self._title = packed(label(self._top, "Bold"), side="left")
        self._caption = packed(label(self._top, "Caption"), side="left", padx=look.s)
        self.code = packed(CodeText(self, look), fill="both", expand=True)

    def show(self, scene: CodeScene, brief: bool) -> None:
        """Show these lines."""
        write(self._title, scene.title)
        write(self._caption, scene.caption)
        self.code.show(scene, brief)

    def high(self, lines: int, brief: bool) -> int:
        """Return the height of the card with this many lines."""
        look = self._look
        line = look.line("mono_small") if brief else look.line("mono") + 2
        return look.line("bold") + lines * line + 2 * look.s


class PartingCard(ReasonCard):
    """The board at the opened node, with what both searches do there, and their clock."""

    names, digits, lines, stacked = ("own-copy", "own-board"), 46, 7, False

    def __init__(
        self, parent: tk.Misc, look: Look, buttons: Buttons, fields: Fields,
        intents: ExplorerIntents,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, buttons, partial(intents.choose, "link"))
        self.clock = packed(inner(self), side="bottom", fill="x")
        self._steps = packed(inner(self.clock), fill="x")
        for name in STEPS:
            style = "Main" if name == "own-step" else "Push"
            buttons.make(self._steps, style, name).pack(side="left", padx=(0, look.xs))
        self._more = inner(self._steps)  # if there is room; Escape does the same as its button
        buttons.make(self._more, "Push", "own-difference").pack(side="left", padx=(0, look.s))
        label(self._more, "Caption", words.FIELDS["speed"]).pack(side="left", padx=(0, look.xs))
        fields.make(self._more, "own-pace", 6).pack(side="left")
        self._line = inner(self.clock)
        self.text = label(self.clock, "Bold")
        self.slider = Slider(self.clock, look, lambda moment: intents.report(OwnSought(moment)))
        self._tight: bool | None = None
        self._texts: tuple[str, ...] = ("",)
        self.tighten(False)

    def tighten(self, brief: bool) -> None:
        """Put the clock into one row, or into two with more buttons above those of the board.

        In one row it takes the place of the latter, whose commands have keys.
        """
        if brief == self._tight:
            return
        self._tight, foot = brief, self.show_board.master
        assert isinstance(foot, ttk.Frame)
        pack_if(not brief, foot, side="bottom", fill="x")
        self.clock.pack_forget()
        self.clock.pack(side="bottom", fill="x")
        pack_if(not brief, self._more, side="left")
        pack_if(not brief, self._line, fill="x", pady=(self._look.xs, 0))
        row = self._steps if brief else self._line
        self.text.pack(in_=row, side="left", padx=(0, self._look.s))
        self.slider.pack(in_=row, side="left", fill="x", expand=True)
        self._write_clock()
        self._arrange()

    def under(self) -> int:
        foot = super().under() if self.show_board.master.winfo_manager() else 0
        # Not by the height that the clock requests, which Tk brings up to date only later.
        high = max(part.winfo_reqheight() for part in self._steps.winfo_children())
        if not self._tight:
            row = max(self.text.winfo_reqheight(), self.slider.winfo_reqheight())
            high += self._look.xs + row
        return foot + high

    def show_clock(self, scene: OwnScene) -> None:
        """Show the moment of both searches."""
        self.slider.show(scene.moment, scene.moments)
        self._texts = scene.clock
        self._write_clock()

    def _write_clock(self) -> None:
        write(self.text, self._texts[-1 if self._tight else 0])


class OwnPage(ttk.Frame):
    """Three rows: the trees; the node where they part and what to look at; both sources."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look = look
        self._scene = OwnScene()
        self._brief = False
        self.card = PairCard(self, look, intents, buttons)
        self.columns = [MoveColumn(self, look) for _ in range(2)]
        self.reason = PartingCard(self, look, buttons, fields, intents)
        self.reason.offer_board(True)
        self.codes = [CodeCard(self, look) for _ in range(2)]
        look.refit(self, self._arrange, idle=True)

    def show(self, scene: ExplorerScene) -> None:
        """Show everything; only what differs is drawn."""
        before, own = self._scene, scene.own
        self._scene = own
        self.card.show_pair(own)
        for column, shown in zip(self.columns, own.columns, strict=False):
            column.show(shown)
        if own.columns:
            self.reason.show(own.reason)
            self.reason.show_clock(own)
        if shape(own) != shape(before):
            self._arrange()
        self._show_codes()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page."""
        return self.card.pair

    def _show_codes(self) -> None:
        for card, code in zip(self.codes, self._scene.codes, strict=False):
            card.show(code, self._brief)

    def _arrange(self) -> None:
        """Divide the page by what each part needs; a small one has no columns."""
        width, height, look = self.winfo_width(), self.winfo_height(), self._look
        scene = self._scene
        if width < 2:
            return
        for part in (*self.columns, self.reason, *self.codes):
            part.place_forget()
        if not scene.columns:
            self.card.place(x=0, y=0, width=width, height=height)
            return
        rows, digit = len(scene.trees[0].rows), look.fonts["body"].measure("0")
        lines = max((len(code.lines) for code in scene.codes), default=0)
        below = self.codes[0].high(lines, False) if lines else 0
        path = look.line("bold") + 3 * look.line("caption") + look.l
        path += ROWS * (look.line("mono") + look.px(4))
        room = height - path - below - (2 if below else 1) * look.m
        self._brief = width < NARROW * digit or room < self.card.high(rows, LOW)
        self.reason.tighten(self._brief)
        if (width, height) != (self.winfo_width(), self.winfo_height()):
            self._arrange()  # Tk was brought up to date meanwhile, and gave the page another size
            return
        self.reason.reason.run_in(self._brief or bool(lines))
        if self._brief:
            self._place_brief(width, height, rows)
        else:
            top = min(self.card.high(rows, HIGHEST), room)
            self._place_all(width, height, top, below)
        self._show_codes()

    def _place_all(self, width: int, height: int, top: int, below: int) -> None:
        """Place the columns beside the sentences, and the sources side by side."""
        look = self._look
        gap, half = look.m, (width - look.m) // 2
        middle = height - top - gap - (below + gap if below else 0)
        column = min(COLUMN * look.fonts["body"].measure("0"), width // 4)
        self.card.place(x=0, y=0, width=width, height=top)
        for number, card in enumerate(self.columns):
            card.place(x=number * (column + gap), y=top + gap, width=column, height=middle)
        left = 2 * (column + gap)
        self.reason.place(x=left, y=top + gap, width=width - left, height=middle)
        for number, code in enumerate(self.codes[: len(self._scene.codes)]):
            code.place(x=number * (half + gap), y=height - below, width=half, height=below)

    def _place_brief(self, width: int, height: int, rows: int) -> None:
        """Place everything one above the other; the sources give way to the sentences."""
        look, gap = self._look, self._look.s
        below = self.codes[0].high(BRIEF, True) + gap
        least = self.reason.under() + look.m + look.s + 2
        least += SENTENCES * (look.line("small") + 2)
        shown, row = len(self._scene.codes), LOW
        while shown and self.card.high(rows, row) + gap + least + shown * below > height:
            shown -= 1
        if self.card.high(rows, row) + gap + least + shown * below > height:
            row = TIGHT
        top = self.card.high(rows, row)
        middle = max(1, height - top - gap - shown * below)
        self.card.place(x=0, y=0, width=width, height=top)
        self.reason.place(x=0, y=top + gap, width=width, height=middle)
        for number, code in enumerate(self.codes[:shown]):
            y = height - (shown - number) * below + gap
            code.place(x=0, y=y, width=width, height=below - gap)


def shape(scene: OwnScene) -> tuple[object, ...]:
    """Return what the arrangement of the page depends on."""
    rows = tuple(len(tree.rows) for tree in scene.trees)
    return rows, bool(scene.columns), tuple(len(code.lines) for code in scene.codes)
