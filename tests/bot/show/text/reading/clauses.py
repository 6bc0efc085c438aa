"""The table of what clauses of sentences are read by, filled by the modules beside this one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tests.bot.show.text.reading.scene import Scene

Check = Callable[[Scene, re.Match[str]], bool]
_CHECKS: Final[list[tuple[re.Pattern[str], Check]]] = []


def reads(*words: str) -> Callable[[Check], Check]:
    """Mark what reads a clause in one of these forms."""

    def mark(check: Check) -> Check:
        _CHECKS.extend((re.compile(form), check) for form in words)
        return check

    return mark


def is_true(scene: Scene, clause: str) -> bool:
    """Whether one clause is true; one that nobody reads is not."""
    for pattern, check in _CHECKS:
        if found := pattern.fullmatch(clause):
            return check(scene, found)
    return False
