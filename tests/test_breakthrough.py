"""Special cases of Breakthrough's rules and its evaluations, each with a drawn position."""

import random

import pytest

import reference
from loa_tk.model.game import WON, MoveError, PositionError, finish
from loa_tk.model.games import find_game
from loa_tk.model.games.breakthrough.knowledge.formation import WEIGHTS
from loa_tk.model.games.breakthrough.knowledge.full import SQUARES
from loa_tk.model.notation import (
    move_text,
    position_text,
    read_move,
    read_position,
    read_square,
)

KEYS = ("breakthrough5", "breakthrough6", "breakthrough8", "breakthrough3", "breakthrough5x10")
# What `noise` adds at the start for seeds 0, 1 and 2, the same on every machine and Python.
KNOWN_NOISE = [0.55056296855121, 0.73572189876089, 0.750898276048225]
REPORTS = ("defensive1", "offensive1", "defensive2", "offensive2")


def draw(picture, to_move="w", key="breakthrough8"):
    """Return the game and state of a drawn board: rows from the top, . w b."""
    game, rows = find_game(key), picture.split()
    assert len(rows) == game.rows and {len(row) for row in rows} == {game.columns}
    pieces = {
        row * game.columns + column: "wb".index(letter)
        for row, line in enumerate(reversed(rows))
        for column, letter in enumerate(line)
        if letter != "."
    }
    return game, game.setup(pieces, "wb".index(to_move))


def texts(game, state):
    return [move_text(game, state, move) for move in game.moves(state)]


def after(game, state, *moves):
    for text in moves:
        state = game.play(state, read_move(game, state, text))
    return state


def why_not(game, state, text):
    with pytest.raises(MoveError) as caught:
        read_move(game, state, text)
    return str(caught.value).partition(" is not legal: ")[2]  # callers end the sentence


FACES = """
    ........
    ........
    ........
    ...bb...
    ...w....
    ........
    ........
    .w......
"""


def test_steps_forward_and_captures_diagonally():
    game, state = draw(FACES)
    assert texts(game, state) == ["b1-a2", "b1-b2", "b1-c2", "d4-c5", "d4xe5"]
    child = after(game, state, "d4xe5")
    assert len(game.pieces(child)) == 3 and game.counts(child)["taken"] == (15, 14)


def test_black_marches_down():
    game, state = draw(FACES, "b")
    assert texts(game, state) == ["d5-c4", "d5-e4", "e5xd4", "e5-e4", "e5-f4"]


def test_a_straight_capture_is_refused():
    game, state = draw(FACES)
    assert why_not(game, state, "d4xd5") == (
        "The enemy on d5 is straight ahead: workers capture diagonally only"
    )


ONE_FORWARD = "Workers move one square forward, straight or diagonally:"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("b1-b3", f"{ONE_FORWARD} from b1 to a2, b2 or c2."),
        ("b1-a1", f"{ONE_FORWARD} from b1 to a2, b2 or c2."),
        ("d4-d3", f"{ONE_FORWARD} from d4 to c5, d5 or e5."),
        ("d4-d4", "d4 is where the worker stands."),
        ("c3-c4", "there is no worker on c3"),
        ("d5-d4", "the worker on d5 is black’s"),
    ],
)
def test_every_illegal_move_is_explained(move, reason):
    game, state = draw(FACES)
    assert why_not(game, state, move) == reason.removesuffix(".")


def test_own_workers_are_in_the_way():
    game = find_game("breakthrough8")
    assert why_not(game, game.start, "a1-b2") == "b2 is taken by your own worker"
    assert why_not(game, game.start, "a2-h3") == f"{ONE_FORWARD} from a2 to a3 or b3"


def test_one_worker_on_the_far_row_wins():
    game, state = draw("""
        ...b....
        ..w.....
        ........
        ........
        ........
        ........
        ......b.
        ........
    """)
    child = after(game, state, "c7xd8")
    outcome = game.outcome(child)
    assert outcome.winner == 0
    assert outcome.reason == "A worker reached d8."
    assert game.halo(child, outcome) == [read_square("d8", 8, 8)]
    with pytest.raises(MoveError, match="the game is over"):
        read_move(game, child, "g2-g1")


def test_black_wins_on_the_first_row():
    game, state = draw("""
        ........
        ........
        ...w....
        ........
        ........
        ........
        ......b.
        ........
    """, "b")
    outcome = game.outcome(after(game, state, "g2-h1"))
    assert outcome.winner == 1
    assert outcome.reason == "A worker reached h1."


def test_capturing_every_worker_wins():
    game, state = draw("""
        ........
        ........
        ........
        ....b...
        ...w....
        ........
        .w......
        ........
    """)
    child = after(game, state, "d4xe5")
    outcome = game.outcome(child)
    assert outcome.winner == 0 and outcome.reason == "The last black worker has been captured."
    assert len(game.halo(child, outcome)) == 2
    assert game.counts(child) == {"taken": (16, 14), "to go": (3, 7)}


def test_three_workers_must_reach_the_far_row():
    game, state = draw("""
        w......w
        ...w....
        ......b.
        ........
        ........
        .b......
        .....w..
        ....b...
    """, key="breakthrough3")
    assert finish(game, state) is None and game.counts(state)["in base"] == (2, 1)
    child = after(game, state, "d7-c8")
    outcome = game.outcome(child)
    assert outcome.winner == 0
    assert outcome.reason == "Three workers reached a8, c8 and h8."
    assert game.halo(child, outcome) == [read_square(name, 8, 8) for name in ("a8", "c8", "h8")]


def test_one_or_two_in_base_go_on_and_stay_there():
    game, state = draw("""
        ........
        w......w
        ......b.
        ........
        ........
        .b......
        .....w..
        ....b...
    """, key="breakthrough3")
    state = after(game, state, "a7-a8", "b3-b2")
    assert finish(game, state) is None
    assert not any(text.startswith("a8") for text in texts(game, state))
    assert why_not(game, state, "a8-a7") == "The worker on a8 has arrived: it stays in base"
    state = after(game, state, "h7-h8", "g6-g5")
    assert finish(game, state) is None and game.counts(state)["in base"] == (2, 1)


def test_fewer_than_three_workers_lose():
    game, state = draw("""
        ........
        ........
        ........
        ....b...
        ...w....
        ........
        .w......
        w.b...b.
    """, key="breakthrough3")
    child = after(game, state, "d4xe5")
    outcome = game.outcome(child)
    assert outcome.winner == 0
    assert outcome.reason == "Black has two workers left and needs three to win."
    assert len(game.halo(child, outcome)) == 3


def test_a_player_without_a_move_loses():
    game, state = draw("""
        bw.....w
        w.......
        ........
        ........
        ........
        ........
        ........
        b.b.....
    """, key="breakthrough3")
    # a8 blocks a7 straight ahead, b8 is its own side's, and a worker that has arrived stays.
    assert game.outcome(state) is None and not game.moves(state)
    outcome = finish(game, state)
    assert outcome.winner == 1 and outcome.reason == "White has no legal move."


def test_five_rows_ten_columns():
    game = find_game("breakthrough5x10")
    assert position_text(game, game.start) == (
        "bbbbbbbbbb/bbbbbbbbbb/10/wwwwwwwwww/wwwwwwwwww w"
    )
    state = after(game, game.start, "j2-j3", "i4xj3")
    assert game.counts(state) == {"taken": (0, 1), "to go": (3, 2)}
    state = after(game, state, "i2xj3", "j4-i3", "h2xi3", "h4-h3", "j3-j4", "h3-h2", "j4xi5")
    assert game.outcome(state).reason == "A worker reached i5."


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("breakthrough8", "8/8/8/8/w7/wwwwwwww/wwwwwwww/8 b", "white has 17 workers"),
        ("breakthrough8", "w7/8/8/8/8/8/b7/8 w", "white is to move but has won already"),
        ("breakthrough8", "8/8/8/8/8/8/w7/8 w", "white is to move but has won already"),
        ("breakthrough3", "8/8/bb6/8/8/8/www5/8 w", "white is to move but has won already"),
        ("breakthrough5x10", "bbbbbbbb/10/10/10/w9 w", "row 5"),
    ],
)
def test_impossible_positions_are_refused(key, text, message):
    with pytest.raises(PositionError, match=message):
        read_position(find_game(key), text)


def test_steps_to_go_are_the_nearest_workers():
    game, state = draw(FACES)
    assert game.counts(state)["to go"] == (4, 4)
    # The side's own four steps take seven plies; two captures would take three.
    assert game.least_plies(state) == 3
    assert game.least_plies(game.start) == 11


def test_mirror_images_share_their_canonical_state():
    game, state = draw(FACES)
    image = draw("\n".join(line.strip()[::-1] for line in FACES.split()))[1]
    assert state != image and game.canonical(state) == game.canonical(image)
    assert game.canonical(state) in (state, image)


# Evaluations


def test_every_report_evaluation_by_hand():
    game, state = draw("""
        ...b....
        ........
        .w......
        ........
        .....b..
        ....w...
        ...w....
        ........
    """)
    # White: b6 2^5; e3 faces one attacker with one supporter and counts 2^2; d2 2^1.
    # Black: d8 2^0; f4 is attacked by e3 and has no support: 0.
    white, black = 32 + 4 + 2, 1
    values = {name: game.evaluation(name, noise=0).value(state, 0) for name in REPORTS}
    assert values == {
        "defensive1": 2 * 3,
        "offensive1": 2 * (30 - 2),
        "defensive2": white - 2 * black,
        "offensive2": 2 * white - black,
    }
    assert game.evaluation("offensive2", noise=0).value(state, 1) == 2 * black - white


def test_a_worker_that_is_outnumbered_counts_nothing():
    game, state = draw("""
        b.......
        ........
        ...b.b..
        ....w...
        ...w....
        ........
        ........
        ........
    """)
    # Two attackers, one supporter: e5 counts 0; d4 counts 2^3. Of its attackers d6 and f6 each is
    # attacked by e5 and unsupported: 0; a8 counts 2^0.
    assert game.evaluation("offensive2", noise=0).value(state, 0) == 2 * 8 - 1
    game, state = draw("""
        b.......
        ........
        ...b.b..
        ....w...
        ...w.w..
        ........
        ........
        ........
    """)
    assert game.evaluation("offensive2", noise=0).value(state, 0) == 2 * (16 + 8 + 8) - 1


def test_bonus_for_a_worker_about_to_arrive():
    picture = """
        ......b.
        .w...w..
        b.......
        b.......
        ........
        ........
        .......w
        ........
    """
    # Nothing attacks b7: 2^6 + 30. f7 and g8 attack each other without support: 0 each.
    for key, bonus in (("breakthrough8", 30), ("breakthrough3", 0)):
        game, state = draw(picture, key=key)
        value = game.evaluation("defensive2", noise=0).value(state, 0)
        assert value == (64 + bonus + 2) - 2 * (4 + 8)
    # Supported by e6, f7 counts again, but its attacker still rules out the bonus.
    game, state = draw(picture.replace("b.......", "b...w...", 1))
    value = game.evaluation("defensive2", noise=0).value(state, 0)
    assert value == (64 + 30 + 64 + 32 + 2) - 2 * (4 + 8)
    # In an edge column one of the squares diagonally ahead does not exist: a7 has no bonus.
    game, state = draw(picture.replace(".w...w..", "w....w.."))
    value = game.evaluation("defensive2", noise=0).value(state, 0)
    assert value == (64 + 2) - 2 * (4 + 8)


def test_three_workers_have_no_bonus_in_base_and_ten_columns_one_at_home():
    game, state = draw("""
        w.......
        ........
        ........
        ........
        bbb....w
        ........
        .w......
        ........
    """, key="breakthrough3")
    value = game.evaluation("offensive2", noise=0).value(state, 0)
    assert value == 2 * (128 + 8 + 2) - 3 * 16
    game = find_game("breakthrough5x10")
    # Ten workers at home (1 + 10 each) and ten one row ahead (2 each), for both sides.
    assert game.evaluation("offensive2", noise=0).value(game.start, 0) == 110 + 20


@pytest.mark.parametrize("key", KEYS)
def test_evaluations_equal_the_reference(key):
    """Compare V in every position of random games, for both players, with the naive model."""
    game, plain, picks = find_game(key), reference.GAMES[key], random.Random(key)
    evaluations = {name: game.evaluation(name, noise=0) for name in REPORTS}
    for _ in range(12):
        state, board, side = game.start, plain.start(), plain.first
        while finish(game, state) is None:
            for name, evaluation in evaluations.items():
                for player, letter in enumerate("wb"):
                    assert evaluation.value(state, player) == plain.value(name, board, letter)
            index = picks.randrange(len(game.moves(state)))
            board = plain.play(board, plain.moves(board, side)[index])
            state, side = game.play(state, game.moves(state)[index]), plain.other(side)


def test_noise_is_a_pure_function_of_seed_and_position():
    game = find_game("breakthrough8")
    picks, state, noises = random.Random(1), game.start, []
    quiet = game.evaluation("offensive1", noise=0)
    noisy = game.evaluation("offensive1", seed=7)
    while finish(game, state) is None:
        for player in (0, 1):
            noises.append(noisy.value(state, player) - quiet.value(state, player))
            assert noisy.value(state, player) == noisy.value(state, player)
        # The noise belongs to the position, not to the player for whom it is valued.
        assert noises[-1] == pytest.approx(noises[-2])
        state = game.play(state, picks.choice(game.moves(state)))
    assert all(0 <= noise < 1 for noise in noises)
    assert min(noises) < 0.2 and max(noises) > 0.8 and len(set(noises)) > len(noises) // 3


def test_noise_of_seeds_differs_and_is_the_same_everywhere():
    start = find_game("breakthrough8").start
    values = [
        find_game("breakthrough8").evaluation("defensive1", seed=seed).value(start, 0)
        for seed in (0, 1, 2)
    ]
    assert [value - 32 for value in values] == pytest.approx(KNOWN_NOISE)
    half = find_game("breakthrough8").evaluation("defensive1", seed=1, noise=0.5)
    assert half.value(start, 0) - 32 == pytest.approx((values[1] - 32) / 2)


# The program's own evaluation


def full(picture, to_move, key="breakthrough8"):
    """Return the value that `full` gives for white, and its weights."""
    game, state = draw(picture, to_move, key)
    weights = SQUARES[key] if key in SQUARES else WEIGHTS[key]
    return game.evaluation("full").value(state, 0), weights


def test_full_adds_up_a_formation():
    value, w = full("""
        .b.b.b..
        ........
        ........
        ........
        ........
        .ww.....
        w.......
        ........
    """, "w", "breakthrough3")
    # White: a2 at the edge; b3 supported by a2; c3 beside b3. Squares ahead: b3 of a2, and a4, c4,
    # b4, d4 of the two others. Black: three at home, which cover a7, c7, e7 and g7.
    white = (
        w.worker[1] + w.at_edge[1] + w.guarded[2]
        + 2 * w.worker[2] + w.supported[2] + w.beside[2] + 4 * w.guarded[3]
    )
    black = 3 * w.worker[0] + 4 * w.guarded[1]
    assert value == white - black + w.tempo


def test_full_counts_the_dearest_worker_that_can_be_taken_for_nothing():
    picture = """
        ......b.
        ...b....
        ..{}.....
        ........
        .b......
        w.......
        ........
        .....w.w
    """
    # Black to move can take a3, and with a worker on c6 that one as well, but not both.
    one, w = full(picture.format("."), "b", "breakthrough3")
    two, _ = full(picture.format("w"), "b", "breakthrough3")
    assert w.hanging[5] > w.hanging[2]
    assert two - one == w.worker[5] + 2 * w.guarded[6] - (w.hanging[5] - w.hanging[2])


def test_full_adds_up_squares():
    value, w = full("""
        ...b....
        ........
        ........
        ........
        .b......
        w.w.....
        ........
        ...w....
    """, "b")
    # White waits: b4 attacks a3 and c3, which have no support; both attack b4.
    white = 2 * w.waiting[2][0][1] + w.waiting[0][0][0]
    white += w.files[2][0] + w.files[2][2] + w.files[0][3]
    black = w.to_move[4][0][2] + w.to_move[0][0][0] + w.files[4][1] + w.files[0][3]
    # Empty squares by row: how many are covered by white and by black, and how often; the rest.
    rows = {
        0: [(7, 0, 0)], 1: [(2, 1, 0), (6, 0, 0)], 2: [(6, 0, 0)],
        3: [(1, 1, 0), (6, 0, 0)], 4: [(8, 0, 0)], 5: [(8, 0, 0)],
        6: [(2, 0, 1), (6, 0, 0)], 7: [(7, 0, 0)],
    }  # fmt: skip
    empty = sum(
        number * (w.contested[row][own][enemy] - w.contested[7 - row][enemy][own])
        for row, squares in rows.items()
        for number, own, enemy in squares
    )
    assert value == pytest.approx(white - black + empty - w.turn)


def test_the_squares_of_a_straight_step_change_the_value_independently():
    game, state = draw(FACES)
    own, enemy, side = state
    outlook = game.evaluation("full").outlooks[side]
    both = own | enemy << outlook.half
    for text, parts in (("b1-b2", 2), ("b1-c2", 1), ("d4xe5", 1)):
        move = read_move(game, state, text)
        change = outlook.local(own ^ move, enemy & ~move) - outlook.local(own, enemy)
        assert len(outlook.parts(move)) == parts and outlook.change(move, both) == change


RACE = """
    ........
    ........
    {}
    {}
    .......b
    ........
    ........
    ........
"""


def test_full_knows_who_arrives_first():
    # Neither runner can be attacked; both have three steps to go, so the right to move decides.
    white, w = full(RACE.format("........", "w......."), "w")
    black, _ = full(RACE.format("........", "w......."), "b")
    assert white > w.certain[3] - 100 and black < 100 - w.certain[3]
    # One step ahead, the side that does not move wins the race.
    ahead, _ = full(RACE.format("w.......", "........"), "b")
    assert ahead > w.certain[2] - 100


def test_five_rows_know_who_arrives_first():
    picture = """
        ..........
        ..........
        w........b
        ..........
        ..........
    """
    white, w = full(picture, "w", "breakthrough5x10")
    black, _ = full(picture, "b", "breakthrough5x10")
    assert white > w.runner_to_move[2] - 100 and black < 100 - w.runner_to_move[2]


def test_a_threat_is_answered_by_capturing_the_worker():
    """Moves that are not among the answers allow a win in one, and the answers do not."""
    game, picks, threats = find_game("breakthrough8"), random.Random(4), 0
    evaluation = game.evaluation("full")

    def wins_at_once(state):
        return any(game.outcome(game.play(state, move)) for move in game.moves(state))

    for _ in range(60):
        state = game.start
        while finish(game, state) is None:
            answers = evaluation.answers(state, 0)
            if answers is not None:
                threats += 1
                assert not wins_at_once(state)
                for move in game.moves(state):
                    assert wins_at_once(game.play(state, move)) == (move not in answers[0])
            state = game.play(state, picks.choice(game.moves(state)))
    assert threats > 20


def test_forcing_moves_are_captures_and_steps_to_the_last_rows():
    game, picks = find_game("breakthrough8"), random.Random(6)
    evaluation, seen = game.evaluation("full"), 0
    for _ in range(40):
        state = game.start
        while finish(game, state) is None:
            values = dict(zip(*evaluation.children(state, 0), strict=True))
            for content in (False, True):
                must, moves, worths = evaluation.forcing(state, 0, content)
                assert len(set(moves)) == len(moves)
                for move, worth in zip(moves, worths, strict=True):
                    seen += 1
                    assert values[move] == pytest.approx(worth)
                    rank = game.path(state, move)[1] // 8
                    late = rank >= 6 if game.player(state) == 0 else rank <= 1
                    assert must or late or game.taken(state, move) is not None
            captures = {move for move in values if game.taken(state, move) is not None}
            quiet = evaluation.forcing(state, 0, False)
            assert quiet[0] or max(quiet[2], default=0) >= WON or captures <= set(quiet[1])
            state = game.play(state, picks.choice(game.moves(state)))
    assert seen > 500


def test_full_does_not_tell_left_from_right():
    game, picks = find_game("breakthrough8"), random.Random(8)
    evaluation, state = game.evaluation("full"), game.start
    while finish(game, state) is None:
        image = game.setup({q ^ 7: side for q, side in game.pieces(state).items()}, state[2])
        assert evaluation.value(image, 0) == pytest.approx(evaluation.value(state, 0))
        state = game.play(state, picks.choice(game.moves(state)))


@pytest.mark.parametrize("key", KEYS)
def test_full_sees_both_sides_alike(key):
    """A position upside down with colours exchanged is worth the same to the other player."""
    game, picks = find_game(key), random.Random(2)
    evaluation, state = game.evaluation("full"), game.start
    while finish(game, state) is None:
        pieces, last = game.pieces(state), game.rows - 1
        turned = {
            (last - square // game.columns) * game.columns + square % game.columns: 1 - side
            for square, side in pieces.items()
        }
        image = game.setup(turned, 1 - game.player(state))
        assert evaluation.value(image, 1) == pytest.approx(evaluation.value(state, 0))
        assert evaluation.value(state, 1) == -evaluation.value(state, 0)
        state = game.play(state, picks.choice(game.moves(state)))
