"""Wins by finishes alone: each stone threatens to fill a window, so that each answer is forced.

What gomoku calls a victory by continuous fours, on any board of duel.py. A *chain* is the stones
of such a win in turn: one that makes a finish, the answer to it, and so on; the last makes two
finishes at once. An answer that makes a finish itself has to be stopped by the next stone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels._jit import inner, part
from engine.kernels.duel import CELLS, GOAL, WINDOWS, Duel, clear
from engine.kernels.stones import Array

# Chain.state
LENGTH, KEPT, END, LOOK = range(4)
"""The stones of the chain found, and of the one kept; the cell that fills the window last brought
within one stone of it; numbers the looks."""
STATE_SIZE: Final = 4

_MOST_STONES: Final = 16
"""So many stones are tried for a chain; most are short. 7x7x4 after 4 and 18 takes 1.2 s with 6,
0.8 with 16 or 30, 0.9 with 60."""


class Chain(NamedTuple):
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
    """Scratch: the look, numbered by `state[LOOK]`, that last saw a cell,"""
    partner: Array
    """and the other free cell of the window that it was seen in."""


@part
def find_chain(duel: Duel, chain: Chain, side: int, danger: int, stones: int) -> bool:
    """Whether a side to move, which has no finish, wins by a chain, found within a few stones.

    `danger` is the one cell that the other side could fill a window on, or -1; `stones` how many
    the side may still place. A win by one stone that makes two finishes is always found.
    """
    tried = 0
    height = 0
    won = False
    chain.left[0] = 0
    chain.danger[0] = danger
    if stones >= 2:
        won = _look(duel, chain, height, side)
    while True:
        if won or tried == _MOST_STONES or chain.left[height] == 0:
            if height == 0:
                return won
            height -= 1
            clear(duel, chain.cell[2 * height + 1])
            clear(duel, chain.cell[2 * height])
            continue
        tried += 1
        chain.left[height] -= 1
        at = height * duel.shape[CELLS] + chain.left[height]
        cell = chain.move[at]
        answer = chain.answer[at]
        _place(duel, chain, cell, side)
        ends = _place(duel, chain, answer, 1 - side)
        chain.cell[2 * height] = cell
        chain.cell[2 * height + 1] = answer
        height += 1
        chain.left[height] = 0
        chain.danger[height] = chain.state[END] if ends == 1 else -1
        if ends < 2 and height + 2 <= stones:
            won = _look(duel, chain, height, side)


@inner
def _look(duel: Duel, chain: Chain, height: int, side: int) -> bool:
    """List the cells that make a finish; True where one makes two, which ends the chain."""
    goal = duel.shape[GOAL]
    danger = chain.danger[height]
    row = height * duel.shape[CELLS]
    count = 0
    fork = -1
    chain.state[LOOK] += 1
    look = chain.state[LOOK]
    for i in range(duel.shape[WINDOWS]):
        if duel.tally[2 * i + side] != goal - 2 or duel.tally[2 * i + 1 - side] != 0:
            continue
        one = _free_cell(duel, i, 0)
        two = _free_cell(duel, i, 1)
        for cell, end in ((one, two), (two, one)):
            if danger >= 0 and cell != danger:
                continue
            if chain.stamp[cell] != look:
                chain.stamp[cell] = look
                chain.partner[cell] = end
                chain.move[row + count] = cell
                chain.answer[row + count] = end
                count += 1
            elif chain.partner[cell] != end:
                fork = cell
    chain.left[height] = count
    if fork >= 0:
        chain.cell[2 * height] = fork
        chain.state[LENGTH] = 2 * height + 1
    return fork >= 0


@inner
def keep_chain(chain: Chain) -> None:
    """Remember the chain just found."""
    chain.state[KEPT] = chain.state[LENGTH]
    for i in range(chain.state[LENGTH]):
        chain.kept[i] = chain.cell[i]


@part
def kept_chain_wins(duel: Duel, chain: Chain, side: int, danger: int) -> bool:
    """Whether the chain remembered wins here too, by the same stones and answers."""
    length = chain.state[KEPT]
    placed = 0
    wins = False
    while placed < length:
        cell = chain.kept[placed]
        if duel.stone[cell] >= 0 or (danger >= 0 and danger != cell):
            break
        ends = _place(duel, chain, cell, side)
        placed += 1
        wins = ends == 2
        if ends != 1 or placed == length or chain.kept[placed] != chain.state[END]:
            break
        ends = _place(duel, chain, chain.state[END], 1 - side)
        placed += 1
        if ends == 2:
            break
        danger = chain.state[END] if ends == 1 else -1
    for i in range(placed):
        clear(duel, chain.kept[i])
    return wins


@inner
def _free_cell(duel: Duel, window: int, skipped: int) -> int:
    """A free cell of a window, so many others having been skipped."""
    at = window * duel.shape[GOAL]
    while duel.stone[duel.window[at]] >= 0 or skipped > 0:
        skipped -= duel.stone[duel.window[at]] < 0
        at += 1
    return int(duel.window[at])


@inner
def _place(duel: Duel, chain: Chain, cell: int, side: int) -> int:
    """Put a stone, its key left alone; how many finishes it makes, 2 for more, END being one."""
    goal = duel.shape[GOAL]
    duel.stone[cell] = side
    ends = 0
    for i in range(duel.first[cell], duel.first[cell + 1]):
        window = duel.through[i]
        duel.tally[2 * window + side] += 1
        if duel.tally[2 * window + side] == goal - 1 and duel.tally[2 * window + 1 - side] == 0:
            end = _free_cell(duel, window, 0)
            if ends == 0:
                chain.state[END] = end
                ends = 1
            elif end != chain.state[END]:
                ends = 2
    return ends
