"""Exploring positions: from a game, a board or a code, step by step with buttons."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.errors import Problem
from bot.features.explore import page as explore_text
from bot.features.explore.values import ExploreProblem
from bot.match.session import offers
from bot.pool.thinker import Thinker
from bot.show.text.words import BACK
from engine import Position
from tests.bot.discord.finished import play
from tests.bot.discord.permissions import denied
from tests.bot.discord.ways import Way, callback, mentioned_shortly, prefixed, slashed
from tests.bot.discord.world import World, labels, said, sentence
from tests.bot.waiting import held, until

UPDATE = discord.InteractionResponseType.deferred_message_update.value
WAYS = [prefixed, mentioned_shortly, slashed]


HERE = sentence(ExploreProblem.HERE)
"""What is told about a game that is on in the channel."""
ELSEWHERE = sentence(ExploreProblem.ELSEWHERE)
"""What is told about a game that is on in another channel."""
UNAIDED = sentence(ExploreProblem.UNAIDED)
"""What somebody who may have no hint in a game that is on in the channel is told about it."""


async def explored(world: World, words: str = "") -> discord.Message:
    """The message that answers alice."""
    (_,) = await world.say(f"!ttt explore {words}")
    return world.newest(explore_text.TO_START)


async def press(world: World, label: str, by: MemberActor | None = None) -> InteractionResult:
    """Press a button under the newest position."""
    return await (by or world.alice).click(world.newest(explore_text.TO_START), label=label)


def head(world: World) -> str:
    """The heading of the newest position."""
    return world.newest(explore_text.TO_START).content.splitlines()[0]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "words, heading",
    [
        ("explore", "🔎 **Tic-tac-toe** · the empty board · ❌ to move"),
        ("explore connect4", "🔎 **Connect Four** · the empty board · 🔴 to move"),
        ("explore 3x3x3:5-1", "🔎 **Tic-tac-toe** · after 2 moves · ❌ to move"),
    ],
)
async def test_a_position_is_explored_in_each_way(
    world: World, way: Way, words: str, heading: str
) -> None:
    """The usual game, a game by its name, and a code."""
    (page,) = await way(world, words)
    assert page.splitlines()[0] == heading
    assert "Press a move" in page


async def test_the_last_game_is_explored_from_its_end(world: World) -> None:
    """And backwards from there, one move at a time, in the same message."""
    await play(world)
    message = await explored(world)
    assert message.content.startswith("🔎 **Tic-tac-toe** · over after 8 moves")
    before = len(world.shown())
    for ply in (7, 6):
        await press(world, BACK)
        assert (
            head(world)
            == f"🔎 **Tic-tac-toe** · after {ply} moves · {'⭕❌'[ply % 2 == 0]} to move"
        )
    assert len(world.shown()) == before
    await press(world, explore_text.TO_START)
    assert "the empty board" in head(world)


async def test_moves_are_stepped_into_and_counted(world: World) -> None:
    """What people here did, seen from whoever is to move, with the values of the moves."""
    await play(world)
    await explored(world, "tictactoe")
    played = "played here 1 time: 0 won, 0 drawn, 1 lost"
    assert played in world.newest("9").content
    await press(world, "1", by=world.carol)
    page = world.newest("9").content
    assert "after 1 move · ⭕ to move" in page
    assert "👎 **2**, **4**" in page
    assert "played here 1 time: 1 won, 0 drawn, 0 lost" in page


async def test_a_game_is_explored_by_its_number(world: World) -> None:
    """By those who may see it, in whatever channel they ask."""
    await play(world)
    lounge = world.guild.create_text_channel("lounge")
    with denied(world, world.carol.id, "view_channel"):
        await world.env.settle()
        (page,) = await world.say("!ttt explore #1", channel=lounge)
        assert "over after 8 moves" in page
        refused = [sentence(Problem.UNKNOWN_GAME, number=1)]
        assert await world.say("carol: !ttt explore 1", channel=lounge) == refused
    still_on = [sentence(Problem.STILL_ON, number=2)]
    await world.pair()
    await world.say("5")
    assert await world.say("!ttt explore 2") == still_on


@pytest.mark.parametrize("way", WAYS)
async def test_a_subject_that_cannot_be_explored_gets_one_sentence(world: World, way: Way) -> None:
    """One sentence, and no position."""
    for words, problem, facts in (
        ("99", Problem.UNKNOWN_GAME, {"number": 99}),
        ("conect4", Problem.UNKNOWN_WORD, {"word": "conect4", "nearest": "connect4"}),
        ("2x2", Problem.BOARD_SIZE, {"text": "2x2", "least": 3, "most": 20}),
    ):
        assert await way(world, f"explore {words}") == [sentence(problem, **facts)]
    assert await way(world, "explore 3x3x3:5-5") == ["Move 2, 5: taken."]


async def test_buttons_work_after_a_restart(world: World) -> None:
    """The whole position is in them."""
    await explored(world, "6x7x4g:4-4-3")
    await world.restart()
    await press(world, "7")
    assert "after 4 moves · 🔴 to move" in head(world)
    assert "`!ttt explore 6x7x4g:4-4-3-7`" in world.newest("7").content


async def test_a_press_is_acknowledged_before_the_engine_thinks(
    world: World, thinker: Thinker
) -> None:
    """Discord gives three seconds; the message changes when the answer is there."""
    await explored(world, "connect4")
    with held(thinker), world.in_the_same_moment():
        await press(world, "4")
        await until(lambda: UPDATE in map(callback, world.env.http_requests))
        assert "the empty board" in head(world)
    await world.env.settle()
    assert "after 1 move ·" in head(world)


async def test_a_game_is_begun_from_a_position(world: World) -> None:
    """Whoever presses plays the side to move against Kinarow; it goes on as with `load`."""
    await explored(world, "3x3x3:5-1")
    (board,) = await world.press(world.bob, explore_text.PLAY_ON)
    assert "❌ **bob**" in board
    assert "Continuing after 2 moves." in board
    begun = await world.session()
    assert (begun.position.moves, begun.begun, begun.x.name) == ((5, 1), 2, "bob")
    (refused,) = await world.press(world.carol, explore_text.PLAY_ON)
    assert refused == sentence(Problem.GAME_OF_OTHERS, x="bob", o="Kinarow")


async def test_a_game_between_people_is_not_looked_at(world: World) -> None:
    """Nor does one step into it from the empty board, nor its players in another channel."""
    await world.pair()
    await world.say("1", "bob: 5")
    assert await world.say("!ttt explore") == [HERE]
    await explored(world, "tictactoe")
    assert await world.say("!ttt explore 3x3x3:1-5") == [HERE]
    await press(world, "9", by=world.carol)
    result = await press(world, "5", by=world.carol)
    assert UNAIDED in said(result).values()
    assert "after 1 move ·" in head(world)
    other = world.guild.create_text_channel("other")
    await world.env.settle()
    assert await world.say("bob: !ttt explore 3x3x3:1-5-2", channel=other) == [ELSEWHERE]
    assert await world.say("carol: !ttt explore 3x3x3:1-5-2", channel=other) != [ELSEWHERE]
    assert not (await world.session()).assisted


async def test_a_refusal_is_for_whoever_asked_alone(world: World) -> None:
    """By slash command: a channel need not know who looks for help. No channel is named."""
    await world.pair()
    await world.say("1", "bob: 5")
    other = world.guild.create_text_channel("other")
    await world.env.settle()
    for channel, told in ((world.channel, HERE), (other, ELSEWHERE)):
        result = await world.alice.slash(channel, "ttt explore", position="3x3x3:1-5")
        assert result.ephemeral
        assert result.response is not None
        assert result.response.content == told


async def test_exploring_a_game_against_kinarow_is_a_hint(world: World) -> None:
    """It shows the board as it stands, and the game counts as helped. A rated one needs a hint."""
    await world.say("!ttt start x adaptive", "5")
    assert "after 2 moves · ❌ to move" in (await explored(world)).content
    assert (await world.session()).assisted
    await world.say("!ttt stop", "!ttt start x hard", "5")
    assert await world.say("!ttt explore") == [HERE]
    assert await world.say("bob: !ttt explore") == [UNAIDED]
    await world.say("!ttt hint")
    assert "after 2 moves · ❌ to move" in (await explored(world)).content


async def test_large_boards_offer_the_best_moves(world: World) -> None:
    """Ten buttons, and the rest by codes."""
    message = await explored(world, "gomoku")
    assert len(labels(message)) == 10 + 3
    assert "h8" in labels(message)
    await press(world, "h8")
    assert "after 1 move · ⚪ to move" in head(world)


async def test_a_long_game_offers_the_start(world: World) -> None:
    """Its position does not fit an id of Discord's."""
    rows = [range(1 + 19 * row, 19 + 19 * row) for row in (0, 3, 6, 9)]
    moves = [tile for pair in zip(*rows, strict=True) for tile in pair]
    message = await explored(world, f"19x19x19:{'-'.join(map(str, moves))}")
    assert labels(message) == [explore_text.TO_START]
    assert "too long for buttons" in message.content
    await press(world, explore_text.TO_START)
    assert "the empty board" in head(world)


async def test_a_long_game_that_was_played_here_is_stepped_through(world: World) -> None:
    """Its number stands in the ids; a person who may not see it may not press."""
    rows = [range(1 + 19 * row, 19 + 19 * row) for row in (0, 3, 6, 9)]
    moves = [tile for pair in zip(*rows, strict=True) for tile in pair]
    await world.pair("19x19x19")
    begun = await world.session()
    on = replace(begun, position=Position.from_moves(begun.rules, moves))
    await world.store.save(begun, offers.resign(on, on.people[0].id))
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    await world.say("!ttt explore 1", channel=lounge)

    def newest() -> discord.Message:
        return lounge.history()[-1]

    assert "after 72 moves" in newest().content
    await world.bob.click(newest(), label=BACK)
    await world.bob.click(newest(), label="s4")
    await world.bob.click(newest(), label=BACK)
    assert "after 71 moves" in newest().content
    with denied(world, world.carol.id, "view_channel"):
        await world.env.settle()
        result = await world.carol.click(newest(), label=BACK)
        assert sentence(Problem.UNKNOWN_GAME, number=1) in said(result).values()
    assert "after 71 moves" in newest().content


async def test_the_style_of_the_server_is_used(world: World) -> None:
    """As for the boards of games."""
    await world.say("steward: !ttt settings style text")
    assert "The board is empty. X, your turn: 1 2" in (await explored(world)).content
    await world.say("steward: !ttt settings style image")
    (picture,) = (await explored(world)).attachments
    assert picture.filename == "board.png"
    await press(world, "5")
    (picture,) = world.newest(explore_text.TO_START).attachments
    assert "X on 5" in (picture.description or "")


async def test_no_explorer_opens_where_games_are_not_allowed(world: World) -> None:
    """Neither with a button that was there before."""
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    await explored(world)
    await world.say(f"steward: !ttt settings channels <#{lounge.id}>")
    result = await press(world, "5")
    refused = sentence(Problem.ELSEWHERE, places=str(lounge.id))
    assert refused in said(result).values()
    assert "the empty board" in head(world)


async def test_in_direct_messages_one_explores_alone(world: World) -> None:
    """The moves counted are those of that channel."""
    await play(world)
    for words in ("!ttt start x", "5", "!ttt resign", "!ttt explore tictactoe"):
        await world.alice.send_dm(words)
    page = world.told(world.alice)[-1]
    assert "🤝 **5**: draw with best play · played here 1 time: 0 won, 0 drawn, 1 lost" in page
    assert page.count("played here") == 1
