"""What a search finds, as values: verdicts, the line, and the reason for the best move.

What is proved of a move on the way is a `RootMove`, what is left for the search of a later position
of the same game a `Memory`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from engine.game import ReadableEnum
from engine.game.position import Position
from engine.thinking import score

Value = Literal["win", "draw", "loss"]

_DISTANCE_UNIT: Final = 1 / 1000
"""The step between two distances on the scale of `Verdict.score`: 400 of them fit above 0.599."""
_UNKNOWN_WIN: Final = 401
"""The plies that a win at an unknown distance counts for: more than any board has."""
_FURTHEST_SCORE: Final = 1 - _DISTANCE_UNIT * _UNKNOWN_WIN
"""The score of the furthest win; the reverse is that of the latest loss."""
_ESTIMATE_SHARE: Final = 0.5
"""Estimates fill the middle half of the scale, so that no estimate outranks a proof."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move leads to with best play, for the side that makes it.

    `value` is None while only estimated. `plies` counts the plies until the game ends,
    the move itself included, None where not known. `score` lies in [-1, 1] and orders
    verdicts: sooner wins above later ones, draws at 0, later losses above sooner ones.
    Estimates lie in [-0.5, 0.5], wins above that and losses below. Raises ValueError where a
    score is no such one, or an estimate has a distance.
    """

    value: Value | None
    plies: int | None
    score: float

    def __post_init__(self) -> None:
        match self.value:
            case "win":
                sound = _ESTIMATE_SHARE < self.score <= 1
            case "draw":
                sound = self.score == 0
            case "loss":
                sound = -1 <= self.score < -_ESTIMATE_SHARE
            case _:
                sound = self.plies is None and abs(self.score) <= _ESTIMATE_SHARE
        if not sound:
            raise ValueError(f"{self.score} does not belong to {self.value} in {self.plies}")

    @property
    def within(self) -> int | None:
        """The plies within which the game ends, also where it may end sooner; None if unknown."""
        if self.plies is not None or self.value is None or self.value == "draw":
            return self.plies
        bound = round((1 - abs(self.score)) / _DISTANCE_UNIT)
        return bound if 0 < bound < _UNKNOWN_WIN else None

    @classmethod
    def win(cls, plies: int | None) -> Verdict:
        """Proved: wins with the `plies`-th ply; an unknown distance counts as the furthest."""
        return cls("win", plies, 1 - _DISTANCE_UNIT * (_UNKNOWN_WIN if plies is None else plies))

    @classmethod
    def loss(cls, plies: int | None) -> Verdict:
        """Proved: loses with the `plies`-th ply; an unknown distance counts as the nearest."""
        return cls("loss", plies, _DISTANCE_UNIT * (0 if plies is None else plies) - 1)

    @classmethod
    def draw(cls, plies: int | None) -> Verdict:
        """Proved: neither side can force a line; the board is full after `plies`."""
        return cls("draw", plies, 0.0)

    @classmethod
    def proved(cls, units: int, empty: int, exact: bool = True) -> Verdict:
        """From a proved score; with `empty` cells left a draw takes as many plies.

        Where it is not `exact`, the distance is the latest in which a win or loss comes:
        it orders, but is not told.
        """
        if not score.is_win(units) and not score.is_loss(units):
            return cls.draw(empty)
        verdict = (cls.win if score.is_win(units) else cls.loss)(score.plies_to_end(units))
        return verdict if exact else replace(verdict, plies=None)

    @classmethod
    def estimate(cls, units: int) -> Verdict:
        """Not proved: a static or searched estimate within score.ESTIMATE_LIMIT."""
        return cls.estimated(_ESTIMATE_SHARE * units / score.ESTIMATE_LIMIT)

    @classmethod
    def estimated(cls, score: float) -> Verdict:
        """Not proved, with this `score` of a verdict, or the nearest that an estimate may have."""
        return cls(None, None, max(-_ESTIMATE_SHARE, min(_ESTIMATE_SHARE, score)))

    @property
    def moves(self) -> int | None:
        """How many moves of its own the side makes until the end, this one included.

        >>> Verdict.win(5).moves, Verdict.loss(4).moves
        (3, 2)
        """
        return None if self.plies is None else (self.plies + 1) // 2

    def one_ply_earlier(self) -> Verdict:
        """The verdict of a move that leads here, for the side that makes it."""
        plies = None if self.plies is None else self.plies + 1
        match self.value:
            case "draw":
                return Verdict.draw(plies)
            case "win" if plies is None:
                return Verdict("loss", None, min(_DISTANCE_UNIT - self.score, -_FURTHEST_SCORE))
            case "win":
                return Verdict.loss(plies)
            case "loss" if plies is None:
                return Verdict("win", None, max(-_DISTANCE_UNIT - self.score, _FURTHEST_SCORE))
            case "loss":
                return Verdict.win(plies)
        return Verdict.estimated(0.0 - self.score)


NOTHING_KNOWN: Final[Mapping[int, Verdict]] = {}
"""What is proved of the moves of a position before it is searched, in most cases."""


class ReasonKind(ReadableEnum):
    """Why a move is recommended, the most telling reason first.

    A *four* lacks one stone to a line, whatever the goal; an open four can be completed at both
    ends. An open *three* becomes an open four with one more stone. A threat *hangs* while the
    cell that completes its line cannot be reached yet, with gravity; it *waits* where that cell
    falls to its side once the other columns are full. Lines are *built* where they still lack two
    stones or more. AVOIDS names moves, not tiles: columns with gravity.
    """

    WINS = "wins"
    ONLY_MOVE = "only move"
    BLOCKS = "blocks"
    OPEN_FOUR = "open four"
    DOUBLE_THREAT = "double threat"
    STACKED_THREATS = "stacked threats"
    FOUR_THREE = "four-three"
    STOPS_OPEN_THREE = "stops open three"
    STOPS_OPEN_FOUR = "stops open four"
    STOPS_DOUBLE_THREAT = "stops double threat"
    STOPS_STACKED_THREATS = "stops stacked threats"
    STOPS_FOUR_THREE = "stops four-three"
    PREVENTS_FORK = "prevents fork"
    DOUBLE_THREE = "double three"
    STOPS_DOUBLE_THREE = "stops double three"
    ZUGZWANG = "zugzwang"
    STACKED_STANDING = "stacked standing"
    STACKED_HANGING = "stacked hanging"
    HANGING_THREAT = "hanging threat"
    FOUR = "four"
    STOPS_HANGING_THREAT = "stops hanging threat"
    AVOIDS = "avoids"
    OPEN_THREE = "open three"
    FORK_NEXT = "fork next"
    PREVENTS_OPEN_THREE = "prevents open three"
    STOPS_FORK_NEXT = "stops fork next"
    STOPS_FOUR = "stops four"
    NO_LINES_LEFT = "no lines left"
    PAIRS = "pairs"
    WAITING_THREAT = "waiting threat"
    ROW = "row"
    BUILDS = "builds"
    STOPS_BUILDING = "stops building"
    FOLLOWS_UP = "follows up"
    CENTRE = "centre"
    ONLY_WIN = "only win"
    LEAVES = "leaves"
    EQUAL_BEST = "equal best"
    DRAWS = "draws"
    DELAYS = "delays"
    OPEN_LINES = "open lines"
    CLOSES_LINES = "closes lines"
    ESTIMATE = "estimate"

    @property
    def is_quiet(self) -> bool:
        """Whether it is only worth knowing where nothing is urgent: nobody has to answer it."""
        return self in _QUIET

    @property
    def helps_when_lost(self) -> bool:
        """Whether it is worth doing, and so, where the other side wins whatever is played."""
        return self in _WHEN_LOST


WEAK: Final = frozenset(
    {
        ReasonKind.STOPS_FORK_NEXT,
        ReasonKind.STOPS_FOUR,
        ReasonKind.OPEN_LINES,
        ReasonKind.CLOSES_LINES,
    }
)
"""What nearly every move does."""
VAGUE: Final = frozenset(
    {
        ReasonKind.BUILDS,
        ReasonKind.STOPS_BUILDING,
        ReasonKind.FOLLOWS_UP,
        ReasonKind.OPEN_LINES,
        ReasonKind.CLOSES_LINES,
    }
)
"""What names no line and hardly a cell: the last of what is quiet."""
_WHEN_LOST: Final = frozenset(
    {
        ReasonKind.WINS,
        ReasonKind.BLOCKS,
        ReasonKind.FOUR,
        ReasonKind.AVOIDS,
        ReasonKind.LEAVES,
        ReasonKind.DELAYS,
    }
)
"""Of what a move stops or prepares the other side gets as much, sooner or later, as it needs."""
_QUIET: Final = frozenset(
    {
        *(WEAK | VAGUE),
        ReasonKind.WAITING_THREAT,
        ReasonKind.ROW,
        ReasonKind.CENTRE,
        ReasonKind.LEAVES,
        ReasonKind.EQUAL_BEST,
        ReasonKind.DRAWS,
        ReasonKind.ESTIMATE,
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason as data; front ends make the sentence. `tiles` are the cells to point at.

    `lines` are the lines meant: those of a threat with the tile that would complete each, of an
    open three its stones. `count` is the number of lines where the reason is a number.
    """

    kind: ReasonKind
    tiles: tuple[int, ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search.

    `verdicts` holds every legal move, best first; the dict is the caller's own, to change
    at will, and stands outside the hash. `exact` says that each verdict is proved, distance
    included; `settled` that the best move's is, and that no other move is better. `line` is
    the principal variation, `line[0] == best`; where following it to the end would cost too
    much it is shorter than the `plies` of a proved verdict. `depth`
    is the last depth in plies that was searched whole. Analyses that differ in `seconds`,
    the wall-clock time taken, alone are equal.
    """

    best: int
    verdicts: dict[int, Verdict] = field(hash=False)
    line: tuple[int, ...]
    reason: Reason
    exact: bool
    depth: int
    nodes: int
    seconds: float = field(compare=False)
    settled: bool = False

    @property
    def verdict(self) -> Verdict:
        """What the position is worth: that of its best move as far as no other can be better.

        One move that wins proves a win, but not that none wins sooner. A draw or a loss is proved
        by the verdicts of all moves alone; else the score of the best is an estimate.
        """
        best = self.verdicts[self.best]
        if self.settled:
            return best
        unproved = any(verdict.value is None for verdict in self.verdicts.values())
        if unproved and best.value != "win":
            return Verdict.estimated(best.score)
        alike = [verdict.plies for verdict in self.verdicts.values() if verdict.value == best.value]
        return replace(best, plies=None) if unproved or None in alike else best

    @property
    def proved(self) -> dict[int, Verdict]:
        """The verdicts that have a proof, for a later search of the same position."""
        return {
            move: verdict for move, verdict in self.verdicts.items() if verdict.value is not None
        }


@dataclass(slots=True, eq=False)
class RootMove:
    """A move of the position that is searched, and what is proved of it.

    Its score (see engine/thinking/score.py), for the side that makes it, lies between `low` and
    `high`, both included. Each search adds to this what it needs.
    """

    move: int
    low: int = score.loss_in(1)
    high: int = score.win_in(1)

    @property
    def proved(self) -> bool:
        """Whether its score is known."""
        return self.low == self.high

    @property
    def won(self) -> bool:
        """Whether it is proved to win."""
        return score.is_win(self.low)

    @property
    def lost(self) -> bool:
        """Whether it is proved to lose."""
        return score.is_loss(self.high)

    def prove(self, units: int) -> None:
        """Note that the score of the move is exactly so many units."""
        self.low = self.high = units

    def prove_at_least(self, units: int) -> None:
        """Note that the score of the move is at least so many units."""
        self.low = max(self.low, units)

    def prove_at_most(self, units: int) -> None:
        """Note that the score of the move is at most so many units."""
        self.high = min(self.high, units)

    def adopt_proved(self, verdict: Verdict, empty: int) -> None:
        """Adopt what another search has proved; `empty` cells of the board are free."""
        match verdict.value, verdict.plies:
            case "win", None:
                self.prove_at_least(score.win_in(empty))
            case "win", int(plies):
                self.prove(score.win_in(plies))
            case "loss", None:
                self.prove_at_most(score.loss_in(empty))
            case "loss", int(plies):
                self.prove(score.loss_in(plies))
            case "draw", _:
                self.prove(score.DRAW)

    def verdict(self, empty: int, estimate: Verdict) -> Verdict:
        """What is proved, or the estimate where nothing is; `empty` cells of the board are free."""
        if not (self.won or self.lost or self.proved):
            return estimate
        return Verdict.proved(self.high if self.lost else self.low, empty, self.proved)


class Memory:
    """One for each game: whoever thinks about its next position goes on from what was found.

    The same searches in the same order find the same. A position that does not go on from the last
    one begins anew.
    """

    def __init__(self) -> None:
        self._position: Position | None = None
        self._kept: object = None

    def recall(self, position: Position) -> object:
        """What was kept of an earlier position of this game, or of this one; None for nothing."""
        last = self._position or position
        goes_on = last.rules == position.rules and position.tiles[: last.ply] == last.tiles
        return self._kept if goes_on else None

    def keep(self, position: Position, found: object) -> None:
        """Keep what is found of a position, in place of all before."""
        self._position, self._kept = position, found
