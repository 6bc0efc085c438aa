"""Puzzles of vanishing: python -m benchmarks.learning.vanishing_puzzles prints the lines of some.

All positions of four and five marks are looked at, one of those that are turned or mirrored. With
more marks there are three tiles to choose from, which leaves little to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.learning.puzzles import Key, calibrated, solver_key
from engine import PRESETS, Position, Puzzle, analyse
from engine.game.geometry import symmetries
from engine.puzzles.collection import write
from engine.puzzles.proved import puzzle_at

MARKS: Final = (4, 5)
EACH: Final = 12
"""How many are taken of each theme and length, evenly from the easiest to the hardest."""


def positions(plies: int) -> Iterator[Position]:
    """The unfinished positions after so many plies, one of those that are images of each other."""
    start = Position.start(PRESETS["vanishing"])
    turns = symmetries(start.rules)
    found: dict[tuple[int, ...], Position] = {(): start}
    for _ in range(plies):
        after = (now.play(move) for now in found.values() for move in now.legal)
        found = {
            min(tuple(turn.moves[move] for move in now.moves) for turn in turns): now
            for now in after
            if now.outcome is None
        }
    yield from found.values()


def main() -> None:
    """Print a line for each puzzle that is taken."""
    kinds: dict[tuple[str, int], dict[Key, tuple[int, Puzzle]]] = {}
    for plies in MARKS:
        for position in positions(plies):
            puzzle = puzzle_at(position, analyse(position))
            if puzzle is not None and puzzle.theme is not None:
                kind = kinds.setdefault((puzzle.theme.name, puzzle.moves), {})
                kind.setdefault(solver_key(position), (calibrated(puzzle), puzzle))
    taken: set[Key] = set()
    for kind in kinds.values():
        free = sorted((one for key, one in kind.items() if key not in taken), key=_strength)
        step = max(1, len(free) // EACH)
        for strength, puzzle in free[::step][:EACH]:
            taken.add(solver_key(puzzle.start))
            print(write(strength, puzzle))


def _strength(rated: tuple[int, Puzzle]) -> int:
    return rated[0]


if __name__ == "__main__":
    main()
