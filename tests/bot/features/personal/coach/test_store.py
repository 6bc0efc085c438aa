"""What each person has chosen, in both databases."""

from __future__ import annotations

import pytest

from bot.features.personal.coach.store import CoachStore
from bot.match.session import Coach
from bot.store import Store
from tests.bot.builders import ALICE, BOB


@pytest.fixture
def database_url(any_database_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_database_url


async def test_the_last_choice_of_each_person_holds(store: Store) -> None:
    """Who has chosen nothing has no coach, and nobody chooses for another."""
    coaches = CoachStore(store.database)
    assert await coaches.chosen(ALICE.id) is Coach.OFF
    for coach in (Coach.BEFORE, Coach.AFTER):
        await coaches.choose(ALICE.id, coach)
        assert await coaches.chosen(ALICE.id) is coach
    assert await coaches.chosen(BOB.id) is Coach.OFF
    await coaches.choose(ALICE.id, Coach.OFF)
    assert await coaches.chosen(ALICE.id) is Coach.OFF


async def test_a_choice_is_forgotten_with_the_person(store: Store) -> None:
    """And nobody else's."""
    coaches = CoachStore(store.database)
    for person in (ALICE, BOB):
        await coaches.choose(person.id, Coach.AFTER)
    await store.forget(ALICE.id)
    assert await coaches.chosen(ALICE.id) is Coach.OFF
    assert await coaches.chosen(BOB.id) is Coach.AFTER
