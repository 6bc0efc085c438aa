"""Wins that a quiet move begins."""

from __future__ import annotations

import random

import pytest

from engine import Limit, Rules, decode_game
from engine.alphabeta.quiet_wins import find_quiet_win
from engine.thinking.clock import Clock, StoppedError
from tests.engine.alphabeta.test_threat_space import UNLIMITED, threats_at
from tests.engine.boards import wander
from tests.engine.brute_force import truth

PREPARED = "15x15x5:96-128-68-143-113-127-110-82-111-112"
"""X to move has no win by threats, but one after a move that threatens nothing."""


def test_a_quiet_move_wins() -> None:
    """The win is told with its line, of which the first move threatens nothing."""
    position = decode_game(PREPARED)
    threats = threats_at(position)
    threatening = {cell for cell, threatens in threats.candidates() if threatens}
    assert not any(threats.win(cell, 8, UNLIMITED) for cell in threatening)
    line, plies = find_quiet_win(threats, position.rules.cells, UNLIMITED)
    assert line[0] not in threatening
    assert 3 <= len(line) <= plies
    assert plies % 2 == 1
    after = position
    for cell in line:
        after = after.play(cell + 1)
    assert after.outcome is None or after.outcome.winner is position.side


def test_it_wins_against_every_reply() -> None:
    """Whatever the other side answers, a win by threats follows."""
    position = decode_game(PREPARED)
    (cell, *_), plies = find_quiet_win(threats_at(position), position.rules.cells, UNLIMITED)
    after = position.play(cell + 1)
    threats = threats_at(after)
    for reply in after.legal:
        found = next((n for d in range(9) if (n := threats.loss(reply - 1, d, UNLIMITED))), 0)
        assert 0 < found < plies


@pytest.mark.parametrize("game, stones", [("4x5x4", 9), ("4x6x4", 12)])
def test_what_is_told_is_true(game: str, stones: int) -> None:
    """On boards small enough to know the truth, the move wins, within the plies told."""
    rng = random.Random(game)
    told = 0
    for _ in range(400):
        position = wander(Rules.parse(game), rng.randint(stones, stones + 5), rng)
        threats = threats_at(position)
        ends = any(position.play(tile).outcome for tile in position.legal)
        if position.outcome is not None or ends or threats.must_stop_a_line:
            continue
        line, plies = find_quiet_win(threats, 20, UNLIMITED)
        if plies > 0:
            told += 1
            value, truly = truth(position)[line[0] + 1]
            assert value == "win"
            assert truly <= plies
    assert told > 0


@pytest.mark.parametrize("code", ["15x15x5:113-1", "15x15x5:113-1-114", "9x9x5:41-32-31"])
def test_none_is_told_where_there_is_none(code: str) -> None:
    """A few stones are not enough."""
    position = decode_game(code)
    assert find_quiet_win(threats_at(position), 6, UNLIMITED) == ([], 0)


@pytest.mark.parametrize("allowed", [1, 10, 100, 500, 1000])
def test_being_stopped_leaves_the_position_as_it_was(allowed: int) -> None:
    """Wherever the clock ends it, the next question is answered as by one never asked before."""
    position = decode_game(PREPARED)
    threats, fresh = threats_at(position), threats_at(position)
    with pytest.raises(StoppedError):
        find_quiet_win(threats, 9, Clock(Limit(nodes=allowed), lambda: threats.nodes))
    assert threats.candidates() == fresh.candidates()
    assert find_quiet_win(threats, 9, UNLIMITED)[1] > 0
