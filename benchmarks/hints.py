"""What hints say: how often they name something on the board, how long they are, and who sees it.

    python -m benchmarks.hints [positions]

Takes so many positions from the middle of games of all levels on each of six boards, and asks for
a hint as a newcomer does. *Soft* is a hint whose one idea names nothing: what the stone is near, or
an estimate. *Long* has more than 25 words, and *twice* says three words in a row a second time.
Fails if more than 10 % of a board's hints are soft, more than 5 % long, or one says a thing twice.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.show.text import recommendation
from engine import (
    Explanation,
    Level,
    Limit,
    Position,
    Reason,
    ReasonKind,
    Refutation,
    Rules,
    analyse,
    choose,
    encode_game,
    explain,
    horizon,
    strength,
    warm_up,
)

_POSITIONS: Final = 100
_LIMIT: Final = Limit(nodes=20_000)
_PLIES: Final = {
    "3x3": (1, 6),
    "4x4x4": (2, 11),
    "4x5x4": (2, 14),
    "5x5x4g": (3, 16),
    "connect4": (4, 24),
    "gomoku": (4, 24),
}
"""The boards, and how many stones stand in the middle of a game."""
_LEVELS: Final = (None, Level.EASY, Level.MEDIUM, Level.HARD)
"""The players of the games; None moves at random among the cells near the stones."""
_SOFT: Final = {
    ReasonKind.FOLLOWS_UP,
    ReasonKind.CLOSES_LINES,
    ReasonKind.EQUAL_BEST,
    ReasonKind.DRAWS,
    ReasonKind.DELAYS,
    ReasonKind.ONLY_WIN,
    ReasonKind.ESTIMATE,
}
_BUILDING: Final = {ReasonKind.BUILDS, ReasonKind.STOPS_BUILDING}
_LINE: Final = re.compile(
    r"(?:the diagonal|columns) [\d…-]+ (?:in|rising from|falling from) row \d+"
)
_WORDS: Final = 25
_MOST_SOFT: Final = 0.1
_MOST_LONG: Final = 0.05
_SHOWN: Final = 8
"""How many soft hints are printed."""


class Told(NamedTuple):
    """A position, and its hint."""

    position: Position
    explanation: Explanation
    words: str
    idea: Reason | Refutation | None

    @property
    def soft(self) -> bool:
        """Whether it names nothing on the board."""
        if isinstance(self.idea, Refutation):
            return False
        if self.idea is None or self.idea.kind in _SOFT:
            return True
        if self.idea.kind is ReasonKind.OPEN_LINES:
            return not self.idea.tiles
        return self.idea.kind in _BUILDING and self.idea.count < 2

    @property
    def long(self) -> bool:
        """Whether it has too many words."""
        return len(re.findall(r"[\w…-]*\w[\w…-]*", self.words)) > _WORDS

    @property
    def twice(self) -> bool:
        """Whether it says three words in a row a second time, but for the names of lines."""
        words = re.findall(r"\b[a-z]{2,}\b", _LINE.sub("", self.words.lower()))
        threes = Counter(zip(words, words[1:], words[2:], strict=False))
        return max(threes.values(), default=0) > 1


def main() -> int:
    """Print the shares for each board; 1 where one has too many that help nobody."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else _POSITIONS
    warm_up()
    good = [_measure(board, count) for board in _PLIES]
    return int(not all(good))


def _measure(board: str, count: int) -> bool:
    """Print what is said on a board; returns whether it is good enough."""
    told = [_told(one) for one in sample(board, count, random.Random(board))]
    soft, long = (sum(found) / count for found in ([t.soft for t in told], [t.long for t in told]))
    twice = sum(one.twice for one in told) / count
    print(f"{board}: soft {soft:.1%}, long {long:.1%}, twice {twice:.1%}")
    often = Counter(_kind(one.idea) for one in told)
    print("   ", ", ".join(f"{kind} {number}" for kind, number in often.most_common()))
    for one in [one for one in told if one.soft][:_SHOWN]:
        print("   ", encode_game(one.position), one.words.replace("\n", " "))
    return soft <= _MOST_SOFT and long <= _MOST_LONG and not twice


def _told(position: Position) -> Told:
    """What a newcomer is told."""
    explanation = explain(position, analyse(position, _LIMIT), _LIMIT)
    elo = strength(position.rules, Level.MEDIUM)
    words = recommendation(position, explanation, elo=elo)
    return Told(position, explanation, words, explanation.idea(horizon(position.rules, elo)))


def _kind(idea: Reason | Refutation | None) -> str:
    if idea is None:
        return "nothing"
    return idea.kind.value if isinstance(idea, Reason) else "otherwise"


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
