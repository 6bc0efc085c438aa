"""The small Discord of `play`: time passes in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bot.client.bot import Kinarow
from bot.client.services import GamesConfig, Services
from bot.config import Settings
from bot.local.world import Mentions, World, open_world
from bot.match.session import ChannelId, UserId, moves
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit

MENTIONS = Mentions(
    {"@bob": "<@2>", "@bob the great": "<@3>", "@Kinarow": "<@4>", "#games": "<#5>"}
)


@asynccontextmanager
async def opened(store: Store, thinker: Thinker) -> AsyncIterator[World]:
    """A small Discord with a bot of its own."""
    config = GamesConfig(Limit(seconds=0.05))
    services = Services.of(store, thinker, config, lambda: datetime.now(UTC), Random(7))
    async with open_world(Kinarow(Settings.read({}), services)) as world:
        yield world
        await world.env.bot.close()


@pytest.mark.parametrize("permitted", [True, False])
async def test_no_thread_is_opened(store: Store, thinker: Thinker, permitted: bool) -> None:
    """A game in one could not be played, and files or no files change nothing in that."""
    async with opened(store, thinker) as world:
        world.permit_files(permitted=permitted)
        await world.env.settle()
        alice, bob = world.members["alice"], world.members["bob"]
        await alice.send(world.channel, "!ttt tournament 5m")
        for member in (alice, bob):
            message = next(m for m in reversed(world.channel.history()) if m.components)
            await member.click(message, label="Join")
        await alice.send(world.channel, "!ttt tournament start")
        await world.env.settle()
        assert world.channel.threads == []
        assert any("your round 1 game" in m.content for m in world.channel.history())


async def test_a_vote_is_counted_though_nobody_acts(store: Store, thinker: Thinker) -> None:
    """Timers of the bot stand still between acts: `pass_time` lets those go off that are due."""
    async with opened(store, thinker) as world:
        bot = world.env.bot
        assert isinstance(bot, Kinarow)
        services = bot.services
        await world.members["alice"].send(world.channel, "!ttt vote 3x3 10s x")
        channel = ChannelId(world.channel.id)
        before = await services.games.turns.live(channel)
        assert before.poll is not None
        await world.pass_time()
        voted = moves.vote(before, UserId(world.members["bob"].id), 5, datetime.now(UTC))
        assert voted.poll is not None
        over = replace(voted, poll=replace(voted.poll, closes=datetime.now(UTC)))
        await services.turns.save(before, over)
        await world.env.settle()
        await world.pass_time()
        after = await services.games.turns.live(channel)
        assert after.position.moves[0] == 5
        assert after.position.ply == 2


@pytest.mark.parametrize(
    "words,sent",
    [
        ("@bob", "<@2>"),
        ("!ttt start 3x3 @BOB x", "!ttt start 3x3 <@2> x"),
        ("@kinarow hint", "<@4> hint"),
        ("!ttt settings channels #Games", "!ttt settings channels <#5>"),
        ("(@bob, @Kinarow.) **@bob**'s", "(<@2>, <@4>.) **<@2>**'s"),
        ("@bob\n#games", "<@2>\n<#5>"),
    ],
)
def test_names_are_sent_as_mentions(words: str, sent: str) -> None:
    """In any case, beside any sign that is no part of a name."""
    assert MENTIONS.typed(words) == sent


@pytest.mark.parametrize(
    "words",
    [
        "@bobby",
        "@bob-by",
        "@bob.by",
        "mail@bob",
        "@@bob",
        "#games2",
        "#games-2",
        "https://example.com/@bob/#games",
        "<@2> and <#5>",
        "bob, carol and games",
        "say `!ttt start @bob`",
    ],
)
def test_other_words_are_sent_as_they_are(words: str) -> None:
    """Longer names, addresses, mentions and code."""
    assert MENTIONS.typed(words) == words


def test_the_longest_name_is_meant() -> None:
    """A name may begin with another's, and have spaces."""
    assert MENTIONS.typed("@Bob The Great and @bob the small") == "<@3> and <@2> the small"


def test_mentions_are_shown_as_names() -> None:
    """As people read them."""
    assert MENTIONS.shown("<@2>, see <#5>; <@7>") == "@bob, see #games; <@7>"
