"""Boards solved from their first move: `python -m benchmarks.proofs` writes docs/proofs.md.

By the search that the bot plays with, one after another. A published value that differs ends the
program with an assertion.
"""

from __future__ import annotations

import argparse
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Final

from bot.match.opening import known_winner
from engine import Limit, Position, Rules, Side, analyse, warm_up

PAGE: Final = Path(__file__).parents[1] / "docs" / "proofs.md"
BOARDS: Final = {
    "Without gravity": (
        "3x3x2 3x3x3 3x4x3 3x5x3 3x8x3 4x4x3 5x5x3 4x4x4 4x5x4 4x6x4 5x5x4 5x6x4 5x7x4 6x6x4 7x7x4"
        " 8x8x4 4x7x4 4x6x5 4x7x5 5x5x5 5x6x5 5x8x5 6x6x5 6x7x5 6x8x5 7x7x5 7x7x6 8x8x7"
    ),
    "Without gravity, with patience": "4x8x4 4x9x4",
    "With gravity": (
        "3x4x3g 3x5x3g 3x6x3g 3x7x3g 3x8x3g 4x4x3g 4x5x3g 4x6x3g 4x7x3g 4x8x3g 5x4x3g 5x5x3g"
        " 5x6x3g 5x7x3g 6x4x3g 6x5x3g 6x6x3g 7x4x3g 7x5x3g 8x4x3g 4x4x4g 4x5x4g 4x6x4g 4x7x4g"
        " 4x8x4g 5x4x4g 5x5x4g 5x6x4g 6x4x4g 6x5x4g 6x6x4g 6x7x4g"
    ),
    "Misère: whoever completes a line loses": (
        "3x3 misere;3x3x3g misere;3x4x3 misere;3x4x3g misere;4x4x3g misere;4x4x4g misere"
    ),
}
"""By heading; rows x columns x goal, g with gravity."""
_PATIENCE: Final = 6
"""How many times as many nodes are allowed for boards that take patience."""


def boards(heading: str) -> list[str]:
    """The games under a heading."""
    listed = BOARDS[heading]
    return listed.split(";" if ";" in listed else " ")


def solve(game: str, nodes: int) -> str:
    """A row of the table."""
    rules = Rules.parse(game)
    begun = process_time()
    analysis = analyse(Position.start(rules), Limit(nodes=nodes), every=False)
    spent = process_time() - begun
    verdict = analysis.verdict
    known = known_winner(rules)
    if verdict.value is not None:
        value = {"win": Side.X, "loss": Side.O, "draw": None}[verdict.value]
        assert value is known, f"{game}: {verdict} against {known}"
    words = {"win": "first player wins", "loss": "second player wins", "draw": "draw"}
    told = words[verdict.value] if verdict.value else "not proved"
    plies = str(verdict.plies) if verdict.plies and verdict.value != "draw" else ""
    return f"| `kinarow solve '{game}'` | {told} | {plies} | {analysis.nodes:,} | {spent:.2f} s |"


def written(nodes: int) -> str:
    """The page."""
    about = f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}"
    lines = [_HEAD.format(nodes=nodes, patience=_PATIENCE, about=about)]
    for heading in BOARDS:
        lines += ["", f"## {heading}", "", "| board | value | plies | nodes | CPU |"]
        lines.append("|---|---|--:|--:|--:|")
        allowed = nodes * (_PATIENCE if heading.endswith("patience") else 1)
        for game in boards(heading):
            lines.append(solve(game, allowed))
            print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join([*lines, ""])


_HEAD: Final = """\
# What is proved

Boards that the engine solves from their first move, by the search that the bot plays with,
written by `python -m benchmarks.proofs`. The command in a row solves that board again. *Plies*
counts the moves of both sides until the end; draws end with a full board. Connect Four itself comes
out of the book. What is not proved within {nodes:,} nodes is said to be so; a win whose distance
is not proved within them has none in its row, and its nodes went to the search for it.

A board that takes patience is allowed {patience} times as many; the command needs time for them:
`kinarow solve 4x9x4 --seconds 60`. With `--seconds 600` that one is won in 23 plies (493 million
nodes, six minutes).

Every value agrees with the published one where there is one: L. V. Allis (1988, 1994),
J. Tromp (boards with gravity), J. W. H. M. Uiterwijk and H. J. van den Herik (2000). Where the bot
tells who wins it says which it goes by: *own proof* for the boards below, the paper for all others.

{about}."""


def main() -> None:
    """Solve them all and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proofs")
    parser.add_argument("--nodes", type=int, default=10_000_000, help="for a board, at most")
    options = parser.parse_args()
    warm_up()
    page = written(options.nodes)
    PAGE.write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
