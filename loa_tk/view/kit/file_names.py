"""The system's dialogs for file names; on X11 they are Tk's own, which follow the theme here."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import filedialog, ttk

from loa_tk.scenes.services import Kinds

# The classes of Tk's own dialogs on X11, for files and for folders, and the names of their windows.
OWN = {"TkFDialog": "__tk_filedialog", "TkChooseDir": "__tk_choosedir"}
# Tk paints the list white, and a name black as soon as it is no longer selected: such a name is a
# text without tags.
DRESS = """
bind {kind} <Map> {{
    if {{"%W" eq [winfo toplevel %W]}} {{
        set list %W.contents.icons.cHull.canvas
        $list configure -background {back}
        %W.contents.f2.ent configure -font {font}
        bind %W.contents.icons <<ListboxSelect>> [list +after idle [list catch [list \
            $list itemconfigure !icon&&!rect&&!selection&&!selectionText -fill {text}]]]
    }}
}}
"""


def ask_save_name(parent: tk.Misc, title: str, name: str, kinds: Kinds, folder: str = "") -> str:
    """Return the file name the user chooses to save to, or ""; kinds are (label, ".txt") pairs."""
    ending = kinds[0][1] if kinds else ""
    options = {"initialfile": name, "defaultextension": ending}
    return _ask_name(filedialog.asksaveasfilename, parent, title, kinds, folder, **options)


def ask_open_name(parent: tk.Misc, title: str, kinds: Kinds, folder: str = "") -> str:
    """Return the name of the existing file that the user chooses, or "".

    A kind may have several endings with blanks between them, or none, which stands for all files.
    """
    return _ask_name(filedialog.askopenfilename, parent, title, kinds, folder)


def ask_folder(parent: tk.Misc, title: str) -> str:
    """Return the name of the folder that the user chooses, which may not exist, or "".

    With `mustexist`, Tk's own dialog ignores OK for a folder that does not exist, and says nothing.
    """
    return _chosen(filedialog.askdirectory, parent, title=title)


def _ask_name(
    ask: Callable[..., object], parent: tk.Misc, title: str, kinds: Kinds, folder: str,
    **options: str,
) -> str:  # fmt: skip
    if folder:  # without one, the systems begin where their last dialog ended
        options["initialdir"] = folder
    types = [(text, "*" + " *".join(endings.split())) for text, endings in kinds]
    return _chosen(ask, parent, title=title, filetypes=types, **options)


def _chosen(ask: Callable[..., object], parent: tk.Misc, **options: object) -> str:
    """Return what the user chooses in one of the system's dialogs, or ""."""
    own = str(parent.tk.call("tk", "windowingsystem")) == "x11"
    if own:
        _dress(parent)
    try:
        chosen = ask(parent=parent, **options)
        if own:  # the next one may have other colours
            above = "" if str(parent) == "." else str(parent)
            parent.tk.call("destroy", *(f"{above}.{name}" for name in OWN.values()))
    except tk.TclError as error:
        if "has been destroyed" not in str(error):
            raise
        return ""  # the program ended while the dialog was open
    return str(chosen) if chosen else ""


def _dress(parent: tk.Misc) -> None:
    """Prepare Tk's own dialog: the colours in force, and hidden files only if they are wanted."""
    call, style = parent.tk.call, ttk.Style(parent)
    call("auto_load", "::tk::dialog::file::")  # or it sets its variables later
    for name, value in (("showHiddenVar", 0), ("showHiddenBtn", 1)):
        call("set", f"::tk::dialog::file::{name}", value)
    font = str(style.lookup(".", "font"))
    text, back = str(style.lookup(".", "foreground")), str(style.lookup(".", "fieldbackground"))
    states = style.map("TButton")
    soft, on_soft = (str(states[name][0][-1]) for name in ("background", "foreground"))
    for kind in OWN:
        parent.tk.eval(DRESS.format(kind=kind, back=back, text=text, font=font))
        for option, colour in (
            ("foreground", text), ("background", back), ("activeBackground", soft),
            ("activeForeground", on_soft), ("selectColor", text),
        ):  # fmt: skip
            parent.option_add(f"*{kind}*{option}", colour)
    call("font", "configure", "TkIconFont", *call("font", "actual", font))
