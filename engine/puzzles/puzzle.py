"""What a puzzle is: a position, what there is to find, the solution, and the worth of answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.coaching.review import verdict_after
from engine.game import ReadableEnum
from engine.game.position import Position
from engine.game.rules import Rules
from engine.thinking.clock import Limit

Moves = tuple[int, ...]


class Task(ReadableEnum):
    """What there is to do for the side to move, which is the solver.

    WIN is to complete a line, KEEP to find the moves that keep a win which may come later,
    HOLD to find the moves that keep a draw.
    """

    WIN = "win"
    KEEP = "keep"
    HOLD = "hold"


class Theme(ReadableEnum):
    """What a puzzle is about.

    WIN        a win in so many moves
    ONLY_MOVE  at each step one move alone keeps the win
    HOLD       at each step one move alone saves the draw
    ZUGZWANG   falling discs: the win comes where the opponent has to play under a threat
    ATTACK     a long win by fours and threes on a board too large for other proofs
    """

    WIN = "win"
    ONLY_MOVE = "only move"
    HOLD = "hold"
    ZUGZWANG = "zugzwang"
    ATTACK = "attack"

    @property
    def task(self) -> Task:
        """What there is to do in a puzzle of this theme."""
        return _TASKS[self]


_TASKS: Final = {
    Theme.WIN: Task.WIN,
    Theme.ONLY_MOVE: Task.KEEP,
    Theme.HOLD: Task.HOLD,
    Theme.ZUGZWANG: Task.KEEP,
    Theme.ATTACK: Task.WIN,
}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the task of the side to move, and its solution.

    `line` holds the moves of the solver and the replies in turn, from the solver's first to
    the solver's last. `theme` is None where a puzzle was made before there were themes. `slower`
    has for each of the solver's moves all others that win too, but later; it is None where a
    search has to tell (`engine.grade`). `sequel` is how the game goes on after the line, to its
    end against the longest defence; only zugzwang has one, where the end is what it is about.
    """

    start: Position
    task: Task
    line: Moves
    theme: Theme | None = None
    slower: tuple[Moves, ...] | None = None
    sequel: Moves = ()

    @property
    def moves(self) -> int:
        """How many moves the solver has to find."""
        return (len(self.line) + 1) // 2

    @property
    def is_opening(self) -> bool:
        """Whether it takes theory to solve it, and not sight: see `opens`."""
        return opens(self.start.rules, self.start.ply, self.task)

    def after(self, found: int) -> Position:
        """The position when this many of the solver's moves are found, and answered."""
        position = self.start
        for move in self.line[: 2 * found]:
            position = position.play(move)
        return position

    def solves(self, found: int, move: int) -> bool:
        """Whether a legal move is as good as any where `found` are found already.

        The last move of a win is right wherever it completes a line.
        """
        if self.task is Task.WIN and found + 1 == self.moves:
            position = self.after(found)
            outcome = position.play(move).outcome
            return outcome is not None and outcome.winner is position.side
        return move == self.line[2 * found]


def opens(rules: Rules, stones: int, task: Task) -> bool:
    """Whether a puzzle with so many stones is one of the opening.

    They fill at most a quarter of the board, which on Connect Four is as far as the book of the
    solver reaches. Without gravity a win can be seen there, such as one by fours and threes.
    """
    return 4 * stones <= rules.cells and (rules.gravity or task is not Task.WIN)


ENOUGH: Final = Limit(nodes=200_000)
"""The limit for proving that another answer wins too: on 15x15 at most some 0.15 s."""


class Grade(ReadableEnum):
    """How good an answer is: SLOWER wins too, but the move of the solution wins sooner."""

    BEST = "best"
    SLOWER = "slower"
    WRONG = "wrong"


def grade(puzzle: Puzzle, found: int, move: int, limit: Limit = ENOUGH) -> Grade:
    """How good a legal move is where `found` moves of the solver are found already.

    An answer that counts goes on with the line of the puzzle, even if it was another move. It
    searches, within `limit`, only if the move is not in the solution and `puzzle.slower` is None.
    Raises MoveError where the move cannot be played.
    """
    position = puzzle.after(found)
    position.landing(move)
    if puzzle.solves(found, move):
        return Grade.BEST
    if puzzle.slower is not None:
        return Grade.SLOWER if move in puzzle.slower[found] else Grade.WRONG
    return _searched(puzzle, found, position.play(move), limit)


def _searched(puzzle: Puzzle, found: int, after: Position, limit: Limit) -> Grade:
    """The grade of an answer that is not in the line, from the position after it.

    It is slower only where it is proved how long it takes.
    """
    verdict = verdict_after(after, limit)
    if puzzle.task is Task.HOLD and verdict.value == "draw":
        return Grade.BEST
    if verdict.value != "win":
        return Grade.WRONG
    left = len(puzzle.line) - 2 * found
    late = verdict.plies is not None and verdict.plies > left
    return Grade.SLOWER if puzzle.task is Task.WIN and late else Grade.BEST
