"""Whether an answer to a puzzle is right, and whether another one was faster."""

from __future__ import annotations

from typing import Final

from engine.engine import analyse
from engine.game import ReadableEnum
from engine.game.position import Position
from engine.puzzles.puzzle import Puzzle, Task
from engine.thinking.analysis import Verdict
from engine.thinking.clock import Limit

ENOUGH: Final = Limit(nodes=200_000)
"""The limit for proving that another answer wins too: on 15x15 at most some 0.15 s."""


class Grade(ReadableEnum):
    """How good an answer is: SLOWER wins too, but the move of the solution wins sooner."""

    BEST = "best"
    SLOWER = "slower"
    WRONG = "wrong"


def grade(puzzle: Puzzle, found: int, move: int, limit: Limit = ENOUGH) -> Grade:
    """How good a legal move is where `found` moves of the solver are found already.

    An answer that counts goes on with the line of the puzzle, also where it was another move.
    It searches, within `limit`, only where the move is none of the solution and `puzzle.slower`
    is None. Raises MoveError where the move cannot be played.
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
    verdict = _verdict(after, limit)
    if puzzle.task is Task.HOLD and verdict.value == "draw":
        return Grade.BEST
    if verdict.value != "win":
        return Grade.WRONG
    left = len(puzzle.line) - 2 * found
    late = verdict.plies is not None and verdict.plies > left
    return Grade.SLOWER if puzzle.task is Task.WIN and late else Grade.BEST


def _verdict(after: Position, limit: Limit) -> Verdict:
    """What the move that led here is worth to the side that made it."""
    if after.outcome is not None:
        return Verdict.draw(1) if after.outcome.winner is None else Verdict.win(1)
    return analyse(after, limit, every=False).verdict.one_ply_earlier()
