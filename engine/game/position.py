"""A state of a game, and what may follow it.

The stones of a side are one integer, a bit a cell, row by row from the top
left, with one spare bit that no stone ever takes at the end of each row. On
3x3 (`width` = columns + 1 = 4):

     0  1  2 | 3
     4  5  6 | 7
     8  9 10 | 11

so that one step to the right, down, down right and down left are shifts by
1, width, width + 1 and width - 1, and no line wraps round an edge.

A *move* is the number people type: a tile (1-based, row by row from the top
left) or, with gravity, a column (1-based). A *tile* is always a tile. A *cell*
is the 0-based index of a tile, used by the searches only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle

from engine.game import ReadableEnum, courses
from engine.game.errors import IllegalMoveError, InvalidMoveError, MoveProblem
from engine.game.rules import LEAST_STONES, Foul, Rules, Variant, foul
from engine.game.surfaces import surface_of


class Side(ReadableEnum):
    """Who a stone belongs to. X moves first."""

    X = "X"
    O = "O"  # noqa: E741 - the mark's own name

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.O if self is Side.X else Side.X


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner, None for a draw, and the tiles of the completed line.

    In misere the line is the loser's. A line longer than the goal is given whole;
    of several lines completed at once, one. In renju a game is drawn, too, where X is to move and
    every free tile would be a foul: nobody passes here. In vanishing it is where the same marks
    stand for the third time.
    """

    winner: Side | None
    line: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A state of a game, immutable; equal where rules and stones are equal.

    In vanishing the age of the marks counts too, and which states a third time would be a draw.

    Examples:
        >>> position = Position.start(Rules(3, 3, 3)).play(5)
        >>> position.side, position.legal
        (Side.O, (1, 2, 3, 4, 6, 7, 8, 9))
        >>> position == Position.from_moves(position.rules, [5])
        True
    """

    rules: Rules
    moves: tuple[int, ...]
    """The moves played, as people typed them."""
    tiles: tuple[int, ...]
    """The tile each of them landed on; the same as `moves` without gravity. In vanishing not all
    of these still stand: see `laid`."""
    outcome: Outcome | None
    """None while the game goes on."""
    _mover: int = field(repr=False)
    _waiting: int = field(repr=False)
    placed: int = 0
    """How many of the first moves are stones that stood there: nobody knows their order."""
    ply: int = field(init=False)
    """How many moves have been played."""
    side: Side = field(init=False)
    """Who is to move, or would be if the game were not over."""
    _may_foul: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        side = Side.O if len(self.moves) % 2 else Side.X
        object.__setattr__(self, "ply", len(self.moves))
        object.__setattr__(self, "side", side)
        may_foul = self.rules.variant is Variant.RENJU and side is Side.X
        object.__setattr__(self, "_may_foul", may_foul)

    @classmethod
    def start(cls, rules: Rules) -> Position:
        """The empty board, X to move."""
        return cls(rules, (), (), None, 0, 0)

    @classmethod
    def from_moves(cls, rules: Rules, moves: Iterable[int], placed: int = 0) -> Position:
        """The position after these moves; raises MoveError at the first that cannot be played."""
        position = cls.start(rules)
        for move in moves:
            position = position.play(move)
        return position.placing(placed) if placed else position

    def placing(self, stones: int) -> Position:
        """The position in which so many of the first moves are stones that stood there."""
        return replace(self, placed=stones)

    def until(self, ply: int) -> Position:
        """The position after the first `ply` of its moves, or all if there are fewer."""
        moves = self.moves[:ply]
        return Position.from_moves(self.rules, moves, min(self.placed, len(moves)))

    @property
    def before(self) -> Position:
        """The position before the last move; raises IndexError where none has been played."""
        last = self.tiles[-1]
        if not self.rules.plain:
            return self.until(self.ply - 1)
        stones = self._waiting & ~(1 << _bit(self.rules, last))
        moves, placed = self.moves[:-1], min(self.placed, self.ply - 1)
        return Position(self.rules, moves, self.tiles[:-1], None, stones, self._mover, placed)

    @property
    def stones(self) -> tuple[int, int]:
        """The stones of the side to move and of the other, in the bits drawn above."""
        return self._mover, self._waiting

    @property
    def laid(self) -> dict[int, Side]:
        """Whose stone is on which tile, in the order in which they were laid.

        >>> Position.from_moves(Rules(3, 3, 3), [5, 1]).laid
        {5: Side.X, 1: Side.O}
        """
        return self._whose(self.tiles if self.rules.plain else courses.state(self.tiles))

    @property
    def lasting(self) -> dict[int, Side]:
        """The same without what goes when its side makes its next move.

        >>> Position.from_moves(Rules.parse("vanishing"), [5, 1, 9, 3, 7]).lasting
        {1: Side.O, 9: Side.X, 3: Side.O, 7: Side.X}
        """
        return self._whose(self.tiles if self.rules.plain else courses.lasting(self.tiles))

    @property
    def fading(self) -> int | None:
        """The tile whose mark goes with the next move; None where none does."""
        return None if self.rules.plain or self.outcome else courses.fading(self.tiles)

    @property
    def is_repeated(self) -> bool:
        """Whether the game is drawn since the same marks stand for the third time."""
        drawn = self.outcome is not None and self.outcome.winner is None
        return drawn and not self.rules.plain

    def _whose(self, last: tuple[int, ...]) -> dict[int, Side]:
        """Whose stones are on the last of the tiles."""
        sides = cycle(Side)
        if (self.ply - len(last)) % 2:
            next(sides)
        return dict(zip(last, sides, strict=False))

    @property
    def most_plies(self) -> int | None:
        """How many plies the game can still take at most: one for each free cell.

        None where the stones do not fill the board.
        """
        return self.rules.cells - self.ply if self.rules.plain else None

    @property
    def legal(self) -> tuple[int, ...]:
        """Every move that can be played, ascending; empty when the game is over."""
        if self.outcome is not None:
            return ()
        if self.rules.gravity:
            taken = self._mover | self._waiting
            return tuple([m for m in self.rules.moves if not taken >> (m - 1) & 1])
        standing = self.tiles if self.rules.plain else courses.state(self.tiles)
        free = sorted(set(self.rules.moves).difference(standing))
        if self._may_foul:
            return tuple([tile for tile in free if self.foul(tile) is None])
        return tuple(free)

    @property
    def fouls(self) -> dict[int, Foul]:
        """The free tiles that the side to move may not play, X in renju alone, and why."""
        return self.fouls_of_x if self._may_foul and self.outcome is None else {}

    @property
    def fouls_of_x(self) -> dict[int, Foul]:
        """The free tiles that X may not play in renju, or could not if it were X's turn."""
        if self.rules.variant is not Variant.RENJU:
            return {}
        black, white = self.stones if self.side is Side.X else self.stones[::-1]
        free = sorted(set(self.rules.moves).difference(self.tiles))
        found = ((tile, _foul(self.rules, black, white, tile)) for tile in free)
        return {tile: why for tile, why in found if why is not None}

    def foul(self, tile: int) -> Foul | None:
        """Why the side to move may not play a free tile, None where it may."""
        if not self._may_foul:
            return None
        return _foul(self.rules, self._mover, self._waiting, tile)

    def play(self, move: int) -> Position:
        """The position after `move`; raises InvalidMoveError or IllegalMoveError."""
        tile, rules = self.landing(move), self.rules
        stones = self._mover | 1 << _bit(rules, tile)
        if not rules.plain and (gone := courses.fading(self.tiles)) is not None:
            stones ^= 1 << _bit(rules, gone)
        return Position(
            rules,
            (*self.moves, move),
            (*self.tiles, tile),
            self._outcome(stones, tile),
            self._waiting,
            stones,
            self.placed,
        )

    def landing(self, move: int) -> int:
        """The tile that `move` would fill; raises InvalidMoveError or IllegalMoveError."""
        rules = self.rules
        # True and 5.0 would pass for numbers of the range
        if type(move) is not int or move not in rules.moves:
            kind = "columns" if rules.gravity else "tiles"
            raise InvalidMoveError(f"there is no {move!r}: {kind} are 1 to {rules.moves[-1]}")
        if self.outcome is not None:
            raise IllegalMoveError("the game is over", MoveProblem.OVER)
        taken = self._mover | self._waiting
        if not rules.gravity:
            if taken >> _bit(rules, move) & 1:
                raise IllegalMoveError(f"tile {move} is taken", MoveProblem.TAKEN)
            if self._may_foul and (found := self.foul(move)) is not None:
                problem = MoveProblem(found.value)
                raise IllegalMoveError(f"tile {move} would be a foul: {found.value}", problem)
            return move
        for tile in range(move + (rules.rows - 1) * rules.columns, 0, -rules.columns):
            if not taken >> _bit(rules, tile) & 1:
                return tile
        raise IllegalMoveError(f"column {move} is full", MoveProblem.FULL)

    def at(self, tile: int) -> Side | None:
        """Whose stone is on a tile (1 to rows * columns), None where it is free."""
        bit = _bit(self.rules, tile)
        if self._mover >> bit & 1:
            return self.side
        return self.side.other if self._waiting >> bit & 1 else None

    def line(self, side: Side, tile: int) -> tuple[int, ...]:
        """The tiles of the line that a stone of a side completes on a tile; () if none.

        In vanishing it has none of the mark that goes then.
        """
        own, other = self.stones if side is self.side else self.stones[::-1]
        if not self.rules.plain:
            kept = (tile for tile, whose in self.lasting.items() if whose is side)
            own = sum(1 << _bit(self.rules, tile) for tile in kept)
        return line_through(self.rules, side, own, other, tile)

    def _outcome(self, stones: int, tile: int) -> Outcome | None:
        """How the game stands once the mover owns `stones`, the last one on `tile`.

        Lines come before fullness: a last stone may win.
        """
        rules = self.rules
        if line := line_through(rules, self.side, stones, self._waiting, tile):
            return Outcome(self.side.other if rules.misere else self.side, line)
        if not rules.plain:
            return Outcome(None) if courses.is_repeated((*self.tiles, tile)) else None
        if self.ply + 1 == rules.cells:
            return Outcome(None)
        if rules.variant is Variant.RENJU and self.side is Side.O:
            free = (left for left in rules.moves if left != tile and self.at(left) is None)
            if all(_foul(rules, self._waiting, stones, left) for left in free):
                return Outcome(None)
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if not self.rules.plain:
            return (self.rules, self.laid, self.outcome, courses.worn(self.tiles)) == (
                other.rules,
                other.laid,
                other.outcome,
                courses.worn(other.tiles),
            ) and courses.state(self.tiles) == courses.state(other.tiles)
        return (self.rules, self._mover, self._waiting, self.ply) == (
            other.rules,
            other._mover,
            other._waiting,
            other.ply,
        )

    def __hash__(self) -> int:
        return hash((self.rules, self._mover, self._waiting))

    def __repr__(self) -> str:
        placed = f", {self.placed}" if self.placed else ""
        return f"Position.from_moves({self.rules!r}, {self.moves!r}{placed})"


def _bit(rules: Rules, tile: int) -> int:
    """The bit of a tile in the drawing above: one spare bit for each full row before it."""
    return tile - 1 + (tile - 1) // rules.columns


def _tile(rules: Rules, bit: int) -> int:
    return bit + 1 - bit // (rules.columns + 1)


def with_stone(rules: Rules, stones: int, tile: int) -> int:
    """`stones` and one more on `tile`."""
    return stones | 1 << _bit(rules, tile)


def line_through(rules: Rules, side: Side, own: int, other: int, tile: int) -> tuple[int, ...]:
    """The tiles of a winning line of a side's stones through `tile`, one step apart; () if none.

    `own` are the stones of the side and `other` those against it. `tile` counts as one of its
    own, whether it is or not.
    """
    if not rules.flat:
        return _line_on_surface(rules, own, tile)
    width = rules.columns + 1
    middle = _bit(rules, tile)
    for step in (1, width, width + 1, width - 1):
        row = 1 << middle
        while (longer := row | (row << step | row >> step) & own) != row:
            row = longer
        if (length := row.bit_count()) >= rules.goal:
            first, last = (row & -row).bit_length() - 1, row.bit_length() - 1
            if _counts(rules, side, length, other, (first - step, last + step)):
                return tuple(_tile(rules, bit) for bit in range(first, last + 1, step))
    return ()


def _line_on_surface(rules: Rules, own: int, tile: int) -> tuple[int, ...]:
    """The same where lines do not run as on a plane."""
    stones = own | 1 << _bit(rules, tile)
    if not any(window & ~stones == 0 for window in _windows_through(rules)[tile - 1]):
        return ()
    surface = surface_of(rules)
    for direction in range(len(surface.directions)):
        row = surface.row(
            tile - 1, direction, lambda cell: bool(stones >> _bit(rules, cell + 1) & 1)
        )
        if len(row) >= rules.goal:
            return tuple(cell + 1 for cell in row)
    return ()


@lru_cache(maxsize=16)
def _windows_through(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """For each tile the bits of the windows through it."""
    through: list[list[int]] = [[] for _ in range(rules.cells)]
    for _, cells in surface_of(rules).windows(rules.goal):
        bits = sum(1 << _bit(rules, cell + 1) for cell in cells)
        for cell in cells:
            through[cell].append(bits)
    return tuple(map(tuple, through))


def _counts(rules: Rules, side: Side, length: int, other: int, beyond: tuple[int, int]) -> bool:
    """Whether a row of at least `goal` stones wins; `beyond` are the bits next to its ends."""
    match rules.variant:
        case Variant.FREESTYLE | Variant.VANISHING | Variant.TORUS | Variant.CUBE:
            return True
        case Variant.EXACT:
            return length == rules.goal
        case Variant.CARO:
            shut = all(bit >= 0 and other >> bit & 1 for bit in beyond)
            return length == rules.goal and not shut
        case Variant.RENJU:
            return side is Side.O or length == rules.goal


def _foul(rules: Rules, black: int, white: int, tile: int) -> Foul | None:
    """What foul a stone of X on a free tile is in renju, None where it may be played."""
    if (black & _rays(rules)[tile - 1]).bit_count() < LEAST_STONES:
        return None
    free = _board(rules) & ~(black | white)
    return foul(black, free, _bit(rules, tile), rules.columns + 1)


@lru_cache(maxsize=16)
def _rays(rules: Rules) -> tuple[int, ...]:
    """For each tile the bits of those less than `goal` steps away along a line."""
    found = []
    for middle in range(rules.cells):
        row, column = divmod(middle, rules.columns)
        found.append(
            sum(
                1 << _bit(rules, tile)
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
                for step in range(1 - rules.goal, rules.goal)
                if step and (tile := rules.tile_at(row + step * down, column + step * right))
            )
        )
    return tuple(found)


@lru_cache(maxsize=16)
def _board(rules: Rules) -> int:
    """The bits of all tiles."""
    return sum(1 << _bit(rules, tile) for tile in range(1, rules.cells + 1))


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; a finished game has no moves.

    Known counts prove that the rules are right.

    >>> from engine.game.rules import Rules
    >>> [perft(Position.start(Rules(3, 3, 3)), depth) for depth in range(6)]
    [1, 9, 72, 504, 3024, 15120]
    """
    return _perft(position, depth, {})


def _perft(position: Position, depth: int, known: dict[tuple[Position, int], int]) -> int:
    """The same; `known` are the counts of positions that other moves led to, by depth."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal)
    here = position, depth
    if here not in known:
        known[here] = sum(_perft(position.play(move), depth - 1, known) for move in position.legal)
    return known[here]
