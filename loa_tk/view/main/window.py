"""The main window: board, cards, menus and status bar; it draws scenes and reports intents."""

from __future__ import annotations

import re
from collections.abc import Callable

from loa_tk.scenes.main import Intents, LogEntry, Menu, WindowScene
from loa_tk.view.board.board import Gestures
from loa_tk.view.kit import application
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import StatusBar
from loa_tk.view.main.body import Body
from loa_tk.view.main.main_view import MainView
from loa_tk.view.main.menubar import MenuBar

FIRST = (1000, 720)  # the window's size, with the menu bar, if none is remembered
FIRST_SHARE = 0.7  # of the screen's height, which a window on a large screen takes at first


def first_size(screen: tuple[int, int], scale: float = 1.0) -> tuple[int, int]:
    """Return the size of a window that opens for the first time, in proportion to the screen."""
    width, height = (scale * side for side in FIRST)
    larger = max(1.0, min(FIRST_SHARE * screen[1] / height, FIRST_SHARE * screen[0] / width))
    return round(larger * width), round(larger * height)


def fitting_geometry(
    geometry: str, most: tuple[int, int], least: tuple[int, int], scale: float = 1.0
) -> str:
    """Return a remembered "WxH+X+Y" moved onto a screen of `most`, or "" if it is unreadable.

    "WxH+X+Y@S" was remembered at the scale S; the window is as much larger now as its texts are.
    """
    match = re.fullmatch(
        r"(\d{1,5})x(\d{1,5})\+(-?\d{1,5})\+(-?\d{1,5})(?:@(\d\.?\d{0,2}))?", geometry
    )
    if not match:
        return ""
    width, height, x, y = map(int, match.groups()[:4])
    larger = scale / max(1.0, float(match[5] or scale))
    width = max(least[0], min(round(larger * width), most[0]))
    height = max(least[1], min(round(larger * height), most[1]))
    x = max(0, min(x, most[0] - width))
    y = max(0, min(y, most[1] - height))
    return f"{width}x{height}+{x}+{y}"


EXPOSED = 10  # ms after the screen has asked for the last part of the window
UNSEEN = 1000  # ms after which a window that opens as an icon counts as drawn


class MainWindow(MainView):
    """The View of scenes/main.py: construct it, `attach` the intents, `show` a scene, `run`."""

    def __init__(
        self, menus: tuple[Menu, ...] = (), report: application.ExceptionHook | None = None,
        theme: str = "light", text_size: int = 10,
    ) -> None:  # fmt: skip
        """Build the window, hidden, with these menus; the scenes may change its theme and size."""
        root = application.start(report)
        super().__init__(root, Look(root, theme, text_size), self._command)
        self._intents: Intents | None = None
        self._gestures: Gestures | None = None
        self._scene: WindowScene | None = None
        self._bar = MenuBar(self.root, self.look, menus, self._command, self._choose)
        self._status = StatusBar(self.root, self.look)
        self._status.pack(side="bottom", fill="x", padx=self.look.l, pady=self.look.s)
        self.body = Body(self.root, self.look, self._command, self._choose)
        self.body.pack(fill="both", expand=True, padx=self.look.l, pady=(self.look.m, 0))
        self.board = self.body.board
        self.root.bind("<Escape>", lambda event: self._escape())
        self.root.protocol("WM_DELETE_WINDOW", lambda: self._command("quit"))
        self.look.watch(self.root, self._restyle)
        screen = self.root.winfo_screenwidth(), self.root.winfo_screenheight()
        first = first_size(screen, self.look.scale)
        self.root.geometry("{}x{}".format(*self._inside(first)))
        self.body.board.focus_set()
        self._undrawn: list[Callable[[], None]] | None = []  # what waits for the first drawing
        self._release = ""  # the timer that ends their waiting
        self.root.bind("<Expose>", lambda event: self._exposed())

    def attach(self, intents: Intents) -> None:
        """Report to these intents from now on; call this once."""
        self._intents = intents
        self._gestures = Gestures(self.body.board, intents)
        self._gestures.bind(self.body.board)

    def run(self) -> None:
        """Show the window and handle events until it closes."""
        self.root.deiconify()
        self._release = self._release or self.root.after(UNSEEN, self._drawn)
        self.root.mainloop()

    # --- what View asks for ---

    def show(self, scene: WindowScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        before, self._scene = self._scene, scene
        if before is None or scene.title != before.title:
            self.root.title(scene.title)
        self.look.change(scene.theme, scene.text_size)
        if before is None or scene.menus != before.menus:
            self._bar.show(scene.menus)
        self._status.show(scene.status, scene.saved)
        self.body.show(scene)
        if before is not None and scene.theme != before.theme:
            self.root.update_idletasks()  # or other events come between the parts that are drawn

    def when_drawn(self, callback: Callable[[], None]) -> None:
        """Call back once, as soon as everything that was shown has been drawn on the screen."""
        if self._undrawn is None:
            super().when_drawn(callback)
        else:
            self._undrawn.append(callback)

    def log(self, entry: LogEntry) -> None:
        """Add one entry at the end of the log."""
        self.body.study.log.add(entry)

    def clear_log(self) -> None:
        """Empty the log."""
        self.body.study.log.clear()

    def image(self) -> bytes:
        """Return the board as it is shown, as a PNG file."""
        from loa_tk.view.board.png_file import board_png  # here: the window opens sooner

        assert self._scene is not None
        return board_png(self._scene.board, self.look.palette)

    def geometry(self) -> str:
        """Return the window's size and position, for `set_geometry` at the next start."""
        return f"{self.root.geometry()}@{self.look.scale:.2f}"

    def set_geometry(self, geometry: str) -> None:
        """Restore a size and position as far as this screen allows; ignore an unreadable one."""
        width, height = self.root.maxsize()  # Tk leaves a part of the screen for the window's frame
        most = width, height - self._bar.height()
        least = self._inside(self.look.smallest())
        fitting = fitting_geometry(geometry, most, least, self.look.scale)
        if fitting:
            self.root.geometry(fitting)

    def close(self) -> None:
        """Destroy the window."""
        self.root.destroy()

    # --- inside the window ---

    def _exposed(self) -> None:
        """Wait for the next part of the window: the screen shows one after the other."""
        if self.body.board.winfo_viewable():
            if self._release:
                self.root.after_cancel(self._release)
            self._release = self.root.after(EXPOSED, self._drawn)

    def _drawn(self) -> None:
        """Call back what has waited for the first drawing."""
        self.root.unbind("<Expose>")
        application.accept_input_methods(self.root)
        waiting, self._undrawn = self._undrawn or [], None
        for callback in waiting:
            super().when_drawn(callback)

    def _command(self, name: str) -> None:
        if self._intents is not None:
            self._intents.command(name)

    def _choose(self, menu: str, key: str) -> None:
        if self._intents is not None:
            self._intents.choose(menu, key)

    def _escape(self) -> None:
        if self._gestures is not None:
            self._gestures.cancel()
        self.body.board.focus_set()
        self._command("escape")

    def _restyle(self) -> None:
        self.root.configure(background=self.look.palette.window)
        # When idle, because until then the menu bar has the height of its old font.
        self.root.after_idle(lambda: self.root.minsize(*self._inside(self.look.smallest())))

    def _inside(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return a window's size on this screen without its menu bar, which Tk does not count."""
        width, height = map(min, size, self.root.maxsize())
        return width, height - self._bar.height()
