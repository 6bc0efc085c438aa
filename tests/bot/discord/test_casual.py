"""Casual and strict games: asked for in any language, shown to both, kept, and what they change."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.features.explore.values import ExploreProblem
from bot.match.grammar import asked_for, parse_start
from bot.match.rating import is_rated
from bot.match.session import Coach
from bot.match.typed.languages import spoken, words_of
from bot.show.text.opening import CASUAL
from bot.show.text.words import ACCEPT, HINT, REMATCH, UNDO
from engine import Rules
from tests.bot.discord.pages import Pages
from tests.bot.discord.test_meeting import now  # noqa: F401 - the clock of pages
from tests.bot.discord.world import World, labels, sentence

TICTACTOE = Rules(3, 3, 3)
PLAYED = ("1", "bob: 5", "2", "bob: 3", "4", "bob: 7")
"""bob wins."""


@pytest.mark.parametrize("word", ["casual", "unrated", "friendly"])
async def test_a_casual_game_is_a_result_without_a_rating(world: World, word: str) -> None:
    """The challenge and each board say it."""
    (asked,) = await world.say(f"!ttt start @bob x {word}")
    assert str(CASUAL) in asked
    await world.press(world.bob, ACCEPT)
    await world.say(*PLAYED)
    assert world.last.splitlines()[0].endswith("· casual")
    assert not is_rated(await world.session())
    (told,) = await world.say("bob: !ttt stats")
    assert "1 won" in told


async def test_any_other_game_like_it_is_rated(world: World) -> None:
    """Its board names no terms."""
    await world.pair()
    await world.say(*PLAYED)
    assert "casual" not in world.last
    assert is_rated(await world.session())


async def test_help_in_a_casual_game_costs_nobody_points(world: World) -> None:
    """So nothing is said about ratings."""
    await world.pair("casual")
    told = await world.say("1", "bob: 5", "!ttt hint")
    assert not any("rating" in words for words in told)
    assert (await world.session()).aided == frozenset()


async def test_a_server_may_make_casual_usual(world: World) -> None:
    """For all that is begun there, unless `rated` is said."""
    await world.say("steward: !ttt settings casual on")
    await world.say("!ttt start hard x")
    assert "· casual" in world.last
    await world.say("!ttt stop", "!ttt start hard x rated")
    assert "casual" not in world.last
    assert not (await world.session()).casual


async def test_a_strict_game_against_the_engine_is_without_help(world: World) -> None:
    """No buttons for it; commands, the explorer and the coach of all games are refused."""
    await world.say("!ttt coach before", "!ttt start x easy strict", "5")
    assert world.last.splitlines()[0].endswith("· strict")
    assert not {HINT, UNDO} & set(labels(world.newest("Resign")))
    for command in ("hint", "undo", "coach after", "why 1"):
        assert await world.say(f"!ttt {command}") == [sentence(Problem.NO_HELP)]
    assert await world.say("!ttt explore") == [sentence(ExploreProblem.UNAIDED)]
    assert (await world.session()).x.coach is Coach.OFF


async def test_a_strict_server_leaves_games_against_the_engine_alone(world: World) -> None:
    """They have their buttons."""
    await world.say("steward: !ttt settings strict on", "!ttt start x easy")
    assert HINT in labels(world.newest("Resign"))


async def test_a_rematch_keeps_both_after_a_restart(world: World) -> None:
    """The challenge says so again."""
    await world.pair("casual strict")
    await world.say("1", "bob: !ttt resign")
    await world.restart()
    await world.press(world.alice, REMATCH)
    assert str(CASUAL) in world.last
    assert sentence(Problem.NO_HELP) in world.last
    await world.press(world.bob, ACCEPT)
    session = await world.session()
    assert (session.casual, session.strict) == (True, True)


async def test_two_who_ask_for_different_terms_have_not_agreed(world: World) -> None:
    """A casual game is not begun for whoever asked for a rated one."""
    await world.say("!ttt start @bob x casual", "bob: !ttt start @alice o")
    assert not await world.store.live()
    await world.say("bob: !ttt start @alice o casual")
    assert (await world.session()).casual


async def test_a_page_tells_the_terms(world: World, pages: Pages, now: None) -> None:  # noqa: F811
    """Of an open seat, and above the board."""
    await world.pair("casual")
    bob = await pages.of(world.bob.id)
    assert bob.state["heading"].endswith("· casual")
    await world.say("1", "bob: !ttt resign", "carol: !ttt start open x casual strict")
    await bob.until(lambda: str(CASUAL) in bob.state.get("offer", ""))
    assert sentence(Problem.NO_HELP) in bob.state["offer"]


async def test_a_tournament_may_be_casual(world: World) -> None:
    """Its announcement says so, and so does each board."""
    await world.say("steward: !ttt tournament casual", "!ttt tournament join")
    await world.say("bob: !ttt tournament join")
    assert any("The games aren't rated" in words for words in world.said())
    await world.say("steward: !ttt tournament start")
    (game,) = await world.store.live()
    assert (game.casual, game.fixture is not None) == (True, True)


@pytest.mark.parametrize("language", spoken())
def test_terms_are_asked_for_in_each_language(language: str) -> None:
    """By every word that its list has."""
    for name in ("casual", "rated", "strict"):
        for word in words_of(language)["words"][name]:
            words = asked_for(f"start connect4 {word}", language, {"start": None}, TICTACTOE)
            asked = parse_start(words.removeprefix("start "), TICTACTOE)
            wanted = {"casual": asked.casual is True, "rated": asked.casual is False}
            assert wanted.get(name, asked.strict), word


@pytest.mark.parametrize("words", ["casual rated", "strict coach"])
async def test_terms_that_contradict_each_other_are_quoted(world: World, words: str) -> None:
    """Nothing begins."""
    first, second = words.split()
    told = await world.say(f"!ttt start {words}")
    assert told == [sentence(Problem.TWO_VALUES, first=first, second=second)]
