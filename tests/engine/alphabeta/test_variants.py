"""The search in exact, caro and renju: nothing untrue, no win overlooked, no foul played."""

from __future__ import annotations

import random

import pytest

import engine.alphabeta.root
from engine import Foul, Level, Limit, Position, Rules, Side, Verdict, analyse, choose, explain
from engine.alphabeta.search import search
from tests.engine.brute_force import is_true, rank
from tests.engine.variant_truth import variant_truth
from tests.thorough import thorough

SMALL = (
    *("4x6x4 exact", "3x8x5 caro", "6x6x5 renju"),
    *thorough("5x6x4 caro", "6x6x5 exact", "5x7x5 renju"),
)


def late(rules: Rules, free: int, rng: random.Random) -> Position:
    """An unfinished position with so many free tiles at most; lines are mostly stopped."""
    while True:
        position = Position.start(rules)
        while position.outcome is None and rules.cells - position.ply > free:
            moves = [move for move in position.legal if not position.line(position.side, move)]
            if not moves:
                break
            stops = [move for move in moves if position.line(position.side.other, move)]
            position = position.play(rng.choice(stops if stops and rng.random() < 0.7 else moves))
        if position.outcome is None and rules.cells - position.ply <= free:
            return position


def leave_moves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a search of a small board be as narrow as one of a large board."""
    monkeypatch.setattr(engine.alphabeta.root, "_NARROW_FROM_CELLS", 1)
    monkeypatch.setattr(engine.alphabeta.root, "_WIDTH", 3)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("game", SMALL)
def test_proofs_agree_with_minimax(
    game: str, narrow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With any limit no verdict is wrong, also where moves are left out as on large boards."""
    if narrow:
        leave_moves_out(monkeypatch)
    rng = random.Random(game)
    for _ in range(6):
        position = late(Rules.parse(game), rng.randint(3, 7), rng)
        expected = variant_truth(position)
        worth = max(expected.values(), key=rank)
        for limit in (Limit(), Limit(nodes=rng.randint(1, 400)), Limit(depth=rng.randint(1, 6))):
            analysis = search(position, limit, True)
            assert set(analysis.verdicts) == set(position.legal)
            assert is_true(analysis.verdict, worth)
            for move, verdict in analysis.verdicts.items():
                assert is_true(verdict, expected[move])
            Position.from_moves(position.rules, position.moves + analysis.line)
            if limit == Limit():
                assert analysis.exact or narrow
                assert analysis.verdict.value == worth[0]


def played(rules: str, black: str, white: str) -> Position:
    """A position by the coordinates of both sides; the sides move in turn."""
    game = Rules.parse(rules)
    tiles = [[_tile(game, text) for text in side.split()] for side in (black, white)]
    moves = [tile for pair in zip(*tiles, strict=False) for tile in pair]
    moves += tiles[0][len(tiles[1]) :]
    return Position.from_moves(game, moves)


def _tile(rules: Rules, text: str) -> int:
    return (int(text[1:]) - 1) * rules.columns + ord(text[0]) - ord("a") + 1


def test_an_overline_is_no_win() -> None:
    """What makes six in a row wins freestyle and nothing in exact: it is not even stopped."""
    black, white = "d8 e8 f8 h8 i8", "d1 f1 h1 j1 l1"
    gap = _tile(Rules.parse("gomoku"), "g8")
    assert analyse(played("gomoku", black, white), Limit(nodes=2000)).verdict == Verdict.win(1)
    position = played("exact", black, white)
    analysis = analyse(position, Limit(nodes=20_000))
    assert analysis.verdicts[gap] != Verdict.win(1)
    assert position.play(gap).outcome is None


def test_a_win_beside_an_overline_is_found() -> None:
    """Four and a gap that makes six: the other end makes five, and is played or stopped."""
    black, white = "d8 e8 f8 g8 i8", "d1 f1 h1 j1 l1"
    end = _tile(Rules.parse("exact"), "c8")
    assert analyse(played("exact", black, white), Limit(nodes=2000)).best == end
    other = played("exact", black + " a15", white)
    assert analyse(other, Limit(nodes=2000)).best == end


def test_caro_wants_an_open_end() -> None:
    """Five between two stones of the other wins nothing; at the edge it does."""
    shut = played("caro", "d8 e8 f8 g8", "c8 i8 a1 c1")
    assert not shut.line(Side.X, _tile(shut.rules, "h8"))
    edge = played("caro", "a8 b8 c8 d8", "f8 h1 k1 m1")
    assert analyse(edge, Limit(nodes=2000)).verdict == Verdict.win(1)


def test_a_four_is_stopped_at_its_end_in_caro() -> None:
    """A four with one end shut has two answers: the gap, and the cell beyond it."""
    position = played("caro", "d8 e8 f8 g8", "c8 a1 c1")
    analysis = analyse(position, Limit(nodes=50_000))
    holding = {move for move, verdict in analysis.verdicts.items() if verdict.plies != 2}
    assert holding == {_tile(position.rules, "h8"), _tile(position.rules, "i8")}


DOUBLE_THREE = played("renju", "h6 h7 f8 g8", "a1 c1 e1 g1")
"""X to move: h8 would be a double three."""


def test_x_plays_no_foul_at_any_level() -> None:
    """The best cell of freestyle is a foul in renju: nobody plays or recommends it."""
    foul = _tile(DOUBLE_THREE.rules, "h8")
    assert DOUBLE_THREE.fouls == {foul: Foul.DOUBLE_THREE}
    for level in Level:
        for seed in range(2):
            limit = Limit(nodes=3000)
            assert choose(DOUBLE_THREE, level, limit, random.Random(seed)) != foul
    analysis = analyse(DOUBLE_THREE, Limit(nodes=20_000))
    assert foul not in analysis.verdicts
    assert foul not in analysis.line[::2]
    assert explain(DOUBLE_THREE, analysis).move != foul


def test_o_wins_where_the_only_stop_is_a_foul() -> None:
    """A four of O that X may not stop is a win in three."""
    position = played("renju", "h6 h7 f8 g8 n15", "i8 j8 k8 a1")
    four = _tile(position.rules, "l8")
    analysis = analyse(position, Limit(nodes=20_000), every=False)
    assert position.side is Side.O
    assert analysis.verdict.value == "win"
    after = position.play(four)
    told = analyse(after, Limit(nodes=20_000))
    assert told.verdict == Verdict.loss(2) or told.verdict.value == "loss"


def test_lines_and_forced_wins_are_played_to_the_end() -> None:
    """A position won by fours is told so, and its line ends with the line of the winner."""
    for rules in ("exact", "caro", "renju"):
        position = played(rules, "f8 g8 h8 j6 j7", "a1 c1 e1 g1 a15")
        analysis = analyse(position, Limit(nodes=20_000), every=False)
        assert analysis.verdict == Verdict.win(3)
        end = Position.from_moves(position.rules, position.moves + analysis.line)
        assert end.outcome is not None
        assert end.outcome.winner is Side.X
