"""A position as the explorer shows it, and when two positions count as the same.

Two positions are the same if they have the same stones, whatever the order of the moves, or if one
is the other turned or mirrored: what is true of one is true of the other, and a small server has
few games to count.

What people explore is read here, and positions are written into the ids of buttons.
"""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from bot.errors import AnyProblem, Problem, UserError
from bot.games.loading import Source, parse_game_or_source, parse_source
from bot.match import grammar
from bot.match.notes import Hint
from bot.match.results import Tally
from bot.match.session import GameId, Session
from bot.show.text.language import Sentence
from engine import (
    RULES_CODE,
    EngineError,
    Level,
    Position,
    Rules,
    Verdict,
    alike,
    encode_game,
    parted,
    stones_of,
    symmetries,
)


class ExploreProblem(AnyProblem):
    """Why a position is not explored."""

    HERE = Sentence(
        "The game here may still come to this position. Explore it when the game is over; until "
        "then there is {hint}."
    )
    UNAIDED = Sentence(
        "The game here may still come to this position. Explore it when the game is over."
    )
    ELSEWHERE = Sentence(
        "A game of yours in another channel may still come to this position. Explore it when that "
        "game is over."
    )


_UNPLAYED: Final = Tally()


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move, with those that are the same by symmetry: one line of the table."""

    moves: tuple[int, ...]
    """The best first, and then ascending."""
    verdict: Verdict
    """The best verdict among them, for the side to move."""
    played: Tally = _UNPLAYED
    """The results of games here in which it was played, for the side to move."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """A position with all that is known about its moves. `hint` is None if the game is over."""

    position: Position
    hint: Hint | None = None
    played: Mapping[int, Tally] = field(default_factory=dict)
    """By the lowest of the moves that are the same by symmetry; moves nobody made are missing."""

    @property
    def moves(self) -> tuple[ExploredMove, ...]:
        """Every legal move once, the best first."""
        if self.hint is None:
            return ()
        verdicts = self.hint.analysis.verdicts
        same = alike(self.position)
        best: dict[int, ExploredMove] = {}
        for move, verdict in verdicts.items():
            first = same[move][0]
            if first not in best:
                moves = (move, *(other for other in same[move] if other != move))
                best[first] = ExploredMove(moves, verdict, self.played.get(first, _UNPLAYED))
        return tuple(best.values())

    def shown(self, most: int) -> tuple[ExploredMove, ...]:
        """At most `most` moves, the best first: the better half of them, and the most played."""
        every = self.moves
        often = sorted(every, key=lambda move: -move.played.games)
        popular = [move for move in often if move.played.games]
        ranked = dict.fromkeys(chain(every[: (most + 1) // 2], popular[: most // 2], every))
        chosen = list(ranked)[:most]
        return tuple(move for move in every if move in chosen)


@dataclass(frozen=True, slots=True)
class Trail:
    """A position as somebody reached it: by the first moves of a finished game, or without one."""

    position: Position
    game: GameId | None = None
    shared: int = 0
    """How many of the first moves come from the game."""

    def start(self) -> Trail:
        """Go to the empty board."""
        return Trail(Position.start(self.position.rules))

    def back(self) -> Trail:
        """Take the last move back."""
        kept = max(0, self.position.ply - 1)
        return Trail(self.position.until(kept), self.game, min(self.shared, kept))

    def on(self, move: int) -> Trail:
        """Go on with a legal move."""
        return Trail(self.position.play(move), self.game, self.shared)


def trail_of(finished: Session) -> Trail:
    """The trail to the end of a finished game."""
    return Trail(finished.position, finished.game, finished.position.ply)


class Pattern:
    """A position to be found in games: the same stones, in any order, turned or mirrored.

    In vanishing it is the same moves, turned or mirrored.
    """

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.ply = position.ply
        first = {move: same[0] for move, same in alike(position).items()}
        self._images: dict[object, dict[int, int]] = {}
        """For each image of the stones, which move of the position each of its moves is."""
        self.lines: list[tuple[int, ...]] = []
        """The moves of the position in each of its images."""
        for symmetry in symmetries(position.rules):
            image = _stones(self.rules, [symmetry.moves[move] for move in position.moves])
            if image not in self._images:
                self._images[image] = {symmetry.moves[move]: first[move] for move in first}
                self.lines.append(tuple(symmetry.moves[move] for move in position.moves))

    def next_move(self, moves: Sequence[int]) -> int | None:
        """Return how a game went on from the position, or None if it did not reach it.

        `moves` are at least `ply` + 1 moves of the game. Of moves that are the same by symmetry
        the lowest is returned, as the position has it.
        """
        image = self._images.get(_stones(self.rules, moves[: self.ply]))
        return None if image is None else image[moves[self.ply]]


def leads_to(start: Position, later: Position) -> bool:
    """Whether `later` has all stones of `start`, turned or mirrored: it may follow from it."""
    if start.rules != later.rules or start.ply > later.ply:
        return False
    if not start.rules.plain:
        first = later.moves[: start.ply]
        turns = symmetries(start.rules)
        return any(tuple(turn.moves[one] for one in start.moves) == first for turn in turns)
    x, o = stones_of(later)
    images = (symmetry.of(stones_of(start)) for symmetry in symmetries(start.rules))
    return any(image[0] <= x and image[1] <= o for image in images)


def may_be_explored(live: Session) -> bool:
    """Whether people may look at the moves of a game in progress.

    Not between people, nor when a whole channel plays, nor in a game without help, nor in one that
    may still be rated.
    A hint makes a game against the engine unrated, and the adaptive level is never rated.
    """
    if live.bot is None or live.leader is not None or live.is_unaided:
        return False
    return live.assisted or live.casual or live.bot.level is Level.ADAPTIVE


def _stones(rules: Rules, moves: Iterable[int]) -> object:
    """The stones after legal moves; faster than playing them, because no lines are looked for.

    Where they go again, the moves themselves: their order matters.
    """
    if not rules.plain:
        return tuple(moves)
    tiles = list(_landings(rules, moves)) if rules.gravity else list(moves)
    return frozenset(tiles[::2]), frozenset(tiles[1::2])


def _landings(rules: Rules, columns: Iterable[int]) -> Iterator[int]:
    """The tiles to which discs fall."""
    free = dict.fromkeys(rules.moves, rules.rows - 1)
    for column in columns:
        yield column + free[column] * rules.columns
        free[column] -= 1


Subject = GameId | Rules | Source | None
"""What to explore: a finished game, an empty board, a game from elsewhere, or the last one here."""

PACKED: Final = rf"(?:{RULES_CODE}:(?:[0-9]+\+)?|[0-9]+\.[0-9]+\.)[A-Za-z0-9_-]+"
"""A packed trail: the rules as in a code, or a game and how many of its moves, then the others.

After the rules stands how many of the first stones were placed, if any were."""
_LONGEST: Final = 1_000
"""The most characters that are read; an id has a tenth of that."""
_OF_GAME: Final = re.compile(r"([0-9]+)\.([0-9]+)\.(.+)")
_NUMBER: Final = re.compile(r"#?\d+")


def parse_subject(words: str, default: Rules, file: bytes | None = None) -> Subject:
    """Read what to explore: the number of a game, a game, one from elsewhere, or nothing.

    Raises UserError for anything else.
    """
    plain = words.strip()
    if file is None and (not plain or _NUMBER.fullmatch(plain)):
        return parse_game_or_source(plain, default)
    try:
        return grammar.parse_game(plain)
    except UserError:
        if file is None and not parted(plain)[0]:
            raise
    return parse_source(words, default, file)


def pack(trail: Trail, room: int) -> str | None:
    """Write a trail in at most `room` characters of an id; None if it takes more.

    All moves are written if there is room. Else the first ones are named by their game.
    """
    position, rules = trail.position, trail.position.rules
    placed = f"{position.placed}+" if position.placed else ""
    packed = f"{encode_game(Position.start(rules))}{placed}{_digits(rules, position.moves)}"
    if len(packed) > room and trail.game is not None:
        rest = _digits(rules, position.moves[trail.shared :])
        packed = f"{trail.game}.{trail.shared}.{rest}"
    return packed if len(packed) <= room else None


def game_of(packed: str) -> GameId | None:
    """Return the game whose moves are needed to read a packed trail, or None."""
    match = _OF_GAME.fullmatch(packed)
    return GameId(grammar.read_number(match[1])) if match else None


def unpack(packed: str, game: Position | None = None) -> Trail:
    """Read what `pack` wrote; `game` is the end of the game that it names.

    Raises UserError if that is not a possible game.
    """
    if len(packed) > _LONGEST:
        raise UserError(Problem.IMPOSSIBLE_CODE)
    if game is not None:
        match = _OF_GAME.fullmatch(packed)
        assert match is not None, "it names a game"
        shared = grammar.read_number(match[2])
        moves = (*game.moves[:shared], *_moves(game.rules, match[3]))
        position = _position(game.rules, moves, min(game.placed, shared))
        return Trail(position, GameId(grammar.read_number(match[1])), shared)
    shape, _, rest = packed.partition(":")
    placed, _, digits = rest.rpartition("+")
    rules = grammar.parse_code(f"{shape}:").rules
    moves = _moves(rules, digits)
    return Trail(_position(rules, moves, min(grammar.read_number(placed or "0"), len(moves))))


def _position(rules: Rules, moves: Iterable[int], placed: int) -> Position:
    try:
        return Position.from_moves(rules, moves, placed)
    except EngineError as error:
        raise UserError(Problem.IMPOSSIBLE_CODE) from error


def _digits(rules: Rules, moves: Iterable[int]) -> str:
    """Write moves as base64url of the number whose digits they are, with a leading 1.

    Its base is the number of moves on an empty board. So Connect Four takes half a character a move
    and gomoku 1.3.
    """
    number = 1
    for move in moves:
        number = number * len(rules.moves) + move - 1
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(data).decode().rstrip("=")


def _moves(rules: Rules, digits: str) -> tuple[int, ...]:
    """Read what `_digits` wrote. Raises UserError."""
    try:
        number = int.from_bytes(urlsafe_b64decode(digits + "=" * (-len(digits) % 4)), "big")
    except binascii.Error as error:
        raise UserError(Problem.IMPOSSIBLE_CODE) from error
    moves: list[int] = []
    while number > 1:
        number, move = divmod(number, len(rules.moves))
        moves.append(move + 1)
    return tuple(reversed(moves))
