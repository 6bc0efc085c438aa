"""A real scheduler and two workers on this machine, and what becomes of games when they die."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing import active_children, parent_process
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import EngineCompiling, EngineUnavailable
from bot.pool import TlsFiles
from bot.pool.thinker import Thinker
from engine import Level, Limit, Position, Rules, analyse, judge
from tests.bot.pool.jobs import SHORT, compute_for_ever, meet, work_slowly
from tests.bot.waiting import POSIX, is_alive
from tests.cold import COMPILED, cold_machine
from tests.ports import free_port
from tests.soon import PATIENCE
from tests.thorough import long

pytestmark = [pytest.mark.asyncio(loop_scope="module"), POSIX]

ROOT = Path(__file__).parents[3]
TINY = Position.start(Rules(3, 3, 3))
MIDDLE = Position.from_moves(Rules.parse("5x5x4"), [13, 7, 8])


class Dask:
    """A scheduler and its workers, each a process of its own, as they are in production."""

    def __init__(
        self, folder: Path, *options: str, workers: int = 2, tls: TlsFiles | None = None
    ) -> None:
        self._folder = folder
        self._options = options
        """The options of its own workers."""
        self._count = workers
        self._tls = tls
        self.port = free_port()
        self.address = f"{'tls' if tls else 'tcp'}://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Let them start; it takes a few seconds until they are there."""
        protocol = self.address.partition(":")[0]
        place = ("--host", "127.0.0.1", "--port", str(self.port), "--protocol", protocol)
        self.scheduler = self._run("scheduler", *place)
        self.workers = [self.worker(*self._options) for _ in range(self._count)]

    def worker(self, *options: str) -> subprocess.Popen[bytes]:
        """One more, which is for the caller to end."""
        usual = ("--nthreads", "1", "--host", "127.0.0.1", "--memory-limit", "0")
        return self._run("worker", self.address, *usual, *options)

    def stop(self) -> None:
        """End all of them at once."""
        for process in filter(None, (self.scheduler, *self.workers)):
            end(process)
        self.scheduler, self.workers = None, []

    @property
    def has_scheduler(self) -> bool:
        """Whether its scheduler has not ended."""
        return self.scheduler is not None and self.scheduler.poll() is None

    def kill_scheduler(self) -> None:
        """The scheduler dies, which ends the workers too."""
        assert self.scheduler is not None
        os.killpg(self.scheduler.pid, signal.SIGKILL)
        self.scheduler.wait()

    def restart(self) -> None:
        """What watches over the processes starts them anew; they know of nothing."""
        self.stop()
        self.start()

    def freeze_scheduler(self, *, frozen: bool) -> None:
        """The scheduler's machine stands still, or goes on."""
        assert self.scheduler is not None
        os.killpg(self.scheduler.pid, signal.SIGSTOP if frozen else signal.SIGCONT)

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        options = ("--tls-ca-file", "--tls-cert", "--tls-key")
        tls = [str(word) for pair in zip(options, self._tls or (), strict=False) for word in pair]
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard", *tls],
            cwd=self._folder,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
                # a worker that is restarted need not import Dask anew
                "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "forkserver",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children."""
    with suppress(ProcessLookupError):  # workers leave by themselves without a scheduler
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


AS_NEEDED = "from bot.pool import cluster\ncluster.warm_up = lambda: None\n"
"""Loaded by a worker: it loads a kernel with the first job that needs it, which saves seconds."""
NO_NANNY = "--no-nanny"
"""An option of a worker that nobody has to restart: it is one process, not two."""


def as_needed(folder: Path) -> tuple[str, str]:
    """The option of workers that load that."""
    preload = folder / "as_needed.py"
    preload.write_text(AS_NEEDED)
    return "--preload", str(preload)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A cluster with two workers."""
    folder = tmp_path_factory.mktemp("dask")
    dask = Dask(folder, *as_needed(folder))
    dask.start()
    yield dask
    dask.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def thinker(dask: Dask) -> AsyncIterator[Thinker]:
    """Thinks in the cluster."""
    async with Thinker.open(1, dask.address) as thinker:
        await until_slots(thinker, 2)
        yield thinker


@pytest.fixture(autouse=True)
async def _whole(thinker: Thinker, dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test finds the cluster whole, and a start may take its time to look for one."""
    if not dask.has_scheduler:
        dask.restart()
    monkeypatch.setattr("bot.pool.job_runner._START_TIMEOUT", PATIENCE)
    await until_slots(thinker, 2)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that other processes do."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - no event reaches us from there
            await asyncio.sleep(0.05)


async def until_slots(thinker: Thinker, slots: int) -> None:
    """Wait for so many workers of the cluster to be ready, or for none."""
    cluster = thinker.jobs._cluster
    assert cluster is not None
    await until(lambda: cluster.slots == slots)


def family() -> tuple[int, int]:
    """The job's process, and the one that wanted it."""
    parent = parent_process()
    return os.getpid(), parent.pid or 0 if parent else 0


def sleep_the_first_time(path: Path) -> int:
    """A job that leaves its process's id and sleeps, and when tried again returns its own."""
    if not path.exists():
        path.with_suffix(".part").write_text(str(os.getpid()))
        path.with_suffix(".part").rename(path)
        time.sleep(600)
    return os.getpid()


def here(parent: int) -> bool:
    """Whether a process with this parent is one of this program's own workers."""
    return parent == os.getpid()


async def test_answers_are_those_of_a_worker_here(thinker: Thinker) -> None:
    """For a limit of nodes a cluster finds what this process finds, to the last node."""
    limit = Limit(nodes=3_000)
    analysis = await thinker.analyse(MIDDLE, limit)
    expected = analyse(MIDDLE, limit)
    assert (analysis.verdicts, analysis.line, analysis.nodes) == (
        expected.verdicts,
        expected.line,
        expected.nodes,
    )
    assert await thinker.judge(MIDDLE, 9, limit, None) == judge(MIDDLE, 9, limit, None)
    first, again = [await thinker.choose(MIDDLE, Level.EASY, limit, seed=7) for _ in range(2)]
    assert first == again


async def test_jobs_run_in_the_cluster(thinker: Thinker, tmp_path: Path) -> None:
    """Two jobs at once are in two processes, neither of which is this one's child."""
    assert thinker.jobs.location == "a cluster with 2 slots"
    both = (thinker.jobs.run(partial(meet_family, tmp_path), 30) for _ in range(2))
    found = await asyncio.gather(*both)
    assert len({pid for pid, _ in found}) == 2
    assert not any(here(parent) for _, parent in found)


def wait_for(begun: Path, gone: Path) -> tuple[int, int]:
    """A job that tells that it has begun, and ends when the scheduler has gone."""
    (begun / str(os.getpid())).touch()
    while not gone.exists():
        time.sleep(0.05)
    return family()


def meet_family(folder: Path) -> tuple[int, int]:
    """A job of which two run at a time."""
    meet(folder, "begun", 2)
    return family()


SLOW_START = """
import time
from pathlib import Path
from bot.pool import cluster

def warm_up():
    while not Path({path!r}).exists():
        time.sleep(0.05)

cluster.warm_up = warm_up
"""
"""Loaded by a worker before it joins: compiling takes until there is a file."""


async def test_a_worker_that_still_compiles_is_no_slot(
    thinker: Thinker, dask: Dask, tmp_path: Path
) -> None:
    """A worker counts from when it takes jobs, which is after it has joined."""
    cluster = thinker.jobs._cluster
    assert cluster is not None
    client = cluster._client
    assert client is not None
    compiled, preload = tmp_path / "compiled", tmp_path / "slow_start.py"
    preload.write_text(SLOW_START.format(path=str(compiled)))
    third = dask.worker("--preload", str(preload))
    try:
        await until(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == 3)
        await asyncio.to_thread(cluster._check, client)
        assert cluster.slots == 2
        compiled.touch()
        await until_slots(thinker, 3)
    finally:
        end(third)
        await until_slots(thinker, 2)


async def test_an_error_in_a_clusters_job_comes_through(thinker: Thinker) -> None:
    """A defect in the engine comes through as it is."""
    with pytest.raises(ZeroDivisionError):
        await thinker.jobs.run(partial(divmod, 1, 0), 30)


async def test_a_slow_worker_is_waited_for(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine of the cluster that has much else to do makes no job fail."""
    monkeypatch.setattr("bot.pool.worker.LOOK", 0.1)
    monkeypatch.setattr("bot.pool.worker.STILL", 10_000)
    assert await thinker.jobs.run(work_slowly, SHORT) not in {
        child.pid for child in active_children()
    }


@pytest.mark.thorough
async def test_a_killed_worker_costs_time_not_the_answer(thinker: Thinker, tmp_path: Path) -> None:
    """Another worker of the cluster takes over what a killed one was doing."""
    job = asyncio.create_task(thinker.jobs.run(partial(sleep_the_first_time, tmp_path / "pid"), 60))
    await until((tmp_path / "pid").exists)
    os.kill(killed := int((tmp_path / "pid").read_text()), signal.SIGKILL)
    assert await job not in (killed, os.getpid())


@pytest.mark.thorough
@pytest.mark.parametrize("stopped", [True, *long(False)])
async def test_a_hanging_job_is_given_up_and_its_worker_restarted(
    thinker: Thinker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, stopped: bool
) -> None:
    """A worker here tries once more; the one that hangs is ended, and the cluster is whole.

    It waits for what never comes, or its machine has stopped it.
    """
    monkeypatch.setattr("bot.pool.worker.STILL", 3)
    path = tmp_path / "pid"
    job = asyncio.create_task(thinker.jobs.run(partial(sleep_the_first_time, path), 60))
    await until(path.exists)
    hanging = int(path.read_text())
    if stopped:
        os.kill(hanging, signal.SIGSTOP)
    assert await job not in (hanging, os.getpid())
    await until(lambda: not is_alive(hanging))


@pytest.mark.thorough
async def test_a_job_that_computes_for_ever_is_given_up(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker here tries it once more, and then that is the end of it."""
    monkeypatch.setattr("bot.pool.worker.LOOK", 0.1)
    monkeypatch.setattr("bot.pool.worker.STILL", 10_000)
    with pytest.raises(EngineUnavailable, match="has computed"):
        await thinker.jobs.run(compute_for_ever, SHORT)


@pytest.mark.thorough
async def test_a_poisoned_job_spoils_no_other(thinker: Thinker) -> None:
    """A job that kills each worker it meets is given up, and others are answered."""
    poison = asyncio.create_task(thinker.jobs.run(partial(os._exit, 1), 60))
    others = [asyncio.create_task(thinker.jobs.run(family, 60)) for _ in range(4)]
    with pytest.raises(EngineUnavailable):
        await poison
    assert os.getpid() not in {pid for pid, _ in await asyncio.gather(*others)}


@pytest.mark.thorough
async def test_without_its_scheduler_this_machine_thinks(
    thinker: Thinker, dask: Dask, tmp_path: Path
) -> None:
    """Jobs under way and later ones are done here, and in the cluster again when it is back."""
    begun, gone = tmp_path / "begun", tmp_path / "gone"
    begun.mkdir()
    wait = partial(wait_for, begun, gone)
    waits = [asyncio.create_task(thinker.jobs.run(wait, 30)) for _ in range(2)]
    await until(lambda: len([*begun.iterdir()]) == 2)
    dask.kill_scheduler()
    gone.touch()
    families = await asyncio.gather(*waits)
    assert all(here(parent) for _, parent in families)
    _, parent = await thinker.jobs.run(family, 30)
    assert here(parent)
    dask.restart()
    await until_slots(thinker, 2)
    _, parent = await thinker.jobs.run(family, 30)
    assert not here(parent)


@pytest.mark.thorough
async def test_a_scheduler_that_stands_still_counts_as_gone(thinker: Thinker, dask: Dask) -> None:
    """Nobody waits longer than they would for a worker that hangs."""
    dask.freeze_scheduler(frozen=True)
    _, parent = await thinker.jobs.run(family, 2.0)
    assert here(parent)
    await until_slots(thinker, 0)
    assert thinker.jobs.trouble == f"the cluster at {dask.address} stands still"
    async with Thinker.open(1, dask.address) as new:  # which finds it like that
        assert new.jobs.trouble == thinker.jobs.trouble
        assert new.jobs.location == "1 process"
    dask.freeze_scheduler(frozen=False)
    await until_slots(thinker, 2)
    assert thinker.jobs.trouble is None


@pytest.mark.thorough
async def test_without_a_cluster_the_bot_starts(thinker: Thinker) -> None:
    """A scheduler that is not there yet is no reason not to play."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        async with Thinker.open(1, address) as lonely:
            assert lonely.jobs.location == "1 process"
            assert lonely.jobs.trouble == f"the cluster at {address} is gone"
            assert (await lonely.analyse(MIDDLE, Limit(nodes=100))).best in MIDDLE.legal


@pytest.fixture
def certificates(tmp_path: Path) -> TlsFiles:
    """An authority of our own, and what it has signed."""
    if (openssl := shutil.which("openssl")) is None:
        pytest.skip("there is no openssl to make certificates with")
    make = (openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2")
    files = TlsFiles(*(tmp_path / name for name in ("ca.pem", "bot.pem", "bot-key.pem")))
    authority = ("-keyout", "ca-key.pem", "-out", "ca.pem", "-subj", "/CN=authority")
    signed = ("-keyout", "bot-key.pem", "-out", "bot.pem", "-subj", "/CN=kinarow")
    by = ("-CA", "ca.pem", "-CAkey", "ca-key.pem")
    for words in ((*make, *authority), (*make, *signed, *by)):
        subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    return files


@pytest.mark.thorough
async def test_a_cluster_may_be_encrypted(tmp_path: Path, certificates: TlsFiles) -> None:
    """With certificates signed by one authority; without one nobody gets in."""
    dask = Dask(tmp_path, *as_needed(tmp_path), NO_NANNY, workers=1, tls=certificates)
    dask.start()
    try:
        async with Thinker.open(1, dask.address, tls=certificates) as thinker:
            await until_slots(thinker, 1)
            pid, _ = await thinker.jobs.run(family, 30)
            assert pid == dask.workers[0].pid
        async with Thinker.open(1, dask.address.replace("tls", "tcp")) as stranger:
            assert stranger.jobs.location == "1 process"
    finally:
        dask.stop()


@pytest.mark.thorough
@COMPILED
@pytest.mark.usefixtures("kernels_as_needed")
async def test_a_cluster_that_goes_leaves_time_to_compile(
    dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its own machine has never compiled the bot says so, and thinks when that is done."""
    with cold_machine(tmp_path, monkeypatch) as cold:
        async with Thinker.open(1, dask.address) as new:
            await until_slots(new, 2)
            assert new.jobs.is_ready
            assert (await new.analyse(MIDDLE, Limit(nodes=100))).best in MIDDLE.legal
            dask.kill_scheduler()
            await until_slots(new, 0)
            with pytest.raises(EngineCompiling):
                await new.analyse(MIDDLE, Limit(nodes=100))
            assert (await new.analyse(TINY, Limit(nodes=100))).best in TINY.legal
            cold.fill()
            await new.jobs.wait_until_ready()
            assert (await new.analyse(MIDDLE, Limit(nodes=100))).best in MIDDLE.legal
