"""Games as others write them: which form a text has, and what all forms share.

    sgf       the files of most programs for gomoku and renju
    psq       the files of Piskvork and Gomocup, and what is said in their protocol
    pasted    codes, lists of moves, links

What is read is a `Recorded` game, and never a guess: where a text does not tell its game,
`RecordError` says what is wrong, and where. Anybody may send a text, so reading takes time in
proportion to its length: no pattern backtracks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NoReturn

from engine.game import ReadableEnum
from engine.game.errors import (
    IllegalMoveError,
    InvalidMoveError,
    MoveProblem,
    RecordError,
    RecordProblem,
    RulesError,
)
from engine.game.notation import RULES_CODE, coordinate, decode_rules
from engine.game.position import Position, Side
from engine.game.rules import MAX_SIDE, Rules, Variant

GOAL: Final = 5
OURS: Final = re.compile(rf"kinarow\s++({RULES_CODE})", re.IGNORECASE)
"""What a file calls rules that only Kinarow has a name for, with the code of them."""
LONGEST_RECORD: Final = 1 << 16
"""Characters of a text that is read; a whole game with comments has a few thousand."""
_QUOTED: Final = 24
"""The most characters of a text that an error repeats."""


class RecordedEnd(ReadableEnum):
    """How a record says that a game ended which its moves did not end."""

    RESIGNED = "resigned"
    TIME = "time"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game that was read."""

    position: Position
    mirrored: Position | None = None
    """The position if rows count from below, where the text does not tell; else None."""
    end: RecordedEnd | None = None
    winner: Side | None = None
    """Who won by resignation or time."""
    number: int = 1
    """Which of the games of the text it is."""
    count: int = 1
    """How many games the text has."""


class Replay:
    """A game that is read move by move; what cannot be played raises `RecordError`."""

    def __init__(self, rules: Rules) -> None:
        self.position = Position.start(rules)
        self._has_passed = False

    def play(self, move: int | None, name: str, side: Side | None = None) -> None:
        """Play a move that a text calls by a name, for a side if it names one.

        None is a move off the board.
        """
        self.check_passes()
        position, shown = self.position, quoted(name)
        if move is None:
            self.refuse(name, None)
        if side not in {None, position.side}:
            turn = position.side.value
            reason = f"it is the turn of {turn}"
            raise self._error(shown, reason, RecordProblem.TURN, side=turn)
        try:
            self.position = position.play(move)
        except InvalidMoveError as error:
            raise self._error(shown, str(error), RecordProblem.OUTSIDE) from error
        except IllegalMoveError as error:
            why = error.problem.value
            shown = shown if name.isalnum() and not name.isalpha() else self._shown(move)
            raise self._error(shown, why, RecordProblem.MOVE, why=why) from error

    def fill(self, tile: int | None, name: str, side: Side | None = None) -> None:
        """Play on a tile; where discs fall it is the one to which the next of its column falls."""
        rules = self.position.rules
        if tile is None or not rules.gravity:
            self.play(tile, name, side)
            return
        column = (tile - 1) % rules.columns + 1
        try:
            floats = self.position.landing(column) != tile
        except IllegalMoveError:
            floats = False  # full, or the game is over: it is played to say so
        if floats:
            why = MoveProblem.FLOATING.value
            raise self._error(quoted(name), why, RecordProblem.MOVE, why=why)
        self.play(column, name, side)

    def refuse(self, name: str, tile: int | None) -> NoReturn:
        """Raise RecordError for a stone off the board, or on a tile where another one is."""
        if tile is None:
            raise self._error(quoted(name), "not on this board", RecordProblem.OUTSIDE)
        why = MoveProblem.TAKEN.value
        raise self._error(self._shown(tile), why, RecordProblem.MOVE, why=why)

    def skip(self) -> None:
        """Note a pass: some programs write one at the end. It is no move."""
        self._has_passed = True

    def check_passes(self) -> None:
        """Raise RecordError if something follows a pass: there is none in these games."""
        if self._has_passed:
            ply = self.position.ply + 1
            raise RecordError(f"move {ply}: a pass", RecordProblem.PASS, {"ply": ply})

    def _error(self, move: str, reason: str, problem: RecordProblem, **facts: str) -> RecordError:
        """The error for the next move, as it is shown."""
        ply = self.position.ply + 1
        named: dict[str, str | int] = {"ply": ply, "move": move, **facts}
        return RecordError(f"move {ply}, {move}: {reason}", problem, named)

    def _shown(self, move: int) -> str:
        """A move as boards of its size name it."""
        rules = self.position.rules
        return str(move) if rules.gravity else coordinate(rules, move)


def board(rows: int, columns: int, variant: Variant, wanted: Rules | None = None) -> Rules:
    """The rules of a file: five in a row, by the variant of `wanted` rules if there are any.

    Raises RecordError for a board that is too small or too large.
    """
    if not all(GOAL <= side <= MAX_SIDE for side in (rows, columns)):
        size = f"{columns}x{rows}"
        problem = f"{size} is no board here"
        raise RecordError(problem, RecordProblem.SIZE, {"text": size, "least": GOAL})
    return Rules(rows, columns, GOAL, variant=variant if wanted is None else wanted.variant)


def board_named(rows: int, columns: int, name: str, wanted: Rules | None = None) -> Rules:
    """The same by what a file calls its rules: a variant, or a code of ours for any other game.

    Raises RecordError.
    """
    ours = OURS.fullmatch(name.strip())
    if ours is None:
        return board(rows, columns, Variant.FREESTYLE if wanted else variant_named(name), wanted)
    try:
        rules = decode_rules(ours[1].lower())
    except RulesError as error:
        text = quoted(ours[1])
        raise RecordError(str(error), RecordProblem.RULES, {"text": text}) from error
    if (rules.rows, rules.columns) != (rows, columns):
        size = f"{columns}x{rows}"
        raise RecordError(f"{size} is no board of it", RecordProblem.SIZE, {"text": size})
    return rules


def arranged(rules: Rules, first: Iterable[int], second: Iterable[int]) -> Position:
    """The position with these tiles of X and of O, whose order is not known.

    They are laid in an order that can be played: what would be a foul waits for others, and so does
    what ends the game. Raises RecordError where they are not of a game.
    """
    left = {Side.X: list(first), Side.O: list(second)}
    black, white = map(len, left.values())
    if black - white not in (0, 1):
        raise uneven(black, white)
    replay = Replay(rules)
    for _ in range(black + white):
        tiles = left[replay.position.side]
        tile = _next(replay.position, tiles, last=black + white - replay.position.ply == 1)
        tiles.remove(tile)
        replay.fill(tile, coordinate(rules, tile))
    position = replay.position
    return position.placing(position.ply)


def arranged_to_move(rules: Rules, own: list[int], theirs: list[int]) -> Position:
    """The same with the tiles of the side to move, and of the other."""
    return arranged(rules, *((own, theirs) if len(own) == len(theirs) else (theirs, own)))


def uneven(black: int, white: int) -> RecordError:
    """The error for so many stones of X and of O."""
    return RecordError(
        f"{black} stones of X and {white} of O: the sides take turns",
        RecordProblem.STONES,
        {"black": black, "white": white},
    )


def _next(position: Position, tiles: list[int], *, last: bool) -> int:
    """The first stone that can be laid and does not end the game before the last one."""
    if last:
        return tiles[0]
    for tile in tiles:
        if (
            _free(position, tile)
            and position.foul(tile) is None
            and not position.line(position.side, tile)
        ):
            return tile
    return tiles[0]


def _free(position: Position, tile: int) -> bool:
    """Whether a stone can be laid on a tile: where discs fall, on top of the others."""
    rules = position.rules
    below = tile + rules.columns
    held = not rules.gravity or below > rules.rows * rules.columns or position.at(below) is not None
    return tile <= rules.rows * rules.columns and position.at(tile) is None and held


def only(found: Recorded, number: int) -> Recorded:
    """The only game of a text. Raises RecordError if another one was asked for."""
    if number != 1:
        raise RecordError("there is one game", RecordProblem.NUMBER, {"count": 1})
    return found


def either_way(
    read: Callable[[bool], Position], below: bool | None
) -> tuple[Position, Position | None]:
    """A game whose rows may count from below, read as it is meant.

    Where nobody says which and both are possible, the second position is the one from below.
    """
    if below is not None:
        return read(below), None
    try:
        top = read(False)
    except RecordError as error:
        try:
            return read(True), None
        except RecordError:
            raise error from None
    try:
        low = read(True)
    except RecordError:
        return top, None
    return top, None if low == top else low


def quoted(text: str) -> str:
    """A text as an error repeats it: in one line, and not long."""
    words = " ".join(text[: 4 * _QUOTED].split())
    line = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words
    )
    return line if len(line) <= _QUOTED else f"{line[: _QUOTED - 1]}…"


def broken(text: str, at: int) -> RecordError:
    """The error for a text that makes no sense at a place."""
    line = text.count("\n", 0, at) + 1
    rest = quoted(text[at : at + _QUOTED])
    return RecordError(
        f"line {line}: {rest!r} is out of place",
        RecordProblem.BROKEN,
        {"text": rest, "line": line},
    )


# --- Rules, as people name them

_WORD: Final = re.compile(r"[a-zà-ÿ]+|[\u0430-\u0451]+|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]+")
_RENJU: Final = frozenset(
    (
        *("renju", "rif", "taraguchi", "yamaguchi", "soosorv", "soosõrv", "sosyrv", "soosyrv"),
        *("tarannikov", "sakata", "連珠", "连珠", "有禁手", "禁手", "有禁", "렌주"),
        *("рэндзю", "рендзю"),
    )
)
"""The game, the federation that keeps its rules, and the openings that only it has."""
_CARO: Final = frozenset(("caro",))
_EXACT: Final = frozenset(("standard", "std", "exact", "exactly"))
_FREE: Final = frozenset(
    (
        *("freestyle", "free", "gomoku", "gobang", "fastgame", "unlimited", "five", "fiveinarow"),
        *("swap", "pro", "longpro", "五子棋", "五目並べ", "五目", "无禁手", "無禁手", "无禁"),
        *("無禁", "自由", "오목", "гомоку"),
    )
)
_NAMES: Final = (
    (Variant.RENJU, _RENJU),
    (Variant.CARO, _CARO),
    (Variant.EXACT, _EXACT),
    (Variant.FREESTYLE, _FREE),
)
"""What people call the variants; the first that is named counts, as in “Standard Gomoku”."""


def variant_named(text: str) -> Variant:
    """The variant that a record names, the usual one for no name. Raises RecordError.

    >>> variant_named("Renju - Taraguchi-10"), variant_named("Standard1"), variant_named("")
    (Variant.RENJU, Variant.EXACT, Variant.FREESTYLE)
    """
    words = frozenset(_WORD.findall(text.lower()))
    for variant, names in _NAMES:
        if not words.isdisjoint(names):
            return variant
    if plain := quoted(text.strip(" ?-")):
        raise RecordError(f"no rules are called {plain!r}", RecordProblem.RULES, {"text": plain})
    return Variant.FREESTYLE
