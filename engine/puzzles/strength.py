"""How hard a puzzle is: the strength of a player who solves it half of the time, in Elo.

Steps of the ladder try it. How likely each of them finds every move follows from how likely it
plays each move (`engine.coaching.choice.chances`). The strength is the one with which the usual
curve of Elo, 1 / (1 + 10 ** (difference / 400)), expects as many solutions of all these tries
together as there are: the maximum of the likelihood.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import prod
from typing import Final

from engine.coaching.choice import chances, decide
from engine.coaching.levels import LADDER, Level, strength
from engine.game.position import Position
from engine.puzzles.puzzle import Grade, Puzzle, grade
from engine.thinking.clock import Limit

EASIEST: Final = 500
"""No puzzle is taken to be easier."""
HARDEST: Final = 3200
"""No puzzle is taken to be harder."""

_SOLVERS: Final = LADDER[::2]
"""The steps that try: every other one, up to the last below PERFECT."""
_GUESS_WEIGHT: Final = 0.25
"""What a guess by length alone counts for, in tries: it decides where no step, or each, solves."""
_GUESS: Final = 1000
"""The guess for a puzzle of one move."""
_GUESS_PER_MOVE: Final = 250
"""How much harder each further move is guessed to make a puzzle."""
_LIKELY: Final = 0.05
"""Where it takes a search to tell whether a move is right, less likely ones count as wrong."""
_SEARCH: Final = Limit(nodes=5_000)
"""The limit for that search: some 5 ms."""


def calibrated(puzzle: Puzzle) -> int:
    """The strength of a puzzle, from what steps of the ladder make of it."""
    rules = puzzle.start.rules
    tries = [(strength(rules, level), 1.0, solving_chance(puzzle, level)) for level in _SOLVERS]
    guess = _GUESS + _GUESS_PER_MOVE * (puzzle.moves - 1)
    tries.append((guess, _GUESS_WEIGHT, 0.5))
    return fitted(tries)


def solving_chance(puzzle: Puzzle, level: Level) -> float:
    """How likely a step of the ladder finds every move of a puzzle."""
    return prod(_chance_at(puzzle, found, level) for found in range(puzzle.moves))


def _chance_at(puzzle: Puzzle, found: int, level: Level) -> float:
    right = _graded(puzzle, found)
    likely = _likely_moves(puzzle.after(found), level)
    if puzzle.slower is None:
        likely = {
            move: chance
            for move, chance in likely.items()
            if chance > _LIKELY or puzzle.solves(found, move)
        }
    return min(1.0, sum(chance for move, chance in likely.items() if right(move)))


def _likely_moves(position: Position, level: Level) -> Mapping[int, float]:
    """How likely a step makes each move. VEGA, who has one move nearly always, makes it once."""
    if level is Level.VEGA:
        return {decide(position, level, rng=random.Random(0)).move: 1.0}
    return chances(position, level)


@lru_cache(maxsize=64)
def _graded(puzzle: Puzzle, found: int) -> Callable[[int], bool]:
    """Whether a move is right, remembered."""

    @cache
    def is_right(move: int) -> bool:
        return grade(puzzle, found, move, _SEARCH) is not Grade.WRONG

    return is_right


def fitted(tries: Sequence[tuple[float, float, float]]) -> int:
    """The strength by bisection, from the Elo of each solver, its weight and its chance.

    Rounded down to a whole number between EASIEST and HARDEST.
    """
    solved = sum(weight * chance for _, weight, chance in tries)
    low, high = float(EASIEST), float(HARDEST)
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(weight / (1 + 10 ** ((middle - elo) / 400)) for elo, weight, _ in tries)
        low, high = (middle, high) if expected > solved else (low, middle)
    return int(low)
