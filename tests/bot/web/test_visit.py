"""What a person does on a page, as the bot is told of it."""

from __future__ import annotations

import importlib.util
from datetime import UTC, datetime
from types import ModuleType, SimpleNamespace

from bot.web import visit

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def begun() -> ModuleType:
    """The module as another process has it."""
    assert visit.__spec__ is not None
    found = importlib.util.module_from_spec(visit.__spec__)
    assert visit.__spec__.loader is not None
    visit.__spec__.loader.exec_module(found)
    return found


def test_touches_of_one_moment_in_two_processes_are_two() -> None:
    """The first touch in each has an id of its own: one that was seen before is not played."""
    bot = SimpleNamespace(clock=SimpleNamespace(now=lambda: NOW))
    ids = [process._new_id(bot) for process in (begun(), begun())]
    assert ids[0] != ids[1]
    assert {one >> 22 for one in ids} == {visit._new_id(bot) >> 22}  # type: ignore[arg-type] # a clock is all it asks for
