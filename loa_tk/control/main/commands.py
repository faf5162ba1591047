"""The commands of the main window, a row each: name, label, key, when it is possible, what it does.

A row of MENU_BAR is an entry of the menus; the rows of OTHERS belong to buttons and keys. The
choices of menus and lists are rows too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from loa_tk.control.effects import (
    AnswerNow,
    Close,
    Confirm,
    Copy,
    Effects,
    Handler,
    OpenTool,
    Paste,
    SaveSettings,
)
from loa_tk.control.files import filing
from loa_tk.control.game import hands
from loa_tk.control.game.levels import level_choices
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import begin, begin_from, forget, go_to, next_turn, note
from loa_tk.control.main import customise, explored, help_pages, logbook, own_code
from loa_tk.control.study import analysis, editing, review
from loa_tk.model.game import PositionError
from loa_tk.model.games import all_games
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text, read_position
from loa_tk.scenes.menus import Menu, MenuChoices, MenuEntry, MenuLine
from loa_tk.scenes.pages import Choice
from loa_tk.store.settings import Settings
from loa_tk.words import main as words

Test = Callable[[Session], bool]


def at_any_time(session: Session) -> bool:
    """Return True: the command is possible even while a position is edited."""
    return True


@dataclass(frozen=True)
class Command:
    """One command; `help` explains its key on the help page, if the label does not."""

    name: str
    label: str
    key: str
    do: Handler
    possible: Test = at_any_time
    ticked: Test | None = None
    help: str = ""
    held: bool = False  # its key may be held down: of many pictures only the last is drawn


@dataclass(frozen=True)
class Choices:
    """A group of choices of which one is in force; `do` gets the key that was chosen."""

    name: str
    do: Handler
    offered: Callable[[Session], Sequence[Choice]] = lambda session: ()
    chosen: Callable[[Session], str] = lambda session: ""


@dataclass(frozen=True)
class Submenu:
    """A menu of rows."""

    name: str
    label: str
    rows: tuple[Row, ...]


Row: TypeAlias = Command | Choices | MenuLine | Submenu


# --- when a command is possible ---


def playing(session: Session) -> bool:
    """Return whether the board shows a game, and not a position being set up."""
    return session.draft is None


def _can_undo(session: Session) -> bool:
    return playing(session) and session.undo_target() is not None


def _can_redo(session: Session) -> bool:
    return playing(session) and session.redo_target() is not None


def _can_hint(session: Session) -> bool:
    free = session.human_to_move and not session.awaited
    return playing(session) and free and session.only_pass() is None


def _can_analyse_game(session: Session) -> bool:
    return playing(session) and bool(session.match.root.children)


def _can_move_now(session: Session) -> bool:
    return playing(session) and session.awaited


def _can_pause(session: Session) -> bool:
    return playing(session) and not all(session.humans) and session.match.outcome() is None


def _can_try_again(session: Session) -> bool:
    return playing(session) and session.stuck and not session.held


def _can_step(session: Session) -> bool:
    return playing(session) and session.computer_to_move and not session.awaited


def _has_links(session: Session) -> bool:
    return playing(session) and bool(session.game.links(session.game.start))


def _can_go_back(session: Session) -> bool:
    return playing(session) and session.match.can_undo


def _can_go_on(session: Session) -> bool:
    return playing(session) and session.match.can_redo


def _editing(session: Session) -> bool:
    return session.draft is not None


# --- what commands do ---


def new_game(session: Session) -> Effects:
    """Begin the same game again."""
    return begin(session, Match(session.game))


def undo(session: Session) -> Effects:
    """Go back to the last position where a human was to move."""
    return go_to(session, session.undo_target())


def redo(session: Session) -> Effects:
    """Go forward to the next position where a human is to move."""
    return go_to(session, session.redo_target())


def move_now(session: Session) -> Effects:
    """End the search with what it has found."""
    return [AnswerNow()]


def try_again(session: Session) -> Effects:
    """Search once more for the move that the computer could not find."""
    session.note = ""
    return next_turn(session)


def pause(session: Session) -> Effects:
    """Stop the computer before its move, or let it continue."""
    session.paused = not session.held
    session.reviewing, session.note = False, ""
    found = session.found
    effects = forget(session)
    session.found = found  # a move that was found before the pause is played after it
    return [*effects, *next_turn(session)]


def step(session: Session) -> Effects:
    """Let the computer make one move, and stay paused."""
    session.paused, session.stepping, session.note = True, True, ""
    return next_turn(session)


def copy_position(session: Session) -> Effects:
    """Put the position on the clipboard as text."""
    text = position_text(session.game, session.match.state)
    return [Copy(text), *note(session, words.POSITION_COPIED.format(text=text))]


def paste_position(session: Session) -> Effects:
    """Begin a new game from the position on the clipboard."""
    return [Paste(_pasted)]


def _pasted(session: Session, text: str) -> Effects:
    try:
        state = read_position(session.game, " ".join(text.split())[:200])
    except PositionError as error:
        return note(session, words.POSITION_REFUSED.format(reason=error))
    return begin_from(session, state, words.POSITION_PASTED)


def press(session: Session) -> Effects:
    """Do what a click on the cursor's square would do; without a cursor, play the hint."""
    if session.cursor is not None:
        return click(session, session.cursor)
    if session.hint is not None and session.hint_path() is not None:
        return hands.hint(session)
    return hands.step(session, 0, 0)


def click(session: Session, square: int) -> Effects:
    """Click a square: in the position editor it places a piece, in a game it moves one."""
    return (hands.click if session.draft is None else editing.click)(session, square)


def drag(session: Session, origin: int) -> Effects:
    """Start to drag a piece."""
    return (hands.drag if session.draft is None else editing.drag)(session, origin)


def drop(session: Session, origin: int, target: int | None) -> Effects:
    """Drop the lifted piece: in the position editor it may stand anywhere."""
    return (hands.drop if session.draft is None else editing.drop)(session, origin, target)


def right_click(session: Session, square: int) -> Effects:
    """Click a square with the other mouse button, which does nothing in a game."""
    return [] if session.draft is None else editing.remove(session, square)


def escape(session: Session) -> Effects:
    """Put things away, one at a time."""
    return (hands.escape if session.draft is None else editing.cancel)(session)


def dismiss(session: Session) -> Effects:
    """Put the banner away."""
    session.banner_seen = True
    return []


def ask_reset(session: Session) -> Effects:
    """Ask before the settings are reset, because levels set up with care would be lost."""
    return [Confirm(words.RESET_TITLE, words.RESET_TEXT, words.RESET_BUTTON, reset_settings)]


def reset_settings(session: Session) -> Effects:
    """Set all settings back to their defaults; the game on the board stays."""
    effects = forget(session)
    before = session.settings
    session.settings = Settings(game=session.game.key, geometry=before.geometry, left=before.left)
    session.paused = False  # as after a choice of the side
    effects += note(session, words.SETTINGS_RESET)
    return [*effects, SaveSettings(), *next_turn(session)]


def switch(
    name: str, label: str, key: str = "", possible: Test = at_any_time, help: str = ""
) -> Command:
    """Return the command that turns the setting of this name on or off."""
    setting = name.replace("-", "_")

    def turn(session: Session) -> Effects:
        session.change(**{setting: not getattr(session.settings, setting)})
        return [SaveSettings()]

    def is_on(session: Session) -> bool:
        return bool(getattr(session.settings, setting))

    return Command(name, label, key, turn, possible, is_on, help)


def setting(name: str, *choices: tuple[str, str]) -> Choices:
    """Return the choices of the setting of this name, each with its key and label."""
    attribute = name.replace("-", "_")
    offered = tuple(Choice(*choice) for choice in choices)

    def choose(session: Session, key: str) -> Effects:
        kind = type(getattr(session.settings, attribute))
        session.change(**{attribute: kind(key)})
        return [SaveSettings()]

    def chosen(session: Session) -> str:
        return str(getattr(session.settings, attribute))

    return Choices(name, choose, lambda session: offered, chosen)


def choose_game(session: Session, key: str) -> Effects:
    """Begin another game."""
    return begin(session, Match(all_games()[key]), game=key)


def choose_side(session: Session, key: str) -> Effects:
    """Let the human play another side."""
    # Choosing a side ends a pause, so that the computer answers at once.
    session.paused = False
    session.change(side=key)
    return _another_player(session, words.SIDE_NEXT)


def choose_level(session: Session, key: str) -> Effects:
    """Let the computer play at another level, and no longer with a file of the user's."""
    if own_code.plays_own(session):
        own_code.without_own(session)
        session.note = ""
    session.change(level=key)
    return _another_player(session, words.LEVEL_NEXT)


def _another_player(session: Session, later: str) -> Effects:
    """Let the new player go on; after the end of a game say that it plays the next one."""
    if session.match.outcome() is not None:
        session.note = later
    return [SaveSettings(), *forget(session), *next_turn(session)]


def show_page(session: Session, page: str) -> Effects:
    """Turn to another page of the third card."""
    session.page = page
    return []


# --- the rows ---

LINE = MenuLine()
SIDES = (
    Choice("first", "You play &first"),
    Choice("second", "You play &second"),
    Choice("both", "&Two humans"),
    Choice("none", "&Computer against computer"),
)

MENU_BAR = (
    Submenu("file", "&File", (
        Command("open", "&Open…", "Ctrl+O", filing.ask_open),
        Submenu("recent", "&Recent games", (
            Choices("recent", filing.open_file, filing.recent_choices),
        )),
        Command("kept", "&Kept games…", "Ctrl+K", filing.list_kept,
                help="the games that are kept automatically"),
        LINE,
        Command("save", "&Save", "Ctrl+S", filing.save, playing),
        Command("save-as", "Save &as…", "Ctrl+Shift+S", filing.save_as, playing),
        Command("picture", "Save &picture of the board…", "", filing.save_picture),
        LINE,
        Command("quit", "&Quit", "Ctrl+Q", lambda session: [Close()],
                help="quit; the next start restores the game"),
    )),
    Submenu("game", "&Game", (
        Command("new", "&New game", "Ctrl+N", new_game, help="new game; the old one is kept"),
        LINE,
        Command("undo", "&Undo", "Ctrl+Z", undo, _can_undo,
                help="take your last move back", held=True),
        Command("redo", "&Redo", "Ctrl+Y", redo, _can_redo,
                help="play again a move that was taken back", held=True),
        Command("hint", "&Hint", "Ctrl+H", hands.hint, _can_hint,
                help="hint; press again to play it, or press Enter, or click its target"),
        Command("analyse", "&Analyse position", "Ctrl+Shift+A", analysis.toggle, playing,
                lambda session: session.analysing,
                help="analyse the position on the board; no move is played"),
        Command("analyse-game", "Analyse &game", "", analysis.toggle_game, _can_analyse_game),
        LINE,
        Command("move-now", "&Move now", "Ctrl+M", move_now, _can_move_now,
                help="let the computer move now"),
        Command("try-again", "Tr&y again", "Ctrl+R", try_again, _can_try_again,
                help="search once more after a search has failed"),
        Command("pause", "&Pause", "Ctrl+P", pause, _can_pause, lambda session: session.held,
                help="pause the computer, or let it continue"),
        Command("step", "Single s&tep", "Ctrl+J", step, _can_step,
                help="let the paused computer make a single move"),
        Submenu("speed", "Sp&eed", (
            setting("speed", ("slow", "&Slow"), ("normal", "&Normal"), ("fast", "&Fast")),
        )),
        LINE,
        Command("copy-position", "&Copy position", "Ctrl+Shift+C", copy_position, playing),
        Command("paste-position", "Pa&ste position", "Ctrl+Shift+V", paste_position, playing),
        Command("edit", "E&dit position…", "Ctrl+Shift+E", editing.open_editor, playing),
    )),
    Submenu("board", "&Board", (
        Choices("board", choose_game,
                lambda session: [Choice(game.key, game.title) for game in all_games().values()],
                lambda session: session.game.key),
    )),
    Submenu("side", "&Side", (
        Choices("side", choose_side, lambda session: SIDES, lambda session: session.settings.side),
    )),
    Submenu("level", "&Level", (
        Choices("level", choose_level, level_choices,
                lambda session: "" if own_code.plays_own(session) else session.settings.level),
        LINE,
        Command("customise", "&Customise…", "Ctrl+E", customise.open_form,
                help="customise the levels"),
    )),
    Submenu("view", "&View", (
        switch("flip", "&Flip board", "Ctrl+F", help="turn the board around"),
        switch("coordinates", "&Coordinates"),
        switch("legal-moves", "&Legal moves", "Ctrl+L", help="show legal moves"),
        switch("links", "&Group links", "Ctrl+G", _has_links,
               help="show the links between touching checkers"),
        switch("animation", "&Animation"),
        LINE,
        Submenu("theme", "&Theme", (
            setting("theme", ("light", "&Light"), ("dark", "&Dark"),
                    ("contrast", "&High contrast")),
        )),
        Submenu("text-size", "Text si&ze", (
            setting("text-size", ("9", "&Small"), ("10", "&Normal"), ("12", "&Large"),
                    ("14", "&Very large")),
        )),
        switch("log-pane", "L&og, moves and analysis", "Ctrl+Shift+L",
               help="show the card of log, moves and analysis"),
        LINE,
        Command("reset-settings", "&Reset settings…", "", ask_reset),
    )),
    Submenu("tools", "&Tools", (
        Command("series", "&Series…", "Ctrl+T", lambda session: [OpenTool("series")],
                help="a series of many games between computer players"),
        Command("explorer", "Search e&xplorer…", "Ctrl+Shift+X",
                lambda session: [OpenTool("explorer")],
                help="the tree of a search of the position on the board"),
        Command("class", "&Class…", "Ctrl+Shift+T", lambda session: [OpenTool("class")],
                help="a class: students’ files are checked and play each other"),
        Submenu("my-code", "&My code", (
            Command("new-evaluation", "New &evaluation…", "", own_code.new_evaluation),
            Command("new-search", "New &search…", "", own_code.new_search),
            Command("play-file", "&Play against a file…", "", own_code.ask_play,
                    help="let the computer play with a file of yours"),
            Command("check-file", "&Check…", "Ctrl+Shift+K", own_code.ask_check,
                    help="check a file of yours: an evaluation or a search"),
            LINE,
            Choices("own", own_code.play_against, own_code.own_choices),
        )),
        LINE,
        Command("flow", "&Flow Free…", "Ctrl+Shift+F", lambda session: [OpenTool("flow")]),
    )),
    Submenu("help", "&Help", (
        Command("rules", "&Rules of this game", "F1", help_pages.rules),
        Command("keys", "&Keys", "Shift+F1", lambda session: help_pages.keys(key_table())),
        Command("statistics", "What the &statistics mean", "", help_pages.statistics),
        Command("evaluations", "What the e&valuations value", "", help_pages.evaluations),
        Command("series-help", "Series: players and &figures", "", help_pages.series),
        Command("explorer-help", "How to read the search &explorer", "", help_pages.explorer),
        Command("own-code-help", "Your own &code, and a class", "", help_pages.own_code),
        Command("flow-help", "Flow Free and its al&gorithms", "", help_pages.flow),
        LINE,
        Command("about", "&About loa_tk", "", help_pages.about),
    )),
)  # fmt: skip

# Buttons and keys that have no entry in a menu; their labels are the words of their cards.
OTHERS = (
    Command("left", "", "", partial(hands.step, up=0, right=-1)),
    Command("right", "", "", partial(hands.step, up=0, right=1)),
    Command("up", "", "", partial(hands.step, up=1, right=0)),
    Command("down", "", "", partial(hands.step, up=-1, right=0)),
    Command("enter", "", "", press),
    Command("escape", "", "", escape),
    Command("dismiss", "", "", dismiss),
    Command("first", "", "", review.first, _can_go_back),
    Command("previous", "", "", review.previous, _can_go_back, held=True),
    Command("next", "", "", review.following, _can_go_on, held=True),
    Command("last", "", "", review.last, _can_go_on),
    Command("log-copy", "", "", logbook.copy),
    Command("log-save", "", "", logbook.save),
    Command("log-clear", "", "", logbook.clear),
    Command("explore-board", "", "", lambda session: [OpenTool("explore-board")]),
    Command("edit-clear", "", "", editing.clear, _editing),
    Command("edit-start", "", "", editing.start_position, _editing),
    Command("edit-copy", "", "", editing.copy, _editing),
    Command("edit-done", "", "", editing.done, _editing),
    Command("edit-cancel", "", "", editing.cancel, _editing),
)

OTHER_CHOICES = (
    Choices("page", show_page),
    Choices("move", review.visit),
    Choices("comment", review.write_comment),
    Choices("explore", explored.explore),
    Choices("brush", editing.choose_brush),
    Choices("to-move", editing.choose_player),
)


def _rows(menus: Sequence[Submenu]) -> Iterator[Command | Choices]:
    for menu in menus:
        for row in menu.rows:
            if isinstance(row, Submenu):
                yield from _rows([row])
            elif not isinstance(row, MenuLine):
                yield row


MENU_COMMANDS = {row.name: row for row in _rows(MENU_BAR) if isinstance(row, Command)}
MENU_CHOICES = {row.name: row for row in _rows(MENU_BAR) if isinstance(row, Choices)}
COMMANDS = {**MENU_COMMANDS, **{row.name: row for row in OTHERS}}
CHOICES = {**MENU_CHOICES, **{row.name: row for row in OTHER_CHOICES}}


def menu_bar(menus: Sequence[Submenu] = MENU_BAR) -> tuple[Menu, ...]:
    """Return the menus as a window draws them."""

    def entry(row: Row) -> MenuEntry | MenuChoices | MenuLine | Menu:
        if isinstance(row, Command):
            return MenuEntry(row.name, row.label, row.key, row.ticked is not None)
        if isinstance(row, Choices):
            return MenuChoices(row.name)
        return menu_bar([row])[0] if isinstance(row, Submenu) else row

    return tuple(Menu(menu.name, menu.label, tuple(map(entry, menu.rows))) for menu in menus)


def _plain(label: str) -> str:
    """Return a label as part of a sentence."""
    text = label.replace("&", "").rstrip("…")
    return text[:1].lower() + text[1:]


def key_table() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the keys of each menu with what they do, for the help page."""
    found = []
    for menu in MENU_BAR:
        rows = [row for row in _rows([menu]) if isinstance(row, Command) and row.key]
        if rows:
            texts = [(row.key, row.help or _plain(row.label)) for row in rows]
            found.append((menu.label.replace("&", ""), texts))
    return found
