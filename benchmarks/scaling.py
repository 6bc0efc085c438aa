"""What the parts of a larger set-up cost: `python -m benchmarks.scaling`.

Round trips to the engine in a process here and, with `--engine tcp://...`, in a cluster;
moves stored in SQLite and, with `--database postgresql+asyncpg://...`, on a server whose
database is empty and may be filled. Ratios within one run are the figures to watch.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bot.client.services import COMPANIONS, DELETIONS
from bot.match.session import Bot, ChannelId, Person, Seat, Session, UserId, moves
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Level, Limit, Position, Rules

ROUNDS: Final = 200
AT_ONCE: Final = 50
QUESTION: Final = Position.from_moves(Rules.parse("tictactoe"), [5])
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


async def milliseconds(act: Callable[[int], Awaitable[object]]) -> float:
    """The median time of an act, one after the other."""
    times = []
    for number in range(ROUNDS):
        start = perf_counter()
        await act(number)
        times.append(perf_counter() - start)
    return 1000 * median(times)


async def ask(engine: str | None) -> float:
    """A question to the engine that is answered from memory."""
    async with Thinker.open(1, engine) as thinker:
        await thinker.jobs.wait_until_ready()
        return await milliseconds(lambda n: thinker.choose(QUESTION, Level.EASY, Limit(nodes=1), n))


async def keep(url: str) -> tuple[float, float]:
    """A move stored, in milliseconds; and moves a second of many games at once."""
    async with Store.open(url, DELETIONS, COMPANIONS) as store:
        games = [await store.create(game(number)) for number in range(AT_ONCE)]
        session = games[0]

        async def switch(_: int) -> None:
            nonlocal session
            session = await store.save(session, replace(session, assisted=not session.assisted))

        alone = await milliseconds(switch)
        start = perf_counter()
        await asyncio.gather(*(play_out(store, each) for each in games[1:]))
        moves = 9 * (AT_ONCE - 1)
        return alone, moves / (perf_counter() - start)


async def play_out(store: Store, session: Session) -> None:
    """A whole drawn game, each move stored."""
    for move in (5, 1, 9, 3, 2, 8, 4, 6, 7):
        player = session.to_move
        after = moves.play(session, player.id, move) if isinstance(player, Person) else None
        session = await store.save(session, after or moves.play_bot(session, move))


def game(channel: int) -> Session:
    """A game against the bot that nobody has touched."""
    person = Person(UserId(1), "somebody")
    start = Position.start(Rules.parse("tictactoe"))
    return Session(ChannelId(channel + 1), None, Seat(person), Seat(Bot(Level.EASY)), start, NOW)


async def main() -> None:
    """Measure what is there and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling")
    parser.add_argument("--engine", help="a Dask scheduler, tcp://host:port")
    parser.add_argument("--database", help="an empty database, postgresql+asyncpg://...")
    options = parser.parse_args()
    here = await ask(None)
    print(f"a question to a process here     {here:7.2f} ms")
    if options.engine:
        there = await ask(options.engine)
        print(f"the same to the cluster          {there:7.2f} ms, {there / here:.1f} times")
    with TemporaryDirectory() as folder:
        alone, together = await keep(f"sqlite+aiosqlite:///{Path(folder) / 'games.db'}")
    print(f"a change stored in SQLite        {alone:7.2f} ms, {together:5.0f} moves/s at most")
    if options.database:
        slow, many = await keep(options.database)
        print(f"the same on the server           {slow:7.2f} ms, {many:5.0f} moves/s at most")
        print(f"server to SQLite                 {slow / alone:7.1f}    , {many / together:5.1f}")


if __name__ == "__main__":
    asyncio.run(main())
