"""Colours: arithmetic on "#RRGGBB", and the three palettes, which name every colour by its use."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.immutable import dataclass

RGB = tuple[int, int, int]


def rgb(colour: str) -> RGB:
    """Return the three channels of a colour, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(first: str, second: str, share: float) -> str:
    """Return `first` with `share` (0 to 1) of it replaced by `second`."""
    pairs = zip(rgb(first), rgb(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2: 0 for black, 1 for white."""
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (channel / 255 for channel in rgb(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@dataclass(frozen=True, kw_only=True)
class Disc:
    """The colours of one kind of piece; without a groove it is flat, and a pip marks red."""

    face: str
    rim: str
    groove: str | None = None
    pip: str | None = None


@dataclass(frozen=True, kw_only=True)
class Palette:
    """One theme's colours and the few measures that differ between themes."""

    name: str
    window: str
    surface: str
    line: str
    text: str
    muted: str
    disabled: str
    accent: str
    on_accent: str
    soft: str  # behind menu entries and quiet buttons under the pointer
    on_soft: str
    trough: str
    good: str
    bad: str
    sq_light: str
    sq_dark: str
    edge: str
    last: str
    last_share: float
    last_mark: str
    mark: str
    gap: str
    win: str
    icon_rim: str
    checkers_light: str
    checkers_dark: str
    checkers_mark: str
    tree_max: str  # nodes of MAX in the picture of a search tree
    tree_min: str
    on_tree: str  # text on both
    tree_cut: str  # the hatching of what was cut off
    tree_best: str  # outlines the best line
    running: str  # behind the executed line of an algorithm
    on_running: str
    shadow: float  # the shadow's alpha; 0 means flat: no shadow, no shading, wider rims
    discs: Mapping[str, Disc]

    @property
    def flat(self) -> bool:
        """Whether this palette is high contrast: no shading and no mixed colours."""
        return self.shadow == 0

    def squares(self, kind: str) -> tuple[str, str]:
        """Return the colours of light and dark squares on a "wood" or a "checkers" board."""
        if kind == "checkers":
            return self.checkers_light, self.checkers_dark
        return self.sq_light, self.sq_dark

    def mark_on(self, kind: str) -> str:
        """Return the colour of selection, targets and cursor on that board."""
        return self.checkers_mark if kind == "checkers" else self.mark


LIGHT = Palette(
    name="light", window="#F1F2F4", surface="#FFFFFF", line="#DCDFE4", text="#1D2127",
    muted="#5E6672", disabled="#A7ADB6", accent="#1F5FBF", on_accent="#FFFFFF", soft="#E4EDFA",
    on_soft="#1D2127", trough="#E3E6EA", good="#1E7A4A", bad="#B3372B", sq_light="#EDE6D6",
    sq_dark="#DACFB8", edge="#B9AD93", last="#E8C868", last_share=0.55, last_mark="#8A6410",
    mark="#1F5FBF", gap="#F7F2E6", win="#A86A00", icon_rim="#8D8779", checkers_light="#F2E8B8",
    checkers_dark="#9DBE93", checkers_mark="#12306B", tree_max="#9DBDEB",
    tree_min="#F0C9A0", on_tree="#1D2127", tree_cut="#C3C9D2", tree_best="#7A4E00",
    running="#F6E9C3", on_running="#1D2127", shadow=0.28,
    discs={
        "black": Disc(face="#2E3138", rim="#17191D", groove="#4A4E57"),
        "white": Disc(face="#FBFAF7", rim="#857B69", groove="#DDD6C8"),
        "blue": Disc(face="#235396", rim="#12305C", groove="#6D97CF"),
        "red": Disc(face="#D9503C", rim="#8A2417", groove="#F2A598", pip="#F2A598"),
    },
)  # fmt: skip

DARK = Palette(
    name="dark", window="#17191D", surface="#212429", line="#343941", text="#E7E9EC",
    muted="#A0A8B3", disabled="#656C77", accent="#7DB2FF", on_accent="#0E1A2B", soft="#2A3850",
    on_soft="#E7E9EC", trough="#353A42", good="#74CF9C", bad="#FF9384", sq_light="#727E8B",
    sq_dark="#616D7A", edge="#3B434D", last="#85703A", last_share=0.55, last_mark="#FFE08A",
    mark="#CFE3FF", gap="#3A424C", win="#FFD66B", icon_rim="#8A93A0", checkers_light="#8F8654",
    checkers_dark="#36543D", checkers_mark="#E6F0FF", tree_max="#2C5390",
    tree_min="#8E5A20", on_tree="#F4F5F7", tree_cut="#4C535E", tree_best="#FFE08A",
    running="#4A3F1E", on_running="#FFF3CF", shadow=0.45,
    discs={
        "black": Disc(face="#141619", rim="#000000", groove="#383C43"),
        "white": Disc(face="#F1F0EC", rim="#4B525B", groove="#D2D0C8"),
        "blue": Disc(face="#5A9AEA", rim="#10253F", groove="#A9CBF6"),
        "red": Disc(face="#F27B67", rim="#4A140C", groove="#FBC0B5", pip="#FBC0B5"),
    },
)  # fmt: skip

CONTRAST = Palette(
    name="contrast", window="#000000", surface="#000000", line="#FFFFFF", text="#FFFFFF",
    muted="#FFFFFF", disabled="#9A9A9A", accent="#FFE100", on_accent="#000000", soft="#FFE100",
    on_soft="#000000", trough="#000000", good="#FFFFFF", bad="#FFFFFF", sq_light="#2B6396",
    sq_dark="#17426B", edge="#FFFFFF", last="#0A2239", last_share=1.0, last_mark="#FFFFFF",
    mark="#FFE100", gap="#000000", win="#FFE100", icon_rim="#FFFFFF", checkers_light="#D9C85A",
    checkers_dark="#0F4A1E", checkers_mark="#FFE100", tree_max="#0050C8",
    tree_min="#733000", on_tree="#FFFFFF", tree_cut="#9A9A9A", tree_best="#FFE100",
    running="#FFE100", on_running="#000000", shadow=0.0,
    discs={
        "black": Disc(face="#000000", rim="#FFFFFF"),
        "white": Disc(face="#FFFFFF", rim="#000000"),
        "blue": Disc(face="#0050C8", rim="#FFFFFF"),
        "red": Disc(face="#FF5A48", rim="#000000", groove=None, pip="#000000"),
    },
)  # fmt: skip

PALETTES: Mapping[str, Palette] = {p.name: p for p in (LIGHT, DARK, CONTRAST)}
