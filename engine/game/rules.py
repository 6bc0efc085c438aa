"""The games: every board of rows x columns with `goal` in a row, and the fouls of renju."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from engine.game import ReadableEnum
from engine.game.errors import RulesError, RulesProblem

MIN_SIDE: Final = 3
"""Rows and columns that a board has at least."""
MAX_SIDE: Final = 20
"""Rows and columns that a board has at most: those of the Gomocup tournament, one more than go."""

_SHAPE = re.compile(
    r"(?P<rows>[0-9]{1,4})\s*[x×*]\s*(?P<columns>[0-9]{1,4})"
    r"(?:\s*[x×*]\s*(?P<goal>[0-9]{1,4}))?\s*(?P<twists>[gm]{0,2})"
)


class Variant(ReadableEnum):
    """What wins, what may not be played, and what becomes of the stones.

    FREESTYLE  `goal` or more in a row win
    EXACT      exactly `goal` in a row win; programs call it standard gomoku
    CARO       exactly `goal` in a row win, unless stones of the other side stand at both ends. The
               edge of the board is no such stone
    RENJU      X wins with exactly five, O with five or more; X may not make an overline, a double
               four or a double three (`foul`)
    VANISHING  `goal` in a row win, but of each side only the newest marks stay
               (`engine.game.courses`). It is played on 3x3
    TORUS      `goal` in a row win, and rows go on over the edges: the last column is next to the
               first, the last row to the first
    CUBE       as many layers as rows and columns: `goal` in a row win in any direction of space.
               A row of the board is a layer, the topmost first, and holds it row by row: 3x3x3 is
               3x9. With gravity a column is a pole, on which stones fall to the lowest layer
    """

    FREESTYLE = "freestyle"
    EXACT = "exact"
    CARO = "caro"
    RENJU = "renju"
    VANISHING = "vanishing"
    TORUS = "torus"
    CUBE = "cube"


_GOALS: Final = {
    Variant.EXACT: (4, 5),
    Variant.CARO: (4, 5),
    Variant.RENJU: (5,),
    Variant.VANISHING: (3,),
    Variant.CUBE: (3, 4),
}
"""The goals with which each variant is played; a torus with any."""
_SHAPES: Final = {
    Variant.VANISHING: ((3, 3, 3),),
    Variant.CUBE: ((3, 9, 3), (4, 16, 4)),
}
"""The rows, columns and goals of the variants that are played on few boards."""
_CURVED: Final = frozenset((Variant.TORUS, Variant.CUBE))
"""The variants whose lines run elsewhere than on a plane (`engine.game.surfaces`)."""
_VARIANT_WORDS: Final = {variant.value: variant for variant in Variant} | {
    "standard": Variant.EXACT,
    "infinite": Variant.VANISHING,
    "3d": Variant.CUBE,
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One game of the family: whoever first completes `goal` in a row wins.

    `gravity` lets a disc fall to the lowest free cell of its column; `misere` reverses the aim:
    whoever completes a line loses. `variant` says which lines count; with gravity or misere it is
    FREESTYLE, TORUS or CUBE. Raises RulesError (a ValueError) where such a board makes no game.

    Examples:
        >>> Rules.parse("connect4")
        Rules(rows=6, columns=7, goal=4, gravity=True, misere=False, variant=Variant.FREESTYLE)
        >>> str(Rules(rows=15, columns=15, goal=5))
        '15x15x5'
    """

    rows: int
    columns: int
    goal: int
    gravity: bool = False
    misere: bool = False
    variant: Variant = Variant.FREESTYLE
    cells: int = field(init=False, repr=False, compare=False)
    """How many cells the board has."""
    moves: range = field(init=False, repr=False, compare=False)
    """Every number a player can type: columns with gravity, else tiles."""
    plain: bool = field(init=False, repr=False, compare=False)
    """Whether each stone stays where it was put, to the end of the game."""
    flat: bool = field(init=False, repr=False, compare=False)
    """Whether lines run as on paper, from edge to edge."""

    def __post_init__(self) -> None:
        for name, side in (("rows", self.rows), ("columns", self.columns)):
            if type(side) is not int or not MIN_SIDE <= side <= MAX_SIDE:
                raise RulesError(
                    f"a board has {MIN_SIDE} to {MAX_SIDE} {name}, not {side!r}",
                    RulesProblem.SIZE,
                )
        longest = max(self.rows, self.columns)
        if type(self.goal) is not int or not 2 <= self.goal <= longest:
            raise RulesError(
                f"on {self.rows}x{self.columns} the goal is 2 to {longest} in a row, "
                f"not {self.goal!r}",
                RulesProblem.GOAL,
                {"longest": longest},
            )
        for name, twist in (("gravity", self.gravity), ("misere", self.misere)):
            if type(twist) is not bool:
                raise RulesError(f"{name} is True or False, not {twist!r}", RulesProblem.UNKNOWN)
        if type(self.variant) is not Variant:
            raise RulesError(f"{self.variant!r} is no variant", RulesProblem.UNKNOWN)
        if self.variant not in {Variant.FREESTYLE, Variant.TORUS}:
            self._check_variant(_GOALS[self.variant])
        cells = self.rows * self.columns
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "plain", self.variant is not Variant.VANISHING)
        object.__setattr__(self, "flat", self.variant not in _CURVED)
        object.__setattr__(self, "moves", range(1, (self.columns if self.gravity else cells) + 1))

    def _check_variant(self, goals: tuple[int, ...]) -> None:
        shapes = _SHAPES.get(self.variant)
        if shapes and (self.rows, self.columns, self.goal) not in shapes:
            boards = " and ".join("x".join(map(str, shape)) for shape in shapes)
            size = f"{self.rows}x{self.columns}x{self.goal}"
            raise RulesError(
                f"{self.variant.value} is played on {boards}, not on {size}",
                RulesProblem.BOARD,
                {"variant": self.variant.value},
            )
        if self.variant is Variant.CUBE:
            return
        if self.gravity or self.misere or self.goal not in goals:
            rows = " or ".join(map(str, goals))
            raise RulesError(
                f"{self.variant.value} is played for {rows} in a row, without gravity or misere",
                RulesProblem.VARIANT,
                {"variant": self.variant.value, "goals": "/".join(map(str, goals))},
            )

    def tile_at(self, row: int, column: int) -> int | None:
        """The tile in a row and a column, both from 0; None off the board."""
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column + 1 if inside else None

    @property
    def middle(self) -> int | None:
        """The move in the middle, a tile or with gravity a column; None where there is none."""
        odd = self.columns % 2 and (self.gravity or self.rows % 2)
        return self.moves.stop // 2 if odd else None

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read a preset or `RxC[xK]`, in any case, then `g`, `m`, `gravity`, `misere` or a variant.

        These words stand in any order; a variant alone is played on the board of gomoku, and
        vanishing, or infinite, on that of tic-tac-toe, a torus on 4x4. Without a goal it is the
        shorter side, at most 5, and at most 4 with gravity. A cube is also named by its sides.

        Examples:
            >>> str(Rules.parse("4x4")), str(Rules.parse("6x7g")), str(Rules.parse("3x3mg"))
            ('4x4x4', '6x7x4g', '3x3x3g misere')
            >>> str(Rules.parse("4x4x4 torus")), str(Rules.parse("qubic gravity"))
            ('4x4x4 torus', '4x16x4g cube')
        """
        named = text.lower().split()
        if len(named) > 1 and named[0] in _BEFORE_A_BOARD:
            named.append(named.pop(0))
        gravity = misere = False
        variant: Variant | None = None
        while named:
            last = named.pop()
            if last in {"g", "gravity"}:
                gravity = True
            elif last in {"misere", "misère"}:
                misere = True
            elif last in _VARIANT_WORDS and variant in {None, _VARIANT_WORDS[last]}:
                variant = _VARIANT_WORDS[last]
            else:
                named.append(last)
                break
        words = " ".join(named)
        played = variant or Variant.FREESTYLE
        if variant and not words:
            words = _USUAL.get(variant, "gomoku")
        if variant is Variant.CUBE:
            words = _IN_SPACE.get(words, words)
        preset = PRESETS.get(words.replace(" ", ""))
        if preset and preset.variant is Variant.CUBE and variant in {None, Variant.CUBE}:
            return replace(preset, gravity=preset.gravity or gravity, misere=misere)
        if preset and preset.variant is Variant.FREESTYLE:
            gravity, misere = preset.gravity or gravity, preset.misere or misere
            return replace(preset, gravity=gravity, misere=misere, variant=played)
        shape = _SHAPE.fullmatch(words)
        if shape is None:
            raise RulesError(
                "name a game such as tictactoe, connect4, gomoku, renju, or a board such as 6x7x4g",
                RulesProblem.UNKNOWN,
            )
        rows, columns = int(shape["rows"]), int(shape["columns"])
        gravity, misere = gravity or "g" in shape["twists"], misere or "m" in shape["twists"]
        goal = int(shape["goal"]) if shape["goal"] else min(rows, columns, 4 if gravity else 5)
        if played is Variant.CUBE and rows == columns == goal in _GOALS[played]:
            columns *= rows
        return cls(rows, columns, goal, gravity, misere, played)

    def __str__(self) -> str:
        shape = f"{self.rows}x{self.columns}x{self.goal}{'g' if self.gravity else ''}"
        if self.variant is not Variant.FREESTYLE:
            shape = f"{shape} {self.variant.value}"
        return f"{shape}{' misere' if self.misere else ''}"


PRESETS: Final[dict[str, Rules]] = {
    "tictactoe": Rules(3, 3, 3),
    "connect4": Rules(6, 7, 4, gravity=True),
    "gomoku": Rules(15, 15, 5),
    "exact": Rules(15, 15, 5, variant=Variant.EXACT),
    "caro": Rules(15, 15, 5, variant=Variant.CARO),
    "renju": Rules(15, 15, 5, variant=Variant.RENJU),
    "vanishing": Rules(3, 3, 3, variant=Variant.VANISHING),
    "3d": Rules(3, 9, 3, variant=Variant.CUBE),
    "qubic": Rules(4, 16, 4, variant=Variant.CUBE),
    "scorefour": Rules(4, 16, 4, gravity=True, variant=Variant.CUBE),
}
"""The games with a name of their own."""
_USUAL: Final = {Variant.VANISHING: "tictactoe", Variant.TORUS: "4x4x4", Variant.CUBE: "3d"}
"""What a variant is played on that is named alone, if not the board of gomoku."""
_IN_SPACE: Final = {"tictactoe": "3d", "connect4": "scorefour"}
"""The games with a name, as a cube."""
_BEFORE_A_BOARD: Final = frozenset(("torus", "cube", "3d"))
"""The variants that people name before their board, as in `torus 5x5`."""


# --- What X may not play in renju: overlines, double fours and double threes
#
# The terms are those of the International Rules of Renju (RIF, renju.net/rifrules):
#
#     row             stones of one side on a line with no stone of the other between them
#     overline        six or more stones side by side
#     four            a row to which one more stone gives exactly five side by side
#     straight four   four stones side by side that two cells complete: it counts as one four
#     three           a row of three that one more stone makes a straight four, where that stone is
#                     no foul itself and does not make a five
#
# A stone that makes a five is never a foul, whatever else it makes. Whether a three may be played
# on is asked of the board with the stone on it, and so again and again where that stone makes
# threes of its own.
#
# Stones are integers with a bit for each cell, as engine/game/position.py draws them: bits that are
# no cell of the board are never in `free`.

_FIVE: Final = 5
LEAST_STONES: Final = 4
"""A foul needs so many stones of X less than five steps away: two for each of two threes."""


class Foul(ReadableEnum):
    """What a stone of X makes but may not."""

    OVERLINE = "overline"
    DOUBLE_FOUR = "double four"
    DOUBLE_THREE = "double three"


def row_through(stones: int, bit: int, step: int) -> tuple[int, int]:
    """The first and last bit of the unbroken row of `stones` through `bit`, which counts as one."""
    first = bit
    while first >= step and stones >> first - step & 1:
        first -= step
    last = bit
    while stones >> last + step & 1:
        last += step
    return first, last


def foul(black: int, free: int, bit: int, width: int) -> Foul | None:
    """What foul a stone of X on a free cell is, None where it may be played.

    `black` are the stones of X, `width` is the step from one row of the board to the next.
    """
    steps = 1, width, width + 1, width - 1
    black |= 1 << bit
    free &= ~(1 << bit)
    lengths = [_length(black, bit, step) for step in steps]
    if _FIVE in lengths:
        return None
    if max(lengths) > _FIVE:
        return Foul.OVERLINE
    if sum(_fours(black, free, bit, step) for step in steps) > 1:
        return Foul.DOUBLE_FOUR
    threes = 0
    for step in steps:
        threes += any(
            _may_play(black, free, end, steps)
            for end in _ends(black, free, bit, step)
            if _is_straight_four(black | 1 << end, free & ~(1 << end), end, step)
        )
    return Foul.DOUBLE_THREE if threes > 1 else None


def _may_play(black: int, free: int, bit: int, steps: tuple[int, ...]) -> bool:
    """Whether a stone that makes a straight four makes no five and is no foul."""
    after = black | 1 << bit
    makes_five = any(_length(after, bit, step) == _FIVE for step in steps)
    return not makes_five and foul(black, free, bit, steps[1]) is None


def _length(stones: int, bit: int, step: int) -> int:
    first, last = row_through(stones, bit, step)
    return (last - first) // step + 1


def _ends(black: int, free: int, bit: int, step: int) -> Iterator[int]:
    """The free cells at the ends of the unbroken row through a stone."""
    first, last = row_through(black, bit, step)
    if first >= step and free >> first - step & 1:
        yield first - step
    if free >> last + step & 1:
        yield last + step


def _completing(black: int, free: int, bit: int, step: int) -> int:
    """How many cells make exactly five of the row through a stone."""
    ends = _ends(black, free, bit, step)
    return sum(_length(black | 1 << end, end, step) == _FIVE for end in ends)


def _fours(black: int, free: int, bit: int, step: int) -> int:
    """How many fours a stone is part of along one direction: 0 to 2."""
    straight = _is_straight_four(black, free, bit, step)
    return 1 if straight else _completing(black, free, bit, step)


def _is_straight_four(black: int, free: int, bit: int, step: int) -> bool:
    return _length(black, bit, step) == 4 and _completing(black, free, bit, step) == 2
