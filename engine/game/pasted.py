"""Games as people paste them: codes, lists of moves and links.

    15x15x5:113-114       the code of Kinarow, which has the rules in it
    15x15x5:h8-i9         the same with the names of tiles; rows count from the top
    h8i9j10               five in a row, as gomoku sites write it; also 1. h8 i9 2. j10
    226744515337          Connect Four, as solvers write it, also in a link to one
    <move>h8 i9</move>    the games of RenjuNet

Rows of other lists may count from the bottom, as on most sites: the person who sends one is asked.
If the moves do not show which board it is, the person has to name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote

from engine.game.errors import RecordError, RecordProblem, RulesError, RulesProblem
from engine.game.notation import RULES_CODE, decode_rules
from engine.game.position import Position, Side
from engine.game.records import Recorded, Replay, broken, either_way, only, variant_named
from engine.game.rules import PRESETS, Rules, Variant
from engine.game.sheet import sheet_of

GAP: Final = "\ufeff\x00 \t\r\n"
CODE: Final = re.compile(rf"({RULES_CODE}):(.*)", re.DOTALL | re.IGNORECASE)
_NUMBERS: Final = re.compile(r"(?:[0-9]{1,3}\+)*(?:[0-9]{1,3}(?:-[0-9]{1,3})*)?")
COLUMNS: Final = re.compile(r"[1-9]{2,}")
LINK: Final = re.compile(r"(?:https?://|www\.)\S++", re.IGNORECASE)
_IN_LINK: Final = re.compile(r"(?:pos|position|moves|game)=([1-9]{2,})(?![0-9])", re.IGNORECASE)
_TILES_IN_LINK: Final = re.compile(r"[#/=]((?:[a-t](?:20|1[0-9]|[1-9])[-_,]?+){2,}+)(?![a-z0-9])")
RENJUNET: Final = re.compile(r"<move>([^<]*+)</move>", re.IGNORECASE)
_SIZES: Final = (15, 19, 20)
"""The boards of five in a row on which a list may be, the smallest that holds it first."""
_SMALL: Final = 7
"""A list on so many rows and columns is rather of a smaller game than of gomoku."""
_GO_COLUMNS: Final = 19
TOKEN: Final = re.compile(
    r"(?P<gap>(?:[\s,;|/>~_\-\u2013\u2014\u2192]|\*\*)++|\{[^{}]*+\}|\$[0-9]{1,3})"
    r'|\[\s*+(?P<tag>[A-Za-z]++)\s++"(?P<value>[^"\n]*+)"\s*+\]'
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|0-0|\*)(?![0-9]))"
    r"|(?:\((?=[0-9]{1,3}\s?\)))?(?P<number>[0-9]{1,3})(?:\s*+(?P<dots>[.:\u3001]++)|\s?\))"
    r"|(?P<tile>[a-t])(?P<row>20|1[0-9]|0?[1-9])(?![0-9])[!?#+]*+"
    r"|(?P<side>(?:black|white|[bwxo])(?![a-z])|[\u25cf\u25cb\u26ab\u26aa\u9ed1\u9ed2\u767d]):?"
    r"|(?P<pass>pass)"
    r"|(?P<plain>[0-9]{1,3})(?![0-9])"
    r"|(?P<other>.)",
    re.DOTALL | re.IGNORECASE,
)
_ASIDE: Final = re.compile(r"\s*+(?:[0-9]{1,3}\s*+[.:]|[^a-t0-9\s()]|[a-z]{2})", re.IGNORECASE)
"""What stands in brackets and is no move of the game: another line, with numbers, or words."""
_X: Final = frozenset(("black", "b", "x", "\u25cf", "\u26ab", "\u9ed1", "\u9ed2"))
_RULE_TAGS: Final = frozenset(("rule", "rules", "ruleset", "variant"))


def read_renjunet(moves: Sequence[str], number: int, wanted: Rules | None) -> Recorded:
    """A game of RenjuNet, whose rows count from below."""
    if not 1 <= number <= len(moves):
        count = len(moves)
        raise RecordError(f"there are {count} games", RecordProblem.NUMBER, {"count": count})
    rules = wanted or PRESETS["renju"]
    game = [*_tokens(moves[number - 1])]
    return Recorded(_replayed(game, rules, below=True), number=number, count=len(moves))


_OF_RULES: Final = {
    RulesProblem.GOAL: RecordProblem.GOAL,
    RulesProblem.VARIANT: RecordProblem.VARIANT,
}
"""What is wrong with a code whose rules are; any other is of the size of the board."""


def read_list(text: str, number: int, wanted: Rules | None, below: bool | None) -> Recorded:
    """A code, a link or a list of moves."""
    if link := LINK.match(text):
        return _read_link(link[0], wanted, below)
    if code := CODE.fullmatch(text):
        return only(_read_code(code[1].lower(), code[2].strip().lower()), number)
    columns = wanted is None or (wanted.gravity and wanted.columns <= 9)
    if columns and COLUMNS.fullmatch(text):
        rules = wanted or PRESETS["connect4"]
        return only(Recorded(_by_numbers(rules, [*text])), number)
    games = [*_games(text)]
    count = len(games)
    if not 1 <= number <= max(1, count):
        raise RecordError(f"there are {count} games", RecordProblem.NUMBER, {"count": count})
    if not games:
        raise RecordError("that is no game in a form known here", RecordProblem.UNKNOWN)
    game = games[number - 1]
    plain = [part["plain"] for part in game if part["plain"]]
    if plain:
        if any(part["tile"] for part in game):
            raise RecordError("that is no game in a form known here", RecordProblem.UNKNOWN)
        if wanted is None:
            raise RecordError("the board cannot be told from numbers", RecordProblem.BOARD)
        return Recorded(_by_numbers(wanted, plain), number=number, count=count)
    rules = wanted or _board_of(game)
    position, mirrored = either_way(lambda low: _replayed(game, rules, below=low), below)
    return Recorded(position, mirrored, number=number, count=count)


def _read_link(link: str, wanted: Rules | None, below: bool | None) -> Recorded:
    link = unquote(link)
    if found := _IN_LINK.search(link) or _TILES_IN_LINK.search(link.lower()):
        return read_list(found[1], 1, wanted, below)
    raise RecordError("a link is not opened", RecordProblem.LINK)


def _read_code(shape: str, moves: str) -> Recorded:
    """A code of Kinarow, by the numbers of its moves or the names of its tiles."""
    try:
        rules = decode_rules(shape)
    except RulesError as error:
        problem = _OF_RULES.get(error.problem, RecordProblem.SIZE)
        raise RecordError(str(error), problem, {"text": shape, **error.facts}) from error
    if _NUMBERS.fullmatch(moves):
        position = _by_numbers(rules, re.findall("[0-9]+", moves))
        return Recorded(position.placing(moves.count("+")))
    game = [*_tokens(moves)]
    if all(part["plain"] for part in game):
        return Recorded(_by_numbers(rules, [part["plain"] for part in game]))
    return Recorded(_replayed(game, rules, below=False))


def _by_numbers(rules: Rules, moves: Sequence[str]) -> Position:
    replay = Replay(rules)
    for move in moves:
        replay.play(int(move), move)
    return replay.position


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """The parts of a list without what lies between them. Raises RecordError for other words."""
    depth = opened = 0
    for found in TOKEN.finditer(text):
        if found["other"] == "(":
            if depth == 0 and not _ASIDE.match(text, found.end()):
                raise broken(text, found.start())
            opened = found.start() if depth == 0 else opened
            depth += 1
        elif (depth and found["number"] and found[0][0] != "(" and found[0][-1] == ")") or (
            found["other"] == ")" and depth
        ):
            depth -= 1
        elif depth == 0 and found["other"]:
            if text[: found.start()].strip(GAP):
                raise broken(text, found.start())
            raise RecordError("that is no game in a form known here", RecordProblem.UNKNOWN)
        elif depth == 0 and not found["gap"]:
            yield found
    if depth:
        raise broken(text, opened)


def _games(text: str) -> Iterator[list[re.Match[str]]]:
    """The parts of each game of a list: one ends with its result, or where tags begin another."""
    game: list[re.Match[str]] = []
    begun = False
    for part in _tokens(text):
        if part["tag"] and begun:
            yield game
            game, begun = [], False
        game.append(part)
        begun = begun or any((part["tile"], part["plain"], part["pass"]))
        if part["result"] and begun:
            yield game
            game, begun = [], False
    if begun:
        yield game


def _board_of(game: Sequence[re.Match[str]]) -> Rules:
    """The board that a list needs. Raises RecordError if it may be of another game than gomoku."""
    columns = max((_column(part) + 1 for part in game if part["tile"]), default=0)
    rows = max((int(part["row"]) for part in game if part["tile"]), default=0)
    letters = {part["tile"].lower() for part in game if part["tile"]}
    skips = "i" not in letters and columns > _GO_COLUMNS >= rows
    if max(columns, rows) <= _SMALL or skips:
        raise RecordError("the board cannot be told from these moves", RecordProblem.BOARD)
    side = next(size for size in _SIZES if size >= max(columns, rows))
    named = [part["value"] for part in game if (part["tag"] or "").lower() in _RULE_TAGS]
    variant = variant_named(named[0]) if named else Variant.FREESTYLE
    return Rules(side, side, 5, variant=variant)


def _column(part: re.Match[str]) -> int:
    return ord(part["tile"].lower()) - ord("a")


def _replayed(game: Sequence[re.Match[str]], rules: Rules, *, below: bool) -> Position:
    """The position after the moves of a list."""
    replay = Replay(rules)
    letters = {part["tile"].lower() for part in game if part["tile"]}
    skips = "i" not in letters and "t" in letters and rules.columns == _GO_COLUMNS
    side: Side | None = None
    pairs = plies = True
    for part in game:
        ply = replay.position.ply + 1
        if part["number"]:
            number = int(part["number"])
            pairs = pairs and ply in {2 * number - 1, 2 * number}
            plies = plies and ply == number
            if not pairs and not plies:
                raise broken(part.string, part.start())
        elif part["side"]:
            side = Side.X if part["side"].lower() in _X else Side.O
        elif part["pass"]:
            replay.skip()
        elif part["plain"]:
            raise broken(part.string, part.start())
        elif part["tile"]:
            column, row = _column(part), int(part["row"]) - 1
            column -= skips and column > ord("i") - ord("a")
            sheet = sheet_of(rules)
            tile = sheet.tile_at(sheet.rows - 1 - row if below else row, column)
            replay.fill(tile, part["tile"] + part["row"], side)
            side = None
    return replay.position
