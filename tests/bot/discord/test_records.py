"""Results, ratings and the table, as a server sees them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Problem
from bot.match.session import UNSTORED, ChannelId, Person, Seat, UserId, moves
from bot.show.text.words import ACCEPT
from engine import Position
from tests.bot.discord.ways import Way, mentioned_shortly, prefixed, slashed
from tests.bot.discord.world import World, sentence

WAYS = [prefixed, mentioned_shortly, slashed]
WON = ("1", "bob: 4", "2", "bob: 5", "3")
TALLY = "1 game: 1 won, 0 drawn, 0 lost"


async def win(world: World, times: int = 1) -> None:
    """Alice beats bob at tic-tac-toe."""
    for _ in range(times):
        await world.pair()
        await world.say(*WON)


@pytest.mark.parametrize("way", WAYS)
async def test_stats_begin_empty_and_grow(world: World, way: Way) -> None:
    """One line a game, with what is missing for a rating."""
    assert await way(world, "stats") == ["**alice** hasn't finished a game here yet."]
    await win(world)
    (answer,) = await way(world, "stats")
    assert answer.splitlines() == [
        "Games of **alice**",
        f"Tic-tac-toe · {TALLY} · rating after 4 more rated games",
    ]
    (other,) = await way(world, "stats connect4")
    assert other == "**alice** hasn't finished a game here yet: Connect Four."


async def test_stats_of_a_member_end_with_the_two_of_you(world: World) -> None:
    """Their results, then those between whoever asks and them."""
    await win(world)
    asked = "**alice** against **bob** · 1 game: 1 won, 0 drawn, 0 lost"
    for answer in (
        *await world.say("!ttt stats @bob"),
        *await world.say("!ttt stats tictactoe @bob"),
        *await world.slash("ttt stats", member=world.bob),
        *await world.slash("ttt stats", member=world.bob, game="3x3"),
    ):
        assert answer.splitlines()[0] == "Games of **bob**"
        assert answer.splitlines()[-1] == asked
    (strangers,) = await world.say("carol: !ttt stats @bob")
    assert strangers.endswith("haven't finished a game with each other here.")


async def test_stats_against_the_bot(world: World) -> None:
    """A mention of it asks how one has done against it."""
    await world.say("!ttt start easy x", "1", "!ttt resign")
    answer = "**alice** against **Kinarow** · 1 game: 0 won, 0 drawn, 1 lost"
    assert await world.say("!ttt stats @Kinarow") == [answer]


@pytest.mark.parametrize("way", WAYS)
async def test_the_table_needs_enough_rated_games(world: World, way: Way) -> None:
    """Five; whoever asks is shown where they stand until then."""
    (empty,) = await way(world, "top")
    assert "Nobody here has played 5 rated games of it yet." in empty
    await win(world)
    (early,) = await way(world, "top")
    assert "**alice**: ranked after 4 more rated games" in early


async def test_the_table_ranks(world: World) -> None:
    """The best first, with rating, uncertainty and games; without a word the favourite game."""
    await win(world, 5)
    (answer,) = await world.say("carol: !ttt top")
    heading, first, second, rule = answer.splitlines()
    assert heading == "**Tic-tac-toe · the best of this server**"
    assert first.startswith("1. **alice** · 1")
    assert first.endswith(" · 5 games")
    assert " ± " in first
    assert second.startswith("2. **bob** · 1")
    assert "without hints, coach or takebacks" in rule
    (stats,) = await world.say("!ttt stats")
    assert "Streak: 5 won in a row" in stats


async def test_a_hint_keeps_a_win_from_being_rated(world: World) -> None:
    """It still counts as a result."""
    await world.pair()
    await world.say("!ttt hint", *WON)
    (answer,) = await world.say("!ttt stats")
    assert answer.splitlines()[-1] == f"Tic-tac-toe · {TALLY} · rating after 5 more rated games"


async def test_another_server_knows_nothing_of_it(world: World) -> None:
    """Results and ratings are a server's own."""
    await win(world)
    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("games")
    other.add_member(world.alice.user)
    await world.env.settle()
    await world.alice.user.send_dm("!ttt stats")
    member = other.add_member(world.env.create_user("dave"))
    await world.env.settle()
    await member.send(channel, "!ttt top")
    assert "Nobody here" in world.shown(channel)[-1]
    assert world.told(world.alice) == ["**alice** hasn't finished a game here yet."]


async def test_names_are_harmless(world: World) -> None:
    """A name full of markdown and mentions is shown as it is, and pings nobody."""
    await win(world, 4)
    last = await world.session()
    begun = replace(
        last,
        channel=ChannelId(5),
        x=Seat(Person(UserId(world.alice.id), "**@everyone** <@1>")),
        position=Position.start(last.rules),
        ending=None,
        winner=None,
        game=UNSTORED,
    )
    now = await world.store.create(begun)
    for move in (1, 4, 2, 5, 3):
        mover = now.to_move
        assert isinstance(mover, Person)
        now = await world.store.save(now, moves.play(now, mover.id, move))
    (answer,) = await world.say("!ttt top")
    assert "everyone" in answer
    assert "@everyone" not in answer
    assert "<@1>" not in answer


@pytest.mark.parametrize(
    "words, refused",
    [
        (
            "stats hard",
            sentence(Problem.UNKNOWN_WORD, word="hard", nearest="", topic="stats"),
        ),
        (
            "stats open",
            sentence(Problem.UNKNOWN_WORD, word="open", nearest="", topic="stats"),
        ),
        ("stats conect4", sentence(Problem.UNKNOWN_WORD, word="conect4", nearest="connect4")),
        ("stats 2x2", sentence(Problem.BOARD_SIZE, text="2x2", least=3, most=20)),
        ("stats @alice @bob", sentence(Problem.ONE_MEMBER)),
        ("stats <@123456>", sentence(Problem.NO_SUCH_MEMBER)),
        ("top @bob", sentence(Problem.NO_MEMBER_IN_TOP)),
        (
            "top easy",
            sentence(Problem.UNKNOWN_WORD, word="easy", nearest="", topic="top"),
        ),
    ],
)
async def test_a_record_that_cannot_be_found_gets_one_sentence(
    world: World, words: str, refused: str
) -> None:
    """One sentence each."""
    assert await world.say(f"!ttt {words}") == [refused]


async def test_results_count_however_they_are_accepted(world: World) -> None:
    """A resignation after two moves each is rated, one before is not."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "!ttt resign")
    (early,) = await world.say("bob: !ttt stats")
    assert "rating" not in early
    await world.say("!ttt start @bob x")
    await world.press(world.bob, ACCEPT)
    await world.say("1", "bob: 4", "2", "bob: 5", "!ttt resign")
    (later,) = await world.say("bob: !ttt stats")
    assert "2 games: 2 won" in later
    assert "rating after 4 more rated games" in later
