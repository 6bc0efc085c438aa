"""Whether commands have changed: what Discord adds of its own is none, any other word is one."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from bot.client.application import are_same

OPTION = {
    "type": 3,
    "name": "level",
    "description": "how strong",
    "required": True,
    "min_length": 0,
    "choices": [{"name": "easy", "value": "easy"}, {"name": "hard", "value": ""}],
    "name_localizations": {},
    "description_localizations": {"de": "wie stark"},
}
COMMAND: dict[str, Any] = {
    "name": "ttt",
    "type": 1,
    "description": "play",
    "nsfw": False,
    "dm_permission": True,
    "default_member_permissions": None,
    "contexts": [0, 1, 2],
    "integration_types": [0, 1],
    "options": [{"type": 1, "name": "start", "description": "a game", "options": [OPTION]}],
}


def changed(part: Any) -> Iterator[Any]:
    """A value, each time with another of its parts changed."""
    match part:
        case dict():
            for key in part:
                for other in changed(part[key]):
                    yield {**part, key: other}
        case list():
            for number, item in enumerate(part):
                for other in changed(item):
                    yield [*part[:number], other, *part[number + 1 :]]
            if len(part) > 1:
                yield part[1:]
        case bool():
            yield not part
        case None:
            yield "32"
        case int():
            yield part + 1
        case str():
            yield part + "x"


def test_fields_that_discord_adds_are_no_change() -> None:
    """Ids, versions, nulls and defaults, and another order of the commands."""
    theirs = deepcopy(COMMAND) | {"id": "1", "version": "2", "guild_id": None}
    theirs["options"][0] |= {"name_localizations": None, "required": False}
    theirs["options"][0]["options"][0] |= {"autocomplete": False, "id": "3"}
    other = {"name": "train", "type": 1, "description": "solve"}
    assert are_same([COMMAND, other], [other, theirs])


def test_any_other_difference_is_a_change() -> None:
    """Whatever part of a command is another one."""
    others = list(changed(COMMAND))
    assert len(others) > 20
    assert [other for other in others if are_same([COMMAND], [other])] == []


def test_more_places_than_before_are_a_change() -> None:
    """A command that may be used in more places than Discord makes of silence has to be sent."""
    silent = {**COMMAND, "integration_types": None, "contexts": None}
    assert are_same([silent], [{**COMMAND, "integration_types": [0]}])
    assert not are_same([COMMAND], [{**COMMAND, "integration_types": [0]}])
    assert not are_same([silent], [{**COMMAND, "integration_types": [1]}])


def test_a_command_more_or_less_is_a_change() -> None:
    """Discord may have one that was retired, or lack a new one."""
    assert not are_same([COMMAND], [])
    assert not are_same([COMMAND], [COMMAND, {**COMMAND, "name": "old"}])
