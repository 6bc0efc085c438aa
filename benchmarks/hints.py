"""How often there is a reason for a recommended move, and which.

    python -m benchmarks.hints [positions]

Takes so many positions from the middle of games of all levels on each of four boards, asks for the
best move as a hint does, and counts the kinds of reasons. *Telling* is any reason except an
estimate, equal moves or a draw; *lines only* means that nothing better was found than which lines
the move opens or closes. Fails if less than 95 % of a board's moves have a reason.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final

from engine import (
    Explanation,
    Level,
    Limit,
    Position,
    ReasonKind,
    Rules,
    analyse,
    choose,
    encode_game,
    explain,
    warm_up,
)

_POSITIONS: Final = 100
_LIMIT: Final = Limit(nodes=20_000)
_PLIES: Final = {"3x3": (1, 6), "4x4x4": (2, 11), "connect4": (4, 24), "gomoku": (4, 24)}
"""The boards, and how many stones stand in the middle of a game."""
_LEVELS: Final = (None, Level.EASY, Level.MEDIUM, Level.HARD)
"""The players of the games; None moves at random among the cells near the stones."""
_EMPTY: Final = {ReasonKind.ESTIMATE, ReasonKind.EQUAL_BEST, ReasonKind.DRAWS}
_LINES: Final = {ReasonKind.OPEN_LINES, ReasonKind.CLOSES_LINES}
_SHOWN: Final = 8
"""How many positions with nothing telling are printed."""
_TARGET: Final = 0.95


def main() -> int:
    """Print the shares for each board; 1 where one has too few reasons."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else _POSITIONS
    warm_up()
    good = [_measure(board, count) for board in _PLIES]
    return int(not all(good))


def _measure(board: str, count: int) -> bool:
    """Print the reasons on a board; returns whether they are enough."""
    positions = list(sample(board, count, random.Random(board)))
    told = [explain(one, analyse(one, _LIMIT), _LIMIT) for one in positions]
    kinds = [{reason.kind for reason in explanation.reasons} for explanation in told]
    some = [bool(found - _EMPTY) for found in kinds]
    telling = [bool(found - _EMPTY - _LINES) for found in kinds]
    print(
        f"{board}: {len(told)} positions, a reason {_percent(some)}, telling {_percent(telling)}, "
        f"lines only {_percent([a and not b for a, b in zip(some, telling, strict=True)])}; "
        f"otherwise {_percent([bool(one.otherwise) for one in told])}, "
        f"answers {_percent([bool(one.answers) for one in told])}, "
        f"plan {_percent([bool(one.plan) for one in told])}"
    )
    often = Counter(kind.value for found in kinds for kind in found)
    print("   ", ", ".join(f"{kind} {number}" for kind, number in often.most_common()))
    mute = [pair for pair, good in zip(zip(positions, told, strict=True), telling, strict=True)
            if not good]  # fmt: skip
    for position, explanation in mute[:_SHOWN]:
        print("   ", encode_game(position), _described(explanation))
    return sum(some) >= _TARGET * len(some)


def _percent(found: list[bool]) -> str:
    return f"{sum(found) / len(found):.0%}"


def _described(explanation: Explanation) -> str:
    kinds = ", ".join(reason.kind.value for reason in explanation.reasons)
    return f"{explanation.move} ({explanation.verdict.value}): {kinds}"


def sample(board: str, count: int, rng: random.Random) -> Iterator[Position]:
    """Unfinished positions from the middle of games, each of another game; levels take turns."""
    rules = Rules.parse(board)
    fewest, most = _PLIES[board]
    made = 0
    while made < count:
        level, plies = _LEVELS[made % len(_LEVELS)], rng.randint(fewest, most)
        position = Position.start(rules)
        while position.outcome is None and position.ply < plies:
            position = position.play(_choose(position, level, rng))
        if position.outcome is None:
            made += 1
            yield position


def _choose(position: Position, level: Level | None, rng: random.Random) -> int:
    # a few first moves at random, so that no two games of strong players are the same
    if level is not None and position.ply >= 2:
        return choose(position, level, rng=rng)
    near = [move for move in position.legal if _is_near(position, position.landing(move))]
    return rng.choice(near or position.legal)


def _is_near(position: Position, tile: int) -> bool:
    """Whether a tile is at most two steps from a stone, or from the centre of an empty board."""
    rules = position.rules
    row, column = divmod(tile - 1, rules.columns)
    middle = rules.rows // 2 * rules.columns + rules.columns // 2 + 1
    stones = [divmod(stone - 1, rules.columns) for stone in position.tiles or (middle,)]
    return any(abs(row - r) <= 2 and abs(column - c) <= 2 for r, c in stones)


if __name__ == "__main__":
    sys.exit(main())
