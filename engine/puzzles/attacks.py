"""Puzzles on boards too large to prove that a move does not win: attacks without gravity.

Two kinds are provable all the same. A win with the second move: a move forces that exactly when
it leaves places to complete a line that no reply stops, two of them as a rule, and the opponent
none. And a long attack: each move makes a four or a three, and whatever the opponent answers, the
next one does so again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial, reduce
from typing import Final

from engine.engine import analyse
from engine.game.geometry import DIRECTIONS
from engine.game.position import Position, Side, line_through, with_stone
from engine.game.rules import Rules, Variant
from engine.puzzles.puzzle import Puzzle, Theme
from engine.thinking.clock import Limit

LEAST_ATTACK: Final = 4
"""The shortest attack that counts as a long one, in moves of the solver's own."""
MOST_ATTACK: Final = 9
"""The longest attack that a person is asked to find."""

_SEARCH: Final = Limit(nodes=20_000)
"""The limit for finding an attack: some 20 ms."""


def double_threat(position: Position) -> Puzzle | None:
    """The puzzle to win with the second move, if one move alone does so; without gravity.

    No line can be completed at once, by either side. Then a move wins with the next one exactly if
    it leaves tiles to complete a line on that no reply stops: two of them, since one gets blocked.
    In caro one stone may stop both, and in renju one tile is enough where X must not block it.
    """
    if any(_can_complete(position, side) for side in Side):
        return None
    found = [(move, ends) for move in position.legal if (ends := _unstoppable(position, move))]
    if len(found) != 1:
        return None
    move, ends = found[0]
    answered = position.play(move)
    reply = min(answered.legal, key=lambda tile: tile not in ends)
    end = _completing_after(answered, reply, ends)[0]
    return Puzzle(position, Theme.WIN.task, (move, reply, end), Theme.WIN)


def _unstoppable(position: Position, move: int) -> list[int]:
    """The tiles to complete a line on after a move, if no reply stops all of them; else none."""
    ends = _completing_tiles(position, move)
    if position.rules.variant not in {Variant.CARO, Variant.RENJU}:
        return ends if len(ends) > 1 else []
    if not ends:
        return []
    answered = position.play(move)
    if answered.outcome is not None:  # X has nothing but fouls left: a draw
        return []
    stopped = (not _completing_after(answered, reply, ends) for reply in answered.legal)
    return [] if any(stopped) else ends


def _completing_after(answered: Position, reply: int, ends: list[int]) -> list[int]:
    """Those of some tiles on which the side that waits completes a line after a reply."""
    after = answered.play(reply)
    return [tile for tile in ends if tile != reply and after.line(after.side, tile)]


def attack(position: Position) -> Puzzle | None:
    """The puzzle of a long attack, if there is one and nothing wins sooner that is found."""
    plies = analyse(position, _SEARCH, every=False).verdict.plies
    if plies is None or plies < 2 * LEAST_ATTACK - 1 or plies >= 2 * MOST_ATTACK:
        return None
    line = tuple(_attacking_line(position))
    if len(line) < 2 * LEAST_ATTACK - 1 or len(line) % 2 == 0:
        return None
    return Puzzle(position, Theme.ATTACK.task, line, Theme.ATTACK)


def _attacking_line(position: Position) -> Iterator[int]:
    """The moves and replies to the end; it ends early where a move threatens nothing."""
    for _ in range(MOST_ATTACK):
        analysis = analyse(position, _SEARCH, every=False)
        if analysis.verdict.value != "win":
            return
        answered = position.play(analysis.best)
        if answered.outcome is not None:
            yield analysis.best
            return
        if not is_threat(answered):
            return
        yield analysis.best
        reply = _reply(answered, analysis.line)
        yield reply
        position = answered.play(reply)


def _reply(answered: Position, line: tuple[int, ...]) -> int:
    """The reply of the longest defence as far as it is known."""
    return line[1] if len(line) > 1 else analyse(answered, _SEARCH, every=False).best


def is_threat(answered: Position) -> bool:
    """Whether the side that has just moved would win with its next two moves at most, or now.

    That is so if the opponent passed: it completes a line, or makes two ways to complete one.
    """
    if _can_complete(answered, answered.side.other):
        return True
    if _can_complete(answered, answered.side):
        return False
    mover = answered.side.other
    tries = _free(answered)
    if mover is Side.X:
        tries = tries.difference(answered.fouls_of_x)
    return any(len(_ends(answered, mover, move)) > 1 for move in tries)


def _can_complete(position: Position, side: Side) -> bool:
    """Whether a side has a line to complete, if it is its turn or not; to do so is never a foul."""
    return any(position.line(side, tile) for tile in _free(position))


def _free(position: Position) -> set[int]:
    return set(position.rules.moves).difference(position.tiles)


def _completing_tiles(position: Position, move: int) -> list[int]:
    """The free tiles that complete a line with a stone on `move`, ascending."""
    return _ends(position, position.side, move)


def _ends(position: Position, side: Side, move: int) -> list[int]:
    """The free tiles that complete a line of a side with one more stone on `move`, ascending."""
    rules = position.rules
    own, other = position.stones if side is position.side else position.stones[::-1]
    stones = with_stone(rules, own, move)
    near = {
        tile
        for mask, tiles in _rays(rules, move)
        if (own & mask).bit_count() >= rules.goal - 2
        for tile in tiles
    }
    taken = stones | other
    free = (tile for tile in sorted(near) if with_stone(rules, taken, tile) != taken)
    return [tile for tile in free if line_through(rules, side, stones, other, tile)]


@lru_cache(maxsize=2048)
def _rays(rules: Rules, tile: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """In each of four directions the tiles that a line can share with one, also as stones."""
    row, column = divmod(tile - 1, rules.columns)
    reach = [step for step in range(1 - rules.goal, rules.goal) if step]
    rays = []
    for down, right in DIRECTIONS:
        cells = ((row + down * step, column + right * step) for step in reach)
        tiles = tuple(
            r * rules.columns + c + 1
            for r, c in cells
            if 0 <= r < rules.rows and 0 <= c < rules.columns
        )
        rays.append((reduce(partial(with_stone, rules), tiles, 0), tiles))
    return tuple(rays)
