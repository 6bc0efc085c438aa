"""A small Discord on this machine: what a bot needs of its REST interface and its gateway.

    people ──▶ Loopback ──gateway──▶ bot
                   ◀────REST────────

A test speaks for people, looks into the rooms, and sets faults: on requests, on the
gateway, on the whole server, which can go and come back at the same address.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from bot.edge.sending.traffic import NEAR
from tests.wire.payloads import BOT, ME, Clock, Payload, member
from tests.wire.press import Press
from tests.wire.rest import Rest
from tests.wire.rooms import FOREIGN_GUILD, GUILD, PEOPLE, Context, Room

_BESIDE: Final = frozenset(("play",))
"""The commands that are used here and stand beside the group."""


class Loopback(Rest):
    """Two servers, their rooms, and the bot among their members: what people do there."""

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
        """Post a message from a person, or with `more` one of another kind in their name."""
        message, _ = room.post(PEOPLE[by], {"content": words})
        message |= more
        self.gateway.dispatch("MESSAGE_CREATE", message)
        return message

    def mend(self, room: Room, message: Payload, words: str) -> None:
        """Let somebody change what they have just written."""
        message |= {"content": words, "edited_timestamp": Clock.now().isoformat()}
        self.gateway.dispatch("MESSAGE_UPDATE", message)

    def time_out(self, room: Room, seconds: float) -> None:
        """Let a moderator keep the bot from writing anywhere in a server for some seconds."""
        until = (Clock.now() + timedelta(seconds=seconds)).isoformat()
        member_now = {**member(), "user": ME, "communication_disabled_until": until}
        self.gateway.dispatch("GUILD_MEMBER_UPDATE", {**member_now, "guild_id": str(room.guild)})

    def talk(self, room: Room) -> None:
        """Talk so much that the next board is posted below."""
        for number in range(NEAR + 1):
            self.say(room, f"message {number}", by="bob")

    def has_button(self, room: Room, label: str) -> bool:
        """Whether a button of a label has been posted."""
        return any(True for _ in _labelled(room, label))

    def press(self, room: Room, label: str, by: str = "alice") -> Press:
        """Press the newest button of a label."""
        message, button = next(_labelled(room, label))
        press = Press(room, message, PEOPLE[by])
        content = {"custom_id": button["custom_id"], "component_type": 2}
        self._interact(press, 3, content, by, message=message)
        return press

    def write(self, opened: Press, words: str, by: str = "alice") -> Press:
        """Send the form that a press was answered with."""
        assert opened.form is not None, "it was answered with one"
        press = Press(opened.room, opened.original, PEOPLE[by])
        field = {"type": 4, "id": 2, "custom_id": "answer", "value": words}
        content = {
            "custom_id": opened.form["custom_id"],
            "components": [{"type": 18, "id": 1, "component": field}],
        }
        pressed = {} if opened.original is None else {"message": opened.original}
        self._interact(press, 5, content, by, **pressed)
        return press

    def command(self, room: Room, name: str, by: str = "alice", **options: str) -> Press:
        """Use a slash command of the group, or one that stands beside it."""
        press = Press(room, None, PEOPLE[by])
        inner = {
            "name": name,
            "type": 1,
            "options": [_option(key, options[key]) for key in options],
        }
        content: Payload = {"id": "1", "name": "ttt", "type": 1, "options": [inner]}
        if name in _BESIDE:
            content = {"id": "1", **inner}
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

    def interact(self, room: Room, kind: int, content: Payload, by: str = "alice") -> Press:
        """Send an interaction of any content."""
        press = Press(room, None, PEOPLE[by])
        self._interact(press, kind, content, by)
        return press

    def forbid(self, room: Room, permission: int) -> None:
        """Take a permission from the bot in a channel."""
        room.denied |= permission
        self.gateway.dispatch("CHANNEL_UPDATE", room.payload)

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


def _option(name: str, value: str) -> Payload:
    """What somebody has chosen for an option: a person, or words."""
    if name in {"opponent", "member"}:
        return {"name": name, "type": 6, "value": PEOPLE[value]["id"]}
    return {"name": name, "type": 3, "value": value}


def _buttons(message: Payload) -> list[Payload]:
    return [button for row in message["components"] for button in row["components"]]


def _labelled(room: Room, label: str) -> Iterator[tuple[Payload, Payload]]:
    """The buttons of a label with their messages, the newest first."""
    for message in reversed(room.boards):
        for button in _buttons(message):
            if label in (button.get("label"), (button.get("emoji") or {}).get("name")):
                yield message, button
