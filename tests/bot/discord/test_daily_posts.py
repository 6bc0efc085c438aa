"""Post the puzzle of the day automatically: once a day, at the time that the server chose."""

from __future__ import annotations

from datetime import timedelta

import discord
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.client.bot import Kinarow
from bot.features.puzzle.feature import DailyPosts
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.text import ANSWER, MY_BOARD
from bot.features.puzzle.values import Attempt, DailyPuzzle, PostClaim
from bot.features.settings.values import SettingsProblem
from bot.match.session import Person, UserId
from bot.show.style import move_name
from engine import puzzle_collection
from tests.bot.discord.permissions import denied
from tests.bot.discord.test_endless_puzzles import answer_of
from tests.bot.discord.test_puzzle import scope
from tests.bot.discord.world import World, labels, sentence
from tests.bot.puzzles import HOLD, TODAY, daily

NINE = 9 * 3600


async def rounds(world: World) -> list[str]:
    """The bot looks at what is due, as it does a few times a minute; what it posts."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    before = len(world.shown())
    with world.as_the_bot():
        await bot.feature(DailyPosts).look_after()
    await world.env.settle()
    return world.shown()[before:]


async def wanted(world: World, words: str = "09:00") -> str:
    """The steward wants the puzzle in the channel; what the bot says to that."""
    (answer,) = await world.say(f"steward: !ttt set puzzle <#{world.channel.id}> {words}")
    return answer


async def today(world: World) -> DailyPuzzle:
    """The puzzle of the day as it is stored."""
    found = await PuzzleStore(world.store.database).find(
        scope(world), discord.utils.utcnow().date()
    )
    assert found is not None
    return found


async def solve(world: World, member: MemberActor, puzzle: DailyPuzzle) -> Attempt:
    """A member writes the solution into the box under the newest puzzle."""
    message = world.newest(ANSWER)
    for move in puzzle.puzzle.line[::2]:
        shown = await member.click(message, label=ANSWER)
        name = move_name(puzzle.puzzle.start.rules, move)
        message = answer_of(await member.submit_modal(shown, {"answer": name}))
    person = Person(UserId(member.id), member.name)
    return await PuzzleStore(world.store.database).attempt(scope(world), puzzle.day, person)


async def test_a_week_of_a_server(world: World) -> None:
    """A puzzle each morning, harder each day, none twice; over restarts; streaks grow."""
    assert await wanted(world) == (
        f"Done. Post the puzzle of the day automatically: in <#{world.channel.id}> at `09:00` UTC"
    )
    await world.env.advance_time(4 * 86_400)
    week: list[DailyPuzzle] = []
    streaks = []
    for day in range(7):
        assert discord.utils.utcnow().weekday() == day
        assert await rounds(world) == []
        await world.env.advance_time(NINE)
        (posted,) = await rounds(world)
        assert posted.startswith("🧩 **Puzzle of the day** · ")
        assert labels(world.newest(MY_BOARD))[-2:] == [ANSWER, MY_BOARD]
        if day % 3 == 1:
            await world.restart()
        assert await rounds(world) == []
        week.append(await today(world))
        streaks.append((await solve(world, world.alice, week[-1])).streak)
        if day != 3:
            assert (await solve(world, world.bob, week[-1])).solved
        await world.env.advance_time(86_400 - NINE)
    strengths = [puzzle_collection()[puzzle.number or 0].strength for puzzle in week]
    assert strengths == sorted(strengths)
    assert len({puzzle.number for puzzle in week}) == 7
    assert streaks == [1, 2, 3, 4, 5, 6, 7]
    last = Person(UserId(world.bob.id), "bob")
    attempt = await PuzzleStore(world.store.database).attempt(scope(world), week[-1].day, last)
    assert attempt.streak == 3
    assert len(world.shown()) == 1 + 7


async def test_of_two_processes_one_posts(world: World) -> None:
    """The claim is in the database; while one has it in hand the other gets nothing."""
    await PuzzleStore(world.store.database).keep(scope(world), daily())
    posts, now = PuzzleStore(world.store.database), discord.utils.utcnow()
    soon = now + timedelta(minutes=5)
    assert await posts.claim_post(scope(world), TODAY, now, soon) is PostClaim.FIRST
    assert await posts.claim_post(scope(world), TODAY, now, soon) is PostClaim.REFUSED
    await wanted(world, "0:00")
    assert await rounds(world) == []


async def test_a_post_that_was_not_noted_is_not_made_twice(world: World) -> None:
    """A process that dies between posting and noting it leaves the message to be found."""
    await PuzzleStore(world.store.database).keep(scope(world), daily())
    now = discord.utils.utcnow()
    await PuzzleStore(world.store.database).claim_post(
        scope(world), TODAY, now, now + timedelta(minutes=5)
    )
    await world.say("!ttt puzzle")
    await wanted(world, "0:00")
    await world.env.advance_time(300)
    assert await rounds(world) == []
    claimed = await PuzzleStore(world.store.database).claim_post(scope(world), TODAY, now, now)
    assert claimed is PostClaim.REFUSED


async def test_a_channel_that_is_closed_gets_it_later(world: World) -> None:
    """As soon as the bot may write there, the same day; nothing is asked of Discord till then."""
    await wanted(world, "0:00")
    with denied(world, world.env.backend.bot_user.id, "send_messages"):
        for _ in range(3):
            assert await rounds(world) == []
            await world.env.advance_time(300)
    assert len(await rounds(world)) == 1


async def test_the_settings_say_why_nothing_is_posted(world: World) -> None:
    """Which permission is missing, when it is turned on and whenever somebody looks."""
    other = world.guild.create_text_channel("news")
    value = discord.Permissions(send_messages=True).value
    me = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(
        other.id, Overwrite(me, OverwriteType.MEMBER, allow=0, deny=value)
    )
    lacking = "I need the permission “Send Messages” in “news”. Please ask someone who manages"
    for words in (f"set puzzle <#{other.id}> 0:00", "settings", "settings puzzle"):
        (answer,) = await world.say(f"steward: !ttt {words}")
        assert f"\n⚠️ {lacking} the server." in answer


async def test_a_refused_post_is_tried_again_that_day(world: World) -> None:
    """Some minutes later; on the next day there is another puzzle."""
    await wanted(world, "0:00")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=400, times=None)
    assert await rounds(world) == []
    assert await rounds(world) == []
    world.env.backend.faults.clear()
    await world.env.advance_time(300)
    assert len(await rounds(world)) == 1
    assert await rounds(world) == []


async def test_a_channel_that_may_not_be_read_gets_its_post(world: World) -> None:
    """After a first try that failed nobody can tell whether it is there already: it is posted."""
    await wanted(world, "0:00")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=400, times=None)
    assert await rounds(world) == []
    world.env.backend.faults.clear()
    world.env.inject_error("GET", path, status=403, code=50001, times=None)
    await world.env.advance_time(300)
    assert len(await rounds(world)) == 1


async def test_a_server_that_turns_posts_off_gets_none(world: World) -> None:
    """Members without the right to manage the server cannot turn it on."""
    words = f"!ttt set puzzle <#{world.channel.id}> 0:00"
    assert await world.say(f"alice: {words}") == [sentence(SettingsProblem.MAY_NOT_SET)]
    await wanted(world, "0:00")
    assert await world.say("steward: !ttt settings puzzle off") == [
        "Done. Post the puzzle of the day automatically: off"
    ]
    assert await rounds(world) == []


async def test_a_channel_that_is_gone_ends_it(world: World) -> None:
    """Nothing is tried in it any more."""
    other = world.guild.create_text_channel("news")
    await world.say(f"steward: !ttt set puzzle <#{other.id}> 0:00")
    world.env.backend.delete_channel(other.id)
    await world.env.settle()
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    assert bot.guild_settings.puzzle_posts() == []
    assert await rounds(world) == []


async def test_an_old_puzzle_is_posted_too(world: World) -> None:
    """One that an earlier version has stored for the day."""
    await PuzzleStore(world.store.database).keep(scope(world), daily(HOLD))
    await wanted(world, "0:00")
    (posted,) = await rounds(world)
    assert "5×5, 4 in a row, with gravity" in posted


async def test_it_is_shown_as_the_server_has_chosen(world: World) -> None:
    """A picture, unless that is told in words."""
    await wanted(world)
    await world.env.advance_time(NINE)
    await rounds(world)
    (file,) = world.newest(MY_BOARD).attachments
    assert file.filename == "puzzle.png"
    await world.say("steward: !ttt settings style text")
    await world.env.advance_time(24 * 3600)
    (told,) = await rounds(world)
    assert not world.newest(MY_BOARD).attachments
    assert "your turn: " in told
