"""Compose and calibrate the collection of puzzles: `python -m engine puzzles`."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.game.rules import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the making can be told."""
    parser.add_argument("--to", type=int, default=0, help="compose until there are so many")
    parser.add_argument(
        "--board", action="append", default=[], help="on this board alone, or on several"
    )
    parser.add_argument(
        "--calibrate", action="store_true", help="work out the strength of each puzzle anew"
    )
    parser.add_argument(
        "--file", type=Path, default=Path(__file__).with_name("collection.txt"), help="which file"
    )


def run(options: argparse.Namespace) -> None:
    """Extend a collection, going on from an earlier run, and calibrate it if that is asked for."""
    # imported at first use: the compiler behind it takes longer to load than all the rest
    from engine.puzzles import maker

    boards = [Rules.parse(board) for board in options.board] or maker.COLLECTED
    maker.extend(options.file, options.to, boards, _report)
    if options.calibrate:
        maker.recalibrate(options.file, _report)


def _report(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    alone = argparse.ArgumentParser(prog="python -m engine.puzzles", description=__doc__)
    add_arguments(alone)
    run(alone.parse_args())
