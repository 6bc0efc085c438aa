"""The search of gravity boards: the truth, in time, and nothing untrue before it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Limit, Position, ReasonKind, Rules, Verdict
from engine.solvers.gravity import search
from tests.engine.boards import wander
from tests.engine.brute_force import check_truth, rank, truth
from tests.engine.solvers.test_gravity_solver import given

CONNECT4 = Rules.parse("connect4")
SMALL = {"4x4g": 4, "4x4x3g": 3, "3x4x3g": 0, "5x4x4g": 9, "4x5x4g": 9, "6x7x4g": 32, "3x15x4g": 36}
"""Boards, and how many stones stand where brute force is quick."""


@pytest.mark.parametrize("game", SMALL)
def test_proofs_agree_with_brute_force(game: str) -> None:
    """Unlimited, all verdicts are exact; with any limit, none that is told is wrong."""
    rng = random.Random(game)
    for _ in range(25):
        position = wander(Rules.parse(game), rng.randint(SMALL[game], 60), rng)
        expected = truth(position)
        for every in (False, True):
            analysis = search(position, Limit(), every)
            check_truth(position, analysis)
            assert rank(expected[analysis.best]) == max(map(rank, expected.values()))
            assert analysis.verdict.plies == expected[analysis.best][1]
        assert analysis.exact
        for limit in (Limit(nodes=rng.randint(1, 60)), Limit(depth=rng.randint(1, 8))):
            check_truth(position, search(position, limit, rng.random() < 0.5))


def test_given_scores_become_distances(shared_data: Path) -> None:
    """A score of the given positions is the ply on which the game ends."""
    for position, known in given(shared_data, "middle-easy")[:100]:
        verdict = search(position, Limit(), False).verdict
        end = 42
        if known:
            winner_is_first = (position.ply % 2 == 0) == (known > 0)
            end = (43 if winner_is_first else 44) - 2 * abs(known)
        assert verdict.plies == end - position.ply
        assert verdict.value == ("draw" if known == 0 else "win" if known > 0 else "loss")


def test_the_line_ends_the_game_when_announced() -> None:
    """The line of a proved verdict is played out, and its result is the one told."""
    rng = random.Random(2)
    for _ in range(40):
        position = wander(CONNECT4, rng.randint(20, 40), rng)
        analysis = search(position, Limit(), False)
        end = Position.from_moves(CONNECT4, position.moves + analysis.line)
        assert end.outcome is not None
        assert len(analysis.line) == analysis.verdict.plies
        winner = {"win": position.side, "loss": position.side.other, "draw": None}
        assert analysis.verdict.value is not None
        assert end.outcome.winner is winner[analysis.verdict.value]


@pytest.mark.parametrize("game", ["connect4", "8x7x4g", "6x9x4g", "5x10x4g", "7x7x4g", "6x7x5g"])
@pytest.mark.parametrize("limit", [Limit(seconds=0.005), Limit(nodes=1), Limit(nodes=3000)])
def test_any_limit_gives_a_sound_move(game: str, limit: Limit) -> None:
    """A win in one is taken, a loss in one stopped, and no move known to lose is chosen."""
    rules = Rules.parse(game)
    rng = random.Random(game)
    for _ in range(8):
        position = wander(rules, rng.randint(0, 24), rng)
        analysis = search(position, limit, rng.random() < 0.5)
        assert set(analysis.verdicts) == set(position.legal)
        after = position.play(analysis.best)
        wins = [move for move in position.legal if position.play(move).outcome is not None]
        if wins:
            assert analysis.best in wins
            continue
        replies = {move: _can_be_won(position.play(move)) for move in position.legal}
        assert not replies[analysis.best] or all(replies.values())
        assert after.outcome is None
        lost = [move for move, verdict in analysis.verdicts.items() if verdict.value == "loss"]
        assert analysis.best not in lost or len(lost) == len(position.legal)


def _can_be_won(position: Position) -> bool:
    return any(position.play(move).outcome is not None for move in position.legal)


@pytest.mark.parametrize("game", ["connect4", "6x9x4g"])
def test_nodes_decide_alone(game: str) -> None:
    """With a limit in nodes the same position has the same analysis, but for the clock."""
    position = wander(Rules.parse(game), 10, random.Random(3))
    limit = Limit(nodes=20_000)
    first, second = (search(position, limit, True) for _ in range(2))
    assert (first.verdicts, first.line, first.nodes) == (
        second.verdicts,
        second.line,
        second.nodes,
    )


def test_out_of_reach_is_estimated() -> None:
    """An opening of a large board is not called exact, and none of its moves proved."""
    analysis = search(Position.start(Rules.parse("8x7x4g")), Limit(nodes=20_000), True)
    assert not analysis.exact
    assert all(verdict.value is None for verdict in analysis.verdicts.values())


def test_a_proof_is_told_before_its_distance() -> None:
    """Where the limit ends the search, a win or loss that is proved by then is told."""
    position = Position.from_moves(CONNECT4, map(int, "243335424257"))
    told = [
        (verdict.value, verdict.plies)
        for nodes in range(50, 3000, 50)
        for verdict in [search(position, Limit(nodes=nodes), False).verdict]
    ]
    assert told[-1] == ("win", 7)
    assert all(value in {None, "win"} for value, plies in told)


def test_a_win_at_once_is_all_it_says() -> None:
    """A move that completes a line is best, with its line as the reason."""
    position = Position.from_moves(CONNECT4, [4, 1, 4, 1, 4, 1])
    analysis = search(position, Limit(nodes=1), False)
    assert (analysis.best, analysis.verdict) == (1, Verdict.win(1)) or analysis.best == 4
    assert analysis.verdict == Verdict.win(1)
    assert analysis.reason.kind is ReasonKind.WINS
    assert analysis.line == (analysis.best,)
