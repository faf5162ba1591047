"""Check a solved game: follow its book from the start through every reply, and prove the rest.

Every position that can arise if the winner plays by the book must be in the book, with a bound on
the plies that has fallen, or the prover must find the win within a fixed number of expansions. The
check shares nothing with the program that found the strategy. It takes half an hour or more: Ctrl-C
interrupts it, and the same command with the same --state continues; a hundred of the proofs that
were kept there are made again. It ends with "verified" and its counts, or with the first hole and
status 1.

  loa verify loa6 --state loa6.state --jobs 2
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom

from loa_tk.cli.playing import add_jobs, place_of
from loa_tk.control.verify import (
    Hole,
    LiveProof,
    Question,
    Walk,
    batches,
    prove,
    prove_batch,
    read_state,
    state_text,
    walk,
)
from loa_tk.model.game import Game
from loa_tk.model.games import find_game
from loa_tk.model.notation import position_text
from loa_tk.model.search.proof_numbers import PROMISED
from loa_tk.store.files import output, save

HELP = "check the book of a solved game, position by position"
SOLVED = ("loa6", "breakthrough5")
SAMPLE = 100  # kept proofs that are made again: a file may have been changed, or be an older one's
BETWEEN_WRITES = 10.0  # seconds between two writes of the state
BETWEEN_LINES = 60.0  # seconds between two lines of progress if the output is not a terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    keys = " or ".join(SOLVED)
    parser.add_argument(
        "game", metavar="GAME", choices=SOLVED, help=f"the key of a solved game: {keys}"
    )
    parser.add_argument("--state", metavar="FILE", help="keep the proofs here, and continue there")
    add_jobs(parser, "proofs at a time", "prove")


def run(args: argparse.Namespace) -> int:
    """Walk the book, prove what is left, and print the result."""
    game = find_game(args.game)
    kept = read_state(game, output(args.state)) if args.state is not None else []
    try:
        walked = walk(game)
    except Hole as hole:
        print(f"hole: {hole}")
        return 1
    print(
        f"{len(walked.met):,} positions in the book, {walked.replies:,} replies, "
        f"{len(walked.open):,} live proofs",
        flush=True,
    )
    proofs = {proof.question: proof for proof in kept}

    def keep() -> None:
        if args.state is not None:
            save(args.state, state_text(game, proofs.values()))

    keep()
    missing = sorted(walked.open - proofs.keys())
    try:
        prove_all(args, game, missing, proofs, keep)
    except KeyboardInterrupt:
        keep()
        left = len(walked.open - proofs.keys())
        again = "continues" if args.state is not None else "starts again: --state was not given"
        print(f"interrupted with {left:,} proofs left; the same command {again}")
        return 130
    keep()
    if made_before := sorted(walked.open - {*missing}):
        if wrong := wrong_proof(game, made_before, proofs):
            print(f"hole: {wrong}; without {args.state} all proofs are made")
            return 1
        print(
            f"{len(made_before):,} of the live proofs are those of {args.state}; "
            f"{min(SAMPLE, len(made_before)):,} of them, drawn by chance, were made again"
        )
    return conclude(game, walked, proofs)


def wrong_proof(
    game: Game, made_before: Sequence[Question], proofs: Mapping[Question, LiveProof]
) -> str:
    """Return which of some kept proofs, drawn by chance, is not found now, or nothing."""
    for question in SystemRandom().sample(made_before, min(SAMPLE, len(made_before))):
        kept, (now, found) = proofs[question], prove(game, question)
        plies = now.plies_found() if found else 0
        if (plies, now.expansions) != (kept.plies, kept.expansions):
            return (
                f"{position_text(game, question[0])}: {kept.plies} plies in {kept.expansions:,} "
                f"expansions are kept, {plies} in {now.expansions:,} were found"
            )
    return ""


def prove_all(
    args: argparse.Namespace,
    game: Game,
    missing: Sequence[Question],
    proofs: dict[Question, LiveProof],
    keep: Callable[[], None],
) -> None:
    """Answer these questions, show the progress, and write the state now and then."""
    begun = written = reported = time.monotonic()
    done = 0
    with place_of(args) as where:
        for _, batch in where.each(prove_batch, list(batches(game, missing))):
            proofs.update((proof.question, proof) for proof in batch)
            done += len(batch)
            now = time.monotonic()
            if now - written >= BETWEEN_WRITES:
                keep()
                written = time.monotonic()
            terminal = sys.stderr.isatty()
            if terminal or now - reported >= BETWEEN_LINES:
                reported = now
                print(
                    progress(done, len(missing), now - begun),
                    end="\r" if terminal else "\n",
                    file=sys.stderr,
                    flush=True,
                )
    if sys.stderr.isatty():
        print(file=sys.stderr)


def progress(done: int, wanted: int, seconds: float) -> str:
    """Return a line that says how far the proofs are and how long the others will take."""
    minutes = seconds / done * (wanted - done) / 60
    return f"{done:,} of {wanted:,} proofs, about {minutes:,.0f} minutes left "


def conclude(game: Game, walked: Walk, proofs: Mapping[Question, LiveProof]) -> int:
    """Print "verified" with the counts, or the first hole, and return the status."""
    used = [proofs[question] for question in sorted(walked.open)]
    holes = [proof for proof in used if not proof.plies]
    if holes:
        state, plies = holes[0].question
        print(
            f"hole: {position_text(game, state)}: no win within {plies} plies was proved "
            f"in {PROMISED:,} expansions"
        )
        print(f"{len(holes):,} of {len(used):,} live proofs are missing")
        return 1
    lengths, most = Counter(proof.plies for proof in used), max(proof.expansions for proof in used)
    print(
        f"verified: {game.sides[walked.winner].name} wins {game.title} "
        f"within {walked.plies} plies from the start"
    )
    print(
        f"{len(walked.met):,} positions in the book, {walked.replies:,} replies, "
        f"{len(used):,} live proofs of at most {most:,} expansions"
    )
    print("plies of the live proofs: " + ", ".join(f"{n}: {lengths[n]:,}" for n in sorted(lengths)))
    print(
        f"{sum(proof.milliseconds for proof in used) / 1000:,.0f} s of processor time, "
        f"at most {max(proof.milliseconds for proof in used) / 1000:,.1f} s for a proof"
    )
    return 0
