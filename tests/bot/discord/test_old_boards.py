"""A game shows one living board; what it leaves above is a quiet line, or nothing."""

from __future__ import annotations

import discord
import pytest
from sqlalchemy import text

from bot.client import old_boards
from bot.client.bot import Kinarow
from bot.edge.sending.traffic import NEAR
from bot.errors import StoreUnavailable
from bot.match.session import ChannelId, MessageId, Session
from bot.show.text.match import QUIET
from bot.show.text.words import ACCEPT, BOARD
from tests.bot.discord.world import World, labels
from tests.bot.waiting import until

HEADING = "**alice** \N{EN DASH} "


def own(world: World) -> list[discord.Message]:
    """Every message of the bot but the challenge, oldest first."""
    me = world.env.backend.bot_user.id
    mine = (message for message in world.channel.history() if message.author.id == me)
    return [message for message in mine if "challenge" not in message.content]


def boards(world: World) -> list[discord.Message]:
    """Those with a game on them."""
    return [message for message in own(world) if HEADING in message.content]


def lines(world: World) -> list[str]:
    """Those that are what is left of a board."""
    return [message.content for message in own(world) if message.content.startswith(QUIET)]


async def talk(world: World, messages: int = NEAR + 1) -> None:
    """Carol talks so much that the board is out of sight."""
    await world.say(*(f"carol: message {number}" for number in range(messages)))


def asked(world: World, method: str) -> int:
    """How many requests of a kind were made for messages of a channel."""
    log = world.env.http_requests
    return sum(r.method == method and r.path.startswith("/channels/") for r in log)


async def test_a_typed_move_changes_the_board(world: World) -> None:
    """It is the same message as long as people see it."""
    await world.pair()
    (before,) = boards(world)
    await world.say("5", "bob: 1")
    (board,) = boards(world)
    assert board.id == before.id
    assert "**bob** played **1**" in board.content
    assert (asked(world, "PATCH"), lines(world)) == (2, [])


@pytest.mark.parametrize("game, messages", [("7x7x4g", 2), ("8x7x4g", NEAR)])
async def test_a_board_stays_in_sight_on_a_phone(world: World, game: str, messages: int) -> None:
    """Up to seven rows it comes down after two messages; a taller one fills a phone anyway."""
    await world.pair(game)
    (before,) = boards(world)
    await talk(world, messages - 1)
    await world.say("4")
    assert boards(world)[0].id == before.id
    await world.say("bob: 3")
    assert boards(world)[0].id != before.id


async def test_a_board_out_of_sight_comes_down(world: World) -> None:
    """Where it was the moves that were made on it stay in a line without buttons."""
    await world.pair()
    await world.say("5", "bob: 1")
    await talk(world)
    await world.say("9", "bob: 3")
    (board,) = boards(world)
    assert "**bob** played **3**" in board.content
    assert lines(world) == ["-# 1. alice 5 · bob 1"]
    assert own(world)[-1].id == board.id
    await talk(world)
    await world.say("2")
    assert lines(world) == ["-# 1. alice 5 · bob 1", "-# 2. alice 9 · bob 3"]
    assert [bool(labels(message)) for message in own(world)] == [False, False, True]


async def test_no_move_waits_for_old_boards(world: World) -> None:
    """What is left of them is counted apart from the boards, which were posted."""
    await world.pair()
    bot, channel = world.env.bot, ChannelId(world.channel.id)
    assert isinstance(bot, Kinarow)
    for words in ("5", "bob: 1", "9"):
        await talk(world)
        await world.say(words)
    await world.look_after()
    assert len(boards(world)) == 1
    assert len(bot.old_traffic._sent[channel]) == 3
    assert len(bot.traffic._sent[channel]) <= 3 + 1


async def test_a_long_game_asks_little_of_discord(world: World) -> None:
    """At most 1.4 requests for each typed move, posted, changed and cleaned together."""
    await world.pair("6x7x7g")
    before = len(world.env.http_requests)
    for ply in range(36):
        await world.say(f"{'bob: ' if ply % 2 else ''}{ply % 7 + 1}")
    assert len(await world.moves()) == 36
    assert len(world.env.http_requests) - before <= 1.4 * 36
    assert len(boards(world)) == 1


async def test_a_server_may_want_no_lines(world: World) -> None:
    """Then nothing stays where a board was."""
    await world.say("steward: !ttt settings history off")
    await world.pair()
    await world.say("5")
    await talk(world)
    await world.say("bob: 1")
    assert (len(boards(world)), lines(world)) == (1, [])


async def test_a_board_without_moves_leaves_nothing(world: World) -> None:
    """There is nothing to tell."""
    await world.pair()
    await world.say("!ttt board", "bob: !ttt board")
    assert (len(boards(world)), lines(world)) == (1, [])
    assert own(world)[-1].id == boards(world)[0].id


@pytest.mark.parametrize("words", ["!ttt undo", "!ttt coach on", "!ttt style text"])
async def test_every_change_of_a_board_happens_in_place(world: World, words: str) -> None:
    """Not only a move."""
    await world.say("!ttt start x", "5", words)
    assert len(boards(world)) == 1
    assert lines(world) == []


async def test_moves_taken_back_are_not_in_the_line(world: World) -> None:
    """The line is of the game as it stands; each move is in one."""
    await world.say("!ttt start x", "5", "!ttt undo")
    assert "**alice** took back **5** and the answer **" in world.last
    await world.say("1")
    await talk(world)
    await world.say("!ttt board")
    (line,) = lines(world)
    assert line.startswith("-# 1. alice 1 · Kinarow ")


async def test_a_press_for_a_new_board_moves_it_down(world: World) -> None:
    """The button under it as well."""
    await world.pair()
    await world.say("5")
    (old,) = boards(world)
    await world.press(world.bob, BOARD)
    (board,) = boards(world)
    assert board.id > old.id
    assert lines(world) == ["-# 1. alice 5"]


async def test_presses_stay_where_they_are(world: World) -> None:
    """A move by button changes the board that was pressed, however far up it is."""
    await world.pair()
    await talk(world)
    await world.press(world.alice, "5")
    await world.press(world.bob, "1")
    assert len(boards(world)) == 1
    assert (asked(world, "PATCH"), asked(world, "DELETE")) == (0, 0)


async def test_the_last_board_keeps_its_buttons(world: World) -> None:
    """In place where it can be seen."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5", "3")
    (last,) = boards(world)
    assert labels(last) == ["Review", "Replay", "Rematch", "Change…"]
    await world.say("!ttt start x")
    assert len(boards(world)) == 2


async def test_pictures_change_in_place(world: World) -> None:
    """The new picture takes the place of the old one, and a line has none."""
    await world.pair("gomoku")
    await world.say("h8")
    (board,) = boards(world)
    assert len(board.attachments) == 1
    await talk(world)
    await world.say("bob: h9")
    assert lines(world) == ["-# 1. alice h8"]
    assert [len(message.attachments) for message in own(world)] == [0, 1]


async def test_a_board_older_than_an_hour_comes_down(world: World) -> None:
    """Discord limits how often such a message may be edited."""
    await world.pair()
    await world.say("5")
    await world.env.advance_time(3_600)
    await world.say("bob: 1")
    (board,) = boards(world)
    assert "**bob** played **1**" in board.content
    assert lines(world) == ["-# 1. alice 5"]


@pytest.mark.parametrize("code", [10008, 30046, 50083])
async def test_a_board_that_cannot_change_is_posted(world: World, code: int) -> None:
    """It is gone, was edited too often, or its thread is archived; the old one is cleaned."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=400, code=code, times=1)
    (old,) = boards(world)
    await world.say("5")
    (board,) = boards(world)
    assert board.id > old.id
    assert "**alice** played **5**" in board.content


async def test_a_line_that_cannot_be_left_is_no_error(world: World) -> None:
    """Where an old board may not be edited any more it is deleted."""
    await world.pair()
    await world.say("5")
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=400, code=30046, times=1)
    await world.say("!ttt board")
    assert (len(boards(world)), lines(world)) == (1, [])


async def test_a_deleted_board_is_no_error(world: World) -> None:
    """The next move posts one."""
    await world.pair()
    (board,) = boards(world)
    world.env.backend.delete_message(world.channel.id, board.id)
    await world.say("5")
    assert len(boards(world)) == 1
    assert await world.store.boards.old() == []


@pytest.mark.parametrize("status", [403, 500])
async def test_an_old_board_that_fails_to_change_is_changed_later(
    world: World, status: int
) -> None:
    """A refusal that says nothing of the message, and a Discord that is overloaded."""
    await world.pair()
    await world.say("5")
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=status, times=None)
    with world.in_the_same_moment():
        await world.say("!ttt board")
    await world.env.advance_time(60)
    assert (len(boards(world)), lines(world)) == (2, [])
    world.env.backend.faults.clear()
    await world.look_after()
    assert (len(boards(world)), lines(world)) == (1, ["-# 1. alice 5"])


async def test_after_too_many_refusals_an_old_board_waits(world: World) -> None:
    """It costs no request that Discord may refuse too, and is retired ten minutes later."""
    await world.pair()
    await world.say("5")
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    with world.as_the_bot():
        for _ in range(2_000):
            bot.refusals.note(403)
    await world.say("!ttt board")
    assert (len(boards(world)), lines(world)) == (2, [])
    await world.look_after(seconds=660)
    await world.look_after(seconds=660)
    assert (len(boards(world)), lines(world)) == (1, ["-# 1. alice 5"])


async def test_a_crash_in_between_is_made_good(world: World) -> None:
    """The next process cleans what this one could not, and counts on nothing it has not seen."""
    await world.pair()
    await world.say("5")
    with world.edits_refused():
        await world.say("!ttt board")
    assert len(boards(world)) == 2
    await world.restart()
    assert (len(boards(world)), lines(world)) == (1, ["-# 1. alice 5"])
    await world.say("bob: 1")
    assert (len(boards(world)), lines(world)) == (1, ["-# 1. alice 5"])
    await world.say("9")
    assert len(boards(world)) == 1
    assert await world.store.boards.old() == []


async def test_a_board_that_was_posted_but_not_noted_is_cleaned(world: World) -> None:
    """A process died over it, and what was typed meanwhile is shown by a board of its own."""
    await world.pair()
    with world.edits_refused():
        await world.say("!ttt board")
    noted, unnoted = boards(world)
    async with world.store.database.begin() as connection:
        await connection.execute(text("DELETE FROM old_boards"))
        back = f"UPDATE games SET board_message_id = {noted.id}"
        await connection.execute(text(back))
    await world.restart("5")
    await world.look_after()
    (board,) = boards(world)
    assert board.id > unnoted.id


async def test_a_board_that_nobody_knows_of_is_cleaned_once_the_store_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was posted though its answer got lost, and the store was away when it was found."""
    await world.pair()
    (board,) = boards(world)
    assert isinstance(world.env.bot, Kinarow)
    backlog, tries = world.env.bot.old_boards._backlog, 0
    add = backlog.add_old_board

    async def away_at_first(session: Session, message: MessageId) -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise StoreUnavailable("gone")
        await add(session, message)

    monkeypatch.setattr(backlog, "add_old_board", away_at_first)
    monkeypatch.setattr(old_boards, "_STORE_RETRY_DELAY", 0.0)
    channel = world.env.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    buttons = discord.ui.View.from_message(board)
    for button in buttons.walk_children():
        button.id = None  # Discord numbers them itself
    await channel.send(board.content, view=buttons)
    await world.say("5")
    await until(lambda: tries == 3)
    await world.look_after()
    await until(lambda: len(boards(world)) == 1)


async def test_a_game_of_an_earlier_version_goes_on(world: World) -> None:
    """Of which it is not known what its board told: it leaves nothing."""
    await world.pair()
    await world.say("5")
    async with world.store.database.begin() as connection:
        await connection.execute(text("UPDATE games SET shown_ply = NULL, shown_from = NULL"))
    await world.say("!ttt board", "bob: 1")
    assert (len(boards(world)), lines(world)) == (1, [])


async def test_a_board_like_the_present_one_is_no_old_one(world: World) -> None:
    """Pressed, it is the living board again."""
    await world.say("!ttt start @bob x")
    await world.press(world.bob, ACCEPT)
    (first,) = boards(world)
    with world.edits_refused():
        await world.say("!ttt board")
    await world.alice.click(first, label="1")
    await world.look_after()
    (board,) = boards(world)
    assert board.id == first.id
    assert labels(board)


async def test_a_game_that_cannot_be_read_spares_no_other(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told in the log, and the boards of others are cleaned."""
    await world.pair()
    with world.edits_refused():
        await world.say("!ttt board")
    async with world.store.database.begin() as connection:
        await connection.execute(text("UPDATE games SET rules = 'nonsense'"))
    await world.look_after()
    assert await world.store.boards.old() == []
    caplog.clear()


@pytest.mark.parametrize("where", ["thread", "direct messages"])
async def test_it_is_the_same_elsewhere(world: World, where: str) -> None:
    """In a thread, and alone with the bot."""
    channel = world.alice.user.dm_channel
    if where == "thread":
        world.env.backend.create_thread(world.channel.id, "corner", world.alice.id)
        await world.env.settle()
        (channel,) = world.channel.threads

    async def say(*lines: str) -> None:
        for words in lines:
            backend = world.env.backend
            backend.create_message(channel.id, world.alice.id, words)
            await world.env.settle()

    await say("!ttt start x", "5", *["well"] * (NEAR + 1))
    session = await world.store.last(ChannelId(channel.id))
    assert session is not None
    await say(str(session.position.legal[0]))
    (line, board) = world.shown(channel)
    assert line.startswith("-# 1. alice 5 · Kinarow ")
    assert HEADING in board
