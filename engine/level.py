"""How strong a player is."""

from __future__ import annotations

import random
from enum import Enum
from typing import Final

from engine.engine import analyse
from engine.limit import Limit
from engine.position import Position

_ONE_SECOND: Final = Limit(seconds=1.0)


class Level(Enum):
    """A strength, from a child's first opponent to the best the engine can do.

    ADAPTIVE follows a person's results: who knows them picks the level; where nobody
    does, it plays as MEDIUM.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    PERFECT = "perfect"
    ADAPTIVE = "adaptive"


def choose(
    position: Position,
    level: Level,
    limit: Limit = _ONE_SECOND,
    rng: random.Random | None = None,
) -> int:
    """The move that a player of this level makes."""
    analysis = analyse(position, limit, every=False)
    chance = rng or random.Random()
    top = analysis.verdict
    equals = [move for move, verdict in analysis.verdicts.items() if verdict == top]
    return chance.choice(equals) if top.value else analysis.best
