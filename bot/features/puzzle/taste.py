"""Which puzzles a person wants: on one board, of one theme, about as hard as they say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

from bot.errors import Problem, UserError
from bot.match import grammar
from bot.match.messages import plain_words
from bot.match.players import read_level
from bot.match.typed.options import GAME_OPTIONS, options_of, rules_of
from engine import (
    PRESETS,
    EngineError,
    Level,
    PuzzleEntry,
    Rules,
    Theme,
    decode_rules,
    encode_rules,
    strength,
)

TASTE: Final = r"(?:@[0-9a-z_.]+)?"
"""A taste in an id, after the number of a puzzle."""
_THEMES: Final = {
    **dict.fromkeys(("win", "wins", "winning", "tactics"), Theme.WIN),
    **dict.fromkeys(("only", "keep"), Theme.ONLY_MOVE),
    **dict.fromkeys(("hold", "draw", "draws", "save", "defend", "defence", "defense"), Theme.HOLD),
    "zugzwang": Theme.ZUGZWANG,
    **dict.fromkeys(("attack", "attacks", "fours", "threats"), Theme.ATTACK),
}
"""The words for each theme."""
_FILLERS: Final = frozenset(("puzzle", "puzzles", "move", "moves", "please"))
_LEVEL: Final = "level"
_USUAL: Final = PRESETS["connect4"]
"""The board on which a level has its strength where none is named."""
_NUMBER: Final = re.compile(r"[0-9]{3,4}")


@dataclass(frozen=True, slots=True)
class Taste:
    """What a person wants of a puzzle; None where anything will do."""

    rules: Rules | None = None
    theme: Theme | None = None
    strength: int | None = None

    @classmethod
    def parse(cls, words: str) -> Self:
        """Read the words after `more`, in any order. Raises UserError for others.

        >>> Taste.parse("zugzwang connect4 1400").code
        '6x7x4g.zugzwang.1400'
        """
        typed = plain_words(words).split()
        themes = dict.fromkeys(_THEMES[word] for word in typed if word in _THEMES)
        if len(themes) > 1:
            first, second, *_ = (theme.value for theme in themes)
            raise UserError(Problem.TWO_VALUES, first=first, second=second)
        others = [word for word in typed if word not in _THEMES and word not in _FILLERS]
        chosen = options_of(" ".join(others))
        if foreign := chosen.keys() - GAME_OPTIONS - {_LEVEL}:
            raise grammar.unknown(chosen[min(foreign)], _THEMES)
        rules = None if GAME_OPTIONS.isdisjoint(chosen) else rules_of(chosen, PRESETS["tictactoe"])
        return cls(rules, next(iter(themes), None), _strength(chosen.get(_LEVEL, ""), rules))

    @classmethod
    def read(cls, code: str) -> Self:
        """Read the code of a taste; from a forged one what can be read."""
        board, theme, number = (*code.split("."), "", "", "")[:3]
        try:
            rules = decode_rules(board) if board else None
        except EngineError:
            rules = None
        wanted = next((one for one in Theme if one.name.lower() == theme), None)
        return cls(rules, wanted, int(number) if _NUMBER.fullmatch(number) else None)

    @property
    def code(self) -> str:
        """The taste in an id; "" if anything will do."""
        if self == ANY:
            return ""
        board = "" if self.rules is None else encode_rules(self.rules)
        theme = "" if self.theme is None else self.theme.name.lower()
        return f"{board}.{theme}.{self.strength or ''}"

    def wants(self, entry: PuzzleEntry) -> bool:
        """Whether a puzzle is on the board and of the theme.

        One of vanishing is for those who ask for it: others may not know its rules.
        """
        fits = entry.rules.plain if self.rules is None else self.rules == entry.rules
        return fits and self.theme in {None, entry.theme}


ANY: Final = Taste()
"""Whatever is near the person's rating."""


class Asked(str):
    """The puzzle that the id of a button names, and the taste with which it was chosen."""

    __slots__ = ()

    @classmethod
    def of(cls, number: int, taste: Taste) -> Self:
        """Name a puzzle that was chosen with a taste."""
        return cls(f"{number}@{taste.code}" if taste.code else str(number))

    @property
    def number(self) -> int:
        """The number of the puzzle."""
        return grammar.read_number(self.partition("@")[0])

    @property
    def taste(self) -> Taste:
        """What the next one should be like."""
        return Taste.read(self.partition("@")[2])


def _strength(word: str, rules: Rules | None) -> int | None:
    """The strength that a level or a number stands for, as people are rated in puzzles."""
    match read_level(word):
        case None | Level.ADAPTIVE:
            return None
        case Level() as level:
            return strength(rules or _USUAL, level)
        case number:
            return int(number)
