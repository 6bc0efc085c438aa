"""Posts the puzzle of the day in the servers that want it, at the time that they chose."""

from __future__ import annotations

from functools import partial
from hashlib import blake2b
from typing import Final

import discord

from bot.edge.bot import GameBot
from bot.edge.buttons import custom_ids
from bot.edge.channels import GameChannel, channel_with, check_writable
from bot.edge.places import Place
from bot.edge.upkeep import Upkeep
from bot.features.puzzle.buttons import DAILY, daily_view, seen_style
from bot.features.puzzle.page import puzzle_page
from bot.features.puzzle.service import PuzzlePosts
from bot.features.puzzle.values import DailyPuzzle, PostClaim
from bot.match.guilds import PuzzlePost
from bot.match.session import MessageId, ScopeId

_LOOKED_BACK: Final = 50
"""How many of a channel's messages are searched for a post that may have been made."""


class DailyPosts:
    """Makes the posts that are due. One that fails is tried again until the day is over."""

    def __init__(self, bot: GameBot, posts: PuzzlePosts) -> None:
        self._bot = bot
        self._posts = posts
        self._upkeep = Upkeep(bot, "the daily puzzle of", self._post)

    async def look_after(self) -> None:
        """Make the posts that are due. Called a few times a minute."""
        await self._upkeep.look_after(self._due)

    async def _due(self) -> list[tuple[ScopeId, PuzzlePost]]:
        return self._posts.due(self._bot.guild_settings.puzzle_posts())

    async def _post(self, wanted: tuple[ScopeId, PuzzlePost]) -> None:
        scope, post = wanted
        claim, daily = await self._posts.claim(scope)
        if claim is PostClaim.REFUSED:
            return
        channel = await channel_with(self._bot, post.channel)
        posted = await self._posted(channel, daily) if claim is PostClaim.AGAIN else None
        if posted is None:
            with self._bot.languages.in_channel(post.channel, channel):
                posted = await self._send(scope, channel, daily)
        await self._posts.mark_posted(scope, daily, posted)

    async def _send(self, scope: ScopeId, channel: GameChannel, daily: DailyPuzzle) -> MessageId:
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            check_writable(channel)
        place = Place(self._bot, channel)
        solvers = await self._posts.solvers(scope, daily)
        style = await seen_style(place, daily.puzzle.start.rules)
        draw = partial(puzzle_page, daily, solvers, style, capabilities=place.capabilities)
        # One nonce for the day: Discord shows the message once even if an answer got lost.
        nonce = blake2b(f"{scope} {daily.day}".encode(), digest_size=12).hexdigest()
        return await place.screen.post(await place.drawn(draw), daily_view(daily, style), nonce)

    async def _posted(self, channel: GameChannel, daily: DailyPuzzle) -> MessageId | None:
        """Find the post of a day that another try may have made."""
        async for message in channel.history(limit=_LOOKED_BACK):
            if message.author == self._bot.user and _shows(message, daily):
                return MessageId(message.id)
        return None


def _shows(message: discord.Message, daily: DailyPuzzle) -> bool:
    """Whether a message shows the puzzle of a day."""
    days = (DAILY.fullmatch(id_) for id_ in custom_ids(message))
    return any(day["day"] == str(daily.day) for day in days if day)
