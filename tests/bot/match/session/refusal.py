"""The refusal that an act meets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.errors import UserError

Act = Callable[[], object]


def refusal(act: Act) -> UserError:
    """The error that an act meets."""
    with pytest.raises(UserError) as caught:
        act()
    return caught.value
