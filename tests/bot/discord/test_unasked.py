"""What people ask, deny or report about acts: it is answered, and nothing is done."""

from __future__ import annotations

import pytest

from bot.client.bot import Kinarow
from bot.match.session import ChannelId, ScopeId, UserId
from bot.show.languages import languages
from bot.show.text.language import said, speaking
from bot.show.text.words import ACCEPT
from tests.bot.discord.world import World, labels
from tests.bot.match.test_own_words import QUICK, unasked
from tests.thorough import thorough

LANGUAGES = pytest.mark.parametrize(
    "language", [*QUICK, *thorough(*(code for code in languages() if code not in QUICK))]
)


def some(language: str, first: int) -> list[str]:
    """A sixth of what nobody asks for in a language.

    All of it is read in tests/bot/match/test_own_words.py: here is what comes of it in a channel.
    """
    return unasked(language)[first::6]


async def speak(world: World, language: str) -> None:
    """Choose the language of the server."""
    await world.say(f"steward: !ttt language {language}")


def shown_moves(told: list[str]) -> list[str]:
    """The messages that show a move to make."""
    return [words for words in told if "💡 **" in words]


@LANGUAGES
async def test_a_game_stays_as_it_is(world: World, language: str) -> None:
    """Its moves, its offer, its end and who had help: after `!ttt` and after a mention."""
    await world.pair("connect4")
    await speak(world, language)
    await world.say("4", "bob: 4")
    before = await world.session()
    lines = some(language, 0)
    typed = [f"{'!ttt' if at % 2 else '@Kinarow'} {words}" for at, words in enumerate(lines)]
    told = await world.say(*typed)
    assert await world.session() == before
    assert shown_moves(told) == []
    assert len(told) >= len(lines)


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_slash_command_with_any_words_does_no_more(world: World, language: str) -> None:
    """`/ttt do` reads them as after `!ttt`."""
    await world.pair("connect4")
    await speak(world, language)
    before = await world.session()
    for words in some(language, 1)[:30]:
        assert shown_moves(await world.slash("ttt do", words=words)) == []
    assert await world.session() == before


@LANGUAGES
async def test_nothing_begins_and_no_setting_changes(world: World, language: str) -> None:
    """Where no game is on, for somebody who may change what the server has chosen."""
    await speak(world, language)
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    scope, steward = ScopeId(world.guild.id), UserId(world.steward.id)
    before = bot.guild_settings.chosen(scope)
    await world.say(*(f"steward: @Kinarow {words}" for words in some(language, 2)))
    assert await world.store.last(ChannelId(world.channel.id)) is None
    assert bot.guild_settings.chosen(scope) == before
    assert await bot.chosen_style(steward) is None
    with speaking(language):
        accept = said(ACCEPT)
    assert not [m for m in world.channel.history() if accept in labels(m)]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
async def test_a_sentence_read_back_does_nothing_either(world: World, language: str) -> None:
    """It is read back after a restart."""
    await world.pair("connect4")
    await speak(world, language)
    await world.say("4", "bob: 4")
    before = await world.session()
    await world.restart(*(f"@Kinarow {words}" for words in some(language, 3)))
    after = await world.session()
    assert (after.position, after.offer, after.ending) == (before.position, None, None)
    assert not after.x.assisted
