"""Games against itself on boards on which discs fall, with what a search says on the way.

Each is played on one of many boards, from a few random discs. As in benchmarks/learning/games.py
now and then a move is any of the legal ones, and some moves beside the game are looked at.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from benchmarks.learning.games import ASIDE, TABLE_NODES, look
from benchmarks.learning.records import Game, Look
from engine import Rules
from engine.alphabeta.tree import WindowTree

_SIDES: Final = {
    4: "8x8 8x9 10x10 8x10 10x8 6x10 6x12 12x12 9x8 7x8 9x10 7x10 11x8 9x9 7x9 11x11 9x7 7x11",
    5: "8x8 8x9 10x10 8x10 10x9 12x12 9x8 9x10 7x10 11x10 9x9 7x9 11x11 9x11",
}
BOARDS: Final = tuple(
    Rules.parse(f"{sides}x{goal}g") for goal, all_ in _SIDES.items() for sides in all_.split()
)
"""What is played."""

_SCATTERED: Final = (2, 2, 4, 4, 6, 8, 12)
"""How many random discs begin a game, one number drawn."""
_SLIPS: Final = 0.1
"""How often a move is any of the legal ones, so that games differ."""


class DiscTree(WindowTree):
    """A tree on a board on which discs fall."""

    def landings(self) -> list[int]:
        """The cells that a disc may fall to."""
        return [int(cell) for cell in self.board.top if cell >= 0]

    def finishes(self, *sides: int) -> list[int]:
        """Those of them that complete a line of one of these sides."""
        return [
            cell
            for cell in self.landings()
            if any(self.board.finish[2 * cell + side] for side in sides)
        ]


def scatter(tree: DiscTree, rng: random.Random) -> list[int]:
    """Begin a game with random discs, none of them where a line would be completed."""
    cells: list[int] = []
    for _ in range(rng.choice(_SCATTERED)):
        loud = tree.finishes(0, 1)
        if calm := [cell for cell in tree.landings() if cell not in loud]:
            cells.append(rng.choice(calm))
            tree.play(cells[-1])
    return cells


def play(number: int, nodes: int, seed: int) -> Game:
    """One game against itself, until it is proved; the same for the same numbers."""
    rng = random.Random(f"{seed} {number}")
    rules = rng.choice(BOARDS)
    tree, looks = DiscTree(rules, [], TABLE_NODES), list[Look]()
    cells = scatter(tree, rng)
    start = len(cells)
    while True:
        side = tree.side
        if tree.finishes(side):
            return Game(str(rules), number, start, tuple(cells), 1 - 2 * side, tuple(looks))
        value, best, proved = look(tree, cells[-1], nodes, rules.cells + 1)
        if proved:
            result = int(np.sign(value)) * (1 - 2 * side)
            return Game(str(rules), number, start, tuple(cells), result, tuple(looks))
        legal, forced = tree.landings(), tree.finishes(1 - side)
        if not forced:
            looks.append(Look(len(cells), -1, value, best))
            for aside in rng.sample(legal, min(ASIDE, len(legal))):
                tree.play(aside)
                if tree.landings() and not tree.finishes(0, 1):
                    value, answer, _ = look(tree, aside, nodes, rules.cells + 1)
                    looks.append(Look(len(cells), aside, value, answer))
                tree.take_back(aside)
        slips = not forced and rng.random() < _SLIPS
        cells.append(rng.choice(legal) if slips or best < 0 else best)
        tree.play(cells[-1])
