"""The house rules that a machine can check: import directions."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "loa_tk"
FILES = sorted(PACKAGE.rglob("*.py"))

# What the modules of a folder may not import; the frozen program and every reader rely on it.
FORBIDDEN = {
    "model": (
        "loa_tk.control",
        "loa_tk.view",
        "loa_tk.commands",
        "loa_tk.cli.parser",
        "loa_tk.scenes.main",
        "loa_tk.store.settings",
        "loa_tk.words.main",
        "tkinter",
        "multiprocessing",
    ),
    "control": ("loa_tk.view", "loa_tk.cli.parser", "loa_tk.commands", "tkinter"),
    "view": ("loa_tk.model", "loa_tk.control", "loa_tk.cli.parser", "loa_tk.commands"),
    "commands": ("loa_tk.view", "loa_tk.cli.parser", "tkinter"),
}


def name_of(path):
    return str(path.relative_to(PACKAGE))


@pytest.fixture(params=FILES, ids=name_of)
def source(request):
    return request.param


def imported(path):
    """Every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_imports_go_one_way(source):
    folder = source.relative_to(PACKAGE).parts[0]
    for module in imported(source):
        for forbidden in FORBIDDEN.get(folder, ()):
            assert not (module + ".").startswith(forbidden + "."), module


def test_only_the_standard_library_is_needed(source):
    import sys

    for module in imported(source):
        top = module.split(".")[0]
        assert top == "loa_tk" or top in sys.stdlib_module_names or top in OPTIONAL, module


OPTIONAL = {"distributed"}  # the extra `cluster`, imported only when asked for


def test_the_check_of_imports_can_fail(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def f():\n    from tkinter import ttk\n")
    assert list(imported(wrong)) == ["tkinter.ttk"]
