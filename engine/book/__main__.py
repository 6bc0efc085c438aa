"""Make the opening book: `python -m engine book`."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the making can be told."""
    parser.add_argument("--plies", type=int, default=8, help="which layer (default: 8)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument(
        "--progress", type=Path, help="where to keep what is solved (default: book<plies>)"
    )
    parser.add_argument("--out", type=Path, help="the file to write (default: 6x7x4-<plies>.xz)")


def run(options: argparse.Namespace) -> None:
    """Make a layer, going on from an earlier run, and write the file that the reader loads."""
    # imported at first use: the compiler behind it takes longer to load than all the rest
    from engine.book import maker

    progress = options.progress or Path(f"book{options.plies}")
    out = options.out or Path(f"6x7x4-{options.plies}.xz")
    out.write_bytes(maker.pack(maker.make(options.plies, options.workers, progress)))


if __name__ == "__main__":
    alone = argparse.ArgumentParser(prog="python -m engine.book", description=__doc__)
    add_arguments(alone)
    run(alone.parse_args())
