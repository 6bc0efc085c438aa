"""The ways to give a command: typed with the prefix, addressed to the bot, as a slash command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from simcord import HttpLogEntry

from tests.bot.discord.world import World

Way = Callable[[World, str], Awaitable[list[str]]]


async def prefixed(world: World, words: str) -> list[str]:
    """With the prefix."""
    return await world.say(f"!ttt {words}")


async def shouted(world: World, words: str) -> list[str]:
    """With the prefix, in capitals and with blanks."""
    return await world.say(f"!  TTT   {words.upper()}")


async def mentioned(world: World, words: str) -> list[str]:
    """To the bot by mention."""
    return await world.say(f"@Kinarow ttt {words}")


async def mentioned_shortly(world: World, words: str) -> list[str]:
    """To the bot by mention, without the group's name."""
    return await world.say(f"@Kinarow {words}")


async def mentioned_by_nickname(world: World, words: str) -> list[str]:
    """To the bot by the other form of mention."""
    return await world.say(f"<@!{world.env.backend.bot_user.id}> {words}")


async def mentioned_by_role(world: World, words: str) -> list[str]:
    """To the bot's own role, which a client offers under the same name."""
    return await world.say(f"{world.role_mention} {words}")


async def slashed(world: World, words: str) -> list[str]:
    """As a slash command: its options have names, and all that has none is said in words."""
    name, _, rest = words.partition(" ")
    topic, _, value = rest.partition(" ")
    options: dict[str, dict[str, Any]] = {
        "help": {},
        "board": {},
        "review": {"game": rest},
        "load": {"code": rest},
        "explore": {"position": rest} if rest else {},
        "stats": {"game": rest} if rest else {},
        "top": {"game": rest},
        "puzzle": {"move": rest},
        "settings": {topic: value} if topic else {},
    }
    if name == "start":
        return await world.slash("play", game=rest)
    if name not in options:
        return await world.slash("ttt do", words=words)
    return await world.slash(f"ttt {name}", **options[name])


DEFERRED = discord.InteractionResponseType.deferred_channel_message.value


def callback(request: HttpLogEntry) -> object:
    """The kind of answer to an interaction that a request gives, if it is one."""
    given = request.json
    return given.get("type") if request.path.endswith("/callback") and given else None
