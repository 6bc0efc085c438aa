"""df-pn, depth-first proof-number search: does an attacker fill a window, within so many stones?

The question is: can the attacker fill a window before the defender does, with at most so many more
stones? It is answered by df-pn (A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its
Applications, 2002). The proof number `pn` is a lower bound on the work left to prove it, the
disproof number `dn` on the work left to disprove it: 0 where that is done, INFINITE where it cannot
be. Positions are reached by many orders of moves. So the hard number of a node is not the sum over
its moves but the largest of them, plus one for each other (weak proof numbers: Ueda, Hashimoto,
Hashimoto, Iida, Weak Proof-Number Search, 2008).

engine/kernels/dfpn_moves.py says which moves a node has, and what settles it without search.
"""

from __future__ import annotations

from typing import Final

from engine.kernels import dfpn_memory as memory
from engine.kernels.dfpn_board import ATTACKER, CELLS, DfpnBoard, lift, put
from engine.kernels.dfpn_memory import DfpnArrays
from engine.kernels.dfpn_moves import expand, first_numbers
from engine.kernels.jit import Array, entry, inner

_EPSILON: Final = 8
"""The 1 + epsilon trick: a node lets its best move grow by an eighth beyond the second best, so
that it changes its mind less often. With a sixteenth or a quarter most boards take longer."""


# --- proof numbers --------------------------------------------------------------------


@inner
def _update(board: DfpnBoard, search: DfpnArrays, ply: int) -> int:
    """Back up the numbers of a node from its moves; the index of the move to go on with, or -1.

    The number that the mover wants to be 0 is the least of his moves; the other is the weak sum.
    The frame of the next ply gets the limits at which this node would rather go on with another
    move: the second best by the 1 + epsilon trick.
    """
    at = ply * memory.FRAME_SIZE
    frame = search.frame
    row = ply * board.shape[CELLS]
    attacks = memory.turn_at(search, ply) == ATTACKER
    easy, hard = (search.pn, search.dn) if attacks else (search.dn, search.pn)
    best = -1
    least = memory.INFINITE
    second = memory.INFINITE
    most = 0
    unsettled = 0
    for i in range(row, row + frame[at + memory.COUNT]):
        if hard[i] > 0:
            unsettled += 1
            most = max(most, hard[i])
        if easy[i] < least:
            second = least
            least = easy[i]
            best = i
        elif easy[i] < second:
            second = easy[i]
    others = max(0, unsettled - 1)
    if least == 0:
        most = memory.INFINITE
    elif unsettled > 0:
        most = min(most + others, memory.INFINITE - 1)
    if unsettled == 0:
        least = memory.INFINITE
    easy_field, hard_field = (memory.PN, memory.DN) if attacks else (memory.DN, memory.PN)
    frame[at + easy_field] = least
    frame[at + hard_field] = most
    if best < 0 or least == 0:
        return -1
    below = at + memory.FRAME_SIZE
    easy_limit = memory.PN_LIMIT - memory.PN + easy_field
    hard_limit = memory.DN_LIMIT - memory.DN + hard_field
    frame[below + easy_limit] = min(frame[at + easy_limit], second + 1 + second // _EPSILON)
    frame[below + hard_limit] = max(1, frame[at + hard_limit] - others)
    return best


# --- for Python -----------------------------------------------------------------------


@entry
def put_stones(board: DfpnBoard, cells: Array, side: int) -> None:
    """Put stones on free cells, by turns, the first of this side."""
    for i in range(cells.size):
        put(board, cells[i], side ^ i & 1)


@entry
def lift_stone(board: DfpnBoard, cell: int) -> None:
    """Take the stone off a cell."""
    lift(board, cell)


@entry
def begin(
    board: DfpnBoard, search: DfpnArrays, side: int, turn: int, left: int, limited: int
) -> int:
    """Ask whether the attacker, who has this side, succeeds where this role is to move.

    The attacker has `left` stones, and each that he puts is counted where `limited` is 1. Returns
    what is seen at once: 1 where he succeeds, -1 where he fails, else 0. `run` finds the rest, and
    in any case the move.
    """
    search.state[memory.SIDE] = side
    search.state[memory.TURN] = turn
    search.state[memory.LIMITED] = limited
    search.state[memory.PLY] = 0
    search.state[memory.PHASE] = memory.ENTER
    search.frame[memory.LEFT] = left
    search.frame[memory.PN_LIMIT] = memory.INFINITE
    search.frame[memory.DN_LIMIT] = memory.INFINITE
    search.frame[memory.COUNT] = 0
    key = memory.key_of(board, search, left, turn)
    word = memory.probe(search.table, key)
    if word == 0:
        word = first_numbers(board, search, key, left, turn)
    if word & memory.INFINITE == 0:
        return 1
    return -1 if word >> 20 & memory.INFINITE == 0 else 0


@entry
def run(board: DfpnBoard, search: DfpnArrays, budget: int) -> bool:
    """Go on with the search begun until `state[NODES]` reaches `budget`; True where it has ended.

    Then the frame of the root has PN and DN, its row what is known of each move, and the board is
    as it was before `begin`.
    """
    state = search.state
    frame = search.frame
    while True:
        ply = state[memory.PLY]
        at = ply * memory.FRAME_SIZE
        if state[memory.PHASE] == memory.ENTER:
            if state[memory.NODES] >= budget:
                return False
            # 1. Expansion: the only place where the search can stop and go on later.
            frame[at + memory.BEGAN] = state[memory.NODES]
            expand(board, search, ply)
            state[memory.PHASE] = memory.SELECT
            continue
        if state[memory.PHASE] == memory.SELECT:
            # 2. Selection: go on with the most promising move, until a limit is met.
            best = _update(board, search, ply)
            pn_met = frame[at + memory.PN] >= frame[at + memory.PN_LIMIT]
            dn_met = frame[at + memory.DN] >= frame[at + memory.DN_LIMIT]
            if best < 0 or pn_met or dn_met:
                state[memory.PHASE] = memory.LEAVE
            else:
                _descend(board, search, ply, best)
            continue
        # 3. Backup: enter the numbers into the table, unmake the move.
        spent = state[memory.NODES] - frame[at + memory.BEGAN]
        key = memory.key_of(board, search, frame[at + memory.LEFT], memory.turn_at(search, ply))
        memory.store(search.table, key, frame[at + memory.PN], frame[at + memory.DN], spent)
        if ply == 0:
            return True
        selected = frame[at - memory.FRAME_SIZE + memory.SELECTED]
        search.pn[selected] = frame[at + memory.PN]
        search.dn[selected] = frame[at + memory.DN]
        lift(board, search.cell[selected])
        state[memory.PLY] = ply - 1
        state[memory.PHASE] = memory.SELECT


@inner
def _descend(board: DfpnBoard, search: DfpnArrays, ply: int, best: int) -> None:
    """Make the move to go on with."""
    at = ply * memory.FRAME_SIZE
    search.frame[at + memory.SELECTED] = best
    search.frame[at + memory.FRAME_SIZE + memory.LEFT] = memory.left_after(search, ply)
    put(board, search.cell[best], memory.side_of(search, memory.turn_at(search, ply)))
    search.state[memory.PLY] = ply + 1
    search.state[memory.PHASE] = memory.ENTER


@entry
def abandon(board: DfpnBoard, search: DfpnArrays) -> None:
    """Abandon the search begun: the board is as it was before `begin`."""
    ply = search.state[memory.PLY]
    while ply > 0:
        ply -= 1
        lift(board, search.cell[search.frame[ply * memory.FRAME_SIZE + memory.SELECTED]])
    search.state[memory.PLY] = 0
