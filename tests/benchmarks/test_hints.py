"""The positions that hints are asked for."""

from __future__ import annotations

import random

import pytest

from benchmarks.hints import Told, sample
from engine import Limit, Reason, ReasonKind, analyse, decode_game, explain


@pytest.mark.parametrize("board, fewest, most", [("3x3", 1, 6), ("4x4x4", 2, 11)])
def test_positions_are_from_the_middle_of_games(board: str, fewest: int, most: int) -> None:
    """As many unfinished positions as wanted, with so many stones, and not all the same."""
    positions = list(sample(board, 12, random.Random(1)))
    assert len(positions) == 12
    assert all(position.outcome is None for position in positions)
    assert all(fewest <= position.ply <= most for position in positions)
    assert len(set(positions)) > 6


def test_the_count_finds_hints_that_help_nobody() -> None:
    """A hint that names nothing, one of too many words, and a phrase that is there twice."""
    now = decode_game("3x3x3:1")
    explained = explain(now, analyse(now, Limit(nodes=100)))
    fork = Reason(ReasonKind.DOUBLE_THREAT, (1, 8), ((1, 5, 9), (7, 8, 9)))
    plain = Told(now, explained, "makes two threats at once (1-5-9 + 7-8-9)", fork)
    assert [plain.soft, plain.long, plain.twice] == [False] * 3
    assert plain._replace(idea=Reason(ReasonKind.BUILDS, (5,))).soft
    assert plain._replace(idea=None).soft
    assert plain._replace(words="word " * 26).long
    assert plain._replace(words="makes two threats; then makes two threats").twice
