"""Every position of a ply, once and in order."""

from __future__ import annotations

import numpy as np
import pytest

from engine import Position
from engine.gravity.book import layer
from engine.gravity.solver import stones


def numbers_by_play(plies: int) -> set[int]:
    """The layer, found by playing every game."""
    found = {Position.start(layer.RULES)}
    for _ in range(plies):
        found = {position.play(move) for position in found for move in position.legal}
        found = {position for position in found if position.outcome is None}
    boards = np.array(
        [
            stones(position)
            for position in found
            if all(position.play(move).outcome is None for move in position.legal)
        ]
    )
    return set(layer.canonical(boards[:, 0], boards[:, 1]).tolist())


@pytest.mark.parametrize("plies", range(7))
def test_a_layer_has_every_position_once(plies: int) -> None:
    """Exactly what play can reach, mirror images as one, in ascending order."""
    numbers = layer.layer(plies).tolist()
    assert numbers == sorted(numbers_by_play(plies))


def test_the_layer_of_eight_plies_has_its_known_size() -> None:
    """77,715 positions, ascending and distinct."""
    numbers = layer.layer(8)
    assert len(numbers) == 77_715
    assert (np.diff(numbers) > 0).all()


def test_a_position_is_read_back_from_its_number() -> None:
    """Numbers and pairs of stones are each other's inverse, up to mirror images."""
    numbers = layer.layer(6)
    boards = layer.split(numbers)
    assert (layer.canonical(boards[:, 0], boards[:, 1]) == numbers).all()
