"""Where the games of a match begin: in positions that neither side has won.

For gomoku, exact and renju that is a book of the engine's own making for each, `python -m
benchmarks.balance`; other variants begin from that of gomoku. On other boards it is a few random
plies, after which one side may have won already: each opening is therefore played twice, with sides
exchanged.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine import MoveError, Position, Rules, Variant, decode_game

BOOKS: Final = Path(__file__).parents[1] / "books"
_RANDOM_PLIES: Final = 3
"""How many random plies open a game that there is no book for."""


def book_of(rules: Rules) -> Path:
    """The file of the openings of a board."""
    return BOOKS / f"{rules}.txt".replace(" ", "-")


def book(rules: Rules) -> list[Position]:
    """The openings of a board in the order of their making; none where there is no book."""
    file = book_of(rules)
    if not file.is_file():
        return []
    return [decode_game(line) for line in file.read_text(encoding="utf-8").split()]


def openings(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Positions to begin from, without end."""
    known = book(rules) or of_freestyle(rules)
    while True:
        rng.shuffle(known)
        yield from known
        if not known:
            yield _random_opening(rules, rng)


def of_freestyle(rules: Rules) -> list[Position]:
    """The openings of the same board without a variant, those that its rules allow."""
    found = []
    for position in book(replace(rules, variant=Variant.FREESTYLE)):
        with suppress(MoveError):
            found.append(Position.from_moves(rules, position.moves))
    return found


def _random_opening(rules: Rules, rng: random.Random) -> Position:
    position = Position.start(rules)
    for _ in range(_RANDOM_PLIES):
        after = position.play(rng.choice(position.legal))
        position = after if after.outcome is None else position
    return position
