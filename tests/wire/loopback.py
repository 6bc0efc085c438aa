"""A small Discord on this machine: what a bot needs of its REST interface and its gateway.

    people ──▶ Loopback ──gateway──▶ bot
                   ◀────REST────────

A test speaks for people, looks into the rooms, and sets faults: on requests, on the
gateway, on the whole server, which can go and come back at the same address.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web

from bot.edge.screens.traffic import NEAR
from tests.wire.faults import Break, Fault, Refusal, answer
from tests.wire.gateway import Gateway
from tests.wire.limits.interactions import InteractionLimits
from tests.wire.limits.requests import RequestLimits
from tests.wire.limits.routes import OLD
from tests.wire.payloads import (
    APPLICATION,
    BOT,
    ME,
    TOKEN,
    Payload,
    guild,
    member,
)
from tests.wire.press import Press
from tests.wire.refusals import (
    ACKNOWLEDGED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_COMPONENTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    RefusedError,
)
from tests.wire.rooms import (
    FOREIGN_GUILD,
    GUILD,
    OTHER_GUILD,
    PEOPLE,
    SEND_MESSAGES,
    VIEW_CHANNEL,
    Context,
    Room,
    age,
)

MANY_ANSWERS: Final = Refusal(400, 40094)
_MOST_ANSWERS: Final = 6
"""The answers to one interaction outside the servers of a bot: the first, and five more."""
_LOADING: Final = 1 << 7
"""The flag of an answer that says no more yet than that it is thought about."""
_PRIVATE: Final = 1 << 6
"""The flag of an answer that one person alone sees."""
_LIMITS: Final = {
    "X-RateLimit-Bucket": "messages",
    "X-RateLimit-Limit": "50",
    "X-RateLimit-Remaining": "49",
    "X-RateLimit-Reset-After": "1.0",
}
"""What lets discord.py send without waiting for the answer before. As on Discord the name of the
bucket says nothing of the channel, though each channel has one of its own."""
_PERIOD: Final = 0.1
"""Seconds between two looks at whether a request that is not answered is still waited for."""
_NUMBERS: Final = re.compile(r"\d{5,}")
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Loopback:
    """Two servers, their rooms, and the bot among their members."""

    def __init__(self, limits: RequestLimits | None = None) -> None:
        self.limits = limits
        """How often what may be asked for; without limit where there are none."""
        self.interaction_limits: InteractionLimits | None = None
        self.guilds = [GUILD, OTHER_GUILD]
        self.rooms: dict[int, Room] = {}
        self.presses: dict[str, Press] = {}
        self.gateway = Gateway(self._announced)
        self.faults: list[Fault] = []
        self.requests: Counter[str] = Counter()
        """How often each request was made, such as `POST /channels/*/messages`."""
        self.on_request: Callable[[str, str], None] | None = None
        """Who hears of each request: its method and its path."""
        self.components = True
        """Whether messages may have buttons. Some servers of this protocol know none."""
        self.trespasses: list[str] = []
        """The requests to channels in which the bot may only answer."""
        self.latency = 0.0
        """Seconds that each request takes."""
        self.listeners: list[Callable[[Room, Payload], None]] = []
        """Who hears what the bot says, in a new message or a changed one."""
        self._port = 0
        self._runner: web.AppRunner | None = None
        self._routes = self._all_routes()

    # The server itself.

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Listen: at any free port first, later at the same one again."""
        app = web.Application(middlewares=[self._limited, self._faulty])
        app.add_routes(self._routes)
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

    # What people do.

    def room(self, guild: int = GUILD) -> Room:
        """A new channel."""
        room = Room(guild=guild)
        self.rooms[room.id] = room
        self.gateway.dispatch("CHANNEL_CREATE", room.payload)
        return room

    def outside(self, context: Context, *, hidden: bool = False) -> Room:
        """A channel in which the bot is used by people who have added it to their account."""
        room = Room(guild=FOREIGN_GUILD, context=context, hidden=hidden)
        self.rooms[room.id] = room
        return room

    def say(self, room: Room, words: str, by: str = "alice", **more: Any) -> Payload:
        """Post a message of a person's, or with `more` one of another kind in their name."""
        message, _ = room.post(PEOPLE[by], {"content": words})
        message |= more
        self.gateway.dispatch("MESSAGE_CREATE", message)
        return message

    def talk(self, room: Room) -> None:
        """Say so much that the next board is posted below it."""
        for number in range(NEAR + 1):
            self.say(room, f"message {number}", by="bob")

    def press(self, room: Room, label: str, by: str = "alice") -> Press:
        """Press the newest button of a label."""
        message, button = next(
            (message, button)
            for message in reversed(room.boards)
            for button in _buttons(message)
            if label in (button.get("label"), (button.get("emoji") or {}).get("name"))
        )
        press = Press(room, message, PEOPLE[by])
        content = {"custom_id": button["custom_id"], "component_type": 2}
        self._interact(press, 3, content, by, message=message)
        return press

    def command(self, room: Room, name: str, by: str = "alice", **options: str) -> Press:
        """Use a slash command of the group."""
        press = Press(room, None, PEOPLE[by])
        inner = {
            "name": name,
            "type": 1,
            "options": [_option(key, options[key]) for key in options],
        }
        content: Payload = {"id": "1", "name": "ttt", "type": 1, "options": [inner]}
        named = [person for person in (options.get("opponent"), options.get("member")) if person]
        content["resolved"] = {"users": {PEOPLE[name]["id"]: PEOPLE[name] for name in named}}
        self._interact(press, 2, content, by)
        return press

    def menu(self, room: Room, name: str, target: Payload, by: str = "alice") -> Press:
        """Use a command of the menu of a person or a message."""
        press = Press(room, None, PEOPLE[by])
        kind, many = (2, "users") if "username" in target else (3, "messages")
        resolved = {many: {target["id"]: target}}
        content = {"id": "2", "name": name, "type": kind, "target_id": target["id"]}
        self._interact(press, 2, {**content, "resolved": resolved}, by)
        return press

    def forbid(self, room: Room, permission: int) -> None:
        """Take a permission from the bot in a channel."""
        room.denied |= permission
        self.gateway.dispatch("CHANNEL_UPDATE", room.payload)

    def mailbox(self, person: str = "alice") -> Room:
        """The direct channel of a person and the bot."""
        recipient = PEOPLE[person]
        known = (room for room in self.rooms.values() if room.recipient is recipient)
        if (room := next(known, None)) is None:
            room = Room(recipient=recipient)
            self.rooms[room.id] = room
        return room

    def _interact(
        self, press: Press, kind: int, content: Payload, by: str, **more: Payload
    ) -> None:
        self.presses[press.token] = press
        press.begin(self.interaction_limits)
        payload = {
            "id": str(press.id),
            "application_id": str(BOT),
            "type": kind,
            "data": content,
            "channel_id": str(press.room.id),
            "channel": press.room.payload,
            **press.room.seen_by(PEOPLE[by]),
            "token": press.token,
            "version": 1,
            "attachment_size_limit": 10_000_000,
            "locale": "en-US",
            **more,
        }
        self.gateway.dispatch("INTERACTION_CREATE", payload)

    def _announced(self) -> list[Payload]:
        rooms = [r for r in self.rooms.values() if r.recipient is None and not r.outside]
        rooms = [room for room in rooms if not (room.gone or room.archived)]
        return [
            guild(number, [room.payload for room in rooms if room.guild == number])
            for number in self.guilds
        ]

    # What the bot asks for.

    def _all_routes(self) -> list[web.RouteDef]:
        message, webhook = "/channels/{room}/messages", "/webhooks/{bot}/{token}"
        return [
            web.get("/", self.gateway.connection),
            web.get("/gateway/bot", self._gateway_address),
            web.get("/users/@me", _always(ME)),
            web.get("/oauth2/applications/@me", _always(APPLICATION)),
            web.get("/applications/{bot}/commands", _always([])),
            web.put("/applications/{bot}/commands", _always([])),
            web.get("/applications/{bot}/emojis", _always({"items": []})),
            web.post("/users/@me/channels", self._open_mailbox),
            web.get("/guilds/{guild}/members/{user}", self._member),
            web.get("/channels/{room}", self._channel),
            web.post("/channels/{room}/typing", self._typing),
            web.get(message, self._history),
            web.post(message, self._post),
            web.patch(message + "/{message}", self._edit),
            web.delete(message + "/{message}", self._delete),
            web.post("/interactions/{press}/{token}/callback", self._callback),
            web.post(webhook, self._followup),
            web.get(webhook + "/messages/@original", self._original),
            web.patch(webhook + "/messages/{message}", self._edit_answer),
            web.delete(webhook + "/messages/{message}", self._delete_answer),
        ]

    @web.middleware
    async def _limited(self, request: web.Request, handler: Answer) -> web.StreamResponse:
        """Refuse what is asked for too often."""
        if self.limits is None:
            return await handler(request)
        return await self.limits.respond(request, handler)

    @web.middleware
    async def _faulty(self, request: web.Request, handler: Answer) -> web.StreamResponse:
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
        return broken.response() if isinstance(broken, Refusal) else response

    def _check_token(self, request: web.Request) -> None:
        if "interactions" not in request.path and (
            request.headers.get("Authorization") != f"Bot {TOKEN}"
        ):
            raise web.HTTPUnauthorized

    async def _gateway_address(self, request: web.Request) -> web.Response:
        limits = self.gateway.limits
        starts = self.gateway.starts if limits is None else limits.session_start_limit
        return answer({"url": self.gateway.url, "shards": 1, "session_start_limit": starts})

    async def _open_mailbox(self, request: web.Request) -> web.Response:
        wanted = (await request.json())["recipient_id"]
        name = next(name for name, person in PEOPLE.items() if person["id"] == str(wanted))
        return answer(self.mailbox(name).payload)

    async def _member(self, request: web.Request) -> web.Response:
        wanted = request.match_info["user"]
        person = next(person for person in PEOPLE.values() if person["id"] == wanted)
        return answer({**member(), "user": person})

    def _room(self, request: web.Request, permission: int = VIEW_CHANNEL) -> Room:
        """The channel of a request; refuses where it is gone or the bot may not do that there."""
        room = self.rooms.get(int(request.match_info["room"]))
        if room is None or room.gone:
            raise RefusedError(UNKNOWN_CHANNEL)
        if room.outside:
            self.trespasses.append(f"{request.method} {request.path}")
            raise RefusedError(MISSING_ACCESS)
        if room.denied & VIEW_CHANNEL:
            raise RefusedError(MISSING_ACCESS)
        if room.denied & permission:
            raise RefusedError(MISSING_PERMISSIONS)
        return room

    async def _channel(self, request: web.Request) -> web.Response:
        return answer(self._room(request).payload)

    async def _typing(self, request: web.Request) -> web.Response:
        self._room(request, SEND_MESSAGES).typing += 1
        return web.Response(status=204)

    async def _history(self, request: web.Request) -> web.Response:
        after = request.query.get("after")
        limit = int(request.query.get("limit", "50"))
        point = None if after is None else int(after)
        return answer(self._room(request).history(after=point, limit=limit))

    async def _post(self, request: web.Request) -> web.Response:
        room = self._room(request, SEND_MESSAGES)
        return answer(self._posted(room, await self._message(request)), headers=_LIMITS)

    async def _message(self, request: web.Request) -> Payload:
        """What is to be posted or changed."""
        sent = await _sent(request)
        if "components" in sent and not self.components:
            raise RefusedError(NO_COMPONENTS)
        return sent

    def _posted(self, room: Room, sent: Payload, press: Press | None = None) -> Payload:
        message, new = room.post(ME, sent)
        if press is not None:
            message["interaction_metadata"] = {
                "id": str(press.id),
                "type": 2,
                "user": press.by,
                "authorizing_integration_owners": {},
            }
        if new:
            if not room.outside:
                self.gateway.dispatch("MESSAGE_CREATE", message)
            self._tell(room, message)
        return message

    async def _edit(self, request: web.Request) -> web.Response:
        room = self._room(request)
        found = room.find(int(request.match_info["message"]))
        if found is not None and (refusal := self._too_old(room, found)) is not None:
            return refusal
        return answer(self._changed(room, found, await self._message(request)), headers=_LIMITS)

    def _too_old(self, room: Room, message: Payload) -> web.Response | None:
        """The refusal of one more change of a message that is older than an hour."""
        if self.limits is None or age(message) * self.limits.clock.speed < OLD:
            return None
        return self.limits.edit_old(room.id)

    def _changed(self, room: Room, message: Payload | None, sent: Payload) -> Payload:
        if message is None:
            raise RefusedError(UNKNOWN_MESSAGE)
        said = len(room.log)
        room.change(message, sent)
        if not room.outside:
            self.gateway.dispatch("MESSAGE_UPDATE", message)
        if len(room.log) > said:
            self._tell(room, message)
        return message

    def _tell(self, room: Room, message: Payload) -> None:
        for heard in self.listeners:
            heard(room, message)

    async def _delete(self, request: web.Request) -> web.Response:
        room = self._room(request)
        found = room.find(int(request.match_info["message"]))
        if found is not None:
            room.messages.remove(found)
        return web.Response(status=204)

    # Interactions.

    def _press(self, request: web.Request) -> Press:
        press = self.presses.get(request.match_info["token"])
        if press is None or press.expired:
            raise RefusedError(UNKNOWN_WEBHOOK)
        return press

    async def _callback(self, request: web.Request) -> web.Response:
        press = self._press(request)
        press.check_first()
        if press.acknowledged:
            raise RefusedError(ACKNOWLEDGED)
        press.acknowledged = True
        sent = await _sent(request)
        body: Payload = {"interaction": {"id": str(press.id), "type": 3}}
        content = sent.get("data") or {}
        match sent["type"]:
            case 4:
                press.original = self._answered(press, content)
                body["resource"] = {"type": 4, "message": press.original}
            case 5:
                press.thinking = True
                press.private_thinking = bool(content.get("flags", 0) & _PRIVATE)
            case 7:
                self._changed(press.room, press.original, content)
        return answer(body)

    async def _followup(self, request: web.Request) -> web.Response:
        press = self._press(request)
        if not press.acknowledged:
            raise RefusedError(UNKNOWN_WEBHOOK)
        press.check_followup()
        press.followups += 1
        sent = await _sent(request)
        if press.thinking and press.original is None:  # who sees it was said by the promise
            sent["flags"] = _PRIVATE if press.private_thinking else 0
        message = self._answered(press, sent)
        press.original = press.original or message
        return answer(message)

    def _answered(self, press: Press, sent: Payload) -> Payload:
        """A message for everybody, or for the one who pressed alone."""
        if press.room.outside:
            press.answers += 1
            if press.answers > _MOST_ANSWERS:
                raise RefusedError(MANY_ANSWERS)
        if sent.get("flags", 0) & _PRIVATE:
            message, _ = Room().post(ME, sent)
            press.private.append(message["content"])
            return message
        return self._posted(press.room, sent, press)

    async def _original(self, request: web.Request) -> web.Response:
        press = self._press(request)
        if press.original is None and press.thinking:
            loading, _ = Room().post(ME, {"content": ""})
            return answer({**loading, "flags": _LOADING})
        if press.original is None:
            raise RefusedError(UNKNOWN_MESSAGE)
        return answer(press.original)

    async def _edit_answer(self, request: web.Request) -> web.Response:
        press, wanted = self._press(request), request.match_info["message"]
        press.check_further()
        found = press.original if wanted == "@original" else press.room.find(int(wanted))
        if press.room.outside and found is not None and wanted != "@original":
            made_by = found.get("interaction_metadata", {}).get("id")
            if made_by != str(press.id):
                raise RefusedError(UNKNOWN_MESSAGE)
        return answer(self._changed(press.room, found, await _sent(request)))

    async def _delete_answer(self, request: web.Request) -> web.Response:
        room = self._press(request).room
        found = room.find(int(request.match_info["message"]))
        if found is not None:
            room.messages.remove(found)
        return web.Response(status=204)


def _always(body: object) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def respond(_request: web.Request) -> web.Response:
        return answer(body)

    return respond


async def _sent(request: web.Request) -> Payload:
    """The body of a request; of one with files the part that is text."""
    if request.content_type == "multipart/form-data":
        body: Any = json.loads(str((await request.post())["payload_json"]))
    else:
        body = await request.json()
    assert isinstance(body, dict)
    return body


def _option(name: str, value: str) -> Payload:
    """What somebody has chosen for an option: a person, or words."""
    if name in {"opponent", "member"}:
        return {"name": name, "type": 6, "value": PEOPLE[value]["id"]}
    return {"name": name, "type": 3, "value": value}


def _hang_up(request: web.Request) -> None:
    """End the connection in the middle of a request."""
    if request.transport is not None:
        request.transport.abort()


def _buttons(message: Payload) -> list[Payload]:
    return [button for row in message["components"] for button in row["components"]]
