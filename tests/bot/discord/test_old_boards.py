"""A board that a newer one has replaced looks alive no more."""

from __future__ import annotations

import discord
import pytest
from sqlalchemy import text

from bot.show.text import ACCEPT, BOARD
from tests.bot.discord.world import World, labels

HEADING = "**alice** \N{EN DASH} "
TURN = "your turn"
SPOKEN = "1 2 3 4"


def boards(world: World) -> list[discord.Message]:
    """Every message of the bot's with a game on it, oldest first."""
    me = world.env.backend.bot_user.id
    own = (message for message in world.channel.history() if message.author.id == me)
    return [message for message in own if HEADING in message.content]


def alive(world: World) -> list[bool]:
    """Whether each board has buttons and says whose turn it is: it has and does both or neither."""
    found = boards(world)
    told = [TURN in board.content.lower() or "thinking…" in board.content for board in found]
    assert [bool(labels(board)) for board in found] == told
    return told


def edits(world: World) -> int:
    """How many messages have been edited as a channel's own."""
    asked = world.env.http_requests
    return sum(r.method == "PATCH" and r.path.startswith("/channels/") for r in asked)


async def test_the_newest_board_alone_is_alive(world: World) -> None:
    """After each typed move the one before keeps its stones and what was played, by one edit."""
    await world.pair()
    await world.say("5")
    old, _ = boards(world)
    assert alive(world) == [False, True]
    assert "1️⃣2️⃣3️⃣\n4️⃣5️⃣6️⃣\n7️⃣8️⃣9️⃣" in old.content
    await world.say("bob: 1")
    assert alive(world) == [False, False, True]
    assert "**alice** played **5**." in boards(world)[1].content
    assert edits(world) == 2


@pytest.mark.parametrize("words", ["!ttt board", "!ttt undo", "!ttt coach on", "!ttt style text"])
async def test_whatever_shows_a_new_board_retires_the_old_one(world: World, words: str) -> None:
    """Not only a move."""
    await world.say("!ttt start x", "5")
    await world.say(words)
    assert alive(world) == [False, False, True]


async def test_a_press_for_a_new_board_retires_the_old_one(world: World) -> None:
    """The button under it as well."""
    await world.pair()
    await world.press(world.bob, BOARD)
    assert alive(world) == [False, True]


async def test_a_board_that_changes_in_place_is_the_newest(world: World) -> None:
    """A move by button leaves nothing to retire."""
    await world.pair()
    await world.press(world.alice, "5")
    await world.press(world.bob, "1")
    assert alive(world) == [True]
    assert edits(world) == 0


async def test_the_end_retires_the_board_before(world: World) -> None:
    """The last board has its rematch, and no other has anything."""
    await world.pair()
    await world.say("1", "bob: 4", "2")
    await world.look_after()
    await world.say("bob: 5", "3")
    await world.look_after()
    *before, last = boards(world)
    assert not any(labels(board) for board in before)
    assert labels(last) == ["Review", "Replay", "Rematch"]


async def test_boards_in_text_say_nothing_of_turns(world: World) -> None:
    """Nor what is free, which is read out to whoever is to move."""
    await world.say("!ttt style text", "bob: !ttt style text")
    await world.pair()
    assert SPOKEN in boards(world)[0].content
    await world.say("5")
    old, _ = boards(world)
    assert SPOKEN not in old.content
    assert alive(world) == [False, True]


async def test_a_picture_stays(world: World) -> None:
    """The file of an old board is neither made nor sent again."""
    await world.pair("gomoku")
    await world.say("h8")
    old, new = boards(world)
    assert alive(world) == [False, True]
    assert len(old.attachments) == len(new.attachments) == 1


async def test_what_stood_under_a_board_stays(world: World) -> None:
    """A word of the coach's can be read later."""
    await world.pair("coach")
    assert "💡" in boards(world)[0].content
    await world.say("5")
    assert "💡" in boards(world)[0].content


async def test_a_board_that_is_too_old_is_left_alone(world: World) -> None:
    """Discord limits how often such a message may be edited."""
    await world.pair()
    await world.env.advance_time(3_600)
    await world.say("5")
    assert edits(world) == 0
    await world.look_after()
    assert edits(world) == 0
    assert await world.store.boards.old() == []


async def test_a_deleted_board_is_no_error(world: World) -> None:
    """Nothing is left to do."""
    await world.pair()
    (board,) = boards(world)
    world.env.backend.delete_message(world.channel.id, board.id)
    await world.say("5")
    assert alive(world) == [True]
    assert await world.store.boards.old() == []


async def test_too_many_at_a_time_are_left_for_later(world: World) -> None:
    """A fast game gets no more edits than Discord takes, and the rest when there is room."""
    await world.pair()
    await world.say_at_once("!ttt board", "!ttt board", "!ttt board", "!ttt board", "!ttt board")
    assert edits(world) == 3
    assert alive(world).count(True) == 3
    await world.look_after()
    assert alive(world) == [False] * 5 + [True]
    assert edits(world) == 5


@pytest.mark.parametrize("status", [403, 500])
async def test_what_fails_is_done_later(world: World, status: int) -> None:
    """A refusal that says nothing of the message, and a Discord that is overloaded."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=status, times=None)
    with world.in_the_same_moment():
        await world.say("5")
    await world.env.advance_time(60)
    assert alive(world) == [True, True]
    world.env.backend.faults.clear()
    await world.look_after()
    assert alive(world) == [False, True]


async def test_a_crash_in_between_is_made_good(world: World) -> None:
    """The next process retires what this one could not."""
    await world.pair()
    with world.edits_refused():
        await world.say("5")
    assert alive(world) == [True, True]
    await world.restart()
    assert alive(world) == [False, True]
    await world.say("bob: 1")
    assert await world.store.boards.old() == []


async def test_a_board_that_was_posted_but_not_noted_is_retired(world: World) -> None:
    """A process died over it, and what was typed meanwhile is shown by a board of its own."""
    await world.pair()
    await world.say("5")
    noted, unnoted = boards(world)
    async with world.store.database.begin() as connection:
        back = f"UPDATE games SET board_message_id = {noted.id}, shown_version = 0, shown_ply = 0"
        await connection.execute(text(back))
    await world.restart("bob: 1")
    await world.look_after()
    assert alive(world) == [False, False, True]
    assert boards(world)[1].id == unnoted.id


async def test_a_game_of_an_earlier_version_is_retired_too(world: World) -> None:
    """Of which it is not known what its board shows: the heading stays."""
    await world.pair()
    await world.say("5")
    await world.look_after()
    async with world.store.database.begin() as connection:
        await connection.execute(text("UPDATE games SET shown_ply = NULL"))
    await world.say("bob: 1")
    assert alive(world) == [False, False, True]
    assert boards(world)[1].content.count("\n") == 0


async def test_an_old_board_that_is_pressed_meanwhile_stays(world: World) -> None:
    """It became the newest while its turn to be retired had not come."""
    await world.pair()
    (first,) = boards(world)
    with world.edits_refused():
        await world.say("!ttt board")
    old = await world.store.boards.old()
    await world.alice.click(first, label="5")
    cog = world.env.bot.old_boards  # type: ignore[attr-defined] # it is ours
    with world.as_the_bot():
        cog._replaced(await world.session(), old)
    await world.look_after()
    assert alive(world) == [True, False]


async def test_a_permission_that_is_away_for_a_moment_spares_no_board(world: World) -> None:
    """It is retired when that is back."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=403, code=50001, times=1)
    await world.say("5")
    assert alive(world) == [True, True]
    await world.look_after()
    assert alive(world) == [False, True]


async def test_a_game_that_cannot_be_read_spares_no_other(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told in the log, and the boards of others are retired."""
    await world.pair()
    with world.edits_refused():
        await world.say("5")
    async with world.store.database.begin() as connection:
        spoilt = "UPDATE games SET rules = 'nonsense'"
        await connection.execute(text(spoilt))
    await world.look_after()
    assert await world.store.boards.old() == []
    caplog.clear()


async def test_a_board_like_the_present_one_is_no_old_one(world: World) -> None:
    """Pressed, it is the newest board again."""
    await world.say("!ttt start @bob x")
    await world.press(world.bob, ACCEPT)
    (first,) = boards(world)
    with world.edits_refused():
        await world.say("5", "!ttt undo", "bob: !ttt undo")
    await world.alice.click(first, label="1")
    await world.look_after()
    assert alive(world)[0]
    assert not any(alive(world)[1:])
