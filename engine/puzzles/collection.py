"""The stored puzzles: composed ahead, proved, and calibrated.

They stand in `collection.txt`, one on a line, and a line is never moved or taken out: its
number is the number of the puzzle for good. For what stands in a line see `write`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

from engine.game.notation import decode_game, decode_rules, encode_game
from engine.game.rules import Rules
from engine.puzzles.puzzle import Moves, Puzzle, Theme, opens

FILE: Final = "collection.txt"
"""The name of the file, beside this module."""

_UNKNOWN: Final = "?"


@dataclass(frozen=True, slots=True)
class RatedPuzzle:
    """A puzzle of the collection, with its number and its strength in Elo."""

    number: int
    puzzle: Puzzle
    strength: int


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """What is known about a puzzle without reading its position: enough to pick one."""

    number: int
    strength: int
    theme: Theme
    rules: Rules
    moves: int
    """How many moves the solver has to find."""
    stones: int = 0
    """How many stones stand on the board."""

    @property
    def is_opening(self) -> bool:
        """Whether it takes theory to solve it, as `Puzzle.is_opening` says."""
        return opens(self.rules, self.stones, self.theme.task)


class PuzzleCollection(Mapping[int, RatedPuzzle]):
    """Puzzles by number, from 1. A line is read when its puzzle is asked for.

    Examples:
        >>> puzzles = puzzle_collection()
        >>> puzzles[1].number, len(puzzles) == len(puzzles.entries)
        (1, True)
    """

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def __getitem__(self, number: int) -> RatedPuzzle:
        if number not in range(1, len(self._lines) + 1):
            raise KeyError(number)
        strength, puzzle = read(self._lines[number - 1])
        return RatedPuzzle(number, puzzle, strength)

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, len(self._lines) + 1))

    def __len__(self) -> int:
        return len(self._lines)

    @cached_property
    def entries(self) -> tuple[PuzzleEntry, ...]:
        """What there is to pick from, by number. Read once, which takes some 20 ms."""
        return tuple(_entry(number, line) for number, line in enumerate(self._lines, 1))


@cache
def puzzle_collection() -> PuzzleCollection:
    """The puzzles that come with the engine, the same object at each call."""
    text = files("engine.puzzles").joinpath(FILE).read_text(encoding="ascii")
    return PuzzleCollection(text.splitlines())


def write(strength: int, puzzle: Puzzle) -> str:
    """The line of a puzzle: strength, theme, code of the position, solution, slower wins, sequel.

    Of the slower wins there is a part for each move of the solver, or `?` where a search has to
    tell. The sequel is empty but for zugzwang.

        1480,win,6x7x4g:5-6-4-2-5-5,4-3-2,1-6/,
    """
    assert puzzle.theme is not None
    parts = (
        str(strength),
        puzzle.theme.name.lower(),
        encode_game(puzzle.start),
        _joined(puzzle.line),
        _UNKNOWN if puzzle.slower is None else "/".join(map(_joined, puzzle.slower)),
        _joined(puzzle.sequel),
    )
    return ",".join(parts)


def read(line: str) -> tuple[int, Puzzle]:
    """The strength and the puzzle of a line."""
    strength, name, code, solution, slower, sequel = line.split(",")
    theme = Theme[name.upper()]
    return int(strength), Puzzle(
        decode_game(code),
        theme.task,
        _split(solution),
        theme,
        None if slower == _UNKNOWN else tuple(map(_split, slower.split("/"))),
        _split(sequel),
    )


def _entry(number: int, line: str) -> PuzzleEntry:
    strength, name, code, solution, _ = line.split(",", 4)
    moves = (solution.count("-") + 2) // 2
    board, _, played = code.partition(":")
    stones = played.count("-") + 1 if played else 0
    return PuzzleEntry(number, int(strength), Theme[name.upper()], _rules(board), moves, stones)


_rules = cache(decode_rules)


def _joined(moves: Moves) -> str:
    return "-".join(map(str, moves))


def _split(text: str) -> Moves:
    return tuple(map(int, text.split("-"))) if text else ()
