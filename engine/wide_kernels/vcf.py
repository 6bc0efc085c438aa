"""VCF (victory by continuous fours): a win by moves that each threaten to complete a line.

Each four leaves the opponent one reply, so that such a win is searched quickly and deeply. Only
fours that make something else as well are tried, and after the first one only those that can be
part of one line with the four before. The fours left out take six nodes in ten, and find 14 of 286
wins in 55,216 positions of games. Where none of them makes a two or a three as well, none is tried:
searches that begin so took a tenth of the nodes, and found 1,494 of 265,759 wins.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.kernels.instructions import prefetch
from engine.kernels.jit import Array, inner
from engine.kernels.windows import GOAL, KEY, SIDE
from engine.wide_kernels import shapes
from engine.wide_kernels.fouls import find_answer, is_foul, x_is_stuck
from engine.wide_kernels.shapes import ShapeBoard


class VcfArrays(NamedTuple):
    """The stack of a VCF search, and what it remembers.

    Every array is flat; brackets say how it is indexed. The depth counts fours from the root.
    """

    stack: Array
    """[cells * depth + i]: the fours to try at each depth, as cells."""
    counts: Array
    """[2 * depth], [2 * depth + 1]: how many there are, and how many of them have been tried."""
    line: Array
    """[ply]: the win found last, as cells: fours and replies in turn, then the completing move."""
    failed: Array
    """[the low bits of a key]: keys of positions where fours alone do not win. The length is a
    power of 2; a new key takes the place of the old."""
    nodes: Array
    """[0]: the nodes that the last search took beyond its first. [1]: 1 where the win found needs
    a foul, so that a stone of X elsewhere might undo it: its last reply is -1, for any move."""


@inner
def _failed_key(key: int, side: int) -> int:
    """The key of a position for `VcfArrays.failed`, given its own and the side to move.

    A search after a null move meets the same stones with the other side to move.
    """
    return int(2 * key + side)


@inner
def prefetch_failed(board: ShapeBoard, vcf: VcfArrays, cell: int) -> None:
    """Prefetch what `VcfArrays.failed` has of the position after a stone on a cell."""
    key = _failed_key(shapes.key_after(board, cell), 1 - board.sums[SIDE])
    prefetch(vcf.failed, key & vcf.failed.size - 1)


@inner
def _in_line(board: ShapeBoard, cell: int, other: int) -> bool:
    """Whether two cells can be part of one line."""
    down = abs(board.row[cell] - board.row[other])
    right = abs(board.column[cell] - board.column[other])
    goal = board.shape[GOAL]
    return bool((down == 0 or right == 0 or down == right) and down < goal and right < goal)


@inner
def _leads_on(board: ShapeBoard, side: int, cell: int) -> bool:
    """Whether a four on a cell may help another one: it makes a SHUT_TWO or more as well.

    A stone that makes less elsewhere is part of a later four only on its own line.
    """
    word = shapes.combination_of(board, side, cell)
    # a bit for each direction with a shape of 2, which is SHUT_TWO, or more
    made = (word >> 1 | word >> 2 | word >> 3) & 0x1111
    return bool(made & made - 1)


@inner
def find_vcf(board: ShapeBoard, vcf: VcfArrays, budget: int) -> int:
    """The plies of a win by fours of the side to move, 0 where none is found.

    `vcf.line` has the win then. At most about `budget` nodes are searched.
    """
    side = board.sums[SIDE]
    other = 1 - side
    cells = board.stone.size
    line = vcf.line
    depth = 0
    nodes = 0
    found = 0
    vcf.nodes[1] = 0
    entering = True
    while found == 0:
        if entering:
            entering = False
            nodes += 1
            count = 0
            most = shapes.ONE_FOUR
            # 1. Win in one: the last move of a VCF.
            finish = shapes.find_finish(board, side, -1)
            if finish >= 0:
                line[2 * depth] = finish
                found = 2 * depth + 1
                break
            # 2. The opponent's four has to be stopped; the search goes on only if that makes a
            #    four as well.
            stop = shapes.find_finish(board, other, -1)
            if stop >= 0:
                if (
                    shapes.find_finish(board, other, stop) < 0
                    and shapes.kind_of(board, side, stop) >= shapes.ONE_FOUR
                ):
                    vcf.stack[depth * cells] = stop
                    count = 1
            # 3. Win in three: an open four or two fours at once.
            elif board.sums[shapes.WINNERS + side] > 0:
                vcf.stack[depth * cells] = shapes.wins_in_three(board, side)
                count = 1
            elif nodes > budget:
                break
            else:
                # 4. The fours to try: none where it is known that they do not win, or where none
                #    of them makes more than a four.
                key = _failed_key(board.sums[KEY], side)
                if vcf.failed[key & vcf.failed.size - 1] != key:
                    for i in range(side * cells, side * cells + board.sums[shapes.FOURS + side]):
                        cell = board.fours[i]
                        if not _leads_on(board, side, cell):
                            continue
                        if depth == 0 or _in_line(board, cell, line[2 * depth - 2]):
                            vcf.stack[depth * cells + count] = cell
                            count += 1
                            most = max(most, shapes.kind_of(board, side, cell))
                    if most == shapes.ONE_FOUR:
                        count = 0
            vcf.counts[2 * depth] = count
            vcf.counts[2 * depth + 1] = 0
        # 5. No four is left: remember that, and unmake the four that led here.
        tried = vcf.counts[2 * depth + 1]
        if tried == vcf.counts[2 * depth]:
            key = _failed_key(board.sums[KEY], side)
            vcf.failed[key & vcf.failed.size - 1] = key
            if depth == 0:
                break
            depth -= 1
            shapes.lift(board, line[2 * depth + 1])
            shapes.lift(board, line[2 * depth])
            continue
        # 6. Make the next four and its reply. A four that leaves a second cell wins.
        vcf.counts[2 * depth + 1] = tried + 1
        cell = vcf.stack[depth * cells + tried]
        shapes.put(board, cell)
        reply = shapes.find_finish(board, side, -1)
        second = shapes.find_finish(board, side, reply)
        if board.shape[shapes.VARIANT] == shapes.CARO:
            # There may be two replies, and then the search drops this four; or there may be none.
            answer = find_answer(board, -1)
            if answer < 0:
                shapes.put(board, reply)
                second = shapes.find_finish(board, side, -1)
                shapes.lift(board, reply)
            elif find_answer(board, answer) >= 0:
                shapes.lift(board, cell)
                continue
            else:
                reply = answer
                second = -1
        elif board.shape[shapes.VARIANT] == shapes.RENJU and side == 1 and is_foul(board, reply):
            # A reply that is a foul cannot be played.
            if x_is_stuck(board):
                shapes.lift(board, cell)
                continue
            if second < 0 or is_foul(board, second):
                vcf.nodes[1] = 1
                second = reply
                reply = -1
            else:
                reply, second = second, reply
        line[2 * depth] = cell
        line[2 * depth + 1] = reply
        if second >= 0:
            line[2 * depth + 2] = second
            shapes.lift(board, cell)
            found = 2 * depth + 3
            break
        prefetch_failed(board, vcf, reply)
        shapes.put(board, reply)
        depth += 1
        entering = True
    while depth > 0:
        depth -= 1
        shapes.lift(board, line[2 * depth + 1])
        shapes.lift(board, line[2 * depth])
    vcf.nodes[0] = nodes - 1
    return found
