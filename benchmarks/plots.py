"""The pictures of docs/scaling.md, drawn from what benchmarks kept: `python -m benchmarks.plots`.

Run these with `--save` first: many, lag.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from benchmarks import results
from benchmarks.bars import bars
from benchmarks.lines import lines

DOCS: Final = Path(__file__).parents[1] / "docs"


def main() -> None:
    """Draw all of them anew."""
    many = results.load("many")
    games = [row["games"] for row in many]
    pictures = {
        "growth-wait": lines(
            "Until the answer, by live games",
            games,
            {name: [row[name] for row in many] for name in ("p50", "p99")},
            "ms",
        ),
        "growth-memory": lines(
            "Memory of the bot's process, by live games",
            games,
            {"memory": [row["memory"] for row in many]},
            "MB",
        ),
        "growth-start": lines(
            "From the start of the process, by live games",
            games,
            {
                "connected": [row["connected"] for row in many],
                "all seen to": [row["ready"] for row in many],
            },
            "s",
        ),
    }
    lag = results.load("lag")
    told = {name: f"{value:.2f} ms" for name, value in lag.items()}
    pictures["lag"] = bars("How late the event loop is", lag, told, "p99, thinking")
    for name, picture in pictures.items():
        (DOCS / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
