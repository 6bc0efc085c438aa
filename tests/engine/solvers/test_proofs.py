"""Small boards are solved, and nothing called proved is untrue."""

from __future__ import annotations

import random

import pytest

from engine import PRESETS, Analysis, Limit, Position, Rules, Side, analyse, decode_game
from engine.solvers.proofs import search
from engine.solvers.prover import Prover
from engine.thinking.clock import Clock
from tests.engine.boards import wander
from tests.engine.brute_force import check_truth, rank, truth
from tests.engine.facts import KNOWN

QUICK = {"3x4x3": 4, "3x4x4": 5, "4x4x3": 7, "4x4x4": 8, "3x6x3": 10, "3x6x5": 10, "4x5x4": 12}
"""Small boards, and how many stones stand where brute force is quick."""
SOONER = {"3x4x3": 1, "3x5x3": 3, "3x6x3": 4, "4x4x3": 4, "4x4x4": 4, "3x6x4": 4, "3x6x5": 4,
          "3x6x6": 4, "3x5x4": 3, "3x5x5": 3, "3x4x4": 0, "4x4x2": 5}  # fmt: skip
"""The same where it may take its time."""

DRAWS = ["5x6x5", "6x6x5", "5x8x5", "6x7x5", "6x8x6", "7x7x6", "7x8x6", "7x7x7", "7x8x7",
         "8x8x7", "8x8x8", "4x4x4", "4x6x4", "5x5x4"]  # fmt: skip
PATIENCE = 2_500_000
"""Nodes that take ten seconds of one core."""
PATIENT = {"4x8x4": "draw", "4x9x4": "win"}
"""Boards that `kinarow solve` takes the better part of a minute for."""


def check(position: Position, analysis: Analysis) -> None:
    """Nothing that an analysis says may differ from the truth, and its line must keep it."""
    check_truth(position, analysis)
    check_line(position, analysis)


def check_line(position: Position, analysis: Analysis) -> None:
    """The line of a proved win or loss ends the game on the ply announced."""
    verdict, mover = analysis.verdict, position.side
    for move in analysis.line:
        position = position.play(move)
    if verdict.value in {"win", "loss"} and len(analysis.line) == verdict.plies:
        assert position.outcome is not None
        assert position.outcome.winner is (mover if verdict.value == "win" else mover.other)


@pytest.mark.parametrize("game", QUICK)
def test_every_verdict_is_that_of_brute_force(game: str) -> None:
    """Without a limit all verdicts are exact, and with any none that is told is wrong."""
    rng = random.Random(game)
    for _ in range(8):
        position = wander(Rules.parse(game), rng.randint(QUICK[game], 20), rng)
        analysis = search(position, Limit(), every=True)
        assert analysis.exact
        check(position, analysis)
        assert len(analysis.line) == analysis.verdict.plies or analysis.verdict.value == "draw"
        assert rank(truth(position)[analysis.best]) == max(map(rank, truth(position).values()))
        for nodes in (2000, 4000):
            check(position, search(position, Limit(nodes=nodes), every=rng.random() < 0.5))


@pytest.mark.long
@pytest.mark.parametrize("game", SOONER)
def test_many_verdicts_are_those_of_brute_force(game: str) -> None:
    """The same for many positions, and earlier ones."""
    rng = random.Random(game)
    for _ in range(150):
        position = wander(Rules.parse(game), rng.randint(SOONER[game], 16), rng)
        analysis = search(position, Limit(), every=True)
        assert analysis.exact
        check(position, analysis)


@pytest.mark.parametrize("game", DRAWS)
def test_draws_are_proved(game: str) -> None:
    """Where neither side can force a line, it is known of every first move."""
    rules = Rules.parse(game)
    analysis = analyse(Position.start(rules), Limit(nodes=PATIENCE))
    assert analysis.exact
    assert analysis.verdict.value == "draw"
    assert analysis.verdict.plies == rules.cells


@pytest.mark.parametrize("game", ["5x6x4", "6x6x4", "7x7x4", "8x8x4"])
def test_wins_have_their_line(game: str) -> None:
    """Four in a row takes the first player eleven plies, and the line shows them."""
    position = Position.start(Rules.parse(game))
    analysis = analyse(position, Limit(nodes=PATIENCE), every=False)
    assert (analysis.verdict.value, analysis.verdict.plies) == ("win", 11)
    end = Position.from_moves(position.rules, analysis.line)
    assert end.outcome is not None
    assert end.outcome.winner is Side.X
    assert end.ply == 11


@pytest.mark.long
def test_all_known_values_are_proved() -> None:
    """Value and distance of every board solved by others, but for those that take patience."""
    for rules, (value, plies) in KNOWN.items():
        if rules.gravity or rules.misere or rules == PRESETS["gomoku"]:
            continue
        verdict = analyse(Position.start(rules), Limit(nodes=8_000_000), every=False).verdict
        expected = {value, None} if str(rules) in PATIENT else {value}
        assert verdict.value in expected, rules
        assert verdict.value is None or plies in {None, verdict.plies}, rules


@pytest.mark.long
@pytest.mark.parametrize("game", PATIENT)
def test_patience_is_rewarded(game: str) -> None:
    """With some tens of millions of nodes the value of these is proved as well."""
    position = Position.start(Rules.parse(game))
    analysis = analyse(position, Limit(nodes=60_000_000), every=False)
    assert analysis.verdict.value == PATIENT[game]


@pytest.mark.parametrize(
    "code, value",
    [("4x9x4:10-2-21-31-30", "win"), ("4x7x4:19-2", "win"), ("4x9x4:15-29-9-2-24", "loss")],
)
def test_the_winner_is_proved_before_the_distance(code: str, value: str) -> None:
    """Where the distance is not proved within the limit, the value may be, and a move for it."""
    position = decode_game(code)
    analysis = search(position, Limit(nodes=60_000), every=False)
    assert (analysis.verdict.value, analysis.verdict.plies) == (value, None)
    assert analysis.nodes <= 61_000
    assert next(iter(analysis.verdicts)) == analysis.line[0] == analysis.best
    assert set(analysis.verdicts) == set(position.legal)
    scores = [verdict.score for verdict in analysis.verdicts.values()]
    assert scores == sorted(scores, reverse=True)
    if value == "win":
        assert analysis.line == analysis.reason.tiles == (analysis.best,)
        after = position.play(analysis.best)
        prover = Prover(after.rules, [tile - 1 for tile in after.tiles])
        assert prover.wins(1 - prover.side, None, prover.side, Clock(Limit()))
    else:
        assert {verdict.value for verdict in analysis.verdicts.values()} == {"loss"}


def test_proofs_are_the_same_on_every_run() -> None:
    """A limit of nodes gives the same answer again."""
    position = decode_game("6x6x5:15-22-8")
    first, second = (analyse(position, Limit(nodes=30_000)) for _ in range(2))
    assert first == second
    assert first.nodes <= 40_000


@pytest.mark.parametrize("seconds", [0.06, 0.2])
def test_a_deadline_ends_proofs(seconds: float) -> None:
    """However short the time, there is an answer."""
    position = decode_game("7x7x5:25-1")
    analysis = analyse(position, Limit(seconds=seconds))
    assert analysis.best in position.legal
    assert len(analysis.verdicts) == len(position.legal)
