"""Random use of the main window: every action a user can reach, in any order."""

import random

import pytest

from loa_tk.control.engine.jobs import Message
from loa_tk.control.main.commands import CHOICES as ROWS
from loa_tk.control.main.commands import COMMANDS
from loa_tk.model.games import all_games
from loa_tk.model.search.players import LEVELS
from loa_tk.scenes.board import CLICK, DRAG, DROP, BoardGesture
from test_controller import Desk

STEPS = 120
ELSEWHERE = {"quit", "series", "flow"}  # the other windows have separate tests
QUICK = {key: dict.fromkeys(LEVELS, "strong:depth=1") for key in all_games()}
CHOICES = {
    "board": list(all_games()),
    "level": list(LEVELS),
    "page": ["log", "moves", "analysis"],
    "move": [str(number) for number in range(9)],
    "brush": ["first", "second", "nothing"],
    "to-move": ["first", "second"],
    **{
        name: [choice.key for choice in ROWS[name].offered(None)]
        for name in ("side", "speed", "theme")
    },
}


class Hands:
    """Performs random actions one after the other."""

    def __init__(self, folder, seed):
        self.dice, self.folder = random.Random(seed), folder
        game, side = self.dice.choice(CHOICES["board"]), self.dice.choice(CHOICES["side"])
        self.desk = Desk(folder / "home", levels=QUICK, game=game, side=side)

    def step(self):
        self.dice.choice((self.play, self.click, self.drag, self.command, self.choose, self.wait))()

    def play(self):
        session = self.desk.controller.session
        if session.match.outcome() is None:
            moves = session.game.moves(session.match.state)
            path = session.game.path(session.match.state, self.dice.choice(list(moves)))
            for square in (path[:1] + path[-1:]) if path else ():
                self.desk.controller.report(BoardGesture(CLICK, square))

    def square(self):
        game = self.desk.controller.session.game
        return self.dice.randrange(game.rows * game.columns)

    def click(self):
        self.desk.controller.report(BoardGesture(CLICK, self.square()))

    def drag(self):
        origin = self.square()
        if self.desk.controller.report(BoardGesture(DRAG, origin)):
            target = self.dice.choice((None, self.square()))
            self.desk.controller.report(BoardGesture(DROP, origin, target))

    def command(self):
        desk, name = self.desk, self.dice.choice(sorted(set(COMMANDS) - ELSEWHERE))
        if COMMANDS[name].possible(desk.controller.session):
            file = self.folder / self.dice.choice(("a.sgf", "b.sgf"))
            desk.view.save_name = desk.view.open_name = str(file)
            desk.controller.command(name)
            for shown, done in desk.view.lists:
                if keys := [row.key for row in shown.rows if row.key]:
                    done(self.dice.choice(keys))
            desk.view.lists.clear()

    def choose(self):
        editing, name = self.desk.scene.editor is not None, self.dice.choice(sorted(CHOICES))
        if editing != (name in ("page", "move")) and (editing or name not in ("brush", "to-move")):
            self.desk.controller.choose(name, self.dice.choice(CHOICES[name]))

    def wait(self):
        worker = self.desk.worker
        if worker.busy and self.dice.random() < 0.9:
            worker.stopped = True
            worker.answer()
        elif worker.busy:
            worker.cancel()
            worker.messages.append(Message("failed", "the engine process ended 3 times"))
        self.desk.view.pass_time(self.dice.choice((0.05, 0.5, 3)))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_the_program_goes_on_and_the_game_comes_back(tmp_path, seed):
    hands = Hands(tmp_path, seed)
    for _ in range(STEPS):
        hands.step()
    desk = hands.desk
    match, kept = desk.match, desk.archive.path is not None
    desk.view.questions.clear()
    desk.controller.command("quit")
    if desk.view.questions:  # a changed file is not saved
        desk.view.other_answer()
    again = Desk(tmp_path / "home").match
    assert (again.game, again.root.state) == (match.game, match.root.state)
    # A file that was only viewed opens at its own place.
    if kept:
        assert again.notation() == match.notation()
