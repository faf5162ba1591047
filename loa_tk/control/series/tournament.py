"""Several players, each against each: their entries, pairs, tables, JSON and HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from loa_tk.control.pages import page, paragraph, section, table
from loa_tk.control.series.page import STYLE, entry_text, facts, heading, sections
from loa_tk.control.series.plan import Plan, Result, check_player
from loa_tk.control.series.summary import (
    Summary,
    aligned,
    as_json,
    by_rating,
    conditions_json,
    cross_rows,
    interval_json,
    other_way_round,
    points_text,
    rating_text,
    score_text,
    summarise,
    warnings,
)
from loa_tk.model.game import Game, UserError
from loa_tk.model.pairings import Pair, every_pair
from loa_tk.model.scoring import Rating, Score, ratings
from loa_tk.words.series import INTERVALS


@dataclass(frozen=True)
class Entry:
    """One player of a tournament: what the tables call it, and the player as text."""

    name: str
    player: str


def read_entry(game: Game, text: str, here: bool = True) -> Entry:
    """Return the entry of NAME=PLAYER or PLAYER, or raise UserError.

    A name has no colon: what precedes the first equals sign of a player without a name has one.
    """
    name, equals, player = text.partition("=")
    if not equals or ":" in name:
        name, player = "", text
    spec = check_player(game, player, here)
    return Entry(name.strip() or spec, spec)


def read_entries(game: Game, texts: Sequence[str], here: bool = True) -> list[Entry]:
    """Return the entries of a tournament; raise UserError if there is a name twice, or only one."""
    entries = [read_entry(game, text, here) for text in texts]
    if len(entries) < 2:
        raise UserError("a tournament needs two players or more")
    check_names(entries)
    return entries


def check_names(entries: Sequence[Entry]) -> None:
    """Raise UserError if a given name is also that of another player.

    Players without names may be the same: tables number them.
    """
    names = [entry.name for entry in entries]
    for entry in entries:
        if entry.name != entry.player and names.count(entry.name) > 1:
            raise UserError(f"two players are called {entry.name}; give them different names")


class Tournament:
    """The entries, a plan for each pair, and the games finished so far."""

    def __init__(self, entries: Sequence[Entry], conditions: Plan) -> None:
        """Let each pair play a series under these conditions, whatever players they name."""
        self.entries = list(entries)
        self.plans: dict[Pair, Plan] = {
            (i, j): replace(conditions, players=(entries[i].player, entries[j].player))
            for i, j in every_pair(len(entries))
        }
        self.results: dict[Pair, list[Result]] = {pair: [] for pair in self.plans}

    @property
    def planned(self) -> int:
        """Return the number of games of all pairs."""
        return sum(plan.games for plan in self.plans.values())

    @property
    def finished(self) -> int:
        """Return the number of games that are finished."""
        return sum(map(len, self.results.values()))

    def labels(self) -> dict[Plan, str]:
        """Return a short name of each pair for files, or raise UserError if two have one series.

        Games of the same two players could not be told apart in a file.
        """
        labels: dict[Plan, str] = {}
        for (i, j), plan in self.plans.items():
            if plan in labels:
                raise UserError(
                    f"files cannot hold two pairs of the same players: {plan.players[0]} and "
                    f"{plan.players[1]}"
                )
            labels[plan] = f"{i + 1}-{j + 1}"
        return labels

    def title(self, pair: Pair) -> str:
        """Return the names of a pair."""
        i, j = pair
        return f"{self.entries[i].name} – {self.entries[j].name}"

    def summary(self, pair: Pair) -> Summary:
        """Return the games of a pair in figures."""
        i, j = pair
        return summarise((self.entries[i].name, self.entries[j].name), self.results[pair])

    def scores(self) -> dict[Pair, Score]:
        """Return the score of every entry against every other one that it has played."""
        scores: dict[Pair, Score] = {}
        for (i, j), results in self.results.items():
            if results:
                score = self.summary((i, j)).score
                scores[i, j], scores[j, i] = score, other_way_round(score)
        return scores

    def ratings(self) -> list[Rating]:
        """Return the Elo ratings of all entries with their intervals."""
        return ratings(self.scores(), len(self.entries))

    def forfeits(self) -> list[int]:
        """Return how many games each entry has lost without having been beaten."""
        forfeits = [0] * len(self.entries)
        for pair in self.plans:
            for entry, number in zip(pair, self.summary(pair).forfeits, strict=True):
                forfeits[entry] += number
        return forfeits

    def text(self) -> str:
        """Return cross table, scores of the pairs and warnings as lines for a terminal."""
        names = [entry.name for entry in self.entries]
        blocks = [cross_table(names, self.scores(), self.ratings(), self.forfeits())]
        blocks.append("\n".join(pair_lines(self.scores(), self.ratings())))
        blocks.append("\n".join(self.warnings()))
        return "\n\n".join(filter(None, blocks))

    def warnings(self) -> list[str]:
        """Return the warnings about the games of each pair."""
        return [
            f"{self.title(pair)}: {line}"
            for pair in self.plans
            for line in warnings(self.summary(pair))
        ]

    def as_json(self) -> dict[str, object]:
        """Return everything for programs, which count players from 1."""
        conditions = next(iter(self.plans.values()))
        return {
            **conditions_json(conditions),
            "players": [entry.player for entry in self.entries],
            "names": [entry.name for entry in self.entries],
            "ratings": [round(rating.elo, 1) for rating in self.ratings()],
            "rating_intervals": [interval_json(rating) for rating in self.ratings()],
            "forfeits": self.forfeits(),
            "scores": [
                {"player": i + 1, "opponent": j + 1, **vars(score),
                 "interval": list(score.interval())}
                for (i, j), score in sorted(self.scores().items())
            ],
            "pairs": [
                {"player": i + 1, "opponent": j + 1, **as_json(self.summary((i, j)))}
                for i, j in self.plans
            ],
        }  # fmt: skip

    def page(self, title: str) -> str:
        """Return the tournament as one HTML page: tables, then every pair as a series."""
        names = [entry.name for entry in self.entries]
        heads, *rows = standings("player", names, self.scores(), self.ratings(), self.forfeits())
        doubts = "".join(map(paragraph, self.warnings()))
        entries = [(entry.name, entry.player) for entry in self.entries]
        games = f"{self.finished:,} finished of {self.planned:,} planned"
        named = [(str(n), entry_text(*entry)) for n, entry in enumerate(entries, 1)]
        conditions = next(iter(self.plans.values()))
        parts = [
            facts((*named, ("games", games)), "tournament", entries, conditions),
            section("Cross table", table(heads, rows) + paragraph(INTERVALS) + doubts),
        ]
        for pair, plan in self.plans.items():
            if self.results[pair]:
                parts.append(heading(self.title(pair)))
                parts += sections(plan, self.summary(pair), self.results[pair])
        return page(title, parts, STYLE)


def pair_lines(scores: Mapping[Pair, Score], rated: Sequence[Rating]) -> list[str]:
    """Return each pair's score in the words of a match; players are named by their places."""
    places = list(enumerate(by_rating(rated), 1))
    return [
        f"{place} against {other}: {score_text(scores[i, j])}"
        for (place, i), (other, j) in combinations(places, 2)
        if (i, j) in scores and scores[i, j].games
    ]


def standings(
    head: str,
    players: Sequence[str],
    scores: Mapping[Pair, Score],
    rated: Sequence[Rating],
    forfeits: Sequence[int],
) -> list[list[str]]:
    """Return the rows of a cross table, the best player first; `head` is over their names.

    A column shows how many games each has forfeited, if they are given.
    """
    order = by_rating(rated)
    figures = [
        [rating_text(*rated[i]), points_text(scores, i, order), *map(str, forfeits[i : i + 1])]
        for i in range(len(players))
    ]
    heads = ["", head, "Elo", "points", *(["forfeits"] if forfeits else [])]
    return cross_rows(heads, players, scores, order, figures)


def cross_table(
    players: Sequence[str],
    scores: Mapping[Pair, Score],
    rated: Sequence[Rating],
    forfeits: Sequence[int] = (),
) -> str:
    """Return all players' points against each other, the best player first.

    A column shows how many games each has forfeited, if any was.
    """
    return aligned(standings("", players, scores, rated, forfeits if any(forfeits) else ()))
