"""A review that is turned over, and what its buttons lead to."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from simcord import MemberActor

from bot.errors import Problem
from bot.features.privacy import FORGET
from bot.features.review import feature
from bot.features.review.text import OVERVIEW, TRY_AGAIN, TURNING_POINT
from bot.match.session import Bot, Ending
from bot.pool.thinker import Thinker
from bot.show.text.words import CHANGE, REMATCH, REPLAY, REVIEW
from engine import Level
from tests.bot.discord.finished import OF_O, OVERVIEW_PAGE, play
from tests.bot.discord.finished import REVIEW as TURNING_POINT_PAGE
from tests.bot.discord.permissions import denied
from tests.bot.discord.ways import callback
from tests.bot.discord.world import World, alter, labels, said, sentence
from tests.bot.waiting import engine_down, held, until

BACK = "◀"
OF_ALICE, OF_BOB = "Mistakes of alice", "Mistakes of bob"
DEFERRED_UPDATE = discord.InteractionResponseType.deferred_message_update.value
UNKNOWN = sentence(Problem.UNKNOWN_GAME, number=1)


def newest(world: World) -> discord.Message:
    """The newest message of the channel."""
    return world.channel.history()[-1]


async def refusal(world: World, member: MemberActor, label: str) -> str:
    """What a press that changes nothing is answered with, seen by nobody else."""
    before = world.shown()
    result = await member.click(world.newest(label), label=label)
    assert world.shown() == before
    answers = [answer for answer in (result.response, *result.followups) if answer is not None]
    (answer,) = [answer for answer in answers if answer.ephemeral]
    return answer.content


# Turning over.


async def test_a_review_is_one_message(world: World) -> None:
    """Its buttons lead to the overview, to the mistakes of each player, and the turning point."""
    await play(world)
    await world.say("!ttt review")
    before = len(world.shown())
    seen = []
    for label in (OF_BOB, OVERVIEW, OF_ALICE, BACK, OF_BOB, BACK, TURNING_POINT):
        assert await world.press(world.alice, label) == []
        seen.append(world.last.splitlines())
    bob, alice, overview = list(OF_O), TURNING_POINT_PAGE, OVERVIEW_PAGE
    shown = [lines if lines in (overview, alice) else lines[0:3:2] for lines in seen]
    assert shown == [bob, overview, alice, overview, bob, overview, alice]
    assert len(world.shown()) == before
    assert world.last.splitlines() == TURNING_POINT_PAGE


async def test_the_chart_comes_and_goes_with_the_overview(world: World) -> None:
    """A page of emoji has no picture left of the page before it."""
    await play(world)
    await world.say("!ttt review")
    pictures = []
    for label in (OVERVIEW, TURNING_POINT):
        await world.press(world.alice, label)
        pictures.append([file.filename for file in newest(world).attachments])
    assert pictures == [["review.png"], []]


async def test_everybody_who_sees_a_game_may_turn_its_review(world: World) -> None:
    """A spectator too; but not, from afar, somebody shut out of the game's channel."""
    await play(world)
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    await world.say("!ttt review 1", channel=lounge)
    message = lounge.history()[-1]
    await world.carol.click(message, label=OVERVIEW)
    assert world.shown(lounge)[-1].splitlines() == OVERVIEW_PAGE
    with denied(world, world.carol.id, "view_channel"):
        await world.env.settle()
        result = await world.carol.click(lounge.history()[-1], label=TURNING_POINT)
        assert UNKNOWN in said(result).values()
    assert world.shown(lounge)[-1].splitlines() == OVERVIEW_PAGE


async def test_pages_turn_after_a_restart(world: World) -> None:
    """The game is judged again, and the page is the one that the button names."""
    await play(world)
    await world.say("!ttt review")
    await world.restart()
    await world.press(world.bob, OF_BOB)
    assert world.last.splitlines()[0:3:2] == list(OF_O)
    await world.restart()
    await world.press(world.bob, OVERVIEW)
    assert world.last.splitlines() == OVERVIEW_PAGE


async def test_judging_again_tells_how_far_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only to whoever pressed; what is shown stays until the page is there."""
    monkeypatch.setattr(feature, "_PACE", 0.0)
    await play(world)
    await world.say("!ttt review")
    await world.restart()
    heard: list[str] = []

    def hear(event: str, payload: object) -> None:
        if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and isinstance(payload, dict):
            heard.append(payload["content"])

    world.env.backend.subscribers.append(hear)
    await world.press(world.bob, OVERVIEW)
    assert world.last.splitlines() == OVERVIEW_PAGE
    assert not any("Reviewing" in content for content in world.shown())


async def test_a_press_is_acknowledged_before_anything_is_thought(
    world: World, thinker: Thinker
) -> None:
    """Discord waits three seconds for that."""
    await play(world)
    await world.say("!ttt review")
    await world.restart()
    with held(thinker), world.in_the_same_moment():
        await world.bob.click(newest(world), label=OF_BOB)
        await until(lambda: DEFERRED_UPDATE in map(callback, world.env.http_requests))
    await world.env.settle()
    assert OF_O[1] in world.last


async def test_two_presses_at_once_harm_nothing(world: World) -> None:
    """One page or the other is shown, also where the game has to be judged again."""
    await play(world)
    await world.say("!ttt review")
    await world.restart()
    message, before = newest(world), len(world.shown())
    with world.in_the_same_moment():
        await world.alice.click(message, label=OF_BOB)
        await world.bob.click(message, label=OVERVIEW)
    await world.env.settle()
    assert len(world.shown()) == before
    assert world.last.splitlines()[0].startswith("**Review of game 1**")
    assert world.last.splitlines()[0] == OF_O[0] or world.last.splitlines() == OVERVIEW_PAGE


async def test_without_the_engine_a_page_stays(world: World, thinker: Thinker) -> None:
    """Whoever pressed is told so, and the next press turns it."""
    await play(world)
    await world.say("!ttt review")
    await world.restart()
    with engine_down(thinker):
        assert await refusal(world, world.bob, OF_BOB) == sentence(Problem.ENGINE_DOWN)
    await world.press(world.bob, OF_BOB)
    assert OF_O[1] in world.last


async def test_a_player_who_was_erased_is_not_named_any_more(world: World) -> None:
    """Not even by a review that was made before; the game itself stays for the other."""
    await play(world)
    await world.say("!ttt review", "!ttt forget")
    await world.alice.click(world.newest(FORGET), label=FORGET)
    await world.bob.click(world.newest(OVERVIEW), label=OVERVIEW)
    (review,) = [words for words in world.shown() if words.startswith("**Review")]
    assert "alice" not in review
    assert "someone who left" in review


@pytest.mark.parametrize("label", [BACK, TRY_AGAIN])
async def test_a_game_that_is_gone_is_an_unknown_one(
    world: World, label: str, tmp_path: Path
) -> None:
    """However it went; nothing of it is shown from memory."""
    await play(world)
    await world.say("!ttt review")
    alter(tmp_path / "games.db", "DELETE FROM games WHERE id = 1")
    assert await refusal(world, world.bob, label) == UNKNOWN


# Trying again.


@pytest.mark.parametrize("page, ply, x", [(0, 4, "carol"), (1, 1, "Kinarow")])
async def test_a_mistake_can_be_played_better(world: World, page: int, ply: int, x: str) -> None:
    """From the position before it, by whoever pressed, on the side that erred."""
    await play(world)
    moves = await world.moves()
    await world.say("!ttt review")
    for _ in range(page):
        await world.press(world.carol, OF_BOB)
    (board,) = await world.press(world.carol, TRY_AGAIN)
    session = await world.session()
    assert session.position.moves == moves[:ply]
    assert (session.x.name, session.ending) == (x, None)
    assert Bot(Level.PERFECT) in {session.x.player, session.o.player}
    assert "**carol**, your turn" in board
    assert session.assisted


async def test_a_game_is_tried_again_at_its_own_level(world: World) -> None:
    """Not at the one that is usual there now."""
    await world.say("!ttt load 3x3x3:1-5-2-3", "9", "steward: !ttt settings level easy")
    await world.say("!ttt review")
    await world.press(world.alice, TRY_AGAIN)
    session = await world.session()
    assert (session.ending, session.bot) == (None, Bot(Level.PERFECT))


async def test_a_busy_channel_has_no_room_to_try_again(world: World) -> None:
    """The game that is on stays, and the review too."""
    await play(world)
    await world.say("!ttt review", "!ttt start 4x4 x")
    refused = sentence(Problem.GAME_OF_OTHERS, x="alice", o="Kinarow")
    assert await refusal(world, world.bob, TRY_AGAIN) == refused


async def test_a_channel_that_is_closed_to_games_stays_closed(world: World) -> None:
    """Where no game may be started none is started by a button."""
    await play(world)
    await world.say("!ttt review")
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    await world.say(f"steward: !ttt settings channels <#{lounge.id}>")
    refused = f"I play in <#{lounge.id}> here, and in their threads."
    assert await refusal(world, world.bob, TRY_AGAIN) == refused
    assert await refusal(world, world.bob, REVIEW) == refused


# Under a finished board.


async def test_a_finished_board_leads_to_its_review_and_its_replay(world: World) -> None:
    """As the commands do, in a new message."""
    await play(world)
    assert labels(world.newest(REVIEW)) == [REVIEW, REPLAY, REMATCH, CHANGE]
    before = len(world.shown())
    await world.press(world.carol, REVIEW)
    await world.press(world.bob, REPLAY)
    review, replay = world.shown()[before:]
    assert review.splitlines() == TURNING_POINT_PAGE
    assert replay.endswith("`3x3x3:1-2-4-7-6-5-9-8`")
    assert newest(world).attachments[0].filename == "replay.gif"


async def test_an_older_board_leads_to_its_own_game(world: World) -> None:
    """Not to the last one of the channel."""
    await play(world)
    old = world.newest(REVIEW)
    await world.say("!ttt start 4x4 x", "b2", "!ttt resign")
    before = len(world.shown())
    await world.alice.click(old, label=REVIEW)
    (review,) = world.shown()[before:]
    assert review.startswith("**Review of game 1**")


async def test_a_lost_game_against_the_bot_speaks_to_its_player(world: World) -> None:
    """Only one person can be meant."""
    await world.say("!ttt load 3x3x3:1-5-2-3", "9")
    assert (await world.session()).ending is Ending.LINE
    (review,) = await world.say("!ttt review")
    assert "⭐ **Turning point.** You had to stop 3-5-7 here." in review
