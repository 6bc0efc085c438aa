"""What a proof-number search remembers of positions: their two numbers, by key.

The table is one array of words, in as many buckets as a power of two. A bucket has four
entries of two words each: the key; then, from the lowest bit up, 20 bits of what is still to be
done to prove the position, 20 to disprove it, and the logarithm of the nodes that this cost. A word
of 0 is an entry that was never used: no position has both numbers 0.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.jit import Array, inner, part

INFINITE: Final = (1 << 20) - 1
"""What is to be done where it cannot be done."""
ENTRY_SIZE: Final = 2
"""Words of an entry."""
BUCKET_SIZE: Final = 4 * ENTRY_SIZE
"""So many entries a key may stand in."""


@inner
def bucket_of(table: Array, key: int) -> int:
    """Where the entries of a key begin."""
    return int((key & table.size // BUCKET_SIZE - 1) * BUCKET_SIZE)


@inner
def probe(table: Array, key: int) -> int:
    """What is stored under a key; 0 for nothing."""
    at = bucket_of(table, key)
    for i in range(at, at + BUCKET_SIZE, ENTRY_SIZE):
        if table[i] == key:
            return int(table[i + 1])
    return 0


@part
def store(table: Array, key: int, pn: int, dn: int, spent: int) -> None:
    """Keep what is known of a position; of four entries the one that cost least gives way."""
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
