"""Discord calls a server unavailable for a while: what is played there waits for its end."""

from __future__ import annotations

from bot.features.tournament.values import TournamentStage
from bot.match.session import Ending
from tests.bot.discord.test_notices import rounds
from tests.bot.discord.test_tournament import begun, threads, tournament
from tests.bot.discord.world import World
from tests.simcord_internals import forget_channel, outage

HOUR = 3_600.0


async def test_a_tournament_waits_for_the_end_of_an_outage(world: World) -> None:
    """Neither it nor its games are called off, however long that takes."""
    await begun(world, "robin 1h", world.alice, world.bob)
    (game,) = threads(world).values()
    with outage(world.env, world.guild.id):
        for _ in range(3):
            await rounds(world, 2 * HOUR)
    assert (await tournament(world)).stage is TournamentStage.RUNNING
    assert (await world.session(game)).ending is None


async def test_a_game_on_time_waits_for_the_end_of_an_outage(world: World) -> None:
    """A reminder that cannot be told closes no channel; it comes when the server is back."""
    await world.pair("1d")
    with outage(world.env, world.guild.id):
        for hours in (19, 1, 1):
            await rounds(world, hours * HOUR)
        assert (await world.session()).ending is None
    (reminder,) = await rounds(world, HOUR)
    assert reminder.startswith("**alice**, your turn: your time runs out <t:")
    assert (await world.session()).ending is None


async def test_a_channel_that_is_gone_is_no_outage(world: World) -> None:
    """A game there, of which no event has told, ends when nothing can be told for a while."""
    await world.pair("1d")
    forget_channel(world.env, world.guild.id, world.channel.id)
    world.env.inject_error("GET", "/channels/*", status=404, code=10003, times=None)
    for hours in (19, 1, 1):
        await rounds(world, hours * HOUR)
    assert (await world.session()).ending is Ending.CLOSED
