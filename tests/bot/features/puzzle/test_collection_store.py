"""How the ratings of people and puzzles are stored: one scale for both."""

from __future__ import annotations

import asyncio

from bot.features.puzzle.collection_store import PuzzleRatings
from bot.features.puzzle.values import NEWCOMER
from bot.match.session import UserId
from bot.store import Store
from engine import RatedPuzzle
from tests.bot.builders import ALICE
from tests.bot.puzzles import DISCS, settled

EASY, HARD = RatedPuzzle(1, DISCS, 800), RatedPuzzle(2, DISCS, 2200)


async def test_a_hard_puzzle_tells_more_than_an_easy_one(store: Store) -> None:
    """Solving it lifts a person higher; failing an easy one costs more than failing a hard one."""
    gains = {}
    for user, (rated, value) in enumerate(
        [(EASY, "win"), (HARD, "win"), (EASY, "loss"), (HARD, "loss")], start=1
    ):
        change = await settled(store, UserId(user), rated, value)  # type: ignore[arg-type] # of a list
        assert change is not None
        assert change.before == NEWCOMER
        gains[rated.number, value] = change.after.mu - NEWCOMER.mu
    assert gains[2, "win"] > gains[1, "win"] > 0 > gains[2, "loss"] > gains[1, "loss"]


async def test_many_who_fail_make_a_puzzle_harder(store: Store) -> None:
    """Its strength climbs from the calibrated one; that of others stays."""
    ratings = PuzzleRatings(store.database)
    for user in range(1, 11):
        await settled(store, UserId(user), EASY, "loss")
    strengths = await ratings.strengths()
    assert strengths.keys() == {EASY.number}
    assert strengths[EASY.number] > EASY.strength + 100


async def test_of_answers_in_the_same_moment_one_counts(store: Store) -> None:
    """Also where they come from two servers."""
    ratings = PuzzleRatings(store.database)
    changes = await asyncio.gather(*(settled(store, ALICE.id, HARD, "win") for _ in range(3)))
    assert len([change for change in changes if change is not None]) == 1
    assert (await ratings.of(ALICE.id)).games == 1
