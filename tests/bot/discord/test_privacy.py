"""What is stored, told; and erased."""

from __future__ import annotations

import pytest

from bot.client.bot import Kinarow
from bot.errors import Problem
from bot.features.privacy import FORGET, FORGOTTEN, PrivacyProblem, forget_question, privacy
from bot.match.session import Ending, UserId
from bot.pool.thinker import Thinker
from bot.show.text.match import QUIET
from bot.show.text.words import CHANGE, REMATCH, REPLAY
from tests.bot.discord.ways import Way, mentioned_shortly, prefixed, slashed
from tests.bot.discord.world import World, labels, said, sentence
from tests.bot.store.test_erase import rows
from tests.bot.waiting import held, until
from tests.soon import PATIENCE

WAYS = [prefixed, mentioned_shortly, slashed]


@pytest.mark.parametrize("way", WAYS)
async def test_privacy_is_told(world: World, way: Way) -> None:
    """In the same words everywhere."""
    assert await way(world, "privacy") == [privacy("!")]


@pytest.mark.parametrize("way", WAYS)
async def test_forgetting_asks_first(world: World, way: Way) -> None:
    """A question with a button; nothing is erased by the command."""
    await world.say("!ttt start x", "5")
    assert await way(world, "forget") == [forget_question("!")]
    assert (await world.session()).x.name == "alice"


async def test_a_press_erases(world: World, database_url: str) -> None:
    """Games, ratings and puzzles; the question becomes the answer, without its button."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5", "3", "!ttt stats", "!ttt forget")
    message = world.newest(FORGET)
    await world.alice.click(message, label=FORGET)
    assert world.last == str(FORGOTTEN)
    values = [str(value) for _, value in await rows(database_url)]
    assert not any(str(world.alice.id) in value or "alice" in value for value in values)
    assert any("bob" in value for value in values)
    (stats,) = await world.say("bob: !ttt stats")
    assert "1 game: 0 won, 0 drawn, 1 lost" in stats


@pytest.mark.parametrize("way", WAYS)
async def test_without_buttons_a_command_erases(world: World, way: Way, database_url: str) -> None:
    """The question names it, and any other word only asks again."""
    world.take_no_buttons()
    await world.say("!ttt start x", "5")
    for words in ("forget", "forget me"):
        (question,) = await way(world, words)
        assert question == forget_question("!")
        assert "`!ttt forget erase`" in question
    assert (await world.session()).x.name == "alice"
    told = await way(world, "forget ERASE")
    assert told[-1] == str(FORGOTTEN)
    assert await world.store.live() == []
    values = [str(value) for _, value in await rows(database_url)]
    assert not any(str(world.alice.id) in value or "alice" in value for value in values)


async def test_the_typed_confirmation_is_of_who_types_it(world: World) -> None:
    """Nobody erases another."""
    await world.say("!ttt start x", "5", "bob: !ttt forget erase")
    assert world.last == str(FORGOTTEN)
    assert (await world.session()).x.name == "alice"


async def test_live_games_are_stopped_where_they_are(world: World) -> None:
    """In each channel it is shown; the other player may begin anew."""
    other = world.guild.create_text_channel("more-games")
    await world.env.settle()
    await world.pair()
    await world.say("5")
    await world.say("!ttt start connect4 x", channel=other)
    await world.say("!ttt forget")
    await world.alice.click(world.newest(FORGET), label=FORGET)
    for channel in (world.channel, other):
        assert (await world.session(channel)).ending is Ending.STOPPED
        assert any("The game was stopped." in shown for shown in world.shown(channel))
    assert await world.store.live_of(UserId(world.alice.id)) == []
    (board,) = await world.say("bob: !ttt start x")
    assert "**bob**, your turn" in board


@pytest.mark.parametrize(
    "moves, ending",
    [(("1", "bob: 5"), Ending.STOPPED), (("1", "bob: 5", "2", "bob: 3"), Ending.RESIGNED)],
)
async def test_forget_says_first_what_becomes_of_live_games(
    world: World, moves: tuple[str, ...], ending: Ending
) -> None:
    """A young one is stopped, another is lost; neither offers a rematch, which is refused."""
    await world.pair()
    await world.say(*moves)
    (question,) = await world.say("!ttt forget")
    assert "Your live games end: those you can't stop alone, you lose." in question
    await world.say("!ttt forget erase")
    assert (await world.session()).ending is ending
    board = world.newest(REPLAY)
    assert CHANGE in labels(board)
    assert "rematch" not in board.content
    assert REMATCH not in labels(board)
    assert await world.say("bob: !ttt rematch") == [sentence(Problem.NO_REMATCH)]


async def test_a_channel_that_is_gone_is_no_obstacle(world: World) -> None:
    """Its game ends without being shown."""
    other = world.guild.create_text_channel("hidden")
    await world.env.settle()
    await world.say("!ttt start x", channel=other)
    await world.say("!ttt forget")
    with world.in_the_same_moment():
        del world.env.backend.channels[other.id]
        await world.alice.click(world.newest(FORGET), label=FORGET)
    await world.env.settle()
    assert world.last == str(FORGOTTEN)
    assert await world.store.live() == []


async def test_nobody_else_may_press(world: World) -> None:
    """Whoever tries learns how to ask for themselves."""
    await world.say("!ttt start x", "5", "!ttt forget")
    result = await world.bob.click(world.newest(FORGET), label=FORGET)
    assert sentence(PrivacyProblem.NOT_YOURS) in said(result).values()
    assert (await world.session()).x.name == "alice"


async def test_the_button_outlives_a_restart(world: World) -> None:
    """It names whose it is."""
    await world.say("!ttt forget")
    await world.restart()
    await world.alice.click(world.newest(FORGET), label=FORGET)
    assert world.last == str(FORGOTTEN)


async def test_a_finished_game_names_nobody(world: World) -> None:
    """Its review and replay can still be asked for."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5", "3", "!ttt forget")
    await world.alice.click(world.newest(FORGET), label=FORGET)
    (replay,) = await world.say("bob: !ttt replay")
    assert "someone who left" in replay
    assert "alice" not in replay
    assert await world.say("bob: !ttt rematch") == [sentence(Problem.NO_REMATCH)]


async def test_a_stopped_board_is_shown_without_the_name(world: World) -> None:
    """Nothing that is posted or changed after the word names the person."""
    await world.pair()
    await world.say("5", "bob: 1")
    before = len(world.said())
    await world.say("!ttt forget erase")
    new = world.said()[before:]
    assert any("The game was stopped." in words for words in new)
    assert not [words for words in new if "alice" in words]
    await world.look_after()
    await world.restart()
    assert not [words for words in world.said()[before:] if "alice" in words]


async def test_a_review_that_was_under_way_names_nobody(world: World, thinker: Thinker) -> None:
    """A game is looked at for seconds, in which one of its players may be erased."""
    await world.pair("4x4")
    await world.say("a1", "bob: b1", "c1", "bob: d1", "!ttt resign")
    with held(thinker):
        world.post("bob: !ttt review")
        await until(lambda: thinker.jobs.queue.busy > 0)
        world.post("!ttt forget erase")
        await until(lambda: str(FORGOTTEN) in world.said())
    await world.env.settle()
    assert "**Review of game 1**" in world.last
    assert "someone who left" in world.last
    assert "alice" not in world.last


async def test_older_boards_lose_the_name_of_an_erased_player(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that was left above and is retired later has a line of its moves without it."""
    monkeypatch.setattr("bot.edge.sending.traffic.NEAR", -1)
    await world.pair()
    with world.edits_refused():
        await world.say("5", "bob: 1", "!ttt forget erase")
    await world.look_after()
    lines = [words for words in world.shown() if words.startswith(QUIET)]
    assert lines
    assert not [words for words in lines if "alice" in words]


async def test_an_end_that_is_refused_is_shown_later_without_the_name(world: World) -> None:
    """It is read anew for each try."""
    await world.pair()
    await world.say("5")
    with world.edits_refused():
        world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403)
        before = len(world.said())
        await world.say("bob: hello", "!ttt forget erase")
    await world.retry(seconds=60.0)
    new = world.said()[before:]
    assert any("The game was stopped." in words for words in new)
    assert not [words for words in new if "alice" in words]


async def test_an_erasure_waits_for_the_other_acts_of_its_person(
    world: World, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is under way may still store something; what comes meanwhile begins when all is gone."""
    monkeypatch.setattr("bot.pool.acting._PATIENCE", PATIENCE)
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5", "3")
    user, bot = UserId(world.alice.id), world.env.bot
    assert isinstance(bot, Kinarow)
    async with bot.acting.act(user):
        world.post("!ttt forget erase", "!ttt coach after", "bob: !ttt stats")
        await until(lambda: any("1 game:" in words for words in world.said()))
        assert str(FORGOTTEN) not in world.said()
        assert user in [value for _, value in await rows(database_url)]
    await until(lambda: str(FORGOTTEN) in world.said())
    await world.env.settle()
    tables = {table for table, value in await rows(database_url) if value == user}
    assert tables == {"coaches"}
