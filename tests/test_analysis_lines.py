"""The lines of an analysis are shown in the order of their values."""

from hypothesis import given
from hypothesis import strategies as st

from loa_tk.control.study.analysis import best
from loa_tk.model.search.statistics import Alternative, Iteration, Proof, Report, Statistics


def report(values, proved=False):
    """Return the report of a search whose last depth found these values."""
    found = tuple(Alternative(move, value, (move,)) for move, value in enumerate(values))
    depth = Iteration(3, values[0], 0, (0,), 0.1, Statistics(), "depth", found)
    iterations = [depth]
    if proved:
        iterations.append(Iteration(5, 100.0, 2, (2,), 0.1, Statistics(), "proof"))
    last = iterations[-1]
    return Report(
        last.move, last.value, last.depth, last.line, Proof(0, 5) if proved else None, 0.1,
        tuple(iterations), Statistics(), last.alternatives, (),
    )  # fmt: skip


@given(st.lists(st.floats(-50, 50), min_size=3, max_size=3), st.booleans())
def test_the_best_move_is_first_and_the_others_follow_by_value(values, proved):
    first, *others = best(report(values, proved))
    assert first.move == (2 if proved else 0)
    assert len(others) == 2
    assert [one.value for one in others] == sorted((one.value for one in others), reverse=True)
