"""Counts how the games of a server went on from a position."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from bot.features.explore.values import Pattern
from bot.match.results import Tally
from bot.match.session import ScopeId
from bot.store.database import TableStore, Transaction, reading
from bot.store.tables import games, moves, results
from engine import Position

MOST_GAMES: Final = 2_000
"""How many of the newest games of a server are searched."""
_BATCH: Final = 50
"""How many games one statement reads: SQLite runs it in the event loop, so it has to be short."""
_AFTER_ALL: Final = 2**62
"""Larger than any game's number."""


class ExploreStore(TableStore):
    """Reads the finished games of people. Games from a code and stopped games do not count."""

    async def played(
        self, scope: ScopeId, position: Position, most: int = MOST_GAMES
    ) -> dict[int, Tally]:
        """Return how often people made each move from a position, and with what result.

        The lowest of moves that are the same by symmetry stands for all. The results are those of
        the side to move. Only the newest `most` games with the same rules are read.
        """
        pattern, before = Pattern(position), _AFTER_ALL
        counts: defaultdict[int, Counter[str | None]] = defaultdict(Counter)
        for read in range(0, most, _BATCH):
            async with reading(self.database) as connection:
                batch = await _games(connection, scope, position, before, min(_BATCH, most - read))
                rows = await _moves(connection, pattern, batch) if batch else ()
            for _, plies in groupby(rows, key=lambda row: row.id):
                _count(pattern, list(plies), counts)
            if len(batch) < _BATCH:
                break
            before = batch[-1]
        own, other = position.side.value, position.side.other.value
        return {
            move: Tally(found[own], found[None], found[other]) for move, found in counts.items()
        }


async def _games(
    connection: Transaction, scope: ScopeId, position: Position, before: int, most: int
) -> Sequence[int]:
    """Return the newest games with a result in a scope, below a number, newest first."""
    here = sa.and_(results.c.scope_id == scope, results.c.rules == str(position.rules))
    query = (
        sa.select(results.c.game_id)
        .where(here, results.c.game_id < before)
        .distinct()
        .order_by(results.c.game_id.desc())
        .limit(most)
    )
    return (await connection.scalars(query)).all()


async def _moves(
    connection: Transaction, pattern: Pattern, batch: Sequence[int]
) -> Sequence[sa.Row[Any]]:
    """Return the moves of the games that may have reached the position, up to the one after it."""
    among = games.c.id.in_(batch)
    if pattern.ply:
        like = (
            sa.select(moves.c.game_id)
            .where(moves.c.game_id.in_(batch), moves.c.ply <= pattern.ply)
            .group_by(moves.c.game_id)
            .having(_may_match(pattern))
        )
        among = games.c.id.in_(like)
    query = (
        sa.select(games.c.id, games.c.winner, moves.c.ply, moves.c.move, moves.c.user_id)
        .join_from(games, moves)
        .where(among, moves.c.ply <= pattern.ply + 1)
        .order_by(games.c.id, moves.c.ply)
    )
    rows: Sequence[Any] = (await connection.execute(query)).all()
    return rows


def _may_match(pattern: Pattern) -> sa.ColumnElement[bool]:
    """The condition that the moves of X and of O have the same sums of cubes as in the position.

    That holds for every game that reached it, and for few others: the database filters out most.
    """
    cube = moves.c.move * moves.c.move * moves.c.move
    x, o = (
        sa.func.sum(sa.case((moves.c.ply % 2 == odd, cube), else_=0), type_=sa.BigInteger)
        for odd in (1, 0)
    )
    wanted = {(_cubes(line[::2]), _cubes(line[1::2])) for line in pattern.lines}
    return sa.or_(*(sa.and_(x == of_x, o == of_o) for of_x, of_o in wanted))


def _cubes(line: Sequence[int]) -> int:
    return sum(move**3 for move in line)


def _count(
    pattern: Pattern, plies: Sequence[sa.Row[Any]], counts: dict[int, Counter[str | None]]
) -> None:
    """Count a game if it reached the position and a person moved there."""
    if len(plies) <= pattern.ply or plies[-1].user_id is None:
        return
    move = pattern.next_move([row.move for row in plies])
    if move is not None:
        counts[move][plies[-1].winner] += 1
