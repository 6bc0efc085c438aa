"""Everything the engine raises on purpose.

    EngineError
    ├── RulesError (ValueError)          an impossible or unreadable game
    ├── NotationError (ValueError)       a game code that cannot be read
    │   └── RecordError                  a game of another program, and what is wrong where
    └── MoveError (ValueError)           a move that cannot be played
        ├── InvalidMoveError             no such tile or column on this board
        └── IllegalMoveError             exists, but not now: taken, full, a foul, over

The split of the last two is python-chess's: an *invalid* move makes no sense
on this board at all, an *illegal* one makes none in this position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game import ReadableEnum

NO_FACTS: Final[Mapping[str, str | int]] = {}


class EngineError(Exception):
    """Root of the tree."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class RulesProblem(ReadableEnum):
    """What is wrong with the rules asked for; front ends word it their own way.

    A comment names the facts of a problem.
    """

    SIZE = "size"
    GOAL = "goal"  # longest
    VARIANT = "variant"  # variant, goals
    BOARD = "board"  # variant
    UNKNOWN = "unknown"


class RulesError(EngineError, ValueError):
    """The board or goal is impossible, or the text names no game."""

    def __init__(
        self, message: str, problem: RulesProblem, facts: Mapping[str, str | int] = NO_FACTS
    ) -> None:
        super().__init__(message, problem, facts := dict(facts))
        self.problem = problem
        self.facts: Mapping[str, str | int] = facts


class NotationError(EngineError, ValueError):
    """A game code that cannot be read."""


class RecordProblem(ReadableEnum):
    """What is wrong with a game that another program wrote. A comment names the facts of each."""

    UNKNOWN = "unknown"
    LONG = "long"
    LINK = "link"
    BROKEN = "broken"  # text, line
    OTHER_GAME = "other game"  # text
    SIZE = "size"  # text; least, if it is more than for other games
    GOAL = "goal"  # text, longest
    VARIANT = "variant"  # text, variant, goals
    RULES = "rules"  # text
    BOARD = "board"
    NUMBER = "number"  # count
    STONES = "stones"  # black, white
    MOVE = "move"  # ply, move, why: the value of a `MoveProblem`
    OUTSIDE = "outside"  # ply, move
    TURN = "turn"  # ply, side
    PASS = "pass"  # ply


class RecordError(NotationError):
    """A game of another program that cannot be read: what is wrong with it, and where."""

    def __init__(
        self, message: str, problem: RecordProblem, facts: Mapping[str, str | int] = NO_FACTS
    ) -> None:
        super().__init__(message, problem, facts := dict(facts))
        self.problem = problem
        self.facts: Mapping[str, str | int] = facts


class MoveError(EngineError, ValueError):
    """A move that cannot be played."""


class InvalidMoveError(MoveError):
    """There is no tile or column of this number on this board."""


class MoveProblem(ReadableEnum):
    """Why a move that exists cannot be played now."""

    TAKEN = "taken"
    FULL = "full"
    OVER = "over"
    FLOATING = "floating"
    OVERLINE = "overline"
    DOUBLE_FOUR = "double four"
    DOUBLE_THREE = "double three"


class IllegalMoveError(MoveError):
    """The tile is taken, the column is full, the stone a foul of renju, or the game is over."""

    def __init__(self, message: str, problem: MoveProblem) -> None:
        super().__init__(message, problem)
        self.problem = problem
