"""How each person's boards are drawn, in both databases."""

from __future__ import annotations

import pytest

from bot.features.personal.looks.store import StyleStore
from bot.match.session import CHOOSABLE_STYLES
from bot.store import Store
from tests.bot.builders import ALICE, BOB


@pytest.fixture
def database_url(any_database_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_database_url


async def test_the_last_choice_of_each_person_holds(store: Store) -> None:
    """Until they take it back, and for nobody else."""
    styles = StyleStore(store.database)
    assert await styles.chosen(ALICE.id) is None
    for style in CHOOSABLE_STYLES:
        await styles.choose(ALICE.id, style)
        assert await styles.chosen(ALICE.id) is style
    assert await styles.chosen(BOB.id) is None
    await styles.choose(ALICE.id, None)
    assert await styles.chosen(ALICE.id) is None
