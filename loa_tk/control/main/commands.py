"""The commands of the main window, a row each: name, label, key, when it is possible, what it does.

A row of MENU_BAR is an entry of the menus; the rows of OTHERS belong to buttons and keys. The
choices of menus and lists are rows too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeAlias

from loa_tk.control.effects import Close, Copy, Effects, Paste, Stop
from loa_tk.control.game import hands
from loa_tk.control.game.levels import level_choices
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import begin, begin_from, forget, go_to, next_turn, note, play
from loa_tk.control.main import customise, filing, help_pages, logbook, own_code, toolbox
from loa_tk.control.main.choosing import ask_reset, choose_level, choose_side, setting, switch
from loa_tk.control.rows import Choices, Command, Test, key_rows
from loa_tk.control.study import analysis, editing, learning, review
from loa_tk.immutable import dataclass
from loa_tk.model.game import PositionError
from loa_tk.model.games import all_games
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text, read_position
from loa_tk.model.records import RecordError, read_record, trees
from loa_tk.scenes.board import CLICK, DRAG, DROP, BoardGesture
from loa_tk.scenes.main import Menu, MenuChoices, MenuEntry, MenuLine
from loa_tk.scenes.pages import Choice
from loa_tk.words import main as words
from loa_tk.words import review as review_words


@dataclass(frozen=True)
class Submenu:
    """A menu of rows."""

    name: str
    label: str
    rows: tuple[Row, ...]


Row: TypeAlias = Command[Session] | Choices[Session] | MenuLine | Submenu


# --- when a command is possible ---


def playing(session: Session) -> bool:
    """Return whether the board shows a game, and not a position being set up."""
    return session.draft is None


def _in_game(test: Test[Session]) -> Test[Session]:
    """Return the test whether the board shows a game of which this is true."""
    return lambda session: playing(session) and test(session)


def _can_undo(session: Session) -> bool:
    draft = session.draft
    return session.undo_target() is not None if draft is None else bool(draft.past)


def _can_redo(session: Session) -> bool:
    draft = session.draft
    return session.redo_target() is not None if draft is None else bool(draft.undone)


_can_hint = _in_game(lambda session: (
    session.human_to_move and not session.awaited and session.only_pass() is None
    and not learning.is_open(session)))  # fmt: skip
_can_analyse_game = _in_game(lambda session: bool(session.match.root.children))
_can_move_now = _in_game(lambda session: session.awaited)
_can_pause = _in_game(lambda session: (
    not all(session.humans) and session.match.outcome() is None))  # fmt: skip
_can_try_again = _in_game(lambda session: session.stuck and not session.held)
_can_step = _in_game(lambda session: session.computer_to_move and not session.awaited)
_has_links = _in_game(lambda session: bool(session.game.links(session.game.start)))
_can_go_back = _in_game(lambda session: session.match.can_undo)
_can_go_on = _in_game(lambda session: session.match.can_redo)


def _editing(session: Session) -> bool:
    return session.draft is not None


# --- what commands do ---


def new_game(session: Session) -> Effects[Session]:
    """Begin the same game again."""
    return filing.leave(session, partial(begin, match=Match(session.game)))


def quit_program(session: Session) -> Effects[Session]:
    """Close the window, which ends the program."""
    return filing.leave(session, lambda session, left: [Close()])


def undo(session: Session) -> Effects[Session]:
    """Go back to the last position where a human was to move; in the editor, to the last change."""
    if session.draft is not None:
        return editing.undo(session)
    return go_to(session, session.undo_target())


def redo(session: Session) -> Effects[Session]:
    """Go forward to the next position where a human is to move; in the editor, by a change."""
    if session.draft is not None:
        return editing.redo(session)
    return go_to(session, session.redo_target())


def move_now(session: Session) -> Effects[Session]:
    """End the search with what it has found."""
    return [Stop()]


def try_again(session: Session) -> Effects[Session]:
    """Search once more for the move that the computer could not find."""
    session.note = ""
    return next_turn(session)


def pause(session: Session) -> Effects[Session]:
    """Stop the computer before its move, or let it continue."""
    session.paused = not session.held
    session.reviewing, session.note = False, ""
    answer = session.answer
    effects = forget(session)
    session.answer = answer  # a move that was found before the pause is played after it
    return [*effects, *next_turn(session)]


def step(session: Session) -> Effects[Session]:
    """Let the computer make one move, and stay paused."""
    session.paused, session.stepping, session.note = True, True, ""
    return next_turn(session)


def copy_position(session: Session) -> Effects[Session]:
    """Put the position on the clipboard as text."""
    text = position_text(session.game, session.match.state)
    return [Copy(text), *note(session, words.POSITION_COPIED.format(text=text))]


def paste_position(session: Session) -> Effects[Session]:
    """Begin a new game from the position on the clipboard, or review the SGF game there."""
    return [Paste(_pasted)]


def play_edited(session: Session) -> Effects[Session]:
    """Begin a new game from the position that was set up, unless it cannot be played."""
    state, reason = editing.result(session)
    if state is None or reason:
        return note(session, reason)
    text = review_words.EDIT_DONE
    return filing.leave(session, partial(begin_from, state=state, text=text))


def _pasted(session: Session, text: str) -> Effects[Session]:
    if text.lstrip("\ufeff \t\r\n").startswith("(;"):
        try:
            record = read_record(trees(text.encode())[0])
        except RecordError as error:
            return note(session, review_words.PASTE_REFUSED.format(reason=error))
        return filing.leave(session, partial(review.paste_game, record=record))
    try:
        state = read_position(session.game, " ".join(text.split())[:200])
    except PositionError as error:
        if "/" in text:  # the rows of a position
            return note(session, words.POSITION_REFUSED.format(reason=error))
        return note(session, words.nothing_to_paste(session.game.title, text))
    side = session.game.sides[session.game.player(state)].name.capitalize()
    text = words.POSITION_PASTED.format(side=side)
    return filing.leave(session, partial(begin_from, state=state, text=text))


def press(session: Session) -> Effects[Session]:
    """Do what a click on the cursor's square would do; without a cursor, play the hint."""
    if session.marks.cursor is not None:
        return click(session, session.marks.cursor)
    if session.marks.hint is not None and session.hint_path() is not None:
        return hands.hint(session)
    return hands.step(session, 0, 0)


def click(session: Session, square: int) -> Effects[Session]:
    """Click a square: in the position editor it places a piece, in a game it moves one."""
    if session.draft is not None:
        return editing.click(session, square)
    return hands.click(session, square, _act(session))


def _act(session: Session) -> hands.Act:
    """Return what a move on the board does: it is played, or answers an exercise."""
    return learning.answer if learning.is_open(session) else play


def report(session: Session, gesture: BoardGesture) -> Effects[Session]:
    """Do what the mouse asks for on the board; in the position editor pieces stand anywhere."""
    square, editor = gesture.square, session.draft is not None
    if gesture.action == CLICK:
        return click(session, square)
    if gesture.action == DRAG:
        return (editing.drag if editor else hands.drag)(session, square)
    if gesture.action == DROP:
        if editor:
            return editing.drop(session, square, gesture.target)
        return hands.drop(session, square, gesture.target, _act(session))
    return editing.remove(session, square) if editor else []


def escape(session: Session) -> Effects[Session]:
    """Put things away, one at a time: the selection, the hint, the banner, then the analysis."""
    if session.draft is not None:
        return editing.cancel(session)
    ended = session.match.outcome() is not None and not session.marks.banner_seen
    if session.marks.selected is None and session.marks.hint is None and not ended:
        if session.study is not None:
            return analysis.toggle_game(session)
        if session.analysing:
            return analysis.toggle(session)
        if session.lesson is not None:
            return learning.end(session)
    return hands.escape(session)


def dismiss(session: Session) -> Effects[Session]:
    """Put the banner away."""
    session.marks.banner_seen = True
    return []


def choose_game(session: Session, key: str) -> Effects[Session]:
    """Begin another game."""
    return filing.leave(session, partial(begin, match=Match(all_games()[key]), game=key))


def swap_sides(session: Session) -> Effects[Session]:
    """Begin the same game again with the other side."""
    side = "second" if session.settings.side == "first" else "first"
    return filing.leave(session, partial(begin, match=Match(session.game), side=side))


def review_game(session: Session) -> Effects[Session]:
    """Go through the game from its beginning, beside its list of moves."""
    session.marks.banner_seen, session.page = True, "moves"
    return review.first(session)


def show_page(session: Session, page: str) -> Effects[Session]:
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
        Command("open", filing.ask_open, label="&Open…", key="Ctrl+O"),
        Submenu("recent", "&Recent games", (
            Choices(name="recent", do=filing.open_file, offered=filing.recent_choices),
        )),
        Command("kept", filing.list_kept, label="&Kept games…", key="Ctrl+K",
                help="the games that are kept automatically"),
        LINE,
        Command("save", filing.save, label="&Save", key="Ctrl+S", possible=playing),
        Command("save-as", filing.save_as, label="Save &as…", key="Ctrl+Shift+S", possible=playing),
        Command("picture", filing.save_picture, label="Save &picture of the board…"),
        Command("hand-in", filing.hand_in, label="&Hand in…", possible=playing,
                help="write the game as a page to be read and a record to be checked"),
        Submenu("log", "Search &log", (
            Command("log-copy", logbook.copy, label="&Copy log of this game"),
            Command("log-save", logbook.save, label="&Save log of this game…"),
            LINE,
            Command("log-copy-all", partial(logbook.copy, every=True),
                    label="C&opy log of all games"),
            Command("log-save-all", partial(logbook.save, every=True),
                    label="Sa&ve log of all games…"),
        )),
        LINE,
        Command("quit", quit_program, label="&Quit", key="Ctrl+Q",
                help="quit; the next start restores the game"),
    )),
    Submenu("game", "&Game", (
        Command("new", new_game, label="&New game", key="Ctrl+N",
                help="new game; the old one is kept"),
        LINE,
        Command("undo", undo, label="&Undo", key="Ctrl+Z", possible=_can_undo,
                help="take your last move back", held=True),
        Command("redo", redo, label="&Redo", key="Ctrl+Y", possible=_can_redo,
                help="play again a move that was taken back", held=True),
        Command("hint", hands.hint, label="&Hint", key="Ctrl+H", possible=_can_hint,
                help="hint; press again to play it, or press Enter, or click its target"),
        Command("analyse", analysis.toggle, label="&Analyse position", key="Ctrl+Shift+A",
                possible=playing, ticked=lambda session: session.analysing,
                help="analyse the position on the board; no move is played"),
        Command("analyse-game", analysis.toggle_game, label="Analyse &game",
                possible=_can_analyse_game),
        Command("learn", learning.learn, label="&Learn from it",
                possible=_in_game(learning.can_learn),
                help="find the better move for each blunder of an analysed game"),
        LINE,
        Command("move-now", move_now, label="&Move now", key="Ctrl+M", possible=_can_move_now,
                help="let the computer move now"),
        Command("try-again", try_again, label="Tr&y again", key="Ctrl+R", possible=_can_try_again,
                help="search once more after a search has failed"),
        Command("pause", pause, label="&Pause", key="Ctrl+P", possible=_can_pause,
                ticked=lambda session: session.held, help="pause the computer, or let it continue"),
        Command("step", step, label="Single s&tep", key="Ctrl+J", possible=_can_step,
                help="let the paused computer make a single move"),
        Submenu("speed", "Sp&eed", (
            setting("speed", ("slow", "&Slow"), ("normal", "&Normal"), ("fast", "&Fast")),
        )),
        LINE,
        Command("copy-position", copy_position, label="&Copy position", key="Ctrl+Shift+C",
                possible=playing),
        Command("paste-position", paste_position, label="Pa&ste position or game",
                key="Ctrl+Shift+V", possible=playing),
        Command("edit", editing.open_editor, label="E&dit position…", key="Ctrl+Shift+E",
                possible=playing),
    )),
    Submenu("board", "&Board", (
        Choices(name="board", do=choose_game, chosen=lambda session: session.game.key,
                offered=lambda session: [Choice(g.key, g.title) for g in all_games().values()]),
    )),
    Submenu("side", "&Side", (
        Choices(name="side", do=choose_side, offered=lambda session: SIDES,
                chosen=lambda session: session.settings.side),
    )),
    Submenu("level", "&Level", (
        Choices(name="level", do=choose_level, offered=level_choices, chosen=lambda session: (
            "" if own_code.plays_own(session) else session.settings.level)),
        LINE,
        Command("customise", customise.open_form, label="&Customise…", key="Ctrl+E",
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
        Command("reset-settings", ask_reset, label="&Reset settings…"),
    )),
    Submenu("tools", "&Tools", (
        Command("series", toolbox.open_tool("series"), label="&Series…", key="Ctrl+T",
                help="a series of many games between computer players"),
        Command("explorer", toolbox.open_tool("explorer"), label="Search e&xplorer…",
                key="Ctrl+Shift+X", help="the tree of a search of the position on the board"),
        Command("class", toolbox.open_tool("classroom"), label="&Class…", key="Ctrl+Shift+T",
                help="a class: students’ files are checked and play each other"),
        Submenu("my-code", "&My code", (
            Command("new-evaluation", own_code.new_evaluation, label="New &evaluation…"),
            Command("new-search", own_code.new_search, label="New &search…"),
            Command("play-file", own_code.ask_play, label="&Play against a file…",
                    help="let the computer play with a file of yours"),
            Command("check-file", own_code.ask_check, label="&Check…", key="Ctrl+Shift+K",
                    help="check a file of yours: an evaluation or a search"),
            LINE,
            Choices(name="own", do=own_code.play_against, offered=own_code.own_choices),
        )),
        LINE,
        Command("flow", toolbox.open_tool("flow"), label="&Flow Free…", key="Ctrl+Shift+F"),
    )),
    Submenu("help", "&Help", (
        Command("rules", help_pages.rules, label="&Rules of this game", key="F1"),
        Command("keys", lambda session: help_pages.keys(key_table()), label="&Keys",
                key="Shift+F1"),
        Command("statistics", help_pages.statistics, label="What the &statistics mean"),
        Command("evaluations", help_pages.evaluations, label="What the e&valuations value"),
        Command("series-help", help_pages.series, label="Series: players and &figures"),
        Command("explorer-help", help_pages.explorer, label="How to read the search &explorer"),
        Command("own-code-help", help_pages.own_code, label="Your own &code, and a class"),
        Command("flow-help", help_pages.flow, label="Flow Free and its al&gorithms"),
        LINE,
        Command("about", help_pages.about, label="&About loa_tk"),
    )),
)  # fmt: skip

# Buttons and keys that have no entry in a menu; their labels are the words of their cards.
OTHERS = (
    Command("left", partial(hands.step, up=0, right=-1)),
    Command("right", partial(hands.step, up=0, right=1)),
    Command("up", partial(hands.step, up=1, right=0)),
    Command("down", partial(hands.step, up=-1, right=0)),
    Command("enter", press),
    Command("escape", escape),
    Command("dismiss", dismiss),
    Command("swap-sides", swap_sides, possible=_in_game(lambda session: sum(session.humans) == 1)),
    Command("review-game", review_game, possible=playing),
    Command("first", review.first, possible=_can_go_back),
    Command("previous", review.previous, possible=_can_go_back, held=True),
    Command("next", review.following, possible=_can_go_on, held=True),
    Command("last", review.last, possible=_can_go_on),
    Command("next-blunder", analysis.next_mistake, possible=_in_game(learning.can_learn)),
    Command("better-line", analysis.show_better, possible=_in_game(analysis.has_better)),
    Command("reply", analysis.show_reply, possible=_in_game(analysis.has_reply)),
    Command("learn-show", learning.show_answer, possible=_in_game(learning.is_open)),
    Command(
        "learn-next",
        learning.following,
        possible=_in_game(lambda session: session.lesson is not None),
    ),
    Command(
        "learn-end", learning.end, possible=_in_game(lambda session: session.lesson is not None)
    ),
    Command("log-clear", logbook.ask_clear),
    Command("explore-board", toolbox.open_tool("explorer", at_once=True)),
    Command("edit-clear", editing.clear, possible=_editing),
    Command("edit-start", editing.start_position, possible=_editing),
    Command("edit-copy", editing.copy, possible=_editing),
    Command("edit-done", play_edited, possible=_editing),
    Command("edit-cancel", editing.cancel, possible=_editing),
)

OTHER_CHOICES = (
    Choices(name="page", do=show_page),
    Choices(name="move", do=review.visit),
    Choices(name="promote", do=review.promote),
    Choices(name="delete", do=review.ask_delete),
    Choices(name="comment", do=review.write_comment),
    Choices(name="explore", do=toolbox.explore),
    Choices(name="brush", do=editing.choose_brush),
    Choices(name="to-move", do=editing.choose_player),
)


def _rows(menus: Sequence[Submenu]) -> Iterator[Command[Session] | Choices[Session]]:
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
            tick = row.ticked is not None
            return MenuEntry(name=row.name, label=row.label, key=row.key, tick=tick)
        if isinstance(row, Choices):
            return MenuChoices(row.name)
        return menu_bar([row])[0] if isinstance(row, Submenu) else row

    return tuple(Menu(menu.name, menu.label, tuple(map(entry, menu.rows))) for menu in menus)


def key_table() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the keys of each menu with what they do, for the help page."""
    table = []
    for menu in MENU_BAR:
        if texts := key_rows(row for row in _rows([menu]) if isinstance(row, Command)):
            table.append((menu.label.replace("&", ""), texts))
    return table
