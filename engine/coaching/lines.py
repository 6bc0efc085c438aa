"""The lines of a board as a person sees them: which can still be completed, by whom, and where.

Stones are integers with a bit for each cell; cells are counted from 0, row by row from the top
left. A *window* is a run of `goal` cells. A window is *open* to a side while the other has no
stone in it, and nothing at its ends keeps a line in it from winning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.game.geometry import beyond, is_shut
from engine.game.position import Position, Side
from engine.game.rules import Rules, Variant, foul
from engine.game.surfaces import surface_of


class Window(NamedTuple):
    """A run of `goal` cells: a bit for each, and its direction, an index of those of the surface.

    `ends` are the cells beyond both ends, where they matter (engine.game.geometry.beyond), `each`
    are the cells one by one, and `slants` says whether it is a diagonal.
    """

    cells: int
    direction: int
    ends: int = 0
    each: tuple[int, ...] = ()
    slants: bool = False


class BoardWindows(NamedTuple):
    """The windows of a board: all of them, and those through each cell."""

    windows: tuple[Window, ...]
    through: tuple[tuple[Window, ...], ...]


@lru_cache(maxsize=64)
def board_windows(rules: Rules) -> BoardWindows:
    """The windows of a board."""
    surface, found = surface_of(rules), []
    through: list[list[Window]] = [[] for _ in range(rules.cells)]
    for direction, cells in surface.windows(rules.goal):
        bits, slants = sum(1 << cell for cell in cells), surface.slants(direction)
        window = Window(bits, direction, beyond(rules, cells), tuple(cells), slants)
        found.append(window)
        for cell in cells:
            through[cell].append(window)
    return BoardWindows(tuple(found), tuple(map(tuple, through)))


def seen_by_mover(position: Position) -> tuple[int, int]:
    """The stones of the side to move, and those of the other.

    In vanishing those that still stand once their side has made its next move.
    """
    found = dict.fromkeys((position.side, position.side.other), 0)
    for tile, whose in position.lasting.items():
        found[whose] |= 1 << tile - 1
    mine, theirs = found.values()
    return mine, theirs


def _stones(tiles: Iterable[int]) -> int:
    return sum(1 << tile - 1 for tile in tiles)


def cells_of(stones: int) -> Iterator[int]:
    """The cells of some stones, ascending."""
    while stones:
        yield (stones & -stones).bit_length() - 1
        stones &= stones - 1


def _spread(rules: Rules, cells: int) -> int:
    """Some cells with a bit between the rows, as the rules of fouls count them."""
    row = (1 << rules.columns) - 1
    return sum(
        (cells >> down * rules.columns & row) << down * (rules.columns + 1)
        for down in range(rules.rows)
    )


def tiles_of(stones: int) -> tuple[int, ...]:
    """The tiles of some stones, ascending."""
    return tuple(cell + 1 for cell in cells_of(stones))


class Lines:
    """What one side sees: its own stones, those of the other, and the cells to be had next.

    `side` is that side. `reachable` holds the cells that a stone can be put on now: with gravity
    the lowest free cell of each column, otherwise all that are free, less the `fouls` of X in
    renju. These are those of the position that the lines began with.
    """

    __slots__ = ("_columns", "_lowest", "_windows", "fouls", "other", "own", "rules", "side")

    def __init__(
        self, rules: Rules, side: Side, own: int, other: int, lowest: int, fouls: int = 0
    ) -> None:
        self.rules = rules
        self.side = side
        self.own = own
        self.other = other
        self.fouls = fouls
        self._lowest = lowest
        self._columns = rules.columns if rules.gravity else 0
        self._windows = board_windows(rules)

    @classmethod
    def of(cls, position: Position) -> Lines:
        """The lines for the side to move."""
        own, other = seen_by_mover(position)
        fouls = position.fouls_of_x
        landings = {position.landing(move) for move in position.legal}
        lowest = _stones(landings | fouls.keys())
        return cls(position.rules, position.side, own, other, lowest, _stones(fouls))

    @property
    def reachable(self) -> int:
        """The cells that this side can put a stone on now."""
        return self._lowest & ~self.fouls if self.side is Side.X else self._lowest

    @property
    def landings(self) -> int:
        """The cells that a stone can be put on now, and the fouls of the position.

        No stone that completes a line is a foul, so of such cells all can be had.
        """
        return self._lowest

    def allows(self, cell: int) -> bool:
        """Whether this side may put a stone on a cell now, as the stones stand now."""
        if not self._lowest >> cell & 1:
            return False
        rules = self.rules
        if rules.variant is not Variant.RENJU or self.side is not Side.X:
            return True
        black, bit = _spread(rules, self.own), _spread(rules, 1 << cell)
        place = bit.bit_length() - 1
        return foul(black, _spread(rules, self.free), place, rules.columns + 1) is None

    @property
    def free(self) -> int:
        """The free cells, reachable or not."""
        return (1 << self.rules.cells) - 1 & ~self.own & ~self.other

    def swapped(self) -> Lines:
        """The same board for the other side, as if it were its turn."""
        return Lines(self.rules, self.side.other, self.other, self.own, self._lowest, self.fouls)

    def with_stone(self, cell: int) -> Lines:
        """The board for the same side after a stone of its own on a reachable cell."""
        above = 1 << cell - self._columns if self._columns and cell >= self._columns else 0
        lowest = self._lowest & ~(1 << cell) | above
        own = self.own | 1 << cell
        return Lines(self.rules, self.side, own, self.other, lowest, self.fouls)

    def answered(self, cell: int) -> Lines:
        """The board for the same side after a stone of the other on a reachable cell."""
        return self.swapped().with_stone(cell).swapped()

    def ends(self, row: int, direction: int) -> list[int]:
        """The free cells that make a line of a row of `goal - 1` own stones by one more."""
        first = (row & -row).bit_length() - 1
        return [
            left.bit_length() - 1
            for window in self._windows.through[first]
            if window.direction == direction
            and row & ~window.cells == 0
            and not (left := window.cells & ~row) & (self.own | self.other)
            and not self._is_shut(window)
        ]

    def completing(self, through: int | None = None) -> dict[int, list[Window]]:
        """The windows, of all or of those through a cell, that one more stone completes.

        They stand by the cell that it needs.
        """
        found: dict[int, list[Window]] = {}
        own, other = self.own, self.other
        for window in self._among(through):
            left = window.cells & ~own
            if left and left & (left - 1) == 0 and not left & other and not self._is_shut(window):
                found.setdefault(left.bit_length() - 1, []).append(window)
        return found

    def _among(self, through: int | None) -> Sequence[Window]:
        return self._windows.windows if through is None else self._windows.through[through]

    def missing(self, cell: int, count: int) -> Iterator[Window]:
        """The open windows through a cell that lack so many stones."""
        wanted, own, other = self.rules.goal - count, self.own, self.other
        for window in self._windows.through[cell]:
            if window.cells & other or (window.cells & own).bit_count() != wanted:
                continue
            if not self._is_shut(window):
                yield window

    def lacking(self, count: int) -> int:
        """The free cells of all open windows that lack so many stones."""
        wanted, own, other = self.rules.goal - count, self.own, self.other
        found = 0
        for window in self._windows.windows:
            if not window.cells & other and (window.cells & own).bit_count() == wanted:
                found |= 0 if self._is_shut(window) else window.cells & ~own
        return found

    def completes(self, cell: int) -> bool:
        """Whether a stone on a cell completes a window."""
        own = self.own | 1 << cell
        return any(
            window.cells & ~own == 0 and not self._is_shut(window)
            for window in self._windows.through[cell]
        )

    def open_windows(self, through: int | None = None) -> list[Window]:
        """The windows, of all or of those through a cell, that are open to this side."""
        return [
            window
            for window in self._among(through)
            if not window.cells & self.other and not self._is_shut(window)
        ]

    def _is_shut(self, window: Window) -> bool:
        """Whether no winning line can be made of a window, because of what stands at its ends."""
        by_x = self.side is Side.X
        return bool(window.ends) and is_shut(self.rules, by_x, window.ends, self.own, self.other)


# --- pairing strategies: pairs of cells that stop every line, whichever of a pair the other takes
#
# A. W. Hales and R. I. Jewett, "Regularity and Positional Games" (1963): a player who answers each
# stone on a cell of a pair with one on the other cell prevents every line that holds a whole pair.

_MOST_WINDOWS: Final = 12
"""With more lines a person cannot keep a pairing in mind."""


def pairing(free: int, windows: Sequence[Window]) -> tuple[int, ...]:
    """Pairs of free cells, a bit each, one within every window; () where there is no such choice.

    No cell is in two pairs.
    """
    if len(windows) > _MOST_WINDOWS:
        return ()
    wanted = sorted({window.cells & free for window in windows}, key=int.bit_count)
    return _paired(wanted, (), 0) or ()


def _paired(wanted: list[int], pairs: tuple[int, ...], taken: int) -> tuple[int, ...] | None:
    """Pairs for the first of these sets of cells, and then for the others."""
    if not wanted:
        return pairs
    cells, *others = wanted
    if any(pair & ~cells == 0 for pair in pairs):
        return _paired(others, pairs, taken)
    for one, other in combinations(cells_of(cells & ~taken), 2):
        pair = 1 << one | 1 << other
        if (found := _paired(others, (*pairs, pair), taken | pair)) is not None:
            return found
    return None
