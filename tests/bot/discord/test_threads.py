"""Games in threads of their own, and a new game in place of one's own."""

from __future__ import annotations

import discord
import pytest
from simcord import ChannelHandle

from bot.errors import Problem
from bot.features.start.text import INSTEAD, begun_in
from bot.features.start.values import StartProblem
from bot.match.notes import NoThread
from bot.match.session import ChannelId, Ending
from bot.show.text.problems import no_thread
from bot.show.text.words import ACCEPT, REMATCH
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, labels, said, sentence


async def test_a_game_begins_in_a_thread(world: World) -> None:
    """It hangs on the command, has the names of the players, and leaves the channel free."""
    await world.say("!ttt start connect4 x easy thread")
    (thread,) = world.channel.threads
    assert thread.name == "alice \N{EN DASH} Kinarow · Connect Four"
    (board,) = world.shown(thread)
    assert "🔴 **alice**, your turn" in board
    await world.say("4", channel=thread)
    assert len(await world.moves(thread)) == 2
    (board,) = await world.say("!ttt start x")
    assert "tic-tac-toe" in board
    assert len(await world.store.live()) == 2


@pytest.mark.parametrize("status, code", [(400, 160004), (404, 10008)])
async def test_below_a_message_that_takes_no_thread(world: World, status: int, code: int) -> None:
    """Another bot has opened one there, or the command was deleted: it stands in the channel."""
    path = f"/channels/{world.channel.id}/messages/*/threads"
    world.env.inject_error("POST", path, status=status, code=code)
    await world.say("!ttt start x thread")
    (thread,) = world.channel.threads
    assert "your turn" in world.shown(thread)[0]


async def test_a_slash_command_says_where_its_thread_is(world: World) -> None:
    """There is no message that it could hang on."""
    (told,) = await world.slash("play", game="x thread")
    (thread,) = world.channel.threads
    assert told == begun_in(ChannelId(thread.id))
    assert "your turn" in world.shown(thread)[0]


async def test_a_challenge_waits_in_its_thread(world: World) -> None:
    """The invited member is called into it, and accepts there."""
    await world.say("!ttt start @bob x 4x4 thread")
    (thread,) = world.channel.threads
    assert thread.name == "alice \N{EN DASH} bob · 4×4, 4 in a row"
    (asked,) = world.shown(thread)
    assert world.bob.mention in asked
    (question,) = [m for m in thread.history() if ACCEPT in labels(m)]
    await world.bob.click(question, label=ACCEPT)
    assert (await world.session(thread)).o.name == "bob"
    assert world.bob.mention not in world.last


async def test_nobody_is_sent_into_a_thread_from_a_thread(world: World) -> None:
    """There can be none; in the channel itself there can."""
    await world.say("!ttt start connect4 x easy thread", "!ttt start x")
    (thread,) = world.channel.threads
    people = {"x": "alice", "o": "Kinarow"}
    refused = await world.say("bob: !ttt start", channel=thread)
    assert refused == [sentence(Problem.OTHERS_PLAY, **people)]
    assert await world.say("bob: !ttt start") == [sentence(Problem.GAME_OF_OTHERS, **people)]


PERMISSIONS = [
    ("create_public_threads", "Create Public Threads"),
    ("send_messages_in_threads", "Send Messages In Threads"),
]


async def without(world: World, permission: str) -> ChannelHandle:
    """A channel in which the bot lacks a permission, and where threads are usual."""
    me = world.env.bot.user
    assert me is not None
    lacking = discord.PermissionOverwrite(**{permission: False})
    closed = world.guild.create_text_channel("closed", overwrites={me: lacking})
    await world.env.settle()
    await world.say("steward: !ttt settings threads on")
    return closed


@pytest.mark.parametrize("permission, name", PERMISSIONS)
@pytest.mark.parametrize("words", ["", " thread"])
async def test_without_a_permission_the_game_is_played_in_the_channel(
    world: World, permission: str, name: str, words: str
) -> None:
    """Whether a thread is usual or asked for; one line names the permission."""
    closed = await without(world, permission)
    (board,) = await world.say(f"!ttt start x{words}", channel=closed)
    assert "your turn" in board
    assert no_thread(NoThread(name)) in board.splitlines()
    assert closed.threads == []
    (board, _) = await world.say("5", "!ttt resign", channel=closed)
    assert "thread" not in board
    (board,) = await world.say("!ttt rematch", channel=closed)
    assert "thread" not in board
    await world.say("!ttt stop", channel=closed)
    (voted,) = await world.say("!ttt vote x", channel=closed)
    assert "vote" in voted
    refused = sentence(Problem.OTHERS_PLAY, x="alice", o="Kinarow")  # and no thread recommended
    await world.say("!ttt stop", "!ttt start x here", channel=closed)
    assert await world.say(f"bob: !ttt start x{words}", channel=closed) == [refused]


@pytest.mark.parametrize("permission, name", PERMISSIONS)
async def test_without_a_permission_a_challenge_waits_in_the_channel(
    world: World, permission: str, name: str
) -> None:
    """With the same line; the game it begins says no more of it."""
    closed = await without(world, permission)
    for asked in ("@bob x", "open x"):
        (question,) = await world.say(f"!ttt start {asked}", channel=closed)
        assert question.startswith("**alice**")
        assert no_thread(NoThread(name)) in question.splitlines()
        await world.say("!ttt stop", channel=closed)
    assert closed.threads == []


async def test_a_slash_command_begins_here_too(world: World) -> None:
    """It is answered with the board, or with the challenge."""
    await world.say("steward: !ttt settings threads on")
    with denied(world, world.env.backend.bot_user.id, "create_public_threads"):
        (board,) = await world.slash("play", game="x")
        assert no_thread(NoThread("Create Public Threads")) in board.splitlines()


@pytest.mark.parametrize("permission, name", PERMISSIONS)
async def test_the_settings_name_the_permission(world: World, permission: str, name: str) -> None:
    """Where threads get usual."""
    closed = await without(world, permission)
    *_, told = await world.say(
        "steward: !ttt settings threads off", "steward: !ttt settings threads on", channel=closed
    )
    missing = sentence(Problem.MISSING_PERMISSION, permission=name, channel="closed")
    assert told == f"Done. A thread for each new game: on\n⚠️ {missing}"


async def test_a_thread_has_no_threads(world: World) -> None:
    """Nor have direct messages: the game begins there."""
    await world.say("!ttt start thread")
    (thread,) = world.channel.threads
    await world.say("!ttt stop", channel=thread)
    (board,) = await world.say("bob: !ttt start x thread", channel=thread)
    assert no_thread(NoThread()) in board.splitlines()
    await world.alice.send_dm("!ttt start x thread")
    assert no_thread(NoThread()) in world.told(world.alice)[0].splitlines()


async def test_a_refused_start_opens_no_thread(world: World) -> None:
    """A challenge that is refused, or words that are not understood."""
    await world.say("!ttt start @carol", "!ttt start @bob thread", "!ttt start chess thread")
    assert world.channel.threads == []


async def test_nobody_fills_a_channel_with_threads(world: World) -> None:
    """After some of them a person has to wait; others need not."""
    await world.say(*["!ttt start easy thread"] * 6)
    assert len(world.channel.threads) == 5
    assert "You've opened a lot of threads." in world.last
    await world.say("bob: !ttt start easy thread")
    assert len(world.channel.threads) == 6
    assert await world.say("!ttt start easy")


async def test_a_server_may_make_threads_usual(world: World) -> None:
    """Then `here` is the exception; in a thread and by direct message nothing changes."""
    (told,) = await world.say("steward: !ttt settings threads on")
    assert told == "Done. A thread for each new game: on"
    await world.say("!ttt start x easy")
    (thread,) = world.channel.threads
    assert "your turn" in world.shown(thread)[0]
    await world.say("!ttt stop", channel=thread)
    assert "your turn" in (await world.say("!ttt start x easy", channel=thread))[0]
    assert "your turn" in (await world.say("bob: !ttt start x easy here"))[0]
    await world.alice.send_dm("!ttt start x easy")
    assert "your turn" in world.told(world.alice)[0]
    await world.say("steward: !ttt settings threads off", "bob: !ttt stop")
    assert "your turn" in (await world.say("bob: !ttt start x easy"))[0]


@pytest.mark.parametrize(
    "status, code",
    [(400, 160006), (400, 160007), (403, 50013), (403, 50001), (400, 50024), (400, 50083)],
)
@pytest.mark.parametrize("words", ["", " thread"])
async def test_without_a_thread_the_game_begins_in_the_channel(
    world: World, status: int, code: int, words: str
) -> None:
    """The server may be full of them, or the channel of a kind that takes none."""
    for path in ("/channels/*/threads", f"/channels/{world.channel.id}/messages/*/threads"):
        world.env.inject_error("POST", path, status=status, code=code, times=None)
    await world.say("steward: !ttt settings threads on")
    (board,) = await world.say(f"!ttt start x{words}")
    assert "your turn" in board
    assert no_thread(NoThread()) in board.splitlines()
    assert not world.channel.threads


async def test_ones_own_game_gives_way_by_button(world: World) -> None:
    """A player here is asked whether to end it; the new game is the one that was asked for."""
    await world.say("!ttt start x easy", "5")
    first = await world.session()
    assert await world.say("!ttt start connect4 x easy") == [
        sentence(Problem.GAME_ON, x="alice", o="Kinarow")
    ]
    assert world.newest(INSTEAD).content == world.last
    (board,) = await world.press(world.alice, INSTEAD)
    assert [words for words in world.said() if "The game was stopped." in words]
    assert "Connect Four" in board
    ended = await world.store.find(first.game)
    assert ended is not None
    assert ended.ending is Ending.STOPPED
    assert INSTEAD not in [label for m in world.channel.history() for label in labels(m)]


async def test_ones_own_game_gives_way_to_a_rematch(world: World) -> None:
    """It has the same button: for a rematch of the game itself, or of one that a board shows."""
    await world.say("!ttt start 4x4 x easy", "!ttt resign")
    older = world.newest(REMATCH)
    await world.say("!ttt start x easy", "5")
    assert await world.say("!ttt again") == [sentence(Problem.GAME_ON, x="alice", o="Kinarow")]
    (board,) = await world.press(world.alice, INSTEAD)
    assert [words for words in world.said() if "The game was stopped." in words]
    assert "**Kinarow** (easy) \N{EN DASH} ⭕ **alice** · tic-tac-toe" in board
    asked = (await world.alice.click(older, label=REMATCH)).response
    assert asked is not None
    assert asked.ephemeral
    assert asked.content == sentence(Problem.GAME_ON, x="Kinarow", o="alice")
    again = said(await world.alice.click(asked, label=INSTEAD))
    assert "**Kinarow** (easy) \N{EN DASH} ⭕ **alice** · 4×4" in [*again.values()][-1]


async def test_nobody_elses_game_gives_way(world: World) -> None:
    """A third person gets no button, and cannot press that of a player."""
    await world.say("!ttt start x easy", "!ttt start 4x4")
    question = world.newest(INSTEAD)
    await world.say("bob: !ttt start")
    assert world.newest(INSTEAD).id == question.id
    before = await world.session()
    refused = [sentence(Problem.NOT_A_PLAYER, x="alice", o="Kinarow")]
    assert await world.press(world.bob, INSTEAD) == refused
    assert await world.session() == before


async def test_a_game_ends_only_for_one_that_can_begin(world: World) -> None:
    """Where the new one is refused, the old one goes on."""
    await world.say("!ttt start x easy", "!ttt start @bob")
    await world.say("!ttt stop", "!ttt start @carol", "bob: !ttt start x easy")
    before = await world.session()
    assert await world.press(world.alice, INSTEAD) == [
        sentence(StartProblem.CHALLENGE_WAITS, place=world.channel.id)
    ]
    assert await world.session() == before


async def test_a_press_that_comes_late_starts_at_once(world: World) -> None:
    """The old game may have ended otherwise."""
    await world.say("!ttt start x easy", "!ttt start 4x4 x easy", "!ttt resign")
    assert any("4×4" in words for words in await world.press(world.alice, INSTEAD))


async def test_the_slash_command_asks_its_user_alone(world: World) -> None:
    """Nobody else sees the question."""
    await world.say("!ttt start x easy")
    result = await world.alice.slash(world.channel, "play", game="4x4")
    assert result.ephemeral
    assert list(said(result).values()) == [sentence(Problem.GAME_ON, x="alice", o="Kinarow")]
