"""Attacks: wins by threats of either side, and the position as it was after each question."""

from __future__ import annotations

import pytest

from engine import Position, Rules, decode_game
from engine.alphabeta.threat_space import Attack, StoppedError, handles

DOUBLE = "15x15x5:113-1-114-15-98-211-83-225"
"""X to move has a row of two and a column of two to make threes of."""
FAR = 65
"""A cell off the middle, where a win takes longest."""
ENOUGH = 100_000


def attack_at(position: Position) -> Attack:
    """What looks for wins by threats in a position."""
    return Attack(position.rules, [tile - 1 for tile in position.tiles])


def unstopped() -> int:
    """A watch that allows all there is to do."""
    return ENOUGH


def test_what_threatens_comes_first() -> None:
    """The free cells, those that make a three or more before the others."""
    position = decode_game(DOUBLE)
    candidates = attack_at(position).candidates()
    threatens = [threat for _, threat in candidates]
    assert {cell + 1 for cell, _ in candidates} == set(position.legal)
    assert threatens == sorted(threatens, reverse=True)
    assert threatens[0]
    assert not threatens[-1]


def test_a_win_of_the_other_side_is_none_of_this_one() -> None:
    """Whose win it is depends on who begins; a move that ignores it loses to it."""
    position = decode_game(DOUBLE)
    attack = attack_at(position)
    wins = {cell for cell, _ in attack.candidates() if attack.win(cell, 1, unstopped)}
    assert wins
    attack.pass_over()
    assert not any(attack.win(cell, 2, unstopped) for cell, _ in attack.candidates())
    assert attack.loss(16 - 1, 2, unstopped) > 0
    attack.pass_over()
    assert wins == {cell for cell, _ in attack.candidates() if attack.win(cell, 1, unstopped)}


def test_whoever_must_stop_a_line_is_told() -> None:
    """A four that waits for its last stone."""
    assert not attack_at(decode_game(DOUBLE)).must_stop
    assert attack_at(decode_game("15x15x5:113-1-114-15-115-211-116")).must_stop


def test_more_depth_is_asked_for_only_where_it_may_help() -> None:
    """Where a stone threatens nothing there is nothing to go on with."""
    attack = attack_at(decode_game("15x15x5:113-1"))
    assert attack.win(0, 3, unstopped) == 0
    assert not attack.short


def test_a_stopped_question_leaves_no_trace() -> None:
    """Asked again, it is answered as by one who was never stopped."""
    position = decode_game(DOUBLE)
    attack, fresh = attack_at(position), attack_at(position)
    stopped = 0
    for allowed in range(1, 40, 3):
        left = iter([allowed, 0])
        try:
            attack.win(FAR, 4, left.__next__)
        except StoppedError:
            stopped += 1
    assert stopped > 0
    assert attack.candidates() == fresh.candidates()
    for cell in (FAR, position.legal[0] - 1):
        assert attack.win(cell, 4, unstopped) == fresh.win(cell, 4, unstopped)


@pytest.mark.parametrize("game", ["15x15x5g", "15x15x5 misere", "15x15x3", "15x15x7"])
def test_other_games_are_not_attacked(game: str) -> None:
    """Where discs fall, a line loses, or shapes have no table."""
    assert not handles(Rules.parse(game))
