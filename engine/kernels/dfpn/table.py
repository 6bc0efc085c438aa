"""The transposition table of the df-pn search: the two proof numbers of positions, by key.

The table is one flat array of words, in a power of two of buckets. A bucket has four entries of
two words each. The first is the key; the second, where 0 means an entry that was never used:

    bits 0-19   the proof number, pn
    bits 20-39  the disproof number, dn; no position has both numbers 0
    bits 40-    the effort: a logarithm of the nodes that they cost
"""

from __future__ import annotations

from typing import Final

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
