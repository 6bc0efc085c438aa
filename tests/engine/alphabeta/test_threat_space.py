"""Wins by threats of either side, and the position as it was after each question."""

from __future__ import annotations

import pytest

from engine import Limit, Position, Rules, decode_game
from engine.alphabeta.threat_space import ThreatSearch
from engine.thinking.boards import has_shapes
from engine.thinking.clock import Clock, StoppedError

DOUBLE = "15x15x5:113-1-114-15-98-211-83-225"
"""X to move has a row of two and a column of two to make threes of."""
FAR = 65
"""A cell off the middle, where a win takes longest."""
UNLIMITED = Clock(Limit())
"""A clock that never stops."""


def threats_at(position: Position) -> ThreatSearch:
    """The search for wins by threats in a position."""
    return ThreatSearch(position.rules, [tile - 1 for tile in position.tiles])


def test_threatening_moves_are_tried_first() -> None:
    """The free cells, those that make a three or more before the others."""
    position = decode_game(DOUBLE)
    candidates = threats_at(position).candidates()
    threatens = [threat for _, threat in candidates]
    assert {cell + 1 for cell, _ in candidates} == set(position.legal)
    assert threatens == sorted(threatens, reverse=True)
    assert threatens[0]
    assert not threatens[-1]


def test_a_win_of_the_other_side_is_none_of_this_one() -> None:
    """Whose win it is depends on who begins; a move that ignores it loses to it."""
    position = decode_game(DOUBLE)
    threats = threats_at(position)
    wins = {cell for cell, _ in threats.candidates() if threats.win(cell, 1, UNLIMITED)}
    assert wins
    threats.null_move()
    assert not any(threats.win(cell, 2, UNLIMITED) for cell, _ in threats.candidates())
    assert threats.loss(16 - 1, 2, UNLIMITED) > 0
    threats.null_move()
    assert wins == {cell for cell, _ in threats.candidates() if threats.win(cell, 1, UNLIMITED)}


def test_a_four_that_waits_for_its_last_stone_must_be_stopped() -> None:
    """A four that waits for its last stone."""
    assert not threats_at(decode_game(DOUBLE)).must_stop_a_line
    assert threats_at(decode_game("15x15x5:113-1-114-15-115-211-116")).must_stop_a_line


def test_more_depth_is_asked_for_only_where_it_may_help() -> None:
    """Where a stone threatens nothing there is nothing to go on with."""
    threats = threats_at(decode_game("15x15x5:113-1"))
    assert threats.win(0, 3, UNLIMITED) == 0
    assert not threats.cut_by_depth


def test_a_stopped_question_leaves_no_trace() -> None:
    """Asked again, it is answered as by one who was never stopped."""
    position = decode_game(DOUBLE)
    threats, fresh = threats_at(position), threats_at(position)
    stopped = 0
    for allowed in range(1, 40, 3):
        try:
            threats.win(FAR, 4, Clock(Limit(nodes=threats.nodes + allowed), lambda: threats.nodes))
        except StoppedError:
            stopped += 1
    assert stopped > 0
    assert threats.candidates() == fresh.candidates()
    for cell in (FAR, position.legal[0] - 1):
        assert threats.win(cell, 4, UNLIMITED) == fresh.win(cell, 4, UNLIMITED)


@pytest.mark.parametrize("game", ["15x15x5g", "15x15x5 misere", "15x15x3", "15x15x7"])
def test_other_games_are_not_searched(game: str) -> None:
    """Where discs fall, a line loses, or shapes have no table."""
    assert not has_shapes(Rules.parse(game))
