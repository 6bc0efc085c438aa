"""Gradient descent that gives each number a speed of its own: Adam (arXiv 1412.6980)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_MOMENTUM: Final = 0.9
_MEMORY: Final = 0.999
"""How long slopes and their squares are remembered."""
_LEAST: Final = 1e-8


class Adam:
    """What is remembered of the slopes of some numbers."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._mean, self._square = np.zeros(shape), np.zeros(shape)
        self.done = 0
        """The steps so far."""

    def step(self, slope: NDArray[np.float64], speed: float) -> NDArray[np.float64]:
        """What to take off the numbers, given the slope of the loss by each."""
        self.done += 1
        self._mean += (1 - _MOMENTUM) * (slope - self._mean)
        self._square += (1 - _MEMORY) * (slope**2 - self._square)
        mean = self._mean / (1 - _MOMENTUM**self.done)
        square = self._square / (1 - _MEMORY**self.done)
        return np.asarray(speed * mean / (np.sqrt(square) + _LEAST))
