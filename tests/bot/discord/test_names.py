"""Members with odd names: whatever Discord tells, they play, and their name can be stored."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.features.tournament.text import START
from bot.match.session import Person
from bot.show.text.words import ACCEPT
from tests.bot.discord.pages import Pages
from tests.bot.discord.test_tournament import opened
from tests.bot.discord.world import World
from tests.thorough import long

LONGEST_STORED = 100

ODD = {
    "half a character": "\ud83d",
    "NUL": "\0",
    "long": "W" * 200,
    "invisible": "\u200b\u2066",
}
MORE = {
    "the other half": "x\udc00",
    "turned round": "\u202eevil",
    "formatted": "```x``` @everyone",
}


async def named(world: World, name: str) -> MemberActor:
    """A member of that name."""
    member = world.guild.add_member(world.env.create_user("odd"), nick=name)
    await world.env.settle()
    return member


@pytest.mark.parametrize("name", [*ODD.values(), *long(*MORE.values())], ids=[*ODD, *MORE])
async def test_an_odd_name(world: World, name: str) -> None:
    """Games, challenges, votes, tournaments and puzzles are theirs as anybody's."""
    odd = await named(world, name)
    for words in ("start x", "5", "resign", "start connect4 easy thread", "puzzle 3", "vote 3x3"):
        await odd.send(world.channel, f"!ttt {words}")
    await odd.send(world.channel, "!ttt stop")
    await odd.send(world.channel, f"!ttt start {world.alice.mention} x")
    await world.press(world.alice, ACCEPT)
    await odd.send(world.channel, "1")
    session = await world.session()
    assert session.position.moves == (1,)
    assert isinstance(session.x.player, Person)
    stored = session.x.name
    assert stored.encode().decode() == stored
    assert 0 < len(stored) <= LONGEST_STORED
    assert "\0" not in stored
    await world.say("!ttt resign")
    await opened(world, "knock-out", world.alice, odd)
    await world.moderator.click(world.newest(START), label=START)
    await world.env.settle()
    for thread in world.channel.threads:
        players = str(thread.name).lstrip("0123456789.").split("\N{EN DASH}")
        assert [player for player in players if not player.strip()] == []
        assert str(thread.name).isprintable()
    for words in ("stats", "top", "review", "replay", "tournament table", "forget erase"):
        await odd.send(world.channel, f"!ttt {words}")


async def test_an_odd_name_on_a_page(world: World, pages: Pages) -> None:
    """Who is there is told to everybody on a page, half a character or not."""
    await world.pair()
    world.env.backend.edit_member(world.guild.id, world.alice.id, {"nick": "\ud83d!"})
    await world.env.settle()
    page = await pages.of(world.alice.id)
    await page.until(lambda: any(told.get("who") == ["?!"] for told in page.heard))
