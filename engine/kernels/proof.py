"""Whether an attack succeeds: proof-number search, depth first, on the ground of duel.py.

A question is: can the attacker fill a window before the defender does, with so many more
stones? It is answered by df-pn (A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its
Applications, 2002): `pn` bounds from below what is still to be done to prove it, `dn` to
disprove it; 0 and INFINITE where that is done or cannot be. Positions are reached by many
orders of moves: what is left to do is therefore not summed over the moves but the most of
any, and one for each other (weak proof numbers; Ueda, Hashimoto, Hashimoto, Iida, Weak
Proof-Number Search, 2008).

What settles a position without search, all sound for the game itself:

    finish   who is to move fills a window, or the other has two cells to do so
    chain    who is to move wins by finishes alone (chain.py)
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

from engine.kernels._jit import entry, inner, part, prefetch
from engine.kernels.chain import KEPT, Chain, find_chain, keep_chain, kept_chain_wins
from engine.kernels.duel import (
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
    Duel,
    key_with,
    lift,
    look,
    pair_up,
    put,
)
from engine.kernels.proof_table import INFINITE, bucket_of, probe, store
from engine.kernels.stones import Array

# Proof.state
HEIGHT, PHASE, NODES, SIDE, TURN, RUNS_OUT = range(6)
"""SIDE is the attacker's, TURN the role that moves at the root; RUNS_OUT whether his stones
are counted."""
STATE_SIZE: Final = 6
ENTER, PICK, LEAVE = range(3)

# Proof.frame, a row for each ply from the root
PN, DN, PN_LIMIT, DN_LIMIT, COUNT, PICKED, LEFT, BEGAN = range(8)
FRAME_SIZE: Final = 8

_SLOWER: Final = 8
"""A node lets its best move grow an eighth beyond the second best: fewer changes of mind (a
sixteenth and a quarter take longer on most boards)."""
_HOPE: Final = 12
"""What there seems to be to prove where the attacker has nothing; a window that lacks two stones
is worth two of it, one that lacks three a half (a tenth fewer nodes on 4x7x4, 7 % on 4x8x4 and
7x7x5, as many on 4x9x4)."""


class Proof(NamedTuple):
    """The stack of a search, and what it remembers."""

    state: Array
    frame: Array
    cell: Array
    """The moves of each height, and beside them what is known of them."""
    key: Array
    pn: Array
    dn: Array
    marks: Array
    """Scratch: the cells to move to."""
    chain: Chain
    """Wins by finishes alone, and the one that the side not to move threatens."""
    salt: Array
    """A number for each count of stones left, role to move and attacker."""
    table: Array
    """What is known of positions; see engine/kernels/proof_table.py."""


# --- keys -----------------------------------------------------------------------------


@inner
def _key(duel: Duel, proof: Proof, left: int, turn: int) -> int:
    return int(duel.sums[KEY] ^ _salt(proof, left, turn))


@inner
def _salt(proof: Proof, left: int, turn: int) -> int:
    return int(proof.salt[(2 * left + turn) * 2 + proof.state[SIDE]])


# --- what a position says by itself ---------------------------------------------------


@inner
def _survey(duel: Duel, proof: Proof, left: int, turn: int) -> None:
    """Look at the board with so many stones left to the attacker."""
    look(duel, proof.state[SIDE], left, left if turn == DEFENDER else left - 1)


@inner
def _settle(duel: Duel, proof: Proof, left: int, turn: int) -> int:
    """1 where the attack succeeds, -1 where it fails, 0 where that is not seen at once."""
    sums = duel.sums
    mine = 1 if turn == ATTACKER else -1
    other = 1 - turn
    if sums[OPEN + ATTACKER] == 0:
        return -1
    if sums[FINISH + turn] >= 0:
        return mine
    if sums[FINISH_2 + other] >= 0:
        return -mine
    side = _side(proof, turn)
    stop = int(sums[FINISH + other])
    if kept_chain_wins(duel, proof.chain, side, stop):
        return mine
    won = find_chain(duel, proof.chain, side, stop, left)
    return mine if won else 0


@part
def _judge(duel: Duel, proof: Proof, key: int, left: int, turn: int) -> int:
    """The first that is said of a position."""
    proof.state[NODES] += 1
    _survey(duel, proof, left, turn)
    outcome = _settle(duel, proof, left, turn)
    excess = 0
    if outcome == 0:
        excess = pair_up(duel)
    pn = max(1, _HOPE - 2 * duel.sums[NEAR] - duel.sums[FAR] // 2)
    # the square: draws of goal 5 take twice as long by the triangular number (7x7x5 2.6 and 1.3 s),
    # wins of goal 4 longer by the cube
    dn = 1 + excess * excess
    if outcome > 0:
        pn = 0
        dn = INFINITE
    elif outcome < 0 or excess == 0:
        pn = INFINITE
        dn = 0
    store(proof.table, key, pn, dn, 0)
    return int(pn | dn << 20)


# --- moves ----------------------------------------------------------------------------


@inner
def _add(duel: Duel, proof: Proof, height: int, cell: int) -> bool:
    """One more move of a node; True where it settles the node for who makes it."""
    frame = height * FRAME_SIZE
    row = height * duel.shape[CELLS]
    turn = _turn(proof, height)
    count = proof.frame[frame + COUNT]
    key = _key_after(duel, proof, height, cell)
    for i in range(row, row + count):
        if proof.key[i] == key:
            # an image of a move that is there
            return False
    word = probe(proof.table, key)
    if word == 0:
        put(duel, cell, _side(proof, turn))
        word = _judge(duel, proof, key, _left_after(proof, height), 1 - turn)
        lift(duel, cell)
    pn = word & INFINITE
    dn = word >> 20 & INFINITE
    settled = pn == 0 if turn == ATTACKER else dn == 0
    if settled:
        count = 0
    here = row + count
    proof.cell[here] = cell
    proof.key[here] = key
    proof.pn[here] = pn
    proof.dn[here] = dn
    proof.frame[frame + COUNT] = count + 1
    return bool(settled)


@inner
def _key_after(duel: Duel, proof: Proof, height: int, cell: int) -> int:
    """The key of the position that a move at a height leads to."""
    turn = _turn(proof, height)
    key = key_with(duel, cell, _side(proof, turn))
    return key ^ _salt(proof, _left_after(proof, height), 1 - turn)


@inner
def _add_finish(duel: Duel, proof: Proof, height: int, cell: int) -> None:
    """The move that ends the game, as the only one of a node."""
    attacks = _turn(proof, height) == ATTACKER
    here = height * duel.shape[CELLS]
    proof.cell[here] = cell
    proof.key[here] = 0
    proof.pn[here] = 0 if attacks else INFINITE
    proof.dn[here] = INFINITE if attacks else 0
    proof.frame[height * FRAME_SIZE + COUNT] = 1


@inner
def _turn(proof: Proof, height: int) -> int:
    """The role to move at a height."""
    return int((proof.state[TURN] + height) & 1)


@inner
def _side(proof: Proof, turn: int) -> int:
    """The side that has a role."""
    return int(proof.state[SIDE] if turn == ATTACKER else 1 - proof.state[SIDE])


@inner
def _left_after(proof: Proof, height: int) -> int:
    """The stones left to the attacker after a move at a height."""
    left = proof.frame[height * FRAME_SIZE + LEFT]
    if proof.state[RUNS_OUT] and _turn(proof, height) == ATTACKER:
        left -= 1
    return int(left)


@inner
def _expand(duel: Duel, proof: Proof, height: int) -> None:
    """List the moves of a node, the one that settles it alone where one does."""
    proof.state[NODES] += 1
    proof.frame[height * FRAME_SIZE + COUNT] = 0
    left = proof.frame[height * FRAME_SIZE + LEFT]
    turn = _turn(proof, height)
    side = _side(proof, turn)
    chain = proof.chain
    _survey(duel, proof, left, turn)
    finish = duel.sums[FINISH + turn]
    stop = duel.sums[FINISH + 1 - turn]
    if duel.sums[OPEN + ATTACKER] == 0:
        _add_any(duel, proof, height)
    elif finish >= 0:
        _add_finish(duel, proof, height, finish)
    elif stop >= 0:
        _add(duel, proof, height, stop)
    elif height == 0 and find_chain(duel, chain, side, -1, left):
        # below the root a position with a chain is settled when it is judged
        _add(duel, proof, height, chain.cell[0])
    else:
        if find_chain(duel, chain, 1 - side, -1, left if turn == DEFENDER else left - 1):
            keep_chain(chain)
        _add_all(duel, proof, height)
        chain.state[KEPT] = 0


@inner
def _add_any(duel: Duel, proof: Proof, height: int) -> None:
    for cell in range(duel.shape[CELLS]):
        if duel.stone[cell] < 0:
            _add(duel, proof, height, cell)
            return


@inner
def _add_all(duel: Duel, proof: Proof, height: int) -> None:
    """Every move that is worth making, or one that settles the node."""
    _count_open(duel)
    for cell in range(duel.shape[CELLS]):
        proof.marks[cell] = duel.stone[cell] < 0 and not _is_shadow(duel, cell)
    for cell in range(duel.shape[CELLS]):
        if proof.marks[cell]:
            key = _key_after(duel, proof, height, cell)
            prefetch(proof.table, bucket_of(proof.table, key))
    for cell in range(duel.shape[CELLS]):
        if proof.marks[cell] and _add(duel, proof, height, cell):
            return


@inner
def _count_open(duel: Duel) -> None:
    """Count the open windows through each cell."""
    goal = duel.shape[GOAL]
    duel.crossed[:] = 0
    for i in range(duel.shape[WINDOWS]):
        if duel.open[i] > 0:
            for j in range(i * goal, i * goal + goal):
                duel.crossed[duel.window[j]] += 1


@inner
def _is_shadow(duel: Duel, cell: int) -> bool:
    """Whether all open windows through a free cell go through another one as well.

    Of two cells with the same windows the latter is the shadow. So is a cell without any.
    """
    goal = duel.shape[GOAL]
    low = -1
    high = -1
    one = -1
    for i in range(duel.first[cell], duel.first[cell + 1]):
        window = duel.through[i]
        if duel.open[window] > 0:
            low &= duel.low[window]
            high &= duel.high[window]
            one = window
    if one < 0:
        return True
    for j in range(one * goal, one * goal + goal):
        rival = duel.window[j]
        if rival == cell or duel.stone[rival] >= 0:
            continue
        shared = low >> rival if rival < LOW_CELLS else high >> rival - LOW_CELLS
        if shared & 1 and (duel.crossed[rival] > duel.crossed[cell] or rival < cell):
            return True
    return False


# --- proof numbers --------------------------------------------------------------------


@inner
def _sum_up(duel: Duel, proof: Proof, height: int) -> int:
    """Take the numbers of a node from its moves; which move to go on with, and its limits."""
    at = height * FRAME_SIZE
    frame = proof.frame
    row = height * duel.shape[CELLS]
    attacks = _turn(proof, height) == ATTACKER
    easy, hard = (proof.pn, proof.dn) if attacks else (proof.dn, proof.pn)
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
    frame[below + easy_limit] = min(frame[at + easy_limit], second + 1 + second // _SLOWER)
    frame[below + hard_limit] = max(1, frame[at + hard_limit] - others)
    return best


# --- for Python -----------------------------------------------------------------------


@entry
def set_up(duel: Duel, cells: Array) -> None:
    """Put the stones of a game on an empty board, in the order played."""
    for i in range(cells.size):
        put(duel, cells[i], i % 2)


@entry
def place(duel: Duel, cell: int, side: int) -> None:
    """Put a stone on a free cell."""
    put(duel, cell, side)


@entry
def take(duel: Duel, cell: int) -> None:
    """Take a stone back."""
    lift(duel, cell)


@entry
def begin(duel: Duel, proof: Proof, side: int, turn: int, left: int, runs_out: int) -> int:
    """Ask whether an attacker's side succeeds where a role is to move.

    `left` counts the attacker's stones; they only grow fewer if `runs_out`. What is seen at
    once: 1 where he does, -1 where he does not, else 0. To `run` on also finds the move.
    """
    proof.state[SIDE] = side
    proof.state[TURN] = turn
    proof.state[RUNS_OUT] = runs_out
    proof.state[HEIGHT] = 0
    proof.state[PHASE] = ENTER
    proof.frame[LEFT] = left
    proof.frame[PN_LIMIT] = INFINITE
    proof.frame[DN_LIMIT] = INFINITE
    proof.frame[COUNT] = 0
    key = _key(duel, proof, left, turn)
    word = probe(proof.table, key)
    if word == 0:
        word = _judge(duel, proof, key, left, turn)
    if word & INFINITE == 0:
        return 1
    return -1 if word >> 20 & INFINITE == 0 else 0


@entry
def run(duel: Duel, proof: Proof, budget: int) -> bool:
    """Go on with what was begun, until `state[NODES]` has grown to `budget`; True at its end.

    Then the first row of `frame` holds PN and DN, the first row of moves what is known of
    each, and the board is as it was.
    """
    state = proof.state
    frame = proof.frame
    while True:
        height = state[HEIGHT]
        at = height * FRAME_SIZE
        if state[PHASE] == ENTER:
            if state[NODES] >= budget:
                return False
            frame[at + BEGAN] = state[NODES]
            _expand(duel, proof, height)
            state[PHASE] = PICK
            continue
        if state[PHASE] == PICK:
            best = _sum_up(duel, proof, height)
            pn_met = frame[at + PN] >= frame[at + PN_LIMIT]
            dn_met = frame[at + DN] >= frame[at + DN_LIMIT]
            if best < 0 or pn_met or dn_met:
                state[PHASE] = LEAVE
            else:
                _descend(duel, proof, height, best)
            continue
        spent = state[NODES] - frame[at + BEGAN]
        key = _key(duel, proof, frame[at + LEFT], _turn(proof, height))
        store(proof.table, key, frame[at + PN], frame[at + DN], spent)
        if height == 0:
            return True
        picked = frame[at - FRAME_SIZE + PICKED]
        proof.pn[picked] = frame[at + PN]
        proof.dn[picked] = frame[at + DN]
        lift(duel, proof.cell[picked])
        state[HEIGHT] = height - 1
        state[PHASE] = PICK


@inner
def _descend(duel: Duel, proof: Proof, height: int, best: int) -> None:
    """Play the move to go on with."""
    at = height * FRAME_SIZE
    proof.frame[at + PICKED] = best
    proof.frame[at + FRAME_SIZE + LEFT] = _left_after(proof, height)
    put(duel, proof.cell[best], _side(proof, _turn(proof, height)))
    proof.state[HEIGHT] = height + 1
    proof.state[PHASE] = ENTER


@entry
def abandon(duel: Duel, proof: Proof) -> None:
    """Break off what was begun: the board is as it was."""
    height = proof.state[HEIGHT]
    while height > 0:
        height -= 1
        lift(duel, proof.cell[proof.frame[height * FRAME_SIZE + PICKED]])
    proof.state[HEIGHT] = 0
