"""The rules of a game in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.show.text.language import Sentence
from bot.show.text.opening import opening_rule
from bot.show.text.words import row_name, title
from engine import Rules, Variant

_TITLE: Final = Sentence("**{game}** on {rows}×{columns}")
_TILES: Final = Sentence("Two players in turn put a mark on a free tile.")
_DISCS: Final = Sentence(
    "Two players in turn drop a disc into a column; it falls to the lowest free place."
)
# Translators: {row} is such as “4 in a row”.
_WINS: Final = Sentence("Who first has {row} wins: across, down or diagonally.")
_LOSES: Final = Sentence("Who has {row} loses: across, down or diagonally.")
_DRAW: Final = Sentence("A longer row counts too; a full board without one is a draw.")
_EXACT: Final = Sentence("Who first has exactly {row} wins, no more: across, down or diagonally.")
_CARO: Final = Sentence(
    "A row between two stones of the other side does not count; the edge of the board is no stone."
)
_RENJU: Final = Sentence(
    "X wins with exactly five in a row, O with five or more: across, down or diagonally."
)
_FOULS: Final = Sentence(
    "X may not make more than five in a row, two fours at once or two open threes at once, unless "
    "that makes five. A four lacks one stone to five; an open three can become a four with both "
    "ends open, on a tile that is not forbidden itself."
)
_FULL: Final = Sentence("A full board without such a row is a draw.")


def rules_of(rules: Rules, *, swap: bool = False, swap2: bool = False) -> str:
    """How a game is played and won."""
    opening = opening_rule(rules, swap=swap, swap2=swap2)
    return "\n".join((*_lines(rules), *filter(None, (opening,))))


def _lines(rules: Rules) -> Iterator[str]:
    yield _TITLE.format(game=title(rules), rows=rules.rows, columns=rules.columns)
    yield str(_DISCS if rules.gravity else _TILES)
    yield from _ends(rules)


def _ends(rules: Rules) -> Iterator[str]:
    """Who wins, what may not be played, and what is a draw."""
    if rules.variant is Variant.FREESTYLE:
        yield (_LOSES if rules.misere else _WINS).format(row=row_name(rules))
        yield str(_DRAW)
        return
    yield from rules_of_variant(rules)
    yield str(_FULL)


def rules_of_variant(rules: Rules) -> Iterator[str]:
    """What wins and what is forbidden by the rules of a variant; nothing for freestyle."""
    if rules.variant is Variant.FREESTYLE:
        return
    yield (_RENJU if rules.variant is Variant.RENJU else _EXACT).format(row=row_name(rules))
    if rules.variant is Variant.CARO:
        yield str(_CARO)
    if rules.variant is Variant.RENJU:
        yield str(_FOULS)
