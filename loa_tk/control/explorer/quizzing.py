"""A quiz in the window: the question in turn, the answer so far, and the score of the session."""

from __future__ import annotations

from loa_tk.control.effects import Effects, Run
from loa_tk.control.explorer.jobs import QuizJob
from loa_tk.control.explorer.state import Answering, ExplorerState
from loa_tk.model.fields import SEEDS
from loa_tk.model.game import UserError
from loa_tk.model.tree.question import check
from loa_tk.model.tree.quiz import SEED, Quiz
from loa_tk.words import explorer as words

QUESTIONS = 5
MINUS = str.maketrans({"−": "-", ",": ".", "∞": "inf"})


def new(state: ExplorerState) -> Effects[ExplorerState]:
    """Make a quiz of the chosen level and seed; after one that was begun, with the next seed."""
    if state.job is not None:
        return []
    try:
        seed = SEED.read(state.values["seed"])
    except UserError as error:
        state.say(str(error), bad=True)
        return []
    if state.quiz is not None and (state.quiz.quiz.seed, state.quiz.quiz.level) == (
        seed, state.values["level"],
    ):  # fmt: skip
        seed = (seed + 1) % (SEEDS.most + 1)
        state.values["seed"] = str(seed)
    state.job = QuizJob(
        game=state.game.key, seed=seed, level=state.values["level"], questions=QUESTIONS
    )
    state.progress, state.quiz = 0.0, None
    state.say("")
    return [Run(state.job)]


def made(state: ExplorerState, quiz: Quiz) -> Effects[ExplorerState]:
    """Ask the first question."""
    state.job, state.quiz = None, Answering(quiz=quiz)
    return []


def type_answer(state: ExplorerState, key: str, text: str) -> Effects[ExplorerState]:
    """Note what was typed."""
    if state.quiz is not None and state.quiz.mark is None:
        state.quiz.typed[key] = text
    return []


def tick(state: ExplorerState, place: int) -> Effects[ExplorerState]:
    """Choose a branch as an answer, or take the choice back."""
    session = state.quiz
    if session is None or session.mark is not None or session.question.kind != "cut":
        return []
    name = session.question.nodes[place].name
    if name in session.question.choices:
        session.ticked ^= {name}
        state.say("")
    return []


def check_answer(state: ExplorerState) -> Effects[ExplorerState]:
    """Say whether the answer is right, and count it."""
    session = state.quiz
    assert session is not None
    question = session.question
    answer: tuple[float, ...] | tuple[str, ...]
    if question.kind == "cut":
        answer = tuple(session.ticked)
    else:
        values = []
        for key, _ in words.ANSWERS[question.kind]:
            text = session.typed.get(key, "").strip()
            try:
                values.append(float(text.translate(MINUS)))
            except ValueError:
                wrong = words.NOT_A_NUMBER.format(text=text) if text else words.NOTHING_TYPED
                state.say(wrong, bad=True)
                return []
        answer = tuple(values)
    session.mark = check(question, answer)
    state.asked += 1
    state.right += session.mark.right
    state.say("")
    if session.at_end:
        state.say(words.QUIZ_OVER.format(right=state.right, asked=state.asked))
    return []


def next_question(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask the next question."""
    session = state.quiz
    assert session is not None
    state.quiz = Answering(quiz=session.quiz, place=session.place + 1)
    state.say("")
    return []


def can_check(state: ExplorerState) -> bool:
    """Return whether a question waits for its answer."""
    return state.values["page"] == "quiz" and state.quiz is not None and state.quiz.mark is None


def can_go_on(state: ExplorerState) -> bool:
    """Return whether there is another question."""
    return state.values["page"] == "quiz" and state.quiz is not None and not state.quiz.at_end
