"""A forced move: every other one loses at once, and nobody has to search for it."""

from __future__ import annotations

import random

import pytest

from engine import Rules, decode_game
from engine.game.position import Position
from engine.thinking.only_move import only_move
from tests.engine.boards import wander


@pytest.mark.parametrize(
    "code, forced",
    [
        ("15x15x5:113-1-114-3-115-5-116-112", None),  # the line can be completed at once
        ("15x15x5:113-112-114-1-115-3-116", 117),  # a four, stopped at its open end
        ("15x15x5:113-1-114-3-115-5-116", None),  # an open four: both ends cannot be stopped
        ("15x15x5:113-1-114", None),
        ("6x7x4g:4-1-4-1-4", 4),  # on top of three
        ("6x7x4g:4-1-4-1-4-1", None),  # the mover's own line comes first
        ("3x3x3m:1-9-2", None),  # whoever completes a line has lost
    ],
)
def test_a_line_to_stop_is_the_only_move(code: str, forced: int | None) -> None:
    """Where one cell completes a line of the opponent's, and none one of the mover's."""
    assert only_move(decode_game(code)) == forced


@pytest.mark.parametrize("game", ["4x4x3", "5x5x4", "6x7x4g", "9x9x5"])
def test_every_other_move_loses_at_once(game: str) -> None:
    """After each of them the opponent completes a line."""
    rng = random.Random(game)
    told = 0
    for _ in range(300):
        position = wander(Rules.parse(game), rng.randint(4, 30), rng)
        forced = only_move(position)
        if forced is None:
            continue
        told += 1
        others = (position.play(move) for move in position.legal if move != forced)
        assert all(_can_win(after) for after in others)
    assert told > 0


def _can_win(position: Position) -> bool:
    afterwards = (position.play(move).outcome for move in position.legal)
    return any(outcome is not None and outcome.winner is position.side for outcome in afterwards)
