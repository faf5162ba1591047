"""What two searches side by side do where they part, and why, in sentences with links."""

from __future__ import annotations

from collections.abc import Iterator

from loa_tk.control.explorer.pair import KNOWN, ORDERED, PairComparison
from loa_tk.control.explorer.pair_parting import named, titles
from loa_tk.control.explorer.pair_trees import flags
from loa_tk.model.checks.beside import GOES_ON, STOPS
from loa_tk.model.checks.following import Difference
from loa_tk.model.checks.lines import AT_A_LEAF
from loa_tk.model.notation import move_text
from loa_tk.model.numbers import apart, number
from loa_tk.model.tree.reasons import bound_origin
from loa_tk.scenes.explorer import Piece
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words


def pieces(pair: PairComparison) -> Iterator[Piece]:
    """Yield the headings with their sentences, or that there is no difference."""
    if pair.known.difference is None:
        text = equal(pair)
        yield Piece(text, style="good")
    for place, (heading, sentence) in enumerate(texts(pair)):
        yield Piece(("\n" if place else "") + heading + "\n", style="heading")
        yield from sentence


def equal(pair: PairComparison) -> str:
    """Return that the searches do not differ."""
    known = pair.known
    return pair_words.no_difference(known.figure_leaves, known.depths, known.rival in ORDERED)


def texts(pair: PairComparison) -> tuple[tuple[str, tuple[Piece, ...]], ...]:
    """Return what each search does, why, and what to look at."""
    difference, known = pair.known.difference, KNOWN.get(pair.known.rival)
    if difference is None:
        return ()
    if pair.known.rival in ORDERED:
        return orders_texts(pair, difference)
    did, does = said(pair, difference)
    if known is not None:
        hint = pair_words.MISTAKE_TEXT.format(name=sentence_case(known.name), hint=known.hint)
        mistaken = (
            (pair_words.DOES_MISTAKE, (Piece(mistake_text(pair, difference)),)),
            (pair_words.DOES, (Piece(does),)), (pair_words.WHY, linked(pair, difference)),
            (pair_words.THE_MISTAKE, (Piece(hint),)),
        )  # fmt: skip
        return tuple(part for part in mistaken if part[1][0].text)
    look = pair.known.place.sentence or difference.look
    if difference.kind in AT_A_LEAF and look != difference.look:
        look = f"{difference.look} {look}".strip()
    parts = (
        (pair_words.DID, (Piece(did),)), (pair_words.DOES, (Piece(does),)),
        (pair_words.WHY, linked(pair, difference)), (pair_words.LOOK_AT, (Piece(look),)),
    )  # fmt: skip
    return tuple((heading, pieces) for heading, pieces in parts if pieces[0].text)


def sentence_case(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def mistake_text(pair: PairComparison, difference: Difference) -> str:
    """Return what a search with a known mistake does where Figure 2 does something else."""
    if difference.kind not in pair_words.ITS_END:
        return sentence_case(flags(pair, pair_words.IT)[1]) + "."
    tree = pair.mine.tree
    return pair_words.ITS_END[difference.kind].format(
        value=number(pair.known.value or 0.0), move=move_text(tree.game, tree.root, tree.decision)
    )


def orders_texts(
    pair: PairComparison, difference: Difference
) -> tuple[tuple[str, tuple[Piece, ...]], ...]:
    """Return what both orders try first where they part, and what they cost."""
    found = []
    for title, move, tree, leaves in zip(
        titles(pair), (difference.does, difference.did), (pair.figure.tree, pair.mine.tree),
        (pair.known.figure_leaves, pair.known.leaves), strict=True,
    ):  # fmt: skip
        counted = tree.statistics
        cost = pair_words.COSTS.format(
            nodes=words.nodes(counted.nodes), leaves=leaves, value=number(tree.value()),
            cuts=counted.prunes_max + counted.prunes_min,
        )  # fmt: skip
        found.append((title, (Piece(f"{pair_words.TRIES.format(move=move)} {cost}"),)))
    return (*found, (pair_words.WHY, (Piece(pair_words.ORDERS_DIFFER),)))


def said(pair: PairComparison, difference: Difference) -> tuple[str, str]:
    """Return what both do, in short if the columns beside it show the rest."""
    maximises, moves = difference.maximises, named(pair, difference)
    bound = difference.beta if maximises else difference.alpha
    cut = pair.figure.tree.cut(difference.opened)
    if difference.v is None or bound is None or not moves["last"]:
        return difference.did, difference.does
    v, against = apart(difference.v, bound)
    facts = {
        **moves, "v": v, "bound": against,
        "side": words.MAX if maximises else words.MIN, "sign": "≥" if maximises else "≤",
        "letter": words.BETA if maximises else words.ALPHA,
        "than": pair_words.LESS if maximises else pair_words.GREATER,
    }  # fmt: skip
    if difference.kind == GOES_ON and cut:
        last = next(
            one for one in pair.figure.tree.each_child(difference.opened)
            if pair.figure.tree.move(one) == difference.last
        )  # fmt: skip
        worth = number(pair.figure.tree.value(last))
        did = pair_words.WENT_ON.format(**facts, value=worth)
        return did, pair_words.RETURNS_AT_ONCE.format(**facts)
    if difference.kind == STOPS:
        return pair_words.STOPPED_AFTER.format(**facts), difference.does
    return difference.did, difference.does


def linked(pair: PairComparison, difference: Difference) -> tuple[Piece, ...]:
    """Return why, with a link to the move that the bound comes from."""
    why, tree = difference.why, pair.figure.tree
    origin = None
    if difference.kind == GOES_ON:
        origin = bound_origin(tree, difference.opened, not difference.maximises)
    lead = words.WITH.format(move=origin.move) if origin else ""
    at = why.find(lead) + len(lead) if origin else -1
    if origin is None or at < len(lead):
        return (Piece(why),)
    moves = ",".join(str(tree.move(node)) for node in tree.path(origin.node)[1:])
    return (
        Piece(why[: at - len(origin.move)]), Piece(origin.move, moves), Piece(why[at:]),
    )  # fmt: skip
