"""How much less deep moves far down the order are searched first."""

from __future__ import annotations

import math
from typing import Final

_PART: Final = 0.5
"""0.8 scored 43 % +- 11 against it in 60 games of gomoku at 0.05 s a move."""


def reduction(depth: int, number: int) -> int:
    """The plies less for the move with this number in the order, at some depth; both at least 1.

    It grows with the logarithm of both, as in most chess programs.
    """
    return int(_PART * math.log(depth) * math.log(number))
