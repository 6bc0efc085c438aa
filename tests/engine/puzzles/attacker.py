"""Whether an attack wins, by plain search over fours and threes; shares nothing with the engine.

A board is a list of tiles, each None, True for the attacker's stone or False for the defender's.
The attacker tries moves that leave a line to complete (a four), or that would leave two of them
with one more move (a three). The defender has every reply that could matter: those to a four are
the tile that completes it, those to a three its tiles and the defender's own fours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import Position, Rules

Window = tuple[int, ...]
Board = list[bool | None]


class Attacker:
    """An attack by the side to move of a position, without gravity."""

    def __init__(self, position: Position) -> None:
        self._rules = position.rules
        self._board: Board = [None] * (position.rules.cells + 1)
        for tile in range(1, position.rules.cells + 1):
            if (owner := position.at(tile)) is not None:
                self._board[tile] = owner is position.side

    def wins(self, moves: int, hints: tuple[int, ...] = ()) -> bool:
        """Whether it wins with at most so many moves. Those of the hints are tried first."""
        if self._completing(attacks=True):
            return moves > 0
        if moves < 2:
            return False
        stops = self._completing(attacks=False)
        if len(stops) > 1:
            return False
        fours = self._one_more(attacks=True)
        tries = sorted(stops or fours | self._threes(fours), key=lambda tile: tile not in hints)
        return any(self.wins_by(move, moves, hints) for move in tries)

    def wins_by(self, move: int, moves: int, hints: tuple[int, ...] = ()) -> bool:
        """Whether this is the first of at most so many moves that win, whatever the replies."""
        self._board[move] = True
        try:
            return self._beats_replies(moves - 1, hints)
        finally:
            self._board[move] = None

    def _beats_replies(self, moves: int, hints: tuple[int, ...]) -> bool:
        if self._completing(attacks=False):
            return False
        ends = self._completing(attacks=True)
        if len(ends) > 1:
            return moves > 0
        replies = ends or self._answers_to_three()
        return bool(replies) and all(self._beats(reply, moves, hints) for reply in replies)

    def _beats(self, reply: int, moves: int, hints: tuple[int, ...]) -> bool:
        self._board[reply] = False
        try:
            return self.wins(moves, hints)
        finally:
            self._board[reply] = None

    def _answers_to_three(self) -> set[int]:
        """All replies that could stop what is threatened; none if nothing is.

        What is threatened is a move that leaves two ends. A reply stops that only on the tile of
        the move, on a tile of a line that an end completes, or with a four of its own.
        """
        for move in self._one_more(attacks=True):
            self._board[move] = True
            ends = self._completing(attacks=True)
            lines = {
                tile
                for window in self._lacking(1, attacks=True)
                for tile in window
                if self._board[tile] is None
            }
            self._board[move] = None
            if len(ends) > 1:
                return {move} | lines | self._one_more(attacks=False)
        return set()

    def _threes(self, fours: set[int]) -> set[int]:
        """The moves after which another one would leave two ends."""
        found = set()
        for move in self._two_more() - fours:
            self._board[move] = True
            if self._answers_to_three():
                found.add(move)
            self._board[move] = None
        return found

    def _completing(self, *, attacks: bool) -> set[int]:
        """The tiles that complete a line."""
        return self._free(self._lacking(1, attacks=attacks))

    def _one_more(self, *, attacks: bool) -> set[int]:
        """The tiles that leave a line to complete."""
        return self._free(self._lacking(2, attacks=attacks))

    def _two_more(self) -> set[int]:
        return self._free(self._lacking(3, attacks=True))

    def _free(self, windows: Iterator[Window]) -> set[int]:
        return {tile for window in windows for tile in window if self._board[tile] is None}

    def _lacking(self, stones: int, *, attacks: bool) -> Iterator[Window]:
        """The windows in which a side lacks so many stones, and the other has none."""
        for window in _windows(self._rules):
            owners = [self._board[tile] for tile in window]
            if owners.count(None) == stones and owners.count(attacks) == len(window) - stones:
                yield window


@cache
def _windows(rules: Rules) -> tuple[Window, ...]:
    """Every stretch of `goal` tiles."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * i, column + right * i) for i in range(rules.goal)]
                if all(0 <= r < rules.rows and 0 <= c < rules.columns for r, c in cells):
                    found.append(tuple(r * rules.columns + c + 1 for r, c in cells))
    return tuple(found)
