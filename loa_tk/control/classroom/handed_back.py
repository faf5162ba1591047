"""The page that a student gets back: mark, checks, opponents, the turning point, and all games.

It names no other student. It prints on one or two sheets of A4, also without colours: every
coloured mark has a shape or a word of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isinf

from loa_tk import __version__
from loa_tk.control.classroom.findings import FAILED, SKIPPED, Checked, Line
from loa_tk.control.classroom.page import conditions, game_row, turning_text
from loa_tk.control.classroom.rubric import Credit, earned, interval, possible
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.pages import page, paragraph, svg, with_code, words_at
from loa_tk.control.series.summary import rating_text
from loa_tk.model.drawing import board_svg
from loa_tk.model.game import Game, Move, State
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move, read_position
from loa_tk.model.playback import PlayedGame, board_html, chooser, replayed
from loa_tk.model.scoring import Score, sampled_interval
from loa_tk.words import classroom as words
from loa_tk.words import handed_back as texts

STYLE = """
body, main { background: #fff; color: #1D2127; }
body { font: 14px/1.42 "DejaVu Sans", system-ui, sans-serif; }
main { max-width: 200mm; } a { color: #1F5FBF; }
header { display: flex; gap: 16px; justify-content: space-between; flex-wrap: wrap;
  border-bottom: 2px solid #1D2127; padding-bottom: 10px; }
h1 { font-size: 28px; line-height: 1.15; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 20px 0 4px; break-after: avoid; }
h2 small { font-size: 11px; font-weight: normal; color: #5E6672; margin-left: 6px; }
.muted, p.note, footer { color: #5E6672; } p { margin: 4px 0; } p.note { font-size: 11px; }
.mark { text-align: right; line-height: 1.15; } .mark b { font-size: 33px; }
.mark i { font-style: normal; font-size: 17px; color: #5E6672; }
table { width: 100%; } th, td { padding: 2px 8px 2px 0; vertical-align: top; text-align: left;
  border-color: #DCDFE4; } th { font-size: 11px; color: #5E6672; }
td.n, th.n { text-align: right; white-space: nowrap; } td.sign { font-weight: bold; }
td.moves { font: inherit; font-size: 11px; color: #5E6672; }
.list { font-size: 12px; } .list td { overflow-wrap: anywhere; }
.list td:first-child { white-space: nowrap; overflow-wrap: normal; }
tr.own td { border-bottom: none; }
.found { color: #5E6672; } tr.failed td { background: #FBE9E7; }
tr.failed .found { color: #1D2127; }
td.good { color: #1E7A4A; } td.bad, tr.failed td.bad { color: #B3372B; }
td.check { width: 30%; } .lead { font-size: 15px; font-weight: bold; }
.turned { display: flex; gap: 20px; flex-wrap: wrap; } .turned svg { width: 190px; flex: none; }
.turned > div { flex: 1; min-width: 220px; }
.played { display: flex; gap: 20px; flex-wrap: wrap; align-items: flex-start; }
.played figure { position: sticky; top: 8px; } .played > div { flex: 1; min-width: 280px;
  overflow-x: auto; }
button { font: inherit; font-size: 11px; color: #1D2127; background: #F1F2F4;
  border: 1px solid #A7ADB6; border-radius: 4px; }
.t { font-size: 11px; fill: #1D2127; } .s { font-size: 10px; fill: #5E6672; }
.b { font-size: 11px; fill: #1D2127; font-weight: bold; } .w { font-size: 11px; fill: #fff;
  font-weight: bold; }
footer { border-top: 1px solid #A7ADB6; margin-top: 16px; padding-top: 6px; font-size: 10.5px; }
code, pre { font: 0.94em "DejaVu Sans Mono", ui-monospace, monospace; overflow-wrap: anywhere;
  white-space: pre-wrap; }
@media print {
  @page { size: A4 portrait; margin: 12mm 15mm 10mm; }
  main { margin: 0; padding: 0; max-width: none; } body { font-size: 12px; }
  h2 { margin-top: 14px; } th, td { padding-top: 1px; padding-bottom: 1px; }
  .found { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
    overflow: hidden; }
  .wrong .found { display: block; overflow: visible; }
  .played figure, .screen { display: none; } .played:not(.screen) { display: block; }
  .played > div { overflow: visible; } .list { columns: 2; column-gap: 8mm; font-size: 9.5px; }
  .list tr { break-inside: avoid; } .turned { break-inside: avoid; } a { color: inherit; }
}
"""
BOARD = "board"  # the id of the board that steps
WIDE = 640  # units of the drawings' width
BLUE, PALE, RED, GREY, INK, EMPTY = (
    "#1F5FBF", "#9DBDEB", "#B3372B", "#5E6672", "#1D2127", "#E3E6EA",
)  # fmt: skip
ROW = 20  # units of a row of the opponents
SCALE = 316, 630  # where 0 % and 100 % are
PRINTED = 60  # games that fit on the second sheet; the others are on the screen only
REASONS = 5  # why games were forfeited, as many as are printed


@dataclass(frozen=True, kw_only=True)
class TurningPoint:
    """The move that decided a lost game, and what was found about it."""

    about: str  # which game it was, and how it ended
    state: State  # before the move
    played: Move
    better: Move | None
    lead: str  # "6. d1-c1 gave the win away."
    why_better: str
    why_worse: str = ""
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Extras:
    """What is known besides checks and games; a part that is missing is left out of the page."""

    interval: tuple[float, float] | None = None  # of the whole mark, with these games
    rung: int | None = None  # the highest opponent that the student surely beats, from 1; 0: none
    ladder: str = ""  # where the student stands on the ladder
    turning: TurningPoint | None = None
    provisional: str = ""  # how much is missing, if the class was stopped


def extras_of(run: ClassroomRun, student: int, marks: Sequence[Credit]) -> Extras:
    """Return what a class knows about a student besides checks and games."""
    climbed, found = run.climbed(student), run.turned.get(student)
    turning = None
    if found is not None:
        game, proved = find_game(run.plan.game), found.turning
        state = read_position(game, proved.position)
        opponent = game_row(run, student, found.pair, run.games[found.pair][found.number], False)[0]
        lead, _, rest = turning_text(proved).partition(": ")
        turning = TurningPoint(
            about=words.TURNED.format(number=found.number + 1, opponent=opponent), state=state,
            played=read_move(game, state, proved.move),
            better=read_move(game, state, proved.better) if proved.better else None,
            lead=f"{lead}.", why_better=rest,
        )  # fmt: skip
    return Extras(
        interval=interval(marks), rung=climbed.rung if climbed is not None else None,
        ladder=words.rung(climbed.rung, climbed.rungs, *climbed.rating) if climbed else "",
        turning=turning, provisional=run.provisional_for(student),
    )  # fmt: skip


def student_page(
    run: ClassroomRun, student: int, marks: Sequence[Credit], extras: Extras | None = None
) -> str:
    """Return the page of one student, which names no other student."""
    extras = extras or extras_of(run, student, marks)
    checked = run.checked.get(student)
    name, game = run.plan.students[student].name, find_game(run.plan.game)
    parts = [f'<p class="lead">{escape(extras.provisional)}</p>'] if extras.provisional else []
    if checked is None:
        parts.append(paragraph(words.NOT_CHECKED))
    else:
        parts += [_mark(marks, extras) if marks else "", _checks(checked, marks)]
    parts += [
        _opponents(run, student, extras), _turning(game, extras.turning),
        _class(run, student), _games(run, student), _footer(run, student),
    ]  # fmt: skip
    title = words.STUDENT_TITLE.format(name=name, game=game.title)
    return page(title, filter(None, parts), STYLE, _header(run, student, marks, extras))


def _header(run: ClassroomRun, student: int, marks: Sequence[Credit], extras: Extras) -> str:
    """Return the name, what was handed in, and the mark."""
    one, game = run.plan.students[student], find_game(run.plan.game)
    about = escape(texts.ABOUT.format(game=game.title, kind=texts.kind(one.kinds, one.command)))
    mark = ""
    if marks:
        total, most = earned(marks), possible(marks)
        ends = extras.interval
        error = f" <i>{escape(texts.margin(total, *ends))}</i>" if ends is not None else ""
        mark = (
            f'<div class="mark"><b>{total:g}</b>{error}'
            f'<div class="muted">{escape(texts.OF_POINTS.format(most=most))}</div></div>'
        )
    return (
        f'<header><div><h1>{escape(one.name)}</h1><div class="muted">{about} · '
        f"<code>{escape(one.path.name)}</code></div></div>{mark}</header>"
    )


def _mark(marks: Sequence[Credit], extras: Extras) -> str:
    """Return the mark as a bar: what the checks are worth, then the games, with their interval."""
    known = set(words.TEXTS.values())
    checks = [mark for mark in marks if mark.name in known]
    games = [mark for mark in marks if mark.name not in known]
    most = possible(marks) or 1.0
    parts, at, notes = [f'<rect y="4" width="{WIDE}" height="18" rx="4" fill="{EMPTY}"/>'], 0.0, []
    for given, text, paint, style in (
        (checks, texts.CHECKS_PART, BLUE, "w"), (games, texts.GAMES_PART, PALE, "b"),
    ):  # fmt: skip
        width = WIDE * earned(given) / most
        label = text.format(points=earned(given), most=possible(given))
        parts.append(f'<rect x="{at:.1f}" y="4" width="{width:.1f}" height="18" fill="{paint}"/>')
        if given and width > 7 * len(label):
            parts.append(words_at(at + 6, 17, label, style, "start"))
        elif given:  # there is no room in the bar
            notes.append(f"{label}.".capitalize())
        at += width
    if extras.interval:
        low, high = (WIDE * end / most for end in extras.interval)
        parts.append(_whisker(low, high, 13, INK))
        ends = dict(zip(("low", "high"), extras.interval, strict=True))
        notes.append(texts.SAMPLE.format(**ends))
    note = " ".join(notes)
    drawn = svg(WIDE, 26, "".join(parts), texts.YOUR_MARK)
    return f'<h2>{escape(texts.YOUR_MARK)}</h2>{drawn}<p class="note">{escape(note)}</p>'


def _whisker(low: float, high: float, y: float, paint: str) -> str:
    ends = "".join(f"M{x:.1f} {y - 5}v10" for x in (low, high))
    line = f"M{low:.1f} {y}H{high:.1f}{ends}"
    return f'<path d="{line}" fill="none" stroke="{paint}" stroke-width="2"/>'


def _checks(checked: Checked, marks: Sequence[Credit]) -> str:
    """Return all checks with what was found, and their points if there are marks."""
    required = [line for line in checked.lines if line.required]
    made = [line for line in required if line.finding.status != SKIPPED]
    if not checked.obstacle:  # otherwise what was not made does not pass
        required = made
    hold = sum(not line.failed for line in made)
    points = {mark.name: mark for mark in marks}
    rows = []
    for line in checked.lines:
        sign, tone = _sign(line)
        given = points.get(line.text)
        worth = f"{given.points:g} / {given.most:g}" if given is not None else ""
        # What names a mistake is printed whole; the rest is cut to two lines on paper.
        style = " ".join(["failed"] * line.failed + ["wrong"] * (line.finding.status == FAILED))
        rows.append(
            f'<tr class="{style}"><td class="sign {tone}">{sign}</td>'
            f'<td class="check">{escape(line.text)}</td>'
            f'<td><div class="found">{with_code(line.finding.text)}</div></td>'
            f'<td class="n">{worth}</td></tr>'
        )
    heads = "".join(f"<th>{escape(head)}</th>" for head in ("", *texts.CHECK_HEADS))
    head = f'<tr>{heads}<th class="n">{words.POINTS if marks else ""}</th></tr>'
    said = escape("\n".join(checked.output))
    printed = f"<p>{escape(words.PRINTED)}</p><pre>{said}</pre>" if said else ""
    count = texts.HOLD.format(hold=hold, count=len(required))
    return (
        f"<h2>{escape(words.CHECKS)}<small>{escape(count)}</small></h2>"
        f'<table>{head}{"".join(rows)}</table><p class="note">{escape(words.LEGEND)}</p>{printed}'
    )


def _sign(line: Line) -> tuple[str, str]:
    return (words.ADVICE, "") if line.advice else line.sign


def _opponents(run: ClassroomRun, student: int, extras: Extras) -> str:
    """Return the score against each opponent with its interval, the last one of the plan first."""
    first = len(run.plan.students)
    named = zip(run.plan.names[first:], run.against_opponents(student).values(), strict=True)
    scores = list(enumerate(named, 1))
    forfeits = [*run.forfeits_of(student).against.values()]
    if not any(score.games for _, (_, score) in scores):
        return ""
    parts = [_scale(len(scores))]
    for place, (number, (name, score)) in enumerate(reversed(scores)):
        y = 30 + ROW * place
        bold = number == extras.rung
        if bold:
            parts.append(f'<rect y="{y - 14}" width="{WIDE}" height="{ROW}" fill="#E4EDFA"/>')
        style = "b" if bold else "t"
        cells = ((4, str(number), "start"), (28, name if len(name) < 25 else name[:23] + "…",
                                             "start"))  # fmt: skip
        parts += [words_at(x, y, text, style, anchor) for x, text, anchor in cells]
        counts = ((222, score.wins), (262, score.draws), (294, score.losses))
        parts += [words_at(x, y, str(count), style, "end") for x, count in counts]
        parts.append(_share(score, forfeits[number - 1], y - 4))
    rung = extras.rung
    head = texts.RUNG.format(rung=rung or texts.NO_RUNG, count=len(scores))
    title = texts.OPPONENTS if rung is None else head
    drawn = svg(WIDE, 30 + ROW * len(scores) - 8, "".join(parts), title)
    legend = texts.OPPONENTS_LEGEND + (texts.RUNG_LEGEND if rung is not None else "")
    return (
        f"<h2>{escape(title)}<small>{escape(texts.SHARES)}</small></h2>{drawn}"
        f'<p class="note">{escape(legend)}</p>{paragraph(extras.ladder) if extras.ladder else ""}'
    )


def _scale(rows: int) -> str:
    """Return the headings, and a line for each quarter."""
    low, high = SCALE
    heads = ((4, "", "start"), (28, texts.OPPONENT, "start"), (222, words.WON, "end"),
             (262, words.DRAWN, "end"), (294, words.LOST, "end"))  # fmt: skip
    parts = [words_at(x, 10, text, "s", anchor) for x, text, anchor in heads]
    for quarter in range(5):
        x = low + (high - low) * quarter / 4
        dash = ' stroke-dasharray="3 2"' if quarter == 2 else ""
        parts.append(
            f'<path d="M{x:.1f} 14V{22 + ROW * rows}" stroke="{GREY if quarter == 2 else EMPTY}"'
            f"{dash}/>"
        )
        parts.append(words_at(x, 10, f"{25 * quarter} %", "s", "middle" if quarter < 4 else "end"))
    return "".join(parts)


def _share(score: Score, forfeited: Score, y: float) -> str:
    """Return the share of the points with its interval; the shape says what it proves."""
    if not score.games:
        return ""
    low, high = SCALE
    interval = sampled_interval([score], [forfeited])
    if interval is None:
        return words_at(low + 6, y + 4, texts.FORFEITED, "s", "start")
    ends = [low + (high - low) * end for end in interval]
    x = low + (high - low) * score.share
    if interval[0] > 0.5:
        paint, mark = BLUE, f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{BLUE}"/>'
    elif interval[1] < 0.5:
        square = f'x="{x - 5:.1f}" y="{y - 5}" width="10" height="10"'
        paint, mark = RED, f'<rect {square} fill="{RED}"/>'
    else:
        paint = GREY
        mark = f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="#fff" stroke="{GREY}" stroke-width="2"/>'
    return _whisker(ends[0], ends[1], y, paint) + mark


def _turning(game: Game, turning: TurningPoint | None) -> str:
    """Return the move that decided a game, on a small board."""
    if turning is None:
        return ""
    better, played = turning.better, turning.played
    arrows = [game.path(turning.state, better)] if better is not None else []
    wrong = [game.path(turning.state, played)]
    lines = filter(None, (turning.why_better, turning.why_worse, *turning.rest))
    text = "".join(map(paragraph, lines))
    return (
        f"<h2>{escape(texts.TURNED)}<small>{escape(turning.about)}</small></h2>"
        f'<div class="turned">{board_svg(game, turning.state, (), arrows, wrong)}'
        f'<div><p class="lead">{escape(turning.lead)}</p>{text}</div></div>'
    )


def _class(run: ClassroomRun, student: int) -> str:
    """Return the place among the students, if there are others."""
    own = run.against_students(student)
    if len(run.plan.students) < 2 or not own.games:
        return ""
    rating, error = run.rated()[student]
    standing = words.STANDING.format(
        place=run.place(student), count=len(run.plan.students),
        rating=rating_text(rating, error), score=words.score(own.points, own.games),
    )  # fmt: skip
    shown = standing if not isinf(error) else words.ALL_FORFEITED
    return f"<h2>{escape(texts.CLASS)}</h2>{paragraph(shown)}"


def _games(run: ClassroomRun, student: int) -> str:
    """Return all games: a board that steps through them, and a list with moves and files."""
    results, game = run.results_of(student), find_game(run.plan.game)
    if not results:
        return ""
    shown, rows, reasons = list[PlayedGame](), [], set[str]()
    for number, (pair, result) in enumerate(results, 1):
        name, _, won, plies, reason = game_row(run, student, pair, result, open_names=False)
        side = game.sides[pair.index(student) ^ result.first].name
        cells = [str(number), name, side, won, plies]
        show = ""
        if result.moves:
            show = chooser(BOARD, len(shown), texts.SHOW)
            shown.append(replayed(game, game.start, read_moves(game, result.moves)))
        link = f'<a href="{escape(file_of(number))}">SGF</a>'
        rest = f'<td class="screen n">{show} {link}</td>'
        # On paper there is no room for what is said again, or for games that were not played.
        printed = "" if number <= PRINTED and result.moves else " screen"
        news = result.forfeited and reason not in reasons and len(reasons) < REASONS
        below = "" if news and not printed else "screen"
        reasons.update({reason} if news else ())
        reason = reason if result.moves else ""
        moves = f'<div class="screen"><code>{escape(" ".join(result.moves))}</code></div>'
        rows.append(
            f'<tr class="own{printed}">' + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + f'{rest}</tr><tr class="{below}"><td></td><td class="moves" colspan="5">'
            f"{escape(reason)}{moves if result.moves else ''}</td></tr>"
        )  # fmt: skip
    heads = "".join(f"<th>{escape(head)}</th>" for head in texts.GAME_HEADS)
    table = f'<table><tr>{heads}<th class="screen"></th></tr>{"".join(rows)}</table>'
    board = board_html(game, shown, BOARD, 240) if shown else ""
    more = sum(bool(result.moves) for _, result in results[PRINTED:])
    note = f'<p class="note">{escape(texts.MORE.format(count=more))}</p>' if more > 0 else ""
    unplayed = "".join(map(paragraph, _unplayed(run, student)))
    empty = "" if shown else " screen"
    return (
        f"<h2>{escape(texts.YOUR_GAMES)}</h2>{unplayed}"
        f'<div class="played{empty}">{board}<div class="list">{table}</div></div>{note}'
    )


def _unplayed(run: ClassroomRun, student: int) -> list[str]:
    """Return how many games were decided without a move, and why, each reason once.

    The check that keeps a file from playing is named, because its text stands in the table.
    """
    checked = run.checked.get(student)
    counts = Counter(
        run.fault(student, pair, result)
        for pair, result in run.results_of(student) if not result.moves
    )  # fmt: skip
    return [
        texts.unplayed(count, fault, checked.barrier if checked is not None else "")
        for fault, count in counts.items()
    ]


def read_moves(game: Game, texts: Sequence[str]) -> list[Move]:
    """Return the moves of a whole game."""
    state, moves = game.start, list[Move]()
    for text in texts:
        moves.append(read_move(game, state, text))
        state = game.play(state, moves[-1])
    return moves


def file_of(number: int) -> str:
    """Return where a game of a student's page is, from the page; games are counted from 1."""
    return f"games/{number}.sgf"


def _footer(run: ClassroomRun, student: int) -> str:
    """Return what makes the results repeatable: the file's hash, the program, seed and games."""
    one, checked = run.plan.students[student], run.checked.get(student)
    results = run.results_of(student)
    lost = sum(bool(run.fault(student, pair, result)) for pair, result in results)
    line = texts.INTEGRITY.format(
        file=texts.hashed(one.path.name, one.whole), digest=texts.hash_text(one.digest),
        version=__version__, seed=run.plan.seed, games=texts.games(len(results), lost),
        repeatable=texts.SAME_GAMES if run.plan.depth is not None else texts.TIMED_GAMES,
    )  # fmt: skip
    known = ""
    if checked is not None and checked.integrity is not None:
        known = f" {texts.sentence(checked.integrity.rest)}"
    return f"<footer>{escape(line + known)} {escape(conditions(run))}</footer>"
