"""Programs side by side."""

from __future__ import annotations

import math
import os
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.contenders import CONTENDERS, PROVERS, plays
from benchmarks.peers import LeftOutError, answers, judged, told
from benchmarks.peers import test_positions as chosen
from engine import Position, Rules

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", CONTENDERS)
def test_every_contender_finds_the_win(name: str) -> None:
    """Each that is installed completes four in a row."""
    if "easyAI" in name:
        pytest.importorskip("easyAI")
    if "OpenSpiel" in name:
        pytest.importorskip("pyspiel")
    if name.startswith("bitbully"):
        pytest.importorskip("bitbully")
    if name == "connect-four-ai":
        pytest.importorskip("connect_four_ai")
    rules = Rules.parse("connect4")
    moves = _LATE if name in _SLOW else [1, 2, 1, 2, 1, 2]
    position = Position.from_moves(rules, moves)
    winning = [move for move in position.legal if position.play(move).outcome]
    assert plays(name, rules)
    assert CONTENDERS[name](rules).best(position) in winning


_LATE = [int(move) for move in "4757744575227546572143215164621112"]
"""Few discs from the end, where those get there that search up to it."""
_SLOW = ("textbook minimax", "OpenSpiel alpha-beta")


def test_only_its_own_game_is_asked_of_bitbully() -> None:
    """It knows Connect Four alone; what proves is among those who play."""
    assert not plays("bitbully", Rules.parse("3x3"))
    assert set(PROVERS) <= set(CONTENDERS)


def test_positions_matter() -> None:
    """In each some moves are worth more than others, and the same come every time."""
    found = list(islice(chosen(), 2))
    assert found == list(islice(chosen(), 2))
    assert all(len({value for value, _ in judged(position).values()}) > 1 for position in found)


@pytest.mark.parametrize(
    "seconds, words",
    [(math.inf, "> 60 s"), (1.234, "1.23 s"), (0.0123, "12 ms"), (0, "< 0.1 ms")],
)
def test_times_are_told_in_words(seconds: float, words: str) -> None:
    """Seconds, milliseconds, or that the time was up."""
    assert told(seconds, 60.0) == words


def test_a_peer_that_cannot_be_asked_is_left_out_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No time is told of it: "not within 60 s" would be a guess, and "not installed" untrue."""
    (tmp_path / "easyAI.py").write_text("import easyAI_of_its_own")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")
    easy = next(name for name in CONTENDERS if name.startswith("easyAI"))
    start = [Position.start(Rules.parse("3x3"))]
    with pytest.raises(LeftOutError, match="easyAI cannot be imported: No module named 'easyAI_of"):
        answers(easy, start, 60.0)
    found = answers("tutorial alpha-beta, 5 plies", start, 60.0)
    assert found[0].move in start[0].legal
