"""The position editor's card: what a click places, the side to move, why it is not playable."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from loa_tk.scenes.review import Brush, EditorScene
from loa_tk.view.kit.cards import DiscCard, inner, label
from loa_tk.view.kit.strokes import strokes
from loa_tk.view.kit.style import BUTTON_INSET
from loa_tk.view.kit.theme import Look
from loa_tk.words import main as main_words
from loa_tk.words import review as words


class EditorCard(DiscCard[EditorScene]):
    """Replaces the players and thinking cards while a position is edited."""

    ICON = 20

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        command: Callable[[str], None],
        choose: Callable[[str, str], None],
    ) -> None:
        super().__init__(parent, look)
        self._choose = choose
        label(self, "Bold", words.EDITOR_TITLE).pack(anchor="w")
        choices = inner(self)
        choices.pack(fill="x", pady=(look.s, 0))
        self._brushes = _Choices(choices, words.PLACE)
        self._brushes.frame.pack(side="left", anchor="n")
        self._sides = _Choices(choices, words.TO_MOVE)
        self._sides.frame.pack(side="right", anchor="n")
        tools = inner(self)
        tools.pack(anchor="e", pady=(look.s, 0))
        self._tools = []
        for name, _, _ in words.EDIT_TOOLS:
            button = ttk.Button(tools, style="Quiet.TButton")
            button.configure(command=partial(command, name))
            button.pack(side="left")
            self._tools.append(button)
        self._reason = label(self, "Bad")
        self._reason.configure(justify="left")
        self._reason.pack(anchor="w", pady=(look.s, 0))
        foot = inner(self)
        foot.pack(fill="x", pady=(look.s, 0))
        self.ok = ttk.Button(foot, style="Main.TButton")
        self.ok.configure(command=lambda: command("edit-done"))
        cancel = ttk.Button(foot, text=main_words.CANCEL, style="Push.TButton")
        cancel.configure(command=lambda: command("edit-cancel"))
        cancel.pack(side="right")
        self.ok.pack(side="right", padx=(0, look.s))
        look.watch(self, self._restyle)

    def _icon(self, kind: str) -> tk.PhotoImage:
        """Return a disc, or for an empty brush a cross of the same size: all buttons are equal."""
        if kind:
            return super()._icon(kind)
        size, thick = self._look.px(self.ICON), self._look.px(2)
        near, far = size * 0.22, size * 0.78
        lines = [(near, near), (far, far)], [(near, far), (far, near)]
        colour = self._look.palette.text
        return self._pictures.get("", lambda: strokes(size, size, lines, thick, colour))

    def _fill(self, scene: EditorScene, room: int) -> None:
        self._brushes.show(scene.brushes, scene.brush, self._icon,
                           lambda key: self._choose("brush", key))  # fmt: skip
        self._sides.show(scene.sides, scene.side, self._icon,
                         lambda key: self._choose("to-move", key))  # fmt: skip
        self._fit(room)
        self._reason.configure(text=scene.reason, wraplength=max(1, room))
        self.ok.state(["disabled" if scene.reason else "!disabled"])

    def _fit(self, room: int) -> None:
        """Use the long or the short labels of the buttons, depending on the card's width."""
        small, body = self._look.fonts["small"].measure, self._look.fonts["body"].measure
        longest = sum(small(long) + self._look.l for _, long, _ in words.EDIT_TOOLS)
        for button, (_, long, short) in zip(self._tools, words.EDIT_TOOLS, strict=True):
            button.configure(text=long if longest <= room else short)
        both = body(words.PLAY_FROM_HERE) + body(main_words.CANCEL) + self._look.s
        wide = both + 4 * self._look.px(BUTTON_INSET)
        self.ok.configure(text=words.PLAY_FROM_HERE if wide <= room else words.PLAY)


class _Choices:
    """Buttons of which one is chosen, below a caption that names the choice."""

    def __init__(self, parent: tk.Misc, caption: str) -> None:
        self.frame = inner(parent)
        self._caption, self._words = label(self.frame, "Caption"), caption
        self._caption.pack(anchor="w")
        self._row = inner(self.frame)
        self._row.pack(anchor="w")
        self.buttons: list[ttk.Button] = []

    def show(
        self,
        brushes: Sequence[Brush],
        chosen: str,
        icon: Callable[[str], tk.PhotoImage],
        choose: Callable[[str], None],
    ) -> None:
        """Offer these brushes."""
        while len(self.buttons) < len(brushes):
            self.buttons.append(ttk.Button(self._row, style="Choice.TButton"))
            self.buttons[-1].pack(side="left")
        for button, brush in zip(self.buttons, brushes, strict=True):
            button.configure(image=icon(brush.kind), command=partial(choose, brush.key))
            button.state(["selected" if brush.key == chosen else "!selected"])
        name = next(brush.label for brush in brushes if brush.key == chosen)
        self._caption.configure(text=f"{self._words}: {name.lower()}")
