"""How the search grows with the board: `python -m benchmarks.growth` fills docs/engine.md.

The same four stones in the middle of boards from 5x5 to 19x19, each thought about for as long in a
process of its own, so that its memory can be told. Nodes are counted per CPU time: a busy machine
makes the search shallower, not slower.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import subprocess
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Final

from engine import Limit, Position, Rules, analyse, warm_up

PAGE: Final = Path(__file__).parents[1] / "docs" / "engine.md"
BEGIN: Final = "<!-- growth: written by python -m benchmarks.growth -->"
END: Final = "<!-- end of growth -->"
"""What stands between these two lines of the page is written anew."""
BOARDS: Final = ("5x5x4", "7x7x5", "9x9x5", "11x11x5", "13x13x5", "15x15x5", "17x17x5", "19x19x5")
_LEAST: Final = 0.1
"""Seconds below which a speed says nothing."""
_MEGABYTE: Final = 1 << (20 if sys.platform == "darwin" else 10)
"""In the unit that getrusage counts memory in."""


@dataclass(frozen=True)
class Growth:
    """What a search came to; the memory is that of its process, in megabytes, at the most."""

    board: str
    value: str | None
    depth: int
    nodes: int
    spent: float
    memory: float

    def row(self) -> str:
        """A row of the table."""
        depth = f"proved: {self.value}" if self.value else str(self.depth)
        speed = f"{self.nodes / self.spent:,.0f}" if self.spent > _LEAST else "at once"
        return f"| {self.board} | {depth} | {speed} | {self.memory:.0f} MB |"


def opening(rules: Rules) -> Position:
    """Two stones of either side round the middle."""
    middle, columns = (rules.cells + 1) // 2, rules.columns
    steps = (0, 1, 1 - columns, 1 + columns)
    return Position.from_moves(rules, [middle + step for step in steps])


def measured(board: str, seconds: float) -> Growth:
    """Think about one board in this process."""
    position = opening(Rules.parse(board))
    warm_up()
    analyse(position, Limit(nodes=100), every=False)
    begun = process_time()
    analysis = analyse(position, Limit(seconds=seconds), every=False)
    spent = process_time() - begun
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE
    return Growth(board, analysis.verdict.value, analysis.depth, analysis.nodes, spent, memory)


def apart(board: str, seconds: float) -> Growth:
    """Measure a board in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", "--board", board]
    done = subprocess.run(
        [*command, "--seconds", str(seconds)], stdout=subprocess.PIPE, text=True, check=True
    )
    return Growth(**json.loads(done.stdout))


def table(found: list[Growth], seconds: float) -> str:
    """What stands between the two lines."""
    about = f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}"
    return "\n".join(
        [
            "",
            f"{seconds:g} seconds on the same four stones in the middle; memory is that of a "
            f"worker, all tables included. {about}.",
            "",
            "| board | depth | nodes/s | memory |",
            "|---|--:|--:|--:|",
            *(growth.row() for growth in found),
            "",
        ]
    )


def filled(page: str, written: str) -> str:
    """The page with the table in its place."""
    before, _, rest = page.partition(f"{BEGIN}\n")
    _, _, after = rest.partition(f"{END}\n")
    assert rest, "the page has no place for the table"
    return f"{before}{BEGIN}\n{written}\n{END}\n{after}"


def main() -> None:
    """Measure one board, or all and write the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("--board", choices=BOARDS, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=2.0, help="for a board")
    parser.add_argument("--print", action="store_true", help="leave the page as it is")
    options = parser.parse_args()
    if options.board:
        print(json.dumps(asdict(measured(options.board, options.seconds))))
        return
    found = [apart(board, options.seconds) for board in BOARDS]
    written = table(found, options.seconds)
    print(written)
    if not options.print:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(filled(page, written), encoding="utf-8")


if __name__ == "__main__":
    main()
