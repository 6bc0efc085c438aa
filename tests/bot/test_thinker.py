"""The thinker with real processes: answers, losses, limits, signals, and its end."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import EngineUnavailable
from bot.thinker import JOBS_PER_WORKER, Thinker
from engine import Level, Limit, Position, Rules

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).parents[2]
ALMOST_WON = Position.from_moves(Rules(3, 3, 3), [1, 4, 2, 5])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def thinker() -> AsyncIterator[Thinker]:
    """Two warm workers for the whole module; each test leaves them able to work."""
    async with Thinker.open(2) as thinker:
        yield thinker


def sleep_the_first_time(path: Path) -> int:
    """A job that leaves its process's id and sleeps, and when tried again returns its own."""
    if not path.exists():
        path.with_suffix(".part").write_text(str(os.getpid()))
        path.with_suffix(".part").rename(path)
        time.sleep(60)
    return os.getpid()


async def appeared(path: Path) -> int:
    """The process id that a job leaves in a file."""
    while not path.exists():
        await asyncio.sleep(0.01)
    return int(path.read_text())


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_analyse_asks_the_engine(thinker: Thinker) -> None:
    """The engine's analysis comes back whole from the worker."""
    analysis = await thinker.analyse(ALMOST_WON, Limit(seconds=1.0), every=True)
    assert analysis.best == 3
    assert set(analysis.verdicts) == set(ALMOST_WON.legal)


async def test_choose_depends_on_its_seed_alone(thinker: Thinker) -> None:
    """The same seed makes the same move, and the choice is legal."""
    start = Position.start(Rules(3, 3, 3))
    limit = Limit(nodes=1000)
    first, again = [await thinker.choose(start, Level.EASY, limit, seed=7) for _ in range(2)]
    assert first == again
    assert first in start.legal


async def test_every_worker_is_started_by_open(thinker: Thinker) -> None:
    """Two jobs at once run in two processes, neither of them this one."""
    pids = await asyncio.gather(*(thinker._run(partial(nap_and_tell, 0.2), 5) for _ in range(2)))
    assert len({os.getpid(), *pids}) == 3


def nap_and_tell(seconds: float) -> int:
    """A job that takes a while and returns its process's id."""
    time.sleep(seconds)
    return os.getpid()


async def test_what_the_job_raises_is_raised(thinker: Thinker) -> None:
    """A defect in the engine is no loss of a worker: it comes through as it is."""
    with pytest.raises(ZeroDivisionError):
        await thinker._run(partial(divmod, 1, 0), 5)


async def test_a_killed_worker_is_replaced_and_its_job_done(
    thinker: Thinker, tmp_path: Path
) -> None:
    """A worker killed in the middle of a job costs time, not the answer."""
    job = asyncio.create_task(thinker._run(partial(sleep_the_first_time, tmp_path / "pid"), 30))
    killed = await appeared(tmp_path / "pid")
    os.kill(killed, signal.SIGKILL)
    assert await job != killed


async def test_a_worker_killed_while_idle_is_replaced(thinker: Thinker) -> None:
    """Nobody notices the death of a worker that had nothing to do."""
    pids = await asyncio.gather(*(thinker._run(partial(nap_and_tell, 0.2), 5) for _ in range(2)))
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    assert (await thinker.analyse(ALMOST_WON, Limit(seconds=1.0))).best == 3


async def test_a_hanging_job_is_given_up(thinker: Thinker, tmp_path: Path) -> None:
    """A job that hangs is tried once more and given up; its workers are gone."""
    with pytest.raises(EngineUnavailable):
        await thinker._run(partial(log_pid_and_hang, tmp_path / "pids"), 0.3)
    first, second = map(int, (tmp_path / "pids").read_text().split())
    while is_alive(first) or is_alive(second):
        await asyncio.sleep(0.01)
    assert first != second


def log_pid_and_hang(path: Path) -> None:
    """A job that adds its process's id to a file and does not end."""
    with path.open("a") as file:
        print(os.getpid(), file=file)
    time.sleep(60)


async def test_a_poisoned_job_spoils_no_other(thinker: Thinker) -> None:
    """A job that kills each worker it meets is given up, while the other worker goes on."""
    poison = asyncio.create_task(thinker._run(partial(os._exit, 1), 5))
    naps = [asyncio.create_task(thinker._run(partial(nap_and_tell, 0.1), 5)) for _ in range(8)]
    with pytest.raises(EngineUnavailable):
        await poison
    assert os.getpid() not in await asyncio.gather(*naps)


async def test_too_many_jobs_are_refused(thinker: Thinker) -> None:
    """Beyond its bound the queue refuses at once, and takes jobs again when it has shrunk."""
    most = 2 * JOBS_PER_WORKER
    jobs = [asyncio.create_task(thinker._run(os.getpid, 5)) for _ in range(most)]
    await asyncio.sleep(0)
    with pytest.raises(EngineUnavailable, match="wait already"):
        await thinker._run(os.getpid, 5)
    await asyncio.gather(*jobs)
    assert await thinker._run(os.getpid, 5)


async def test_a_cancelled_caller_leaves_the_worker_useful(thinker: Thinker) -> None:
    """Whoever stops waiting is free at once; the worker ends the job and takes the next."""
    jobs = [asyncio.create_task(thinker._run(partial(nap_and_tell, 0.3), 5)) for _ in range(4)]
    await asyncio.sleep(0.05)
    for job in jobs:
        job.cancel()
    assert all(
        isinstance(e, asyncio.CancelledError)
        for e in await asyncio.gather(*jobs, return_exceptions=True)
    )
    assert await thinker._run(os.getpid, 5)


async def test_close_does_not_wait_for_thoughts() -> None:
    """Closing ends workers at work; who waits, or asks later, gets EngineUnavailable."""
    async with Thinker.open(1) as thinker:
        jobs = [asyncio.create_task(thinker._run(partial(time.sleep, 60), 90)) for _ in range(3)]
        await asyncio.sleep(0.05)
        await thinker.close()
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(answer, EngineUnavailable) for answer in answers)
        with pytest.raises(EngineUnavailable, match="shut down"):
            await thinker._run(os.getpid, 5)


THINK_FOR_EVER = """
import asyncio, os, signal, sys, time
from functools import partial
from bot.thinker import Thinker

async def main():
    async with Thinker.open(1) as thinker:
        interrupted = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupted.set)
        print(await thinker._run(os.getpid, 5), flush=True)
        await interrupted.wait()
        print(await thinker._run(os.getpid, 5), flush=True)
        await thinker._run(partial(time.sleep, 60), 90)

asyncio.run(main())
"""


async def test_signals_and_death_of_the_parent() -> None:
    """A worker outlives the Ctrl-C that its parent gets, and dies with a parent that is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", THINK_FOR_EVER],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.killpg(parent.pid, signal.SIGINT)
        assert int(parent.stdout.readline()) == worker
        parent.kill()
        _, errors = parent.communicate()
    assert not errors
    while is_alive(worker):
        await asyncio.sleep(0.01)
