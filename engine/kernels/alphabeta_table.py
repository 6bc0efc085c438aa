"""The transposition table of the alpha-beta searches: what is known of positions, by key.

The table is one flat array of words, in a power of two of buckets. A bucket holds two entries. The
first keeps the deepest search that it has met, or the latest of the same position; the second keeps
the last one that was not deep enough for the first. An entry is two words: what is known, and that
word XOR the key, so that two threads may share a table without a lock: an entry half written by
each belongs to no position (Hyatt and Mann, A lock-less transposition table implementation for
parallel search chess engines, 2002). Of what is known

    bits 0-15   the value + 32768, wins and losses counted in plies from the position itself
    bits 16-24  the depth
    bits 25-26  LOWER, UPPER or EXACT
    bits 27-28  the claim (engine/kernels/alphabeta.py)
    bits 29-    the best move + 1, 0 for none

What an entry says depends on its key alone.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.jit import Array, inner
from engine.thinking.score import ESTIMATE_LIMIT

LOWER, UPPER, EXACT = 1, 2, 3
"""What a value of the table is: a lower bound, an upper bound, or both."""
BUCKET_SIZE: Final = 4
"""Words of a bucket: two entries of two words."""

_HASH_FACTOR: Final = 0x1E3779B97F4A7C15
"""An odd factor that spreads keys over the table. The higher a bit of the product, the more bits
of the key it depends on (Knuth, The Art of Computer Programming 3, 6.4)."""
_HASH_SHIFT: Final = 43
"""The lowest bit of the product of a key that the table uses: from here on there are bits enough
for the largest table."""


@inner
def from_node(value: int, ply: int) -> int:
    """A value as the table has it: plies counted from the node instead of from the root."""
    if value > ESTIMATE_LIMIT:
        return value + ply
    return value - ply if value < -ESTIMATE_LIMIT else value


@inner
def bucket_of(table: Array, key: int) -> int:
    """Where the bucket of a key begins in the table."""
    # int() gives the product its full length in plain Python; the bits used are the same
    product = int(key) * _HASH_FACTOR
    return int(product >> _HASH_SHIFT & table.size // BUCKET_SIZE - 1) * BUCKET_SIZE


@inner
def store(
    table: Array, key: int, depth: int, value: int, bound: int, claim: int, cell: int
) -> None:
    """Enter what was found of a position to a depth, and its best move."""
    at = bucket_of(table, key)
    word = (value + 32768) | depth << 16 | bound << 25 | claim << 27 | (cell + 1) << 29
    kept = table[at + 1]
    if kept == 0 or table[at] ^ kept == key or depth >= depth_of(kept):
        table[at] = key ^ word
        table[at + 1] = word
    else:
        table[at + 2] = key ^ word
        table[at + 3] = word


@inner
def probe(table: Array, key: int) -> int:
    """What is known of a position: the word of its entry, 0 where there is none."""
    at = bucket_of(table, key)
    word = int(table[at + 1])
    if table[at] ^ word == key and word != 0:
        return word
    word = int(table[at + 3])
    return word if table[at + 2] ^ word == key else 0


@inner
def value_and_bound(known: int) -> tuple[int, int]:
    """The value that an entry has, and whether it is LOWER, UPPER or EXACT."""
    return (known & 65535) - 32768, known >> 25 & 3


@inner
def depth_of(known: int) -> int:
    """The depth to which the position of an entry was searched."""
    return known >> 16 & 511


@inner
def claim_of(known: int) -> int:
    """What the value of an entry claims."""
    return known >> 27 & 3


@inner
def move_of(known: int) -> int:
    """The best move of an entry, as a cell; -1 where there is none."""
    return (known >> 29) - 1


@inner
def refine_by_table(value: int, known: int) -> int:
    """An estimate of a node, or the value of its entry where that is nearer the truth.

    `known` is what `probe` gave. A search, even one less deep than is asked for, tells more than
    an evaluation: its value counts where it is exact, or a bound that the estimate breaks.
    """
    told, bound = value_and_bound(known)
    if known == 0 or abs(told) >= ESTIMATE_LIMIT:
        return value
    better = bound == EXACT or (told > value if bound == LOWER else told < value)
    return told if better else value
