"""Two people who play by buttons, and what their presses are answered with."""

from __future__ import annotations

import discord
from simcord import MemberActor

from bot.show.text.words import ACCEPT, BOARD
from tests.bot.discord.world import World, said

PLAYERS = {"x": "alice", "o": "bob"}


async def refusal(world: World, member: MemberActor, message: discord.Message, label: str) -> str:
    """What a press that changes nothing is answered with, seen by nobody else."""
    before = world.shown(), await world.session()
    result = await member.click(message, label=label)
    assert (world.shown(), await world.session()) == before
    (answer,) = [answer for answer in (result.response, *result.followups) if answer is not None]
    assert answer.ephemeral
    return answer.content


async def press_at_once(
    world: World, message: discord.Message, *presses: tuple[MemberActor, str]
) -> list[str]:
    """Press buttons of one message in the same moment; every answer to anyone."""
    with world.in_the_same_moment():
        results = [await member.click(message, label=label) for member, label in presses]
    await world.env.settle()
    return [words for result in results for words in said(result).values()]


async def pair(world: World, **options: str) -> discord.Message:
    """A game of alice, who plays X, and bob, begun without a typed word; its board."""
    words = " ".join((*options.values(), "x"))
    await world.slash("play", opponent=world.bob, game=words)
    await world.press(world.bob, ACCEPT)
    return world.newest(BOARD)
