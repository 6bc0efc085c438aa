"""The ladder of levels: each step is one record, of how it plays and how strong it is.

A new step is a new member of `Level`, in its place: its skill is set until it is as strong as
wanted (docs/levels.md), and `python -m benchmarks.levels` measures and writes its strengths.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.coaching import small_boards
from engine.coaching.person import Player, Style, skilled
from engine.game import ReadableEnum
from engine.game.rules import Rules
from engine.solvers import tablebase
from engine.thinking.clock import Limit


class Kind(ReadableEnum):
    """The kinds of boards on which the steps are tuned separately."""

    NINE = "up to 9 cells"
    SIXTEEN = "up to 16 cells"
    FALLING = "falling discs"
    LARGE = "larger"


KINDS: Final = tuple(Kind)
"""The kinds, in the order in which a step has what differs between them."""


def kind_of(rules: Rules) -> Kind:
    """The kind that a board is of."""
    if rules.gravity:
        return Kind.FALLING
    if rules.cells <= tablebase.MAX_CELLS:
        return Kind.NINE
    return Kind.SIXTEEN if rules.cells <= small_boards.MAX_CELLS else Kind.LARGE


@dataclass(frozen=True, slots=True)
class Foresight:
    """How far a step looks ahead.

    It looks `limit` deep. It prefers what scores best, but not strictly: a difference of
    `temperature` on the scale of `Verdict.score` makes a move e times likelier (softmax).
    """

    limit: Limit
    temperature: float


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A step of the ladder.

    `strengths` are in Elo, measured on one board of each kind. `skills` are how well the step plays
    its `style`, from 0 to 1, on the kinds of boards where it only looks at the lines as they stand.
    With `falling` discs and on other `large` boards a higher step looks ahead instead, or searches
    within a limit as PERFECT does. On small boards none does: two players who look ahead always
    draw there. PERFECT itself has neither skills nor foresight.
    """

    strengths: tuple[int, int, int, int]
    skills: tuple[float, ...] = ()
    style: Style = field(default_factory=Style)
    falling: Foresight | Limit | None = None
    large: Foresight | Limit | None = None


def _ahead(depth: int, temperature: float) -> Foresight:
    return Foresight(Limit(depth=depth, nodes=40_000), temperature)


class Level(ReadableEnum):
    """A strength, from a child's first opponent to the best the engine can do.

    The steps stand in order, the weakest first (see `engine.LADDER`). Four have plain names, the
    others are characters. ADAPTIVE is no step: it follows a person's results. Whoever knows them
    picks the step; where nobody does, it plays as MEDIUM.
    """

    _value_: str
    step: LadderStep | None
    """How it plays, and how strong it is; None for ADAPTIVE."""

    def __new__(cls, name: str, step: LadderStep | None = None) -> Level:
        """A level is known by its name alone: that is its value."""
        made = object.__new__(cls)
        made._value_ = name
        made.step = step
        return made

    # Pip puts stones beside stones, rather at the edge but in no corner, and hardly looks at lines
    PIP = (
        "pip",
        LadderStep(
            strengths=(496, 503, 432, 514),
            skills=(0.33, 0.02, 0.14, 0.17),
            style=Style(attack=0.2, defence=0, near=8, centre=0.2, corner=0.2),
        ),
    )
    # Momo loves the middle
    MOMO = (
        "momo",
        LadderStep(
            strengths=(597, 645, 543, 700),
            skills=(0.05, 0.05, 0.06, 0.183),
            style=Style(attack=1, defence=0.5, centre=10),
        ),
    )
    EASY = (
        "easy",
        LadderStep(strengths=(630, 699, 709, 913), skills=(0.185, 0.14, 0.23, 0.322)),
    )
    # Dot has no diagonals
    DOT = (
        "dot",
        LadderStep(
            strengths=(674, 726, 834, 1110),
            skills=(0.27, 0.188, 0.293, 0.381),
            style=Style(diagonals=False),
        ),
    )
    # Rex attacks
    REX = (
        "rex",
        LadderStep(
            strengths=(723, 785, 975, 1273),
            skills=(0.275, 0.2, 0.395, 0.427),
            style=Style(attack=4, defence=0.5),
        ),
    )
    # Lulu follows the other's last stone
    LULU = (
        "lulu",
        LadderStep(
            strengths=(791, 813, 1068, 1503),
            skills=(0.33, 0.255, 0.426, 0.506),
            style=Style(follows=5),
        ),
    )
    MEDIUM = (
        "medium",
        LadderStep(
            strengths=(845, 870, 1184, 1660),
            skills=(0.36, 0.266, 0.5, 0.562),
            style=Style(completes=True),
        ),
    )
    # Otto stops lines first
    OTTO = (
        "otto",
        LadderStep(
            strengths=(916, 905, 1304, 1832),
            skills=(0.36, 0.245, 0.82, 0.622),
            style=Style(attack=1, defence=3, completes=True),
        ),
    )
    # Finn hunts double threats
    FINN = (
        "finn",
        LadderStep(
            strengths=(960, 921, 1440, 1976),
            skills=(0.48, 0.315, 0.99, 0.732),
            style=Style(forks=3, completes=True),
        ),
    )
    HARD = (
        "hard",
        LadderStep(
            strengths=(1003, 971, 1607, 2232),
            skills=(0.555, 0.344),
            style=Style(completes=True),
            falling=_ahead(2, 0.02),
            large=_ahead(2, 0.013),
        ),
    )
    IRIS = (
        "iris",
        LadderStep(
            strengths=(1043, 981, 1774, 2421),
            skills=(0.836, 0.375),
            style=Style(forks=2, completes=True),
            falling=_ahead(5, 0.01),
            large=_ahead(3, 0.0135),
        ),
    )
    BRUNO = (
        "bruno",
        LadderStep(
            strengths=(1075, 1033, 1906, 2697),
            skills=(0.8, 0.377),
            style=Style(defence=2, completes=True),
            falling=_ahead(8, 0.003),
            large=_ahead(5, 0.006),
        ),
    )
    VEGA = (
        "vega",
        LadderStep(
            strengths=(1087, 1073, 2066, 2935),
            skills=(0.94, 0.56),
            style=Style(completes=True),
            falling=Limit(nodes=800),
            large=Limit(nodes=200),
        ),
    )
    PERFECT = (
        "perfect",
        LadderStep(strengths=(1112, 1076, 2304, 3023)),
    )
    ADAPTIVE = "adaptive"


LADDER: Final = tuple(level for level in Level if level.step is not None)
"""The steps, the weakest first."""


def step_of(level: Level) -> LadderStep:
    """The record of a step; raises ValueError for ADAPTIVE, which is no step."""
    if level.step is None:
        raise ValueError(f"{level} is no step of the ladder")
    return level.step


def player(rules: Rules, level: Level) -> Player:
    """The person who plays a step on a board where it does not look ahead."""
    step = step_of(level)
    return skilled(step.style, step.skills[KINDS.index(kind_of(rules))])


def foresight(rules: Rules, level: Level) -> Foresight | Limit | None:
    """How far a step looks ahead on a board, or within which limit it searches as PERFECT does."""
    if level.step is None or small_boards.handles(rules):
        return None
    return level.step.falling if rules.gravity else level.step.large


def strength(rules: Rules, level: Level) -> int:
    """The strength of a step on a board, in Elo, as measured on a board of the same kind.

    A player who completes a line, else stops one, else moves at random has 1000 on every board.
    Measured are 3x3 (taken for all boards of up to nine cells), 4x4x4 (up to sixteen), Connect Four
    (all with falling discs) and gomoku (all larger ones); misere is taken for the same without it.
    `python -m benchmarks.levels` writes the figures. Raises ValueError for ADAPTIVE, which is no
    step.
    """
    return step_of(level).strengths[KINDS.index(kind_of(rules))]


def level_near(rules: Rules, elo: float) -> Level:
    """The step whose strength on this board is nearest."""
    return min(LADDER, key=lambda level: abs(strength(rules, level) - elo))
