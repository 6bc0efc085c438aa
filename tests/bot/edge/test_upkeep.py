"""What is done in the background, and pauses that grow, for each thing by itself."""

from __future__ import annotations

import asyncio
import gc
import logging
from datetime import UTC, datetime, timedelta

import pytest

from bot.edge.tasks import BackgroundTasks, WorkQueue, a_few_at_a_time
from bot.edge.upkeep import Backoff
from tests.bot.waiting import until

FIRST, LONGEST = timedelta(seconds=30), timedelta(seconds=100)


class Clock:
    """A clock that stands still until it is set."""

    now = datetime(2026, 6, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """What time it is."""
        return self.now


def pause(backoff: Backoff[str], clock: Clock) -> int:
    """The seconds until a thing that has failed is due again."""
    backoff.failed("it")
    seconds = 0
    while not backoff.is_due("it"):
        seconds += 1
        clock.now += timedelta(seconds=1)
    return seconds


def test_each_pause_is_twice_as_long() -> None:
    """Up to the longest."""
    backoff = Backoff[str](clock := Clock(), FIRST, LONGEST)
    assert [pause(backoff, clock) for _ in range(4)] == [30, 60, 100, 100]


def test_success_begins_anew() -> None:
    """As if nothing had ever failed."""
    backoff = Backoff[str](clock := Clock(), FIRST, LONGEST)
    pause(backoff, clock)
    backoff.succeeded("it")
    assert backoff.is_due("it")
    assert pause(backoff, clock) == 30


def test_others_do_not_wait() -> None:
    """And with `clear` nothing waits."""
    backoff = Backoff[str](Clock(), FIRST, LONGEST)
    backoff.failed("it")
    assert (backoff.is_due("it"), backoff.is_due("another")) == (False, True)
    backoff.clear()
    assert backoff.is_due("it")


def test_a_failed_step_stays_due_until_it_succeeds() -> None:
    """Only what has failed, and when its pause is over."""
    backoff = Backoff[str](clock := Clock(), FIRST, LONGEST)
    backoff.failed("it")
    assert ("it" in backoff, backoff.due()) == (True, set())
    clock.now += FIRST
    assert backoff.due() == {"it"}
    backoff.succeeded("it")
    assert ("it" in backoff, backoff.due()) == (False, set())


def test_news_end_the_pauses_of_those_they_concern() -> None:
    """They are due at once, and the pauses grow from the first again."""
    backoff = Backoff[str](clock := Clock(), FIRST, LONGEST)
    for _ in range(3):
        pause(backoff, clock)
    backoff.failed("it")
    backoff.failed("another")
    assert backoff.hurry(lambda key: key == "it")
    assert not backoff.hurry(lambda key: key == "a third")
    assert backoff.due() == {"it"}
    assert pause(backoff, clock) == 30


def test_a_pause_lasts_until_a_try_can_succeed() -> None:
    """If that is known to be later than its own end."""
    backoff = Backoff[str](clock := Clock(), FIRST, LONGEST)
    backoff.failed("it", until=clock.now + timedelta(minutes=10))
    backoff.failed("another", until=clock.now)
    clock.now += FIRST
    assert backoff.due() == {"another"}
    clock.now += timedelta(minutes=10)
    assert backoff.due() == {"it", "another"}


def test_a_clock_that_is_set_back_holds_nothing_up() -> None:
    """Else a pause of a second would last as long as the clock was wrong."""
    backoff = Backoff[str](clock := Clock(), FIRST, LONGEST)
    backoff.failed("it")
    clock.now -= timedelta(hours=1)
    assert backoff.is_due("it")
    assert backoff.due() == {"it"}


async def test_tasks_left_at_the_end_are_cancelled() -> None:
    """Without patience nothing goes on after the end."""
    tasks = BackgroundTasks()
    task = tasks.start(asyncio.Event().wait())
    await tasks.end()
    assert task.cancelled()


async def test_with_patience_work_may_end() -> None:
    """What is done in time is not cancelled."""
    done = []

    async def work() -> None:
        await asyncio.sleep(0)
        done.append(True)

    tasks = BackgroundTasks()
    tasks.start(work())
    await tasks.end(patience=5)
    assert done == [True]


async def test_an_error_of_a_task_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """As soon as the task ends, and not raised at the end."""

    async def fail() -> None:
        raise ValueError

    tasks = BackgroundTasks()
    task = tasks.start(fail())
    await asyncio.wait({task})
    await tasks.end(patience=5)
    del task
    gc.collect()
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.exc_info is not None
    assert record.exc_info[0] is ValueError


async def test_a_few_things_are_done_at_a_time() -> None:
    """Each once, and the next one as soon as one is done."""
    begun: asyncio.Queue[int] = asyncio.Queue()
    gates = {number: asyncio.Event() for number in range(6)}

    async def step(number: int) -> None:
        begun.put_nowait(number)
        await gates[number].wait()

    work = asyncio.create_task(a_few_at_a_time(step, range(6)))
    assert [await begun.get() for _ in range(4)] == [0, 1, 2, 3]
    assert begun.empty()
    gates[2].set()
    assert await begun.get() == 4
    for gate in gates.values():
        gate.set()
    await work
    assert [begun.get_nowait()] == [5]


async def test_items_take_turns() -> None:
    """One with much to do comes after the others each time, and nothing is done twice."""
    left, done = {"busy": 3, "quiet": 1, "other": 1}, list[str]()

    async def step(item: str) -> bool:
        done.append(item)
        left[item] -= 1
        await asyncio.sleep(0)
        return left[item] > 0

    queue = WorkQueue(step, 1, lambda item: (done.count(item), 0))
    for item in ("busy", "quiet", "busy", "other"):
        queue.add(item)
    await until(lambda: not any(left.values()))
    assert done == ["busy", "quiet", "other", "busy", "busy"]


async def test_the_lowest_comes_first() -> None:
    """Also if it was added when others waited already."""
    done = list[int]()

    async def step(item: int) -> bool:
        done.append(item)
        if item == 2:
            queue.add(1)
        return False

    queue = WorkQueue(step, 1, lambda item: (item, 0))
    for item in (4, 2, 3):
        queue.add(item)
    await until(lambda: len(done) == 4)
    assert done == [2, 1, 3, 4]


async def test_an_item_whose_order_has_moved_comes_there_and_once() -> None:
    """Others keep their places; one that is under way or done is not added by that."""
    done, order = list[int](), {1: 1, 2: 2, 3: 3, 4: 4}

    async def step(item: int) -> bool:
        done.append(item)
        if item == 1:
            order[4] = order[1] = 0
            for moved in (4, 1, 5):
                queue.reorder(moved)
        return False

    queue = WorkQueue(step, 1, lambda item: (order[item],))
    for item in order:
        queue.add(item)
    await until(lambda: len(done) == 4 and queue._workers == 0)
    assert done == [1, 4, 2, 3]


async def test_a_few_are_under_way_at_a_time() -> None:
    """And the rest waits."""
    under_way, most, done = 0, 0, 0

    async def step(_item: int) -> bool:
        nonlocal under_way, most, done
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        done += 1
        return False

    queue = WorkQueue(step, 3, lambda item: (item, 0))
    for item in range(20):
        queue.add(item)
    await until(lambda: done == 20)
    assert (under_way, most) == (0, 3)
    queue.add(1)
    await until(lambda: done == 21)
    assert most == 3
    await queue.end()
