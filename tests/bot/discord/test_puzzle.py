"""The puzzle of the day: shown to all, solved by each."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.errors import Problem
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.text import ANSWER, MY_BOARD, SHARE, WRONG
from bot.features.puzzle.values import PuzzleProblem
from bot.match.session import ChannelId, GuildId, ScopeId, scope_of
from engine import Puzzle
from tests.bot.discord.permissions import denied
from tests.bot.discord.test_endless_puzzles import answer_of
from tests.bot.discord.ways import Way, mentioned_shortly, prefixed, slashed
from tests.bot.discord.world import World, labels, said, sentence
from tests.bot.puzzles import DISCS, GOMOKU, HOLD, daily

WAYS = [prefixed, mentioned_shortly, slashed]


def scope(world: World) -> ScopeId:
    """The server's."""
    return scope_of(ChannelId(world.channel.id), GuildId(world.guild.id))


async def posed(world: World, puzzle: Puzzle = DISCS, **more: Any) -> discord.Message:
    """Today's puzzle, in the channel."""
    await PuzzleStore(world.store.database).keep(scope(world), daily(puzzle, **more))
    await world.say("!ttt puzzle")
    return world.newest(MY_BOARD)


async def pressed(world: World, member: MemberActor, label: str) -> InteractionResult:
    """Press a button under the newest puzzle."""
    return await member.click(world.newest(MY_BOARD), label=label)


def only(result: InteractionResult) -> str:
    """The one answer to an interaction, which nobody else sees."""
    (answer,) = [a for a in (result.response, *result.followups) if a is not None and a.content]
    assert answer.ephemeral
    return answer.content


@pytest.mark.parametrize("way", WAYS)
async def test_the_puzzle_is_shown_with_its_question(world: World, way: Way) -> None:
    """A picture with its words, what to find, how to answer, and a button for each column."""
    await PuzzleStore(world.store.database).keep(scope(world), daily(played=True))
    (answer,) = [said for said in await way(world, "puzzle") if said]
    assert answer.splitlines() == [
        "🧩 **Puzzle of the day** · Connect Four",
        "🟡 to move and win in 3 moves. Which is the first?",
        "The position is from a game played here.",
        "Press your answer: only you will see it.",
        "Nobody here has solved it yet.",
    ]
    message = world.newest(MY_BOARD)
    assert labels(message) == [*"1234567", ANSWER, MY_BOARD]
    (file,) = message.attachments
    assert file.filename == "puzzle.png"
    assert file.description is not None
    assert file.description.startswith("Connect Four.")


async def test_it_is_made_once(world: World) -> None:
    """For the server and the day; whoever asks again sees the same."""
    first = (await world.say("!ttt puzzle"))[-1]
    await world.restart()
    assert (await world.say("bob: !ttt puzzle"))[-1] == first


async def test_without_leave_to_attach_files_it_is_drawn_in_text(world: World) -> None:
    """Emoji stand in for the picture."""
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        message = await posed(world)
    assert not message.attachments
    assert "1️⃣2️⃣3️⃣" in message.content


async def test_solved_by_buttons_in_private(world: World) -> None:
    """Each right move shows the reply and the next buttons; the end counts the streak."""
    await posed(world)
    first = await pressed(world, world.alice, "4")
    assert only(first) == RIGHT
    (answer,) = first.followups or (first.response,)
    assert answer is not None
    second = await world.alice.click(answer, label="3")
    assert "🎯 **3** is right" in only(second)
    (answer,) = second.followups or (second.response,)
    assert answer is not None
    third = await world.alice.click(answer, label="3")
    assert only(third).startswith("🎯 **3** solves it on the first try.\nYour streak: 1 day.")
    assert len(world.shown()) == 1
    assert "Solved by **alice**" in (await world.say("bob: !ttt puzzle"))[-1]


async def test_a_wrong_press_is_nobody_elses_business(world: World) -> None:
    """Only whoever pressed reads it; the puzzle stays as it was for all."""
    await posed(world)
    assert only(await pressed(world, world.alice, "1")) == (
        "💨 Not **1**. Try again.\n🟡 to move and win in 3 moves. Which is the first?"
    )
    assert "🎯 **4** is right" in only(await pressed(world, world.bob, "4"))
    assert len(world.shown()) == 1


async def test_a_miss_may_be_asked_why_not(world: World) -> None:
    """[Why not?] under the first miss tells it to whoever missed, and no move of the solution."""
    await posed(world)
    missed = await pressed(world, world.alice, "1")
    first = answer_of(missed)
    assert "🔎" not in first.content
    told = answer_of(await world.alice.click(first, label=WRONG))
    assert "💨 Not **1**. Try again.\n🔎 After **1** " in told.content
    assert "**4**" not in told.content
    assert "win in 3 moves" in told.content
    assert WRONG not in labels(told)
    refused = await pressed(world, world.bob, MY_BOARD)
    assert "🔎" not in only(refused)


async def test_the_second_wrong_answer_gets_its_punishment_shown(world: World) -> None:
    """Whoever fails twice need not ask."""
    await posed(world)
    assert "🔎" not in only(await pressed(world, world.alice, "1"))
    told = answer_of(await pressed(world, world.alice, "7"))
    assert "🔎 After **7** " in told.content
    assert "**4**" not in told.content
    assert WRONG not in labels(told)


async def test_an_older_button_shows_where_one_is(world: World) -> None:
    """Whoever has found the first move is not asked for it again."""
    await posed(world)
    await pressed(world, world.alice, "4")
    for label in ("1", MY_BOARD):
        assert "🟡 to move and win in 2 moves." in only(await pressed(world, world.alice, label))
    assert "🟡 to move and win in 3 moves." in only(await pressed(world, world.bob, MY_BOARD))


RIGHT = (
    "🎯 **4** is right, and 🔴 answers **4**.\n🟡 to move and win in 2 moves. Which is the first?"
)
TAKEN = (
    "📥 **alice**, I have your answer. Press “My board” to see how you did; only you will see it."
)


async def test_a_typed_answer_to_a_puzzle_spoils_nothing(world: World) -> None:
    """The message goes where the bot may delete it, and nobody reads how it went."""
    message = await posed(world)
    for move in ("1", "4", "3", "3"):
        assert await world.say(f"!ttt puzzle {move}") == [TAKEN]
        assert world.channel.history()[-1].content == TAKEN
    spoken = [told.content for told in world.channel.history()]
    assert spoken == ["!ttt puzzle", message.content, *[TAKEN] * 4]
    told = only(await pressed(world, world.alice, MY_BOARD))
    assert told.startswith(
        "🧩 **Puzzle of the day** · Connect Four\nYour answers: 💨🎯🎯🎯\nYou've"
    )
    assert await world.say("!ttt puzzle 3") == [sentence(PuzzleProblem.SOLVED)]


async def test_without_leave_to_delete_the_answer_is_as_silent(world: World) -> None:
    """The move stands there, but not whether it was right."""
    await posed(world)
    with denied(world, world.env.backend.bot_user.id, "manage_messages"):
        assert await world.say("!ttt puzzle 4") == [TAKEN]
        assert await world.say("@Kinarow puzzle 7") == [TAKEN]
    assert "!ttt puzzle 4" in [told.content for told in world.channel.history()]
    assert "win in 2 moves" in only(await pressed(world, world.alice, MY_BOARD))


async def test_in_direct_messages_a_typed_answer_is_told_at_once(world: World) -> None:
    """Nobody else reads there; the board comes with the answer."""
    dm = world.alice.user
    await dm.send_dm("!ttt puzzle 1x")
    channel = dm.dm_channel
    await PuzzleStore(world.store.database).keep(ScopeId(channel.id), daily())
    await dm.send_dm("!ttt puzzle 4")
    told = channel.history()[-1]
    assert told.content == RIGHT
    assert labels(told) == [*"1234567", ANSWER]


async def written(world: World, member: MemberActor, word: str) -> InteractionResult:
    """Press the newest [Answer], and send a word in the box that it opens."""
    shown = await member.click(world.newest(ANSWER), label=ANSWER)
    assert shown.modal is not None
    assert shown.modal["title"] == "Your answer, just for you"
    return await member.submit_modal(shown, {"answer": word})


@pytest.mark.parametrize("answer, tells", [("h6", "🎯 **h6** is right"), ("a1", "💨 Not **a1**.")])
async def test_answered_in_a_box(world: World, answer: str, tells: str) -> None:
    """Which opens for one person, who alone reads what comes of it."""
    await posed(world, GOMOKU)
    assert tells in only(await written(world, world.alice, answer))
    assert len(world.shown()) == 1


async def test_a_box_with_no_move_in_it_is_no_miss(world: World) -> None:
    """To that person alone, and it is no miss."""
    await posed(world)
    result = await written(world, world.alice, "<@1>")
    assert "isn't a move" in only(result)
    assert "<@1>" not in only(result)
    assert "win in 3 moves" in only(await pressed(world, world.alice, MY_BOARD))


async def test_a_box_that_was_open_over_a_restart_is_read(world: World) -> None:
    """All that it means is in its id."""
    await posed(world)
    shown = await world.alice.click(world.newest(ANSWER), label=ANSWER)
    await world.restart()
    result = await world.alice.submit_modal(shown, {"answer": "4"})
    assert "🎯 **4** is right" in only(result)


async def test_a_box_asks_for_the_next_move(world: World) -> None:
    """Two boxes for the same move: the second one shows where the person is instead."""
    await posed(world)
    first = await world.alice.click(world.newest(ANSWER), label=ANSWER)
    await written(world, world.alice, "4")
    result = await world.alice.submit_modal(first, {"answer": "4"})
    assert "win in 2 moves" in only(result)
    assert "🎯 **3** is right" in only(await written(world, world.alice, "3"))
    await written(world, world.alice, "3")
    result = await world.alice.click(world.newest(ANSWER), label=ANSWER)
    assert sentence(PuzzleProblem.SOLVED) in said(result).values()


async def test_a_result_is_shared_without_a_spoiler(world: World) -> None:
    """By a command or a button, after it is solved; one line for all to see."""
    await posed(world)
    assert await world.say("!ttt puzzle share") == [sentence(PuzzleProblem.OPEN)]
    line = "🧩 **alice** · 2026-01-01 · Connect Four · 💨🎯🐢🎯 · 3 moves, 1 miss"
    for move in ("1", "4", "6", "3"):
        await world.alice.slash(world.channel, "ttt puzzle", move=move)
    result = await pressed(world, world.alice, MY_BOARD)
    (mine,) = [a for a in (result.response, *result.followups) if a is not None and a.content]
    before = len(world.shown())
    await world.alice.click(mine, label=SHARE)
    assert world.shown()[before:] == [line]
    assert await world.say("!ttt puzzle share") == [line]


@pytest.mark.parametrize("answer, left", [("h6", 1), ("83", 1), ("a1", 2)])
async def test_answered_by_a_reply(world: World, answer: str, left: int) -> None:
    """A board without buttons says how; the number or the name of a tile will do."""
    message = await posed(world, GOMOKU)
    assert labels(message) == [ANSWER, MY_BOARD]
    assert "Press **Answer**: only you will see what you write." in message.content
    await world.alice.send(world.channel, answer, reply_to=message)
    assert world.last == TAKEN
    assert f"{left} move" in only(await pressed(world, world.alice, MY_BOARD))


async def test_a_reply_that_says_no_move_is_conversation(world: World) -> None:
    """So is a number that replies to something else."""
    message = await posed(world, GOMOKU)
    await world.alice.send(world.channel, "nice one", reply_to=message)
    chat = await world.bob.send(world.channel, "83?")
    await world.alice.send(world.channel, "83", reply_to=chat)
    assert len(world.shown()) == 1


async def test_a_live_game_goes_its_own_way(world: World) -> None:
    """Numbers are moves there; only what replies to the puzzle answers it."""
    await world.pair("connect4")
    message = await posed(world)
    await world.say("4")
    assert await world.moves() == (4,)
    await world.bob.send(world.channel, "4", reply_to=message)
    assert world.last.startswith("📥 **bob**, I have your answer.")
    assert await world.moves() == (4,)
    await world.say("bob: 4")
    assert await world.moves() == (4, 4)


async def test_a_puzzle_needs_no_game(world: World) -> None:
    """And leaves none behind."""
    await posed(world, HOLD)
    assert await world.say("!ttt puzzle 2") == [TAKEN]
    assert await world.store.live() == []


@pytest.mark.parametrize("way", WAYS)
async def test_words_that_are_no_answer_are_no_miss(world: World, way: Way) -> None:
    """One sentence, and no miss."""
    await posed(world)
    for words, problem, facts in (
        ("nonsense", Problem.NOT_A_MOVE, {"text": "nonsense"}),
        ("hint", PuzzleProblem.NO_HINTS, {}),
        ("8", Problem.NO_SUCH_COLUMN, {"text": "8", "last": 7}),
        ("a1", Problem.FLOATING, {"text": "a1"}),
    ):
        assert sentence(problem, **facts) in await way(world, f"puzzle {words}")
    assert "🟡 to move and win in 3 moves." in only(await pressed(world, world.alice, MY_BOARD))


async def test_the_next_day_brings_another(world: World) -> None:
    """Yesterday's buttons and replies say so, and a streak goes on."""
    message = await posed(world, HOLD)
    await world.say("!ttt puzzle 2")
    await world.env.advance_time(86_400)
    over = sentence(PuzzleProblem.OVER)
    result = await world.alice.click(message, label=MY_BOARD)
    assert over in said(result).values()
    await world.alice.send(world.channel, "2", reply_to=message)
    assert world.last == over
    tomorrow = daily(HOLD, discord.utils.utcnow().date())
    await PuzzleStore(world.store.database).keep(scope(world), tomorrow)
    await world.say("!ttt puzzle 2")
    assert "**alice** (2 days in a row)" in (await world.say("!ttt puzzle"))[-1]


async def test_buttons_work_after_a_restart(world: World) -> None:
    """All that they need is in them and in the store."""
    await posed(world)
    await pressed(world, world.alice, "4")
    await world.restart()
    assert "win in 2 moves" in only(await pressed(world, world.alice, MY_BOARD))


async def test_in_direct_messages_it_is_ones_own(world: World) -> None:
    """Another puzzle than the server's, made for that channel."""
    await world.alice.user.send_dm("!ttt puzzle")
    assert "🧩 **Puzzle of the day**" in world.told(world.alice)[-1]
    assert await PuzzleStore(world.store.database).find(scope(world), daily().day) is None
