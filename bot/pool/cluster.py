"""A Dask cluster, as long as it can be reached.

    threads that ask ──▶ Client ──▶ scheduler ──▶ workers elsewhere, one job each
                           ▲
         the watcher: finds the scheduler, counts slots, restarts workers that hang

Dask's own client runs in a thread of its own and waits for ever by itself; every call
here ends after a time of ours. Nothing in a cluster is authenticated: it belongs in a
private network.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from distributed import Client, Future, KilledWorker, Worker, WorkerPlugin
from distributed.client import ClosedClientError

from bot.errors import EngineUnavailable
from bot.pool.worker import Lost
from engine import warm_up

T = TypeVar("T")

log = logging.getLogger(__name__)

MOST_SLOTS: Final = 64
"""Jobs that this process has in the cluster at a time, however large that is."""
CONTACT: Final = 3.0
"""Seconds for the scheduler to answer before it counts as gone."""
PERIOD: Final = 2.0
"""Seconds between two looks at the scheduler, and between two tries to find it."""
_BROKEN: Final = (CancelledError, ClosedClientError, OSError)
"""What Dask raises where the line to its scheduler breaks."""


class Gone(EngineUnavailable):
    """There is no cluster to ask at present; the job has done nothing wrong."""


class WarmUp(WorkerPlugin):
    """Lets each worker of the cluster compile the engine before its first job."""

    name = "kinarow-warm-up"
    idempotent = True

    def setup(self, worker: Worker) -> None:
        """Called by the worker, also by one that joins later."""
        warm_up()


class Cluster:
    """The scheduler at an address, whether it is there or not."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._closed = threading.Event()
        self._first_look = threading.Event()
        self._look = threading.Event()
        """Set to have the watcher look before its time."""
        self._client: Client | None = None
        self._slots = 0
        self._hung: SimpleQueue[tuple[Client, Future[Any]]] = SimpleQueue()
        self._watcher = threading.Thread(target=self._watch, name="cluster", daemon=True)

    @property
    def slots(self) -> int:
        """How many jobs it takes at a time; 0 while it is gone."""
        return self._slots if self._client is not None else 0

    def open(self) -> None:
        """Look for the scheduler, and from now on again and again; waits for the first look."""
        _hush_dask()
        self._watcher.start()
        self._first_look.wait()

    def close(self) -> None:
        """Leave the cluster; who still waits there gets Gone."""
        self._closed.set()
        self._look.set()
        self._first_look.set()
        self._watcher.join(CONTACT)  # it may be waiting for workers that compile

    def run(self, job: Callable[[], T], seconds: float) -> T:
        """Do a job there, for no longer than `seconds`.

        Raises Gone where the cluster cannot be reached, Lost where the job killed its
        worker or took too long. What the job itself raises is raised here.
        """
        client = self._client
        if client is None or self._closed.is_set():
            raise Gone(f"no cluster at {self._address}")
        try:
            future = client.submit(job, pure=False)
        except _BROKEN as error:
            raise self._gone(client, error) from error
        try:
            return future.result(seconds)
        except TimeoutError as error:
            self._hung.put((client, future))
            self._look.set()
            raise Lost(f"no answer from the cluster in {seconds:g} s") from error
        except (KilledWorker, MemoryError) as error:
            raise Lost(f"a worker of the cluster was lost: {error!r}") from error
        except _BROKEN as error:
            raise self._gone(client, error) from error

    def _gone(self, client: Client, error: BaseException) -> Gone:
        """The scheduler is not to be asked again until the watcher has found it."""
        self._let_go(client)
        return Gone(f"the cluster at {self._address} is gone: {error!r}")

    def _let_go(self, client: Client) -> None:
        if self._client is client:
            self._client = None
            log.warning("the cluster at %s is gone: thinking here meanwhile", self._address)
            threading.Thread(target=_leave, args=(client,), daemon=True).start()
        self._look.set()

    # The watcher.

    def _watch(self) -> None:
        while not self._closed.is_set():
            self._look.clear()
            if self._client is None:
                self._find()
            else:
                self._check(self._client)
            self._first_look.set()
            self._look.wait(PERIOD)
        if self._client is not None:
            _leave(self._client)

    def _find(self) -> None:
        try:
            client = Client(self._address, timeout=CONTACT, set_as_default=False, name="kinarow")
        except (OSError, ValueError) as error:
            if not self._first_look.is_set():
                log.warning("no cluster at %s: thinking here meanwhile (%s)", self._address, error)
            return
        try:
            # without a bound: a slow machine takes its time to compile
            client.sync(_call, client.register_plugin, WarmUp())
            self._slots = _slots(client)
        except Exception as error:  # whatever the workers raise: theirs may be another version
            log.warning("the cluster at %s cannot run the engine: %r", self._address, error)
            _leave(client)
            return
        self._client = client
        log.info("the cluster at %s thinks: %s slots", self._address, self._slots)

    def _check(self, client: Client) -> None:
        try:
            while not self._hung.empty():
                _free(*self._hung.get())
            self._slots = _slots(client)
        except _BROKEN:
            self._let_go(client)


def _slots(client: Client) -> int:
    """How many jobs the workers take together, as the scheduler says.

    One that still compiles the engine has joined, but is given no jobs yet.
    """
    if client.status != "running":
        raise OSError(f"the client is {client.status}")
    workers = _ask(client, "identity", n_workers=-1)["workers"].values()
    ready = (worker for worker in workers if worker["status"] == "running")
    return min(MOST_SLOTS, sum(int(worker["nthreads"]) for worker in ready))


def _free(client: Client, future: Future[Any]) -> None:
    """Restart the worker that hangs in a job, if the job is not merely waiting for one."""
    held = _ask(client, "processing", workers=None)
    workers = [worker for worker, keys in held.items() if future.key in keys]
    future.cancel()
    if workers:
        log.warning("restarting %s, which hangs", *workers)
        # Those without a nanny cannot be restarted; they come back when they have done.
        with suppress(ValueError, TimeoutError):
            client.restart_workers(workers, timeout=CONTACT)


def _ask(client: Client, question: str, **about: Any) -> Any:
    """What the scheduler answers."""
    if client.scheduler is None:
        raise OSError("the client has just lost its scheduler")
    return client.sync(getattr(client.scheduler, question), callback_timeout=CONTACT, **about)


async def _call(function: Callable[..., Any], *args: Any) -> Any:
    """Await what a method of a client gives inside its own loop."""
    return await function(*args)


def _leave(client: Client) -> None:
    """Close a client; one whose scheduler is gone may complain."""
    with suppress(Exception):
        client.close(timeout=CONTACT)


def _hush_dask() -> None:
    """Dask's loggers write to stderr by themselves, and tell at length what the watcher says."""
    for name in ("distributed", "distributed.client", "distributed.gc"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.CRITICAL)
