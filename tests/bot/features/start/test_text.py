"""The names of threads."""

from __future__ import annotations

import pytest

from bot.features.start.text import thread_name
from engine import Rules

CONNECT4, WIDE = Rules.parse("connect4"), Rules.parse("19x19x19g misere")


@pytest.mark.parametrize(
    "asker, other, name",
    [
        ("alice", "bob", "alice \N{EN DASH} bob · Connect Four"),
        ("alice", "", "alice \N{EN DASH} Kinarow · Connect Four"),
        ("alice", None, "alice · Connect Four"),
        ("a\n\u202eb", "_c_", "a b \N{EN DASH} _c_ · Connect Four"),
    ],
)
def test_a_thread_has_the_names_of_its_game(asker: str, other: str | None, name: str) -> None:
    """In one line and as they are: Discord formats nothing there."""
    assert thread_name(asker, other, CONNECT4) == name


def test_a_name_is_never_too_long() -> None:
    """Discord takes a hundred characters."""
    assert len(thread_name("a" * 99, "b" * 99, WIDE)) <= 100
