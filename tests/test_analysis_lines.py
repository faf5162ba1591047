"""The lines of an analysis are shown in the order of their values."""

from hypothesis import given
from hypothesis import strategies as st

from loa_tk.control.study.analysis import best, depth_of
from loa_tk.model.search.statistics import Alternative, Iteration, Proof, Report, Statistics


def report(values, proved=False):
    """Return the report of a search whose last depth found these values."""
    found = tuple(Alternative(move, value, (move,)) for move, value in enumerate(values))
    depth = Iteration(
        depth=3,
        value=values[0],
        line=(0,),
        seconds=0.1,
        statistics=Statistics(),
        kind="depth",
        alternatives=found,
    )
    iterations = [depth]
    if proved:
        iterations.append(
            Iteration(
                depth=5,
                value=100.0,
                line=(2,),
                seconds=0.1,
                statistics=Statistics(),
                kind="proof",
            )
        )
    last = iterations[-1]
    return Report(
        value=last.value, depth=last.depth, line=last.line,
        proof=Proof(0, 5) if proved else None, seconds=0.1, iterations=tuple(iterations),
        statistics=Statistics(), alternatives=last.alternatives, shown=(),
    )  # fmt: skip


@given(st.lists(st.floats(-50, 50), min_size=3, max_size=3), st.booleans())
def test_the_best_move_is_first_and_the_others_follow_by_value(values, proved):
    found = report(values, proved)
    first, *others = best(found)
    assert first.move == (2 if proved else 0)
    assert len(others) == 2
    assert [one.value for one in others] == sorted((one.value for one in others), reverse=True)
    assert depth_of(found, first) == found.depth and {depth_of(found, one) for one in others} == {3}
