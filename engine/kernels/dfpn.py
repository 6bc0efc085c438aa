"""Whether an attack succeeds: proof-number search, depth first, on the ground of dfpn_board.py.

A question is: can the attacker fill a window before the defender does, with so many more
stones? It is answered by df-pn (A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its
Applications, 2002): `pn` bounds from below what is still to be done to prove it, `dn` to
disprove it; 0 and INFINITE where that is done or cannot be. Positions are reached by many
orders of moves: what is left to do is therefore not summed over the moves but the most of
any, and one for each other (weak proof numbers; Ueda, Hashimoto, Hashimoto, Iida, Weak
Proof-Number Search, 2008).

What settles a position without search, all sound for the game itself:

    finish   who is to move fills a window, or the other has two cells to do so
    chain    who is to move wins by finishes alone (dfpn_vcf.py)
    pairing  the defender follows a pairing strategy: no success
    nothing  no window is open to the attacker: no success

and what leaves moves out:

    forced   a finish of the other must be stopped
    threat   a chain of the other's, if he were to move, must be stopped
    shadow   a cell such that all open windows through it (of both sides) go through another
             free cell: to play there is never better than on the other one. For let the
             player imagine his stone on the former, and each stone of the opponent's on the
             latter to be on the former as well: he wins all that he wins in his mind.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.dfpn_board import (
    ATTACKER,
    CELLS,
    DEFENDER,
    FAR,
    FINISH,
    FINISH_2,
    GOAL,
    KEY,
    LOW_CELLS,
    NEAR,
    OPEN,
    WINDOWS,
    DfpnBoard,
    key_with,
    lift,
    pair_up,
    put,
    scan,
)
from engine.kernels.dfpn_table import INFINITE, bucket_of, probe, store
from engine.kernels.dfpn_vcf import KEPT, DfpnVcfArrays, find_vcf, keep_vcf, kept_vcf_wins
from engine.kernels.jit import Array, entry, inner, part, prefetch

# DfpnArrays.state
PLY, PHASE, NODES, SIDE, TURN, LIMITED = range(6)
"""SIDE is the attacker's, TURN the role that moves at the root; LIMITED whether his stones
are counted."""
STATE_SIZE: Final = 6
ENTER, SELECT, LEAVE = range(3)

# DfpnArrays.frame, a row for each ply from the root
PN, DN, PN_LIMIT, DN_LIMIT, COUNT, SELECTED, LEFT, BEGAN = range(8)
FRAME_SIZE: Final = 8

_EPSILON: Final = 8
"""A node lets its best move grow an eighth beyond the second best: fewer changes of mind (a
sixteenth and a quarter take longer on most boards)."""
_FIRST_PN: Final = 12
"""What there seems to be to prove where the attacker has nothing; a window that lacks two stones
is worth two of it, one that lacks three a half (a tenth fewer nodes on 4x7x4, 7 % on 4x8x4 and
7x7x5, as many on 4x9x4)."""


class DfpnArrays(NamedTuple):
    """The stack of a search, and what it remembers."""

    state: Array
    frame: Array
    cell: Array
    """The moves of each ply, and beside them what is known of them."""
    key: Array
    pn: Array
    dn: Array
    marks: Array
    """Scratch: the cells to move to."""
    vcf: DfpnVcfArrays
    """Wins by finishes alone, and the one that the side not to move threatens."""
    salt: Array
    """A number for each count of stones left, role to move and attacker."""
    table: Array
    """What is known of positions; see engine/kernels/dfpn_table.py."""


# --- keys -----------------------------------------------------------------------------


@inner
def _key(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> int:
    return int(board.sums[KEY] ^ _salt(search, left, turn))


@inner
def _salt(search: DfpnArrays, left: int, turn: int) -> int:
    return int(search.salt[(2 * left + turn) * 2 + search.state[SIDE]])


# --- what a position says by itself ---------------------------------------------------


@inner
def _scan(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> None:
    """Look at the board with so many stones left to the attacker."""
    scan(board, search.state[SIDE], left, left if turn == DEFENDER else left - 1)


@inner
def _settle(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> int:
    """1 where the attack succeeds, -1 where it fails, 0 where that is not seen at once."""
    sums = board.sums
    mine = 1 if turn == ATTACKER else -1
    other = 1 - turn
    if sums[OPEN + ATTACKER] == 0:
        return -1
    if sums[FINISH + turn] >= 0:
        return mine
    if sums[FINISH_2 + other] >= 0:
        return -mine
    side = _side(search, turn)
    stop = int(sums[FINISH + other])
    if kept_vcf_wins(board, search.vcf, side, stop):
        return mine
    won = find_vcf(board, search.vcf, side, stop, left)
    return mine if won else 0


@part
def _first_numbers(board: DfpnBoard, search: DfpnArrays, key: int, left: int, turn: int) -> int:
    """The first that is said of a position."""
    search.state[NODES] += 1
    _scan(board, search, left, turn)
    outcome = _settle(board, search, left, turn)
    excess = 0
    if outcome == 0:
        excess = pair_up(board)
    pn = max(1, _FIRST_PN - 2 * board.sums[NEAR] - board.sums[FAR] // 2)
    # the square: draws of goal 5 take twice as long by the triangular number (7x7x5 2.6 and 1.3 s),
    # wins of goal 4 longer by the cube
    dn = 1 + excess * excess
    if outcome > 0:
        pn = 0
        dn = INFINITE
    elif outcome < 0 or excess == 0:
        pn = INFINITE
        dn = 0
    store(search.table, key, pn, dn, 0)
    return int(pn | dn << 20)


# --- moves ----------------------------------------------------------------------------


@inner
def _add(board: DfpnBoard, search: DfpnArrays, ply: int, cell: int) -> bool:
    """One more move of a node; True where it settles the node for who makes it."""
    frame = ply * FRAME_SIZE
    row = ply * board.shape[CELLS]
    turn = _turn(search, ply)
    count = search.frame[frame + COUNT]
    key = _key_after(board, search, ply, cell)
    for i in range(row, row + count):
        if search.key[i] == key:
            # an image of a move that is there
            return False
    word = probe(search.table, key)
    if word == 0:
        put(board, cell, _side(search, turn))
        word = _first_numbers(board, search, key, _left_after(search, ply), 1 - turn)
        lift(board, cell)
    pn = word & INFINITE
    dn = word >> 20 & INFINITE
    settled = pn == 0 if turn == ATTACKER else dn == 0
    if settled:
        count = 0
    here = row + count
    search.cell[here] = cell
    search.key[here] = key
    search.pn[here] = pn
    search.dn[here] = dn
    search.frame[frame + COUNT] = count + 1
    return bool(settled)


@inner
def _key_after(board: DfpnBoard, search: DfpnArrays, ply: int, cell: int) -> int:
    """The key of the position that a move at a ply leads to."""
    turn = _turn(search, ply)
    key = key_with(board, cell, _side(search, turn))
    return key ^ _salt(search, _left_after(search, ply), 1 - turn)


@inner
def _add_finish(board: DfpnBoard, search: DfpnArrays, ply: int, cell: int) -> None:
    """The move that ends the game, as the only one of a node."""
    attacks = _turn(search, ply) == ATTACKER
    here = ply * board.shape[CELLS]
    search.cell[here] = cell
    search.key[here] = 0
    search.pn[here] = 0 if attacks else INFINITE
    search.dn[here] = INFINITE if attacks else 0
    search.frame[ply * FRAME_SIZE + COUNT] = 1


@inner
def _turn(search: DfpnArrays, ply: int) -> int:
    """The role to move at a ply."""
    return int((search.state[TURN] + ply) & 1)


@inner
def _side(search: DfpnArrays, turn: int) -> int:
    """The side that has a role."""
    return int(search.state[SIDE] if turn == ATTACKER else 1 - search.state[SIDE])


@inner
def _left_after(search: DfpnArrays, ply: int) -> int:
    """The stones left to the attacker after a move at a ply."""
    left = search.frame[ply * FRAME_SIZE + LEFT]
    if search.state[LIMITED] and _turn(search, ply) == ATTACKER:
        left -= 1
    return int(left)


@inner
def _expand(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    """List the moves of a node, the one that settles it alone where one does."""
    search.state[NODES] += 1
    search.frame[ply * FRAME_SIZE + COUNT] = 0
    left = search.frame[ply * FRAME_SIZE + LEFT]
    turn = _turn(search, ply)
    side = _side(search, turn)
    vcf = search.vcf
    _scan(board, search, left, turn)
    finish = board.sums[FINISH + turn]
    stop = board.sums[FINISH + 1 - turn]
    if board.sums[OPEN + ATTACKER] == 0:
        _add_any(board, search, ply)
    elif finish >= 0:
        _add_finish(board, search, ply, finish)
    elif stop >= 0:
        _add(board, search, ply, stop)
    elif ply == 0 and find_vcf(board, vcf, side, -1, left):
        # below the root a position with a chain is settled when it is judged
        _add(board, search, ply, vcf.cell[0])
    else:
        if find_vcf(board, vcf, 1 - side, -1, left if turn == DEFENDER else left - 1):
            keep_vcf(vcf)
        _add_all(board, search, ply)
        vcf.state[KEPT] = 0


@inner
def _add_any(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0:
            _add(board, search, ply, cell)
            return


@inner
def _add_all(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    """Every move that is worth making, or one that settles the node."""
    _count_open(board)
    for cell in range(board.shape[CELLS]):
        search.marks[cell] = board.stone[cell] < 0 and not _is_dominated(board, cell)
    for cell in range(board.shape[CELLS]):
        if search.marks[cell]:
            key = _key_after(board, search, ply, cell)
            prefetch(search.table, bucket_of(search.table, key))
    for cell in range(board.shape[CELLS]):
        if search.marks[cell] and _add(board, search, ply, cell):
            return


@inner
def _count_open(board: DfpnBoard) -> None:
    """Count the open windows through each cell."""
    goal = board.shape[GOAL]
    board.open_through[:] = 0
    for i in range(board.shape[WINDOWS]):
        if board.open[i] > 0:
            for j in range(i * goal, i * goal + goal):
                board.open_through[board.window[j]] += 1


@inner
def _is_dominated(board: DfpnBoard, cell: int) -> bool:
    """Whether all open windows through a free cell go through another one as well.

    Of two cells with the same windows the latter is the shadow. So is a cell without any.
    """
    goal = board.shape[GOAL]
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
        shared = low >> rival if rival < LOW_CELLS else high >> rival - LOW_CELLS
        if shared & 1 and (board.open_through[rival] > board.open_through[cell] or rival < cell):
            return True
    return False


# --- proof numbers --------------------------------------------------------------------


@inner
def _update(board: DfpnBoard, search: DfpnArrays, ply: int) -> int:
    """Take the numbers of a node from its moves; which move to go on with, and its limits."""
    at = ply * FRAME_SIZE
    frame = search.frame
    row = ply * board.shape[CELLS]
    attacks = _turn(search, ply) == ATTACKER
    easy, hard = (search.pn, search.dn) if attacks else (search.dn, search.pn)
    best = -1
    least = INFINITE
    second = INFINITE
    most = 0
    unsettled = 0
    for i in range(row, row + frame[at + COUNT]):
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
        most = INFINITE
    elif unsettled > 0:
        most = min(most + others, INFINITE - 1)
    if unsettled == 0:
        least = INFINITE
    easy_field, hard_field = (PN, DN) if attacks else (DN, PN)
    frame[at + easy_field] = least
    frame[at + hard_field] = most
    if best < 0 or least == 0:
        return -1
    below = at + FRAME_SIZE
    easy_limit = PN_LIMIT - PN + easy_field
    hard_limit = DN_LIMIT - DN + hard_field
    frame[below + easy_limit] = min(frame[at + easy_limit], second + 1 + second // _EPSILON)
    frame[below + hard_limit] = max(1, frame[at + hard_limit] - others)
    return best


# --- for Python -----------------------------------------------------------------------


@entry
def put_stones(board: DfpnBoard, cells: Array) -> None:
    """Put the stones of a game on an empty board, in the order played."""
    for i in range(cells.size):
        put(board, cells[i], i % 2)


@entry
def put_stone(board: DfpnBoard, cell: int, side: int) -> None:
    """Put a stone on a free cell."""
    put(board, cell, side)


@entry
def lift_stone(board: DfpnBoard, cell: int) -> None:
    """Take a stone back."""
    lift(board, cell)


@entry
def begin(
    board: DfpnBoard, search: DfpnArrays, side: int, turn: int, left: int, limited: int
) -> int:
    """Ask whether an attacker's side succeeds where a role is to move.

    `left` counts the attacker's stones; they only grow fewer if `limited`. What is seen at
    once: 1 where he does, -1 where he does not, else 0. To `run` on also finds the move.
    """
    search.state[SIDE] = side
    search.state[TURN] = turn
    search.state[LIMITED] = limited
    search.state[PLY] = 0
    search.state[PHASE] = ENTER
    search.frame[LEFT] = left
    search.frame[PN_LIMIT] = INFINITE
    search.frame[DN_LIMIT] = INFINITE
    search.frame[COUNT] = 0
    key = _key(board, search, left, turn)
    word = probe(search.table, key)
    if word == 0:
        word = _first_numbers(board, search, key, left, turn)
    if word & INFINITE == 0:
        return 1
    return -1 if word >> 20 & INFINITE == 0 else 0


@entry
def run(board: DfpnBoard, search: DfpnArrays, budget: int) -> bool:
    """Go on with what was begun, until `state[NODES]` has grown to `budget`; True at its end.

    Then the first row of `frame` holds PN and DN, the first row of moves what is known of
    each, and the board is as it was.
    """
    state = search.state
    frame = search.frame
    while True:
        ply = state[PLY]
        at = ply * FRAME_SIZE
        if state[PHASE] == ENTER:
            if state[NODES] >= budget:
                return False
            frame[at + BEGAN] = state[NODES]
            _expand(board, search, ply)
            state[PHASE] = SELECT
            continue
        if state[PHASE] == SELECT:
            best = _update(board, search, ply)
            pn_met = frame[at + PN] >= frame[at + PN_LIMIT]
            dn_met = frame[at + DN] >= frame[at + DN_LIMIT]
            if best < 0 or pn_met or dn_met:
                state[PHASE] = LEAVE
            else:
                _descend(board, search, ply, best)
            continue
        spent = state[NODES] - frame[at + BEGAN]
        key = _key(board, search, frame[at + LEFT], _turn(search, ply))
        store(search.table, key, frame[at + PN], frame[at + DN], spent)
        if ply == 0:
            return True
        selected = frame[at - FRAME_SIZE + SELECTED]
        search.pn[selected] = frame[at + PN]
        search.dn[selected] = frame[at + DN]
        lift(board, search.cell[selected])
        state[PLY] = ply - 1
        state[PHASE] = SELECT


@inner
def _descend(board: DfpnBoard, search: DfpnArrays, ply: int, best: int) -> None:
    """Play the move to go on with."""
    at = ply * FRAME_SIZE
    search.frame[at + SELECTED] = best
    search.frame[at + FRAME_SIZE + LEFT] = _left_after(search, ply)
    put(board, search.cell[best], _side(search, _turn(search, ply)))
    search.state[PLY] = ply + 1
    search.state[PHASE] = ENTER


@entry
def abandon(board: DfpnBoard, search: DfpnArrays) -> None:
    """Break off what was begun: the board is as it was."""
    ply = search.state[PLY]
    while ply > 0:
        ply -= 1
        lift(board, search.cell[search.frame[ply * FRAME_SIZE + SELECTED]])
    search.state[PLY] = 0
