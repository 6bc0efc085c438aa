"""How long a search may think."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """The bounds of a search; whichever is met first ends it, and without any it runs to a proof.

    `seconds` is wall-clock time, kept to within 50 ms; `nodes` and `depth` (plies)
    give the same answer on every machine. Raises ValueError unless all are positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            bound = getattr(self, name)
            if bound is not None and not bound > 0:
                raise ValueError(f"{name} must be positive, not {bound}")
