"""What servers have chosen, as one process remembers it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors import UserError
from bot.features.settings.values import SettingsProblem
from bot.match.guilds import NO_PREFERENCES, WHOLE, GuildSettings, Preferences, Shards
from bot.match.session import ChannelId, GuildId, ScopeId
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache
from engine import Level
from tests.bot.builders import ALICE, BOB

DEFAULTS = GuildSettings("?", idle=timedelta(hours=2))
CLUB, ELSEWHERE, DIRECT = ScopeId(1 << 22), ScopeId(2 << 22), ScopeId(3 << 22)


@pytest.fixture
def servers(store: Store) -> GuildSettingsCache:
    """All servers, none of which has chosen anything."""
    return GuildSettingsCache(store.preferences, DEFAULTS, WHOLE)


def hard(before: Preferences) -> Preferences:
    """A level is chosen."""
    return replace(before, level=Level.HARD)


def prefixed(before: Preferences) -> Preferences:
    """A prefix is chosen."""
    return replace(before, prefix="k!")


async def test_at_first_the_house_decides(servers: GuildSettingsCache) -> None:
    """Everywhere, also where nobody knows the place."""
    assert servers.of(CLUB) == DEFAULTS
    assert servers.chosen(CLUB) == NO_PREFERENCES
    assert servers.chosen(CLUB).language is None


async def test_a_choice_holds_at_once_and_for_one_server(servers: GuildSettingsCache) -> None:
    """Others go on as they were."""
    assert await servers.change(CLUB, None, hard) == Preferences(level=Level.HARD)
    assert servers.of(CLUB).level is Level.HARD
    assert servers.of(ELSEWHERE) == DEFAULTS


async def test_a_choice_outlives_the_process(servers: GuildSettingsCache, store: Store) -> None:
    """Another one reads it at its start."""
    await servers.change(CLUB, None, prefixed)
    other = GuildSettingsCache(store.preferences, DEFAULTS, WHOLE)
    assert other.of(CLUB) == DEFAULTS
    await other.load()
    assert other.of(CLUB).prefix == "k!"


async def test_a_process_remembers_the_servers_of_its_shards(store: Store) -> None:
    """Direct messages reach the first shard."""
    whole = GuildSettingsCache(store.preferences, DEFAULTS, WHOLE)
    await whole.change(CLUB, None, hard)
    await whole.change(DIRECT, ALICE.id, hard)
    for shard, known in ((0, [DIRECT]), (1, [CLUB])):
        servers = GuildSettingsCache(store.preferences, DEFAULTS, Shards(2, frozenset((shard,))))
        await servers.load()
        assert [s for s in (CLUB, DIRECT) if servers.chosen(s) != NO_PREFERENCES] == known


async def test_choices_made_at_once_are_all_kept(servers: GuildSettingsCache) -> None:
    """None starts from preferences that another one is changing."""
    await asyncio.gather(*(servers.change(CLUB, None, act) for act in (hard, prefixed)))
    assert servers.chosen(CLUB) == Preferences("k!", level=Level.HARD)


async def test_a_refused_change_of_settings_changes_nothing(
    servers: GuildSettingsCache, store: Store
) -> None:
    """Neither here nor in the store."""

    def refused(before: Preferences) -> Preferences:
        raise UserError(SettingsProblem.BAD_PREFIX)

    with pytest.raises(UserError):
        await servers.change(CLUB, None, refused)
    assert servers.chosen(CLUB) == NO_PREFERENCES
    assert await store.preferences.all() == []


async def test_a_server_that_is_left_has_chosen_nothing(
    servers: GuildSettingsCache, store: Store
) -> None:
    """Should the bot come back, it begins anew."""
    await servers.change(CLUB, None, hard)
    await servers.change(ELSEWHERE, None, hard)
    await servers.leave(GuildId(CLUB))
    assert servers.of(CLUB) == DEFAULTS
    assert [chosen.scope for chosen in await store.preferences.all()] == [ELSEWHERE]


async def test_servers_left_meanwhile_are_forgotten(
    servers: GuildSettingsCache, store: Store
) -> None:
    """Not so what people have chosen for direct messages."""
    for scope, owner in ((CLUB, None), (ELSEWHERE, None), (DIRECT, ALICE.id)):
        await servers.change(scope, owner, hard)
    await servers.stay_in({GuildId(ELSEWHERE)}, 0)
    assert {chosen.scope for chosen in await store.preferences.all()} == {ELSEWHERE, DIRECT}
    assert servers.of(CLUB) == DEFAULTS
    assert servers.of(DIRECT).level is Level.HARD


async def test_servers_of_another_shard_are_not_left(store: Store) -> None:
    """A shard that is ready tells nothing of the servers of one that is not yet."""
    servers = GuildSettingsCache(store.preferences, DEFAULTS, Shards(2, frozenset((0, 1))))
    for scope in (CLUB, ELSEWHERE):
        await servers.change(scope, None, hard)
    await servers.stay_in(set(), 0)
    assert [chosen.scope for chosen in await store.preferences.all()] == [CLUB]


async def test_a_channel_that_is_gone_is_on_no_list(
    servers: GuildSettingsCache, store: Store
) -> None:
    """With the last one every channel is for games again."""
    games, lounge = ChannelId(7), ChannelId(8)
    await servers.change(CLUB, None, lambda p: replace(p, channels=(games, lounge)))
    await servers.lose(GuildId(CLUB), [games])
    assert servers.chosen(CLUB).channels == (lounge,)
    await servers.lose(GuildId(CLUB), [lounge])
    assert servers.of(CLUB).plays_in(games)
    assert await store.preferences.all() == []


async def test_forgetting_a_person_erases_their_settings(
    servers: GuildSettingsCache, store: Store
) -> None:
    """In this process as in the store."""
    await servers.change(DIRECT, ALICE.id, hard)
    await servers.change(ELSEWHERE, BOB.id, hard)
    await store.forget(ALICE.id)
    servers.forget(ALICE.id)
    assert servers.of(DIRECT) == DEFAULTS
    assert servers.of(ELSEWHERE).level is Level.HARD
