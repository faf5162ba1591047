"""Every number of the lessons on the strong search's ideas, recomputed on the naive rules."""

import random
import re
from decimal import ROUND_HALF_UP, Decimal
from math import inf, nextafter

import pytest

from loa_tk.control.explorer.ideas import ideas_scene
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.games import find_game
from loa_tk.model.notation import position_text, read_position
from loa_tk.model.tree.lessons.catalogue import IDEAS, lesson
from loa_tk.model.tree.recording import TreeRequest
from naive_ideas import Proof, Search, full_terms, read
from reference import GAMES

NOTHING = "–"
OTHERS = (("loa6", "groups", 2), ("breakthrough8", "full", 2), ("minicheckers", "edges", 3))


def shown(number):
    """Return a number as people read it: two decimals at most, a half away from zero."""
    if abs(number) == inf:
        return "+∞" if number > 0 else "−∞"
    places = "1" if abs(number) >= 10_000 else "0.01"
    size = Decimal(repr(abs(number))).quantize(Decimal(places), ROUND_HALF_UP)
    text = f"{size:,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text if not size else ("+" if number > 0 else "−") + text


def told(naive, call):
    """Return what a call returned, with the sign of a bound; a leaf and a won game are exact."""
    name, alpha, beta, value, _, plies = call
    leaf = not plies or naive.over(*naive.after(naive.board, naive.me, name))
    below, above = -naive.utmost < value <= alpha, beta <= value < naive.utmost
    return ("" if leaf else "≤ " if below else "≥ " if above else "") + shown(value)


def cases(name):
    """Return the example of an idea, and some positions of random games on 5x5."""
    one = IDEAS[name].example
    yield one.game, one.position, one.evaluation, one.depth
    if one.evaluation != "groups":
        return
    dice = random.Random(name)
    for key, evaluation, depth in (("loa5", "groups", 2), ("loa5", "groups", 3), *OTHERS):
        if name == "prover" and evaluation != "groups":
            continue  # the naive prover has the doubts of Lines of Action
        game = find_game(key)
        state = game.start
        for _ in range(dice.randint(4, 9)):
            after = game.play(state, dice.choice(game.moves(state)))
            if game.outcome(after) is None:
                state = after
        yield key, position_text(game, state), evaluation, depth


def made(name, key, position, evaluation, depth):
    """Return what the page of a lesson shows: its rows and its text, and the naive search."""
    game = find_game(key)
    state = ExplorerState(clock=float, game=game, position=read_position(game, position))
    state.values.update(page="ideas", idea=name)
    state.lesson = lesson(name, TreeRequest(
        game=game, state=state.position, evaluation=evaluation, depth=depth
    ))  # fmt: skip
    scene = ideas_scene(state)
    rows = [tuple(re.split(r" {2,}", line[2:].strip())) for line in scene.lines]
    return rows, scene, Search(key, position, evaluation, depth)


def says(scene, *parts):
    for part in parts:
        assert part in scene.text, (part, scene.text)


def check_value(scene, value, minimax, keeps=True):
    if keeps:
        assert value == minimax
        says(scene, f"The value is {shown(value)}, the same as plain alpha-beta finds.")
        return
    also = "also " if value == minimax else ""
    says(scene, f"The value is {shown(value)}; plain alpha-beta's is {also}{shown(minimax)}, ")


def truth(naive):
    """Return the minimax value; at depth 4 by a naive alpha-beta, which takes a tenth as long."""
    if naive.depth < 4:
        return naive.minimax(naive.board, naive.me, naive.depth)
    naive.table, naive.null, naive.forgets, naive.by_eval = None, False, True, naive.names
    return naive.decide(naive.depth)


def by_move(calls):
    found = {}
    for call in calls:
        found.setdefault(call[0], []).append(call)
    return found


@pytest.mark.parametrize("case", [*cases("deepening")])
def test_iterative_deepening(case):
    rows, scene, naive = made("deepening", *case)
    columns, nodes, orders, depth = [], [], [], case[-1]
    for limit in range(1, depth + 1):
        value = naive.decide(limit)
        nodes.append(naive.entered)
        orders.append(naive.first_order)
        returned = {call[0]: told(naive, call) for call in naive.calls}
        columns.append({
            name: f"{place}. {returned.get(name, NOTHING)}"
            for place, name in enumerate(naive.first_order, 1)
        })  # fmt: skip
    assert rows[0] == ("move", *(f"depth {limit}" for limit in range(1, depth + 1)))
    assert rows[1:-1] == [(name, *(one[name] for one in columns)) for name in orders[-1]]
    assert rows[-1] == ("nodes", *(f"{count:,}" for count in nodes))
    lead = ", ".join(f"{order[0]} at depth {limit}" for limit, order in enumerate(orders, 1))
    surprises = f"{naive.surprises} of {naive.remembered} remembered moves are not"
    once, fixed = Search(*case), Search(*case)
    once.forgets = True
    once.decide(depth)
    fixed.forgets, fixed.by_eval = True, fixed.names
    fixed.decide(depth)
    says(
        scene, f": {lead}; at the last depth {surprises} those",
        f"All depths together enter {sum(nodes):,} nodes; depth {depth} alone enters "
        f"{once.entered:,} by EVAL and {fixed.entered:,} in the game’s order.",
    )  # fmt: skip
    check_value(scene, value, truth(naive))


@pytest.mark.parametrize("case", [*cases("table")])
def test_transposition_table(case):
    rows, scene, naive = made("table", *case)
    plain = Search(*case)
    plain.decide(case[-1])
    naive.table = {}
    value = naive.decide(case[-1])
    expected = []
    for path, before, left, low, high, alpha, beta, used, saved in naive.met:
        kind, limit = ("exact", low) if low == high else (
            ("upper", high) if low == -inf else ("lower", low))  # fmt: skip
        sign = {"exact": "", "upper": "≤ ", "lower": "≥ "}[kind]
        expected.append((
            " ".join(path), " ".join(before), str(left), f"{kind} {sign}{shown(limit)}",
            f"{shown(alpha)}, {shown(beta)}", "yes" if used else "no", f"{saved:,}",
        ))  # fmt: skip
        board, side = naive.line(path)
        assert (board, side) == naive.line(before)
        true = naive.minimax(board, side, left)
        # An exact entry, a lower and an upper bound are what they say of the true value.
        assert low <= true <= high and (kind != "exact" or true == limit)
    assert set(rows[1:]) <= set(expected) and len(rows[1:]) == min(14, len(expected))
    kinds = {(row[3].split()[0], row[5]) for row in expected}
    assert kinds == {(row[3].split()[0], row[5]) for row in rows[1:]}  # one of each is shown
    if expected:
        used = [row[3].split()[0] for row in expected if row[5] == "yes"]
        says(
            scene, f"{len(expected):,} times a position was met before",
            f"{len(used):,} times its entry was enough: {used.count('exact'):,} by an exact entry, "
            f"{used.count('lower'):,} by a lower entry, {used.count('upper'):,} by an upper entry;",
        )  # fmt: skip
    says(
        scene, f"enters {naive.entered:,} nodes, without it {plain.entered:,}, and both find "
        f"{shown(value)}.",
    )  # fmt: skip
    check_value(scene, value, truth(naive))


@pytest.mark.parametrize("case", [*cases("null-window")])
def test_null_window_and_searching_again(case):
    rows, scene, naive = made("null-window", *case)
    plain = Search(*case)
    plain.decide(case[-1])
    naive.null = True
    value = naive.decide(case[-1])
    expected = []
    for name, calls in by_move(naive.calls).items():
        _, alpha, beta, answer, nodes, _ = calls[0]
        true = naive.minimax(*naive.after(naive.board, naive.me, name), case[-1] - 1)
        question, said = "value?", told(naive, calls[0])
        if beta == nextafter(alpha, inf):
            question = f"better than {shown(alpha)}?"
            said = f"{'yes' if answer > alpha else 'no'}: {said}"
            assert (answer > alpha) == (true > alpha)
            assert true >= answer if answer > alpha else true <= answer
        again = (NOTHING, NOTHING)
        if len(calls) > 1:
            answer, second = calls[-1][3:5]
            again = told(naive, calls[-1]), f"{second:,}"
            assert answer == true
        expected.append((name, question, said, f"{nodes:,}", *again))
    assert rows[1:] == expected
    says(
        scene, f": {naive.asked:,} questions in the whole tree; "
        + (f"{naive.again:,} said yes and were" if naive.again else "none of them had"),
        f"enters {naive.entered:,} nodes, where whole windows in the same order enter "
        f"{plain.entered:,}.",
    )  # fmt: skip
    check_value(scene, value, truth(naive))


@pytest.mark.parametrize("case", [*cases("reduction")])
def test_late_move_reduction(case):
    rows, scene, naive = made("reduction", *case)
    plain, full = Search(*case), case[-1] - 1
    plain.decide(case[-1])
    naive.null = naive.reduce = True
    value = naive.decide(case[-1])
    expected, missed = [], []
    for place, (name, calls) in enumerate(by_move(naive.calls).items(), 1):
        plies = calls[0][-1]
        true = naive.minimax(*naive.after(naive.board, naive.me, name), full)
        again, then = NOTHING, NOTHING
        if plies < full:
            again = "yes" if calls[-1][-1] == full else "no"
        if again == "yes":
            then = told(naive, calls[-1])
        if again == "no" and true > value:
            missed.append(name)
        first = told(naive, calls[0])
        expected.append(
            (str(place), name, f"{plies} of {full}", first, again, then, shown(true))
        )
    assert rows[1:] == expected
    minimax = naive.minimax(naive.board, naive.me, case[-1])
    better = f"; {', '.join(missed)} would have been better." if missed else "."
    says(
        scene, f"{naive.late:,} moves of the whole tree were reduced, and {naive.deepened:,} of",
        f"enters {naive.entered:,} nodes instead of {plain.entered:,}, but", better,
    )  # fmt: skip
    check_value(scene, value, minimax, keeps=False)


def quiet_cases():
    yield from cases("quiescence")
    yield "breakthrough8", "7b/8/4w3/wb3w2/bb6/1w5b/8/w7 w", "full", 2  # MAX has the forcing move
    yield "breakthrough8", "1b6/w7/8/8/8/8/7b/8 w", "full", 1  # the leaf is won
    game, dice, found = find_game("breakthrough8"), random.Random(7), 0
    while found < 4:
        state = game.start
        for _ in range(dice.randint(14, 26)):
            after = game.play(state, dice.choice(game.moves(state)))
            if game.outcome(after) is None:
                state = after
        text = position_text(game, state)
        naive = Search("breakthrough8", text, "full", 1)
        if len(naive.forcing(*read(text))[1]) in (1, 2):
            found += 1
            yield "breakthrough8", text, "full", 1


@pytest.mark.parametrize("case", [*quiet_cases()])
def test_quiescence(case):
    key, _, _, depth = case
    rows, scene, naive = made("quiescence", *case)
    sides = {side.letter: side.name for side in find_game(key).sides}
    before = naive.minimax(naive.board, naive.me, depth)
    naive.forgets, naive.settles, naive.by_eval = True, True, naive.names
    after = naive.decide(depth)
    beyond = naive.below
    line = [row[1] for row in rows[1:] if row[0].isdecimal()]
    leaf, end = naive.line(line[:depth]), naive.line(line)
    for place, row in enumerate(rows[1:]):
        if row[0].isdecimal():
            terms, ply = [], int(row[0])
            board, side = naive.line(line[:ply])
            if ply >= depth:
                assert row[2] == shown(naive.worth(board, side))
            if ply in (depth, len(line)) and not naive.over(board, side):
                terms = full_terms(GAMES[key], board, naive.me, side).items()
            listed = rows[place + 2 : place + 2 + len(terms)]
            assert listed == [(name, shown(value)) for name, value in terms]
    threat = ", a threat that nothing answers"
    expects = f"Plain alpha-beta expects {shown(before)} after {' '.join(line[:depth])}"
    settled = naive.worth(*leaf) if naive.over(*leaf) else naive.quiet(*leaf)
    assert naive.worth(*leaf) == before
    if len(line) > depth:
        must, forced = naive.forcing(*leaf)
        worths = [] if must else [f"{shown(before)} if {sides[leaf[1]]} stops there"]
        for name, board in naive.moves(*leaf).items():
            if board in [naive.rules.play(leaf[0], move) for move in forced]:
                worth = naive.quiet(board, naive.rules.other(leaf[1]))
                worths.append(f"{shown(worth)} after {name}")
        most = "greatest" if leaf[1] == naive.me else "least"
        says(scene, f"{expects}, but the next ", f"the leaf is worth {shown(settled)}, ", *worths)
        assert len(worths) == 1 or f"the {most} of {worths[0]}" in scene.text
        assert naive.worth(*end) == settled or naive.helpless(*end)
        assert rows[-1 - len(terms)][3] == (
            f"the leaf when it is quiet{threat if naive.helpless(*end) else ''}"
        )
    elif naive.helpless(*leaf):
        says(scene, f"{expects}{threat}: the leaf is worth {shown(settled)}.")
    else:
        says(scene, f"{expects}, and no forcing move changes that")
        assert settled == before
    says(scene, f"quiet, {beyond:,} positions more, the root is worth {shown(after)}, after ")
    told = scene.text.partition(f"is worth {shown(after)}, after ")[2].partition(",")[0].split()
    quiet_end = naive.line(told)
    assert naive.helpless(*quiet_end) == (f"{told[-1]}{threat}, instead of" in scene.text)
    assert naive.helpless(*quiet_end) or naive.worth(*quiet_end) == after
    choice = f"both choose {line[0]}" if told[0] == line[0] else (
        f"plain alpha-beta chooses {line[0]} and quiescence {told[0]};")  # fmt: skip
    says(scene, choice)
    check_value(scene, after, before, keeps=False)


@pytest.mark.parametrize("case", [*cases("prover")])
def test_proof_numbers(case):
    rows, scene, _ = made("prover", *case)
    board, side = read(case[1])
    rules, plies = GAMES[case[0]], 2 * case[-1] - 1
    proof = Proof(rules, board, side, plies)
    text = Search(*case)
    names = {str(text.after(board, side, name)[0]): name for name in text.names(board, side)}
    children = {}
    for child in proof.first:
        spent = [count for node, count in proof.visits if node is child]
        children[names[str(child["board"])]] = (
            count(child["proof"]), count(child["disproof"]), f"{len(spent):,}", f"{sum(spent):,}"
        )  # fmt: skip
    assert {row[0]: row[1:] for row in rows[1:]} == children
    assert [row[1:3] for row in rows[1:]] == sorted(
        (row[1:3] for row in rows[1:]), key=lambda pair: (worth(pair[0]), -worth(pair[1]))
    )
    least = min(child["proof"] for child in proof.first)
    total = sum(child["disproof"] for child in proof.first)
    says(scene, f"their sum: {count(least)} and {count(total)}. ")
    won = not least
    says(scene, f"{proof.expanded:,} expansions" if proof.expanded <= 5_000 else "5,000 expansions")
    says(scene, f"can{'' if won else 'not'} force a win")
    assert won == wins(rules, board, side, side, plies)


def count(number):
    return "∞" if number == inf else f"{number:,}"


def worth(text):
    return inf if text == "∞" else int(text.replace(",", ""))


def wins(rules, board, to_move, side, plies):
    """Return whether a side forces a win within these plies, by trying everything."""
    winner = rules.winner(board, to_move)
    if winner is not None or not plies:
        return winner == side
    after = (
        wins(rules, rules.play(board, move), rules.other(to_move), side, plies - 1)
        for move in rules.moves(board, to_move)
    )
    return any(after) if to_move == side else all(after)
