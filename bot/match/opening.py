"""What makes the beginning of a game fair: the swap rule and swap2.

The swap rule (pie rule): after the first move the second player may take it over. The best first
move is one after which both sides have equal chances.

Swap2, the usual opening of serious gomoku, leaves no advantage to either side:

    1. The first player lays three stones: black, white, black.
    2. The second player takes black or white, or
    3. lays two more, white and black: then the first player takes black or white.

White moves next. Black is X, white is O. Until somebody has taken a colour the first player sits
in the seat of X, and the second in that of O.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from engine import Analysis, Rules, Side, is_even

_MARGIN: Final = 0.05
"""How far behind an estimate has to see the player to move before a swap is worth it.

Closer to 0 it counts as even, and its sign may change with a little more time to think.
"""


def is_worth_swapping(analysis: Analysis) -> bool:
    """Whether the player to move should swap, because the other side has the better chances.

    That is proved where the verdict of the analysis is a loss, and else an estimate.
    """
    return analysis.verdict.score < -_MARGIN


_FIRST: Final = 3
"""The stones that the first player lays."""
_ALL: Final = 5
"""The stones that are laid at most before somebody takes a colour."""
_GOAL: Final = 5
_LEAST_SIDE: Final = 15
"""The rows and columns of the smallest board: that of gomoku."""


class OpeningChoice(Enum):
    """What a player may choose, once stones are laid; the value is the word for it."""

    BLACK = "black"
    WHITE = "white"
    MORE = "more"
    """Lay two more stones, and let the first player take a colour."""

    @property
    def words(self) -> str:
        """What people type for it, as it is shown."""
        return "two more" if self is OpeningChoice.MORE else self.value


SIDES: Final = {OpeningChoice.BLACK: Side.X, OpeningChoice.WHITE: Side.O}
"""The side of each colour."""


def allows_swap2(rules: Rules) -> bool:
    """Whether swap2 is offered on this board: five in a row, on one that is large enough."""
    plain = rules.goal == _GOAL and rules.flat and not rules.gravity and not rules.misere
    return plain and min(rules.rows, rules.columns) >= _LEAST_SIDE


@dataclass(frozen=True, slots=True)
class Swap2:
    """How far the opening of a game has come."""

    stones: int = _FIRST
    """How many stones are laid before somebody takes a colour: three or five."""
    settled: bool = False
    """Whether a colour was taken, so that the opening is over."""

    @property
    def floor(self) -> int:
        """The plies that are not taken back any more: those before the last choice."""
        if self.settled:
            return self.stones
        return 0 if self.stones == _FIRST else _FIRST

    @property
    def first_chooses(self) -> bool:
        """Whether the first player takes a colour."""
        return self.stones == _ALL

    @property
    def choices(self) -> tuple[OpeningChoice, ...]:
        """What may be chosen once the stones are laid."""
        return tuple(SIDES) if self.first_chooses else tuple(OpeningChoice)

    def turn(self, ply: int) -> Side:
        """The seat of whoever lays the next stone, or chooses, before a colour is taken."""
        if ply < self.stones:
            return self.layer(ply + 1)
        return Side.X if self.first_chooses else Side.O

    def layer(self, ply: int) -> Side:
        """The seat of whoever lays a stone of the opening; plies count from 1."""
        return Side.X if ply <= _FIRST else Side.O

    def after(self, choice: OpeningChoice) -> Swap2:
        """The opening after a choice."""
        return Swap2(_ALL) if choice is OpeningChoice.MORE else replace(self, settled=True)


def better_choice(analysis: Analysis, choices: tuple[OpeningChoice, ...]) -> OpeningChoice:
    """What to choose: the better colour or, where neither is, two more stones if that is allowed.

    The analysis is that of the position, in which white is to move.
    """
    if is_even(analysis) and OpeningChoice.MORE in choices:
        return OpeningChoice.MORE
    return OpeningChoice.WHITE if analysis.verdict.score > 0 else OpeningChoice.BLACK
