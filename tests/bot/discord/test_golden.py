"""What Discord and its messages keep of the bot stays as it is: commands, and ids once posted."""

from __future__ import annotations

import json

from bot.client.bot import Kinarow
from bot.edge.discord_internals.requests import command_payloads
from bot.edge.ways import GROUP
from bot.show.text.words import LISTED
from tests.bot.discord import conftest
from tests.bot.discord.golden import FOLDER, ids, outline
from tests.bot.discord.ids import box_patterns, button_patterns
from tests.bot.discord.world import World
from tests.bot.waiting import until


async def test_the_slash_commands_are_as_kept(world: World) -> None:
    """Those below `/ttt` in the same order, too: Discord is told of nothing that it has already."""
    await until(lambda: bool(conftest.COMMANDS))
    ours = sorted(conftest.COMMANDS, key=lambda command: (command["name"], command["type"]))
    commands = json.dumps(outline(ours), indent=1, ensure_ascii=False) + "\n"
    file = FOLDER / "slash.json"
    if not file.exists():
        file.write_text(commands, encoding="utf-8")
        raise AssertionError("written anew: read the difference")
    assert commands == file.read_text(encoding="utf-8")


async def test_a_slash_command_without_a_place_comes_last(world: World) -> None:
    """A new one is uploaded below the others, with nothing said of it."""
    first, *others = LISTED
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    payloads = await command_payloads(bot, GROUP, others)
    (group,) = (command for command in payloads if command["name"] == GROUP)
    assert [command["name"] for command in group["options"]] == [*others, first]


def test_each_button_that_was_ever_posted_is_read_in_one_way() -> None:
    """Boards stay in channels for years, and two ways would both answer a press."""
    for id_ in ids("button_ids"):
        assert len([pattern for pattern in button_patterns() if pattern.fullmatch(id_)]) == 1, id_


def test_each_kind_of_button_is_kept() -> None:
    """One that is new has a line in the file."""
    for pattern in button_patterns():
        assert any(map(pattern.fullmatch, ids("button_ids"))), pattern


def test_each_box_is_read_in_one_way() -> None:
    """One that was opened before a restart may be sent after it."""
    boxes = box_patterns()
    found = [[box for box in boxes if box.fullmatch(id_)] for id_ in ids("box_ids")]
    assert [len(one) for one in found] == [1] * len(found)
    assert {one[0] for one in found} == set(boxes)
