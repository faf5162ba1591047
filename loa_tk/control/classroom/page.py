"""The instructor's page of a class: tables about everyone, and what each student has done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

from loa_tk.control.classroom.findings import MEASURED, Checked, Line
from loa_tk.control.classroom.names import GAMES, INDEX, slugs
from loa_tk.control.classroom.rubric import Credit, earned, interval, marks_text, possible
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.classroom.students import SEARCH
from loa_tk.control.guest.sandbox import hides_files
from loa_tk.control.pages import page, paragraph, section, table, with_code
from loa_tk.control.series import columns
from loa_tk.control.series.plan import FORFEITS, Result
from loa_tk.control.series.summary import cross_rows, points_text, rating_text
from loa_tk.model.checks.turning import Turning
from loa_tk.model.drawing import board_svg
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move, read_position
from loa_tk.model.pairings import Pair
from loa_tk.words import classroom as words
from loa_tk.words.own_code import SANDBOXES
from loa_tk.words.series import NOTHING

STYLE = """
td.good { color: #1B7F3B; } td.bad { color: #B3261E; } td.left { text-align: left; }
main { max-width: 1200px; } table.names td:nth-child(2), table.names th:nth-child(2),
td:nth-child(2) { white-space: nowrap; } table.names td:nth-child(2),
table.names th:nth-child(2) { text-align: left; } td.text { white-space: normal; }
tr.failed td { font-weight: bold; } a { color: inherit; }
table.checks { font-size: 14px; } table.checks th { font-size: 12px; line-height: 1.25;
vertical-align: bottom; } table.checks th, table.checks td { padding-right: 8px;
white-space: normal; }
figure.turning { margin: 8px 0; max-width: 220px; }
section.provisional { border: 2px solid #B3261E; font-weight: bold; }
section { scroll-margin-top: 12px; } h3 { font-size: 14px; margin: 12px 0 4px; }
@media (prefers-color-scheme: dark) { td.good { color: #6FD08C; } td.bad { color: #FF8A80; } }
table.turned th span { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left;
  white-space: nowrap; max-height: 220px; } table.turned th { vertical-align: bottom; }
table.turned th:first-child span { writing-mode: horizontal-tb; transform: none; }
table.turned td:first-child { white-space: nowrap; }
table.cross td, table.cross th { padding-right: 6px; font-size: 13px; white-space: nowrap; }
table.many td, table.many th { padding-right: 3px; font-size: 11px; }
table.cross th:nth-child(n+5), table.cross td:nth-child(n+5) { text-align: center;
  min-width: 1.4em; } .files ul { columns: 220px; font-size: 12px; padding-left: 16px; }
@media print {
  @page { size: A4 landscape; margin: 10mm; }
  body { background: #fff; color: #000; font-size: 11px; } main { max-width: none; margin: 0;
    padding: 0; } h1 { font-size: 18px; margin: 0 0 6px; } h2 { break-after: avoid; }
  section { border: none; padding: 0; margin: 0 0 8px; overflow: visible; }
  section.student, .files { display: none; } table, table.checks { font-size: 9px; }
  table.cross td, table.cross th { font-size: 8px; padding: 1px 3px 1px 0; }
  th, table.checks th { font-size: 8px; } table.turned th span { max-height: 180px; }
  th, td { padding: 1px 6px 1px 0; } tr { break-inside: avoid; }
  tr:first-child { break-after: avoid; }
}
"""
MANY = 24  # players whose cross table needs smaller letters
Marks = Mapping[int, Sequence[Credit]]


def class_page(run: ClassroomRun, marks: Marks, linked: bool = False) -> str:
    """Return the instructor's page: all tables, then a section for each student.

    If it is `linked`, it lies beside the students' folders and the games: then it has links to them
    instead of the sections.
    """
    plan = run.plan
    title = words.TITLE.format(game=find_game(plan.game).title, count=len(plan.students))
    parts = [
        *provisional(run),
        section(words.CHECKS, checks_table(run, linked) + paragraph(words.LEGEND)),
        section(words.CROSS_TABLE, cross_table(run) + paragraph(words.INTERVALS)),
    ]
    if marks:
        parts.append(section(words.MARKS, marks_table(run, marks)))
    told = any(SEARCH in student.kinds for student in plan.students)
    effort = effort_table(run) + (paragraph(words.REPORTED) if told else "")
    parts += [section(words.TIME_USED, effort), section(words.ERRORS, errors(run))]
    for head, lines in ((words.LEFT_OUT_HEAD, plan.left_out), (words.EQUAL_HEAD, plan.equal)):
        if lines:
            parts.append(section(head, "".join(map(paragraph, lines))))
    if run.rounds:
        parts.append(section(words.ROUNDS, rounds_table(run)))
    parts += [all_games(run)] if linked and run.played else []
    parts += [
        f'<section class="student" id="{slugs(plan.names)[number]}"><h2>{escape(student.name)}</h2>'
        + student_part(run, number, marks.get(number, ()))
        + "</section>"
        for number, student in enumerate(() if linked else plan.students)
    ]
    secret = words.CLASS_SECRET.format(secret=plan.secret)
    parts.append(f'<p class="muted">{escape(f"{conditions(run)} {secret}")}</p>')
    return page(title, parts, STYLE)


def provisional(run: ClassroomRun) -> list[str]:
    """Return what stands at the head of the pages of an unfinished class, or nothing."""
    text = run.provisional
    return [f'<section class="provisional">{paragraph(text)}</section>'] if text else []


def conditions(run: ClassroomRun) -> str:
    """Return under which conditions the games were played."""
    plan = run.plan
    limit = f"depth {plan.depth}" if plan.depth is not None else f"{plan.seconds:g} s for a move"
    played = words.CONDITIONS.format(
        games=plan.games, limit=limit, openings=plan.openings, seed=plan.seed
    )
    named = "".join(
        " " + words.OPPONENT_IS.format(name=name, player=player)
        for name, player in zip(plan.names[len(plan.students) :], plan.opponents, strict=True)
        if name != player
    )
    isolated = words.sandbox(SANDBOXES.get(plan.sandbox, ""), hides_files(plan.sandbox))
    return f"{played}{named} {isolated}"


# --- tables about everyone ---


def all_games(run: ClassroomRun) -> str:
    """Return a list of all games with links to their files."""
    rows = []
    for pair, results in sorted(run.games.items()):
        for result in results.values():
            file = escape(quote(f"{GAMES}/{file_name(run, pair, result)}"))
            players = f"{run.plan.names[pair[0]]} – {run.plan.names[pair[1]]}"
            rows.append(f'<li><a href="{file}">{escape(players)}, {result.number + 1}</a></li>')
    head = f"{words.GAMES_HEAD}: {run.played:,}"
    body = f"<details><summary>{escape(head)}</summary><ul>{''.join(rows)}</ul></details>"
    return f'<section class="files">{body}</section>'


def checks_table(run: ClassroomRun, linked: bool = False) -> str:
    """Return a row for each student and a column for each check."""
    made = {line.name for checked in run.checked.values() for line in checked.lines}
    texts = {name: text for name, text in words.TEXTS.items() if name in made}
    heads = "".join(f"<th><span>{escape(text)}</span></th>" for text in texts.values())
    rows = []
    for number, student in enumerate(run.plan.students):
        checked = run.checked.get(number)
        signs = "".join(check_cell(_line(checked, name)) for name in texts)
        place = f"#{slugs(run.plan.names)[number]}"
        if linked:
            place = quote(f"{student.name}/{INDEX}")
        link = f'<a href="{escape(place)}">{escape(student.name)}</a>'
        kind = "failed" if checked is not None and not checked.passed else ""
        rows.append(f'<tr class="{kind}"><td>{link}</td>{signs}</tr>')
    head = f"<tr><th>{words.STUDENT}</th>{heads}</tr>"
    return f'<table class="checks turned">{head}{"".join(rows)}</table>'


def _line(checked: Checked | None, name: str) -> Line | None:
    return next((line for line in checked.lines if line.name == name), None) if checked else None


def check_cell(line: Line | None) -> str:
    """Return the cell of one check: a sign or a share, with the whole text behind it."""
    if line is None:
        return f"<td>{NOTHING}</td>"
    finding = line.finding
    sign, kind = (words.ADVICE, "") if line.advice else line.sign
    if finding.status == MEASURED:
        sign = escape(finding.brief)
    return f'<td class="{kind}" title="{escape(finding.text)}">{sign}</td>'


def standings(run: ClassroomRun, marks: Marks | None = None) -> list[list[str]]:
    """Return the cross table with its headings, the best player first; with marks if there are."""
    order, scores = run.order(), run.scores()
    figures = []
    for player, rating in enumerate(run.rated()):
        figures.append([rating_text(*rating), points_text(scores, player, order)])
        if marks:
            known = player in marks
            figures[player].append(marks_text(marks[player]) if known else NOTHING)
    heads = ["", words.STUDENT, words.RATING, words.POINTS]
    heads += [words.MARKS.lower()] if marks else []
    return cross_rows(heads, run.plan.names, scores, order, figures)


def cross_table(run: ClassroomRun) -> str:
    """Return the cross table for the page."""
    heads, *rows = standings(run)
    style = "names cross many" if len(rows) > MANY else "names cross"
    return table(heads, rows).replace("<table>", f'<table class="{style}">', 1)


def marks_table(run: ClassroomRun, marks: Marks) -> str:
    """Return what every student has earned for each thing."""
    # In the order of the checks, whoever was checked first; then the games.
    places = {text: place for place, text in enumerate(words.TEXTS.values())}
    every = dict.fromkeys(mark.name for _, given in sorted(marks.items()) for mark in given)
    names = sorted(every, key=lambda name: places.get(name, len(places)))
    rows = []
    for number, student in enumerate(run.plan.students):
        own = {mark.name: mark for mark in marks.get(number, ())}
        given = [f"{own[name].points:g}" if name in own else NOTHING for name in names]
        total = marks_text(marks[number]) if number in marks else NOTHING
        rows.append([student.name, total, *given])
    most = words.TOTAL.format(most=max(map(possible, marks.values()), default=0.0))
    made = table([words.STUDENT, most, *names], rows)
    head, end, body = made.partition("</tr>")
    head = head.replace("<th>", "<th><span>").replace("</th>", "</span></th>")
    return head.replace("<table>", '<table class="turned">', 1) + end + body


def _total(given: Sequence[Credit]) -> str:
    """Return the points of all marks with their interval."""
    total = words.score(earned(given), possible(given))
    ends = interval(given)
    return total + words.within(*ends) if ends is not None else total


def effort_table(run: ClassroomRun) -> str:
    """Return what every player has spent."""
    shown = columns.shown()
    rows = []
    for player, name in enumerate(run.plan.names):
        effort = run.effort(player)
        spent = effort.totals["seconds"]
        seconds = NOTHING if spent is None else f"{spent.sum:,.1f}"
        rows.append([name, seconds, *(column.text(effort) for column in shown)])
    return table([words.STUDENT, words.SECONDS, *(column.head for column in shown)], rows)


def errors(run: ClassroomRun) -> str:
    """Return why games were lost without being played to their end."""
    rows = [
        (name, reason)
        for player, name in enumerate(run.plan.names) for reason in run.errors(player)
    ]  # fmt: skip
    if not rows:
        return paragraph(words.NO_ERRORS)
    return table((words.STUDENT, words.ERROR), rows, "text")


def rounds_table(run: ClassroomRun) -> str:
    """Return the pairs of each round of a Swiss tournament."""
    names = run.plan.names
    rows = []
    for begun in run.rounds:
        pairs = ", ".join(f"{names[first]} – {names[second]}" for first, second in begun.pairs)
        rest = NOTHING if begun.resting is None else names[begun.resting]
        rows.append((str(begun.number), pairs, rest))
    return table((words.ROUND, words.PAIRS, words.RESTING), rows, "text")


# --- one student ---


def student_part(run: ClassroomRun, student: int, marks: Sequence[Credit]) -> str:
    """Return checks, marks and games of one student, for the instructor."""
    checked = run.checked.get(student)
    if checked is None:
        return paragraph(words.NOT_CHECKED)
    verdict = words.ALL_PASS if checked.passed else words.NOT_ALL_PASS
    rating, error = run.rated()[student]
    own = run.against_students(student)
    figures = words.STANDING.format(
        place=run.place(student), count=len(run.plan.students),
        rating=rating_text(rating, error), score=words.score(own.points, own.games),
    )  # fmt: skip
    parts = [paragraph(verdict), paragraph(figures), *ladder_part(run, student)]
    if run.results_of(student) and not run.has_played(student):
        parts.append(paragraph(words.ALL_FORFEITED))
    parts.append(checks_list(checked))
    if marks:
        parts.append(f"<h3>{escape(words.MARKS)}: {escape(_total(marks))}</h3>")
        lines = [(mark.name, f"{mark.points:g} / {mark.most:g}", mark.why) for mark in marks]
        parts.append(table((words.TEST, words.POINTS, words.WHY), lines, "text"))
    parts.append(turning_part(run, student))
    games = run.results_of(student)
    if games:
        parts.append(f"<h3>{escape(words.GAMES_HEAD)}</h3>")
        rows = [
            (*game_row(run, student, pair, result, True), file_name(run, pair, result))
            for pair, result in games
        ]
        parts.append(table((*words.GAME_HEADS, words.GAME_FILE), rows, "text"))
    return "".join(parts)


def ladder_part(run: ClassroomRun, student: int) -> list[str]:
    """Return where a student stands on the ladder, if it has met it."""
    climbed = run.climbed(student)
    if climbed is None:
        return []
    elo, error = climbed.rating
    return [paragraph(words.rung(climbed.rung, climbed.rungs, elo, error))]


def turning_part(run: ClassroomRun, student: int) -> str:
    """Return the decisive move of a lost game with a small board, or nothing if none is proved."""
    found = run.turned.get(student)
    if found is None:
        return ""
    game, turning = find_game(run.plan.game), found.turning
    result = run.games[found.pair][found.number]
    opponent = game_row(run, student, found.pair, result, True)[0]
    state = read_position(game, turning.position)
    move = read_move(game, state, turning.move)
    board = board_svg(game, state, arrows=[game.path(state, move)])
    head = words.TURNED.format(number=found.number + 1, opponent=opponent)
    return (
        f"<h3>{escape(head)}</h3>{paragraph(turning_text(turning))}"
        f'<figure class="turning">{board}</figure>'
    )


def turning_text(turning: Turning) -> str:
    """Return what the decisive move of a game gave away."""
    return words.turning(
        f"{turning.number}. {turning.move}", turning.side, turning.other, turning.won_in,
        turning.lost_in, turning.better,
    )  # fmt: skip


def checks_list(checked: Checked) -> str:
    """Return all checks of one program with what they found."""
    rows = []
    for line in checked.lines:
        sign, kind = (words.ADVICE, "") if line.advice else line.sign
        rows.append(
            f'<tr><td class="{kind}">{sign}</td><td class="text">{escape(line.text)}</td>'
            f'<td class="text">{with_code(line.finding.text)}</td></tr>'
        )
    known = ""
    if checked.integrity is not None:
        known = paragraph(words.INTEGRITY.format(line=checked.integrity.line))
    said = escape("\n".join(checked.output))
    printed = f"<p>{escape(words.PRINTED)}</p><pre>{said}</pre>" if said else ""
    return f"<table>{''.join(rows)}</table>{known}{printed}"


def game_row(
    run: ClassroomRun, student: int, pair: Pair, result: Result, open_names: bool
) -> tuple[str, ...]:
    """Return one game from a student's point of view."""
    who = pair.index(student)
    other = pair[1 - who]
    reason, name = result.reason, run.plan.names[other]
    if not open_names and other < len(run.plan.students):
        name = words.ANOTHER.format(place=run.place(other))
        if result.forfeited and (result.winner == who or result.both_lost):
            own = run.fault(student, pair, result) if result.both_lost else ""
            reason = f"{own} {name}{FORFEITS}".strip()
    outcome = words.WON if result.winner == who else words.LOST
    won = words.DRAWN if result.winner is None and not result.both_lost else outcome
    first = words.FIRST if result.first == who else words.SECOND
    return name, first, won, str(len(result.moves)), reason


def file_name(run: ClassroomRun, pair: Pair, result: Result) -> str:
    """Return the name of a game's file: both players and the number of the game, from 1."""
    names = slugs(run.plan.names)
    return f"{names[pair[0]]}-{names[pair[1]]}-{result.number + 1}.sgf"
