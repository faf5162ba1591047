"""The picture of two searches side by side: both trees, a flag where they part, and its card."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from loa_tk.scenes.explorer import (
    MAX,
    MIN,
    ExplorerIntents,
    PairPicked,
    PairResized,
    PairScene,
    PairTreeScene,
    Span,
    TreePictureScene,
)
from loa_tk.view.explorer.tree_canvas import SETTLED, TIGHT
from loa_tk.view.explorer.tree_page import Level, PictureCard
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tree_image import PALE_MAX, PALE_MIN, paint_tree, ppm
from loa_tk.view.kit.widgets import Timer, write
from loa_tk.words import pair as pair_words

HIGHEST, LOW = 20, 12  # pixels of a row; rows this low have no labels
KINDS = {MAX: PALE_MAX, MIN: PALE_MIN}
LEVELS = (
    Level({}, caption=True),
    Level(pair_words.LEGEND_SHORT, caption=True),
    Level({}),
    Level(pair_words.LEGEND_SHORT),
    Level(pair_words.LEGEND_TINY),
    Level(pair_words.LEGEND_TINY, title=False),
)


class TreePair(tk.Canvas):
    """Draws two trees, one below the other, or what stands in their place."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ExplorerIntents) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=64, height=64)
        self._look, self._intents = look, intents
        self.scene = PairScene()
        self._images: list[tk.PhotoImage] = []
        self.width = 0  # of a tree, as last reported
        self._timer = Timer(self, self._settled)
        self.bind("<Configure>", lambda event: self._resized())
        self.bind("<Button-1>", self._click)
        look.watch(self, self._restyle)

    def show(self, scene: PairScene) -> None:
        """Draw this scene, unless it is drawn already."""
        before, self.scene = self.scene, scene
        if (scene.trees, scene.note, scene.bad) != (before.trees, before.note, before.bad):
            self.redraw()

    # --- measures ---

    @property
    def left(self) -> int:
        """The pixels left of the trees, for their names and figures."""
        # Not by the scene's figures: the width that is reported must not depend on the scene.
        look, figures = self._look, (*pair_words.LEAVES.values(), pair_words.CUT_OFFS)
        known = pair_words.FIGURE_2, pair_words.YOURS, pair_words.MISTAKE
        titles = *known, *pair_words.IN_ORDER.values()
        title = max(map(look.fonts["bold"].measure, titles))
        samples = (figure.format(count=10_000) for figure in figures)
        return max(title, *map(look.fonts["caption"].measure, samples)) + look.s

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

    def _draw(self, which: int, tree: PairTreeScene) -> None:
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

    def _label(self, tree: PairTreeScene, top: int) -> None:
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

    def _part(self, tree: PairTreeScene, x: int, above: int, below: int) -> None:
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
            self._intents.report(PairResized(width))
        self.redraw()

    def _click(self, event: tk.Event) -> None:
        self.focus_set()
        for which in range(len(self.scene.trees)):
            row, x = (event.y - self.top(which)) // self.high, event.x - self.left
            if 0 <= row < self.plies and 0 <= x < self.width:
                self._intents.report(PairPicked(which, row, x))

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

    title, zooms, levels = pair_words.TITLE, (), LEVELS

    def _canvas(self, intents: ExplorerIntents) -> TreePair:  # type: ignore[override]
        self.pair = TreePair(self, self._look, intents)
        return self.pair

    def show_pair(self, scene: PairScene) -> None:
        """Show both trees."""
        parted = any(tree.parts is not None for tree in scene.trees)
        self.title = pair_words.TITLE if parted or not scene.trees else pair_words.SHORT
        write(self._title, self.title)
        self.show_head(TreePictureScene(caption=scene.caption, legend=scene.legend))
        self.pair.show(scene)

    def high(self, rows: int, row: int) -> int:
        """Return the height of the card if the trees have rows of this many pixels."""
        look = self._look
        head = max(self._top.winfo_reqheight(), look.line("bold")) + look.xs + 2 * look.s
        return head + 2 * (look.px(row) * rows + self.pair.flag) + 2
