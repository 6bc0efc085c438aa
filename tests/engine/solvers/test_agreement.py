"""Connect Four, as an independent solver has it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import Limit, Position, Rules, Verdict
from engine.solvers.gravity import score_of, search
from tests.engine.boards import wander
from tests.engine.peer import Peer
from tests.thorough import long

CONNECT4 = Rules.parse("connect4")


@pytest.fixture(scope="module")
def peer() -> Peer:
    """The other solver."""
    return Peer()


def anywhere(each: int, rng: random.Random) -> Iterator[Position]:
    """Random positions of every ply, fewer of those that take long."""
    for ply in range(CONNECT4.cells):
        for _ in range(max(1, each // 8) if 8 <= ply < 13 else each):
            yield wander(CONNECT4, ply, rng)


def agree(position: Position, peer: Peer) -> None:
    """Both solvers have the same value and distance for every column."""
    analysis = search(position, Limit(), every=True)
    empty = CONNECT4.cells - position.ply
    scores = peer.scores(position.moves)
    verdicts = {
        move: Verdict.proved(score_of(position, score), empty) for move, score in scores.items()
    }
    assert analysis.verdicts == verdicts, position
    assert scores[analysis.best] == max(scores.values())


@pytest.mark.parametrize("each", [2, *long(10, 24)])
def test_every_column_of_random_positions(peer: Peer, each: int) -> None:
    """So many positions of each ply: every column has the same value and distance."""
    for position in anywhere(each, random.Random(11)):
        agree(position, peer)


@pytest.mark.long
def test_every_column_of_many_random_positions(peer: Peer) -> None:
    """The same for ten times as many positions."""
    for position in anywhere(240, random.Random(12)):
        agree(position, peer)
