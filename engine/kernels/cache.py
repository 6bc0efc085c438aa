"""Where compiled kernels are kept from one run to the next.

A kernel is made of functions from several files, but numba looks at only one of those. So every
state of the sources has a folder of its own, named by a hash of them all:

    <base>/kinarow-<hash of the sources>/

Neither times nor paths of files count: a fresh clone, or a copy of the folder elsewhere, finds all
that was compiled for the same sources. The base is the first of these that can be written to:
NUMBA_CACHE_DIR where it is set, the `__pycache__` beside the kernels, the cache of the user.

A mark in the folder says that a stage is there (engine/compiling.py): for one version of Python,
one of numba and one processor, since each has files of its own.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_LOGGER = logging.getLogger(__name__)
_ROOM: Final = Path(__file__).parent
_SOURCES: Final = (_ROOM, _ROOM.parent / "wide_kernels")
_BESIDE: Final = _ROOM / "__pycache__"
_PREFIX: Final = "kinarow-"
_NOTE: Final = ".progress"
_KEPT: Final = 30 * 24 * 3600.0
"""Seconds after which a folder of other sources, in a base that is shared, is old."""
_DIGITS: Final = 12
"""The length of a hash in a name: short, since Windows takes 260 letters for a path."""


@cache
def folder() -> Path | None:
    """The folder for the current sources, made where it is missing; None where none can be made."""
    for base in bases():
        found = base / f"{_PREFIX}{source_hash(_SOURCES)}"
        try:
            found.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=found).close()
        except OSError:
            continue
        return found
    _LOGGER.warning("no folder to keep compiled kernels in: each process compiles its own")
    return None


def bases() -> Iterator[Path]:
    """Where the folder may be, the best place first."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen)
    yield _BESIDE
    with suppress(RuntimeError):  # a user without a home
        if sys.platform == "win32":
            of_user = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            of_user = Path.home() / "Library" / "Caches"
        else:
            of_user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        yield Path(of_user) / "kinarow"


def source_hash(folders: Iterable[Path]) -> str:
    """A hash of the names and contents of the Python files in some folders."""
    found = sha256()
    for file in (file for folder in folders for file in sorted(folder.glob("*.py"))):
        content = file.read_bytes()
        found.update(f"{file.parent.name}/{file.name} {len(content)} ".encode() + content)
    return found.hexdigest()[:_DIGITS]


def is_done(stage: str) -> bool:
    """Whether a stage is there, or kernels are not compiled at all (NUMBA_DISABLE_JIT)."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}:
        return True
    return (mark := _mark(stage)) is not None and mark.exists()


def mark_done(stage: str) -> None:
    """Note that all kernels of a stage have been compiled."""
    if (mark := _mark(stage)) is not None and not mark.exists():
        mark.touch()
        note(stage, 1.0)


def note(stage: str, fraction: float) -> None:
    """Note for other processes how much of a stage is compiled."""
    if (kept_in := folder()) is not None:
        (kept_in / f"{stage}{_NOTE}").write_text(f"{fraction:.2f}")


def noted(stage: str) -> float:
    """How much of a stage was compiled when that was noted last."""
    kept_in = folder()
    try:
        return float((kept_in / f"{stage}{_NOTE}").read_text()) if kept_in is not None else 0.0
    except (OSError, ValueError):  # nothing has been noted, or it is being noted right now
        return 0.0


def clear_others() -> None:
    """Remove what was compiled for other sources: beside the kernels all, elsewhere what is old.

    Installations that share a base may each still need their own.
    """
    if (kept_in := folder()) is None:
        return
    os.utime(kept_in)
    oldest = time.time() - _KEPT
    for other in kept_in.parent.glob(f"{_PREFIX}*"):
        alone = other.parent == _BESIDE
        if other != kept_in and (alone or other.stat().st_mtime < oldest):
            shutil.rmtree(other, ignore_errors=True)


def _mark(stage: str) -> Path | None:
    kept_in = folder()
    return None if kept_in is None else kept_in / f"{stage}-{_machine()}"


@cache
def _machine() -> str:
    """What compiled code is made for."""
    # these take time to load, and are rarely needed
    from importlib.metadata import version

    from llvmlite import binding

    features = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    digits = sha256(features.encode()).hexdigest()[:_DIGITS]
    return f"{sys.implementation.cache_tag}-numba-{version('numba')}-{digits}"
