"""Which positions of games of the engine against itself make the suites."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.learning.games import HOME
from benchmarks.learning.records import UNKNOWN, Game, read
from engine import Analysis, Limit, Position, analyse, encode_game

_COUNTS: Final = {"depth": 24, "wins": 40, "lost": 40}
"""How many positions each suite has."""
_LONG: Final = 1_000_000
"""The nodes of a search that tells what is true."""
_SHORT: Final = 10_000
"""The nodes of one that is to see nothing yet."""
_EVEN: Final = 0.15
"""The greatest score of a position that nobody seems to win."""
_LAST_PLIES: Final = range(1, 21, 2)
"""So many plies before the end of a game the move is looked for that has lost it."""
_FIRST_PLY: Final = 8


def make(file: Path) -> dict[str, list[str]]:
    """The codes of the positions of each suite, one of a game at most."""
    games = [game for game in read(file) if game.board == str(HOME) and game.result != UNKNOWN]
    random.Random(1).shuffle(games)
    left = iter(games)
    found: dict[str, list[str]] = {"depth": [], "wins": [], "lost": []}
    while len(found["depth"]) < _COUNTS["depth"]:
        found["depth"].extend(_quiet(next(left)))
    for game in left:
        if all(len(found[name]) >= count for name, count in _COUNTS.items()):
            break
        for name, code in _decided(game):
            if len(found[name]) < _COUNTS[name]:
                found[name].append(code)
    return found


def _after(game: Game, plies: int) -> Position:
    return Position.from_moves(HOME, [cell + 1 for cell in game.cells[:plies]])


def _thought(position: Position, nodes: int) -> Analysis:
    return analyse(position, Limit(nodes=nodes), every=False)


def _quiet(game: Game) -> Iterator[str]:
    """A position in the middle of a game that nobody seems to win."""
    position = _after(game, (_FIRST_PLY + len(game.cells)) // 2)
    analysis = _thought(position, _SHORT)
    if abs(analysis.verdicts[analysis.best].score) < _EVEN:
        yield encode_game(position)


def _decided(game: Game) -> Iterator[tuple[str, str]]:
    """The earliest win of a game that a long search proves, and the move that lost it.

    Both count where a short search does not see the win; the move, where a long one finds another
    that seems to hold.
    """
    earliest = None
    for plies in _LAST_PLIES:
        ply = len(game.cells) - plies
        ply += (ply % 2 == 0) != (game.result > 0)  # the winner is to move
        win = _thought(_after(game, ply), _LONG) if ply > _FIRST_PLY else None
        if win is None or win.verdict.value != "win":
            break
        earliest = ply
    if earliest is None or _thought(_after(game, earliest), _SHORT).verdict.value == "win":
        return
    code = encode_game(_after(game, earliest))
    yield "wins", code
    before = _thought(_after(game, earliest - 1), _LONG)
    holds = before.verdicts[before.best].score > -_EVEN
    if holds and before.best != game.cells[earliest - 1] + 1:
        yield "lost", code
