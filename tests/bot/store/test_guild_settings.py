"""What is chosen is kept, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import fields
from datetime import timedelta

import pytest

from bot.client.services import COMPANIONS, DELETIONS
from bot.features.coach import coach_choices
from bot.features.looks import style_choices
from bot.match.guilds import NO_PREFERENCES, Preferences, PuzzlePost
from bot.match.session import CHOOSABLE_STYLES, BoardStyle, ChannelId, Coach, ScopeId, UserId
from bot.store import Chosen, Store
from engine import Level, Rules
from tests.bot.builders import ALICE, BOB

CLUB, ELSEWHERE = ScopeId(2**62), ScopeId(3)
EVERYTHING = Preferences(
    prefix="❗k",
    game=Rules.parse("19x19x19g misere"),
    level=Level.ADAPTIVE,
    style=BoardStyle.LIGHT,
    channels=(ChannelId(2**62), ChannelId(5)),
    language="zh-CN",
    idle=timedelta(days=365),
    puzzle=PuzzlePost(ChannelId(2**61), 1439),
    threads=False,
    strict=True,
    casual=True,
    history=False,
)


@pytest.fixture
async def store(any_migrated_url: str) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    async with Store.open(any_migrated_url, DELETIONS, COMPANIONS) as store:
        yield store


@pytest.mark.parametrize("name", [field.name for field in fields(Preferences)])
def test_everything_is_chosen_here(name: str) -> None:
    """A new setting must be chosen in `EVERYTHING`: the tests below keep what is in it."""
    assert getattr(EVERYTHING, name) != getattr(NO_PREFERENCES, name)


@pytest.mark.parametrize("wanted", [EVERYTHING, Preferences(level=Level.HARD)])
@pytest.mark.parametrize("owner", [None, UserId(2**62)])
async def test_stored_preferences_are_read_back(
    store: Store, wanted: Preferences, owner: UserId
) -> None:
    """All of it, or the little there is, of a server or a person."""
    chosen = Chosen(CLUB, owner, wanted)
    await store.preferences.keep(chosen)
    assert await store.preferences.all() == [chosen]


async def test_a_change_takes_the_place_of_what_was(store: Store) -> None:
    """One row for each; other servers keep theirs."""
    other = Chosen(ELSEWHERE, None, Preferences(prefix="?"))
    for chosen in (Chosen(CLUB, None, EVERYTHING), other):
        await store.preferences.keep(chosen)
    now = Chosen(CLUB, None, Preferences(language="de"))
    await store.preferences.keep(now)
    found = await store.preferences.all()
    assert sorted(found, key=lambda chosen: chosen.scope) == [other, now]


async def test_a_reset_of_all_preferences_leaves_no_row(store: Store) -> None:
    """After a reset there is nothing to know."""
    await store.preferences.keep(Chosen(CLUB, None, EVERYTHING))
    await store.preferences.keep(Chosen(CLUB, None, NO_PREFERENCES))
    assert await store.preferences.all() == []


async def test_places_are_dropped(store: Store) -> None:
    """Those that are named, if they are known at all."""
    for scope in (CLUB, ELSEWHERE):
        await store.preferences.keep(Chosen(scope, None, EVERYTHING))
    await store.preferences.drop([CLUB, ScopeId(99)])
    assert [chosen.scope for chosen in await store.preferences.all()] == [ELSEWHERE]


async def test_the_last_choice_of_each_person_holds(store: Store) -> None:
    """A person who has chosen nothing has no coach, and nobody chooses for another."""
    choices = coach_choices(store.database)
    assert await choices.chosen(ALICE.id) is Coach.OFF
    for coach in (Coach.BEFORE, Coach.AFTER):
        await choices.choose(ALICE.id, coach)
        assert await choices.chosen(ALICE.id) is coach
    assert await choices.chosen(BOB.id) is Coach.OFF
    await choices.choose(ALICE.id, Coach.OFF)
    assert await choices.chosen(ALICE.id) is Coach.OFF


async def test_every_style_can_be_chosen_and_taken_back(store: Store) -> None:
    """By each person for themselves."""
    choices = style_choices(store.database)
    assert await choices.chosen(ALICE.id) is None
    for style in CHOOSABLE_STYLES:
        await choices.choose(ALICE.id, style)
        assert await choices.chosen(ALICE.id) is style
    assert await choices.chosen(BOB.id) is None
    await choices.choose(ALICE.id, None)
    assert await choices.chosen(ALICE.id) is None


async def test_a_choice_is_forgotten_with_the_person(store: Store) -> None:
    """And nobody else's."""
    choices = coach_choices(store.database)
    for person in (ALICE, BOB):
        await choices.choose(person.id, Coach.AFTER)
    await store.forget(ALICE.id)
    assert await choices.chosen(ALICE.id) is Coach.OFF
    assert await choices.chosen(BOB.id) is Coach.AFTER
