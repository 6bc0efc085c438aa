"""A machine on which the engine is being compiled for as long as a test likes."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from filelock import FileLock

from engine import ALL_KERNELS, compiled_kernels, warm_up
from engine.compiler import LOCK
from engine.kernels import cache

COMPILED: Final = pytest.mark.skipif(
    "NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled with NUMBA_DISABLE_JIT"
)
PROC: Final = pytest.mark.skipif(
    not Path("/proc").exists(), reason="only Linux tells what other processes were started with"
)
_FOLDER: Final = "NUMBA_CACHE_DIR"
_ASK: Final = """
from engine import is_compiled
from engine.kernels import cache
assert not is_compiled()
print(cache.folder())
"""


@functools.cache
def _kept_in() -> Path:
    """Where compiled kernels lie in a cache, from its root on: a path of numba's own making."""
    with TemporaryDirectory() as root:
        environ = {**os.environ, _FOLDER: root}
        told = subprocess.run(
            [sys.executable, "-c", _ASK], env=environ, capture_output=True, text=True, check=True
        )
        return Path(told.stdout.strip()).relative_to(root)


def _is_mark(file: Path) -> bool:
    """Whether a file records that others are there."""
    return file.suffix not in {".nbc", ".nbi"}


class Cold:
    """An empty cache for compiled kernels, in which somebody holds the lock."""

    def __init__(self, root: Path, folder: Path, lock: FileLock) -> None:
        self.environ = {_FOLDER: str(root)}
        """The environment of processes that find it empty."""
        self.folder = folder
        self._root = root
        self._lock = lock

    def fill(self) -> None:
        """Suddenly everything is compiled, and the lock is free."""
        warm = cache.folder()
        assert warm is not None, "the tests have compiled the engine somewhere"
        for file in sorted(warm.iterdir(), key=_is_mark):
            if file.name != LOCK:
                shutil.copy2(file, self.folder)
        self.let_go()

    def note(self, stage: str, fraction: float) -> None:
        """Somebody has compiled so much of a stage."""
        (self.folder / f"{stage}.progress").write_text(f"{fraction:.2f}")

    def let_go(self) -> None:
        """The lock is free, and nothing is compiled."""
        self._lock.release()

    def processes(self) -> dict[int, str]:
        """The processes that were started with it, and their command lines."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if f"{_FOLDER}={self._root}".encode() in (process / "environ").read_bytes():
                    found[int(process.name)] = (process / "cmdline").read_text()
            except OSError:  # it has ended meanwhile
                continue
        return {pid: words for pid, words in found.items() if words}

    def compilers(self) -> list[int]:
        """Those that compile, or wait for others to do so."""
        return [pid for pid, words in self.processes().items() if "engine.compiler" in words]


@contextmanager
def cold_cache(root: Path) -> Iterator[Cold]:
    """A cache in a folder, empty until it is filled."""
    if compiled_kernels() != ALL_KERNELS:
        warm_up()
    place = root / _kept_in()
    place.mkdir(parents=True)
    with FileLock(place / LOCK) as lock:
        yield Cold(root, place, lock)


@contextmanager
def cold_machine(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cold]:
    """The same for every process that is started from here."""
    with cold_cache(root) as cold:
        for name, value in cold.environ.items():
            monkeypatch.setenv(name, value)
        # workers are copies of another process than usual, which finds the cache empty
        copied = forkserver.ForkServer()
        for name in ("connect_to_new_process", "set_forkserver_preload"):
            monkeypatch.setattr(forkserver, name, getattr(copied, name))
        yield cold
