"""The engine as a program for gomoku tournaments and boards: `pbrain-kinarow`.

It speaks the protocol of Gomocup and Piskvork by P. Laštovička,
https://plastovicka.github.io/protocl2en.htm: the manager writes a line, such as `TURN 7,7`, and
the program answers with a line, such as `8,6`. Columns and rows are counted from 0. It plays
freestyle, exactly five in a row, renju, and caro where exactly five win (rules 0, 1, 4 and 9).

Stones come in a block that `DONE` ends. What it is for is said by the word that begins it:

    BOARD         to make a move: each line is a place and whose stone it is, 1 the program's
    YXBOARD       to stand there, without an answer; a word of Yixin's
    SWAP2BOARD    to open a game by swap2: each line is a place, black's first; the answer is three
                  places for no stones, and for three or five `SWAP` or the places of stones
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from time import perf_counter
from typing import Final

from engine.coaching.openings import (
    ALL_STONES,
    FIRST_STONES,
    balanced_opening,
    fits_openings,
    stones_laid,
)
from engine.compiling import compile_all, is_compiled
from engine.engine import analyse
from engine.game.errors import EngineError
from engine.game.position import Position
from engine.game.psq import RULES
from engine.game.records import GOAL, arranged, arranged_to_move
from engine.game.rules import Rules, Variant
from engine.thinking.analysis import Analysis, Memory
from engine.thinking.clock import Limit
from engine.thinking.reasons import only_move

Think = Callable[[Position, float], Analysis]
"""Analyses a position in so many seconds."""
Now = Callable[[], float]
"""Returns the time in seconds since any fixed moment."""

NAME: Final = "Kinarow"
_CONTINUOUS: Final = 2
"""The bit in a rule's number that asks for game after game on one board; it says nothing of one
game."""
_PLAYED: Final = ", ".join(map(str, RULES))
"""The rules that are played, in words."""
_USUAL_TURN: Final = 30.0
"""Seconds for a move where the manager sets no time: the protocol's default."""
_RESERVE: Final = 0.02
"""Seconds that a search may end late, and an answer may need on its way."""
_LEAST: Final = 0.01
"""Seconds for a move where the manager wants it as fast as possible, or no time is left."""
_MOVES_LEFT: Final = 20
"""The time left is divided among so many moves: long games take some 40 moves of each side."""


class ProtocolError(Exception):
    """A line that cannot be obeyed; the message is for the manager."""


@dataclass(slots=True)
class Timing:
    """The time of a game in seconds: for each move, and what is left for all of them."""

    turn: float = _USUAL_TURN
    match: float | None = None
    left: float | None = None

    def seconds(self) -> float:
        """How long the next move may take.

        >>> Timing(turn=5.0).seconds(), Timing(turn=5.0, match=180.0, left=20.02).seconds()
        (4.98, 1.0)
        """
        bounds = [self.turn - _RESERVE]
        left = self.match if self.left is None else self.left
        if self.match is not None and left is not None:
            bounds.append((left - _RESERVE) / _MOVES_LEFT)
        return max(_LEAST, min(bounds))


class Program:
    """The program between the first line of its manager and `END`: a board, and the time."""

    def __init__(
        self, think: Think, version: str, rng: random.Random, now: Now = perf_counter
    ) -> None:
        self._think = think
        self._rng = rng
        self._now = now
        self._about = f'name="{NAME}", version="{version}"'
        self._position: Position | None = None
        self._block = ""
        """The word of the block of stones that is under way, if one is."""
        self._stones: list[tuple[int, int]] = []
        """The tiles and owners of that block so far."""
        self._timing = Timing()
        self._variant: Variant | None = Variant.FREESTYLE
        """None after a rule by which no move is made."""
        self._asked = now()
        """When the last line came."""
        self.ended = False

    def answers(self, line: str) -> Iterator[str]:
        """What is said to a line of the manager."""
        self._asked = self._now()
        word, _, rest = line.strip().partition(" ")
        try:
            if self._block:
                yield from self._placed(line.strip())
            elif word:
                yield from self._obeyed(word.upper(), rest.strip())
        except (ProtocolError, EngineError) as error:
            yield f"ERROR {error}"

    def _obeyed(self, word: str, rest: str) -> Iterator[str]:
        match word:
            case "START":
                yield from self._start(rest, rest)
            case "RECTSTART":
                columns, _, rows = rest.partition(",")
                yield from self._start(rows, columns)
            case "RESTART":
                self._position = Position.start(self._board.rules)
                yield "OK"
            case "BEGIN":
                self._position = Position.start(self._board.rules)
                yield self._move()
            case "TURN":
                self._play(rest)
                yield self._move()
            case "BOARD" | "YXBOARD" | "SWAP2BOARD":
                self._position = Position.start(self._board.rules)
                self._block, self._stones = word, []
            case "TAKEBACK":
                self._take_back(rest)
                yield "OK"
            case "INFO":
                yield from self._note(*rest.lower().split()[:2])
            case "ABOUT":
                yield self._about
            case "END":
                self.ended = True
            case _:
                yield f"UNKNOWN command {word[:20]}"

    def _play_by(self, rule: str) -> None:
        """Play by a rule from here on, even in a game that has begun."""
        self._variant = None
        known = rule.isdecimal() and len(rule) < len("1000")
        variant = RULES.get(int(rule) & ~_CONTINUOUS) if known else None
        if variant is None:
            raise ProtocolError(f"rule {rule[:20]} is not played, but {_PLAYED} are")
        if self._position is not None:
            rules = replace(self._position.rules, variant=variant)
            self._position = Position.from_moves(rules, self._position.moves)
        self._variant = variant

    def _load(self) -> None:
        """Think for a moment by every rule, so that no move waits for what a first search loads.

        The manager names the rule later, does not wait for an answer, and asks for a move.
        """
        for variant in RULES.values():
            self._think(Position.start(replace(self._board.rules, variant=variant)), _LEAST)

    @property
    def _board(self) -> Position:
        if self._position is None:
            raise ProtocolError("START comes first")
        return self._position

    def _start(self, rows: str, columns: str) -> Iterator[str]:
        if not is_compiled():
            yield "MESSAGE compiling the engine, once on a machine"
        played = self._variant or Variant.FREESTYLE
        self._position = Position.start(
            Rules(_number(rows), _number(columns), GOAL, variant=played)
        )
        self._load()
        yield "OK"

    def _placed(self, line: str) -> Iterator[str]:
        """Take a stone of a block, or answer the block at its end."""
        if line.upper() == "DONE":
            word, self._block = self._block, ""
            yield from self._stood(word)
        elif self._block == "SWAP2BOARD":
            self._stones.append((self._tile(line), 0))
        else:
            place, _, owner = line.rpartition(",")
            self._stones.append((self._tile(place), _number(owner)))

    def _stood(self, word: str) -> Iterator[str]:
        """Answer a block by the stones that it has told."""
        rules, tiles = self._board.rules, [tile for tile, _ in self._stones]
        if word == "SWAP2BOARD":
            self._position = Position.from_moves(rules, tiles)
            yield self._opened()
            return
        # those of the program are numbered 1
        owned = [owner == 1 for _, owner in self._stones]
        own, theirs = (
            [tile for tile, whose in zip(tiles, owned, strict=True) if whose == mine]
            for mine in (True, False)
        )
        if word == "BOARD":
            self._position = arranged_to_move(rules, own, theirs)
            yield self._move()
        elif all(one != other for one, other in pairwise(owned)):
            self._position = Position.from_moves(rules, tiles)  # told in the order played
        else:
            began, other = (theirs, own) if len(theirs) > len(own) else (own, theirs)
            self._position = arranged(rules, began, other)

    def _opened(self) -> str:
        """Take part in swap2, and name the stones laid, or say that black is taken."""
        if self._variant is None:
            raise ProtocolError("this rule is not played")
        position = self._board
        if position.ply == 0:
            if not fits_openings(position.rules):
                raise ProtocolError("the openings of swap2 do not fit on the board")
            laid = balanced_opening(position.rules, self._rng)
        elif position.ply in (FIRST_STONES, ALL_STONES):
            laid = stones_laid(position, self._seconds_left, self._think, self._rng)
        else:
            raise ProtocolError("swap2 asks with no, three or five stones")
        for tile in laid:
            self._position = self._board.play(tile)
        return " ".join(map(self._place, laid)) or "SWAP"

    def _play(self, place: str) -> None:
        self._position = self._board.play(self._tile(place))

    def _take_back(self, place: str) -> None:
        moves, tile = self._board.moves, self._tile(place)
        if not moves or moves[-1] != tile:
            raise ProtocolError("this was not the last move")
        self._position = Position.from_moves(self._board.rules, moves[:-1])

    def _move(self) -> str:
        """Find a move, play it, and name it."""
        if self._variant is None:
            raise ProtocolError("this rule is not played")
        if self._board.outcome is not None:
            raise ProtocolError("the game is over")
        tile = only_move(self._board)
        if tile is None:
            tile = self._think(self._board, self._seconds_left).best
        self._position = self._board.play(tile)
        return self._place(tile)

    @property
    def _seconds_left(self) -> float:
        """How long the answer to the last line may take from now on."""
        return max(_LEAST, self._timing.seconds() - (self._now() - self._asked))

    def _place(self, tile: int) -> str:
        row, column = divmod(tile - 1, self._board.rules.columns)
        return f"{column},{row}"

    def _tile(self, place: str) -> int:
        rules = self._board.rules
        x, _, y = place.partition(",")
        column, row = _number(x), _number(y)
        if (tile := rules.tile_at(row, column)) is None:
            raise ProtocolError(f"{column},{row} is not on the board")
        return tile

    def _note(self, key: str = "", value: str = "") -> Iterator[str]:
        """Take a setting; what is not needed is ignored, as the protocol wants."""
        if key == "rule":
            try:
                self._play_by(value)
            except (ProtocolError, EngineError) as error:
                yield f"MESSAGE {error}"  # for people: settings are not answered
        with suppress(ProtocolError):
            match key:
                case "timeout_turn":
                    self._timing.turn = _number(value) / 1000
                case "timeout_match":
                    self._timing.match = _number(value) / 1000 or None
                case "time_left":
                    self._timing.left = _number(value) / 1000


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ProtocolError(f"{text[:20]!r} is no number") from None


@cache
def _compile() -> None:
    """Compile the engine where this machine has not done that yet, at the first call.

    It is not loaded whole: that would take 240 of the 350 MB that the tournament gives a program.
    """
    if not is_compiled():
        compile_all()


class Searcher:
    """The engine thinking about the moves of a game, each search going on from the last.

    Preparing for its first search takes a second or more: `START` asks for that.
    """

    def __init__(self) -> None:
        self._memory = Memory()

    def __call__(self, position: Position, seconds: float) -> Analysis:
        """What is found, above all the best move."""
        _compile()
        return analyse(position, Limit(seconds=seconds), every=False, memory=self._memory)


def converse(lines: Iterable[str], program: Program, say: Callable[[str], None]) -> None:
    """Answer the lines of a manager until `END` or the end of input."""
    for line in lines:
        for answer in program.answers(line):
            say(answer)
        if program.ended:
            return


def main() -> None:
    """Be the program `pbrain-kinarow`."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("kinarow")
    except PackageNotFoundError:
        found = "from its sources"
    with suppress(BrokenPipeError, KeyboardInterrupt):
        converse(sys.stdin or (), Program(Searcher(), found, random.Random()), _say)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()  # the manager waits for it


if __name__ == "__main__":
    main()
