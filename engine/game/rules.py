"""The games: every board of rows x columns with `goal` in a row."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.game.errors import RulesError, RulesProblem

MIN_SIDE: Final = 3
"""Rows and columns that a board has at least."""
MAX_SIDE: Final = 20
"""Rows and columns that a board has at most: those of the Gomocup tournament, one more than go."""

_SHAPE = re.compile(
    r"(?P<rows>[0-9]{1,4})\s*[x×*]\s*(?P<columns>[0-9]{1,4})"
    r"(?:\s*[x×*]\s*(?P<goal>[0-9]{1,4}))?\s*(?P<g>g?)"
)


@dataclass(frozen=True, slots=True)
class Rules:
    """One game of the family: who first completes `goal` in a row wins.

    `gravity` lets a disc fall to the lowest free cell of its column; `misere`
    turns the aim round: who completes a line loses. Raises RulesError (a ValueError)
    where such a board makes no game.

    Examples:
        >>> Rules.parse("connect4")
        Rules(rows=6, columns=7, goal=4, gravity=True, misere=False)
        >>> str(Rules(rows=15, columns=15, goal=5))
        '15x15x5'
    """

    rows: int
    columns: int
    goal: int
    gravity: bool = False
    misere: bool = False

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

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.columns

    @property
    def moves(self) -> range:
        """Every number a player can type: columns with gravity, else tiles."""
        return range(1, (self.columns if self.gravity else self.cells) + 1)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read a preset or `RxC[xK]`, in any case, then `g`, `gravity` or `misere` in any order.

        Without a goal it is the shorter side, at most 5, and at most 4 with gravity.

        Examples:
            >>> str(Rules.parse("4x4")), str(Rules.parse("6x7g")), str(Rules.parse("3x3 misere"))
            ('4x4x4', '6x7x4g', '3x3x3 misere')
        """
        words = text.strip().lower()
        gravity = misere = False
        while True:
            head, _, tail = words.rpartition(" ")
            if tail in {"g", "gravity"}:
                gravity = True
            elif tail in {"misere", "misère"}:
                misere = True
            else:
                break
            words = head.rstrip()
        if words in PRESETS:
            preset = PRESETS[words]
            return cls(
                preset.rows,
                preset.columns,
                preset.goal,
                preset.gravity or gravity,
                preset.misere or misere,
            )
        shape = _SHAPE.fullmatch(words)
        if shape is None:
            raise RulesError(
                "name a game such as tictactoe, connect4, gomoku, or a board such as 4x5 or 6x7x4g",
                RulesProblem.UNKNOWN,
            )
        rows, columns = int(shape["rows"]), int(shape["columns"])
        gravity = gravity or bool(shape["g"])
        goal = int(shape["goal"]) if shape["goal"] else min(rows, columns, 4 if gravity else 5)
        return cls(rows, columns, goal, gravity, misere)

    def __str__(self) -> str:
        shape = f"{self.rows}x{self.columns}x{self.goal}"
        return f"{shape}{'g' if self.gravity else ''}{' misere' if self.misere else ''}"


PRESETS: Final[dict[str, Rules]] = {
    "tictactoe": Rules(3, 3, 3),
    "connect4": Rules(6, 7, 4, gravity=True),
    "gomoku": Rules(15, 15, 5),
}
"""The games with a name of their own."""
