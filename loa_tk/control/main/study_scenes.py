"""What review, analysis and the position editor add to the window's scene."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loa_tk.control.files.filing import recent_choices
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.main import MenuScene, WindowScene
from loa_tk.scenes.pages import Choice
from loa_tk.scenes.review import ReviewScene
from loa_tk.words import review as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller


def with_studies(controller: Controller, scene: WindowScene) -> WindowScene:
    """The scene with its file's name, the third card's page and arrows, or the editor instead."""
    session, analysis = controller.session, controller.analysis
    scene = replace(
        scene,
        title=controller.filing.title(scene.title),
        menus=menus(controller, scene.menus),
        page=session.page,
    )
    if controller.editing.active:
        return replace(
            scene,
            board=edited_board(controller, scene.board),
            status=session.note or words.EDIT_STATUS,
            editor=controller.editing.scene(),
            log_pane=False,
        )
    review = controller.reviewer.scene(session) if session.page == "moves" else ReviewScene()
    return replace(
        scene,
        board=replace(scene.board, arrows=scene.board.arrows or analysis.arrows()),
        review=review,
        analysis=analysis.scene(),
    )


def menus(controller: Controller, scene: MenuScene) -> MenuScene:
    """The menus with what can be filed, analysed and edited."""
    session, analysis = controller.session, controller.analysis
    recent = recent_choices(session.settings.recent)
    choices = {**scene.choices, "recent": tuple(Choice(*pair) for pair in recent)}
    ticked = scene.ticked | ({"analyse"} if analysis.on else set())
    if controller.editing.active:
        return replace(scene, enabled=frozenset({"new"}), ticked=ticked, choices=choices)
    enabled = {"save", "save-as", "edit"}
    if analysis.on or session.match.outcome() is None:
        enabled.add("analyse")
    if session.match.root.children:
        enabled.add("analyse-game")
    return replace(scene, enabled=scene.enabled | enabled, ticked=ticked, choices=choices)


def edited_board(controller: Controller, scene: BoardScene) -> BoardScene:
    """The board with the pieces of the position in the making, and no mark but the cursor."""
    game = controller.session.game
    pieces = {at: game.sides[side].name for at, side in controller.editing.pieces.items()}
    value = None if scene.value is None else replace(scene.value, share=0.5, text="")
    return BoardScene(
        scene.rows,
        scene.columns,
        pieces,
        scene.squares,
        scene.flipped,
        scene.coordinates,
        cursor=scene.cursor,
        value=value,
    )
