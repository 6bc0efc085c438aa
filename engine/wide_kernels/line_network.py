"""A small network over lines of stones, which corrects the evaluation by shapes.

What stands within REACH steps of a cell along one direction, the cell itself included, is a *line*
of 9 cells, and has a vector of CHANNELS numbers. The four vectors of a cell are added and clipped.
The difference from the empty board, summed over all cells, goes through two layers of HIDDEN
neurons. With a vector looked up for each line, as in Rapfi's network (arXiv 2503.13178), that costs
a few additions for each line that a stone changes; and they are done only when a value is asked
for.

The vectors are whole numbers in float32, so that their sums stay exact, whatever was added and
subtracted before. engine/alphabeta/line_weights.py says where the weights come from.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.instructions import WIDTH, add_scaled, exchange
from engine.kernels.jit import Array, inner, part
from engine.kernels.windows import SIDE
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels.shapes import FREE_CELLS, NEAR, ShapeBoard, evaluate

REACH: Final = NEAR
"""How many steps a line goes to either side of its cell."""
CHANNELS: Final = 16
"""The numbers of a vector."""
HIDDEN: Final = 32
"""The neurons of a layer."""
UNIT: Final = 512
"""What stands for 1 in a vector."""
CLIP: Final = 4 * UNIT
"""The largest number that a cell adds to the sums; the least is 0."""
POINTS: Final = 4000
"""So many points of an evaluation are a factor of e in the odds."""
STRIDE: Final = 32
"""How many entries each line of the board has in `cell_at`."""

NEAR_BITS: Final = 2 * REACH + 2
"""The bits of the first half of a line, its cell included."""

_NEAR_HALF: Final = (1 << NEAR_BITS) - 1
_FAR_HALF: Final = (1 << 2 * REACH) - 1
_LOW_BITS: Final = 0x1555555555555555
"""The lower bit of each cell of a word of `ShapeBoard.lines`."""
_MARGIN: Final = 2000
"""How near the window, in points, an evaluation by shapes must be before the network is asked: its
corrections have a standard deviation of some 1000."""


class LineNetwork(NamedTuple):
    """The weights, and for each side to move what the sums over a board were when last asked for.

    Without weights, where each array has one entry, nothing is corrected. Lines are those of
    `ShapeBoard.lines`; seen by O, X and O have changed places in them. Where `own` is 1 those of O
    follow those of X in each array of weights.
    """

    near: NDArray[np.int32]
    """[first five cells of a line, two bits each]: a part of the line's index in `number`."""
    far: NDArray[np.int32]
    """[last four cells of a line]: the other part. The sum of both is the index."""
    number: NDArray[np.int16]
    """[index]: the vector of a line."""
    vectors: NDArray[np.float32]
    """[CHANNELS * number + channel]: the vectors, in units of 1 / UNIT."""
    first: NDArray[np.float32]
    """[HIDDEN * input + neuron]: the first layer. Its inputs are 1, the odds by shapes, how many
    stones there are, and `sums`."""
    second: NDArray[np.float32]
    """[HIDDEN * input + neuron]: the second layer. Its inputs are 1 and the first layer."""
    last: NDArray[np.float32]
    """[neuron], [HIDDEN]: what the second layer adds to the odds, and a constant."""
    own: int
    """1 where each side has weights of its own, else 0."""
    skipped: int
    """The bits of a word of `ShapeBoard.lines` that lie more than REACH before its first cell: some
    where the rules look farther."""
    cell_at: Array
    """[STRIDE * line]: how many cells are on it; behind that the cells, from its first."""
    seen: Array
    """[lines * side + line]: the line as it was when this side's sums were last asked for."""
    held: NDArray[np.int16]
    """[STRIDE * (lines * side + line) + i]: the vector of the line around its cell i, as seen."""
    cells: NDArray[np.float32]
    """[CHANNELS * (cells * side + cell) + channel]: the sum of the four vectors of the cell."""
    sums: NDArray[np.float32]
    """[CHANNELS * side + channel]: the sum over all cells, each clipped, less that of the empty
    board."""
    layers: NDArray[np.float32]
    """Scratch, [2 * HIDDEN]: the neurons of both layers."""


@inner
def evaluate_near(board: ShapeBoard, network: LineNetwork, low: int, high: int) -> int:
    """The static evaluation in points; by shapes alone where it is far from `low` to `high`."""
    value = evaluate(board)
    if network.vectors.size > 1 and low - _MARGIN < value < high + _MARGIN:
        return corrected(board, network, value)
    return value


@part
def corrected(board: ShapeBoard, network: LineNetwork, value: int) -> int:
    """An evaluation by shapes of the side to move, corrected by the network."""
    side = board.sums[SIDE]
    _catch_up(board, network, side)
    first, second, last = network.first, network.second, network.last
    sums, layers = network.sums, network.layers
    of_side = side * network.own
    at_first, at_second = of_side * (first.size // 2), of_side * (second.size // 2)
    at_last = of_side * (last.size // 2)
    odds = np.float32(value) / np.float32(POINTS)
    stones = np.float32(board.stone.size - board.sums[FREE_CELLS])
    for i in range(HIDDEN):
        layers[i] = first[at_first + i]
        layers[HIDDEN + i] = second[at_second + i]
    for half in range(0, HIDDEN, WIDTH):
        add_scaled(layers, half, first, at_first + HIDDEN + half, odds)
        add_scaled(layers, half, first, at_first + 2 * HIDDEN + half, stones)
        for channel in range(CHANNELS):
            at = at_first + HIDDEN * (channel + 3) + half
            add_scaled(layers, half, first, at, sums[CHANNELS * side + channel])
    for neuron in range(HIDDEN):
        active = layers[neuron]
        if active > 0:
            for half in range(0, HIDDEN, WIDTH):
                at = at_second + HIDDEN * (neuron + 1) + half
                add_scaled(layers, HIDDEN + half, second, at, active)
    odds += last[at_last + HIDDEN]
    for i in range(HIDDEN):
        odds += max(layers[HIDDEN + i], np.float32(0)) * last[at_last + i]
    return int(max(-ESTIMATE_LIMIT, min(ESTIMATE_LIMIT, int(odds * np.float32(POINTS)))))


@inner
def _catch_up(board: ShapeBoard, network: LineNetwork, side: int) -> None:
    """Bring the sums of a side up to date: for each cell near a stone that came or went since."""
    count = board.lines.size
    vectors = side * network.own * (network.vectors.size // 2)
    for line in range(count):
        now = board.lines[line] >> network.skipped
        if side == 1:
            now = (now & _LOW_BITS) << 1 | now >> 1 & _LOW_BITS
        before = network.seen[count * side + line]
        if now == before:
            continue
        network.seen[count * side + line] = now
        # a bit for each cell that has changed, then for each that is within four steps of one
        changed = now ^ before
        changed = (changed | changed >> 1) & _LOW_BITS
        changed |= changed << 2 | changed >> 2
        changed |= changed << 4 | changed >> 4
        changed |= changed << 2 | changed >> 2
        held = STRIDE * (count * side + line)
        for i in range(network.cell_at[STRIDE * line]):
            if changed >> 2 * (i + REACH) & 1:
                around = now >> 2 * i
                near = network.near[around & _NEAR_HALF]
                # as Python integers, which are not limited to 16 bits
                new = int(network.number[near + network.far[around >> NEAR_BITS & _FAR_HALF]])
                old = int(network.held[held + i])
                if old != new:
                    network.held[held + i] = new
                    cell = board.stone.size * side + network.cell_at[STRIDE * line + 1 + i]
                    exchange(
                        network.cells,
                        CHANNELS * cell,
                        network.sums,
                        CHANNELS * side,
                        network.vectors,
                        vectors + CHANNELS * old,
                        vectors + CHANNELS * new,
                        CLIP,
                    )
