"""A position in which a person went wrong, what they answer there, and what they have learned.

When a position comes again is spaced repetition by FSRS. The scheduler is that of the library
`fsrs`, with its default parameters, which are fitted to some hundred million reviews of other
people's cards (https://github.com/open-spaced-repetition). Nothing is left to chance, so that the
same answers at the same times lead to the same days.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum, auto
from hashlib import blake2b
from typing import Final, Literal, NewType

from fsrs import Card as Memory
from fsrs import Rating as Grade
from fsrs import Scheduler

from bot.errors import AnyProblem
from bot.games.finished_games import JudgedGame
from bot.match.accuracy import Accuracy, accuracy
from bot.match.session import ERASED_USER, GameId, UserId
from bot.show.text.language import Sentence
from engine import Explanation, Position, Rules, Verdict, alike, stones_of, symmetries

AGAIN: Final = timedelta(minutes=10)
"""After a miss the position comes again in the same sitting."""
LEARNED: Final = timedelta(days=14)
"""A position with a pause this long is learned, and does not come again. Finding it at the first
try on two days is enough: the second pause would be 19 days. After a miss it takes two days
more."""

_SCHEDULER: Final = Scheduler(
    learning_steps=(AGAIN,), relearning_steps=(AGAIN,), enable_fuzzing=False
)
_ANY: Final = 0
"""The library numbers its cards, which the store does already."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """When a position comes again; `due` is None once it is learned.

    `memory` is what the library knows about it, in the library's own JSON.
    """

    due: datetime | None
    memory: str

    @classmethod
    def fresh(cls, now: datetime) -> Spacing:
        """A position that nobody has been asked for yet, which may come at once."""
        return cls(now, Memory(_ANY, due=now.astimezone(UTC)).to_json())

    def is_due(self, now: datetime) -> bool:
        """Whether the position is to come now."""
        return self.due is not None and self.due <= now

    def graded(self, grade: Grade, now: datetime) -> Spacing:
        """When it comes again after an answer."""
        before, moment = Memory.from_json(self.memory), now.astimezone(UTC)
        after, _ = _SCHEDULER.review_card(before, grade, moment)
        learned = after.due - moment >= LEARNED
        return Spacing(None if learned else after.due, after.to_json())


class TrainProblem(AnyProblem):
    """What can go wrong in training."""

    NO_CARD = Sentence(
        "That position isn't one of yours any more. Go on with another: {train}.",
        train="train",
    )


CardId = NewType("CardId", int)
Worth = Literal["win", "draw"]
"""What a position was worth to the side to move. In a lost one nobody can go wrong."""

UNSTORED: Final = CardId(0)
"""The number of a card that the store has not numbered yet."""
WEEKS: Final = 12
"""How many weeks of progress are shown."""
_RANKS: Final = {"loss": 0, "draw": 1, "win": 2}
_WEEK: Final = timedelta(days=7)


class Finding(Enum):
    """What an answer is worth."""

    RIGHT = auto()
    """The answer keeps what the position is worth, by a proof."""
    WRONG = auto()
    """The answer gives something away, by a proof."""
    UNCLEAR = auto()
    """Nothing could be proved about the answer in time. It does not count."""


def _digest(words: str) -> str:
    return blake2b(words.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Card:
    """A position in which a person went wrong, by a proof.

    `position` comes with the moves that led to it. `played` was the mistake, `best` a move that
    keeps what the position is worth. `hinted` says that the person had the hint since the position
    came last. `trial` is the game in which they try to win it.
    """

    position: Position
    played: int
    best: int
    worth: Worth
    made_at: datetime
    """When the game ended in which it was played."""
    spacing: Spacing
    hinted: bool = False
    solved: int = 0
    """How often it was solved."""
    solved_at: datetime | None = None
    """When it was solved for the first time."""
    trial: GameId | None = None
    number: CardId = UNSTORED

    @property
    def key(self) -> str:
        """The stones in 32 characters: alike for positions that are one turned or mirrored."""
        position = self.position
        if not position.rules.plain:  # the marks must be as old, too
            laid, turns = tuple(position.laid), symmetries(position.rules)
            oldest = min([turn.tiles[tile] for tile in laid] for turn in turns)
            return _digest(f"{position.rules} {position.side.value} {oldest}")
        stones = stones_of(position)
        images = (symmetry.of(stones) for symmetry in symmetries(self.position.rules))
        first = min((sorted(x), sorted(o)) for x, o in images)
        return _digest(f"{position.rules} {first}")

    def known(self, move: int) -> Finding | None:
        """What an answer is worth if that needs no search, else None."""
        same = alike(self.position)
        if move in same[self.best]:
            return Finding.RIGHT
        return Finding.WRONG if move in same[self.played] else None

    def finding(self, led_to: Verdict) -> Finding:
        """What an answer is worth that led to a verdict for the person who gave it."""
        if led_to.value is None:
            return Finding.UNCLEAR
        kept = _RANKS[led_to.value] >= _RANKS[self.worth]
        return Finding.RIGHT if kept else Finding.WRONG

    def answered(self, finding: Finding, now: datetime) -> Card:
        """The card after an answer. One that is not due is only looked at."""
        if finding is Finding.UNCLEAR or not self.spacing.is_due(now):
            return self
        return self._solved(now) if finding is Finding.RIGHT else self.given_up(now)

    def hinted_at(self, now: datetime) -> Card:
        """The card after the hint."""
        return replace(self, hinted=True) if self.spacing.is_due(now) else self

    def given_up(self, now: datetime) -> Card:
        """The card after a miss, or after its solution was asked for."""
        if not self.spacing.is_due(now):
            return self
        return replace(self, hinted=False, spacing=self.spacing.graded(Grade.Again, now))

    def tried(self, game: GameId) -> Card:
        """The card when a game has begun from its position."""
        return replace(self, trial=game)

    def settled(self, won: bool, now: datetime) -> Card:
        """The card when that game has ended: to win it is to solve the card."""
        ended = replace(self, trial=None)
        return ended._solved(now) if won else ended

    def relapsed(self, made: Card, now: datetime) -> Card:
        """The learned card after the person went wrong there once more."""
        spacing = self.spacing.graded(Grade.Again, now)
        return replace(made, spacing=spacing, solved=self.solved, solved_at=self.solved_at)

    def _solved(self, now: datetime) -> Card:
        grade = Grade.Hard if self.hinted else Grade.Easy if self.solved else Grade.Good
        return replace(
            self,
            hinted=False,
            solved=self.solved + 1,
            solved_at=self.solved_at or now,
            spacing=self.spacing.graded(grade, now),
        )


@dataclass(frozen=True, slots=True)
class Study:
    """What a judged game says about one person: how well they played, and their cards."""

    user: UserId
    game: GameId
    accuracy: Accuracy | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """An answer, with the card as it is after it.

    `refutation` is what the other side plays against a wrong answer; None if that ended the game.
    `best` is what is known of the position after a right one, and `elo` is how strong the person
    is: they are told what they see.
    """

    card: Card
    move: int
    finding: Finding
    refutation: Explanation | None = None
    best: Explanation | None = None
    elo: float | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """A person's next position: the one that has waited longest, and how many wait.

    `next_at` is when the next one comes if none waits, and `looked` how many games were looked at
    just now to find more. `unseen` says that there are games left to look at.
    """

    card: Card | None
    waiting: int = 0
    next_at: datetime | None = None
    looked: int = 0
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class WinTask:
    """A won position to win against the engine, and the card it comes from, if any."""

    position: Position
    card: CardId | None = None


@dataclass(frozen=True, slots=True)
class Week:
    """A week from a Monday on, in UTC. `accuracy` is None if no game was looked at."""

    start: date
    accuracy: float | None = None
    games: int = 0
    solved: int = 0


class Chart(Enum):
    """A chart of the progress. Its number stands at the line that says the same in words."""

    ACCURACY = 1
    RATING = 2
    SOLVED = 3


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """A person's progress: week by week, oldest first, and their rating at one game over time."""

    weeks: tuple[Week, ...]
    rules: Rules | None = None
    ratings: tuple[tuple[datetime, float], ...] = ()
    """Each rated game of these weeks at `rules`, by its end, with the rating after it."""
    open: int = 0
    """How many positions are not learned yet."""
    learned: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.ratings or any(week.games or week.solved for week in self.weeks))

    @property
    def charts(self) -> frozenset[Chart]:
        """Those with more than one point or bar: in one point nobody sees how it goes."""
        points = {
            Chart.ACCURACY: sum(week.accuracy is not None for week in self.weeks),
            Chart.RATING: len(self.ratings),
            Chart.SOLVED: sum(week.solved > 0 for week in self.weeks),
        }
        return frozenset(chart for chart, count in points.items() if count > 1)


def studies(game: JudgedGame, now: datetime) -> tuple[Study, ...]:
    """What a judged game says about each of its players. Only what is proved makes a card."""
    session = game.session
    return tuple(
        _study(game, person.id, now) for person in session.people if person.id != ERASED_USER
    )


def _study(game: JudgedGame, user: UserId, now: datetime) -> Study:
    session, side = game.session, game.session.side_of(user)
    made = (slip.judged for slip in game.weighed if slip.counts and slip.side is side)
    cards = (
        Card(
            game.before(judged),
            judged.move,
            judged.best,
            _worth(judged.before),
            session.touched,
            Spacing.fresh(now),
        )
        for judged in made
        if judged.ply > session.begun  # others were loaded
        and judged.before.value in {"win", "draw"}
        and judged.after.value not in {None, judged.before.value}  # else the move would be right
    )
    own = [judged for judged in game.played if judged.ply > session.begun]
    found = accuracy(session.position, own, side)
    return Study(user, session.game, found, tuple(cards))


def _worth(before: Verdict) -> Worth:
    assert before.value is not None, "it is proved"
    assert before.value != "loss", "who is lost cannot make a mistake"
    return before.value


def monday(moment: datetime) -> date:
    """The Monday on or before a moment."""
    day = moment.date()
    return day - timedelta(days=day.weekday())


def weeks_until(
    now: datetime,
    games: Iterable[tuple[datetime, Accuracy]],
    solved: Sequence[datetime],
) -> tuple[Week, ...]:
    """The last weeks, oldest first. A week's accuracy is the mean over the moves of its games."""
    last = monday(now)
    starts = [last - number * _WEEK for number in range(WEEKS - 1, -1, -1)]
    played: dict[date, list[Accuracy]] = {start: [] for start in starts}
    for moment, found in games:
        played.get(monday(moment), []).append(found)
    counts = [monday(moment) for moment in solved]
    return tuple(
        Week(start, _mean(played[start]), len(played[start]), counts.count(start))
        for start in starts
    )


def _mean(found: Sequence[Accuracy]) -> float | None:
    moves = sum(one.moves for one in found)
    return sum(one.percent * one.moves for one in found) / moves if moves else None
