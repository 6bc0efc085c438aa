"""People at the board: what they see, and what they overlook."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import Position, Rules
from engine.coaching.people.moves import chances
from engine.coaching.people.player import Player, Style
from tests.engine.boards import wander

BLIND = Player(Style(attack=0, defence=0), attention=0, judgement=0)
HALF = Player(Style(attack=1), attention=0.5, judgement=1)
SHARP = Player(Style(), attention=1, judgement=8, fork_attention=1)
BOARDS = ["3x3", "3x4x3", "4x4x4", "4x4x3", "3x3 misere", "5x5x4g", "7x7x5", "4x5x2", "5x5g misere"]


@pytest.mark.parametrize("who", [BLIND, HALF, SHARP])
@pytest.mark.parametrize("game", BOARDS)
def test_chances_are_a_whole(game: str, who: Player) -> None:
    """They belong to legal moves and add up to 1."""
    rng = random.Random(game)
    for _ in range(20):
        position = wander(Rules.parse(game), rng.randint(0, 12), rng)
        likely = chances(position, who)
        assert set(likely) <= set(position.legal)
        assert sum(likely.values()) == pytest.approx(1)
        assert min(likely.values()) > 0


@pytest.mark.parametrize("game", [game for game in BOARDS if "misere" not in game])
def test_full_attention_takes_a_win(game: str) -> None:
    """Where a line can be completed, who sees all completes one."""
    rng = random.Random(game)
    for _ in range(40):
        position = wander(Rules.parse(game), rng.randint(2, 12), rng)
        wins = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if wins:
            assert set(chances(position, SHARP)) <= wins


def test_full_attention_stops_every_line() -> None:
    """Half attention stops most of those beside the last stone, and fewer that slant."""
    plain = Position.from_moves(Rules(3, 3, 3), [1, 5, 2])
    slanting = Position.from_moves(Rules(3, 3, 3), [1, 2, 5])
    assert chances(plain, SHARP)[3] == chances(slanting, SHARP)[9] == pytest.approx(1)
    assert 1 > chances(plain, HALF)[3] > chances(slanting, HALF)[9] > 0
    assert chances(plain, BLIND)[3] < 0.3


@pytest.mark.parametrize("game", ["3x3", "3x4x3", "7x7x5", "6x9x5", "6x7x4g"])
def test_the_middle_is_liked_alike_from_all_sides(game: str) -> None:
    """Whoever likes the centre likes a cell and its mirror images equally well, and it most."""
    start = Position.start(Rules.parse(game))
    rows, columns = (1 if start.rules.gravity else start.rules.rows), start.rules.columns
    likely = chances(start, Player(Style(centre=3), attention=0, judgement=0))
    for move, one in likely.items():
        row, column = divmod(move - 1, columns)
        assert likely[row * columns + columns - column] == pytest.approx(one)
        assert likely[(rows - 1 - row) * columns + column + 1] == pytest.approx(one)
    best = max(likely, key=lambda move: likely[move])
    row, column = divmod(best - 1, columns)
    assert (row, column) in {
        (r, c) for r in ((rows - 1) // 2, rows // 2) for c in ((columns - 1) // 2, columns // 2)
    }


def test_double_threats_are_found_by_who_sees_them() -> None:
    """With two stones each that make one, only who sees forks is sure to find it."""
    position = Position.from_moves(Rules(3, 3, 3), [1, 6, 8, 7])
    assert sum(chances(position, SHARP).values()) == pytest.approx(1)
    assert set(chances(position, SHARP)) == {2, 5}
    assert len(chances(position, HALF)) > 2


def test_in_misere_a_line_of_ones_own_is_shunned() -> None:
    """Who sees all completes a line only where every move does."""
    rng = random.Random(8)
    for _ in range(40):
        position = wander(Rules.parse("4x4x3 misere"), rng.randint(4, 12), rng)
        losing = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if position.legal and losing < set(position.legal):
            assert not losing & set(chances(position, SHARP))


def test_a_disc_below_a_line_of_the_other_is_not_dropped() -> None:
    """Who sees all does not make room for a winning disc."""
    position = Position.from_moves(Rules.parse("connect4"), [1, 2, 3, 1, 7, 2, 7, 3])
    assert position.play(4).play(4).outcome is not None
    assert 4 not in chances(position, SHARP)
    assert 4 in chances(position, BLIND)


def test_no_diagonals_for_who_does_not_see_them() -> None:
    """However near, however good the eyes otherwise."""
    straight = Player(Style(diagonals=False), attention=1, judgement=0)
    slanting = Position.from_moves(Rules(3, 3, 3), [1, 2, 5])
    assert chances(slanting, straight) == pytest.approx(dict.fromkeys(slanting.legal, 1 / 6))
    plain = Position.from_moves(Rules(3, 3, 3), [1, 5, 2])
    assert chances(plain, straight) == {3: 1}


def test_stones_near_others_are_a_taste() -> None:
    """A cell beside a stone is as many times likelier as the style says, one that follows too."""
    position = Position.from_moves(Rules(9, 9, 5), [41])
    likely = chances(position, replace(BLIND, style=Style(near=4, follows=3)))
    assert likely[42] == pytest.approx(12 * likely[1])


def test_corners_are_a_taste() -> None:
    """One is as many times likelier as the style says, but where discs fall none is special."""
    shy = replace(BLIND, style=Style(corner=0.2))
    likely = chances(Position.start(Rules(5, 5, 4)), shy)
    assert likely[1] == likely[25] == pytest.approx(likely[2] / 5)
    falling = chances(Position.start(Rules.parse("connect4")), shy)
    assert falling == pytest.approx(dict.fromkeys(range(1, 8), 1 / 7))


def test_the_middle_is_a_taste() -> None:
    """A cell there is as many times likelier than one at the edge as the style says."""
    likely = chances(Position.start(Rules(5, 5, 4)), replace(BLIND, style=Style(centre=4)))
    assert likely[13] == pytest.approx(2 * likely[7])
    assert likely[13] == pytest.approx(4 * likely[1])
