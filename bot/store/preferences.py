"""What servers have chosen, and people for direct messages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Row, delete, insert, select

from bot.customs import NOTHING_CHOSEN, Preferences
from bot.seats import ChannelId, ScopeId, Style, UserId
from bot.store.database import Database, transaction
from bot.store.tables import preferences
from engine import Level, Rules


@dataclass(frozen=True, slots=True)
class Chosen:
    """The preferences of a server, or of the `owner` of a channel of direct messages."""

    scope: ScopeId
    owner: UserId | None
    preferences: Preferences


class PreferenceBook:
    """One row for each server or person that has chosen anything."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    async def all(self) -> list[Chosen]:
        """What everybody has chosen."""
        async with transaction(self._engine) as connection:
            return [_read(row) for row in await connection.execute(select(preferences))]

    async def keep(self, chosen: Chosen) -> None:
        """Keep what somebody has chosen now; where that is nothing, no row stays."""
        async with transaction(self._engine) as connection:
            await connection.execute(
                delete(preferences).where(preferences.c.scope_id == chosen.scope)
            )
            if chosen.preferences != NOTHING_CHOSEN:
                await connection.execute(insert(preferences).values(_columns(chosen)))

    async def drop(self, scopes: Iterable[ScopeId]) -> None:
        """Forget what was chosen in some places."""
        gone = preferences.c.scope_id.in_(list(scopes))
        async with transaction(self._engine) as connection:
            await connection.execute(delete(preferences).where(gone))


def _columns(chosen: Chosen) -> dict[str, Any]:
    wanted = chosen.preferences
    return {
        "scope_id": chosen.scope,
        "user_id": chosen.owner,
        "prefix": wanted.prefix,
        "rules": None if wanted.game is None else str(wanted.game),
        "level": wanted.level.value if wanted.level else None,
        "style": wanted.style.value if wanted.style else None,
        "channels": " ".join(map(str, wanted.channels)),
        "language": wanted.language,
        "idle_seconds": None if wanted.idle is None else int(wanted.idle.total_seconds()),
    }


def _read(row: Row[Any]) -> Chosen:
    wanted = Preferences(
        prefix=row.prefix,
        game=Rules.parse(row.rules) if row.rules else None,
        level=Level(row.level) if row.level else None,
        style=Style(row.style) if row.style else None,
        channels=tuple(ChannelId(int(number)) for number in row.channels.split()),
        language=row.language,
        idle=None if row.idle_seconds is None else timedelta(seconds=row.idle_seconds),
    )
    owner = None if row.user_id is None else UserId(row.user_id)
    return Chosen(ScopeId(row.scope_id), owner, wanted)
