"""Games against itself on boards on which discs fall, with what a search says on the way.

Each is played on one of many boards, from a few random discs. As in benchmarks/learning/games.py
now and then a move is any of the legal ones, and some moves beside the game are looked at.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from benchmarks.learning.records import Game, Look
from engine import Rules
from engine.alphabeta.arrays import fresh_alphabeta_arrays, fresh_window_board
from engine.kernels import alphabeta, window_search
from engine.kernels.windows import SIDE
from engine.thinking.score import ESTIMATE_LIMIT, WIN

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
_ASIDE: Final = 2
"""How many other moves are looked at beside the one that is made."""
_TABLE_NODES: Final = 1 << 18
_AGAIN: Final = 0.4
"""One more iteration is begun as long as this part of the nodes is not spent."""


class Searcher:
    """A board with a tree below its last disc, kept from move to move."""

    def __init__(self, rules: Rules) -> None:
        self.board = fresh_window_board(rules)
        self._search = fresh_alphabeta_arrays(rules, _TABLE_NODES)
        self._cells = rules.cells

    @property
    def side(self) -> int:
        """The side to move, 0 or 1."""
        return int(self.board.sums[SIDE])

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

    def play(self, cell: int) -> None:
        """Put a disc of the side to move, which must not complete a line."""
        window_search.put_stones(self.board, np.array([cell], np.int64))

    def take_back(self, cell: int) -> None:
        """Take back the disc put last."""
        window_search.lift_stone(self.board, cell)

    def look(self, last: int, nodes: int) -> tuple[int, int, bool]:
        """The value and the best cell of the position whose last disc is on `last`.

        And whether that value is proved.
        """
        state, spent = self._search.state, int(self._search.state[alphabeta.NODES])
        self.take_back(last)
        values, best, proved = [0], -1, False
        for depth in range(2, self._cells + 1):
            window_search.begin(self.board, self._search, last, -WIN, WIN, depth, 0)
            window_search.run(self.board, self._search, np.iinfo(np.int64).max)
            values.append(int(state[alphabeta.VALUE]))
            best = int(self._search.pv[self._cells + 2])
            proved = bool(state[alphabeta.CLAIM] == alphabeta.CERTAIN)
            proved = proved or abs(values[-1]) > ESTIMATE_LIMIT
            if proved or state[alphabeta.NODES] - spent > _AGAIN * nodes:
                break
        self.play(last)
        return values[-1] if proved else sum(values[-2:]) // 2, best, proved


def scatter(searcher: Searcher, rng: random.Random) -> list[int]:
    """Begin a game with random discs, none of them where a line would be completed."""
    cells: list[int] = []
    for _ in range(rng.choice(_SCATTERED)):
        loud = searcher.finishes(0, 1)
        if calm := [cell for cell in searcher.landings() if cell not in loud]:
            cells.append(rng.choice(calm))
            searcher.play(cells[-1])
    return cells


def play(number: int, nodes: int, seed: int) -> Game:
    """One game against itself, until it is proved; the same for the same numbers."""
    rng = random.Random(f"{seed} {number}")
    rules = rng.choice(BOARDS)
    searcher, looks = Searcher(rules), list[Look]()
    cells = scatter(searcher, rng)
    start = len(cells)
    while True:
        side = searcher.side
        if searcher.finishes(side):
            return Game(str(rules), number, start, tuple(cells), 1 - 2 * side, tuple(looks))
        value, best, proved = searcher.look(cells[-1], nodes)
        if proved:
            result = int(np.sign(value)) * (1 - 2 * side)
            return Game(str(rules), number, start, tuple(cells), result, tuple(looks))
        legal, forced = searcher.landings(), searcher.finishes(1 - side)
        if not forced:
            looks.append(Look(len(cells), -1, value, best))
            for aside in rng.sample(legal, min(_ASIDE, len(legal))):
                searcher.play(aside)
                if searcher.landings() and not searcher.finishes(0, 1):
                    value, answer, _ = searcher.look(aside, nodes)
                    looks.append(Look(len(cells), aside, value, answer))
                searcher.take_back(aside)
        slips = not forced and rng.random() < _SLIPS
        cells.append(rng.choice(legal) if slips or best < 0 else best)
        searcher.play(cells[-1])
