"""The modules of the standard library that a student's file may import in the frozen program.

With an installed Python a file may import all of them. The frozen file contains only what it is
told to: `loa.spec` adds these.
"""

STANDARD = (
    "abc", "array", "bisect", "cmath", "collections", "collections.abc", "contextlib", "copy",
    "csv", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "gc", "hashlib",
    "heapq", "inspect", "io", "itertools", "json", "logging", "math", "numbers", "operator", "os",
    "pathlib", "pickle", "pprint", "queue", "random", "re", "statistics", "string", "struct", "sys",
    "textwrap", "threading", "time", "traceback", "types", "typing", "warnings", "weakref", "zlib",
)  # fmt: skip
