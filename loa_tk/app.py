"""Assembly of the running program: view, controller, worker, settings and log."""

from __future__ import annotations

import gc
import signal
import traceback
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.model.game import UserError
from loa_tk.scenes.main import View
from loa_tk.signals import end_at_once, ending_signals
from loa_tk.store.archive import Archive
from loa_tk.store.diagnostics import LOG, start_log
from loa_tk.store.settings import Store, log_folder, make_private, refusals, settings_folder
from loa_tk.words import main as words

if TYPE_CHECKING:  # at run time only `make_window` imports it: tkinter may be missing
    from loa_tk.view.main.window import MainWindow

HEARTBEAT = 200  # ms


def open_window(file: str = "") -> int:
    """Open the main window, with the game in `file` if one is named, and run until it closes."""
    end_at_once()  # an exception in the midst of making Tk's objects would be printed
    with suppress(OSError):  # everything works without it
        make_private(settings_folder())
        make_private(log_folder().parent)
    log_file = start_log(log_folder())
    store = Store(settings_folder())
    window = make_window(*store.appearance())
    archive = Archive(settings_folder() / "games")
    refused = [words.FOLDER_REFUSED.format(folder=path, reason=why) for path, why in refusals()]
    controller = Controller(window, None, store, archive, str(log_file or ""), refused=refused)

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        LOG.error("uncaught:\n%s", "".join(traceback.format_exception(kind, error, trace)))
        last = traceback.format_exception_only(kind, error)[-1].strip()
        place = str(log_file) if log_file else words.NO_LOG_FILE
        window.error(words.UNEXPECTED, words.UNEXPECTED_TEXT.format(error=last, log=place))

    window.root.report_callback_exception = report
    window.attach(controller)
    close_on_signals(window, controller)
    try:
        controller.start(file)
        collect_here(window)
        window.run()
    finally:
        controller.runner.close()
    return 0


def close_on_signals(view: View, controller: Controller) -> None:
    """Make Ctrl-C and termination signals close the window as its Quit command does."""

    def close(number: int, frame: object) -> None:
        view.after(0, controller.close)

    for number in ending_signals():
        signal.signal(number, close)

    def wake() -> None:
        # Python runs its signal handlers between two events, and an idle window may have none.
        view.after(HEARTBEAT, wake)

    wake()


def collect_here(view: View) -> None:
    """Collect garbage in the window's thread only, because Tcl's objects must end in it.

    The thread that plays a series would otherwise collect them: Tcl then aborts the program.
    """
    gc.disable()

    def collect() -> None:
        counts, limits = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > limits[generation] > 0:
                gc.collect(generation)
                break
        view.after(HEARTBEAT, collect)

    view.when_drawn(collect)  # what was imported takes 7 ms


def make_window(theme: str, text_size: int) -> MainWindow:
    """Return the main window, or raise UserError with one line on why it cannot open."""
    try:
        import tkinter

        from loa_tk.view.main.window import MainWindow
    except ImportError as error:
        from loa_tk.cli.doctor import no_tkinter

        raise UserError(no_tkinter(error)) from error
    try:
        return MainWindow(menu_bar(), theme=theme, text_size=text_size)
    except tkinter.TclError as error:
        from loa_tk.cli.doctor import no_screen

        raise UserError(no_screen(error)) from error
