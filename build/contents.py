"""The contents of the frozen file: what is left out, and what must not be missing."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path, PurePath

Entry = tuple[str, str, str]  # name in the frozen file, source, kind

# Parts of the standard library that other parts would use if they were there. `decimal`, 140 kB,
# is not among them, because `statistics` cannot be imported without it; its slow twin is.
EXCLUDES = """
    _bz2 _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _hashlib _lzma
    _pydecimal _sqlite3 _ssl asyncio bz2 dask distributed doctest email ensurepip ftplib http lzma
    pdb pip pkg_resources pydoc pyexpat readline setuptools smtplib sqlite3 ssl test unittest venv
    xml xmlrpc
""".split()

# Tcl's time zones and translations, and Tk's demonstrations. libz is left to the system, which the
# executable needs to start anyway: with its own libz in a temporary folder mounted noexec, the
# dynamic linker complained about libz and not about the folder.
UNWANTED = re.compile(
    r"_tcl_data/(tzdata|msgs|opt0\.4|http1\.0)/|_tk_data/(msgs|demos|images)/"
    r"|_tcl_data/tcl8/(http|tcltest)-|libz\.so\."
)
# Outside Windows, systems with an encoding other than UTF-8 have died out.
LEGACY = re.compile(r"_tcl_data/encoding/(?!ascii|cp1252|iso8859-1\.|symbol)")

# PyInstaller leaves these to the system, whose display driver may need its own; Tk draws without
# a driver, and a minimal system has neither.
HIDDEN_LIBRARIES = ("libxcb.so.1",)


class Incomplete(SystemExit):
    """Ends the build, because the frozen file would lack something."""


def with_slashes(name: str) -> str:
    """Return the name of a collected file as it is outside Windows."""
    return name.replace("\\", "/")


def wanted(name: str) -> bool:
    """Return whether a collected file stays."""
    name = with_slashes(name)
    return not (UNWANTED.match(name) or (sys.platform != "win32" and LEGACY.match(name)))


def data_files(root: Path) -> list[tuple[str, str]]:
    """Return every file beside the modules, and the handout, with its folder in the frozen file."""
    package = sorted((root / "loa_tk").rglob("*"))
    files = [file for file in package if file.is_file() and file.suffix not in (".py", ".pyc")]
    return [(str(file), folder_of(file, root)) for file in (*files, root / "docs" / "STUDENTS.md")]


def folder_of(file: PurePath, root: PurePath) -> str:
    """Return the folder of a file in the frozen file, with slashes on every system."""
    return file.parent.relative_to(root).as_posix()


def modules(root: Path) -> list[str]:
    """Return every module that has a file in the package, whether or not it can be imported."""
    names = []
    for file in sorted((root / "loa_tk").rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def imported(root: Path) -> set[str]:
    """Return every module that the package's own files import, at any place in them."""
    found: set[str] = set()
    for file in (root / "loa_tk").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    return found


def check(root: Path, collected: set[str], data: set[str]) -> None:
    """Raise Incomplete if something is missing: a lost game is an error, not a shorter menu."""
    needed = modules(root)
    missing = sorted(set(needed) - collected - {"loa_tk.__main__"})
    known = set(map(with_slashes, data))
    names = (f"{folder}/{Path(file).name}" for file, folder in data_files(root))
    missing += sorted(name for name in names if name not in known)
    if missing:
        raise Incomplete(f"the frozen file would lack {', '.join(missing)}")
    unguarded = {"dask", "distributed"}  # optional: the program reports if they are missing
    left_out = {name for name in imported(root) if name.split(".")[0] in EXCLUDES} - unguarded
    if left_out:
        raise Incomplete(f"build/contents.py leaves out what is imported: {sorted(left_out)}")


def hidden_libraries(binaries: Iterable[Entry]) -> list[Entry]:
    """Return the libraries that the collected ones need and PyInstaller leaves out."""
    from PyInstaller.depend.bindepend import get_imports

    found = {}
    for _, source, _ in binaries:
        for name, path in get_imports(source):
            if name in HIDDEN_LIBRARIES and path:
                found[name] = (name, path, "BINARY")
    return list(found.values())


def windows_version(version: str) -> object:
    """Return the version information that Windows shows in a file's properties."""
    from PyInstaller.utils.win32 import versioninfo as v

    numbers = (*(int(part) for part in re.findall(r"\d+", version)[:3]), 0, 0, 0, 0)[:4]
    texts = {
        "FileDescription": "loa_tk: a desktop lab for game search",
        "FileVersion": version,
        "InternalName": "loa",
        "LegalCopyright": "the loa_tk authors, MIT licence",
        "OriginalFilename": "loa.exe",
        "ProductName": "loa_tk",
        "ProductVersion": version,
    }
    english = "040904B0"
    table = v.StringTable(english, [v.StringStruct(name, text) for name, text in texts.items()])
    return v.VSVersionInfo(
        ffi=v.FixedFileInfo(filevers=numbers, prodvers=numbers),
        kids=[
            v.StringFileInfo([table]),
            v.VarFileInfo([v.VarStruct("Translation", [0x0409, 0x04B0])]),
        ],
    )
