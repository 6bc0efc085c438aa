"""How long pictures take and how large they are: `python -m benchmarks.pictures`.

Each is drawn once with nothing in memory yet (`first`) and then again and again
(`median`). The ratio to the smallest board is the figure to watch: the times depend on
the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from bot.show.emoji import TILE_EMOJI
from bot.show.overlay import Overlay
from bot.show.render import charts, images
from engine import Position, Rules

REPEATS: Final = 20


def random_game(rules: str, moves: int) -> Position:
    """A board with so many stones at random, fewer where the game ends before."""
    chance = Random(rules)
    position = Position.start(Rules.parse(rules))
    while position.legal and position.ply < moves:
        position = position.play(chance.choice(position.legal))
    return position


def verdicts(position: Position) -> bytes:
    """A board with one of the four verdicts on each legal move."""
    marks = {move: "👍👎🤝❔"[move % 4] for move in position.legal}
    return images.board(position, overlay=Overlay(marks))


def hinted(position: Position) -> bytes:
    """A board with a pale stone and a short line of each side."""
    columns = position.rules.columns
    own, theirs = (1, 2, 3), (1, columns + 2, 2 * columns + 3)
    hint = Overlay(move=position.legal[0], own=(own,), theirs=(theirs,))
    return images.board(position, overlay=hint)


def measure(draw: Callable[[], bytes]) -> tuple[float, float, int]:
    """Milliseconds of the first drawing, the median of the following ones, and bytes."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        size = len(draw())
        times.append(1000 * (perf_counter() - start))
    return times[0], median(times[1:]), size


def main() -> None:
    """Measure all in one run and print the table."""
    small, connect = random_game("3x3", 4), random_game("connect4", 20)
    gomoku, half = random_game("15x15x15", 60), random_game("19x19x19", 180)
    full = random_game("19x19x19", 361)
    values = [Random(0).uniform(-0.5, 0.5) for _ in range(60)]
    drawings: dict[str, Callable[[], bytes]] = {
        "3x3": lambda: images.board(small),
        "6x7 gravity": lambda: images.board(connect),
        "15x15, 60 stones": lambda: images.board(gomoku),
        "15x15, a hint": lambda: hinted(gomoku),
        "19x19, half full": lambda: images.board(half),
        "19x19, full": lambda: images.board(full),
        "19x19, all verdicts": lambda: verdicts(half),
        "chart of 60 moves": lambda: charts.chart(gomoku.rules, values, (7, 12)),
        "replay 15x15, 60 moves": lambda: images.animation(gomoku),
        "one emoji": lambda: images.emoji_image(TILE_EMOJI[99]),
    }
    print(f"{'picture':24}{'first':>10}{'median':>10}{'ratio':>8}{'bytes':>9}")
    base = 0.0
    for name, draw in drawings.items():
        first, usual, size = measure(draw)
        base = base or usual
        print(f"{name:24}{first:7.1f} ms{usual:7.1f} ms{usual / base:8.1f}{size:9,}")


if __name__ == "__main__":
    main()
