"""The thinker with real processes: answers, losses, limits, signals, and its end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import EngineBusy, EngineCompiling, EngineUnavailable
from bot.match.session import UserId
from bot.pool.queue import JOBS_PER_SLOT, Asker
from bot.pool.thinker import Thinker
from bot.pool.worker import NO_KERNELS, WorkerLost
from engine import Level, Limit, NotationError, Position, Rules, analyse
from engine.alphabeta.second_thread import is_core_spare
from tests.bot.pool.jobs import meet, wait_for
from tests.bot.waiting import POSIX, is_alive, until
from tests.cold import COMPILED, PROC, Cold, cold_machine
from tests.soon import PATIENCE
from tests.thorough import thorough

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).parents[3]
ALMOST_WON = Position.from_moves(Rules(3, 3, 3), [1, 4, 2, 5])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def thinker() -> AsyncIterator[Thinker]:
    """Two warm workers for the whole module; each test leaves them able to work."""
    async with Thinker.open(2) as thinker:
        await thinker.jobs.wait_until_ready()
        yield thinker


def sleep_the_first_time(path: Path) -> int:
    """A job that leaves its process's id and sleeps, and when tried again returns its own."""
    if not path.exists():
        path.with_suffix(".part").write_text(str(os.getpid()))
        path.with_suffix(".part").rename(path)
        time.sleep(60)
    return os.getpid()


def nap_and_tell(seconds: float) -> int:
    """A job that takes a while and returns its process's id."""
    time.sleep(seconds)
    return os.getpid()


async def both_workers(thinker: Thinker) -> set[int]:
    """The processes that two jobs at once run in."""
    naps = (thinker.jobs.run(partial(nap_and_tell, 0.2), 30) for _ in range(2))
    return set(await asyncio.gather(*naps))


def ask_together(folder: Path, count: int) -> bool:
    """A job of which `count` run at a time; whether its search may use a second core meanwhile."""
    meet(folder, "begun", count)
    spare = is_core_spare()
    meet(folder, "asked", count)
    return spare


async def test_a_search_uses_the_core_of_an_idle_worker(thinker: Thinker, tmp_path: Path) -> None:
    """One job of two workers may; as soon as the other works too, neither does."""
    assert await thinker.jobs.run(partial(ask_together, tmp_path / "before", 1), 30)
    both = (thinker.jobs.run(partial(ask_together, tmp_path / "both", 2), 30) for _ in range(2))
    assert await asyncio.gather(*both) == [False, False]
    assert await thinker.jobs.run(partial(ask_together, tmp_path / "after", 1), 30)


async def test_every_worker_is_started_by_open(thinker: Thinker) -> None:
    """The first jobs find two processes that run already, neither of them this one."""
    children = {process.pid for process in active_children()}
    pids = await both_workers(thinker)
    assert len(pids) == 2
    assert pids <= children


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


async def test_judge_asks_the_engine(thinker: Thinker) -> None:
    """The engine's judgement of a move, with or without that of the next one."""
    won, limit = ALMOST_WON.play(3), Limit(seconds=1.0)
    last = await thinker.judge(ALMOST_WON, 3, limit, None)
    assert won.outcome is not None
    assert (last.ply, last.move, last.after.plies) == (5, 3, 1)
    before = Position.from_moves(ALMOST_WON.rules, ALMOST_WON.moves[:-1])
    judged = await thinker.judge(before, ALMOST_WON.moves[-1], limit, last)
    assert (judged.ply, judged.after.value, judged.after.plies) == (4, "loss", 2)


async def test_each_search_begins_with_what_was_proved_before(thinker: Thinker) -> None:
    """A hint, a move and a review of one node know what a search without limit has proved."""
    rules, moves = Rules.parse("5x5x4"), [13, 7, 12]
    before, won = (Position.from_moves(rules, moves[:plies]) for plies in (2, 3))
    whole = await thinker.analyse(won, Limit(), every=False)
    short = Limit(nodes=1)
    assert whole.verdict.value is not None
    assert analyse(won, short).verdict.value is None
    assert (await thinker.analyse(won, short)).verdict == whole.verdict
    assert (await thinker.explain(won, short))[0].verdict == whole.verdict
    assert await thinker.choose(won, Level.PERFECT, short, seed=1) == whole.best
    judged = await thinker.judge(before, moves[-1], short, None)
    assert judged.after == whole.verdict.one_ply_earlier()


async def test_proofs_of_a_chosen_move_are_kept(thinker: Thinker) -> None:
    """The search for the bot's own move proves something for the hint after it."""
    won = Position.from_moves(Rules.parse("5x5x4"), [13, 8, 12])
    move = await thinker.choose(won, Level.PERFECT, Limit(), seed=1)
    assert (await thinker.analyse(won, Limit(nodes=1))).verdicts[move].value is not None


async def test_a_file_is_read_in_a_worker_that_may_be_lost(
    thinker: Thinker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game, or what is wrong with it; what takes too long is not tried again."""
    assert (await thinker.read_game(b"(;SZ[15];B[hh])")).position.moves == (113,)
    with pytest.raises(NotationError):
        await thinker.read_game(b"(;SZ[15];B[zz])")
    monkeypatch.setattr("bot.pool.worker.STILL", 2)
    job = partial(sleep_the_first_time, tmp_path / "slept")
    with pytest.raises(WorkerLost):
        await thinker.jobs.run(job, 2.0, kernels=NO_KERNELS, tries=1)
    assert len(await both_workers(thinker)) == 2


async def test_an_error_in_a_job_comes_through(thinker: Thinker) -> None:
    """A defect in the engine is no loss of a worker: it comes through as it is."""
    with pytest.raises(ZeroDivisionError):
        await thinker.jobs.run(partial(divmod, 1, 0), 5)


@POSIX
async def test_a_killed_worker_is_replaced_and_its_job_done(
    thinker: Thinker, tmp_path: Path
) -> None:
    """A worker killed in the middle of a job costs time, not the answer."""
    job = asyncio.create_task(thinker.jobs.run(partial(sleep_the_first_time, tmp_path / "pid"), 30))
    await until((tmp_path / "pid").exists)
    killed = int((tmp_path / "pid").read_text())
    os.kill(killed, signal.SIGKILL)
    assert await job != killed


@pytest.mark.thorough
@POSIX
async def test_a_worker_killed_while_idle_is_replaced(thinker: Thinker) -> None:
    """Nobody notices the death of a worker that had nothing to do."""
    for pid in await both_workers(thinker):
        os.kill(pid, signal.SIGKILL)
    assert (await thinker.analyse(ALMOST_WON, Limit(seconds=1.0))).best == 3


async def test_a_hanging_job_is_given_up(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that hangs ends with its worker killed, and the other worker left alone."""
    before = await both_workers(thinker)
    monkeypatch.setattr("bot.pool.worker.STILL", 2)
    with pytest.raises(EngineUnavailable, match="stands still"):
        await thinker.jobs.run(partial(time.sleep, 600), 60)
    monkeypatch.undo()
    await until(lambda: sum(is_alive(pid) for pid in before) == 1)
    assert await thinker.jobs.run(os.getpid, 5)


@pytest.mark.thorough
async def test_a_poisoned_job_spoils_no_other(thinker: Thinker) -> None:
    """A job that kills each worker it meets is given up, while the other worker goes on."""
    poison = asyncio.create_task(thinker.jobs.run(partial(os._exit, 1), 5))
    naps = [asyncio.create_task(thinker.jobs.run(partial(nap_and_tell, 0.1), 5)) for _ in range(8)]
    with pytest.raises(EngineUnavailable):
        await poison
    assert os.getpid() not in await asyncio.gather(*naps)


def starve_the_first_time(path: Path) -> int:
    """A job for which there is no memory, until it is tried again."""
    if path.exists():
        return os.getpid()
    path.write_text(str(os.getpid()))
    raise MemoryError


@pytest.mark.thorough
async def test_a_worker_without_memory_is_replaced_and_its_job_done(
    thinker: Thinker, tmp_path: Path
) -> None:
    """A process that ran out of memory is ended with all it holds, and another tries."""
    second = await thinker.jobs.run(partial(starve_the_first_time, tmp_path / "pid"), 30)
    first = int((tmp_path / "pid").read_text())
    assert second != first
    await until(lambda: not is_alive(first))


def starve() -> None:
    """A job for which there is never enough memory."""
    raise MemoryError


@pytest.mark.thorough
async def test_a_job_that_eats_all_memory_is_given_up(thinker: Thinker) -> None:
    """After its second try the caller hears of it, and the others go on."""
    naps = [asyncio.create_task(thinker.jobs.run(partial(nap_and_tell, 0.1), 5)) for _ in range(4)]
    with pytest.raises(EngineUnavailable, match="MemoryError"):
        await thinker.jobs.run(starve, 5)
    await asyncio.gather(*naps)


async def test_people_take_turns(thinker: Thinker, tmp_path: Path) -> None:
    """A person who asks eight things at once does not keep another waiting for all of them.

    The last five of these end when the other's has: if that came after them, none ever would.
    """
    answered = tmp_path / "answered"
    alice, bob = Asker(UserId(1)), Asker(UserId(2))
    jobs = [partial(nap_and_tell, 0.05)] * 3 + [partial(wait_for, answered)] * 5
    asked = [asyncio.create_task(thinker.jobs.run(job, 30, alice)) for job in jobs]
    async with asyncio.timeout(PATIENCE):
        await thinker.jobs.run(answered.touch, 30, bob)
        await asyncio.gather(*asked)


async def test_each_job_is_reported_by_name_and_seconds() -> None:
    """Each job that ends is reported by name and seconds, for the metrics."""
    heard: list[tuple[str, float]] = []
    async with Thinker.open(1, observe=lambda *job: heard.append(job)) as thinker:
        await thinker.choose(ALMOST_WON, Level.EASY, Limit(nodes=100), seed=1)
        await thinker.analyse(ALMOST_WON, Limit(nodes=100))
    assert [name for name, _ in heard] == ["choose", "analyse"]
    assert all(seconds > 0 for _, seconds in heard)


@pytest.mark.parametrize(
    "rules",
    [
        *("19x19x5g misere", "3x19x19"),
        *thorough("19x19x2", "19x19x19", "19x3x3g", "12x5x5g", "8x8x8"),
    ],
)
async def test_no_board_eats_the_engine(thinker: Thinker, rules: str) -> None:
    """On the oddest boards a thought ends with its limit; the worker is not even restarted."""
    before = await both_workers(thinker)
    start = Position.start(Rules.parse(rules))
    assert (await thinker.analyse(start, Limit(seconds=0.1))).best in start.legal
    assert await both_workers(thinker) == before


async def test_too_many_jobs_are_refused(thinker: Thinker) -> None:
    """Beyond its bound the queue refuses at once, and takes jobs again when it has shrunk."""
    most = 2 * JOBS_PER_SLOT
    jobs = [asyncio.create_task(thinker.jobs.run(os.getpid, 5)) for _ in range(most)]
    await asyncio.sleep(0)
    with pytest.raises(EngineBusy, match="wait already"):
        await thinker.jobs.run(os.getpid, 5)
    await asyncio.gather(*jobs)
    assert await thinker.jobs.run(os.getpid, 5)


async def test_a_cancelled_caller_leaves_the_worker_useful(thinker: Thinker) -> None:
    """Whoever stops waiting is free at once; the worker ends the job and takes the next."""
    jobs = [asyncio.create_task(thinker.jobs.run(partial(nap_and_tell, 0.3), 5)) for _ in range(4)]
    await asyncio.sleep(0.05)
    for job in jobs:
        job.cancel()
    assert all(
        isinstance(e, asyncio.CancelledError)
        for e in await asyncio.gather(*jobs, return_exceptions=True)
    )
    assert await thinker.jobs.run(os.getpid, 5)


async def test_close_does_not_wait_for_thoughts() -> None:
    """Closing ends busy workers; waiting and later callers get EngineUnavailable."""
    async with Thinker.open(1) as thinker:
        jobs = [
            asyncio.create_task(thinker.jobs.run(partial(time.sleep, 60), 90)) for _ in range(3)
        ]
        await asyncio.sleep(0.05)
        await thinker.close()
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(answer, EngineUnavailable) for answer in answers)
        with pytest.raises(EngineUnavailable, match="shut down"):
            await thinker.jobs.run(os.getpid, 5)


THINK_AND_END = """
import asyncio
from bot.pool.thinker import Thinker

async def main():
    async with Thinker.open(2):
        print("open", flush=True)

asyncio.run(main())
"""


@pytest.mark.thorough
async def test_the_program_ends_without_a_word() -> None:
    """After a clean end nothing is left to complain of: no process, no leak."""
    ended = subprocess.run(  # noqa: ASYNC221 - nothing else runs in this loop
        [sys.executable, "-c", THINK_AND_END], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "open\n", "")


THINK_FOR_EVER = """
import asyncio, os, signal, sys, time
from functools import partial
from bot.pool.thinker import Thinker

async def main():
    async with Thinker.open(1) as thinker:
        interrupted = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupted.set)
        print(await thinker.jobs.run(os.getpid, 5), flush=True)
        await interrupted.wait()
        print(await thinker.jobs.run(os.getpid, 5), flush=True)
        await thinker.jobs.run(partial(time.sleep, 60), 90)

asyncio.run(main())
"""


@POSIX
async def test_signals_and_death_of_the_parent() -> None:
    """A worker outlives the Ctrl-C that its parent gets, and dies with a parent that is killed."""
    with subprocess.Popen(  # noqa: ASYNC220 - nothing else runs in this loop
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
    assert "KeyboardInterrupt" not in errors
    await until(lambda: not is_alive(worker))


# A machine on which the engine has to be compiled first.


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cold]:
    """Nothing is compiled there, until the test says so."""
    with cold_machine(tmp_path, monkeypatch) as cold:
        yield cold


async def ask(thinker: Thinker, rules: str, level: Level = Level.PERFECT) -> int:
    """A first move."""
    start = Position.start(Rules.parse(rules))
    return await thinker.choose(start, level, Limit(nodes=100), seed=1)


@COMPILED
@PROC
@pytest.mark.usefixtures("kernels_as_needed")
async def test_small_boards_are_there_at_once(cold: Cold) -> None:
    """Others are refused while one process compiles for all workers, and answered afterwards."""
    heard: list[str] = []
    async with Thinker.open(2) as thinker:
        thinker.jobs.kernels.when_ready(lambda: heard.append("prepared"))
        assert not thinker.jobs.is_ready
        assert (await thinker.analyse(ALMOST_WON, Limit(seconds=1.0))).best == 3
        assert await ask(thinker, "3x3", Level.EASY)
        for rules in ("4x4", "connect4", "gomoku"):
            with pytest.raises(EngineCompiling):
                await ask(thinker, rules)
        assert len(cold.compilers()) == 1
        assert heard == []
        cold.fill()
        await thinker.jobs.wait_until_ready()
        assert await ask(thinker, "4x4")
        assert cold.compilers() == []
        assert set(heard) == {"prepared"}


@COMPILED
async def test_workers_that_start_late_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after the end of a cluster: nothing has to be compiled, and nobody is told so."""
    monkeypatch.setattr("bot.pool.job_runner._START_TIMEOUT", 0.0)
    thinker = Thinker(1)
    try:
        assert await ask(thinker, "4x4")
    finally:
        await thinker.close()


@pytest.mark.thorough
@COMPILED
@PROC
@pytest.mark.usefixtures("kernels_as_needed")
async def test_a_compiler_that_dies_is_replaced(
    cold: Cold, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one resumes where it was interrupted."""
    monkeypatch.setattr("bot.pool.compiling._RETRY_DELAYS", (0.01,))
    async with Thinker.open(1) as thinker:
        await until(lambda: bool(cold.compilers()))
        (first,) = cold.compilers()
        os.kill(first, signal.SIGKILL)
        await until(lambda: cold.compilers() not in ([], [first]))
        cold.fill()
        await thinker.jobs.wait_until_ready()
        assert await ask(thinker, "4x4")


@pytest.mark.thorough
@COMPILED
@PROC
async def test_the_end_does_not_wait_for_the_compiler(cold: Cold) -> None:
    """Nothing is left of what was begun."""
    async with Thinker.open(2):
        await until(lambda: bool(cold.compilers()))
    # killed, but perhaps not gone yet; the two of multiprocessing's own end with this process
    ours = re.compile("resource_tracker|forkserver").search
    await until(lambda: all(map(ours, cold.processes().values())))


COMPILE_FOR_EVER = """
import asyncio
from bot.pool.thinker import Thinker

async def main():
    async with Thinker.open(2) as thinker:
        print(thinker.jobs.is_ready, flush=True)
        await thinker.jobs.wait_until_ready()

asyncio.run(main())
"""


@COMPILED
@PROC
@pytest.mark.parametrize(
    "blow", [signal.SIGINT, *thorough(signal.SIGKILL, signal.SIGTERM)], ids=str
)
async def test_no_process_outlives_the_program(cold: Cold, blow: int) -> None:
    """However it ends while the engine is compiled; Ctrl-C reaches all, as in a terminal."""
    with subprocess.Popen(  # noqa: ASYNC220 - nothing else runs in this loop
        [sys.executable, "-c", COMPILE_FOR_EVER],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "False\n"
        assert len(cold.processes()) >= 4
        (os.killpg if blow == signal.SIGINT else os.kill)(program.pid, blow)
        program.communicate()
    await until(lambda: cold.processes() == {})
