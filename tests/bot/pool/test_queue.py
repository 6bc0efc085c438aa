"""The order of the jobs: nobody waits for ever, and nobody for a flood of others."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import EngineBusy, EngineUnavailable
from bot.pool.queue import JOBS_PER_ASKER, JOBS_PER_SLOT, FairQueue

ASKERS = st.lists(st.integers(1, 5), max_size=30)


class Hall:
    """A queue and the order in which those who entered it were called."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.queue = FairQueue(lambda: self.slots)
        self.called: list[Hashable] = []

    def ask(self, asker: Hashable) -> asyncio.Task[None]:
        """Somebody waits for a turn."""
        return asyncio.create_task(self._enter(asker))

    async def _enter(self, asker: Hashable) -> None:
        await self.queue.enter(asker)
        self.called.append(asker)

    async def end_all(self) -> None:
        """The jobs end one by one, until all have had their turn."""
        while self.queue.busy:
            self.queue.leave()
            await turn()


async def turn() -> None:
    """Everybody does what they can do now."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_askers_take_turns() -> None:
    """One job of each asker after the other, whoever came first with how many."""
    hall = Hall(1)
    for asker in (0, 7, 7, 7, 8, 9, 9):
        hall.ask(asker)
    await turn()
    await hall.end_all()
    assert hall.called == [0, 7, 8, 9, 7, 9, 7]


@settings(max_examples=200)
@given(ASKERS, st.integers(1, 3))
def test_everybody_is_called_once_and_in_fair_order(askers: list[int], slots: int) -> None:
    """Nobody is called a second time before all who wait were called since the first."""

    async def check() -> None:
        hall = Hall(slots)
        kept = [asker for n, asker in enumerate(askers) if askers[:n].count(asker) < JOBS_PER_ASKER]
        for asker in kept:
            hall.ask(asker)
        await turn()
        assert hall.queue.busy == min(slots, len(kept))
        await hall.end_all()
        assert sorted(map(str, hall.called)) == sorted(map(str, kept))
        waited = hall.called[slots:]
        for start, one in enumerate(waited):
            between = waited[start + 1 :]
            if one in between:
                gap = between[: between.index(one)]
                assert len(set(map(str, gap))) == len(gap)
        assert (hall.queue.busy, hall.queue.waiting) == (0, 0)

    asyncio.run(check())


async def test_a_flood_is_refused_at_once() -> None:
    """Beyond its bound an asker hears so at once; others still have room."""
    hall = Hall(1)
    for _ in range(1 + JOBS_PER_ASKER):
        hall.ask(7)
    await turn()
    with pytest.raises(EngineBusy, match="wait already"):
        await hall.queue.enter(7)
    hall.ask(8)
    await turn()
    assert hall.queue.waiting == JOBS_PER_ASKER + 1
    await hall.end_all()
    assert hall.called[1:3] == [7, 8]


async def test_a_full_queue_refuses_everybody() -> None:
    """The bound of all together holds for whoever comes, and room is given again."""
    hall = Hall(1)
    tasks = [hall.ask(asker) for asker in range(JOBS_PER_SLOT)]
    await turn()
    with pytest.raises(EngineBusy):
        await hall.queue.enter("late")
    hall.queue.leave()
    await turn()
    tasks.append(hall.ask("late"))
    await turn()
    await hall.end_all()
    assert all(task.done() for task in tasks)


async def test_without_a_slot_nobody_waits() -> None:
    """Where there is nobody to think at all, everybody is refused at once."""
    with pytest.raises(EngineUnavailable):
        await Hall(0).queue.enter(7)


@pytest.mark.parametrize("moment", range(4))
async def test_whoever_leaves_the_line_takes_nothing_along(moment: int) -> None:
    """A caller cancelled at any moment, even the one it is called in, costs no slot."""
    hall = Hall(1)
    first, second, third = (hall.ask(asker) for asker in (7, 8, 9))
    await turn()
    if moment == 1:
        hall.queue.leave()
    second.cancel()
    if moment == 2:
        hall.queue.leave()
    await turn()
    if moment in (0, 3):
        hall.queue.leave()
        await turn()
    assert second.cancelled()
    assert first.done()
    assert third.done()
    assert (hall.queue.busy, hall.queue.waiting) == (1, 0)


async def test_more_slots_are_used_as_soon_as_somebody_leaves() -> None:
    """The number of slots may change: the next who leaves lets as many in as there are."""
    hall = Hall(1)
    for asker in range(5):
        hall.ask(asker)
    await turn()
    hall.slots = 4
    hall.queue.leave()
    await turn()
    assert (hall.queue.busy, hall.queue.waiting) == (4, 0)


async def test_fewer_slots_let_nobody_in_until_they_are_kept() -> None:
    """Jobs under way go on; others wait until fewer than the new number are left."""
    hall = Hall(3)
    for asker in range(5):
        hall.ask(asker)
    await turn()
    hall.slots = 1
    hall.queue.leave()
    await turn()
    assert (hall.queue.busy, hall.queue.waiting) == (2, 2)
    await hall.end_all()
    assert len(hall.called) == 5


async def test_a_closed_queue_sends_everybody_away() -> None:
    """Who waits gets EngineUnavailable."""
    hall = Hall(1)
    tasks = [hall.ask(asker) for asker in (7, 8, 8)]
    await turn()
    hall.queue.close()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(answer, EngineUnavailable) for answer in answers] == [False, True, True]
