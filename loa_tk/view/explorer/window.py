"""The search explorer's window: what to search, above one of five pages, and the keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene
from loa_tk.scenes.pages import FormField
from loa_tk.view.explorer.compare_page import ComparisonPage
from loa_tk.view.explorer.figure import Slider
from loa_tk.view.explorer.ideas_page import IdeasPage
from loa_tk.view.explorer.pair_page import PairPage
from loa_tk.view.explorer.playout_page import PlayoutPage
from loa_tk.view.explorer.present_page import PresentPage
from loa_tk.view.explorer.quiz_page import QuizPage
from loa_tk.view.explorer.tree_canvas import tree_png
from loa_tk.view.explorer.tree_page import TreePage
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields, turn_to
from loa_tk.view.kit.widgets import ProgressBar, button, packed, write
from loa_tk.view.kit.window import ToolWindow, focused, lost_focus
from loa_tk.words import explorer as words

# In characters.
WIDTHS = {"search": 11, "evaluation": 9, "depth": 3, "order": 23, "level": 9, "seed": 6,
          "left": 14, "file": 18, "given": 9, "plies": 3}  # fmt: skip
FLEXIBLE, NARROWER = ("order", "left", "file"), (23, 18, 14, 10, 7)
KINDS = {"seed": "integer", "evaluation": "file", "file": "file"}
MAIN = ("search", "compare", "quiz", "pair", "idea")
SLIDERS = ("playouts", "exploration")
LISTS, LISTED = ("left", "file"), 24  # fields whose lists are wider than they, in characters


class HeadSlider(Slider):
    """A field whose choices are the steps of a slider; its caption shows the value."""

    def __init__(
        self, parent: tk.Misc, look: Look, caption: ttk.Label, chosen: Callable[[str], None]
    ) -> None:
        self._caption, self._keys = caption, tuple[str, ...]()
        super().__init__(parent, look, lambda step: chosen(self._keys[step]))

    def offer(self, field: FormField) -> None:
        """Show the value of a field among its choices."""
        self._keys = tuple(choice.key for choice in field.choices)
        step = self._keys.index(field.value)
        self.show(step, len(self._keys) - 1)
        write(self._caption, f"{field.label}  {field.choices[step].label}")

    def _restyle(self) -> None:
        super()._restyle()
        self.configure(background=self._look.palette.window)


class Head(ttk.Frame):
    """One row if everything fits, else the pages and the summary above the fields."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look, self._buttons, self._fields = look, buttons, fields
        self._scene: ExplorerScene | None = None
        self._keys: tuple[str, ...] = ()
        self._rows = 0
        self.tabs: dict[str, ttk.Button] = {}
        self._tab_row = ttk.Frame(self)
        for name, text in words.PAGES.items():
            tab = button(self._tab_row, "Head", text, partial(intents.choose, "page", name))
            self.tabs[name] = packed(tab, side="left", padx=(0, look.xs))
        self._field_row = ttk.Frame(self)
        self._frames: dict[str, ttk.Frame] = {}
        for key, wide in WIDTHS.items():
            frame = self._frames[key] = ttk.Frame(self._field_row)
            ttk.Label(frame, style="HeadCaption.TLabel", text=words.FIELDS[key]).pack(anchor="w")
            field = fields.make(frame, key, wide, KINDS.get(key, "choice"))
            kind = "Wide." if key in LISTS else ""
            field.configure(style=f"{kind}Head.{field.winfo_class()}")
            field.pack()
        self.sliders: dict[str, HeadSlider] = {}
        for key in SLIDERS:
            frame = self._frames[key] = ttk.Frame(self._field_row)
            caption = packed(ttk.Label(frame, style="HeadCaption.TLabel"), anchor="w")
            slider = HeadSlider(frame, look, caption, partial(intents.choose, key))
            self.sliders[key] = packed(slider, pady=look.xs)
        self._main = {name: buttons.make(self._field_row, "HeadMain", name) for name in MAIN}
        self._texts = ttk.Frame(self, width=1, height=1)
        self._bar = ProgressBar(self._texts)  # instead of the summary, while a job runs
        self._summary = ttk.Label(self._texts, style="HeadBold.TLabel", anchor="e")
        self._remark = ttk.Label(self._texts, style="Saved.TLabel", anchor="e")
        self.bind("<Configure>", lambda event: self._arrange())
        # A button's label may change after the row was arranged.
        self._texts.bind("<Configure>", lambda event: self._write())
        look.watch(self, self._restyle)

    def show(self, scene: ExplorerScene) -> None:
        """Show the fields and texts of the page in force."""
        before, self._scene = self._scene, scene
        for name, tab in self.tabs.items():
            tab.state(["selected" if name == scene.page else "!selected"])
        for field in scene.fields:
            if field.key in SLIDERS:
                self.sliders[field.key].offer(field)
        self._fields.show([field for field in scene.fields if field.key not in SLIDERS])
        keys = tuple(field.key for field in scene.fields)
        live = scene.progress is not None
        if scene.progress is not None:
            self._bar.show(scene.progress)
        changed = before is None or (keys, scene.main) != (self._keys, before.main)
        if changed or before is None or live != (before.progress is not None):
            self._keys = keys
            self._lay(scene.fields, live)
            self._measure()
            self.after_idle(self._measure)  # the button gets the label of this scene after this
        elif (scene.summary, scene.remark) != (before.summary, before.remark):
            self._write()

    def _measure(self) -> None:
        self.update_idletasks()
        self._arrange()

    def _restyle(self) -> None:
        """Give each tab the width of its bold form, so that turning to a page moves nothing."""
        bold, plain = self._look.fonts["bold"], self._look.fonts["body"]
        wider = LISTED * plain.measure("0")
        ttk.Style(self).configure("Wide.Head.TCombobox", postoffset=(0, 0, wider, 0))
        for name, tab in self.tabs.items():
            tab.configure(width=-(-bold.measure(words.PAGES[name]) // plain.measure("0")))
        self.after_idle(self._arrange)

    def _lay(self, fields: Sequence[FormField], live: bool) -> None:
        assert self._scene is not None
        look = self._look
        for part in (*self._frames.values(), *self._main.values()):
            part.pack_forget()
        for field in fields:
            gap = look.m if field.key in SLIDERS else look.xs
            self._frames[field.key].pack(side="left", anchor="s", padx=(0, gap))
        self._main[self._scene.main].pack(side="left", anchor="s", padx=(look.xs, 0))
        if live:
            self._bar.place(relx=1.0, rely=0.6, anchor="e", relwidth=1.0)
        else:
            self._bar.place_forget()

    def _arrange(self) -> None:
        """Choose one row or two, and give the texts the room that is left."""
        width, look = self.winfo_width(), self._look
        if width < 2 or self._scene is None:
            return
        tabs, fields = self._tab_row.winfo_reqwidth(), self._fit_fields(width)
        one = tabs + fields + 3 * look.m + look.fonts["small"].measure("0" * 24) <= width
        rows = 1 if one else 2
        if rows != self._rows:
            self._rows = rows
            self._tab_row.grid(row=0, column=0, sticky="sw")
            self._field_row.grid(
                row=rows - 1, column=2 - rows, sticky="sw", columnspan=1 if one else 3,
                padx=(look.m if one else 0, 0),
            )  # fmt: skip
            self._texts.grid(row=0, column=2, sticky="nsew", padx=(look.m, 0))
            self.columnconfigure(2, weight=1)
        self._room = width - tabs - (fields + look.m if one else 0) - look.m
        high = look.line("bold") + look.line("small")
        self._texts.configure(height=high)
        self._write()

    def _fit_fields(self, room: int) -> int:
        """Make the widest fields narrower until the row fits, and return the row's width."""
        fields = {key: self._fields.by_key[key].widget for key in FLEXIBLE}
        for most in NARROWER:
            for key, field in fields.items():
                if int(field.cget("width")) != min(most, WIDTHS[key]):
                    field.configure(width=min(most, WIDTHS[key]))
                    self.update_idletasks()
            if self._field_row.winfo_reqwidth() <= room:
                break
        return self._field_row.winfo_reqwidth()

    def _write(self) -> None:
        """Show the longest versions of both texts that fit."""
        scene, look = self._scene, self._look
        if scene is None:
            return
        room = max(1, self._room)
        if self._texts.winfo_width() > 1:
            room = min(room, self._texts.winfo_width())
        summary = look.fit("bold", scene.summary, room) if scene.summary else ""
        remark = look.fit("small", scene.remark, room) if scene.remark else ""
        self._summary.configure(text=summary)
        self._remark.configure(text=remark)
        self._summary.place(relx=1.0, rely=1.0, y=-look.line("small"), anchor="se")
        self._remark.place(relx=1.0, rely=1.0, anchor="se")


FIRST = (1200, 830)
# Keys that do something else in a field.
PLAIN = {
    "<Up>": "up", "<Down>": "down", "<Left>": "left", "<Right>": "right", "<Return>": "right",
    "<Home>": "all", "<plus>": "larger", "<equal>": "larger", "<KP_Add>": "larger",
    "<minus>": "smaller", "<KP_Subtract>": "smaller", "<space>": "step", "<BackSpace>": "back",
    "<Shift-Left>": "pan-left", "<Shift-Right>": "pan-right", "<c>": "guess-cut",
    "<g>": "guess-go-on", "<Next>": "playout-next", "<Prior>": "playout-previous",
}  # fmt: skip
# What the keys of the tree do on the page of Monte Carlo tree search.
PLAYED = {
    **{name: f"playout-{name}" for name in (
        "up", "down", "left", "right", "step", "back", "first", "last", "play",
    )},
    "over": "playout-next", "main-board": "playout-board", "save-picture": "playout-picture",
    "save-page": "playout-page", "copy-text": "playout-copy", "smaller": "playout-earlier",
    "larger": "playout-later",
}  # fmt: skip
# The same on the page of two searches side by side.
PAIRED = {
    **{name: f"pair-{name}" for name in ("step", "back", "first", "last", "play")},
    "main-board": "pair-board", "copy-text": "pair-copy",
}  # fmt: skip
# What the same keys do in a presentation; the others do nothing.
PRESENTED = {
    "left": "back", "right": "step", "up": "back", "down": "step", "step": "present-space",
    "back": "back", "larger": "present-larger", "smaller": "present-smaller",
    "guess-cut": "guess-cut", "guess-go-on": "guess-go-on",
}  # fmt: skip


class ExplorerWindow(ToolWindow):
    """The search explorer."""

    help = "explorer-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: ExplorerIntents) -> None:
        super().__init__(parent, look, intents)
        self._scene: ExplorerScene | None = None
        self.title(words.TITLE)
        self.buttons, self.fields = Buttons(intents), Fields(look, intents)
        self.head = packed(Head(self._body, look, intents, self.buttons, self.fields), fill="x")
        self._deck = packed(ttk.Frame(self._body), fill="both", expand=True, pady=(look.m, 0))
        self.tree = TreePage(self._deck, look, intents, self.buttons, self.fields)
        self.compare = ComparisonPage(self._deck, look, self.buttons)
        self.quiz = QuizPage(self._deck, look, intents, self.buttons, self.fields)
        self.pair = PairPage(self._deck, look, intents, self.buttons, self.fields)
        self.ideas = IdeasPage(self._deck, look, intents, self.buttons)
        self.present: PresentPage | None = None  # made when it is first shown
        self.playouts: PlayoutPage | None = None  # the same
        self._pages: dict[
            str, TreePage | ComparisonPage | QuizPage | PairPage | IdeasPage | PlayoutPage
        ] = {
            "tree": self.tree, "compare": self.compare, "quiz": self.quiz, "pair": self.pair,
            "ideas": self.ideas,
        }  # fmt: skip
        self._bind_keys()
        self.appear(FIRST)
        self._home().focus_set()

    def _bind_keys(self) -> None:
        for sequence, name in PLAIN.items():
            self.bind(sequence, partial(self._plain, name))
        self.bind_keys(self._intents.keys, self._command)
        pages = {f"Ctrl+{number}": name for number, name in enumerate(words.PAGES, 1)}
        self.bind_keys(pages, partial(self._intents.choose, "page"))

    # --- what its loop asks for ---

    def show(self, scene: ExplorerScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        before, self._scene = self._scene, scene
        if before is None or scene.title != before.title:
            self.title(scene.title)
        self._show_present(scene, before)
        if scene.present is not None:
            return
        if before is not None and before.present is not None:
            before = None  # what is below the presentation was not kept up to date
        page = self._page(scene)
        self.head.show(scene)
        paces = [replace(field, key=key) for field in scene.speeds for key in words.PACES]
        self.fields.show([
            *scene.speeds, *(field for field in paces if field.key in self.fields.by_key),
        ])  # fmt: skip
        if before is None or page != self._page(before):
            turn_to(page, self._pages)
            self.update_idletasks()
            self._pages[page].home().focus_set()  # a hidden field would swallow the keys
        self._pages[page].show(scene)
        self.buttons.show(scene.labels, scene.enabled)
        self._status.show(scene.status, "", scene.bad)
        if lost_focus(self):
            self._home().focus_set()

    def _page(self, scene: ExplorerScene) -> str:
        """Return the name of the page in front; that of Monte Carlo tree search is made here."""
        if scene.playouts is None:
            return scene.page
        if self.playouts is None:
            parts = self._deck, self.look, self._intents, self.buttons, self.fields
            self.playouts = self._pages["playouts"] = PlayoutPage(*parts)
        return "playouts"

    def image(self) -> bytes:
        """Return the picture of the tree as it is shown, as a PNG file."""
        picture = self.tree.card.picture
        return tree_png(picture.scene, picture.width, self.look)

    def _show_present(self, scene: ExplorerScene, before: ExplorerScene | None) -> None:
        """Cover the whole window with the presentation, or uncover it."""
        shown = before is not None and before.present is not None
        if scene.present is None:
            if shown and self.present is not None:
                self.present.place_forget()
                self.attributes("-fullscreen", False)
            return
        if self.present is None:
            self.present = PresentPage(self, self.look, self._intents)
        if not shown:
            self.attributes("-fullscreen", True)
            self.present.place(x=0, y=0, relwidth=1, relheight=1)
            self.present.lift()
            self.present.home().focus_set()
        self.present.show(scene)

    # --- inside the window ---

    def _plain(self, name: str, event: tk.Event) -> str | None:
        """Report the command of a key, unless the widget with the focus uses the key itself."""
        kind = event.widget.winfo_class() if isinstance(event.widget, tk.Misc) else ""
        if kind in ("TEntry", "TCombobox", "Text") or (kind == "TButton" and name in (
            "step", "right",
        )):  # fmt: skip
            return None
        if self._scene is not None and self._scene.present is not None:
            name = PRESENTED.get(name, "")
        self._command(name)
        return "break"

    def _command(self, name: str) -> None:
        if self._scene is not None and self._scene.playouts is not None:
            name = PLAYED.get(name, name)
        elif self._scene is not None and self._scene.page == "pair":
            name = PAIRED.get(name, name)
        if self._scene is not None and name in self._scene.enabled:
            self._intents.command(name)

    def _escape(self) -> None:
        """Leave a field for the page; from there, do what the controller makes of it."""
        if isinstance(focused(self), ttk.Entry):
            self._home().focus_set()
        else:
            super()._escape()

    def _home(self) -> tk.Misc:
        """Return what has the keyboard on the page in front if no field has it."""
        if self.present is not None and self._scene is not None and self._scene.present is not None:
            return self.present.home()
        return self._pages[self._page(self._scene) if self._scene else "tree"].home()


WINDOW = ExplorerWindow
