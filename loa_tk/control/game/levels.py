"""Levels and players in words: what the Level menu offers, how the computer plays a side."""

from __future__ import annotations

from pathlib import PurePath

from loa_tk.control.engine.played import stretches, unseeded
from loa_tk.control.game.adapting import estimate
from loa_tk.control.game.session import ADAPTIVE, Session
from loa_tk.model.search.options import BLUNDER
from loa_tk.model.search.players import Player, is_player, read_player
from loa_tk.scenes.pages import Choice
from loa_tk.words import main as words


def level_choices(session: Session) -> tuple[Choice, ...]:
    """Return the levels with their limits and blunders, as the Level menu offers them."""
    known = session.levels()
    choices = []
    for name in known:
        player = read_player(session.game, name, known)
        blunder = player.options.get(BLUNDER.name)
        weak = [words.BLUNDERS.format(share=blunder)] if blunder else []
        facts = [words.LEVELS.get(name, name), *player.limit_texts(), *weak]
        choices.append(Choice(name, words.FACTS.join(facts)))
    human = session.humans.index(True) if any(session.humans) else 0
    facts = [words.LEVELS[ADAPTIVE], estimate(session, human)]
    return (*choices, Choice(ADAPTIVE, words.FACTS.join(facts)))


def own_name(player: Player) -> str:
    """Return the search of a player, with the names of the files or the program that it uses."""
    files = [PurePath(file).name for file in player.files]
    program = str(player.options.get("command", "")).split()[:1]
    return " ".join([player.search, *files, *(PurePath(word).name for word in program)])


def player_texts(player: Player, session: Session, adaptive: bool = False) -> list[str]:
    """Return how the computer plays, from long to short."""
    level = ADAPTIVE if adaptive else session.level_of(player)
    name = words.LEVELS.get(level, level) if level else own_name(player)
    limits = player.limit_texts()
    return [words.FACTS.join([name, *limits[skip:]]) for skip in range(len(limits) + 1)]


def computer_texts(session: Session, side: int) -> list[str]:
    """Return how the computer plays a side, or has played it last if the game is over."""
    made = stretches(session.game, session.match.node.line(), side)
    last = made[-1].player if made and session.match.outcome() is not None else None
    if last is None or not is_player(session.game, last):
        return player_texts(session.computer(side), session, session.adaptive(side))
    adapted = session.adaptive(side) and session.adapted is session.match
    return player_texts(unseeded(read_player(session.game, last)), session, adapted)
