"""A position as the explorer shows it, and when two positions count as the same.

Two positions are the same if they have the same stones, whatever the order of the moves, or if one
is the other turned or mirrored: what is true of one is true of the other, and a small server has
few games to count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from bot.errors import AnyProblem
from bot.match.notes import Hint
from bot.match.results import Tally
from bot.match.session import GameId, Session
from bot.show.text.language import Sentence
from engine import Level, Position, Rules, Stones, Verdict, alike, stones_of, symmetries


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
    """How the games here went on in which it was played, for the side to move."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """A position with all that is known of its moves. `hint` is None if the game is over."""

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
    """A position as somebody came to it: by the first moves of a finished game, or without one."""

    position: Position
    game: GameId | None = None
    shared: int = 0
    """How many of the first moves are those of the game."""

    def start(self) -> Trail:
        """Go to the empty board."""
        return Trail(Position.start(self.position.rules))

    def back(self) -> Trail:
        """Take the last move back."""
        moves = self.position.moves[:-1]
        position = Position.from_moves(self.position.rules, moves)
        return Trail(position, self.game, min(self.shared, len(moves)))

    def on(self, move: int) -> Trail:
        """Go on with a legal move."""
        return Trail(self.position.play(move), self.game, self.shared)


def trail_of(finished: Session) -> Trail:
    """The trail to the end of a finished game."""
    return Trail(finished.position, finished.game, finished.position.ply)


class Pattern:
    """A position to be found in games: the same stones, in any order, turned or mirrored."""

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.ply = position.ply
        stones = stones_of(position)
        first = {move: same[0] for move, same in alike(position).items()}
        self._images: dict[Stones, dict[int, int]] = {}
        """For each image of the stones, which move of the position each of its moves is."""
        self.lines: list[tuple[int, ...]] = []
        """The moves of the position in each of its images."""
        for symmetry in symmetries(position.rules):
            image = symmetry.of(stones)
            if image not in self._images:
                self._images[image] = {symmetry.moves[move]: first[move] for move in first}
                self.lines.append(tuple(symmetry.moves[move] for move in position.moves))

    def next_move(self, moves: Sequence[int]) -> int | None:
        """Return how a game went on from the position, or None if it did not come by.

        `moves` are at least `ply` + 1 moves of the game. Of moves that are the same by symmetry
        the lowest is returned, as the position has it.
        """
        image = self._images.get(_stones(self.rules, moves[: self.ply]))
        return None if image is None else image[moves[self.ply]]


def leads_to(start: Position, later: Position) -> bool:
    """Whether `later` has all stones of `start`, turned or mirrored: it may have come from it."""
    if start.rules != later.rules or start.ply > later.ply:
        return False
    x, o = stones_of(later)
    images = (symmetry.of(stones_of(start)) for symmetry in symmetries(start.rules))
    return any(image[0] <= x and image[1] <= o for image in images)


def may_be_explored(live: Session) -> bool:
    """Whether people may look at the moves of a game that is on.

    Not between people, nor when a whole channel plays, nor in a game that may still be rated.
    A hint makes a game against the engine unrated, and the adaptive level is never rated.
    """
    if not live.against_bot or live.leader is not None:
        return False
    return live.assisted or (live.bot is not None and live.bot.level is Level.ADAPTIVE)


def _stones(rules: Rules, moves: Iterable[int]) -> Stones:
    """The stones after legal moves; faster than to play them, because nobody asks for lines."""
    tiles = list(_landings(rules, moves)) if rules.gravity else list(moves)
    return frozenset(tiles[::2]), frozenset(tiles[1::2])


def _landings(rules: Rules, columns: Iterable[int]) -> Iterator[int]:
    """The tiles to which discs fall."""
    free = dict.fromkeys(rules.moves, rules.rows - 1)
    for column in columns:
        yield column + free[column] * rules.columns
        free[column] -= 1
