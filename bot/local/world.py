"""A small simulated Discord: one server, one channel, a few members, and the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final

import simcord
from simcord._clock import Clock
from simcord.backend.cdn import CDN_BASE

from bot.client.bot import Kinarow
from bot.local.mentions import Mentions
from bot.match.session import BOT_NAME
from bot.show.emoji import EDITION_LENGTH, TILE_EMOJI, TileEmoji

MEMBERS: Final = ("alice", "bob", "carol")
OWNER: Final = MEMBERS[0]
"""Who may change the settings of the server."""
_EDITION: Final = "0" * EDITION_LENGTH
"""Of emoji that are drawn anew each time."""
_SETTLE_SECONDS: Final = 120.0
"""SimCord waits this long for the bot after each act: longer than it ever thinks."""


class _WallClock(Clock):
    """The time of day, where SimCord's own clock stands still between tests' commands."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class World:
    """The simulated Discord and who is in it."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: dict[str, simcord.MemberActor]
    addresses: dict[TileEmoji, str]
    """Where clients look for the pictures of the emoji, which SimCord does not keep."""
    mentions: Mentions
    """Those that the members' clients know."""
    language: str
    """Which the members' clients have."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by whoever acts in the page or refreshes it: SimCord does one thing at a time."""
    caught_up: float = field(default_factory=monotonic)
    """When the bot's timers were last told the time."""

    async def pass_time(self) -> None:
        """Let the bot's timers go off that are due: in SimCord they stand still between acts.

        Raises SetupError while somebody is acting.
        """
        bot = self.env.bot
        assert isinstance(bot, Kinarow), "it is the bot that plays"
        due = bot.votes.next_due
        if due is not None and due <= datetime.now(UTC):
            now = monotonic()
            await self.env.advance_time(now - self.caught_up)
            self.caught_up = now

    async def catch_up(self) -> None:
        """Let the bot move where it has to wait for its engine to be compiled, however long.

        For those who cannot see that it does: whoever writes into a pipe has written all at once.
        """
        bot = self.env.bot
        assert isinstance(bot, Kinarow), "it is the bot that plays"
        thinker = bot.services.thinker
        if not thinker.is_ready and await bot.services.backlog.waiting():
            await thinker.wait_until_ready()
            await self.env.settle()


@asynccontextmanager
async def open_world(bot: Kinarow) -> AsyncIterator[World]:
    """Connect the bot to a Discord of its own."""
    running = simcord.run(bot, settle_timeout=_SETTLE_SECONDS, check_errors=False)
    backend = running._env.backend  # SimCord has no public way to set its clock
    backend.clock = _WallClock()
    backend.edit_bot_profile(BOT_NAME)
    emoji = {tile: backend.create_application_emoji(tile.name(_EDITION)).id for tile in TILE_EMOJI}
    addresses = {tile: f"{CDN_BASE}/emojis/{number}.png" for tile, number in emoji.items()}

    def speak(event: str, payload: Mapping[str, Any]) -> None:
        """Let the members' clients have the bot's language; SimCord's are all American."""
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = bot.settings.language

    backend.subscribers.insert(0, speak)
    async with running as env:
        users = {name: env.create_user(name) for name in MEMBERS}
        guild = env.create_guild("Kinarow", owner=users[OWNER])
        channel = guild.create_text_channel("games", topic="!ttt start, then type a number")
        members = {name: guild.add_member(user) for name, user in users.items()}
        await env.settle()
        mentions = Mentions(
            {f"@{name}": f"<@{user.id}>" for name, user in users.items()}
            | {f"@{BOT_NAME}": f"<@{backend.bot_user.id}>"}
            | {f"#{channel.name}": f"<#{channel.id}>"}
        )
        yield World(env, channel, members, addresses, mentions, bot.settings.language)
