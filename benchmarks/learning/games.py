"""Games of gomoku against itself, with what a search says of every position on the way.

They are played on square boards of any size, by the rules of any variant, and begin as on 15x15.
One tree serves a whole game, so that each search begins with what the last one left in the table.
Beside the moves of the game some others are looked at: a search meets positions after poor moves
far more often than a game does.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from itertools import islice
from typing import Final

import numpy as np

from benchmarks.learning.records import UNKNOWN, Game, Look
from benchmarks.matches.openings import book
from engine import PRESETS, Rules, Variant
from engine.alphabeta.tree import ShapeTree, Tree
from engine.thinking.score import ESTIMATE_LIMIT, WIN
from engine.wide_kernels import shapes
from engine.wide_kernels.shapes import ShapeBoard

HOME: Final = PRESETS["gomoku"]
"""The game whose book the others begin from as well."""
_ENDLESS: Final = 140
"""Games of more plies are given up."""
_SLIPS: Final = 0.12
"""How often a move is any of the likely ones, so that games differ."""
ASIDE: Final = 2
"""How many other moves are looked at beside the one that is made."""
_LIKELY: Final = 16
"""How many moves are likely: those that the search would try first."""
_FROM_BOOK: Final = 0.5
"""How often a game begins with an opening of the book, in the middle of the board; else with stones
near one another."""
_WIDTH: Final = 20
"""The most moves that a node tries, as in engine/alphabeta/root.py."""
_DEEPEST: Final = 30
TABLE_NODES: Final = 1 << 18
_AGAIN: Final = 0.4
"""One more iteration is begun as long as this part of the nodes is not spent."""
_MOST: Final = 4
"""An iteration is cut off at so many times the nodes."""
_LOUD: Final = 0.3
"""The part of the nodes spent where somebody threatens: such a position is not learnt from."""


def look(
    tree: Tree, last: int, nodes: int, deepest: int = _DEEPEST, *, width: int = 0, most: int = 0
) -> tuple[int, int, bool]:
    """The value and the best cell of the position whose last stone is on `last`.

    And whether that value is proved. No iteration goes on beyond so many times the nodes at `most`.
    """
    spent, values, best, proved = tree.nodes, [0], -1, False
    tree.take_back(last)
    for depth in range(2, deepest):
        tree.begin(last, -WIN, WIN, depth, width)
        if not tree.run(spent + most * nodes if most else sys.maxsize):
            assert isinstance(tree, ShapeTree), "no other is stopped"
            tree.abandon()
            break
        values.append(-tree.value)
        best = next(iter(tree.line_below), -1)
        proved = tree.certain or abs(values[-1]) > ESTIMATE_LIMIT
        if proved or tree.nodes - spent > _AGAIN * nodes:
            break
    tree.play(last)
    return values[-1] if proved else sum(values[-2:]) // 2, best, proved


def is_loud(board: ShapeBoard) -> bool:
    """Whether somebody has a four, or can make an open one or two at once."""
    places = (shapes.FINISHES, shapes.WINNERS)
    return any(board.sums[place + side] for place in places for side in (0, 1))


def likely(tree: ShapeTree) -> list[int]:
    """The cells that the search would try first: fewer where hardly any may be played on."""
    free, ranks = tree.ranks()
    early = (int(cell) for cell in free[np.argsort(-ranks, kind="stable")])
    return list(islice(filter(tree.allows, early), _LIKELY))


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
    tree = ShapeTree(rules, cells, TABLE_NODES)
    board, start = tree.board, len(cells)
    told = partial(look, tree, width=_WIDTH, most=_MOST)
    while len(cells) < min(_ENDLESS, rules.cells - ASIDE):
        loud = is_loud(board)
        value, best, _ = told(cells[-1], int(_LOUD * nodes) if loud else nodes)
        if abs(value) > ESTIMATE_LIMIT:
            won = (value > 0) == (len(cells) % 2 == 0)
            return Game(str(rules), number, start, tuple(cells), 1 if won else -1, tuple(looks))
        looks.append(Look(len(cells), -1, value, best))
        choice = likely(tree)
        if len(choice) < ASIDE:
            break
        for aside in [] if loud else rng.sample(choice, ASIDE):
            tree.play(aside)
            if not is_loud(board):
                value, answer, _ = told(aside, nodes)
                looks.append(Look(len(cells), aside, value, answer))
            tree.take_back(aside)
        slips = best < 0 or (not loud and rng.random() < _SLIPS)
        cells.append(rng.choice(choice) if slips else best)
        tree.play(cells[-1])
    return Game(str(rules), number, start, tuple(cells), UNKNOWN, tuple(looks))
