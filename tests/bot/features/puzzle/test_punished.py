"""What is said of wrong answers: true, and nothing of the solution."""

from __future__ import annotations

import random
import re

import pytest

from bot.features.puzzle.page import wrong_overlay
from bot.features.puzzle.text import graded
from bot.features.puzzle.values import Attempt, PuzzleAnswer, worth
from bot.show.style import move_name
from engine import Grade, Limit, Puzzle, RatedPuzzle, consequence, puzzle_collection
from tests.bot.builders import ALICE
from tests.engine.coaching.claims.consequences import untruths
from tests.thorough import long, thorough

LIMIT = Limit(nodes=20_000)


def missed(puzzle: Puzzle, step: int, move: int) -> PuzzleAnswer:
    """A wrong answer at a step, told with what punishes it."""
    before = Attempt(ALICE, step, 1)
    best = worth(puzzle, step)
    found = consequence(puzzle.after(step), move, puzzle.line[2 * step], best, LIMIT)
    after = before.answered(puzzle, Grade.WRONG)
    return PuzzleAnswer(puzzle, before, move, Grade.WRONG, after, found)


def misses(seed: str, count: int) -> list[PuzzleAnswer]:
    """Wrong answers to puzzles of the collection."""
    rng, found = random.Random(seed), list[PuzzleAnswer]()
    puzzles: list[RatedPuzzle] = list(puzzle_collection().values())
    while len(found) < count:
        puzzle = rng.choice(puzzles).puzzle
        step = rng.randrange(puzzle.moves)
        if puzzle.slower is None:
            continue
        right = {*puzzle.slower[step], puzzle.line[2 * step]}
        wrong = [move for move in puzzle.after(step).legal if move not in right]
        if wrong and not puzzle.solves(step, move := rng.choice(wrong)):
            found.append(missed(puzzle, step, move))
    return found


@pytest.mark.parametrize("seed, count", [("a", 12), *thorough(("b", 60)), *long(("c", 500))])
def test_the_punishment_of_a_miss_is_true_and_no_solution(seed: str, count: int) -> None:
    """No right move is named, no line on the board ends on it, and what is said is so."""
    for miss in misses(seed, count):
        position, puzzle, step = miss.position, miss.puzzle, miss.before.found
        assert miss.punished is not None
        assert untruths(position, miss.punished) == []
        told = graded(miss).splitlines()[1]
        right = {puzzle.line[2 * step], *(puzzle.slower[step] if puzzle.slower else ())}
        names = {move_name(position.rules, move) for move in right}
        assert names.isdisjoint(re.findall(r"\*\*(\w+)\*\*", told)), told
        drawn = wrong_overlay(miss)
        tiles = {tile for line in (*drawn.own, *drawn.theirs) for tile in line}
        assert tiles.isdisjoint(position.landing(move) for move in right), told
        assert len(re.sub(r" \(.*?\)", "", told).split()) <= 25, "beside the names of lines"
