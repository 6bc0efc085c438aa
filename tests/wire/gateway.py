"""The gateway, version 10: sessions that outlive their connection, and their faults."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import discord
from aiohttp import ClientConnectionResetError, WSCloseCode, WSMsgType, web

from tests.close_codes import close_code
from tests.discord_internals import intents_from
from tests.wire.limits.gateway import RATE_LIMITED, GatewayLimits
from tests.wire.payloads import APPLICATION, ME, TOKEN, Payload, guild

DISPATCH, HEARTBEAT, IDENTIFY, RESUME = 0, 1, 2, 6
RECONNECT, INVALID_SESSION, HELLO, ACK = 7, 9, 10, 11
AUTHENTICATION_FAILED: Final = 4004
DISALLOWED_INTENTS: Final = 4014
MISSING: Final = object()
"""Stands for a part of an event that is left out."""
_TIMESTAMP: Final = 22
"""The bits of an id below its timestamp, by which servers are dealt out to shards."""

_STRANGERS: Final = 1 << 30
"""The first of the servers without end, in its timestamp."""
_BETWEEN: Final = 0.02
"""Seconds between two of them: fewer than those after which discord.py believes it has all."""
_KEPT: Final = 5_000
"""Events of a session that can be told again when it is resumed."""


@dataclass(eq=False)
class Session:
    """The events for a bot that has identified; after a resume it hears the rest."""

    id: str
    intents: discord.Intents
    shard: int
    count: int
    """Of how many shards this one is."""
    socket: web.WebSocketResponse | None = None
    said: int = 0
    """How many events there were."""
    events: list[Payload] = field(default_factory=list)
    """The newest of them."""

    def holds(self, guild: object) -> bool:
        """Whether it gets the events of a server; those of direct messages go to shard 0."""
        return (int(str(guild or 0)) >> _TIMESTAMP) % self.count == self.shard

    def is_left(self, newer: Session) -> bool:
        """Whether its shard has begun anew, and nobody listens to this one any more."""
        gone = self.socket is None or self.socket.closed
        return gone and (self.shard, self.count) == (newer.shard, newer.count)

    def dispatch(self, name: str, content: Payload, *, told: bool = True) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.said += 1
        event = {"op": DISPATCH, "t": name, "s": self.said, "d": content}
        self.events.append(event)
        if len(self.events) > 2 * _KEPT:
            del self.events[:_KEPT]
        if told and self.socket is not None and not self.socket.closed:
            _spawn(_send(self.socket, event))


class Gateway:
    """Every session of every process that has connected."""

    def __init__(self, announced: Callable[[], list[Payload]]) -> None:
        self._announced = announced
        self._numbers = count(1)
        self.url = ""
        """Where sessions are resumed."""
        self.limits: GatewayLimits | None = None
        """How often what may be sent; without limit where there are none."""
        self.sessions: list[Session] = []
        self.heartbeat = 500
        """Milliseconds between heartbeats; Discord says 41,250."""
        self.privileged = True
        """Whether the bot may read what people type."""
        self.refusal: int | None = None
        """The code with which it hangs up on a client that identifies."""
        self.starts = {
            "total": 1_000,
            "remaining": 1_000,
            "reset_after": 86_400_000,
            "max_concurrency": 1,
        }
        """How many sessions may begin, and the milliseconds until there are all of them again."""
        self.refuse_resume = False
        self.hellos: list[str | bytes] = []
        """Frames that it sends in place of its next hellos."""
        self.readies: list[Payload] = []
        """The changes to the next READY events."""
        self.rebuffs = 0
        """How many connections it ends before its hello."""
        self.silent = False
        """Whether nothing is said any more, not even that a heartbeat was heard."""
        self.deaf = False
        """Whether events are lost on the way, without a trace in any session."""
        self.crowded = False
        """Whether endless servers are announced to a new session."""
        self.identified = 0
        self.resumed = 0
        self.close_codes: list[int | None] = []
        """How each connection ended, as the bot said."""

    @property
    def sockets(self) -> list[web.WebSocketResponse]:
        """The open connections."""
        found = (session.socket for session in self.sessions)
        return [socket for socket in found if socket is not None and not socket.closed]

    def dispatch(self, name: str, content: Payload) -> None:
        """Send every session an event in the servers of its shard."""
        for session in self.sessions if not self.deaf else ():
            if session.holds(content.get("guild_id")):
                session.dispatch(name, content, told=not self.silent)

    async def close(self, code: int) -> None:
        """Hang up."""
        for socket in self.sockets:
            await socket.close(code=code)

    async def say(self, op: int, content: object = None) -> None:
        """Send something that is no event."""
        for socket in self.sockets:
            await _send(socket, {"op": op, "d": content})

    async def send(self, frame: str | bytes, kind: WSMsgType | None = None) -> None:
        """Send a frame of any content."""
        for socket in self.sockets:
            await _send_raw(socket, frame, kind)

    def forget(self) -> None:
        """Lose every session: none can be resumed, none hears of what happens next."""
        self.sessions.clear()

    async def invalidate(self, shard: int | None = None) -> None:
        """End every session for good, or those of a shard."""
        lost = [session for session in self.sessions if shard in (None, session.shard)]
        self.sessions = [session for session in self.sessions if session not in lost]
        for session in lost:
            if session.socket is not None:
                await _send(session.socket, {"op": INVALID_SESSION, "d": False})

    async def connection(self, request: web.Request) -> web.WebSocketResponse:
        """One connection from its hello to its end."""
        socket = web.WebSocketResponse(autoping=True, max_msg_size=0)
        await socket.prepare(request)
        if self.rebuffs:
            self.rebuffs -= 1
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            return socket
        if self.hellos:
            await _send_raw(socket, self.hellos.pop(0))
        else:
            await _send(socket, {"op": HELLO, "d": {"heartbeat_interval": self.heartbeat}})
        number = next(self._numbers)
        while (message := await socket.receive()).type is WSMsgType.TEXT:
            if self.limits is not None and self.limits.too_loud(number):
                await socket.close(code=RATE_LIMITED)
            else:
                await self._heard(socket, message.json())
        self.close_codes.append(close_code(socket, message))
        return socket

    async def _heard(self, socket: web.WebSocketResponse, sent: dict[str, Any]) -> None:
        match sent["op"]:
            case 1 if not self.silent:
                await _send(socket, {"op": ACK, "d": None})
            case 2:
                await self._identify(socket, sent["d"])
            case 6:
                await self._resume(socket, sent["d"])

    async def _identify(self, socket: web.WebSocketResponse, asked: Payload) -> None:
        intents = intents_from(asked["intents"])
        shard, count = asked.get("shard", (0, 1))
        if self.refusal is not None or asked["token"] != TOKEN:
            await socket.close(code=self.refusal or AUTHENTICATION_FAILED)
        elif intents.message_content and not self.privileged:
            await socket.close(code=DISALLOWED_INTENTS)
        elif self.limits is not None and self.limits.too_soon(shard):
            await _send(socket, {"op": INVALID_SESSION, "d": False})
        elif self.limits is not None and self.limits.too_many():
            await socket.close(code=AUTHENTICATION_FAILED)
        else:
            self.identified += 1
            name = f"session-{next(self._numbers)}"
            session = Session(name, intents, shard, count, socket)
            self.sessions = [known for known in self.sessions if not known.is_left(session)]
            self.sessions.append(session)
            await self.begin(session)

    async def begin(self, session: Session) -> None:
        """Announce its servers to a new session."""
        guilds = [one for one in self._announced() if session.holds(one["id"])]
        ready = self.ready(session, [one["id"] for one in guilds])
        changed = self.readies.pop(0) if self.readies else {}
        session.dispatch("READY", {k: v for k, v in (ready | changed).items() if v is not MISSING})
        for one in guilds:
            session.dispatch("GUILD_CREATE", one)
        if self.crowded:
            _spawn(self._tell_of_more(session))

    async def _tell_of_more(self, session: Session) -> None:
        """Announce one more server after another, all of them foreign and empty."""
        for number in count(_STRANGERS):
            if not self.crowded or session not in self.sessions:
                return
            session.dispatch("GUILD_CREATE", guild(number << _TIMESTAMP, []))
            await asyncio.sleep(_BETWEEN)

    def ready(self, session: Session, guilds: list[str]) -> Payload:
        """The first event of a session, with the ids of the servers to be announced."""
        return {
            "v": 10,
            "user": ME,
            "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "shard": [session.shard, session.count],
            "resume_gateway_url": self.url,
            "application": {"id": APPLICATION["id"], "flags": 0},
        }

    async def _resume(self, socket: web.WebSocketResponse, asked: Payload) -> None:
        known = (session for session in self.sessions if session.id == asked["session_id"])
        session = next(known, None)
        if session is None or self.refuse_resume or session.said - asked["seq"] > _KEPT:
            if session is not None:
                self.sessions.remove(session)
            await _send(socket, {"op": INVALID_SESSION, "d": False})
            return
        self.resumed += 1
        heard = asked["seq"]
        while heard < session.said:  # more may happen while it is told
            await _send(socket, session.events[heard - session.said])
            heard += 1
        session.socket = socket
        session.dispatch("RESUMED", {})

    def cut(self, shard: int) -> None:
        """Break the connection of a shard without a goodbye; its session can be resumed."""
        for session in self.sessions:
            if session.shard == shard and session.socket in self.sockets:
                for transport in _transport(session.socket):
                    transport.abort()

    def hang(self) -> None:
        """Read nothing that comes from now on, not even a goodbye."""
        for socket in self.sockets:
            for transport in _transport(socket):
                transport.pause_reading()

    async def end(self) -> None:
        """Close every connection, as a server that goes down does."""
        await self.close(WSCloseCode.GOING_AWAY)


def _transport(socket: web.WebSocketResponse | None) -> list[asyncio.Transport]:
    """What a connection goes over; nothing when it is just being closed."""
    request = None if socket is None else socket._req
    transport = None if request is None else request.transport
    return [transport] if isinstance(transport, asyncio.Transport) else []


async def _send(socket: web.WebSocketResponse, payload: Payload) -> None:
    if not socket.closed:
        with suppress(ClientConnectionResetError):  # it is about to be
            await socket.send_json(payload)


async def _send_raw(
    socket: web.WebSocketResponse, frame: str | bytes, kind: WSMsgType | None = None
) -> None:
    content = frame.encode() if isinstance(frame, str) else frame
    of_type = WSMsgType.TEXT if isinstance(frame, str) else WSMsgType.BINARY
    with suppress(ClientConnectionResetError):
        await socket.send_frame(content, kind or of_type)


_sending: Final[set[asyncio.Task[None]]] = set()


def _spawn(sending: Any) -> None:
    """Send without waiting; asyncio keeps no hold of tasks itself."""
    task = asyncio.ensure_future(sending)
    _sending.add(task)
    task.add_done_callback(_sending.discard)
