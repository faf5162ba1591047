"""The real program in a process of its own; it also writes down what its window shows.

python probed.py FILE: after every change FILE holds, as JSON, the moves, the squares' places on the
screen, status, banner and whether a search goes on. Everything else is the program itself.
"""

import json
import multiprocessing
import sys
from pathlib import Path


def probe(path):
    """Make the controller write to `path` whenever the window is shown anew."""
    from loa_tk.control.controller import Controller
    from loa_tk.files import write_whole

    show = Controller.show
    waiting = []

    def write(controller):
        waiting.clear()
        board, scene = controller.view.body.board, controller.view._scene
        geometry = board.geometry
        squares = []
        if geometry is not None and board.winfo_viewable():
            for square in range(geometry.rows * geometry.columns):
                x, y = geometry.centre(square)
                squares.append((board.winfo_rootx() + x, board.winfo_rooty() + y))
        found = {
            "squares": squares,
            "game": controller.session.game.key,
            "moves": controller.session.match.notation(),
            "status": scene.status,
            "banner": scene.board.banner and scene.board.banner.title,
            "live": scene.thinking.live,
            "cursor": scene.board.cursor,
            "selected": scene.board.selected,
            "theme": scene.theme,
            "level": scene.menus.chosen["level"],
            "side": scene.menus.chosen["side"],
            "engine": controller.thinker.worker.process.pid,
            "human": controller.session.human_to_move,
            "log": len(controller.log),
        }
        write_whole(path, json.dumps(found))

    def probing(controller):
        show(controller)
        if not waiting:
            # A little later: a resized board is drawn 80 ms after the last <Configure>.
            waiting.append(controller.view.after(40, lambda: write(controller)))

    def again(controller):
        if not waiting:
            write(controller)
        controller.view.after(200, lambda: again(controller))

    begin = Controller.next_turn

    def next_turn(controller):
        begin(controller)
        if not hasattr(controller, "probed"):
            controller.probed = True
            again(controller)

    Controller.show, Controller.next_turn = probing, next_turn


if __name__ == "__main__":
    multiprocessing.freeze_support()
    probe(Path(sys.argv[1]))
    from loa_tk.cli import main

    sys.exit(main(sys.argv[2:]))
