"""Fits the network over lines (engine/kernels/wide/line_network.py) to what a search says.

The vector of a line is the sum of what its nine cells have, each for what stands there and its
distance from the middle, and of something of its own. So a line that is rare begins with what is
known of others. What is fitted adds to the odds that the shapes give. By gradient descent (Adam),
in batches, faster at first and slower to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi
from typing import Final, NamedTuple, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.fit import Floats, searched_chance
from benchmarks.learning.positions import Positions
from engine.alphabeta.worth import line_weights
from engine.alphabeta.worth.line_weights import LineWeights
from engine.game.lines import DIRECTIONS
from engine.kernels.wide.line_network import CHANNELS, CLIP, HIDDEN, NEAR_BITS, REACH, UNIT

Reals: TypeAlias = NDArray[np.float32]
Lines: TypeAlias = NDArray[np.int16]

BATCH: Final = 1024
"""Positions of one step."""
_PASSES: Final = 10
"""How often the fit goes through all positions."""
_SPEED: Final = 4e-3
"""The greatest size of a step, as Adam counts it."""
_OWN: Final = 0.5
"""How much slower than all else what lines have of their own is fitted."""
_HOLD: Final = 1e-7
"""How strongly it is held back: so much times the sum of its squares is a loss. Of 1e-5 to 1e-7
this foretold best."""
_RISE: Final = 0.1
"""The part of the fit in which its speed rises."""
_CELLS: Final = 60.0
"""The sums over cells are divided by this, which brings them near to 1."""
_STONES: Final = 25.0
"""The number of stones is divided by this."""
_SHIFT: Final = np.array([0.0] * (CHANNELS + 1) + [-1.0], np.float32)
"""What is added to the inputs, so that they lie around 0."""
_MOMENTUM, _MEMORY, _LEAST = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
_TOP: Final = np.float32(CLIP / UNIT)
_ZERO: Final = np.float32(0)


class Examples(NamedTuple):
    """Positions of one board, a row each, as the fit sees them."""

    lines: Lines
    """[position, 4 * cell + direction]: the vectors of the lines."""
    empty: Lines
    """[4 * cell + direction]: those of the empty board."""
    shapes: Reals
    """The odds by shapes."""
    stones: Reals
    """How many stones there are."""
    chances: Reals
    """What the search says, as a chance to win."""

    def chosen(self, rows: NDArray[np.int64]) -> Examples:
        """Some of them."""
        lines, empty, *facts = self
        return Examples(lines[rows], empty, *(fact[rows] for fact in facts))


def examples(positions: Positions, shapes: Floats) -> Examples:
    """What the fit sees of positions on a square board, given their odds by shapes.

    Takes 2 kB for each on 15x15.
    """
    empty = np.zeros_like(positions.stones[:1])
    return Examples(
        lines_of(positions.stones),
        lines_of(empty)[0],
        shapes.astype(np.float32),
        np.asarray((positions.stones > 0).sum(axis=1), np.float32),
        searched_chance(positions).astype(np.float32),
    )


def lines_of(stones: NDArray[np.uint8]) -> Lines:
    """[position, 4 * cell + direction]: the vectors of the lines of positions on a square board.

    Stones are 0 for none, 1 for the side to move and 2 for the other.
    """
    found = np.zeros((len(stones), 4 * stones.shape[1]), np.int16)
    for start in range(0, len(stones), BATCH):
        found[start : start + BATCH] = _few_lines_of(stones[start : start + BATCH])
    return found


def _few_lines_of(stones: NDArray[np.uint8]) -> Lines:
    side = round(stones.shape[1] ** 0.5)
    index = line_weights.index()
    beyond = ((0, 0), (REACH, REACH), (REACH, REACH))
    board = np.pad(stones.reshape(-1, side, side), beyond, constant_values=3).astype(np.int32)
    found = np.zeros((len(stones), side, side, 4), np.int16)
    for direction, (down, right) in enumerate(DIRECTIONS):
        word = np.zeros((len(stones), side, side), np.int32)
        for bit, step in enumerate(range(-REACH, REACH + 1)):
            row, column = REACH + step * down, REACH + step * right
            word |= board[:, row : row + side, column : column + side] << 2 * bit
        near, far = index.near[word & index.near.size - 1], index.far[word >> NEAR_BITS]
        found[..., direction] = index.number[near + far]
    return found.reshape(len(stones), -1)


class Network:
    """Weights that are being fitted, and the slopes of the loss by each.

    They begin by chance, or as weights of the engine that are to be fitted further.
    """

    def __init__(self, steps: int, seed: int = 1, begun: LineWeights | None = None) -> None:
        rng = np.random.default_rng(seed)
        self._features = _features()
        common = rng.normal(0, 0.15, (self._features.shape[1], CHANNELS))
        common[-1] = 0.25
        inputs = CHANNELS + 2
        given = {
            "common": common,
            "own": np.zeros((len(self._features), CHANNELS)),
            "first": rng.uniform(-1, 1, (HIDDEN, inputs)) / inputs**0.5,
            "first_bias": rng.uniform(-1, 1, HIDDEN) / inputs**0.5,
            "second": rng.uniform(-1, 1, (HIDDEN, HIDDEN)) / HIDDEN**0.5,
            "second_bias": rng.uniform(-1, 1, HIDDEN) / HIDDEN**0.5,
            "last": np.zeros(HIDDEN + 1),
        }
        if begun is not None:
            given = self._as_fitted(begun)
        self._weights = {name: array.astype(np.float32) for name, array in given.items()}
        self._slopes, self._means, self._squares = (
            {name: np.zeros_like(array) for name, array in self._weights.items()} for _ in range(3)
        )
        self._steps, self._done = steps, 0

    def _as_fitted(self, known: LineWeights) -> dict[str, NDArray[np.float64]]:
        """Weights of the engine as they are fitted, as much in common to all lines as can be."""
        vectors = known.vectors.astype(float) / UNIT
        common = np.linalg.lstsq(self._features, vectors, rcond=None)[0]
        constant, shapes, stones = known.first[:3].astype(float)
        cells = known.first[3:].T * (_CELLS * UNIT)
        first = np.column_stack([cells, shapes, stones * _STONES])
        return {
            "common": common,
            "own": vectors - self._features @ common,
            "first": first,
            "first_bias": constant - first @ _SHIFT,
            "second": known.second[1:].T.astype(float),
            "second_bias": known.second[0].astype(float),
            "last": known.last.astype(float),
        }

    def odds(self, examples: Examples) -> Reals:
        """The logarithm of the odds in positions, given those by shapes alone."""
        return self._run(examples, learns=False)

    def descend(self, examples: Examples) -> float:
        """One step down the slope of the mean log loss; returns that loss before the step."""
        odds, chances = self._run(examples, learns=True).astype(float), examples.chances
        self._slopes["common"][:] = self._features.T @ self._slopes["own"]
        self._done += 1
        part = self._done / (self._steps + 1)
        rising = min(1.0, part / _RISE)
        speed = _SPEED * rising * (0.5 + 0.5 * cos(pi * max(0.0, part - _RISE) / (1 - _RISE)))
        for name, array in self._weights.items():
            own = name == "own"
            _step(
                array.reshape(-1),
                self._slopes[name].reshape(-1),
                self._means[name].reshape(-1),
                self._squares[name].reshape(-1),
                np.float32(speed * (_OWN if own else 1)),
                np.float32(1 - _MOMENTUM**self._done),
                np.float32(1 - _MEMORY**self._done),
                np.float32(2 * _HOLD if own else 0),
            )
        return float(np.mean(np.logaddexp(0, odds) - chances * odds))

    def written(self) -> LineWeights:
        """The weights as the engine has them: vectors in whole units, inputs as they come."""
        known, at = self._weights, CHANNELS
        scale = np.array([1 / (_CELLS * UNIT)] * CHANNELS + [1, 1 / _STONES], np.float32)
        inputs = (known["first"] * scale).T
        constant = known["first_bias"] + known["first"] @ _SHIFT
        first = np.vstack([constant, inputs[at], inputs[at + 1], inputs[:at]])
        second = np.vstack([known["second_bias"], known["second"].T])
        vectors = np.rint(UNIT * self._vectors()).astype(np.int16)
        return LineWeights(
            vectors, first.astype(np.float32), second.astype(np.float32), known["last"]
        )

    def _vectors(self) -> Reals:
        known = self._weights
        return np.asarray(self._features @ known["common"] + known["own"], np.float32)

    def _run(self, examples: Examples, *, learns: bool) -> Reals:
        return np.asarray(
            _batch(
                *examples,
                self._vectors(),
                self._weights["first"],
                self._weights["first_bias"],
                self._weights["second"],
                self._weights["second_bias"],
                self._weights["last"],
                self._slopes["own"],
                self._slopes["first"],
                self._slopes["first_bias"],
                self._slopes["second"],
                self._slopes["second_bias"],
                self._slopes["last"],
                learns,
            )
        )


def fit(
    boards: Sequence[Examples], passes: int = _PASSES, begun: LineWeights | None = None
) -> Network:
    """The network that foretells best what the search says, on all of these boards.

    It is fitted from nothing, or on from weights of the engine. Takes, with ten passes, 0.5 ms of
    CPU for each position.
    """
    rng = np.random.default_rng(1)
    network = Network(passes * len(_batches(boards, rng)), begun=begun)
    for _ in range(passes):
        for board, rows in _batches(boards, rng):
            network.descend(boards[board].chosen(rows))
    return network


def _batches(
    boards: Sequence[Examples], rng: np.random.Generator
) -> list[tuple[int, NDArray[np.int64]]]:
    """The rows of each batch and their board, in any order; what fills none is left out."""
    found = []
    for number, board in enumerate(boards):
        count = len(board.lines)
        size = min(BATCH, count)
        order = rng.permutation(count)
        for start in range(0, count - size + 1, size):
            found.append((number, np.sort(order[start : start + size])))
    return [found[i] for i in rng.permutation(len(found))]


def _features() -> Reals:
    """[line]: how many cells at each distance from its middle are of each kind, and 1."""
    cells = line_weights.lines()[:, None] >> 2 * np.arange(2 * REACH + 1) & 3
    distance = np.abs(np.arange(2 * REACH + 1) - REACH)
    found = [
        (cells[:, distance == steps] == kind).sum(axis=1)
        for kind in (1, 2, 3)
        for steps in range(REACH + 1)
    ]
    return np.array([*found, np.ones(len(cells))], np.float32).T.copy()


# --- compiled ----------------------------------------------------------------------------


@numba.njit(fastmath=True, cache=True)
def _add_cells(row, vectors, sums, active):  # type: ignore[no-untyped-def]
    """Set the sums to those of all cells, and note where no cell was clipped."""
    sums[:] = 0
    for cell in range(len(active)):
        a, b, c, d = row[4 * cell], row[4 * cell + 1], row[4 * cell + 2], row[4 * cell + 3]
        for k in range(CHANNELS):
            whole = vectors[a, k] + vectors[b, k] + vectors[c, k] + vectors[d, k]
            clipped = min(max(whole, _ZERO), _TOP)
            sums[k] += clipped
            active[cell, k] = np.float32(clipped == whole)


@numba.njit(fastmath=True, cache=True)
def _add_slopes(row, slope, active, own_slope):  # type: ignore[no-untyped-def]
    """Hand the slopes of the sums down to the vectors."""
    for cell in range(len(active)):
        a, b, c, d = row[4 * cell], row[4 * cell + 1], row[4 * cell + 2], row[4 * cell + 3]
        for k in range(CHANNELS):
            change = slope[k] / np.float32(_CELLS) * active[cell, k]
            own_slope[a, k] += change
            own_slope[b, k] += change
            own_slope[c, k] += change
            own_slope[d, k] += change


@numba.njit(fastmath=True, cache=True)
def _batch(  # type: ignore[no-untyped-def]
    lines,
    empty,
    shapes,
    stones,
    chances,
    vectors,
    first,
    first_bias,
    second,
    second_bias,
    last,
    own_slope,
    first_slope,
    first_bias_slope,
    second_slope,
    second_bias_slope,
    last_slope,
    learns,
):
    """The odds in some positions; with `learns` what each weight adds to the mean loss, too."""
    count, cells = len(lines), lines.shape[1] // 4
    sums, at_first = np.zeros((2, CHANNELS), np.float32)
    active, at_first_active = np.zeros((2, cells, CHANNELS), np.float32)
    _add_cells(empty, vectors, at_first, at_first_active)
    inputs, input_slope, all_slopes = np.zeros((3, CHANNELS + 2), np.float32)
    one, two, one_slope, two_slope = np.zeros((4, HIDDEN), np.float32)
    odds = np.zeros(count, np.float32)
    for position in range(count):
        row = lines[position]
        _add_cells(row, vectors, sums, active)
        for k in range(CHANNELS):
            inputs[k] = (sums[k] - at_first[k]) / np.float32(_CELLS)
        inputs[CHANNELS] = shapes[position]
        inputs[CHANNELS + 1] = stones[position] / np.float32(_STONES)
        inputs += _SHIFT
        total = shapes[position] + last[HIDDEN]
        for i in range(HIDDEN):
            one[i] = max(first_bias[i] + (first[i] * inputs).sum(), _ZERO)
        for i in range(HIDDEN):
            two[i] = max(second_bias[i] + (second[i] * one).sum(), _ZERO)
            total += last[i] * two[i]
        odds[position] = total
        if not learns:
            continue
        chance = np.float32(1 / (1 + np.exp(-total)))
        slope = (chance - chances[position]) / np.float32(count)
        last_slope[HIDDEN] += slope
        one_slope[:] = 0
        input_slope[:] = 0
        for i in range(HIDDEN):
            last_slope[i] += slope * two[i]
            two_slope[i] = slope * last[i] if two[i] > 0 else _ZERO
            second_bias_slope[i] += two_slope[i]
            second_slope[i] += two_slope[i] * one
            one_slope += two_slope[i] * second[i]
        for i in range(HIDDEN):
            if one[i] > 0:
                first_bias_slope[i] += one_slope[i]
                first_slope[i] += one_slope[i] * inputs
                input_slope += one_slope[i] * first[i]
        _add_slopes(row, input_slope, active, own_slope)
        all_slopes -= input_slope
    if learns:
        _add_slopes(empty, all_slopes, at_first_active, own_slope)
    return odds


@numba.njit(fastmath=True, cache=True)
def _step(weights, slopes, means, squares, speed, warm, warm_square, hold):  # type: ignore[no-untyped-def]
    """One step of Adam; the slopes are 0 afterwards."""
    for i in range(weights.size):
        slope = slopes[i] + hold * weights[i]
        means[i] += (1 - _MOMENTUM) * (slope - means[i])
        squares[i] += (1 - _MEMORY) * (slope * slope - squares[i])
        weights[i] -= speed * (means[i] / warm) / (np.sqrt(squares[i] / warm_square) + _LEAST)
        slopes[i] = 0
