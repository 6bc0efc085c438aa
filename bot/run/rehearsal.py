"""`kinarow check --rehearse`: what would fail after an upgrade, tried on a copy of the database.

It is brought up to date, every live game in it is read and drawn, and the engine answers one of
each kind. The bot may run on meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Final

from bot.config import Settings
from bot.edge.sending.refusals import reason
from bot.errors import UnreadableGame
from bot.games.opponent import Opponent
from bot.match.session import Bot, GameId, Session
from bot.pool.thinker import Thinker
from bot.run.check import CheckResult
from bot.run.version import build_name
from bot.show import text
from bot.show.page import board_page
from bot.store import Store
from bot.store.migrations import NEWEST
from bot.store.schema.opening import migrate, revision
from engine import Limit

_THINK: Final = Limit(seconds=0.3)
"""How long the engine may think about each move: that it answers counts, not how well."""
_NAMED: Final = 3
"""How many games of those that fail are named."""


async def rehearse(settings: Settings) -> AsyncIterator[CheckResult]:
    """Try a start with these settings, whose database is a copy."""
    yield CheckResult("version", "ok", f"kinarow {build_name()}")
    url = settings.database_url
    before = await revision(url)
    if before is None:
        yield CheckResult("upgrade", "fail", "the copy is empty")
        return
    try:
        await migrate(url)
    except Exception as error:  # whatever it is, the host wants to know before the upgrade
        yield CheckResult("upgrade", "fail", f"from {before} to {NEWEST}: {reason(error)}")
        return
    done = "is up to date" if before == NEWEST else f"was brought from {before} to {NEWEST}"
    yield CheckResult("upgrade", "ok", f"the copy {done}")
    async with Store.open(url) as store:
        numbers = await store.live_numbers()
        found, unread = await _read(store, numbers)
        yield _result("games", "read", numbers, unread)
        drawn = {one.game: partial(_draw, one, settings.prefix) for one in found}
        with text.speaking(settings.language):
            yield _result("boards", "drawn", drawn, await asyncio.to_thread(_failures, drawn))
        kinds = {_kind(one): one for one in found}.values()
        yield _result("moves", "answered", kinds, await _answer(settings, store, kinds))


async def _read(store: Store, numbers: list[GameId]) -> tuple[list[Session], dict[GameId, str]]:
    """The live games, and why some cannot be read."""
    found, failed = list[Session](), dict[GameId, str]()
    for number in numbers:
        try:
            game = await store.find(number)
            found += [game] if game is not None else []
        except UnreadableGame as error:
            cause = error.__cause__
            failed[number] = reason(cause if isinstance(cause, Exception) else error)
    return found, failed


def _draw(session: Session, prefix: str) -> object:
    return board_page(session, prefix)


def _failures(acts: Mapping[GameId, Callable[[], object]]) -> dict[GameId, str]:
    """Why some of these fail."""
    failed = {}
    for game, act in acts.items():
        try:
            act()
        except Exception as error:  # as above
            failed[game] = reason(error)
    return failed


def _kind(session: Session) -> tuple[object, ...]:
    """What decides how the engine answers: rules, its step, and whether an opening is on."""
    seats = (session.x.player, session.o.player)
    steps = [player.step for player in seats if isinstance(player, Bot)]
    return session.rules, *steps, session.is_opening, session.swap, session.bot_to_move


async def _answer(settings: Settings, store: Store, kinds: Iterable[Session]) -> dict[GameId, str]:
    """Why the engine does not answer in some games: with its move, or a hint for a person."""
    failed = {}
    async with Thinker.open(settings.workers) as thinker:
        await thinker.jobs.wait_until_ready()
        opponent = Opponent(thinker, store.skills, store.named, _THINK, Random())
        for session in kinds:
            try:
                if session.bot_to_move:
                    await opponent.answer(session)
                elif session.bot is None or session.is_opening:
                    await opponent.hint(session)
                else:
                    step, seed = session.bot.step, 0
                    await thinker.choose(session.position, step, _THINK, seed)
            except Exception as error:  # as above
                failed[session.game] = reason(error)
    return failed


def _result(
    part: str, done: str, every: Iterable[object], failed: dict[GameId, str]
) -> CheckResult:
    """How many were done, and why which were not."""
    count = len(list(every))
    if not failed:
        return CheckResult(part, "ok", f"all {count} {done}")
    named = [f"game {game}: {why}" for game, why in list(failed.items())[:_NAMED]]
    words = f"{len(failed)} of {count} not {done}: {'; '.join(named)}"
    return CheckResult(part, "fail", words if len(failed) <= _NAMED else f"{words} ...")
