"""Which tree grows on which board, and that both keep the same promises."""

from __future__ import annotations

import random

import pytest

from engine import MAX_SIDE, PRESETS, Position, Rules
from engine.alphabeta import tree
from engine.alphabeta.tree import ShapeTree, WindowTree, fresh_tree
from engine.thinking.boards import is_provable
from engine.thinking.score import ESTIMATE_LIMIT, WIN, loss_in, win_in
from tests.engine.boards import wander

BOTH = ("9x9x5", "10x10x4", "10x9x6", "15x15x5")


def test_gomoku_is_searched_over_shapes() -> None:
    """Wide boards without gravity, on which a line of four to six wins."""
    for rules in (PRESETS["gomoku"], *map(Rules.parse, BOTH), Rules(MAX_SIDE, MAX_SIDE, 6)):
        assert tree.handles(rules)
        assert isinstance(fresh_tree(rules, [], 1), ShapeTree)


@pytest.mark.parametrize(
    "game", ["3x3", "6x7x4g", "8x8x5", "15x15x5g", "15x15x5 misere", "15x15x3", "15x15x7"]
)
def test_every_other_board_is_searched_over_windows(game: str) -> None:
    """Gravity, a lost line, other goals and small boards are left to what knows any board."""
    rules = Rules.parse(game)
    assert not tree.handles(rules)
    assert isinstance(fresh_tree(rules, [], 1), WindowTree)


def test_boards_that_are_solved_are_searched_over_windows() -> None:
    """Beside proofs every move counts: no board has both, and none of goal four to six neither."""
    for rows in range(3, MAX_SIDE + 1):
        for columns in range(max(rows, 6), MAX_SIDE + 1):
            for goal in (4, 5, 6):
                rules = Rules(rows, columns, goal)
                assert tree.handles(rules) != is_provable(rules)


@pytest.mark.parametrize("game", BOTH)
def test_both_see_the_same_lines(game: str) -> None:
    """What completes a line, and what one ply shows, does not depend on the tree."""
    rules, rng = Rules.parse(game), random.Random(game)
    for _ in range(10):
        position = wander(rules, rng.randint(6, 40), rng)
        cells = [tile - 1 for tile in position.tiles]
        trees = ShapeTree(rules, cells, 1000), WindowTree(rules, cells, 1000)
        for tile in position.legal:
            ends = position.play(tile).outcome is not None
            assert [one.completes(tile - 1) for one in trees] == [ends, ends]
            if ends:
                continue
            assert all(abs(one.evaluate_after(tile - 1)) <= ESTIMATE_LIMIT for one in trees)
            found = []
            for one in trees:
                one.begin(tile - 1, -WIN, WIN, 1, 0)
                assert one.run(1 << 40)
                found.append(one.value)
            lost = [value in {loss_in(2), loss_in(3)} for value in found]
            assert lost[0] == lost[1]


@pytest.mark.parametrize("grow", [ShapeTree, WindowTree])
def test_a_tree_tells_what_it_found(grow: type[ShapeTree | WindowTree]) -> None:
    """The value for the side that moves, whether it is proved, the line below, and the nodes."""
    position = Position.from_moves(Rules.parse("15x15x5"), [113, 1, 114, 3, 115, 31])
    cells = [tile - 1 for tile in position.tiles]
    found = grow(position.rules, cells, 1000)
    assert found.nodes == 0
    found.begin(115, -WIN, WIN, 3, 0)
    steps = 1
    while not found.run(found.nodes + 1):
        steps += 1
    assert found.nodes >= steps - 1
    assert found.value == win_in(3)
    assert found.certain
    line = found.line_below
    after = Position.from_moves(position.rules, [*position.moves, 116])
    for cell in line:
        after = after.play(cell + 1)
    assert after.outcome is not None
    assert after.outcome.winner is position.side
