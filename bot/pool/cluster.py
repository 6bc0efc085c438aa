"""A Dask cluster that runs the engine, while it can be reached.

    threads with jobs ─▶ Client ──▶ scheduler ──▶ workers elsewhere, one job each
                           ▲
         the watcher finds the scheduler, counts slots, and restarts workers that hang

Dask's client has its own thread, and may wait for ever. Therefore each call here has a timeout.
A cluster has no authentication: it belongs in a private network.
"""

from __future__ import annotations

import logging
import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from distributed import Client, Future, KilledWorker, Security, Worker, WorkerPlugin
from distributed.client import ClosedClientError

from bot.errors import EngineUnavailable
from bot.monitoring.reach import unreached
from bot.pool import TlsFiles
from bot.pool import worker as one_worker
from bot.pool.worker import Watch, WorkerLost, computed_beside
from engine import warm_up

T = TypeVar("T")

log = logging.getLogger(__name__)

MOST_SLOTS: Final = 64
"""The most jobs that this process has in the cluster at a time."""
CONTACT: Final = 10.0
"""Seconds for the scheduler to answer, on a busy machine too. After that it counts as gone."""
_FAREWELL: Final = 3.0
"""Seconds to leave the cluster."""
PERIOD: Final = 2.0
"""Seconds between two checks of the scheduler, or between two tries to find it."""
_BROKEN: Final = (CancelledError, ClosedClientError, OSError)
"""The errors that Dask raises if the connection to the scheduler breaks."""


class ClusterUnavailable(EngineUnavailable):
    """The cluster cannot be reached now. The job is not to blame, so it may run elsewhere."""


class WarmUp(WorkerPlugin):
    """A Dask plugin: each worker of the cluster compiles the engine before its first job."""

    name = "kinarow-warm-up"
    idempotent = True

    def setup(self, worker: Worker) -> None:
        """Compile the engine. Dask calls this in each worker, even in one that joins later."""
        warm_up()


class Cluster:
    """The cluster whose scheduler is at an address. It need not be running yet."""

    def __init__(self, address: str, tls: TlsFiles | None = None) -> None:
        self._address = address
        self._security = _security(tls)
        self._trouble = "has not answered yet"
        self._closed = threading.Event()
        self._looked_once = threading.Event()
        self._wake = threading.Event()
        """Set to wake the watcher early."""
        self._client: Client | None = None
        self._slots = 0
        self._hung: SimpleQueue[tuple[Client, Future[Any]]] = SimpleQueue()
        self._watcher = threading.Thread(target=self._watch, name="cluster", daemon=True)

    @property
    def slots(self) -> int:
        """How many jobs the cluster can run at a time; 0 while it cannot be reached."""
        return self._slots if self._client is not None else 0

    @property
    def trouble(self) -> str | None:
        """Why the cluster cannot be used now, in words for people who run the bot."""
        if self._client is None:
            return f"the cluster at {self._address} {self._trouble}"
        return None if self._slots else f"the cluster at {self._address} has no workers"

    def open(self) -> None:
        """Start the watcher, and wait until it has looked for the scheduler once."""
        _silence_dask()
        self._watcher.start()
        self._looked_once.wait()

    def close(self) -> None:
        """Leave the cluster. Jobs that still wait there get ClusterUnavailable."""
        self._closed.set()
        self._wake.set()
        self._looked_once.set()
        if self._watcher.is_alive():
            self._watcher.join(_FAREWELL)  # it may be waiting for workers that compile

    def run(self, job: Callable[[], T], seconds: float) -> T:
        """Run a job in the cluster, and return its result.

        Raises ClusterUnavailable if the cluster cannot be reached, and WorkerLost if the job
        killed its worker, if that stands still, or if the job computes for longer than `seconds`
        on each core. Errors of the job itself are raised here.
        """
        client = self._client
        if client is None or self._closed.is_set():
            raise ClusterUnavailable(f"no cluster at {self._address}")
        try:
            future = client.submit(job, pure=False)
        except _BROKEN as error:
            raise self._lost_cluster(client, error) from error
        try:
            return self._wait(client, future, seconds)
        except (KilledWorker, MemoryError) as error:
            raise WorkerLost(f"a worker of the cluster was lost: {error!r}") from error
        except _BROKEN as error:
            raise self._lost_cluster(client, error) from error

    def _wait(self, client: Client, future: Future[T], seconds: float) -> T:
        """Return the result of a job, unless the cluster is closed meanwhile.

        Raises WorkerLost if its worker hangs.
        """
        watched: str | None = None
        watch = Watch(seconds, 0.0)
        while True:
            try:
                return future.result(one_worker.LOOK)
            except TimeoutError:
                if self._closed.is_set():
                    raise ClusterUnavailable(f"left the cluster at {self._address}") from None
            worker, computed = _look(client, future)
            if worker != watched and computed is not None:
                watched, watch = worker, Watch(seconds, computed)
            if (trouble := watch.trouble(computed)) is not None:
                self._hung.put((client, future))
                self._wake.set()
                raise WorkerLost(f"a worker of the cluster was lost: {trouble}")

    def _lost_cluster(self, client: Client, error: BaseException) -> ClusterUnavailable:
        """Stop using the scheduler until the watcher finds it again, and return the error."""
        self._drop_client(client, error)
        return ClusterUnavailable(f"the cluster at {self._address} is gone: {error!r}")

    def _drop_client(self, client: Client, error: BaseException) -> None:
        if self._client is client:
            self._trouble = _describe(error)
            self._client = None
            log.warning("the cluster at %s is gone: thinking here meanwhile", self._address)
            threading.Thread(target=_close_client, args=(client,), daemon=True).start()
        self._wake.set()

    # The watcher.

    def _watch(self) -> None:
        while not self._closed.is_set():
            self._wake.clear()
            if self._client is None:
                self._find()
            else:
                self._check(self._client)
            self._looked_once.set()
            self._wake.wait(PERIOD)
        if self._client is not None:
            _close_client(self._client)

    def _find(self) -> None:
        try:
            self._greet()
            client = Client(
                self._address,
                timeout=CONTACT,
                set_as_default=False,
                name="kinarow",
                security=self._security,
            )
        except (OSError, ValueError) as error:
            why = unreached(error, urlsplit(self._address).netloc) or error
            is_refused = isinstance(error, ssl.SSLError)
            self._trouble = f"cannot be used: {why}" if is_refused else _describe(error)
            if not self._looked_once.is_set():
                log.warning("no cluster at %s: thinking here meanwhile (%s)", self._address, why)
            return
        try:
            # without a timeout, because a slow machine needs long to compile
            client.sync(_call, client.register_plugin, WarmUp())
            self._slots = _slots(client)
        except Exception as error:  # workers with another version may raise anything
            log.warning("the cluster at %s cannot run the engine: %r", self._address, error)
            self._trouble = "cannot run the engine"
            _close_client(client)
            return
        self._client = client
        log.info("the cluster at %s thinks: %s slots", self._address, self._slots)

    def _greet(self) -> None:
        """Wait for the first message of the scheduler. Raises OSError.

        Dask's client waits for ever for one that accepts the connection and then hangs.
        """
        where = urlsplit(self._address)
        with closing(socket.create_connection((where.hostname, where.port), CONTACT)) as opened:
            if self._security is not None:
                context = self._security.get_connection_args("client")["ssl_context"]
                with context.wrap_socket(opened) as encrypted:
                    encrypted.recv(1)
            else:
                opened.recv(1)

    def _check(self, client: Client) -> None:
        try:
            while not self._hung.empty():
                _restart_hung_worker(*self._hung.get())
            self._slots = _slots(client)
        except _BROKEN as error:
            self._drop_client(client, error)


def _security(tls: TlsFiles | None) -> Security | None:
    if tls is None:
        return None
    return Security(
        require_encryption=True,
        tls_ca_file=str(tls.authority),
        tls_client_cert=str(tls.certificate),
        tls_client_key=str(tls.key),
    )


def _describe(error: BaseException) -> str:
    """Distinguish a scheduler that says nothing from one that is not there."""
    return "stands still" if isinstance(error, TimeoutError) else "is gone"


def _slots(client: Client) -> int:
    """Return how many jobs all workers can run at a time, as the scheduler says.

    A worker that still compiles the engine does not count.
    """
    workers = _query_scheduler(client, "identity", CONTACT, n_workers=-1)["workers"].values()
    ready = (worker for worker in workers if worker["status"] == "running")
    return min(MOST_SLOTS, sum(int(worker["nthreads"]) for worker in ready))


def _restart_hung_worker(client: Client, future: Future[Any]) -> None:
    """Restart the worker that runs a job. If no worker runs it, only cancel the job."""
    workers = _workers_of(client, future, CONTACT)
    future.cancel()
    if workers:
        log.warning("restarting %s, which hangs", *workers)
        # A worker without a nanny cannot be restarted. It is free again after its job.
        with suppress(ValueError, TimeoutError):
            client.restart_workers(workers, timeout=CONTACT)


def _look(client: Client, future: Future[Any]) -> tuple[str | None, float | None]:
    """The worker that runs a job, and the CPU seconds that its jobs have taken in all.

    None for what is not known within a moment; whether the scheduler is gone is for the watcher.
    """
    worker = None
    with suppress(TimeoutError):
        if workers := _workers_of(client, future, one_worker.LOOK):
            worker = workers[0]
            ask = partial(client.run, computed_beside, workers=workers, on_error="return")
            seconds = client.sync(_call, ask, callback_timeout=one_worker.LOOK).get(worker)
            if isinstance(seconds, float):
                return worker, seconds
    return worker, None


def _workers_of(client: Client, future: Future[Any], seconds: float) -> list[str]:
    """The worker that runs a job, or none while the job waits. Raises TimeoutError."""
    held = _query_scheduler(client, "processing", seconds, workers=None)
    return [worker for worker, keys in held.items() if future.key in keys]


def _query_scheduler(client: Client, question: str, seconds: float, **about: Any) -> Any:
    """Ask the scheduler, and return its answer. Raises TimeoutError if that takes too long."""
    if client.status != "running" or client.scheduler is None:
        raise OSError(f"the client is {client.status}, and may have lost its scheduler")
    return client.sync(getattr(client.scheduler, question), callback_timeout=seconds, **about)


async def _call(function: Callable[..., Any], *args: Any) -> Any:
    """Await a method of a Dask client. It runs in the event loop of the client."""
    return await function(*args)


def _close_client(client: Client) -> None:
    """Close a client. Ignore its errors, because its scheduler may be gone."""
    with suppress(Exception):
        client.close(timeout=_FAREWELL)


def _silence_dask() -> None:
    """Silence Dask's loggers: they write to stderr what the watcher logs in one line."""
    for name in ("distributed", "distributed.client", "distributed.gc"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.CRITICAL)
