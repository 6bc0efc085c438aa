"""Channels and what is said in them: the part of the small Discord that lasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final

from tests.wire.payloads import BOT, ME, PERMISSIONS, Payload, member, snowflake, user

GUILD: Final = 1_000_000_000_000_000_000
"""A server of shard 1, where there are two."""
OTHER_GUILD: Final = GUILD + (1 << 22)
"""One of shard 0."""
FOREIGN_GUILD: Final = GUILD + (2 << 22)
"""A server in which the bot is not a member."""
ALICE: Final = user(2, "alice")
BOB: Final = user(3, "bob")
PEOPLE: Final = {person["username"]: person for person in (ALICE, BOB)}
SEND_MESSAGES: Final = 1 << 11
USE_EXTERNAL_APPS: Final = 1 << 50
VIEW_CHANNEL: Final = 1 << 10
QUIET: Final = "-# "
"""How Discord's clients are told to show a line small and grey."""
_SAME: Final = 300.0
"""Seconds for which Discord knows a nonce again; it says "the past few minutes".

https://docs.discord.com/developers/resources/message#create-message"""


def age(message: Payload) -> float:
    """The seconds since a message was posted."""
    return (datetime.now(UTC) - datetime.fromisoformat(message["timestamp"])).total_seconds()


class Context(Enum):
    """Where people use the bot without it being a member, as Discord numbers these contexts."""

    SERVER = 0
    DIRECT = 1
    """Direct messages between two others."""
    GROUP = 2


@dataclass(eq=False)
class Room:
    """A text channel, or a direct one, with its messages from the oldest to the newest."""

    id: int = field(default_factory=snowflake)
    guild: int = GUILD
    recipient: Payload | None = None
    """The other side of a direct channel."""
    messages: list[Payload] = field(default_factory=list)
    denied: int = 0
    """Permissions that the bot lacks there."""
    gone: bool = False
    context: Context | None = None
    """What kind of place it is, if the bot is not a member there."""
    hidden: bool = False
    """Whether its server shows the bot's answers only to their addressee."""
    kind: int = 0
    """What kind of channel it is in its server, by Discord's number: text."""
    thread_of: int | None = None
    """The channel that it is a thread of."""
    archived: bool = False
    """Whether it is not announced with its server, as a thread that was archived."""
    log: list[str] = field(default_factory=list)
    """What the bot has said, as it came: a board that changes in place is there each time."""
    writes: int = 0
    """How often the bot has posted or changed a message, even with the same words."""
    same: float = _SAME
    """Seconds for which a nonce is known again."""
    typing: int = 0
    """How often the bot was seen to type."""

    @property
    def outside(self) -> bool:
        """Whether the bot is not a member there."""
        return self.context is not None

    def seen_by(self, person: Payload) -> Payload:
        """What an interaction of a person tells of the place besides its channel."""
        if self.context in (Context.DIRECT, Context.GROUP):
            owners = {"1": person["id"]}
            return {"context": 2, "user": person, "authorizing_integration_owners": owners}
        if self.recipient is not None:
            owners = {"0": "0"}
            return {"context": 1, "user": person, "authorizing_integration_owners": owners}
        denied = USE_EXTERNAL_APPS if self.hidden else 0
        owners = {"1": person["id"]} if self.outside else {"0": str(self.guild)}
        return {
            "context": 0,
            "guild_id": str(self.guild),
            "guild": {"id": str(self.guild), "features": [], "locale": "en-US"},
            "member": {**member(), "user": person, "permissions": str(PERMISSIONS & ~denied)},
            "app_permissions": str(PERMISSIONS),
            "authorizing_integration_owners": owners,
        }

    @property
    def payload(self) -> Payload:
        """The channel as it is announced."""
        last = self.messages[-1]["id"] if self.messages else None
        common = {"id": str(self.id), "last_message_id": last}
        if self.context is Context.GROUP:
            return {**common, "type": 3, "name": "friends", "owner_id": ALICE["id"]}
        if self.context is Context.DIRECT:
            return {**common, "type": 1, "recipients": [BOB]}
        if self.recipient is not None:
            return {**common, "type": 1, "recipients": [self.recipient]}
        if self.thread_of is not None:
            return {**common, **self._as_thread}
        denied = {"id": str(BOT), "type": 1, "allow": "0", "deny": str(self.denied)}
        return {
            **common,
            "type": self.kind,
            "guild_id": str(self.guild),
            "name": "games",
            "position": 0,
            "permission_overwrites": [denied] if self.denied else [],
            "nsfw": False,
        }

    @property
    def _as_thread(self) -> Payload:
        opened = {"archived": False, "auto_archive_duration": 1440, "locked": False}
        return {
            "type": 11,
            "guild_id": str(self.guild),
            "parent_id": str(self.thread_of),
            "owner_id": ALICE["id"],
            "name": "a game",
            "message_count": 0,
            "member_count": 1,
            "rate_limit_per_user": 0,
            "thread_metadata": {**opened, "archive_timestamp": "2026-01-01T00:00:00+00:00"},
        }

    @property
    def boards(self) -> list[Payload]:
        """The messages of the bot, oldest first."""
        return [message for message in self.messages if message["author"]["id"] == str(BOT)]

    @property
    def alive(self) -> list[Payload]:
        """The boards with a button that games in progress alone have."""
        return [board for board in self.boards if "ttt:hint" in str(board["components"])]

    @property
    def said(self) -> list[str]:
        """What stands in them."""
        return [message["content"] for message in self.boards]

    def post(self, author: Payload, sent: Payload) -> tuple[Payload, bool]:
        """The message, and whether it is new: one with a known nonce is not posted again."""
        nonce = sent.get("nonce")
        if nonce and sent.get("enforce_nonce") and (known := self._posted_as(author, nonce)):
            return known, False
        message = self._message(author, sent)
        self.messages.append(message)
        if author is ME:
            self.writes += 1
            self.log.append(message["content"])
        return message, True

    def change(self, message: Payload, sent: Payload) -> None:
        """Change a message. What is left of an old board is small, and not counted as said."""
        before = message["content"]
        message |= {key: sent[key] for key in ("content", "components") if key in sent}
        self.writes += 1
        if message["content"] != before and not message["content"].startswith(QUIET):
            self.log.append(message["content"])

    def find(self, message: int) -> Payload | None:
        """A message by its id."""
        return next((found for found in self.messages if int(found["id"]) == message), None)

    def history(self, *, after: int | None, limit: int) -> list[Payload]:
        """The messages next to a point, or the last ones; newest first, as Discord answers."""
        if after is None:
            return self.messages[-limit:][::-1]
        later = [message for message in self.messages if int(message["id"]) > after]
        return later[:limit][::-1]

    def _posted_as(self, author: Payload, nonce: str) -> Payload | None:
        for message in self._recent():
            if message["author"]["id"] == author["id"] and message["nonce"] == nonce:
                return message
        return None

    def _recent(self) -> Iterator[Payload]:
        for message in reversed(self.messages):
            if age(message) > self.same:
                return
            yield message

    def _message(self, author: Payload, sent: Payload) -> Payload:
        id_ = snowflake()
        said = sent.get("content") or ""
        message: dict[str, Any] = {
            "id": str(id_),
            "channel_id": str(self.id),
            "author": author,
            "content": sent.get("content") or "",
            "timestamp": datetime.now(UTC).isoformat(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [p for p in (ME, *PEOPLE.values()) if f"<@{p['id']}>" in said],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": sent.get("flags", 0),
            "components": sent.get("components", []),
            "nonce": sent.get("nonce"),
        }
        if self.recipient is None and self.context in (None, Context.SERVER):
            message |= {"guild_id": str(self.guild), "member": member()}
        return message
