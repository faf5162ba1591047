"""Programs of the Universal Chess Interface as players: a scripted one, and Fairy-Stockfish.

The tests with Fairy-Stockfish are left out where it is not installed.
"""

import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.engine.blunders import chose_other
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.searchlog import as_text, log_entry
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.ugi.client import GAMES_FOLDER, ProgramWorker
from loa_tk.control.ugi.protocol import Account, Uci, terms_of
from loa_tk.model.commandline import quote
from loa_tk.model.game import finish, perft
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, read_move, read_position
from loa_tk.model.records.reports import read_report, report_text
from loa_tk.model.search.players import read_player
from patience import PATIENCE

GAME = find_game("breakthrough8")
SCRIPT = Path(__file__).parent / "chess_engine.py"
FISH = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path=GAMES_FOLDER)
fish_only = pytest.mark.skipif(FISH is None, reason="needs the Debian package fairy-stockfish")
ENGINES = [
    pytest.param(" ".join(map(quote, [sys.executable, str(SCRIPT), "well"])), id="scripted"),
    pytest.param(FISH, id="fairy-stockfish", marks=fish_only),
]


def scripted(how, file=""):
    return "uci:" + " ".join(map(quote, [sys.executable, str(SCRIPT), how, str(file)]))


def ask(spec, *states):
    """Return what a player answers about the last of these positions."""
    worker = ProgramWorker()
    *history, state = states
    try:
        return worker.wait_for(
            SearchJob(
                game=GAME.key, state=state, history=tuple(history), player=read_player(GAME, spec)
            )
        )
    finally:
        worker.close()


def random_states(number, seed):
    """Return unfinished positions from all parts of random games."""
    dice, found = random.Random(seed), []
    while len(found) < number:
        state = GAME.start
        for _ in range(dice.randrange(70)):
            if finish(GAME, state) is None:
                state = GAME.play(state, dice.choice(GAME.moves(state)))
        if finish(GAME, state) is None:
            found.append(state)
    return found


def test_a_position_is_written_for_chess_programs():
    written = {
        "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w":
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
        "8/1b6/8/3w4/8/8/8/8 b": "8/1p6/8/3P4/8/8/8/8 b - - 0 1",
    }  # fmt: skip
    for text, fen in written.items():
        assert Uci().position(GAME, read_position(GAME, text)) == fen
    for text, sent in {"a2-b3": "a2b3", "h7xg6": "h7g6"}.items():
        assert Uci().move(text) == sent


@pytest.mark.parametrize("command", ENGINES)
def test_a_series_with_random_openings_is_played_to_the_end(command):
    players = (f'uci:"{command}",depth=2', "strong:eval=full,depth=1")
    for task in tasks(GAME, Plan(game=GAME.key, players=players, games=2, openings=3)):
        result = play_game(task)
        assert not result.forfeited and result.winner is not None, result
        mine = [turn for turn in result.turns if turn.who == 0]
        assert mine and all(turn.value is not None for turn in mine)


@pytest.mark.parametrize("command", ENGINES)
def test_any_position_can_be_searched(command):
    for state in random_states(3, seed=7):
        report = ask(f'uci:"{command}",nodes=500', state)
        assert report.move in GAME.moves(state) and report.statistics.nodes


@pytest.mark.parametrize("command", ENGINES)
def test_the_command_line_asks_it(command, capsys):
    assert main(["search", GAME.key, "--player", f'uci:"{command}",depth=2']) == 0
    out = capsys.readouterr().out
    assert "(2) Nodes generated" in out and "EVAL" not in out


@pytest.mark.parametrize(
    ("limits", "told", "wait"),
    [
        ("", "go movetime 3000", 3),
        (",seconds=1.5", "go movetime 1500", 1.5),
        (",depth=11", "go depth 11", 600),
        (",nodes=20000", "go nodes 20000", 600),
        (",seconds=1,depth=4,nodes=9", "go movetime 1000 depth 4 nodes 9", 1),
    ],
)
def test_the_limits_that_a_program_is_told(limits, told, wait):
    terms = terms_of(read_player(GAME, f"uci:x{limits}"), 3.0)
    assert (terms.go(), terms.wait) == (told, wait)


def test_what_a_program_is_told(tmp_path):
    after = GAME.play(GAME.start, read_move(GAME, GAME.start, "a2-b3"))
    file = tmp_path / "told"
    ask(f"{scripted('well', file)},depth=3,options=Hash=64", GAME.start, after)
    assert file.read_text().splitlines() == [
        "uci",
        "setoption name UCI_Variant value breakthrough",
        "setoption name Hash value 64",
        "ucinewgame",
        "isready",
        "position fen pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1 moves a2b3",
        "go depth 3",
        "quit",
    ]


def test_its_depths_are_logged():
    report = ask(f"{scripted('well')},depth=3", GAME.start)
    assert (report.value, report.depth, report.statistics.nodes) == (-40.0, 2, 80)
    assert report.statistics.max_depth == 4 and report.shown == ("max_depth", "nodes")
    assert [(one.depth, one.value, one.statistics.nodes) for one in report.iterations] == [
        (1, 25.0, 20), (2, -40.0, 40),
    ]  # fmt: skip
    text = as_text(log_entry(GAME, GAME.start, 1, report))
    assert "White −40" in text and "a1" not in text and not chose_other(report)


def account(*lines):
    found = Account()
    for line in lines:
        found.hear(line)
    return found


def test_a_win_that_is_repeated_is_logged_once():
    lines = [f"info depth {n} score mate 2 nodes {n} time {n} pv a2a3 a7a6" for n in range(2, 99)]
    move = read_move(GAME, GAME.start, "a2-a3")
    report = account(*lines).report(GAME, GAME.start, Uci(), move, 1.0)
    assert report.value == GAME.utmost and report.depth == 2 and len(report.iterations) == 1
    text = as_text(log_entry(GAME, GAME.start, 1, report))
    assert "Announced by the program: White wins within 3 plies" in text
    lost = account("info depth 1 score mate -3 nodes 1 pv a2a3")
    report = lost.report(GAME, GAME.start, Uci(), move, 1.0)
    assert report.value == -GAME.utmost and (report.proof.winner, report.proof.plies) == (1, 6)


def test_an_announced_win_is_kept_with_the_game():
    told = account("info depth 9 seldepth 12 score mate -3 nodes 7 time 2 pv a2a3 a7a6")
    move = read_move(GAME, GAME.start, "a2-a3")
    report = told.report(GAME, GAME.start, Uci(), move, 0.5)
    report = replace(report, player="uci:x,depth=9")
    assert read_report(GAME, GAME.start, report_text(GAME, GAME.start, report)) == report


def test_a_move_other_than_the_last_line_is_not_called_a_blunder():
    move = read_move(GAME, GAME.start, "b2-b3")
    told = account("info depth 5 score cp 10 nodes 70 time 2 pv a2a3", "info depth 6 nodes 90")
    report = told.report(GAME, GAME.start, Uci(), move, 1.0)
    assert not chose_other(report) and [one.kind for one in report.iterations][-1] == "unfinished"
    assert move_text(GAME, GAME.start, report.line[0]) == "b2-b3"


def test_illegal_moves_lose_with_the_reason():
    plan = Plan(game=GAME.key, players=(scripted("illegal"), "random"), games=1)
    (task,) = tasks(GAME, plan)
    result = play_game(task)
    assert result.forfeited and result.winner == 1
    assert "Its move is not legal: 'a1a8'" in result.reason


@pytest.mark.parametrize(
    ("game", "player", "says"),
    [
        (GAME.key, scripted("chess"), "It does not offer the variant breakthrough (UCI_Variant)."),
        (GAME.key, scripted("old"), "It does not offer the variant breakthrough (UCI_Variant)."),
        (GAME.key, f"{scripted('well')},options=Hsh=1", "It has no option 'Hsh'."),
        (GAME.key, "uci:no-such", "uci: there is no program 'no-such' that can be started"),
        (
            GAME.key,
            "uci:no-such,seed=1",
            "(seed=1 was read as part of the command, because uci: has only the options seconds, "
            "depth, nodes and options)",
        ),
        (GAME.key, "uci: ", "'uci:fairy-stockfish'"),
        ("loa5", scripted("well"), "uci: plays only breakthrough8, not loa5"),
        ("breakthrough3", scripted("well"), "uci: plays only breakthrough8, not breakthrough3"),
    ],
    ids=["chess", "old", "option", "missing", "unknown", "empty", "loa5", "breakthrough3"],
)
def test_a_program_that_cannot_play_is_refused_in_one_line(game, player, says, capsys):
    for arguments in (["match", game, "random", player, "--games", "2"],
                      ["search", game, "--player", player]):  # fmt: skip
        assert main(arguments) == 2
        out, err = capsys.readouterr()
        assert not out and err.count("\n") == 1 and err.endswith(f"{says}\n")


@fish_only
def test_fairy_stockfish_counts_the_same_positions():
    states = [GAME.start, *random_states(12, seed=5)]
    questions = [(f"position fen {Uci().position(GAME, state)}", "go perft 3") for state in states]
    lines = ["setoption name UCI_Variant value breakthrough", *sum(questions, ()), "quit", ""]
    said = subprocess.run(
        [FISH], input="\n".join(lines), capture_output=True, text=True, timeout=PATIENCE
    ).stdout
    counted = [int(line.split()[-1]) for line in said.splitlines() if "Nodes searched" in line]
    assert counted == [perft(GAME, state, 3) for state in states]
