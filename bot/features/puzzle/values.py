"""Puzzles, how far a person is with one, and what counts for ratings.

There is the puzzle of the day, those of the collection, one after another, and runs against the
clock. A puzzle is an opponent that one meets once: the first answer counts, as on lichess. Finding
every move without a miss wins. A wrong move loses, and so does asking for the solution once a move
is found; before the first try the solution costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import Enum, auto
from typing import Final

from bot.errors import AnyProblem, Problem, UserError
from bot.features.puzzle.taste import ANY, Taste
from bot.match.rating import Rating, Value
from bot.match.session import Person, read_move
from bot.show.text.language import Sentence
from engine import Consequence, Grade, Position, Puzzle, RatedPuzzle, Task, Verdict


class PuzzleProblem(AnyProblem):
    """Why a puzzle or a run refuses what somebody does."""

    OVER = Sentence("That was another day's puzzle. See today's with {puzzle}.", puzzle="puzzle")
    SOLVED = Sentence(
        "You've finished this puzzle. Get another: {puzzle_more}.", puzzle_more="puzzle more"
    )
    OPEN = Sentence("You haven't solved today's puzzle yet: {puzzle}.", puzzle="puzzle")
    NO_HINTS = Sentence(
        "A puzzle has no hints. After a wrong answer a button shows what punishes it; puzzles of "
        "{puzzle_more} have a button for the solution.",
        puzzle_more="puzzle more",
    )
    UNSOLVED = Sentence("Solve this puzzle first, or ask for its solution.")
    GONE = Sentence(
        "I can't find this puzzle any more. Get another: {puzzle_more}.", puzzle_more="puzzle more"
    )
    NO_SUCH = Sentence(
        "I have no puzzles of that kind. Try {puzzle_taste}.", puzzle_taste="puzzle more connect4"
    )
    RUN_OVER = Sentence(
        "This run is over. Start another with {puzzle_run}.", puzzle_run="puzzle run"
    )


OF_DAY: Final = "day"
OF_COLLECTION: Final = "number"
OF_RUN: Final = "run"
"""What an answer that is kept is to: the first word of its task."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day (UTC) in a scope."""

    day: date
    puzzle: Puzzle
    played: bool
    """Whether the position comes from a game of people here, or from a game of the engine."""
    number: int | None = None
    """Its number in the engine's collection; None if it comes from elsewhere."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle.

    `found` counts the right moves, `misses` the wrong ones, and `grades` holds both in their order:
    it is empty for attempts stored by an earlier version. `streak` is, once a puzzle of the day
    is solved, the number of days in a row on which this person solved it.
    """

    person: Person
    found: int = 0
    misses: int = 0
    grades: tuple[Grade, ...] = ()
    solved: bool = False
    given_up: bool = False
    """Whether the person has asked for the solution."""
    streak: int = 0

    @property
    def over(self) -> bool:
        """Whether no more answers are taken."""
        return self.solved or self.given_up

    def answered(self, puzzle: Puzzle, grade: Grade) -> Attempt:
        """Add an answer. Raises UserError if the puzzle is solved."""
        self.check_open()
        grades = (*self.grades, grade)
        if grade is Grade.WRONG:
            return replace(self, misses=self.misses + 1, grades=grades)
        found = self.found + 1
        return replace(self, found=found, grades=grades, solved=found == puzzle.moves)

    @property
    def solution_costs(self) -> bool:
        """Whether asking for the solution now loses against the puzzle."""
        return bool(self.found) and not self.misses and not self.over

    def check_open(self) -> None:
        """Raise UserError if no more answers are taken."""
        if self.over:
            raise UserError(PuzzleProblem.SOLVED)


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A move as an answer, with its grade and the person's attempt before and after it."""

    puzzle: Puzzle
    before: Attempt
    move: int
    grade: Grade
    after: Attempt
    punished: Consequence | None = None
    """What happens after a wrong move; None where that is not asked for, or not known."""

    @property
    def right(self) -> bool:
        """Whether the move was right, even if another one would have been faster."""
        return self.grade is not Grade.WRONG

    @property
    def fastest(self) -> int:
        """The move of the solution."""
        return self.puzzle.line[2 * self.before.found]

    @property
    def position(self) -> Position:
        """The position after the answer: with the reply to it, unless the puzzle is solved.

        After a slower move it goes on as if the faster one had been played.
        """
        if self.after.solved:
            return self.puzzle.after(self.before.found).play(self.move)
        return self.puzzle.after(self.after.found)

    @property
    def askable(self) -> int | None:
        """The wrong move, if the person may ask what punishes it; None if that is told already."""
        return None if self.right or self.punished is not None else self.move

    @property
    def secret(self) -> bool:
        """Whether what punishes the move would tell what solves the puzzle."""
        found = self.punished
        if found is None:
            return False
        puzzle, step, position = self.puzzle, self.before.found, self.position
        right = {puzzle.line[2 * step], *(puzzle.slower[step] if puzzle.slower else ())}
        tiles = {position.landing(move) for move in right}
        reasons = set[int]()
        if found.reason is not None:
            reasons.update(found.reason.tiles, *found.reason.lines)
        return not right.isdisjoint(found.line) or not tiles.isdisjoint(reasons)


@dataclass(frozen=True, slots=True)
class Solvers:
    """The first people who solved a puzzle, and how many did in all."""

    first: tuple[Attempt, ...] = ()
    count: int = 0


_BEST: Final = {Task.KEEP: Verdict.win(None), Task.HOLD: Verdict.draw(None)}


def worth(puzzle: Puzzle, found: int) -> Verdict:
    """What the next move of the solution leads to."""
    return _BEST.get(puzzle.task) or Verdict.win(len(puzzle.line) - 2 * found)


SHOWN_AFTER: Final = 2
"""From this miss on people are shown what punishes a wrong answer, without asking."""


def answer_in(puzzle: Puzzle, attempt: Attempt, word: str) -> int:
    """Read a legal move in the position that a person has reached. Raises UserError."""
    attempt.check_open()
    move = read_move(puzzle.after(attempt.found), word)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=word)
    return move


_LETTERS = {Grade.BEST: "b", Grade.SLOWER: "s", Grade.WRONG: "w"}
_GRADES = {letter: grade for grade, letter in _LETTERS.items()}


def letters(grades: tuple[Grade, ...]) -> str:
    """Grades as they are stored, a letter each.

    >>> letters((Grade.WRONG, Grade.BEST))
    'wb'
    """
    return "".join(_LETTERS[grade] for grade in grades)


def grades_of(stored: str) -> tuple[Grade, ...]:
    """The grades that `letters` has written."""
    return tuple(_GRADES[letter] for letter in stored)


class PostClaim(Enum):
    """The answer to a process that wants to post the puzzle of a day."""

    REFUSED = auto()
    """It is posted, or another process has claimed it."""
    FIRST = auto()
    """Nobody has tried yet."""
    AGAIN = auto()
    """A try failed: the message may exist or not."""


NEWCOMER: Final = Rating(1200.0)
"""The rating of a person who has answered no puzzle yet: they begin with midweek puzzles."""
_CALIBRATED: Final = 120.0
"""The uncertainty of a strength that was measured with the engine's levels, not yet with people."""
OTHER_SIDE: Final[dict[Value, Value]] = {"win": "loss", "loss": "win", "draw": "draw"}
"""The result of the puzzle, by that of the person."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A person's rating in puzzles before and after one, and that of the puzzle before."""

    before: Rating
    after: Rating
    puzzle: Rating


def calibrated(strength: int) -> Rating:
    """The rating of a puzzle that nobody has answered yet."""
    return Rating(float(strength), _CALIBRATED)


def first_result(before: Attempt, after: Attempt) -> Value | None:
    """The result of a person that an answer has decided; None if it decided nothing."""
    if before.misses or before.over:
        return None
    if after.misses or (after.given_up and before.found):
        return "loss"
    return "win" if after.solved else None


@dataclass(frozen=True, slots=True)
class Trial:
    """A puzzle of the collection, and how far a person is with it."""

    rated: RatedPuzzle
    attempt: Attempt
    taste: Taste = ANY
    """What the next one should be like."""


@dataclass(frozen=True, slots=True)
class TrialAnswer:
    """An answer, and the change of the person's rating if it was the first that counts."""

    rated: RatedPuzzle
    answer: PuzzleAnswer
    change: RatingChange | None
    taste: Taste = ANY


@dataclass(frozen=True, slots=True)
class Solution:
    """A puzzle whose solution a person has asked for."""

    trial: Trial
    change: RatingChange | None


RUN_TIME: Final = timedelta(minutes=3)
MOST_MISSES: Final = 3
"""The miss with which a run ends."""
LONGEST: Final = 3
"""The most moves of a puzzle in a run."""
_FIRST_STRENGTH: Final = 700
_STEP: Final = 50
"""How much stronger each puzzle is than the one before."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run. `numbers` are the puzzles met, the last one of which is open.

    `found` counts the right moves in that one; `score` counts the puzzles that are solved.
    """

    person: Person
    begun: datetime
    numbers: tuple[int, ...]
    found: int = 0
    misses: int = 0
    score: int = 0

    @property
    def ends(self) -> datetime:
        """When the time is over."""
        return self.begun + RUN_TIME

    def is_over(self, now: datetime) -> bool:
        """Whether no more answers are taken."""
        return self.misses >= MOST_MISSES or now >= self.ends

    @property
    def step(self) -> tuple[int, int, int]:
        """What distinguishes this step from every other one: the run, the puzzle and the move."""
        return int(self.begun.timestamp()), len(self.numbers), self.found

    @property
    def next_strength(self) -> int:
        """The strength of the puzzle after the open one."""
        return _FIRST_STRENGTH + _STEP * len(self.numbers)

    def answered(self, rated: RatedPuzzle, grade: Grade, following: int) -> Run:
        """Add an answer to the open puzzle. After its end `following` is the open one."""
        if grade is Grade.WRONG:
            return replace(self._with(following), misses=self.misses + 1)
        if self.found + 1 < rated.puzzle.moves:
            return replace(self, found=self.found + 1)
        return replace(self._with(following), score=self.score + 1)

    def _with(self, following: int) -> Run:
        return replace(self, numbers=(*self.numbers, following), found=0)


@dataclass(frozen=True, slots=True)
class RunView:
    """A run with its open puzzle, the last answer, and the person's best run in a scope."""

    run: Run
    rated: RatedPuzzle
    over: bool
    best: int = 0
    answered: tuple[RatedPuzzle, int, Grade] | None = None
    """The puzzle that was answered, how many of its moves were found then, and the grade."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A person's best run in a scope."""

    person: Person
    best: int
