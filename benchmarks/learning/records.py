"""Games that were played to learn from, kept in a file of one JSON array a line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from engine import warm_up

UNKNOWN: Final = 2
"""The result of a game that was given up."""


@dataclass(frozen=True)
class Look:
    """What a search says of one position of a game, or of one beside it.

    `value` is in points, for the side to move: the mean of the last two iterations, since one sees
    to an even depth where the other sees to an odd one.
    """

    ply: int
    """How many moves of the game stand on the board."""
    aside: int
    """A cell with a stone more, -1 for none."""
    value: int
    best: int
    """The cell that the search prefers, -1 where it tells none."""


@dataclass(frozen=True)
class Game:
    """A game: how many plies opened it, its cells, and 1 where X won, -1 where O did, 0 a draw."""

    board: str
    """Its rules, as `Rules.parse` reads them."""
    number: int
    start: int
    cells: tuple[int, ...]
    result: int
    looks: tuple[Look, ...]


def written(game: Game) -> str:
    """A game as a line of JSON."""
    looks = [[look.ply, look.aside, look.value, look.best] for look in game.looks]
    facts = [game.board, game.number, game.start, game.cells, game.result, looks]
    return json.dumps(facts, separators=(",", ":"))


def read(file: Path) -> Iterator[Game]:
    """The games of a file; a last line that was cut off is left out."""
    if file.exists():
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                if line.endswith("\n"):
                    board, number, start, cells, result, looks = json.loads(line)
                    looked = tuple(Look(*look) for look in looks)
                    yield Game(board, number, start, tuple(cells), result, looked)


def arguments_of(program: str) -> argparse.ArgumentParser:
    """What a program that plays games, and fits weights to them, is told."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}")
    parser.add_argument("--games", type=int, default=20_000, help="in all, with those in the file")
    parser.add_argument("--nodes", type=int, default=1_500, help="for each position, more or less")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the file of games, JSON lines")
    parser.add_argument("--write", action="store_true", help="keep the weights for the engine")
    return parser


def go_on(file: Path, numbers: Iterable[int], play: Callable[[int], Game], jobs: int) -> None:
    """Play the games of these numbers, so many at a time, and keep each in the file."""
    if file.exists() and not file.read_bytes().endswith(b"\n"):
        kept = "".join(f"{written(game)}\n" for game in read(file))
        file.write_text(kept, encoding="utf-8")
    with (
        file.open("a", encoding="utf-8") as out,
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=warm_up) as pool,
    ):
        games = [pool.submit(play, number) for number in numbers]
        for game in as_completed(games):
            print(written(game.result()), file=out, flush=True)
