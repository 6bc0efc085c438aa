"""Games in the forms that other programs read: SGF, PSQ of Piskvork, and the names of their tiles.

The forms are drawn where they are read (`sgf`, `psq`, `pasted`). What is written here is read there
as the same game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Final

from engine.game.notation import coordinate, encode_rules
from engine.game.position import Position, Side
from engine.game.records import GOAL
from engine.game.rules import Rules, Variant

_IN_FILES: Final = {
    Variant.FREESTYLE: "Freestyle",
    Variant.EXACT: "Standard",
    Variant.CARO: "Caro",
    Variant.RENJU: "Renju",
}
"""What files call the variants: in the property RU of SGF, and in the last line of PSQ."""
_RESULTS: Final = {Side.X: "1", Side.O: "2", None: "0"}


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds besides the moves: who played, and how it ended for X, as SGF writes it."""

    first: str = ""
    second: str = ""
    result: str = ""


NO_RECORD: Final = Record()


def write_sgf(position: Position, record: Record = NO_RECORD) -> str:
    """The game as a file."""
    rules = position.rules
    placed = 0 if rules.gravity else position.placed  # in which order discs fell would be lost
    square = rules.rows == rules.columns
    size = f"{rules.columns}" if square else f"{rules.columns}:{rules.rows}"
    facts = {
        "RU": _name_of(rules),
        "PB": record.first,
        "PW": record.second,
        "RE": record.result or _result(position),
    }
    named = "".join(f"{name}[{_escaped(fact)}]" for name, fact in facts.items() if fact)
    points = [_letters(rules, tile) for tile in position.tiles]
    stones = {"AB": points[:placed:2], "AW": points[1:placed:2]}
    laid = "".join(f"{name}[{']['.join(those)}]" for name, those in stones.items() if those)
    turn = f"PL[{'BW'[placed % 2]}]" if placed else ""
    moves = "".join(f";{'BW'[ply % 2]}[{points[ply]}]" for ply in range(placed, len(points)))
    return f"(;FF[4]GM[4]CA[UTF-8]AP[Kinarow]SZ[{size}]{named}{laid}{turn}{moves})\n"


def write_psq(position: Position, record: Record = NO_RECORD) -> str:
    """The game as a file."""
    rules = position.rules
    places = (divmod(tile - 1, rules.columns) for tile in position.tiles)
    moves = [f"{column + 1},{row + 1},0" for row, column in places]
    winner = None if position.outcome is None else position.outcome.winner
    names = (_name(name) for name in (record.first, record.second))
    lines = [f"Piskvorky {rules.columns}x{rules.rows}, 11:11, 0", *moves, *names, "-1"]
    return "\n".join((*lines, f"{_RESULTS[winner]},{_name_of(rules)}", ""))


def write_moves(position: Position) -> str:
    """A game as the names of its tiles, after its rules: `15x15x5:h8i9j10`."""
    rules = position.rules
    tiles = "".join(coordinate(rules, tile) for tile in position.tiles)
    return f"{encode_rules(rules)}:{tiles}"


def _name_of(rules: Rules) -> str:
    """What a file calls the rules: only of five in a row other programs have a name."""
    common = Rules(max(rules.rows, GOAL), max(rules.columns, GOAL), GOAL)
    common = replace(common, variant=rules.variant) if rules.variant in _IN_FILES else common
    named = _IN_FILES.get(rules.variant) if rules == common else None
    return named or f"Kinarow {encode_rules(rules)}"


def _letters(rules: Rules, tile: int) -> str:
    row, column = divmod(tile - 1, rules.columns)
    return ascii_lowercase[column] + ascii_lowercase[row]


def _result(position: Position) -> str:
    if position.outcome is None:
        return ""
    winner = position.outcome.winner
    return "0" if winner is None else f"{'B' if winner is Side.X else 'W'}+"


def _escaped(fact: str) -> str:
    """A fact with the characters escaped that would end a value."""
    return re.sub(r"([\]\\:])", r"\\\1", " ".join(fact.split()))


def _name(name: str) -> str:
    """The name of a player in a line of its own that is no move, and begins no SGF."""
    line = re.sub(r"\((?= ?;)", "[", " ".join(name.split())) or "?"
    return f"?{line}" if line[0].isdigit() or line[0] in "-([;" else line
