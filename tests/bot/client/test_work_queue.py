"""Work for many games, a few at a time."""

from __future__ import annotations

import asyncio

from bot.client.recovery.work_queue import RequestPace, WorkQueue
from tests.bot.waiting import until


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


async def test_requests_keep_a_pace() -> None:
    """The first one goes at once, each later one when those before had their time."""
    loop, pace = asyncio.get_running_loop(), RequestPace(0.01)
    begun, times = loop.time(), list[float]()

    async def ask(requests: int) -> None:
        await pace.turn(requests)
        times.append(loop.time() - begun)

    await asyncio.gather(ask(1), ask(2), ask(1))
    assert times[1] >= 0.01
    assert times[2] >= 0.03
