"""A player as a few numbers: what is noticed, and what is liked."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """What a player likes, whatever the skill.

    `attack` and `defence` are how many looks are taken at one's own lines, and at those of the
    other. A cell beside a stone is `near` times as likely, one beside the other's last stone
    `follows` times more, one in the middle of the board `centre` times as likely as at its edge,
    and a corner of a board without gravity `corner` times as likely as for others.
    Who does not see `diagonals` has only rows and columns. `forks` is how many looks are taken
    for double threats. Who `completes` never overlooks a line of their own.
    """

    attack: float = 2.0
    defence: float = 1.0
    forks: float = 1.0
    near: float = 1.0
    follows: float = 1.0
    centre: float = 1.0
    corner: float = 1.0
    diagonals: bool = True
    completes: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A style, and how well it is played.

    `attention` is the chance to notice what one look at a line beside the last stone shows;
    one that is further off or slants is noticed with that to the power of its effort.
    Of two cells the one whose lines are worth twice as much is 2 to the power of `judgement`
    times likelier.
    """

    style: Style
    attention: float
    judgement: float
    fork_attention: float = 0.0

    def own(self, effort: int) -> float:
        """The chance to notice a line of one's own that can be completed."""
        if self.style.completes:
            return 1.0
        return _chance(self.attention, self.style.attack, effort)

    def other(self, effort: int) -> float:
        """The chance to notice a line that the other is about to complete."""
        return _chance(self.attention, self.style.defence, effort)

    def own_fork(self, effort: int) -> float:
        """The chance to notice a double threat of one's own."""
        return _chance(self.fork_attention, self.style.forks * self.style.attack, effort)

    def other_fork(self, effort: int) -> float:
        """The chance to notice a double threat that the other could make."""
        return _chance(self.fork_attention, self.style.forks * self.style.defence, effort)


def _chance(attention: float, looks: float, effort: int) -> float:
    return 1.0 - math.pow(1 - attention**effort, looks)
