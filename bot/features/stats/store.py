"""The roles for ratings of each server, in the database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa

from bot.features.stats.values import RoleId, RoleStep
from bot.match.results import ESTABLISHED
from bot.match.session import GuildId, ScopeId, UserId
from bot.store.columns import Snowflake, metadata
from bot.store.database import TableStore, transaction
from bot.store.deletion import OfServer
from bot.store.tables import ratings
from engine import Rules

roles: Final = sa.Table(
    "roles",
    metadata,
    sa.Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("role_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
)
"""One row a role that a server gives for a rating."""

DELETIONS: Final = (OfServer(roles.c.guild_id),)
"""What is deleted with a person, or with a server."""

_ROLES_OF: Final = (
    sa.select(roles)
    .where(roles.c.guild_id == sa.bindparam("guild"))
    .order_by(roles.c.rules, roles.c.points)
)
"""The roles of a server, which each rated game asks for: made once, since that takes longer than
running it."""
_MOST_PEOPLE: Final = 1_000
"""The most people whose roles are looked at after a change: the strongest."""


class RoleStore(TableStore):
    """One row a role that is given for a rating."""

    async def of(self, guild: GuildId) -> tuple[RoleStep, ...]:
        """Return the roles of a server: by game, the lowest rating first."""
        rows = await self._rows(_ROLES_OF, {"guild": guild})
        return tuple(
            RoleStep(RoleId(row.role_id), Rules.parse(row.rules), row.points) for row in rows
        )

    async def put(self, guild: GuildId, step: RoleStep, most: int) -> bool:
        """Store what a role is given for, replacing what it was. Returns whether there is room."""
        row = {"rules": str(step.rules), "points": step.points}
        here = roles.c.guild_id == guild
        async with transaction(self.database) as connection:
            await connection.execute(sa.delete(roles).where(here, roles.c.role_id == step.role))
            count = await connection.scalar(sa.select(sa.func.count()).where(here))
            if (count or 0) >= most:
                return False
            await connection.execute(
                sa.insert(roles).values(guild_id=guild, role_id=step.role, **row)
            )
        return True

    async def drop(self, guild: GuildId, role: RoleId | None = None) -> None:
        """Forget what one role is given for; without `role`, all of a server."""
        here = roles.c.guild_id == guild
        gone = here if role is None else here & (roles.c.role_id == role)
        await self._run(sa.delete(roles).where(gone))

    async def rated(
        self, scope: ScopeId, rules: Rules, people: Collection[UserId] | None = None
    ) -> dict[UserId, float]:
        """Return the ratings of people who have enough rated games; of all without `people`."""
        query = (
            sa.select(ratings.c.user_id, ratings.c.mu)
            .where(ratings.c.scope_id == scope, ratings.c.rules == str(rules))
            .where(ratings.c.games >= ESTABLISHED)
            .order_by(ratings.c.mu.desc())
            .limit(_MOST_PEOPLE)
        )
        if people is not None:
            query = query.where(ratings.c.user_id.in_(people))
        return {UserId(row.user_id): row.mu for row in await self._rows(query)}
