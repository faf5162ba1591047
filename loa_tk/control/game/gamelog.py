"""The log of the games: their moves and searches, and all else that a reader must know of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from math import log as logarithm

from loa_tk.control.effects import Effect, Explorable, Log
from loa_tk.control.engine.played import stretches
from loa_tk.control.engine.searchlog import (
    HINTED,
    PLAYERS,
    RESULT,
    VARIATION,
    csv_row,
    log_entry,
    move_head,
    person_row,
)
from loa_tk.control.game.helped import count
from loa_tk.control.game.session import ADAPTIVE, Logged, Session
from loa_tk.model.game import Game, PlayerError, State
from loa_tk.model.match import Node, outcome_at
from loa_tk.model.records.values import HINTS
from loa_tk.model.search.mcts import MonteCarlo
from loa_tk.model.search.options import EVAL, is_file
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import LogEntry, LogRow
from loa_tk.words import main as words

RECORDED = ("minimax", "alphabeta")  # the searches whose trees can be recorded
MOST_DEPTH = 8  # that the search explorer offers
QUICK = 5_000  # nodes of a tree that is recorded, measured and shown within half a second


def log(session: Session, *logged: Logged) -> list[Effect[Session]]:
    """Add entries to the log; the first ones of a game follow its heading.

    If the players have changed since the heading, an entry says who plays from here on.
    """
    entries, book, players = list(logged), session.log, players_text(session)
    if book.logged is not session.match:
        book.logged, book.at, book.games = session.match, session.match.node, book.games + 1
        book.date = time.strftime(words.LOG_DATE)
        heading = LogEntry(head=session.game.title, by=f"{book.date}\n{players}", title=True)
        entries.insert(0, Logged(entry=heading))
    elif players != book.players:
        entry = LogEntry(head=words.LOG_PLAYERS, by=players)
        row: dict[str, object] = {"kind": PLAYERS, "note": players.replace("\n", words.FACTS)}
        entries.insert(0, Logged(entry=entry, row=row))
    book.players = players
    about = {"game": session.game.title, "date": book.date, "game_number": book.games}
    for one in entries:
        cells = {**one.row, **about} if one.row else {}
        book.append(replace(one, row=cells, game=book.games))
    return [Log(one.entry) for one in entries]


def players_text(session: Session) -> str:
    """Return who plays the game, a line for each side, with all that makes it repeatable."""
    lines = []
    for side, human in enumerate(session.humans):
        facts = [words.person(human, session.humans)]
        if session.named(side):
            facts = [session.named(side)]
        elif not human:
            level = ADAPTIVE if session.adaptive(side) else ""
            facts = [player_text(session, session.opponent(side), level)]
        name = session.game.sides[side].name.capitalize()
        lines.append(words.LOG_PLAYER.format(side=name, player=words.FACTS.join(facts)))
    return "\n".join(lines)


def player_text(session: Session, player: Player, level: str = "") -> str:
    """Return a player with its level and all that makes it repeatable."""
    level = level or session.level_of(player)
    named = [words.LEVELS.get(level, level)] if level else []
    return words.FACTS.join([*named, *player.facts()])


def made_text(session: Session, line: Sequence[Node], side: int, person: str) -> str:
    """Return who made a side's moves; if they were several, each with the numbers of its moves."""
    made, texts = stretches(session.game, line, side), []
    for one in made:
        text = person
        if one.player is not None:
            try:
                text = player_text(session, read_player(session.game, one.player))
            except PlayerError:
                text = one.player or words.NOTHING
        texts.append(text if len(made) == 1 else words.stretch(text, one.first, one.last))
    return words.THEN.join(texts)


# --- moves and searches ---


def log_move(session: Session, report: Report | None) -> list[Effect[Session]]:
    """Log the move that has just been played, with its search if there was one."""
    node = session.match.node
    logged = logged_node(session, node, report)
    if session.trying:
        logged = replace(logged, row={**logged.row, "kind": VARIATION})
    effects = log(session, logged)
    session.log.at = node
    session.log.taken.discard(node)
    return effects


def logged_node(session: Session, node: Node, report: Report | None) -> Logged:
    """Return the entry of the move that led to a node."""
    if report is not None:
        assert node.parent is not None
        logged = logged_search(session, session.game, node.parent.state, number_of(node), report)
    else:
        logged = logged_person(session, node)
    return replace(logged, node=node)


def number_of(node: Node) -> int:
    """Return the number of the move that led to a node."""
    return len(node.line()) // 2


def logged_search(
    session: Session, game: Game, state: State, number: int, report: Report
) -> Logged:
    """Return the entry of a search, with a key if the search explorer can repeat it."""
    entry, search = log_entry(game, state, number, report), explorable(game, state, report)
    if search is not None:
        session.log.keyed += 1
        entry = replace(entry, key=str(session.log.keyed))
        if search.search == read_player(game, report.player).search:
            entry = replace(entry, rows=tuple(map(with_link, entry.rows)))
    return Logged(entry=entry, row=csv_row(game, state, number, report), search=search)


def with_link(row: LogRow) -> LogRow:
    """Return the row of a depth that the search explorer can show, with a link to its tree."""
    return replace(row, link=row.depth.isdecimal() and int(row.depth) <= MOST_DEPTH)


def explorable(game: Game, state: State, report: Report) -> Explorable | None:
    """Return what the search explorer needs to repeat a search, or None if it cannot.

    A search that is not the book's own is repeated by alpha-beta, with its evaluation. The depth is
    the greatest one, up to the search's, whose tree is answered within half a second. Monte Carlo
    tree search has its player instead of an evaluation, and its playouts instead of a depth.
    """
    try:
        player = read_player(game, report.player)
    except PlayerError:
        return None
    if player.search == MonteCarlo.name:
        made = report.statistics.playouts
        if not made:
            return None
        return Explorable(
            game=game, state=state, search=player.search, evaluation=report.player, depth=made
        )
    evaluation = player.options.get(EVAL.name)
    known = evaluation in game.evaluations or is_file(str(evaluation))
    if evaluation is None or not known or not report.depth:
        return None
    search = player.search if player.search in RECORDED else "alphabeta"
    depth = report.depth
    if player.depth is None:
        depth = min(depth, quick_depth(game, state, report, search == player.search))
    return Explorable(game=game, state=state, search=search, evaluation=evaluation, depth=depth)


def quick_depth(game: Game, state: State, report: Report, same: bool) -> int:
    """Return the greatest depth with few nodes: as the search counted them, or estimated."""
    if same:
        finished = [one for one in report.iterations if one.kind == "depth"]
        quick = [one.depth for one in finished if one.statistics.nodes <= QUICK]
        return max(quick, default=1)
    # Alpha-beta in fixed order looks at about b^(3d/4) nodes.
    return max(1, int(logarithm(QUICK) / (0.75 * logarithm(max(2, len(game.moves(state)))))))


def logged_person(session: Session, node: Node) -> Logged:
    """Return the entry of a move made without a search."""
    assert node.parent is not None and node.move is not None
    game, state, move, number = session.game, node.parent.state, node.move, number_of(node)
    side = game.player(state)
    who = words.person(session.humans[side] or session.reviewing, session.humans)
    who = session.named(side) or who
    if not game.path(state, move):
        who = ""  # nobody chooses to forfeit a turn
    elif session.marks.hint == move and node is session.match.node:
        who = words.AS_HINTED.format(who=who)
    entry = LogEntry(head=move_head(game, state, number, move), facts=who)
    return Logged(entry=entry, row=person_row(game, state, number, move, who))


def log_hint(session: Session, game: Game, state: State, report: Report) -> list[Effect[Session]]:
    """Log the search for a hint."""
    if not (session.trying or session.reviewing):
        count(session.match.node, HINTS, 1)
        session.file.changed = True
    logged = logged_search(session, game, state, session.match.ply // 2 + 1, report)
    entry = replace(logged.entry, head=words.HINT_HEAD.format(head=logged.entry.head))
    return log(session, replace(logged, entry=entry, row={**logged.row, "kind": HINTED}))


# --- what else happens in a game ---


def log_result(session: Session) -> list[Effect[Session]]:
    """Log how the game has ended with the move just played, if it has."""
    result = logged_result(session, session.match.node)
    return log(session, *result) if result else []


def logged_result(session: Session, node: Node) -> list[Logged]:
    """Return the entry of the result at a node, or nothing if the game goes on there."""
    game, outcome = session.game, outcome_at(session.game, node)
    if outcome is None:
        return []
    text = words.LOG_DRAWN.format(reason=outcome.reason)
    if outcome.winner is not None:
        side = game.sides[outcome.winner].name.capitalize()
        text = words.LOG_WON.format(side=side, reason=outcome.reason)
    row = {"kind": RESULT, "note": text}
    return [Logged(entry=LogEntry(head=text, result=True), row=row, node=node)]


def log_way(session: Session, node: Node) -> list[Effect[Session]]:
    """Log the moves taken back or played again on the way to a position where the game goes on.

    Nothing is taken back in a review: the log says where a variation begins, or the game goes on.
    """
    book = session.log
    if book.logged is not session.match or book.at is None or book.at is node:
        return []
    known, line = book.at.line(), node.line()
    back = [one for one in known if one not in line]
    again = [one for one in line if one not in known]
    book.at = node
    if session.trying or session.reviewing:
        text = words.LOG_FROM.format(move=_heads(session, [node]))
        if node.parent is None:
            text = words.LOG_FROM_START
        return log(session, Logged(entry=LogEntry(head=text)))
    book.taken.update(back)
    book.taken.difference_update(again)
    texts = ((words.LOG_BACK, back[::-1]), (words.LOG_AGAIN, again))
    said = [text.format(moves=_heads(session, nodes)) for text, nodes in texts if nodes]
    return log(session, *(Logged(entry=LogEntry(head=text)) for text in said))


def _heads(session: Session, nodes: Sequence[Node]) -> str:
    return ", ".join(
        move_head(session.game, node.parent.state, number_of(node), node.move)
        for node in nodes
        if node.parent is not None and node.move is not None
    )
