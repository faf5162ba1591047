"""The quiz page as a scene: the question, its tree, and after the answer the solution."""

from __future__ import annotations

from loa_tk.control.explorer.jobs import QuizJob
from loa_tk.control.explorer.state import Answering, ExplorerState
from loa_tk.control.explorer.tree_scenes import board_scene
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move
from loa_tk.model.tree.quiz import Question, QuizNode
from loa_tk.model.tree.reasons import number
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.explorer import QuizBranch, QuizScene
from loa_tk.scenes.pages import FormField
from loa_tk.words import explorer as words


def quiz_scene(state: ExplorerState) -> QuizScene:
    """Return the question in turn, or what to do to get one."""
    session = state.quiz
    if session is None:
        making = isinstance(state.job, QuizJob)
        return QuizScene(note=words.MAKING_QUIZ if making else words.QUIZ_NOTE)
    question, mark = session.question, session.mark
    game = find_game(question.game)
    asked = question.nodes[question.asked]
    side = game.sides[game.player(asked.state)].name
    fields = tuple(
        FormField(key, label, "number", session.typed.get(key, ""), "")
        for key, label in words.ANSWERS[question.kind]
    )
    score = words.NO_SCORE
    if state.asked:
        score = words.SCORE.format(right=state.right, asked=state.asked)
    return QuizScene(
        words.QUESTION.format(number=session.place + 1, all=len(session.quiz.questions)),
        question.text,
        "" if mark is not None else words.HINTS[question.kind],
        board_of(question),
        words.to_move(side, asked.move),
        branches(session),
        fields,
        "" if mark is None else words.RIGHT if mark.right else words.WRONG,
        mark is None or mark.right,
        "" if mark is None else mark.text,
        score,
    )


def board_of(question: Question) -> BoardScene:
    """Return the position at the node that is asked about."""
    game, asked = find_game(question.game), question.nodes[question.asked]
    last = None
    if asked.parent is not None:
        before = question.nodes[asked.parent].state
        last = (before, read_move(game, before, asked.move))
    return board_scene(game, asked.state, last)


def branches(session: Answering) -> tuple[QuizBranch, ...]:
    """Return the nodes of the tree; after the answer with what alpha-beta did in them."""
    question, solved = session.question, session.mark is not None
    return tuple(
        branch(question, node, place, node.name in session.ticked, solved)
        for place, node in enumerate(question.nodes)
    )


def branch(
    question: Question, node: QuizNode, place: int, chosen: bool, solved: bool
) -> QuizBranch:
    """Return one node."""
    asked = place == question.asked and question.kind != "cut"
    value = node.returned if solved and not node.leaf else node.value
    text = words.ASKED if asked and not solved else "" if value is None else number(value)
    return QuizBranch(
        node.parent,
        node.name,
        node.move,
        text,
        node.maximises,
        node.leaf,
        asked,
        node.name in question.choices and not solved,
        chosen,
        solved and node.name in question.cut,
        solved and node.returned is None,
    )
