"""Answers that take a search: stored first, and judged once, by this process or by the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from bot.errors import EngineUnavailable, UserError
from bot.features.puzzle.service import Puzzles
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.values import DailyPuzzle
from bot.match.session import ChannelId, ScopeId
from bot.pool.thinker import Thinker
from bot.store import Store
from bot.store.given import Given, GivenAnswers
from engine import grade
from tests.bot.builders import ALICE, unheard
from tests.bot.puzzles import DISCS, TODAY, daily

CLUB = ScopeId(20)
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
WRONG = 1
"""It does not solve DISCS, which only a search can tell."""


class Looking(Thinker):
    """An engine that grades, after a look at what is stored meanwhile."""

    def __init__(self, store: Store, heard: list[str], error: Exception | None = None) -> None:
        self.answers = GivenAnswers(store.database)
        self.heard = heard
        self.error = error
        self.met: list[tuple[list[Given], list[str]]] = []
        self.jobs = self  # type: ignore[assignment] # it runs them itself

    async def run(self, job: partial[Any], *_limit: object, **_kernels: object) -> Any:
        """Grade here."""
        assert job.func is grade
        self.met.append((await self.answers.left(LATER), list(self.heard)))
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        return job()


async def posed(store: Store) -> DailyPuzzle:
    """A puzzle whose grades take a search is today's."""
    await PuzzleStore(store.database).keep(CLUB, daily())
    return daily()


def desk(store: Store, thinker: Thinker, clock: Callable[[], datetime] = lambda: NOW) -> Puzzles:
    """The service, at noon."""
    return Puzzles(store.database, thinker, clock)


def given(move: int = WRONG, found: int = 0) -> Given:
    """An answer of alice to today's puzzle."""
    return Given(ALICE, CLUB, ChannelId(CLUB), f"day {TODAY} {found}", move, NOW)


async def test_an_answer_is_stored_before_it_is_searched(store: Store) -> None:
    """Then the person is told that it was heard; once it is graded nothing else stays of it."""
    today, heard = await posed(store), list[str]()
    engine = Looking(store, heard)
    answer = await desk(store, engine).answer(
        CLUB, today, ALICE, str(WRONG), partial(heard.append, "heard")
    )
    ((kept, heard_then),) = engine.met
    assert [replace(one, number=given().number) for one in kept] == [given()]
    assert heard_then == ["heard"]
    assert answer.after.misses == 1
    assert await engine.answers.left(LATER) == []


async def test_an_answer_without_a_search_is_stored_with_its_grade(store: Store) -> None:
    """It is stored with its grade."""
    today, heard = await posed(store), list[bool]()
    service = desk(store, Looking(store, []))
    stored = store.database

    def hear() -> None:
        heard.append(True)

    answer = await service.answer(CLUB, today, ALICE, str(DISCS.line[0]), hear)
    assert heard == [True]
    assert await PuzzleStore(stored).attempt(CLUB, TODAY, ALICE) == answer.after


async def test_the_next_process_grades_answers_left_behind(store: Store) -> None:
    """Once, however often that is tried, and also on the day after."""
    await posed(store)
    engine = Looking(store, [])
    left = await engine.answers.add(given())
    tomorrow = desk(store, engine, lambda: LATER)
    await tomorrow.grade_later(left)
    with pytest.raises(UserError):
        await tomorrow.grade_later(left)
    attempt = await PuzzleStore(store.database).attempt(CLUB, TODAY, ALICE)
    assert (attempt.found, attempt.misses) == (0, 1)
    assert await engine.answers.left(LATER) == []


async def test_an_answer_to_an_earlier_step_counts_no_more(store: Store) -> None:
    """The person has come further since."""
    today = await posed(store)
    engine = Looking(store, [])
    service = desk(store, engine)
    left = await engine.answers.add(given())
    await service.answer(CLUB, today, ALICE, str(DISCS.line[0]), unheard)
    with pytest.raises(UserError):
        await service.grade_later(left)
    assert (await service.store.attempt(CLUB, TODAY, ALICE)).misses == 0


async def test_an_answer_is_not_kept_when_the_engine_fails(store: Store) -> None:
    """They answer again. What an earlier process has left is graded at another time."""
    today = await posed(store)
    engine = Looking(store, [], EngineUnavailable())
    service = desk(store, engine)
    with pytest.raises(EngineUnavailable):
        await service.answer(CLUB, today, ALICE, str(WRONG), unheard)
    assert await engine.answers.left(LATER) == []
    left = await engine.answers.add(given())
    with pytest.raises(EngineUnavailable):
        await service.grade_later(left)
    assert await engine.answers.left(LATER) == [left]


async def test_the_grade_of_a_person_erased_meanwhile_is_not_stored(store: Store) -> None:
    """What was searched for them is not stored."""
    today = await posed(store)
    engine = Looking(store, [])
    service = desk(store, engine)

    def forgotten() -> None:
        forgetting.append(asyncio.ensure_future(store.forget(ALICE.id)))

    forgetting = list[asyncio.Future[None]]()
    run = engine.run

    async def erased(job: partial[Any], *limit: object, **kernels: object) -> Any:
        await forgetting[0]
        return await run(job, *limit, **kernels)

    engine.run = erased  # type: ignore[method-assign] # it takes longer
    with pytest.raises(UserError):
        await service.answer(CLUB, today, ALICE, str(WRONG), forgotten)
    attempt = await service.store.attempt(CLUB, TODAY, ALICE)
    assert (attempt.found, attempt.misses) == (0, 0)
