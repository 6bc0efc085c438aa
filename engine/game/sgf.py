"""Games of gomoku and renju as SGF (https://www.red-bean.com/sgf/).

A file gives a board and its moves in brackets, gomoku and renju being game 4, with letters for
column and row from the top left. Each semicolon begins a node, brackets round nodes a variation:

    (;FF[4]GM[4]SZ[15]AB[gg][hh]AW[ii];W[ih](;B[hi])(;B[ij]))

Of the parsers on PyPI sgfmill is as good, but has not changed since 2018 and refuses a truncated
file; pysgf calls itself for each variation, and fails where a few hundred are nested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import Final

from engine.game import records
from engine.game.errors import RecordError, RecordProblem
from engine.game.position import Position, Side
from engine.game.rules import Rules

BEGINNING: Final = re.compile(r"\(\s*+;(?=\s*+(?:[A-Za-z(;)]|$))")
"""The first brackets of a file; there may be other words before it."""
_TOKEN: Final = re.compile(
    r"\s++|(?P<sign>[();])|(?P<name>[A-Za-z][A-Za-z0-9]*+)"
    r"|\[(?P<value>(?:[^\]\\]++|\\.)*+)\]|(?P<other>.)",
    re.DOTALL,
)
_GOMOKU: Final = "4"
_GAMES: Final = {
    "1": "Go",
    "2": "Othello",
    "3": "Chess",
    "5": "Nine Men's Morris",
    "6": "Backgammon",
    "7": "Chinese chess",
    "8": "Shogi",
    "9": "Lines of Action",
    "10": "Ataxx",
    "11": "Hex",
    "12": "Jungle",
    "13": "Neutron",
    "18": "Amazons",
    "19": "Octi",
    "21": "TwixT",
    "22": "Zèrtz",
    "24": "Yinsh",
    "27": "Hive",
    "37": "Dvonn",
    "39": "Gipf",
    "40": "Kropki",
}
"""The games of SGF by their number in GM."""
_OF_GO: Final = frozenset(("KM", "HA", "TB", "TW"))
"""Properties that only go has: a file that does not name its game is of go then."""
_LONG_NAMES: Final = {
    "black": "B",
    "white": "W",
    "size": "SZ",
    "boardsize": "SZ",
    "game": "GM",
    "rules": "RU",
    "addblack": "AB",
    "addwhite": "AW",
    "addempty": "AE",
    "player": "PL",
    "result": "RE",
}
_USUAL_SIZE: Final = "15"
_SIZE: Final = re.compile(r"([0-9]{1,3})(?:\s*+[:xX×]\s*+([0-9]{1,3}))?")
_POINT: Final = re.compile(r"[a-tA-T]{2}")
_COORDINATE: Final = re.compile(r"([a-tA-T])\s*+([0-9]{1,2})")
_SIDES: Final = {"B": Side.X, "W": Side.O}
_PLACED: Final = {"AB": Side.X, "AW": Side.O, "AE": None}
_QUEST: Final = {"QPR": None, "QSLB": Side.X, "QSLW": Side.O}
"""The opening of Gomoku Quest: three stones that take turns, and what one side chose then."""
_PASSES: Final = frozenset(("", "tt", "pass"))
_LARGEST_WITH_PASS: Final = 19
"""On boards up to this size `tt` is a pass; on a larger one it is a tile."""
_RESULT: Final = re.compile(
    r"\s*+(?:(?P<winner>B|W)(?:lack|hite)?\s*+\+|(?P<drawn>0|D)|)(?P<how>.?)"
)
_HOW: Final = {"R": records.RecordedEnd.RESIGNED, "T": records.RecordedEnd.TIME}

Node = dict[str, list[str]]
"""The properties of a node, each with its values."""


def read_sgf(
    text: str, number: int = 1, wanted: Rules | None = None, below: bool | None = None
) -> records.Recorded:
    """The position at the end of the main line of one of the games of a file.

    `wanted` names the variant if the file does not matter. `below` says whether rows count from
    below where the file has coordinates such as h8. Raises RecordError.
    """
    nodes, count = _main_line(text, number)
    root = nodes[0] if nodes else Node()
    rules = _rules(root, wanted)
    named = any(_COORDINATE.fullmatch(value.strip()) for node in nodes for value in _moves(node))

    def read(below: bool) -> Position:
        game = _Game(rules, below=below)
        for node in nodes:
            game.add(node)
        return game.position

    position, mirrored = records.either_way(read, below if named else False)
    end, winner = _ending(_first(root, "RE"))
    return records.Recorded(position, mirrored, end, winner, number, count)


def weight(text: str) -> int:
    """How many properties a text has as SGF. In a wrong encoding some swallow others."""
    weight = 0
    for found in _TOKEN.finditer(text):
        if found[0] == "[":
            break
        weight += found.lastgroup == "name"
    return weight


class _Game:
    """A game that is read node by node: moves, and stones that are set up between them."""

    def __init__(self, rules: Rules, *, below: bool) -> None:
        self._rules = rules
        self._below = below
        self._replay = records.Replay(rules)
        self._at_root = True

    @property
    def position(self) -> Position:
        """The position after the nodes so far."""
        return self._replay.position

    def add(self, node: Node) -> None:
        """Set stones up, and play the moves of a node."""
        if not _PLACED.keys().isdisjoint(node):
            self._set_up(node)
        if "PL" in node:
            self._check_turn(_first(node, "PL"))
        for name, side in _QUEST.items():
            for point in ",".join(node.get(name, ())).split(","):
                if point:
                    self._play(point, side)
        began = self.position.side
        for side in (began, began.other):
            for value in node.get("BW"[side is Side.O], ()):
                self._play(value, side)
        self._at_root = False

    def _play(self, value: str, side: Side | None) -> None:
        point = value.strip()
        small = max(self._rules.rows, self._rules.columns) <= _LARGEST_WITH_PASS
        if point.lower() in _PASSES and (small or point.lower() != "tt"):
            self._replay.skip()
            return
        self._replay.fill(self._tile(point), point, side)

    def _set_up(self, node: Node) -> None:
        """Take stones away and put others there, after the moves that were made so far."""
        self._replay.check_passes()
        position = self.position
        stones = position.laid
        seen: dict[int, str] = {}
        for name, side in _PLACED.items():
            for value in node.get(name, ()):
                for point in _points(value.strip()):
                    tile = self._tile(point)
                    if tile is None or seen.setdefault(tile, name) != name:
                        self._replay.refuse(point, tile)
                    elif side is None:
                        stones.pop(tile, None)
                    else:
                        stones[tile] = side
        if [*stones.values()] == [list(Side)[ply % 2] for ply in range(len(stones))]:
            self._replay = records.Replay(self._rules)
            for tile in stones:
                self._replay.fill(tile, str(tile))
            added = len(stones.keys() - position.laid.keys())
            stood = sum(tile in stones for tile in position.tiles[: position.placed])
            # a node a stone: that is how some programs write moves
            placed = len(stones) if added > 1 or self._at_root else stood
            self._replay.position = self.position.placing(placed)
            return
        laid = ([tile for tile, whose in stones.items() if whose is side] for side in Side)
        self._replay.position = records.arranged(self._rules, *laid)

    def _check_turn(self, player: str) -> None:
        """Raise RecordError if the side that is to move has as many stones as it would after it."""
        side = _SIDES.get(player[:1].upper())
        if side in {None, self.position.side}:
            return
        stones = [*self.position.laid.values()]
        raise records.uneven(*map(stones.count, Side))

    def _tile(self, point: str) -> int | None:
        """The tile of a point; None where the board has none."""
        rules = self._rules
        if _POINT.fullmatch(point):
            column, row = (ascii_lowercase.index(letter) for letter in point.lower())
        elif named := _COORDINATE.fullmatch(point):
            column, row = ascii_lowercase.index(named[1].lower()), int(named[2]) - 1
            row = rules.rows - 1 - row if self._below else row
        else:
            return None
        return rules.tile_at(row, column)


def _points(value: str) -> Iterable[str]:
    """The points of a value: one, or all of a rectangle between two, as in `hh:hi`."""
    first, colon, last = value.partition(":")
    ends = first.strip().lower(), last.strip().lower()
    if not colon or not all(map(_POINT.fullmatch, ends)):
        yield value
        return
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(*ends, strict=True))
    for row in range(ord(top), ord(bottom) + 1):
        for column in range(ord(left), ord(right) + 1):
            yield f"{chr(column)}{chr(row)}"


def _moves(node: Node) -> Iterator[str]:
    """The points of a node where stones go."""
    for name in ("B", "W", *_PLACED):
        yield from node.get(name, ())


def _rules(root: Node, wanted: Rules | None) -> Rules:
    game, named = _first(root, "GM"), _first(root, "RU")
    if game and not game[0].isdigit():  # some write its name
        game, named = _GOMOKU, named or game
    if game not in {"", _GOMOKU} or (not game and any(_first(root, p).strip("0.") for p in _OF_GO)):
        name = _GAMES.get(game or "1", f"GM {records.quoted(game)}")
        raise RecordError(f"this file is of {name}", RecordProblem.OTHER_GAME, {"text": name})
    size = _first(root, "SZ") or _USUAL_SIZE
    shape = _SIZE.fullmatch(size)
    if shape is None:
        text = records.quoted(size)
        raise RecordError(f"{text!r} is no size of a board", RecordProblem.SIZE, {"text": text})
    columns, rows = int(shape[1]), int(shape[2] or shape[1])
    return records.board_named(rows, columns, named, wanted)


def _first(node: Node, name: str) -> str:
    """The first value of a property, "" where it has none."""
    values = node.get(name)
    return values[0].strip() if values else ""


def _main_line(text: str, number: int) -> tuple[list[Node], int]:
    """The nodes of a game from its root along each first variation, and how many games there are.

    Raises RecordError if there are not so many.
    """
    nodes: list[Node] = []
    values: list[str] = []
    games = depth = 0
    on_line = False
    start = BEGINNING.search(text)
    # one after another: after an unclosed bracket, looking for more would take long
    for found in _TOKEN.finditer(text, start.start() if start else 0):
        token, kind = found[0], found.lastgroup
        if kind == "sign":
            if token == "(":
                games += depth == 0
                on_line = on_line or (depth == 0 and games == number)
                depth += 1
            elif token == ")":
                on_line = False
                depth = max(0, depth - 1)
            elif on_line:
                nodes.append({})
        elif on_line and kind == "name" and nodes:
            values = nodes[-1].setdefault(_short(token), [])
        elif on_line and kind == "value":
            values.append(found["value"])
        elif kind == "other" and on_line:
            raise records.broken(text, found.start())
        elif token == "[":
            break
    if number > games or number < 1:
        raise RecordError(f"there are {games} games", RecordProblem.NUMBER, {"count": games})
    return nodes, games


def _short(name: str) -> str:
    """The name of a property as new files write it."""
    if short := _LONG_NAMES.get(name.lower()):
        return short
    return "".join(filter(str.isupper, name)) or name.upper()


def _ending(result: str) -> tuple[records.RecordedEnd | None, Side | None]:
    """How a file says that a game ended by resignation, on time or by agreement."""
    found = _RESULT.match(result)
    assert found is not None, "it matches nothing as well"
    if found["drawn"]:
        return records.RecordedEnd.DRAWN, None
    how = _HOW.get(found["how"].upper())
    return (how, _SIDES[found["winner"]]) if how and found["winner"] else (None, None)
