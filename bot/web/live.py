"""Keeps the pages of games up to date, and lets in what people touch there.

A page opens one socket. It says first which link or pass it has, then which button or tile is
touched. It is sent the newest state of its game, never all that came before: a page that was away,
or is slow, misses nothing and holds nobody up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import time
from typing import Any, Final

import discord
from aiohttp import WSCloseCode, WSMsgType, web

from bot.edge.bot import GameBot
from bot.edge.channels import GameChannel, may_not_play, player
from bot.edge.door import Door
from bot.edge.places import Place
from bot.edge.sending.refusals import UNSENT
from bot.edge.tasks import BackgroundTasks
from bot.errors import ChannelClosed, KinarowError
from bot.features.start.challenge_feature import Challenging
from bot.features.start.values import Challenge
from bot.games.turns import Turns
from bot.match.notes import Note
from bot.match.session import ChannelId, GameId, GuildId, Session, UserId, scope_of
from bot.show import text
from bot.store import Store
from bot.web.links import Links, Seen
from bot.web.members import KNOWN_SECONDS, Members, TooManyAsk
from bot.web.passes_store import EndedPasses
from bot.web.state import (
    End,
    Json,
    Seat,
    empty_state,
    page_state,
    page_words,
    read_message,
    time_left,
    written,
)
from bot.web.viewer import News, Viewer
from bot.web.visit import Visit
from bot.web.visitors import Visitor

log = logging.getLogger(__name__)

_HELLO_SECONDS: Final = 10.0
"""Seconds in which a page has to say which link it has."""
_LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at what other processes have stored."""
_ENDED_SECONDS: Final = 60.0
"""Seconds back to which it is looked whose links were ended: clocks differ among machines."""
_BETWEEN_TOUCHES: Final = 0.05
"""Seconds after a message of a page in which its next one waits, unread: a flood floods nobody."""
_COMING_SECONDS: Final = 0.2
"""Seconds after which pages are told who has come or gone."""
_NAMED: Final = 8
"""The most people who are named as being there."""


class Live:
    """The pages that are open, by channel."""

    def __init__(self, bot: GameBot, door: Door, turns: Turns, store: Store, links: Links) -> None:
        self._bot = bot
        self._door = door
        self._turns = turns
        self._store = store
        self._links = links
        self._members = Members(bot)
        self._passes = EndedPasses(store.database)
        self._challenges = bot.feature(Challenging).challenges
        self._tasks = BackgroundTasks()
        self._rooms: dict[ChannelId, set[Viewer]] = {}
        self._comings: set[tuple[ChannelId, GameId | None]] = set()
        """The games of whose pages some have come or gone just now."""

    def listen(self) -> list[Any]:
        """Follow what is stored and shown. The results end that."""
        boards = self._turns.boards
        changed = self._challenges.changed.add(self._asked)
        stored, shown = self._turns.stored.add(self._stored), boards.shown.add(self._shown)
        return [changed, stored, shown, self._end_tasks]

    def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()

    def sockets(self) -> list[web.WebSocketResponse]:
        """The sockets of all pages."""
        return [viewer.socket for room in self._rooms.values() for viewer in room]

    async def follow_others(self) -> None:
        """Look at what other processes store in the games that are shown, until cancelled.

        One small query asks for all pages; a game is read only when its version is a new one.
        """
        known: dict[GameId, int] = {}
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            shown = [one.session for room in self._rooms.values() for one in room if one.session]
            seen = {session.game: session.version for session in shown}
            known |= seen
            try:
                found = await self._store.versions(seen, self._rooms) if self._rooms else []
                for game, version in found:
                    if version > known.get(game, -1) and (session := await self._store.find(game)):
                        self._stored(session)
                known = dict(found)
            except KinarowError as error:
                log.warning("what other processes play is looked at later: %r", error)
            except Exception:
                log.exception("a defect")

    def _stored(self, session: Session) -> None:
        news, left = News(session), set[GameId | None]()
        for number, viewer in enumerate(self._in(session.channel)):
            user = None if viewer.person is None else UserId(viewer.person.id)
            if viewer.seen.game == session.game:
                viewer.tell(news, number)
            elif session.game > (viewer.seen.game or 0) and _leads_to(viewer.seen, session):
                left.add(viewer.seen.game)
                viewer.seen = replace(viewer.seen, game=session.game)
                if user is not None:
                    viewer.answers.append({"pass": self._links.pass_for(viewer.seen)})
                viewer.tell(news, number)
        for game in (*left, session.game) if left else ():
            self._tell_who(session.channel, game)

    def _shown(self, session: Session, notes: Sequence[Note]) -> None:
        news = News(session, notes)
        for number, viewer in enumerate(self._in(session.channel)):
            if viewer.seen.game == session.game:
                viewer.tell(news, number)

    def _asked(self, challenge: Challenge) -> None:
        if challenge.opponent is None:
            self._tasks.start(self._show_seats(challenge.channel))
            return
        for viewer in self._in(challenge.channel):
            if viewer.person is not None and viewer.person.id == challenge.opponent:
                viewer.ask(None if challenge.refusal else challenge)

    async def _show_seats(self, channel: ChannelId) -> None:
        """Show on the pages of a channel which game there anyone may join."""
        room = [viewer for viewer in self._in(channel) if viewer.person is not None]
        if room:
            seat = await self._open_seat(room[0].channel)
            for viewer in room:
                viewer.show_seat(seat)

    async def _open_seat(self, channel: GameChannel) -> Seat | None:
        """The newest game in a channel that anyone may join, if its opener can see it."""
        guild = getattr(channel, "guild", None)
        scope = scope_of(ChannelId(channel.id), None if guild is None else GuildId(guild.id))
        waiting = await self._challenges.waiting_in(scope, ChannelId(channel.id))
        for challenge in reversed(waiting):
            if challenge.opponent is None and challenge.message is not None:
                with suppress(TooManyAsk, *UNSENT):
                    opener = await self._members.find(channel, challenge.challenger)
                    return None if opener is None else Seat(challenge, player(opener))
        return None

    def _end_seats(self) -> None:
        """Show no game any more that nobody has joined in time."""
        for room in self._rooms.values():
            for viewer in room:
                if viewer.seat is not None and self._challenges.is_over(viewer.seat.challenge):
                    viewer.show_seat(None)

    def _in(self, channel: ChannelId) -> tuple[Viewer, ...]:
        return tuple(self._rooms.get(channel, ()))

    def _leave(self, viewer: Viewer) -> None:
        room = self._rooms[viewer.seen.channel]
        room.discard(viewer)
        if not room:
            del self._rooms[viewer.seen.channel]
        self._tell_who(viewer.seen.channel, viewer.seen.game)

    def _tell_who(self, channel: ChannelId, game: GameId | None) -> None:
        """Tell the pages of a game soon who is there: once, where many come or go at a time."""
        if (channel, game) not in self._comings:
            self._comings.add((channel, game))
            loop = asyncio.get_running_loop()
            loop.call_later(_COMING_SECONDS, self._tell_who_now, channel, game)

    def _tell_who_now(self, channel: ChannelId, game: GameId | None) -> None:
        self._comings.discard((channel, game))
        room = [viewer for viewer in self._in(channel) if viewer.seen.game == game]
        names = sorted({player(one.person).name for one in room if one.person is not None})
        watchers = sum(one.person is None for one in room)
        who = written({"who": names[:_NAMED], "watchers": watchers})
        for number, viewer in enumerate(room):
            viewer.who = who
            viewer.wake_soon(number)

    async def serve(self, socket: web.WebSocketResponse, visitor: Visitor) -> None:
        """Serve a page until it goes. One that cannot be served just now connects again."""
        if self._bot.user is None:
            return  # not logged in yet
        try:
            viewer = await self._welcome(socket, visitor)
        except TooManyAsk:
            await tell_full(socket)
            return
        except (KinarowError, *UNSENT) as error:
            log.warning("a page of a board is served later: %r", error)
            return
        if viewer is None:
            return
        self._rooms.setdefault(viewer.seen.channel, set()).add(viewer)
        self._tell_who(viewer.seen.channel, viewer.seen.game)
        viewer.wake()
        try:
            newest = await self._newest(viewer.seen)  # it may have changed meanwhile
            if newest is not None and newest is not viewer.session:
                viewer.tell(News(newest))
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._hear(viewer, read_message(message.data))
                await asyncio.sleep(_BETWEEN_TOUCHES)
        finally:
            self._leave(viewer)
            await viewer.end()

    async def _welcome(self, socket: web.WebSocketResponse, visitor: Visitor) -> Viewer | None:
        """Read which link or pass a page has. Returns None if it opens nothing.

        Raises KinarowError and what `UNSENT` names where the game or its people cannot be read, and
        TooManyAsk.
        """
        try:
            hello = read_message(await socket.receive_str(timeout=_HELLO_SECONDS))
        except (TimeoutError, TypeError):
            return None
        locale, token = str(hello.get("locale", ""))[:20], str(hello.get("token", ""))
        seen = self._links.open(token)
        if seen is not None and seen.user is not None:  # at once: the link is used up
            await socket.send_str(written({"pass": self._links.pass_for(seen)}))
        if seen is not None and not visitor.may_open(seen.user):
            raise TooManyAsk
        renewed = seen and self._links.renewed(seen)  # as old as the look below, or older
        if seen is None or renewed is None or await self._has_ended(seen):
            await _tell_end(socket, locale, End.STALE if token else End.UNLINKED)
            return None
        if seen.user is not None and not seen.fresh:
            seen = renewed
            await socket.send_str(written({"pass": self._links.pass_for(seen)}))
        session = await self._newest(seen)
        if session is not None and session.ending is not None:
            seen, session = await self._after(seen, session)
            if seen.user is not None:
                await socket.send_str(written({"pass": self._links.pass_for(seen)}))
        if session is None and not seen.stays:
            await _tell_end(socket, locale, End.STALE)
            return None
        try:
            channel = await self._members.channel(seen.channel)
            if may_not_play(channel, writing=False):
                raise ChannelClosed(f"the bot may not see channel {seen.channel}")
            person = await self._person(channel, seen, session)
        except ChannelClosed as error:
            log.warning("a page of a board is not served: %r", error)
            await _tell_end(socket, locale, End.CLOSED)
            return None
        except _KeptOut:
            await self._turn_away(socket, seen, locale)
            return None
        news = News(session)
        viewer = Viewer(self._words, socket, seen, channel, locale, person, session, news)
        viewer.looked = asyncio.get_running_loop().time()
        if session is not None and session.ending is not None and seen.user and person:
            where = scope_of(seen.channel, session.guild), seen.channel
            viewer.asked = await self._challenges.asked(*where, seen.user, anyone=False)
        if person is not None:
            viewer.seat = await self._open_seat(channel)
        with self._reading(viewer), text.privately():
            watches = {} if seen.user is not None else {"channel": channel.jump_url}
            await socket.send_str(written(page_words() | watches))
        return viewer

    async def _after(self, seen: Seen, over: Session) -> tuple[Seen, Session]:
        """What a page of a finished game shows, while its person plays the next one there.

        A page that was opened by a link to the old game stays there; one that was away goes on.
        """
        now = await self._store.load(seen.channel)
        if now is None or now.game <= over.game or not _leads_to(seen, now):
            return seen, over
        if seen.fresh:
            return replace(seen, follows=False), over
        return replace(seen, game=now.game), now

    async def _newest(self, seen: Seen) -> Session | None:
        """The stored game that a page shows, one object for all its pages; None without one."""
        session = None if seen.game is None else await self._store.find(seen.game)
        if session is None and seen.stays:
            session = await self._store.load(seen.channel)
        if session is None or session.channel != seen.channel:
            return None
        shown = (viewer.session for viewer in self._in(seen.channel))
        return next((one for one in shown if one == session), session)

    async def _person(
        self, channel: GameChannel, seen: Seen, session: Session | None
    ) -> discord.User | discord.Member | None:
        """Who plays by a page; None if they do not play the game.

        Raises _KeptOut if they cannot see it in Discord.
        """
        plays = session is not None and seen.user is not None and session.is_played_by(seen.user)
        if seen.user is None or not (plays or seen.stays):
            return None
        if (found := await self._members.find(channel, seen.user)) is None:
            raise _KeptOut
        return found

    async def _look_again(self, viewer: Viewer) -> None:
        """End the page and the passes of a person who cannot see the channel any more."""
        if viewer.person is None:
            return
        try:
            with suppress(TooManyAsk, *UNSENT):
                viewer.person = await self._person(viewer.channel, viewer.seen, viewer.session)
        except _KeptOut:
            viewer.person = None
            await self._turn_away(viewer.socket, viewer.seen, viewer.locale)

    async def _turn_away(self, socket: web.WebSocketResponse, seen: Seen, locale: str) -> None:
        """End the passes of a person who cannot see a channel, and the page that has told so."""
        assert seen.user is not None, "who only watches is not looked for"
        await self._passes.end(self._links.whose(seen.user, seen.channel), time())
        await _tell_end(socket, locale, End.UNSEEN)
        await socket.close()

    async def _has_ended(self, seen: Seen) -> bool:
        """Whether the link or pass of a page was ended since it was made."""
        return seen.made <= await self._passes.ended_at(self._links.codes(seen))

    async def keep_out(self) -> None:
        """Close the pages of links that are ended, and look who is still there, until cancelled.

        The former waits for no answer to the latter: Discord may be away.
        """
        await asyncio.gather(_often(self._close_ended), _often(self._look_at_one))

    async def _close_ended(self) -> None:
        self._end_seats()
        viewers = [viewer for room in self._rooms.values() for viewer in room]
        if not viewers:
            return
        if ended := dict(await self._passes.since(time() - _ENDED_SECONDS)):
            await asyncio.gather(*(self._close_if_ended(viewer, ended) for viewer in viewers))

    async def _close_if_ended(self, viewer: Viewer, ended: Mapping[str, float]) -> None:
        ends = (End.STALE, End.UNSEEN)  # of all links of a person, and of those to a channel
        for end, code in zip(ends, self._links.codes(viewer.seen), strict=False):
            if viewer.seen.made <= ended.get(code, 0.0):
                await _tell_end(viewer.socket, viewer.locale, end)
                await viewer.socket.close()
                return

    async def _look_at_one(self) -> None:
        """Look whether the person of a page is still there: the one not looked at for longest."""
        viewers = [one for room in self._rooms.values() for one in room if one.person is not None]
        now = asyncio.get_running_loop().time()
        oldest = min(viewers, key=lambda viewer: viewer.looked, default=None)
        if oldest is not None and now - oldest.looked >= KNOWN_SECONDS:
            oldest.looked = now
            await self._look_again(oldest)

    def _reading(self, viewer: Viewer) -> Any:
        """Set the language of what a page says."""
        place = Place(self._bot, viewer.channel)
        return self._bot.languages.answering(place.channel, place.server, viewer.locale)

    async def _hear(self, viewer: Viewer, message: Json) -> None:
        """Do what somebody touches on their page. Whoever only watches does nothing."""
        await self._look_again(viewer)
        if viewer.person is None:
            return
        act = Visit(self._bot, viewer.channel, viewer.person, viewer.locale, viewer.answer)
        id_, sent = str(message.get("press", "")), str(message.get("sent", ""))
        if viewer.may_press(id_):
            await self._door.press(act, id_)
        elif sent in viewer.ids and isinstance(fields := message.get("fields"), dict):
            await self._door.write(act, sent, {str(k): str(v) for k, v in fields.items()})
        else:
            return
        viewer.answer({"done": True})

    def _words(self, viewer: Viewer, news: News) -> str:
        """The message about the game of a page, the same for all who watch it in one language."""
        with self._reading(viewer), text.privately():
            if viewer.person is not None:
                return self._state(viewer, news)
            language = text.spoken_language()
            if language not in news.watched:
                news.watched[language] = self._state(viewer, news)
            return news.watched[language]

    def _state(self, viewer: Viewer, news: News) -> str:
        session, person = news.session, viewer.person
        user = None if person is None else UserId(person.id)
        if session is None:
            company = person is not None and not isinstance(viewer.channel, discord.DMChannel)
            state = empty_state(user, viewer.seat, company=company)
        else:
            prefix = Place(self._bot, viewer.channel).prefix
            state = page_state(session, user, prefix, news.notes, viewer.asked, viewer.seat)
            state |= time_left(session, self._bot.clock.now())
        viewer.allow(one for row in state["buttons"] for one in row["row"])
        return written({"state": state})


async def _often(look: Callable[[], Awaitable[None]]) -> None:
    """Look at who may open pages again and again, until cancelled."""
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        try:
            await look()
        except KinarowError as error:
            log.warning("who may open pages is looked at later: %r", error)
        except Exception:
            log.exception("a defect")


class _KeptOut(Exception):  # noqa: N818 - a state of a person
    """A person cannot see the channel of a game in Discord."""


async def _tell_end(socket: web.WebSocketResponse, locale: str, end: End) -> None:
    """Tell a page why it has no board, or none any more."""
    with suppress(ConnectionError), text.speaking(text.pick(None, locale, None, "en")):
        await socket.send_str(written({"end": end} | page_words()))


async def tell_full(socket: web.WebSocketResponse) -> None:
    """Tell a page, in the current language, that too many are open: it comes back by itself."""
    await socket.send_str(written({"end": End.FULL} | page_words()))
    await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)


def _leads_to(seen: Seen, session: Session) -> bool:
    """Whether a page goes on to another game of its channel."""
    plays = seen.user is not None and session.is_played_by(seen.user)
    return seen.stays or (plays and seen.follows)
