"""Reading SGF takes time and memory in proportion to the file, whatever is in it."""

import time
import tracemalloc
from contextlib import suppress

import pytest

from loa_tk.model.records import RecordError, headline, read_record, trees

SIZE = 12_000  # bytes
MOST_MEMORY = 20  # bytes for a byte of the file
HEAD = "(;FF[4]GM[9]SZ[8]"

HOSTILE = {
    "comments in one node": lambda size: HEAD + "C[x]" * (size // 4) + ")",
    "comments in many nodes": lambda size: HEAD + ";C[xy]" * (size // 6) + ")",
    "values of one comment": lambda size: HEAD + "C" + "[xy]" * (size // 4) + ")",
    "resignations": lambda size: HEAD + "(;W[resign])" * (size // 12) + ")",
    "an unclosed value": lambda size: HEAD + "C[" + "x" * size,
    "an unclosed value of escapes": lambda size: HEAD + "C[" + "\\x" * (size // 2),
    "a value of escapes": lambda size: HEAD + "C[" + "\\]" * (size // 2) + "])",
    "backslashes": lambda size: HEAD + "C[" + "\\\\" * (size // 2) + "])",
    "words and escapes": lambda size: HEAD + "C[" + "ab\\c" * (size // 4) + "])",
    "empty nodes": lambda size: HEAD + ";" * size + ")",
    "empty variations": lambda size: HEAD + "(;)" * (size // 3) + ")",
    "parentheses": lambda size: "(" * size,
    "open variations": lambda size: HEAD + "(" * size,
    "roots that break off": lambda size: "(;FF[4]%" * (size // 8),
    "roots on lines": lambda size: "(;FF[4]%\n" * (size // 9),
    "one root and blanks": lambda size: "(;FF[4]%(" + " " * size,
    "a long name": lambda size: "(;" + "A" * size,
    "names and blanks": lambda size: "(;A" + " " * size,
    "illegal moves": lambda size: HEAD + "(;B[a1-a2])" * (size // 11) + ")",
    "moves out of turn": lambda size: HEAD + "(;W[a2-c2])" * (size // 11) + ")",
    "the same move": lambda size: HEAD + "(;B[b1-b3])" * (size // 11) + ")",
    "marks": lambda size: HEAD + "DM[1]V[2]" * (size // 9) + ")",
    "notes of the game": lambda size: HEAD + "PB[ab]" * (size // 6) + ")",
    "set-up squares": lambda size: HEAD + "AB" + "[a1]" * (size // 4) + ")",
    "squares in a value": lambda size: HEAD + "AB[" + "a1 " * (size // 3) + "])",
    "set-up properties": lambda size: HEAD + "AB[a1]AW[b2]" * (size // 12) + ")",
    "a long report": lambda size: HEAD + ";B[b1-b3]LTSEARCH[" + "[]," * (size // 3) + "])",
    "empty games": lambda size: "(;)" * (size // 3),
    "games of one move": lambda size: "(;B[a])" * (size // 7),
    "short games after a long one": lambda size: f"(;C[{'x' * (size // 2)}])" + "(;)" * (size // 6),
    "one letter beyond ASCII": lambda size: HEAD + "C[\N{GRINNING FACE}" + "x" * size + "])",
}


def ordinary():
    """Return an archive of games as people and programs write them."""
    moves = ";B[b1-h1];W[a2-c2];B[b8-b6]C[A good move.];W[h3-f3];B[c8-c6];W[a5-d5]"
    game = f"{HEAD}PB[Ann]PW[Bob]DT[2020-01-01]RE[B+]{moves})\n"
    return game * (SIZE // len(game))


def read_all(text):
    """Read a file, list its games and play them all, as the commands do."""
    try:
        found = trees(text.encode())
    except RecordError:
        return 0
    for one in found:
        headline(one)
        with suppress(RecordError):
            read_record(one)
    return len(found)


def seconds(text):
    begun = time.process_time()
    read_all(text)
    return time.process_time() - begun


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_four_times_as_long_takes_no_more_than_eight_times_as_long(name):
    short, long = HOSTILE[name](SIZE), HOSTILE[name](4 * SIZE)
    # Processor time, because other programs may use the machine. Quadratic is sixteen times.
    attempts = ((seconds(short), seconds(long)) for _ in range(5))
    assert any(late <= max(8 * early, 0.05) for early, late in attempts)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_takes_more_memory_than_twenty_of_its_bytes(name):
    text = HOSTILE[name](SIZE // 2)  # counting memory makes everything slow
    read_all(HEAD + ";B[b1-h1])")  # games and tables are made once
    tracemalloc.start()
    try:
        read_all(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= MOST_MEMORY * len(text.encode())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_byte_takes_no_more_than_twice_the_time_of_a_byte_of_an_ordinary_file(name):
    text, usual = HOSTILE[name](SIZE), ordinary()
    attempts = ((seconds(text), seconds(usual)) for _ in range(5))
    assert any(here / len(text) <= 2 * there / len(usual) for here, there in attempts)


def test_an_ordinary_file_is_read_whole():
    assert read_all(ordinary()) > 60


def test_a_game_with_very_many_faults_is_left_where_it_stands():
    record = read_record(trees(HOSTILE["illegal moves"](SIZE).encode())[0])
    assert len(record.problems) == 101 and "100 faults" in str(record.problems[-1])
