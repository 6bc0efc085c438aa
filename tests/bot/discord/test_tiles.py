"""Boards of the application's own emoji, and the ladder from them to plain text."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import discord
import pytest
import pytest_asyncio
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.edge.discord_internals.answers import words_in
from bot.match.session import BoardStyle
from bot.show import emoji, render, text
from bot.show.emoji import TILE_EMOJI
from bot.show.text.words import ACCEPT, BOARD, UNDO
from engine import Puzzle, Task, decode_game
from tests.bot.discord.test_puzzle import posed
from tests.bot.discord.world import World, labels

EDITION = "k3"


def own_emoji(world: World) -> emoji.OwnedEmoji:
    """Give the application all emoji of boards; the bot sees them when it starts again."""
    backend = world.env.backend
    made = [backend.create_application_emoji(tile.name(EDITION)) for tile in TILE_EMOJI]
    return emoji.owned_emoji((found.name, found.id) for found in made)


@pytest_asyncio.fixture
async def owned(world: World) -> emoji.OwnedEmoji:
    """How a message writes each emoji, in a world where the bot knows of them."""
    owned = own_emoji(world)
    await world.restart()
    return owned


def frame(message: discord.Message) -> str:
    """The text in the frame of a message, "" where there is none."""
    return "".join(embed.description or "" for embed in message.embeds)


def newest(world: World) -> discord.Message:
    """The message that Kinarow has sent last."""
    return next(message for message in reversed(world.channel.history()) if message.author.bot)


async def board(world: World, owned: emoji.OwnedEmoji) -> str:
    """The game as it stands, in tiles."""
    position = (await world.session()).position
    return emoji.fill_tokens(render.board(position, BoardStyle.TILES), owned)


def deny(world: World, **permissions: bool) -> None:
    """Take permissions from the bot in the channel, and give back all others."""
    me = world.env.backend.bot_user.id
    denied = discord.Permissions(**permissions).value
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(me, OverwriteType.MEMBER, allow=0, deny=denied)
    )


@contextmanager
def refused(world: World) -> Iterator[None]:
    """Discord refuses the next message of components."""
    where = "POST", "/channels/*/messages"
    world.env.inject_error(*where, status=400, code=50035, message="In components.0: no")
    yield
    world.env.backend.faults.clear()


async def test_a_bot_that_starts_uses_what_is_there(world: World) -> None:
    """Before that a board is of Unicode; afterwards the same game is of tiles, words and all."""
    (plain,) = await world.say("!ttt start x easy")
    assert "1️⃣2️⃣3️⃣" in plain
    owned = own_emoji(world)
    await world.restart()
    await world.say("!ttt board")
    assert await board(world, owned) in world.last
    assert world.last.startswith(f"{owned['x']} **alice**")


async def test_a_large_board_stands_in_a_frame(world: World, owned: emoji.OwnedEmoji) -> None:
    """Its tiles have numbers, so its sentences name numbers, which can be typed."""
    (words,) = await world.say("!ttt start 9x9x5 x")
    assert frame(newest(world)) == await board(world, owned)
    assert "type a free number" in words
    assert owned["t41"] not in words
    (words,) = await world.say("41")
    assert frame(newest(world)) == await board(world, owned)
    played = (await world.moves())[-1]
    assert f"**Kinarow** played **{played}**." in words


async def test_a_command_takes_a_coordinate_all_the_same(
    world: World, owned: emoji.OwnedEmoji
) -> None:
    """Whoever is used to letters goes on with them."""
    await world.say("!ttt start 9x9x5 x", "!ttt e5")
    assert (await world.moves())[0] == 41


@pytest.mark.parametrize("game", ["3x3", "4x4", "connect4"])
async def test_a_press_changes_the_board_in_place(
    world: World, owned: emoji.OwnedEmoji, game: str
) -> None:
    """The message stays, and shows the game as it has become in words and frame."""
    await world.slash("play", game=f"{game} easy x")
    first = newest(world)
    for label in ("1", UNDO, "2"):
        await world.press(world.alice, label)
        shown = newest(world)
        assert shown.id == first.id
        assert await board(world, owned) in (frame(shown) or shown.content)
        assert len(shown.embeds) == (game == "connect4")


async def test_buttons_need_no_emoji_of_our_own(world: World, owned: emoji.OwnedEmoji) -> None:
    """Discord would refuse the whole message for a button whose emoji has been deleted."""
    await world.slash("play", opponent=world.bob, game="x")
    await world.press(world.bob, ACCEPT)
    await world.press(world.alice, "5")
    rows = [row for row in newest(world).components if isinstance(row, discord.ActionRow)]
    button = rows[1].children[1]
    assert isinstance(button, discord.Button)
    assert str(button.emoji) == "❌"
    await world.press(world.bob, "1")
    rows = [row for row in newest(world).components if isinstance(row, discord.ActionRow)]
    button = rows[0].children[0]
    assert isinstance(button, discord.Button)
    assert str(button.emoji) == "🔵", "the board draws O in blue"


async def test_a_board_needs_no_frame(world: World, owned: emoji.OwnedEmoji) -> None:
    """Without the permission it is all components, and stays that, in place, when it is back."""
    await world.say("!ttt start 6x7x4 gravity x easy")
    first = newest(world)
    assert frame(first) == await board(world, owned)
    for denied, label in ((True, "4"), (False, UNDO)):
        deny(world, embed_links=denied)
        await world.env.settle()
        await world.press(world.alice, label)
        shown = newest(world)
        assert (shown.id, shown.embeds, shown.content) == (first.id, [], "")
        assert await board(world, owned) in words_in(shown)
        assert labels(shown)[:7] == [*"1234567"]


async def test_a_hint_needs_no_frame(world: World, owned: emoji.OwnedEmoji) -> None:
    """Its board and its buttons are one message with its words."""
    deny(world, embed_links=True)
    await world.env.settle()
    await world.pair("6x7x4 gravity")
    await world.say("4", "bob: 1", "4", "bob: 1", "!ttt hint")
    assert newest(world).flags.components_v2
    assert 7 * owned["h"] in words_in(newest(world))
    assert labels(newest(world))


@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("asked", ["hint", "hint 4", "explore", "board zoom"])
async def test_without_frames_and_layouts_nothing_loses_its_board(
    world: World, owned: emoji.OwnedEmoji, asked: str, for_ever: bool
) -> None:
    """It has the board of Unicode instead, whether the server refuses one message or all."""
    deny(world, embed_links=True, attach_files=True)
    await world.env.settle()
    await world.pair("6x7x4 gravity")
    await world.say("4", "bob: 1", "4", "bob: 1")
    await world.say(*(["!ttt stop", "bob: !ttt accept"] if asked == "explore" else ["!ttt hint"]))
    if for_ever:
        world.take_no_layouts()
    with nullcontext() if for_ever else refused(world):
        await world.say(f"!ttt {asked}")
    assert not newest(world).flags.components_v2
    assert "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣" in newest(world).content
    assert owned["h"] not in newest(world).content


async def test_a_board_too_long_for_that_has_letters(world: World, owned: emoji.OwnedEmoji) -> None:
    """A message of components has 4,000 characters in all: 12x12 needs a frame."""
    deny(world, embed_links=True)
    await world.env.settle()
    (said,) = await world.say("!ttt start 12x12x5 x")
    assert not newest(world).flags.components_v2
    assert "type a tile such as" in said


async def test_without_frames_and_layouts_a_board_has_letters(
    world: World, owned: emoji.OwnedEmoji
) -> None:
    """So has the ordinary board that is sent where a message of components is refused."""
    deny(world, embed_links=True)
    await world.env.settle()
    with refused(world):
        (said,) = await world.say("!ttt start 6x7x4 gravity x easy")
    assert not newest(world).flags.components_v2
    assert "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣" in said
    assert said.startswith("🔴 **alice**")
    assert labels(newest(world))[:7] == [*"1234567"]


async def test_names_of_tiles_follow_the_board(world: World, owned: emoji.OwnedEmoji) -> None:
    """Where the same board has letters its sentences name coordinates."""
    world.take_no_layouts()
    (numbers,) = await world.say("!ttt start 6x6x4 x")
    deny(world, embed_links=True)
    await world.env.settle()
    (letters,) = await world.say("!ttt board")
    assert "type a free number" in numbers
    assert "type a tile such as" in letters


@pytest.mark.parametrize("game", ["gomoku", "19x19", "12x12 gravity"])
async def test_the_largest_boards_are_pictures(
    world: World, owned: emoji.OwnedEmoji, game: str
) -> None:
    """Nobody has to ask for one; where files are not allowed there is a code block."""
    (words,) = await world.say(f"!ttt start {game} x")
    (file,) = newest(world).attachments
    position = (await world.session()).position
    assert await file.read() == render.image(position)
    assert file.description == text.alt_text(position)
    assert words.startswith(owned["r"] if "gravity" in game else "⚫")
    deny(world, attach_files=True)
    await world.env.settle()
    (words,) = await world.say("!ttt board")
    assert newest(world).attachments == []
    assert "```" in words
    assert words.startswith("X **alice**")


@pytest.mark.parametrize("words", ["light", "image light", "style image light"])
async def test_a_picture_may_be_light(world: World, words: str) -> None:
    """Whoever reads black on white asks for it, also on small boards."""
    await world.say(f"!ttt start {words} x")
    (file,) = newest(world).attachments
    position = (await world.session()).position
    assert await file.read() == render.image(position, BoardStyle.LIGHT)
    assert await file.read() != render.image(position, BoardStyle.IMAGE)


async def test_a_hint_speaks_of_the_numbers_on_the_board(
    world: World, owned: emoji.OwnedEmoji
) -> None:
    """By command and by button, and all verdicts with the signs that lie on the tiles."""
    await world.say("!ttt start 4x4x3 x", "6")
    (hint,) = await world.say("!ttt hint")
    (pressed,) = await world.press(world.alice, "Hint")
    (judged,) = await world.say("!ttt hint all")
    best = hint.split("**")[1]
    assert best.isdecimal()
    assert pressed.split("**")[1] == best
    assert f"{owned['vw']} wins" in judged
    assert f"{owned['vw']}{owned['vw']}" in judged


async def test_the_coach_speaks_of_the_numbers_on_the_board(
    world: World, owned: emoji.OwnedEmoji
) -> None:
    """The recommendation under a board of number tiles names a number."""
    (words,) = await world.say("!ttt start 4x4 x coach")
    assert words.split("💡 ")[1].split("**")[1].isdecimal()


async def test_columns_have_their_verdicts_where_their_discs_land(
    world: World, owned: emoji.OwnedEmoji
) -> None:
    """A hint for Connect Four is shown as it is typed: by column."""
    await world.say("!ttt start 4x4x3 gravity x", "!ttt hint all")
    (first, *_, lowest) = newest(world).content.splitlines()[:5]
    assert first == "".join(owned[f"t{column}"] for column in range(1, 5))
    verdicts = [lowest.count(owned[key]) for key in ("vw", "vd", "vl", "vu")]
    assert sum(verdicts) == 4


async def test_a_finished_game_is_told_with_its_tiles(
    world: World, owned: emoji.OwnedEmoji
) -> None:
    """Its line is marked, and review and replay call marks and moves by the same names."""
    await world.pair("4x4")
    await world.say("1", "bob: 14", "2", "bob: 15", "3", "bob: 16", "4")
    assert owned["xw"] * 4 in world.last
    assert f"{owned['x']} **alice** wins with 1-2-3-4." in world.last
    (review,) = await world.say("!ttt review")
    assert f"Move 6, {owned['o']} on 16: doesn't stop 1-2-3-4; best was 4" in review
    (replay,) = await world.say("!ttt replay")
    assert replay.startswith(owned["x"])


async def test_a_slash_command_and_a_mailbox_show_tiles_too(
    world: World, owned: emoji.OwnedEmoji
) -> None:
    """Wherever the bot writes it has the same emoji."""
    await world.slash("play", game="9x9 x")
    assert frame(newest(world)) == await board(world, owned)
    await world.alice.send_dm("!ttt start 9x9 x")
    room = world.alice.user.dm_channel
    assert owned["t81"] in frame(room.history()[-1])
    await world.alice.send_dm("!ttt board")
    assert BOARD in str(room.history()[-1].components)


async def test_without_a_list_of_emoji_the_bot_plays_all_the_same(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Discord does not tell at the start is done without, and the log says so."""
    monkeypatch.setattr("bot.client.application._FIRST_EMOJI_DELAY", 1_000.0)
    own_emoji(world)
    world.env.inject_error("GET", "/applications/*/emojis", status=500, times=None)
    await world.restart()
    (plain,) = await world.say("!ttt start x")
    assert "1️⃣2️⃣3️⃣" in plain
    warnings = [r for r in caplog.records if r.levelno == logging.WARNING and "emoji" in r.msg]
    assert {warning.name for warning in warnings} == {"bot.client.application"}


async def test_a_button_has_the_name_of_its_tile(world: World, owned: emoji.OwnedEmoji) -> None:
    """Where tiles have numbers, also under what is explored, trained or asked in a puzzle."""
    await world.say("!ttt explore 4x4x3:6")
    assert labels(newest(world))[:3] == ["1", "2", "3"]
    assert "**11**" in newest(world).content
    puzzle = Puzzle(decode_game("4x4x3:6-1-11-4"), Task.WIN, (16,))
    await world.say("!ttt style emoji")
    message = await posed(world, puzzle)
    assert labels(message)[4:7] == ["5", "6", "7"]
    assert owned["t5"] in message.content
    await world.say("!ttt style default")
    message = await posed(world, puzzle)
    assert labels(message)[4:7] == ["a2", "b2", "c2"]
    (picture,) = message.attachments
    assert picture.filename == "puzzle.png"
