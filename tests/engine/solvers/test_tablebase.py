"""Nine cells: the whole truth."""

from __future__ import annotations

from itertools import product

import pytest

from engine import Limit, Position, Rules, Side, analyse
from engine.solvers.tablebase import handles, likelihoods, move_scores, remember
from tests.engine.brute_force import rank, truth

TICTACTOE = Rules(3, 3, 3)


def reachable(rules: Rules) -> set[Position]:
    """Every position of a board, finished ones included."""
    seen: set[Position] = set()
    layer = {Position.start(rules)}
    while layer:
        seen |= layer
        layer = {position.play(move) for position in layer for move in position.legal}
    return seen


@pytest.mark.parametrize(
    "game", ["3x3", "3x3 misere", "3x3g", "3x3g misere", "3x3x2", "3x3x2g misere"]
)
def test_every_position_is_exact(game: str) -> None:
    """Each move of each position has the value and distance that plain minimax gives it."""
    for position in reachable(Rules.parse(game)):
        if position.outcome is not None:
            continue
        analysis = analyse(position, Limit(nodes=1), every=False)
        expected = truth(position)
        assert analysis.exact
        assert {m: (v.value, v.plies) for m, v in analysis.verdicts.items()} == expected
        ranks = [rank(expected[move]) for move in analysis.verdicts]
        assert ranks == sorted(ranks, reverse=True)
        assert analysis.best == analysis.line[0] == next(iter(analysis.verdicts))


def test_counts_and_values_of_tictactoe() -> None:
    """5,478 positions: 2,936 won for X, 1,068 drawn, 1,474 lost."""
    positions = reachable(TICTACTOE)
    assert len(positions) == 5478
    values = [_winner(position) for position in positions]
    assert [values.count(side) for side in (Side.X, None, Side.O)] == [2936, 1068, 1474]


def _winner(position: Position) -> Side | None:
    if position.outcome is not None:
        return position.outcome.winner
    value = analyse(position).verdict.value
    return {"win": position.side, "loss": position.side.other}.get(value or "draw")


@pytest.mark.parametrize("side", list(Side))
def test_never_loses(side: Side) -> None:
    """Whatever the other side plays, the best moves never lose, on either side."""
    layer = {Position.start(TICTACTOE)}
    while layer:
        after = set()
        for position in layer:
            moves = (analyse(position).best,) if position.side is side else position.legal
            after |= {position.play(move) for move in moves}
        assert not any(end.outcome and end.outcome.winner is side.other for end in after)
        layer = {position for position in after if position.outcome is None}


def test_an_answer_belongs_to_who_asked() -> None:
    """Changing the verdicts of one answer leaves the next untouched."""
    first = analyse(Position.start(TICTACTOE))
    first.verdicts.clear()
    assert len(analyse(Position.start(TICTACTOE)).verdicts) == 9


def test_every_game_is_solved_ahead() -> None:
    """Once remembered, every game of nine cells is solved from its start."""
    remember()
    solved = move_scores.cache_info().misses
    for game in product((3, 2), (False, True), (False, True)):
        move_scores(Position.start(Rules(3, 3, *game)))
    assert move_scores.cache_info().misses == solved


def test_larger_boards_are_for_others() -> None:
    """Nine cells are remembered, twelve are not."""
    assert handles(TICTACTOE)
    assert not handles(Rules(3, 4, 3))


def test_chances_add_up_on_three_by_three() -> None:
    """Every position's chances are of moves that keep its value, and sum to 1."""
    start = Position.start(Rules(3, 3, 3))
    for moves in product(range(1, 10), repeat=2):
        if len(set(moves)) == 2:
            position = Position.from_moves(start.rules, moves)
            likely = likelihoods(position)
            verdicts = analyse(position).verdicts
            assert sum(likely.values()) == pytest.approx(1)
            assert {verdicts[move].value for move in likely} == {analyse(position).verdict.value}
