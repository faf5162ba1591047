"""The documents against the program: commands, names of files, figures, pictures, length."""

import re
import shlex
from itertools import combinations

import pytest

import task_table
from loa_tk.cli.argument_parser import DESKTOP, make_parser
from loa_tk.cli.parser import COMMANDS, main
from loa_tk.model.checks.mistakes import MISTAKES, SLIPS
from loa_tk.model.commandline import split
from pictures import PICTURES
from test_structure import PACKAGE, ROOT

NAMES = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/STUDENTS.md", "docs/CLASS.md",
    "docs/LAB.md", "docs/REPORT.md", "docs/PACKAGE.md",
)  # fmt: skip
TEXTS = {name: (ROOT / name).read_text("utf-8") for name in NAMES}
README, RESULTS = TEXTS["README.md"], (ROOT / "docs" / "RESULTS.md").read_text("utf-8")
PROGRAMS = ("loa", "python3 build/tasks.py", "tasks.py", "python3 -m loa_tk")
PRINTED = ("`loa check FILE`", "`tasks.py test`", "`tasks.py freeze`")  # their own figures
SAME = 18  # words in a row that stand in one document only; the six statistics take 17


def lines_of(text):
    """Return the lines of a document that a reader types."""
    return [line[4:].partition("  #")[0] for line in re.findall(r"^    \S.*", text, re.M)]


def typed(text):
    """Yield the program and the words of each command in the blocks and sentences of a document."""
    for line in (*lines_of(text), *re.findall(r"`([^`]+)`", " ".join(text.split()))):
        for program in PROGRAMS:
            if line.startswith(f"{program} ") and not line.startswith(f"{program} ="):
                yield program, shlex.split(line.removeprefix(program))


def rows(text, after):
    """Return the cells of the rows of the first table after a heading."""
    found = re.search(r"(?:^\|.*\n)+", text.partition(after)[2], re.M)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found]


@pytest.mark.parametrize("name", NAMES)
def test_every_command_and_option_exists(name):
    for program, words in typed(TEXTS[name]):
        if "tasks.py" in program:
            assert words[0] in {*task_table.COMMANDS, "COMMAND"}, words
        elif words[0] in COMMANDS:
            known = set(re.findall(r"--?[\w-]+", make_parser(words[0]).format_help()))
            helped = make_parser(words[0])._subparsers._group_actions[0].choices[words[0]]
            known |= set(re.findall(r"--?[\w-]+", helped.format_help()))
            assert {word for word in words if word.startswith("--")} <= known, words
        else:
            assert words[0] in {*DESKTOP, "--version", "--help", "COMMAND", "FILE"}, words


def test_the_examples_mean_the_same_to_every_shell():
    """In the shell of Windows, `cmd`, single quotes are ordinary characters."""
    helps = [make_parser(name).format_help() for name in COMMANDS]
    for name in COMMANDS:
        parser = make_parser(name)._subparsers._group_actions[0].choices[name]
        helps.append(parser.format_help())
    examples = re.findall(r"^ +(loa .*)", "\n".join([*helps, *TEXTS.values()]), re.M)
    assert len(examples) > 50
    for example in examples:
        assert split(example, windows=True) == split(example, windows=False), example


@pytest.mark.parametrize("name", ["README.md", "docs/STUDENTS.md", "docs/CLASS.md"])
def test_every_line_to_type_can_be_parsed(name):
    lines = [line for line in lines_of(TEXTS[name]) if line.startswith("loa ")]
    assert len(lines) > 3
    for line in lines:
        words = shlex.split(line.removeprefix("loa "))
        assert make_parser(words[0]).parse_args(words).run


def test_the_quick_commands_of_the_readme_do_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    status = {}
    for line in lines_of(README):
        words = shlex.split(line.removeprefix("loa "))
        if line.startswith("loa ") and words[0] not in ("check", "class", "match"):
            status[words[0]] = main(words)
    assert status == {"handout": 0, "new": 0, "tree": 0, "quiz": 0}
    assert {path.name for path in tmp_path.iterdir()} == {"search.py", "quiz.html", "rubric.ini"}


@pytest.mark.parametrize("name", NAMES)
def test_every_file_that_is_named_exists(name):
    folders = "docs|build|tests|model|control|view|scenes|words|store|cli|guest|lab"
    for path in re.findall(rf"`((?:{folders})/[\w./-]*)`", TEXTS[name]):
        if "NAME" not in path:
            assert (ROOT / path).exists() or (PACKAGE / path).exists(), path
    for path in re.findall(r"`(\w+\.md)`", TEXTS[name]):
        assert (ROOT / path).exists() or (ROOT / "docs" / path).exists(), path


def test_every_picture_is_shown_once():
    shown = [
        path for text in TEXTS.values() for path in re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    ]
    assert sorted(path.removeprefix("docs/") for path in shown) == sorted(
        f"{name}.png" for name in PICTURES
    )
    assert all((ROOT / "docs" / f"{name}.png").is_file() for name in PICTURES)


def test_the_first_page_is_short():
    assert len(README.split()) <= 1200


def test_every_measured_figure_is_in_the_results():
    """A figure of the first page stands in docs/RESULTS.md, and a command beside it measures it."""
    table = rows(README, "## What was measured")
    for fact, measured, command in table:
        assert re.fullmatch(r"`(loa|tasks\.py) [^`]+`", command), fact
        if command not in PRINTED:
            for figure in re.findall(r"\d[\d.,–]*\d|\d", measured):
                there = re.escape(figure.replace("–", "-"))
                assert re.search(rf"(?<![\d.,]){there}", RESULTS), fact
    known = f"{len(MISTAKES)} of alpha-beta, {len(SLIPS)} of counting"
    assert known in [measured for _, measured, _ in table]


def test_nothing_is_said_twice():
    said = {}
    for name, text in TEXTS.items():
        words = re.sub(r"[^\w]+", " ", re.sub(r"^    .*", "", text, flags=re.M)).split()
        said[name] = {tuple(words[at : at + SAME]) for at in range(len(words) - SAME)}
    for one, other in combinations(set(NAMES) - {"docs/PACKAGE.md"}, 2):
        assert not said[one] & said[other], (one, other)


@pytest.mark.parametrize("name", NAMES)
def test_lines_are_short_and_none_becomes_a_quotation(name):
    for line in TEXTS[name].splitlines():
        assert not line.startswith("> "), line
        assert len(line) <= 100 or line.startswith(("|", "![")), line


def test_the_counts_of_both_windows_are_those_of_the_report():
    counts = re.search(r"gives ([\d,]+) nodes, and \[-∞, \+∞\] gives ([\d,]+)",
                       " ".join(TEXTS["docs/CLASS.md"].split()))  # fmt: skip
    assert f"{counts[1]} nodes with [-U, +U] and {counts[2]} with" in " ".join(
        TEXTS["docs/REPORT.md"].split()
    )


def test_the_script_of_the_handout_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["new", "evaluation", "mine.py"]) == 0
    section = TEXTS["docs/STUDENTS.md"].partition("## 4.")[2]
    block = re.search(r"\n\n((?:    .*\n|\n(?=    ))+)", section)[1]
    exec(compile("\n".join(line[4:] for line in block.splitlines()), "handout", "exec"), {})
    assert "Maximum depth reached" in capsys.readouterr().out
