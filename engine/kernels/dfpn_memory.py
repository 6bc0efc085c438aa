"""What the df-pn search keeps: proof numbers of positions by key, and its stack.

The transposition table is one flat array of words, in a power of two of buckets. A
bucket has four entries of two words each. The first is the key; the second, where 0 means an entry
that was never used:

    bits 0-19   the proof number, pn
    bits 20-39  the disproof number, dn; no position has both numbers 0
    bits 40-    the effort: a logarithm of the nodes that they cost
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.dfpn_board import ATTACKER, KEY, DfpnBoard, key_with
from engine.kernels.dfpn_vcf import DfpnVcfArrays
from engine.kernels.jit import Array, inner, part

INFINITE: Final = (1 << 20) - 1
"""The proof or disproof number of what cannot be proved or disproved."""
ENTRY_SIZE: Final = 2
"""Words of an entry."""
BUCKET_SIZE: Final = 4 * ENTRY_SIZE
"""Words of a bucket: the four entries in which a key may stand."""


@inner
def bucket_of(table: Array, key: int) -> int:
    """Where the bucket of a key begins in the table."""
    return int((key & table.size // BUCKET_SIZE - 1) * BUCKET_SIZE)


@inner
def probe(table: Array, key: int) -> int:
    """The second word of the entry of a key; 0 where there is none."""
    at = bucket_of(table, key)
    for i in range(at, at + BUCKET_SIZE, ENTRY_SIZE):
        if table[i] == key:
            return int(table[i + 1])
    return 0


@part
def store(table: Array, key: int, pn: int, dn: int, spent: int) -> None:
    """Enter the numbers of a position, which cost so many nodes; the cheapest entry gives way."""
    effort = 1
    while effort < 250 and spent >> effort // 4 > 0:
        effort += 1
    at = bucket_of(table, key)
    worst = at
    for i in range(at, at + BUCKET_SIZE, ENTRY_SIZE):
        if table[i] == key:
            worst = i
            break
        if table[i + 1] >> 40 < table[worst + 1] >> 40:
            worst = i
    table[worst] = key
    table[worst + 1] = pn | dn << 20 | effort << 40


# --- the stack: what its frames hold, whose move it is at each ply, and keys

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
    """The transposition table of engine/kernels/dfpn_memory.py."""


@inner
def turn_at(search: DfpnArrays, ply: int) -> int:
    """The role to move at this ply."""
    return int((search.state[TURN] + ply) & 1)


@inner
def side_of(search: DfpnArrays, turn: int) -> int:
    """The side that has a role."""
    return int(search.state[SIDE] if turn == ATTACKER else 1 - search.state[SIDE])


@inner
def left_after(search: DfpnArrays, ply: int) -> int:
    """The stones left to the attacker after a move at this ply."""
    left = search.frame[ply * FRAME_SIZE + LEFT]
    if search.state[LIMITED] and turn_at(search, ply) == ATTACKER:
        left -= 1
    return int(left)


@inner
def key_of(board: DfpnBoard, search: DfpnArrays, left: int, turn: int) -> int:
    """The key of the position, with so many stones left to the attacker and this role to move."""
    return int(board.sums[KEY] ^ _salt(search, left, turn))


@inner
def key_after(board: DfpnBoard, search: DfpnArrays, ply: int, cell: int) -> int:
    """The key of the position that a move at this ply leads to."""
    turn = turn_at(search, ply)
    key = key_with(board, cell, side_of(search, turn))
    return key ^ _salt(search, left_after(search, ply), 1 - turn)


@inner
def _salt(search: DfpnArrays, left: int, turn: int) -> int:
    """The part of a key that the stones of the board do not tell."""
    return int(search.salt[(2 * left + turn) * 2 + search.state[SIDE]])
