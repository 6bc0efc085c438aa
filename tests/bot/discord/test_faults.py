"""Discord and the line to it fail: no move is lost, and people are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.errors import Problem
from bot.features.start.store import ChallengeStore
from bot.features.start.values import Challenge
from bot.match.session import ChannelId, Ending, ScopeId, Terms, UserId
from bot.pool.thinker import Thinker
from engine import Rules
from tests.bot.discord.world import World, sentence
from tests.bot.waiting import engine_down
from tests.thorough import few

FOR_EVER = 1_000_000
RESET = ConnectionResetError(104, "Connection reset by peer")
DISCONNECTED = aiohttp.ServerDisconnectedError()


@pytest.fixture(autouse=True)
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """People talk so much that each board is posted anew."""
    monkeypatch.setattr("bot.edge.sending.traffic.NEAR", -1)


@contextmanager
def broken_line(
    world: World, error: Exception, *, times: int = FOR_EVER, arrives: bool = False
) -> Iterator[None]:
    """Sending a message ends in a connection error, before or after it has arrived."""
    http = world.env.bot.http
    real, left = http.request, times

    async def request(route: discord.http.Route, **kwargs: Any) -> Any:
        nonlocal left
        if left and (route.method, route.path) == ("POST", "/channels/{channel_id}/messages"):
            left -= 1
            if arrives:
                await real(route, **kwargs)
            raise error
        return await real(route, **kwargs)

    http.request = request  # type: ignore[method-assign] # where the connection would be
    try:
        yield
    finally:
        http.request = real  # type: ignore[method-assign] # as above


@contextmanager
def refusing(
    world: World, status: int, code: int = 0, *, times: int | None = None
) -> Iterator[None]:
    """Discord answers each message to the channel with a status and a code; a proxy has no code."""
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=code, times=times)
    yield
    world.env.backend.faults.clear()


def nonces(world: World) -> list[str]:
    """The nonces of the messages sent to the channel, arrived or not."""
    path = f"/channels/{world.channel.id}/messages"
    sent = (r.json for r in world.env.http_requests if (r.method, r.path) == ("POST", path))
    return [message["nonce"] for message in sent if message and "nonce" in message]


# Sending fails for a moment.


@pytest.mark.parametrize("status", [429, 500, 502, 503])
async def test_a_refusal_of_the_moment_is_tried_again(world: World, status: int) -> None:
    """After a refusal by an overloaded Discord the board comes with a later try."""
    await world.say("!ttt start x")
    with refusing(world, status, times=2):
        boards = await world.say_and_wait("5")
    assert len(boards) == 1
    assert "**Kinarow** played" in boards[0]
    assert len(await world.moves()) == 2


@pytest.mark.parametrize("error", [RESET, DISCONNECTED, TimeoutError()])
async def test_a_broken_connection_is_tried_again(world: World, error: Exception) -> None:
    """After a lost connection the board comes with a later try."""
    await world.say("!ttt start x")
    with broken_line(world, error, times=2):
        boards = await world.say_and_wait("5")
    assert len(boards) == 1
    assert len(await world.moves()) == 2


async def test_a_lost_answer_posts_nothing_twice(world: World) -> None:
    """All tries of a message carry one nonce, by which Discord knows it; others carry another."""
    await world.say("!ttt start x")
    with broken_line(world, DISCONNECTED, times=1, arrives=True):
        await world.say_and_wait("5")
    first, lost, again = nonces(world)
    assert first != lost == again


# Sending fails for long.


@pytest.mark.parametrize("status", [500, 503])
async def test_a_move_is_stored_although_it_is_never_shown(world: World, status: int) -> None:
    """A refused board costs no move: the next command shows it."""
    await world.say("!ttt start x")
    with refusing(world, status):
        assert await world.say_and_wait("5") == []
        moves = await world.moves()
    assert len(moves) == 2
    assert "**Kinarow** played" in (await world.say("!ttt board"))[-1]
    await world.say(str((await world.session()).position.legal[0]))
    assert (await world.moves())[:2] == moves


@pytest.mark.parametrize("error", [RESET, DISCONNECTED])
async def test_a_line_that_stays_broken_costs_no_move(world: World, error: Exception) -> None:
    """The game goes on with the next number, without any command."""
    await world.pair()
    with broken_line(world, error):
        assert await world.say_and_wait("5") == []
    (board,) = await world.say("bob: 1")
    assert "**bob** played **1**" in board
    assert await world.moves() == (5, 1)


async def test_words_tell_that_a_board_could_not_be_shown(world: World) -> None:
    """When the board does not go through but words do again, the person reads what to do."""
    await world.say("!ttt start x")
    with refusing(world, 503, times=4):
        said = await world.say_and_wait("5")
    assert said == [sentence(Problem.DISCORD_DOWN)]


async def test_a_restart_shows_what_could_not_be_shown(world: World) -> None:
    """The board that did not go through is posted by the next process."""
    await world.pair()
    with refusing(world, 503):
        await world.say_and_wait("5")
    (board,) = await world.restart()
    assert "**alice** played **5**" in board


async def test_a_board_that_could_not_be_shown_comes_later(world: World) -> None:
    """Nobody has to ask: when Discord is well again the board appears, once."""
    await world.pair()
    with refusing(world, 503):
        await world.say_and_wait("5")
    (board,) = await world.look_after()
    assert "**alice** played **5**" in board
    assert await world.look_after() == []


async def test_a_game_with_an_act_under_way_is_left_alone(world: World) -> None:
    """A game in which something has just happened is left alone."""
    await world.pair()
    with refusing(world, 503):
        await world.say("5")
        assert await world.look_after(seconds=1.0) == []


async def test_a_move_that_is_owed_comes_later(world: World, thinker: Thinker) -> None:
    """When the engine is well again it moves; until then the board is not repeated."""
    await world.say("!ttt start x hard")
    with engine_down(thinker):
        await world.say("5")
        assert await world.look_after() == []
        assert await world.look_after() == []
    (board,) = await world.look_after()
    assert "**Kinarow** played" in board


async def test_an_interaction_that_fails_costs_no_move(world: World) -> None:
    """The answer to a slash command does not arrive, but the move stands."""
    await world.say("!ttt start x")
    world.env.inject_error("POST", "/interactions/*/callback", status=503, times=None)
    with world.in_the_same_moment():
        await world.alice.slash(world.channel, "ttt do", words="play 5")
    await world.env.advance_time(60)
    world.env.backend.faults.clear()
    assert len(await world.moves()) == 2


async def test_typing_that_is_refused_does_not_matter(world: World) -> None:
    """A failed typing indicator costs no game."""
    world.env.inject_error("POST", "/channels/*/typing", status=403, times=None)
    await world.say("!ttt start x")
    await world.say_at_once("5", "!ttt board", "!ttt board")
    assert len(await world.moves()) == 2


# Permissions.


def forbid(world: World, permission: discord.Permissions) -> None:
    """Take a permission from the bot in the channel."""
    me = world.env.backend.bot_user.id
    denied = Overwrite(me, OverwriteType.MEMBER, allow=0, deny=permission.value)
    world.env.backend.set_overwrite(world.channel.id, denied)


async def test_a_missing_permission_is_named_by_direct_message(world: World) -> None:
    """Where the bot cannot write, whoever starts a game learns what is missing, and where."""
    forbid(world, discord.Permissions(send_messages=True))
    await world.env.settle()
    assert await world.say("!ttt start") == []
    missing = sentence(Problem.MISSING_PERMISSION, permission="Send Messages", channel="games")
    assert world.told(world.alice) == [missing]
    assert await world.store.live() == []


async def test_a_missing_permission_is_named_in_the_answer(world: World) -> None:
    """A slash command can still be answered."""
    forbid(world, discord.Permissions(send_messages=True))
    await world.env.settle()
    missing = sentence(Problem.MISSING_PERMISSION, permission="Send Messages", channel="games")
    assert await world.slash("play") == [missing]
    assert await world.slash("play", opponent=world.bob) == [missing]
    assert await world.store.live() == []


async def test_a_permission_lost_in_mid_game_frees_the_channel(world: World) -> None:
    """A game that cannot be shown any more ends at the second look; its player is told why."""
    await world.say("!ttt start x")
    forbid(world, discord.Permissions(send_messages=True))
    await world.env.settle()
    await world.say("5")
    missing = sentence(Problem.MISSING_PERMISSION, permission="Send Messages", channel="games")
    assert world.told(world.alice) == [missing]
    assert (await world.session()).ending is None
    await world.look_after()
    assert (await world.session()).ending is Ending.CLOSED
    assert world.told(world.alice) == [missing]


async def test_a_permission_that_comes_back_costs_no_game(world: World) -> None:
    """What was refused once is shown as soon as the bot may write again."""
    await world.pair()
    forbid(world, discord.Permissions(send_messages=True))
    await world.env.settle()
    await world.say("5")
    forbid(world, discord.Permissions.none())
    await world.env.settle()
    assert "**alice** played **5**" in world.last
    assert await world.look_after() == []
    await world.say("bob: 1")
    assert await world.moves() == (5, 1)


NO_CLOSURE = [
    (403, 0),
    (404, 0),
    (403, 40333),
    (404, 10008),
    (401, 50027),
    (400, 50007),
    (403, 20028),
]
"""Refusals that say nothing of the channel: those of a proxy, and Discord's for other reasons."""


@pytest.mark.parametrize("status, code", few(3, NO_CLOSURE))
async def test_other_refusals_end_no_game(world: World, status: int, code: int) -> None:
    """However often they are met; the board comes when they are over, and nobody is told of a
    permission that is not missing."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=code, times=None)
    assert await world.say("5") == []
    for _ in range(3):
        await world.look_after(seconds=600)
    assert (await world.session()).ending is None
    assert world.told(world.alice) == []
    world.env.backend.faults.clear()
    (board,) = await world.look_after(seconds=600)
    assert "**alice** played **5**" in board
    await world.say("bob: 1")
    assert await world.moves() == (5, 1)


async def test_a_refusal_without_a_lack_names_no_permission(world: World) -> None:
    """Where Discord calls a channel closed in which the bot may do everything."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013)
    assert await world.say("5") == [sentence(Problem.DISCORD_DOWN)]
    assert world.told(world.alice) == []


@pytest.mark.parametrize("code", [10062, 10015])
async def test_a_command_answered_too_late_is_answered_in_the_channel(
    world: World, code: int
) -> None:
    """The board is posted, once, and the game goes on."""
    await world.pair()
    for path in ("/interactions/*/callback", "/webhooks/*"):
        world.env.inject_error("POST", path, status=404, code=code, times=None)
    before = len(world.said())
    with world.in_the_same_moment():
        await world.alice.slash(world.channel, "ttt do", words="play 5")
    await world.env.settle()
    (board,) = world.said()[before:]
    assert "**alice** played **5**" in board
    world.env.backend.faults.clear()
    await world.say("bob: 1")
    assert await world.moves() == (5, 1)
    assert await world.look_after() == []


@pytest.mark.parametrize("code", few(1, [10062, 10015, 50027]))
@pytest.mark.parametrize("label", ["5", "Board"])
async def test_a_press_answered_too_late_is_answered_in_the_channel(
    world: World, label: str, code: int
) -> None:
    """The same for what follows a press that was acknowledged."""
    await world.pair()
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, "/webhooks/*", status=404, code=code, times=None)
    before = len(world.said())
    with world.in_the_same_moment():
        await world.alice.click(world.newest(label), label=label)
    await world.env.settle()
    assert len(world.said()) == before + 1
    world.env.backend.faults.clear()
    assert (await world.session()).ending is None
    assert await world.look_after() == []


async def test_a_closed_mailbox_is_no_error(world: World) -> None:
    """Where neither the channel nor the person can be written to, nothing is said."""
    forbid(world, discord.Permissions(send_messages=True))
    dm = world.alice.user.dm_channel
    world.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, times=None)
    await world.env.settle()
    assert await world.say("!ttt start") == []
    assert world.told(world.alice) == []


# A challenge that an earlier process has stored and not posted.


async def unposted(world: World) -> Challenge:
    """One of alice's to bob, a few minutes old."""
    asked = Challenge(
        ScopeId(world.guild.id),
        ChannelId(world.channel.id),
        UserId(world.alice.id),
        UserId(world.bob.id),
        Terms(Rules.parse("3x3")),
        discord.utils.utcnow() - timedelta(minutes=3),
    )
    return await ChallengeStore(world.store.database).add(asked)


async def test_a_challenge_that_does_not_arrive_is_tried_again(world: World) -> None:
    """While the connection is bad it waits, and comes with a later try, once."""
    await unposted(world)
    with broken_line(world, TimeoutError()):
        assert await world.look_after() == []
    (asked,) = await world.look_after()
    assert asked.startswith("**alice** challenges")
    assert await world.look_after() == []


async def test_a_challenge_that_is_refused_is_forgotten(world: World) -> None:
    """Where Discord does not take it, it keeps nobody from asking anew."""
    await unposted(world)
    with refusing(world, 400, 50035):
        assert await world.look_after() == []
    assert await world.look_after() == []
    (asked,) = await world.say("!ttt start @bob 4x4")
    assert asked.startswith("**alice** challenges")


async def test_a_challenge_that_was_not_posted_is_met(world: World) -> None:
    """Somebody who asks for the same game plays it, and nothing is posted afterwards."""
    await unposted(world)
    await world.say("bob: !ttt start @alice 3x3")
    assert {person.name for person in (await world.session()).people} == {"alice", "bob"}
    assert await world.look_after() == []


COMMANDS = [
    *("help", "board", "hint", "stop", "undo", "stats", "settings", "rules", "mine", "review"),
    *("replay", "puzzle", "train", "explore", "privacy", "forget", "notify", "level", "vote"),
    *("gomoku", "style text", "start 3x3x9", "language xx", "tournament", "load x"),
]
"""Commands of every kind: they show, ask or change something, or are refused."""


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_that_cannot_be_answered_is_explained(world: World, command: str) -> None:
    """By direct message: what is missing, and where; once, and nothing in the channel."""
    forbid(world, discord.Permissions(send_messages=True))
    await world.env.settle()
    assert await world.say(f"!ttt {command}") == []
    missing = sentence(Problem.MISSING_PERMISSION, permission="Send Messages", channel="games")
    assert world.told(world.alice) == [missing]
