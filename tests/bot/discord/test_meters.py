"""What is counted of people: which commands, and how long they wait, never what they say."""

from __future__ import annotations

from bot.client.bot import Kinarow
from tests.bot.discord.world import World


def page(world: World) -> str:
    """All metrics as Prometheus reads them."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    return bot.services.metrics.page(games=0, waiting=0, thinking=0, slots=1).decode()


async def test_commands_are_counted_by_name(world: World) -> None:
    """Typed and slash commands alike, with the time until their answer."""
    await world.say("!ttt start x", "5", "!ttt nonsense secret")
    await world.slash("ttt board")
    await world.slash("ttt train")
    told = page(world)
    assert 'kinarow_commands_total{command="ttt start",way="message"} 1.0' in told
    assert 'kinarow_commands_total{command="ttt board",way="slash"} 1.0' in told
    assert 'kinarow_commands_total{command="ttt train",way="slash"} 1.0' in told
    assert 'kinarow_answer_seconds_count{way="message"} 3.0' in told
    assert 'kinarow_answer_seconds_count{way="slash"} 2.0' in told
    assert "kinarow_servers 1.0" in told
    assert "secret" not in told
