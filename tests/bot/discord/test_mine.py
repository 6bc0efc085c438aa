"""The games of one person, wherever they are, for that person alone."""

from __future__ import annotations

from bot.client.bot import Kinarow
from bot.features.mine import MINE
from tests.bot.discord.world import World, labels, said


async def test_a_person_finds_their_games(world: World) -> None:
    """Those where it is their turn come first, each with a link to its board."""
    other = world.guild.create_text_channel("more")
    await world.env.settle()
    await world.say("!ttt start @bob x 4x4", channel=other)
    (question,) = other.history()[-1:]
    await world.bob.click(question, label="Accept")
    await world.say("b2", channel=other)
    await world.say("!ttt start connect4 x easy")
    board = world.channel.history()[-1]
    waiting = next(message for message in reversed(other.history()) if labels(message))
    result = await world.alice.slash(world.channel, "ttt mine")
    assert result.ephemeral
    place = f"https://discord.com/channels/{world.guild.id}"
    assert list(said(result).values())[-1].splitlines() == [
        "**Your games**",
        f"Connect Four against **Kinarow**: **your turn** · {place}/{world.channel.id}/{board.id}",
        f"4×4, 4 in a row against **bob**: their turn · {place}/{other.id}/{waiting.id}",
    ]


async def test_in_a_server_they_stand_behind_a_button(world: World) -> None:
    """Typed, all would read where somebody plays; whoever presses sees their own."""
    await world.say("!ttt start x easy")
    assert await world.say("!ttt mine") == [
        "All your games: press the button. Only you will see them."
    ]
    pressed = await world.bob.click(world.newest(MINE), label=MINE)
    assert pressed.ephemeral
    assert (
        list(said(pressed).values())[-1]
        == "You have no games right now. Start one with `!ttt start`."
    )


async def test_by_direct_message_they_come_at_once(world: World) -> None:
    """Nobody else reads there."""
    await world.alice.send_dm("!ttt start x easy")
    await world.alice.send_dm("!ttt mine")
    assert f"/channels/@me/{world.alice.user.dm_channel.id}/" in world.told(world.alice)[-1]


async def test_of_many_games_the_most_urgent_are_told(world: World) -> None:
    """And how many more there are."""
    for number in range(12):
        room = world.guild.create_text_channel(f"room-{number}")
        await world.env.settle()
        await world.say("!ttt start x easy", channel=room)
    await world.alice.send_dm("!ttt mine")
    (told,) = world.told(world.alice)
    assert len(told.splitlines()) == 12
    assert told.endswith("and 2 more")


async def test_links_lead_to_the_server_that_is_spoken_to(world: World) -> None:
    """In lists, in pings, and in the answer to an old button."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    bot.client_url = "https://chat.example"
    await world.say("bob: !ttt notify on")
    await world.pair()
    old = world.newest("5")
    with world.edits_refused():
        await world.say("!ttt board")
    await world.say("5")
    told = [*await world.slash("ttt mine"), *world.said()]
    result = await world.alice.click(old, label="1")
    told += said(result).values()
    links = [words for words in told if "/channels/" in words]
    assert len(links) >= 3
    assert all("https://chat.example/channels/" in words for words in links)
    assert not [words for words in told if "discord.com" in words]
