"""File > Hand in…: a game as one page to be read and one record to be checked, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

from loa_tk import __version__
from loa_tk.control.effects import (
    Announce,
    AskSaveName,
    Confirm,
    Do,
    Effects,
    folder_of,
    work,
    write,
)
from loa_tk.control.engine.blunders import blundered
from loa_tk.control.engine.confirm import searches
from loa_tk.control.engine.played import is_computer
from loa_tk.control.engine.searchlog import move_head, player_words, value_text
from loa_tk.control.game.gamelog import logged_result, made_text, number_of, players_text
from loa_tk.control.game.helped import helped_text
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import describe, note
from loa_tk.control.main.logbook import game_text
from loa_tk.control.pages import page, paragraph, section
from loa_tk.control.series.page import STYLE, nice, plot_html
from loa_tk.control.series.page import number as axis_number
from loa_tk.control.study.values import node_value
from loa_tk.model import records
from loa_tk.model.commandline import quote
from loa_tk.model.drawing import board_svg
from loa_tk.model.match import Node
from loa_tk.model.records import Record
from loa_tk.model.search.statistics import ROWS, Report
from loa_tk.scenes.series import Plot, Tick
from loa_tk.words import confirm as words
from loa_tk.words import main as main_words
from loa_tk.words.review import HUMAN

PAGE, RECORD = ".html", ".sgf"
LEVELS = 4  # grid lines of the plot of nodes
LOOK = """
.board { max-width: 320px; } pre { font: 12px/1.5 ui-monospace, monospace; overflow-x: auto; }
td.person { color: #5E6672; text-align: left; } table { font-size: 14px; }
th { white-space: normal; vertical-align: bottom; line-height: 1.25; max-width: 6em; }
th:nth-child(2) { text-align: left; } td.text { white-space: nowrap; } main { max-width: 1080px; }
@media print { section { break-inside: avoid; } section.log { break-inside: auto; } }
"""


def ask(session: Session) -> Effects[Session]:
    """Let the user name the page; the record is written beside it, under the same name."""
    if not session.match.root.children:
        return note(session, words.NO_MOVES)
    name = (session.file.path.stem if session.file.path else session.game.key) + words.HAND_IN_NAME
    folder = folder_of(session.settings.recent)
    return [
        AskSaveName(
            title=words.HAND_IN_TITLE, name=name, kinds=words.HAND_IN_KINDS, then=_named,
            folder=folder,
        )
    ]  # fmt: skip


def _named(session: Session, name: str) -> Effects[Session]:
    """Write both files; ask first if that would replace a record, which the dialog did not name."""
    path = Path(name).absolute()
    record = path.with_suffix(RECORD)
    return [Do(work(record.exists), partial(_checked, path=path))]


def _checked(session: Session, exists: bool, path: Path) -> Effects[Session]:
    if not exists or path.with_suffix(RECORD) == session.file.path:
        return _write(session, path)
    text = words.REPLACE_TEXT.format(name=path.with_suffix(RECORD).name)
    then = partial(_write, path=path)
    return [Confirm(title=words.REPLACE, text=text, button=words.REPLACE_BUTTON, then=then)]


def _write(session: Session, path: Path) -> Effects[Session]:
    describe(session)
    record = Record(match=session.match, info=session.file.info)
    then = partial(_record_written, path=path)
    return [write(path.with_suffix(RECORD), lambda: records.text([record]), then)]


def _record_written(session: Session, failure: str, path: Path) -> Effects[Session]:
    if failure:
        return _failed(path.with_suffix(RECORD), failure)
    return [write(path, lambda: hand_in_page(session, path), partial(_written, path=path))]


def _written(session: Session, failure: str, path: Path) -> Effects[Session]:
    if failure:
        return _failed(path, failure)
    record = path.with_suffix(RECORD).name
    return note(session, words.HANDED_IN.format(page=path.name, record=record))


def _failed(path: Path, failure: str) -> Effects[Session]:
    text = main_words.CANNOT_SAVE_TEXT.format(name=path, reason=failure)
    return [Announce(main_words.CANNOT_SAVE, text)]


# --- the page ---


@dataclass(frozen=True)
class HandIn:
    """The game of a page: the session that it is on, and the positions of its main line."""

    session: Session
    line: list[Node]

    def searched(self) -> Iterator[tuple[Node, Report]]:
        """Yield the moves of the line that were searched for."""
        for node in self.line[1:]:
            if isinstance(node.report, Report):
                yield node, node.report


def hand_in_page(session: Session, path: Path) -> str:
    """Return the whole page; it loads nothing."""
    game = HandIn(session, session.match.root.end().line())
    title = words.PAGE_TITLE.format(name=path.stem, game=session.game.title)
    parts = [
        facts(game, path),
        section(words.BOARD_HEAD, last_board(game)),
        section(words.VALUES_HEAD, values_plot(game)),
        section(words.NODES_HEAD, nodes_plot(game)),
        section(words.TABLE_HEAD, moves_table(game) + paragraph(words.TABLE_NOTE)),
        section(words.CONFIRM_HEAD, "".join(map(paragraph, words.CONFIRM_TEXT))),
    ]
    if text := game_text(session):
        logged = {one.node for one in session.log}
        partly = any(node not in logged for node in game.line[1:])
        log = f"{paragraph(words.LOG_PARTLY) if partly else ''}<pre>{escape(text)}</pre>"
        parts.append(f'<section class="log"><h2>{words.LOG_HEAD}</h2>{log}</section>')
    else:
        parts.append(section(words.LOG_HEAD, paragraph(words.LOG_GONE)))
    return page(title, parts, STYLE + LOOK)


def facts(game: HandIn, path: Path) -> str:
    """Return who played what, how it ended, what was searched, and the command that checks it.

    The player who is "You" in the window has the name of the page.
    """
    session, record = game.session, path.with_suffix(RECORD).name
    made = list(searches(Record(match=session.match)))
    result = [one.entry.head for one in logged_result(session, game.line[-1])]
    nodes = sum(report.statistics.nodes for _, report in made)
    command = " ".join(map(quote, ("loa", "replay", "--confirm", record)))
    rows = [
        (words.GAME, escape(session.game.title)),
        *((words.PLAYER, escape(line)) for line in players(game, path.stem)),
        (words.RESULT, escape(next(iter(result), words.UNFINISHED))),
        (words.MOVES, str(len(game.line) - 1)),
        (words.SEARCHES, words.searched(len(made), nodes)),
        (words.HELP, helped_text(session.match.root)),
        (words.DATE, escape(session.file.info.get("DT", ""))),
        (words.VERSION, f"{main_words.PROGRAM} {__version__}"),
        (words.COMMAND, f"<code>{escape(command)}</code>"),
    ]
    content = "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in rows)
    return f'<section><dl class="facts">{content}</dl></section>'


def players(game: HandIn, name: str) -> list[str]:
    """Return who made the moves, a line for each side; one without a move has its player of now."""
    session, texts = game.session, []
    for side, now in enumerate(players_text(session).splitlines()):
        about = game.session.game.sides[side].name.capitalize()
        person = main_words.person(True, session.players) if all(session.players) else name
        if named := session.named(side):
            person = HUMAN if is_computer(named) else named
        made = made_text(session, game.line, side, person)
        you = main_words.LOG_PLAYER.format(side=about, player=main_words.YOU)
        now = main_words.LOG_PLAYER.format(side=about, player=name) if now == you else now
        texts.append(main_words.LOG_PLAYER.format(side=about, player=made) if made else now)
    return texts


def last_board(game: HandIn) -> str:
    """Return the last position, with the last move."""
    rules, node = game.session.game, game.line[-1]
    path: tuple[int, ...] = ()
    if node.parent is not None and node.move is not None:
        path = rules.path(node.parent.state, node.move)
    marks = [("last", square) for square in (path[:1] + path[-1:] if path else ())]
    return f'<div class="board">{board_svg(rules, node.state, marks)}</div>'


def values_plot(game: HandIn) -> str:
    """Return the known values of the positions, as shares of the value bar."""
    rules = game.session.game
    values = [(ply, node_value(rules, node)) for ply, node in enumerate(game.line)]
    curve = tuple((ply + 1.0, rules.bar_share(value)) for ply, value in values if value is not None)
    first, second = (side.name.capitalize() for side in rules.sides)
    levels = ((0.0, main_words.WINS.format(side=second)), (0.5, words.EVEN),
              (1.0, main_words.WINS.format(side=first)))  # fmt: skip
    ends = words.PLY.format(number=0), words.PLY.format(number=len(game.line) - 1)
    ticks = (Tick(1, ends[0], ""), Tick(len(game.line), ends[1], ""))
    shown = Plot(top=1.0, levels=levels, moves=len(game.line), ticks=ticks, curves=(curve,))
    return plot_html(shown, [words.VALUE_CURVE], words.VALUES_HEAD)


def nodes_plot(game: HandIn) -> str:
    """Return the nodes of the searches of each side that searched, by the number of the move."""
    rules = game.session.game
    curves: dict[str, list[tuple[float, float]]] = {}
    for node, report in game.searched():
        assert node.parent is not None
        side = rules.sides[rules.player(node.parent.state)].name.capitalize()
        curves.setdefault(side, []).append(
            (float(number_of(node)), float(report.statistics.nodes))
        )
    most = max((y for curve in curves.values() for _, y in curve), default=1.0) or 1.0
    moves = max(1, number_of(game.line[-1]))
    step = nice(most / LEVELS)
    count = max(1, -int(-most // step))
    levels = tuple((i * step, axis_number(i * step, "")) for i in range(count + 1))
    ticks = tuple(
        Tick(number, words.MOVE_NUMBER.format(number=number), "") for number in sorted({1, moves})
    )
    shown = Plot(
        top=count * step, levels=levels, moves=moves, ticks=ticks,
        curves=tuple(map(tuple, curves.values())),
    )  # fmt: skip
    return plot_html(shown, list(curves), words.NODES_HEAD)


def moves_table(game: HandIn) -> str:
    """Return a row for each move: what was played, by whom, and all figures of its search."""
    rules = game.session.game
    shown = [name for name in ROWS if any(name in one.shown for _, one in game.searched())]
    names = words.heads(ROWS[name].text for name in shown)
    heads = "".join(f"<th>{escape(text)}</th>" for text in names)
    rows = []
    for node in game.line[1:]:
        assert node.parent is not None and node.move is not None
        report = node.report if isinstance(node.report, Report) else None
        head = move_head(rules, node.parent.state, number_of(node), node.move)
        cells = [f"<td>{escape(head)}</td>"]
        if report is None:
            cells.append(f'<td class="person" colspan="{len(shown) + 4}">{words.NO_SEARCH}</td>')
        else:
            by = player_words(rules, report.player)
            value = value_text(rules, report.value, report.proof)
            if blundered(rules, node.parent.state, report):
                value = words.BEST_VALUE.format(value=value)
            texts = [
                by, value, str(report.depth), main_words.duration(report.seconds, 2),
                *(ROWS[name].show(report.statistics) if name in report.shown else "–"
                  for name in shown),
            ]  # fmt: skip
            cells += [f'<td class="text">{escape(texts[0])}</td>']
            cells += [f"<td>{escape(text)}</td>" for text in texts[1:]]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"
