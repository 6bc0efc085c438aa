"""What servers and people have chosen, and what channels were told: stored, and kept in memory.

Reading it is a dictionary lookup. Discord sends a server's events to one shard, and a shard belongs
to one process, so nobody else changes what is remembered here. After a change of the shards it is
read anew at the start, and at each new connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from bot.match.guilds import NO_PREFERENCES, WHOLE, GuildSettings, Preferences, PuzzlePost, Shards
from bot.match.notes import Permission
from bot.match.players import (
    BoardStyle,
    ChannelId,
    GuildId,
    ScopeId,
    UserId,
    level_word,
    read_level,
)
from bot.store.database import Database, TableStore, transaction
from bot.store.shards import in_shards
from bot.store.tables import preferences, told_permissions
from engine import Rules

Value = TypeVar("Value", bound=Enum | None)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The preferences of a server, or of the `owner` of a channel of direct messages."""

    scope: ScopeId
    owner: UserId | None
    preferences: Preferences


class PreferenceStore(TableStore):
    """One row for each server or person that has chosen anything."""

    async def all(self, shards: Shards = WHOLE) -> list[Chosen]:
        """What everybody has chosen in the servers of some shards."""
        # The scope of direct messages is a channel, and theirs is the first shard.
        guild = sa.case((preferences.c.user_id.is_(None), preferences.c.scope_id), else_=None)
        query = sa.select(preferences).where(in_shards(guild, shards))
        return [_read(row) for row in await self._rows(query)]

    async def keep(self, chosen: Chosen) -> None:
        """Store what somebody has chosen; if that is nothing, no row stays."""
        async with transaction(self.database) as connection:
            await connection.execute(
                sa.delete(preferences).where(preferences.c.scope_id == chosen.scope)
            )
            if chosen.preferences != NO_PREFERENCES:
                await connection.execute(sa.insert(preferences).values(_columns(chosen)))

    async def drop(self, scopes: Iterable[ScopeId]) -> None:
        """Forget what was chosen in some places."""
        gone = preferences.c.scope_id.in_(list(scopes))
        await self._run(sa.delete(preferences).where(gone))


class Choices(TableStore, Generic[Value]):
    """One choice that people make, such as a style: one row for each person who has made it.

    `bot.store.deletion` erases it with the person.
    """

    def __init__(
        self,
        database: Database,
        column: sa.Column[str],
        read: Callable[[str], Value],
        usual: Value,
    ) -> None:
        super().__init__(database)
        self._column = column
        self._chosen = sa.select(column).where(column.table.c.user_id == sa.bindparam("user"))
        self._read = read
        self._usual = usual
        """The default of people who have chosen nothing. It is not stored."""

    async def chosen(self, user: UserId) -> Value:
        """Return what a person has chosen."""
        word = await self._value(self._chosen, {"user": user})
        return self._usual if word is None else self._read(word)

    async def choose(self, user: UserId, choice: Value) -> None:
        """Store what a person has chosen now."""
        table, word = self._column.table, self._column.name
        async with transaction(self.database) as connection:
            await connection.execute(sa.delete(table).where(table.c.user_id == user))
            if choice is not None and choice is not self._usual:
                row = {"user_id": user, word: choice.value}
                await connection.execute(sa.insert(table).values(row))


class GuildSettingsCache:
    """The settings of every server of this process, and of people's direct messages."""

    def __init__(
        self, preferences: PreferenceStore, defaults: GuildSettings, shards: Shards
    ) -> None:
        self.defaults = defaults
        """The settings of a server that chose nothing."""
        self._preferences = preferences
        self._shards = shards
        self._chosen: dict[ScopeId, Chosen] = {}
        self._effective: dict[ScopeId, GuildSettings] = {}
        self._turn = asyncio.Lock()

    def chosen(self, scope: ScopeId) -> Preferences:
        """The preferences of a server."""
        found = self._chosen.get(scope)
        return NO_PREFERENCES if found is None else found.preferences

    def of(self, scope: ScopeId) -> GuildSettings:
        """The settings that are in force in a server."""
        return self._effective.get(scope, self.defaults)

    def puzzle_posts(self) -> list[tuple[ScopeId, PuzzlePost]]:
        """Where the puzzle of the day is posted by itself, in the servers of this process."""
        found = ((scope, chosen.preferences.puzzle) for scope, chosen in self._chosen.items())
        return [(scope, post) for scope, post in found if post is not None]

    async def load(self) -> None:
        """Read what is stored."""
        async with self._turn:
            found = await self._preferences.all(self._shards)
            self._chosen.clear()
            self._effective.clear()
            for chosen in found:
                self._remember(chosen)

    async def change(
        self,
        scope: ScopeId,
        owner: UserId | None,
        change: Callable[[Preferences], Preferences],
    ) -> Preferences:
        """Store the changed preferences; if the change raises, they stay as they are.

        A server has no `owner`.
        """
        async with self._turn:
            chosen = Chosen(scope, owner, change(self.chosen(scope)))
            if chosen.preferences != self.chosen(scope):
                await self._preferences.keep(chosen)
                self._remember(chosen)
        return chosen.preferences

    async def stay_in(self, guilds: Collection[GuildId], shard: int) -> None:
        """Forget what other servers of a shard have chosen: the bot was removed from them."""
        async with self._turn:
            servers = [s for s, chosen in self._chosen.items() if chosen.owner is None]
            gone = (GuildId(scope) for scope in servers if GuildId(scope) not in guilds)
            await self._forget(ScopeId(guild) for guild in gone if self._shards.of(guild) == shard)

    async def leave(self, guild: GuildId) -> None:
        """Forget what a server has chosen."""
        async with self._turn:
            await self._forget([ScopeId(guild)])

    def forget(self, user: UserId) -> None:
        """Forget here what the store has forgotten about a person."""
        for scope in [s for s, chosen in self._chosen.items() if chosen.owner == user]:
            self._drop(scope)

    async def lose(self, guild: GuildId, channels: Iterable[ChannelId]) -> None:
        """Remove channels that are gone from what a server has chosen."""
        gone = frozenset(channels)
        await self.change(ScopeId(guild), None, lambda before: before.without(gone))

    async def _forget(self, scopes: Iterable[ScopeId]) -> None:
        gone = [scope for scope in scopes if scope in self._chosen]
        if gone:
            await self._preferences.drop(gone)
        for scope in gone:
            self._drop(scope)

    def _remember(self, chosen: Chosen) -> None:
        if chosen.preferences == NO_PREFERENCES:
            self._drop(chosen.scope)
        else:
            self._chosen[chosen.scope] = chosen
            self._effective[chosen.scope] = self.defaults.with_preferences(chosen.preferences)

    def _drop(self, scope: ScopeId) -> None:
        self._chosen.pop(scope, None)
        self._effective.pop(scope, None)


class MentionedPermissions(TableStore):
    """One row for each permission that was mentioned in a channel. None is about a person.

    Earlier requests are cached, since the bot asks for each board that lacks one.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._mentioned: set[tuple[ChannelId, Permission]] = set()

    async def newly_missing(
        self, channel: ChannelId, lacking: Iterable[Permission]
    ) -> tuple[Permission, ...]:
        """Return the permissions that are mentioned in a channel for the first time now."""
        asked = [name for name in lacking if (channel, name) not in self._mentioned]
        if not asked:
            return ()
        column = told_permissions.c
        query = sa.select(column.permission).where(column.channel_id == channel)
        async with transaction(self.database) as connection:
            mentioned = frozenset(await connection.scalars(query))
            news = tuple(name for name in asked if name.value not in mentioned)
            for name in news:
                row = {"channel_id": channel, "permission": name.value}
                await connection.execute(sa.insert(told_permissions).values(row))
        self._mentioned.update((channel, name) for name in asked)
        return news


def _columns(chosen: Chosen) -> dict[str, Any]:
    wanted = chosen.preferences
    return {
        "scope_id": chosen.scope,
        "user_id": chosen.owner,
        "prefix": wanted.prefix,
        "rules": None if wanted.game is None else str(wanted.game),
        "level": level_word(wanted.level) if wanted.level else None,
        "style": wanted.style.value if wanted.style else None,
        "channels": " ".join(map(str, wanted.channels)),
        "language": wanted.language,
        "idle_seconds": None if wanted.idle is None else int(wanted.idle.total_seconds()),
        "puzzle_channel_id": wanted.puzzle.channel if wanted.puzzle else None,
        "puzzle_minute": wanted.puzzle.minute if wanted.puzzle else None,
        "threads": wanted.threads,
        "strict": wanted.strict,
        "casual": wanted.casual,
        "history": wanted.history,
    }


def _read(row: sa.Row[Any]) -> Chosen:
    wanted = Preferences(
        prefix=row.prefix,
        game=Rules.parse(row.rules) if row.rules else None,
        level=read_level(row.level) if row.level else None,
        style=BoardStyle(row.style) if row.style else None,
        channels=tuple(ChannelId(int(number)) for number in row.channels.split()),
        language=row.language,
        idle=None if row.idle_seconds is None else timedelta(seconds=row.idle_seconds),
        puzzle=_read_post(row),
        threads=row.threads,
        strict=row.strict,
        casual=row.casual,
        history=row.history,
    )
    owner = None if row.user_id is None else UserId(row.user_id)
    return Chosen(ScopeId(row.scope_id), owner, wanted)


def _read_post(row: sa.Row[Any]) -> PuzzlePost | None:
    if row.puzzle_channel_id is None:
        return None
    return PuzzlePost(ChannelId(row.puzzle_channel_id), row.puzzle_minute)
