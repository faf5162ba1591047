"""A program of the Universal Chess Interface that plays Breakthrough, or fails as it is told.

`python chess_engine.py HOW [FILE]` appends every line that it is told to FILE. It knows the rules
from `reference.py` and thus shares nothing with the code that translates positions and moves.
HOW is "well", "illegal", "chess" (it does not know Breakthrough) or "old" (it knows no variants).
"""

import sys

from reference import GAMES, square

GAME = GAMES["breakthrough8"]
VARIANT = "option name UCI_Variant type combo default chess var chess var breakthrough3"


def say(*lines):
    print("\n".join(lines), flush=True)


def read(fen):
    """Return the board of a position and its side to move."""
    rows, side, *rest = fen.split()
    assert rest == ["-", "-", "0", "1"], fen
    board = []
    for row in reversed(rows.split("/")):
        for digit in "12345678":
            row = row.replace(digit, "." * int(digit))
        assert len(row) == 8, fen
        board.append([{"P": "w", "p": "b", ".": None}[letter] for letter in row])
    assert len(board) == 8, fen
    return board, side


def written(move):
    return square(move[0]) + square(move[1])


def play(board, side, texts):
    for text in texts:
        (move,) = [move for move in GAME.moves(board, side) if written(move) == text]
        board, side = GAME.play(board, move), GAME.other(side)
    return board, side


def answer(board, side, how):
    """Report depths 1 and 2, and some lines that report nothing; play the last legal move."""
    assert GAME.winner(board, side) is None
    moves = [written(move) for move in GAME.moves(board, side)]
    say(
        f"info depth 1 seldepth 2 multipv 1 score cp 25 nodes 20 time 1 pv {moves[0]} nonsense",
        f"info depth 2 seldepth 4 multipv 1 score cp -40 nodes 60 time 3 pv {moves[-1]}",
        f"info depth 2 seldepth 4 multipv 2 score cp -90 nodes 60 time 3 pv {moves[0]}",
        f"info depth 3 score cp 500 lowerbound nodes 80 time 4 pv {moves[0]}",
        "info depth 3 currmove a1a2 currmovenumber 1",
        "bestmove " + ("a1a8" if how == "illegal" else f"{moves[-1]} ponder a1a2"),
    )


def main(how, file):
    board = side = None
    for line in sys.stdin:
        if file:
            with open(file, "a", encoding="utf-8") as log:
                log.write(line)
        command, _, rest = line.strip().partition(" ")
        if command == "uci":
            variants = {"old": [], "chess": [VARIANT]}.get(how, [f"{VARIANT} var breakthrough"])
            say("id name scripted", "option name Hash type spin default 16", *variants, "uciok")
        elif command == "isready":
            say("readyok")
        elif command == "position":
            fen, _, moves = rest.removeprefix("fen ").partition(" moves ")
            board, side = play(*read(fen), moves.split())
        elif command == "go":
            answer(board, side, how)
        elif command == "quit":
            break


main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
