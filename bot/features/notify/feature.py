"""Pings people when it is their turn, reminds them, and ends games on time."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

import discord
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.channels import GameChannel, channel_with, is_out
from bot.edge.places import CommandChannels, Place
from bot.edge.sending.messages import channel_errors, digest, with_retries
from bot.edge.sending.refusals import UNSENT, takes_no_messages
from bot.edge.upkeep import Upkeep
from bot.edge.ways import choices, command, describe, slash_command
from bot.errors import ChannelClosed, KinarowError
from bot.features.notify import values as notify_text
from bot.features.notify.store import Due, Notices
from bot.features.notify.values import Notice, NoticeWay, Posted, parse_way
from bot.games.games import Games
from bot.games.turns import Turns
from bot.match.session import ChannelId, GameId, MessageId, Person, Session, offers
from bot.match.timing import NoticeStep
from bot.show import text
from bot.show.text.words import bold

log = logging.getLogger(__name__)

_LOOKED_BACK: Final = 50
"""How many messages are searched for one that another process may have sent."""
_HOUR: Final = "<t:"
"""What a reminder contains and a ping does not: the deadline."""


Then = Callable[[], Awaitable[None]]
"""What is to be done once no action in the channel waits for it."""


class _Game(NamedTuple):
    """A game with something to tell, and its channel."""

    game: GameId
    channel: ChannelId


class Notify(commands.Cog):
    """Tells what is due: at once after a move, otherwise in a round a few times a minute.

    What is to be told is stored with the move, so the next process goes on where this one ends.
    """

    def __init__(self, bot: GameBot, games: Games, notices: Notices, turns: Turns) -> None:
        self._bot = bot
        self._games = games
        self.notices = notices
        self._turns = turns
        self._upkeep = Upkeep(bot, "the notice of", self._tell_due)

    async def cog_load(self) -> None:
        """Listen for boards of games with a clock: a turn may have begun with each."""
        self._unlisten = self._turns.boards.timed.add(self._shown)

    async def cog_unload(self) -> None:
        """Cancel what is left. The next process does it."""
        self._unlisten()
        await self._upkeep.end()

    # The choice of a person.

    @slash_command("notify")
    @describe(when="on: a ping in the channel; dm: a direct message; off")
    @choices(when=[way.value for way in NoticeWay])
    async def slash(self, act: Act, when: str = "") -> None:
        """A ping when it is your turn: on, dm or off."""
        await act.whisper(partial(self._choose, act, when))

    @command("notify", allowed=CommandChannels.ANY)
    async def typed(self, act: Act, *, when: str = "") -> None:
        """A ping when it is your turn: on, dm or off."""
        await act.say(await self._choose(act, when))

    async def _choose(self, act: Act, when: str) -> str:
        """Store how a person wants to hear of their turn, or leave it; say what it is now."""
        user, way = act.person.id, parse_way(when)
        if way is None:
            way = await self.notices.choices.chosen(user)
        else:
            await self.notices.choices.choose(user, way)
            self.notices.note_reachable(user)
        words = notify_text.chosen(way)
        return f"{words} {notify_text.NOT_HERE!s}" if act.outside else words

    # What is due.

    async def look_after(self) -> None:
        """Tell what is due. Called a few times a minute."""
        await self._upkeep.look_after(self._due)

    async def _due(self) -> list[_Game]:
        return [_Game(notice.game, notice.channel) for notice in await self.notices.due()]

    def _shown(self, session: Session) -> None:
        """Tell what a move has made due, now that its board is shown."""
        self._upkeep.begin(_Game(session.game, session.channel))

    async def _tell_due(self, game: _Game) -> None:
        """Tell what is due in a game."""
        async with self.notices.taken(game.channel, game.game) as due:
            then = None if due is None else await self._tell_or_put_off(due)
        if then is not None:  # outside the lock, which this takes too
            await then()

    async def _tell_or_put_off(self, due: Due) -> Then | None:
        """Tell a notice, or put it off. Returns what follows when the channel is free."""
        try:
            return await self._tell(due)
        except (KinarowError, *UNSENT) as error:
            log.warning("the notice of game %s: %r", due.session.game, error)
            self._bot.metrics.failed(error)
            await self.notices.put_off(due.notice)
            closed = isinstance(error, ChannelClosed)
            if closed and not is_out(self._bot, due.session.guild):
                return partial(self._games.note_closed, due.session.channel)
        return None

    async def _tell(self, due: Due) -> Then | None:
        notice, session = due
        channel = await channel_with(self._bot, session.channel)
        with self._bot.languages.in_channel(session.channel, channel):
            if notice.step is NoticeStep.END:
                read = self._bot.has_read(session)
                return partial(self._run_out, channel, session) if read else None
            session = await self.notices.prepared(due)
            posted = await self._posted(channel, notice, session)
        standing = posted if notice.step is not NoticeStep.OVER else None
        await self.notices.mark_told(due, session, standing)
        if notice.standing is not None and notice.standing != posted:
            await self._delete(notice.standing)
        return None

    async def _run_out(self, channel: GameChannel, session: Session) -> None:
        """End a game whose player to move has not moved in time, and show that."""
        place = Place(self._bot, channel)
        with place.speaking():
            await self._turns.end(place.screen, session, offers.run_out)

    async def _posted(
        self, channel: GameChannel, notice: Notice, session: Session
    ) -> Posted | None:
        """Tell a notice to the player to move, or an end to both; return the message, if any."""
        link, person = await self._link(session), session.to_move
        if notice.step is NoticeStep.OVER:
            return await self._tell_end(channel, notice, session, link)
        if notice.step is NoticeStep.CLEAR or not isinstance(person, Person):
            return None
        way = await self.notices.choices.chosen(person.id)
        if way is NoticeWay.OFF and notice.step is NoticeStep.CALL:
            return None
        if way is NoticeWay.DM:
            words = _words(notice, session, bold(person.name), link)
            sent = await self._message(person, words, notice, link)
            if sent is not None or notice.step is NoticeStep.CALL:
                return sent
        pinged = [person] if way is NoticeWay.ON else []
        shown = f"<@{person.id}>" if pinged else bold(person.name)
        words = _words(notice, session, shown, link)
        return await self._send(channel, words, pinged, notice, link)

    async def _tell_end(
        self, channel: GameChannel, notice: Notice, session: Session, link: str
    ) -> Posted | None:
        """Tell the players who want to hear of it how a game ended on time."""
        result = text.result(session)
        ways = {one: await self.notices.choices.chosen(one.id) for one in session.people}
        for person, way in ways.items():
            if way is NoticeWay.DM:
                words = f"{bold(person.name)}: {result} {link}"
                await self._message(person, words, notice, link)
        pinged = [person for person, way in ways.items() if way is NoticeWay.ON]
        if not pinged:
            return None
        names = " ".join(f"<@{person.id}>" for person in pinged)
        return await self._send(channel, f"{names}: {result} {link}", pinged, notice, link)

    async def _message(
        self, person: Person, words: str, notice: Notice, link: str
    ) -> Posted | None:
        """Send a direct message; None if the person accepts none. Then they get none for days."""
        if not self.notices.is_reachable(person.id):
            return None
        try:
            user = self._bot.get_user(person.id) or await self._bot.fetch_user(person.id)
            channel = user.dm_channel or await user.create_dm()
            return await self._send(channel, words, [], notice, link)
        except (ChannelClosed, discord.HTTPException) as error:
            if isinstance(error, discord.HTTPException) and not takes_no_messages(error):
                raise
            log.info("no direct message about game %s: %r", notice.game, error)
            self.notices.note_unreachable(person.id)
            return None

    async def _send(
        self,
        channel: GameChannel,
        words: str,
        pinged: Iterable[Person],
        notice: Notice,
        link: str,
    ) -> Posted:
        """Send a notice, unless a process that has died did so; ping only these people."""
        if notice.begun is not None and (found := await self._earlier(channel, notice, link)):
            return found
        users = [discord.Object(person.id) for person in pinged]
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=users)
        # One nonce for all tries: Discord shows the message once even if an answer got lost.
        key = f"{notice.game} {notice.step.value} {link} {words}"
        with channel_errors():
            message = await with_retries(
                lambda: channel.send(words, nonce=digest(key), allowed_mentions=allowed)
            )
        return Posted(ChannelId(message.channel.id), MessageId(message.id))

    async def _earlier(self, channel: GameChannel, notice: Notice, link: str) -> Posted | None:
        """Find a notice that another process has sent without storing that."""
        old = notice.standing.message if notice.standing else None
        reminding = notice.step is NoticeStep.REMIND
        with suppress(*UNSENT):  # without the permission to read, the nonce still helps
            async for message in channel.history(limit=_LOOKED_BACK):
                said = message.content
                same = said.endswith(link) and (_HOUR in said) is reminding
                if message.author == self._bot.user and message.id != old and same:
                    return Posted(ChannelId(channel.id), MessageId(message.id))
        return None

    async def _delete(self, posted: Posted) -> None:
        """Delete what was told last. If it cannot be deleted, it stays."""
        channel = self._bot.get_partial_messageable(posted.channel)
        with suppress(*UNSENT):
            await channel.get_partial_message(posted.message).delete()

    async def _link(self, session: Session) -> str:
        """The address of the board of a game, or of its channel if no message shows it."""
        board = await self.notices.board(session)
        return self._bot.link_to(session.guild, session.channel, board)


def _words(notice: Notice, session: Session, player: str, link: str) -> str:
    """A ping or a reminder to the player to move."""
    clock = session.clock
    if notice.step is NoticeStep.REMIND and clock is not None and clock.ends is not None:
        return notify_text.reminder(player, clock.ends, link)
    return notify_text.CALL.format(player=player, link=link)
