"""The rules of fair play between two people, as docs/fair-play.md has them."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

from bot.errors import Problem
from bot.features.explore.values import ExploreProblem
from bot.features.start.values import StartProblem
from bot.match.session import Coach, Ending
from bot.show.text.words import ACCEPT, DECLINE, HINT, UNDO
from engine import Side
from tests.bot.discord.world import World, labels, sentence

PAGE: Final = Path(__file__).parents[3] / "docs/fair-play.md"
HERE: Final = "test_fair_play"
CASUAL: Final = "test_casual"
SERIES: Final = "test_series"
TIMES: Final = "test_notices"
SWAP2: Final = "test_swap2"
TESTED: Final = {
    "Stopping early": (HERE, "test_a_young_game_is_stopped_by_either"),
    "Stopping later": (HERE, "test_a_losing_player_cannot_stop_the_game"),
    "A moderator": (HERE, "test_a_moderator_stops_any_game_but_their_own"),
    "Before the first move": (HERE, "test_a_game_resigned_before_the_first_move"),
    "Help": (HERE, "test_help_counts_for_who_had_it"),
    "Takebacks": (HERE, "test_a_takeback_is_help_for_who_asked"),
    "Swap2": (SWAP2, "test_an_opening_counts_for_nobody_yet"),
    "Agreed to be unrated": (HERE, "test_a_coach_that_both_agreed_to"),
    "Casual": (CASUAL, "test_a_casual_game_is_a_result_without_a_rating"),
    "Matches": (SERIES, "test_a_game_left_before_its_first_move_counts_in_a_match"),
    "Time for each move": (TIMES, "test_a_move_gives_its_player_the_whole_time_again"),
    "Leaving a game": (TIMES, "test_a_game_that_was_left_is_lost_after_a_reminder"),
    "One reminder": (TIMES, "test_a_bot_that_was_away_reminds_first"),
    "The bot was away": (TIMES, "test_a_move_typed_while_the_bot_was_away_counts"),
    "Pings": (TIMES, "test_a_ping_is_one_short_message_that_follows_the_turn"),
    "Being forgotten": (HERE, "test_being_forgotten_resigns_a_game_against_a_person"),
    "Without help": (HERE, "test_a_strict_server_plays_without_help"),
    "Strict": (CASUAL, "test_a_strict_game_against_the_engine_is_without_help"),
}
"""The test of each rule."""

LOSING: Final = ("1", "bob: 5", "2", "bob: 3")
"""alice has moved twice, as has bob, who threatens 7."""


def test_each_rule_of_the_page_has_its_test() -> None:
    """And each of these tests is there."""
    rules = re.findall(r"^\| \*\*(.+?)\*\* \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == list(TESTED)
    for module, name in TESTED.values():
        assert callable(resolve_name(f"tests.bot.discord.{module}:{name}"))


async def rated(world: World, name: str) -> str:
    """What the statistics of somebody say of tic-tac-toe."""
    (answer,) = await world.say(f"{name}: !ttt stats")
    return answer.splitlines()[-1]


async def test_a_young_game_is_stopped_by_either(world: World) -> None:
    """It is nobody's win."""
    await world.pair()
    await world.say("1", "bob: 5", "2")
    (board,) = await world.say("bob: !ttt stop")
    assert "The game was stopped." in board
    assert "lost" not in await rated(world, "bob")


async def test_a_losing_player_cannot_stop_the_game(world: World) -> None:
    """The other is asked; a move or a button declines; with their word it counts for nobody."""
    await world.pair()
    await world.say(*LOSING)
    (asked,) = await world.say("!ttt stop")
    assert asked == (
        "**alice** wants to end the game without a result. **bob**: `!ttt stop` accepts, a move "
        "declines. If nobody answers, the only way out is to resign: `!ttt resign`."
    )
    assert await world.say("!ttt stop") == [sentence(Problem.OWN_OFFER, name="bob")]
    await world.press(world.bob, DECLINE)
    assert "The stop was declined: the game goes on." in world.last
    await world.say("!ttt stop")
    await world.restart()
    await world.press(world.bob, ACCEPT)
    assert "The game was stopped." in world.last
    await world.pair()
    await world.say(*LOSING, "!ttt stop", "!ttt resign")
    ended = await world.session()
    assert (ended.ending, ended.winner) == (Ending.RESIGNED, Side.O)
    assert "1 lost" in await rated(world, "alice")


async def test_a_moderator_stops_any_game_but_their_own(world: World) -> None:
    """In one's own game the other is asked."""
    await world.say("!ttt start @moderator x")
    await world.press(world.moderator, ACCEPT)
    await world.say("1", "moderator: 5", "2", "moderator: 3")
    (asked,) = await world.say("moderator: !ttt stop")
    assert "wants to end the game without a result" in asked
    assert (await world.session()).ending is None
    await world.say("!ttt resign")
    await world.pair()
    await world.say(*LOSING)
    (board,) = await world.say("moderator: !ttt stop")
    assert "The game was stopped." in board
    assert "lost" not in await rated(world, "bob")


async def test_a_game_resigned_before_the_first_move(world: World) -> None:
    """The board says so, and the statistics know nothing of it."""
    await world.pair()
    (board,) = await world.say("bob: !ttt resign")
    assert "**bob** left before the first move, so this game doesn't count." in board
    assert "lost" not in await rated(world, "bob")


async def test_help_counts_for_who_had_it(world: World) -> None:
    """The button tells the hint to one, and both what it means, once; a loss counts."""
    help_of_alice = (
        "**alice** used help, so this game can lower **alice**'s rating but not raise it. For the "
        "other player it counts as usual."
    )
    await world.pair()
    before = world.shown()
    await world.press(world.alice, HINT)
    assert help_of_alice in world.shown()[len(before) :]
    await world.press(world.alice, HINT)
    assert world.shown().count(help_of_alice) == 1
    await world.say("1", "bob: 4", "2", "bob: 5", "3")
    here = (await world.session()).scope
    ratings = [
        (await world.store.results.stats(here, person.id)).games[0].rating
        for person in (await world.session()).people
    ]
    assert [rating.games for rating in ratings if rating] == [0, 1]
    await world.pair()
    await world.say(*LOSING, "!ttt hint", "9", "bob: 7")
    assert (await world.session()).winner is Side.O
    ratings = [
        (await world.store.results.stats(here, person.id)).games[0].rating
        for person in (await world.session()).people
    ]
    assert [rating.games for rating in ratings if rating] == [1, 2]


async def test_a_takeback_is_help_for_who_asked(world: World) -> None:
    """Said under the board on which the move is gone."""
    await world.pair()
    await world.say("1", "bob: 5", "!ttt undo")
    assert (await world.session()).aided == frozenset()
    await world.press(world.bob, ACCEPT)
    assert "**alice** used help" in world.last
    assert list((await world.session()).aided) == [(await world.session()).x.player]


async def test_a_coach_that_both_agreed_to(world: World) -> None:
    """Then nobody is rated, and nothing is said of help."""
    await world.pair("coach")
    await world.say("!ttt hint", "1", "bob: 4", "2", "bob: 5", "3")
    assert not any("has had help" in words for words in world.shown())
    assert "rating" not in await rated(world, "bob")


async def test_being_forgotten_resigns_a_game_against_a_person(world: World) -> None:
    """The other has won, against nobody in particular."""
    await world.pair()
    await world.say(*LOSING, "!ttt forget")
    await world.press(world.alice, "Erase my data")
    assert "1 won" in await rated(world, "bob")


async def test_a_strict_server_plays_without_help(world: World) -> None:
    """Neither by command nor by button, nor agreed in a challenge; against the engine with it."""
    assert await world.say("steward: !ttt settings strict on") == [
        "Done. Games between people without hints, coach and takebacks: on"
    ]
    refused = [sentence(Problem.NO_HELP)]
    for command in ("start @bob coach", "start open coach after"):
        assert await world.say(f"!ttt {command}") == [sentence(StartProblem.STRICT_SERVER)]
    for command in ("start open", "start @bob x 3x3"):
        (asked,) = await world.say(f"!ttt {command}")
        assert sentence(Problem.NO_HELP) in asked
        if "open" in command:
            await world.say("!ttt stop")
    await world.say("bob: !ttt accept")
    buttons = labels(world.newest("Resign"))
    assert HINT not in buttons
    assert UNDO not in buttons
    assert "hint" not in world.last
    await world.say("1", "bob: 5")
    for command in ("hint", "undo", "coach"):
        assert await world.say(f"!ttt {command}") == refused
    assert await world.say("!ttt explore") == [sentence(ExploreProblem.UNAIDED)]
    for command in ("help hint", "help undo", "help coach"):
        guide = "\n".join(await world.say(f"!ttt {command}"))
        assert "Between people here there are no hints, no coach and no takebacks." in guide
    assert await world.say("!ttt coach after") == refused
    assert (await world.session()).aided == frozenset()
    await world.say("moderator: !ttt stop")
    assert "The coach is off." in (await world.say("!ttt coach"))[0]
    await world.say("!ttt start x")
    assert (await world.session()).x.coach is Coach.OFF, "what is refused is not remembered"
    assert "💡" in (await world.say("!ttt hint"))[0]
