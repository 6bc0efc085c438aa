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
from dataclasses import dataclass, field

from engine.game.enums import ReadableEnum
from engine.game.errors import IllegalMoveError, InvalidMoveError, MoveProblem
from engine.game.rules import Rules


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
    of several lines completed at once, one.
    """

    winner: Side | None
    line: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A state of a game, immutable; equal where rules and stones are equal.

    Examples:
        >>> position = Position.start(Rules(3, 3, 3)).play(5)
        >>> position.side, position.legal
        (Side.O, (1, 2, 3, 4, 6, 7, 8, 9))
        >>> position
        Position.from_moves(Rules(rows=3, columns=3, goal=3, gravity=False, misere=False), (5,))
    """

    rules: Rules
    moves: tuple[int, ...]
    """The moves played, as people typed them."""
    tiles: tuple[int, ...]
    """The tile each of them landed on; the same as `moves` without gravity."""
    outcome: Outcome | None
    """None while the game goes on."""
    _mover: int = field(repr=False)
    _waiting: int = field(repr=False)

    @classmethod
    def start(cls, rules: Rules) -> Position:
        """The empty board, X to move."""
        return cls(rules, (), (), None, 0, 0)

    @classmethod
    def from_moves(cls, rules: Rules, moves: Iterable[int]) -> Position:
        """The position after these moves; raises MoveError at the first that cannot be played."""
        position = cls.start(rules)
        for move in moves:
            position = position.play(move)
        return position

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def side(self) -> Side:
        """Who is to move, or would be if the game were not over."""
        return Side.O if self.ply % 2 else Side.X

    @property
    def stones(self) -> tuple[int, int]:
        """The stones of the side to move and of the other, in the bits drawn above."""
        return self._mover, self._waiting

    @property
    def legal(self) -> tuple[int, ...]:
        """Every move that can be played, ascending; empty when the game is over."""
        if self.outcome is not None:
            return ()
        if self.rules.gravity:
            taken = self._mover | self._waiting
            return tuple([m for m in self.rules.moves if not taken >> (m - 1) & 1])
        return tuple(sorted(set(self.rules.moves).difference(self.tiles)))

    def play(self, move: int) -> Position:
        """The position after `move`; raises InvalidMoveError or IllegalMoveError."""
        tile = self.landing(move)
        stones = self._mover | 1 << _bit(self.rules, tile)
        return Position(
            self.rules,
            (*self.moves, move),
            (*self.tiles, tile),
            self._outcome(stones, tile),
            self._waiting,
            stones,
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

    def _outcome(self, stones: int, tile: int) -> Outcome | None:
        """How the game stands once the mover owns `stones`, the last one on `tile`.

        Lines come before fullness: a last stone may win.
        """
        if line := line_through(self.rules, stones, tile):
            return Outcome(self.side.other if self.rules.misere else self.side, line)
        return Outcome(None) if self.ply + 1 == self.rules.cells else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.rules, self._mover, self._waiting, self.ply) == (
            other.rules,
            other._mover,
            other._waiting,
            other.ply,
        )

    def __hash__(self) -> int:
        return hash((self.rules, self._mover, self._waiting))

    def __repr__(self) -> str:
        return f"Position.from_moves({self.rules!r}, {self.moves!r})"


def _bit(rules: Rules, tile: int) -> int:
    """The bit of a tile in the drawing above: one spare bit for each full row before it."""
    return tile - 1 + (tile - 1) // rules.columns


def _tile(rules: Rules, bit: int) -> int:
    return bit + 1 - bit // (rules.columns + 1)


def with_stone(rules: Rules, stones: int, tile: int) -> int:
    """`stones` and one more on `tile`."""
    return stones | 1 << _bit(rules, tile)


def line_through(rules: Rules, stones: int, tile: int) -> tuple[int, ...]:
    """The tiles of a line of at least `goal` stones through `tile`, ascending; () if none.

    `tile` counts as one of the stones, whether it is or not.
    """
    width = rules.columns + 1
    middle = _bit(rules, tile)
    for step in (1, width, width + 1, width - 1):
        first = middle
        while first >= step and stones >> first - step & 1:
            first -= step
        last = middle
        while stones >> last + step & 1:
            last += step
        if (last - first) // step + 1 >= rules.goal:
            return tuple(_tile(rules, bit) for bit in range(first, last + 1, step))
    return ()
