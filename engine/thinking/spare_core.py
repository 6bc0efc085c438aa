"""Whether a search may use a second core of this machine. None may until a program says so."""

from __future__ import annotations

from collections.abc import Callable

IsSpare = Callable[[], bool]
"""Whether a core is spare at this moment. It is asked often: it has to be quick."""


class _Leave:
    """What the program has said last."""

    is_spare: IsSpare | None = None
    trusted = False


def use_spare_core(is_spare: IsSpare | None, *, trusted: bool = False) -> None:
    """Let searches of this process use a second core, as long as `is_spare` says that one is.

    None forbids it again. Only searches with a limit in seconds do: those with a limit in nodes or
    depth alone give the same answer each time. Unless the word is `trusted`, a second thread that
    finds that it has no core of its own ends.
    """
    _Leave.is_spare, _Leave.trusted = is_spare, trusted


def is_core_spare() -> bool:
    """Whether a search may use a second core at this moment."""
    return _Leave.is_spare is not None and _Leave.is_spare()


def is_trusted() -> bool:
    """Whether a second thread may rely on that, instead of looking at its own pace."""
    return _Leave.trusted
