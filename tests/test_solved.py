"""Solved boards: their books, the search that plays by them, and the check of both."""

import random
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import book as maker
import reference
import reference_breakthrough
from loa_tk.cli import verify
from loa_tk.cli.parser import main
from loa_tk.control import verify as checks
from loa_tk.control.engine.searchlog import proof_text
from loa_tk.control.verify import Batch, Hole, LiveProof, batches, prove, prove_batch, walk
from loa_tk.model.book import RECORD, Book, encode
from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.games.breakthrough.rules import Breakthrough
from loa_tk.model.games.lines_of_action.rules import LinesOfAction
from loa_tk.model.notation import move_text, position_text, read_move, read_position
from loa_tk.model.records.reports import read_report, report_text
from loa_tk.model.search.players import read_player
from loa_tk.model.search.proof_numbers import ProofNumbers
from loa_tk.model.search.prover import Prover
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.statistics import Proof
from loa_tk.model.search.strong import NEAR, Strong, promised_plies
from test_game_contract import positions

LOA6 = find_game("loa6")
ENTRIES = list(LOA6.book)
TEXT = maker.text_of("loa6").read_text("utf-8")


def image(state, turn):
    """Return one of the eight images of a position."""
    own, enemy, side = state
    return LOA6.grid.images(own)[turn], LOA6.grid.images(enemy)[turn], side


def game_from(number, replacing=()):
    """Return 6x6 that starts at an entry of the book; `replacing` are other entries or None."""
    game = LinesOfAction(6)
    game.start = ENTRIES[number][0]
    entries = {state: (move, plies) for state, move, plies in ENTRIES} | dict(replacing)
    game.book = Book(game, encode({
        game.book.number(state): (*game.path(state, entry[0]), entry[1])
        for state, entry in entries.items() if entry is not None
    }))  # fmt: skip
    return game


def ends_after(state, move):
    """Return whether no reply to a move of the book is in the book."""
    after = LOA6.play(state, move)
    return finish(LOA6, after) is None and not any(
        LOA6.solved(LOA6.play(after, reply)) for reply in LOA6.moves(after)
    )


# The number of an entry with few plies, all of whose replies are proved live.
SHORT = next(
    number
    for number, (state, move, plies) in enumerate(ENTRIES)
    if plies == 7 and ends_after(state, move)
)


# The book


def test_the_book_is_made_from_its_text(capsys):
    lines = maker.read(LOA6, TEXT)
    assert maker.compiled(LOA6, lines) == maker.book_of("loa6").read_bytes() == LOA6.book.records
    assert len(LOA6.book) == len(lines) and len(LOA6.book.records) < 100_000
    assert maker.written(LOA6, TEXT.splitlines()[:3], lines) == TEXT
    assert maker.main(["--check"]) == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b b1-b2 51", "line 2: 'b1-b2' is not legal"),
        ("1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b", "line 2"),
        ("1bbbb1/w4w/w4w/w4w/1bbbb1 b b1-b3 51", "line 2: loa6 has 6 rows"),
        ("1wwww1/b4b/b4b/b4b/b4b/1wwww1 b a2-c2 51", "line 2: an image of this position"),
    ],
)
def test_a_wrong_line_of_the_text_is_named(line, message):
    start = "1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b b1-b3 51"
    with pytest.raises(maker.BookError, match=message):
        maker.read(LOA6, f"{start}\n{line}\n")


def test_the_book_is_read_when_it_is_first_asked():
    game = LinesOfAction(6)
    assert "book" not in vars(game)
    assert game.solved(game.start).plies == 51 and "book" in vars(game)
    assert LinesOfAction(5).solved(LinesOfAction(5).start) is None


@given(st.sampled_from(ENTRIES), st.integers(0, 7))
def test_every_image_of_a_position_is_found_with_a_legal_move(entry, turn):
    state, move, plies = entry
    turned = image(state, turn)
    known = LOA6.solved(turned)
    assert (known.winner, known.plies) == (0, plies)
    assert known.move in LOA6.moves(turned)
    after = LOA6.play(turned, known.move)
    assert LOA6.canonical(after) == LOA6.canonical(LOA6.play(state, move))
    beaten = LOA6.solved(after)
    assert beaten.winner == 0 and beaten.plies < plies and beaten.move is None


def test_every_move_of_the_book_is_legal():
    assert all(move in LOA6.lines.moves(*state[:2]) for state, move, _ in ENTRIES)


def test_naive_rules_agree_along_the_book():
    """The walk uses the program's rules, so here the naive ones follow part of the book."""
    plain = reference.GAMES["loa6"]
    for state, move, _ in random.Random(6).sample(ENTRIES, 60):
        board = [[None] * 6 for _ in range(6)]
        for square, side in LOA6.pieces(state).items():
            board[square // 6][square % 6] = "bw"[side]
        texts = {reference.move_text(plain, board, m): m for m in plain.moves(board, "b")}
        chosen = texts[move_text(LOA6, state, move)]
        board, after = plain.play(board, chosen), LOA6.play(state, move)
        assert plain.winner(board, "w") == (None if finish(LOA6, after) is None else "b")
        replies = {
            reference.position_text(plain.play(board, reply), "b")
            for reply in plain.moves(board, "w")
        }
        assert replies == {
            position_text(LOA6, LOA6.play(after, reply)) for reply in LOA6.moves(after)
        }


# Proof numbers


@pytest.mark.parametrize("key", ["loa5", "loa6", "breakthrough5x10"])
def test_proof_numbers_agree_with_the_prover(key):
    game = find_game(key)
    evaluation, wins = game.evaluation("full"), 0
    for state in [one for one in positions(game, 10, seed=8) if finish(game, one) is None]:
        prover = Prover(game, evaluation, (), lambda: None, thorough=True)
        for plies in (1, 3, 5):
            search = ProofNumbers(game, evaluation)
            found = search.prove(state, plies, 100_000)
            assert found == prover.wins(state, plies)
            if found:
                wins += 1
                end = state
                for move in search.line():
                    assert move in game.moves(end)
                    end = game.play(end, move)
                assert len(search.line()) <= search.plies_found() <= plies
    assert wins


def test_proof_numbers_do_not_win_by_a_drawn_position():
    state, _, plies = ENTRIES[SHORT]
    evaluation = LOA6.evaluation("full")
    children = [LOA6.play(state, move) for move in LOA6.moves(state)]
    assert ProofNumbers(LOA6, evaluation).prove(state, plies) is True
    assert ProofNumbers(LOA6, evaluation, children).prove(state, plies) is False


def test_proof_numbers_give_up_at_their_bound():
    search = ProofNumbers(LOA6, LOA6.evaluation("full"))
    assert search.prove(LOA6.start, 17, 100) is None and search.expansions == 101


# The search that plays by the book


def choose(text, state=None, history=()):
    return read_player(LOA6, text).choose(LOA6, LOA6.start if state is None else state, history)


def test_hard_plays_by_the_book_at_once():
    report = choose("hard")
    assert move_text(LOA6, LOA6.start, report.move) == "b1-b3"
    assert report.value == LOA6.utmost and report.proof == Proof(0, 51, "book")
    assert [one.kind for one in report.iterations] == ["book"]
    assert proof_text(LOA6, report.proof) == "Solved: Black wins within 51 plies (book)"
    state = LOA6.start
    for move in report.line:
        assert move in LOA6.moves(state)
        state = LOA6.play(state, move)
    assert len(report.line) > 20


@pytest.mark.parametrize(
    "text",
    ["easy", "normal", "strong:depth=3", "strong:seconds=0.05,book=0", "mcts:playouts=5", "random",
     "alphabeta:depth=2", "minimax:depth=1"],
)  # fmt: skip
def test_other_players_never_ask_the_book(text, monkeypatch):
    monkeypatch.setattr(LinesOfAction, "solved", lambda self, state: pytest.fail("asked"))
    report = choose(text)
    assert report.proof is None or report.proof.source == ""


def test_measured_searches_never_ask_the_book(monkeypatch):
    monkeypatch.setattr(LinesOfAction, "solved", lambda self, state: pytest.fail("asked"))
    Strong(Request(game=LOA6, state=LOA6.start, limits=Limits(nodes=500))).search()
    own = LOA6.evaluation("groups")
    Strong(Request(game=LOA6, state=LOA6.start, limits=Limits(seconds=0.05), own=own)).search()


def test_white_takes_the_reply_that_holds_out_longest():
    after = LOA6.play(LOA6.start, read_move(LOA6, LOA6.start, "b1-b3"))
    report = choose("strong:seconds=5", after, (LOA6.start,))
    assert report.value == -LOA6.utmost and report.proof == Proof(0, 50, "book")
    bounds = [
        known.plies
        for move in LOA6.moves(after)
        if (known := LOA6.solved(LOA6.play(after, move))) is not None
    ]
    assert LOA6.solved(LOA6.play(after, report.move)).plies == max(bounds)


def test_white_is_lost_where_the_book_ends_even_if_it_finds_no_proof():
    ends = [entry for entry in ENTRIES[::20] if ends_after(*entry[:2])]
    state, move, plies = max(ends, key=lambda entry: entry[2])
    after = LOA6.play(state, move)
    report = choose("strong:seconds=0.05", after, (state,))
    assert report.value == -LOA6.utmost and report.proof.winner == 0
    assert report.proof.plies <= plies - 1 and report.move in LOA6.moves(after)
    assert report.statistics.nodes == sum(one.statistics.nodes for one in report.iterations)


def test_analysis_shows_the_book():
    report = Strong(
        Request(game=LOA6, state=LOA6.start, limits=Limits(seconds=5)), lines=3
    ).search()
    assert [one.value for one in report.alternatives] == [LOA6.utmost]
    after = LOA6.play(LOA6.start, report.move)
    report = Strong(Request(game=LOA6, state=after, limits=Limits(seconds=5)), lines=3).search()
    assert [one.value for one in report.alternatives] == [-LOA6.utmost] * 3


def test_where_the_book_ends_the_win_is_proved():
    state, move, plies = ENTRIES[SHORT]
    after = LOA6.play(state, move)
    history = (state, after)
    for reply in LOA6.moves(after):
        child = LOA6.play(after, reply)
        if finish(LOA6, child) is None:
            assert promised_plies(LOA6, history, 0) == plies - 2
            report = choose("strong:seconds=60", child, history)
            assert report.proof.winner == 0 and report.proof.plies <= plies - 2
            assert report.value == LOA6.utmost
    assert promised_plies(LOA6, history, 1) == 0


def test_a_promise_needs_the_book_s_own_move():
    other = next(move for move in LOA6.moves(LOA6.start)
                 if LOA6.solved(LOA6.play(LOA6.start, move)) is None)  # fmt: skip
    after = LOA6.play(LOA6.start, other)
    assert promised_plies(LOA6, (LOA6.start, after), 0) == 0
    book = LOA6.play(LOA6.start, LOA6.solved(LOA6.start).move)
    assert promised_plies(LOA6, (LOA6.start, book), 0) == NEAR
    assert promised_plies(LOA6, (LOA6.start, book, *ENTRIES[SHORT][:1] * 2, after), 0) == 0


def test_the_book_is_closed_in_a_game_that_repeats_positions():
    met = ENTRIES[SHORT][0]
    report = choose("strong:seconds=0.2", LOA6.start, (met, met))
    assert all(one.kind != "book" for one in report.iterations)


def test_a_report_of_the_book_can_be_kept():
    for state, history in ((LOA6.start, ()), (after_the_book(), (LOA6.start,))):
        report = choose("hard", state, history)
        again = read_report(LOA6, state, report_text(LOA6, state, report))
        assert (again.proof, again.iterations) == (report.proof, report.iterations)


def after_the_book():
    return LOA6.play(LOA6.start, LOA6.solved(LOA6.start).move)


# The check


def test_the_walk_meets_the_whole_book():
    walked = walk(LOA6)
    assert len(walked.met) == len(ENTRIES) and walked.plies == 51
    assert walked.open and all(plies <= NEAR for _, plies in walked.open)


def test_an_illegal_move_of_the_book_is_found():
    state, move, plies = ENTRIES[SHORT]
    target = next(bit for bit in LOA6.grid.squares if state[0] & bit and not move & bit)
    wrong = move & state[0] | target  # onto a checker of its own
    game = game_from(SHORT)
    game.book.find = lambda asked: (wrong, plies) if asked == state else None
    with pytest.raises(Hole, match="not legal"):
        walk(game)


def test_a_bound_that_does_not_fall_is_found():
    state, move, plies = next(entry for entry in ENTRIES if entry[2] > 40)
    number = ENTRIES.index((state, move, plies))
    with pytest.raises(Hole, match=f"{plies - 31} plies does not fall"):
        walk(game_from(number, {state: (move, plies - 30)}))


def test_a_lost_game_is_found():
    """A move that lets the other side win at once."""
    for number, (state, _, plies) in enumerate(ENTRIES):
        for move in LOA6.moves(state):
            after = LOA6.play(state, move)
            if finish(LOA6, after) is None and any(
                (end := finish(LOA6, LOA6.play(after, reply))) is not None and end.winner == 1
                for reply in LOA6.moves(after)
            ):
                with pytest.raises(Hole, match="the game is lost"):
                    walk(game_from(number, {state: (move, plies)}))
                return
    raise AssertionError


@pytest.fixture
def checked(monkeypatch):
    """Let `loa verify` check a game that begins near its end, in this process."""
    done = []

    class Here:
        def each(self, work, tasks):
            for task in tasks:
                done.append(task)
                yield task, work(task)

    @contextmanager
    def place_of(args):
        yield Here()

    def check(game, *arguments, key="loa6"):
        monkeypatch.setattr(verify, "find_game", lambda key: game)
        return main(["verify", key, "--jobs", "1", *arguments])

    monkeypatch.setattr(verify, "place_of", place_of)
    monkeypatch.setattr(checks, "TOGETHER", 4)
    check.done, check.here = done, Here
    return check


def test_verified(checked, capsys):
    game = game_from(SHORT)
    assert checked(game) == 0
    said = capsys.readouterr().out
    assert "verified: black wins Lines of Action 6×6 within 7 plies from the start" in said
    assert f"1 positions in the book, {len(LOA6.moves(LOA6.play(*ENTRIES[SHORT][:2])))} rep" in said


def test_a_planted_hole_is_found(checked, capsys):
    """The book's move is replaced by one that does not win in time."""
    state, move, plies = ENTRIES[SHORT]
    for other in LOA6.moves(state):
        after = LOA6.play(state, other)
        if (
            finish(LOA6, after) is None
            and not ProofNumbers(LOA6, LOA6.evaluation("full")).prove(state, 1)
            and other != move
        ):
            game = game_from(SHORT, {state: (other, plies)})
            try:
                open_ = walk(game).open
            except Hole:
                continue
            if not all(prove(LOA6, question)[1] for question in open_):
                assert checked(game) == 1
                assert "hole: " in capsys.readouterr().out
                return
    raise AssertionError


def test_interrupted_and_continued(checked, capsys, tmp_path, monkeypatch):
    game, kept = game_from(SHORT), tmp_path / "state"
    steps = iter([False, True])

    def interrupt(batch, stop=None):
        if next(steps):
            raise KeyboardInterrupt
        return prove_batch(batch)

    monkeypatch.setattr(verify, "prove_batch", interrupt)
    assert checked(game, "--state", str(kept)) == 130
    assert "the same command continues" in capsys.readouterr().out
    assert len(checks.read_state(game, kept)) == 4
    monkeypatch.setattr(verify, "prove_batch", prove_batch)
    checked.done.clear()
    assert checked(game, "--state", str(kept)) == 0
    again = [question for batch in checked.done for question in batch.questions]
    assert len(again) == len(walk(game).open) - 4
    assert "verified" in capsys.readouterr().out
    checked.done.clear()
    assert checked(game, "--state", str(kept)) == 0 and checked.done == []


@pytest.mark.parametrize("change", [(99, 3), (1, 3), (0, 0)])
def test_a_kept_proof_that_is_not_found_again_is_not_believed(checked, capsys, tmp_path, change):
    game, kept = game_from(SHORT), tmp_path / "state"
    assert checked(game, "--state", str(kept)) == 0
    assert "were made again" not in capsys.readouterr().out
    assert checked(game, "--state", str(kept)) == 0
    count = len(walk(game).open)
    assert f"{count} of the live proofs are those of {kept}; {count} of them" in (
        capsys.readouterr().out
    )
    head, first, *lines = kept.read_text().splitlines()
    rows, side, wanted, *_ = first.split()
    forged = " ".join([rows, side, wanted, *map(str, change), "1"])
    kept.write_text("\n".join([head, forged, *lines, ""]))
    status = checked(game, "--state", str(kept))
    said = capsys.readouterr()
    assert (status, "is not a proof" in said.err) == (2, True) if change[0] == 99 else (
        status == 1 and "hole: " in said.out and "verified" not in said.out
    )


def test_two_processes_check_together(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(verify, "find_game", lambda key: game_from(SHORT))
    assert main(["verify", "loa6", "--jobs", "2", "--state", str(tmp_path / "state")]) == 0
    assert "verified" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("something else\n", "does not begin with"),
        (f"{checks.state_head(LOA6)}\n6/6 b 1\n", "line 2"),
        (b"\xff\xfe", "does not begin with"),
    ],
)
def test_another_file_is_not_taken_for_a_state(content, message, tmp_path, capsys):
    path = Path(tmp_path / "state")
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = path.read_bytes()
    assert main(["verify", "loa6", "--state", str(path)]) == 2
    assert message in capsys.readouterr().err and path.read_bytes() == before


def test_a_game_without_a_book_cannot_be_checked(capsys):
    assert main(["verify", "loa5"]) == 2
    assert "no book" in capsys.readouterr().err


def test_a_batch_answers_all_its_questions():
    questions = sorted(walk(game_from(SHORT)).open)
    (batch,) = batches(LOA6, questions[:3])
    assert batch == Batch("loa6", tuple(questions[:3]))
    assert [one.question for one in prove_batch(batch)] == questions[:3]


def test_what_was_not_proved_joins_the_book(tmp_path):
    """The added position has a legal move, and the walk through the longer book finds no hole."""
    game, kept = game_from(SHORT), tmp_path / "state"
    lines = maker.read(game, TEXT)
    questions = sorted(walk(game).open)
    hard = next(one for one in questions if not ProofNumbers(game, game.evaluation("full"))
                .prove(one[0], 1))  # fmt: skip
    found = [
        LiveProof(question=one, plies=0 if one == hard else one[1], expansions=1, milliseconds=1)
        for one in questions
    ]
    kept.write_text(checks.state_text(game, found), "utf-8")
    assert maker.extend(game, lines, str(kept)) == 1
    # Nothing from this start leads to the other positions of the text, so they are left out.
    assert list(lines) == [game.start, hard[0]] and lines[hard[0]].plies <= hard[1]
    game.book = Book(game, maker.compiled(game, lines))
    assert len(walk(game).met) == 2
    assert maker.read(game, maker.written(game, [], lines)).keys() == lines.keys()
    kept.write_text(checks.state_text(game, found[1:]), "utf-8")
    with pytest.raises(maker.BookError):
        maker.extend(game, lines, str(kept))


# 5x5 Breakthrough, which the second player wins

SMALL = find_game("breakthrough5")
REPLIES = [SMALL.play(SMALL.start, move) for move in SMALL.moves(SMALL.start)]


def mirrored(state):
    own, enemy, side = state
    return SMALL.grid.images(own)[1], SMALL.grid.images(enemy)[1], side


def test_the_book_of_breakthrough_is_made_from_its_text(capsys):
    text = maker.text_of("breakthrough5").read_text("utf-8")
    lines = maker.read(SMALL, text)
    assert len(lines) == len(SMALL.book)
    assert maker.written(SMALL, text.splitlines()[:3], lines) == text
    assert maker.main(["breakthrough5", "--check"]) == 0


@given(st.sampled_from(list(SMALL.book)))
def test_both_images_of_a_position_of_breakthrough_are_won_by_black(entry):
    state, move, plies = entry
    for image, wanted in ((state, move), (mirrored(state), SMALL.grid.images(move)[1])):
        known = SMALL.solved(image)
        assert known.winner == 1 and known.plies == plies
        assert known.move == wanted or image == mirrored(image)
        beaten = SMALL.solved(SMALL.play(image, known.move))
        assert beaten.winner == 1 and beaten.plies < plies and beaten.move is None


def test_the_start_of_breakthrough_is_lost_for_the_side_that_moves_first():
    known = SMALL.solved(SMALL.start)
    assert known.winner == 1 and known.move is None
    assert known.plies == 1 + max(SMALL.solved(state).plies for state in REPLIES)
    assert find_game("breakthrough6").solved(find_game("breakthrough6").start) is None
    # The book answers every first move. Without one of the answers it knows nothing of the start.
    lone = Breakthrough("breakthrough5", "", 5, 5)
    lone.book = Book(lone, SMALL.book.records[: 4 * RECORD.size], 1)
    assert lone.solved(lone.start) is None


def test_hard_plays_breakthrough_by_the_book_on_both_sides():
    hard = read_player(SMALL, "hard")
    report = hard.choose(SMALL, SMALL.start, ())
    bound = SMALL.solved(SMALL.start).plies
    assert report.value == -SMALL.utmost and report.proof == Proof(1, bound, "book")
    after = SMALL.play(SMALL.start, report.move)
    answer = hard.choose(SMALL, after, (SMALL.start,))
    assert answer.value == SMALL.utmost and answer.proof.source == "book"
    said = f"Solved: Black wins within {bound - 1} plies (book)"
    assert proof_text(SMALL, answer.proof) == said
    assert answer.move == SMALL.solved(after).move


def test_the_walk_through_breakthrough_meets_the_whole_book():
    walked = walk(SMALL)
    assert walked.winner == 1 and len(walked.met) == len(SMALL.book)
    assert walked.plies == SMALL.solved(SMALL.start).plies
    assert max(plies for _, plies in walked.open) == NEAR
    naive_rules_agree(walked)


def naive_rules_agree(walked):
    """Compare the replies to some moves of the book with those of the naive rules."""
    plain = reference_breakthrough.GAMES["breakthrough5"]
    for state in random.Random(5).sample(sorted(walked.met), 40):
        after = SMALL.play(state, SMALL.solved(state).move)
        board = [[None] * 5 for _ in range(5)]
        for square, side in SMALL.pieces(after).items():
            board[square // 5][square % 5] = "wb"[side]
        replies = {
            reference.position_text(plain.play(board, reply), "b")
            for reply in plain.moves(board, "w")
        }
        assert replies == {
            position_text(SMALL, SMALL.play(after, reply)) for reply in SMALL.moves(after)
        }


def test_a_part_of_breakthrough_is_verified(checked, capsys):
    """The game begins at a position of the book whose replies are all proved live."""
    # The fewer workers are left, the sooner the replies are proved.
    few = sorted(SMALL.book, key=lambda entry: (entry[0][0] | entry[0][1]).bit_count())
    game = Breakthrough("breakthrough5", SMALL.title, 5, 5)
    for state, _, plies in few:  # noqa: B007
        game.start = state
        if len(walk(game).met) == 1:
            break
    assert checked(game, key="breakthrough5") == 0
    said = capsys.readouterr().out
    assert f"verified: black wins {SMALL.title} within {plies} plies from the start" in said


# The story


def test_a_search_from_the_start_tells_which_boards_are_solved(capsys):
    assert main(["search", "loa6"]) == 0
    said = capsys.readouterr().out
    assert "from the book" in said and "Nobody knows who wins on 8×8." in said
    position = position_text(LOA6, after_the_book())
    assert main(["search", "loa6", "--position", position]) == 0
    assert "Nobody knows" not in capsys.readouterr().out
    assert read_position(LOA6, position) == after_the_book()
