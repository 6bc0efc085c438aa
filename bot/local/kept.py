"""What `play` keeps from one start to the next: its database, and its channel with all messages.

    <user data>/kinarow/play/games.db      the store, as on Discord
                             channel       the simulated Discord
                             lock          held by the process that plays

Both begin anew together: a game is of no use without its channel, and the other way round.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from bot.local.simcord_internals import MODEL_MODULES, Backend, backend_state, restore_backend_state
from bot.store.database import make_private

_DATABASE: Final = "games.db"
_CHANNEL: Final = "channel"
_PAUSE: Final = 1.0
"""Seconds between two times that the channel is written while it changes."""


class _Reader(pickle.Unpickler):
    """Reads nothing but SimCord's own values: a file can name no other code to run."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(MODEL_MODULES):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no value of SimCord's")


class _Writer(pickle.Pickler):
    """Writes what `_Reader` reads: members of enums as their class and their value.

    By itself Python 3.11.2 has them read by `getattr`, which no file may name here.
    """

    def reducer_override(self, value: Any) -> Any:
        return (type(value), (value.value,)) if isinstance(value, Enum) else NotImplemented


@dataclass
class KeptChannel:
    """The file of the simulated Discord. Without a path nothing is kept."""

    path: Path | None = None
    _written: float = 0.0

    def restore(self, backend: Backend) -> bool:
        """Put what was kept into a Discord that has not begun. False if there is nothing."""
        if (state := self._read()) is None:
            return False
        restore_backend_state(backend, state)
        return True

    @property
    def is_readable(self) -> bool:
        """Whether a file is there that this version of SimCord has written."""
        return self._read() is not None

    def save(self, backend: Backend, *, now: bool = False) -> bool:
        """Write the file, unless that was done a moment ago. Return whether it was written."""
        if self.path is None or (not now and monotonic() - self._written < _PAUSE):
            return self.path is None
        self._written = monotonic()
        beside = self.path.with_suffix(".new")
        make_private(beside)
        with beside.open("wb") as file:
            _Writer(file).dump({"simcord": _release(), **backend_state(backend)})
        beside.replace(self.path)
        return True

    def _read(self) -> Mapping[str, Any] | None:
        if self.path is None:
            return None
        try:
            state = _Reader(BytesIO(self.path.read_bytes())).load()
        except (OSError, EOFError, AttributeError, ImportError, pickle.UnpicklingError):
            return None
        is_ours = isinstance(state, dict) and state.pop("simcord", None) == _release()
        return state if is_ours else None


@dataclass(frozen=True, slots=True)
class PlayFolder:
    """The folder of one `play`."""

    path: Path
    channel: KeptChannel
    words: str
    """What to say at the start; nothing for a folder that ends with the program."""

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.path / _DATABASE


@contextmanager
def open_folder(*, lasting: bool, fresh: bool) -> Iterator[PlayFolder]:
    """Open the folder of the user, or one for this process alone.

    The folder is the user's if `lasting`, unless another `play` has it. With `fresh` it is
    emptied first.
    """
    with ExitStack() as stack:
        words = ""
        if lasting:
            folder = user_data_path("kinarow", appauthor=False, ensure_exists=True) / "play"
            folder.mkdir(mode=0o700, exist_ok=True)
            try:
                stack.enter_context(FileLock(folder / "lock", timeout=0, mode=0o600))
            except Timeout:
                words = "Another `play` has the kept games: this one begins anew and keeps nothing."
            else:
                yield _kept(folder, fresh)
                return
        temporary = TemporaryDirectory(prefix="kinarow-", ignore_cleanup_errors=True)
        yield PlayFolder(Path(stack.enter_context(temporary)), KeptChannel(), words)


def _kept(folder: Path, fresh: bool) -> PlayFolder:
    channel = KeptChannel(folder / _CHANNEL)
    is_new = not (folder / _DATABASE).exists()
    if fresh or is_new or not channel.is_readable:
        for file in (_CHANNEL, _DATABASE, f"{_DATABASE}-wal", f"{_DATABASE}-shm"):
            (folder / file).unlink(missing_ok=True)
        if fresh or is_new:
            words = f"Games are kept in {folder}, also after a restart."
        else:
            words = f"The kept channel is of another version: all begins anew in {folder}."
        return PlayFolder(folder, channel, words)
    return PlayFolder(folder, channel, f"Games go on from {folder}; --fresh begins anew.")


def _release() -> tuple[str, str]:
    """What has to be the same for a file to be read: the release of SimCord, and of Python."""
    return version("simcord"), f"{sys.version_info.major}.{sys.version_info.minor}"
