"""The one door: a feature of one file is typed, chosen, pressed and written to."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import pytest
from discord import app_commands, ui

from bot.client.bot import Kinarow
from bot.client.cogs import FEATURES
from bot.client.services import Services
from bot.config import Settings
from bot.edge.act import Act, Way
from bot.edge.buttons import view_of
from bot.edge.door import box, command, press, slash_command
from bot.errors import Problem, UserError
from bot.show.page import Page
from tests.bot.discord.world import World, said, sentence


class Step(Enum):
    """What a button does to the count."""

    UP = "up"
    DOWN = "down"


def counter(count: int) -> ui.View:
    """The buttons under a count."""
    steps = [
        ui.Button[ui.View](label=s.value, custom_id=f"ttt:count:{s.value}:{count}") for s in Step
    ]
    return view_of([*steps, ui.Button(label="write", custom_id="ttt:count:write")])


class Counting:
    """A toy: counts, and says how it was asked."""

    def __init__(self) -> None:
        self.ways: list[Way] = []

    @command("count", slash=False)
    @slash_command("count")
    @app_commands.describe(start="where to begin")
    async def begin(self, act: Act, *, start: str = "1") -> None:
        """Count on from a number."""
        self.ways.append(act.way)
        if not start.isdecimal():
            raise UserError(Problem.NOT_A_MOVE, text=start)
        await act.say(f"{act.person.name} counts: {start}", counter(int(start)))

    @press(r"ttt:count:(?P<step>up|down):(?P<count>\d+)")
    async def step(self, act: Act, step: Step, count: int) -> None:
        """Count one up or down."""
        self.ways.append(act.way)
        await act.later()
        count += 1 if step is Step.UP else -1
        await act.change(Page(str(count)), counter(count))

    @press("ttt:count:write")
    async def ask(self, act: Act) -> None:
        """Ask for a number."""
        await act.open_box("Count", "from", "ttt:counted")

    @box("ttt:counted")
    async def written(self, act: Act, written: str) -> None:
        """Tell the person alone what they wrote."""
        self.ways.append(act.way)
        await act.whisper(lambda: f"you wrote {written}")

    @slash_command("betray")
    async def betray(self, act: Act) -> None:
        """Whisper where everybody would read it."""
        await act.later()
        with pytest.raises(AssertionError, match="everybody would read it"):
            await act.whisper(lambda: "a secret")
        await act.say("kept")


@pytest.fixture(autouse=True)
def written_once() -> None:
    """Here the slash commands are not those of all other tests."""


@pytest.fixture
def counting() -> Counting:
    """The toy."""
    return Counting()


@pytest.fixture
def new_bot(new_bot: Callable[[], Kinarow], counting: Counting) -> Callable[[], Kinarow]:
    """Makes a bot that has one feature more."""

    def make() -> Kinarow:
        bot = new_bot()
        services: Services = bot.services
        features = {**FEATURES, Counting: lambda *_: counting}
        return Kinarow(Settings.read({}), services, features=features)

    return make


async def test_a_feature_of_one_file_is_typed_chosen_pressed_and_written_to(
    world: World, counting: Counting
) -> None:
    """Its methods are told what they ask for: numbers, members of an enum, and who did it."""
    assert await world.say("!ttt count 4") == ["alice counts: 4"]
    typed = world.channel.history()[-1]
    await world.bob.click(typed, label="up")
    assert world.channel.history()[-1].content == "5"
    chosen = await world.bob.slash(world.channel, "count", start="8")
    assert list(said(chosen).values())[-1] == "bob counts: 8"
    opened = await world.bob.click(world.channel.history()[-1], label="write")
    answered = await world.bob.submit_modal(opened, {"answer": "3"})
    assert answered.ephemeral
    assert list(said(answered).values())[-1] == "you wrote 3"
    assert counting.ways == [Way.TYPED, Way.PRESS, Way.SLASH, Way.BOX]


async def test_no_whisper_is_heard_by_all(world: World) -> None:
    """A slash command that was deferred in public shows its first answer to everybody."""
    told = await world.bob.slash(world.channel, "betray")
    assert list(said(told).values())[-1] == "kept"


async def test_a_refusal_is_answered_in_one_sentence(world: World) -> None:
    """Typed for all, after a slash command for the person alone."""
    assert await world.say("!ttt count x") == [sentence(Problem.NOT_A_MOVE, text="x")]
    refused = await world.bob.slash(world.channel, "count", start="x")
    assert refused.ephemeral
