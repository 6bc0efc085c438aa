"""How far up a board is, how often Discord is asked, and how long answers change a message."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from bot.edge.sending.traffic import NEAR, RequestPace, Tokens, Traffic
from bot.match.session import ChannelId, MessageId, UserId

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


def test_messages_before_the_answer_to_a_board_count() -> None:
    """Also below the first board; neither what stands above nor what comes twice does."""
    traffic = Traffic()
    for message in (90, 91, BOARD, *range(101, 101 + NEAR), 92, 101 + NEAR - 1):
        traffic.heard(ROOM, MessageId(message))
    traffic.posted(ROOM, BOARD)
    assert traffic.is_near(ROOM, BOARD)
    assert not traffic.is_near(ROOM, BOARD, small=True)
    traffic.heard(ROOM, MessageId(101 + NEAR))
    assert not traffic.is_near(ROOM, BOARD)
    traffic.posted(ROOM, MessageId(200))
    assert traffic.is_near(ROOM, MessageId(200), last=True)
    assert not traffic.is_near(OTHER, BOARD)


def test_a_message_for_one_person_alone_stands_below_the_board_too() -> None:
    """For whoever sees the most of them, until it is deleted."""
    traffic, alice, bob = Traffic(), UserId(1), UserId(2)
    traffic.posted(ROOM, BOARD)
    for message, reader in ((99, alice), (101, alice), (102, bob), (103, alice)):
        traffic.whispered(ROOM, MessageId(message), reader)
    assert traffic.is_near(ROOM, BOARD, small=True)
    assert not traffic.is_near(ROOM, BOARD, last=True)
    traffic.heard(ROOM, MessageId(104))
    assert not traffic.is_near(ROOM, BOARD, small=True)
    traffic.gone(ROOM, MessageId(101))
    assert traffic.is_near(ROOM, BOARD, small=True)


async def test_a_message_is_changed_by_what_made_or_pressed_it() -> None:
    """By its number where it was made, without one where it was pressed."""
    tokens = Tokens(Clock())
    assert tokens.editor(BOARD) is None
    tokens.note(BOARD, interaction(ROOM))
    edit = tokens.editor(BOARD)
    assert edit is not None
    assert cast(Any, await edit(content="x")) == (BOARD, ("content", "x"))
    tokens.note(BOARD, interaction(ROOM), pressed=True)
    edit = tokens.editor(BOARD)
    assert edit is not None
    assert cast(Any, await edit(content="x")) == (("content", "x"),)


def test_only_while_the_token_lives() -> None:
    """A press makes it young again; what is too old is forgotten."""
    clock = Clock()
    tokens = Tokens(clock)
    tokens.note(BOARD, interaction(ROOM))
    clock.now += QUARTER / 2
    tokens.note(BOARD, interaction(ROOM), pressed=True)
    clock.now += QUARTER / 2
    assert tokens.editor(BOARD) is not None
    assert tokens.newest(ROOM) is not None
    clock.now += QUARTER / 2
    assert tokens.editor(BOARD) is None
    assert tokens.newest(ROOM) is None


def test_the_newest_of_a_channel() -> None:
    """Not that of another one."""
    tokens = Tokens(Clock())
    first, second = interaction(ROOM), interaction(ROOM)
    tokens.note(BOARD, first)
    tokens.note(MessageId(101), second)
    tokens.note(MessageId(102), interaction(OTHER))
    assert tokens.newest(ROOM) is second


async def test_requests_keep_a_pace() -> None:
    """The first one goes at once, each later one when those before had their time."""
    loop, pace = asyncio.get_running_loop(), RequestPace(0.01)
    begun, times = loop.time(), list[float]()

    async def ask(requests: int) -> None:
        await pace.turn(requests)
        times.append(loop.time() - begun)

    await asyncio.gather(ask(1), ask(2), ask(1))
    assert times[1] >= 0.01
    assert times[2] >= 0.03
