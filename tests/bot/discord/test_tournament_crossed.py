"""What people do at the very moment at which a game of a tournament begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bot.features.privacy import FORGOTTEN
from bot.features.tournament.text import START
from bot.features.tournament.values import FixtureResult, TournamentStage
from bot.match.session import Ending
from tests.bot.discord.test_tournament import opened, rounds, threads, tournament
from tests.bot.discord.world import World
from tests.bot.store.test_erase import rows

Payload = Mapping[str, Any]


def says_when(world: World, line: str, event: str, seen: Callable[[Payload], bool]) -> None:
    """A line is said once, as soon as Discord has reported an event."""
    subscribers = world.env.backend.subscribers

    def hear(name: str, payload: Payload) -> None:
        if name == event and seen(payload):
            subscribers.remove(hear)
            world.post(line)

    subscribers.append(hear)


async def begin(world: World) -> None:
    """The moderator starts the tournament that is open, and its first games begin."""
    await world.moderator.click(world.newest(START), label=START)
    await world.env.settle()


@pytest.mark.parametrize("words", ["forget erase", "tournament leave"])
async def test_a_player_who_leaves_as_a_game_begins_loses_it(
    world: World, words: str, database_url: str
) -> None:
    """It does not begin any more, the other wins it, and nobody who was erased is stored."""
    await opened(world, "robin", world.alice, world.bob)
    says_when(world, f"!ttt {words}", "THREAD_CREATE", bool)
    await begin(world)
    assert await world.store.live() == []
    done = await tournament(world)
    assert done.stage is TournamentStage.DONE
    (fixture,) = done.fixtures
    assert fixture.awarded
    assert fixture.winner is not None
    assert done.by_number[fixture.winner].person.name == "bob"
    if "forget" in words:
        assert str(FORGOTTEN) in world.shown()
        values = [str(value) for _, value in await rows(database_url)]
        assert not any(str(world.alice.id) in value or "alice" in value for value in values)


@pytest.mark.parametrize("event", ["THREAD_CREATE", "MESSAGE_CREATE"])
async def test_it_is_called_off_while_its_games_begin(world: World, event: str) -> None:
    """None is played on, whether it has begun or not, long before a move would be late."""
    await opened(world, "robin 1d", world.alice, world.bob, world.carol, world.steward)
    says_when(
        world,
        "moderator: !ttt tournament stop",
        event,
        lambda payload: event == "THREAD_CREATE" or "your turn" in payload["content"],
    )
    await begin(world)
    await rounds(world, 61)
    stopped = await tournament(world)
    assert stopped.stage is TournamentStage.STOPPED
    assert await world.store.live() == []
    for fixture in stopped.fixtures:
        assert fixture.result in {None, FixtureResult.VOID}
    begun = [thread for thread in threads(world).values() if len(world.shown(thread)) > 1]
    assert bool(begun) is (event == "MESSAGE_CREATE")
    for thread in begun:
        assert (await world.session(thread)).ending is Ending.STOPPED
