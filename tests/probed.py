"""The real program in a separate process, which also describes what its window shows in a file.

After every change, `python probed.py FILE` writes to FILE, as JSON, the moves, the squares' places
on the screen, the status, the banner and whether a search is running. The variable GRACE_FOR_TESTS
sets how many seconds the engine may be late. All else is the program.
"""

import json
import multiprocessing
import os
import sys
from pathlib import Path


def engine_of(controller):
    """Return the engine, or None until the window has been drawn."""
    return controller.runner.workers.get("engine")


def series(controller):
    """Return what the series window shows, and where its buttons, fields and first game are."""
    engine = engine_of(controller) and engine_of(controller).process
    found = {"games": sorted(p.pid for p in multiprocessing.active_children() if p != engine)}
    tool = controller.tools.get("series")
    window = tool and tool.view
    if window is None or not window.winfo_viewable():
        return {**found, "focus": False}
    tree = window.deck.games.tree
    widgets = {"start": window.setup._start, "stop": window.setup._stop}
    widgets.update((key, window.setup.fields.field(key)) for key in window.setup.fields.values())
    places = {
        key: (w.winfo_rootx() + w.winfo_width() // 3, w.winfo_rooty() + w.winfo_height() // 2)
        for key, w in widgets.items()
    }
    if tree.get_children() and (box := tree.bbox(tree.get_children()[0])):
        places["game"] = tree.winfo_rootx() + box[0] + 5, tree.winfo_rooty() + box[1] + 5
    focus = str(window.tk.call("focus"))
    return {
        **found,
        "series": window.setup.fields.values(),
        "places": places,
        "focus": focus.startswith(str(window)),
        "playing": tool.state.running,
        "finished": len(tool.state.results),
        "told": tool.state.status,
        "asked": list(window._dialogs),
    }


def studies(controller):
    """Return what the third card and the dialogs show, and where their moves and words are."""
    view, scene = controller.view, controller.view._scene
    card = view.body.study
    text, places = card.pages["moves"].text, {}

    def middle(widget, box):
        x, y, width, height = box
        return widget.winfo_rootx() + x + width // 2, widget.winfo_rooty() + y + height // 2

    analysis = card.pages["analysis"]
    widgets = {**card._tabs, "switch": analysis.switch, "analyse-game": analysis.game}
    widgets["edit-done"] = view.body.editor.ok
    for name, widget in widgets.items():
        if widget.winfo_viewable():
            places[name] = middle(widget, (0, 0, widget.winfo_width(), widget.winfo_height()))
    for line in scene.review.lines if text.winfo_viewable() else ():
        for word in line.words:
            box = word.key and text.bbox(f"key-{word.key}.first")
            if box:
                places[word.text] = middle(text, box)
    tops = [w for w in view.root.winfo_children() if w.winfo_class() == "Toplevel"]
    return {
        "page": scene.page,
        "study": places,
        "arrows": len(scene.board.arrows),
        "progress": scene.analysis.progress,
        "analysing": scene.analysis.on,
        "editing": scene.editor is not None,
        "pieces": len(scene.board.pieces),
        "dialogs": [w.title() for w in tops if w.winfo_viewable()],
    }


def probe(path):
    """Make the controller write to `path` whenever the window shows a new scene."""
    from loa_tk.control.engine import worker

    worker.GRACE = float(os.environ.get("GRACE_FOR_TESTS", worker.GRACE))
    from loa_tk.control.main.controller import Controller
    from loa_tk.store.files import write_whole

    show = Controller.show
    waiting = []

    def write(controller):
        waiting.clear()
        board, scene = controller.view.body.board, controller.view._scene
        engine = engine_of(controller)
        focus = str(board.tk.call("focus"))  # "" while another program has the keyboard focus
        geometry = board.geometry
        squares = []
        if geometry is not None and board.winfo_viewable():
            for square in range(geometry.rows * geometry.columns):
                x, y = geometry.centre(square)
                squares.append((board.winfo_rootx() + x, board.winfo_rooty() + y))
        found = {
            "squares": squares,
            "focused": focus,
            "menu": focus != "" and board.tk.call("winfo", "class", focus) == "Menu",
            **studies(controller),
            "game": controller.session.game.key,
            "moves": controller.session.match.notation(),
            "status": scene.status,
            "saved": scene.saved,
            "banner": scene.board.banner and scene.board.banner.title,
            "live": scene.thinking.live,
            "cursor": scene.board.cursor,
            "selected": scene.board.selected,
            "theme": scene.theme,
            "level": scene.menus.chosen["level"],
            "side": scene.menus.chosen["side"],
            "engine": engine and engine.process.pid,
            "ready": engine is not None and worker.READY not in engine._owed,
            "human": controller.session.human_to_move,
            "log": len(controller.session.log),
            **series(controller),
        }
        write_whole(path, json.dumps(found))

    def probing(controller):
        show(controller)
        if not waiting:
            # A little later, because a resized board is drawn 80 ms after the last <Configure>.
            waiting.append(controller.view.after(40, lambda: write(controller)))

    def again(controller):
        if not waiting:
            write(controller)
        controller.view.after(200, lambda: again(controller))

    begin = Controller.start

    def start(controller, file=""):
        begin(controller, file)
        again(controller)

    Controller.show, Controller.start = probing, start


if __name__ == "__main__":
    multiprocessing.freeze_support()
    probe(Path(sys.argv[1]))
    from loa_tk.cli.parser import main

    sys.exit(main(sys.argv[2:]))
