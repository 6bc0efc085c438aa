"""What positions of gomoku are worth: learnt from games of the engine against itself.

python -m benchmarks.learning --games 20000 --nodes 1500 --jobs 2 --out games.jsonl --write
python -m benchmarks.learning --games 8000 --side 20 --nodes 1500 --jobs 2 --out games.jsonl
python -m benchmarks.learning --games 0 --out games.jsonl --network --write
python -m benchmarks.learning --games 0 --out new.jsonl --network --further --write
python -m benchmarks.learning --games 0 --out games.jsonl --urgency --write
python -m benchmarks.learning --variant renju --games 30000 --out renju.jsonl --write

Plays games, or goes on with those in the file (benchmarks/learning/games.py); takes what a search
says of their quiet positions (benchmarks/learning/positions.py); fits the weights of the multisets
of shapes, to those on 15x15 (benchmarks/learning/fit.py), or, with `--network`, the network over
lines that corrects them, to all (benchmarks/learning/network.py), or, with `--urgency`, how much
earlier a cell is tried for its lines, to those on 15x15 (benchmarks/learning/urgency.py); and
prints how well these, and those of the engine, predict the games that are left out of the fit. With
`--further` the engine's network is fitted further, otherwise one begins from scratch. Each variant
has weights of its own. `--write` replaces the engine's (in engine/alphabeta); `--games 0` fits what
the file has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.learning import network, urgency
from benchmarks.learning.fit import fit
from benchmarks.learning.games import HOME, play, rules_on
from benchmarks.learning.positions import Positions, positions, split
from benchmarks.learning.records import arguments_of, go_on, read
from benchmarks.learning.worth import Floats, likeness, loss, weights_of, worth_of, written
from engine import Rules, Variant
from engine.alphabeta import line_weights, shape_weights

_PASSES_FURTHER: Final = 4
"""How often the fit of a network that is fitted further goes through all positions."""
_FIRST: Final = (1, 6, 10)
"""Among how many of the moves tried first the best is looked for."""


def seen_by(side: int, whole: Positions, variant: Variant) -> Positions:
    """The positions from which the network of a side is learnt."""
    if line_weights.sides(variant) == 1:
        return whole
    return whole[(whole.stones > 0).sum(axis=1) % 2 == side]


def report(left_out: Positions, found: dict[str, Floats]) -> str:
    """How well odds predict positions to which nothing was fitted."""
    return "\n".join(
        f"{name}: log loss {loss(odds, left_out):.4f}, correlation {likeness(odds, left_out):.3f}"
        for name, odds in found.items()
    )


def fit_shapes(fitted: Positions, left_out: Positions, rules: Rules, *, write: bool) -> None:
    """Fit what multisets are worth, print how well, and keep it if asked."""
    variant = rules.variant
    found = weights_of(fit(fitted), rules)
    by = {
        "fitted": worth_of(found, rules),
        "current": worth_of(shape_weights.learnt(variant), rules),
    }
    print(report(left_out, {name: worth.odds(left_out) for name, worth in by.items()}))
    if write:
        file_of(shape_weights.FILE, variant).write_text(written(found), encoding="utf-8")


def fit_network(
    boards: Mapping[Rules, tuple[Positions, Positions]],
    variant: Variant,
    *,
    further: bool,
    write: bool,
) -> None:
    """Fit the network over lines, print how well, and keep it if asked.

    For each board of a variant the positions to fit and those that are left out.
    """
    worth = {rules: worth_of(shape_weights.learnt(variant), rules) for rules in boards}
    found = []
    for side in range(line_weights.sides(variant)):
        seen = {rules: seen_by(side, fitted, variant) for rules, (fitted, _) in boards.items()}
        examples = [network.examples(each, worth[rules].odds(each)) for rules, each in seen.items()]
        if further:
            begun = line_weights.learnt(variant)[side]
            found.append(network.fit(examples, _PASSES_FURTHER, begun))
        else:
            found.append(network.fit(examples))
        for rules, (_, whole) in boards.items():
            left_out = seen_by(side, whole, variant)
            by_shapes = worth[rules].odds(left_out)
            odds = found[side].odds(network.examples(left_out, by_shapes)).astype(float)
            print(report(left_out, {"fitted": odds, "shapes alone": by_shapes}))
    if write:
        weights_of_sides = line_weights.stacked([each.written() for each in found])
        np.savez_compressed(file_of(line_weights.FILE, variant), **weights_of_sides._asdict())


def fit_urgency(fitted: Positions, left_out: Positions, variant: Variant, *, write: bool) -> None:
    """Fit how urgent lines are, print how well, and keep it if asked."""
    found = []
    for side in range(line_weights.sides(variant)):
        found.append(urgency.fit(urgency.choices(seen_by(side, fitted, variant), variant)))
        seen = urgency.choices(seen_by(side, left_out, variant), variant)
        for name, numbers in (
            ("fitted", found[side]),
            ("current", line_weights.learnt_urgency(variant)[side]),
            ("shapes alone", np.zeros_like(found[side])),
        ):
            told = (
                f"{urgency.found_among(seen, numbers, first):.1%} in {first}" for first in _FIRST
            )
            print(f"{name}: the best is among the first, {', '.join(told)}")
    if write:
        np.savez_compressed(file_of(line_weights.FILE_OF_URGENCY, variant), urgency=np.stack(found))


def file_of(name: str, variant: Variant) -> Path:
    """A file of the engine."""
    return Path(str(files("engine.alphabeta").joinpath(name.format(variant.value))))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, and print or write."""
    parser = arguments_of("benchmarks.learning")
    parser.add_argument("--side", type=int, default=HOME.rows, help="rows and columns of the board")
    parser.add_argument("--variant", type=Variant, default=Variant.FREESTYLE, help="its rules")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--network", action="store_true", help="fit the network over lines")
    other.add_argument("--urgency", action="store_true", help="fit how urgent lines are")
    parser.add_argument("--further", action="store_true", help="fit on the engine's network")
    options = parser.parse_args(arguments)
    played = rules_on(options.side, options.variant)
    there = {game.number for game in read(options.out) if game.board == str(played)}
    missing = [number for number in range(options.games) if number not in there]
    playing = partial(play, played, nodes=options.nodes, seed=options.seed)
    go_on(options.out, missing, playing, options.jobs)
    home = rules_on(HOME.rows, options.variant)
    boards = {}
    for rules in boards_of(options.out, options.variant) if options.network else [home]:
        whole = positions(read(options.out), rules)
        fitted, left_out = split(whole)
        if not len(fitted) or not len(left_out):
            parser.error(f"{len(whole)} positions on {rules} are too few to fit")
        print(f"{rules}: {len(whole):,} positions, of them left out {len(left_out):,}")
        boards[rules] = fitted, left_out
    if options.network:
        fit_network(boards, options.variant, further=options.further, write=options.write)
    elif options.urgency:
        fit_urgency(*boards[home], options.variant, write=options.write)
    else:
        fit_shapes(*boards[home], home, write=options.write)


def boards_of(file: Path, variant: Variant) -> list[Rules]:
    """The boards of a variant on which games of a file were played, the smallest first."""
    found = {Rules.parse(game.board) for game in read(file)}
    return sorted((each for each in found if each.variant is variant), key=lambda each: each.rows)


if __name__ == "__main__":
    main()
