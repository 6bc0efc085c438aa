"""The games on PostgreSQL, while its server dies and comes back."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from tests.bot.discord.world import World, sentence
from tests.bot.postgres import Databases, Server


@pytest.fixture
def database_url(server: Server) -> str:
    """An empty database on it."""
    return Databases(server.url).new()


async def test_a_server_killed_in_mid_game_costs_an_apology(world: World, server: Server) -> None:
    """While it is down people are told at once; afterwards the game goes on as it stood."""
    await world.pair()
    await world.say("5", "bob: 1")
    server.kill()
    assert await world.say("9") == [sentence(Problem.STORE_DOWN)]
    assert await world.say("!ttt board") == [sentence(Problem.STORE_DOWN)]
    server.start()
    (board,) = await world.say("9")
    assert "**alice** played **9**" in board
    assert await world.moves() == (5, 1, 9)


async def test_a_game_against_the_bot_outlives_its_server(world: World, server: Server) -> None:
    """Not even a restart of the bot is needed for it to answer again."""
    await world.say("!ttt start x")
    server.kill()
    assert await world.say("5") == [sentence(Problem.STORE_DOWN)]
    server.start()
    (board,) = await world.say("5")
    assert "**Kinarow** played" in board
    assert len(await world.moves()) == 2
