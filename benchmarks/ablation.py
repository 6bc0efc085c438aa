"""What each technique of the Connect Four solver is worth: `python -m benchmarks.ablation`.

Each is removed from a copy of the source by replacing one line, and the copy solves the same
positions from an empty table without the book, in a process of its own. Nodes are the same on
every machine; CPU time is told as a ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine import Position, Rules

ROOT: Final = Path(__file__).parents[1]
KERNELS: Final = "engine/kernels"
PLIES: Final = (12, 14, 16, 18)
"""How many stones stand in the positions; a quarter of them each."""

_PROGRAM: Final = """
import json, sys
from time import process_time
from engine import Position, Rules
from engine.solvers.gravity_solver import Solver, stones

rules = Rules.parse("connect4")
def solve(moves):
    position = Position.from_moves(rules, moves)
    solver = Solver(rules)
    begun = process_time()
    score = solver.clamp(*stones(position), -21, 21)
    return score, solver.nodes, process_time() - begun
games = json.load(sys.stdin)
solve(games[0])
print(json.dumps([solve(moves) for moves in games]))
"""


@dataclass(frozen=True)
class Technique:
    """A technique, and the source without it."""

    name: str
    line: str
    without: str


TECHNIQUES: Final = (
    Technique("threats first", "rank = 2 * (popcount(useful)", "rank = 0 * (popcount(useful)"),
    Technique("bounds from zugzwang", "if ceiling < question:", "if ceiling < -999:"),
    Technique("the table", "_TABLE_FREE: Final = 6", "_TABLE_FREE: Final = 99"),
    Technique("the table's move first", "rank += 1000", "rank += 0"),
    Technique(
        "halving the window", "return min(middle, upper - 1) + 1", "return max(lower + 1, upper)"
    ),
    Technique(
        "mirror images as one",
        "        key = min(key, mirror(key, geometry.rows, geometry.columns))",
        "        key = min(key, key)",
    ),
    Technique("open pairs in the opening", "rank += open_pairs(", "rank += 0 * open_pairs("),
)


def module_of(technique: Technique, kernels: Path) -> Path:
    """The module that has the line of a technique, once."""
    sources = {path: path.read_text(encoding="utf-8") for path in kernels.glob("gravity_*.py")}
    [found] = [path for path, source in sources.items() if source.count(technique.line)]
    assert sources[found].count(technique.line) == 1, technique.name
    return found


def positions(count: int, seed: int = 1) -> list[list[int]]:
    """Random moves that neither end the game nor leave a win in one."""
    chance, found = random.Random(seed), list[list[int]]()
    rules = Rules.parse("connect4")
    while len(found) < count:
        ply = PLIES[len(found) % len(PLIES)]
        position = Position.start(rules)
        while position.outcome is None and position.ply < ply:
            position = position.play(chance.choice(position.legal))
        if position.outcome is None and not any(
            position.play(move).outcome for move in position.legal
        ):
            found.append(list(position.moves))
    return found


@dataclass(frozen=True)
class Cost:
    """What all positions took together."""

    scores: list[int]
    nodes: int
    seconds: float


def solve(games: list[list[int]], technique: Technique | None) -> Cost:
    """Solve positions with a copy of the engine that lacks a technique."""
    with TemporaryDirectory(prefix="kinarow-ablation-") as name:
        folder = Path(name)
        ignored = shutil.ignore_patterns("__pycache__", "*.partial")
        shutil.copytree(ROOT / "engine", folder / "engine", ignore=ignored)
        if technique is not None:
            path = module_of(technique, folder / KERNELS)
            source = path.read_text(encoding="utf-8")
            path.write_text(source.replace(technique.line, technique.without), encoding="utf-8")
        ended = subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            input=json.dumps(games),
            cwd=folder,
            env=dict(os.environ, PYTHONPATH=str(folder)),
            capture_output=True,
            text=True,
            check=True,
        )
    found = json.loads(ended.stdout)
    scores, nodes, seconds = zip(*found, strict=True)
    return Cost(list(scores), sum(nodes), sum(seconds))


def main() -> None:
    """Print the table, as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation")
    parser.add_argument("--positions", type=int, default=40)
    games = positions(parser.parse_args().positions)
    whole = solve(games, None)
    print(f"{len(games)} positions of {min(PLIES)} to {max(PLIES)} stones, without the book\n")
    print("| without | nodes | times as many | CPU | times as long |")
    print("|---|--:|--:|--:|--:|")
    print(f"| nothing | {whole.nodes:,} | 1 | {whole.seconds:.2f} s | 1 |", flush=True)
    for technique in TECHNIQUES:
        cost = solve(games, technique)
        assert cost.scores == whole.scores, technique.name
        print(
            f"| {technique.name} | {cost.nodes:,} | {cost.nodes / whole.nodes:.2f} "
            f"| {cost.seconds:.2f} s | {cost.seconds / whole.seconds:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
