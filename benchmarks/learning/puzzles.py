"""Making the collection of puzzles: games are played, what they hold is proved and calibrated.

python -m benchmarks.learning.puzzles --to 6000
python -m benchmarks.learning.puzzles --calibrate

Each game follows from the number of puzzles that its board already has, and from how many games
have given none since. So a run goes on where another one ended, and the same engine makes the same
collection.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import count
from math import prod
from pathlib import Path
from typing import Final

from engine.coaching.choice import choose
from engine.coaching.difficulty import GUESS, GUESS_WEIGHT, SOLVERS, fitted, likely_moves
from engine.coaching.levels import Level, strength
from engine.game.geometry import stones_of, symmetries
from engine.game.position import Position
from engine.game.rules import Rules
from engine.puzzles import collection as stored
from engine.puzzles.collection import FILE, read, write
from engine.puzzles.composing import SHARES, puzzles_in
from engine.puzzles.puzzle import Grade, Puzzle, Theme, grade
from engine.thinking.clock import Limit

# --- how hard a puzzle is: the strength of a player who solves it half of the time, in Elo
#
# As that of a single move (engine/coaching/difficulty.py), but the solver has to find each of them.

_GUESS_PER_MOVE: Final = 250
"""How much harder each further move is guessed to make a puzzle."""
_LIKELY: Final = 0.05
"""Where it takes a search to tell whether a move is right, less likely ones count as wrong."""
_SEARCH: Final = Limit(nodes=5_000)
"""The limit for that search: some 5 ms."""


def calibrated(puzzle: Puzzle) -> int:
    """The strength of a puzzle, from what steps of the ladder make of it."""
    rules = puzzle.start.rules
    tries = [(strength(rules, level), 1.0, solving_chance(puzzle, level)) for level in SOLVERS]
    guess = GUESS + _GUESS_PER_MOVE * (puzzle.moves - 1)
    tries.append((guess, GUESS_WEIGHT, 0.5))
    return fitted(tries)


def solving_chance(puzzle: Puzzle, level: Level) -> float:
    """How likely a step of the ladder finds every move of a puzzle."""
    return prod(_chance_at(puzzle, found, level) for found in range(puzzle.moves))


def _chance_at(puzzle: Puzzle, found: int, level: Level) -> float:
    likely = likely_moves(puzzle.after(found), level)
    if puzzle.slower is None:
        likely = {
            move: chance
            for move, chance in likely.items()
            if chance > _LIKELY or puzzle.solves(found, move)
        }
    right = (chance for move, chance in likely.items() if _is_right(puzzle, found, move))
    return min(1.0, sum(right))


@lru_cache(maxsize=16_384)
def _is_right(puzzle: Puzzle, found: int, move: int) -> bool:
    return grade(puzzle, found, move, _SEARCH) is not Grade.WRONG


_PLAYERS: Final = (Level.EASY, Level.REX, Level.MEDIUM, Level.OTTO, Level.FINN)
"""The players of a game's moves, drawn anew for each: people of middling strength who slip."""
_LOOKED_BACK: Final = 40
"""Positions of a game that are looked at, from its end on."""
_LEAST_STONES: Final = 4
"""On fewer stones there are few positions, and people know them."""
_MOST_OF_A_GAME: Final = 4
"""The puzzles that one game may give."""
_APART: Final = 4
"""How many moves of a game lie between two puzzles of one theme at least."""
COLLECTION: Final = Path(stored.__file__).with_name(FILE)
"""The file that comes with the engine."""
COLLECTED: Final = tuple(SHARES)
"""The boards that puzzles are collected on."""
_SHORT_WINS: Final = 0.25
"""The share of wins with the second move on a board beyond which no more are taken."""
_AT_SIGHT: Final = 0.8
"""A puzzle that the lowest level solves more often is rejected."""

Report = Callable[[str], None]
_Kind = tuple[Rules, Theme | None, bool]
"""The board, the theme, and whether it is a win with the second move."""
Key = tuple[Rules, tuple[int, ...], tuple[int, ...]]
"""The rules, and the tiles of the solver and of the opponent in the least of all images."""


def solver_key(position: Position) -> Key:
    """What all images of a position share, and no other position has.

    Images are mirrored, turned, or have the colours exchanged: stones are told apart as the
    solver's and the opponent's, so that X and O are alike.
    """
    x, o = stones_of(position)
    stones = (o, x) if position.ply % 2 else (x, o)
    images = (symmetry.of(stones) for symmetry in symmetries(position.rules))
    mine, theirs = min((tuple(sorted(own)), tuple(sorted(other))) for own, other in images)
    return position.rules, mine, theirs


class _Collection:
    """What there is already."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        self._keys: set[Key] = set()
        self._kinds: Counter[_Kind] = Counter()
        for puzzle in puzzles:
            self.add(puzzle)

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, puzzle: Puzzle) -> None:
        """Take a puzzle in."""
        self._keys.add(solver_key(puzzle.start))
        self._kinds[_kind(puzzle)] += 1

    def size(self, rules: Rules) -> int:
        """How many puzzles a board has."""
        return sum(count for (board, *_), count in self._kinds.items() if board == rules)

    def frequency(self, puzzle: Puzzle) -> int:
        """How many puzzles of this kind there are."""
        return self._kinds[_kind(puzzle)]

    def wants(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is new, and of no kind that there is too much of."""
        if puzzle.start.ply < _LEAST_STONES or solver_key(puzzle.start) in self._keys:
            return False
        if not _may_go_wrong(puzzle):
            return False
        *_, short = _kind(puzzle)
        few = self.frequency(puzzle) <= _SHORT_WINS * self.size(puzzle.start.rules)
        return (few or not short) and solving_chance(puzzle, Level.PIP) <= _AT_SIGHT


def extend(file: Path, size: int, boards: Sequence[Rules], report: Report) -> None:
    """Add puzzles to a collection until there are so many, each as soon as it is found."""
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    collection = _Collection(read(line)[1] for line in lines)
    with file.open("a", encoding="ascii") as end:
        while len(collection) < size:
            board = min(boards, key=lambda rules: collection.size(rules) / SHARES.get(rules, 1.0))
            for puzzle in _next(board, collection):
                collection.add(puzzle)
                print(write(calibrated(puzzle), puzzle), file=end, flush=True)
                report(f"{len(collection)} {board} {puzzle.theme}")


def recalibrate(file: Path, report: Report) -> None:
    """Work out the strength of each puzzle of a collection anew; the rest stays as it is."""
    lines = file.read_text(encoding="ascii").splitlines()
    for number, line in enumerate(lines):
        _, puzzle = read(line)
        lines[number] = write(calibrated(puzzle), puzzle)
        report(f"{number + 1} {line.partition(',')[0]} -> {lines[number].partition(',')[0]}")
    file.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def _may_go_wrong(puzzle: Puzzle) -> bool:
    """Whether some first move is wrong: if every one wins in the end, there is nothing to find."""
    return puzzle.slower is None or len(puzzle.slower[0]) + 1 < len(puzzle.start.legal)


def _kind(puzzle: Puzzle) -> _Kind:
    short = puzzle.theme is Theme.WIN and puzzle.moves == 2
    return puzzle.start.rules, puzzle.theme, short


def _next(rules: Rules, collection: _Collection) -> list[Puzzle]:
    """The new puzzles of the first game on a board that has any."""
    for number in count():
        game = _played(rules, random.Random(f"{rules} {collection.size(rules)} {number}"))
        if found := _picked(game, collection):
            break
    return found


def _played(rules: Rules, chance: random.Random) -> Position:
    position = Position.start(rules)
    while position.outcome is None:
        position = position.play(choose(position, chance.choice(_PLAYERS), rng=chance))
    return position


def _picked(game: Position, collection: _Collection) -> list[Puzzle]:
    """A few puzzles of a game, not alike: the rarest first, and of those the longest."""
    found = sorted(
        puzzles_in(game, _LOOKED_BACK),
        key=lambda puzzle: (collection.frequency(puzzle), -puzzle.moves),
    )
    picked: list[Puzzle] = []
    for puzzle in found:
        if not any(_alike(puzzle, other) for other in picked) and collection.wants(puzzle):
            picked.append(puzzle)
        if len(picked) == _MOST_OF_A_GAME:
            break
    return picked


def _alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles of a game have the same theme and nearly the same position."""
    return one.theme is other.theme and abs(one.start.ply - other.start.ply) < _APART


def main(arguments: Sequence[str] | None = None) -> None:
    """Extend a collection, going on from an earlier run, and calibrate it on request."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learning.puzzles", description=main.__doc__
    )
    parser.add_argument("--to", type=int, default=0, help="compose until there are so many")
    parser.add_argument(
        "--board", action="append", default=[], help="on this board alone, or on several"
    )
    parser.add_argument(
        "--calibrate", action="store_true", help="work out the strength of each puzzle anew"
    )
    parser.add_argument("--file", type=Path, default=COLLECTION, help="which file")
    options = parser.parse_args(arguments)
    report = partial(print, flush=True)
    extend(options.file, options.to, list(map(Rules.parse, options.board)) or COLLECTED, report)
    if options.calibrate:
        recalibrate(options.file, report)


if __name__ == "__main__":
    main()
