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


def effort(puzzle: list[str], algorithm: str) -> tuple[bool, int, int]:
    """Return whether `rows`, `mrv` or `forward` finds a solution, its attempts and backtracks.

    An attempt is a colour that is tried in a cell; a backtrack is a colour that is taken back.
    """
    grid = {cell: mark for cell, mark in cells(puzzle).items() if mark not in "_."}
    order, sources = list(cells(puzzle)), set(grid)
    names = list(dict.fromkeys(grid[cell] for cell in order if cell in sources))
    asked = [cell for cell in order if cell not in sources]
    attempts = backtracks = 0

    def around(cell: Cell) -> list[Cell]:
        return [other for other in near(cell) if other in order]

    def holds(cell: Cell) -> bool:
        wanted = 1 if cell in sources else 2
        equal = sum(grid.get(other) == grid[cell] for other in around(cell))
        return equal <= wanted <= equal + sum(other not in grid for other in around(cell))

    def unbroken(cell: Cell) -> bool:
        return all(holds(one) for one in (cell, *around(cell)) if one in grid)

    def consistent(cell: Cell, name: str) -> bool:
        grid[cell] = name
        unbroken_then = unbroken(cell)
        del grid[cell]
        return unbroken_then

    domains = {cell: [name for name in names if consistent(cell, name)] for cell in asked}

    def select() -> Cell:
        left = [cell for cell in asked if cell not in grid]
        if algorithm == "rows":
            return left[0]
        return min(reversed(left), key=lambda cell: len(domains[cell]))

    def prune(cell: Cell) -> bool:
        if not unbroken(cell):
            return False
        for other in around(cell):
            if other not in grid:
                domains[other] = [name for name in domains[other] if consistent(other, name)]
                if not domains[other]:
                    return False
        return True

    def solve() -> bool:
        nonlocal attempts, backtracks, domains
        if len(grid) == len(order):
            return not faults(puzzle, ["".join(grid[r, c] for c in range(len(puzzle[0])))
                                       for r in range(len(puzzle))])  # fmt: skip
        cell, before = select(), dict(domains)
        stale = algorithm == "forward"  # it offers what its pruning has left
        for name in domains[cell] if stale else [n for n in names if consistent(cell, n)]:
            attempts += 1
            grid[cell] = name
            if (not stale or prune(cell)) and solve():
                return True
            del grid[cell]
            domains = dict(before)
            backtracks += 1
        return False

    sound = all(holds(cell) for cell in sources)
    return sound and solve(), attempts, backtracks
