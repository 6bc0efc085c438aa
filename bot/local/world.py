"""A small simulated Discord: one server, one channel, a few members, and the bot."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final

import simcord
from simcord.backend.cdn import CDN_BASE

from bot.client.bot import Kinarow
from bot.local.mentions import Mentions
from bot.local.simcord_internals import Clock, backend_of
from bot.match.session import BOT_NAME
from bot.show.emoji import EDITION_LENGTH, TILE_EMOJI, TileEmoji

MEMBERS: Final = ("alice", "bob", "carol")
OWNER: Final = MEMBERS[0]
"""The owner of the server, who may change its settings."""
_EDITION: Final = "0" * EDITION_LENGTH
"""The edition in the names of the emoji, which are drawn anew at each start."""
_SETTLE_SECONDS: Final = 120.0
"""Seconds that SimCord waits for the bot after each action: longer than it ever thinks."""


class _WallClock(Clock):
    """The real time. SimCord's own clock stands still until a test advances it."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class World:
    """The simulated Discord, its channel and its members."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: dict[str, simcord.MemberActor]
    addresses: dict[TileEmoji, str]
    """The URL of each emoji's picture. SimCord does not store the pictures."""
    mentions: Mentions
    """The names that the members' clients turn into mentions."""
    language: str
    """The language of the members' clients."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during an action in the page or a refresh: SimCord does one thing at a time."""
    caught_up: float = field(default_factory=monotonic)
    """The monotonic time up to which the bot's timers have been advanced."""

    async def pass_time(self) -> None:
        """Let due timers of the bot fire: in SimCord they stand still between actions.

        Raises SetupError while another action is running.
        """
        bot = self.env.bot
        assert isinstance(bot, Kinarow), "it is the bot that plays"
        due = bot.votes.next_due
        if due is not None and due <= datetime.now(UTC):
            now = monotonic()
            await self.env.advance_time(now - self.caught_up)
            self.caught_up = now

    async def catch_up(self) -> None:
        """If games wait for the engine to be compiled, wait for that and for the bot's moves.

        Used when input comes from a pipe: its next lines expect that the bot has moved.
        """
        bot = self.env.bot
        assert isinstance(bot, Kinarow), "it is the bot that plays"
        thinker = bot.services.thinker
        if not thinker.is_ready and await bot.services.backlog.waiting():
            await thinker.wait_until_ready()
            await self.env.settle()


@asynccontextmanager
async def open_world(bot: Kinarow) -> AsyncIterator[World]:
    """Connect the bot to a simulated Discord, while the block lasts."""
    bot.traffic.most = sys.maxsize  # it limits nothing
    running = simcord.run(bot, settle_timeout=_SETTLE_SECONDS, check_errors=False)
    backend = backend_of(running)
    backend.clock = _WallClock()
    backend.edit_bot_profile(BOT_NAME)
    emoji = {tile: backend.create_application_emoji(tile.name(_EDITION)).id for tile in TILE_EMOJI}
    addresses = {tile: f"{CDN_BASE}/emojis/{number}.png" for tile, number in emoji.items()}

    def speak(event: str, payload: Mapping[str, Any]) -> None:
        """Set the language of the members' clients, which is always American English in SimCord."""
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
