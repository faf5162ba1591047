"""Scenes made from a session: pure functions from what is the case to what is shown."""

from __future__ import annotations

from loa_tk.control.engine.searchlog import value_text
from loa_tk.control.engine.thought import ANALYSIS, Thought, thinking_scene, thought_of
from loa_tk.control.main.session import Session
from loa_tk.control.study.review import review_status
from loa_tk.control.study.values import board_value
from loa_tk.model.game import Game, Outcome, Square
from loa_tk.model.games import all_games
from loa_tk.model.notation import square_name
from loa_tk.model.search.players import Player, read_player
from loa_tk.scenes.board import Banner, BoardScene, ValueBar
from loa_tk.scenes.main import MenuScene, PlayerRow, PlayersScene, WindowScene
from loa_tk.scenes.pages import Choice
from loa_tk.words import main as words

LONGEST_NAME = 24  # letters of a name that came with a game; the card has no room for more
TICKS = ("flip", "coordinates", "legal_moves", "links", "animation", "log_pane")


def window_scene(session: Session, thought: Thought | None, now: float, saved: str) -> WindowScene:
    """The whole window."""
    settings = session.settings
    return WindowScene(
        words.TITLE.format(game=session.game.title),
        board_scene(session, board_value(session.game, session.match.node, thought)),
        players_scene(session),
        thinking_scene(thought_of(session.game, session.match.node, thought), now),
        menu_scene(session, thought is not None and thought.live and thought.purpose != ANALYSIS),
        session.note or status_text(session),
        saved,
        settings.theme,
        settings.text_size,
        settings.log_pane,
    )


def board_scene(session: Session, value: float) -> BoardScene:
    """The board with all its marks; its `value` is from the first player's view."""
    game, match, settings = session.game, session.match, session.settings
    state, outcome = match.state, match.outcome()
    node = match.node
    last = (
        () if node.parent is None or node.move is None else game.path(node.parent.state, node.move)
    )
    selected, targets, captures = marks(session)
    path = session.hint_path()
    kinds = {square: game.sides[side].name for square, side in game.pieces(state).items()}
    return BoardScene(
        game.rows,
        game.columns,
        kinds,
        game.board,
        session.flipped,
        settings.coordinates,
        (last[0], last[-1]) if last else (),
        selected,
        targets,
        captures,
        movable(session),
        session.cursor,
        tuple(game.links(state)) if settings.links else (),
        tuple(game.halo(state, outcome)) if outcome is not None else (),
        value_bar(session, outcome, value),
        None if outcome is None or session.banner_seen else banner(game, outcome),
        session.glide,
        () if path is None else ((path[0], path[-1], 0),),
    )


def marks(session: Session) -> tuple[Square | None, tuple[Square, ...], tuple[Square, ...]]:
    """The selected square, the squares that its piece can go to, the pieces it can take."""
    game, state, selected = session.game, session.match.state, session.selected
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
    """The pieces among which one must be chosen, where the rules force a capture."""
    game, state = session.game, session.match.state
    if not session.human_to_move or not session.settings.legal_moves:
        return ()
    if session.selected is not None or session.hint is not None:
        return ()
    return tuple(game.forced(state))


def value_bar(session: Session, outcome: Outcome | None, value: float) -> ValueBar:
    """Who stands better on the board; a finished game belongs to its winner."""
    game = session.game
    if outcome is not None:
        value = outcome.utility(0, game.utmost)
    share, text = game.bar_share(value), value_text(value)
    first, second = (side.name for side in game.sides)
    if session.flipped:
        return ValueBar(1 - share, text, second, first)
    return ValueBar(share, text, first, second)


def banner(game: Game, outcome: Outcome) -> Banner:
    """Who won and why."""
    if outcome.winner is None:
        return Banner(words.DRAW, outcome.reason, None)
    winner = game.sides[outcome.winner].name
    return Banner(words.WINS.format(side=winner.capitalize()), outcome.reason, winner)


def players_scene(session: Session) -> PlayersScene:
    """Both players, the one who sits above first."""
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
        human = session.humans[side]
        who, details = words.person(human, session.humans), [words.PLAYS[side]]
        if session.names and session.reviewing:
            who, details = session.names[side][:LONGEST_NAME], []
        elif not human:
            details = player_texts(session.computer(side), session, side)
        rows.append(
            PlayerRow(
                name,
                who,
                tuple(words.FACTS.join([name.capitalize(), one]) for one in details)
                or (name.capitalize(),),
                mark,
                tuple(str(figures[side]) for figures in counts.values()),
            )
        )
    heading = words.MOVE_NUMBER.format(number=match.ply // 2 + 1)
    return PlayersScene(heading, tuple(counts), (rows[0], rows[1]))


def player_texts(player: Player, session: Session, side: int) -> list[str]:
    """How the computer plays, from long to short."""
    level = session.level_of(player)
    name = words.LEVELS.get(level, level) if level else player.search
    limits = player.limit_texts()
    return [words.FACTS.join([name, *limits[skip:]]) for skip in range(len(limits) + 1)]


def menu_scene(session: Session, thinking: bool) -> MenuScene:
    """What the menus offer at this moment."""
    settings, known = session.settings, session.levels()
    possible = {
        "new": True,
        "undo": session.undo_target() is not None,
        "redo": session.redo_target() is not None,
        "hint": session.human_to_move and not thinking and session.only_pass() is None,
        "move-now": thinking,
        "pause": not all(session.humans) and session.match.outcome() is None,
        "step": session.computer_to_move and not thinking,
        "copy-position": True,
        "paste-position": True,
        "links": bool(session.game.links(session.game.start)),
    }
    level_choices = tuple(
        Choice(name, words.FACTS.join([words.LEVELS.get(name, name),
                                         *read_player(session.game, name, known).limit_texts()]))
        for name in known
    )  # fmt: skip
    ticked = {tick.replace("_", "-") for tick in TICKS if getattr(settings, tick)}
    return MenuScene(
        frozenset(name for name, can in possible.items() if can),
        frozenset(ticked | ({"pause"} if session.held else set())),
        {
            "board": tuple(Choice(game.key, game.title) for game in all_games().values()),
            "level": level_choices,
        },
        {
            "board": session.game.key,
            "side": settings.side,
            "level": settings.level,
            "speed": settings.speed,
            "theme": settings.theme,
            "text-size": str(settings.text_size),
        },
    )


def status_text(session: Session) -> str:
    """What is to be done now, in a sentence."""
    game, match = session.game, session.match
    if match.outcome() is not None:
        return words.GAME_OVER
    side = game.sides[match.player].name.capitalize()
    if session.reviewing and session.selected is None:
        return review_status(session)
    if not session.human_to_move:
        return (words.PAUSED if session.paused else words.COMPUTER_THINKS).format(side=side)
    if session.only_pass() is not None:
        return words.PASSES.format(side=side)
    moves = session.moves_from(session.selected)
    if session.selected is not None and moves:
        taken = sum(1 for move in moves.values() if game.taken(match.state, move) is not None)
        square = square_name(session.selected, game.columns)
        return words.selected(game.piece, square, len(moves), taken)
    if game.forced(match.state):
        return words.MUST_CAPTURE.format(side=side)
    return words.YOUR_MOVE.format(side=side, piece=game.piece)
