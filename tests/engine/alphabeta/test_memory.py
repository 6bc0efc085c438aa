"""A search that goes on from what the searches of earlier positions of its game have found."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import Analysis, Limit, Memory, Position, Rules, analyse, decode_game
from engine.alphabeta.search import search
from tests.engine.alphabeta.test_variants import late, leave_moves_out
from tests.engine.brute_force import is_true
from tests.engine.variant_truth import variant_truth

GAME = decode_game("15x15x5:145-116-118-148-134-146-131-130-132-133-117")


def searches(memory: Memory, limit: Limit) -> Iterator[Analysis]:
    """What a player finds who thinks about every other position of a game."""
    for ply in range(5, GAME.ply, 2):
        position = Position.from_moves(GAME.rules, GAME.moves[:ply])
        yield analyse(position, limit, every=False, memory=memory)


def test_a_known_position_takes_a_third_of_the_nodes() -> None:
    """A position that is thought about again takes a third of the nodes; a new one all of them."""
    position = Position.from_moves(GAME.rules, GAME.moves[:7])
    memory, limit = Memory(), Limit(depth=9)
    fresh, first, again = (
        analyse(position, limit, every=False, memory=given).nodes
        for given in (None, memory, memory)
    )
    assert first == fresh
    assert 3 * again < fresh


@pytest.mark.parametrize("limit", [Limit(depth=7), Limit(nodes=20_000)], ids=str)
def test_the_same_game_is_thought_about_in_the_same_way(limit: Limit) -> None:
    """Move by move, also where another game was thought about before."""
    memory = Memory()
    first, again = list(searches(memory, limit)), list(searches(memory, limit))
    assert [(one.best, one.nodes) for one in first] == [(one.best, one.nodes) for one in again]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("game", ["4x6x4 exact", "5x6x4 caro", "5x7x5 renju"])
def test_proofs_hold_in_the_next_position(
    game: str, narrow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a game to its end: no verdict is wrong, also where moves are left out."""
    if narrow:
        leave_moves_out(monkeypatch)
    rng = random.Random(game)
    for _ in range(4):
        memory, position = Memory(), late(Rules.parse(game), 7, rng)
        while position.outcome is None:
            expected = variant_truth(position)
            limit = rng.choice([Limit(), Limit(nodes=rng.randint(1, 400)), Limit(depth=4)])
            analysis = search(position, limit, rng.random() < 0.5, memory=memory)
            assert limit != Limit() or is_true(analysis.verdict, expected[analysis.best])
            for move, verdict in analysis.verdicts.items():
                assert is_true(verdict, expected[move])
            position = position.play(rng.choice(position.legal))
