"""The level that somebody asks for: by the name of a step, or by a strength in Elo."""

from __future__ import annotations

from typing import Final, NewType

from engine import Level, Rules, level_near

Strength = NewType("Strength", int)
"""A strength in Elo, on the scale of `engine.strength`."""
LevelChoice = Level | Strength
"""What people ask for. Which step a strength stands for depends on the board."""

WEAKEST: Final = 100
STRONGEST: Final = 3_500
"""The least and the greatest strength that can be asked for."""
SHORTEST_STRENGTH: Final = 3
"""The digits of a number that is meant as a strength: fewer may be a tile."""
LEVEL_WORDS: Final = tuple(level.value for level in Level)
"""The names of levels, as people type them."""


def read_level(word: str) -> LevelChoice | None:
    """Return the level that a word in lower case stands for, otherwise None.

    >>> read_level("otto"), read_level("1200"), read_level("9000")
    (Level.OTTO, 1200, None)
    """
    if word in LEVEL_WORDS:
        return Level(word)
    if word.isascii() and word.isdigit() and SHORTEST_STRENGTH <= len(word) <= len(str(STRONGEST)):
        return Strength(int(word)) if WEAKEST <= int(word) <= STRONGEST else None
    return None


def level_word(choice: LevelChoice) -> str:
    """The word that `read_level` reads as this choice."""
    return choice.value if isinstance(choice, Level) else str(choice)


def level_on(rules: Rules, choice: LevelChoice) -> Level:
    """The level that a choice means on a board: for a strength the nearest step."""
    return choice if isinstance(choice, Level) else level_near(rules, choice)


EASIER: Final = -1
HARDER: Final = 1
"""Steps of the ladder."""
CHANGES: Final = {"easier": EASIER, "harder": HARDER}
"""What the words mean that ask for another level during a game."""
