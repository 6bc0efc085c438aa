"""The skill of people in the store: kept with the end of a game, and with a wish during it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.match.players import FIRST_STEP
from bot.match.rating import Value
from bot.match.session import Bot, ChannelId, Coach, Crowd, GuildId
from bot.match.skill import Result, Skill, skill_from
from bot.match.vote import Poll
from bot.store import Store
from bot.store.database import transaction
from bot.store.tables import games, skills
from engine import LADDER, Level, Rules
from tests.bot.builders import ALICE, BOB, CAROL, NOON, session
from tests.bot.store.test_results import LOST, TICTACTOE, WON, played

ADAPTIVE = Bot(Level.ADAPTIVE, FIRST_STEP)
NEW = Skill.new(TICTACTOE)


async def test_the_end_of_a_game_is_kept_with_its_step(store: Store) -> None:
    """Whoever wins plays a step higher next, on whatever server."""
    assert await store.skills.of(ALICE.id, TICTACTOE) == NEW
    await played(store, ALICE, ADAPTIVE)
    won = NEW.after(TICTACTOE, FIRST_STEP, "win", helped=False)
    assert await store.skills.of(ALICE.id, TICTACTOE) == won
    assert won.rating.mu > NEW.rating.mu
    await played(store, ADAPTIVE.at(won.step), ALICE, guild=GuildId(77))
    lost = won.after(TICTACTOE, won.step, "loss", helped=False)
    assert await store.skills.of(ALICE.id, TICTACTOE) == lost
    assert await store.skills.of(ALICE.id, Rules(4, 4, 4)) == Skill.new(Rules(4, 4, 4))
    assert await store.skills.of(BOB.id, TICTACTOE) == NEW


async def test_a_level_that_was_asked_for_counts_too(store: Store) -> None:
    """Its strength is known as well."""
    await played(store, ALICE, Bot(Level.PERFECT))
    kept = await store.skills.of(ALICE.id, TICTACTOE)
    assert kept == NEW.after(TICTACTOE, Level.PERFECT, "win", helped=False)


async def test_a_win_with_help_changes_nothing(store: Store) -> None:
    """A loss with help does."""
    await played(store, ALICE, ADAPTIVE, x_coach=Coach.BEFORE, assisted=True)
    assert await store.skills.of(ALICE.id, TICTACTOE) == NEW
    await played(store, ALICE, ADAPTIVE, LOST, assisted=True)
    assert (await store.skills.of(ALICE.id, TICTACTOE)).rating.mu < NEW.rating.mu


async def test_the_step_of_a_game_is_kept(store: Store) -> None:
    """A game that is on is read as it was, with its step and as a first game."""
    begun = replace(session([1, 5], o=ADAPTIVE.at(Level.IRIS)), newcomer=True)
    stored = await store.create(begun)
    assert await store.load(stored.channel) == stored
    changed = await store.save(stored, stored.at_level(ALICE.id, -1))
    assert await store.load(stored.channel) == changed
    assert changed.o == ADAPTIVE.at(Level.HARD)


async def test_a_wish_is_kept_at_once(store: Store) -> None:
    """The step that somebody asks for during a game is that of the next one, too."""
    begun = await store.create(session([1, 5], o=ADAPTIVE))
    easier = await store.save(begun, begun.at_level(ALICE.id, -1))
    assert easier.bot is not None
    kept = await store.skills.of(ALICE.id, TICTACTOE)
    assert kept == NEW.at(TICTACTOE, easier.bot.step)
    assert LADDER.index(kept.step) == LADDER.index(FIRST_STEP) - 1
    stopped = await store.save(easier, easier.stop(ALICE.id, may_manage=False))
    assert await store.skills.of(ALICE.id, TICTACTOE) == kept
    assert stopped.ending is not None


async def test_a_wish_at_another_level_is_for_that_game_alone(store: Store) -> None:
    """Who asks for a level has said nothing of the adaptive one; nor has a crowd."""
    begun = await store.create(session([1, 5], o=Bot(Level.HARD)))
    await store.save(begun, begun.at_level(ALICE.id, 1))
    led = replace(session(x=Crowd(ALICE), o=ADAPTIVE), poll=Poll(30), channel=ChannelId(8))
    voted = await store.create(led.at(NOON))
    await store.save(voted, voted.at_level(ALICE.id, 1))
    assert await store.skills.of(ALICE.id, TICTACTOE) == NEW


async def test_earlier_games_start_a_skill(store: Store) -> None:
    """Those from before skills were kept count once, the oldest first."""
    results: list[tuple[Value, tuple[int, ...]]] = [("win", WON), ("win", WON), ("loss", LOST)]
    for hour, (_, moves) in enumerate(results):
        ended = await played(store, ALICE, Bot(Level.ADAPTIVE), moves)
        when = update(games).where(games.c.id == ended.game)
        async with transaction(store.database) as connection:
            await connection.execute(when.values(touched_at=NOON + timedelta(hours=hour)))
    await forget_skills(store)
    former = [Result(Bot(Level.ADAPTIVE), value, False) for value, _ in results]
    started = skill_from(TICTACTOE, former)
    assert started != NEW
    assert await store.skills.of(ALICE.id, TICTACTOE) == started
    await played(store, ALICE, ADAPTIVE.at(started.step))
    after = started.after(TICTACTOE, started.step, "win", helped=False)
    assert await store.skills.of(ALICE.id, TICTACTOE) == after


async def forget_skills(store: Store) -> None:
    """As in a database of an earlier version."""
    async with transaction(store.database) as connection:
        await connection.execute(skills.delete())


async def test_of_two_ends_at_once_both_count(store: Store, database_url: str) -> None:
    """In two processes: the second starts from what the first has left."""
    async with Store.open(database_url) as other:
        begun = [
            await store.create(
                replace(session([1, 4, 2, 5], o=ADAPTIVE), channel=ChannelId(number))
            )
            for number in (1, 2)
        ]
        await asyncio.gather(
            *(
                each.save(game, game.play(ALICE.id, 3))
                for each, game in zip((store, other), begun, strict=True)
            )
        )
    assert (await store.skills.of(ALICE.id, TICTACTOE)).rating.games == 2


@pytest.mark.parametrize("how", ["played", "running", "led"])
async def test_who_has_played_is_not_new(store: Store, how: str) -> None:
    """A game that is on or over makes somebody known, in a seat or at the head of a crowd."""
    assert await store.skills.is_new(ALICE.id)
    if how == "led":
        led = replace(session(x=Crowd(ALICE), o=ADAPTIVE), poll=Poll(30))
        await store.create(led.at(NOON))
    else:
        await played(store, BOB, ALICE, WON if how == "played" else ())
    assert not await store.skills.is_new(ALICE.id)
    assert await store.skills.is_new(CAROL.id)
