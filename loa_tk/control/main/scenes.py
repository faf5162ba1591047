"""The main window's scene, made from its session by pure functions."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor

from loa_tk.control.engine.blunders import best_pass, blundered
from loa_tk.control.engine.searchlog import (
    is_certain,
    line_texts,
    proof_texts,
    report_value,
    short_number,
    side_value,
    value_text,
)
from loa_tk.control.engine.thought import ANALYSIS, HINT, MOVE, Thought, thought_of
from loa_tk.control.game.levels import computer_texts
from loa_tk.control.game.session import Draft, Session
from loa_tk.control.main import filing
from loa_tk.control.main.commands import COMMANDS, MENU_CHOICES, MENU_COMMANDS
from loa_tk.control.study import analysis, learning
from loa_tk.control.study.editing import editor_scene, result
from loa_tk.control.study.review import Reviewer, review_status
from loa_tk.control.study.values import board_bound, board_proof, board_value, static_value
from loa_tk.model.game import Game, Outcome, Square, finish
from loa_tk.model.notation import square_name
from loa_tk.model.numbers import rounded
from loa_tk.model.search.statistics import Proof, Report
from loa_tk.scenes.board import Banner, BoardScene, ValueBar
from loa_tk.scenes.main import (
    AnalysisScene,
    MenuScene,
    PlayerRow,
    PlayersScene,
    ReviewScene,
    ThinkingScene,
    WindowScene,
)
from loa_tk.words import main as words
from loa_tk.words import review as review_words

LONGEST_NAME = 24  # letters of a name that came with a game; the card has no room for more


def window_scene(session: Session, reviewer: Reviewer) -> WindowScene:
    """Return the whole window."""
    settings, thought = session.settings, session.thought
    game, node = session.game, session.match.node
    scene = WindowScene(
        title=filing.title(session),
        board=board_scene(
            session,
            board_value(game, node, thought),
            board_proof(game, node, thought),
            board_bound(game, node, thought),
        ),
        players=players_scene(session),
        thinking=replace(
            thinking_scene(thought_of(game, node, thought), session.clock()),
            can_try_again=COMMANDS["try-again"].possible(session),
        ),
        menus=menu_scene(session),
        status=session.note or status_text(session),
        saved=session.file.saved,
        aim=aim(session),
        theme=settings.theme,
        text_size=settings.text_size,
        log_pane=settings.log_pane,
        page=session.page,
    )
    if session.draft is not None:
        return replace(
            scene,
            board=edited_board(session, session.draft, scene.board),
            status=session.note or review_words.EDIT_STATUS,
            editor=editor_scene(session, session.draft),
            log_pane=False,
        )
    return replace(scene, review=moves_page(session, reviewer), analysis=analysis_page(session))


def analysis_page(session: Session) -> AnalysisScene:
    """Return the page of analysis."""
    possible = COMMANDS["analyse-game"].possible(session)
    return replace(analysis.analysis_scene(session), can_analyse_game=possible)


def moves_page(session: Session, reviewer: Reviewer) -> ReviewScene:
    """Return the page of moves; while it is hidden, there is nothing to make."""
    if session.page != "moves":
        return ReviewScene()
    steps = frozenset(name for name, _ in review_words.STEPS if COMMANDS[name].possible(session))
    comment = session.match.node.comment
    return replace(reviewer.scene(session), enabled=steps, comment=comment)


def edited_board(session: Session, draft: Draft, scene: BoardScene) -> BoardScene:
    """Return the board with the position being set up, and no mark but the cursor."""
    game = session.game
    pieces = {at: game.sides[side].name for at, side in draft.pieces.items()}
    state, _ = result(session)
    value = None if scene.value is None else replace(scene.value, share=0.5, text="", brief=())
    if state is not None:
        value = value_bar(session, finish(game, state), static_value(game, state), None)
    return BoardScene(
        rows=scene.rows,
        columns=scene.columns,
        pieces=pieces,
        squares=scene.squares,
        flipped=scene.flipped,
        coordinates=scene.coordinates,
        cursor=scene.cursor,
        value=value,
    )


def board_scene(
    session: Session, value: float, proof: Proof | None = None, bound: int = 0
) -> BoardScene:
    """Return the board with all its marks; `value` is from the first player's point of view."""
    game, match, settings = session.game, session.match, session.settings
    state, outcome = match.state, match.outcome()
    node = match.node
    last = (
        () if node.parent is None or node.move is None else game.path(node.parent.state, node.move)
    )
    selected, targets, captures = marks(session)
    path = session.hint_path()
    kinds = {square: game.sides[side].name for square, side in game.pieces(state).items()}
    links, halo = game.links(state), game.halo(state, outcome) if outcome is not None else ()
    return BoardScene(
        rows=game.rows,
        columns=game.columns,
        pieces=kinds,
        squares=game.board,
        flipped=session.flipped,
        coordinates=settings.coordinates,
        last=(last[0], last[-1]) if last else (),
        selected=selected,
        targets=targets,
        captures=captures,
        movable=movable(session),
        cursor=session.marks.cursor,
        links=tuple(links) if settings.links else (),
        halo=tuple(halo),
        bonds=tuple((first, second) for first, second in links if first in halo and second in halo),
        value=value_bar(session, outcome, value, proof, bound),
        banner=None if outcome is None or session.marks.banner_seen else banner(session, outcome),
        notice=notice(session),
        glide=session.marks.glide,
        sign=sign(session),
        arrows=analysis.arrows(session) if path is None else ((path[0], path[-1], 0),),
    )


def sign(session: Session) -> str:
    """Return what the board is doing besides playing, for as long as it does it."""
    if session.study is not None:
        return review_words.STUDY_ON
    if session.analysing:
        return review_words.ARROWS_ON
    marked, lesson = analysis.mistake_arrow(session), session.lesson
    if marked is None and lesson is not None and not lesson.ended:
        return review_words.LESSON_ON.format(number=lesson.at + 1, all=len(lesson.nodes))
    return "" if marked is None else marked[2]


def notice(session: Session) -> str:
    """Return that a turn is or was forfeited, which stays on the board until the next move."""
    game, match = session.game, session.match
    before, move = match.node.parent, match.node.move
    if session.only_pass() is not None:
        return words.PASSES.format(side=game.sides[match.player].name.capitalize())
    if before is None or move is None or game.path(before.state, move):
        return ""
    return words.PASSED.format(side=game.sides[game.player(before.state)].name.capitalize())


def marks(session: Session) -> tuple[Square | None, tuple[Square, ...], tuple[Square, ...]]:
    """Return the selected square, the squares its piece can go to, and the pieces it can take."""
    game, state, selected = session.game, session.match.state, session.marks.selected
    if not session.settings.legal_moves:
        return selected, (), ()
    moves = list(session.moves_from(selected).values())
    taken = [game.taken(state, move) for move in moves]
    goals = [game.path(state, move)[-1] for move in moves]
    return (
        selected,
        tuple(goal for goal, square in zip(goals, taken, strict=True) if goal != square),
        tuple(square for square in taken if square is not None),
    )


def movable(session: Session) -> tuple[Square, ...]:
    """Return the pieces to choose from, if the rules force a capture."""
    game, state = session.game, session.match.state
    if not session.human_to_move or not session.settings.legal_moves:
        return ()
    if session.marks.selected is not None or session.marks.hint is not None:
        return ()
    return tuple(game.forced(state))


def value_bar(
    session: Session, outcome: Outcome | None, value: float, proof: Proof | None, bound: int = 0
) -> ValueBar:
    """Return how good the position is for each side; a finished game belongs to its winner.

    The text names the side that is ahead: Black +15, Black wins. A `bound` of 1 or -1 says that the
    first player's value is at least or at most this: White ≤ +15.
    """
    game = session.game
    if outcome is not None:
        value, proof = outcome.utility(0, game.utmost), None
    share = game.bar_share(value)
    ahead = 0 if value > 0 or (value == 0 and bound > 0) else 1  # Black ≥ 0, not White ≤ 0
    name = game.sides[ahead].name.capitalize()
    limit = bound if ahead == 0 else -bound
    text, short = (bounded(game, ahead, abs(value), limit, given) for given in (proof, None))
    near = rounded(abs(value), 0)  # it may neither say "0" nor claim a win
    if limit:  # a rounded bound is still one
        near = floor(abs(value)) if limit > 0 else ceil(abs(value))
    whole = bounded(game, ahead, near, limit) if 0 < near < game.utmost else short
    brief = (short, *(long.replace(name, name[:1]) for long in (short, whole, name)))
    if value == 0 and not bound:
        drawn = outcome is not None or (proof is not None and proof.winner is None)
        text, brief = words.PROVED_EVEN if drawn else words.EVEN, ()
    first, second = (side.name for side in game.sides)
    if session.flipped:
        share, first, second = 1 - share, second, first
    return ValueBar(share=share, text=text, brief=brief, lower=first, upper=second)


def bounded(
    game: Game, side: int, value: float, bound: int, proof: Proof | None = None
) -> str:
    """Return a side's value in words, with the sign of a bound: 1 at least, -1 at most."""
    if bound >= 0 or is_certain(game, value):
        return side_value(game, side, value, proof, at_least=bound > 0)
    name, number = game.sides[side].name.capitalize(), value_text(game, value)
    most = review_words.AT_MOST.format(value=number)
    return words.SIDE_VALUE.format(side=name, value=most)


def banner(session: Session, outcome: Outcome) -> Banner:
    """Return who won and why, and what can be done next."""
    lone = sum(session.players) == 1 and session.names is None
    swap = (("swap-sides", words.SWAP_SIDES),) if lone else ()
    offers = (("new", words.REMATCH), *swap, ("review-game", words.REVIEW))
    if outcome.winner is None:
        return Banner(words.DRAW, outcome.reason, offers=offers)
    winner = session.game.sides[outcome.winner].name
    title = words.WINS.format(side=winner.capitalize())
    if lone:
        title = words.YOU_WON if session.players[outcome.winner] else words.YOU_LOST
    return Banner(title, outcome.reason, winner, offers=offers)


def aim(session: Session) -> str:
    """Return what the player has to do in the first game on this board that is finished.

    It stays until that game leaves the board, which would otherwise grow at the last move.
    """
    known = session.game.key in session.settings.played and session.learned is not session.match
    shown = not known and session.names is None and any(session.humans)
    return session.game.aim if shown else ""


def players_scene(session: Session) -> PlayersScene:
    """Return both players, the upper one first."""
    game, match = session.game, session.match
    counts = game.counts(match.state)
    outcome = match.outcome()
    rows = []
    for side in (0, 1) if session.flipped else (1, 0):
        mark = ""
        if outcome is None and match.player == side:
            mark = words.TO_MOVE
        elif outcome is not None and outcome.winner == side:
            mark = words.WON
        name = game.sides[side].name
        human = session.players[side]
        who, details = words.person(human, session.players), [words.PLAYS[side]]
        if session.names is not None and session.reviewing:
            who = session.named(side)[:LONGEST_NAME] or name.capitalize()
            details = [words.PLAYS[side]] if not session.named(side) else []
            if session.details and session.details[side]:
                details = [session.details[side]]
        elif not human:
            details = computer_texts(session, side)
        facts = [*([fact] for fact in details), []]  # in the smallest place the colour alone
        rows.append(
            PlayerRow(
                kind=name,
                name=who,
                details=tuple(words.FACTS.join([name.capitalize(), *fact]) for fact in facts),
                mark=mark,
                figures=tuple(str(figures[side]) for figures in counts.values()),
            )
        )
    heading = words.MOVE_NUMBER.format(number=match.ply // 2 + 1)
    return PlayersScene(heading, tuple(counts), (rows[0], rows[1]))


def menu_scene(session: Session) -> MenuScene:
    """Return what the menus offer at this moment."""
    ticks = [row for row in MENU_COMMANDS.values() if row.ticked is not None]
    return MenuScene(
        enabled=frozenset(name for name, row in MENU_COMMANDS.items() if row.possible(session)),
        ticked=frozenset(
            row.name for row in ticks if row.ticked is not None and row.ticked(session)
        ),
        choices={name: tuple(row.offered(session)) for name, row in MENU_CHOICES.items()},
        chosen={name: row.chosen(session) for name, row in MENU_CHOICES.items()},
    )


def status_text(session: Session) -> str:
    """Return what the user can do now, in a sentence."""
    game, match = session.game, session.match
    if match.outcome() is not None:
        return words.GAME_OVER
    side = game.sides[match.player].name.capitalize()
    if learning.is_open(session) and session.marks.selected is None:
        return review_words.EXERCISE_STATUS.format(side=side)
    if session.reviewing and session.marks.selected is None:
        return review_status(session)
    if not session.human_to_move:
        return (words.PAUSED if session.paused else words.COMPUTER_THINKS).format(side=side)
    if session.only_pass() is not None:
        return words.PASSES.format(side=side)
    moves = session.moves_from(session.marks.selected)
    if session.marks.selected is not None and moves:
        taken = sum(1 for move in moves.values() if game.taken(match.state, move) is not None)
        square = square_name(session.marks.selected, game.columns)
        return words.selected(game.piece, square, len(moves), taken)
    if game.forced(match.state):
        return words.MUST_CAPTURE.format(side=side)
    return words.YOUR_MOVE.format(side=side, piece=game.piece)


# The card's titles by purpose: while a search runs, and afterwards.
TITLES = {
    MOVE: (words.THINKING, words.LAST_SEARCH),
    HINT: (words.LOOKING_FOR_HINT, words.HINT_SEARCH),
    ANALYSIS: (review_words.ANALYSIS_TITLE, review_words.LAST_ANALYSIS),
}


def thinking_scene(thought: Thought | None, now: float) -> ThinkingScene:
    """Return the thinking card."""
    if thought is None:
        return ThinkingScene(title=words.NO_SEARCH, figures=figures())
    side = thought.game.sides[thought.game.player(thought.state)].name.capitalize()
    title = words.FAILED_SEARCH if thought.failed else TITLES[thought.purpose][not thought.live]
    report, player, endless = thought.report, thought.player, thought.purpose == ANALYSIS
    limit = player.seconds if endless else player.allowed
    elapsed = now - thought.begun if thought.live else report.seconds if report else 0.0
    shown = min(elapsed, limit) if limit and thought.live else elapsed  # a search may end late
    clock = words.clock(shown, limit if thought.live else None)
    if thought.failed:
        progress = 0.0
    elif not thought.live or (endless and not limit):
        progress = 1.0
    elif limit:
        progress = min(elapsed / limit, 1.0)
    else:
        progress = player.progress(report) if report else 0.0
    best = best_pass(report) if report else None  # the value is that of this line, too
    line = line_texts(thought.game, thought.state, best.line) if best else ()
    weak = report is not None and blundered(thought.game, thought.state, report)
    return ThinkingScene(
        title=title.format(side=side),
        clock=clock,
        progress=progress,
        live=thought.live,
        figures=figures() if report is None else figures(report, thought.game, side),
        line=line,
        can_move_now=thought.live and not endless,
        proof=proof_texts(thought.game, report.proof) if report and not weak else (),
        helps=helps(thought.game),
    )


def helps(game: Game) -> tuple[str, ...]:
    """Return what the figures of a search mean, in the order of `figures`."""
    value = words.VALUE_HELP.format(unit=game.unit).strip()
    return words.DEPTH_HELP, value, words.NODES_HELP, words.SPEED_HELP


def figures(
    report: Report | None = None, game: Game | None = None, side: str = ""
) -> tuple[tuple[str, str, str], ...]:
    """Return depth, value, nodes and speed, each long and short; the value is that of a side."""
    value_of = words.FOR_SIDE.format(side=side) if side else words.VALUE
    captions = words.DEPTH, value_of, words.NODES, words.POSITIONS_PER_SECOND
    if report is None or game is None or not report.iterations:
        return tuple((caption, words.NOTHING, words.NOTHING) for caption in captions)
    nodes, speed = report.statistics.nodes, short_number(report.nodes_per_second)
    long = f"{nodes:,}" if nodes < 1_000_000 else short_number(nodes)
    value, bound = report_value(game, report), report.proof
    brief = value_text(game, report.value) if bound and bound.source else value  # without "≤51"
    return (
        (captions[0], str(report.depth), str(report.depth)),
        (captions[1], value, brief),
        (captions[2], long, short_number(nodes)),
        (captions[3], speed, speed),
    )
