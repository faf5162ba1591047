"""Flow Free solved the slow and obvious way, on lines of text, without the package's code."""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]


def cells(rows: list[str]) -> dict[Cell, str]:
    """Return the mark in each cell, by row and column."""
    return {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}


def near(cell: Cell) -> list[Cell]:
    """Return the four cells around a cell, on the grid or not."""
    r, c = cell
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def faults(puzzle: list[str], solution: list[str]) -> list[str]:
    """Return a list of everything that is wrong with a solution, empty if it is right."""
    asked, given = cells(puzzle), cells(solution)
    if asked.keys() != given.keys():
        return ["it has another size"]
    colours = {mark for mark in asked.values() if mark not in "_."}
    found = []
    for cell, mark in given.items():
        source = asked[cell] in colours
        if source and asked[cell] != mark:
            found.append(f"{cell}: the source is painted over")
        if mark not in colours:
            found.append(f"{cell}: {mark!r} is not a colour of the puzzle")
        equal = [other for other in near(cell) if given.get(other) == mark]
        if len(equal) != (1 if source else 2):
            found.append(f"{cell}: {len(equal)} neighbours of its colour")
    for colour in sorted(colours):
        mine = {cell for cell, mark in given.items() if mark == colour}
        reached = set()
        front = [min(mine)] if mine else []
        while front:
            cell = front.pop()
            if cell not in reached:
                reached.add(cell)
                front += [other for other in near(cell) if other in mine]
        if reached != mine:
            found.append(f"{colour}: in more than one piece")
    return found


def solutions(puzzle: list[str]) -> Iterator[list[str]]:
    """Yield all solutions, by trying every path of every colour."""
    grid = cells(puzzle)
    colours = sorted({mark for mark in grid.values() if mark not in "_."})

    def routes(path: list[Cell], goal: Cell) -> Iterator[None]:
        """Extend the path on the grid in every way that does not touch itself."""
        tip = path[-1]
        for step in near(tip):
            if step == goal or grid.get(step) in ("_", "."):
                if any(other in path[:-1] for other in near(step)):
                    continue
                if step == goal:
                    yield None
                elif goal not in near(tip):  # next to the goal a path can only end there
                    grid[step] = grid[path[0]]
                    path.append(step)
                    yield from routes(path, goal)
                    path.pop()
                    grid[step] = "_"

    def fill(remaining: list[str]) -> Iterator[list[str]]:
        if not remaining:
            if not any(mark in "_." for mark in grid.values()):
                width = len(puzzle[0])
                text = "".join(grid[cell] for cell in sorted(grid))
                yield [text[at : at + width] for at in range(0, len(text), width)]
            return
        start, goal = sorted(cell for cell in sources if sources[cell] == remaining[0])
        for _ in routes([start], goal):
            yield from fill(remaining[1:])

    sources = {cell: mark for cell, mark in grid.items() if mark in colours}
    yield from fill(colours)
