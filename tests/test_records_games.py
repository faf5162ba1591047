"""Records found elsewhere or written by hand: every tolerated deviation and every refusal."""

import re
from pathlib import Path

import pytest

from loa_tk.model import records
from loa_tk.model.game import SgfIdentity
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text
from loa_tk.model.records import IllegalMove, Record, RecordError, headline, opening, read_record
from racing import Race

LOA5 = find_game("loa5")
HEAD = "FF[4]GM[9]SZ[5]"


def game(text, **options):
    """Return the only game of a text, in which nothing is refused."""
    (tree,) = records.trees(text.encode())
    record = read_record(tree, **options)
    assert not record.problems, record.problems
    return record


def moves(text):
    return game(f"(;{HEAD}{text})").match.notation()


@pytest.mark.parametrize(
    "text",
    [
        ";B[c1-c3];W[a3-b2]", ";B[C1-C3];W[A3-B2]", ";B[c1 c3];W[a3  b2]", ";B[c1c3];W[a3b2]",
        ";B[c1-c3 ];W[\na3-b2\t]", ";B[c1-c3!?];W[a3-b2 a good move]", ";B[c1:c3];W[a3xb2]",
        ";B[c1 - c3];W[a3->b2]", ";B[c1–c3];W[a3→b2]", ";Black[c1-c3];White[a3-b2]",
        ";C[before]B[c1-c3];W[a3-b2]C[after]", ";B[c1-c3]W[a3-b2]", ";;B[c1-c3];C[then];W[a3-b2]",
        "B[c1-c3];W[a3-b2]", ";B[c1-c3](;W[a3-b2])", ";B[c1\\-c3];W[a3\\\n-b2]",
        ";BLA[x]B[c1-c3]W[a3-b2]",
    ],
)  # fmt: skip
def test_moves_in_many_spellings(text):
    assert moves(text) == ["c1-c3", "a3-b2"]


def test_captures_with_any_mark():
    for text in ("c1-a3", "C1:A3++", "c1xa3", "c1 a3", "c1a3#"):
        assert moves(f";B[{text}]") == ["c1xa3"]


def test_the_format_s_own_examples_are_understood():
    record = game("(;GM[9];B[e1-e3];W[h3:e3++];B[resign])")
    assert record.match.game.key == "loa8" and record.match.notation() == ["e1-e3", "h3xe3"]
    assert record.outcome().winner == 1 and record.outcome().reason == "Black resigned."
    assert record.info["RE"] == "W+Resign"


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        (";B[resign]", 1, "Black resigned."), (";B[c1-c3];W[Resigns]", 0, "White resigned."),
        (";B[c1-c3];B[resign]", 1, "Black resigned."),
        (";W[forfeit]", 0, "White forfeited the game."),
        ("RE[W+Resign];B[c1-c3]", 1, "Black resigned."), ("RE[b+t]", 0, "White lost on time."),
        ("RE[B+F]", 0, "White forfeited the game."),
        ("RE[W+]", 1, "White won, according to the record."),
        ("RE[Black wins]", 0, "Black won, according to the record."),
        ("RE[0]", None, "A draw, according to the record."),
        ("REsult[ Draw ]", None, "A draw, according to the record."),
    ],
)  # fmt: skip
def test_results_that_the_file_tells(text, winner, reason):
    outcome = game(f"(;{HEAD}{text})").outcome()
    assert (outcome.winner, outcome.reason) == (winner, reason)


def test_results_that_say_nothing():
    for text in ("?", "Void", "", "who knows", "+"):
        assert game(f"(;{HEAD}RE[{text}];B[c1-c3])").outcome() is None


def test_the_rules_know_better_than_the_file():
    record = game("(;GM[9]SZ[5]SU[Custom]AB[b2][d2][a1]AW[a5][e5]PL[B]RE[W+];B[d2-c1])")
    assert record.outcome().winner == 0 and "form one group" in record.outcome().reason
    assert record.ending.winner == 1 and "RE[B+]" in records.text([record])


def test_set_ups():
    start = "(;GM[9]SZ[5]SU[custom]AB[a1][C2]AW[d4]AW[a5]"
    for rest in ("PL[W])", "PLayer[white])", ";PL[w])", "; W[d4-c4])"):
        state = game(start + rest).match.root.state
        assert position_text(LOA5, state) == "w4/3w1/5/2b2/b4 w", rest
    assert game(start + ")").match.player == 0
    area = game("(;GM[9]SZ[5]AB[a1:b2]AE[a2]AW[e1 e3,e5])").match.root.state
    assert position_text(LOA5, area) == "4w/5/4w/1b3/bb2w b"
    whole = game("(;GM[9]SZ[5]SU[Standard]AB[b1][c1][d1]PL[W])").match
    assert whole.root.state == (*LOA5.start[1::-1], 1)


def test_rows_from_the_top():
    record = game("(;GM[9]SZ[5]IY[True]AB[a1][c1]AW[e5][c5]PL[B];B[a1-a2])")
    assert position_text(LOA5, record.match.root.state) == "b1b2/5/5/5/2w1w b"
    assert record.match.notation() == ["a5-a4"] and "IY" not in records.text([record])
    tree = records.trees(b"(;GM[9]SZ[5]IY[true];B[c1-c4])")[0]
    (problem,) = read_record(tree).problems
    assert problem.move == "c1-c4" and "'c5-c2' is not legal" in problem.reason
    assert problem.reason.endswith("from the top in the file.)")


def test_squares_named_in_comments_are_turned_with_the_moves():
    record = game("(;GM[9]SZ[5]IY[true]GC[From c1.];B[c1-c3]N[c1]C[c1-c3 beats b1xb3, a1 and d2d4; "
                  "not A1, a6, ca1 or a1b.])")  # fmt: skip
    node = record.match.node
    assert node.comment == "c5-c3 beats b5xb3, a5 and d4d2; not A1, a6, ca1 or a1b."
    assert node.marks == (("N", "c5"),) and record.info["GC"] == "From c5."
    assert "squares named in comments have been turned" in record.note
    plain = game("(;GM[9]SZ[5];B[c1-c3]C[c1-c3])")
    assert plain.match.node.comment == "c1-c3" and not plain.note


def test_the_set_up_of_the_boardspace_server_is_the_standard_one():
    assert game("(;GM[LOA]SZ[8]SU[LOA];B[b1-b3])").match.root.state == find_game("loa8").start


def refused(text):
    with pytest.raises(RecordError) as caught:
        game(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["Scrambled-eggs", "Parachute", "Gemma"])
def test_other_variants_are_named(name):
    for written in (name, name.upper(), name.replace("-", " ")):
        text = refused(f"(;GM[9]SU[{written}];B[c1-c3])")
        assert text == f"the variant {name} is not supported; Standard and Custom are"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("GM[1]SZ[19];B[pd]", "GM[1] is Go, which is not played here"),
        ("GM[77]", "GM[77] is another game, which is not played here"),
        ("GM[9]SZ[7]", "Lines of Action is played here on boards of size 5, 6, 8"),
        ("GM[9]SZ[8:6]", "8 columns and 6 rows"),
        ("GM[9]SZ[big]", "'big' is not the size of a board"),
        ("GM[1000]LTGAME[ludo]", "its game is 'ludo'; the games here are loa5"),
        ("GM[1000]", "GM[1000] is another game"), ("LTGAME[loa5]SZ[6]", "loa5 has 5 columns"),
        ("GM[9]SU[Custom]", "the position cannot be played: black has no checkers"),
        ("GM[9]SZ[5]AB[z9]AW[a1]", "the set-up names 'z9', which is not a square"),
        ("GM[9]SZ[5]AB[a1]AW[a2]PL[red]", "PL says 'red', which is not a player"),
        ("GM[9]SU[Some\nthing]", "the variant 'Some\\nthing' is not supported"),
    ],
)  # fmt: skip
def test_what_is_not_played_here(text, reason):
    assert reason in refused(f"(;{text})")


@pytest.mark.parametrize(
    ("text", "number", "legal", "reason"),
    [
        (";B[c1-c4];W[a3-b2]", 1, [], "'c1-c4' is not legal: c4 is 3 squares away"),
        (";B[c1-c3];W[c5-c3]", 2, ["c1-c3"], "the checker on c5 is black’s"),
        (";B[c1-c3];W[c2-c4]", 2, ["c1-c3"], "there is no checker on c2"),
        (";B[c1-c3];W[a9-a1]", 2, ["c1-c3"], "'a9' is not a square; the squares are a1 to e5"),
        (";B[c1-c3];W[xyz]", 2, ["c1-c3"], "'xyz' is not a move"),
        (";B[c1-c3];W[a3-b2 d1-d3]", 2, ["c1-c3"], "is not a move"),
        (";B[c1-c3d3]", 1, [], "is not a move"),
        (";B[c1-c3];B[d1-d3]", 2, ["c1-c3"], "'d1-d3' is out of turn: white is to move"),
        (";W[a3-b2]", 1, [], "out of turn: black is to move"),
        (";B[pass]", 1, [], "a pass is not possible here"),
        (";B[]", 1, [], "a pass is not possible"),
        (";B[resign];W[a3-b2]", 1, [], "'a3-b2' is played after the end: Black resigned"),
    ],
)  # fmt: skip
def test_an_illegal_move_is_refused_and_those_before_it_are_offered(text, number, legal, reason):
    (tree,) = records.trees(f"(;{HEAD}{text})".encode())
    record = read_record(tree)
    (problem,) = record.problems
    assert isinstance(problem, IllegalMove) and problem.number == number
    assert reason in problem.reason and str(problem).startswith(f"move {number} is refused: ")
    assert record.match.notation() == legal


def test_after_the_end_by_the_rules_no_move_is_taken():
    tree = records.trees(b"(;GM[9]SZ[5]AB[b2][d2][a1]AW[a5][e5]PL[B];B[d2-c1];W[a5-b4])")[0]
    assert "is played after the end: All 3 black" in str(read_record(tree).problems[0])
    there = "".join(f";{move}" for move in ("B[b3-b4]", "W[a1-a2]", "B[b4-b3]", "W[a2-a1]"))
    text = f"(;GM[9]SZ[5]AB[b3][d3]AW[a1][e5]{there * 2}"
    assert game(text + ")").outcome().winner is None
    tree = records.trees(f"{text};B[b3-b4])".encode())[0]
    assert "three times" in str(read_record(tree).problems[0])
    # In another branch, where the position was met less often, the same move is legal.
    branch = text[: text.rindex(";")] + "(;W[a2-a1])(;W[a2-a3];B[b3-b2]))"
    assert len(game(branch).match.root.end().line()) == 9


def test_set_ups_in_the_middle_are_refused():
    tree = records.trees(f"(;{HEAD};B[c1-c3];AB[c3];W[a3-b2])".encode())[0]
    record = read_record(tree)
    assert str(record.problems[0]) == "it changes the position after move 1"
    assert record.match.notation() == ["c1-c3"]


def test_branches_are_kept_and_a_broken_one_spoils_no_other():
    text = f"(;{HEAD};B[c1-c3](;W[a3-b2];B[d5-b3])(;W[e3-d2](;B[x])(;B[b5-b3]))(;W[resign]))"
    record = read_record(records.trees(text.encode())[0])
    assert [str(problem)[:24] for problem in record.problems] == ["move 3 of a variation is"]
    match = record.match
    assert match.notation() == ["c1-c3", "a3-b2", "d5-b3"]
    after = match.root.children[0]
    assert len(after.children) == 2 and len(after.children[0].children) == 1
    assert after.comment == "White resigned." and record.outcome() is None


def test_a_resignation_beside_a_variation():
    record = game(f"(;{HEAD};B[c1-c3](;W[resign])(;W[a3-b2]))")
    assert record.outcome().winner == 0 and len(record.match.root.end().line()) == 3


def test_the_same_move_twice_is_one_branch():
    record = game(f"(;{HEAD}(;B[c1-c3]C[one];W[a3-b2])(;B[c1-c3]C[two];W[e3-d2]))")
    (child,) = record.match.root.children
    assert child.comment == "one\n\ntwo" and len(child.children) == 2
    assert record.match.notation() == ["c1-c3", "a3-b2"]


def test_comments_notes_and_names():
    record = game(
        f"(;{HEAD}C[at the\nstart]PB[Ann]PW[Ben\nBo]DT[1999-12-31]EV[]GC[two\nlines]"
        ";B[c1-c3]TE[2]BM[x]DO[]N[a\nb]V[nan]BL[59.5]C[good];C[more])"
    )
    assert record.info == {"PB": "Ann", "PW": "Ben Bo", "DT": "1999-12-31", "GC": "two\nlines"}
    assert (record.player(0), record.player(1)) == ("Ann", "Ben Bo")
    assert (
        record.match.root.comment == "at the\nstart" and record.match.node.comment == "good\n\nmore"
    )
    marks = [("TE", "2"), ("BM", "1"), ("DO", ""), ("N", "a b"), ("BL", "59.5")]
    assert list(record.match.node.marks) == marks


def test_headlines_for_a_list():
    text = "(;GM[9]PB[Ann]PW[Ben]DT[2001]EV[Cup]RE[B+];B[c1-c3];W[a3-b2](;B[x];W[resign])(;B[y]))"
    text += "(;GM[3])"
    first, second = map(headline, records.trees(text.encode()))
    assert first.game == "Lines of Action 8×8" and first.players == ("Ann", "Ben")
    assert (first.date, first.result, first.moves) == ("2001", "B+", 3)
    assert second.error == "GM[3] is chess, which is not played here"


@pytest.fixture
def race(monkeypatch):
    """A second family of games: white begins, and blue begins."""
    found = {
        game.key: game for game in (Race("race", "white", "black"), Race("dash", "blue", "red"))
    }
    monkeypatch.setattr(opening, "all_games", lambda: {**all_games(), **found})
    return found


@pytest.mark.parametrize(("key", "letters"), [("race", "WB"), ("dash", "BW")])
def test_other_games_have_their_own_properties(race, key, letters):
    match = Match(race[key])
    while match.outcome() is None:
        match.play(race[key].moves(match.state)[0])
    text = records.text([Record(match=match, info={"P" + letters[0]: "Ann"})])
    root = f"GM[1000]SZ[10:2]LTGAME[{key}]GN[The {key.capitalize()}]"
    assert root in text and f";{letters[0]}[a1-b1];{letters[1]}[a2-b2];" in text
    record = game(text)
    assert record.match.notation() == match.notation() and record.player(0) == "Ann"
    assert record.match.game is race[key] and records.text([record]) == text
    named = game(f"(;GM[1000]GN[the {key}];{letters[0]}[a1b1])")
    assert named.match.game is race[key] and named.match.ply == 1


def test_any_game_that_sgf_lists_is_known_by_its_number_names_and_variants(race):
    race["dash"].sgf = SgfIdentity(
        number="77", title="Dash", size=(10, 2), names=("dsh",), variants={"backwards": "Backwards"}
    )
    text = records.text([Record(match=Match(race["dash"]))])
    assert "GM[77]SZ[10:2]" in text and "LTGAME" not in text and "GN" not in text
    for number in ("77", "Dsh", "d s-h"):
        assert game(f"(;GM[{number}];B[a1-b1])").match.game is race["dash"]
    assert game("(;GM[9];B[b1-b3])").match.game.key == "loa8"
    assert refused("(;GM[77]SZ[9])").startswith("Dash is played here on boards of size 10; ")
    assert refused("(;GM[77]SU[Back-wards])").startswith("the variant Backwards is not supported")
    assert refused("(;GM[9]SU[Back-wards])").startswith("the variant 'Back-wards' is not supported")


def test_passes(race):
    custom = "(;LTGAME[dash]SU[Custom]AB[j1]AW[h2]PL[Black]"
    record = game(custom + ";B[pass];W[h2-i2];B[Pass];W[i2-j2])")
    assert record.match.notation() == ["pass", "h2-i2", "pass", "i2-j2"]
    assert ";B[pass]" in records.text([record]) and record.outcome().reason == "Both are home."
    assert game(custom + ";B[])").match.notation() == ["pass"]
    upside_down = game("(;LTGAME[dash]IY[true];B[a2-b2];W[a1-b1])")
    assert upside_down.match.notation() == ["a1-b1", "a2-b2"]


def test_the_documents_example_is_a_legal_game():
    text = Path(__file__).parent.parent.joinpath("docs", "FILES.md").read_text("utf-8")
    example = "".join(re.findall(r"^    .*\n", text, re.MULTILINE))
    record = game(example)
    assert record.plies == 3 and record.outcome().reason == "Black resigned."
