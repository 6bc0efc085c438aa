"""The node signature: a change to the search that should change nothing must leave it.

It has two parts. Searches to fixed depths count nodes. Searches within a limit of nodes spend all
they are given, so what counts is what they found; and only they take all steps, since a search to a
fixed depth just looks ahead and does not look for threats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple
from zlib import crc32

from engine.engine import analyse
from engine.game.notation import decode_game
from engine.thinking.analysis import Analysis
from engine.thinking.clock import Limit

BY_DEPTH: Final = (
    ("3x3x3:", 9),
    ("3x4x3:", 12),
    ("3x4x3m:6-7", 10),
    ("4x4x4:", 16),
    ("4x4x4g:", 16),
    ("4x5x4:7-8", 18),
    ("5x6x4:", 11),
    ("6x7x4g:4-4-4-4-4-2", 12),
    ("8x9x4g:5-5-4", 10),
    ("9x9x5:41-42-31", 8),
    ("15x15x5:113", 6),
    ("15x15x5:113-114-99-129-98-100-128-127", 7),
    ("19x19x6:181-182-200-201", 6),
)
"""Game codes, and the depth to which each is searched."""
BY_NODES: Final = (
    # small boards: proofs beside the search, all moves of the root or only some
    ("4x5x4:7-8", 20_000),
    ("5x6x4:11", 20_000),
    ("6x6x4:15", 20_000),
    ("4x4x4m:6", 20_000),
    ("7x7x4:41-33-24", 8_000),
    ("7x7x5:24-41-18-25-17-20-31-10-16", 8_000),
    ("8x8x5:31-27-38-44-45-52-29-53-20-11-47-56-55-39-35-60-37-50-51", 8_000),
    # falling discs: solved, in the book, estimated, and too large to solve
    ("6x7x4g:4-4-4-4-4-2", 100_000),
    ("6x7x4g:4-4-4", 20_000),
    ("6x7x4g:4-5-2-1-6-6-3-7-3-2", 2_000),
    ("7x8x4g:", 20_000),
    ("12x12x5g:6-7", 20_000),
    # gomoku: a win by threats, losses to threats found at once and by vetting
    ("15x15x5:113-1-114-15-129-225", 20_000),
    ("15x15x5:114-128-83-145-97-130-115", 2_000),
    ("15x15x5:126-82-128-84-142-83-81", 6_000),
    ("9x9x5:22-50-49-25-39-42-31-58-34-40-30", 8_000),
    ("19x19x6:181-182-200-201", 20_000),
    # wins by lesser threats, which only a long search looks for
    ("15x15x5:99-126-129-82-144-114-130-131", 1_000_000),
    (
        "15x15x5:159-188-220-172-157-158-173-144-130-145-143-129-189-205-175-191-147-161-177-176"
        "-146-162-204-141-113-174-142-111-156-128-112-97-125-163-160-98-99-155-148-95-96-79-63-65"
        "-80-107-93-64-123-169-183-122-77-49-109-61-78",
        1_000_000,
    ),
    # exact, caro and renju
    ("15x15x5e:82-128-127-85-111", 8_000),
    ("15x15x5c:142-97-127-83-111-95-128-126-114-100-143", 8_000),
    ("15x15x5r:115-143-126-82-112-128-142-98-158-110-157-113-83", 8_000),
)
"""Game codes, and the most nodes that each is searched with."""


class Searched(NamedTuple):
    """A position of the signature, and what a search made of it."""

    code: str
    limit: Limit
    analysis: Analysis

    @property
    def found(self) -> int:
        """A checksum of all that the search reports except the seconds that it took."""
        found = self.analysis
        verdicts = [
            (move, verdict.value, verdict.plies, round(1000 * verdict.score))
            for move, verdict in sorted(found.verdicts.items())
        ]
        return crc32(repr((found.best, found.line, found.depth, found.nodes, verdicts)).encode())


def bench() -> Iterator[Searched]:
    """Search each position to its depth, and then those with their nodes."""
    for code, depth in BY_DEPTH:
        yield search(code, Limit(depth=depth))
    for code, nodes in BY_NODES:
        yield search(code, Limit(nodes=nodes))


def search(code: str, limit: Limit) -> Searched:
    """Search one position for its best move."""
    return Searched(code, limit, analyse(decode_game(code), limit, every=False))


def signature(searched: list[Searched]) -> str:
    """The nodes to fixed depths, and a checksum of what was found within nodes."""
    nodes = sum(one.analysis.nodes for one in searched if one.limit.depth is not None)
    found = [one.found for one in searched if one.limit.nodes is not None]
    return f"{nodes}-{crc32(repr(found).encode()):08x}"
