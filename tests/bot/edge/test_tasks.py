"""Tasks in the background end with their cog."""

from __future__ import annotations

import asyncio
import gc
import logging

import pytest

from bot.edge.tasks import BackgroundTasks


async def test_what_is_left_is_cancelled() -> None:
    """Without patience nothing goes on after the end."""
    tasks = BackgroundTasks()
    task = tasks.start(asyncio.Event().wait())  # type: ignore[arg-type] # it never returns
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
