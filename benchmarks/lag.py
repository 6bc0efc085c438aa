"""How long the event loop is delayed while every worker thinks.

    python -m benchmarks.lag [--save]

A probe asks to be woken every 2 ms and notes how much later it is; first with idle
workers, then while two search a 15x15 board. The ratio of the two is the figure to
watch: the times depend on the machine.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Final

from benchmarks import results
from bot.pool.thinker import Thinker
from engine import Limit, Position, Rules

WORKERS: Final = 2
SECONDS: Final = 5.0
PERIOD: Final = 0.002
OPENING: Final = (113, 114, 128, 98, 97, 129)
"""A few stones in the middle of the board."""


async def lags(seconds: float) -> list[float]:
    """How late each wake-up was, in seconds, ascending."""
    late = []
    end = perf_counter() + seconds
    while (start := perf_counter()) < end:
        await asyncio.sleep(PERIOD)
        late.append(perf_counter() - start - PERIOD)
    return sorted(late)


async def think(thinker: Thinker, until: float) -> int:
    """Search one position after another; how many nodes that took."""
    position = Position.from_moves(Rules.parse("gomoku"), OPENING)
    nodes = 0
    while perf_counter() < until:
        nodes += (await thinker.analyse(position, Limit(seconds=1.0))).nodes
    return nodes


async def main() -> None:
    """Measure both in one run and print the table."""
    async with Thinker.open(WORKERS) as thinker:
        await thinker.jobs.wait_until_ready()
        idle = await lags(SECONDS)
        end = perf_counter() + SECONDS
        thoughts = [asyncio.create_task(think(thinker, end)) for _ in range(WORKERS)]
        busy = await lags(SECONDS)
        nodes = sum(await asyncio.gather(*thoughts))
    print(f"{WORKERS} workers, 15x15, {nodes:,} nodes in {SECONDS:g} s")
    print(f"{'lag of the loop':16}{'idle':>10}{'thinking':>10}{'ratio':>8}")
    kept: dict[str, float] = {}
    for name, share in (("median", 0.5), ("p99", 0.99), ("worst", 1.0)):
        a, b = (values[int(share * (len(values) - 1))] for values in (idle, busy))
        print(f"{name:16}{a * 1000:7.2f} ms{b * 1000:7.2f} ms{b / a:8.1f}")
        kept |= {f"{name}, idle": a * 1000, f"{name}, thinking": b * 1000}
    results.save("lag", kept)


if __name__ == "__main__":
    asyncio.run(main())
