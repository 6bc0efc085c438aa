"""Games where the bot is no member: everything goes through answers to interactions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bot.errors import Problem, UserError
from bot.match.session import Ending
from bot.show.text import problem
from tests.soon import PATIENCE
from tests.wire.faults import EDIT, FOLLOWUP
from tests.wire.press import Press
from tests.wire.refusals import UNKNOWN_WEBHOOK
from tests.wire.rooms import PEOPLE, Context, Room
from tests.wire.world import World

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


@pytest.fixture(params=list(Context), ids=lambda context: str(context.name.lower()))
def context(request: pytest.FixtureRequest) -> Context:
    """Each kind of place in turn."""
    found: Context = request.param
    return found


@pytest.fixture(autouse=True)
def never_trespasses(world: World) -> Iterator[None]:
    """Not one request goes to a channel itself, which would be refused."""
    yield
    assert not world.discord.trespasses


async def test_a_whole_game(world: World, context: Context) -> None:
    """A board changes in place with each press, until the end."""
    room = await begun(world, context, game="tictactoe x", level="perfect")
    assert len(room.boards) == 1
    assert "press a free tile" in room.said[-1]
    while (session := await world.session(room)).ending is None:
        free = str(session.position.legal[0])
        await pressed(world, room, free)
    assert session.outside
    await world.until_shown(room)
    assert len(room.boards) == 1


async def test_moves_by_command(world: World, context: Context) -> None:
    """Each command has a board of its own, and the one before loses its buttons."""
    room = await begun(world, context, game="tictactoe x")
    before = len(room.log)
    world.discord.command(room, "do", words="play 5")
    await world.next(room, before)
    await world.until(lambda: not room.boards[0]["components"])
    assert len(await world.moves(room)) == 2
    assert room.boards[-1]["components"]
    world.discord.press(room, "Board")
    await world.until(lambda: len(room.boards) == 3 and not room.boards[1]["components"])


async def test_a_challenge_between_two_people(world: World, context: Context) -> None:
    """The opponent is who the interaction names; the challenger is known from the message."""
    room = world.discord.outside(context)
    world.discord.command(room, "play", opponent="bob", game="tictactoe x")
    await world.next(room, 0)
    assert "**alice** challenges <@3>" in room.said[0]
    assert "I can't remind anyone" in room.said[0]
    world.discord.press(room, "Accept", by="bob")
    await world.until(lambda: len(room.boards) == 2)
    session = await world.until_shown(room)
    assert [person.name for person in session.people] == ["alice", "bob"]
    assert session.clock is None
    for number, by in (("1", "alice"), ("4", "bob"), ("2", "alice"), ("5", "bob"), ("3", "alice")):
        await pressed(world, room, number, by)
    assert (await world.session(room)).ending is Ending.LINE


async def test_two_people_challenge_each_other(world: World, context: Context) -> None:
    """The second accepts the first, whose answer loses its buttons."""
    room = world.discord.outside(context)
    world.discord.command(room, "play", opponent="bob", game="tictactoe x")
    await world.next(room, 0)
    world.discord.command(room, "play", by="bob", opponent="alice", game="tictactoe o")
    await world.until(lambda: len(room.boards) == 2)
    session = await world.until_shown(room)
    assert [person.name for person in session.people] == ["alice", "bob"]
    await world.until(lambda: not room.boards[0]["components"])
    assert room.boards[0]["content"].startswith("**bob** accepts the challenge of **alice**")


async def test_by_the_menus(world: World, context: Context) -> None:
    """A challenge in the menu of a person; a hint in that of a board."""
    room = world.discord.outside(context)
    world.discord.menu(room, "Challenge", PEOPLE["bob"])
    await world.next(room, 0)
    assert "**alice** challenges <@3>" in room.said[0]
    told = world.discord.menu(room, "Statistics", PEOPLE["bob"])
    await world.until(lambda: bool(told.private))
    assert "**bob**" in told.private[0]
    other = await begun(world, context, game="tictactoe x")
    hint = world.discord.menu(other, "Hint", other.boards[-1])
    await world.until(lambda: bool(hint.private))
    assert "💡" in hint.private[0]


async def test_a_puzzle(world: World, context: Context) -> None:
    """The day's puzzle is an answer like any other, with its buttons."""
    room = world.discord.outside(context)
    world.discord.command(room, "puzzle")
    await world.next(room, 0)
    assert room.boards[-1]["components"]


async def test_a_hint_and_a_review(world: World, context: Context) -> None:
    """Both are answers, in private and to all."""
    room = await begun(world, context, game="tictactoe x")
    press = world.discord.press(room, "Hint")
    await world.until(lambda: bool(press.private))
    assert "💡" in press.private[0]
    for _ in range(4):
        if (session := await world.session(room)).ending is None:
            free = str(session.position.legal[0])
            await pressed(world, room, free)
    before = len(room.log)
    world.discord.press(room, "Review")
    await world.next(room, before)
    assert "review" in room.said[-1].lower() or "mistake" in room.said[-1].lower()


async def test_a_vote_is_counted_by_hand(world: World, context: Context) -> None:
    """It has no clock, which is said; who began it counts."""
    room = world.discord.outside(context)
    refused = world.discord.command(room, "vote", words="tictactoe 30s")
    await told(world, refused, Problem.NO_CLOCK)
    world.discord.command(room, "vote", words="tictactoe")
    await world.next(room, 0)
    assert "There's no clock here: **alice** counts" in room.said[-1]
    assert "Counting" not in room.said[-1]
    session = await world.until_shown(room)
    while session.bot_to_move:
        session = await world.until_shown(room)
    free = session.position.legal[0]
    ply = session.position.ply
    before = room.writes
    world.discord.command(room, "vote", by="bob", words=str(free))
    await world.until(lambda: room.writes > before)
    await world.until(lambda: "Votes" in "".join(room.said))
    world.discord.press(room, "Count now")
    await world.until_played(room, ply + 1)


async def test_a_restart_in_between(world: World, context: Context) -> None:
    """The stored game is on the board that is pressed next; nothing is fetched or ended."""
    room = await begun(world, context, game="tictactoe x")
    await pressed(world, room, "5")
    await world.program.kill()
    await world.connect()
    plies = len(await world.moves(room))
    free = str((await world.session(room)).position.legal[0])
    await pressed(world, room, free)
    assert len(await world.moves(room)) > plies
    before = len(room.boards)
    world.discord.command(room, "board")
    await world.until(lambda: len(room.boards) > before)


async def test_an_answer_that_came_too_late(world: World, context: Context) -> None:
    """A move whose answer was lost is on the board that is pressed next."""
    room = await begun(world, context, game="tictactoe x")
    for answered in (EDIT, FOLLOWUP):
        world.discord.fail(answered, UNKNOWN_WEBHOOK)
    world.discord.press(room, "5")
    await world.until_played(room, 2)
    free = str((await world.session(room)).position.legal[0])
    before = room.writes
    press = world.discord.press(room, free)
    await world.until(lambda: room.writes > before)
    await told(world, press, Problem.MOVED_ON)
    await world.until_shown(room)
    assert (await world.session(room)).ending is None


async def test_acts_that_need_the_bot_as_a_member_are_refused(
    world: World, context: Context
) -> None:
    """Settings, threads and times are refused before anything is begun."""
    room = world.discord.outside(context)
    await told(world, world.discord.command(room, "settings"), Problem.NOT_A_MEMBER)
    timed = world.discord.command(room, "play", opponent="bob", game="12h")
    await told(world, timed, Problem.NO_CLOCK)
    chosen = world.discord.command(room, "notify", when="on")
    await world.until(lambda: bool(chosen.private))
    assert "I can't remind anyone" in chosen.private[0]


async def test_a_refusal_outside_says_what_can_be_done(world: World, context: Context) -> None:
    """No thread can be opened, and who is only mentioned is not known."""
    room = await begun(world, context, game="tictactoe x")
    refused = world.discord.command(room, "play", by="bob")
    await world.until(lambda: bool(refused.private))
    assert "Start yours when they are done" in refused.private[0]
    other = world.discord.outside(context)
    await told(world, world.discord.command(other, "play", game="<@7>"), Problem.PICK_OPPONENT)


async def test_answers_that_only_one_person_sees(world: World) -> None:
    """Where a server hides answers from others that is said, and nobody is challenged.

    The board changes in place as elsewhere.
    """
    room = world.discord.outside(Context.SERVER, hidden=True)
    challenged = world.discord.command(room, "play", opponent="bob")
    await told(world, challenged, Problem.HIDDEN_ANSWERS)
    voted = world.discord.command(room, "vote", words="tictactoe")
    await told(world, voted, Problem.HIDDEN_ANSWERS)
    world.discord.command(room, "play", game="tictactoe x")
    await world.next(room, 0)
    assert "Only you see this" in room.said[0]
    await pressed(world, room, "5")
    assert "Only you see this" not in room.said[0]
    assert "your turn" in room.said[0]
    assert len(room.boards) == 1


async def test_a_move_is_written_where_only_one_person_sees_the_board(world: World) -> None:
    """A slip is told beside the board, and the move is played on it, in place."""
    room = world.discord.outside(Context.SERVER, hidden=True)
    world.discord.command(room, "play", game="gomoku x")
    await world.next(room, 0)
    await world.until_shown(room)
    slip = await written(world, room, "h99")
    await world.until(lambda: bool(slip.private))
    await written(world, room, "h8")
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert len(room.boards) == 1
    assert "your turn" in room.said[0]


async def begun(world: World, context: Context, **options: str) -> Room:
    """A new place outside, in which alice has begun a game."""
    room = world.discord.outside(context)
    world.discord.command(room, "play", **options)
    await world.next(room, 0)
    await world.until_shown(room)
    return room


async def pressed(world: World, room: Room, label: str, by: str = "alice") -> None:
    """Press a button, and wait until the bot has stored and shown what follows."""
    before = (await world.session(room)).version
    world.discord.press(room, label, by)
    async with asyncio.timeout(PATIENCE):
        while (await world.session(room)).version == before:
            await world.until_shown(room)
        session = await world.until_shown(room)
        while session.bot_to_move:
            session = await world.until_shown(room)


async def written(world: World, room: Room, words: str) -> Press:
    """Write a move into the box of the newest board."""
    opened = world.discord.press(room, "Move…")
    await world.until(lambda: opened.form is not None)
    return world.discord.write(opened, words)


async def told(world: World, press: Press, what: Problem) -> None:
    """The person who acted is told of a problem, alone."""
    await world.until(lambda: bool(press.private))
    assert problem(UserError(what), "/") in press.private
