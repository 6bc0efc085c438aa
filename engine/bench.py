"""The node signature: a change to the search that should change nothing must leave it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.engine import analyse
from engine.game.notation import decode_game
from engine.thinking.analysis import Analysis
from engine.thinking.limit import Limit

POSITIONS: Final = (
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


def bench() -> Iterator[tuple[str, Analysis]]:
    """Search each position to its depth; the signature is the sum of the nodes."""
    for code, depth in POSITIONS:
        yield code, analyse(decode_game(code), Limit(depth=depth), every=False)
