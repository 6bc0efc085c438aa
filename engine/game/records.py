"""Games of gomoku in the files of other programs: SGF and Piskvork's PSQ.

SGF (https://www.red-bean.com/sgf/) gives a board and its moves in brackets, gomoku being game 4,
with letters for column and row from the top left:

    (;FF[4]GM[4]SZ[15];B[hh];W[ih])

PSQ, which Gomocup keeps its games in, has a line a move: column and row from 1, milliseconds.

    Piskvorky 15x15, 11:11, 0
    8,8,0
    9,8,0

Anybody may send such a file, so reading it takes time in proportion to its length: no pattern
backtracks. Of the parsers on PyPI sgfmill is as good, but has not changed since 2018 and refuses a
truncated file; pysgf calls itself for each variation, and fails where a few hundred are nested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from string import ascii_lowercase
from typing import Final

from engine.game.errors import NotationError
from engine.game.position import Position, Side
from engine.game.rules import Rules, Variant

GOAL: Final = 5
LONGEST_RECORD: Final = 1 << 16
"""Characters of a file that is read; a whole game with comments has a few thousand."""
_GOMOKU: Final = "4"
"""The number of gomoku and renju among the games of SGF."""
_USUAL_SIZE: Final = "15"
_TOKEN: Final = re.compile(
    r"\s++|(?P<sign>[();])|(?P<name>[A-Za-z]++)|\[(?P<value>(?:[^\]\\]++|\\.)*+)\]|(?P<other>.)",
    re.DOTALL,
)
_SGF_SIZE: Final = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
_COLOURS: Final = {"B": Side.X, "W": Side.O}
_PSQ_HEADER: Final = re.compile(
    r"piskvorky\s++(?P<columns>[0-9]{1,3})x(?P<rows>[0-9]{1,3})\b", re.IGNORECASE
)
_PSQ_MOVE: Final = re.compile(r"([0-9]{1,3}),([0-9]{1,3}),[0-9]++")
_RESULTS: Final = {Side.X: "1", Side.O: "2", None: "0"}
_VARIANTS: Final = {
    Variant.FREESTYLE: "Freestyle",
    Variant.EXACT: "Standard",
    Variant.CARO: "Caro",
    Variant.RENJU: "Renju",
}
"""What files call the variants: the property RU of SGF, and the last word of PSQ."""
_NAMED: Final = {name.lower(): variant for variant, name in _VARIANTS.items()} | {
    "exact": Variant.EXACT,
    "rif": Variant.RENJU,
}
_PSQ_RESULT: Final = re.compile(r"-?[0-9]++,([A-Za-z]++)")

Node = dict[str, list[str]]
"""The properties of a node of SGF, each with its values."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds besides the moves: who played, and how it ended for X, as SGF writes it."""

    first: str = ""
    second: str = ""
    result: str = ""


NOTHING_TOLD: Final = Record()


def can_record(rules: Rules) -> bool:
    """Whether files of other programs can hold a game: five in a row, nothing falls."""
    return rules.goal == GOAL and not rules.gravity and not rules.misere


def read_record(text: str) -> Position:
    """The position at the end of the main line of an SGF or PSQ file.

    Raises NotationError where it is neither, or of another game, RulesError and MoveError where it
    gives no possible game.
    """
    if len(text) > LONGEST_RECORD:
        raise NotationError("the file is too long for one game")
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("("):
        return _read_sgf(start)
    if header := _PSQ_HEADER.match(start):
        rules = int(header["rows"]), int(header["columns"])
        return _read_psq(*rules, _psq_lines(start[header.end() :]))
    raise NotationError("a file of a game begins with ( in SGF, and with Piskvorky in PSQ")


def write_sgf(position: Position, told: Record = NOTHING_TOLD) -> str:
    """The game as an SGF file."""
    rules = position.rules
    square = rules.rows == rules.columns
    size = f"{rules.columns}" if square else f"{rules.columns}:{rules.rows}"
    facts = {
        "RU": "" if rules.variant is Variant.FREESTYLE else _VARIANTS[rules.variant],
        "PB": told.first,
        "PW": told.second,
        "RE": told.result or _sgf_result(position),
    }
    named = "".join(f"{name}[{_escaped(fact)}]" for name, fact in facts.items() if fact)
    moves = "".join(
        f";{'BW'[ply % 2]}[{_letters(rules, tile)}]" for ply, tile in enumerate(position.tiles)
    )
    return f"(;FF[4]GM[{_GOMOKU}]CA[UTF-8]AP[Kinarow]SZ[{size}]{named}{moves})\n"


def write_psq(position: Position, told: Record = NOTHING_TOLD) -> str:
    """The game as a file of Piskvork."""
    rules = position.rules
    places = (divmod(tile - 1, rules.columns) for tile in position.tiles)
    moves = [f"{column + 1},{row + 1},0" for row, column in places]
    winner = None if position.outcome is None else position.outcome.winner
    names = (" ".join(name.split()) or "?" for name in (told.first, told.second))
    lines = [f"Piskvorky {rules.columns}x{rules.rows}, 11:11, 0", *moves, *names, "-1"]
    return "\n".join((*lines, f"{_RESULTS[winner]},{_VARIANTS[rules.variant]}", ""))


def arranged(rules: Rules, first: Iterable[int], second: Iterable[int]) -> Position:
    """The position with these tiles of X and of O, whose order is not known.

    Raises NotationError where they are not of a game.
    """
    own, theirs = list(first), list(second)
    if len(own) - len(theirs) not in (0, 1):
        raise NotationError("these stones are not of a game in which the sides take turns")
    pairs = zip_longest(own, theirs)
    return Position.from_moves(rules, [tile for pair in pairs for tile in pair if tile])


def _read_sgf(text: str) -> Position:
    nodes = list(_main_line(text))
    root = nodes[0] if nodes else {}
    if _first(root, "GM", _GOMOKU) != _GOMOKU:
        raise NotationError("this SGF file is not of gomoku (GM[4])")
    size = _first(root, "SZ", _USUAL_SIZE)
    shape = _SGF_SIZE.fullmatch(size)
    if shape is None:
        raise NotationError(f"{size[:20]!r} is no size of a board")
    columns, rows = int(shape[1]), int(shape[2] or shape[1])
    variant = _NAMED.get(_first(root, "RU", "").lower(), Variant.FREESTYLE)
    rules = Rules(rows, columns, GOAL, variant=variant)
    set_up = [[_tile(rules, value) for value in root.get(name, ())] for name in ("AB", "AW")]
    position = arranged(rules, *set_up)
    for node in nodes:
        for name, side in _COLOURS.items():
            for value in node.get(name, ()):
                if side is not position.side:
                    raise NotationError("the sides do not take turns in this SGF file")
                position = position.play(_tile(rules, value))
    return position


def _first(node: Node, name: str, usual: str) -> str:
    """The first value of a property, or the usual one where it has none."""
    values = node.get(name)
    return values[0].strip() if values else usual


def _main_line(text: str) -> Iterator[Node]:
    """The nodes from the root along each first variation."""
    node: Node | None = None
    values: list[str] = []
    # one after another: after an unclosed bracket, looking for more would take long
    for found in _TOKEN.finditer(text):
        token = found[0]
        match found.lastgroup:
            case "sign" if token == ")":
                break
            case "sign" if token == ";":
                if node is not None:
                    yield node
                node = {}
            case "name" if node is not None:
                values = node.setdefault("".join(filter(str.isupper, token)), [])
            case "value":
                values.append(found["value"])
            case "other":
                raise NotationError(f"{token!r} is out of place in this SGF file")
    if node is not None:
        yield node


def _psq_lines(text: str) -> list[str]:
    """The lines after the header of a PSQ file, even where a paste has lost the line breaks."""
    _, *lines = text.splitlines() or [""]
    if lines:
        return lines
    words = text.split()
    first = next((i for i, word in enumerate(words) if _PSQ_MOVE.fullmatch(word)), len(words))
    return words[first:]


def _read_psq(rows: int, columns: int, lines: list[str]) -> Position:
    named = [found[1] for line in lines if (found := _PSQ_RESULT.fullmatch(line.strip()))]
    variant = _NAMED.get(named[-1].lower() if named else "", Variant.FREESTYLE)
    rules = Rules(rows, columns, GOAL, variant=variant)
    position = Position.start(rules)
    for line in lines:
        if (found := _PSQ_MOVE.fullmatch(line.strip())) is None:
            break
        column, row = int(found[1]), int(found[2])
        if not (1 <= column <= rules.columns and 1 <= row <= rules.rows):
            raise NotationError(f"{column},{row} is not on this board")
        position = position.play((row - 1) * rules.columns + column)
    return position


def _tile(rules: Rules, letters: str) -> int:
    column, row = (ascii_lowercase.find(letter) for letter in letters.strip().lower().ljust(2)[:2])
    if len(letters.strip()) != 2 or not (0 <= column < rules.columns and 0 <= row < rules.rows):
        raise NotationError(f"{letters[:20]!r} is no place on this board")
    return row * rules.columns + column + 1


def _letters(rules: Rules, tile: int) -> str:
    row, column = divmod(tile - 1, rules.columns)
    return ascii_lowercase[column] + ascii_lowercase[row]


def _sgf_result(position: Position) -> str:
    if position.outcome is None:
        return ""
    winner = position.outcome.winner
    return "0" if winner is None else f"{'B' if winner is Side.X else 'W'}+"


def _escaped(fact: str) -> str:
    """A fact with the characters escaped that would end a value."""
    return re.sub(r"([\]\\:])", r"\\\1", " ".join(fact.split()))
