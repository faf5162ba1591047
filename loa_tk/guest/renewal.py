"""A guest as it was before it loaded a student's file, so that one process serves several games.

Modules of the student's are forgotten, and what the file has changed in others is undone, as far as
it is a name of a module or a setting of the interpreter. A file that hides its state elsewhere
keeps it: that is its own, because a process serves one student's file only.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from types import ModuleType

from loa_tk.lab.source import OWN


class Renewal:
    """The modules and settings of this process before the first file was loaded."""

    def __init__(self) -> None:
        """Keep them as they are now."""
        loaded = [one for one in sys.modules.values() if isinstance(one, ModuleType)]
        self._names = {id(one): (one, dict(vars(one))) for one in loaded if one is not sys}
        self._path, self._finders = list(sys.path), list(sys.meta_path)
        self._deepest = sys.getrecursionlimit()
        self._threads = len(sys._current_frames())
        gc.freeze()  # so that collecting what a file has left looks at nothing else

    def restore(self, *folders: Path) -> bool:
        """Forget a file with the modules in these folders; return whether nothing of it runs on."""
        for name, module in list(sys.modules.items()):
            place = getattr(module, "__file__", None) or ""
            if name.startswith(OWN) or (place and Path(place).parent in folders):
                del sys.modules[name]
        for module, before in self._names.values():
            now = vars(module)
            if now != before:
                for name in now.keys() - before.keys():
                    del now[name]
                now.update(before)
        sys.path[:], sys.meta_path[:] = self._path, self._finders
        sys.setrecursionlimit(self._deepest)
        sys.settrace(None)
        sys.setprofile(None)
        gc.enable()
        gc.collect()
        return len(sys._current_frames()) <= self._threads
