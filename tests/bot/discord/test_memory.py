"""Games that were played: reviewed, replayed, and taken up from their code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from simcord import ChannelHandle
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.errors import Problem
from bot.features.review import buttons as memory
from bot.features.review import text as review_text
from bot.features.review.lesson import OVERVIEW
from bot.match.session import Ending
from bot.match.skill import Skill
from bot.pool.thinker import Thinker
from bot.show import text
from bot.show.render.charts.evaluation import chart
from bot.show.render.replay import animation
from bot.show.text import ACCEPT
from engine import Rules, encode_game, review
from tests.bot.discord.test_ways import (
    DEFERRED,
    Way,
    callback,
    mentioned_shortly,
    prefixed,
    slashed,
)
from tests.bot.discord.world import World, labels, sentence
from tests.bot.waiting import PATIENCE, held, until

GAME = ("1", "bob: 2", "4", "bob: 7", "6", "bob: 5", "9", "bob: 8")
"""O errs with the second move, X with the fifth, and O wins."""
CODE = "3x3x3:1-2-4-7-6-5-9-8"
RECORD = f"How did it go? `!ttt review` · Game 1 · `{CODE}`"
OVERVIEW_PAGE = [
    "**Review of game 1**",
    "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe",
    "⭕ **bob** wins with 2-5-8.",
    "Move 2, ⭕ on 2: draw → loss; best was 5",
    "Move 5, ❌ on 6: win → loss; best was 5",
    "❌ **alice** found 54 % of what was possible",
    "⭕ **bob** found 56 % of what was possible",
]
REVIEW = [
    "**Review of game 1** · mistake 2 of 2",
    "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe",
    "⭐ **Turning point.** ❌ **alice** would have won in 3 here.",
    "❌⭕3️⃣",
    "❌✅❗",
    "🅾️8️⃣9️⃣",
    "❗ Move 5: ❌ **alice** played **6**: loses in 4",
    "✅ Best was 💡 **5**: makes two threats at once (4-5-6 + 1-5-9); "
    "takes the cell where they would have two threats (3-5-7 + 2-5-8); wins in 3",
    "↪️ The answer: 💡 **5**: blocks 4-5-6; makes two threats at once (3-5-7 + 2-5-8); wins in 3",
]
"""The first page that a review shows is that of the turning point."""
WAYS = [prefixed, mentioned_shortly, slashed]


async def play(world: World) -> None:
    """Alice and bob play the game above, number 1."""
    await world.pair()
    await world.say(*GAME)


async def file_of(message: discord.Message) -> tuple[str, str | None, bytes]:
    """The only file of a message: its name, its description, and its bytes."""
    (file,) = message.attachments
    return file.filename, file.description, await file.read()


def newest(world: World, channel: ChannelHandle | None = None) -> discord.Message:
    """The newest message of a channel."""
    return (channel or world.channel).history()[-1]


@contextmanager
def denied(world: World, member: int, permission: str) -> Iterator[None]:
    """A member, or the bot, is without a permission in the channel."""
    value = discord.Permissions(**{permission: True}).value
    overwrite = Overwrite(member, OverwriteType.MEMBER, allow=0, deny=value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    yield
    overwrite = Overwrite(member, OverwriteType.MEMBER, allow=value, deny=0)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review tells of every move how far it is."""
    monkeypatch.setattr(memory, "_PACE", 0.0)


def on_progress(world: World, act: Callable[[], object]) -> None:
    """Do something when a review first tells how far it is."""
    contents = said_of(world)

    def look(_event: str, _payload: object) -> None:
        if contents and contents[0].startswith("Reviewing"):
            contents.clear()
            world.env.backend.subscribers.remove(look)
            act()

    world.env.backend.subscribers.append(look)


def said_of(world: World) -> list[str]:
    """Every content that Kinarow's messages have from now on, edits included."""
    contents: list[str] = []
    me = str(world.env.backend.bot_user.id)

    def hear(event: str, payload: Mapping[str, Any]) -> None:
        if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and payload["author"]["id"] == me:
            contents.append(payload["content"])

    world.env.backend.subscribers.append(hear)
    return contents


# Under the board.


async def test_a_finished_game_can_be_found_again(world: World) -> None:
    """Its last board names the review, its number and its code; earlier boards do not."""
    await play(world)
    boards = world.shown()
    assert boards[-1].splitlines()[-1] == RECORD
    assert not any("review" in board for board in boards[:-1])


@pytest.mark.parametrize("word", ["resign", "stop"])
async def test_a_game_that_was_ended_by_word_too(world: World, word: str) -> None:
    """However it ended, what was played can be looked at."""
    await world.pair()
    await world.say("5")
    (board,) = await world.say(f"!ttt {word}")
    assert board.endswith("Game 1 · `3x3x3:5`")


# Review.


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", ["", " 1", " #1"])
async def test_a_review_names_each_mistake(world: World, way: Way, number: str) -> None:
    """Opened at the turning point; the overview has all of them, the accuracy and a chart."""
    await play(world)
    (answer,) = await way(world, f"review{number}")
    assert answer.splitlines() == REVIEW
    assert not newest(world).attachments
    assert await world.press(world.bob, OVERVIEW) == []
    assert world.last.splitlines() == OVERVIEW_PAGE
    rules = Rules(3, 3, 3)
    judgements = review(rules, (await world.session()).position.moves)
    values = [judged.after.score * (1 if judged.ply % 2 else -1) for judged in judgements]
    described = text.chart_alt_text(values, [2, 5])
    drawn = chart(rules, values, [2, 5])
    assert await file_of(newest(world)) == ("review.png", described, drawn)


@pytest.mark.parametrize("way", WAYS)
async def test_without_leave_to_attach_files_a_review_is_words(world: World, way: Way) -> None:
    """Nothing but the chart is missing."""
    await play(world)
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (answer,) = await way(world, "review")
        assert answer.splitlines() == REVIEW
        await world.press(world.alice, OVERVIEW)
    assert world.last.splitlines() == OVERVIEW_PAGE
    assert not newest(world).attachments


async def test_the_last_finished_game_is_reviewed_while_another_is_on(world: World) -> None:
    """A game that is on is none to look back at, by its number either."""
    await play(world)
    await world.say("!ttt start 4x4 x", "b2")
    (answer,) = await world.say("!ttt review")
    assert answer.startswith("**Review of game 1**")
    assert await world.say("!ttt review 2") == [sentence(Problem.STILL_ON, number=2)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", ["review", "replay"])
async def test_what_cannot_be_looked_at_is_told(world: World, way: Way, command: str) -> None:
    """No game yet, no such game, no such number: a sentence each."""
    assert await way(world, command) == [sentence(Problem.NO_FINISHED_GAME)]
    for number in (7, 10**17):
        refused = sentence(Problem.UNKNOWN_GAME, number=number)
        assert await way(world, f"{command} {number}") == [refused]
    for word in ("seven", "-1", "9" * 19, "1 2"):
        refused = sentence(Problem.NOT_A_GAME_NUMBER, text=word)
        assert await way(world, f"{command} {word}") == [refused]


async def test_a_spectator_may_ask(world: World) -> None:
    """What was played in a channel is there for all who can see it."""
    await play(world)
    (answer,) = await world.say("carol: !ttt review")
    assert answer.splitlines() == REVIEW


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("way", WAYS)
async def test_a_long_review_tells_how_far_it_is(world: World, way: Way) -> None:
    """In one message, which becomes the review with its buttons."""
    await play(world)
    before, contents = len(world.shown()), said_of(world)
    await way(world, "review")
    told = [review_text.reviewing(done, 8) for done in range(1, 8)]
    assert [content for content in contents if content][:7] == told
    (answer,) = world.shown()[before:]
    assert answer.splitlines() == REVIEW
    assert OVERVIEW in labels(newest(world))


async def test_a_short_review_comes_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody has time to wonder nothing is said before."""
    monkeypatch.setattr(memory, "_PACE", PATIENCE)
    await play(world)
    contents = said_of(world)
    await world.say("!ttt review")
    (content,) = contents
    assert content.splitlines() == REVIEW
    assert any(request.path.endswith("/typing") for request in world.env.http_requests)


@pytest.mark.usefixtures("hasty")
async def test_a_review_whose_progress_was_deleted_is_posted(world: World) -> None:
    """Somebody tidies up meanwhile: the review comes as a new message."""
    await play(world)
    before = len(world.shown())
    channel, backend = world.channel.id, world.env.backend
    on_progress(world, lambda: backend.delete_message(channel, newest(world).id))
    await world.say("!ttt review")
    (answer,) = world.shown()[before:]
    assert answer.splitlines() == REVIEW


@pytest.mark.usefixtures("hasty")
async def test_a_review_that_fails_leaves_nothing_behind(world: World, thinker: Thinker) -> None:
    """Its progress goes, and a sentence says that the engine is down."""
    await play(world)
    workers, before = list(thinker._workers), len(world.shown())
    on_progress(world, thinker._workers.clear)
    await world.say("!ttt review")
    thinker._workers[:] = workers
    assert world.shown()[before:] == [sentence(Problem.ENGINE_DOWN)]


async def test_a_channel_has_one_review_at_a_time(world: World, thinker: Thinker) -> None:
    """Whoever asks meanwhile is told to wait."""
    await play(world)
    with held(thinker):
        world.post("!ttt review", "bob: !ttt review")
        await until(lambda: sentence(Problem.REVIEWING) in world.shown())
    await world.env.settle()
    assert [answer.startswith("**Review") for answer in world.shown()].count(True) == 1


async def test_a_review_needs_the_engine(world: World, thinker: Thinker) -> None:
    """Without it there is a sentence, and the next try finds everything as it was."""
    await play(world)
    workers, thinker._workers = thinker._workers, []
    assert await world.say("!ttt review") == [sentence(Problem.ENGINE_DOWN)]
    thinker._workers = workers
    (answer,) = await world.say("!ttt review")
    assert answer.splitlines() == REVIEW


# Who may see what.


async def test_a_game_of_another_channel_is_seen_by_who_can_look_there(world: World) -> None:
    """Its number works all over the server, but for those who are shut out of its channel."""
    await play(world)
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    with denied(world, world.carol.id, "view_channel"):
        await world.env.settle()
        (answer,) = await world.say("alice: !ttt review 1", channel=lounge)
        assert answer.splitlines() == REVIEW
        refused = [sentence(Problem.UNKNOWN_GAME, number=1)]
        assert await world.say("carol: !ttt review 1", channel=lounge) == refused
        assert await world.slash("ttt replay", by=world.carol, channel=lounge, game="1") == refused


async def test_a_game_of_another_server_is_unknown(world: World) -> None:
    """Even to somebody who played it."""
    await play(world)
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    alice = elsewhere.add_member(world.alice.user)
    await world.env.settle()
    for command in ("review", "replay"):
        await alice.send(room, f"!ttt {command} 1")
        assert world.shown(room)[-1] == sentence(Problem.UNKNOWN_GAME, number=1)
        await world.alice.send_dm(f"!ttt {command} 1")
        assert world.told(world.alice)[-1] == sentence(Problem.UNKNOWN_GAME, number=1)


async def test_a_channel_that_is_gone_leaves_its_games_to_their_players(world: World) -> None:
    """Who could see it nobody can tell any more."""
    await play(world)
    lounge = world.guild.create_text_channel("lounge")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    (answer,) = await world.say("bob: !ttt review 1", channel=lounge)
    assert answer.splitlines() == REVIEW
    refused = [sentence(Problem.UNKNOWN_GAME, number=1)]
    assert await world.say("carol: !ttt review 1", channel=lounge) == refused


async def test_a_private_thread_keeps_its_games_to_its_players(world: World) -> None:
    """Who may enter its channel is not yet let into the thread."""
    kind = ChannelType.PRIVATE_THREAD
    world.env.backend.create_thread(world.channel.id, "corner", world.alice.id, type=kind)
    await world.env.settle()
    (thread,) = world.channel.threads
    await world.say("!ttt start x", "5", "!ttt resign", channel=thread)
    (answer,) = await world.say("!ttt review 1")
    assert answer.startswith("**Review of game 1**")
    assert await world.say("bob: !ttt review 1") == [sentence(Problem.UNKNOWN_GAME, number=1)]


async def test_a_game_by_direct_message_stays_there(world: World) -> None:
    """There it is reviewed and replayed; in a server its number says nothing."""
    for words in ("!ttt start x", "5", "!ttt resign", "!ttt review", "!ttt replay 1"):
        await world.alice.send_dm(words)
    assert world.told(world.alice)[-2].startswith("**Review of game 1**")
    assert (await file_of(newest(world, world.alice.user.dm_channel)))[0] == "replay.gif"
    assert await world.say("!ttt review 1") == [sentence(Problem.UNKNOWN_GAME, number=1)]
    await world.bob.send_dm("!ttt review 1")
    assert world.told(world.bob)[-1] == sentence(Problem.UNKNOWN_GAME, number=1)


# Replay.


@pytest.mark.parametrize("way", WAYS)
async def test_a_replay_is_a_moving_picture_and_a_code(world: World, way: Way) -> None:
    """The whole game as a GIF that says in words what it shows."""
    await play(world)
    (answer,) = await way(world, "replay")
    assert answer.splitlines() == [*OVERVIEW_PAGE[1:3], f"Game 1 · `{CODE}`"]
    position = (await world.session()).position
    described = text.replay_alt_text(position)
    assert await file_of(newest(world)) == ("replay.gif", described, animation(position))


@pytest.mark.parametrize("way", WAYS)
async def test_without_leave_to_attach_files_a_replay_is_a_list(world: World, way: Way) -> None:
    """The code and the moves stand in for the picture."""
    await play(world)
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (answer,) = await way(world, "replay")
    assert answer.splitlines()[2:] == [
        f"Game 1 · `{CODE}`",
        "Moves, ❌ first: 1, 2, 4, 7, 6, 5, 9, 8",
    ]
    assert not newest(world).attachments


# Load.


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "code, sides", [("3x3x3:5", ("Kinarow", "alice")), ("3x3x3:5-1", ("alice", "Kinarow"))]
)
async def test_a_code_goes_on_against_the_engine(
    world: World, way: Way, code: str, sides: tuple[str, str]
) -> None:
    """Whoever loads it plays the side to move, at the level of the settings."""
    (board,) = await way(world, f"load {code}")
    session = await world.session()
    assert (session.x_name, session.o_name) == sides
    assert encode_game(session.position) == code
    assert "(perfect)" in board
    assert "**alice**, your turn" in board
    assert "Going on after" in board
    await world.say("9")
    assert len(await world.moves()) == session.position.ply + 2


async def test_a_game_begins_with_what_can_be_reached(world: World) -> None:
    """Where discs fall, and from a code; not in a game of two people, whom it would help."""
    (board,) = await world.say("!ttt start connect4 x")
    assert "You can still win, in 41." in board
    await world.say("!ttt stop")
    (board,) = await world.say("!ttt load 3x3x3:1-4-2-5")
    assert "You can still win, in 1." in board
    await world.say("!ttt stop")
    await world.pair("connect4")
    assert "win, in" not in world.last


async def test_a_loaded_game_counts_for_nothing(world: World) -> None:
    """Nobody can begin in a won position to look strong."""
    await world.say("!ttt load 3x3x3:1-4-2-5", "3")
    session = await world.session()
    assert session.ending is Ending.LINE
    assert session.assisted
    skill = await world.store.skills.of(session.people[0].id, session.rules)
    assert skill == Skill.new(session.rules)


async def test_the_moves_of_a_code_are_nobodys(world: World) -> None:
    """They are no mistakes of the players, and no move of theirs to take back."""
    (board,) = await world.say("!ttt load 3x3x3:1-4-2-5")
    assert "played" not in board
    assert await world.say("!ttt undo") == [sentence(Problem.NOTHING_TO_UNDO)]
    await world.say("3")
    (review,) = await world.say("!ttt review")
    assert review.splitlines()[-1] == "❌ **alice** played as well as possible"
    assert "No mistakes." in review


async def test_a_code_can_be_copied_with_its_frame(world: World) -> None:
    """As it stands under a game, in capitals, with blanks around it."""
    for copied in ("`3x3x3:5`", "  3X3X3:5  ", "` 3x3x3:5 `"):
        await world.say(f"!ttt load {copied}")
        assert encode_game((await world.session()).position) == "3x3x3:5"
        await world.say("!ttt stop")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "code, problem",
    [
        ("", Problem.NOT_A_CODE),
        ("5-1-9", Problem.NOT_A_CODE),
        ("3x3x3", Problem.NOT_A_CODE),
        ("3x3x3:" + "5-" * 900 + "5", Problem.IMPOSSIBLE_CODE),
        ("3x3x3:5-5", Problem.IMPOSSIBLE_CODE),
        ("3x3x3:10", Problem.IMPOSSIBLE_CODE),
        ("2x2x2:1", Problem.IMPOSSIBLE_CODE),
        ("3x3x3:1-4-2-5-3-6", Problem.IMPOSSIBLE_CODE),
    ],
)
async def test_a_bad_code_changes_nothing(
    world: World, way: Way, code: str, problem: Problem
) -> None:
    """One sentence, and no game."""
    assert await way(world, f"load {code}".rstrip()) == [sentence(problem)]
    assert await world.store.live() == []


@pytest.mark.parametrize("way", WAYS)
async def test_the_code_of_a_finished_game_shows_its_end(world: World, way: Way) -> None:
    """The last board and how it came to it; no game begins."""
    await play(world)
    (answer,) = await way(world, f"load {CODE}")
    assert answer.splitlines()[0] == world.shown()[-2].splitlines()[1]
    assert "O wins. This game is over" in answer
    assert await world.store.live() == []


async def test_a_code_needs_a_free_channel(world: World) -> None:
    """A game that is on is not replaced."""
    await world.say("!ttt start x", "5")
    moves = await world.moves()
    refused = sentence(Problem.GAME_OF_OTHERS, x="alice", o="Kinarow")
    assert await world.say("bob: !ttt load 3x3x3:5") == [refused]
    assert await world.moves() == moves


async def test_a_rematch_of_a_loaded_game_begins_anew(world: World) -> None:
    """On the empty board, sides exchanged."""
    await world.say("!ttt load 4x4x4:1", "!ttt resign", "!ttt rematch")
    session = await world.session()
    assert (session.x_name, session.position.moves) == ("alice", ())


@pytest.mark.parametrize("way", WAYS)
async def test_a_game_can_be_taken_up_from_its_own_code(world: World, way: Way) -> None:
    """What stands under a game that was resigned leads back into it."""
    await world.say("!ttt start connect4 @bob x")
    await world.press(world.bob, ACCEPT)
    (board,) = (await world.say("4", "bob: 4", "3", "!ttt resign"))[-1:]
    code = board.rsplit("`", 2)[1]
    await way(world, f"load {code}")
    session = await world.session()
    assert session.ending is None
    assert (session.position.moves, session.o_name) == ((4, 4, 3), "alice")


async def test_a_slash_command_is_acknowledged_before_the_review(
    world: World, thinker: Thinker
) -> None:
    """Discord waits three seconds for an answer, so that it gets a first one at once."""
    await play(world)
    with held(thinker), world.in_the_same_moment():
        await world.alice.slash(world.channel, "ttt review")
        await until(lambda: DEFERRED in map(callback, world.env.http_requests))
    await world.env.settle()
    assert world.last.splitlines() == REVIEW
