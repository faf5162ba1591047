"""Record the whole tree of a search (minimax, alpha-beta, Monte Carlo, your own) and print it.

The text shows the first plies: each move with the value that it returned for MAX, alpha and beta on
entry, and the nodes below it. A value with <= or >= is a bound: alpha-beta did not need the value
itself. A line ends with best for the best move of a node, with cut for the move that cut off the
rest, and with <= alpha or >= beta for a move that did not improve this bound. --svg draws the whole
tree, and --html writes a page in which every node can be opened and closed. A tree of more than
1,000,000 nodes is refused.

JSON has the keys game, position, value, bound, move, why (a list of sentences), nodes, levels (the
nodes at each ply), evals_max, evals_min, prunes_max, prunes_min and tree. A node has the keys move
(null at the root), value, bound ("exact" if the value is that of minimax, "lower" if that is at
least, "upper" if at most it), alpha and beta (on entry; null in minimax), nodes (in its subtree,
itself included), cut (whether a bound ended it), children, and untried (the moves cut off, in the
order of the search). Values are those of MAX, the side to move at the root.

The tree of a search of your own, file:mine.py, has the positions that it evaluated. It has no
bounds, the value of a node is the best of those below it, and the counts are those of your file.

The tree of Monte Carlo tree search has playouts instead of values: each node has visits, and wins
of the side that moved there. Its JSON has the keys game, position, move, side, win_share (of that
side), why, playouts, exploration, seed, nodes, levels, tree, concentration (the shares of the most
visited moves as the playouts grow) and record (each playout: path, why its first move was selected,
added, random, winner). A node has the keys move, visits, wins, side, untried, over and children.

  loa tree loa5 --player alphabeta:eval=groups,depth=3
  loa tree loa5 --player mcts:playouts=200,seed=1
  loa tree loa5 --player alphabeta:eval=groups,depth=4 --order best --json
  loa tree breakthrough3 --player minimax:eval=full,depth=3 --html tree.html
  loa tree loa5 --player file:mine.py,eval=groups,depth=3 --svg mine.svg
  loa tree --tree "((3 12 8)(2 4 6)(14 5 2))"

--idea shows one idea of the strong search on the position, with the evaluation and the depth of
--player: a table and two sentences. JSON then has the keys idea, label, game, position, evaluation,
depth, value, minimax (of plain alpha-beta), keeps (whether the idea always finds that value), shows
(whether the position shows anything of it), example (the arguments of a position that does),
sentences, heads, rows and facts.

  loa tree loa5 --idea table --player alphabeta:eval=groups,depth=4

--tree takes a tree of your own. Brackets hold the moves of a node, and a number is the utility of a
leaf for MAX. A name may stand before a bracket, or with a colon before a number: A(B(x:3 12) C(2
4)). MAX moves first, unless the text begins with MIN. In a file, # begins a remark.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from loa_tk.cli.arguments import (
    add_field,
    add_position,
    add_sandbox,
    add_tree,
    checked_sandbox,
    game_and_state,
    own_tree,
    winner_name,
)
from loa_tk.control.tree import page, playouts, stepping, text
from loa_tk.model.fields import Field, OneOf, Whole
from loa_tk.model.game import Game, PlayerError, State, UserError, finish
from loa_tk.model.search.mcts import PLAYOUTS, MonteCarlo
from loa_tk.model.search.options import BLUNDER, EVAL, NOISE, SECONDS, is_file
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.search import never
from loa_tk.model.tree.figure import Execution
from loa_tk.model.tree.followed import FOLLOWED
from loa_tk.model.tree.layout import measure
from loa_tk.model.tree.lessons.catalogue import IDEAS, lesson, lesson_json, lesson_text
from loa_tk.model.tree.orders import ORDER
from loa_tk.model.tree.playouts import record_playouts
from loa_tk.model.tree.recording import MOST_NODES, RECORDED, TreeRequest, record
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.model.tree.steplink import EXAMPLE, read_link
from loa_tk.model.written import WrittenTree
from loa_tk.store.files import new_output, write_whole

HELP = "record the whole tree of a textbook search, or of your own"
MOST_PLAYOUTS = 100_000  # that are recorded
DEPTH = 3  # of the player that searches if none is given
PLIES = Field(
    name="plies", kind=Whole(0, 100), default=text.PLIES, help="the plies that text and DOT show"
)
WIDTH = Field(
    name="width", kind=Whole(1, 1000), default=text.WIDTH,
    help="the moves of each node that text and DOT show",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_tree(parser)
    add_position(parser)
    parser.add_argument(
        "--player",
        metavar="SPEC",
        help="minimax, alphabeta or file:mine.py with a depth, or mcts with playouts "
        f"(default: alphabeta with the game's first evaluation and depth {DEPTH})",
    )
    add_field(parser, ORDER, "ORDER")
    add_sandbox(parser)
    parser.add_argument(
        "--idea", choices=tuple(IDEAS), help="show one idea of the strong search on the position"
    )
    parser.add_argument(
        "--step", metavar="LINK",
        help="print one step of a search, as a link of the explorer or of a page names it: "
        f"'{EXAMPLE}'",
    )  # fmt: skip
    answer = parser.add_mutually_exclusive_group()
    answer.add_argument("--json", action="store_true", help="answer as one JSON object")
    answer.add_argument("--dot", action="store_true", help="answer in the language of Graphviz")
    answer.add_argument("--svg", metavar="FILE", help="write the picture of the tree")
    answer.add_argument("--html", metavar="FILE", help="write a page")
    add_field(parser, PLIES, "N")
    add_field(parser, WIDTH, "N")


def run(args: argparse.Namespace) -> int:
    """Search, and print the tree or write it to a file."""
    if args.step is not None:
        if args.game is not None or args.tree is not None:
            raise UserError("--step names its game itself")
        print(step_text(args.step))
        return 0
    written = own_tree(args)
    if written is not None and args.position is not None:
        raise UserError("--position needs a game, not a tree")
    game, state = game_and_state(args) if written is None else (written, written.start)
    names = (name for name in (args.svg, args.html) if name is not None)
    path = next((new_output(name, "use another name") for name in names), None)
    player = tree_player(game, state, args.player)
    if player.search == MonteCarlo.name:
        show_playouts(args, game, state, player, path)
        return 0
    sandbox = checked_sandbox(args, player)
    if args.idea is not None:
        print(idea_text(args, game, state, player))
        return 0
    if player.search == FOLLOWED:
        tree = followed_tree(game, state, player, args.order, sandbox)
    else:
        tree = recorded(tree_request(game, state, player, args.order), sandbox)
    if path is not None:
        write_file(path, tree, as_page=args.html is not None)
    elif args.json:
        sys.stdout.writelines(text.json_pieces(tree))
        print()
    else:
        show = text.dot if args.dot else text.text
        print(show(tree, args.plies, args.width), end="")
    return 0


def idea_text(args: argparse.Namespace, game: Game, state: State, player: Player) -> str:
    """Return an idea of the strong search on a position, as text or JSON, or raise UserError."""
    if player.search == FOLLOWED or isinstance(game, WrittenTree) or is_file(
        player.options[EVAL.name]
    ):  # fmt: skip
        raise UserError("--idea needs a game and one of its own evaluations, not a file or a tree")
    if args.dot or args.svg is not None or args.html is not None:
        raise UserError("--idea answers as text or with --json")
    idea = OneOf(tuple(IDEAS)).read("idea", args.idea)
    shown = lesson(idea, tree_request(game, state, player, args.order), never)
    make = lesson_json if args.json else lesson_text
    return make(shown, game, state, player.options[EVAL.name], player.depth or DEPTH)


def step_text(text: str) -> str:
    """Return a step of a search: its line, its variables and the calls above it."""
    link = read_link(text)
    tree = recorded(TreeRequest(
        game=link.game, state=link.state, search=link.search, evaluation=link.evaluation,
        depth=link.depth, order=link.order,
    ))  # fmt: skip
    steps = len(Execution(tree))
    if not 1 <= link.step <= steps:
        raise UserError(f"this search has the steps 1 to {steps:,}, and no step {link.step:,}")
    return stepping.step_text(tree, link.step)


def tree_player(game: Game, state: State, spec: str | None) -> Player:
    """Return the player whose search is asked for, or raise UserError."""
    outcome = finish(game, state)
    if outcome is not None:
        raise UserError(f"the game is over ({winner_name(game, outcome.winner)}): {outcome.reason}")
    if spec is None:
        spec = f"alphabeta:eval={game.evaluations[0]}"
        spec += "" if isinstance(game, WrittenTree) else f",depth={DEPTH}"
    player = read_player(game, whole(spec, game) if isinstance(game, WrittenTree) else spec)
    check(player, spec)
    return player


def tree_request(game: Game, state: State, player: Player, order: str) -> TreeRequest:
    """Return what the recorder is asked for."""
    assert player.depth is not None
    return TreeRequest(
        game=game, state=state, search=player.search, evaluation=player.options[EVAL.name],
        depth=player.depth, order=order, seed=player.seed or 0, noise=player.options[NOISE.name],
        most=MOST_NODES,
    )  # fmt: skip


def whole(spec: str, tree: WrittenTree) -> str:
    """Return a player that searches a whole written tree, unless it says otherwise."""
    search, _, text = spec.partition(":")
    given = dict(part.partition("=")[::2] for part in text.split(",") if part)
    if EVAL.name not in given:
        text = f"{text},{EVAL.name}={tree.evaluations[0]}"
    if "depth" not in given:
        text = f"{text},depth={tree.height}"
    return f"{search}:{text.lstrip(',')}"


def check(player: Player, spec: str) -> None:
    """Raise PlayerError if the player's search has no tree of its own."""
    if player.search not in (*RECORDED, MonteCarlo.name, FOLLOWED):
        raise PlayerError(
            f"player {spec!r}: a tree can be recorded of {', '.join(RECORDED)}, {MonteCarlo.name} "
            f"and {FOLLOWED}:mine.py, not of {player.search}"
        )
    if player.search == MonteCarlo.name:
        count = player.options[PLAYOUTS.name]
        if count is None or count > MOST_PLAYOUTS:
            raise PlayerError(
                f"player {spec!r} needs playouts, at most {MOST_PLAYOUTS:,}: add playouts=200"
            )
    elif player.depth is None:
        raise PlayerError(f"player {spec!r} needs a depth: add depth={DEPTH}")
    for option in (SECONDS, BLUNDER):
        if player.options.get(option.name, option.default) != option.default:
            raise PlayerError(f"player {spec!r}: a recorded search has no {option.name}")


def recorded(request: TreeRequest, sandbox: str = "") -> SearchTree:
    """Return the tree, or raise UserError if it is too large; a student's file runs in a guest."""
    if is_file(request.evaluation):
        from loa_tk.control.guest.files import with_own_evaluation

        request = with_own_evaluation(request, never, sandbox)
    tree = record(request)
    if not tree.complete:
        about = float(f"{tree.total:.2g}")  # no more digits than the estimate has
        raise UserError(
            f"the tree has more than {request.most:,} nodes, about {about:,.0f}; "
            "choose a smaller depth"
        )
    return tree


def followed_tree(
    game: Game, state: State, player: Player, order: str, sandbox: str
) -> SearchTree:
    """Return the tree of a student's own search, or raise UserError."""
    if isinstance(game, WrittenTree):
        raise UserError("a search of your own needs a game, not a tree")
    if ORDER.read(order) != ORDER.default:
        raise UserError("a search of your own tries the moves in its own order: leave out --order")
    from loa_tk.control.guest import files

    return files.followed_tree(game, state, player, MOST_NODES, sandbox)


def show_playouts(
    args: argparse.Namespace, game: Game, state: State, player: Player, path: Path | None
) -> None:
    """Record the playouts of Monte Carlo tree search, and print them or write them to a file."""
    if isinstance(game, WrittenTree):
        raise UserError("Monte Carlo tree search needs a game, not a tree")
    if args.order != ORDER.default:
        raise UserError("Monte Carlo tree search tries moves by chance: leave out --order")
    told = playouts.Told(record_playouts(game, state, player), player.seed)
    if path is not None:
        save(path, (playouts.html_page if args.html is not None else playouts.svg_file)(told))
    elif args.json:
        sys.stdout.writelines(playouts.json_pieces(told))
        print()
    else:
        show = playouts.dot if args.dot else playouts.text
        print(show(told, args.plies, args.width), end="")


def write_file(path: Path, tree: SearchTree, as_page: bool) -> None:
    """Write the page or the picture, and print its name."""
    widths = measure(tree)
    save(path, page.tree_page(tree, widths) if as_page else page.svg_file(tree, widths))


def save(path: Path, content: str) -> None:
    """Write a file, and print its name."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}") from None
    print(path)
