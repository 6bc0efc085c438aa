"""The tables of shapes and kinds, against their definition in words."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from engine.alphabeta import patterns
from engine.wide_kernels import shapes
from engine.wide_kernels.shapes import (
    BROKEN,
    BROKEN_TWICE,
    DEAD,
    FIVE,
    FOUR,
    FOUR_AND_THREE,
    FOUR_AND_TWO,
    LITTLE,
    NOTHING,
    ONE_FOUR,
    ONE_THREE,
    ONE_TWO,
    OPEN_FOUR,
    SHUT_TWO,
    THREE,
    THREE_AND_TWO,
    THREE_TWICE,
    TWO,
    TWO_FREE,
    TWO_THREES,
    TWO_TWOS,
    WEAK,
    WINS,
    WINS_IN_THREE,
)

FREE: Final = "."
OWN: Final = "X"
BLOCKED: Final = "O"

EXAMPLES: Final = {
    5: {
        ". X X _ X X .": FIVE,
        "X X X X _ X .": FIVE,
        ". X X _ X .": OPEN_FOUR,
        "X _ X X X": FIVE,
        "X . X X _ . X": OPEN_FOUR,
        "O X X _ X .": FOUR,
        "X X _ . X": FOUR,
        ". . X X _ . .": THREE_TWICE,
        ". X X _ . .": THREE,
        ". . X X _ . O": THREE,
        ". X . _ X . O": THREE,
        "O . X X _ . O": BROKEN,
        "O X X _ . .": BROKEN,
        "O X X _ . . .": BROKEN,
        "O X X . _ . X": BROKEN_TWICE,
        ". . . X _ . . .": TWO_FREE,
        ". . X _ . . O": TWO,
        "O . X _ . . O": SHUT_TWO,
        ". X _ . . .": TWO,
        "O X _ . . .": SHUT_TWO,
        ". . . . _ . . . .": WEAK,
        ". . . _ . O": WEAK,
        "O . . _ . O": DEAD,
        "O X X _ X O": DEAD,
    },
    4: {
        "X X _ X": FIVE,
        ". X _ X .": OPEN_FOUR,
        "O X _ X .": FOUR,
        ". . X _ . .": THREE_TWICE,
        ". X _ . .": THREE,
        "O X _ . .": BROKEN,
        "O _ . . X": BROKEN,
        ". . . _ . .": TWO_FREE,
        "O . _ . . O": SHUT_TWO,
        "O . _ . O": DEAD,
    },
    6: {
        ". X X _ X X .": OPEN_FOUR,
        "O X X _ X X .": FOUR,
        ". . X X _ X . .": THREE_TWICE,
        ". X X _ X . .": THREE,
        "O X X _ X . .": BROKEN,
        ". . X _ X . . .": TWO_FREE,
        ". . X _ . . .": WEAK,
        "O . . _ . . O": DEAD,
    },
}
"""By goal, lines round the cell `_` for X; where a drawing ends the board does."""


def missing(line: str, goal: int) -> tuple[int | None, list[set[int]]]:
    """How many stones the middle's line still needs, and the sets of cells that would do."""
    middle = len(line) // 2
    windows = [range(start, start + goal) for start in range(middle - goal + 1, middle + 1)]
    lacking = [
        {at for at in window if line[at] == FREE}
        for window in windows
        if all(line[at] != BLOCKED for at in window)
    ]
    least = min(map(len, lacking), default=None)
    return least, [cells for cells in lacking if len(cells) == least]


@cache
def shape_of(line: str, goal: int) -> int:
    """The shape of a line with a stone in its middle, as the docstring of shapes.py has it."""
    least, sets = missing(line, goal)
    if least is None:
        return DEAD
    if least == 0:
        return FIVE
    if least == 1:
        return OPEN_FOUR if len(set.union(*sets)) > 1 else FOUR
    after = [
        shape_of(line[:at] + OWN + line[at + 1 :], goal)
        for at, there in enumerate(line)
        if there == FREE and least <= 3
    ]
    if least == 2 and OPEN_FOUR in after:
        return THREE if after.count(OPEN_FOUR) == 1 else THREE_TWICE
    if least == 2:
        return BROKEN if len(sets) == 1 else BROKEN_TWICE
    if least == 3:
        threes = after.count(THREE) + after.count(THREE_TWICE)
        return TWO_FREE if threes > 2 else TWO if threes > 0 else SHUT_TWO
    return WEAK


def code_of(drawn: str, goal: int) -> int:
    """The code of a line drawn round the cell `_`."""
    cells = drawn.replace(" ", "")
    middle = cells.index("_")
    code = 0
    for slot, step in enumerate(patterns.slots(goal)):
        at = middle + step
        there = cells[at] if 0 <= at < len(cells) else "|"
        code |= ".XO|".index(there) << 2 * slot
    return code


def line_of(code: int, goal: int, own: str) -> str:
    """A code as the line that one side sees, with a stone of its own in the middle."""
    slots = "".join(".XO|"[code >> 2 * slot & 3] for slot in range(2 * goal - 2))
    seen = "".join(there if there == FREE else OWN if there == own else BLOCKED for there in slots)
    return seen[: goal - 1] + OWN + seen[goal - 1 :]


@pytest.mark.parametrize(
    "goal, drawn, shape",
    [(goal, drawn, shape) for goal in EXAMPLES for drawn, shape in EXAMPLES[goal].items()],
)
def test_shapes_by_example(goal: int, drawn: str, shape: int) -> None:
    """What people see in a line is what the table says, from either end and for either side."""
    swapped = drawn.translate(str.maketrans("XO", "OX"))
    for one, other in ((drawn, swapped), (drawn[::-1], swapped[::-1])):
        assert patterns.code_shapes(goal)[code_of(one, goal)] & 15 == shape
        assert patterns.code_shapes(goal)[code_of(other, goal)] >> 4 == shape


def test_the_guide_draws_them_right() -> None:
    """The shapes that docs/engine.md shows are those of the table."""
    guide = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")
    drawn = re.findall(r"^ +((?:[.xo] )+_(?: [.xo])+) +([A-Z_]+) ", guide, re.MULTILINE)
    assert len(drawn) > 5
    for line, name in drawn:
        code = code_of(line.upper(), 5)
        assert patterns.code_shapes(5)[code] & 15 == getattr(shapes, name), line


@pytest.mark.parametrize("goal, share", [(3, 1.0), (4, 1.0), (5, 1.0), (6, 0.02)])
def test_shapes_are_what_their_words_say(goal: int, share: float) -> None:
    """Of every line, or of many: the table agrees with a reading of the definition."""
    rng = random.Random(goal)
    count = 4 ** (2 * goal - 2)
    codes = range(count) if share == 1 else rng.sample(range(count), int(share * count))
    code_shapes = patterns.code_shapes(goal)
    for code in codes:
        look = int(code_shapes[code])
        assert look & 15 == shape_of(line_of(code, goal, "X"), goal), bin(code)
        assert look >> 4 == shape_of(line_of(code, goal, "O"), goal), bin(code)


@pytest.mark.parametrize("goal", [4, 5, 6])
def test_every_shape_occurs(goal: int) -> None:
    """None of the names is empty, but with goal 4 no more than three stones can be missing."""
    found = set((patterns.code_shapes(goal) & 15).tolist())
    assert set(range(shapes.SHAPES)) - found == ({WEAK} if goal == 4 else set())


@pytest.mark.parametrize("goal", [4, 5, 6])
def test_another_stone_never_makes_a_lesser_shape(goal: int) -> None:
    """An own stone where a cell was free leaves the shape as good or better."""
    code_shapes = patterns.code_shapes(goal) & 15
    codes = np.arange(code_shapes.size)
    for slot in range(2 * goal - 2):
        free = codes[codes >> 2 * slot & 3 == 0]
        assert (code_shapes[free + (1 << 2 * slot)] >= code_shapes[free]).all()
        assert (code_shapes[free + (2 << 2 * slot)] <= code_shapes[free]).all()


KINDS: Final = {
    (FIVE, DEAD, DEAD, DEAD): WINS,
    (FIVE, OPEN_FOUR, FOUR, THREE): WINS,
    (OPEN_FOUR, DEAD, DEAD, DEAD): WINS_IN_THREE,
    (FOUR, FOUR, WEAK, DEAD): WINS_IN_THREE,
    (FOUR, THREE, DEAD, DEAD): FOUR_AND_THREE,
    (FOUR, THREE_TWICE, TWO, TWO): FOUR_AND_THREE,
    (FOUR, TWO, WEAK, WEAK): FOUR_AND_TWO,
    (FOUR, BROKEN, DEAD, DEAD): FOUR_AND_TWO,
    (FOUR, SHUT_TWO, WEAK, DEAD): ONE_FOUR,
    (THREE, THREE_TWICE, DEAD, DEAD): TWO_THREES,
    (THREE, TWO_FREE, DEAD, DEAD): THREE_AND_TWO,
    (THREE, WEAK, WEAK, WEAK): ONE_THREE,
    (BROKEN_TWICE, TWO, DEAD, DEAD): TWO_TWOS,
    (TWO_FREE, WEAK, WEAK, SHUT_TWO): ONE_TWO,
    (SHUT_TWO, SHUT_TWO, SHUT_TWO, WEAK): LITTLE,
    (WEAK, DEAD, DEAD, DEAD): LITTLE,
    (DEAD, DEAD, DEAD, DEAD): NOTHING,
}
"""The shapes of a cell in four directions, and what they are together."""


@pytest.mark.parametrize("found, kind", KINDS.items())
def test_kinds_by_example(found: tuple[int, ...], kind: int) -> None:
    """The most that the shapes of a cell threaten is its kind, whichever way they run."""
    for order in permutations(found):
        combination = sum(shape << 4 * way for way, shape in enumerate(order))
        assert patterns.kinds()[combination] == kind
        assert patterns.shapes_of_combinations()[:, combination].tolist() == list(order)


def test_a_greater_shape_never_makes_a_lesser_kind() -> None:
    """Kinds stand in the order of what they threaten, as shapes do."""
    kinds = patterns.kinds()
    combinations = np.arange(kinds.size)
    for way in range(4):
        step = 1 << 4 * way
        room = combinations[combinations >> 4 * way & 15 < shapes.SHAPES - 1]
        assert (kinds[room + step] >= kinds[room]).all()


def test_a_line_makes_the_greatest_kind() -> None:
    """WINS is a full line and nothing else; two finishes are told from one."""
    kinds, found = patterns.kinds(), patterns.shapes_of_combinations()
    valid = (found < shapes.SHAPES).all(axis=0)
    five = (found == FIVE).any(axis=0)
    finishes = (found == FOUR).sum(axis=0) + 2 * (found == OPEN_FOUR).sum(axis=0)
    assert ((kinds == WINS) == five)[valid].all()
    assert ((kinds == WINS_IN_THREE) == (~five & (finishes > 1)))[valid].all()
    one = (kinds >= ONE_FOUR) & (kinds < WINS_IN_THREE)
    assert (one == (~five & (finishes == 1)))[valid].all()


def test_multisets_know_no_order() -> None:
    """Combinations have one number where their shapes are the same, in whatever order."""
    number, shape = patterns.multisets(), patterns.shapes_of_combinations()
    valid = np.flatnonzero((shape < shapes.SHAPES).all(axis=0))
    found: dict[tuple[int, ...], set[int]] = {}
    for combination in valid:
        key = tuple(sorted(shape[:, combination].tolist()))
        found.setdefault(key, set()).add(int(number[combination]))
    assert [len(one) for one in found.values()] == [1] * patterns.MULTISETS
    assert {one.pop() for one in found.values()} == set(range(patterns.MULTISETS))
