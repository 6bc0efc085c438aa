"""One odd answer costs one message its buttons; several say something of a server, for a while."""

from __future__ import annotations

import pytest

from bot.edge.recent import ButtonsTaken


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        """The seconds."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock."""
    return Clock()


@pytest.fixture
def buttons(clock: Clock) -> ButtonsTaken:
    """A server that has taken buttons before."""
    buttons = ButtonsTaken(clock)
    buttons.accepted()
    return buttons


def test_few_refusals_say_nothing_of_a_server(buttons: ButtonsTaken) -> None:
    """Nor do many in one channel, nor many with a message between that has its buttons."""
    assert not any(buttons.refused(channel) for channel in (1, 2))
    buttons.accepted()
    assert not any(buttons.refused(1) for _ in range(20))
    assert (buttons.taken, buttons.may_try) == (True, True)


def test_several_in_a_row_from_several_channels_do(buttons: ButtonsTaken, clock: Clock) -> None:
    """Buttons are left out then, tried again after growing pauses, and back after one success."""
    assert [buttons.refused(channel) for channel in (1, 1, 2)] == [False, False, True]
    assert (buttons.taken, buttons.may_try) == (False, False)
    clock.now += 600
    assert (buttons.taken, buttons.may_try) == (False, True)
    assert buttons.refused(1)
    clock.now += 600
    assert (buttons.taken, buttons.may_try) == (False, False)
    clock.now += 600
    assert (buttons.taken, buttons.may_try) == (False, True)
    buttons.accepted()
    assert (buttons.taken, buttons.may_try) == (True, True)
    assert not buttons.refused(1)


def test_a_server_that_never_took_any_is_known_by_one_channel(clock: Clock) -> None:
    """There may be no other."""
    buttons = ButtonsTaken(clock)
    assert [buttons.refused(1) for _ in range(3)] == [False, False, True]
