"""Games of gomoku against itself, with what a search says of every position on the way.

They are played on square boards of any size, by the rules of any variant, and begin as on 15x15.
One tree serves a whole game, so that each search begins with what the last one left in the table.
Beside the moves of the game some others are looked at: a search meets positions after poor moves
far more often than a game does.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Final

import numpy as np

from benchmarks.learning.records import UNKNOWN, Game, Look
from benchmarks.matches.openings import book
from engine import PRESETS, Rules, Variant
from engine.alphabeta.arrays import (
    fresh_alphabeta_arrays,
    fresh_line_network,
    fresh_shape_board,
    fresh_vcf_arrays,
)
from engine.kernels import alphabeta
from engine.kernels.windows import SIDE
from engine.thinking.score import ESTIMATE_LIMIT, WIN
from engine.wide_kernels import shape_search, shapes
from engine.wide_kernels.shapes import ShapeBoard

HOME: Final = PRESETS["gomoku"]
"""The game whose book the others begin from as well."""
_ENDLESS: Final = 140
"""Games of more plies are given up."""
_SLIPS: Final = 0.12
"""How often a move is any of the likely ones, so that games differ."""
_ASIDE: Final = 2
"""How many other moves are looked at beside the one that is made."""
_LIKELY: Final = 16
"""How many moves are likely: those that the search would try first."""
_FROM_BOOK: Final = 0.5
"""How often a game begins with an opening of the book, in the middle of the board; else with stones
near one another."""
_WIDTH: Final = 20
"""The most moves that a node tries, as in engine/alphabeta/root.py."""
_DEEPEST: Final = 30
_TABLE_NODES: Final = 1 << 18
_AGAIN: Final = 0.4
"""One more iteration is begun as long as this part of the nodes is not spent."""
_MOST: Final = 4
"""An iteration is cut off at so many times the nodes."""
_LOUD: Final = 0.3
"""The part of the nodes spent where somebody threatens: such a position is not learnt from."""


class Searcher:
    """A board with a tree below its last stone, kept from move to move."""

    def __init__(self, rules: Rules) -> None:
        self.board = fresh_shape_board(rules)
        self._search = fresh_alphabeta_arrays(rules, _TABLE_NODES)
        self._vcf = fresh_vcf_arrays(rules)
        self._network = fresh_line_network(rules)
        self._width = rules.cells + 2

    def play(self, cell: int) -> None:
        """Put a stone of the side to move."""
        shape_search.put_stones(self.board, np.array([cell], np.int64))

    def take_back(self, cell: int) -> None:
        """Take back the stone put last."""
        shape_search.lift_stone(self.board, cell)

    def look(self, last: int, nodes: int) -> tuple[int, int]:
        """The value and the best cell of the position whose last stone is on `last`."""
        state, spent = self._search.state, int(self._search.state[alphabeta.NODES])
        self.take_back(last)
        values, best = [0], -1
        for depth in range(2, _DEEPEST):
            shape_search.begin(
                self.board, self._search, last, -WIN, WIN, depth, _WIDTH, alphabeta.NO_ATTACKER
            )
            budget = spent + _MOST * nodes
            if not shape_search.run(self.board, self._search, self._vcf, self._network, budget):
                shape_search.abandon(self.board, self._search)
                break
            values.append(int(state[alphabeta.VALUE]))
            best = int(self._search.pv[self._width])
            if abs(values[-1]) > ESTIMATE_LIMIT or state[alphabeta.NODES] - spent > _AGAIN * nodes:
                break
        self.play(last)
        proved = abs(values[-1]) > ESTIMATE_LIMIT
        return values[-1] if proved else sum(values[-2:]) // 2, best


def is_loud(board: ShapeBoard) -> bool:
    """Whether somebody has a four, or can make an open one or two at once."""
    places = (shapes.FINISHES, shapes.WINNERS)
    return any(board.sums[place + side] for place in places for side in (0, 1))


def likely(board: ShapeBoard) -> list[int]:
    """The cells that the search would try first: fewer where hardly any may be played on."""
    side = int(board.sums[SIDE])
    free = np.flatnonzero(board.stone < 0)
    mine = board.combination[free] >> 16 * side & 65535
    theirs = board.combination[free] >> 16 * (1 - side) & 65535
    rank = board.rank[mine] + board.rank[board.rank.size // 2 + theirs]
    early = (int(cell) for cell in free[np.argsort(-rank, kind="stable")])
    return list(islice((cell for cell in early if shape_search.allows(board, cell)), _LIKELY))


def rules_on(side: int, variant: Variant = Variant.FREESTYLE) -> Rules:
    """The game on a board of so many rows and columns."""
    return Rules(side, side, HOME.goal, variant=variant)


def opening(rules: Rules, rng: random.Random) -> list[int]:
    """The cells of a balanced opening, or of a few stones near one another.

    In renju a stone of X there may be a foul: the search takes the board as it is.
    """
    side = rules.rows
    if rng.random() < _FROM_BOOK and side >= HOME.rows:
        margin = (side - HOME.rows) // 2
        at_home = (divmod(tile - 1, HOME.columns) for tile in rng.choice(book(HOME)).tiles)
        return [(margin + row) * side + margin + column for row, column in at_home]
    cells = [rng.randint(3, side - 4) * side + rng.randint(3, side - 4)]
    count, reach = rng.randint(3, 7), rng.choice((1, 2, 2, 3))
    while len(cells) < count:
        near = rng.choice(cells)
        r, c = (part + rng.randint(-reach, reach) for part in divmod(near, side))
        cell = r * side + c
        if 0 <= r < side and 0 <= c < side and cell not in cells:
            cells.append(cell)
    return cells


def play(rules: Rules, number: int, nodes: int, seed: int) -> Game:
    """One game against itself, until it is proved; the same for the same numbers."""
    rng = random.Random(f"{seed} {number}")
    cells, looks = opening(rules, rng), list[Look]()
    searcher = Searcher(rules)
    board = searcher.board
    for cell in cells:
        searcher.play(cell)
    start = len(cells)
    while len(cells) < min(_ENDLESS, rules.cells - _ASIDE):
        loud = is_loud(board)
        value, best = searcher.look(cells[-1], int(_LOUD * nodes) if loud else nodes)
        if abs(value) > ESTIMATE_LIMIT:
            won = (value > 0) == (len(cells) % 2 == 0)
            return Game(str(rules), number, start, tuple(cells), 1 if won else -1, tuple(looks))
        looks.append(Look(len(cells), -1, value, best))
        choice = likely(board)
        if len(choice) < _ASIDE:
            break
        for aside in [] if loud else rng.sample(choice, _ASIDE):
            searcher.play(aside)
            if not is_loud(board):
                value, answer = searcher.look(aside, nodes)
                looks.append(Look(len(cells), aside, value, answer))
            searcher.take_back(aside)
        slips = best < 0 or (not loud and rng.random() < _SLIPS)
        cells.append(rng.choice(choice) if slips else best)
        searcher.play(cells[-1])
    return Game(str(rules), number, start, tuple(cells), UNKNOWN, tuple(looks))
