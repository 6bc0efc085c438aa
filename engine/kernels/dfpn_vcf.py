"""Wins by finishes alone: each stone threatens to fill a window, so that each answer is forced.

What gomoku calls a victory by continuous fours, on any board. A *chain* is the stones
of such a win in turn: one that makes a finish, the answer to it, and so on; the last makes two
finishes at once. An answer that makes a finish itself has to be stopped by the next stone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.dfpn_board import CELLS, GOAL, WINDOWS, DfpnBoard, clear
from engine.kernels.jit import Array, inner, part

# DfpnVcfArrays.state
LENGTH, KEPT, END, EPOCH = range(4)
"""The stones of the chain found, and of the one kept; the cell that fills the window last brought
within one stone of it; numbers the looks."""
STATE_SIZE: Final = 4

_MOST_STONES: Final = 16
"""So many stones are tried for a chain; most are short. 7x7x4 after 4 and 18 takes 1.2 s with 6,
0.8 with 16 or 30, 0.9 with 60."""


class DfpnVcfArrays(NamedTuple):
    """The search for a chain, its scratch and its last answer."""

    state: Array
    cell: Array
    """The stones of the chain in turn, and of the one that is being tried."""
    kept: Array
    """The stones of a chain to be tried again."""
    danger: Array
    """For each stone of the side's the cell that it has to stop, -1 for none."""
    move: Array
    """For each, in a row of the board's cells: those that make a finish,"""
    answer: Array
    """and the cell that stops it."""
    left: Array
    """For each how many of these are still to be tried."""
    stamp: Array
    """Scratch: the epoch, numbered by `state[EPOCH]`, that last saw a cell,"""
    partner: Array
    """and the other free cell of the window that it was seen in."""


@part
def find_vcf(board: DfpnBoard, vcf: DfpnVcfArrays, side: int, danger: int, stones: int) -> bool:
    """Whether a side to move, which has no finish, wins by a chain, found within a few stones.

    `danger` is the one cell that the other side could fill a window on, or -1; `stones` how many
    the side may still put_stone. A win by one stone that makes two finishes is always found.
    """
    tried = 0
    depth = 0
    won = False
    vcf.left[0] = 0
    vcf.danger[0] = danger
    if stones >= 2:
        won = _list_threats(board, vcf, depth, side)
    while True:
        if won or tried == _MOST_STONES or vcf.left[depth] == 0:
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
        answer = vcf.answer[at]
        _put_and_count(board, vcf, cell, side)
        ends = _put_and_count(board, vcf, answer, 1 - side)
        vcf.cell[2 * depth] = cell
        vcf.cell[2 * depth + 1] = answer
        depth += 1
        vcf.left[depth] = 0
        vcf.danger[depth] = vcf.state[END] if ends == 1 else -1
        if ends < 2 and depth + 2 <= stones:
            won = _list_threats(board, vcf, depth, side)


@inner
def _list_threats(board: DfpnBoard, vcf: DfpnVcfArrays, depth: int, side: int) -> bool:
    """List the cells that make a finish; True where one makes two, which ends the chain."""
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
                vcf.answer[row + count] = end
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
    """Remember the chain just found."""
    vcf.state[KEPT] = vcf.state[LENGTH]
    for i in range(vcf.state[LENGTH]):
        vcf.kept[i] = vcf.cell[i]


@part
def kept_vcf_wins(board: DfpnBoard, vcf: DfpnVcfArrays, side: int, danger: int) -> bool:
    """Whether the chain remembered wins here too, by the same stones and answers."""
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
    """A free cell of a window, so many others having been skipped."""
    at = window * board.shape[GOAL]
    while board.stone[board.window[at]] >= 0 or skipped > 0:
        skipped -= board.stone[board.window[at]] < 0
        at += 1
    return int(board.window[at])


@inner
def _put_and_count(board: DfpnBoard, vcf: DfpnVcfArrays, cell: int, side: int) -> int:
    """Put a stone, its key left alone; how many finishes it makes, 2 for more, END being one."""
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
