"""The players that stand for the lower steps of the ladder, on each kind of board."""

from __future__ import annotations

from typing import Final

from engine import tablebase
from engine.coaching import beginner
from engine.coaching.people.player import Player, Style
from engine.game import ReadableEnum
from engine.game.rules import Rules

STYLES: Final = {
    "pip": Style(attack=0.2, defence=0, near=8, centre=0.2, corner=0.2),
    "momo": Style(attack=1, defence=0.5, centre=10),
    "easy": Style(),
    "dot": Style(diagonals=False),
    "rex": Style(attack=4, defence=0.5),
    "lulu": Style(follows=5),
    "medium": Style(completes=True),
    "otto": Style(attack=1, defence=3, completes=True),
    "finn": Style(forks=3, completes=True),
    "hard": Style(completes=True),
    "iris": Style(forks=2, completes=True),
    "bruno": Style(defence=2, completes=True),
    "vega": Style(completes=True),
}
"""What each likes, in the order of the ladder. Pip puts stones beside stones, rather at the edge
but in no corner, and hardly looks at lines; Momo loves the middle; Dot has no diagonals; Rex
attacks; Lulu follows the other's last stone; Otto stops lines first; Finn hunts double threats."""


class Kind(ReadableEnum):
    """Boards on which the steps are set apart."""

    NINE = "up to 9 cells"
    SIXTEEN = "up to 16 cells"
    FALLING = "falling discs"
    LARGE = "larger"


def kind_of(rules: Rules) -> Kind:
    """The kind that a board is of."""
    if rules.gravity:
        return Kind.FALLING
    if rules.cells <= tablebase.MAX_CELLS:
        return Kind.NINE
    return Kind.SIXTEEN if rules.cells <= beginner.MAX_CELLS else Kind.LARGE


SKILLS: Final = {
    Kind.NINE: (0.33, 0.05, 0.185, 0.27, 0.275, 0.33, 0.36, 0.36, 0.48, 0.555, 0.836, 0.8, 0.94),
    Kind.SIXTEEN: (
        *(0.02, 0.05, 0.14, 0.188, 0.2, 0.255, 0.266, 0.245, 0.315, 0.344),
        *(0.375, 0.377, 0.56),
    ),
    Kind.FALLING: (0.14, 0.06, 0.23, 0.293, 0.395, 0.426, 0.5, 0.82, 0.99),
    Kind.LARGE: (0.17, 0.183, 0.322, 0.381, 0.427, 0.506, 0.562, 0.622, 0.732),
}
"""How well each of them plays, from 0 to 1, in the order of the styles: set so that the steps are
alike (docs/levels.md). Those that look ahead on larger boards are in `engine.coaching.level`."""


def player(rules: Rules, name: str) -> Player:
    """Who stands for a step on a board."""
    return skilled(STYLES[name], SKILLS[kind_of(rules)][list(STYLES).index(name)])


def skilled(style: Style, skill: float) -> Player:
    """A player of a style with a skill from 0 to 1."""
    judgement = 6 * skill**2 / (1.05 - skill)
    return Player(style, skill, judgement, fork_attention=max(0.0, 2 * skill - 1))
