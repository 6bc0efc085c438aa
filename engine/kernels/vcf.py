"""VCF, wins by fours: by stones that each threaten to complete a line, and so leave one reply.

What `VcfArrays.line` holds after such a search is the win: the attacker's stones and what each is
answered by, up to the stone that completes a line. Of the fours after the first only those are
tried that are in line with the one before.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.kernels.jit import Array, inner, part
from engine.kernels.shapes import (
    FOURS,
    ONE_FOUR,
    WINNERS,
    ShapeBoard,
    find_finish,
    kind_of,
    lift,
    put,
    wins_in_three,
)
from engine.kernels.windows import GOAL, KEY, SIDE


class VcfArrays(NamedTuple):
    """The stack of a search for wins by fours, and what it remembers."""

    stack: Array
    """The moves of the search of fours, by depth."""
    counts: Array
    """By depth: how many there are, and how many of them have been tried."""
    line: Array
    """The win by fours found last."""
    failed: Array
    """Keys of positions where fours alone do not win."""
    nodes: Array
    """The nodes that the last search took beyond its first."""


@inner
def failed_key(board: ShapeBoard) -> int:
    """Positions after a pass have stones that others have too: the mover is part of the key."""
    return int(2 * board.sums[KEY] + board.sums[SIDE])


@inner
def _in_line(board: ShapeBoard, cell: int, other: int) -> bool:
    """Whether two cells can be part of one line."""
    down = abs(board.row[cell] - board.row[other])
    right = abs(board.column[cell] - board.column[other])
    goal = board.shape[GOAL]
    return bool((down == 0 or right == 0 or down == right) and down < goal and right < goal)


@part
def find_vcf(board: ShapeBoard, vcf: VcfArrays, budget: int) -> int:
    """The plies of a win by fours for the side to move, 0 where none is found.

    `line` holds it then. At most `budget` nodes are searched.
    """
    side = board.sums[SIDE]
    other = 1 - side
    cells = board.stone.size
    line = vcf.line
    depth = 0
    nodes = 0
    found = 0
    entering = True
    while found == 0:
        if entering:
            entering = False
            nodes += 1
            count = 0
            finish = find_finish(board, side, -1)
            if finish >= 0:
                line[2 * depth] = finish
                found = 2 * depth + 1
                break
            stop = find_finish(board, other, -1)
            if stop >= 0:
                if find_finish(board, other, stop) < 0 and kind_of(board, side, stop) >= ONE_FOUR:
                    vcf.stack[depth * cells] = stop
                    count = 1
            elif board.sums[WINNERS + side] > 0:
                vcf.stack[depth * cells] = wins_in_three(board, side)
                count = 1
            elif nodes > budget:
                break
            else:
                key = failed_key(board)
                if vcf.failed[key & vcf.failed.size - 1] != key:
                    for i in range(side * cells, side * cells + board.sums[FOURS + side]):
                        cell = board.fours[i]
                        if depth == 0 or _in_line(board, cell, line[2 * depth - 2]):
                            vcf.stack[depth * cells + count] = cell
                            count += 1
            vcf.counts[2 * depth] = count
            vcf.counts[2 * depth + 1] = 0
        tried = vcf.counts[2 * depth + 1]
        if tried == vcf.counts[2 * depth]:
            key = failed_key(board)
            vcf.failed[key & vcf.failed.size - 1] = key
            if depth == 0:
                break
            depth -= 1
            lift(board, line[2 * depth + 1])
            lift(board, line[2 * depth])
            continue
        vcf.counts[2 * depth + 1] = tried + 1
        cell = vcf.stack[depth * cells + tried]
        put(board, cell)
        reply = find_finish(board, side, -1)
        line[2 * depth] = cell
        line[2 * depth + 1] = reply
        second = find_finish(board, side, reply)
        if second >= 0:
            line[2 * depth + 2] = second
            lift(board, cell)
            found = 2 * depth + 3
            break
        put(board, reply)
        depth += 1
        entering = True
    while depth > 0:
        depth -= 1
        lift(board, line[2 * depth + 1])
        lift(board, line[2 * depth])
    vcf.nodes[0] = nodes - 1
    return found
