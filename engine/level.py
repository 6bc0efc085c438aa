"""How strong a player is."""

from __future__ import annotations

from enum import Enum


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
