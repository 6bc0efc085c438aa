"""What a server costs: the memory that the bot's process takes for each one it is in.

    python -m benchmarks.servers

A server of 40 channels, as Discord announces it to a bot, is told to a client many times over,
each time with other ids and names: to one that keeps all that discord.py keeps by default, and to
one as the bot is. The memory is what Python has allocated for them and not given back.
"""

from __future__ import annotations

import gc
import json
import tracemalloc
from itertools import count
from typing import Final

import discord

from bot.client.bot import intents_for
from bot.edge.discord_internals.servers import trim_servers
from tests.discord_internals import hear
from tests.wire.payloads import ME, PERMISSIONS, Payload, member, user

SERVERS: Final = 200
CHANNELS: Final = 40
CATEGORIES: Final = 5
VOICE: Final = 6
ROLES: Final = 20
EMOJI: Final = 40
VISITORS: Final = 10
"""People who are in voice channels when the server is announced."""
MOST: Final = 15_000
"""Bytes that one may cost."""
_TOPIC: Final = "What this channel is for, what is welcome in it and what is not. Server {}"


def server(number: int) -> Payload:
    """A server of 40 channels in five categories, most of which have the rights of their category.

    As Discord sends it: with topics, emoji, stickers, people in voice channels and events.
    """
    ids = count(number << 30 | 1 << 60)
    own = next(ids)
    roles = [_role(next(ids), place, number) for place in range(1, ROLES)]
    everyone = {**_role(own, 0, number), "name": "@everyone", "permissions": str(PERMISSIONS)}
    ours = {**roles[0], "name": "Kinarow", "managed": True, "tags": {"bot_id": ME["id"]}}
    categories = [_channel(next(ids), 4, place, own, roles) for place in range(CATEGORIES)]
    channels = [
        {
            **_channel(next(ids), 2 if place < VOICE else 0, place, own, roles),
            "parent_id": (home := categories[place % CATEGORIES])["id"],
            "topic": _TOPIC.format(number),
            "last_message_id": str(next(ids)),
            # every fifth has rights of its own
            **({} if place % 5 == 0 else {"permission_overwrites": home["permission_overwrites"]}),
        }
        for place in range(CHANNELS - CATEGORIES)
    ]
    people = [user(next(ids), f"person {number}") for _ in range(VISITORS)]
    rooms = [channel["id"] for channel in channels if channel["type"] == 2]
    return {
        "id": str(own),
        "name": f"Server {number}",
        "owner_id": str(next(ids)),
        "description": f"The place of number {number} for those who play",
        "icon": "a" * 32,
        "roles": [everyone, ours, *roles[1:]],
        "channels": [*categories, *channels],
        "members": [{**member(), "user": ME, "roles": [ours["id"]]}]
        + [{**member(), "user": person} for person in people],
        "emojis": [_emoji(next(ids), number) for _ in range(EMOJI)],
        "stickers": [],
        "voice_states": [
            {"user_id": person["id"], "channel_id": rooms[place % VOICE], "session_id": "s" * 32}
            for place, person in enumerate(people)
        ],
        "threads": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "features": ["COMMUNITY", "NEWS", "ANIMATED_ICON", "INVITE_SPLASH", f"NUMBER_{number}"],
        "member_count": 400,
        "unavailable": False,
        "preferred_locale": "en-US",
        "premium_subscription_count": 7,
        "max_members": 500_000,
        "system_channel_id": channels[-1]["id"],
        "rules_channel_id": channels[-2]["id"],
    }


def _role(number: int, place: int, server: int) -> Payload:
    return {
        "id": str(number),
        "name": f"role {place} of {server}",
        "permissions": str(PERMISSIONS >> place),
        "color": 0,
        "colors": {"primary_color": 0xFF0000 + place},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "position": place,
        "flags": 0,
    }


def _channel(number: int, kind: int, place: int, everyone: int, roles: list[Payload]) -> Payload:
    granted = [
        {"id": str(everyone), "type": 0, "allow": "0", "deny": str(1 << 10 | 1 << 11)},
        {"id": roles[place % 8]["id"], "type": 0, "allow": str(1 << 10 | 1 << 11), "deny": "0"},
        {"id": roles[0]["id"], "type": 0, "allow": str(1 << 10 | 1 << 11 | 1 << 38), "deny": "0"},
    ]
    return {
        "id": str(number),
        "type": kind,
        "name": f"channel-{place}-{number % 1_000}",
        "position": place,
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": granted,
        "flags": 0,
        **({"bitrate": 64_000, "user_limit": 0, "rtc_region": None} if kind == 2 else {}),
    }


def _emoji(number: int, server: int) -> Payload:
    return {"id": str(number), "name": f"face_{server}", "roles": [], "require_colons": True}


def measured(client: discord.Client, servers: int) -> float:
    """Bytes that each of so many servers takes in a client."""
    told = [json.dumps(server(number)) for number in range(servers)]
    hear(client, server(servers))  # what is made only once
    gc.collect()
    tracemalloc.start()
    for payload in told:
        hear(client, json.loads(payload))
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / servers


def by_default() -> discord.Client:
    """A client that keeps what discord.py keeps where nothing is said."""
    return discord.Client(intents=discord.Intents.default())


def as_the_bot() -> discord.Client:
    """A client that keeps what the bot keeps."""
    client = discord.Client(
        intents=intents_for(typed=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        max_messages=None,
    )
    trim_servers(client)
    return client


def main() -> None:
    """Print both."""
    for name, client in (("by default", by_default()), ("as the bot", as_the_bot())):
        print(
            f"{name:12}{measured(client, SERVERS) / 1_000:6.1f} kB a server of {CHANNELS} channels"
        )


if __name__ == "__main__":
    main()
