"""The network over lines: fitted, fitted further, and written for the engine."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.learning.games import HOME
from benchmarks.learning.positions import Positions, split
from benchmarks.learning.records import UNKNOWN, Look
from benchmarks.learning.worth import SCALE, likeness, worth_of
from engine.alphabeta import line_weights, shape_weights
from engine.wide_kernels.line_network import CLIP
from tests.benchmarks.learning.looked import CALM, looked

pytest.importorskip("torch", reason="weights are fitted with PyTorch: make learning")

from benchmarks.learning import network


def test_a_network_is_written_as_the_engine_reads_it() -> None:
    """Its odds are what the engine makes of the weights, but for the rounding of vectors."""
    found = looked(CALM, 1, *(Look(ply, -1, 900 * ply, 1) for ply in range(2, 6)))
    shapes_ = worth_of(shape_weights.learnt()).odds(found)
    seen = network.examples(found, shapes_)
    fitted = network.fit([seen], passes=30)
    odds, known = fitted.odds(seen), fitted.written()
    lines = np.vstack([seen.empty, seen.lines]).reshape(1 + len(found), -1, 4)
    sums = known.vectors[lines].astype(float).sum(axis=2).clip(0, CLIP).sum(axis=1)
    one = np.column_stack([np.ones(len(found)), shapes_, seen.stones, sums[1:] - sums[0]])
    one = one @ known.first
    two = np.column_stack([np.ones(len(found)), one.clip(0)]) @ known.second
    by_engine = shapes_ + np.column_stack([two.clip(0), np.ones(len(found))]) @ known.last
    assert np.allclose(odds, by_engine, atol=0.01)
    assert not np.allclose(odds, shapes_, atol=0.01)


def test_a_network_is_fitted_on_from_where_the_engine_stands() -> None:
    """Before its first step it is written as it was read, to the last vector."""
    (known,) = line_weights.learnt()
    again = network.Network(known).written()
    assert np.array_equal(again.vectors, known.vectors)
    for layer, read_again in zip(known[1:], again[1:], strict=True):
        assert np.allclose(layer, read_again, rtol=1e-4, atol=1e-5)


@pytest.mark.thorough
def test_a_network_finds_what_shapes_do_not_tell() -> None:
    """If the odds are the number of stones, which no shape has, it predicts them."""
    rng = np.random.default_rng(1)
    count, cells = 1_200, HOME.cells
    stones = (rng.random((count, cells)) < rng.uniform(0, 0.2, (count, 1))).astype(np.uint8)
    stones[:, ::2] *= 2
    told = np.rint(SCALE * (stones > 0).sum(axis=1) / 10 - SCALE).astype(np.int64)
    nothing = np.zeros((count, cells), np.uint16)
    numbers, unknown = np.arange(count), np.full(count, UNKNOWN)
    whole = Positions(stones, nothing, nothing, told, unknown, numbers, unknown)
    fitted, left_out = split(whole)
    found = network.fit([network.examples(fitted, np.zeros(len(fitted)))], passes=12)
    odds = found.odds(network.examples(left_out, np.zeros(len(left_out)))).astype(float)
    assert likeness(odds, left_out) > 0.97
