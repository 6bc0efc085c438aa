"""What the shapes of engine/alphabeta/weights.py are worth: found out from games against itself.

python -m benchmarks.weights --games 2000 --nodes 2500 --jobs 2 --out games.jsonl

Plays games of gomoku, or goes on with those in the file; then fits what foretells best who wins
where it is quiet (logistic regression), and prints the tuples to paste. Games that are
left out of the fit tell how good it is. `--games 0` fits what the file has.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.matches.openings import book, openings
from engine import PRESETS, Limit, Position, Rules, Side, analyse, warm_up
from engine.alphabeta import patterns, weights
from engine.alphabeta.arrays import fresh_shape_board, fresh_vcf_arrays
from engine.kernels import shape_search, shapes
from engine.kernels.shapes import BROKEN, BROKEN_TWICE, KINDS, SHAPES, WINS, ShapeBoard
from engine.kernels.vcf import VcfArrays, find_vcf
from engine.kernels.windows import SIDE

Floats: TypeAlias = NDArray[np.float64]

GAMES: Final = PRESETS["gomoku"]
SCALE: Final = 4000
"""So many points are a factor of e in the odds."""
HALF: Final = SHAPES + KINDS
"""Counts of each side: its shapes, then its kinds; first those of the side to move."""
_ENDLESS: Final = 140
"""Games of more plies are given up, and not learnt from."""
_SLIPS: Final = 0.04
"""How often a move is one at random beside a stone, so that games differ."""
_FOURS: Final = 60
"""Nodes of the look whether the mover wins by fours: then there is nothing to estimate."""
_LEFT_OUT: Final = 10
"""Every so many games one is not fitted."""
_RARE: Final = 0.15
"""Counts that vary less than this are held back as if they varied so much,"""
_HOLD: Final = 10.0
"""as strongly as this many positions would."""
_STEPS: Final = 12
"""Newton's method is there by then."""


@dataclass(frozen=True)
class Game:
    """A game: how many plies opened it, its moves, and 1 where X won, -1 where O did, else 0."""

    number: int
    start: int
    moves: tuple[int, ...]
    result: int


# --- games ----------------------------------------------------------------------------


def beside(position: Position, steps: int) -> list[int]:
    """The free tiles at most so many steps from a stone."""
    rules = position.rules
    found: set[int] = set()
    for tile in position.tiles:
        row, column = divmod(tile - 1, rules.columns)
        for r in range(max(0, row - steps), min(rules.rows, row + steps + 1)):
            for c in range(max(0, column - steps), min(rules.columns, column + steps + 1)):
                found.add(r * rules.columns + c + 1)
    return sorted(found - set(position.tiles))


def opening(rules: Rules, rng: random.Random) -> Position:
    """A balanced opening, or a few stones near one another."""
    if book(rules) and rng.random() < 0.5:
        return next(openings(rules, rng))
    middle = [rng.randint(side // 4, 3 * side // 4) for side in (rules.rows, rules.columns)]
    position = Position.from_moves(rules, [middle[0] * rules.columns + middle[1] + 1])
    for _ in range(rng.randint(2, 6)):
        position = position.play(rng.choice(beside(position, 2 if rng.random() < 0.8 else 3)))
    return position


def play(number: int, nodes: int, seed: int) -> Game:
    """One game against itself, until it ends or is proved; the same for the same numbers."""
    rng = random.Random(f"{seed} {number}")
    position = opening(GAMES, rng)
    start = position.ply
    while position.outcome is None and position.ply < _ENDLESS:
        limit = Limit(nodes=int(nodes * rng.uniform(0.6, 1.6)))
        analysis = analyse(position, limit, every=False)
        if analysis.verdict.value in {"win", "loss"}:
            ahead = (analysis.verdict.value == "win") == (position.side is Side.X)
            return Game(number, start, position.moves, 1 if ahead else -1)
        slips = rng.random() < _SLIPS
        position = position.play(rng.choice(beside(position, 1)) if slips else analysis.best)
    winner = position.outcome.winner if position.outcome else None
    result = 0 if winner is None else 1 if winner is Side.X else -1
    return Game(number, start, position.moves, result)


def load(file: Path) -> list[Game]:
    """The games of a file; a last line that was cut off is taken out of it."""
    if not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    facts = [json.loads(line) for line in whole.splitlines()]
    return [Game(**{**fact, "moves": tuple(fact["moves"])}) for fact in facts]


def go_on(file: Path, count: int, nodes: int, jobs: int, seed: int) -> None:
    """Play those of the first `count` games that the file does not have."""
    there = {game.number for game in load(file)}
    missing = [number for number in range(count) if number not in there]
    if not missing:
        return
    spawn = get_context("spawn")
    with (
        file.open("a", encoding="utf-8") as out,
        ProcessPoolExecutor(jobs, mp_context=spawn, initializer=warm_up) as pool,
    ):
        games = [pool.submit(play, number, nodes, seed) for number in missing]
        for done, game in enumerate(as_completed(games), 1):
            print(json.dumps(asdict(game.result())), file=out, flush=True)
            if done % 100 == 0:
                print(f"{done} of {len(missing)} games")


# --- positions ------------------------------------------------------------------------


def counts(board: ShapeBoard) -> NDArray[np.int64]:
    """How often each shape and kind occurs: those of the side to move, then the other's."""
    mover = int(board.sums[SIDE])
    words = board.combination[board.stone < 0]
    found = []
    for side in (mover, 1 - mover):
        combination = words >> 16 * side & 65535
        ways = np.concatenate([combination >> 4 * way & 15 for way in range(4)])
        found.append(np.bincount(ways, minlength=SHAPES))
        found.append(np.bincount(patterns.kinds()[combination], minlength=KINDS))
    return np.concatenate(found)


def quiet(board: ShapeBoard, vcf: VcfArrays) -> bool:
    """Whether nobody has a four or can make an open one, and the mover has no win by fours."""
    sums = board.sums
    loud = (sums[place + side] for place in (shapes.FINISHES, shapes.WINNERS) for side in (0, 1))
    return not any(loud) and not find_vcf(board, vcf, _FOURS)


def positions(game: Game) -> Iterator[NDArray[np.int64]]:
    """The counts of each quiet position of a game, a column more for who won: 0, 1 or 2."""
    board, vcf = fresh_shape_board(GAMES), fresh_vcf_arrays(GAMES)
    for ply, move in enumerate(game.moves):
        if ply >= game.start and quiet(board, vcf):
            ahead = game.result if ply % 2 == 0 else -game.result
            yield np.append(counts(board), 1 + ahead)
        if shapes.kind_of(board, ply % 2, move - 1) == WINS:
            return
        shape_search.put_stones(board, np.array([move - 1], np.int64))


def learnt_from(games: Iterable[Game]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The positions of all games that were played to an end, and the game of each."""
    found, numbers = [np.zeros((0, 2 * HALF + 1), np.int64)], []
    for game in games:
        if len(game.moves) < _ENDLESS:
            rows = list(positions(game))
            found += [np.array([row]) for row in rows]
            numbers += [game.number] * len(rows)
    return np.concatenate(found), np.array(numbers, np.int64)


# --- the fit --------------------------------------------------------------------------


@dataclass(frozen=True)
class Fit:
    """Weights of the counts, in the logarithm of the odds, and what is added to move."""

    weights: Floats
    move: float

    def loss(self, counted: Floats, won: Floats) -> float:
        """How far from what happened the odds are that it gives: the mean log loss."""
        odds = counted @ self.weights + self.move
        return float(np.mean(np.logaddexp(0, odds) - won * odds))


def fit(counted: Floats, won: Floats) -> Fit:
    """Logistic regression by Newton's method; the two BROKEN are taken as one."""
    tied = counted.copy()
    for half in (0, HALF):
        tied[:, half + BROKEN] += tied[:, half + BROKEN_TWICE]
        tied[:, half + BROKEN_TWICE] = 0
    spread = tied.std(axis=0)
    scale = np.maximum(spread, _RARE)
    known = np.column_stack([tied / scale * (spread > 0), np.ones(len(tied))])
    hold = np.append(np.full(2 * HALF, _HOLD), 1e-6)
    found = np.zeros(2 * HALF + 1)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(known @ found)))
        slope = known.T @ (won - chance) - hold * found
        curve = (known.T * (chance * (1 - chance))) @ known + np.diag(hold)
        found = found + np.linalg.solve(curve, slope)
    by_count = found[:-1] / scale
    for half in (0, HALF):
        by_count[half + BROKEN_TWICE] = by_count[half + BROKEN]
    return Fit(by_count, float(found[-1]))


def current() -> NDArray[np.int64]:
    """The weights of engine/alphabeta/weights.py, as the counts stand."""
    risks = np.array(weights.RISK_OF_SHAPE + weights.RISK_OF_KIND)
    return np.concatenate([weights.GAIN_OF_SHAPE, weights.GAIN_OF_KIND, -risks])


def pasted(fitted: Fit, counted: Floats) -> NDArray[np.int64]:
    """The fitted weights as whole numbers; what no position has keeps the number it has."""
    found = np.rint(SCALE * fitted.weights).astype(np.int64)
    seen = counted.max(axis=0) > 0
    for half in (0, HALF):
        seen[half + BROKEN_TWICE] |= seen[half + BROKEN]
    return np.where(seen, found, current())


def tuples(numbers: Sequence[int]) -> str:
    """Lines for engine/alphabeta/weights.py."""
    gains, risks = list(numbers[:HALF]), [-number for number in numbers[HALF:]]
    parts = {
        "GAIN_OF_SHAPE": gains[:SHAPES],
        "GAIN_OF_KIND": gains[SHAPES:],
        "RISK_OF_SHAPE": risks[:SHAPES],
        "RISK_OF_KIND": risks[SHAPES:],
    }
    return "\n".join(f"{name}: Final = {tuple(map(int, part))}" for name, part in parts.items())


def report(games: Sequence[Game]) -> str:
    """The tuples, and how well they foretell games that they were not fitted to."""
    rows, numbers = learnt_from(games)
    counted, won = rows[:, :-1].astype(float), rows[:, -1] / 2
    out = numbers % _LEFT_OUT == 0
    if not out.any() or out.all():
        return f"{len(rows)} positions of {len(games)} games: too few to fit"
    fitted = fit(counted[~out], won[~out])
    whole, empty = pasted(fitted, counted), counts(fresh_shape_board(GAMES))
    losses = {
        "fitted": Fit(whole / SCALE, fitted.move),
        "current": Fit(current() / SCALE, (weights.TO_MOVE - int(current() @ empty)) / SCALE),
        "none": Fit(np.zeros(2 * HALF), 0.0),
    }
    told = ", ".join(f"{name} {one.loss(counted[out], won[out]):.4f}"
                     for name, one in losses.items())  # fmt: skip
    return (
        f"{tuples(whole.tolist())}\n"
        f"TO_MOVE: Final = {round(SCALE * fitted.move) + int(whole @ empty)}\n"
        f"{len(rows):,} positions of {len(games):,} games\n"
        f"log loss of {int(out.sum()):,} positions left out: {told}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weights")
    parser.add_argument("--games", type=int, default=2000, help="in all, with those in the file")
    parser.add_argument("--nodes", type=int, default=2500, help="for a move, more or less")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the file of games, JSON lines")
    options = parser.parse_args(arguments)
    go_on(options.out, options.games, options.nodes, options.jobs, options.seed)
    print(report(load(options.out)))


if __name__ == "__main__":
    main()
