"""What happens around each callback of a cog: it is paid for, and errors are answered."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar, cast

from bot.edge.cog.apologies import apologise
from bot.edge.cog.cog import GameCog
from bot.edge.places import Source, user_at
from bot.edge.sending import UNSENT
from bot.errors import EngineCompiling, KinarowError, Problem, UserError
from bot.match.session import ChannelId
from bot.monitoring.logs import set_log_context
from bot.pool.cooldowns import Cost

log = logging.getLogger(__name__)

Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])


def replies_to_errors(callback: Callback) -> Callback:
    """Decorate a callback of a cog that costs as much as a press, see `replying`."""
    return replying(Cost.PRESS)(callback)


def replying(cost: Cost) -> Callable[[Callback], Callback]:
    """Decorate a callback of a cog: an error that it raises is logged and answered.

    The person gets one sentence. Answers are in the language of the channel or of the person.
    It is not called for who has asked for too much: they are told now and then.
    """
    return lambda callback: _replying(callback, cost)


def _replying(callback: Callback, cost: Cost) -> Callback:
    @wraps(callback)
    async def wrapped(cog: GameCog, source: Source, /, *args: Any, **kwargs: Any) -> None:
        set_log_context(ChannelId(source.channel.id if source.channel else 0))
        with cog.bot.in_flight, cog.bot.languages.answering(source):
            try:
                cog.charge(source, cost)
                if cost is not Cost.FREE:
                    await cog.take_turn(source)
                await _charged_if_refused(cog, source, cost, callback(cog, source, *args, **kwargs))
            except Exception as error:
                if not _is_answered(cog, source, error):
                    return
                if cog.bot.is_closed():  # nothing can be answered, and the next process goes on
                    log.info("broken off by the end of the program: %r", error)
                    return
                _note(cog, error)
                await apologise(cog, source, error)

    return cast(Callback, wrapped)


async def _charged_if_refused(
    cog: GameCog, source: Source, cost: Cost, work: Coroutine[Any, Any, None]
) -> None:
    """What is free costs as much as a command if it gets a refusal for an answer."""
    try:
        await work
    except UserError as error:
        if cost is Cost.FREE and error.problem is not Problem.TOO_FAST:
            cog.charge(source, Cost.COMMAND)
            await cog.take_turn(source)
        raise


def _is_answered(cog: GameCog, source: Source, error: Exception) -> bool:
    """Whether a person is told of an error: who asks for too much not each time."""
    if not isinstance(error, UserError) or error.problem is not Problem.TOO_FAST:
        return True
    person = user_at(source)
    return person is not None and cog.bot.cooldowns.may_tell(person)


def _note(cog: GameCog, error: Exception) -> None:
    """Log and count an error that is being handled, unless it is the person's own."""
    if isinstance(error, UserError | EngineCompiling):
        return
    if isinstance(error, (KinarowError, *UNSENT)):
        log.warning("%r", error)
    else:
        log.exception("a defect")
    cog.bot.metrics.failed(error)
