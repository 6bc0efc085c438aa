"""What happens around each callback of a cog: it is paid for, and errors are answered."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, TypeVar, cast

from bot.edge.act import Act
from bot.edge.cog.cog import GameCog
from bot.edge.door import enter
from bot.edge.places import Source
from bot.pool.cooldowns import Cost

Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])


def replies_to_errors(callback: Callback) -> Callback:
    """Decorate a callback of a cog that costs as much as a press, see `replying`."""
    return replying(Cost.PRESS)(callback)


def replying(cost: Cost) -> Callable[[Callback], Callback]:
    """Decorate a callback of a cog: it is paid for, and its errors are answered (`enter`)."""

    def decorate(callback: Callback) -> Callback:
        @wraps(callback)
        async def wrapped(cog: GameCog, source: Source, /, *args: Any, **kwargs: Any) -> None:
            work = partial(callback, cog, source, *args, **kwargs)
            await enter(Act(cog.bot, source), cost, work)

        return cast(Callback, wrapped)

    return decorate
