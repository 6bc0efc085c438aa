"""Keeps the pages of games up to date, and lets in what people touch there.

A page opens one socket. It says first which link or pass it has, then which button or tile is
touched. It is sent the newest state of its game, never all that came before: a page that was away,
or is slow, misses nothing and holds nobody up.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord
from aiohttp import WSMsgType, web
from discord import ui

from bot.edge.board_buttons import MOVE_ID, board_view, offer_view
from bot.edge.bot import GameBot
from bot.edge.channels import GameChannel, channel_with, member_of
from bot.edge.door import Door
from bot.edge.places import Place
from bot.edge.sending.refusals import UNSENT
from bot.errors import KinarowError, UserError
from bot.games.turns import Turns
from bot.match.notes import Note
from bot.match.session import ChannelId, GameId, Session, UserId
from bot.pool.bounded import BoundedDict
from bot.show import text
from bot.store import Store
from bot.web.links import Links, Seen
from bot.web.state import (
    Json,
    board_state,
    empty_state,
    explore_button,
    is_on_pages,
    page_words,
    read_message,
    time_left,
)
from bot.web.visit import Visit, buttons_json

log = logging.getLogger(__name__)

_HELLO_SECONDS: Final = 10.0
"""Seconds in which a page has to say which link it has."""
_SEND_SECONDS: Final = 15.0
"""Seconds after which a page that does not read is cut off. It connects again by itself."""
_LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at what other processes have stored."""
_BETWEEN_TOUCHES: Final = 0.05
"""Seconds after a message of a page in which its next one waits, unread: a flood floods nobody."""
_SHOWN_IDS: Final = 300
"""The buttons of a page that can be pressed: the newest."""
_ANSWERS: Final = 10
"""The most answers that wait to be sent to one page."""
_NAMED: Final = 8
"""The most people who are named as being there."""


@dataclass(eq=False, slots=True)
class Viewer:
    """A page that shows a game, and what waits to be sent to it. While nothing does it is small."""

    write: Callable[[Viewer], Coroutine[Any, Any, None]]
    """Sends all that waits."""
    socket: web.WebSocketResponse
    seen: Seen
    channel: GameChannel
    locale: str
    person: discord.User | discord.Member | None
    """Who plays by this page; None for whoever only watches."""
    session: Session | None
    """None while no game is on in the channel."""
    notes: Sequence[Note] = ()
    is_new: bool = True
    who: Json | None = None
    answers: list[Json] = field(default_factory=list)
    ids: BoundedDict[str, None] = field(default_factory=lambda: BoundedDict(_SHOWN_IDS))
    writing: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Begin to send what waits, unless that goes on already."""
        if self.writing is None and not self.socket.closed:
            self.writing = asyncio.create_task(self.write(self))

    def tell(self, session: Session, notes: Sequence[Note] = ()) -> None:
        """Send the newest state of the game soon."""
        shown = self.session
        if shown is None or (session.game, session.version) >= (shown.game, shown.version):
            self.session, self.notes, self.is_new = session, notes, True
            self.wake()

    def answer(self, answer: Json) -> None:
        """Send an answer soon. Of too many the oldest is left out."""
        for row in answer.get("buttons", ()):
            self.allow(row["row"])
        if "form" in answer:
            self.ids[answer["form"]] = None
        self.answers.append(answer)
        del self.answers[:-_ANSWERS]
        self.wake()

    def allow(self, buttons: Iterable[Json]) -> None:
        """Let these buttons be pressed from now on."""
        for button in buttons:
            if button["id"]:
                self.ids[button["id"]] = None

    def may_press(self, id_: str) -> bool:
        """Whether the page has shown this button, or it is a move in its game."""
        move = re.fullmatch(MOVE_ID, id_)
        return id_ in self.ids or (move is not None and int(move["game"]) == self.seen.game)


class Live:
    """The pages that are open, by channel."""

    def __init__(self, bot: GameBot, door: Door, turns: Turns, store: Store, links: Links) -> None:
        self._bot = bot
        self._door = door
        self._turns = turns
        self._store = store
        self._links = links
        self._rooms: dict[ChannelId, set[Viewer]] = {}

    def listen(self) -> list[Any]:
        """Follow what is stored and shown. The results end that."""
        boards = self._turns.boards
        return [self._turns.stored.add(self._stored), boards.shown.add(self._shown)]

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
        for viewer in self._in(session.channel):
            user = None if viewer.person is None else UserId(viewer.person.id)
            if viewer.seen.game == session.game:
                viewer.tell(session)
            elif viewer.seen.stays or (user is not None and session.is_played_by(user)):
                self._follow(viewer, session)

    def _shown(self, session: Session, notes: Sequence[Note]) -> None:
        for viewer in self._in(session.channel):
            if viewer.seen.game == session.game:
                viewer.tell(session, notes)

    def _in(self, channel: ChannelId) -> tuple[Viewer, ...]:
        return tuple(self._rooms.get(channel, ()))

    def _follow(self, viewer: Viewer, session: Session) -> None:
        """Lead a page to the next game in the channel."""
        before = viewer.seen
        viewer.seen = replace(before, game=session.game)
        if viewer.person is not None:
            viewer.answer({"pass": self._links.pass_for(viewer.seen)})
        viewer.tell(session)
        for game in (before.game, session.game):
            self._tell_who(before.channel, game)

    def _leave(self, viewer: Viewer) -> None:
        room = self._rooms[viewer.seen.channel]
        room.discard(viewer)
        if not room:
            del self._rooms[viewer.seen.channel]
        self._tell_who(viewer.seen.channel, viewer.seen.game)

    def _tell_who(self, channel: ChannelId, game: GameId | None) -> None:
        """Tell the pages of a game who is there."""
        room = [viewer for viewer in self._in(channel) if viewer.seen.game == game]
        names = sorted({one.person.display_name for one in room if one.person is not None})
        watchers = sum(one.person is None for one in room)
        for viewer in room:
            viewer.who = {"who": names[:_NAMED], "watchers": watchers}
            viewer.wake()

    async def serve(self, socket: web.WebSocketResponse) -> None:
        """Serve a page until it goes. One that cannot be served just now connects again."""
        if self._bot.user is None:
            return  # not logged in yet
        try:
            viewer = await self._welcome(socket)
        except (KinarowError, *UNSENT) as error:
            log.warning("a page of a board is served later: %r", error)
            return
        if viewer is None:
            return
        self._rooms.setdefault(viewer.seen.channel, set()).add(viewer)
        self._tell_who(viewer.seen.channel, viewer.seen.game)
        try:
            newest = await self._newest(viewer.seen)  # it may have changed meanwhile
            if newest is not None and newest is not viewer.session:
                viewer.tell(newest)
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._hear(viewer, read_message(message.data))
                await asyncio.sleep(_BETWEEN_TOUCHES)
        finally:
            self._leave(viewer)
            if viewer.writing is not None:
                viewer.writing.cancel()
                await asyncio.wait((viewer.writing,))

    async def _welcome(self, socket: web.WebSocketResponse) -> Viewer | None:
        """Read which link or pass a page has. Returns None if it opens nothing.

        Raises KinarowError and what `UNSENT` names where the game or its people cannot be read.
        """
        try:
            hello = read_message(await socket.receive_str(timeout=_HELLO_SECONDS))
        except (TimeoutError, TypeError):
            return None
        locale = str(hello.get("locale", ""))[:20]
        seen = self._links.open(str(hello.get("token", "")))
        if seen is not None and seen.user is not None:  # at once: the link is used up
            await socket.send_str(json.dumps({"pass": self._links.pass_for(seen)}))
        session = None if seen is None else await self._newest(seen)
        if seen is None or (session is None and not seen.stays):
            with text.speaking(text.pick(None, locale, None, "en")):
                await socket.send_str(json.dumps({"stale": True} | page_words()))
            return None
        channel = await channel_with(self._bot, seen.channel)
        person = await self._person(channel, seen, session)
        viewer = Viewer(self._write, socket, seen, channel, locale, person, session)
        with self._reading(viewer), text.privately():
            await socket.send_str(json.dumps(page_words()))
        return viewer

    async def _newest(self, seen: Seen) -> Session | None:
        """The stored game that a page shows, one object for all its pages; None without one."""
        session = None if seen.game is None else await self._store.find(seen.game)
        if session is None and seen.stays:
            session = await self._store.load(seen.channel)
        if session is None or session.channel != seen.channel:
            return None
        for viewer in self._in(seen.channel):
            shown = viewer.session
            if shown and (shown.game, shown.version) == (session.game, session.version):
                return shown
        return session

    async def _person(
        self, channel: GameChannel, seen: Seen, session: Session | None
    ) -> discord.User | discord.Member | None:
        """Who plays by a page; None if they do not play the game, or have left the server."""
        plays = session is not None and seen.user is not None and session.is_played_by(seen.user)
        if seen.user is None or not (plays or seen.stays):
            return None
        if isinstance(channel, discord.DMChannel):
            return await self._bot.fetch_user(seen.user)
        with suppress(UserError):
            return await member_of(channel.guild, seen.user)
        return None

    def _reading(self, viewer: Viewer) -> Any:
        """Set the language of what a page says."""
        place = Place(self._bot, viewer.channel)
        return self._bot.languages.on_page(place, viewer.locale)

    async def _hear(self, viewer: Viewer, told: Json) -> None:
        """Do what somebody touches on their page. Whoever only watches does nothing."""
        if viewer.person is None:
            return
        act = Visit(self._bot, viewer.channel, viewer.person, viewer.locale, viewer.answer)
        id_, sent = str(told.get("press", "")), str(told.get("sent", ""))
        if viewer.may_press(id_):
            await self._door.press(act, id_)
        elif sent in viewer.ids and isinstance(fields := told.get("fields"), dict):
            await self._door.write(act, sent, {str(k): str(v) for k, v in fields.items()})
        else:
            return
        viewer.answer({"done": True})

    async def _write(self, viewer: Viewer) -> None:
        """Send what waits, the newest state of the game first, until nothing does."""
        try:
            while viewer.is_new or viewer.answers or viewer.who is not None:
                told: list[Json] = []
                if viewer.is_new:
                    viewer.is_new = False
                    told.append({"state": self._state(viewer)})
                told += viewer.answers
                if viewer.who is not None:
                    told.append(viewer.who)
                viewer.answers, viewer.who = [], None
                for one in told:
                    async with asyncio.timeout(_SEND_SECONDS):
                        await viewer.socket.send_str(json.dumps(one, ensure_ascii=False))
        except (TimeoutError, ConnectionError):
            await viewer.socket.close()  # the page connects again, if it is there
        except Exception:
            log.exception("a defect")
            await viewer.socket.close()
        finally:
            viewer.writing = None

    def _state(self, viewer: Viewer) -> Json:
        session, person = viewer.session, viewer.person
        place = Place(self._bot, viewer.channel)
        if session is None:
            with self._reading(viewer), text.privately():
                state = empty_state()
            viewer.allow(state["buttons"][0]["row"])
            return state
        with self._reading(viewer), text.privately():
            user = None if person is None else UserId(person.id)
            state = board_state(session, user, place.prefix, viewer.notes)
            state |= time_left(session, self._bot.clock.now())
            views: list[ui.View] = []
            if user is not None and session.is_played_by(user):
                views = [board_view(session), *([offer_view(session)] if session.offer else ())]
            if session.offer is not None:
                state["offer"] = text.offer(session, place.prefix)
            rows = [row["row"] for view in views for row in buttons_json(view)]
            shown = [[one for one in row if is_on_pages(one)] for row in rows]
            if views and session.ending is not None and session.position.moves:
                shown.append([explore_button(session)])
            state["buttons"] = [{"row": row} for row in shown if row]
        viewer.allow(one for row in shown for one in row)
        return state
