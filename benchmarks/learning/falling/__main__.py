"""What windows and threats are worth where discs fall: learnt from games against itself.

python -m benchmarks.learning.falling --games 20000 --jobs 2 --out falling.jsonl --write

Plays games on many boards, or goes on with those in the file (games.py, beside this module); fits
weights to what searches say of their positions and to the results (fit.py); and prints how well
these, and the weights by hand, predict the games that are left out of the fit. `--write` replaces
the engine's (engine/alphabeta/window_weights.json).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path

from benchmarks.learning.falling.fit import RESULTS, Worth, by_hand, fit, positions
from benchmarks.learning.falling.games import play
from benchmarks.learning.positions import LEFT_OUT
from benchmarks.learning.records import arguments_of, go_on, read
from benchmarks.learning.worth import likeness, loss
from engine.alphabeta import window_weights


def written(worth: Mapping[str, Worth]) -> str:
    """Weights of families as a file for the engine, a family a line."""
    lines = [f'"{family}": {json.dumps(worth[family].written())}' for family in sorted(worth)]
    return "{" + ",\n".join(lines) + "}\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, and print or write."""
    parser = arguments_of("benchmarks.learning.falling")
    options = parser.parse_args(arguments)
    there = {game.number for game in read(options.out)}
    missing = [number for number in range(options.games) if number not in there]
    go_on(options.out, missing, partial(play, nodes=options.nodes, seed=options.seed), options.jobs)
    found = {}
    for family, whole in sorted(positions(read(options.out)).items()):
        goal, out = int(family.split()[0]), whole.game % LEFT_OUT == 0
        left_out, fitted = whole.chosen(out), whole.chosen(~out)
        if not len(left_out.value) or not len(fitted.value):
            parser.error(f"{len(whole.value)} positions of {family} are too few to fit")
        found[family] = fit(fitted, goal)
        print(f"{family}: {len(whole.value):,} positions")
        for name, worth in (("fitted", found[family]), ("by hand", by_hand(goal))):
            odds = worth.odds(left_out)
            told = f"log loss {loss(odds, left_out, RESULTS):.4f}"
            print(f"  {name}: {told}, correlation {likeness(odds, left_out):.3f}")
    if options.write:
        file = Path(str(files("engine.alphabeta").joinpath(window_weights.FILE)))
        file.write_text(written(found), encoding="utf-8")


if __name__ == "__main__":
    main()
