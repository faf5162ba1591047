"""The house rules that a machine can check: import directions, sizes, one-line docstrings."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "loa_tk"
FILES = sorted(PACKAGE.rglob("*.py"))
LINES, METHODS, FUNCTION_LINES = 250, 20, 40

# What the modules of a folder may not import; the frozen program and every reader rely on it.
FORBIDDEN = {
    "model": (
        "loa_tk.control",
        "loa_tk.view",
        "loa_tk.commands",
        "loa_tk.cli",
        "loa_tk.scene",
        "loa_tk.settings",
        "loa_tk.strings",
        "tkinter",
        "multiprocessing",
    ),
    "control": ("loa_tk.view", "loa_tk.cli", "loa_tk.commands", "tkinter"),
    "view": ("loa_tk.model", "loa_tk.control", "loa_tk.cli", "loa_tk.commands"),
    "commands": ("loa_tk.view", "loa_tk.cli", "tkinter"),
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


def test_sizes(source):
    text = source.read_text("utf-8")
    assert len(text.splitlines()) <= LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            methods = [n for n in node.body if isinstance(n, ast.FunctionDef)]
            assert len(methods) <= METHODS, node.name
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < FUNCTION_LINES, node.name


def test_the_check_of_imports_can_fail(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def f():\n    from tkinter import ttk\n")
    assert list(imported(wrong)) == ["tkinter.ttk"]
