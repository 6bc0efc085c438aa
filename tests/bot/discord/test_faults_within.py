"""The engine and the store fail: no move is lost, and people are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.errors import Problem
from bot.match.session import moves
from bot.pool.queue import JOBS_PER_PERSON
from bot.pool.thinker import Thinker
from tests.bot.discord.world import World, alter, sentence
from tests.bot.waiting import engine_down, freeze, held, kill, until


@pytest.fixture(autouse=True)
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """People talk so much that each board is posted anew."""
    monkeypatch.setattr("bot.edge.sending.traffic.NEAR", -1)


# The engine.


async def test_a_worker_killed_while_it_thinks_is_replaced(world: World, thinker: Thinker) -> None:
    """The search is begun again elsewhere, and the person notices no more than a pause."""
    await world.say("!ttt start x hard")
    freeze(thinker)
    world.post("5")
    await world.until_played(1)
    kill(thinker)
    await world.env.settle()
    assert len(await world.moves()) == 2
    assert "**Kinarow** played" in world.last


async def test_a_worker_that_hangs_is_replaced(
    world: World, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that stands still is given up, and another one moves."""
    monkeypatch.setattr("bot.pool.worker.STILL", 2)
    await world.say("!ttt start x hard")
    freeze(thinker)
    await world.say("5")
    assert len(await world.moves()) == 2
    assert "**Kinarow** played" in world.last


async def test_without_the_engine_the_game_stays(world: World, thinker: Thinker) -> None:
    """The move stands, the board and a sentence say so, and the engine answers later."""
    await world.say("!ttt start x hard")
    with engine_down(thinker):
        board, apology = await world.say("5")
    assert "**Kinarow** is thinking…" in board
    assert apology == sentence(Problem.ENGINE_DOWN)
    assert await world.moves() == (5,)
    (board,) = await world.say("!ttt board")
    assert "**Kinarow** played" in board


async def test_a_flood_of_questions_is_refused_at_once(world: World, thinker: Thinker) -> None:
    """A person who asks for too much at a time is told so, and the game goes on."""
    await world.pair()
    with held(thinker), world.in_the_same_moment():
        before = len(world.said())
        for _ in range(2 * JOBS_PER_PERSON):
            world.post("!ttt hint")
        await until(lambda: len(world.said()) == before + JOBS_PER_PERSON - 1)
    assert set(world.said()[before:]) == {sentence(Problem.ENGINE_BUSY)}
    await world.env.settle()
    _told_of_help, hint = world.said()[before + JOBS_PER_PERSON - 1 :]
    assert hint.startswith("💡")
    await world.say("5")
    assert await world.moves() == (5,)


async def test_without_the_engine_people_play_on(world: World, thinker: Thinker) -> None:
    """A game between people needs no engine; a hint says that there is none."""
    await world.pair()
    with engine_down(thinker):
        await world.say("5", "bob: 1")
        assert await world.say("!ttt hint") == [sentence(Problem.ENGINE_DOWN)]
    assert await world.moves() == (5, 1)


async def test_without_the_engine_the_coach_fails_alone(world: World, thinker: Thinker) -> None:
    """The board comes without its recommendation, and the game goes on."""
    await world.pair("coach")
    with engine_down(thinker):
        board, apology = await world.say("5")
    assert "**alice** played **5**" in board
    assert apology == sentence(Problem.ENGINE_DOWN)
    await world.say("bob: 1")
    assert await world.moves() == (5, 1)


# The store.


@contextmanager
def store_down(world: World, tmp_path: Path) -> Iterator[None]:
    """The database has lost its games."""
    alter(tmp_path / "games.db", "ALTER TABLE games RENAME TO lost")
    try:
        yield
    finally:
        alter(tmp_path / "games.db", "ALTER TABLE lost RENAME TO games")


async def test_without_the_store_nothing_is_shown(world: World, tmp_path: Path) -> None:
    """A move that cannot be kept is not shown; the person is told, and tries again later."""
    await world.pair()
    with store_down(world, tmp_path):
        assert await world.say("5") == [sentence(Problem.STORE_DOWN)]
        assert await world.say("!ttt board") == [sentence(Problem.STORE_DOWN)]
    assert await world.moves() == ()
    await world.say("5")
    assert await world.moves() == (5,)


async def test_a_game_that_cannot_be_read_is_told(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged with its cause, the person is told, and a new game may begin."""
    await world.pair()
    alter(tmp_path / "games.db", "UPDATE games SET rules = 'chess'")
    assert await world.say("5") == [sentence(Problem.UNREADABLE_GAME)]
    assert "game 1 cannot be read" in caplog.text
    await world.say("!ttt stop", "!ttt start 3x3 x")
    assert (await world.session()).position.ply == 0
    caplog.clear()


async def test_another_process_may_be_first(world: World, thinker: Thinker) -> None:
    """What another process has stored meanwhile stands; whoever came second is told."""
    await world.say("!ttt start x hard")
    with held(thinker):
        world.post("5")
        await world.until_played(1)
        session = await world.session()
        await world.store.save(session, moves.play_bot(session, 2))
    await world.env.settle()
    assert world.last == sentence(Problem.MOVED_ON)
    assert await world.moves() == (5, 2)
