"""The Connect Four solver against another, in a clone with nothing beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import connect4
from engine import Position


def test_positions_by_chance_stand_in_for_sets_that_are_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As many, of the stage of each, and the same each time; none ends with the next stone."""
    monkeypatch.setattr(connect4, "FOLDER", tmp_path)
    monkeypatch.setattr(connect4, "SETS", dict.fromkeys(connect4.SETS, (20, 10)))
    for name, counts in connect4.SETS.items():
        found = connect4.given(name)
        assert len(found) == max(counts)
        assert found == connect4.given(name)
        stones = connect4.STONES[name.partition("-")[0]]
        for moves in found:
            position = Position.from_moves(connect4.CONNECT4, moves)
            assert position.ply in stones
            assert not any(position.play(move).outcome for move in position.legal)
