"""Somebody who asks for too much waits, is told so now and then, and keeps nobody else waiting."""

from __future__ import annotations

from math import ceil

import pytest

from bot.client.bot import Kinarow
from bot.errors import Problem
from bot.match.session import UserId
from bot.pool.bounds import Cooldowns, Cost
from bot.show.text.consequence import WHY_NOT
from bot.show.text.words import HINT, REPLAY
from tests.bot.discord.pages import Pages
from tests.bot.discord.world import World, sentence

MOST = 18.0
"""Seconds in a full allowance: fewer than of the bot's, so that they are soon used up."""


class Clock:
    """A clock that the test moves."""

    now = 1_000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock(world: World) -> Clock:
    """The clock of the bot's cooldowns, which count in this world."""
    clock = Clock()
    assert isinstance(world.env.bot, Kinarow)
    world.env.bot.cooldowns = Cooldowns(MOST, clock, pause=0.0)
    return clock


def too_fast(seconds: float) -> str:
    """What a person reads who has to wait."""
    return sentence(Problem.TOO_FAST, seconds=ceil(seconds))


async def test_a_flood_of_commands_gets_one_sentence(world: World, clock: Clock) -> None:
    """Some are answered, one is told to wait, the rest is silence; later all is as before."""
    answered = int(MOST // Cost.COMMAND)
    said = await world.say(*["!ttt nonsense"] * 3 * answered)
    assert len(said) == answered + 1
    assert said[-1] == too_fast(Cost.COMMAND)
    clock.now += 2 * MOST
    assert await world.say("!ttt games") != []


async def test_others_are_answered_while_one_floods(world: World, clock: Clock) -> None:
    """In the same channel and moment."""
    said = await world.say_at_once(*["!ttt nonsense"] * 50, "bob: !ttt hint", "!ttt nonsense")
    assert sentence(Problem.NO_GAME) in said


async def test_commands_buttons_and_slash_commands_share_an_allowance(
    world: World, clock: Clock
) -> None:
    """Hints of all three kinds count together; the game goes on meanwhile."""
    await world.pair()
    clock.now += MOST
    for _ in range(2):
        await world.say("!ttt hint")
        await world.press(world.alice, HINT)
        await world.slash("ttt do", words="hint")
    assert await world.slash("ttt do", words="hint") == [too_fast(Cost.SEARCH)]
    assert await world.say("!ttt hint") == []
    await world.say("5", "bob: 1")
    assert await world.moves() == (5, 1)


async def test_moves_are_free_but_not_what_is_refused(world: World, clock: Clock) -> None:
    """A player who keeps typing a taken tile is told so for a while, and may still move."""
    await world.pair()
    await world.say("5", "bob: 1")
    clock.now += MOST
    taken = [said for said in await world.say(*["!ttt 5"] * 40) if "5" in said]
    assert taken == [sentence(Problem.TAKEN, tile="5")] * int(MOST // Cost.COMMAND)
    assert await world.say("!ttt hint") == []
    await world.say("9")
    assert await world.moves() == (5, 1, 9)


async def test_a_press_that_comes_too_early_is_told_privately(world: World, clock: Clock) -> None:
    """Replays by button are expensive: the third has to wait, and says how long."""
    await world.say("!ttt start x", "5", "!ttt resign")
    clock.now += MOST
    replays_wait = 3 * Cost.GAME - MOST
    replays = [await world.press(world.alice, REPLAY) for _ in range(5)]
    assert replays[2:4] == [[too_fast(replays_wait)], []]
    assert all("GIF" not in said for answers in replays for said in answers)


def spent(world: World) -> float:
    """The seconds that alice's acts have taken from her allowance so far."""
    assert isinstance(world.env.bot, Kinarow)
    left = 0.0
    while world.env.bot.cooldowns.take(UserId(world.alice.id), Cost.PRESS) == 0:
        left += Cost.PRESS
    return MOST - left


@pytest.mark.parametrize(
    "words, cost",
    [
        ("hint", Cost.SEARCH),
        ("levels easy", Cost.COMMAND),
        ("play", Cost.COMMAND),
        ("help", Cost.COMMAND),
        ("help rules", Cost.COMMAND),
        ("help 5x5", Cost.COMMAND),
        ("nonsense", Cost.COMMAND),
        ("stats nonsense", Cost.SEARCH),
    ],
)
@pytest.mark.parametrize("way", ["typed", "do"])
async def test_an_act_costs_once(
    world: World, clock: Clock, words: str, cost: Cost, way: str
) -> None:
    """As much as the most costly thing in it, whether it is done or refused."""
    if way == "do":
        await world.slash("ttt do", words=words)
    else:
        await world.say(f"!ttt {words}")
    assert spent(world) == cost


async def test_a_slash_command_costs_once(world: World, clock: Clock) -> None:
    """Also where it is refused."""
    await world.slash("ttt stats", game="nonsense")
    assert spent(world) == Cost.SEARCH


@pytest.mark.parametrize(
    "words, label, cost",
    [
        ("help", "Learn", Cost.PRESS),
        ("help", "Play", Cost.COMMAND),
        ("help learn", "Puzzle of the day", Cost.COMMAND),
    ],
)
async def test_a_press_costs_once(
    world: World, clock: Clock, words: str, label: str, cost: Cost
) -> None:
    """Also one that does what words do when they are typed."""
    await world.say(f"bob: !ttt {words}")
    await world.press(world.alice, label)
    assert spent(world) == cost


async def test_an_answer_written_into_a_box_costs_once(world: World, clock: Clock) -> None:
    """Opening it is an act of its own."""
    await world.pair("gomoku")
    await world.say("!ttt hint")
    clock.now += MOST
    opened = await world.alice.click(world.newest(WHY_NOT), label=WHY_NOT)
    await world.alice.submit_modal(opened, {"answer": "nonsense"})
    assert spent(world) == Cost.PRESS + Cost.SEARCH


async def test_a_reply_costs_once(world: World, clock: Clock) -> None:
    """As an answer in a box does."""
    await world.say("bob: !ttt puzzle")
    await world.alice.send(world.channel, "1", reply_to=world.channel.history()[-1])
    await world.env.settle()
    assert spent(world) == Cost.PRESS


async def test_a_press_on_the_page_costs_once(world: World, clock: Clock, pages: Pages) -> None:
    """A move is free there too, and one that is refused costs as much as a command."""
    await world.pair()
    clock.now += MOST
    page = await pages.of(world.alice.id)
    await page.press("Hint")
    assert spent(world) == Cost.SEARCH
    clock.now += MOST
    await page.move(5)
    assert spent(world) == 0
    clock.now += MOST
    await page.move(5)
    assert spent(world) == Cost.COMMAND
