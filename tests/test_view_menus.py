"""The menu table and the bar made from it: names, keys, underlines, greyed and ticked entries."""

import tkinter as tk
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from loa_tk.control.main import help_pages
from loa_tk.control.main.commands import CHOICES, COMMANDS, key_table, menu_bar
from loa_tk.control.main.toolbox import tool_of
from loa_tk.model.games import all_games
from loa_tk.scenes.main import Menu, MenuChoices, MenuEntry, entries_of
from loa_tk.scenes.pages import Choice
from loa_tk.view.explorer import figure
from loa_tk.view.explorer import window as explorer
from loa_tk.view.flow import window as flow
from loa_tk.view.kit import keys
from loa_tk.view.kit.application import SM_CYMENU
from loa_tk.view.kit.palette import PALETTES, rgb
from loa_tk.view.kit.theme import Look
from loa_tk.view.main import body, moves_page
from loa_tk.view.main.menubar import ARROW, FARTHER, MenuBar
from loa_tk.words import main as words
from viewing import MENUS as SCENE
from viewing import family, settle

# Keys that the program uses elsewhere or that desktops reserve.
TAKEN = {"Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Alt+F4", "F10", "Ctrl+Alt+Delete"}


BAR = menu_bar()
FIXED = ("side", "speed", "theme", "text-size")


def all_menus(tables=BAR):
    for menu in tables:
        yield menu
        yield from all_menus(tuple(e for e in menu.entries if isinstance(e, Menu)))


# As the page of keys writes what Tk calls otherwise; Left is one of the Arrows.
SAID = {"c": "C", "g": "G",
    "Return": "Enter", "KP_Enter": "Enter", "space": "Space", "Escape": "Esc", "plus": "+",
    "equal": "+", "KP_Add": "+", "minus": "−", "KP_Subtract": "−", "BackSpace": "Backspace",
    "Prior": "Page Up", "Next": "Page Down",
}  # fmt: skip
ARROWS = {"Left", "Right", "Up", "Down"}
PAGED = {f"Ctrl+{number}": "" for number in (1, 2, 3)}


def keys_of(name):
    return {row.key: row.name for row in tool_of(name).rows if row.key}


BOUND = {
    "On the board": {**body.KEYS, "Escape": ""},
    "In the position editor": {**body.KEYS, "Escape": ""},
    "In the log, the list of moves and the tabs above them": moves_page.KEYS,
    "In the search explorer": {**explorer.PLAIN, **keys_of("explorer"), **PAGED, "Escape": ""},
    "On the slider of the search explorer": {**figure.KEYS, **figure.PAGES, "Home": "", "End": ""},
    "In the class window": {**keys_of("classroom"), **PAGED},
    "In the check window": keys_of("checking"),
    "In Flow Free": {**flow.ON_BOARD, **keys_of("flow"), "Escape": ""},
}


def test_the_page_of_keys_has_every_key():
    (effect,) = help_pages.keys(key_table())
    blocks = effect.page.blocks
    sections = {
        heading.text: {key for keys, _ in table.rows for key in keys.split(", ")}
        for heading, table in zip(blocks[::2], blocks[1::2], strict=True)
    }
    menus = {row.key for row in COMMANDS.values() if row.key}
    assert menus <= set().union(*sections.values())
    assert "F1" in sections["In every window"]
    for heading, bound in BOUND.items():
        said = {one.replace("Escape", "Esc") for one in sections[heading]}
        if "Arrows" in said:
            said |= ARROWS
        if "Ctrl+1 to 5" in said:
            said |= {f"Ctrl+{number}" for number in "12345"}
        for key in bound:
            name = key.strip("<>").replace("-", "+")
            plain = "+".join(SAID.get(part, part) for part in name.split("+"))
            assert plain in said, (heading, key)


def test_every_command_has_its_own_name_and_a_label():
    names = [entry.name for entry in entries_of(BAR)]
    assert len(names) == len(set(names)) and set(names) <= set(COMMANDS)
    assert all(entry.label for entry in entries_of(BAR))
    titles = [menu.name for menu in all_menus()]
    assert len(titles) == len(set(titles))


def test_keys_are_free_and_used_once():
    keys = Counter(entry.key for entry in entries_of(BAR) if entry.key)
    assert set(keys.values()) == {1}
    assert not set(keys) & TAKEN


def test_no_single_key_but_help_does_anything():
    single = [e.name for e in entries_of(BAR) if e.key and "+" not in e.key]
    assert single == ["rules"]


def labels(menu):
    for entry in menu.entries:
        if isinstance(entry, MenuEntry | Menu):
            yield entry.label
        elif isinstance(entry, MenuChoices) and entry.name in FIXED:
            yield from (choice.label for choice in CHOICES[entry.name].offered(None))


@pytest.mark.parametrize("menu", list(all_menus()), ids=lambda menu: menu.name)
def test_underlined_letters_are_unique_in_their_menu(menu):
    letters = []
    for marked in labels(menu):
        text, at = keys.label(marked)
        assert at >= 0, text
        letters.append(text[at].lower())
    assert len(letters) == len(set(letters)), letters


def test_underlined_letters_are_unique_in_the_bar():
    letters = [keys.label(menu.label) for menu in BAR]
    letters = [text[at] for text, at in letters]
    assert len(letters) == len(set(letters))


def test_labels():
    assert keys.label("Pa&ste position") == ("Paste position", 2)
    assert keys.label("Lines of Action 5×5") == ("Lines of Action 5×5", -1)


def test_choices_without_a_letter_get_one_of_their_own():
    marked = ["Easy", "Normal · 1 s", "&Hard", "Extra", "é", "×", "Ee"]
    assert keys.lettered(marked, "C") == [
        ("Easy", 0), ("Normal · 1 s", 0), ("Hard", 0), ("Extra", 1), ("é", 0), ("×", -1),
        ("Ee", -1),
    ]  # fmt: skip
    assert keys.lettered(["Close"], "Cl") == [("Close", 2)]


def test_levels_and_boards_have_letters(root):
    bar = MenuBar(root, Look(root), BAR, lambda name: None, lambda menu, key: None)
    titles = [game.title for game in all_games().values()]
    choices = {
        "board": tuple(Choice(title, title) for title in titles),
        "level": tuple(Choice(name, name) for name in words.LEVELS.values()),
    }
    bar.show(replace(SCENE, choices=choices))
    for name, number in (("board", len(titles)), ("level", len(words.LEVELS) + 1)):
        menu, letters = bar._filled[name][0], []
        for index in range(menu.index("end") + 1):
            if menu.type(index) != "separator":
                at = int(menu.entrycget(index, "underline"))
                letters.append(menu.entrycget(index, "label")[at].lower() if at >= 0 else "")
        assert len(set(letters) - {""}) == number


def test_keys_on_a_mac():
    assert keys.accelerator("Ctrl+Shift+C", mac=True) == "Command-Shift-C"
    assert keys.accelerator("Ctrl+H", mac=True) == "Ctrl+H"  # Command-H hides the program
    assert keys.sequences("Ctrl+N", mac=True)[0] == "<Command-Key-n>"
    assert keys.sequences("Ctrl+H", mac=True)[0] == "<Control-Key-h>"


class Bar(MenuBar):
    def __init__(self, root, scale=1.0):
        self.said = []
        both = lambda *both: self.said.append(both)  # noqa: E731
        look = Look(root)
        look.scale = scale
        super().__init__(root, look, BAR, self.said.append, both)


@pytest.fixture
def bar(root):
    bar = Bar(root)
    settle(root)
    bar.show(SCENE)
    return bar


def entry_of(bar, name):
    return bar._entries[name]


def option(bar, name, key):
    menu, index = entry_of(bar, name)
    return str(menu.entrycget(index, key))


def test_what_the_scene_does_not_enable_is_greyed(bar):
    for entry in entries_of(BAR):
        possible = entry.name in SCENE.enabled
        assert option(bar, entry.name, "state") == ("normal" if possible else "disabled")
        assert option(bar, entry.name, "label").strip() == keys.label(entry.label)[0]


def test_ticks_follow_the_scene_and_not_the_click(bar):
    menu, index = entry_of(bar, "coordinates")
    assert bar._ticks["coordinates"].get()
    menu.invoke(index)
    assert bar.said == ["coordinates"]
    assert bar._ticks["coordinates"].get()
    bar.show(replace(SCENE, ticked=frozenset()))
    assert not any(tick.get() for tick in bar._ticks.values())
    assert {e.name for e in entries_of(BAR) if e.tick} == set(bar._ticks)


def test_run_time_menus_are_filled_and_refilled(bar):
    menu, first, _ = bar._filled["level"]
    found = [menu.entrycget(first + i, "label") for i in range(2)]
    assert found == ["Easy · depth 3", "Normal · 1 s"]
    assert bar._radios["level"].get() == "normal"
    three = (Choice("a", "&A"), Choice("b", "&B"), Choice("c", "&C"))
    bar.show(replace(SCENE, choices={"level": three}, chosen={"level": "c"}))
    assert [menu.entrycget(first + i, "label") for i in range(3)] == ["A", "B", "C"]
    # The entries below them are unchanged.
    assert option(bar, "customise", "label") == "Customise…"
    menu, index = entry_of(bar, "customise")
    menu.invoke(index)
    menu.invoke(first)
    assert bar.said == ["customise", ("level", "a")]
    assert bar._radios["level"].get() == "c"


def test_fixed_choices(bar):
    menu, first, _ = bar._filled["side"]
    menu.invoke(first + 3)
    assert bar.said == [("side", "none")]


def test_words_with_and_without_ticks_begin_below_each_other(bar, root):
    if root.tk.call("tk", "windowingsystem") != "x11":
        pytest.skip("other systems draw their own menus")
    for menu in bar._menus[1:]:
        for index in range((menu.index("end") or -1) + 1):
            if menu.type(index) != "separator":
                assert str(menu.entrycget(index, "compound")) == "left"
                marked = menu.type(index) in ("checkbutton", "radiobutton")
                picture = bar._blank if marked else bar._plain
                assert str(menu.entrycget(index, "image")) == str(picture)
                assert picture.width() == bar._tick.width() + (0 if marked else FARTHER)
                assert picture.height() == bar._tick.height()
                if marked:
                    assert not root.tk.getboolean(menu.entrycget(index, "indicatoron"))


@pytest.mark.parametrize(("scale", "own"), [(1.0, False), (2.0, True)])
def test_submenus_have_one_arrow_that_is_seen(root, scale, own):
    """Tk draws one of a few pixels on every screen, beside which another looks like a fault."""
    if root.tk.call("tk", "windowingsystem") != "x11":
        pytest.skip("other systems draw their own menus")
    labels = [
        menu.entrycget(index, "label")
        for menu in Bar(root, scale)._menus[1:]
        for index in range((menu.index("end") or -1) + 1)
        if menu.type(index) == "cascade"
    ]
    assert labels and {label.endswith(ARROW) for label in labels} == {own}


@pytest.mark.parametrize("theme", ("light", "dark", "contrast"))
def test_marks_of_menus_are_as_large_as_their_letters(bar, root, theme):
    if root.tk.call("tk", "windowingsystem") != "x11":
        pytest.skip("other systems draw their own menus")
    ink = rgb(PALETTES[theme].accent)
    sizes = []
    for size in (10, 14):
        bar._look.change(theme, size)
        high = bar._look.line("body")
        for picture in (bar._dot, bar._tick):
            shown = [
                (x, y) for x in range(picture.width()) for y in range(picture.height())
                if picture.get(x, y) == ink and not picture.transparency_get(x, y)
            ]  # fmt: skip
            wide = max(x for x, _ in shown) - min(x for x, _ in shown)
            assert 0.25 * high < wide < high
            sizes.append(wide)
        assert bar._blank.height() == bar._dot.height() > high
    assert sizes[0] < sizes[2] and sizes[1] < sizes[3]


def press(root, sequence):
    root.event_generate(sequence)
    settle(root)


@pytest.mark.parametrize(
    ("sequence", "said"),
    (
        ("<Control-Key-n>", ["new"]),
        ("<Control-Lock-Key-N>", ["new"]),  # Caps Lock is on
        ("<Control-Key-y>", ["redo"]),  # greyed, but the next scene may allow it
        ("<Control-Shift-Key-L>", ["log-pane"]),
        ("<Control-Key-l>", ["legal-moves"]),
        ("<Key-F1>", ["rules"]),
        ("<Shift-Key-F1>", ["keys"]),
        ("<Key-n>", []),
    ),
)
def test_keys_do_what_the_menu_says(bar, root, sequence, said):
    root.focus_force()
    settle(root)
    press(root, sequence)
    assert bar.said == said


@pytest.mark.parametrize("theme", ("light", "dark", "contrast"))
def test_every_menu_has_the_palette_s_colours(bar, root, theme):
    bar._look.change(theme, 12)
    palette = bar._look.palette
    # The bar on the screen is a copy, which Python 3.14 gives the name of the original.
    found = {w for w in family(root) if isinstance(w, tk.Menu) and "#" not in str(w)}
    assert len(found) == 1 + len(list(all_menus()))
    for menu in found:
        ground = palette.window if menu is bar.bar else palette.surface
        assert str(menu["background"]) == ground
        assert str(menu["foreground"]) == palette.text
        assert str(menu["activebackground"]) == palette.soft
        assert str(menu["disabledforeground"]) == palette.disabled
        assert not int(menu["tearoff"])


def test_the_system_s_own_bar_is_not_measured_by_tk(bar, monkeypatch):
    """On Windows the first window was 180 pixels too low at 144 dots per inch."""
    windows = SimpleNamespace(user32=SimpleNamespace(GetSystemMetrics={SM_CYMENU: 28}.get))
    monkeypatch.setattr("ctypes.windll", windows, raising=False)
    for system, height in (("win32", 28), ("aqua", 0)):
        monkeypatch.setattr(bar._look, "system", system)
        assert bar.height() == height


def test_the_bar_knows_its_height(bar, root):
    if root.tk.call("tk", "windowingsystem") != "x11":
        pytest.skip("the system draws the bar")
    root.geometry("800x100")  # in a narrow window the bar breaks into two lines
    settle(root)
    small, line = bar.height(), bar._look.line("body")
    assert line < small < 2 * line
    bar._look.change("light", 14)
    assert max(small, bar._look.line("body")) < bar.height() < 2 * bar._look.line("body")
