"""Make the opening book of gomoku: `python -m engine.coaching.openings`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.coaching.openings import maker


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the book, going on from an earlier run, and write the file that the package ships."""
    parser = argparse.ArgumentParser(prog="python -m engine.coaching.openings", description=__doc__)
    parser.add_argument("--patterns", type=int, default=300, help="how many (default: 300)")
    parser.add_argument(
        "--progress", type=Path, default=Path("openings"), help="where to keep what is searched"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("gomoku.txt"), help="the file to write (gomoku.txt)"
    )
    options = parser.parse_args(arguments)
    made = maker.make(options.patterns, options.progress)
    options.out.write_text(maker.pack(made), encoding="ascii")


if __name__ == "__main__":
    main()
