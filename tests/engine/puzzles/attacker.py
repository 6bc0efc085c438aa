"""Whether an attack wins, by plain search over fours and threes; shares nothing with the engine.

A board is a list of tiles, each None, True for the attacker's stone or False for the defender's.
The attacker tries moves that leave a line to complete (a four), or that would leave two of them
with one more move (a three). The defender has every reply that could matter: those to a four are
the tile that completes it, those to a three its tiles and the defender's own fours; and where a
line shut at both ends does not win, the tiles next to lines as well. What X may not play in renju
the package `renju` tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from renju.check_forbid import ForbidChecker

from engine import Position, Rules, Side, Variant

Board = list[bool | None]


class Window(NamedTuple):
    """A stretch of `goal` tiles, and the tiles next to it, 0 where the board ends."""

    tiles: tuple[int, ...]
    beyond: tuple[int, int]


class Attacker:
    """An attack by the side to move of a position, without gravity."""

    def __init__(self, position: Position) -> None:
        self._rules = position.rules
        self._is_x = position.side is Side.X
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
        found = self._allowed(stops or fours | self._threes(fours), attacks=True)
        tries = sorted(found, key=lambda tile: tile not in hints)
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
        if len(ends) > 1 and self._rules.variant is not Variant.CARO:
            return moves > 0
        threats = ends | self._shutting() if ends else self._answers_to_three()
        replies = self._allowed(threats, attacks=False)
        return bool(threats) and all(self._beats(reply, moves, hints) for reply in replies)

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
        for move in self._allowed(self._one_more(attacks=True), attacks=True):
            self._board[move] = True
            ends = self._completing(attacks=True)
            lines = self._free(self._lacking(1, attacks=True)) | self._shutting()
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
        return {tile for window in windows for tile in window.tiles if self._board[tile] is None}

    def _shutting(self) -> set[int]:
        """The free tiles next to lines to complete, where a line that is shut does not win."""
        if self._rules.variant is not Variant.CARO:
            return set()
        found = {tile for window in self._lacking(1, attacks=True) for tile in window.beyond}
        return {tile for tile in found if tile and self._board[tile] is None}

    def _lacking(self, stones: int, *, attacks: bool) -> Iterator[Window]:
        """The windows in which a side lacks so many stones, and the other has none."""
        for window in _windows(self._rules):
            owners = [self._board[tile] for tile in window.tiles]
            lacks = owners.count(None) == stones
            alone = owners.count(attacks) == len(owners) - stones
            if lacks and alone and self._wins(window, attacks=attacks):
                yield window

    def _wins(self, window: Window, *, attacks: bool) -> bool:
        """Whether a window full of a side's stones wins by the rules."""
        variant = self._rules.variant
        beyond = [self._board[tile] for tile in window.beyond]
        if variant is Variant.FREESTYLE or (variant is Variant.RENJU and attacks is not self._is_x):
            return True
        shut = variant is Variant.CARO and beyond == [not attacks, not attacks]
        return attacks not in beyond and not shut

    def _allowed(self, tiles: Iterable[int], *, attacks: bool) -> set[int]:
        """Those of some free tiles that a side may play."""
        if self._rules.variant is not Variant.RENJU or attacks is not self._is_x:
            return set(tiles)
        side = self._rules.columns
        stones = [0 if owner is None else 2 - (owner is attacks) for owner in self._board[1:]]
        grid = [stones[start : start + side] for start in range(0, len(stones), side)]
        return {t for t in tiles if not ForbidChecker(grid, 0, 0).foulr(*divmod(t - 1, side), 0)}


@cache
def _windows(rules: Rules) -> tuple[Window, ...]:
    """Every stretch of `goal` tiles."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * i, column + right * i) for i in range(-1, rules.goal + 1)]
                before, *tiles, after = (_tile(rules, *cell) for cell in cells)
                if all(tiles):
                    found.append(Window(tuple(tiles), (before, after)))
    return tuple(found)


def _tile(rules: Rules, row: int, column: int) -> int:
    """The tile in a row and column, 0 beyond the edge."""
    inside = 0 <= row < rules.rows and 0 <= column < rules.columns
    return row * rules.columns + column + 1 if inside else 0
