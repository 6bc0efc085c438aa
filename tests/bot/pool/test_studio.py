"""Pictures are drawn in processes of their own, for people in turn."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

import bot
from bot.errors import EngineUnavailable
from bot.match.session import UserId
from bot.pool.queue import Asker
from bot.pool.studio import MOST_MEMORY, PROCESSES, Studio
from bot.show import text
from bot.show.render.images import animation
from engine import Position, Rules
from tests.bot.builders import crowded
from tests.bot.pool.jobs import wait_for
from tests.bot.waiting import POSIX
from tests.soon import PATIENCE

pytestmark = [pytest.mark.asyncio(loop_scope="module"), POSIX]

ALICE, BOB = Asker(UserId(1)), Asker(UserId(2))
LONG = crowded(Rules.parse("19x19x19"))
GAME = Position.from_moves(LONG.rules, LONG.moves[:300])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def studio() -> AsyncIterator[Studio]:
    """A studio for all tests."""
    studio = Studio()
    yield studio
    await studio.close()


async def test_the_longest_replays_of_all_people_stay_within_the_bound(studio: Studio) -> None:
    """Each process is small enough after it, so that all of them have at most 150 MB."""
    drawn = await asyncio.gather(
        *(studio.draw(partial(animation, GAME), asker) for asker in (ALICE, BOB))
    )
    assert drawn[0] == drawn[1] == animation(GAME)
    assert MOST_MEMORY * PROCESSES <= 150_000_000
    assert 0 < studio.memory() <= 150_000_000


async def test_a_person_leaves_a_process_to_others(studio: Studio, tmp_path: Path) -> None:
    """However many pictures one person wants, another has theirs at once.

    Those of the first are done when the other's is: if that came after them, none ever would.
    """
    shown = tmp_path / "shown"
    flood = [asyncio.create_task(studio.draw(partial(wait_for, shown), ALICE)) for _ in range(4)]
    await asyncio.sleep(0)
    assert studio.queue.busy == 1
    async with asyncio.timeout(PATIENCE):
        await studio.draw(shown.touch, BOB)
        await asyncio.gather(*flood)


async def test_a_drawing_is_in_the_language_of_its_reader(studio: Studio) -> None:
    """The process knows the language in which the bot speaks just now."""
    with text.speaking("de"):
        draw = text.in_current_language(partial(text.said, "draw"))
        assert await studio.draw(draw, ALICE) == text.said("draw")


async def test_pages_are_drawn_without_discord_and_without_a_database(studio: Studio) -> None:
    """With either in it a process is beyond its bound, and starts anew for each page."""
    files = (Path(bot.__file__).parent / "features").glob("*/page.py")
    names = ["bot.show.page", *(f"bot.features.{file.parent.name}.page" for file in files)]
    script = "[*map(__import__, names)] and [*__import__('sys').modules]"
    loaded = set(await studio.draw(partial(eval, script, {"names": names}), ALICE))
    assert loaded >= {*names}
    assert loaded.isdisjoint({"discord", "sqlalchemy", "alembic", "aiohttp"})


async def test_a_lost_process_is_replaced(studio: Studio) -> None:
    """A picture that meets a dead process is drawn by the next one."""
    os.kill(await studio.draw(os.getpid, ALICE), signal.SIGKILL)
    assert await studio.draw(os.getpid, ALICE)


@pytest.mark.thorough
async def test_a_process_that_has_grown_is_replaced(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond its bound it does not draw again."""
    monkeypatch.setattr("bot.pool.studio.MOST_MEMORY", 1_000_000)
    pids = [await studio.draw(os.getpid, ALICE) for _ in range(3)]
    assert len(set(pids)) == 3


async def test_a_closed_studio_draws_no_more() -> None:
    """Everybody who waits hears that at once."""
    studio = Studio()
    waiting = [asyncio.create_task(studio.draw(partial(time.sleep, 30), ALICE)) for _ in "12"]
    await asyncio.sleep(0)
    await studio.close()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(answer, EngineUnavailable) for answer in answers)
