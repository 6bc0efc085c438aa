"""Make the opening book: `python -m engine book`."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the making can be told."""
    parser.add_argument("--plies", type=int, default=10, help="which layer (default: 10)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument(
        "--progress", type=Path, help="where to keep what is solved (default: book<plies>)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), help="the folder to write to (default: this one)"
    )


def run(options: argparse.Namespace) -> None:
    """Make a layer, going on from an earlier run, and write the files that the reader loads.

    The second file holds an early layer that follows from the first.
    """
    # imported at first use: the compiler behind it takes longer to load than all the rest
    from engine.gravity.book import maker

    progress = options.progress or Path(f"book{options.plies}")
    made = maker.pack(options.plies, maker.make(options.plies, options.workers, progress))
    for layer in (made, maker.earlier(made, options.plies // 2)):
        (options.out / f"6x7x4-{layer.plies}.xz").write_bytes(layer.packed)


if __name__ == "__main__":
    alone = argparse.ArgumentParser(prog="python -m engine.gravity.book", description=__doc__)
    add_arguments(alone)
    run(alone.parse_args())
