"""Swap2, the opening of gomoku tournaments, which leaves no advantage to either side.

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

from engine import Analysis, Rules, Side

_FIRST: Final = 3
"""The stones that the first player lays."""
_ALL: Final = 5
"""The stones that are laid at most before somebody takes a colour."""
_GOAL: Final = 5
_LEAST_SIDE: Final = 15
"""The rows and columns of the smallest board: that of gomoku."""
_EVEN: Final = 0.05
"""The greatest score, in `Verdict.score`, of a position in which neither colour is better."""


class Choice(Enum):
    """What a player may choose, once stones are laid; the value is the word for it."""

    BLACK = "black"
    WHITE = "white"
    MORE = "more"
    """To lay two more stones, and let the first player take a colour."""


SIDES: Final = {Choice.BLACK: Side.X, Choice.WHITE: Side.O}
"""The side of each colour."""
_WORDS: Final = {
    **{choice.value: choice for choice in Choice},
    "x": Choice.BLACK,
    "o": Choice.WHITE,
    "two more": Choice.MORE,
    "2 more": Choice.MORE,
}


def read_choice(text: str) -> Choice | None:
    """The choice that a text names and no more; None for any other text.

    >>> read_choice(" Two  more!"), read_choice("black"), read_choice("black cats")
    (<Choice.MORE: 'more'>, <Choice.BLACK: 'black'>, None)
    """
    return _WORDS.get(" ".join(text.lower().strip(" `.!").split()))


def is_for(rules: Rules) -> bool:
    """Whether swap2 is offered on this board: five in a row, on one that is large enough."""
    plain = rules.goal == _GOAL and not rules.gravity and not rules.misere
    return plain and min(rules.rows, rules.columns) >= _LEAST_SIDE


@dataclass(frozen=True, slots=True)
class Swap2:
    """How far the opening of a game is."""

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
        """Whether it is the first player who takes a colour."""
        return self.stones == _ALL

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen once the stones are laid."""
        return tuple(SIDES) if self.first_chooses else tuple(Choice)

    def turn(self, ply: int) -> Side:
        """The seat of whoever lays the next stone, or chooses, before a colour is taken."""
        if ply < self.stones:
            return self.layer(ply + 1)
        return Side.X if self.first_chooses else Side.O

    def layer(self, ply: int) -> Side:
        """The seat of whoever lays a stone of the opening; plies count from 1."""
        return Side.X if ply <= _FIRST else Side.O

    def after(self, choice: Choice) -> Swap2:
        """The opening after a choice."""
        return Swap2(_ALL) if choice is Choice.MORE else replace(self, settled=True)


def better_choice(analysis: Analysis, choices: tuple[Choice, ...]) -> Choice:
    """What to choose: the better colour or, where neither is, two more stones if that is allowed.

    The analysis is that of the position, in which white is to move.
    """
    score = analysis.verdict.score
    if abs(score) <= _EVEN and Choice.MORE in choices:
        return Choice.MORE
    return Choice.WHITE if score > 0 else Choice.BLACK
