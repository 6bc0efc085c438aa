"""Texts that slow down a reader which backtracks: one piece, repeated very often.

Time grows with the square of a length, or worse, if a piece that may be read in several ways, or
leads nowhere, is repeated: after a beginning that leads the reader there, and before an end that
fits nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, product
from typing import Final

from tests.fuzz.inputs import ODD, TYPED


@dataclass(frozen=True, slots=True)
class Hostile:
    """One piece, as often as there is room for it, between a beginning and an end."""

    beginning: str
    piece: str
    ending: str = ""

    def of(self, length: int) -> str:
        """The text of a length."""
        room = length - len(self.beginning) - len(self.ending)
        return f"{self.beginning}{self.piece * (room // len(self.piece))}{self.ending}"


_FOUND: Final = (
    Hostile("(;", " "),
    Hostile("(;C", "["),
    Hostile("level ", "the "),
    Hostile("3x3x3:", "__"),
    Hostile("3x3 ", "misere "),
    Hostile("", "\u0315\u0300"),
    Hostile("", "\u00a0"),
    Hostile("", "piskvork"),
    Hostile("Piskvorky 15x15", " ", "x"),
)
"""Texts that some reader once took quadratic time for."""
_BEGINNINGS: Final[dict[str, tuple[str, ...]]] = {
    "challenge": ("", "3x3x3/"),
    "code": ("3x3x3:",),
    "custom_id": ("", "ttt:instead:1:", "ttt:rewrite:1:2=", "ttt:explore:5:3x3x3:", "ttt:move:"),
    "foreign": ("", "1. h8 ", '[A "', "(;PB["),
    "explored": ("", "3x3x3:", "12.3."),
    "log": ("", "'token':\"", "a://b", "/webhooks/1", "Bot "),
    "message": ("", "<@1> ", "!ttt "),
    "notation": ("", "3x3x3:"),
    "record": ("(", "(;", "(;C[", "(;SZ[15]AB", "Piskvorky", "Piskvorky 15x15\n", "```sgf"),
    "roles": ("", "<@&"),
    "tournament": ("", "arena "),
    "wishes": ("", "level ", "reset ", "channels #", "puzzle "),
}
"""What leads into a reader, up to where it reads on; others need nothing, or a board."""
_OTHERS: Final = ("", "3x3 ")
_PIECES: Final = (
    *(" ", "\n", "\t", "\r", "\u3000", "0", "9", "a", "x", "g", "B", "_", "-", "+", ".", ",", ":"),
    *(";", "/", "|", "=", "#", "@", "<", ">", "(", ")", "[", "]", "{", "}", "'", '"', "`", "*"),
    *("\\", "\u0301", "\ufdfa", "\u200d", "\ufe0f\u20e3", "İ", "i̇", "\ud800", "😀", "1:", ".a."),
    *("1-", "1x", "9 x ", "9x9 ", "x x ", "5m ", "1h", "1.5h ", "1d, ", "1,1,1\n", "-1,a\n", "1 "),
    *("(;", ";B[aa]", "[aa]", "\\]", "[\\", "A[", "C[]", "<@1", "<@1> ", "<@&1", "<#1> ", "#a "),
    *("g ", "gravity ", "open ", "set ", "vs ", "coach ", "in ", "a b", "on off ", "tic tac "),
    *("three in a ", "@a", "level=", "'token':", "a:", "://", "a@", "a.a"),
)
_ENDINGS: Final = ("", "!")


def hostile(reader: str, every: int) -> Iterator[Hostile]:
    """The texts for a reader: one in so many of all."""
    pieces = dict.fromkeys((*_PIECES, *(f"{word} " for word in TYPED), *(odd[:9] for odd in ODD)))
    made = product(_BEGINNINGS.get(reader, _OTHERS), pieces, _ENDINGS)
    return chain(_FOUND, (Hostile(*parts) for parts in islice(made, None, None, every)))
