"""Tournaments of a server: joining, pairings, results, tables, and a clock that the test moves."""

from __future__ import annotations

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from bot.client.bot import Kinarow
from bot.errors import Problem
from bot.features.explore.values import ExploreProblem
from bot.features.privacy import FORGET
from bot.features.tournament.feature import TournamentsHere
from bot.features.tournament.grammar import TournamentProblem
from bot.features.tournament.store import TournamentStore
from bot.features.tournament.table import standings
from bot.features.tournament.text import LEAVE, START, TABLE
from bot.features.tournament.values import FixtureResult, Tournament, TournamentStage
from bot.match.session import ChannelId, Ending, Person, UserId, offers
from bot.show.text.words import JOIN, REPLAY, REVIEW
from bot.store import Store
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, labels, said, sentence
from tests.thorough import thorough

WIN = (1, 4, 2, 5, 3)
"""On 3x3, X completes the first row."""
DRAW = (5, 1, 2, 8, 4, 6, 3, 7, 9)
HELP = sentence(Problem.FIXTURE_HELP)


async def tournament(world: World) -> Tournament:
    """The newest tournament of the channel, as it is stored."""
    found = await TournamentStore(world.store.database).newest(ChannelId(world.channel.id))
    assert found is not None
    return found


async def opened(world: World, words: str, *members: MemberActor) -> None:
    """The steward opens a tournament, and members join by button."""
    await world.say(f"moderator: !ttt tournament {words}")
    for member in members:
        await member.click(world.newest(JOIN), label=JOIN)


async def begun(world: World, words: str, *members: MemberActor) -> None:
    """A tournament whose first games are on."""
    await opened(world, words, *members)
    await world.moderator.click(world.newest(START), label=START)
    await world.env.settle()


async def rounds(world: World, seconds: float = 0.0) -> None:
    """The bot looks at what is due, as it does a few times a minute."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    await world.env.advance_time(seconds)
    with world.as_the_bot():
        await bot.look_after()
    await world.env.settle()


def threads(world: World) -> dict[str, ChannelHandle]:
    """The threads of games, by name."""
    return {str(thread.name): thread for thread in world.channel.threads}


async def play(world: World, thread: ChannelHandle, moves: tuple[int, ...] = WIN) -> None:
    """The two of a game play it to its end."""
    for move in moves:
        player = (await world.session(thread)).to_move
        assert isinstance(player, Person)
        await world.say(f"{player.name}: {move}", channel=thread)
    await world.env.settle()


async def play_all(world: World, moves: tuple[int, ...] = WIN) -> None:
    """All games that are on are played."""
    for fixture in (await tournament(world)).undecided:
        assert fixture.channel is not None
        (thread,) = (t for t in world.channel.threads if t.id == fixture.channel)
        await play(world, thread, moves)


async def refusal(member: MemberActor, message: discord.Message, label: str) -> str:
    """What a press is answered with, for that person alone."""
    (answer,) = said(await member.click(message, label=label)).values()
    return answer


async def test_a_round_robin_from_the_first_press_to_the_table(world: World) -> None:
    """Each joins with a button, each game has a thread, each round comes by itself."""
    await opened(world, "5m", world.alice, world.bob)
    message = world.newest(START)
    assert message.content.startswith("🏆 **Round robin** · Tic-tac-toe\nEveryone plays everyone")
    assert message.content.endswith("2 of 64 players: **alice**, **bob**")
    assert await refusal(world.bob, message, JOIN) == sentence(TournamentProblem.JOINED)
    await world.carol.click(message, label=JOIN)
    right = sentence(TournamentProblem.RIGHT, name="moderator")
    assert await refusal(world.alice, message, START) == right
    await world.moderator.click(message, label=START)
    await world.env.settle()
    for number in (1, 2, 3):
        assert len(threads(world)) == number
        places = f"{number}.1 ", f"{number}.2 "
        (name,) = (name for name in threads(world) if name.startswith(places))
        game = threads(world)[name]
        first = game.history()[0]
        assert f"your round {number} game is on. `5m` for each move" in first.content
        assert len(first.mentions) == 2
        told = world.shown()[-1]
        assert f"<#{game.id}>" in told
        assert f"**Round {number} of 3**" in told
        assert "has a bye" in told
        await play(world, game)
    done = await tournament(world)
    assert done.stage is TournamentStage.DONE
    assert sum(row.half_points for row in standings(done)) == 6
    assert world.shown()[-1].startswith("🏁 **Round robin** · Tic-tac-toe: ")
    (table,) = world.channel.history()[-1].attachments
    assert "Points · won-drawn-lost" in (table.description or "")
    assert labels(world.channel.history()[1]) == [TABLE]
    stats = await world.say("!ttt stats")
    assert "3 games" in stats[0] or "2 games" in stats[0]


async def test_a_drawn_tie_of_a_knock_out(world: World) -> None:
    """Sides are exchanged in the second game; if it is drawn too, the second player goes on."""
    await begun(world, "knock-out", world.alice, world.bob)
    await play_all(world, DRAW)
    first, second = (await tournament(world)).fixtures
    assert (first.x, first.o) == (second.o, second.x)
    assert len(threads(world)) == 2
    await play_all(world, DRAW)
    done = await tournament(world)
    assert done.stage is TournamentStage.DONE
    winner = standings(done)[0].entrant
    assert winner.number == second.o
    won = f"🏁 **Knock-out** · Tic-tac-toe: **{winner.person.name}** has won."
    assert world.shown()[-1] == f"{won}\nRound reached · won-drawn-lost"


async def test_an_arena_goes_on_until_its_time_is_over(world: World) -> None:
    """Whoever is free gets the next game; others may join and leave while it is on."""
    await begun(world, "arena 30m", world.alice, world.bob)
    await play_all(world)
    assert len((await tournament(world)).fixtures) == 2
    result = await world.carol.click(world.newest(LEAVE), label=JOIN)
    assert "You're in. Your game begins as soon as someone is free." in said(result).values()
    await play_all(world)
    paired = (await tournament(world)).fixtures[-1]
    assert any(number == 3 for number in paired.players)
    await rounds(world, 1_800)
    assert (await tournament(world)).stage is TournamentStage.RUNNING or not (
        (await tournament(world)).undecided
    )
    await rounds(world, 180)
    await rounds(world, 180)
    done = await tournament(world)
    assert done.stage is TournamentStage.DONE
    assert done.round == 3
    assert world.shown()[-1].startswith("🏁 **Arena** · Tic-tac-toe: ")


async def test_a_player_without_time_left_loses_the_game(world: World) -> None:
    """Each move has its time; a player who does not show up twice is out."""
    await begun(world, "5m", world.alice, world.bob)
    (game,) = threads(world).values()
    session = await world.session(game)
    await rounds(world, 290)
    assert (await world.session(game)).ending is None
    await world.say(f"{session.x.name}: 5", channel=game)
    await rounds(world, 290)
    assert (await world.session(game)).ending is None
    await rounds(world, 20)
    ended = await world.session(game)
    assert ended.ending is Ending.TIME
    assert ended.winner is not None
    assert "ran out of time" in world.shown(game)[-1]
    done = await tournament(world)
    assert done.stage is TournamentStage.DONE
    assert done.fixtures[0].result is FixtureResult.X
    assert [entrant.absences for entrant in done.entrants if entrant.absences] == [1]


async def due(world: World) -> int:
    """How many tournaments the bot would look at now."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    return len(await bot.feature(TournamentsHere).tournaments.due())


async def test_a_game_is_looked_at_when_its_time_may_be_over(world: World) -> None:
    """Not while a move may still come: neither after it has begun, nor after a look, nor a move."""
    await begun(world, "robin 5m", world.alice, world.bob, world.carol, world.steward)
    one, other = [await world.session(game) for game in threads(world).values()]
    assert await due(world) == 0
    await world.env.advance_time(290)
    assert await due(world) == 0
    channels = {channel.id: channel for channel in threads(world).values()}
    await world.say(f"{one.x.name}: 5", channel=channels[one.channel])
    await world.say(f"{other.x.name}: 5", channel=channels[other.channel])
    await world.env.advance_time(20)
    assert await due(world) == 1
    await rounds(world)
    assert {game.game for game in await world.store.live()} == {one.game, other.game}
    assert await due(world) == 0
    await world.say(f"{one.o.name}: !ttt resign", channel=channels[one.channel])
    await rounds(world)
    assert await due(world) == 0
    await rounds(world, 300)
    assert (await world.session(channels[other.channel])).ending is Ending.TIME


async def test_a_restart_gives_the_time_anew(world: World) -> None:
    """Nobody loses for a move that nobody could hear."""
    await begun(world, "5m", world.alice, world.bob)
    (game,) = threads(world).values()
    await world.go_down()
    await world.env.advance_time(1_000)
    await world.come_up()
    await rounds(world, 200)
    assert (await world.session(game)).ending is None
    await rounds(world, 301)
    assert (await world.session(game)).ending is Ending.TIME


@pytest.mark.parametrize("path", ["/channels/*/threads", "/channels/*/messages"])
async def test_a_kill_at_any_moment_pairs_nobody_twice(world: World, path: str) -> None:
    """Whatever could not be done is done by the next process, once."""
    await opened(world, "robin", world.alice, world.bob, world.carol, world.steward)
    world.env.inject_error("POST", path, status=400, times=None)
    await world.moderator.click(world.newest(START), label=START)
    await world.env.settle()
    await world.go_down()
    world.env.backend.faults.clear()
    await world.come_up()
    await rounds(world, 61)
    paired = await tournament(world)
    assert len(paired.fixtures) == len(threads(world)) == 2
    assert all(fixture.game is not None for fixture in paired.fixtures)
    assert len([words for words in world.shown() if "**Round 1 of 3**" in words]) == 1


async def test_a_result_that_nobody_noticed_counts_after_a_restart(
    world: World, store: Store
) -> None:
    """The end of the game is the result: there is nothing else to store."""
    await begun(world, "robin", world.alice, world.bob, world.carol)
    (game,) = threads(world).values()
    await world.go_down()
    session = await world.session(game)
    assert isinstance(session.x.player, Person)
    await store.save(session, offers.resign(session, session.x.player.id))
    await world.come_up()
    assert (await tournament(world)).round == 2
    assert len(threads(world)) == 2


async def test_without_threads_games_are_played_in_the_channel(world: World) -> None:
    """One after another, and the permission that would help is named."""
    with denied(world, world.env.backend.bot_user.id, "create_public_threads"):
        await begun(world, "robin", world.alice, world.bob, world.carol, world.steward)
        (told,) = [words for words in world.shown() if "Round 1 of 3" in words]
        assert "With the permission “Create Public Threads” I can open a thread" in told
        for number in (1, 2):
            running = [f for f in (await tournament(world)).undecided if f.game is not None]
            assert len(running) == 1
            assert len((await tournament(world)).undecided) == 3 - number
            await play(world, world.channel)
        assert (await tournament(world)).round == 2
        assert threads(world) == {}


@pytest.mark.parametrize("status, code", [(400, 160006), *thorough((403, 50013), (400, 50024))])
async def test_without_threads_a_tournament_plays_in_the_channel(
    world: World, status: int, code: int
) -> None:
    """One after another, which is said; as soon as it opens one the next game has a thread."""
    world.env.inject_error("POST", "/channels/*/threads", status=status, code=code, times=None)
    await begun(world, "robin", world.alice, world.bob, world.carol, world.steward)
    (told,) = [words for words in world.shown() if "Round 1 of 3" in words]
    assert "one after another" in told
    running = [f for f in (await tournament(world)).undecided if f.game is not None]
    assert [fixture.channel for fixture in running] == [world.channel.id]
    assert len([words for words in world.shown() if "your round 1 game is on" in words]) == 1
    refused = [r for r in world.env.http_requests if r.path.endswith("/threads")]
    assert len(refused) <= 4
    world.env.backend.faults.clear()
    await play(world, world.channel)
    assert len(threads(world)) == 1
    await play_all(world)
    assert (await tournament(world)).round == 2
    assert len(threads(world)) == 3


async def test_there_is_no_help_and_no_way_back(world: World) -> None:
    """Neither by command nor by button; and a game is given up, not stopped."""
    await begun(world, "robin", world.alice, world.bob)
    (game,) = threads(world).values()
    session = await world.session(game)
    await world.say(f"{session.x.name}: 5", f"{session.o.name}: 1", channel=game)
    assert await world.say(f"{session.x.name}: !ttt hint", channel=game) == [HELP]
    assert await world.say(f"{session.x.name}: !ttt undo", channel=game) == [HELP]
    assert await world.say(f"{session.x.name}: !ttt coach on", channel=game) == [HELP]
    assert await world.say(f"{session.x.name}: !ttt coach", channel=game) == [HELP]
    others = sentence(Problem.FIXTURE_OF_OTHERS)
    assert await world.say("moderator: !ttt stop", channel=game) == [others]
    stop = sentence(Problem.FIXTURE_STOP)
    assert await world.say(f"{session.x.name}: !ttt stop", channel=game) == [stop]
    begin = sentence(Problem.FIXTURE_HERE)
    assert await world.say(f"{session.x.name}: !ttt start", channel=game) == [begin]
    unaided = sentence(ExploreProblem.UNAIDED)
    assert await world.say(f"{session.x.name}: !ttt explore", channel=game) == [unaided]
    await world.say(f"{session.x.name}: !ttt resign", channel=game)
    assert (await tournament(world)).stage is TournamentStage.DONE


async def test_everything_can_be_typed(world: World) -> None:
    """A player who sees no buttons joins, leaves and begins by command."""
    await opened(world, "knock-out")
    heading = "🏆 **Knock-out** · Tic-tac-toe"
    *_, joined = await world.say("!ttt tournament join")
    assert joined == f"{heading}\n1 of 64 players: **alice**"
    await world.say("bob: !ttt tournament join", "carol: !ttt tournament join")
    *_, left = await world.say("carol: !ttt tournament leave")
    assert left == f"{heading}\n2 of 64 players: **alice**, **bob**"
    not_in = sentence(TournamentProblem.NOT_IN)
    assert await world.say("carol: !ttt tournament leave") == [not_in]
    assert await world.slash("ttt tournament", by=world.moderator, what="start") == [heading]
    (game,) = threads(world).values()
    board = world.shown(game)[-1]
    assert "hint" not in board
    await play(world, game)
    assert world.shown(game)[-1].splitlines()[-2].endswith("wins with 1-2-3.")
    (ended,) = (message for message in game.history() if REVIEW in labels(message))
    assert labels(ended) == [REVIEW, REPLAY]  # without a rematch


async def test_a_game_given_up_at_once_is_a_point(world: World) -> None:
    """The board does not say that it counts for nobody, as of other games: the table counts it."""
    await begun(world, "robin", world.alice, world.bob)
    (game,) = threads(world).values()
    session = await world.session(game)
    await world.say(f"{session.x.name}: !ttt resign", channel=game)
    words = f"**{session.x.name}** resigns: ⭕ **{session.o.name}** wins."
    assert world.shown(game)[-1].endswith(words)
    first, second = standings(await tournament(world))
    assert (first.entrant.person.name, first.wins) == (session.o.name, 1)
    assert second.losses == 1
    assert "hasn't finished a game" in (await world.say(f"{session.x.name}: !ttt stats"))[0]


async def test_old_buttons_say_that_it_is_over(world: World) -> None:
    """Not that whoever presses does not take part, or that it goes on."""
    await opened(world, "robin", world.alice, world.bob)
    message = world.newest(LEAVE)
    with world.edits_refused():
        await world.say("moderator: !ttt tournament stop")
        await world.env.settle()
    over = sentence(TournamentProblem.OVER)
    for member, label in ((world.alice, LEAVE), (world.alice, JOIN), (world.moderator, START)):
        assert over in said(await member.click(message, label=label)).values()
    assert "`!ttt tournament table`" in over
    begin = sentence(TournamentProblem.BEGUN)
    await begun(world, "robin", world.alice, world.bob)
    assert await world.say("carol: !ttt tournament join") == [begin]
    (table,) = await world.say("carol: !ttt tournament table")
    assert table.startswith("🏆 **Round robin**")


async def test_leaving_a_tournament_loses_the_games_left(world: World) -> None:
    """The game that is on is resigned, the others are won without a game."""
    await begun(world, "knock-out", world.alice, world.bob)
    result = await world.alice.click(world.newest(LEAVE), label=LEAVE)
    assert any("You've left the tournament." in words for words in said(result).values())
    await world.env.settle()
    done = await tournament(world)
    assert done.stage is TournamentStage.DONE
    assert standings(done)[0].entrant.person.name == "bob"


async def test_before_it_begins_who_leaves_is_not_in(world: World) -> None:
    """And may join again."""
    await opened(world, "robin", world.alice, world.bob)
    message = world.newest(START)
    await world.bob.click(message, label=LEAVE)
    assert world.newest(START).content.endswith("1 of 64 players: **alice**")
    alone = sentence(TournamentProblem.ALONE)
    assert await refusal(world.moderator, message, START) == alone
    await world.bob.click(message, label=JOIN)
    assert len((await tournament(world)).active) == 2


async def test_it_can_be_called_off(world: World) -> None:
    """By members who may manage messages or events; its games end without a result."""
    await begun(world, "robin", world.alice, world.bob)
    (game,) = threads(world).values()
    right = sentence(TournamentProblem.RIGHT, name="moderator")
    assert await world.say("!ttt tournament stop") == [right]
    await world.say("moderator: !ttt tournament stop")
    await world.env.settle()
    assert (await world.session(game)).ending is Ending.STOPPED
    assert (await tournament(world)).fixtures[0].result is FixtureResult.VOID
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    assert await bot.feature(TournamentsHere).tournaments.due() == []
    assert (await tournament(world)).end_announced
    assert "🏁 **Round robin** · Tic-tac-toe was called off." in world.shown()[-1]
    assert await world.say("!ttt tournament stop") == [sentence(TournamentProblem.NONE)]


async def test_one_a_channel(world: World) -> None:
    """And only by those who may."""
    assert await world.say("!ttt tournament arena") == [sentence(TournamentProblem.OPEN_RIGHT)]
    await opened(world, "arena")
    again = await world.say("moderator: !ttt tournament arena")
    assert again == [sentence(TournamentProblem.ON)]


async def test_without_words_it_explains_or_shows(world: World) -> None:
    """What there is to open, or the one that is on, with its buttons."""
    (explained,) = await world.say("!ttt tournament")
    assert "`!ttt tournament knock-out connect4` · lose and you're out" in explained
    await opened(world, "knock-out 4x4 1d")
    (shown,) = await world.say("!ttt tournament")
    assert shown.startswith("🏆 **Knock-out** · 4×4, 4 in a row")
    assert "`1d` for each move" in shown
    (table,) = await world.say("!ttt tournament table")
    assert table.startswith("🏆 **Knock-out**")


async def test_as_a_slash_command(world: World) -> None:
    """Its options have names."""
    (shown,) = await world.slash(
        "ttt tournament", by=world.moderator, what="arena", game="connect4", move="1m", length="20m"
    )
    assert shown.startswith("🏆 **Arena** · Connect Four\nFor `20m`, whoever is free")
    await world.alice.click(world.newest(JOIN), label=JOIN)
    assert "1 of 64 players: **alice**" in world.newest(JOIN).content


async def test_forgetting_a_player_loses_their_tournament_game(world: World) -> None:
    """Their game is resigned; the table knows no name of theirs."""
    await begun(world, "knock-out", world.alice, world.bob)
    await world.say("!ttt forget")
    await world.press(world.alice, FORGET)
    await world.env.settle()
    done = await tournament(world)
    assert done.stage is TournamentStage.DONE
    assert standings(done)[0].entrant.person.name == "bob"
    assert {entrant.person.name for entrant in done.entrants} == {"", "bob"}


async def test_a_channel_that_is_deleted_ends_it(world: World) -> None:
    """With the games in it, once it is certain."""
    await begun(world, "robin", world.alice, world.bob)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    for _ in range(4):
        await rounds(world, 601)
    assert not (await tournament(world)).is_on


@pytest.mark.thorough
async def test_thirty_two_people(world: World) -> None:
    """Each game costs a thread and two messages, each round one or a few more, and no edit."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    await opened(world, "robin")
    found, service = await tournament(world), bot.feature(TournamentsHere).tournaments
    for number in range(1, 33):
        user = world.guild.add_member(world.env.create_user(f"player{number}"))
        await service.join(found.number, Person(UserId(user.id), user.name))
    before = len(world.env.http_requests)
    await world.moderator.click(world.newest(START), label=START)
    await world.env.settle()
    asked = world.env.http_requests[before:]
    assert len(threads(world)) == 16
    assert len(asked) <= 3 * 16 + 8
    assert len([r for r in asked if r.method == "PATCH"]) <= 1
    await world.say("moderator: !ttt tournament stop")
    await world.env.settle()
    assert not (await tournament(world)).undecided or (await tournament(world)).end_announced
