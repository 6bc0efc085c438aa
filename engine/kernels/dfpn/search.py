"""df-pn, depth-first proof-number search: does an attacker fill a window, within so many stones?

The question is: can the attacker fill a window before the defender does, with at most so many
more stones? It is answered by df-pn (A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and
Its Applications, 2002). The proof number `pn` bounds from below what is still to be done to prove
it, the disproof number `dn` what is to be done to disprove it: 0 where that is done, INFINITE where
it cannot be. Positions are reached by many orders of moves. So the hard number of a node is not
the sum over its moves but the most of any, plus one for each other (weak proof numbers: Ueda,
Hashimoto, Hashimoto, Iida, Weak Proof-Number Search, 2008).

What settles a position without search, all sound for the game itself:

    finish     who is to move fills a window, or the other has two cells to do so
    VCF        who is to move wins by forced replies alone (engine/kernels/dfpn/vcf.py)
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

from typing import Final, NamedTuple

from engine.kernels.dfpn.board import (
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
from engine.kernels.dfpn.table import INFINITE, bucket_of, probe, store
from engine.kernels.dfpn.vcf import KEPT, DfpnVcfArrays, find_vcf, keep_vcf, kept_vcf_wins
from engine.kernels.instructions import prefetch
from engine.kernels.jit import Array, entry, inner, part

PLY, PHASE, NODES, SIDE, TURN, LIMITED = range(6)
"""Where `state` has the ply from the root, the phase of the node there, and the nodes so far; the
attacker's side, the role that moves at the root, and whether the attacker's stones are counted."""
STATE_SIZE: Final = 6
"""The length of `state`."""
ENTER, SELECT, LEAVE = range(3)
"""The phases of a node: to be expanded; to go on with its most promising move; done."""

PN, DN, PN_LIMIT, DN_LIMIT, COUNT, SELECTED, LEFT, BEGAN = range(8)
"""Where the frame of a node has its two numbers, and the limits at which it is left; how many moves
it has, and the index of the one under way; the stones left to the attacker; and the node count
when it was entered."""
FRAME_SIZE: Final = 8
"""Fields of a frame."""

_EPSILON: Final = 8
"""The 1 + epsilon trick: a node lets its best move grow by an eighth beyond the second best, so
that it changes its mind less often. With a sixteenth or a quarter most boards take longer."""
_FIRST_PN: Final = 12
"""The proof number of a new position where the attacker has nothing. A window that lacks two
stones is worth two of it, one that lacks three a half (a tenth fewer nodes on 4x7x4, 7 % on 4x8x4
and 7x7x5, as many on 4x9x4)."""


class DfpnArrays(NamedTuple):
    """The stack of a df-pn search, and what it remembers.

    Every array is flat; brackets say how it is indexed. `row` is cells * ply; a node has its moves
    from there on.
    """

    state: Array
    """[PLY to LIMITED]: where the search is, and what it was asked."""
    frame: Array
    """[FRAME_SIZE * ply + field]: one frame for each node on the way from the root."""
    cell: Array
    """[row + i]: the moves of the node at each ply, as cells."""
    key: Array
    """[row + i]: the key of the position that each move leads to."""
    pn: Array
    """[row + i]: the proof number of that position."""
    dn: Array
    """[row + i]: the disproof number of that position."""
    marks: Array
    """Scratch, [cell]: 1 where the cell is worth a move."""
    vcf: DfpnVcfArrays
    """The search for VCF, and the one that the side not to move threatens."""
    salt: Array
    """[4 * left + 2 * turn + side]: a random number that makes the stones left to the attacker, the
    role to move and the attacker's side part of a key."""
    table: Array
    """The transposition table of engine/kernels/dfpn/table.py."""


# --- keys -----------------------------------------------------------------------------


@inner
def _key(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> int:
    """The key of the position, with so many stones left to the attacker and this role to move."""
    return int(board.sums[KEY] ^ _salt(search, left, turn))


@inner
def _salt(search: DfpnArrays, left: int, turn: int) -> int:
    """The part of a key that the stones of the board do not tell."""
    return int(search.salt[(2 * left + turn) * 2 + search.state[SIDE]])


# --- what a position says by itself ---------------------------------------------------


@inner
def _scan(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> None:
    """Find open windows and finishes, with so many stones left to the attacker."""
    scan(board, search.state[SIDE], left, left if turn == DEFENDER else left - 1)


@inner
def _settle(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> int:
    """1 where the attacker succeeds, -1 where he fails, 0 where that is not seen at once."""
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
    """The numbers that a new position begins with, entered into the table: pn | dn << 20.

    A settled position gets 0 and INFINITE. Else pn is lower the more windows the attacker has
    nearly filled, and dn the square of what a pairing strategy lacks.
    """
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
    """Add a move to a node; True where it settles the node, as its only one."""
    frame = ply * FRAME_SIZE
    row = ply * board.shape[CELLS]
    turn = _turn(search, ply)
    count = search.frame[frame + COUNT]
    key = _key_after(board, search, ply, cell)
    for i in range(row, row + count):
        if search.key[i] == key:
            # the same position, or an image of it, as after another move
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
    """The key of the position that a move at this ply leads to."""
    turn = _turn(search, ply)
    key = key_with(board, cell, _side(search, turn))
    return key ^ _salt(search, _left_after(search, ply), 1 - turn)


@inner
def _add_finish(board: DfpnBoard, search: DfpnArrays, ply: int, cell: int) -> None:
    """Make the move that ends the game the only one of a node."""
    attacks = _turn(search, ply) == ATTACKER
    here = ply * board.shape[CELLS]
    search.cell[here] = cell
    search.key[here] = 0
    search.pn[here] = 0 if attacks else INFINITE
    search.dn[here] = INFINITE if attacks else 0
    search.frame[ply * FRAME_SIZE + COUNT] = 1


@inner
def _turn(search: DfpnArrays, ply: int) -> int:
    """The role to move at this ply."""
    return int((search.state[TURN] + ply) & 1)


@inner
def _side(search: DfpnArrays, turn: int) -> int:
    """The side that has a role."""
    return int(search.state[SIDE] if turn == ATTACKER else 1 - search.state[SIDE])


@inner
def _left_after(search: DfpnArrays, ply: int) -> int:
    """The stones left to the attacker after a move at this ply."""
    left = search.frame[ply * FRAME_SIZE + LEFT]
    if search.state[LIMITED] and _turn(search, ply) == ATTACKER:
        left -= 1
    return int(left)


@inner
def _expand(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    """List the moves of a node; where one settles it, that one alone."""
    search.state[NODES] += 1
    search.frame[ply * FRAME_SIZE + COUNT] = 0
    left = search.frame[ply * FRAME_SIZE + LEFT]
    turn = _turn(search, ply)
    side = _side(search, turn)
    vcf = search.vcf
    _scan(board, search, left, turn)
    finish = board.sums[FINISH + turn]
    stop = board.sums[FINISH + 1 - turn]
    # 1. Nothing is open to the attacker: any move shows that he fails.
    if board.sums[OPEN + ATTACKER] == 0:
        _add_any(board, search, ply)
    # 2. A finish of the mover's ends the game.
    elif finish >= 0:
        _add_finish(board, search, ply, finish)
    # 3. A finish of the other side forces the move.
    elif stop >= 0:
        _add(board, search, ply, stop)
    # 4. VCF: the first move of one. Below the root such a position is settled when it is new.
    elif ply == 0 and find_vcf(board, vcf, side, -1, left):
        _add(board, search, ply, vcf.cell[0])
    # 5. Else all moves but the dominated. If the other side would have a VCF after a null move,
    #    it is kept: it refutes at once each move that does not stop it.
    else:
        if find_vcf(board, vcf, 1 - side, -1, left if turn == DEFENDER else left - 1):
            keep_vcf(vcf)
        _add_all(board, search, ply)
        vcf.state[KEPT] = 0


@inner
def _add_any(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    """Add the first free cell."""
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0:
            _add(board, search, ply, cell)
            return


@inner
def _add_all(board: DfpnBoard, search: DfpnArrays, ply: int) -> None:
    """Add every move that is not dominated, or the one that settles the node."""
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
    """Whether all open windows through a free cell go through another free cell as well.

    Of two cells with the same windows the later one is dominated. So is a cell without any.
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
    """Back up the numbers of a node from its moves; the index of the move to go on with, or -1.

    The number that the mover wants to be 0 is the least of his moves; the other is the weak sum.
    The frame of the next ply gets the limits at which this node would rather go on with another
    move: the second best by the 1 + epsilon trick.
    """
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
    """Put the stones of a game on an empty board, in the order played: `cells` has a cell a ply."""
    for i in range(cells.size):
        put(board, cells[i], i % 2)


@entry
def put_stone(board: DfpnBoard, cell: int, side: int) -> None:
    """Put a stone of a side on a free cell."""
    put(board, cell, side)


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
    """Go on with the search begun until `state[NODES]` reaches `budget`; True where it has ended.

    Then the frame of the root has PN and DN, its row what is known of each move, and the board is
    as it was before `begin`.
    """
    state = search.state
    frame = search.frame
    while True:
        ply = state[PLY]
        at = ply * FRAME_SIZE
        if state[PHASE] == ENTER:
            if state[NODES] >= budget:
                return False
            # 1. Expansion: the only place where the search can stop and go on later.
            frame[at + BEGAN] = state[NODES]
            _expand(board, search, ply)
            state[PHASE] = SELECT
            continue
        if state[PHASE] == SELECT:
            # 2. Selection: go on with the most promising move, until a limit is met.
            best = _update(board, search, ply)
            pn_met = frame[at + PN] >= frame[at + PN_LIMIT]
            dn_met = frame[at + DN] >= frame[at + DN_LIMIT]
            if best < 0 or pn_met or dn_met:
                state[PHASE] = LEAVE
            else:
                _descend(board, search, ply, best)
            continue
        # 3. Backup: enter the numbers into the table, unmake the move.
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
    """Make the move to go on with."""
    at = ply * FRAME_SIZE
    search.frame[at + SELECTED] = best
    search.frame[at + FRAME_SIZE + LEFT] = _left_after(search, ply)
    put(board, search.cell[best], _side(search, _turn(search, ply)))
    search.state[PLY] = ply + 1
    search.state[PHASE] = ENTER


@entry
def abandon(board: DfpnBoard, search: DfpnArrays) -> None:
    """Break off the search begun: the board is as it was before `begin`."""
    ply = search.state[PLY]
    while ply > 0:
        ply -= 1
        lift(board, search.cell[search.frame[ply * FRAME_SIZE + SELECTED]])
    search.state[PLY] = 0
