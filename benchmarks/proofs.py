"""Boards solved from their first move: `python -m benchmarks.proofs` writes docs/proofs.md.

By the search that the bot plays with, one after another. It also writes what the bot says of these
boards (bot/match/solved.txt). A published value that differs ends the program with an assertion.
"""

from __future__ import annotations

import argparse
import platform
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from time import process_time
from typing import Final

from bot.match import solved
from engine import MAX_SIDE, MIN_SIDE, PRESETS, Limit, Position, Rules, Variant, analyse, warm_up

PAGE: Final = Path(__file__).parents[1] / "docs" / "proofs.md"
_PATIENT: Final = "Without gravity, with patience"
_FALLING: Final = "With gravity"
_MISERE: Final = "Misère: whoever completes a line loses"
_TORUS: Final = "On a torus: rows go on over the edges"
_CUBE: Final = "In a cube"
_VANISHING: Final = "Vanishing: of each side three marks stay"
BOARDS: Final = {
    "Without gravity": (
        "3x3x2 3x3x3 3x4x3 3x5x3 3x8x3 4x4x3 5x5x3 4x4x4 4x5x4 4x6x4 5x5x4 5x6x4 5x7x4 6x6x4 7x7x4"
        " 8x8x4 4x7x4 4x6x5 4x7x5 5x5x5 5x6x5 5x8x5 6x6x5 6x7x5 6x8x5 7x7x5 7x7x6 8x8x7"
    ),
    _PATIENT: "4x8x4 4x9x4",
    _FALLING: "3x6x3g 3x7x3g 3x8x3g 4x5x3g 4x6x3g 4x7x3g 4x8x3g 5x4x3g 5x5x3g 5x6x3g 5x7x3g 6x4x3g"
    " 6x5x3g 6x6x3g 7x4x3g 7x5x3g 8x4x3g",
    _MISERE: "",
    _VANISHING: "",
    _TORUS: "",
    _CUBE: "",
}
"""By heading, beside the boards that are listed by their size; g with gravity."""
_PATIENCE: Final = 6
"""How many times as many nodes are allowed for boards that take patience."""
_SMALL: Final = 16
"""Of all boards with so many cells each with gravity is solved, and each in misère."""
_LARGEST: Final = 42
"""So many cells have the largest boards of four in a row with gravity: those of Connect Four."""


def boards(heading: str) -> list[str]:
    """The games under a heading, those that are listed by their size first."""
    sizes = list(product(range(MIN_SIDE, MAX_SIDE + 1), repeat=2))
    small = [(r, c, goal) for r, c in sizes if r * c <= _SMALL for goal in range(3, max(r, c) + 1)]
    found: list[Rules] = []
    if heading == _FALLING:
        found = [Rules(*board, gravity=True) for board in small]
        whole = [(r, c) for r, c in sizes if min(r, c) >= 4 and _SMALL < r * c <= _LARGEST]
        found += [Rules(rows, columns, 4, gravity=True) for rows, columns in whole]
    elif heading == _MISERE:
        found = [Rules(*board, misere=True) for board in small if board[0] <= board[1]]
        found += [Rules(*board, gravity=True, misere=True) for board in small]
    elif heading == _VANISHING:
        found = [PRESETS["vanishing"]]
    elif heading == _TORUS:
        sizes = [(r, c, goal) for r, c, goal in product(range(3, 6), range(3, 6), (3, 4, 5))]
        fitting = [board for board in sizes if board[0] <= board[1] and board[2] <= board[1]]
        found = [Rules(r, c, k, variant=Variant.TORUS) for r, c, k in (*fitting, (6, 6, 4))]
    elif heading == _CUBE:
        found = [PRESETS["3d"], replace(PRESETS["3d"], gravity=True)]
    return [*map(str, found), *BOARDS[heading].split()]


def solve(game: str, nodes: int) -> tuple[str, str]:
    """A row of the table, and the word for the value: "" where it is not proved."""
    rules = Rules.parse(game)
    begun = process_time()
    analysis = analyse(Position.start(rules), Limit(nodes=nodes), every=False)
    spent = process_time() - begun
    verdict = analysis.verdict
    word = {"win": "first", "loss": "second", "draw": "draw", None: ""}[verdict.value]
    if word and (known := solved.known_result(rules)) is not None:
        assert solved.VALUES[word] is known.winner, f"{game}: {verdict} against {known}"
    told = {"": "not proved", "draw": "draw"}.get(word, f"{word} player wins")
    plies = str(verdict.plies) if verdict.plies and verdict.value != "draw" else ""
    row = f"| `kinarow solve '{game}'` | {told} | {plies} | {analysis.nodes:,} | {spent:.2f} s |"
    return row, word


def written(nodes: int) -> tuple[str, str]:
    """The page, and the file of what the bot says."""
    about = f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}"
    lines = [_HEAD.format(nodes=nodes, patience=_PATIENCE, about=about)]
    values = [_SOLVED]
    for heading in BOARDS:
        lines += ["", f"## {heading}", "", "| board | value | plies | nodes | CPU |"]
        lines.append("|---|---|--:|--:|--:|")
        allowed = nodes * (_PATIENCE if heading == _PATIENT else 1)
        for game in boards(heading):
            row, word = solve(game, allowed)
            lines.append(row)
            values += [f"{game} {word}"] if word else []
            print(row, file=sys.stderr, flush=True)
    return "\n".join([*lines, ""]), "\n".join([*values, ""])


_SOLVED: Final = """\
# Who wins with best play, as the engine has proved: first, second, or a draw.
# Written by `python -m benchmarks.proofs`, from the proofs of docs/proofs.md."""


_HEAD: Final = """\
# What is proved

Boards that the engine solves from their first move, by the search that the bot plays with,
written by `python -m benchmarks.proofs`. The command in a row solves that board again. *Plies*
counts the moves of both sides until the end; draws end with a full board. Connect Four and the
largest boards beside it come out of their books. What is not proved within {nodes:,} nodes is said
to be so; a win whose distance is not proved within them has none in its row, and its nodes went to
the search for it.

A board that takes patience is allowed {patience} times as many; the command needs time for them:
`kinarow solve 4x9x4 --seconds 60`. With `--seconds 600` that one is won in 23 plies (493 million
nodes, six minutes).

Every value agrees with the published one where there is one: L. V. Allis (1988, 1994),
J. Tromp (boards with gravity), J. W. H. M. Uiterwijk and H. J. van den Herik (2000). Where the bot
tells who wins it says which it goes by: *own proof* for the boards below, the paper for all others.

{about}."""


def main() -> None:
    """Solve them all, and write the page and the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proofs")
    parser.add_argument("--nodes", type=int, default=10_000_000, help="for a board, at most")
    options = parser.parse_args()
    warm_up()
    page, values = written(options.nodes)
    PAGE.write_text(page, encoding="utf-8")
    Path(solved.__file__).with_name(solved.FILE).write_text(values, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
