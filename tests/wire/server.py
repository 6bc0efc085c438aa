"""The server of the small Discord: its rooms, how it starts and vanishes, and its faults."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from email.utils import format_datetime
from typing import Final

from aiohttp import web

from tests.wire.faults import Break, Fault, Refusal
from tests.wire.gateway import Gateway
from tests.wire.limits.interactions import InteractionLimits
from tests.wire.limits.requests import RequestLimits
from tests.wire.payloads import TOKEN, Clock, Payload, guild
from tests.wire.press import Press
from tests.wire.refusals import RefusedError
from tests.wire.rooms import GUILD, OTHER_GUILD, PEOPLE, Room

_PERIOD: Final = 0.1
"""Seconds between two looks at whether a request that is not answered is still waited for."""
_NUMBERS: Final = re.compile(r"\d{5,}")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Two servers of Discord with their rooms, at an address on this machine.

    What a bot may ask for is said by `routes`, in tests/wire/rest.py.
    """

    def __init__(self, limits: RequestLimits | None = None, gateway: Gateway | None = None) -> None:
        self.limits = limits
        """How often what may be asked for; without limit where there are none."""
        self.interaction_limits: InteractionLimits | None = None
        self.guilds = [GUILD, OTHER_GUILD]
        self.rooms: dict[int, Room] = {}
        self.presses: dict[str, Press] = {}
        self.gateway = gateway or Gateway(self._announced)
        self.faults: list[Fault] = []
        self.requests: Counter[str] = Counter()
        """How often each request was made, such as `POST /channels/*/messages`."""
        self.on_request: Callable[[str, str], None] | None = None
        """The listeners to each request: its method and its path."""
        self.components = True
        """Whether messages and answers may have buttons. Some servers know none."""
        self.drops_components = False
        """Whether buttons are silently dropped from messages."""
        self.trespasses: list[str] = []
        """The requests to channels in which the bot may only answer."""
        self.latency = 0.0
        """Seconds that each request takes."""
        self.listeners: list[Callable[[Room, Payload], None]] = []
        """The listeners to what the bot says, in a new message or a changed one."""
        self._port = 0
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Listen: at any free port first, later at the same one again."""
        app = web.Application(middlewares=[self._limited, self._faulty])
        app.add_routes(self.routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]
        self.gateway.url = f"ws://127.0.0.1:{self._port}/"

    async def stop(self) -> None:
        """Vanish, with every connection."""
        await self.gateway.end()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def fail(self, kind: str, effect: Refusal | Break, times: int = 1) -> Fault:
        """Let the next requests of a kind go wrong."""
        fault = Fault(kind, effect, times)
        self.faults.append(fault)
        return fault

    def routes(self) -> list[web.RouteDef]:
        """What a bot may ask for."""
        return [web.get("/", self.gateway.connection)]

    def mailbox(self, person: str = "alice") -> Room:
        """The direct channel of a person and the bot."""
        recipient = PEOPLE[person]
        known = (room for room in self.rooms.values() if room.recipient is recipient)
        if (room := next(known, None)) is None:
            room = Room(recipient=recipient)
            self.rooms[room.id] = room
        return room

    def _announced(self) -> list[Payload]:
        rooms = [r for r in self.rooms.values() if r.recipient is None and not r.outside]
        channels: dict[int, list[Payload]] = {number: [] for number in self.guilds}
        for room in rooms:
            if room.guild in channels and not (room.gone or room.archived):
                channels[room.guild].append(room.payload)
        return [guild(number, its_own) for number, its_own in channels.items()]

    @web.middleware
    async def _limited(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what is asked for too often."""
        if self.limits is None:
            return await handler(request)
        return await self.limits.respond(request, handler)

    @web.middleware
    async def _faulty(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer, or let the fault strike that is due; a refusal raised below is an answer too."""
        self.requests[_NUMBERS.sub("*", f"{request.method} {request.path}")] += 1
        if self.on_request is not None:
            self.on_request(request.method, request.path)
        if self.latency:
            await asyncio.sleep(self.latency)
        if request.path != "/" and "webhooks" not in request.path:
            self._check_token(request)
        fault = next((fault for fault in self.faults if fault.strikes(request)), None)
        broken = fault.effect if fault is not None else None
        if isinstance(broken, Refusal) and not broken.late:
            return broken.response()
        response: web.StreamResponse = web.Response()
        if broken not in (Break.RESET, Break.SILENCE):
            try:
                response = await handler(request)
            except RefusedError as error:
                response = error.refusal.response()
        if broken in (Break.SILENCE, Break.LOST_SILENCE):
            while request.transport is not None:  # noqa: ASYNC110 - until who asked has given up
                await asyncio.sleep(_PERIOD)
        if broken in (Break.RESET, Break.LOST):
            _hang_up(request)
        answered = broken.response() if isinstance(broken, Refusal) else response
        if not answered.prepared:
            answered.headers["Date"] = format_datetime(Clock.now(), usegmt=True)
        return answered

    def _check_token(self, request: web.Request) -> None:
        if "interactions" not in request.path and (
            request.headers.get("Authorization") != f"Bot {TOKEN}"
        ):
            raise web.HTTPUnauthorized


def _hang_up(request: web.Request) -> None:
    """End the connection in the middle of a request."""
    if request.transport is not None:
        request.transport.abort()
