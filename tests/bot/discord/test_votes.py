"""The channel against the engine: ballots in every way, the deadline, and who may do what."""

from __future__ import annotations

import pytest

from bot.errors import AnyProblem, Problem
from bot.features.privacy import FORGOTTEN
from bot.match.session import Bot, Crowd, Ending, Session
from bot.pool.thinker import Thinker
from bot.show.text.words import BOARD, COUNT, HINT, RESIGN
from bot.store import Store
from bot.store.schema.opening import connect
from engine import Level
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, labels, said, sentence
from tests.bot.store.test_erase import rows
from tests.bot.waiting import engine_down, held, until
from tests.thorough import few

ROUND = 30.0
NO_LEADER = sentence(Problem.NOT_LEADER, name="alice")


async def ballots(world: World) -> dict[int, int]:
    """The stored votes by person."""
    poll = (await world.session()).poll
    assert poll is not None
    return dict(poll.ballots)


async def count(world: World) -> Session:
    """Let the time of a round pass."""
    await world.env.advance_time(ROUND + 1)
    return await world.session()


# Beginning.


async def test_a_vote_begins_with_a_game_of_everyones(world: World) -> None:
    """The board says who plays, how to vote, and until when."""
    (board,) = await world.say("!ttt vote x")
    session = await world.session()
    assert isinstance(session.x.player, Crowd)
    assert session.o.player == Bot(Level.PERFECT)
    closes = int(world.newest(COUNT).created_at.timestamp() + ROUND)
    assert board.startswith("❌ **Everyone** \N{EN DASH} ⭕ **Kinarow** (perfect) · tic-tac-toe\n")
    assert f"❌ **Everyone**, vote: press a free tile. Counting <t:{closes}:R>." in board
    assert labels(world.newest(COUNT))[-5:] == ["Hint", "Undo", "Board", "Resign", "Count now"]


async def test_a_round_is_on_where_the_bot_begins(world: World) -> None:
    """Its first move, known by heart, is there with the board; the vote on the next is open."""
    (board,) = await world.say("!ttt vote o")
    closes = int(world.newest(COUNT).created_at.timestamp() + ROUND)
    assert f"⭕ **Everyone**, vote: press a free tile. Counting <t:{closes}:R>." in board
    assert (await world.session()).position.ply == 1


@pytest.mark.parametrize(
    "words, rules, seconds, level",
    [
        ("connect4 1m hard x", "6x7x4g", 60, Level.HARD),
        ("90 seconds 4x4 easy", "4x4x4", 90, Level.EASY),
        ("2h misere", "3x3x3 misere", 7_200, Level.PERFECT),
    ],
)
async def test_words_choose_game_level_and_time(
    world: World, words: str, rules: str, seconds: int, level: Level
) -> None:
    """They are those of `start`, in any order, and how long a round lasts."""
    await world.say(f"!ttt vote {words}")
    session = await world.session()
    assert session.poll is not None
    assert (str(session.rules), session.poll.seconds) == (rules, seconds)
    assert Bot(level) in (session.x.player, session.o.player)


@pytest.mark.parametrize(
    "words, problem, facts",
    few(
        3,
        [
            ("5s", Problem.VOTE_SECONDS, {"text": "5s", "least": "10s", "most": "24h"}),
            ("25h", Problem.VOTE_SECONDS, {"text": "25h", "least": "10s", "most": "24h"}),
            ("30s 40s", Problem.TWO_VALUES, {"first": "30s", "second": "40s"}),
            ("open", Problem.TWO_VALUES, {"first": "vote", "second": "open"}),
            ("@bob", Problem.TWO_VALUES, {"first": "vote", "second": "@name"}),
            ("swap", Problem.TWO_VALUES, {"first": "vote", "second": "swap"}),
            ("conect4", Problem.UNKNOWN_WORD, {"word": "conect4", "nearest": "connect4"}),
            ("5", Problem.NO_VOTE, {}),
            ("now", Problem.NO_VOTE, {}),
        ],
    ),
)
async def test_words_that_begin_no_vote_are_refused(
    world: World, words: str, problem: AnyProblem, facts: dict[str, str]
) -> None:
    """One sentence, and no game."""
    assert await world.say(f"!ttt vote {words}") == [sentence(problem, **facts)]
    assert await world.store.live() == []


async def test_the_command_alone_begins_no_vote(world: World) -> None:
    """It tells what a vote is and how to begin one, also while a game of two is on."""
    (told,) = await world.say("!ttt vote")
    assert told.startswith("In a vote you all play together against me")
    assert told.endswith("Start one as in `!ttt vote connect4 30s`.")
    assert await world.slash("ttt vote") == [told]
    assert await world.store.live() == []
    await world.pair()
    assert await world.say("carol: !ttt vote") == [told]
    assert (await world.session()).leader is None


async def test_a_vote_takes_the_channel_like_any_game(world: World) -> None:
    """While it is on no other game begins, and none is voted on while another is on."""
    await world.say("!ttt vote x")
    refused = [sentence(Problem.GAME_OF_OTHERS, x="Everyone", o="Kinarow")]
    assert await world.say("bob: !ttt start") == refused
    assert await world.say("bob: !ttt vote 4x4") == refused
    await world.say("!ttt stop")
    await world.pair()
    assert await world.say("carol: !ttt vote 5") == [sentence(Problem.NO_VOTE)]


# Ballots.


async def test_anyone_votes_in_every_way(world: World) -> None:
    """By number, by command, by mention, by slash command and by button; the last one counts."""
    await world.say("!ttt vote x")
    await world.say("bob: 5", "carol: !ttt vote 5", "moderator: @Kinarow vote 9", "!ttt 1")
    alice, bob, carol, moderator = (
        member.id for member in (world.alice, world.bob, world.carol, world.moderator)
    )
    assert await ballots(world) == {alice: 1, bob: 5, carol: 5, moderator: 9}
    (told,) = await world.slash("ttt vote", by=world.bob, words="2")
    assert told.startswith("You voted for **2**.")
    await world.slash("ttt do", by=world.alice, words="play 3")
    await world.press(world.carol, "4")
    assert await ballots(world) == {alice: 3, bob: 2, carol: 4, moderator: 9}
    assert await world.moves() == ()


async def test_the_board_shows_how_the_vote_stands(world: World) -> None:
    """It changes in place, at most every other second, so that the channel is not flooded."""
    await world.say("!ttt vote x")
    await world.say("5", "bob: 1", "carol: 1")
    assert len(world.shown()) == 1
    assert world.last.endswith("\nVotes: **5** × 1")
    await world.env.advance_time(2.5)
    assert world.last.endswith("\nVotes: **1** × 2 · **5** × 1")
    await world.press(world.alice, "1")
    assert world.last.endswith("\nVotes: **1** × 3")
    assert len(world.shown()) == 1


async def test_an_impossible_ballot_is_answered_once_a_round(world: World) -> None:
    """A second wrong number in the same round gets no answer, nor does conversation."""
    await world.say("!ttt vote x", "5", "!ttt vote now")
    (taken,) = await world.say("bob: 5")
    assert taken == sentence(Problem.TAKEN, tile="5")
    assert await world.say("bob: 5", "bob: 99", "bob: 5?", "carol: hello") == []
    assert await world.say("bob: !ttt vote 5") == [taken]
    assert await ballots(world) == {}


async def test_a_number_while_the_engine_thinks_is_no_vote(world: World, thinker: Thinker) -> None:
    """Nothing is voted on then, and nobody is bothered."""
    await world.say("!ttt vote x hard", "5")
    with held(thinker):
        world.post("!ttt vote now")
        await world.until_played(1)
        world.post("bob: 1")
    await world.env.settle()
    assert len(await world.moves()) == 2
    assert await ballots(world) == {}
    assert len(world.shown()) == 1


async def test_a_press_on_an_older_board_is_no_vote(world: World) -> None:
    """The round is over that it was for."""
    await world.say("!ttt vote x")
    board = world.newest(COUNT)
    with world.edits_refused():
        await world.say("5", "!ttt vote now")
    result = await world.bob.click(board, label="1")
    assert sentence(Problem.MOVED_ON) in said(result).values()
    assert await ballots(world) == {}


# The count.


async def test_the_move_with_most_votes_is_played(world: World) -> None:
    """At the deadline, with what was decided on the next board, which opens the next round."""
    await world.say("!ttt vote x", "5", "bob: 5", "carol: 1")
    session = await count(world)
    assert session.position.moves[0] == 5
    assert session.position.ply == 2
    assert "**Everyone** chose **5**: 2 of 3 votes." in world.last
    assert "Counting" in world.last
    assert await ballots(world) == {}


async def test_chance_decides_a_tie(world: World) -> None:
    """One of the tied moves is played, and the board says so."""
    await world.say("!ttt vote x", "5", "bob: 1")
    session = await count(world)
    assert session.position.moves[0] in {1, 5}
    assert "A tie between 1, 5, 1 vote each" in world.last


async def test_without_votes_the_deadline_is_put_off_and_then_rests(world: World) -> None:
    """The board says so in place; whoever votes wakes it, whoever wants may replace it."""
    await world.say("!ttt vote x")
    await count(world)
    assert "Nobody has voted yet. Counting" in world.last
    for _ in range(3):
        session = await count(world)
    assert session.position.ply == 0
    assert "I'm waiting for the first vote." in world.last
    assert len(world.shown()) == 1
    await world.env.advance_time(3_600)
    assert len(world.shown()) == 1
    await world.say("bob: 5")
    assert (await count(world)).position.moves[0] == 5


async def test_a_vote_that_rests_is_replaced_by_anyone(world: World) -> None:
    """Nobody has to wait for those who do not come."""
    await world.say("!ttt vote x")
    for _ in range(4):
        await count(world)
    await world.say("bob: !ttt start x")
    assert (await world.session()).x.name == "bob"


@pytest.mark.parametrize("who", ["", "moderator: "])
async def test_the_leader_or_a_moderator_counts_early(world: World, who: str) -> None:
    """With a vote there is something to count; others may not."""
    await world.say("!ttt vote x")
    assert await world.say(f"{who}!ttt vote now") == [sentence(Problem.NO_BALLOTS)]
    await world.say("bob: 5")
    assert await world.say("bob: !ttt vote now") == [NO_LEADER]
    await world.say(f"{who}!ttt vote now")
    assert (await world.moves())[0] == 5


async def test_the_count_by_button(world: World) -> None:
    """For the leader it counts; everybody else is told privately who that is."""
    await world.say("!ttt vote x")
    await world.say("bob: 5")
    assert await world.press(world.bob, COUNT) == [NO_LEADER]
    await world.press(world.alice, COUNT)
    assert "**Everyone** chose **5**" in world.last


async def test_the_count_of_an_older_board_ends_no_round(world: World) -> None:
    """Whoever presses it has not seen the ballots of this one."""
    await world.say("!ttt vote x")
    with world.edits_refused():
        board = world.newest(COUNT)
        await world.say("5", "!ttt vote now")
        free = (await world.session()).position.legal[0]
        await world.say(f"bob: {free}")
        result = await world.alice.click(board, label=COUNT)
    assert list(said(result).values()) == [world.link(world.newest(COUNT))]
    assert len(await world.moves()) == 2
    assert await ballots(world) == {world.bob.id: free}


async def test_a_ballot_that_comes_with_the_count_gets_no_answer(world: World) -> None:
    """It is one of this round or of none; who typed it is not told that the game has moved on."""
    await world.say("!ttt vote x", "5", "bob: 5")
    before = len(world.said())
    await world.say_at_once("!ttt vote now", "bob: 9", "carol: 9", "moderator: 9")
    await world.env.advance_time(3)
    assert not set(world.said()[before:]) & {
        sentence(problem) for problem in (Problem.MOVED_ON, Problem.NO_VOTE)
    }
    assert (await world.moves())[0] == 5


async def test_no_vote_begins_where_the_bot_may_not_write(world: World) -> None:
    """The permission is named, and nothing is stored: its board could not be seen."""
    with denied(world, world.env.backend.bot_user.id, "send_messages"):
        (told,) = await world.slash("ttt vote", words="x")
    assert "Send Messages" in told
    assert await world.store.live() == []


async def test_a_game_is_voted_to_its_end(world: World) -> None:
    """Round by round against an easy engine, and a rematch of the leader's is a vote again."""
    await world.say("!ttt vote x easy")
    while (session := await world.session()).ending is None:
        await world.press(world.bob, str(session.position.legal[0]))
        await world.press(world.alice, COUNT)
    assert session.ending in {Ending.LINE, Ending.FULL}
    assert await ballots(world) == {}
    assert await world.say("bob: !ttt rematch") == [NO_LEADER]
    await world.say("!ttt rematch")
    assert isinstance((await world.session()).o.player, Crowd)


# Who may do what.


async def test_only_the_leader_may_ask_for_help_or_resign(world: World) -> None:
    """Hint, takeback, draw and resignation are for the leader; anyone sees the board."""
    await world.say("!ttt vote x", "5", "!ttt vote now")
    for words in ("hint", "undo", "resign", "draw"):
        assert await world.say(f"bob: !ttt {words}") == [NO_LEADER]
    for label in (HINT, RESIGN):
        assert await world.press(world.bob, label) == [NO_LEADER]
    assert "**Everyone**, vote" in (await world.press(world.bob, BOARD))[0]
    assert "**Everyone**, vote" in (await world.say("bob: !ttt vote"))[0]
    assert "💡" in (await world.say("!ttt hint"))[0]
    answer = (await world.moves())[-1]
    (*_, board) = await world.say("bob: 1", "!ttt undo")
    assert await world.moves() == ()
    assert f"took back **5** and the answer **{answer}**." in board
    assert await ballots(world) == {}
    (board,) = await world.say("!ttt resign")
    assert "**Everyone** resigns: ⭕ **Kinarow** wins." in board


async def test_a_vote_is_stopped_by_its_leader_or_a_moderator(world: World) -> None:
    """Others may not, while it is on."""
    await world.say("!ttt vote x")
    assert await world.say("bob: !ttt stop") == [sentence(Problem.MAY_NOT_STOP)]
    await world.say("moderator: !ttt stop")
    assert (await world.session()).ending is Ending.STOPPED
    await world.env.advance_time(120)
    assert len(world.shown()) == 2


async def test_an_adaptive_engine_has_nobody_to_adapt_to(world: World) -> None:
    """It plays all the same."""
    await world.say("!ttt vote x adaptive", "5", "!ttt vote now")
    assert len(await world.moves()) == 2


# Elsewhere.


async def test_a_vote_of_one_in_a_direct_message(world: World) -> None:
    """Alone with the bot it is a game with a clock."""
    room = world.alice.user.dm_channel
    await world.alice.send_dm("!ttt vote x")
    await world.alice.send_dm("5")
    await world.env.settle()
    assert "Votes: **5** × 1" in world.told(world.alice)[-1]
    await world.env.advance_time(ROUND + 1)
    assert (await world.moves(room))[0] == 5


async def test_votes_in_two_channels_keep_apart(world: World) -> None:
    """Each has its own ballots and its own deadline, in a thread as in a channel."""
    world.env.backend.create_thread(world.channel.id, "corner", world.bob.id)
    await world.env.settle()
    (thread,) = world.channel.threads
    await world.say("!ttt vote x 30s")
    await world.say("bob: !ttt vote x 60s 4x4", channel=thread)
    await world.say("5")
    await world.say("a1", channel=thread)
    await world.env.advance_time(ROUND + 1)
    assert (await world.moves())[0] == 5
    assert await world.moves(thread) == ()
    await world.env.advance_time(ROUND)
    assert (await world.moves(thread))[0] == 1


# Restarts and faults.


async def test_a_vote_outlives_a_restart(world: World) -> None:
    """Ballots are kept, those typed meanwhile count, and the deadline stands."""
    await world.say("!ttt vote x", "5")
    await world.restart("bob: 1", "carol: 1", "hello")
    assert len(await ballots(world)) == 3
    session = await count(world)
    assert session.position.moves[0] == 1


async def test_a_deadline_that_passed_meanwhile_is_kept_at_once(world: World) -> None:
    """Votes typed while no bot listened are counted when it is back."""
    await world.say("!ttt vote x")
    await world.go_down()
    world.post("bob: 5")
    world.env.backend.advance_clock(300)
    await world.come_up()
    await world.env.advance_time(1)
    assert (await world.moves())[0] == 5


async def test_a_deleted_board_is_posted_again(world: World) -> None:
    """A vote after that finds no message to change."""
    await world.say("!ttt vote x")
    board = world.newest(COUNT)
    world.env.backend.delete_message(world.channel.id, board.id)
    await world.say("bob: 5")
    await world.env.settle()
    assert "Votes: **5** × 1" in world.last


async def test_a_deleted_channel_ends_the_vote(world: World) -> None:
    """Nothing is counted where nobody can see it."""
    await world.say("!ttt vote x")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.advance_time(60)
    assert await world.store.live() == []


async def test_without_the_engine_the_channel_is_told(world: World, thinker: Thinker) -> None:
    """The move that was voted for stands, and the board asks for the answer later."""
    await world.say("!ttt vote x hard", "5")
    with engine_down(thinker):
        await world.env.advance_time(ROUND + 1)
    assert world.last == sentence(Problem.ENGINE_DOWN)
    assert await world.moves() == (5,)
    await world.say("bob: !ttt board")
    assert len(await world.moves()) == 2


async def test_votes_by_slash_command_and_button_alone(world: World) -> None:
    """A direct message, or a server where nothing typed is read, needs no more."""
    await world.slash("ttt vote", words="connect4 x easy")
    await world.press(world.bob, "4")
    await world.slash("ttt vote", by=world.carol, words="3")
    await world.slash("ttt vote", by=world.alice, words="3")
    await world.slash("ttt vote", words="now")
    assert (await world.moves())[0] == 3


async def test_a_count_that_fails_is_tried_again(world: World, store: Store) -> None:
    """While the database is gone nothing is lost, and the round is counted when it is back."""
    await world.say("!ttt vote x", "5")
    engine, store.database = store.database, connect("sqlite+aiosqlite:////nowhere/x.db")
    await world.env.advance_time(ROUND + 1)
    store.database = engine
    assert await world.moves() == ()
    await world.env.advance_time(ROUND + 1)
    assert (await world.moves())[0] == 5


@pytest.mark.parametrize("words", ["!ttt vote x", "!ttt vote x 50s"])
async def test_a_board_that_cannot_be_changed_delays_no_count(
    world: World, store: Store, words: str
) -> None:
    """Its ballots are shown later, and the round ends when its board says."""
    await world.say(words)
    poll = (await world.session()).poll
    assert poll is not None
    await world.env.advance_time(poll.seconds - 10)
    await world.say("5", "bob: 5")
    engine, store.database = store.database, connect("sqlite+aiosqlite:////nowhere/x.db")
    await world.env.advance_time(3)
    store.database = engine
    assert "× 2" not in world.last
    await world.env.advance_time(5)
    assert await world.moves() == ()
    await world.env.advance_time(3)
    assert (await world.moves())[0] == 5
    assert (await ballots(world)) == {}


# What the engine says of it.


async def test_the_best_votes_are_told_after_the_game(world: World) -> None:
    """Turn by turn and by person, under the last board; the week's table counts them too."""
    await world.say("!ttt vote o")
    first, second = (await world.session()).position.legal[:2]
    await world.say(f"{first}", f"bob: {second}", f"carol: {second}")
    await world.press(world.alice, COUNT)
    assert "best" not in world.last
    await world.say("!ttt resign")
    await world.env.advance_time(1)
    heading, turn, voters = world.last.splitlines()
    alice, bob, carol = (member.id for member in (world.alice, world.bob, world.carol))
    assert heading == "**The best votes, by the engine** · this week: `!ttt vote top`"
    assert "of 3 votes" in turn
    assert {f"<@{member}>" for member in (alice, bob, carol)} <= set(voters.split())
    (top,) = await world.say("!ttt vote top")
    assert top.startswith("**The best voters of the week**\n1. <@")
    assert len(top.splitlines()) == 4
    assert sum("best votes" in words for words in world.shown()) == 1


async def test_a_vote_that_ends_on_the_board_is_told_once(world: World) -> None:
    """Also where the bot's answer ended it; a turn without a choice does not count."""
    await world.say("!ttt vote x")
    for move in (1, 2, 4, 6, 8, 3, 7, 9, 5):
        session = await world.session()
        if session.ending is not None:
            break
        if move in session.position.legal:
            await world.say(f"bob: {move}")
            await world.say("!ttt vote now")
    await world.env.advance_time(1)
    assert (await world.session()).ending is Ending.LINE
    assert sum("best votes" in words for words in world.shown()) == 1
    assert f"<@{world.bob.id}>" in world.last


async def test_without_votes_there_is_nothing_to_tell(world: World) -> None:
    """Neither after a vote that was stopped, nor in the table."""
    await world.say("!ttt vote x", "!ttt stop")
    await world.env.advance_time(1)
    assert not any("best votes" in words for words in world.shown())
    assert await world.say("!ttt vote top") == [
        "No vote has been judged here this week. Start one: `!ttt vote connect4`"
    ]


async def test_a_voter_erased_during_the_judging_is_in_no_table(
    world: World, thinker: Thinker, database_url: str
) -> None:
    """The engine looks at a round behind the game; who votes again after that is counted again."""
    await world.say("bob: !ttt vote o")
    good = 5 if 5 in (await world.session()).position.legal else 1
    await world.say(f"{good}", f"bob: {good}")
    with held(thinker):
        world.post("bob: !ttt vote now")
        await until(lambda: thinker.jobs.queue.busy > 0)
        world.post("!ttt forget erase")
        await until(lambda: str(FORGOTTEN) in world.said())
    await world.env.settle()
    assert not any(str(value) == str(world.alice.id) for _, value in await rows(database_url))
    move = (await world.session()).position.legal[0]
    await world.say(str(move), f"bob: {move}", "bob: !ttt vote now")
    await world.env.settle()
    assert ("vote_scores", world.alice.id) in await rows(database_url)
