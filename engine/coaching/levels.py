"""The ladder of levels: each step is one record, of how it plays and how strong it is.

A new step is a new member of `Level`, in its place: its skill is set until it is as strong as
wanted (docs/levels.md), and `python -m benchmarks.levels` measures and writes its strengths.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from engine.coaching import small_boards
from engine.coaching.person import Player, Style, skilled
from engine.game import ReadableEnum
from engine.game.rules import Rules, Variant
from engine.solvers import tablebase
from engine.thinking.clock import Limit


class Kind(ReadableEnum):
    """The kinds of boards on which the steps are tuned separately."""

    NINE = "up to 9 cells"
    SIXTEEN = "up to 16 cells"
    FALLING = "falling discs"
    LARGE = "larger"


KINDS: Final = tuple(Kind)
"""The kinds, in the order in which a step has its skills."""
MEASURED: Final = (*KINDS, Variant.EXACT, Variant.CARO, Variant.RENJU, Variant.VANISHING)
"""What a step has a strength for, in that order. Variants differ from other large boards."""


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
    `temperature` on the scale of `Verdict.score` makes a move e times likelier (softmax). In
    variants, where scores lie further apart, `varied` is that difference.
    """

    limit: Limit
    temperature: float
    varied: float


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A step of the ladder.

    `strengths` are in Elo, measured on one board for each of MEASURED. `skills` are how well the
    step plays its `style`, from 0 to 1, on the kinds of boards where it only looks at the lines as
    they stand. With `falling` discs and on other `large` boards a higher step looks ahead instead,
    or searches within a limit as PERFECT does. On small boards none does: two players who look
    ahead always draw there. PERFECT itself has neither skills nor foresight.
    """

    name: str
    strengths: tuple[int, ...]
    skills: tuple[float, ...] = ()
    style: Style = field(default_factory=Style)
    falling: Foresight | Limit | None = None
    large: Foresight | Limit | None = None


def _ahead(depth: int, temperature: float, varied: float | None = None) -> Foresight:
    limit = Limit(depth=depth, nodes=40_000)
    return Foresight(limit, temperature, temperature if varied is None else varied)


class Level(ReadableEnum):
    """A strength, from a child's first opponent to the best the engine can do.

    The steps stand in order, the weakest first (see `engine.LADDER`). Four have plain names, the
    others are characters. ADAPTIVE is no step: it follows a person's results. Whoever knows them
    picks the step; where nobody does, it plays as MEDIUM.
    """

    _value_: str
    step: LadderStep | None
    """How it plays, and how strong it is; None for ADAPTIVE."""

    def __new__(cls, step: LadderStep | str) -> Level:
        """A level is known by its name alone: that is its value."""
        made = object.__new__(cls)
        made._value_, made.step = (step, None) if isinstance(step, str) else (step.name, step)
        return made

    # Pip puts stones beside stones, rather at the edge but in no corner, and hardly looks at lines
    PIP = LadderStep(
        "pip",
        strengths=(514, 560, 511, 810, 699, 653, 617, 413),
        skills=(0.166, 0.025, 0.012, 0.0),
        style=Style(attack=0.2, defence=0, near=8, centre=0.2, corner=0.2, completes=0.61),
    )
    # Momo loves the middle, and nearly always begins there
    MOMO = LadderStep(
        "momo",
        strengths=(697, 719, 713, 885, 728, 742, 643, 590),
        skills=(0.0, 0.001, 0.0, 0.1),
        style=Style(attack=0.5, defence=0.5, centre=4, opens=0.8, completes=0.58),
    )
    EASY = LadderStep(
        "easy",
        strengths=(712, 761, 722, 1010, 827, 743, 740, 657),
        skills=(0.1, 0.04, 0.16, 0.235),
        style=Style(completes=0.9, alert=0.15),
    )
    # Dot has no diagonals
    DOT = LadderStep(
        "dot",
        strengths=(742, 807, 866, 1168, 1107, 858, 741, 667),
        skills=(0.222, 0.14, 0.252, 0.323),
        style=Style(diagonals=False, completes=0.91, alert=0.2),
    )
    # Rex attacks
    REX = LadderStep(
        "rex",
        strengths=(792, 848, 986, 1352, 1244, 1129, 1177, 703),
        skills=(0.157, 0.139, 0.339, 0.378),
        style=Style(attack=4, defence=0.5, completes=0.92, alert=0.34),
    )
    # Lulu follows the other's last stone
    LULU = LadderStep(
        "lulu",
        strengths=(861, 863, 1084, 1502, 1252, 1304, 1450, 769),
        skills=(0.233, 0.114, 0.342, 0.446),
        style=Style(follows=5, completes=0.95, alert=0.42),
    )
    MEDIUM = LadderStep(
        "medium",
        strengths=(912, 938, 1217, 1719, 1528, 1582, 1892, 818),
        skills=(0.265, 0.125, 0.415, 0.513),
        style=Style(completes=1, alert=0.6),
    )
    # Otto stops lines first
    OTTO = LadderStep(
        "otto",
        strengths=(981, 968, 1350, 1876, 1751, 1679, 2067, 925),
        skills=(0.3, 0.109, 0.477, 0.572),
        style=Style(attack=1, defence=2, completes=1, alert=0.78),
    )
    # Finn hunts double threats
    FINN = LadderStep(
        "finn",
        strengths=(1010, 1015, 1447, 2050, 1933, 1852, 2275, 926),
        skills=(0.039, 0.0, 0.815, 0.646),
        style=Style(forks=3, hunts=0.3, completes=1, alert=0.92),
    )
    HARD = LadderStep(
        "hard",
        strengths=(1036, 1016, 1668, 2326, 2138, 2216, 2508, 1015),
        skills=(0.422, 0.14),
        style=Style(hunts=0.38, completes=1, alert=0.93),
        falling=_ahead(2, 0.02),
        large=_ahead(2, 0.013, 0.09),
    )
    IRIS = LadderStep(
        "iris",
        strengths=(1048, 1032, 1835, 2515, 2371, 2505, 2871, 1016),
        skills=(0.43, 0.153),
        style=Style(forks=2, hunts=0.4, completes=1, alert=0.95),
        falling=_ahead(5, 0.01),
        large=_ahead(3, 0.0135, 0.055),
    )
    BRUNO = LadderStep(
        "bruno",
        strengths=(1067, 1047, 1967, 2792, 2515, 2610, 2905, 1017),
        skills=(0.513, 0.093),
        style=Style(defence=2, hunts=0.6, completes=1, alert=1),
        falling=_ahead(8, 0.003),
        large=_ahead(5, 0.006, 0.05),
    )
    VEGA = LadderStep(
        "vega",
        strengths=(1126, 1061, 2127, 3030, 2516, 2843, 3049, 1018),
        skills=(0.85, 0.347),
        style=Style(hunts=0.9, completes=1, alert=1),
        falling=Limit(nodes=800),
        large=Limit(nodes=200),
    )
    PERFECT = LadderStep("perfect", strengths=(1152, 1085, 2365, 3117, 2748, 3318, 3524, 1316))
    ADAPTIVE = "adaptive"


LADDER: Final = tuple(level for level in Level if level.step is not None)
"""The steps, the weakest first."""


def step_of(level: Level) -> LadderStep:
    """The record of a step; raises ValueError for ADAPTIVE, which is no step."""
    if level.step is None:
        raise ValueError(f"{level} is no step of the ladder")
    return level.step


_RENJU: Final = 1.35
"""How much more `varied` is in renju, where scores lie furthest apart; found by trial games."""


def player(rules: Rules, level: Level) -> Player:
    """The person who plays a step on a board where it does not look ahead."""
    step = step_of(level)
    return skilled(step.style, step.skills[KINDS.index(kind_of(rules))])


def foresight(rules: Rules, level: Level) -> Foresight | Limit | None:
    """How far a step looks ahead on a board, or within which limit it searches as PERFECT does."""
    if level.step is None or small_boards.handles(rules) or not rules.plain:
        return None
    if rules.gravity:
        return level.step.falling
    ahead = level.step.large
    if rules.variant is Variant.FREESTYLE or not rules.flat or not isinstance(ahead, Foresight):
        return ahead
    further = _RENJU if rules.variant is Variant.RENJU else 1
    return replace(ahead, temperature=ahead.varied * further)


def looks_ahead(rules: Rules, level: Level) -> bool:
    """Whether a step below PERFECT searches on a board, rather than look at the lines on it."""
    return foresight(rules, level) is not None


def strength(rules: Rules, level: Level) -> int:
    """The strength of a step on a board, in Elo, as measured on a board of the same kind.

    A player who completes a line, else stops one, else moves at random has 1000 on every board.
    Measured are 3x3 (taken for all boards of up to nine cells), 4x4x4 (up to sixteen), Connect Four
    (all with falling discs), on 15x15 gomoku, exact, caro and renju (all larger ones with these
    rules), and vanishing; misere is taken for the same without it.
    `python -m benchmarks.levels` writes the figures. Raises ValueError for ADAPTIVE, which is no
    step.
    """
    kind = kind_of(rules)
    varies = rules.variant in MEASURED and (kind is Kind.LARGE or not rules.plain)
    return step_of(level).strengths[MEASURED.index(rules.variant if varies else kind)]


def is_measured(rules: Rules) -> bool:
    """Whether the strengths of the steps were measured on a board of the same kind.

    On others they are those of the kind all the same, but are not told.
    """
    return rules.flat


def level_near(rules: Rules, elo: float) -> Level:
    """The step whose strength on this board is nearest."""
    return min(LADDER, key=lambda level: abs(strength(rules, level) - elo))
