"""The games: every board of rows x columns with `goal` in a row."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from engine.game import ReadableEnum
from engine.game.errors import RulesError, RulesProblem

MIN_SIDE: Final = 3
"""Rows and columns that a board has at least."""
MAX_SIDE: Final = 20
"""Rows and columns that a board has at most: those of the Gomocup tournament, one more than go."""

_SHAPE = re.compile(
    r"(?P<rows>[0-9]{1,4})\s*[x×*]\s*(?P<columns>[0-9]{1,4})"
    r"(?:\s*[x×*]\s*(?P<goal>[0-9]{1,4}))?\s*(?P<g>g?)"
)


class Variant(ReadableEnum):
    """What wins, and what may not be played.

    FREESTYLE  `goal` or more in a row win
    EXACT      exactly `goal` in a row win; programs call it standard gomoku
    CARO       exactly `goal` in a row win, unless stones of the other side stand at both ends. The
               edge of the board is no such stone
    RENJU      X wins with exactly five, O with five or more; X may not make an overline, a double
               four or a double three (engine/game/fouls.py)
    """

    FREESTYLE = "freestyle"
    EXACT = "exact"
    CARO = "caro"
    RENJU = "renju"


_GOALS: Final = {Variant.EXACT: (4, 5), Variant.CARO: (4, 5), Variant.RENJU: (5,)}
"""The goals with which each variant is played."""
_VARIANT_WORDS: Final = {variant.value: variant for variant in Variant} | {
    "standard": Variant.EXACT
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One game of the family: who first completes `goal` in a row wins.

    `gravity` lets a disc fall to the lowest free cell of its column; `misere`
    turns the aim round: who completes a line loses. `variant` says which lines count; other than
    FREESTYLE there is none with gravity or misere. Raises RulesError (a ValueError) where such a
    board makes no game.

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
            )
        for name, twist in (("gravity", self.gravity), ("misere", self.misere)):
            if type(twist) is not bool:
                raise RulesError(f"{name} is True or False, not {twist!r}", RulesProblem.UNKNOWN)
        if type(self.variant) is not Variant:
            raise RulesError(f"{self.variant!r} is no variant", RulesProblem.UNKNOWN)
        if self.variant is not Variant.FREESTYLE:
            self._check_variant(_GOALS[self.variant])
        cells = self.rows * self.columns
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "moves", range(1, (self.columns if self.gravity else cells) + 1))

    def _check_variant(self, goals: tuple[int, ...]) -> None:
        if self.gravity or self.misere or self.goal not in goals:
            rows = " or ".join(map(str, goals))
            raise RulesError(
                f"{self.variant.value} is played for {rows} in a row, without gravity or misere",
                RulesProblem.VARIANT,
            )

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read a preset or `RxC[xK]`, in any case, then `g`, `gravity`, `misere` or a variant.

        These words stand in any order; a variant alone is played on the board of gomoku. Without
        a goal it is the shorter side, at most 5, and at most 4 with gravity.

        Examples:
            >>> str(Rules.parse("4x4")), str(Rules.parse("6x7g")), str(Rules.parse("3x3 misere"))
            ('4x4x4', '6x7x4g', '3x3x3 misere')
        """
        named = text.lower().split()
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
            words = "gomoku"
        if (preset := PRESETS.get(words)) and preset.variant is Variant.FREESTYLE:
            return cls(
                preset.rows,
                preset.columns,
                preset.goal,
                preset.gravity or gravity,
                preset.misere or misere,
                played,
            )
        shape = _SHAPE.fullmatch(words)
        if shape is None:
            raise RulesError(
                "name a game such as tictactoe, connect4, gomoku, renju, or a board such as 6x7x4g",
                RulesProblem.UNKNOWN,
            )
        rows, columns = int(shape["rows"]), int(shape["columns"])
        gravity = gravity or bool(shape["g"])
        goal = int(shape["goal"]) if shape["goal"] else min(rows, columns, 4 if gravity else 5)
        return cls(rows, columns, goal, gravity, misere, played)

    def __str__(self) -> str:
        shape = f"{self.rows}x{self.columns}x{self.goal}{'g' if self.gravity else ''}"
        if self.variant is not Variant.FREESTYLE:
            return f"{shape} {self.variant.value}"
        return f"{shape}{' misere' if self.misere else ''}"


PRESETS: Final[dict[str, Rules]] = {
    "tictactoe": Rules(3, 3, 3),
    "connect4": Rules(6, 7, 4, gravity=True),
    "gomoku": Rules(15, 15, 5),
    "exact": Rules(15, 15, 5, variant=Variant.EXACT),
    "caro": Rules(15, 15, 5, variant=Variant.CARO),
    "renju": Rules(15, 15, 5, variant=Variant.RENJU),
}
"""The games with a name of their own."""
