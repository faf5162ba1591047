"""A student's source beside Figure 2: the few lines that matter, equal ones side by side.

The source is only text here: it may be wrong in any way, and it is not parsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from loa_tk.model.checks.beside import GOES_ON, ORDER, STOPS
from loa_tk.model.checks.following import Difference
from loa_tk.model.checks.places import Place
from loa_tk.model.numbers import apart, number
from loa_tk.model.tree.figure import ALPHA_BETA, BOUND, CALL, ENTER, NEXT, TEST
from loa_tk.scenes.explorer import LOOK, SAME, STANDS, CodeLine
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words

LONGEST = 120  # characters of a line
BEFORE, AFTER = 3, 1  # lines of a loop that are shown before and after the one that matters
DEF, LOOP = ("def ", "async def "), ("for ", "while ")


BLANK, GAP = CodeLine(0, ""), CodeLine(0, "…")


def excerpts(
    source: Sequence[str], place: Place, difference: Difference
) -> tuple[tuple[CodeLine, CodeLine], ...]:
    """Return pairs of lines: the student's, and Figure 2's of the same meaning."""
    lines = ["", *map(printable, source)]
    shown = sorted({at for at in (place.look, place.stands) if 0 < at < len(lines)})
    blocks: dict[int, list[int]] = {}
    for at in shown:
        blocks.setdefault(above(lines, at, DEF), []).append(at)
    pairs: list[tuple[CodeLine, CodeLine]] = []
    for begin, marked in blocks.items():
        if pairs:
            pairs.append((GAP, GAP))
        pairs += block(lines, begin, marked, place, difference)
    if not pairs:
        pairs = figure_alone(place, difference)
    least = min((indented(line.text) for line, _ in pairs if line.number), default=0)
    return tuple((moved(line, least), other) for line, other in pairs)


def printable(line: str) -> str:
    """Return a line of the student's as it can be shown anywhere."""
    text = line.expandtabs(4).rstrip()[:LONGEST]
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def moved(line: CodeLine, by: int) -> CodeLine:
    """Return a line of the student's without the blanks that all lines begin with."""
    begin, end = line.mark
    mark = (begin - by, end - by) if end else line.mark
    return line._replace(text=line.text[by:], mark=mark) if line.number else line


def block(
    lines: Sequence[str], begin: int, marked: Sequence[int], place: Place, difference: Difference
) -> list[tuple[CodeLine, CodeLine]]:
    """Return the lines of one function: its head, its loop, and the lines that matter."""
    loop = above(lines, marked[0], LOOP, begin)
    numbers = {begin, loop, *marked} - {0}
    if place.stands in marked:
        first = max((loop or begin) + 1, place.stands - BEFORE)
        end = min(place.stands + AFTER + 1, len(lines))
        numbers |= {at for at in range(first, end) if lines[at].strip()}
    function = is_max(marked, place, difference)
    roles = {begin: ENTER, loop: NEXT}
    for at in numbers:
        if re.search(calling(place.functions), lines[at]) and at not in roles:
            roles[at] = CALL
    figures = {at: ALPHA_BETA.line(role, function) + 1 for at, role in roles.items() if at}
    if place.stands in marked:
        figures[place.stands] = place.figure_stands
        test = ALPHA_BETA.line(TEST, function) + 1
        if place.figure_stands == test:
            figures.setdefault(place.stands + 1, ALPHA_BETA.line(BOUND, function) + 1)
    if place.look in marked and place.figure_look:
        figures[place.look] = place.figure_look
    if difference.kind == ORDER and loop and not place.look:
        place = replace(place, look=loop, figure_look=figures[loop])
    return [
        (
            student_line(lines, at, place, difference),
            figure_line(figures[at], place, difference) if at in figures else BLANK,
        )
        for at in sorted(numbers)
    ]


def is_max(marked: Sequence[int], place: Place, difference: Difference) -> bool:
    """Return whether MAX-VALUE is the counterpart of a function in the source."""
    if place.stands in marked or not place.figure_look:
        return difference.maximises
    return place.figure_look <= ALPHA_BETA.min_line


def calling(functions: Sequence[str]) -> str:
    """Return a pattern for a call of one of these functions that is no definition."""
    named = "|".join(re.escape(name) for name in functions if name) or r"\0"
    return rf"^(?!\s*(?:async )?def ).*\b(?:{named})\("


def above(lines: Sequence[str], at: int, begins: tuple[str, ...], least: int = 1) -> int:
    """Return the nearest line above that begins so and is indented less, or 0."""
    indent = indented(lines[at])
    for line in range(at, max(1, least) - 1, -1):
        text = lines[line].lstrip()
        if not text or (line < at and indented(lines[line]) >= indent):
            continue
        indent = indented(lines[line])
        if text.startswith(begins):
            return line
    return 0


def indented(line: str) -> int:
    """Return the blanks at the beginning of a line."""
    return len(line) - len(line.lstrip())


def student_line(lines: Sequence[str], at: int, place: Place, difference: Difference) -> CodeLine:
    """Return a line of the student's with its marks."""
    text = lines[at]
    if at == place.look and at != place.stands:
        return CodeLine(
            number=at, text=text, part=LOOK, note=pair_words.LOOK_HERE,
            mark=argument(lines, at, place),
        )
    if at == place.stands:
        numbers = ", ".join(f"{name} {number(value)}" for name, value in place.values[:2])
        does = {GOES_ON: pair_words.GOES_ON, STOPS: pair_words.RETURNS}.get(difference.kind, "")
        note = ": ".join(filter(None, (numbers, does))) if numbers else does
        if at == place.look:
            return CodeLine(number=at, text=text, part=LOOK, note=note or pair_words.LOOK_HERE)
        return CodeLine(number=at, text=text, part=STANDS, note=note)
    return CodeLine(at, text)


def figure_line(at: int, place: Place, difference: Difference) -> CodeLine:
    """Return a line of Figure 2 with its marks."""
    text = ALPHA_BETA.lines[at - 1]
    if at == place.figure_stands:
        return CodeLine(number=at, text=text, part=STANDS, note=figure_note(difference))
    if at == place.figure_look:
        letter = words.BETA if difference.maximises else words.ALPHA
        begin = text.find(letter, text.find("VALUE(")) if place.argument else 0
        mark = (begin, begin + 1) if begin > 0 else (0, 0)
        return CodeLine(number=at, text=text, part=SAME, mark=mark)
    return CodeLine(at, text)


def figure_note(difference: Difference) -> str:
    """Return what Figure 2 compares in the node, and what it does."""
    bound = difference.beta if difference.maximises else difference.alpha
    if difference.kind not in (GOES_ON, STOPS) or difference.v is None or bound is None:
        return ""
    letter = words.BETA if difference.maximises else words.ALPHA
    v, against = apart(difference.v, bound)
    returns = pair_words.RETURNS_VALUE.format(value=v)
    does = returns if difference.kind == GOES_ON else pair_words.GOES_ON
    return pair_words.COMPARED_HERE.format(v=v, letter=letter, bound=against, does=does)


def figure_alone(place: Place, difference: Difference) -> list[tuple[CodeLine, CodeLine]]:
    """Return the function of Figure 2 that is executed, if nothing is known of the source."""
    first = ALPHA_BETA.max_line if difference.maximises else ALPHA_BETA.min_line
    begin, end = first + 1, first + len(ALPHA_BETA.steps)
    if place.figure_stands <= ALPHA_BETA.max_line:
        begin, end = 1, ALPHA_BETA.max_line - 1
    return [(BLANK, figure_line(at, place, difference)) for at in range(begin, end + 1)]


def argument(lines: Sequence[str], at: int, place: Place) -> tuple[int, int]:
    """Return where the wrong argument of a call stands in its line, or nothing."""
    head = next((one for one in lines if re.match(rf"\s*def {re.escape(place.called)}\(", one)), "")
    names = [name.split("=")[0].split(":")[0].strip()
             for name in head.partition("(")[2].rpartition(")")[0].split(",")]  # fmt: skip
    begin = lines[at].find(f"{place.called}(")
    if not place.called or place.argument not in names or begin < 0:
        return 0, 0
    begin += len(place.called) + 1
    depth, count, wanted = 0, 0, names.index(place.argument)
    for end in range(begin, len(lines[at])):
        sign = lines[at][end]
        if depth == 0 and sign in ",)":
            if count == wanted:
                blank = len(lines[at][begin:end]) - len(lines[at][begin:end].lstrip())
                return begin + blank, end
            begin, count = end + 1, count + 1
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            break
    return 0, 0
