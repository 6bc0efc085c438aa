"""Old games and servers that removed the bot, as the host's settings say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from discord.utils import utcnow

from bot.client.bot import Kinarow
from bot.client.guilds import Pruner
from bot.match.guilds import WHOLE
from bot.match.session import ChannelId, GuildId
from tests.bot.discord.world import World


def pruning(world: World, days: float | None = None) -> Pruner:
    """What deletes games that ended so many days ago, and servers missed for 30."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    return Pruner(
        bot,
        world.store.pruning,
        WHOLE,
        utcnow,
        keep_ended=None if days is None else timedelta(days=days),
        keep_left=timedelta(days=30),
    )


@pytest.mark.parametrize("days, left", [(None, 1), (100, 1), (50, 0)])
async def test_old_games_go_where_the_host_wants_it(
    world: World, days: float | None, left: int
) -> None:
    """And by themselves none."""
    await world.say("!ttt start x", "5", "!ttt stop")
    await world.env.advance_time(60 * 24 * 3600)
    await pruning(world, days).prune()
    played = await world.store.last(ChannelId(world.channel.id))
    assert [played is not None] == [left == 1]


async def test_a_server_has_a_month_to_come_back(world: World) -> None:
    """Then what was kept of it goes, and what is kept of others stays."""
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dora = elsewhere.add_member(world.env.create_user("dora"))
    await world.env.settle()
    await dora.send(room, "!ttt start x")
    await world.say("!ttt start x")
    await pruning(world).prune()
    world.env.backend.remove_guild(elsewhere.id)
    await world.env.settle()
    for days, kept in ((0, True), (29, True), (2, False)):
        await world.env.advance_time(days * 24 * 3600)
        await pruning(world).prune()
        assert (await world.store.last(ChannelId(room.id)) is not None) is kept
    assert await world.store.pruning.missed_guilds(utcnow()) == []
    assert await world.store.live_in(GuildId(world.guild.id))


async def test_it_is_looked_for_now_and_then(world: World) -> None:
    """With the other rounds, and not in each of them."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    await world.say("!ttt start x")
    for _ in range(2):
        with world.as_the_bot():
            await bot.pruning.look_after()
        await world.env.settle()
    assert await world.store.pruning.missed_guilds(utcnow() + timedelta(days=1)) == []
