"""The surface of a board: which cells are next to each other, and so where lines run.

A cell has one coordinate for each side of its board, and its number counts them up, the last side
fastest: on a board of 3 x 4 row 1, column 2 is cell 1 * 4 + 2 = 6. A *direction* is a step along a
line, in coordinates; of a step and its opposite one is a direction. On a plane:

     (0, 1)  to the right        (1, 1)   down and right
     (1, 0)  down                (1, -1)  down and left

Where a surface *wraps*, a step over an edge comes in at the other, and a line is a ring. Whoever
asks where lines run, what is near or what looks the same asks here, and nobody counts columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import prod
from typing import Final

from engine.game.rules import Rules, Variant

Step = tuple[int, ...]
"""How far it is along each side."""
_BOARDS: Final = 64
"""How many kinds of board are cached."""
_MOST_SHIFTED: Final = 72
"""The cells of the largest board of which shifts count as images: on a larger one no position is
searched long enough to come again shifted, and each of its images would take room."""


class Surface:
    """The cells of a board of some sides, and whether its lines go on over the edges."""

    def __init__(self, sides: tuple[int, ...], wraps: bool = False) -> None:
        self.sides = sides
        self.wraps = wraps
        self.cells = prod(sides)
        steps = sorted(product((0, 1, -1), repeat=len(sides)), key=_crossed)
        self.directions: tuple[Step, ...] = tuple(step for step in steps if _leads(step) > 0)
        """Straight ones first, then those that slant."""

    @cached_property
    def _places(self) -> list[Step]:
        """The coordinates of each cell."""
        return list(product(*map(range, self.sides)))

    def slants(self, direction: int) -> bool:
        """Whether lines in a direction, an index of `directions`, are diagonals."""
        return _crossed(self.directions[direction]) > 1

    def beside(self, cell: int, step: Step) -> int | None:
        """The cell that a step leads to; None where it leads off the board."""
        found = 0
        for here, along, side in zip(self._places[cell], step, self.sides, strict=True):
            there = here + along
            if not 0 <= there < side:
                if not self.wraps:
                    return None
                there %= side
            found = found * side + there
        return found

    @cached_property
    def _after(self) -> list[list[int | None]]:
        """[direction][cell]: the next cell of a line."""
        return [self._led_to(step) for step in self.directions]

    @cached_property
    def _before(self) -> list[list[int | None]]:
        """[direction][cell]: the cell before it on a line."""
        return [self._led_to(tuple(-along for along in step)) for step in self.directions]

    def _led_to(self, step: Step) -> list[int | None]:
        return [self.beside(cell, step) for cell in range(self.cells)]

    def lines(self, direction: int) -> Iterator[list[int]]:
        """The cells of every line in a direction, from edge to edge or once round."""
        after, before = self._after[direction], self._before[direction]
        seen = set[int]()
        for cell in range(self.cells):
            if cell in seen or (before[cell] is not None and not self.wraps):
                continue
            along = list(_walk(cell, after))
            seen.update(along)
            yield along

    def windows(self, goal: int) -> list[tuple[int, list[int]]]:
        """Every run of `goal` cells, each once, with its direction."""
        found: dict[frozenset[int], tuple[int, list[int]]] = {}
        for cell in range(self.cells):
            for direction, after in enumerate(self._after):
                along = [one for one, _ in zip(_walk(cell, after), range(goal), strict=False)]
                if len(along) == goal:
                    found.setdefault(frozenset(along), (direction, along))
        return list(found.values())

    def windows_by_line(self, goal: int) -> list[list[list[int]]]:
        """The windows of each line, one step apart, as far as no cell comes twice in the line."""
        found = []
        for direction in range(len(self.directions)):
            for line in self.lines(direction):
                most = len(line) - goal + 1
                starts = len(line) if self.wraps and len(line) > goal else most
                twice = line + line
                windows = [twice[at : at + goal] for at in range(starts)]
                found += [windows[at : at + most] for at in range(0, starts, max(1, most))]
        return found

    def near(self, steps: int) -> tuple[int, ...]:
        """The cells so many king's steps from each cell or fewer, a bit a cell."""
        around = list(product(range(-steps, steps + 1), repeat=len(self.sides)))
        found = []
        for cell in range(self.cells):
            there = {self.beside(cell, step) for step in around} - {cell, None}
            found.append(sum(1 << one for one in there if one is not None))
        return tuple(found)

    def distance(self, cell: int, other: int) -> int:
        """How many king's steps it is from one cell to another."""
        return max(
            min(away, side - away) if self.wraps else away
            for here, there, side in zip(
                self._places[cell], self._places[other], self.sides, strict=True
            )
            for away in (abs(here - there),)
        )

    def aside(self, cell: int) -> Step:
        """Twice how far a cell is from the middle of each side; what wraps has no middle."""
        if self.wraps:
            return (0,) * len(self.sides)
        return tuple(
            abs(2 * here - side + 1)
            for here, side in zip(self._places[cell], self.sides, strict=True)
        )

    def row(self, cell: int, direction: int, holds: Callable[[int], bool]) -> list[int]:
        """The unbroken run of cells that hold, through one that does, in a direction."""
        after, before = self._after[direction], self._before[direction]
        first = cell
        for first in _walk(cell, before):
            earlier = before[first]
            if earlier is None or earlier == cell or not holds(earlier):
                break
        found = []
        for one in _walk(first, after):
            if not holds(one):
                break
            found.append(one)
        return found

    def path(self, cells: Iterable[int]) -> tuple[list[int], Step] | None:
        """The shortest way along a line that leads through cells, and its direction.

        None where they lie on no line.
        """
        wanted = set(cells)
        ways: list[tuple[list[int], Step]] = []
        for step, after in zip(self.directions, self._after, strict=True):
            for first in sorted(wanted):
                way, left = list[int](), set(wanted)
                for one in _walk(first, after):
                    way.append(one)
                    left.discard(one)
                    if not left:
                        ways.append((way, step))
                        break
        return min(ways, key=lambda way: len(way[0]), default=None)

    def goes_over_edge(self, cell: int, after: int) -> bool:
        """Whether the step from a cell to the one after it on a line leads over an edge."""
        here, there = self._places[cell], self._places[after]
        return any(abs(one - other) > 1 for one, other in zip(here, there, strict=True))

    def images(self, gravity: bool) -> Iterator[tuple[int, ...]]:
        """Where each cell goes under each symmetry, the one that moves nothing first.

        With gravity up stays up: the first side is not turned.
        """
        count = len(self.sides)
        shifted = self.wraps and self.cells <= _MOST_SHIFTED
        shifts = [range(side) if shifted else (0,) for side in self.sides]
        if gravity:
            shifts[0] = (0,)
        for order, turned, by in product(
            permutations(range(count)), product((False, True), repeat=count), product(*shifts)
        ):
            if gravity and (order[0] or turned[0]):
                continue
            if any(self.sides[axis] != side for axis, side in zip(order, self.sides, strict=True)):
                continue
            yield tuple(self._image(place, order, turned, by) for place in self._places)

    def _image(self, place: Step, order: Step, turned: tuple[bool, ...], by: Step) -> int:
        found = 0
        for axis, turns, shift, side in zip(order, turned, by, self.sides, strict=True):
            here = (place[axis] + shift) % side
            found = found * side + (side - 1 - here if turns else here)
        return found


def _crossed(step: Step) -> int:
    """Along how many sides a step leads."""
    return sum(map(abs, step))


def _leads(step: Step) -> int:
    """The first of its coordinates that is not 0."""
    return next(filter(None, step), 0)


def _walk(cell: int, after: list[int | None]) -> Iterator[int]:
    """The cells from one on, to the edge or once round."""
    one: int | None = cell
    while one is not None:
        yield one
        one = after[one]
        if one == cell:
            return


@lru_cache(maxsize=_BOARDS)
def surface_of(rules: Rules) -> Surface:
    """The surface of the board of a game."""
    if rules.variant is Variant.CUBE:
        return Surface((rules.rows, rules.rows, rules.rows))
    return Surface((rules.rows, rules.columns), wraps=rules.variant is Variant.TORUS)
