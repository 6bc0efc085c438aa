"""Without the message-content intent: Kinarow reads only what is addressed to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord
import pytest
from simcord import MemberActor

from bot.errors import Problem, UserError
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.text import ANSWER
from bot.features.train.values import Spacing, Study
from bot.match.session import Ending, UserId
from bot.show.style import move_name
from bot.show.text import problem
from bot.show.text.words import ACCEPT, BOARD, COUNT, HINT, REMATCH
from tests.bot.discord.test_pad import open_pad, tap, write
from tests.bot.discord.test_puzzle import only, scope
from tests.bot.discord.test_train import LARGE, cards, shown, train
from tests.bot.discord.world import World, labels
from tests.bot.puzzles import GOMOKU, daily

pytestmark = pytest.mark.simcord(approved_intents=discord.Intents.default())


@pytest.fixture
def typed() -> bool:
    """Discord would refuse to hand on what people type."""
    return False


async def test_typed_commands_and_moves_do_not_reach_the_bot(world: World) -> None:
    """Neither commands with the prefix nor bare numbers reach the bot in a server."""
    assert await world.say("!ttt start x") == []
    await world.slash("play", game="x")
    assert await world.say("5", "!ttt 5", "!ttt board") == []
    assert await world.moves() == ()


@pytest.mark.parametrize(
    "game, way",
    [
        ("3x3", "press a free tile"),
        ("4x5", "press a free tile"),
        ("connect4", "press a column"),
        ("15x15", "press **Move…**, or use `/ttt do play h8`"),
    ],
)
async def test_boards_ask_for_what_is_read(world: World, game: str, way: str) -> None:
    """A press where there are buttons, else a slash command; nothing says to type."""
    (board,) = await world.slash("play", game=f"{game} x")
    assert f"**alice**, your turn: {way}" in board
    assert "type" not in board
    assert HINT in labels(world.newest(HINT))


@pytest.mark.parametrize("game", ["3x3", "connect4"])
async def test_a_whole_game_by_buttons(world: World, game: str) -> None:
    """From a slash command to the rematch nothing is typed, and no board asks for it."""
    await world.slash("play", game=f"{game} easy x")
    while (session := await world.session()).ending is None:
        await world.press(world.alice, move_name(session.rules, session.position.legal[0]))
        assert "type" not in world.last
    assert REMATCH in labels(world.newest(REMATCH))
    await world.press(world.alice, REMATCH)
    assert (await world.session()).ending is None


async def by_button(world: World, member: MemberActor, name: str) -> None:
    """Press the button of a tile or a column."""
    await world.press(member, name)


async def by_box(world: World, member: MemberActor, name: str) -> None:
    """Write the tile into the box that the board opens."""
    await write(world, member, name)


async def by_pad(world: World, member: MemberActor, name: str) -> None:
    """Press the tile on a pad of one's own."""
    await tap(world, member, await open_pad(world, member), name)


async def by_mention(world: World, member: MemberActor, name: str) -> None:
    """Address the bot, which is read everywhere."""
    await world.say(f"{member.name}: @Kinarow {name}")


async def by_command(world: World, member: MemberActor, name: str) -> None:
    """Use the slash command."""
    await world.slash("ttt do", by=member, words=f"play {name}")


Move = Callable[[World, MemberActor, str], Awaitable[None]]


@pytest.mark.parametrize(
    "game, moves, x_moves, o_moves",
    [
        ("3x3", "1 4 2 5 3", by_button, by_mention),
        ("4x4x4", "a1 a2 b1 b2 c1 c2 d1", by_button, by_command),
        ("connect4", "1 2 1 2 1 2 1", by_button, by_mention),
        ("gomoku", "h8 h9 i8 i9 j8 j9 k8 k9 l8", by_pad, by_box),
        ("20x20", "k10 k11 l10 l11 m10 m11 n10 n11 o10", by_box, by_mention),
        pytest.param(
            "20x20",
            "k10 k11 l10 l11 m10 m11 n10 n11 o10",
            by_command,
            by_pad,
            marks=pytest.mark.long,
        ),
        pytest.param("7x7x4", "d4 a1 c4 a2 b4 a3 e4", by_pad, by_box, marks=pytest.mark.thorough),
    ],
)
async def test_a_whole_game_of_two_people(
    world: World, game: str, moves: str, x_moves: Move, o_moves: Move
) -> None:
    """On every board, from the challenge to the last move, and nothing is asked to be typed."""
    await world.slash("play", opponent=world.bob, game=f"{game} x")
    await world.press(world.bob, ACCEPT)
    for number, name in enumerate(moves.split()):
        if number % 2:
            await o_moves(world, world.bob, name)
        else:
            await x_moves(world, world.alice, name)
    assert (await world.session()).ending is Ending.LINE
    assert not [words for words in world.said() if "type" in words]


async def test_a_whole_vote(world: World) -> None:
    """Ballots by button and by mention; the turn is counted by a press."""
    await world.slash("ttt vote", words="3x3x2 x 60s")
    for beside in ((1,), (2, 4, 5)):
        legal = (await world.session()).position.legal
        free = str(next(tile for tile in beside if tile in legal))
        await world.press(world.alice, free)
        await by_mention(world, world.bob, free)
        await world.env.advance_time(3.0)
        assert f"Votes: **{free}** × 2" in world.last
        await world.press(world.alice, COUNT)
    assert (await world.session()).ending is Ending.LINE
    assert not [words for words in world.said() if "type" in words]


async def test_a_vote_on_a_large_board(world: World) -> None:
    """Whoever reads the board can write a ballot."""
    (board,) = await world.slash("ttt vote", words="gomoku 60s")
    assert "vote: press **Move…**, or use `/ttt vote h8`." in board
    await by_box(world, world.carol, "h8")
    assert "Votes: **h8** × 1" in world.last


async def test_a_puzzle_on_a_large_board(world: World) -> None:
    """Its answer is written into a box, for one person alone."""
    await PuzzleStore(world.store.database).keep(scope(world), daily(GOMOKU))
    (puzzle,) = await world.slash("ttt puzzle")
    assert "type" not in puzzle
    opened = await world.alice.click(world.newest(ANSWER), label=ANSWER)
    assert "🎯 **h6** is right" in only(await world.alice.submit_modal(opened, {"answer": "h6"}))


async def test_training_on_a_large_board(world: World) -> None:
    """So is what one would play instead of a mistake."""
    await world.slash("play", game="x")
    game, now = await world.session(), discord.utils.utcnow()
    fresh = replace(LARGE, made_at=now, spacing=Spacing.fresh(now))
    await cards(world).keep(Study(UserId(world.alice.id), game.game, None, (fresh,)), now)
    message = await train(world)
    assert "type" not in message.content
    opened = await world.alice.click(message, label=ANSWER)
    solved = shown(await world.alice.submit_modal(opened, {"answer": "d2"}))
    assert "🎯 **d2** is right" in solved.content


async def test_a_whole_game_by_slash_commands(world: World) -> None:
    """A board without buttons for its tiles is played by command."""
    await world.slash("play", opponent=world.bob, game="3x6x3 x")
    await world.press(world.bob, ACCEPT)
    for number, tile in enumerate(("a1", "a2", "b1", "b2", "c1")):
        member = (world.alice, world.bob)[number % 2]
        await world.slash("ttt do", by=member, words=f"play {tile}")
    assert (await world.session()).ending is Ending.LINE


async def test_a_board_without_buttons_asks_for_a_reply(world: World) -> None:
    """No board there answers a command or a press, so what replies to it is read."""
    world.take_no_buttons()
    await world.say("@Kinarow start gomoku x")
    assert "**alice**, your turn: reply to this board with a move such as h8." in world.last
    await world.alice.send(world.channel, "h8", reply_to=world.newest(BOARD))
    assert len(await world.moves()) == 2


async def test_a_reply_that_cannot_be_read_is_answered_once(world: World) -> None:
    """Discord tells nothing of a reply to the answer of a command: the player hears what works."""
    await world.slash("play", game="gomoku x")
    board = world.newest(BOARD)
    for words, told in (("h8", 1), ("h9", 1)):
        await world.alice.send(world.channel, words, reply_to=board)
        assert world.said().count(problem(UserError(Problem.UNREAD_REPLY), "/")) == told
    await world.bob.send(world.channel, "nice", reply_to=board)
    assert await world.moves() == ()
    assert world.said().count(problem(UserError(Problem.UNREAD_REPLY), "/")) == 1


async def test_a_board_that_answers_no_command_asks_for_a_reply(world: World) -> None:
    """A reply to it is read, also after the board was changed by a press."""
    way = "your turn: press **Move…**, or reply to this board with "
    await world.say("@Kinarow start gomoku @bob x")
    await world.press(world.bob, ACCEPT)
    assert way not in world.last  # it answers the press
    await world.say("@Kinarow board")
    assert way in world.last
    await by_box(world, world.alice, "h8")
    assert way in world.last
    await world.bob.send(world.channel, "h9", reply_to=world.newest(BOARD))
    assert len(await world.moves()) == 2
    assert way in world.last
    await world.slash("ttt board")
    assert way not in world.last


async def test_settings_name_no_prefix_that_is_not_read(world: World) -> None:
    """Commands with it never arrive."""
    (told,) = await world.slash("ttt settings")
    assert "Commands are slash commands, or begin with a mention of me\n" in told
    assert "prefix" not in told


async def test_without_buttons_nothing_is_begun_that_needs_them(world: World) -> None:
    """One sentence in place of a word on a button that is not there."""
    world.take_no_buttons()
    for words in ("puzzle", "puzzle more", "puzzle run", "train", "mine"):
        before = len(world.said())
        await world.say(f"@Kinarow {words}")
        assert world.said()[before:] == [problem(UserError(Problem.NO_BUTTONS), "/")]


async def test_a_whole_game_by_mentions(world: World) -> None:
    """What is addressed to the bot is read: a mention in front, or a reply to the board.

    Discord hands on a reply to a message that answers no command and no press.
    """
    await world.say("@Kinarow start @bob x")
    await world.press(world.bob, ACCEPT)
    await world.say("@Kinarow 1", "bob: @Kinarow ttt 4", "@Kinarow play 2", "@Kinarow board")
    await world.bob.send(world.channel, "5", reply_to=world.newest(BOARD))
    await world.say("@Kinarow 3")
    assert await world.moves() == (1, 4, 2, 5, 3)
    assert (await world.session()).ending is Ending.LINE


async def test_a_direct_message_is_read(world: World) -> None:
    """Alone with the bot everything works as if nothing were refused."""
    room = world.alice.user.dm_channel
    await world.alice.send_dm("!ttt start x")
    assert "type a free number" in world.told(world.alice)[-1]
    await world.alice.send_dm("5")
    assert len(await world.moves(room)) == 2


async def test_commands_are_named_as_they_work(world: World) -> None:
    """Sentences name slash commands."""
    said = await world.slash("ttt board")
    assert said == [problem(UserError(Problem.NO_GAME), "/")]
    assert "`/play`" in said[0]
    (guide,) = await world.slash("ttt help")
    assert "`/ttt do hint`" in guide
    assert "`!" not in guide


async def test_a_restart_takes_a_game_up(world: World) -> None:
    """What is typed meanwhile stays unread; the buttons of the old board work."""
    await world.slash("play", game="x")
    assert await world.restart("5") == []
    assert await world.moves() == ()
    await world.press(world.alice, "5")
    assert len(await world.moves()) == 2
    await world.press(world.alice, HINT)
    assert (await world.session()).assisted
