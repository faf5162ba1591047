"""Level > Adaptive: after each game the computer plays a little stronger or weaker."""

from __future__ import annotations

from loa_tk.control.effects import Effect, SaveSettings
from loa_tk.control.engine.played import stretches, unseeded
from loa_tk.control.game.helped import counted
from loa_tk.control.game.session import Session
from loa_tk.model.game import PlayerError
from loa_tk.model.search.ladder import next_rung, place
from loa_tk.model.search.players import read_player
from loa_tk.words import main as words


def estimate(session: Session, human: int) -> str:
    """Return where the person who plays this side is among the levels, in words."""
    return words.estimate(*place(session.game, session.rung(human)))


def adapt(session: Session) -> list[Effect[Session]]:
    """Change the strength by a step after a whole game of one person, and say so.

    A game counts once, and not at all if it began with a position that was set up, is a variation
    in a review, or was played in part by another level or by the computer on both sides. A win with
    hints or moves taken back does not count.
    """
    match, outcome = session.match, session.match.outcome()
    if outcome is None or sum(session.humans) != 1 or session.adapted is match:
        return []
    human = session.humans.index(True)
    whole = match.root.state == session.game.start and not (session.trying or session.reviewing)
    if not whole or not session.adaptive(1 - human) or not _by_one_level(session, human):
        return []
    session.adapted = match
    rung, score = session.rung(human), outcome.utility(human, 0.5) + 0.5
    text = words.SAME_STRENGTH
    if score > 0.5 and _helped(session):
        text = words.HELPED
    else:
        after = next_rung(session.game, rung, score)
        if after != rung:
            text = words.STRONGER if after > rung else words.WEAKER
        key, kept = session.game.key, session.settings.rungs
        session.change(rungs={**kept, key: {**kept.get(key, {}), str(human): str(after)}})
    session.note = words.YOUR_LEVEL.format(
        game=session.game.title, estimate=estimate(session, human), next=text
    )
    return [SaveSettings()]


def _by_one_level(session: Session, human: int) -> bool:
    """Return whether no recorded search is of another player than the one that is adapted."""
    game, line = session.game, session.match.node.line()
    known = [{one.player for one in stretches(game, line, side)} - {None} for side in (0, 1)]
    adapted = unseeded(session.computer(1 - human))
    others = (player for player in known[1 - human] if player is not None)
    try:
        same = all(unseeded(read_player(game, player)) == adapted for player in others)
    except PlayerError:
        return False
    return same and not known[human]


def _helped(session: Session) -> bool:
    """Return whether the person has asked for hints in this game or taken moves back."""
    return any(counted(session.match.root).values())
