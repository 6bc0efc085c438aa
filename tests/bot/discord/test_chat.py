"""Numbers and words of ordinary chat in a channel with a game, and the moves among them."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from tests.bot.discord.test_mended import mend
from tests.bot.discord.test_tiles import own_emoji
from tests.bot.discord.world import World, sentence
from tests.thorough import few

pytestmark = pytest.mark.usefixtures("few_games")

NO_TILE_ANYWHERE = ("0", "00", "007", "05", "h08", "#0", "999", "500!", "1k", "5 minutes", "3/10")
"""What no board shows as a tile, whatever its form."""
TOO_FAR = ("10", "12", "15", "69", "100", "#42", "300.", "🔟")
"""Numbers that people type for other reasons, beyond a board of nine tiles or columns."""
TILES = ("a1", "b2", "C3", "b 2", "c4", "b12", "h8", "j7", "t20", "A1!")


def chat(world: World, *lines: str) -> None:
    """What alice types, exactly as it is."""
    for line in lines:
        world.env.backend.create_message(world.channel.id, world.alice.id, line)


async def assert_nothing_happens(world: World, *lines: str) -> None:
    """Kinarow says nothing, plays nothing and charges nothing for these."""
    before, moves, requests = world.shown(), await world.moves(), len(world.env.http_requests)
    chat(world, *lines)
    await world.env.settle()
    assert world.shown() == before
    assert await world.moves() == moves
    assert world.env.http_requests[requests:] == []


@pytest.mark.parametrize(
    "game, talk, move, tile",
    [
        ("3x3", (*TOO_FAR, *TILES), "5", 5),
        ("3x3 text", (*TOO_FAR, *TILES), "5", 5),
        ("3x3 image", (*TOO_FAR, *TILES), "5", 5),
        ("connect4", ("8", "9", *TOO_FAR, *TILES), "4", 4),
        ("connect4 image", ("8", *TOO_FAR, *TILES), "\uff17", 7),
        ("4x4", ("1", "5", "16", *TOO_FAR, "e1", "a5", "b12", "t20"), "B2!", 6),
        ("9x9", ("1", "9", "81", "82", *TOO_FAR, "j1", "a10", "t20"), "e5", 41),
        ("gomoku", ("1", "2", "225", *TOO_FAR, "p1", "a16", "t20"), "h8", 113),
        ("gomoku text", ("1", "7", "225", *TOO_FAR, "p1", "a16"), "b 2", 17),
        ("gomoku image", ("1", "9", "225", *TOO_FAR, "p1", "a16"), "o15", 225),
    ],
)
async def test_a_bare_message_is_a_move_only_as_the_board_shows_it(
    world: World, game: str, talk: tuple[str, ...], move: str, tile: int
) -> None:
    """Numbers where it shows numbers, coordinates where it shows those, columns with gravity."""
    await world.pair(game)
    await assert_nothing_happens(world, *talk, *NO_TILE_ANYWHERE)
    await world.say(move)
    assert await world.moves() == (tile,)


async def test_with_tiles_of_its_own_a_larger_board_is_played_by_numbers(world: World) -> None:
    """Where the application has emoji for them; without those the same board shows letters."""
    own_emoji(world)
    await world.restart()
    await world.pair("4x4")
    await assert_nothing_happens(world, "b2", "a1", "17", "100")
    await world.say("6")
    assert await world.moves() == (6,)


async def test_the_form_is_that_of_the_board_in_the_channel(world: World) -> None:
    """Whatever one of the two players hears besides: both read the same board."""
    own_emoji(world)
    await world.restart()
    await world.pair("4x4")
    await world.say("!ttt style text")
    await assert_nothing_happens(world, "b2")
    await world.say("6", "bob: 7")
    assert await world.moves() == (6, 7)


@pytest.mark.parametrize("words", few(2, ["!ttt b2", "!ttt play 5", "!ttt 5", "!ttt move B2"]))
async def test_a_command_takes_either_form(world: World, words: str) -> None:
    """It says itself that it means a move."""
    await world.pair()
    await world.say(words)
    assert await world.moves() == (5,)


@pytest.mark.parametrize("game, words, tile", [("3x3", "b2", 5), ("gomoku", "113", 113)])
async def test_a_reply_to_the_board_takes_either_form(
    world: World, game: str, words: str, tile: int
) -> None:
    """It is said to the board; so it is told, too, that there is no such tile."""
    await world.pair(game)
    board = world.channel.last_message
    assert board is not None
    await world.alice.send(world.channel, "300", reply_to=board)
    assert "300" in world.last
    await world.alice.send(world.channel, words, reply_to=board)
    assert await world.moves() == (tile,)


async def test_a_reply_to_other_words_of_the_bot_is_no_reply_to_the_board(world: World) -> None:
    """Whoever answers a hint with a number of another kind does not move."""
    await world.say("!ttt games")
    games = world.channel.last_message
    assert games is not None
    await world.pair()
    before = world.said()
    await world.alice.send(world.channel, "15", reply_to=games)
    await world.alice.send(world.channel, "b2", reply_to=games)
    assert world.said() == before
    assert await world.moves() == ()


async def test_read_back_messages_mean_what_they_would_have_meant(world: World) -> None:
    """Chat stays chat after a restart, and a move in the right form counts."""
    await world.pair("gomoku")
    await world.restart("100", "69", "h8", "bob: 15")
    assert await world.moves() == (113,)


async def test_a_reply_to_the_board_is_read_back_in_either_form(world: World) -> None:
    """As it would have been heard at once."""
    await world.pair()
    board = world.channel.last_message
    assert board is not None
    await world.go_down()
    world.env.backend.create_message(
        world.channel.id, world.alice.id, "b2", reference={"message_id": str(board.id)}
    )
    await world.come_up()
    assert await world.moves() == (5,)


async def test_a_message_is_mended_into_a_move_only_as_the_board_shows_it(world: World) -> None:
    """What it becomes is heard as if it had been typed."""
    await world.pair("gomoku")
    slip = await world.alice.send(world.channel, "hello")
    assert await mend(world, slip, "100") == []
    assert await world.moves() == ()
    other = await world.alice.send(world.channel, "hö8")
    await mend(world, other, "h8")
    assert await world.moves() == (113,)


async def test_chat_is_no_ballot(world: World) -> None:
    """A vote hears every member of the channel, and costs only what is one."""
    await world.say("!ttt vote 3x3 x")
    before = len(world.said())
    await world.say(*["bob: 15", "carol: b2", "bob: 69", "carol: 100"] * 10)
    assert len(world.said()) == before
    await world.say("bob: 5", "!ttt vote now")
    assert (await world.moves())[0] == 5


async def test_a_taken_tile_is_told_once_in_a_turn(world: World) -> None:
    """Each in one sentence, however often it is typed; so is a full column."""
    await world.pair()
    await world.say("5", "bob: 1")
    taken = [sentence(Problem.TAKEN, tile=tile) for tile in "51"]
    assert await world.say("5", "5", "1", "5", "1") == taken
    await world.say("2", "bob: 3")
    assert await world.say("5") == taken[:1]


@pytest.mark.parametrize("words", ["black", "white", "Two more!"])
async def test_only_whoever_has_a_choice_makes_it(world: World, words: str) -> None:
    """In the chat of all others, and at any other time, its words are words."""
    await world.pair("gomoku swap2")
    await assert_nothing_happens(world, words)
    await world.say("h8", "i9", "j7")
    await assert_nothing_happens(world, words)
    before = await world.session()
    assert before.choices
    await world.say(f"bob: {words}")
    assert (await world.session()).swap2 != before.swap2
    if not (await world.session()).choices:
        await assert_nothing_happens(world, "white")


async def test_alone_with_the_bot_the_same_holds(world: World) -> None:
    """A number that is no tile is no move there either."""
    await world.alice.send_dm("!ttt start x")
    before = world.told(world.alice)
    await world.alice.send_dm("15")
    await world.alice.send_dm("c4")
    assert world.told(world.alice) == before
    await world.alice.send_dm("5")
    assert len(await world.moves(world.alice.user.dm_channel)) == 2
