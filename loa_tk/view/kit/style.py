"""The ttk styles: one ttk theme per palette, because an element's images cannot change."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from loa_tk.view.kit.images import image
from loa_tk.view.kit.paint import cover, rounded, solid, stack, stretch
from loa_tk.view.kit.palette import Palette, mix, rgb

Fonts = Mapping[str, tkfont.Font]
Box = tuple[float, float, str]  # inset, radius, colour
StateImage = tuple[str, tk.PhotoImage]  # a state of the widget and its image in that state
CARD_TILE, BAR_TILE = 240, 160  # pixels; large, because ttk repeats the tile to fill an element


class Elements:
    """Makes image elements in the ttk theme in use and keeps their images."""

    def __init__(
        self, root: tk.Misc, style: ttk.Style, fonts: Fonts, palette: Palette, scale: float
    ) -> None:
        self.root, self.style, self.fonts = root, style, fonts
        self.palette, self.scale = palette, scale
        self.images: list[tk.PhotoImage] = []

    def px(self, pixels: float) -> int:
        """Return a length for a screen of 96 dots per inch in this screen's pixels."""
        return round(pixels * self.scale)

    def element(
        self, name: str, first: tk.PhotoImage, *states: StateImage,
        border: int | tuple[int, int] = 0, width: int = -1, height: int = -1, sticky: str = "nsew",
    ) -> None:  # fmt: skip
        """Create an image element; -1 is the image's own width or height."""
        # Without a padding of 0, ttk uses the border as padding, which swells the widget.
        self.style.element_create(
            name, "image", first, *states, border=border, width=width, height=height,
            sticky=sticky, padding=0,
        )  # fmt: skip

    def backdrop(
        self, name: str, first: tk.PhotoImage, *states: StateImage, border: int = 9
    ) -> None:
        """Create an image element that lies behind a widget of any size."""
        self.element(name, first, *states, border=self.px(border), width=0, height=0)

    def patch(self, *boxes: Box, behind: str = "", side: int = 10, size: int = 36) -> tk.PhotoImage:
        """Return a nine-patch of rounded boxes laid over each other."""
        scaled = [(inset * self.scale, radius * self.scale, c) for inset, radius, c in boxes]
        corner = rounded(self.px(side), [self.ground(behind), *scaled])
        size = max(size, 2 * self.px(side) + 16)
        return self.keep(stretch(corner, size, size))

    def capsule(self, high: int, *boxes: Box) -> tk.PhotoImage:
        """Return a bar with round ends, `high` pixels high; the boxes are in the same pixels."""
        corner = rounded(high // 2, [self.ground(), *boxes])
        return self.keep(stretch(corner, BAR_TILE, high))

    def thumb(self, colour: str, across: bool) -> tk.PhotoImage:
        """Return the thumb of an upright or level scroll bar, 6 px wide in a bar of 10."""
        box = (2 * self.scale, 3 * self.scale, colour)
        half = self.px(5)
        size = (6 * half, 2 * half) if across else (2 * half, 6 * half)
        return self.keep(stretch(rounded(half, [self.ground(), box]), *size))

    def ground(self, colour: str = "") -> Box:
        """Return a box that fills the whole image with the colour behind it.

        Tk reads back the screen under every tile of an image that is not opaque: a change of text
        size took 1.4 s with transparent corners and small tiles.
        """
        return -1, 0, colour or self.palette.surface

    def keep(self, rows: Sequence[bytes]) -> tk.PhotoImage:
        self.images.append(image(self.root, rows))
        return self.images[-1]


def nested(first: str, *rest: str) -> list[Any]:
    """Return a ttk layout in which each of these elements fills the one before it."""
    inside = {"children": nested(*rest)} if rest else {}
    return [(first, {"sticky": "nsew", **inside})]


def chevron(colour: str, scale: float) -> list[bytes]:
    """Return the arrow of a pull-down choice, 14 px wide with a margin on its right."""
    fill, half, tip = rgb(colour), 7 * scale, 6 * scale
    rows = []
    for j in range(round(8 * scale)):
        row = b""
        for i in range(round(20 * scale)):
            away = abs(abs(i + 0.5 - half) + j + 0.5 - tip) / 1.414 - 0.9 * scale
            row += stack([(fill, cover(away) if i < 2 * half else 0.0)])
        rows.append(row)
    return rows


BUTTON_INSET = 14  # from a button's left or right edge to its text
QUIET_INSET = 8  # the same for a quiet button
TAB_INSET = 4  # the same for the tabs of a card's pages
# style: (font, colour of the text, colour behind it)
LABELS = {
    "Body.TLabel": ("body", "text", "surface"),
    "Bold.TLabel": ("bold", "text", "surface"),
    "Small.TLabel": ("small", "muted", "surface"),
    "Caption.TLabel": ("caption", "muted", "surface"),
    "Figure.TLabel": ("figure", "text", "surface"),
    "Number.TLabel": ("small", "text", "surface"),
    "Mono.TLabel": ("mono", "text", "surface"),
    "Turn.TLabel": ("caption", "accent", "surface"),
    "Bad.TLabel": ("small", "bad", "surface"),
    "Status.TLabel": ("small", "text", "window"),
    "Problem.TLabel": ("small", "bad", "window"),
    "Saved.TLabel": ("small", "muted", "window"),
    "HeadBold.TLabel": ("bold", "text", "window"),
    "HeadCaption.TLabel": ("caption", "muted", "window"),
    "Good.TLabel": ("bold", "good", "surface"),
    "Proved.TLabel": ("caption", "good", "surface"),
    "Wrong.TLabel": ("bold", "bad", "surface"),
}


class Styles:
    """The styles of one Tk; a palette's ttk theme is made when it is first used."""

    def __init__(self, root: tk.Misc, fonts: Fonts, scale: float) -> None:
        self._root, self._fonts, self._scale = root, fonts, scale
        self._style = ttk.Style(root)
        self._kept: dict[str, list[tk.PhotoImage]] = {}
        self._number = len(self._style.theme_names())  # tells two Styles of one Tk apart

    def use(self, palette: Palette) -> None:
        """Apply a palette's styles to all ttk widgets."""
        name = f"loa-{palette.name}-{self._number}"
        if name not in self._kept:
            self._style.theme_create(name, parent="clam")
            self._style.theme_use(name)
            maker = _Maker(self._root, self._style, self._fonts, palette, self._scale)
            self._kept[name] = maker.make()
        # Even if the palette is the same: widgets measure themselves again after a change of font.
        self._style.theme_use(name)


class _Maker(Elements):
    """Makes the styles of one palette in the ttk theme in use."""

    def make(self) -> list[tk.PhotoImage]:
        """Make all styles and return their images, which must be kept alive."""
        self.plain()
        self.buttons()
        self.choosers()
        self.head()
        self.bars()
        self.fields()
        return self.images

    def plain(self) -> None:
        """Make the styles of frames, cards and labels."""
        p, configure = self.palette, self.style.configure
        configure(
            ".", background=p.window, foreground=p.text, font=self.fonts["body"], borderwidth=0,
            bordercolor=p.line, lightcolor=p.line, darkcolor=p.line, troughcolor=p.trough,
            focuscolor=p.accent, selectbackground=p.accent, selectforeground=p.on_accent,
            fieldbackground=p.surface, insertcolor=p.text, arrowcolor=p.text,
        )  # fmt: skip
        self.style.map(".", foreground=[("disabled", p.disabled)])
        # Tk's own file dialog on X11 uses these three plain styles.
        configure("TCheckbutton", indicatorbackground=p.surface, indicatorforeground=p.text,
                  upperbordercolor=p.muted, lowerbordercolor=p.muted)  # fmt: skip
        self.style.map(
            "TCheckbutton", indicatorbackground=[("active", p.surface)],
            background=[("active", p.window)],
        )  # fmt: skip
        for name in ("TButton", "TMenubutton"):
            configure(name, borderwidth=1, relief="raised", padding=(self.px(12), self.px(4)))
            self.style.map(
                name, background=[("active", p.soft)], foreground=[("active", p.on_soft)]
            )
        boxes = (0, 10, p.line), (1, 9, p.surface)
        card = self.patch(*boxes, behind=p.window, side=12, size=CARD_TILE)
        self.backdrop("Card.bg", card, border=14)
        self.style.layout("Card.TFrame", [("Card.bg", {"sticky": "nsew"})])
        configure("Card.TFrame", background=p.window)
        configure("In.TFrame", background=p.surface)
        configure("Line.TFrame", background=p.line)
        configure("Accent.TFrame", background=p.accent)
        for name, (font, colour, behind) in LABELS.items():
            text, ground = getattr(p, colour), getattr(p, behind)
            configure(name, font=self.fonts[font], foreground=text, background=ground)

    def buttons(self) -> None:
        """Make push, main and quiet buttons; the focus ring lies 2 px outside, so nothing moves."""
        p = self.palette
        width = 2 if p.flat else 1
        off_line = p.disabled if p.flat else mix(p.line, p.surface, 0.3)
        focus: Box = (0, 8, p.accent)

        def push(fill: str, line: str = p.line, *outer: Box) -> tk.PhotoImage:
            return self.patch(*outer, (2, 6, line), (2 + width, 6 - width, fill))

        def main(fill: str) -> tk.PhotoImage:
            return self.patch((2, 6, fill))

        off = ("disabled", push(p.surface, off_line))
        pressed, hover = mix(p.surface, p.text, 0.12), mix(p.surface, p.text, 0.05)
        self.backdrop(
            "Push.bg", push(p.surface), off, ("pressed", push(pressed)), ("active", push(hover)),
            ("focus", push(p.surface, p.line, focus)),
        )  # fmt: skip
        ringed = self.patch(focus, (1.5, 6.5, p.surface), (3, 5, p.accent))
        self.backdrop(
            "Main.bg", main(p.accent), off, ("pressed", main(mix(p.accent, p.text, 0.25))),
            ("active", main(mix(p.accent, p.text, 0.12))), ("focus", ringed),
        )  # fmt: skip
        self.backdrop(
            "Quiet.bg", main(p.surface), ("disabled", main(p.surface)), ("active", main(p.soft)),
            ("focus", self.patch(focus, (2, 6, p.surface))),
        )  # fmt: skip
        self.button("Push", "text", "body", (self.px(BUTTON_INSET), self.px(7)))
        self.button("Main", "on_accent", "body", (self.px(BUTTON_INSET), self.px(7)))
        self.button("Quiet", "accent", "small", (self.px(QUIET_INSET), self.px(5)))
        # In a row of several, which needs less room.
        self.button("Row", "accent", "small", (self.px(6), self.px(5)), "Quiet")
        colours = [("disabled", p.disabled), ("active", p.on_soft if p.flat else p.accent)]
        for name in ("Quiet", "Row"):
            self.style.map(f"{name}.TButton", foreground=colours)

    def choosers(self) -> None:
        """Make the buttons of which one is chosen: framed ones, and the tabs of a card's pages."""
        p = self.palette

        def framed(line: str, width: int, *outer: Box) -> tk.PhotoImage:
            return self.patch(*outer, (2, 6, line), (2 + width, 6 - width, p.surface))

        focus: Box = (0, 8, p.accent)
        self.backdrop(
            "Choice.bg", framed(p.line, 1), ("selected focus", framed(p.accent, 3, focus)),
            ("selected", framed(p.accent, 3)), ("focus", framed(p.line, 1, focus)),
        )  # fmt: skip
        self.button("Choice", "text", "body", (self.px(8), self.px(6)))
        # All are bold, so that they are equally far apart whichever is chosen. A line marks it.
        self.button("Tab", "muted", "bold", (self.px(TAB_INSET), self.px(4)), "Quiet")
        self.style.map("Tab.TButton", foreground=[("active", p.on_soft), ("selected", p.text)])

    def head(self) -> None:
        """Make the buttons that lie on the window and on no card: those of a head, and tools."""
        p = self.palette
        focus: Box = (0, 8, p.accent)

        def patch(*boxes: Box) -> tk.PhotoImage:
            return self.patch(*boxes, behind=p.window)

        self.backdrop(
            "Head.bg", patch((2, 6, p.window)), ("focus", patch(focus, (2, 6, p.window))),
            ("active", patch((2, 6, p.soft))),
        )  # fmt: skip
        off = p.disabled if p.flat else mix(p.line, p.window, 0.3)
        self.backdrop(
            "HeadMain.bg", patch((2, 6, p.accent)),
            ("disabled", patch((2, 6, off), (3, 5, p.window))),
            ("pressed", patch((2, 6, mix(p.accent, p.text, 0.25)))),
            ("active", patch((2, 6, mix(p.accent, p.text, 0.12)))),
            ("focus", patch(focus, (1.5, 6.5, p.window), (3, 5, p.accent))),
        )  # fmt: skip
        width = 2 if p.flat else 1

        def tool(fill: str, line: str = p.line, *outer: Box) -> tk.PhotoImage:
            return patch(*outer, (2, 6, line), (2 + width, 6 - width, fill))

        self.backdrop(
            "Tool.bg", tool(p.surface), ("disabled", tool(p.window, off)),
            ("pressed", tool(mix(p.surface, p.text, 0.12))),
            ("active", tool(mix(p.surface, p.text, 0.05))),
            ("focus", tool(p.surface, p.line, focus)),
        )  # fmt: skip
        self.button("Tool", "text", "small", (self.px(BUTTON_INSET), self.px(5)))
        self.button("Head", "muted", "body", (self.px(8), self.px(6)))
        self.button("HeadMain", "on_accent", "body", (self.px(BUTTON_INSET), self.px(7)))
        for name in ("Head", "HeadMain", "Tool"):
            self.style.configure(f"{name}.TButton", background=p.window)
        self.style.map(
            "Head.TButton",
            font=[("selected", self.fonts["bold"])],
            foreground=[("active", p.on_soft), ("selected", p.text)],
        )

    def button(
        self, name: str, colour: str, font: str, padding: tuple[int, int], ground: str = ""
    ) -> None:
        inside = nested(f"{ground or name}.bg", "Button.padding", "Button.label")
        self.style.layout(f"{name}.TButton", inside)
        self.style.configure(
            f"{name}.TButton", background=self.palette.surface, padding=padding, width=0,
            foreground=getattr(self.palette, colour), font=self.fonts[font], anchor="center",
        )  # fmt: skip
        disabled = [("disabled", self.palette.disabled)]
        self.style.map(f"{name}.TButton", foreground=disabled, background=[])

    def bars(self) -> None:
        """Make the progress bar, live and at rest, and the scroll bar, a thumb without arrows."""
        p = self.palette
        high = 2 * self.px(6 if p.flat else 4)
        rim: tuple[Box, ...] = ((0, high / 2, p.line),) if p.flat else ()
        inset = 1.5 * self.scale if p.flat else 0
        trough = self.capsule(high, *rim, (inset, high / 2 - inset, p.trough))
        # ttk sizes only an element whose last name is pbar, and shows it empty at its maximum.
        # So the bar of a finished search has no pbar: its trough is the full bar.
        for name, capsule in (
            ("Bar.trough", trough),
            ("Live.pbar", self.capsule(high, (0, high / 2, p.accent))),
            ("Idle.trough", self.capsule(high, (0, high / 2, p.disabled))),
        ):
            self.element(name, capsule, border=(high // 2 + 1, 0), width=high, sticky="ew")
        kinds = ("Live", "Idle", "Empty")
        live, idle, blank = (f"{kind}.Horizontal.TProgressbar" for kind in kinds)
        self.style.layout(live, [
            ("Bar.trough", {"sticky": "ew", "children": [
                ("Live.pbar", {"side": "left", "sticky": ""}),
            ]}),
        ])  # fmt: skip
        self.style.layout(idle, [("Idle.trough", {"sticky": "ew"})])
        self.style.layout(blank, [("Bar.trough", {"sticky": "ew"})])
        for bar in (live, idle, blank):
            self.style.configure(bar, background=p.surface, thickness=high)
        self.scroll_bar("Vertical", "ns", border=(0, self.px(6)), height=0)
        self.scroll_bar("Horizontal", "ew", border=(self.px(6), 0), width=0)

    def scroll_bar(
        self, orient: str, sticky: str, border: tuple[int, int], width: int = -1, height: int = -1
    ) -> None:
        """Make one of the scroll bars, with the least size of its trough."""
        p, across, wide = self.palette, orient == "Horizontal", 2 * self.px(5)
        quiet = p.text if p.flat else mix(p.surface, p.text, 0.22)
        loud = p.accent if p.flat else mix(p.surface, p.text, 0.45)
        self.element(
            f"{orient}Slim.thumb", self.thumb(quiet, across),
            ("disabled", self.thumb(p.surface, across)), ("active", self.thumb(loud, across)),
            border=border, sticky=sticky,
        )  # fmt: skip
        size = (BAR_TILE, wide) if across else (wide, BAR_TILE)
        empty = self.keep([solid(p.surface) * size[0]] * size[1])
        self.element(f"{orient}Slim.trough", empty, width=width, height=height)
        name = f"Slim.{orient}.TScrollbar"
        self.style.layout(name, [
            (f"{orient}Slim.trough", {"sticky": sticky, "children": [
                (f"{orient}Slim.thumb", {"sticky": "nsew"}),
            ]}),
        ])  # fmt: skip
        self.style.configure(name, background=p.surface, width=wide)

    def fields(self) -> None:
        """Make entries and pull-down choices with a rounded frame that shows focus and error."""
        p = self.palette
        self.element("Field.arrow", self.keep(chevron(p.text, self.scale)), sticky="")
        self.fields_on("Field", p.surface)
        self.fields_on("Head", p.window)

    def fields_on(self, kind: str, behind: str) -> None:
        """Make the fields of this name, which lie on a colour."""
        p = self.palette
        line = p.line if p.flat else mix(p.line, p.text, 0.25)

        def field(frame: str, width: float) -> tk.PhotoImage:
            return self.patch((2, 6, frame), (2 + width, 6 - width, p.surface), behind=behind)

        frame, states = f"{kind}Field.bg", (("invalid", p.bad), ("focus", p.accent))
        self.backdrop(frame, field(line, 1), *((name, field(of, 2)) for name, of in states))
        self.style.layout(f"{kind}.TEntry", nested(frame, "Entry.padding", "Entry.textarea"))
        self.style.layout(f"{kind}.TCombobox", [
            (frame, {"sticky": "nsew", "children": [
                ("Field.arrow", {"side": "right", "sticky": ""}),
                *nested("Combobox.padding", "Combobox.textarea"),
            ]}),
        ])  # fmt: skip
        for name in (f"{kind}.TEntry", f"{kind}.TCombobox"):
            self.style.configure(
                name, padding=(self.px(8), self.px(5)), foreground=p.text, background=p.surface,
                insertcolor=p.text,
            )  # fmt: skip
            keep = [("readonly", p.surface)]
            self.style.map(name, fieldbackground=keep, selectbackground=keep,
                           selectforeground=[("readonly", p.text)])  # fmt: skip
