"""For how long a message can be changed where the bot may only answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.edge.screens.answers import Answers
from bot.match.session import ChannelId, MessageId

ROOM, OTHER = ChannelId(7), ChannelId(8)
BOARD = MessageId(100)
QUARTER = 15 * 60.0
"""The seconds for which Discord takes answers."""


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        """What time it is."""
        return self.now


def interaction(channel: ChannelId) -> Any:
    """What an answer needs of an interaction of Discord."""

    async def edit(*arguments: object, **changes: object) -> tuple[object, ...]:
        return (*arguments, *changes.items())

    return SimpleNamespace(
        channel_id=channel,
        edit_original_response=edit,
        followup=SimpleNamespace(edit_message=edit),
    )


async def test_a_message_is_changed_by_what_made_or_pressed_it() -> None:
    """By its number where it was made, without one where it was pressed."""
    answers = Answers(Clock())
    assert answers.editor(BOARD) is None
    answers.note(BOARD, interaction(ROOM))
    edit = answers.editor(BOARD)
    assert edit is not None
    assert cast(Any, await edit(content="x")) == (BOARD, ("content", "x"))
    answers.note(BOARD, interaction(ROOM), pressed=True)
    edit = answers.editor(BOARD)
    assert edit is not None
    assert cast(Any, await edit(content="x")) == (("content", "x"),)


def test_only_while_the_token_lives() -> None:
    """A press makes it young again; what is too old is forgotten."""
    clock = Clock()
    answers = Answers(clock)
    answers.note(BOARD, interaction(ROOM))
    clock.now += QUARTER / 2
    answers.note(BOARD, interaction(ROOM), pressed=True)
    clock.now += QUARTER / 2
    assert answers.editor(BOARD) is not None
    assert answers.newest(ROOM) is not None
    clock.now += QUARTER / 2
    assert answers.editor(BOARD) is None
    assert answers.newest(ROOM) is None


def test_the_newest_of_a_channel() -> None:
    """Not that of another one."""
    answers = Answers(Clock())
    first, second = interaction(ROOM), interaction(ROOM)
    answers.note(BOARD, first)
    answers.note(MessageId(101), second)
    answers.note(MessageId(102), interaction(OTHER))
    assert answers.newest(ROOM) is second
