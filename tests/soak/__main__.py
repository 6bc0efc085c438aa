"""The command line of the soak: `python -m tests.soak --hours 2 --seed 7`."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from dataclasses import fields
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from engine import warm_up
from tests.soak.figures import Figures
from tests.soak.plan import Plan
from tests.soak.soak import soak

_MINUTE: Final = 60.0
_FOREVER: Final = 24 * 365.0


async def main(options: argparse.Namespace) -> int:
    """Soak, tell how it goes, and write the last figures; 1 if anything was wrong."""
    given = {field.name: getattr(options, field.name, None) for field in fields(Plan)}
    known = {name: value for name, value in given.items() if value is not None}
    plan = Plan(**{**known, "seconds": options.hours * 3600})
    folder, figures, over = Path(mkdtemp(prefix="kinarow-soak-")), Figures(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for broken_off in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(broken_off, over.set)
    print(f"{plan}; logs are in {folder}; Ctrl+C ends it in order")
    telling = asyncio.create_task(_tell(figures, save=options.save))
    try:
        await soak(plan, folder, figures, over)
    finally:
        telling.cancel()
        print(figures.table())
        for words, number in figures.refused.most_common():
            print(f"refused {number} times: {words}")
        if options.save:
            figures.write()
    for wrong in figures.wrong:
        print(f"WRONG: {wrong}")
    return 1 if figures.wrong else 0


async def _tell(figures: Figures, *, save: bool) -> None:
    """Print once a minute how it goes, and what is wrong at once."""
    told = 0
    while True:
        await asyncio.sleep(_MINUTE)
        for wrong in figures.wrong[told:]:
            print(f"WRONG: {wrong}")
        told = len(figures.wrong)
        moves, blows = figures.moves.total(), figures.blows.total()
        print(
            f"{figures.hours * 60:.0f} min: {moves} moves, {blows} blows, {told} wrong", flush=True
        )
        if save:
            figures.write()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--hours", type=float, default=_FOREVER)
    parser.add_argument("--save", action="store_true", help="write the figures into docs")
    for field in fields(Plan)[1:]:
        kind = int if isinstance(field.default, int) else float
        parser.add_argument(f"--{field.name}", type=kind)
    options = parser.parse_args()
    warm_up()
    sys.exit(asyncio.run(main(options)))
