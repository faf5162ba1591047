"""The series of a main window: made for it, and its finished games on its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loa_tk.control.series.controller import SeriesController
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.study.review import look_at
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.words import series as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller


def series_of(controller: Controller) -> SeriesController:
    """The series of this main window."""
    return SeriesController(
        controller.view,
        lambda plan, result: put_on_board(controller, plan, result),
        controller.clock,
    )


def put_on_board(controller: Controller, plan: Plan, result: Result) -> None:
    """Show the end of a game, to be gone through like one from a file."""
    match = Match(find_game(plan.game))
    for text in result.moves:
        match.play_text(text)
    one, two = (player.partition(":")[0] for player in plan.players)
    names = words.NUMBERED[0].format(name=one), words.NUMBERED[1].format(name=two)
    look_at(controller, match, names if result.first == 0 else names[::-1])
    controller.note(words.ON_BOARD.format(number=result.number + 1, reason=result.reason))
    controller.show()
    controller.view.front()
