"""Whether a search may use a second core of this machine. None may until a program says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

IsSpare = Callable[[], bool]
"""Whether a core is spare at this moment. It is asked often: it has to be quick."""


@dataclass(slots=True)
class _Permission:
    """What the program has said last."""

    is_spare: IsSpare | None = None
    trusted: bool = False


_permission = _Permission()
"""The permission of this process: a core is spare for all its searches or for none."""


def use_spare_core(is_spare: IsSpare | None, *, trusted: bool = False) -> None:
    """Let searches of this process use a second core, as long as `is_spare` says that one is.

    None forbids it again. Only searches with a limit in seconds do: those with a limit in nodes or
    depth alone give the same answer each time. Unless the word is `trusted`, a second thread that
    finds that it has no core of its own ends.
    """
    _permission.is_spare, _permission.trusted = is_spare, trusted


def is_core_spare() -> bool:
    """Whether a search may use a second core at this moment."""
    return _permission.is_spare is not None and _permission.is_spare()


def is_trusted() -> bool:
    """Whether a second thread believes `is_core_spare`, rather than measure its share of a core."""
    return _permission.trusted
