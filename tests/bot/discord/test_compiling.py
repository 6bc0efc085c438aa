"""On a new machine 3x3 is played at once, and other games wait until the engine is compiled."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import Problem
from bot.pool.thinker import Thinker
from bot.show import text
from tests.bot.discord.world import World, sentence
from tests.bot.waiting import until
from tests.cold import COMPILED, Cold, cold_machine
from tests.thorough import long, thorough

pytestmark = [COMPILED, pytest.mark.usefixtures("kernels_as_needed")]

READY = str(text.COMPILED)
WAIT = sentence(Problem.ENGINE_COMPILING, percent=0, seconds=0).partition(":")[0]


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cold]:
    """A machine on which nothing is compiled, until the test says so."""
    with cold_machine(tmp_path / "cache", monkeypatch) as cold:
        yield cold


@pytest_asyncio.fixture
async def thinker(cold: Cold) -> AsyncIterator[Thinker]:
    """The engine of such a machine."""
    async with Thinker.open(1) as thinker:
        yield thinker


async def compiled(world: World, cold: Cold, thinker: Thinker) -> list[str]:
    """The engine is there at last; what the bot says then, but that it is ready."""
    before = len(world.said())
    cold.fill()
    await until(lambda: thinker.jobs.is_ready)
    await world.env.settle()
    said = world.said()[before:]
    said.remove(READY)
    assert READY not in said
    return said


async def test_3x3_is_played_at_once(world: World) -> None:
    """At every level, with hints and reviews."""
    for level in ("easy", "perfect"):
        await world.say(f"!ttt start x {level}", "5")
        assert len(await world.moves()) == 2
        (hint,) = await world.say("!ttt hint")
        assert "💡" in hint
        await world.say("!ttt resign")
        (review,) = await world.say("!ttt review")
        assert not review.startswith(WAIT)


@pytest.mark.parametrize("game", ["connect4", *thorough("4x4 perfect"), *long("gomoku")])
async def test_another_game_waits(world: World, cold: Cold, thinker: Thinker, game: str) -> None:
    """The board shows the move, one line says why there is no answer, and it comes by itself."""
    await world.say(f"!ttt start {game} x")
    board, line = await world.say("1" if game == "connect4" else "b2")
    assert "**Kinarow** is thinking…" in board
    assert line.startswith(WAIT)
    assert await world.look_after() == []
    (board,) = await compiled(world, cold, thinker)
    assert "**Kinarow** played" in board
    assert len(await world.moves()) == 2


@pytest.mark.thorough
async def test_the_line_tells_how_far_it_is(
    world: World, cold: Cold, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It changes in place, and says in the end that the game can go on."""
    monkeypatch.setattr("bot.edge.sending.progress._PAUSE", 0.0)
    *_, line = await world.say("!ttt start connect4 x", "4")
    lines = [message for message in world.channel.history() if message.content == line]
    cold.note("gravity", 0.9)
    await until(lambda: not world.last.endswith(line))
    await until(lambda: world.last != line)
    assert world.last.startswith(WAIT)
    await compiled(world, cold, thinker)
    (said,) = [m.content for m in world.channel.history() if m.id == lines[0].id]
    assert said == READY


@pytest.mark.thorough
async def test_a_game_that_waits_outlives_a_restart(
    world: World, cold: Cold, thinker: Thinker
) -> None:
    """The next process says that it waits, once, and makes the move."""
    await world.say("!ttt start connect4 x", "4")
    (line,) = await world.restart()
    assert line.startswith(WAIT)
    assert await world.look_after() == []
    (board,) = await compiled(world, cold, thinker)
    assert "**Kinarow** played" in board


@pytest.mark.thorough
async def test_games_of_several_channels_wait(world: World, cold: Cold, thinker: Thinker) -> None:
    """One that the bot begins, one whose line is deleted, one that is stopped; people play on."""
    rooms = [world.guild.create_text_channel(name) for name in ("begun", "deleted", "stopped")]
    begun, deleted, stopped = rooms
    await world.env.settle()
    board, line = await world.say("!ttt start connect4 o", channel=begun)
    assert "**Kinarow** is thinking…" in board
    assert line.startswith(WAIT)
    await world.say("!ttt start connect4 x", "4", channel=deleted)
    (said,) = [message for message in deleted.history() if message.content.startswith(WAIT)]
    await said.delete()
    await world.say("!ttt start connect4 x", "4", channel=stopped)
    (board,) = await world.say("!ttt stop", channel=stopped)
    assert "stopped" in board
    await world.pair("connect4")
    (board,) = await world.say("4")
    assert "**alice** played" in board
    (line,) = await world.say("bob: !ttt hint")
    assert line.startswith(WAIT)
    before = [len(world.said(room)) for room in rooms]
    assert await compiled(world, cold, thinker) == []
    told = [world.said(room)[count:] for room, count in zip(rooms, before, strict=True)]
    boards = [[words for words in said if words != READY] for said in told]
    assert ["**Kinarow** played" in words for (words,) in boards[:2]] == [True, True]
    assert boards[2] == []
    assert READY not in told[1]
    *_, hint = await world.say("bob: !ttt hint")
    assert "💡" in hint


@pytest.mark.thorough
async def test_a_puzzle_waits_for_nothing(world: World, cold: Cold) -> None:
    """It comes from the collection, and so does what its answers are worth."""
    (shown,) = await world.say("!ttt puzzle")
    assert shown.startswith("🧩 **Puzzle of the day**")
    (more,) = await world.say("!ttt puzzle more")
    assert more.startswith("🧩 **Puzzle ")
