"""Boards as picture files: sent, changed in place, described, and done without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import discord
import pytest
from simcord import ChannelHandle
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.errors import Problem
from bot.match.session import BoardStyle, Ending
from bot.show import render, text
from bot.show.style import move_name
from bot.show.text.words import ACCEPT, BOARD, HINT, UNDO
from tests.bot.discord.world import World, sentence

MESSAGES = "/channels/*/messages"


@pytest.fixture(autouse=True)
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """People talk so much that each board is posted anew."""
    monkeypatch.setattr("bot.edge.sending.traffic.NEAR", -1)


async def picture(world: World, channel: ChannelHandle | None = None) -> discord.Attachment:
    """The only picture of the newest message, which must show the game as it stands."""
    found = (channel or world.channel).history()
    message = next(message for message in reversed(found) if message.author.bot)
    (file,) = message.attachments
    position = (await world.session(channel)).position
    assert await file.read() == render.image(position)
    assert (file.filename, file.content_type) == ("board.png", "image/png")
    assert file.description == text.alt_text(position)
    return file


def forbid_files(world: World) -> None:
    """Take the permission to attach files from the bot in the channel."""
    me = world.env.backend.bot_user.id
    denied = discord.Permissions(attach_files=True).value
    overwrite = Overwrite(me, OverwriteType.MEMBER, allow=0, deny=denied)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


@contextmanager
def no_files(world: World) -> Iterator[None]:
    """Nothing that Kinarow posts or changes in the block has a file."""
    before = len(world.channel.history())
    yield
    assert not any(message.attachments for message in world.channel.history()[before:])


@pytest.mark.parametrize("game", ["3x3", "6x9", "connect4", "19x19"])
async def test_a_board_is_sent_as_a_picture(world: World, game: str) -> None:
    """The first board, and the one after a typed move, carry a picture with its description."""
    (board,) = await world.say(f"!ttt start {game} x image easy")
    first = await picture(world)
    assert "⬜" not in board
    assert "```" not in board
    rules = (await world.session()).rules
    await world.say(move_name(rules, rules.moves[-1]))
    assert (await picture(world)).url != first.url
    assert len(world.said()) == 2


async def test_a_picture_follows_a_slash_command(world: World) -> None:
    """The answer to an interaction carries it like any other message."""
    await world.slash("play", game="gomoku x image")
    await picture(world)
    await world.slash("ttt do", words="play h8")
    await picture(world)


@pytest.mark.parametrize("game", ["3x3", "connect4"])
async def test_a_press_replaces_the_picture(world: World, game: str) -> None:
    """The message stays the same, with one picture: the board as it has become."""
    await world.slash("play", game=f"{game} easy x image")
    first = world.newest(BOARD)
    for label in ("1", UNDO, "2"):
        await world.press(world.alice, label)
        await picture(world)
    assert world.newest(BOARD).id == first.id
    assert len(world.shown()) == 1


async def test_the_last_picture_shows_the_end(world: World) -> None:
    """A game won by a press ends with its winning line in the picture and the result in words."""
    await world.slash("play", opponent=world.bob, game="x image")
    await world.press(world.bob, ACCEPT)
    for member, tile in zip([world.alice, world.bob] * 3, "14253", strict=False):
        await world.press(member, tile)
    file = await picture(world)
    assert file.description is not None
    assert "X on 3 completes 1-2-3; X wins" in file.description
    assert "❌ **alice** wins with 1-2-3." in world.last


@pytest.mark.parametrize("game", ["3x3", "connect4", "19x19"])
async def test_hint_all_judges_on_the_picture(world: World, game: str) -> None:
    """The verdicts lie on the board in the file, and stand in words below."""
    await world.say(f"!ttt start {game} x image")
    board = await picture(world)
    (words,) = await world.say("!ttt hint all")
    (judged,) = world.channel.history()[-1].attachments
    assert await judged.read() != await board.read()
    assert judged.description is not None
    assert judged.description.startswith(f"{board.description} Recommended: X ")
    assert "💡" in words


@pytest.mark.parametrize("game", ["3x3", "connect4", "19x19"])
async def test_a_hint_is_drawn(world: World, game: str) -> None:
    """Typed or pressed: the picture shows the recommended move, and its description says it."""
    await world.say(f"!ttt start {game} x image")
    board = await picture(world)
    (words,) = await world.say("!ttt hint")
    assert words.startswith("💡")
    (typed,) = world.channel.history()[-1].attachments
    result = await world.alice.click(world.newest(HINT), label=HINT)
    assert result.ephemeral
    (private,) = (shown for shown in (result.response, *result.followups) if shown is not None)
    assert private.content.startswith("💡")
    (pressed,) = private.attachments
    for file in (typed, pressed):
        assert await file.read() != await board.read()
        assert (file.description or "").startswith(f"{board.description} Recommended: X ")


async def test_without_the_permission_a_hint_is_shown_in_words(world: World) -> None:
    """The board is then the one that the channel takes, typed and pressed."""
    forbid_files(world)
    await world.env.settle()
    with no_files(world):
        await world.say("!ttt start x image")
        (typed,) = await world.say("!ttt hint")
        (pressed,) = await world.press(world.alice, HINT)
    assert typed.startswith("💡2️⃣3️⃣\n")
    assert pressed == typed


async def test_a_picture_is_sent_by_direct_message(world: World) -> None:
    """Nobody can forbid files there."""
    room = world.alice.user.dm_channel
    await world.alice.send_dm("!ttt start x image")
    await picture(world, room)
    await world.alice.user.click(room.history()[-1], label="5")
    await picture(world, room)


@pytest.mark.parametrize("game, sign", [("3x3", "5️⃣"), ("connect4", "⬜"), ("19x19", "```")])
async def test_without_the_permission_there_are_words(world: World, game: str, sign: str) -> None:
    """Where files may not be attached the board comes as it would without a style, everywhere."""
    forbid_files(world)
    await world.env.settle()
    with no_files(world):
        (typed,) = await world.say(f"!ttt start {game} x image")
        (hint,) = await world.say("!ttt hint all")
        (pressed,) = await world.press(world.alice, BOARD)
        await world.say("!ttt stop")
        (slashed,) = await world.slash("play", game=f"{game} x image")
    assert all(sign in board for board in (typed, pressed, slashed))
    assert "💡" in hint


async def test_a_permission_that_comes_and_goes_changes_the_picture(world: World) -> None:
    """An edited board has a picture or words, never both."""
    await world.slash("play", game="x image")
    forbid_files(world)
    await world.env.settle()
    await world.press(world.alice, "5")
    assert world.channel.history()[-1].attachments == []
    assert "❌" in world.last.splitlines()[2]
    world.env.backend.set_overwrite(
        world.channel.id,
        Overwrite(world.env.backend.bot_user.id, OverwriteType.MEMBER, allow=0, deny=0),
    )
    await world.env.settle()
    await world.press(world.alice, UNDO)
    await picture(world)


@pytest.mark.parametrize("status", [429, 503])
async def test_a_picture_is_sent_whole_with_a_later_try(world: World, status: int) -> None:
    """After a refusal of the moment the file is read again from its beginning."""
    await world.say("!ttt start x image")
    world.env.inject_error("POST", MESSAGES, status=status, times=2)
    await world.say_and_wait("5")
    await picture(world)
    board = world.newest(BOARD)
    world.env.inject_error("PATCH", "/webhooks/*", status=status, times=2)
    with world.in_the_same_moment():
        await world.alice.click(board, label=UNDO)
    await world.env.advance_time(60)
    await picture(world)


async def test_a_picture_that_never_arrives_costs_no_move(world: World) -> None:
    """The move stands, the person is told, and the next process shows the picture."""
    await world.say("!ttt start x image")
    world.env.inject_error("POST", MESSAGES, status=503, times=4)
    assert await world.say_and_wait("5") == [sentence(Problem.DISCORD_DOWN)]
    assert len(await world.moves()) == 2
    await world.restart()
    await picture(world)


async def test_a_picture_outlives_the_game(world: World) -> None:
    """A game that was resigned keeps its style in the rematch."""
    await world.say("!ttt start x image easy", "!ttt resign")
    assert (await world.session()).ending is Ending.RESIGNED
    await picture(world)
    await world.press(world.alice, "Rematch")
    await picture(world)


async def test_a_running_game_is_drawn_in_another_way(world: World) -> None:
    """From now on; words are for those who want them, and a spectator changes nothing."""
    await world.pair()
    (words,) = await world.say("bob: !ttt style text")
    assert "\nFor **bob**: The board is empty. Their turn.\n" in words
    await world.slash("ttt do", words="style light")
    (file,) = world.channel.history()[-1].attachments
    light = render.image((await world.session()).position, BoardStyle.LIGHT)
    assert await file.read() == light
    assert await world.say("carol: !ttt style image") == [
        "From now on your boards are drawn as `image`."
    ]
    assert await world.say("!ttt style") == [sentence(Problem.WHICH_STYLE)]
    assert await world.say("!ttt style imge") == [
        sentence(Problem.UNKNOWN_WORD, word="imge", nearest="image")
    ]
    assert (await world.session()).style is BoardStyle.LIGHT


REFUSED = [(413, 40005), (403, 50013), (400, 50035), (403, 0)]
"""What Discord, or a proxy, may say of a file that it does not take."""


@pytest.mark.parametrize("status, code", REFUSED)
async def test_a_board_whose_file_is_refused_is_told_in_words(
    world: World, status: int, code: int
) -> None:
    """Although nothing was known against it: posted, changed in place, and in answer to a press."""
    await world.say("!ttt start gomoku x easy")
    world.env.inject_error("POST", MESSAGES, status=status, code=code, times=1)
    with no_files(world):
        (posted,) = await world.say("h8")
    world.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, times=1)
    await world.press(world.alice, UNDO)
    (undone,) = [m for m in world.channel.history() if m.id == world.newest(BOARD).id]
    for board in (posted, undone.content):
        assert board.splitlines()[1].startswith("```")
        assert "A B C D E" in board.upper().replace("  ", " ")
    assert not undone.attachments


@pytest.mark.parametrize("status, code", REFUSED)
async def test_a_picture_that_is_refused_is_told_in_words(
    world: World, status: int, code: int
) -> None:
    """A replay and a hint for one person alone: what the picture shows is said."""
    await world.say("!ttt start 3x3 image x easy", "5", "!ttt resign")
    world.env.inject_error("POST", MESSAGES, status=status, code=code, times=1)
    with no_files(world):
        (replay,) = await world.say("!ttt replay")
    assert text.replay_alt_text((await world.session()).position) in replay
    await world.say("!ttt start 3x3 image x easy")
    world.env.inject_error("POST", "/webhooks/*", status=status, code=code, times=1)
    (hint,) = await world.press(world.alice, HINT)
    assert "\n4️⃣5️⃣6️⃣\n" in hint
    assert hint != sentence(Problem.DISCORD_DOWN)
