"""The REST interface of the small Discord: what the bot asks for, and what it is answered."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web

from tests.wire.faults import Refusal, answer
from tests.wire.limits.routes import OLD
from tests.wire.payloads import APPLICATION, ME, Payload, member
from tests.wire.press import Press
from tests.wire.refusals import (
    ACKNOWLEDGED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_COMPONENTS,
    NO_COMPONENTS_IN_DATA,
    UNKNOWN_CHANNEL,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    RefusedError,
)
from tests.wire.rooms import PEOPLE, SEND_MESSAGES, VIEW_CHANNEL, Room, age
from tests.wire.server import Server

MANY_ANSWERS: Final = Refusal(400, 40094)
_MOST_ANSWERS: Final = 6
"""The answers to one interaction outside the servers of a bot: the first, and five more."""
_LOADING: Final = 1 << 7
"""The flag of an answer that only says that the bot is thinking."""
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


class Rest(Server):
    """A server that answers what the bot asks for: messages first, then answers to people."""

    def routes(self) -> list[web.RouteDef]:
        """What a bot may ask for."""
        message, webhook = "/channels/{room}/messages", "/webhooks/{bot}/{token}"
        return [
            *super().routes(),
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
        person = next((person for person in PEOPLE.values() if person["id"] == wanted), None)
        if person is None:
            raise RefusedError(UNKNOWN_MEMBER)
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
        if self.drops_components:
            sent.pop("components", None)
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
        sent = await _sent(request)
        if "components" in (sent.get("data") or {}) and not self.components:
            raise RefusedError(NO_COMPONENTS_IN_DATA)
        press.acknowledged = True
        body: Payload = {"interaction": {"id": str(press.id), "type": 3}}
        content = sent.get("data") or {}
        match sent["type"]:
            case 4:
                press.original = self._answered(press, content)
                body["resource"] = {"type": 4, "message": press.original}
            case 5:
                press.thinking, press.original = True, None  # and no longer what was pressed
                press.private_thinking = bool(content.get("flags", 0) & _PRIVATE)
            case 9:
                press.form = content
            case 7:
                self._changed(press.room, press.original, content)
        return answer(body)

    async def _followup(self, request: web.Request) -> web.Response:
        press = self._press(request)
        if not press.acknowledged:
            raise RefusedError(UNKNOWN_WEBHOOK)
        press.check_followup()
        sent = await self._message(request)
        press.followups += 1
        if press.thinking and press.original is None:  # the deferral said who sees it
            flags = sent.get("flags", 0) & ~_PRIVATE
            sent["flags"] = flags | (_PRIVATE if press.private_thinking else 0)
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
        if press.room.hidden:  # only one person sees what is answered for everybody
            sent = {**sent, "flags": sent.get("flags", 0) | _PRIVATE}
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
        return answer(self._changed(press.room, found, await self._message(request)))

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
