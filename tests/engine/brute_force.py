"""The truth about small positions by plain minimax, sharing nothing with the searches.

A board is one number: the stones of whoever moves, a bit a cell, and above them the other's. Two
rules leave out what can't matter, so that a processor and its memory get through 3x6: a
line that can be completed is, and of moves that leave the other one they all lose alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from engine import Analysis, Judgement, Mistake, Position, Rules, Verdict

Value = Literal["win", "draw", "loss"]
Truth = tuple[Value, int]
"""What a position or move leads to for the side to move, and the plies until it ends."""

_FAR = 1000
"""More plies than any game has."""


@lru_cache(maxsize=4096)
def truth(position: Position) -> Mapping[int, Truth]:
    """What each legal move leads to. Tests ask again about positions of a game left long ago."""
    rules = position.rules
    mine = theirs = 0
    for tile in range(1, rules.cells + 1):
        mine |= (position.at(tile) is position.side) << tile - 1
        theirs |= (position.at(tile) is position.side.other) << tile - 1
    game = _game(rules)
    found = {}
    for cell in game.playable(mine | theirs):
        move = (cell % rules.columns if rules.gravity else cell) + 1
        found[move] = _told(game.after(mine, theirs, cell), rules.cells - position.ply)
    return found


def _told(score: int, empty: int) -> Truth:
    if score == 0:
        return "draw", empty
    return ("win", _FAR - score) if score > 0 else ("loss", _FAR + score)


_LOST: dict[tuple[Value, Value], Mistake] = {
    ("win", "draw"): Mistake.MISSED_WIN,
    ("win", "loss"): Mistake.BLUNDER,
    ("draw", "loss"): Mistake.LOSING,
}


def is_true(verdict: Verdict, truth: Truth) -> bool:
    """Whether a verdict says nothing untrue."""
    value, plies = truth
    return verdict.value is None or (verdict.value == value and verdict.plies in {None, plies})


def untruths(position: Position, judged: Judgement) -> list[str]:
    """The untrue parts of a judgement."""
    expected = truth(position)
    worth, got = max(expected.values(), key=rank), expected[judged.move]
    kinds = {_LOST.get((worth[0], got[0]), Mistake.NONE)}
    if worth[0] == got[0] and rank(got) < rank(worth):
        kinds.add(Mistake.SLOWER)
    if judged.after.value is None:
        kinds = {Mistake.NONE, Mistake.INACCURACY, Mistake.ERROR}
        if judged.before.value == "win":
            kinds = {Mistake.MISSED_WIN}
    elif judged.before.value is None:
        kinds = {Mistake.NONE, Mistake.INACCURACY, Mistake.ERROR}
    said = {
        "before": is_true(judged.before, worth),
        "after": is_true(judged.after, got),
        "best": is_true(judged.before, expected[judged.best]),
        "mistake": judged.mistake in kinds,
    }
    return [part for part, true in said.items() if not true]


def check_truth(position: Position, analysis: Analysis) -> None:
    """Nothing that an analysis says may differ from the truth, and its line must be playable."""
    expected = truth(position)
    assert set(analysis.verdicts) == set(position.legal)
    assert next(iter(analysis.verdicts)) == analysis.best == analysis.line[0]
    scores = [verdict.score for verdict in analysis.verdicts.values()]
    assert scores == sorted(scores, reverse=True)
    worth = max(expected.values(), key=rank)
    assert is_true(analysis.verdict, worth)
    assert analysis.verdict.value is not None or not analysis.settled
    for move, verdict in analysis.verdicts.items():
        assert is_true(verdict, expected[move])
    for move in analysis.line:
        position = position.play(move)


def rank(truth: Truth) -> int:
    """Sooner wins first, then draws, then later losses."""
    value, plies = truth
    return {"win": _FAR - plies, "draw": 0, "loss": plies - _FAR}[value]


class _Game:
    """One game, and what is known of its positions: their ranks for whoever moves."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._full = (1 << rules.cells) - 1
        lines = _lines(rules)
        self._lines = [[line & ~(1 << cell) for line in lines if line >> cell & 1]
                       for cell in range(rules.cells)]  # fmt: skip
        self._known: dict[int, int] = {}

    def playable(self, taken: int) -> list[int]:
        """The cells that can be moved to."""
        cells, columns = self._rules.cells, self._rules.columns
        free = [cell for cell in range(cells) if not taken >> cell & 1]
        if not self._rules.gravity:
            return free
        return [cell for cell in free if cell + columns >= cells or taken >> cell + columns & 1]

    def completes(self, stones: int, cell: int) -> bool:
        """Whether one more of these stones makes a line."""
        return any(not line & ~stones for line in self._lines[cell])

    def after(self, mine: int, theirs: int, cell: int) -> int:
        """What a move is worth to whoever makes it."""
        if self.completes(mine, cell):
            return 1 - _FAR if self._rules.misere else _FAR - 1
        mine |= 1 << cell
        if mine | theirs == self._full:
            return 0
        score = self._worth(theirs, mine)
        return 0 if score == 0 else 1 - score if score > 0 else -1 - score

    def _worth(self, mine: int, theirs: int) -> int:
        key = mine | theirs << self._rules.cells
        score = self._known.get(key)
        if score is None:
            score = self._known[key] = max(
                self.after(mine, theirs, cell) for cell in self._candidates(mine, theirs)
            )
        return score

    def _candidates(self, mine: int, theirs: int) -> list[int]:
        cells = self.playable(mine | theirs)
        if self._rules.misere:
            return cells
        wins = [cell for cell in cells if self.completes(mine, cell)]
        stops = [cell for cell in cells if self.completes(theirs, cell)]
        return wins[:1] or stops[:1] or cells


@lru_cache(maxsize=1)
def _game(rules: Rules) -> _Game:
    """The last game alone is kept: what is known of one may fill gigabytes."""
    return _Game(rules)


def _lines(rules: Rules) -> list[int]:
    lines = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * i, column + right * i) for i in range(rules.goal)]
                if all(r < rules.rows and 0 <= c < rules.columns for r, c in cells):
                    lines.append(sum(1 << r * rules.columns + c for r, c in cells))
    return lines
