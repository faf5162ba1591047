"""Kept games as records: everything that was played comes back, and no file is half written."""

import subprocess
import sys
import time

import pytest

from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.records import Record, RecordError, read_record
from loa_tk.model.search.players import read_player
from loa_tk.store.archive import Archive, read
from loa_tk.store.games import MOST_BYTES, load, save
from patience import PATIENCE, patiently

LOA5 = find_game("loa5")


def played(*moves):
    match = Match(LOA5)
    for text in moves:
        match.play_text(text)
    return match


def test_branches_searches_and_the_place_come_back(tmp_path):
    match = played("c1-c3", "a3-b2")
    report = read_player(LOA5, "alphabeta:eval=groups,depth=2").choose(LOA5, match.state)
    match.play(report.move, report)
    match.undo()
    match.undo()
    match.play_text("e3-d2")
    match.node.comment = "another way"
    match.undo()
    archive = Archive(tmp_path)
    info = {"PB": "Ann"}
    assert archive.save(match, info) == archive.save(match, info) == archive.path
    archive.release()
    later = Archive(tmp_path)
    record = later.take_up()
    again = record.match
    assert again.notation() == ["c1-c3"] and record.info["PB"] == "Ann"
    first, last = again.node.children
    assert first.children[0].report == report and last.comment == "another way"
    assert [path.suffix for path in sorted(tmp_path.iterdir())] == [".lock", ".sgf"]


def test_the_end_of_a_variation_comes_back(tmp_path):
    match = played("c1-c3", "a3-b2")
    variation = match.node
    match.undo()
    match.play_text("e3-d2")
    match.node = variation  # as a click in the move list does
    archive = Archive(tmp_path)
    assert archive.save(match, {})
    archive.release()
    assert Archive(tmp_path).take_up().match.notation() == ["c1-c3", "a3-b2"]


def test_games_are_listed_and_reopened(tmp_path):
    first, second = Archive(tmp_path), Archive(tmp_path)
    first.save(played("c1-c3"), {})
    first.release()
    first.save(played("c1-c3", "a3-b2"), {})
    (tmp_path / "0.sgf").write_text("nothing")
    games = second.games()
    assert [kept.headline.game for kept in games] == [LOA5.title] * 2
    assert sorted(kept.headline.moves for kept in games) == [1, 2]
    assert [kept.path for kept in first.games()] != [first.path]
    (free,) = (kept.path for kept in first.games())
    assert not second.resume(first.path, read(first.path)) and read(tmp_path / "0.sgf") is None
    # Later saves go to the reopened game's file.
    record = read(free)
    assert second.resume(free, record) and record.match.notation() == ["c1-c3"]
    record.match.play_text("a3-b2")
    assert second.save(record.match, record.info) and read(free).match.ply == 2


def test_a_search_of_another_version_does_not_cost_the_game(tmp_path):
    (tmp_path / "x.sgf").write_text('(;GM[9]SZ[5];B[c1-c3]LTSEARCH[{"new":1}])')
    assert Archive(tmp_path).take_up().match.notation() == ["c1-c3"]


def test_a_folder_that_cannot_be_written_loses_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    assert not Archive(tmp_path / "file" / "games").save(played("c1-c3"), {})


def test_files_that_cannot_be_read_or_written(tmp_path):
    for path in (tmp_path, tmp_path / "none", tmp_path / "nul\0l"):
        with pytest.raises(RecordError):
            load(path)
        with pytest.raises(RecordError):
            save(path / "x" if path.name == "none" else path, []) or load(path)
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(RecordError, match="64 MB"):
        load(big)


SAVER = """
import sys
from pathlib import Path
from loa_tk.store.archive import Archive
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
archive, match = Archive(Path(sys.argv[1])), Match(find_game("loa5"))
match.play_text("c1-c3")
for number in range(10**9):
    match.node.comment = str(number) + "x" * 100_000
    archive.save(match, {})
    if number == 0:
        print("begun", flush=True)
"""


@pytest.mark.parametrize("wait", [0.0, 0.017, 0.05])
def test_killed_in_the_middle_of_a_save_the_game_is_whole(tmp_path, wait):
    process = subprocess.Popen(
        [sys.executable, "-c", SAVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert patiently(process, process.stdout.readline) == "begun\n"
    time.sleep(wait)
    process.kill()
    process.wait(PATIENCE)
    process.stdout.close()
    (path,) = tmp_path.glob("*.sgf")
    record = read_record(load(path)[0])
    assert record.match.notation() == ["c1-c3"] and not record.problems
    assert record.match.node.comment.lstrip("0123456789") == "x" * 100_000
    # Its lock died with it, so the game can be continued.
    assert Archive(tmp_path).take_up() is not None


def test_a_record_is_saved_and_loaded(tmp_path):
    path = tmp_path / "two.sgf"
    save(path, [Record(match=played("c1-c3"), info={"PB": "Ann"}), Record(match=played())])
    first, second = map(read_record, load(path))
    assert first.player(0) == "Ann" and first.plies == 1 and second.plies == 0
