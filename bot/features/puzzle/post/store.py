"""Stores who posts the puzzle of a day, and with which message it was posted."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import ColumnElement, and_, select, update

from bot.features.puzzle.post.values import PostClaim
from bot.match.session import MessageId, ScopeId
from bot.store.database import Database, transaction
from bot.store.tables import puzzles


class PostStore:
    """The posts of stored puzzles: one for each scope and day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, scope: ScopeId, day: date, now: datetime, until: datetime) -> PostClaim:
        """Take the post of a stored puzzle in hand until some time.

        Of several processes one gets it. After that time it can be claimed again, unless the
        message was noted.
        """
        query = select(puzzles.c.claimed_until, puzzles.c.message_id).where(_is(scope, day))
        async with transaction(self._database) as connection:
            row = (await connection.execute(query.with_for_update())).one()
            taken = row.claimed_until is not None and row.claimed_until > now
            if row.message_id is not None or taken:
                return PostClaim.REFUSED
            claim = update(puzzles).where(_is(scope, day)).values(claimed_until=until)
            await connection.execute(claim)
        return PostClaim.FIRST if row.claimed_until is None else PostClaim.AGAIN

    async def mark_posted(self, scope: ScopeId, day: date, message: MessageId) -> None:
        """Note the message with which a puzzle was posted."""
        query = update(puzzles).where(_is(scope, day)).values(message_id=message)
        async with transaction(self._database) as connection:
            await connection.execute(query)


def _is(scope: ScopeId, day: date) -> ColumnElement[bool]:
    return and_(puzzles.c.scope_id == scope, puzzles.c.day == day)
