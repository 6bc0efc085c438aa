"""Where compiled kernels are kept from one run to the next.

numba writes what it has compiled to files, and compiles anew where the file of a function has
changed. A kernel is made of functions from several files, which numba does not look at. So every
state of the sources has a folder of its own, named by a hash of them all:

    <base>/kinarow-<hash of where the sources are>-<hash of the sources>/

The base is the first of these that can be written to: NUMBA_CACHE_DIR where it is set, the
`__pycache__` beside the kernels, the cache of the user. A marker in the folder says that
everything is there: for one version of Python and of numba, since both have files of their own.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_LOGGER = logging.getLogger(__name__)
_SOURCES: Final = Path(__file__).parent
_DIGITS: Final = 12
"""The length of a hash in a name: short, since Windows takes 260 letters for a path."""


@cache
def folder() -> Path | None:
    """The folder of the sources as they are, made where it is missing; None where none can be."""
    for base in bases():
        found = base / f"{_prefix()}{source_hash(_SOURCES)}"
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
    yield _SOURCES / "__pycache__"
    with suppress(RuntimeError):  # a user without a home
        if sys.platform == "win32":
            of_user = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            of_user = Path.home() / "Library" / "Caches"
        else:
            of_user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        yield Path(of_user) / "kinarow"


def source_hash(sources: Path) -> str:
    """A hash of the names and contents of the Python files in a folder."""
    found = sha256()
    for file in sorted(sources.glob("*.py")):
        content = file.read_bytes()
        found.update(f"{file.name} {len(content)} ".encode() + content)
    return found.hexdigest()[:_DIGITS]


def is_complete() -> bool:
    """Whether all kernels are there, or kernels are not compiled at all (NUMBA_DISABLE_JIT)."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}:
        return True
    return (marker := _marker()) is not None and marker.exists()


def mark_complete() -> None:
    """Note that all kernels have been compiled, and remove those of earlier sources."""
    marker = _marker()
    if marker is None or marker.exists():
        return
    marker.touch()
    for other in marker.parent.parent.glob(f"{_prefix()}*"):
        if other != marker.parent:
            shutil.rmtree(other, ignore_errors=True)


def _marker() -> Path | None:
    from importlib.metadata import version  # takes time to load, and is asked for rarely

    kept_in = folder()
    name = f"complete-{sys.implementation.cache_tag}-numba-{version('numba')}"
    return None if kept_in is None else kept_in / name


def _prefix() -> str:
    """How the folders of these sources begin, at this place: other installations have others."""
    return f"kinarow-{sha256(str(_SOURCES).encode()).hexdigest()[:_DIGITS]}-"
