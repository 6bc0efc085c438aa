"""The votes of a game, kept with each of its versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from bot.match.session import Session, UserId
from bot.match.vote import Ballots
from bot.store.database import Transaction
from bot.store.rows import ballots_of, poll_columns
from bot.store.tables import ballots, polls


def has_polls(rows: Sequence[Row[Any]]) -> bool:
    """Whether any of these games is voted on."""
    return any(row.leader_id is not None for row in rows)


async def read_ballots(connection: Transaction, rows: Sequence[Row[Any]]) -> Mapping[int, Ballots]:
    """The votes of the games in these rows, by game."""
    voted_on = {row.id for row in rows if row.leader_id is not None}
    query = select(ballots).where(ballots.c.game_id.in_(voted_on)).order_by(ballots.c.user_id)
    found: dict[int, Ballots] = {}
    for row in await connection.execute(query):
        found[row.game_id] = (*found.get(row.game_id, ()), (UserId(row.user_id), row.choice))
    return found


async def insert_poll(connection: Transaction, session: Session) -> None:
    """Keep the vote of a new game, where it has one."""
    if (row := poll_columns(session)) is not None:
        await connection.execute(insert(polls).values(row))


async def replace_poll(connection: Transaction, before: Session, after: Session) -> None:
    """Keep what has become of a vote, touching only the ballots that have changed."""
    row = poll_columns(after)
    if row is None or before.poll == after.poll:
        return
    await connection.execute(update(polls).where(polls.c.game_id == after.game).values(row))
    old, new = dict(ballots_of(before)), dict(ballots_of(after))
    changed = {user: move for user, move in new.items() if old.get(user) != move}
    if gone := [user for user in old if user in changed or user not in new]:
        await connection.execute(
            delete(ballots).where(ballots.c.game_id == after.game, ballots.c.user_id.in_(gone))
        )
    rows = [
        {"game_id": after.game, "user_id": user, "choice": move} for user, move in changed.items()
    ]
    if rows:
        await connection.execute(insert(ballots), rows)
