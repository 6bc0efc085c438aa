"""A copy of all that is stored of a person, sent to that person alone."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.features.mydata import feature
from bot.features.mydata.feature import document
from bot.features.mydata.text import MY_DATA, SENT, MyDataProblem
from bot.match.session import UserId
from tests.bot.discord.world import World, said, sentence


async def sent(world: World) -> dict[str, Any]:
    """What stands in the file that alice has been sent last."""
    (file,) = world.alice.user.dm_channel.history()[-1].attachments
    data = await file.read()
    told = json.loads(gzip.decompress(data) if file.filename.endswith(".gz") else data)
    assert isinstance(told, dict)
    return told


async def test_the_file_comes_by_direct_message(world: World) -> None:
    """However it is asked for; the channel reads only that it has come."""
    await world.pair("bo3 casual")
    await world.say("5", "bob: 1", "bob: !ttt block @alice", "!ttt notify on")
    assert await world.say("!ttt mydata") == [str(SENT)]
    told = await sent(world)
    assert (told["format"], told["user_id"]) == (1, str(world.alice.id))
    assert [move["move"] for move in told["tables"]["moves"]] == [5, 1]
    (game,) = told["tables"]["games"]
    assert (game["series"], game["x_points"], game["casual"]) == ("bo3", 0, True)
    assert told["tables"]["notify_choices"] == [{"user_id": str(world.alice.id), "way": "on"}]
    assert "blocks" not in told["tables"], "that bob has blocked her is his"


async def test_it_is_sent_to_whoever_presses(world: World) -> None:
    """The button stands under what is told of privacy; only they see the answer."""
    await world.say("bob: !ttt style text", "bob: !ttt privacy", "!ttt style image")
    pressed = await world.alice.click(world.newest(MY_DATA), label=MY_DATA)
    assert pressed.ephemeral
    assert list(said(pressed).values()) == [str(SENT)]
    (style,) = (await sent(world))["tables"]["styles"]
    assert style["style"] == "image"


async def test_in_direct_messages_the_file_is_the_answer(world: World) -> None:
    """It is there already."""
    await world.alice.send_dm("!ttt mydata")
    assert (await sent(world))["tables"] == {}
    assert str(SENT) not in world.told(world.alice)


async def test_a_file_that_no_direct_message_takes_goes_nowhere(world: World) -> None:
    """Nobody else gets the file."""
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=1)
    assert await world.say("!ttt mydata") == [sentence(MyDataProblem.NO_MESSAGES)]


async def test_a_large_file_is_packed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Since Discord takes no more."""
    monkeypatch.setattr(feature, "_LARGEST", 10)
    await world.say("!ttt style text", "!ttt mydata")
    (file,) = world.alice.user.dm_channel.history()[-1].attachments
    assert file.filename == "kinarow.json.gz"
    assert "styles" in (await sent(world))["tables"]


def test_names_stand_in_it_as_they_are() -> None:
    """In letters of any alphabet."""
    told = document(
        UserId(7), datetime(2026, 1, 1, tzinfo=UTC), {"games": [{"x_name": "Ålice 🎲"}]}
    )
    assert "Ålice 🎲" in told.decode()
