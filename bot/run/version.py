"""Which build this is: the version, and its commit if that is known."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import which
from typing import Final

from bot import __version__

_PACKAGE: Final = Path(__file__).parents[1]
COMMIT_FILE: Final = _PACKAGE / "commit.txt"
"""The file in which a package has the name of its commit. A checkout has none."""
_DIGITS: Final = 9
_GIT_SECONDS: Final = 5.0
_OTHERS: Final = "safe.directory=*"
"""Lets git read a checkout that belongs to another user, such as root's that a service runs."""


@cache
def build_name() -> str:
    """Return the version with the commit, such as `0.1.0 (2e0cf8ab1)`."""
    commit = _commit()
    return f"{__version__} ({commit})" if commit else __version__


def _commit() -> str:
    with suppress(OSError):
        return COMMIT_FILE.read_text(encoding="utf-8").strip()
    return commit_of_checkout()


def commit_of_checkout() -> str:
    """Return the commit of these sources: from the variable KINAROW_COMMIT, else from git.

    A `+` means changes since. Empty without git or a checkout.
    """
    if given := os.environ.get("KINAROW_COMMIT", "").strip():
        return given[:_DIGITS]
    if not (_PACKAGE.parent / ".git").exists():
        return ""
    commit = git("rev-parse", f"--short={_DIGITS}", "HEAD")
    changed = commit and git("status", "--porcelain", "--untracked-files=no")
    return f"{commit}+" if changed else commit


def git(*words: str) -> str:
    """Return what git prints about this checkout, or nothing if it fails."""
    try:
        ended = subprocess.run(
            ["git", "-c", _OTHERS, "-C", str(_PACKAGE.parent), *words],
            capture_output=True,
            encoding="utf-8",
            timeout=_GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.strip() if ended.returncode == 0 else ""


def program_name() -> str:
    """What to type for the program: as it was called, with its folder where that is not found."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return "python -m bot"
    is_found = which(called.name) is not None or called.name != "kinarow"
    return "kinarow" if is_found else str(called)
