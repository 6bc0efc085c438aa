"""What multisets of shapes are worth is found where it is there."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.learning.positions import TAKEN, Positions, split
from benchmarks.learning.records import UNKNOWN
from benchmarks.learning.worth import RESULTS, SCALE, Worth, foretold, likeness, loss
from engine.alphabeta import patterns

pytest.importorskip("torch", reason="weights are fitted with PyTorch: make learning")

from benchmarks.learning.fit import fit


def test_the_fit_finds_what_is_there() -> None:
    """Chances given by known weights are predicted; a known result counts too."""
    rng = np.random.default_rng(1)
    count, cells, common = 3_000, 9, 40
    gain, risk = rng.normal(0, 0.2, (2, patterns.MULTISETS))
    mine, theirs = rng.integers(0, common, (2, count, cells)).astype(np.uint16)
    mine[:, 0] = theirs[:, 0] = TAKEN
    numbers, unknown = np.arange(count), np.full(count, UNKNOWN)
    stones = np.zeros((count, cells), np.uint8)
    no_best = np.full(count, -1)
    blank = Positions(stones, mine, theirs, 0 * numbers, unknown, numbers, no_best)
    told = np.rint(SCALE * Worth(gain, risk, 0.3).odds(blank)).astype(np.int64)
    whole = Positions(stones, mine, theirs, told, unknown, numbers, no_best)
    fitted, left_out = split(whole)
    found = fit(fitted, passes=60)
    assert len(left_out) == count // 10
    assert likeness(found.odds(left_out), left_out) > 0.99
    assert loss(found.odds(left_out), left_out) < loss(np.zeros(len(left_out)), left_out)
    lost = Positions(stones, mine, theirs, told, np.full(count, -1), numbers, no_best)
    assert np.allclose(foretold(lost), (1 - RESULTS) * foretold(whole))
