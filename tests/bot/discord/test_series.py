"""Matches of several games: asked for, played to their end, given up, and what comes between."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.errors import Problem
from bot.features.start.challenge_feature import Challenging
from bot.match.grammar import asked_for, parse_start
from bot.match.rating import is_rated
from bot.match.series import LONGEST_BREAK, Length
from bot.match.session import ChannelId, Ending
from bot.match.typed.languages import spoken, words_of
from bot.show.text.words import ACCEPT, CHANGE, JOIN, NEXT_GAME, REMATCH, RESIGN, RESIGN_MATCH
from engine import Rules, Side
from tests.bot.discord.pages import Pages, bot_of
from tests.bot.discord.world import World, labels, said, sentence


async def win(world: World, name: str) -> None:
    """One of the two wins the live game of alice and bob."""
    session = await world.session()
    other = "bob" if name == "alice" else "alice"
    if session.x.name == name:
        await world.say(f"{name}: 1", f"{other}: 4", f"{name}: 2", f"{other}: 5", f"{name}: 3")
    else:
        await world.say(f"{other}: 1", f"{name}: 4", f"{other}: 2", f"{name}: 5", f"{other}: 9")
        await world.say(f"{name}: 6")


def top(world: World) -> str:
    """What stands above the newest board."""
    return world.last.splitlines()[0]


async def test_a_match_is_played_to_its_end(world: World) -> None:
    """Sides alternate, the score stands above each board, and a press begins the next game."""
    (asked,) = await world.say("!ttt start @bob x best of 3")
    assert "best of 3: sides alternate" in asked
    await world.press(world.bob, ACCEPT)
    assert top(world).endswith("· best of 3 · 0\N{EN DASH}0")
    await win(world, "alice")
    assert "**alice** leads the match 1\N{EN DASH}0." in world.last
    assert REMATCH not in labels(world.newest(NEXT_GAME))
    await world.press(world.bob, NEXT_GAME)
    session = await world.session()
    assert (session.x.name, session.o.name) == ("bob", "alice")
    assert top(world).endswith("· best of 3 · 0\N{EN DASH}1")
    await win(world, "bob")
    assert "The match stands at 1\N{EN DASH}1." in world.last
    await world.press(world.alice, NEXT_GAME)
    assert (await world.session()).x.name == "alice"
    await win(world, "bob")
    assert "**bob** wins the match 2\N{EN DASH}1." in world.last
    assert NEXT_GAME not in labels(world.newest(REMATCH))
    assert is_rated(await world.session())


async def test_a_draw_counts_half(world: World) -> None:
    """For both."""
    await world.pair("first to 2")
    await world.say("1", "!ttt draw", "bob: !ttt draw")
    assert "The match stands at ½\N{EN DASH}½." in world.last
    await world.say("bob: !ttt rematch")
    await win(world, "bob")
    assert "**bob** leads the match 1½\N{EN DASH}½." in world.last


async def test_a_rematch_of_a_match_is_a_match(world: World) -> None:
    """Once it is over, with the whole length."""
    await world.pair("best of 2")
    await world.say("1", "bob: !ttt resign match")
    await world.press(world.bob, REMATCH)
    assert "best of 2" in world.last
    await world.press(world.alice, ACCEPT)
    session = await world.session()
    assert (session.series, session.x.points, session.o.points) == (Length(2), 0, 0)


async def test_resigning_is_asked_for_the_game_or_the_match(world: World) -> None:
    """By a press; typed alone it is the game."""
    await world.pair("best of 5")
    await world.say("1", "bob: !ttt resign")
    assert "**alice** leads the match 1\N{EN DASH}0." in world.last
    await world.press(world.alice, NEXT_GAME)
    asked = await world.alice.click(world.newest(RESIGN), label=RESIGN)
    assert asked.response is not None
    question = asked.response.message
    assert labels(question) == [RESIGN, RESIGN_MATCH]
    await world.alice.click(question, label=RESIGN_MATCH)
    assert "**alice** resigns the match: " in world.last
    assert REMATCH in labels(world.newest(CHANGE))
    ended = await world.session()
    assert (ended.ending, ended.conceded) == (Ending.RESIGNED, ended.winner and ended.winner.other)


async def test_a_match_is_resigned_between_two_games(world: World) -> None:
    """By who has won the last one too: its result stays, and is counted once."""
    await world.pair("bo3")
    await win(world, "alice")
    (told,) = await world.say("!ttt resign match")
    assert "wins with" in told
    assert "**alice** resigns the match: " in told
    assert REMATCH in labels(world.newest(CHANGE))
    assert "1 won" in (await world.say("!ttt stats"))[0]
    assert await world.say("!ttt resign match") == [sentence(Problem.NO_GAME)]
    await world.press(world.bob, REMATCH)
    assert "best of 3" in world.last


async def test_nobody_else_resigns_a_match(world: World) -> None:
    """Between two games as in one."""
    await world.pair("bo3")
    await win(world, "alice")
    await world.say("carol: !ttt resign match")
    assert (await world.session()).conceded is None


async def test_a_single_game_is_resigned_by_both_words(world: World) -> None:
    """People call it a match too."""
    await world.pair()
    await world.say("1", "bob: 5", "!ttt resign match")
    ended = await world.session()
    assert (ended.ending, ended.conceded, ended.winner) == (Ending.RESIGNED, None, Side.O)


async def test_a_match_is_played_against_the_engine(world: World) -> None:
    """With the level and the terms of its first game."""
    await world.say("!ttt start dot x bo3 strict casual", "!ttt resign")
    await world.press(world.alice, NEXT_GAME)
    session = await world.session()
    assert session.bot is not None
    assert (session.o.name, session.strict, session.casual) == ("alice", True, True)
    assert session.seats[Side.X].points == 2


async def test_anyone_may_join_a_match(world: World) -> None:
    """By the seat that is open."""
    await world.say("!ttt start open x ft3")
    await world.bob.click(world.newest(JOIN), label=JOIN)
    assert (await world.session()).series == Length(3, first_to=True)


async def test_a_match_goes_on_after_a_restart(world: World) -> None:
    """In the midst of a game, and between two."""
    await world.pair("bo3")
    await world.say("1")
    await world.restart("bob: !ttt resign")
    await world.restart()
    await world.press(world.bob, NEXT_GAME)
    session = await world.session()
    assert (session.x.points, session.o.points) == (0, 2)


async def test_a_match_given_up_while_the_bot_was_away_is_given_up(world: World) -> None:
    """Not only its game."""
    await world.pair("bo3")
    await world.say("1")
    await world.restart("bob: !ttt resign match")
    ended = await world.session()
    assert (ended.ending, ended.conceded) == (Ending.RESIGNED, ended.winner and ended.winner.other)


async def test_of_two_who_begin_the_next_game_one_does(world: World) -> None:
    """And the button of a game that has a next one begins nothing more."""
    await world.pair("bo5")
    await world.say("1", "bob: !ttt resign")
    first = world.newest(NEXT_GAME)
    with world.in_the_same_moment():
        await world.alice.click(first, label=NEXT_GAME)
        await world.bob.click(first, label=NEXT_GAME)
    await world.env.settle()
    assert len(await world.store.live()) == 1
    await world.say("bob: !ttt resign")
    result = await world.alice.click(first, label=NEXT_GAME)
    assert sentence(Problem.MOVED_ON) in said(result).values()
    assert not await world.store.live()


async def test_nobody_else_begins_the_next_game(world: World) -> None:
    """As with a rematch."""
    await world.pair("bo3")
    await world.say("1", "bob: !ttt resign")
    await world.carol.click(world.newest(NEXT_GAME), label=NEXT_GAME)
    assert not await world.store.live()


async def test_a_stopped_game_is_played_again(world: World) -> None:
    """With the same sides; it counts for nobody."""
    await world.pair("bo3")
    await world.say("1", "!ttt stop")
    assert "The match stands at 0\N{EN DASH}0." in world.last
    await world.press(world.bob, NEXT_GAME)
    session = await world.session()
    assert (session.x.name, session.x.points, session.o.points) == ("alice", 0, 0)


async def test_a_game_left_before_its_first_move_counts_in_a_match(world: World) -> None:
    """Or nobody could win against whoever stays away."""
    await world.pair("bo3")
    await world.say("!ttt resign")
    assert "doesn't count" not in world.last
    assert "**bob** leads the match 1\N{EN DASH}0." in world.last


async def test_a_takeback_and_a_swap_leave_the_score_with_its_players(world: World) -> None:
    """Whatever side they play."""
    await world.pair("bo5 swap")
    await world.say("1", "bob: !ttt resign")
    await world.press(world.bob, NEXT_GAME)
    await world.say("bob: 5", "!ttt swap")
    session = await world.session()
    assert {seat.name: seat.points for seat in (session.x, session.o)} == {"alice": 2, "bob": 0}
    await world.say("bob: 1", "!ttt undo", "bob: !ttt undo")
    assert (await world.session()).x.points + (await world.session()).o.points == 2


async def test_matches_in_two_channels_keep_their_scores(world: World) -> None:
    """And one ends with its channel."""
    other = world.guild.create_text_channel("room")
    await world.pair("bo3")
    await world.say("1", "bob: !ttt resign")
    await world.say("!ttt start @carol x bo5", "carol: !ttt accept", channel=other)
    await world.say("1", "!ttt resign", channel=other)
    assert (await world.session(other)).o.name == "carol"
    await world.press(world.alice, NEXT_GAME)
    assert (await world.session()).seats[Side.O].points == 2
    await world.say("carol: !ttt rematch", channel=other)
    live = await world.store.load(ChannelId(other.id))
    assert live is not None
    assert (live.x.name, live.x.points) == ("carol", 2)


async def test_a_page_plays_a_match_like_the_channel(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The score, and the button for the next game."""

    def clock() -> datetime:  # pages are served by the host's, months away from the channel's
        return max(message.created_at for message in world.channel.history())

    turns = bot_of(world).feature(Challenging).games.turns
    monkeypatch.setattr(turns, "clock", clock)
    await world.pair("bo3")
    bob = await pages.of(world.bob.id)
    assert bob.state["heading"].endswith("· best of 3 · 0\N{EN DASH}0")
    await world.say("1", "bob: !ttt resign")
    await bob.until(lambda: "leads the match" in bob.state["status"])
    await bob.press(NEXT_GAME)
    await bob.until(lambda: not bob.state["over"])
    assert bob.state["heading"].endswith("· best of 3 · 0\N{EN DASH}1")


async def test_a_match_waits_a_week_for_its_next_game(world: World) -> None:
    """Then it is asked for anew, and the other must agree."""
    await world.pair("bo3")
    await world.say("1", "bob: !ttt resign")
    await world.env.advance_time((LONGEST_BREAK + timedelta(hours=1)).total_seconds())
    await world.say("!ttt rematch")
    assert "best of 3" in world.last
    assert not await world.store.live()


@pytest.mark.parametrize("words", ["best of 1", "first to 40", "bo99"])
async def test_a_match_has_a_length_that_ends(world: World, words: str) -> None:
    """The answer says which."""
    told = await world.say(f"!ttt start {words}")
    assert told == [sentence(Problem.SERIES_LENGTH, least=2, most=21)]


@pytest.mark.parametrize(
    "words, second",
    [("vote best of 3", "match"), ("tournament bo3", "bo3")],
)
async def test_no_match_is_played_where_games_are_single(
    world: World, words: str, second: str
) -> None:
    """A vote and a pairing of a tournament are single games."""
    first = words.split()[0]
    speaker = "steward: " if first == "tournament" else ""
    told = await world.say(f"{speaker}!ttt {words}")
    assert told == [sentence(Problem.TWO_VALUES, first=first, second=second)]


@pytest.mark.parametrize("language", spoken())
def test_a_match_is_asked_for_in_each_language(language: str) -> None:
    """By every word that its list has for one."""
    commands = {"start": None, "resign": None}
    lists = words_of(language)
    named = {
        word if english[-1].isdigit() else f"{word} 3"
        for english, typed in lists["words"].items()
        if english.startswith(("best of", "first to"))
        for word in typed
    }
    assert named
    for words in named:
        asked = asked_for(f"start connect4 {words}", language, commands, Rules(3, 3, 3))
        assert parse_start(asked.removeprefix("start "), Rules(3, 3, 3)).series, words
    for words in lists["commands"]["resign match"]:
        assert asked_for(words, language, commands, Rules(3, 3, 3)) == "resign match"


@pytest.mark.parametrize(
    "words, length",
    [
        ("best of 3", Length(3)),
        ("Best-of-three", Length(3)),
        ("bo5", Length(5)),
        ("a match of 7 games", Length(7)),
        ("first to five", Length(5, first_to=True)),
        ("race to 4 wins", Length(4, first_to=True)),
        ("ft10", Length(10, first_to=True)),
    ],
)
def test_a_match_goes_by_many_names(words: str, length: Length) -> None:
    """Among the other words about a game."""
    asked = parse_start(f"connect4 {words} hard x", Rules(3, 3, 3))
    assert (asked.series, asked.side, str(asked.rules)) == (length, Side.X, "6x7x4g")
