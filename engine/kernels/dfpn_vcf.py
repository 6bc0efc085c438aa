"""VCF (victory by continuous fours) on the board of the df-pn search.

Each move of the attacking side makes a finish, a cell on which it would fill a window, so that the
reply is forced; the last move makes two finishes at once. A reply that makes a finish itself has
to be stopped by the next move.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.dfpn_board import CELLS, GOAL, WINDOWS, DfpnBoard, clear
from engine.kernels.jit import Array, inner

LENGTH, KEPT, END, EPOCH = range(4)
"""Where `state` has the plies of the VCF found last and of the one kept; the finish that the stone
put last has made; and the number of the last sweep that used `stamp`."""
STATE_SIZE: Final = 4
"""The length of `state`."""

_MOST_NODES: Final = 16
"""How many moves are tried in one search; most VCFs are short. 7x7x4 after 4 and 18 takes 1.2 s
with 6, 0.8 with 16 or 30, 0.9 with 60."""


class DfpnVcfArrays(NamedTuple):
    """The stack of a VCF search on the df-pn board, and its last reply.

    Every array is flat; brackets say how it is indexed. The depth counts moves of the attacking
    side from the root.
    """

    state: Array
    """[LENGTH to EPOCH]: what the last search has found."""
    cell: Array
    """[ply]: the moves and replies under way, as cells; after a search the VCF that was found."""
    kept: Array
    """[ply]: a VCF to be tried again, as cells."""
    danger: Array
    """[depth]: the finish of the other side that the next move has to stop, -1 for none."""
    move: Array
    """[cells * depth + i]: the moves that make a finish, as cells."""
    reply: Array
    """[cells * depth + i]: the cell that stops each of these moves."""
    left: Array
    """[depth]: how many of these moves are still to be tried."""
    stamp: Array
    """Scratch, [cell]: the number of the sweep (EPOCH) that last saw the cell."""
    partner: Array
    """Scratch, [cell]: the other free cell of the window that the cell was seen in."""


@inner
def find_vcf(board: DfpnBoard, vcf: DfpnVcfArrays, side: int, danger: int, stones: int) -> bool:
    """Whether a side to move, which has no finish, wins by a VCF that is found within a few nodes.

    `danger` is the one finish of the other side, or -1; `stones` is how many stones the side may
    still put. A win by one move that makes two finishes is always found.
    """
    tried = 0
    depth = 0
    won = False
    vcf.left[0] = 0
    vcf.danger[0] = danger
    if stones >= 2:
        won = _list_threats(board, vcf, depth, side)
    while True:
        if won or tried == _MOST_NODES or vcf.left[depth] == 0:
            if depth == 0:
                return won
            depth -= 1
            clear(board, vcf.cell[2 * depth + 1])
            clear(board, vcf.cell[2 * depth])
            continue
        tried += 1
        vcf.left[depth] -= 1
        at = depth * board.shape[CELLS] + vcf.left[depth]
        cell = vcf.move[at]
        reply = vcf.reply[at]
        _put_and_count(board, vcf, cell, side)
        ends = _put_and_count(board, vcf, reply, 1 - side)
        vcf.cell[2 * depth] = cell
        vcf.cell[2 * depth + 1] = reply
        depth += 1
        vcf.left[depth] = 0
        vcf.danger[depth] = vcf.state[END] if ends == 1 else -1
        if ends < 2 and depth + 2 <= stones:
            won = _list_threats(board, vcf, depth, side)


@inner
def _list_threats(board: DfpnBoard, vcf: DfpnVcfArrays, depth: int, side: int) -> bool:
    """List the moves that make a finish; True where one makes two, which ends the VCF."""
    goal = board.shape[GOAL]
    danger = vcf.danger[depth]
    row = depth * board.shape[CELLS]
    count = 0
    fork = -1
    vcf.state[EPOCH] += 1
    epoch = vcf.state[EPOCH]
    for i in range(board.shape[WINDOWS]):
        if board.tally[2 * i + side] != goal - 2 or board.tally[2 * i + 1 - side] != 0:
            continue
        one = _free_cell(board, i, 0)
        two = _free_cell(board, i, 1)
        for cell, end in ((one, two), (two, one)):
            if danger >= 0 and cell != danger:
                continue
            if vcf.stamp[cell] != epoch:
                vcf.stamp[cell] = epoch
                vcf.partner[cell] = end
                vcf.move[row + count] = cell
                vcf.reply[row + count] = end
                count += 1
            elif vcf.partner[cell] != end:
                fork = cell
    vcf.left[depth] = count
    if fork >= 0:
        vcf.cell[2 * depth] = fork
        vcf.state[LENGTH] = 2 * depth + 1
    return fork >= 0


@inner
def keep_vcf(vcf: DfpnVcfArrays) -> None:
    """Keep the VCF just found, to be tried again."""
    vcf.state[KEPT] = vcf.state[LENGTH]
    for i in range(vcf.state[LENGTH]):
        vcf.kept[i] = vcf.cell[i]


@inner
def kept_vcf_wins(board: DfpnBoard, vcf: DfpnVcfArrays, side: int, danger: int) -> bool:
    """Whether the VCF that was kept wins here too, by the same moves and replies.

    The arguments are those of `find_vcf`.
    """
    length = vcf.state[KEPT]
    placed = 0
    wins = False
    while placed < length:
        cell = vcf.kept[placed]
        if board.stone[cell] >= 0 or (danger >= 0 and danger != cell):
            break
        ends = _put_and_count(board, vcf, cell, side)
        placed += 1
        wins = ends == 2
        if ends != 1 or placed == length or vcf.kept[placed] != vcf.state[END]:
            break
        ends = _put_and_count(board, vcf, vcf.state[END], 1 - side)
        placed += 1
        if ends == 2:
            break
        danger = vcf.state[END] if ends == 1 else -1
    for i in range(placed):
        clear(board, vcf.kept[i])
    return wins


@inner
def _free_cell(board: DfpnBoard, window: int, skipped: int) -> int:
    """A free cell of a window, after so many others of it."""
    at = window * board.shape[GOAL]
    while board.stone[board.window[at]] >= 0 or skipped > 0:
        skipped -= board.stone[board.window[at]] < 0
        at += 1
    return int(board.window[at])


@inner
def _put_and_count(board: DfpnBoard, vcf: DfpnVcfArrays, cell: int, side: int) -> int:
    """Put a stone, the key left as it is: how many finishes it makes, 2 for more; END is one."""
    goal = board.shape[GOAL]
    board.stone[cell] = side
    ends = 0
    for i in range(board.first[cell], board.first[cell + 1]):
        window = board.through[i]
        board.tally[2 * window + side] += 1
        if board.tally[2 * window + side] == goal - 1 and board.tally[2 * window + 1 - side] == 0:
            end = _free_cell(board, window, 0)
            if ends == 0:
                vcf.state[END] = end
                ends = 1
            elif end != vcf.state[END]:
                ends = 2
    return ends
