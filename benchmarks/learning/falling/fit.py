"""What windows, waiting finishes and being to move are worth, for each family of boards.

All that a position is worth to X is a sum: of a number for each window alive, by its kind, its side
and its stones; one for what waits of X, one for what waits of O, and one for both together; and one
for the side to move. Most positions beside a game come after a poor move, so that the move counts
for more there; by how much is fitted as well, and left out.

All these are found by logistic regression, in steps that a bound of the curvature makes safe (D.
Böhning and B. G. Lindsay, Monotonicity of Quadratic-Approximation Algorithms, 1988). The worth of
windows begins at the hand-made values and is pulled towards them, that of both sides' waits
together towards 0, so that it takes many positions to move either.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.records import UNKNOWN, Game
from benchmarks.learning.worth import SCALE, Floats, foretold
from engine import Rules
from engine.alphabeta import window_weights
from engine.alphabeta.arrays import fresh_window_board
from engine.alphabeta.window_weights import KINDS
from engine.kernels import window_search
from engine.kernels.windows import SIDE, STONES, WAITS, WindowBoard, waits

Numbers: TypeAlias = NDArray[np.int64]

RESULTS: Final = 0.5
"""How much of what is predicted is the result of the game, where it is known; the rest is what the
search says."""

_HOLD_WINDOWS: Final = 100.0
_HOLD_ONE: Final = 3.0
_HOLD_BOTH: Final = 20.0
"""The weight of the loss for moving a number: so many times half the square of the move, in the
logarithm of the odds, beside one loss for each position."""
_BY_HAND: Final = 1 / 6000
"""What a hand-made point adds to the logarithm of the odds where the fit begins: with it a window
with one stone missing doubles the odds."""
_STEPS: Final = 200
_CURVATURE: Final = 0.25
"""The most that the loss of a position is curved."""


class Positions(NamedTuple):
    """Positions of one family of boards, a row each; everything is seen by X."""

    windows: NDArray[np.int16]
    """[position, 2 * goal * kind + goal * side + stones]: how many such windows are alive, those
    of O counted below 0."""
    waits: Numbers
    """[position, side]: what waits of either side."""
    to_move: Numbers
    """[position]: 1 where X is to move, -1 where O is."""
    value: Numbers
    """[position]: what the search says, in points."""
    result: Numbers
    """[position]: 1 where X has won the game, -1 where O has, 0 a draw, else UNKNOWN."""
    game: Numbers
    """[position]: the number of the game."""

    def chosen(self, rows: NDArray[np.bool_]) -> Positions:
        """Some of them."""
        windows, *facts = self
        return Positions(windows[rows], *(fact[rows] for fact in facts))


class Worth(NamedTuple):
    """What a position is worth to X, in the logarithm of the odds that X wins."""

    value: Floats
    """[2 * goal * kind + goal * side + stones]: a window alive."""
    balance: Floats
    """[what waits of X, of O]: the finishes of both."""
    tempo: float
    """Being to move."""

    def odds(self, positions: Positions) -> Floats:
        """The logarithm of the odds in each position."""
        waiting = self.balance[positions.waits[:, 0], positions.waits[:, 1]]
        return np.asarray(positions.windows @ self.value + waiting + self.tempo * positions.to_move)

    def written(self) -> dict[str, int | list[int]]:
        """The weights as the engine has them."""
        value, balance = (np.rint(SCALE * part).astype(int) for part in (self.value, self.balance))
        return {
            "tempo": round(SCALE * self.tempo),
            "value": value.tolist(),
            "balance": balance.ravel().tolist(),
        }


def positions(games: Iterable[Game]) -> dict[str, Positions]:
    """The positions searched, for each family of boards."""
    rows: dict[str, list[tuple[NDArray[np.int16], list[int]]]] = {}
    for game in games:
        rules = Rules.parse(game.board)
        board, kinds, at = fresh_window_board(rules), window_weights.kinds(rules), 0
        found = rows.setdefault(window_weights.family(rules), [])
        for look in game.looks:
            beside = [] if look.aside < 0 else [look.aside]
            cells = [*game.cells[at : look.ply], *beside]
            window_search.put_stones(board, np.array(cells, np.int64))
            at, sign = look.ply, 1 - 2 * int(board.sums[SIDE])
            result = UNKNOWN if beside else game.result
            facts = [waits(board, 0), waits(board, 1), sign, sign * look.value, result, game.number]
            found.append((_alive(board, kinds, rules.goal), facts))
            for cell in beside:
                window_search.lift_stone(board, cell)
    by_family = {}
    for family, found in rows.items():
        seen = np.array([facts for _, facts in found], np.int64).reshape(len(found), 6)
        windows = np.array([alive for alive, _ in found], np.int16)
        by_family[family] = Positions(windows, seen[:, :2], *seen[:, 2:].T)
    return by_family


def _alive(board: WindowBoard, kinds: Numbers, goal: int) -> NDArray[np.int16]:
    """The windows alive, as `Positions` counts them."""
    stones = [board.word >> 8 * side & STONES for side in (0, 1)]
    total = np.zeros(2 * goal * KINDS, np.int16)
    for side, sign in ((0, 1), (1, -1)):
        alive = stones[1 - side] == 0
        number = (2 * goal * kinds + goal * side + stones[side])[alive]
        total += sign * np.bincount(number, minlength=total.size).astype(np.int16)
    return total


def by_hand(goal: int) -> Worth:
    """What the engine uses for a board about which nothing is learnt."""
    value = np.tile(window_weights.by_hand(goal), 2 * KINDS) * _BY_HAND
    return Worth(value, np.zeros((WAITS, WAITS)), 0.0)


def fit(known: Positions, goal: int) -> Worth:
    """The best predictor of the chances in positions of one family."""
    size = known.windows.shape[1]
    at = np.cumsum([0, size, WAITS, WAITS, WAITS**2, 2])
    features = np.zeros((len(known.value), at[-1]), np.float32)
    rows, (x, o) = np.arange(len(features)), known.waits.T
    features[:, :size] = known.windows
    for start, number in zip(at[1:4], (x, o, WAITS * x + o), strict=True):
        features[rows, start + number] = 1
    features[:, -2] = known.to_move
    features[:, -1] = known.to_move * (known.result == UNKNOWN)
    hold = np.repeat([_HOLD_WINDOWS, _HOLD_ONE, _HOLD_ONE, _HOLD_BOTH, _HOLD_ONE], np.diff(at))
    first = np.concatenate([by_hand(goal).value, np.zeros(at[-1] - size)])
    step = np.linalg.inv(_CURVATURE * (features.T @ features).astype(float) + np.diag(hold))
    numbers, told = first, foretold(known, RESULTS).astype(np.float32)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-features @ numbers.astype(np.float32)))
        slope = features.T @ (chance - told) + hold * (numbers - first)
        numbers = numbers - step @ slope
    of_x, of_o, both = (numbers[start:end] for start, end in pairwise(at[1:5]))
    balance = both.reshape(WAITS, WAITS) + of_x[:, None] + of_o
    return Worth(numbers[:size], balance, float(numbers[-2]))
