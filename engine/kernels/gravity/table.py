"""The transposition table of the solver of boards on which discs fall.

A bucket has two entries of one integer each:

    bits 0-5    lower + 32
    bits 6-11   32 - upper
    bits 12-15  the best move + 1 (63 bits of 3 rows and a spare one are 15 columns)
    bits 16-19  the work: the binary logarithm of the nodes that it cost
    bits 20-    the tag

The hash is a bijection of the key, its high bits choose the bucket and the rest is the tag,
so that an entry belongs to exactly one position. An empty entry, 0, bounds nothing.

A table begins small, which is quicker for the many questions that are easy, and doubles with
the nodes searched, up to the length of its array.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.gravity.lines import Geometry, mirror
from engine.kernels.jit import Array, inner

OPENING: Final = 16
"""Below so many stones mirror images are one entry of the table, and moves are ranked with more
care: nodes are few then, and each costs much."""
OFFSET: Final = 32
"""Added to scores in the table: it is above every score."""

_HASH_FACTOR: Final = 0x1B873593CC9E2D51
"""A number without pattern that hashes keys. It is odd, so that multiplying by it modulo a power of
two is a bijection."""


@inner
def hash_of(mover: int, taken: int, stones: int, geometry: Geometry) -> int:
    """The hash of a position, mirror images being one in the opening.

    mover + taken names it: a column of height h adds 2**h - 1 to 2**(h + 1) - 2.
    """
    key = mover + taken
    if stones < OPENING:
        key = min(key, mirror(key, geometry.rows, geometry.columns))
    return key * _HASH_FACTOR & ((1 << geometry.key_bits) - 1)


@inner
def entry_at(table: Array, key_hash: int, tag_bits: int) -> int:
    """The entry of a position, 0 where there is none."""
    slot = key_hash >> tag_bits << 1
    tag = key_hash & ((1 << tag_bits) - 1)
    found = int(table[slot])
    if found >> 20 == tag:
        return found
    found = int(table[slot + 1])
    return found if found >> 20 == tag else 0


@inner
def store(
    table: Array, key_hash: int, tag_bits: int, passed: bool, bound: int, move: int, nodes: int
) -> None:
    """Add a bound to the entry of a position; of other entries the one that cost less goes."""
    slot = key_hash >> tag_bits << 1
    tag = key_hash & ((1 << tag_bits) - 1)
    first, second = int(table[slot]), int(table[slot + 1])
    work = 0
    while nodes > 1 and work < 15:
        nodes >>= 1
        work += 1
    old = 0
    if first >> 20 == tag:
        old = first
    elif second >> 20 == tag:
        old = second
        slot += 1
    elif first >> 16 & 15 > second >> 16 & 15:
        slot += 1
    work = max(work, old >> 16 & 15)
    hint, above, below = 0, old >> 6 & 63, old & 63
    if passed:
        hint = move + 1
        below = max(below, bound + OFFSET)
    else:
        above = max(above, OFFSET - bound)
    table[slot] = tag << 20 | work << 16 | hint << 12 | above << 6 | below


@inner
def double(table: Array, buckets: int, tag_bits: int) -> None:
    """Make two buckets of each: the highest bit of its tag says which of them an entry goes to."""
    highest = 1 << tag_bits + 19
    # downwards, so that what stands where an entry goes to has gone on before
    for slot in range(2 * buckets - 1, -1, -1):
        entry = int(table[slot])
        first = 2 * slot - (slot & 1)
        table[first] = 0 if entry & highest else entry
        table[first + 2] = entry ^ highest if entry & highest else 0
