"""Meeting: a game that anyone may join, and another one with whom one plays often."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.features.start.challenge_feature import Challenging
from bot.features.start.values import EXPIRY, StartProblem
from bot.match.session import ChannelId
from bot.show.languages import languages
from bot.show.text.guide import PAGE_LABELS, HelpPage
from bot.show.text.language import said as spoken
from bot.show.text.language import speaking
from bot.show.text.words import ANYONE, JOIN, REMATCH, WITHDRAW
from tests.bot.discord.pages import FakeDiscord, PageOf, Pages, bot_of
from tests.bot.discord.world import World, labels, said, sentence

FRIENDS = PAGE_LABELS[HelpPage.FRIENDS]
SEAT = "**alice** would like to play Connect Four. Who joins? **alice** moves first."


@pytest.fixture
def now(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are served by the host's clock, which is months away from that of the channel."""

    def clock() -> datetime:
        return max(message.created_at for message in world.channel.history())

    monkeypatch.setattr(bot_of(world).feature(Challenging).challenges, "_clock", clock)


async def inside(pages: Pages, activity: FakeDiscord, user: int) -> PageOf:
    """The page of a person who has opened the activity."""
    activity.there.append(user)
    return await pages.open(await activity.enter(user))


async def finish(world: World, *, winner: str = "alice", times: int = 1) -> None:
    """Alice and bob play some games to the end."""
    for _ in range(times):
        await world.pair()
        await world.say("5", f"{'bob' if winner == 'alice' else 'alice'}: !ttt resign")


@pytest.mark.parametrize("words", ["play anyone", "play with someone here", "anyone x"])
async def test_a_game_is_open_to_anyone_who_presses(world: World, words: str) -> None:
    """Of two who press at once one plays; the other is told so."""
    await world.say(f"!ttt {words}")
    question = world.newest(JOIN)
    with world.in_the_same_moment():
        await world.bob.click(question, label=JOIN)
        await world.carol.click(question, label=JOIN)
    await world.env.settle()
    (game,) = await world.store.live()
    assert game.channel == world.channel.id


async def test_the_help_offers_it(world: World) -> None:
    """[With someone here] on the page about friends."""
    await world.say("!ttt help friends")
    await world.alice.click(world.newest(ANYONE), label=ANYONE)
    assert labels(world.newest(JOIN)) == [JOIN, WITHDRAW]


async def test_an_open_game_is_shown_on_pages(
    world: World, pages: Pages, activity: FakeDiscord, now: None
) -> None:
    """In the activity, to everybody there; who has opened it can take it back, others join."""
    await world.say("hello")
    carol = await inside(pages, activity, world.carol.id)
    alice = await inside(pages, activity, world.alice.id)
    await carol.until(lambda: "Play one?" in carol.state.get("status", ""))
    await carol.press(ANYONE)
    await alice.until(lambda: "**carol** would like" in alice.state.get("status", ""))
    await carol.press(WITHDRAW)
    await alice.until(lambda: "Play one?" in alice.state.get("status", ""))
    await world.say("!ttt start connect4 open x")
    await carol.until(lambda: carol.state.get("status", "") == SEAT)
    late = await inside(pages, activity, world.bob.id)
    await late.until(lambda: late.state.get("status") == SEAT)
    await carol.press(JOIN)
    for page in (alice, carol, late):
        await page.until(lambda page=page: page.state.get("columns") == 7)  # type: ignore[misc]
    session = await world.session()
    assert (session.x.name, session.o.name) == ("alice", "carol")


async def test_a_finished_game_shows_it_too(world: World, pages: Pages, now: None) -> None:
    """On the page of whoever has played there, until somebody joins."""
    await world.pair()
    bob = await pages.of(world.bob.id)
    await world.say("5", "bob: !ttt resign", "carol: !ttt start open x")
    await bob.until(lambda: "carol" in bob.state.get("offer", ""))
    await bob.press(JOIN)
    await bob.until(lambda: not bob.state["over"])
    assert (await world.session()).x.name == "carol"


async def test_pages_forget_a_game_that_nobody_has_joined(
    world: World,
    pages: Pages,
    activity: FakeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    now: None,
) -> None:
    """When its time is over, without a press."""
    await world.say("!ttt start connect4 open x")
    bob = await inside(pages, activity, world.bob.id)
    await bob.until(lambda: bob.state.get("status") == SEAT)
    challenges = bot_of(world).feature(Challenging).challenges
    later = max(one.created_at for one in world.channel.history()) + EXPIRY
    monkeypatch.setattr(challenges, "_clock", lambda: later + timedelta(minutes=1))
    await bob.until(lambda: "Play one?" in bob.state.get("status", ""))


async def test_an_open_game_ends_with_its_channel_and_after_a_day(world: World) -> None:
    """And by whoever has opened it, so that another one can be."""
    room = world.guild.create_text_channel("room")
    await world.env.settle()
    await world.say("!ttt start open", channel=room)
    world.env.backend.delete_channel(room.id)
    await world.env.settle()
    await world.say("!ttt start open")
    question = world.newest(JOIN)
    await world.restart()
    await world.env.advance_time(EXPIRY.total_seconds() + 60)
    late = await world.bob.click(question, label=JOIN)
    assert sentence(StartProblem.CHALLENGE_EXPIRED) in said(late).values()
    await world.say("!ttt start open")
    await world.press(world.alice, WITHDRAW)
    assert JOIN not in labels(world.channel.history()[-1])


@pytest.mark.parametrize(
    "words", ["play @bob again", "rematch @bob", "@bob again", "again with @bob", "play again @bob"]
)
async def test_somebody_is_asked_for_the_last_game_again(world: World, words: str) -> None:
    """As it was, sides exchanged, in whatever channel of the server it was played."""
    room = world.guild.create_text_channel("room")
    await world.env.settle()
    await world.say("!ttt start connect4 @bob x 2m", "bob: !ttt accept", channel=room)
    await world.say("4", "bob: !ttt resign", channel=room)
    (asked,) = await world.say(f"!ttt {words}")
    assert "challenges <@" in asked
    assert "to Connect Four. <@" in asked, "bob moves first now"
    assert "Time for each move: 2m." in asked


async def test_somebody_new_is_asked_for_the_usual_game(world: World) -> None:
    """Where the two have not played yet; and with other words it is those that count."""
    await world.say("steward: !ttt settings game connect4")
    assert "Connect Four" in (await world.say("!ttt play @bob again"))[0]
    await world.say("!ttt stop")
    await finish(world)
    assert "4×4" in (await world.say("!ttt rematch @bob 4x4"))[0]


async def test_again_is_no_act_where_it_asks(world: World) -> None:
    """A question about a rematch is answered, and challenges nobody."""
    await finish(world)
    await world.say("!ttt play @bob again?", "!ttt should I play @bob again")
    assert JOIN not in labels(world.channel.history()[-1])
    assert await bot_of(world).feature(Challenging).challenges.unanswered() == []


async def test_the_help_tells_with_whom_one_plays_often(world: World) -> None:
    """Each of them with a button, to whoever asks; the most frequent first."""
    await finish(world, times=2)
    await world.say("!ttt start @carol", "carol: !ttt accept", "!ttt resign", "carol: !ttt resign")
    result = await world.alice.slash(world.channel, "ttt do", words="help friends")
    (words, *_) = said(result).values()
    assert words.splitlines()[-1].startswith("You have played most with **bob** (2)")
    await world.say("!ttt help friends")
    shown = world.newest("Play bob again")
    assert FRIENDS in labels(shown)
    await world.alice.click(shown, label="Play bob again")
    waiting = await bot_of(world).feature(Challenging).challenges.unanswered()
    assert [(one.challenger, one.opponent) for one in waiting] == [(world.alice.id, world.bob.id)]


async def test_a_newcomer_is_offered_no_last_opponent(world: World) -> None:
    """Nor the engine, nor somebody who was erased."""
    await world.say("!ttt start x easy", "!ttt resign")
    await finish(world)
    await world.say("bob: !ttt forget erase")
    (words,) = await world.say("!ttt help friends")
    assert "played most" not in words
    assert not [label for label in labels(world.channel.history()[-1]) if "again" in label]


async def test_a_rematch_is_offered_under_a_game_as_before(world: World) -> None:
    """By button, for the same two."""
    await finish(world)
    await world.press(world.alice, REMATCH)
    assert await world.store.last(ChannelId(world.channel.id)) is not None
    assert len(await bot_of(world).feature(Challenging).challenges.unanswered()) == 1


@pytest.mark.parametrize("language", languages())
async def test_it_is_called_as_its_button_in_each_language(world: World, language: str) -> None:
    """Typed as it is written there."""
    with speaking(language):
        label, join = spoken(ANYONE), spoken(JOIN)
    await world.say(f"steward: !ttt language {language}", f"!ttt {label}")
    assert join in labels(world.channel.history()[-1])
