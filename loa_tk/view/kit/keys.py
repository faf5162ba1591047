"""Labels and keys of menus: letters to underline, accelerators, and Tk's names of key events."""

from __future__ import annotations

import re
from collections.abc import Sequence

from loa_tk.words import main as words

# Keys a Mac keeps for itself with Command (hide, minimise): these stay with Control there.
MAC_KEEPS = ("H", "M")
CLOSE_KEY = "Ctrl+W"  # closes every window but the main one
COMBINATION = re.compile(r"Ctrl(\+\w+)+")


def label(marked: str) -> tuple[str, int]:
    """Return a label without its &, and the place of the letter to underline (-1: none)."""
    before, mark, after = marked.partition("&")
    return before + after, len(before) if mark else -1


def lettered(marked: Sequence[str], taken: str) -> list[tuple[str, int]]:
    """Return labels with the places of their letters; one without & gets a letter not `taken`.

    The beginnings of words come first, because the eye looks there.
    """
    labels = [label(text) for text in marked]
    used = set(taken.lower()) | {text[at].lower() for text, at in labels if at >= 0}
    for number, (text, at) in enumerate(labels):
        if at >= 0:
            continue
        begins = [i for i in range(len(text)) if not text[:i].strip() or text[i - 1].isspace()]
        for place in (*begins, *range(len(text))):
            if text[place].isalnum() and text[place].lower() not in used:
                used.add(text[place].lower())
                labels[number] = text, place
                break
    return labels


def accelerator(key: str, mac: bool) -> str:
    """Return a key as the menu names it."""
    if not mac or key.rpartition("+")[2] in MAC_KEEPS:
        return key
    return words.mac_accelerator(key)


def named(text: str, mac: bool) -> str:
    """Return a text with its keys, such as Ctrl+N, as this system names them."""
    return COMBINATION.sub(lambda match: accelerator(match[0], mac), text)


def sequences(key: str, mac: bool) -> tuple[str, ...]:
    """Return the Tk events of a key; with Caps Lock on, a letter arrives in the other case."""
    *modifiers, last = key.split("+")
    control = "Command" if mac and last not in MAC_KEEPS else "Control"
    names = [control if name == "Ctrl" else name for name in modifiers]
    if len(last) > 1:  # a named key such as F1 knows no case
        return ("<" + "-".join([*names, last]) + ">",)
    upper = "Shift" in names
    plain = last.upper() if upper else last.lower()
    locked = last.lower() if upper else last.upper()
    return (
        "<" + "-".join([*names, "Key", plain]) + ">",
        "<" + "-".join([*names, "Lock", "Key", locked]) + ">",
    )
