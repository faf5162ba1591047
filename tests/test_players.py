"""Players as text, their random moves, and the levels."""

import gc
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.model.game import PlayerError, UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import read_move
from loa_tk.model.search import all_searches
from loa_tk.model.search.players import LEVELS, Player, levels, read_player

LOA5 = find_game("loa5")
BREAKTHROUGH = find_game("breakthrough8")


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("random", Player("random")),
        ("minimax:eval=groups,depth=3", Player("minimax", eval="groups", depth=3)),
        ("alphabeta:eval=centre,depth=4", Player("alphabeta", eval="centre", depth=4)),
        (
            "strong:eval=full,depth=6,seconds=2,blunder=0.1",
            Player("strong", depth=6, seconds=2.0, blunder=0.1),
        ),
        ("strong:seed=5", Player("strong", seed=5)),
        ("mcts:playouts=500,exploration=2", Player("mcts", playouts=500, exploration=2.0)),
        ("hard", Player("strong", seconds=10.0)),
        ("alphabeta:eval=mine.py,depth=4", Player("alphabeta", eval="mine.py", depth=4)),
        ("file:mine.py", Player("file", file="mine.py")),
        ("file:a=b:c.py,seconds=2", Player("file", file="a=b:c.py", seconds=2.0)),
        ('file:"a, ""b"".py",depth=2', Player("file", file='a, "b".py', depth=2)),
        ("ugi:loa engine, loa5", Player("ugi", command="loa engine, loa5")),
        ('ugi:"loa engine",seconds=2', Player("ugi", command="loa engine", seconds=2.0)),
        ("ugi:loa engine,seconds=2", Player("ugi", command="loa engine", seconds=2.0)),
        ("ugi:loa engine,depth=2", Player("ugi", command="loa engine", depth=2)),
        ("ugi:./a,folder=/b", Player("ugi", command="./a", folder="/b")),
        ('ugi:"a,seed=2"', Player("ugi", command="a,seed=2")),
        ('ugi:"C:\\my engine.exe" -x', Player("ugi", command='"C:\\my engine.exe" -x')),
    ],
)
def test_reading(text, player):
    assert read_player(LOA5, text) == player


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("uci:fairy-stockfish", Player("uci", command="fairy-stockfish")),
        ("uci:fish -x 1,2,depth=11", Player("uci", command="fish -x 1,2", depth=11)),
        (
            "uci:fish,nodes=20000,options=Hash=64;Skill Level=3,seconds=1",
            Player("uci", command="fish", nodes=20_000, seconds=1.0,
                   options="Hash=64;Skill Level=3"),
        ),
    ],
)  # fmt: skip
def test_a_chess_program_is_a_player_of_breakthrough(text, player):
    assert read_player(BREAKTHROUGH, text) == player
    assert read_player(BREAKTHROUGH, player.spec()) == player


# Names of files with everything that a player's text gives a meaning to.
FILES = (st.text() | st.text(",:=\"' ab", max_size=12)).map(lambda name: name + ".py")
VALUES = {
    "eval": st.sampled_from(LOA5.evaluations) | FILES,
    "file": FILES,
    "command": (st.text(min_size=1) | st.text(",:=\"' ab", min_size=1)).filter(str.strip),
    "depth": st.none() | st.integers(1, 100),
    "nodes": st.none() | st.integers(1, 10**12),
    "options": st.dictionaries(
        st.text('abc "').map(str.strip).filter(bool), st.text(",:=\"' ab")
    ).map(lambda given: ";".join(f"{name}={value}" for name, value in given.items())),
    "folder": st.just("") | st.text(",:=\"' /ab", min_size=1),
    "seconds": st.none() | st.floats(0.05, 86_400.0),
    "blunder": st.floats(0, 1),
    "seed": st.none() | st.integers(0, 2**63 - 1),
    "noise": st.floats(0, 1000),
    "book": st.integers(0, 1),
    "playouts": st.none() | st.integers(1, 10**9),
    "exploration": st.floats(0, 100),
}


@st.composite
def players(draw):
    """Return any player of any search, with some of its options given."""
    search = draw(st.sampled_from(list(all_searches())))
    names = [option.name for option in all_searches()[search].options]
    given = draw(st.lists(st.sampled_from(names), unique=True))
    needed = [option.name for option in all_searches()[search].options if option.first]
    given = {*given, *needed}
    return Player(search, **{name: draw(VALUES[name]) for name in given})


@given(players())
def test_text_round_trip(player):
    game = BREAKTHROUGH if player.search == "uci" else LOA5
    assert read_player(game, player.spec()) == player


def test_a_player_knows_where_it_runs():
    places = {
        "hard": ("engine", ()),
        "strong:eval=mine.py": ("guest", ("mine.py",)),
        "file:a.py,eval=b.py": ("guest", ("a.py", "b.py")),
        "file:a.py": ("guest", ("a.py",)),
        "ugi:x": ("program", ()),
    }
    for text, expected in places.items():
        player = read_player(LOA5, text)
        assert (player.place, player.files) == expected
    with pytest.raises(PlayerError, match="process of its own"):
        read_player(LOA5, "file:a.py").choose(LOA5, LOA5.start)


def test_the_text_of_a_player_keeps_every_digit():
    text = "strong:eval=full,seconds=0.1234567"
    assert read_player(LOA5, text).spec() == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no player ''"),
        ("stronk", "no player 'stronk'"),
        ("strong:", "''"),
        ("strong:depth", "'depth'"),
        ("strong:depth=0", "depth '0'"),
        ("strong:depth=1.5", "depth '1.5'"),
        ("strong:seed=" + "9" * 5000, "seed '999"),
        ("strong:seconds=nan", "seconds 'nan'"),
        ("strong:seconds=0.01", "seconds '0.01'"),
        ("strong:blunder=2", "blunder '2'"),
        ("strong:eval=best", "no evaluation 'best'"),
        ("strong:speed=9", "strong has no option 'speed'; its options are eval, depth, "),
        ("random:depth=3", "random has no option 'depth'; its options are seed"),
        ("mcts:eval=full", "mcts has no option 'eval'; its options are seconds, playouts, "),
        ("mcts:playouts=0", "playouts '0'"),
        ("file:", "not a Python file, as in file:mine.py"),
        ("file:mine", "not a Python file"),
        ("file:mine.py,speed=1", "file has no option 'speed'; its options are file, seconds"),
        ("ugi: ", "needs a command"),
        ("uci:fairy-stockfish", "uci: plays only breakthrough8, not loa5"),
    ],
)
def test_refusals(text, says):
    with pytest.raises(PlayerError, match=says):
        read_player(LOA5, text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("uci:", "needs a command"),
        ("uci:x,depth=0", "depth '0'"),
        ("uci:x,nodes=-1", "nodes '-1'"),
        ("uci:x,options=Hash", "options 'Hash' are not written Name=value;Name=value"),
        ("uci:x,options=Hash=1;Hash=2", "each name once"),
        ("uci:x,options==2", "not written"),
        ("uci:x,options=a=b\nquit", "not written"),
        ("uci:x,depth=2,seed=2", "uci has no option 'seed'; its options are command, seconds, "),
    ],
)
def test_refusals_of_chess_programs(text, says):
    with pytest.raises(PlayerError, match=says):
        read_player(BREAKTHROUGH, text)


@given(st.text(max_size=40) | st.text("strong:depth=,sceonds1234", max_size=30))
def test_any_text_is_a_player_or_refused(text):
    try:
        read_player(LOA5, text)
    except UserError as error:
        assert str(error).isprintable()


def test_every_level_but_textbook_is_a_strong_player_with_full():
    for game in all_games().values():
        assert list(levels(game)) == ["easy", "normal", "hard", "textbook"] == list(LEVELS)
        for name in set(levels(game)) - {"textbook"}:
            player = read_player(game, name)
            assert (player.search, player.options["eval"]) == ("strong", "full")
            assert bool(player.options["blunder"]) == (name in ("easy", "normal"))
        easy, normal = game.blunders
        assert 1 > easy > normal > 0


def test_the_level_textbook_is_figure_2_with_ten_seconds_and_a_report_s_evaluation():
    for game in all_games().values():
        player = read_player(game, "textbook")
        assert player.search == "alphabeta" and player.options["eval"] != "full"
        assert (player.depth, player.seconds, player.options["blunder"]) == (None, 10.0, 0.0)


def test_the_level_textbook_deepens_until_its_time_is_over():
    player = read_player(LOA5, "textbook").changed(seconds=0.3)
    report = player.choose(LOA5, LOA5.start)
    depths = [one.depth for one in report.iterations]
    assert depths == list(range(1, len(depths) + 1)) and len(depths) >= 3
    assert report.iterations[2].statistics.nodes == 754 and report.seconds < 1


def test_the_same_seed_plays_the_same_moves():
    for text in ("random:seed=4", "strong:depth=1,blunder=0.5,seed=4"):
        player = read_player(LOA5, text)
        lines = []
        for _ in range(2):
            state, history, moves = LOA5.start, [], []
            for _ in range(8):
                move = player.choose(LOA5, state, history).move
                moves.append(move)
                history.append(state)
                state = LOA5.play(state, move)
            lines.append(moves)
        assert lines[0] == lines[1]


def test_blunders_come_as_often_as_asked_for():
    best = read_player(LOA5, "strong:depth=1").choose(LOA5, LOA5.start).move
    other = 0
    for seed in range(300):
        player = Player("strong", depth=1, blunder=0.25, seed=seed)
        report = player.choose(LOA5, LOA5.start)
        assert report.move in LOA5.moves(LOA5.start)
        other += report.move != best
    assert 50 <= other <= 100


def test_random_players_reach_every_move():
    moves = {Player("random", seed=seed).choose(LOA5, LOA5.start).move for seed in range(400)}
    assert moves == set(LOA5.moves(LOA5.start))


def test_chance_without_a_seed_is_chance():
    random.seed(1)
    moves = {Player("random").choose(LOA5, LOA5.start).move for _ in range(60)}
    assert len(moves) > 5


@pytest.mark.parametrize(
    ("key", "spec"),
    [
        ("loa6", "strong:eval=full,depth=4"),
        ("loa5", "strong:eval=full,seconds=0.3"),
        ("loa5", "alphabeta:eval=groups,depth=3"),
        ("loa5", "minimax:eval=groups,depth=2"),
        ("loa5", "mcts:playouts=200"),
        ("breakthrough8", "strong:eval=full,depth=4"),
        ("minicheckers", "strong:eval=full,seconds=60"),
    ],
)
def test_a_search_leaves_nothing_for_the_garbage_collector(key, spec):
    """The searching process collects no garbage, so cycles would make it grow with every move."""
    game = find_game(key)
    state = game.start
    if key == "minicheckers":  # late enough in the game to be decided at once
        for text in ("b2-c3", "a5-b4", "c3xa5", "c5-d4", "f2-e3", "d4xf2"):
            state = game.play(state, read_move(game, state, text))
    player = read_player(game, spec)
    player.choose(game, state)  # fills the tables that are kept
    gc.collect()
    gc.disable()
    try:
        player.choose(game, state)
        assert gc.collect() < 50
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "text",
    ["alphabeta:depth=2,depth=3", "strong:depth=2,eval=full,depth=2", "file:mine.py,file=other.py"],
)
def test_an_option_is_given_once(text):
    with pytest.raises(PlayerError, match="(depth|file) is given twice$"):
        read_player(LOA5, text)
