"""Random puzzles of a few cells for the tests, solvable or not."""

from hypothesis import strategies as st


@st.composite
def any_puzzle(draw, most_cells=25, most_colours=5):
    """Return the lines of a small puzzle with its sources anywhere."""
    width = draw(st.integers(1, 5))
    height = draw(st.integers(1 if width > 1 else 2, most_cells // width if width > 3 else 5))
    cells = width * height
    pairs = draw(st.integers(1, min(most_colours, cells // 2)))
    places = draw(st.permutations(range(cells)))
    marks = ["_"] * cells
    for number, cell in enumerate(places[: 2 * pairs]):
        marks[cell] = "ABCDE"[number // 2]
    return ["".join(marks[start : start + width]) for start in range(0, cells, width)]
