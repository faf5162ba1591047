"""Why a watched algorithm made its last step: the reason, the queue, and the code beside it."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.flow import ExplainedScene
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import Card, Padding, TextPane, label, packed, write

TALL = 5  # lines of the reason, if there is no room for more; a longer one is scrolled


class WhyCard(Card):
    """The number of the step, its reason, and the algorithm with the line that made the step."""

    def __init__(self, parent: tk.Misc, look: Look, padding: Padding) -> None:
        super().__init__(parent, look, padding)
        self._scene: ExplainedScene | None = None
        self._title = packed(label(self, "Bold"), anchor="w")
        self.reason = packed(
            TextPane(self, look), fill="both", expand=True, pady=(look.xs, look.s)
        )
        self.reason.text.configure(height=TALL, width=10, highlightthickness=0)
        self.code = tk.Text(
            self, wrap="none", borderwidth=0, highlightthickness=0, padx=0, pady=0, width=10,
            height=TALL, state="disabled", cursor="arrow", takefocus=False, insertwidth=0,
        )  # fmt: skip
        self.code.pack(fill="x")
        look.watch(self, self._restyle)
        self.code.bind("<Configure>", lambda event: self._fit())

    def show(self, scene: ExplainedScene) -> None:
        """Show this step; only what differs from the last one is written."""
        before, self._scene = self._scene, scene
        if scene == before:
            return
        write(self._title, scene.title)
        with self.reason.writing() as text:
            text.insert("end", "\n".join(filter(None, (scene.text, scene.queue))))
        self.code.configure(state="normal")
        if before is None or scene.lines != before.lines:
            self.code.replace("1.0", "end", "\n".join(scene.lines))
            self.code.configure(height=len(scene.lines))
            self._fit()
        self.code.tag_remove("running", "1.0", "end")
        if scene.line is not None:
            self.code.tag_add("running", f"{scene.line + 1}.0", f"{scene.line + 2}.0")
            self.code.see(f"{scene.line + 1}.0")
        self.code.configure(state="disabled")

    def _restyle(self) -> None:
        look, palette = self._look, self._look.palette
        paint_text(self.reason.text, look)
        self.reason.text.configure(font=look.fonts["small"], spacing2=2)
        self.code.configure(
            background=palette.surface, foreground=palette.text,
            selectbackground=palette.accent, selectforeground=palette.on_accent,
        )  # fmt: skip
        self.code.tag_configure(
            "running", background=palette.running, foreground=palette.on_running
        )
        self._fit()

    def _fit(self) -> None:
        """Use the smaller font if a line would be cut off otherwise."""
        fonts, lines = self._look.fonts, self._scene.lines if self._scene is not None else ()
        widest = max(map(fonts["mono_bold"].measure, lines), default=0)
        name = "mono" if widest <= self.code.winfo_width() else "mono_small"
        self.code.configure(font=fonts[name])
        self.code.tag_configure("running", font=fonts[f"{name}_bold"])
