"""The one door: a feature of one file is typed, chosen, pressed and written to."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from bot.client.bot import Kinarow
from bot.client.services import FEATURES, Services
from bot.config import Settings
from bot.edge.act import Act
from bot.edge.door import enter
from bot.edge.places import Way
from bot.edge.ways import GROUP, slash_command
from bot.pool.bounds import Cost
from tests.bot.discord.test_forged import pressed
from tests.bot.discord.world import World, said

FEATURE: Final = Path(__file__).with_name("counting.py")
"""The recipe of CONTRIBUTING.md, followed."""


class Betraying:
    """A feature that makes a mistake."""

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
def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A feature from a package that holds nothing else, as somebody may write it."""
    package = tmp_path / "toys"
    package.mkdir()
    (package / "__init__.py").touch()
    shutil.copy(FEATURE, package)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("toys.counting").Counting()
    for name in ("toys", "toys.counting"):
        del sys.modules[name]


@pytest.fixture
def new_bot(new_bot: Callable[[], Kinarow], counting: Any) -> Callable[[], Kinarow]:
    """Makes a bot with these features added: a line for each is all that it takes."""

    def make() -> Kinarow:
        services: Services = new_bot().services
        features = {
            **FEATURES,
            type(counting): lambda *_: counting,
            Betraying: lambda *_: Betraying(),
        }
        return Kinarow(Settings.read({}), services, features=features)

    return make


async def test_a_feature_that_stands_below_one_that_uses_it_is_named(
    new_bot: Callable[[], Kinarow],
) -> None:
    """The list of features is read from the top, as it says; the other way round nothing starts."""
    upside_down = dict(reversed([*FEATURES.items()]))
    with pytest.raises(AssertionError, match="DailyPuzzles stands below a feature that uses it"):
        Kinarow(Settings.read({}), new_bot().services, features=upside_down)


async def test_a_feature_of_one_file_is_typed_chosen_pressed_and_written_to(
    world: World, counting: Any
) -> None:
    """Its methods are told what they ask for: numbers, members of an enum, and who did it."""
    assert await world.say("!ttt count 4") == ["alice counts: 4"]
    typed = world.channel.history()[-1]
    await world.bob.click(typed, label="up")
    assert world.channel.history()[-1].content == "5"
    chosen = await world.bob.slash(world.channel, "ttt count", start="8")
    assert list(said(chosen).values())[-1] == "bob counts: 8"
    opened = await world.bob.click(world.channel.history()[-1], label="write")
    answered = await world.bob.submit_modal(opened, {"answer": "3"})
    assert answered.ephemeral
    assert list(said(answered).values())[-1] == "you wrote 3"
    assert counting.ways == [Way.TYPED, Way.PRESS, Way.SLASH, Way.BOX]


async def test_a_reply_to_a_message_of_the_bot_is_told_its_id(world: World, counting: Any) -> None:
    """A move that replies to something else, or to nothing, goes to the games as ever."""
    await world.say("!ttt count 4")
    count = world.channel.history()[-1]
    await world.alice.send(world.channel, "3", reply_to=count)
    await world.env.settle()
    assert world.said()[-1] == "7"
    await world.say("3")
    assert counting.ways == [Way.TYPED, Way.REPLY]


async def test_a_reply_to_what_another_bot_wrote_tells_nothing(world: World, counting: Any) -> None:
    """Whatever ids its buttons have."""
    await world.say("!ttt count 4")
    count = world.channel.history()[-1]
    stored = world.env.backend.get_message(world.channel.id, count.id)
    stored.author_id = world.bob.id
    await world.alice.send(world.channel, "3", reply_to=world.channel.history()[-1])
    await world.env.settle()
    assert counting.ways == [Way.TYPED]


async def test_the_ways_are_made_once_for_all_bots(world: World) -> None:
    """A bot in the place of another has the same commands, and they reach its own features."""
    before = world.env.bot
    assert isinstance(before, Kinarow)
    await world.restart()
    after = world.env.bot
    assert isinstance(after, Kinarow)
    assert after.get_command(GROUP) is before.get_command(GROUP)
    assert after.asked == before.asked
    before.features.clear()
    assert await world.say("!ttt count 4") == ["alice counts: 4"]
    await world.bob.click(world.channel.history()[-1], label="up")
    assert world.channel.history()[-1].content == "5"


async def test_no_whisper_is_heard_by_all(world: World) -> None:
    """A slash command that was deferred in public shows its first answer to everybody."""
    told = await world.bob.slash(world.channel, "ttt betray")
    assert list(said(told).values())[-1] == "kept"


async def test_a_refusal_is_answered_in_one_sentence(world: World) -> None:
    """Typed for all, after a slash command for the person alone."""
    told = "“x” is no number. Count as in {}."
    assert await world.say("!ttt count x") == [told.format("`!ttt count 4`")]
    refused = await world.bob.slash(world.channel, "ttt count", start="x")
    assert refused.ephemeral
    assert list(said(refused).values())[-1].startswith("“x” is no number.")


@pytest.mark.parametrize(
    "before, after", [("", "1"), ("", ":"), ("x", ""), ("ttt:", ""), ("", "\n")]
)
async def test_only_an_id_as_it_was_made_reaches_its_method(
    world: World, counting: Any, before: str, after: str
) -> None:
    """One with more before or after it is nobody's: pressed, sent, or answered by a move."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    act = Act(bot, await world.alice.send(world.channel, "hello"))
    for id_, box in (("ttt:count:up:4", False), ("ttt:counted", True)):
        made_up = f"{before}{id_}{after if box else after.replace('1', 'x')}"
        await pressed(world, made_up, box=box)
        assert not await bot.door.press(act, made_up)
        await bot.door.write(act, made_up, {"answer": "3"})
        await world.alice.send(world.channel, "3", reply_to=world.channel.history()[-1])
        await world.env.settle()
    assert counting.ways == []
    await pressed(world, "ttt:counted", box=True)
    await pressed(world, "ttt:count:up:4")
    await world.alice.send(world.channel, "3", reply_to=world.channel.history()[-1])
    await world.env.settle()
    assert counting.ways == [Way.BOX, Way.PRESS, Way.REPLY]


async def test_an_act_cut_off_by_the_end_of_the_program_is_no_defect(world: World) -> None:
    """Nothing is answered, and no error is logged: the next process goes on."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)

    async def work() -> None:
        await bot.close()
        raise RuntimeError("there are no threads any more")

    await enter(Act(bot, await world.alice.send(world.channel, "hello")), Cost.FREE, work)
    assert world.said() == []
