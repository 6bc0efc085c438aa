"""How long a search may think."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limit:
    """The bounds of a search; whichever is met first ends it, and without any it runs to a proof.

    `seconds` is wall-clock time, kept to within 50 ms; `nodes` and `depth` (plies)
    give the same answer on every machine. What every answer owes comes on top of `nodes`:
    a look one ply deep at each move of the root, and the playing out of a proved line.
    Raises ValueError unless all are positive, and `nodes` and `depth` whole numbers.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            bound = getattr(self, name)
            kinds = (int, float) if name == "seconds" else (int,)
            if bound is not None and not (type(bound) in kinds and bound > 0):
                kind = "number" if float in kinds else "whole number"
                raise ValueError(f"{name} must be a positive {kind}, not {bound!r}")


ONE_SECOND: Final = Limit(seconds=1.0)
"""The limit of a search where none is given."""
