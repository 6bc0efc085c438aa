"""Questions about forced lines, against brute force."""

from __future__ import annotations

import random

import pytest

from engine import Limit, Position, Rules, decode_game
from engine.solvers.prover import Prover
from engine.thinking.clock import Clock, StoppedError
from tests.engine.boards import wander
from tests.engine.brute_force import rank, truth

SMALL = {
    "3x3": 0,
    "3x4x3": 4,
    "3x5x2": 6,
    "4x4x3": 7,
    "4x4x4": 7,
    "3x6x3": 9,
    "3x6x4": 9,
    "3x6x6": 10,
    "4x5x4": 11,
    "5x5x4": 16,
}
"""Small boards, and how many stones stand where brute force is quick."""


def prover_at(position: Position) -> Prover:
    """A prover that looks at this position."""
    return Prover(position.rules, [tile - 1 for tile in position.tiles])


UNLIMITED = Clock(Limit())
"""A clock that never stops."""


def check_answers(position: Position) -> None:
    """Whether either side wins, within any number of stones, is what brute force says."""
    values = truth(position)
    value, plies = max(values.values(), key=rank)
    prover = prover_at(position)
    for attacker, result in ((prover.side, "win"), (1 - prover.side, "loss")):
        stones = (plies + 1) // 2
        answers = [prover.wins(attacker, left, prover.side, UNLIMITED) for left in range(1, 9)]
        assert answers == [value == result and left >= stones for left in range(1, 9)]
        assert prover.wins(attacker, None, prover.side, UNLIMITED) is (value == result)
    rival = 1 - prover.side
    if not prover.wins(rival, None, rival, UNLIMITED):
        assert all(value != "loss" for value, _ in values.values())


@pytest.mark.parametrize("game", SMALL)
def test_answers_agree_with_brute_force(game: str) -> None:
    """No answer differs, for either side and any number of stones."""
    rng = random.Random(game)
    for _ in range(12):
        check_answers(wander(Rules.parse(game), rng.randint(SMALL[game], 25), rng))


@pytest.mark.parametrize(
    "code", ["5x6x4:6-29", "4x8x4:14-29", "4x9x4:33-29-17", "4x7x4:24-3-5-28-4-26"]
)
def test_questions_do_not_answer_each_other(code: str) -> None:
    """Whatever was asked before, the answer is that of a prover which was asked nothing yet."""
    position = decode_game(code)
    prover = prover_at(position)
    for attacker in (0, 1):
        for left in range(1, 7):
            answer = prover.wins(attacker, left, prover.side, UNLIMITED)
            fresh = prover_at(position)
            assert answer is fresh.wins(attacker, left, fresh.side, UNLIMITED), (attacker, left)


@pytest.mark.parametrize("game", SMALL)
def test_the_way_leads_there(game: str) -> None:
    """The move told keeps what was asked for; none is told where there is none."""
    rng = random.Random(game)
    for _ in range(12):
        position = wander(Rules.parse(game), rng.randint(SMALL[game], 25), rng)
        values = truth(position)
        prover = prover_at(position)
        for attacker in (0, 1):
            ours = attacker == prover.side
            good = {move for move, (value, _) in values.items()
                    if (value == "win" if ours else value != "loss")}  # fmt: skip
            cell = prover.best_cell(attacker, None, UNLIMITED)
            assert (cell is None and not good) or (cell is not None and cell + 1 in good)


def test_breaking_off_and_going_on_changes_nothing() -> None:
    """A stopped question leaves the board as it was, and is answered when asked again."""
    prover = Prover(Rules.parse("4x5x4"))
    for nodes in range(1, 60, 10):
        with pytest.raises(StoppedError):
            prover.wins(0, None, 0, Clock(Limit(nodes=prover.nodes + nodes), lambda: prover.nodes))
    assert not prover.wins(0, None, 0, UNLIMITED)
