"""What Discord sends, as far as a bot that plays games reads it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final

Payload = dict[str, Any]

TOKEN: Final = "MTA5OTk5OTk5OTk5OTk5OTk5.GabcdE.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
BOT: Final = 1099999999999999999
PERMISSIONS: Final = 0b111_1111_1111_1111_1111_1111_1111_1111_1111_1111_1111_1111_0111
"""Every permission a role may give, as Discord counts them, but Administrator, which lifts all
limits."""
_EPOCH_MS: Final = 1_420_070_400_000
"""The first second of 2015, from which Discord's ids count."""
_numbers = count(1)


class Clock:
    """Discord's clock."""

    ahead = 0.0
    """How many seconds it is ahead of this machine's."""

    @classmethod
    def now(cls) -> datetime:
        """What time it is there."""
        return datetime.now(UTC) + timedelta(seconds=cls.ahead)


def snowflake() -> int:
    """A new id: milliseconds since 2015 above 22 bits that keep ids of one moment in order."""
    milliseconds = int(Clock.now().timestamp() * 1000) - _EPOCH_MS
    return milliseconds << 22 | next(_numbers) & (1 << 22) - 1


def user(id_: int, name: str, *, bot: bool = False) -> Payload:
    """A person, or a bot."""
    return {
        "id": str(id_),
        "username": name,
        "global_name": None,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
    }


def member() -> Payload:
    """What belongs to a user in the server; a message carries it beside its author."""
    return {
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "nick": None,
    }


ME: Final = user(BOT, "Kinarow", bot=True)
APPLICATION: Final[Payload] = {
    "id": str(BOT),
    "name": "Kinarow",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": ME,
    "flags": 0,
}


def guild(id_: int, channels: list[Payload]) -> Payload:
    """A server, as it is announced after the bot has identified."""
    everyone = {
        "id": str(id_),
        "name": "@everyone",
        "permissions": str(PERMISSIONS),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "position": 0,
        "flags": 0,
    }
    return {
        "id": str(id_),
        "name": "Club",
        "owner_id": "2",
        "roles": [everyone],
        "channels": channels,
        "members": [{**member(), "user": ME}],
        "member_count": 4,
        "joined_at": "2026-01-01T00:00:00+00:00",
        "large": False,
        "unavailable": False,
        "threads": [],
        "emojis": [],
        "stickers": [],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "features": [],
        "afk_timeout": 300,
        "premium_tier": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "preferred_locale": "en-US",
        "system_channel_flags": 0,
    }
