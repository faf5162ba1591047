"""The house rules that a program can check: imports, names of classes, docstrings."""

import ast
import sys
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "loa_tk"
FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = {path: path.relative_to(PACKAGE).as_posix() for path in FILES}

# What the files of each folder may import from this package, besides files of the same folder:
# "model" means the files directly in that folder, "model/game.py" that file alone. A file with a
# row of its own may import what that row says, and nothing else of its folder.
MODEL = (
    "model", "model/games", "model/search", "model/records", "model/flow", "model/flow/puzzles",
    "model/tree",
    "model/tree/lessons",
)
SHARED = ("scenes", "words", "store")
ENGINE = (*MODEL, *SHARED, "control/engine")
LOOP = (
    "control/loop.py",
    "control/effects.py",
    "control/background.py",
    "control/rows.py",
    "control/tools.py",
    "control/saving.py",
)
RULES = ("model/game.py", "model/bitboard.py", "model/notation.py")
BOOKED = (*RULES, "model/book.py")
VIEW = ("scenes", "words", "view/kit")
EVERYWHERE = ("", "immutable.py")
MAY_IMPORT = {
    "": (),
    "immutable.py": (),
    "signals.py": (),
    "__main__.py": ("cli/parser.py", "signals.py"),
    "app.py": (*ENGINE, "signals.py", "cli", "control/game", "control/main", "view/main"),
    "model": (),
    "model/games": ("model/game.py", "model/written.py"),
    "model/games/breakthrough": (*BOOKED, "model/games/breakthrough/knowledge"),
    "model/games/breakthrough/knowledge": (*RULES, "model/games/breakthrough/army.py"),
    "model/games/lines_of_action": (*BOOKED, "model/games/lines_of_action/knowledge"),
    "model/games/lines_of_action/knowledge": (*RULES, "model/games/lines_of_action/lines.py"),
    "model/games/mini_checkers": (*RULES, "model/games/mini_checkers/knowledge"),
    "model/games/mini_checkers/knowledge": RULES,
    "model/search": ("model",),
    "model/records": ("model", "model/games", "model/search"),
    "model/flow": ("model/game.py", "model/encoding.py", "model/fields.py"),
    "model/flow/puzzles": ("model/flow",),
    "model/tree": (
        *RULES,
        "model/fields.py",
        "model/numbers.py",
        "model/steps.py",
        "model/written.py",
        "model/games",
        "model/search",
    ),
    "model/tree/lessons": (
        "model/game.py",
        "model/notation.py",
        "model/numbers.py",
        "model/games",
        "model/search",
        "model/tree",
    ),
    "model/checks": (
        "model", "model/games", "model/search", "model/tree", "model/checks/positions",
    ),
    "model/checks/positions": ("model", "model/search"),
    "lab": (*MODEL, "model/tree", "control/tree/page.py"),
    "scenes": (),
    "words": (),
    "store": ("model/game.py", "model/match.py", "model/records"),
    "cli": (
        *MODEL,
        "words",
        "store",
        "control/engine",
        "control/guest",
        "control/ugi",
        "control/series",
        "control/tree",
        "control/classroom",
        "control/flow",
        "lab/source.py",
        "control/markdown.py",
        "control/verify.py",
        "app.py",
        "view/kit/icon.py",
    ),
    "cli/doctor.py": (
        "guest",
        *MODEL,
        "words",
        "store",
        "control/engine",
        "control/guest",
        "control/series/executors.py",
        "cli/arguments.py",
        "app.py",
        "view/kit/theme.py",
    ),
    "control": ENGINE,
    "control/engine": (
        *MODEL,
        *SHARED,
        "lab",
        "control/guest/files.py",
        "control/ugi/client.py",
    ),
    "guest": (*MODEL, "lab"),
    "control/guest": (*MODEL, *SHARED, "lab", "guest", "model/tree", "control/engine"),
    "control/pages.py": (),
    "control/markdown.py": ("control/pages.py",),
    "control/tree": (
        "model/game.py",
        "model/notation.py",
        "model/numbers.py",
        "model/written.py",
        "model/drawing.py",
        "model/search",
        "model/tree",
        "words",
        "store/tables.py",
        "control/pages.py",
    ),
    "control/game": (*ENGINE, *LOOP),
    "control/study": (*ENGINE, *LOOP, "control/game"),
    "control/ugi": (*ENGINE, *LOOP, "guest", "control/guest"),
    "control/series": (
        *ENGINE,
        *LOOP,
        "lab",
        "control/pages.py",
        "control/player_form.py",
        "control/guest",
        "control/ugi",
    ),
    "control/classroom": (
        *ENGINE,
        *LOOP,
        "lab",
        "model/checks",
        "model/checks/positions",
        "control/pages.py",
        "control/player_form.py",
        "control/guest",
        "control/ugi",
        "control/series",
    ),
    "control/checking": (
        *ENGINE,
        *LOOP,
        "model/checks",
        "control/classroom",
        "control/ugi",
    ),
    "control/flow": (*ENGINE, *LOOP, "control/player_form.py"),
    "control/explorer": (
        *ENGINE,
        *LOOP,
        "model/checks",
        "lab/source.py",
        "control/guest",
        "control/pages.py",
        "control/tree",
    ),
    "control/verify.py": (*MODEL, "control/engine/jobs.py", "store/kept.py"),
    "control/main": (
        *ENGINE,
        *LOOP,
        "control/player_form.py",
        "control/classroom",
        "control/game",
        "control/pages.py",
        "control/series",
        "control/study",
        "lab/mistakes.py",
    ),
    "view": (),
    "view/kit": ("scenes", "words"),
    "view/board": VIEW,
    "view/main": (*VIEW, "view/board"),
    "view/series": VIEW,
    "view/checking": VIEW,
    "view/classroom": (*VIEW, "view/checking/window.py"),
    "view/explorer": (*VIEW, "view/board/board.py", "view/board/geometry.py",
                      "view/board/lettering.py"),
    "view/flow": (
        *VIEW,
        "view/board/banner.py",
        "view/board/canvas.py",
        "view/board/geometry.py",
        "view/board/layers.py",
    ),
}

# Modules of other packages that only these files and folders may import.
ONLY_IN = {
    "tkinter": ("view", "app.py", "cli/doctor.py"),
    "multiprocessing": ("control/engine", "control/series"),
    "distributed": ("control/series/executors.py",),  # the extra `cluster`
}


def within(name, places):
    """Return whether a file is one of these files or lies in one of these folders, however deep."""
    return any(f"{name}/".startswith(f"{place}/") for place in places)


@cache
def parsed(path):
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(path):
    """Return every node of a file's syntax tree."""
    return tuple(ast.walk(parsed(path)))


def imported(nodes):
    """Yield the names that import statements bring in: a module, or something from a module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def all_imports(path):
    """Return every name that a file imports anywhere."""
    return list(imported(nodes_of(path)))


def is_for_typing(node):
    """Return whether a statement is one that only a type checker follows."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imports_on_loading(path, typing=True):
    """Yield the names that a file imports outside its functions, with those for type checking."""
    waiting = [parsed(path)]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if not isinstance(node, ast.FunctionDef) and (typing or not is_for_typing(node)):
                waiting.append(node)
                yield from imported([node])


def file_of(name):
    """Return this package's file that an imported name belongs to, or None for other packages."""
    top, *parts = name.split(".")
    if top != "loa_tk":
        return None
    for length in range(len(parts), -1, -1):
        path = "/".join(parts[:length])
        for file in (f"{path}.py", f"{path}/__init__.py".lstrip("/")):
            if PACKAGE / file in NAMES:
                return file
    raise AssertionError(f"{name} is nowhere in the package")


def folder_of(file):
    """Return the folder of a file as the table names it; a file at the top stands for itself."""
    folder = PurePosixPath(file).parent.as_posix()
    if folder != ".":
        return folder
    return "" if file == "__init__.py" else file


def row_of(file, table):
    """Return the row of the table that a file belongs to: its own one, or that of its folder."""
    return file if file in table else folder_of(file)


def violations(file, names, table):
    """Return the files of the package that `file` imports against the table."""
    row = row_of(file, table)
    allowed = {*EVERYWHERE, row, *table[row]}
    targets = filter(None, map(file_of, names))
    return [one for one in targets if not {one, folder_of(one)} & allowed]


def test_every_folder_says_what_it_may_import():
    assert {row_of(name, MAY_IMPORT) for name in NAMES.values()} - set(MAY_IMPORT) == set()


def test_the_table_names_what_exists():
    known = {*NAMES.values(), *map(folder_of, NAMES.values())}
    named = {*MAY_IMPORT, *(place for places in MAY_IMPORT.values() for place in places)}
    assert named - known == set()


def test_imports_go_one_way():
    found = {
        name: violations(name, all_imports(path), MAY_IMPORT) for path, name in NAMES.items()
    }
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_other_packages_are_imported_only_where_they_belong():
    wrong = []
    for path, file in NAMES.items():
        for name in all_imports(path):
            top = name.split(".")[0]
            if top in ONLY_IN and not within(file, ONLY_IN[top]):
                wrong.append((file, name))
    assert wrong == []


def test_only_the_standard_library_is_needed():
    known = {"loa_tk", "distributed", *sys.stdlib_module_names}
    wrong = []
    for path, file in NAMES.items():
        wrong += [(file, name) for name in all_imports(path) if name.split(".")[0] not in known]
    assert wrong == []


def test_no_file_outside_a_game_s_folder_imports_it():
    """Games are looked up; only measurements make a new one or change its weights."""
    tools = {path: f"build/{path.name}" for path in sorted((ROOT / "build").glob("*.py"))}
    importers = set()
    for path, name in {**NAMES, **tools}.items():
        for target in filter(None, map(file_of, all_imports(path))):
            inside = within(target, ["model/games"]) and folder_of(target) != "model/games"
            if inside and not within(name, ["/".join(target.split("/")[:3])]):
                importers.add(name)
    assert importers == {
        "build/bench.py", "build/book.py", "build/readings.py", "build/tune.py"
    }


def test_rules_load_what_is_known_about_a_game_only_when_it_is_asked_for():
    """A student's file has the rules without the evaluations and books."""
    wrong = {
        name: known
        for path, name in NAMES.items()
        if folder_of(name).split("/")[-1] != "knowledge"
        and (known := [one for one in imports_on_loading(path, typing=False) if "knowledge" in one])
    }
    assert wrong == {}


def test_modules_import_each_other_in_no_circle():
    graph = {}
    for path, name in NAMES.items():
        graph[name] = set(filter(None, map(file_of, imports_on_loading(path)))) - {name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1][::-1]))


def test_a_class_name_means_one_thing():
    places = defaultdict(list)
    for path, name in NAMES.items():
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


MOST_BY_PLACE = 3  # arguments: more of them are easily swapped without a word from mypy


def fields_by_place(node):
    """Return the fields that a dataclass takes by their places, or none for any other class."""
    decorators = [ast.unparse(one) for one in node.decorator_list]
    (decorator,) = [one for one in decorators if "dataclass" in one] or [""]
    if not decorator or "kw_only=True" in decorator:
        return []
    fields = []
    for line in node.body:
        if isinstance(line, ast.AnnAssign):
            kind = ast.unparse(line.annotation)
            if kind == "KW_ONLY":
                break
            if "ClassVar" not in kind and "init=False" not in ast.unparse(line):
                fields.append(ast.unparse(line.target))
    return fields


def test_a_class_of_many_fields_takes_them_by_name():
    wrong = {
        node.name: fields_by_place(node)
        for path in FILES
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef) and len(fields_by_place(node)) > MOST_BY_PLACE
    }
    assert wrong == {}


def tuples_by_place(path, named):
    """Yield the lines where a named tuple of many fields is made by places."""
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and len(node.args) > MOST_BY_PLACE:
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in named and not any(isinstance(one, ast.Starred) for one in node.args):
                yield f"{path.name}:{node.lineno}: {name}"


def named_tuples(path):
    """Return the names of the named tuples in a file."""
    return {
        node.name
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef) and "NamedTuple" in map(ast.unparse, node.bases)
    }


def test_a_named_tuple_of_many_fields_is_made_by_name():
    named = set().union(*map(named_tuples, FILES))
    assert [line for path in FILES for line in tuples_by_place(path, named)] == []


def is_an_entry(docstring):
    """Return whether a docstring begins with a sentence on a line of its own."""
    first, *rest = (docstring or "").split("\n")
    return first.endswith((".", "?")) and len(first) <= 100 and (not rest or rest[0] == "")


def test_the_first_line_of_a_docstring_is_the_file_s_entry_in_the_map():
    wrong = [
        name for path, name in NAMES.items() if not is_an_entry(ast.get_docstring(parsed(path)))
    ]
    assert wrong == []


# The checks above must be able to fail.


@pytest.mark.parametrize("wrong", [None, "", "No stop", "One\nsentence.", "x" * 100 + "."])
def test_a_docstring_without_an_entry_is_found(wrong):
    assert not is_an_entry(wrong) and is_an_entry("One line.\n\nAnd another.")


def test_fields_and_tuples_by_place_are_found(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "@dataclass(frozen=True)\nclass A:\n    a: int\n    b: int\n    _: KW_ONLY\n    c: int\n"
        "class B(NamedTuple):\n    a: int\n\n\nB(1, 2, 3, 4)\nB(1, 2, d=3, e=4)\n"
    )
    first = parsed(wrong).body[0]
    assert fields_by_place(first) == ["a", "b"] and named_tuples(wrong) == {"B"}
    assert list(tuples_by_place(wrong, {"B"})) == ["wrong.py:11: B"]


def test_every_import_of_a_file_is_seen(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "if TYPE_CHECKING:\n    import a.b\nclass C:\n    def f(self):\n        from c import d\n"
    )
    assert sorted(all_imports(wrong)) == ["a.b", "c.d"]
    assert list(imports_on_loading(wrong)) == ["a.b"]
    assert list(imports_on_loading(wrong, typing=False)) == []


@pytest.mark.parametrize(
    ("file", "name", "wrong"),
    [
        ("view/main/window.py", "loa_tk.scenes.main.View", []),
        ("view/main/window.py", "loa_tk.model.game.Game", ["model/game.py"]),
        ("view/main/window.py", "loa_tk.view.series.pages", ["view/series/pages.py"]),
        ("store/files.py", "loa_tk.model.game.UserError", []),
        ("store/files.py", "loa_tk.model.pairings.Pair", ["model/pairings.py"]),
        ("model/records/values.py", "loa_tk.model.games.find_game", []),
        (
            "model/records/values.py",
            "loa_tk.model.games.lines_of_action.lines.line_moves",
            ["model/games/lines_of_action/lines.py"],
        ),
        ("control/pages.py", "loa_tk.control.loop.Loop", ["control/loop.py"]),
        ("model/match.py", "loa_tk.__version__", []),
        ("model/match.py", "tkinter.ttk", []),
    ],
)
def test_an_import_against_the_table_is_found(file, name, wrong):
    assert violations(file, [name], MAY_IMPORT) == wrong
