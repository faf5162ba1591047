"""A written record is read as the same tree with all its notes, and no text does any harm."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loa_tk.model import records
from loa_tk.model.game import finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import read_position
from loa_tk.model.records import Record, RecordError, ReportError, read_record
from loa_tk.model.records.reports import read_report, report_text
from loa_tk.model.records.values import said
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import ROWS, Iteration, Proof, Report, Statistics

LOA5 = find_game("loa5")


def read(text):
    return [read_record(tree) for tree in records.trees(text.encode())]


def content(match):
    """Return all nodes of a match in order, each with its contents and the number of its parent."""
    found, waiting, numbers = [], [(match.root, -1)], {}
    while waiting:
        node, parent = waiting.pop()
        numbers[node] = len(found)
        found.append(
            (parent, node.state, node.move, node.comment, node.marks, node.report, node.study)
        )
        waiting += [(child, numbers[node]) for child in node.children]
    return match.game.key, found, numbers[match.node]


def random_line(game, state, rng, most=6):
    """Return legal moves that follow each other from an unfinished state."""
    line = []
    while len(line) < most and finish(game, state) is None:
        line.append(rng.choice(list(game.moves(state))))
        state = game.play(state, line[-1])
    return tuple(line)


def random_statistics(rng):
    levels = tuple(rng.randrange(10**9) for _ in range(rng.randrange(4)))
    return Statistics(**{name: rng.randrange(10**12) for name in list(ROWS)[:6]}, levels=levels)


def random_report(game, state, rng):
    """Return a report that no search would make; every field of it must come back."""
    passes = []
    for depth in range(rng.randrange(4)):
        line = random_line(game, state, rng) if rng.random() < 0.8 else ()
        kind = rng.choice(("depth", "proof"))
        passes.append(
            Iteration(
                depth=depth,
                value=rng.uniform(-100, 100),
                line=line,
                seconds=rng.random(),
                statistics=random_statistics(rng),
                kind=kind,
            )
        )
    proof = rng.choice((None, Proof(None, None), Proof(0, 11), Proof(1, None)))
    line = random_line(game, state, rng)
    return Report(
        value=rng.gauss(0, 9),
        depth=4,
        line=line,
        proof=proof,
        seconds=0.1,
        iterations=tuple(passes),
        statistics=random_statistics(rng),
    )


def random_match(game, rng, steps, comments):
    """Return a match with branches, notes and reports, left at some node of its tree."""
    match = Match(game)
    if rng.random() < 0.3:
        pieces, player = game.pieces(game.start), rng.randrange(2)
        match = Match(game, game.setup(pieces, player))
    for _ in range(steps):
        if match.outcome() is not None or rng.random() < 0.15:
            for _ in range(rng.randrange(1, 6)):
                match.undo()
        report = random_report(game, match.state, rng) if rng.random() < 0.1 else None
        match.play(rng.choice(list(game.moves(match.state))), report)
        if rng.random() < 0.1:
            match.node.comment = rng.choice(comments)
        if rng.random() < 0.1 and match.outcome() is None:
            match.node.study = random_report(game, match.state, rng)
        if rng.random() < 0.05:
            match.node.marks = (("LTANSWER", "found a1-a2 c2xc3"),)
        if rng.random() < 0.05:
            match.node.marks = (("BM", "1"), ("N", "a ] name"))
    for _ in range(rng.randrange(4)):
        match.undo()
    return match


COMMENTS = st.lists(st.text().map(lambda text: text.replace("\r", "")), min_size=1, max_size=3)


@pytest.mark.parametrize("key", all_games())
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60), comments=COMMENTS)
def test_round_trip(key, seed, steps, comments):
    game, rng = find_game(key), random.Random(seed)
    matches = [random_match(game, rng, steps, comments) for _ in range(rng.randrange(1, 3))]
    info = {"PB": "Ann ] Bo\\", "PW": "Ωmega", "DT": "2024-05-01", "GC": "two\nlines"}
    text = records.text(Record(match=match, info=info) for match in matches)
    again = read(text)
    assert [content(record.match) for record in again] == [content(match) for match in matches]
    for record in again:
        assert not record.problems and info.items() <= record.info.items()
    assert records.text(again) == text


@pytest.mark.parametrize("ending", ["Resign", "Time", "Forfeit", ""])
def test_endings_that_no_rule_knows(ending):
    match = Match(LOA5)
    match.play_text("c1-c3")
    for winner in (0, 1, None):
        (record,) = read(records.text([Record(match=match, ending=said(LOA5, winner, ending))]))
        assert record.outcome() == said(LOA5, winner, ending)


@pytest.mark.parametrize(
    "player",
    ["strong:eval=full,depth=3", "strong:eval=groups,depth=30,seconds=0.2", "random:seed=1",
     "alphabeta:eval=groups,depth=2", "minimax:eval=centre,depth=2", "easy"],
)  # fmt: skip
def test_reports_of_real_searches(player):
    for position in ("1bbb1/w3w/w3w/w3w/1bbb1 b", "2b2/w1bw1/1w1b1/w4/1b2b w"):
        state = read_position(LOA5, position)
        report = read_player(LOA5, player).choose(LOA5, state)
        assert read_report(LOA5, state, report_text(LOA5, state, report)) == report


def test_reports_that_cannot_be_read_leave_the_game_whole():
    state = LOA5.start
    report = replace(random_report(LOA5, state, random.Random(1)), proof=Proof(0, 3))
    good = report_text(LOA5, state, report)
    broken = ["", "[]", "null", "7", "[" * 100_000, "{}", good[:-1], good.replace("[", "[-1,", 1)]
    broken += [good.replace('"depth":4', f'"depth":{value}') for value in ("true", "1.5", "1e999")]
    broken += [good.replace('"seconds":0.1', f'"seconds":{v}') for v in ("NaN", "9" * 400, '"1"')]
    broken += [good.replace('"proof":["black"', '"proof":["red"')]
    for text in broken:
        with pytest.raises(ReportError):
            read_report(LOA5, state, text)
    (record,) = read("(;GM[9]SZ[5];B[c1-c3]LTSEARCH[{}];W[a3-b2])")
    assert record.match.notation() == ["c1-c3", "a3-b2"]
    assert str(record.problems[0]) == "move 1: a search’s report cannot be read"
    assert not read_record(records.trees(b"(;GM[9]SZ[5];B[c1-c3]LTSEARCH[{}])")[0], False).problems


@pytest.mark.parametrize(
    "value", ["found", "shown a1-a2", "tried a1-a2 c10xd10 pass", "lost", "found a1", "",
              "found\nx", "found " + "a1-a2 " * 30]
)  # fmt: skip
def test_an_answer_is_read_or_left_out(value):
    (record,) = read(f"(;GM[9]SZ[5];B[c1-c3]LTANSWER[{value}])")
    known = value in ("found", "shown a1-a2", "tried a1-a2 c10xd10 pass")
    assert record.match.node.marks == ((("LTANSWER", value),) if known else ())
    assert not record.problems


def test_an_analysis_that_cannot_be_read_is_one_problem():
    (record,) = read("(;GM[9]SZ[5]LTSTUDY[7];B[c1-c3];W[a3-b2])")
    assert record.match.notation() == ["c1-c3", "a3-b2"] and record.match.root.study is None
    assert [str(problem) for problem in record.problems] == [
        "move 0: a search’s report cannot be read"
    ]


# Any text gives a clear refusal or a legal game, never anything else.

PIECES = [
    "(", ")", ";", "[", "]", "\\", "\n", " ", "(;", ";B[", ";W[", "GM[9]", "GM[1]", "SZ[5]", "SZ[",
    "SU[Custom]", "SU[", "AB[a1]", "AB[c3][d4]", "AW[e5]", "AE[a1:c3]", "PL[W]", "IY[true]",
    "B[c1-c3]", "W[a3-b2]", ";B[c1-c3];W[a3-b2]", "B[resign]", "W[pass]", "B[]", "C[a\\]b]",
    "RE[B+]", "LTGAME[loa6]", "LTHERE[]", "LTSEARCH[{}]",
    "LTSTUDY[{}]", "LTANSWER[found]", "LTANSWER[", "TE[1]", "V[1e]", "CA[utf-8]", "a1", "9",
]  # fmt: skip
WHOLE = """(;FF[4]GM[9]SZ[5]SU[Custom]AB[b1][d2]AW[a5:a5][e5]PL[B]C[x\\]y]PB[A];B[b1-b2]C[one]
(;W[a5-b4]LTSEARCH[{}]LTSTUDY[{}];B[resign]LTANSWER[shown])(;W[e5-d4](;B[d2-c2])(;B[d2-d3]TE[1])))"""


@st.composite
def spoilt(draw):
    """Return a whole record with some pieces inserted, removed or overwritten."""
    text = WHOLE
    for _ in range(draw(st.integers(1, 4))):
        at, over = draw(st.integers(0, len(text))), draw(st.integers(0, 6))
        text = text[:at] + draw(st.sampled_from(["", *PIECES])) + text[at + over :]
    return text


pieced = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map("".join)
bare = pieced.map(lambda text: "(;GM[9]SZ[5]" + text)


def check(data):
    """Read bytes as a file and check that all its games are legal and can be kept."""
    found = []
    try:
        for tree in records.trees(data):
            records.headline(tree)
            try:
                found.append(read_record(tree))
            except RecordError as error:
                assert str(error).splitlines() == [str(error)]
    except RecordError as error:
        assert str(error).splitlines() == [str(error)]
    for record in found:
        again = Match(record.match.game, record.match.root.state)
        for text in record.match.notation():
            again.play_text(text)
        assert all(str(problem).splitlines() == [str(problem)] for problem in record.problems)
        (kept,) = read(records.text([record]))
        assert content(kept.match) == content(record.match) and not kept.problems


@settings(max_examples=200)
@given(spoilt() | bare | pieced)
def test_any_text_is_refused_clearly_or_a_legal_game(text):
    check(text.encode())


@settings(max_examples=50)
@given(st.binary() | st.binary().map(lambda data: b"(;GM[9];C[" + data + b"];B[c1-c3])"))
def test_any_bytes_too(data):
    check(data)
