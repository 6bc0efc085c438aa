"""Votes in Discord: ballots in every way, and an eye on the clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from bot.client.channels import open_channel
from bot.edge.cog import GameBot, GameCog, engine_problem
from bot.edge.places import Context, Interaction
from bot.edge.screens import BoardScreen, ChannelScreen, EditScreen, PressScreen
from bot.edge.sending import UNSENT
from bot.errors import EngineUnavailable, KinarowError, Problem, UserError
from bot.games.games import Games
from bot.games.turns import Turns
from bot.games.votes import Votes
from bot.match.session import ChannelId, GameId, MessageId, Session, UserId
from bot.show import text

log = logging.getLogger(__name__)

_PACE: Final = timedelta(seconds=2)
"""Between two changes of a board because of votes: Discord takes five edits in five seconds."""
_LATER: Final = timedelta(seconds=30)
"""When to look again after a failure."""
_IN_HAND: Final = 3.0
"""Seconds for a count that is under way when the bot stops."""
_PLANNED: Final = "vote_planned"
"""The event that tells the watch to look at its plans again."""
_UNSAID: Final = frozenset((Problem.MOVED_ON, Problem.NO_VOTE, Problem.NOT_A_MOVE))
"""Nobody is told of a typed vote that crosses the count, or that is no move after all."""
_TOLD: Final = 1_000
"""How many people who typed what is no vote are remembered, to tell each once a turn."""


class VotesCog(GameCog):
    """Takes ballots, shows how a vote stands, and counts when the time is over.

    Plans are by channel, of which each has one game. They are made of what is stored, so that
    after a restart `take_up` makes them again.
    """

    def __init__(self, bot: GameBot, games: Games, votes: Votes, turns: Turns) -> None:
        super().__init__(bot)
        self._games = games
        self._votes = votes
        self._clock = turns.clock
        self._closes: dict[ChannelId, datetime] = {}
        self._stale: dict[ChannelId, datetime] = {}
        """Boards that do not show the newest ballots, and when they may be changed again."""
        self._shown: dict[ChannelId, datetime] = {}
        self._watch: asyncio.Task[None] | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._told: set[tuple[GameId, int, UserId]] = set()
        turns.when_saved(self._plan)

    async def cog_unload(self) -> None:
        """Look at the clock no more, the next process does; let counts in hand come to an end."""
        if self._watch is not None:
            self._watch.cancel()
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=_IN_HAND)
        for job in self._jobs:
            job.cancel()

    def take_up(self, sessions: Iterable[Session]) -> None:
        """Watch the clock for these games, and for every one that begins."""
        for session in sessions:
            self._plan(session)
        if self._watch is None:
            self._watch = asyncio.create_task(self._keep_watch())

    @property
    def next_due(self) -> datetime | None:
        """When there is something to do next."""
        return min((*self._closes.values(), *self._stale.values()), default=None)

    # Ballots.

    async def take_typed(self, message: discord.Message, session: Session, word: str) -> None:
        """Take a typed number as a ballot; whoever cannot vote like that is told once a turn."""
        user = UserId(message.author.id)
        screen = ChannelScreen(message.channel, self.screen_options(message))
        try:
            await self._votes.cast(screen, session, user, word, MessageId(message.id))
        except UserError as error:
            if error.problem in _UNSAID:
                return
            once = (session.game, session.position.ply, user)
            if once in self._told:
                return
            if len(self._told) >= _TOLD:
                self._told.clear()
            self._told.add(once)
            raise
        self._refresh_soon(session.channel)

    async def take_command(self, ctx: Context, session: Session, word: str) -> None:
        """Take a ballot by command; who used a slash command is answered privately."""
        screen = ChannelScreen(ctx, self.screen_options(ctx))
        message = MessageId(ctx.message.id)
        user = UserId(ctx.author.id)
        after = await self._votes.cast(screen, session, user, word, message)
        if ctx.interaction is not None:
            with text.privately():
                await ctx.send(text.ballot(screen.styled(after), user), ephemeral=True)
        self._refresh_soon(session.channel)

    async def take_press(self, press: Interaction, session: Session, move: int) -> None:
        """Take a ballot by button; the board that was pressed shows how the vote stands."""
        user = UserId(press.user.id)
        screen = EditScreen(press, self.screen_options(press))
        await self._votes.cast(screen, session, user, move, MessageId(press.id))
        await self._votes.refresh(screen, session.channel)

    # Counting.

    async def count_by_command(self, ctx: Context) -> None:
        """End the round by command."""
        screen = ChannelScreen(ctx, self.screen_options(ctx))
        channel, user = ChannelId(ctx.channel.id), UserId(ctx.author.id)
        may_manage = ctx.permissions.manage_messages
        await self._votes.count(screen, channel, user, may_manage=may_manage)

    async def count_by_press(self, press: Interaction, session: Session) -> None:
        """End the round by button."""
        user, may_manage = UserId(press.user.id), press.permissions.manage_messages
        screen = PressScreen(press, self.screen_options(press))
        await self._votes.count(screen, session.channel, user, session, may_manage=may_manage)

    # The clock.

    def _plan(self, session: Session) -> None:
        """Remember when the round of a game ends, if one is on."""
        if session.poll is None:
            return
        closes = session.poll.closes if session.voting else None
        self._closes.pop(session.channel, None)
        if closes is not None:
            self._closes[session.channel] = closes
        else:
            self._stale.pop(session.channel, None)
            self._shown.pop(session.channel, None)
        self.bot.dispatch(_PLANNED)

    def _refresh_soon(self, channel: ChannelId) -> None:
        """Show the newest ballots: at once, or when the board has been left alone for a moment."""
        if channel not in self._stale:
            now = self._clock()
            self._stale[channel] = max(now, self._shown.get(channel, now - _PACE) + _PACE)
            self.bot.dispatch(_PLANNED)

    async def _keep_watch(self) -> None:
        """Do what is due, and wait for what is next or for a new plan."""
        while True:
            now = self._clock()
            for channel in _due(self._stale, now):
                self._shown[channel] = now
                self._start(channel, self._refresh)
            for channel in _due(self._closes, now):
                self._start(channel, self._close)
            wait = None if (due := self.next_due) is None else (due - now).total_seconds()
            with suppress(asyncio.TimeoutError):
                await self.bot.wait_for(_PLANNED, timeout=wait)

    def _start(self, channel: ChannelId, job: Callable[[ChannelId], Awaitable[None]]) -> None:
        """Do something in a channel beside the watch, which others wait for."""
        task = asyncio.create_task(self._attempt(channel, job))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _attempt(
        self, channel: ChannelId, job: Callable[[ChannelId], Awaitable[None]]
    ) -> None:
        """A job that may fail without anybody there to be told, save for the log."""
        try:
            with self.bot.languages.in_channel(channel, self.bot.get_channel(channel)):
                await job(channel)
        except (KinarowError, *UNSENT) as error:
            log.warning("the vote in channel %s: %r", channel, error)
            self._look_again(channel)
        except Exception:
            log.exception("the vote in channel %s", channel)
            self._look_again(channel)

    def _look_again(self, channel: ChannelId) -> None:
        """Come back to a channel in which something has failed."""
        later = self._clock() + _LATER
        self._closes[channel] = min(later, self._closes.get(channel, later))
        self.bot.dispatch(_PLANNED)

    async def _refresh(self, channel: ChannelId) -> None:
        """Show the newest ballots on the board."""
        if (session := await self._games.find(channel)) is not None:
            where = await open_channel(self.bot, self._games, channel)
            newest = partial(self._games.board_message, session.game)
            screen = BoardScreen(where, newest, self.screen_options(where))
            await self._votes.refresh(screen, channel)

    async def _close(self, channel: ChannelId) -> None:
        """Count, now that the time is over."""
        where = await open_channel(self.bot, self._games, channel)
        try:
            counted = await self._votes.close(
                ChannelScreen(where, self.screen_options(where)), channel
            )
        except EngineUnavailable as error:
            await where.send(text.problem(engine_problem(error), self.prefix(where)))
            raise
        if not counted:
            await self._refresh(channel)
        if (session := await self._games.find(channel)) is not None:
            self._plan(session)


def _due(plans: dict[ChannelId, datetime], now: datetime) -> list[ChannelId]:
    """Take out of the plans what is due."""
    due = [channel for channel, when in plans.items() if when <= now]
    for channel in due:
        del plans[channel]
    return due
