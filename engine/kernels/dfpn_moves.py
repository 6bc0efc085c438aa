"""The moves of a node of the df-pn search, and what a new position says by itself.

What settles a position without search, all sound for the game itself:

    finish     who is to move fills a window, or the other has two cells to do so
    VCF        who is to move wins by forced replies alone (engine/kernels/dfpn_vcf.py)
    pairing    the defender follows a pairing strategy: no success
    nothing    no window is open to the attacker: no success

and what leaves moves out:

    forced     a finish of the other side must be stopped
    threat     a VCF that the other side would have after a null move must be stopped
    dominated  a cell such that all open windows through it (of both sides) go through another
               free cell: to play there is never better than to play on the other one. For let the
               player imagine his stone on the former, and each stone of the opponent's on the
               latter to be on the former as well: he wins all that he wins in his mind
"""

from __future__ import annotations

from typing import Final

from engine.kernels import dfpn_board
from engine.kernels import dfpn_memory as memory
from engine.kernels.dfpn_board import ATTACKER, CELLS, DEFENDER, DfpnBoard
from engine.kernels.dfpn_memory import DfpnArrays
from engine.kernels.dfpn_vcf import KEPT, find_vcf, keep_vcf, kept_vcf_wins
from engine.kernels.instructions import prefetch
from engine.kernels.jit import inner, part

_FIRST_PN: Final = 12
"""The proof number of a new position where the attacker has nothing. A window that lacks two stones
is worth twice this, one that lacks three half of it (a tenth fewer nodes on 4x7x4, 7 % on 4x8x4 and
7x7x5, as many on 4x9x4)."""


# --- what a position says by itself ---------------------------------------------------


@inner
def _scan(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> None:
    """Find open windows and finishes, with so many stones left to the attacker."""
    dfpn_board.scan(board, search.state[memory.SIDE], left, left if turn == DEFENDER else left - 1)


@inner
def _settle(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> int:
    """1 where the attacker succeeds, -1 where he fails, 0 where that is not clear at once."""
    sums = board.sums
    mine = 1 if turn == ATTACKER else -1
    other = 1 - turn
    if sums[dfpn_board.OPEN + ATTACKER] == 0:
        return -1
    if sums[dfpn_board.FINISH + turn] >= 0:
        return mine
    if sums[dfpn_board.FINISH_2 + other] >= 0:
        return -mine
    side = memory.side_of(search, turn)
    stop = int(sums[dfpn_board.FINISH + other])
    if kept_vcf_wins(board, search.vcf, side, stop):
        return mine
    won = find_vcf(board, search.vcf, side, stop, left)
    return mine if won else 0


@part
def first_numbers(board: DfpnBoard, search: DfpnArrays, key: int, left: int, turn: int) -> int:
    """The numbers that a new position begins with, entered into the table: pn | dn << 20.

    A settled position gets 0 and INFINITE. Else pn is lower the more windows the attacker has
    nearly filled, and dn the square of what a pairing strategy lacks.
    """
    search.state[memory.NODES] += 1
    _scan(board, search, left, turn)
    outcome = _settle(board, search, left, turn)
    excess = 0
    if outcome == 0:
        excess = dfpn_board.pair_up(board)
    pn = max(1, _FIRST_PN - 2 * board.sums[dfpn_board.NEAR] - board.sums[dfpn_board.FAR] // 2)
    # the square: draws of goal 5 take twice as long by the triangular number (7x7x5 2.6 and 1.3 s),
    # wins of goal 4 longer by the cube
    dn = 1 + excess * excess
    if outcome > 0:
        pn = 0
        dn = memory.INFINITE
    elif outcome < 0 or excess == 0:
        pn = memory.INFINITE
        dn = 0
    memory.store(search.table, key, pn, dn, 0)
    return int(pn | dn << 20)


# --- moves ----------------------------------------------------------------------------


@inner
def _add(board: DfpnBoard, search: DfpnArrays, ply: int, cell: int) -> bool:
    """Add a move to a node; True where it settles the node, as its only one."""
    frame = ply * memory.FRAME_SIZE
    row = ply * board.shape[CELLS]
    turn = memory.turn_at(search, ply)
    count = search.frame[frame + memory.COUNT]
    key = memory.key_after(board, search, ply, cell)
    for i in range(row, row + count):
        if search.key[i] == key:
            # another move leads to the same position or an image of it
            return False
    word = memory.probe(search.table, key)
    if word == 0:
        dfpn_board.put(board, cell, memory.side_of(search, turn))
        word = first_numbers(board, search, key, memory.left_after(search, ply), 1 - turn)
        dfpn_board.lift(board, cell)
    pn = word & memory.INFINITE
    dn = word >> 20 & memory.INFINITE
    settled = pn == 0 if turn == ATTACKER else dn == 0
    if settled:
        count = 0
    here = row + count
    search.cell[here] = cell
    search.key[here] = key
    search.pn[here] = pn
    search.dn[here] = dn
    search.frame[frame + memory.COUNT] = count + 1
    return bool(settled)


@inner
def _add_finish(board: DfpnBoard, search: DfpnArrays, ply: int, cell: int) -> None:
    """Make the move that ends the game the only one of a node."""
    attacks = memory.turn_at(search, ply) == ATTACKER
    here = ply * board.shape[CELLS]
    search.cell[here] = cell
    search.key[here] = 0
    search.pn[here] = 0 if attacks else memory.INFINITE
    search.dn[here] = memory.INFINITE if attacks else 0
    search.frame[ply * memory.FRAME_SIZE + memory.COUNT] = 1


@inner
def expand(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    """List the moves of a node; where one settles it, that one alone."""
    search.state[memory.NODES] += 1
    search.frame[ply * memory.FRAME_SIZE + memory.COUNT] = 0
    left = search.frame[ply * memory.FRAME_SIZE + memory.LEFT]
    turn = memory.turn_at(search, ply)
    side = memory.side_of(search, turn)
    vcf = search.vcf
    _scan(board, search, left, turn)
    finish = board.sums[dfpn_board.FINISH + turn]
    stop = board.sums[dfpn_board.FINISH + 1 - turn]
    # 1. Nothing is open to the attacker: any move shows that he fails.
    if board.sums[dfpn_board.OPEN + ATTACKER] == 0:
        for cell in range(board.shape[CELLS]):
            if board.stone[cell] < 0:
                _add(board, search, ply, cell)
                break
    # 2. A finish of the mover's ends the game.
    elif finish >= 0:
        _add_finish(board, search, ply, finish)
    # 3. A finish of the other side forces the move.
    elif stop >= 0:
        _add(board, search, ply, stop)
    # 4. VCF: the first move of one. Below the root such a position is settled when it is new.
    elif ply == 0 and find_vcf(board, vcf, side, -1, left):
        _add(board, search, ply, vcf.cell[0])
    # 5. Else all moves but the dominated ones. If the other side would have a VCF after a null
    # move, it is kept: it refutes at once each move that does not stop it.
    else:
        if find_vcf(board, vcf, 1 - side, -1, left if turn == DEFENDER else left - 1):
            keep_vcf(vcf)
        _add_all(board, search, ply)
        vcf.state[KEPT] = 0


@inner
def _add_all(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    """Add every move that is not dominated, or the one that settles the node."""
    _count_open(board)
    for cell in range(board.shape[CELLS]):
        search.marks[cell] = board.stone[cell] < 0 and not _is_dominated(board, cell)
    for cell in range(board.shape[CELLS]):
        if search.marks[cell]:
            key = memory.key_after(board, search, ply, cell)
            prefetch(search.table, memory.bucket_of(search.table, key))
    for cell in range(board.shape[CELLS]):
        if search.marks[cell] and _add(board, search, ply, cell):
            return


@inner
def _count_open(board: DfpnBoard) -> None:
    """Count the open windows through each cell."""
    goal = board.shape[dfpn_board.GOAL]
    board.open_through[:] = 0
    for i in range(board.shape[dfpn_board.WINDOWS]):
        if board.open[i] > 0:
            for j in range(i * goal, i * goal + goal):
                board.open_through[board.window[j]] += 1


@inner
def _is_dominated(board: DfpnBoard, cell: int) -> bool:
    """Whether all open windows through a free cell go through another free cell as well.

    Of two cells with the same windows the later one is dominated. So is a cell without any.
    """
    goal = board.shape[dfpn_board.GOAL]
    low = -1
    high = -1
    one = -1
    for i in range(board.first[cell], board.first[cell + 1]):
        window = board.through[i]
        if board.open[window] > 0:
            low &= board.low[window]
            high &= board.high[window]
            one = window
    if one < 0:
        return True
    for j in range(one * goal, one * goal + goal):
        rival = board.window[j]
        if rival == cell or board.stone[rival] >= 0:
            continue
        shared = (
            low >> rival if rival < dfpn_board.LOW_CELLS else high >> rival - dfpn_board.LOW_CELLS
        )
        if shared & 1 and (board.open_through[rival] > board.open_through[cell] or rival < cell):
            return True
    return False
