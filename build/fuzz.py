"""Try the program's readers with wrong input: each must answer, or refuse it in one line.

Each reader is given texts of its own small generator, and what the program itself has written with
a few changes. A reader breaks if it raises anything but UserError, if its sentence has several
lines, if it takes seconds, or if what it has read is not written and read back.

  python3 build/tasks.py fuzz
  python3 build/tasks.py fuzz sgf csv --count 10000 --seed 7
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.findings import Checked, measured
from loa_tk.control.classroom.integrity import Integrity
from loa_tk.control.classroom.outputs import as_json, from_json
from loa_tk.control.classroom.rubric import read_rubric
from loa_tk.control.classroom.students import RUBRIC, example
from loa_tk.control.series import gamefiles
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.store import open_table, read_plan
from loa_tk.control.ugi.protocol import Account, Uci, Ugi
from loa_tk.control.ugi.server import UgiServer, limited
from loa_tk.control.verify import LiveProof, read_state, state_text
from loa_tk.model import records
from loa_tk.model.flow import puzzle as puzzles
from loa_tk.model.flow.generator import generate
from loa_tk.model.game import Game, UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text, position_text, read_move, read_position
from loa_tk.model.records import Record
from loa_tk.model.search.players import levels, read_player
from loa_tk.store.kept import kept_text, read_kept
from loa_tk.store.settings import Settings, clean

Dice: TypeAlias = random.Random
SLOW = 3.0  # seconds of processor time; the longest inputs have some ten thousand characters
SHOWN = 3  # broken inputs of a reader that are printed
LONGEST = 300  # characters of them
MOST_CHANGES = 6
# What has broken readers of text anywhere: signs, numbers, half characters, and very long things.
NASTY = (
    "", " ", "\0", "\r", "\n", "\t", "\x85", "\u2028", "\ufeff", "\ud800", "\udfff", "é", "李",
    "😀", "٣", "²", "'", '"', "\\", "/", ",", ";", ":", "=", "[", "]", "(", ")", "{", "}", "-", "+",
    "@", "0", "-1", "1.5", "1e999", "NaN", "Infinity", "null", "true", "9" * 25, "9" * 5000,
    "x" * 5000, "[" * 2000, '{"a":' * 500, "(" * 2000, "../../x", "%s", "${x}", "__class__",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Reader:
    """One reader of the program: what it is given, and how it is tried."""

    name: str
    what: str
    samples: Callable[[Dice], Sequence[str]]  # what the program itself has written
    words: Sequence[str]  # that its generator puts together
    read: Callable[[str], object]  # raises UserError, or AssertionError if something is lost


@dataclass(kw_only=True)
class Trial:
    """What has come of the inputs of one reader."""

    reader: Reader
    accepted: int = 0
    refused: int = 0
    broken: int = 0
    slowest: float = 0.0
    shown: list[str]

    @property
    def line(self) -> str:
        """The row of the table."""
        tried = self.accepted + self.refused + self.broken
        return (
            f"{self.reader.name:<10} {tried:>9,} {self.accepted:>9,} {self.refused:>9,} "
            f"{self.broken:>7,} {self.slowest * 1000:>8,.0f}  {self.reader.what}"
        )


HEAD = f"{'reader':<10} {'tried':>9} {'read':>9} {'refused':>9} {'broken':>7} {'slowest':>8}  what"


def attempt(reader: Reader, count: int, seed: int) -> Trial:
    """Try a reader with this many inputs, always the same ones for a seed."""
    dice = random.Random(f"{seed}/{reader.name}")
    samples = reader.samples(dice)
    trial = Trial(reader=reader, shown=[])
    for number in range(count):
        text = made(dice, reader.words) if number % 4 == 0 else changed(dice, samples)
        begun, fault = time.process_time(), ""
        try:
            reader.read(text)
            trial.accepted += 1
        except UserError as error:
            if len(str(error).splitlines()) > 1:
                fault = f"several lines: {str(error)!r}"
            else:
                trial.refused += 1
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        spent = time.process_time() - begun
        trial.slowest = max(trial.slowest, spent)
        if spent > SLOW and not fault:
            fault = f"{spent:.1f} s"
        if fault:
            trial.broken += 1
            if len(trial.shown) < SHOWN:
                shown = ascii(text)
                shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}… ({len(text):,})"
                trial.shown.append(f"  {reader.name} {number}: {fault[:LONGEST]}\n    {shown}")
    return trial


def made(dice: Dice, words: Sequence[str]) -> str:
    """Return a text of a few words of a reader, with something nasty now and then."""
    chosen = (
        dice.choice(NASTY if dice.random() < 0.1 else words) for _ in range(dice.randint(0, 40))
    )
    return dice.choice(("", " ", "\n")).join(chosen)


def changed(dice: Dice, samples: Sequence[str]) -> str:
    """Return what the program has written, with a few changes."""
    text = dice.choice(samples)
    for _ in range(dice.randint(0, MOST_CHANGES)):
        start = dice.randint(0, len(text))
        end = min(len(text), start + dice.choice((0, 1, 1, 2, 5, 50)))
        other = dice.choice(samples)
        place = dice.randint(0, len(other))
        put = dice.choice(
            (
                "", dice.choice(NASTY), dice.choice(NASTY), text[start:end] * 2,
                chr(dice.choice((dice.randrange(128), dice.randrange(0x11000)))),
                other[place : place + dice.choice((1, 5, 50))],
            )
        )  # fmt: skip
        text = text[:start] + put + text[end:] if dice.random() < 0.95 else text[:start]
    return text


# --- what the readers are given ---


def games() -> list[Game]:
    """Return all games."""
    return list(all_games().values())


def walk(dice: Dice, game: Game) -> Match:
    """Return a game of random moves, some of them taken back and replaced."""
    match = Match(game)
    for _ in range(dice.randint(0, 40)):
        if match.outcome() is not None:
            break
        match.play(dice.choice(list(game.moves(match.state))))
        if dice.random() < 0.1:
            match.undo()
    return match


def positions(dice: Dice) -> list[str]:
    """Return positions of random games, each after the key of its game."""
    return [
        f"{game.key}|{position_text(game, walk(dice, game).state)}"
        for game in games()
        for _ in range(8)
    ]


def read_a_position(text: str) -> None:
    """Read a position; what is read must be written as it was."""
    key, _, position = text.partition("|")
    game = find_game(key)
    state = read_position(game, position)
    assert position_text(game, state) == position


def moves(dice: Dice) -> list[str]:
    """Return legal moves of random positions."""
    rows = []
    for game in games():
        for _ in range(8):
            match = walk(dice, game)
            if match.outcome() is None:
                move = dice.choice(list(game.moves(match.state)))
                position = position_text(game, match.state)
                rows.append(f"{game.key}|{position}|{move_text(game, match.state, move)}")
    return rows


def read_a_move(text: str) -> None:
    """Read a move; what is read must be legal, and written and read back."""
    key, position, move = [*text.split("|", 2), "", ""][:3]
    game = find_game(key)
    try:
        state = read_position(game, position)
    except UserError:
        state = game.start
    found = read_move(game, state, move)
    assert found in game.moves(state)
    assert read_move(game, state, move_text(game, state, found)) == found


PLAYERS = (
    "random", "minimax:eval=groups,depth=3", "alphabeta:eval=centre,depth=4", "hard", "textbook",
    "strong:eval=full,seconds=2,blunder=0.1,book=0", "mcts:playouts=200,seed=1",
    'file:"a, b.py",seconds=2', "alphabeta:eval=mine.py,depth=4", "ugi:loa engine,seconds=1",
    "uci:fairy-stockfish,depth=11,nodes=20000,options=Hash=64;Threads=1",
)  # fmt: skip


def players(dice: Dice) -> list[str]:
    """Return players of every search, and the levels of every game."""
    known = [text for game in games() for text in levels(game).values()]
    return [f"{dice.choice(games()).key}|{text}" for text in (*PLAYERS, *known)]


def read_a_player(text: str) -> None:
    """Read a player; its full form must be the same player."""
    key, _, spec = text.partition("|")
    game = find_game(key)
    player = read_player(game, spec)
    assert read_player(game, player.spec()) == player


def sgf(dice: Dice) -> list[str]:
    """Return records of random games, with searches, comments and several games in a file."""
    matches = [walk(dice, game) for game in games() for _ in range(3)]
    for match in matches:
        if match.outcome() is None:
            report = read_player(match.game, "random").choose(match.game, match.state, ())
            match.node.study = report
            match.play(report.move, report)
            match.node.marks = (("LTANSWER", "found a1-a2 c1-c3"),)
    texts = [records.text([Record(match=match, info={"PB": "Ann"})]) for match in matches]
    return [*texts, texts[0] + texts[1], texts[2].replace(";", ";C[a \\] note]", 3)]


def read_sgf(text: str) -> None:
    """Read a file of records; what is read without problems must be written and read back."""
    for tree in records.trees(encoded(text)):
        records.headline(tree)
        record = records.read_record(tree)
        again = records.read_record(records.trees(records.text([record]).encode())[0])
        assert again.match.game is record.match.game
        assert again.match.notation() == record.match.notation()


def tables(dice: Dice) -> list[str]:
    """Return tables of short series."""
    found = []
    for game in ("loa5", "minicheckers"):
        for plies in (0, 3):
            plan = Plan(game=game, players=("random", "random"), games=3, openings=plies,
                        seed=dice.randrange(1000))  # fmt: skip
            results = [play_game(task) for task in tasks(find_game(game), plan)]
            found.append(gamefiles.as_csv(plan, results))
    return found


def read_table(path: Path, text: str) -> None:
    """Read a series; its games must be written and read back."""
    path.write_bytes(encoded(text))
    kept = open_table(path)
    path.write_text(gamefiles.as_csv(kept.plan, kept.results), "utf-8")
    assert gamefiles.read(path, kept.plan).of(kept.plan) == sorted(
        kept.results, key=lambda result: result.number
    )


def flow_puzzles(dice: Dice) -> list[str]:
    """Return puzzles as text and as JSON."""
    found = [generate(5, 5, dice.randrange(1000)) for _ in range(4)]
    return [text for one in found for text in (one.text(), one.json_text())]


def read_puzzle(text: str) -> None:
    """Read a puzzle; it must be written and read back."""
    puzzle = puzzles.read(encoded(text))
    assert puzzles.read(puzzle.text().encode()) == puzzle
    assert puzzles.read(puzzle.json_text().encode()) == puzzle


def rubrics(dice: Dice) -> list[str]:
    """Return the rubric of every game."""
    return [example(RUBRIC, "rubric.ini", game) for game in games()]


def read_a_rubric(path: Path, text: str) -> None:
    """Read a rubric, and count its points."""
    path.write_bytes(encoded(text))
    assert read_rubric(path, [row.name for row in all_rows()]).most >= 0


def settings(dice: Dice) -> list[str]:
    """Return the settings of some users."""
    kept = (
        Settings(),
        Settings(
            theme="dark", recent=["/a.sgf"], own=["b.py"], levels={"loa5": {"easy": "random"}},
            sides={"loa5": {"0": "ugi:x"}}, geometry="800x600+1+1", left="new", text_size=14,
        ),
    )  # fmt: skip
    return [kept_text(asdict(one)) for one in kept]


def read_settings(path: Path, text: str) -> None:
    """Read settings; they must be kept and read back."""
    path.write_bytes(encoded(text))
    found = read_kept(path, clean)
    assert found is not None
    path.write_text(kept_text(asdict(found)), "utf-8")
    assert read_kept(path, clean) == found


def kept(dice: Dice) -> list[str]:
    """Return a plan, the checks of a class, its fields, and a file of proofs."""
    finding = measured("a figure", 0.5, "50 %", value=1.5, list=[1, None, "x"])
    checked = Checked(
        program="a.py", game="loa5", seed=1, kinds=("evaluation",), sandbox="", seconds=1.5,
        printed="é\n", lines=tuple(row.line(finding) for row in all_rows()),
        integrity=Integrity(digest="00", imports=("math",), seen=1, reported=2, tried=("x",)),
    )  # fmt: skip
    students = {"Ann": {"digest": "00", "checked": as_json(checked)}}
    loa6 = find_game("loa6")
    proof = LiveProof(question=(loa6.start, 7), plies=5, expansions=10, milliseconds=3)
    return [
        kept_text(asdict(Plan(game="loa5", players=("random", "hard"), games=3))),
        kept_text({"game": "loa5", "seed": 1, "students": students}),
        kept_text({"game": "loa5", "folder": "students", "rounds": "3"}),
        state_text(loa6, [proof, proof]),
    ]


def read_kept_file(path: Path, text: str) -> None:
    """Read a file as each of the kept ones; any of them may have it, and none may break."""
    answers = 0
    for read in (
        read_plan,
        partial(read_kept, read=checks_of),
        partial(read_kept, read=dict),
        partial(read_state, find_game("loa6")),
    ):
        path.write_bytes(encoded(text))
        try:
            read(path)
            answers += 1
        except UserError as error:
            assert str(path) in str(error) or "\n" not in str(error)
            refusal = error
    if not answers:
        raise refusal


def checks_of(content: dict[str, object]) -> list[Checked]:
    """Return the checks of a class."""
    students = content["students"]
    assert isinstance(students, dict)
    found = [from_json(row["checked"]) for row in students.values()]
    again = [from_json(json.loads(kept_text(as_json(one)))) for one in found]
    assert again == found
    return found


COMMANDS = (
    "ugi", "isready", "uginewgame", "position startpos", "position startpos moves c1-c3 a2-b2",
    "position fen 1bbb1/w3w/w3w/w3w/1bbb1 b", "setoption name Game value loa6", "stop",
    "setoption name Player value alphabeta:eval=groups,depth=2", "query p1turn", "query result",
    "query gameover", "go depth 3", "go movetime 100 nodes 5",
    "go p1time 1000 p2inc 10 movestogo 3",
    "info depth 3 seldepth 5 multipv 1 score cp -15 nodes 100 nps 9 time 12 pv c1-c3 a2-b2",
    "info depth 4 score mate 3 nodes 200 pv c1-c3", "info string statistics 3 100 10 0 5 6",
    "info score mate -2 lowerbound", "bestmove c1-c3",
)  # fmt: skip


def conversations(dice: Dice) -> list[str]:
    """Return lines that are said to an engine, and lines that it says."""
    return ["\n".join(dice.choices(COMMANDS, k=dice.randint(1, 8))) for _ in range(40)]


def converse(text: str) -> None:
    """Let a server answer every line, and a client account for it; nothing is searched."""
    loa5, out = find_game("loa5"), io.StringIO()
    server = UgiServer(loa5, out)
    server.player = read_player(loa5, "alphabeta:depth=1")
    account = Account()
    refusals = list[UserError]()
    for line in text.split("\n"):
        account.hear(line)
        words = line.split()
        if words[:1] == ["go"]:
            try:
                limited(server.player, words[1:], 0)
            except UserError as error:
                refusals.append(error)
        elif words[:1] != ["quit"]:
            server.converse([line])
    said = out.getvalue()
    assert said == "" or said.endswith("\n")
    move = next(iter(loa5.moves(loa5.start)))
    for dialect in (Ugi(), Uci()):
        account.report(loa5, loa5.start, dialect, move, 1.0)
    if refusals:
        raise refusals[0]


def encoded(text: str) -> bytes:
    """Return the bytes of a text; half characters, which are not UTF-8, stay half."""
    return text.encode("utf-8", "surrogatepass")


def readers(folder: Path) -> list[Reader]:
    """Return all readers; those of files use one in this folder."""
    file = folder / "file.json"
    keys = [game.key for game in games()]
    return [
        Reader(name="positions", what="--position, the clipboard, the editor",
               samples=positions, words=(*keys, "|", "/", "b", "w", "5", "1bbb1", "w3w", " "),
               read=read_a_position),
        Reader(name="moves", what="moves of commands, files and engines", samples=moves,
               words=(*keys, "|", "a1", "c3", "e5", "-", "x", ":", "pass", "A1"), read=read_a_move),
        Reader(name="players", what="players of commands, forms and settings", samples=players,
               words=(*keys, "|", "strong", ":", ",", "=", "eval", "depth", "seconds", "1", "full",
                      "ugi", "file", "x.py", '"', "options", "seed", "blunder", "0.5"),
               read=read_a_player),
        Reader(name="sgf", what="game records", samples=sgf,
               words=("(", ")", ";", "[", "]", "\\", "FF[4]", "GM[9]", "SZ[5]", "B", "W", "AB",
                      "PL", "RE", "C", "LTSEARCH", "LTGAME", "LTHERE", "LTSTUDY", "LTANSWER",
                      "found", "c1-c3", "a3", "CA[UTF-8]"),
               read=read_sgf),
        Reader(name="csv", what="tables of series", samples=tables,
               words=(*gamefiles.COLUMNS, ",", '"', "\n", "loa5", "random", "yes", "1", "[[1, 2]]"),
               read=partial(read_table, folder / "games.csv")),
        Reader(name="puzzles", what="Flow Free", samples=flow_puzzles,
               words=(".", "1", "2", "3", "\n", "12.", "{", '"grid"', ":", "[", '"1.1"', "]", "}"),
               read=read_puzzle),
        Reader(name="rubrics", what="rubrics of classes", samples=rubrics,
               words=("[checks]", "[class]", "[opponent easy]", "\n", "numbers", "=", "10", ",",
                      ";", "0.5", "points", "none", "full", "player", "random"),
               read=partial(read_a_rubric, folder / "rubric.ini")),
        Reader(name="settings", what="settings.json", samples=settings,
               words=(*(f'"{name}"' for name in asdict(Settings())), "{", "}", ":", ",", "[", "]",
                      '"dark"', "14", "true", "null", '"loa5"'),
               read=partial(read_settings, file)),
        Reader(name="kept", what="plans, checks, fields and proofs that are kept", samples=kept,
               words=("{", "}", ":", ",", "[", "]", '"players"', '"game"', '"students"', '"checks"',
                      '"games"', '"random"', "1", "0.5", "# loa verify loa6"),
               read=partial(read_kept_file, file)),
        Reader(name="ugi", what="lines to an engine and from one", samples=conversations,
               words=(*COMMANDS, "fen", "moves", "depth", "score", "cp", "pv", "value", "name"),
               read=converse),
    ]  # fmt: skip


def main(arguments: list[str]) -> int:
    """Try the readers that are named, or all; return 1 if one breaks."""
    parser = argparse.ArgumentParser(
        prog="tasks.py fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="*", metavar="NAME", help="a reader (default: all)")
    parser.add_argument("--count", type=int, default=1000, help="inputs of each (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the inputs (default: 1)")
    args = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        known = {reader.name: reader for reader in readers(Path(folder))}
        if unknown := [name for name in args.name if name not in known]:
            print(
                f"there is no reader {unknown[0]!r}; there are {', '.join(known)}", file=sys.stderr
            )
            return 2
        print(HEAD)
        broken = 0
        for name in args.name or known:
            trial = attempt(known[name], args.count, args.seed)
            print("\n".join([trial.line, *trial.shown]), flush=True)
            broken += trial.broken
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
