"""Who may play by a page, and in which channel, as Discord says; remembered for a minute.

So however often pages are opened, Discord is asked once a minute for each person and channel, and
not more than it allows for all of them together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, Final, TypeVar

import discord

from bot.edge.bot import GameBot
from bot.edge.channels import GameChannel, channel_with, member_of
from bot.errors import UserError
from bot.match.session import ChannelId, UserId
from bot.pool.bounds import BoundedDict
from bot.web.visitors import Allowance

T = TypeVar("T")
Somebody = discord.User | discord.Member

KNOWN_SECONDS: Final = 60.0
"""Seconds for which an answer of Discord's counts."""
_REMEMBERED: Final = 10_000
_MOST: Final = 40
_SECONDS: Final = 0.1
"""Ten questions a second for all pages: Discord allows 50 requests, and 10,000 refusals in ten
minutes."""


class TooManyAsk(Exception):  # noqa: N818 - they are told to come back
    """Discord is not asked now, since too much has been asked for."""


class Members:
    """What Discord says about the channels and people of pages."""

    def __init__(self, bot: GameBot) -> None:
        self._bot = bot
        self._asking = Allowance(_MOST, _SECONDS)
        self._answers: BoundedDict[Hashable, tuple[float, asyncio.Future[Any]]] = BoundedDict(
            _REMEMBERED
        )
        """What is being asked for, or was answered, and when that was asked."""

    async def channel(self, channel: ChannelId) -> GameChannel:
        """The channel of a game. Raises ChannelClosed, TooManyAsk and what `UNSENT` names."""
        if self._bot.get_channel(channel) is not None:
            return await channel_with(self._bot, channel)
        return await self._remembered(channel, lambda: channel_with(self._bot, channel))

    async def find(self, channel: GameChannel, user: UserId) -> Somebody | None:
        """Who somebody is, if they can see the channel. Raises TooManyAsk and `UNSENT`."""
        return await self._remembered((channel.id, user), lambda: self._find(channel, user))

    async def _find(self, channel: GameChannel, user: UserId) -> Somebody | None:
        if isinstance(channel, discord.DMChannel):
            return await self._bot.fetch_user(user)
        with suppress(UserError, discord.ClientException):  # the channel of a thread may be gone
            member = await member_of(channel.guild, user)
            guild = channel.guild  # another shard's, or one that Discord has not told of yet
            is_unknown = guild.get_role(guild.id) is None
            return member if is_unknown or channel.permissions_for(member).view_channel else None
        return None

    async def _remembered(self, key: Hashable, ask: Callable[[], Awaitable[T]]) -> T:
        """What was answered within a minute, or is being asked for; otherwise ask."""
        now = asyncio.get_running_loop().time()
        asked, answer = self._answers.get(key, (now - KNOWN_SECONDS, None))
        if answer is None or now - asked >= KNOWN_SECONDS or _has_failed(answer):
            if not self._asking.take():
                raise TooManyAsk
            answer = asyncio.ensure_future(ask())
            self._answers[key] = now, answer
        found: T = await asyncio.shield(answer)
        return found


def _has_failed(answer: asyncio.Future[Any]) -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None)
