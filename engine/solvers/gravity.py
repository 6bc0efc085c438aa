"""Thinking about gravity boards that the solver knows: exact scores where they can be reached.

One search is these steps, each as far as the clock allows:

    1. Static bounds: a move that wins at once, and where all is forced up to the end
    2. The opening book
    3. The exact score of the position
    4. Which move has it: one null-window question a move, "does it reach that score?"
    5. The exact scores of the other moves, where they are asked for

Where the limit comes first, what is proved so far stands, and the general search estimates the
rest.

Two scales meet here. The solver counts stones from the end of the game (an *ending*, see
engine/kernels/gravity_search.py); all else goes by scores of engine/thinking/score.py.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np

from engine.game.position import Position
from engine.solvers.gravity_book import opening_books
from engine.solvers.gravity_solver import Solver, centre_first, stones
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, RootMove, Verdict
from engine.thinking.clock import Clock, Limit, StoppedError
from engine.thinking.reasons import reason_for_best, stopped_line

_ESTIMATE_SHARE: Final = 0.4
"""The part of a limit that goes into estimates where nothing is proved before."""
_LONGEST_ESTIMATE: Final = Limit(seconds=2.0, nodes=2_000_000)
"""The most of it: the rest of a long limit is for the proof that it was given for."""
_HOLDER_NODES: Final = 2048
"""Nodes for each move, once the limit is reached, to find out which one has the proved value."""
_LINE_NODES: Final = 20_000
"""The nodes beyond the limit that it may cost to follow the best moves to the end."""
_OVERTIME_SECONDS: Final = 0.02
"""The seconds that a question may take beyond the limit."""


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """Think about an unfinished position; see engine.engine.analyse.

    A limit in depth is about looking ahead, not about proofs: the general search obeys it.
    """
    empty = position.most_plies
    assert empty is not None, "the board fills up"
    if limit.depth is not None and limit.depth < empty:
        return _estimate(position, limit, every, known)
    searched = _GravitySearch(position, limit, known)
    searched.think(every)
    return searched.analysis()


def _estimate(
    position: Position, limit: Limit, every: bool, known: Mapping[int, Verdict]
) -> Analysis:
    # imported at first use: its kernels take time to load, and most positions are solved
    from engine.alphabeta.search import search as alphabeta

    return alphabeta(position, limit, every, known)


def score_of(position: Position, ending: int) -> int:
    """A score of the solver for the side to move, on the scale of engine/thinking/score.py."""
    if ending == 0:
        return score.DRAW
    last = position.rules.cells + 2 - 2 * abs(ending)
    mine = (last - position.ply) % 2 == 1
    plies = last - position.ply - (mine != (ending > 0))
    return score.win_in(plies) if ending > 0 else score.loss_in(plies)


@dataclass(slots=True, eq=False)
class _Drop(RootMove):
    """A move of the root: the position after it, and the estimate of another search."""

    after: Position = field(kw_only=True)
    estimate: float | None = None


class _GravitySearch:
    """One search: its clock, its solver, and the moves of its root."""

    def __init__(self, position: Position, limit: Limit, known: Mapping[int, Verdict]) -> None:
        rules = position.rules
        self._position = position
        self._score_of = partial(score_of, position)
        empty = position.most_plies
        assert empty is not None, "the board fills up"
        self._empty = empty
        self._endings = range(-rules.cells, rules.cells + 1)
        self._solver = solver = Solver(rules)
        self._clock = Clock(limit, lambda: solver.nodes)
        order = [move for move in centre_first(rules) if move in position.legal]
        # among equal losses, the first that stops a line: the opponent may overlook another line
        order.sort(key=lambda move: not stopped_line(position, move))
        self._moves = [self._drop(move) for move in order]
        self._leader: _Drop | None = None
        self._estimated: Analysis | None = None
        self._known = known
        for root in self._moves:
            if root.move in known:
                self._adopt_proved(root, known[root.move])

    def _drop(self, move: int) -> _Drop:
        after = self._position.play(move)
        lower, upper = self._static_bounds(after)
        return _Drop(move, self._score_of(-upper), self._score_of(-lower), after=after)

    def _static_bounds(self, position: Position) -> tuple[int, int]:
        """Bounds of the ending of a position for its side to move, without searching."""
        if position.outcome is None:
            return self._solver.static_bounds(*stones(position))
        if position.outcome.winner is None:
            return 0, 0
        lost = -((position.rules.cells + 2 - position.ply) // 2)
        return lost, lost

    def _least_ending(self, units: int) -> int:
        """The least ending that has at least this score."""
        return self._endings[bisect_left(self._endings, units, key=self._score_of)]

    def _greatest_ending(self, units: int) -> int:
        """The greatest ending that has at most this score."""
        return self._endings[bisect_right(self._endings, units, key=self._score_of) - 1]

    # --- the steps

    def think(self, every: bool) -> None:
        """Find what was asked for, or what the limit allows."""
        proving = self._clock.sparing(_ESTIMATE_SHARE, _LONGEST_ESTIMATE)
        self._look_up()
        try:
            self._find_best(proving)
        except StoppedError:
            self._estimate_rest()
            return
        if every:
            with suppress(StoppedError):
                self._find_rest(proving)

    def _look_up(self) -> None:
        """Take the scores of the moves from the opening book, where it goes that far."""
        unknown = [root for root in self._moves if not root.proved]
        for root, ending in zip(unknown, _in_book([root.after for root in unknown]), strict=False):
            root.prove(self._score_of(-ending))

    def _find_best(self, clock: Clock) -> None:
        """Find the score of the position, and the first move that has it; raises StoppedError."""
        ending = self._ending(clock)
        best = self._score_of(ending)
        for root in self._moves:
            root.prove_at_most(best)
        rivals = [root for root in self._moves if root.high == best]
        for root in rivals:
            if root is rivals[-1]:
                root.prove_at_least(best)
            elif root.low < best:
                self._ask(root, ending - 1, ending, clock)
            if root.low == best:
                self._leader = root
                return

    def _ending(self, clock: Clock) -> int:
        """The exact ending of the position; raises StoppedError."""
        low = self._least_ending(max(root.low for root in self._moves))
        high = self._greatest_ending(max(root.high for root in self._moves))
        if low == high:
            return low
        for known in _in_book([self._position]):
            return known
        try:
            return self._solver.clamp(*stones(self._position), low, high, clock)
        except StoppedError:
            proved, high = self._solver.bounds()
            for root in self._moves:
                root.prove_at_most(self._score_of(high))
            if proved > low:
                self._find_holder(proved)
            raise

    def _find_holder(self, ending: int) -> None:
        """Find the move that has the position's proved value: the table remembers it."""
        proved = self._score_of(ending)
        for root in self._moves:
            if root.high >= proved:
                with suppress(StoppedError):
                    clock = self._clock.overtime(_HOLDER_NODES, _OVERTIME_SECONDS)
                    self._ask(root, ending - 1, ending, clock)
            if root.low >= proved:
                return

    def _find_rest(self, clock: Clock) -> None:
        """Find the score of every move; raises StoppedError."""
        for root in self._moves:
            if not root.proved:
                low, high = self._least_ending(root.low), self._greatest_ending(root.high)
                self._ask(root, low, high, clock)

    def _ask(self, root: _Drop, low: int, high: int, clock: Clock) -> None:
        """Narrow the bounds of a move by its ending within [low, high]; raises StoppedError."""
        found = -self._solver.clamp(*stones(root.after), -high, -low, clock)
        if found > low:
            root.prove_at_least(self._score_of(found))
        if found < high:
            root.prove_at_most(self._score_of(found))

    def _estimate_rest(self) -> None:
        """Give the general search the rest of the limit, and adopt what it finds."""
        self._estimated = _estimate(self._position, self._clock.left(), False, self._known)
        ranks = {move: rank for rank, move in enumerate(self._estimated.verdicts)}
        self._moves.sort(key=lambda root: ranks[root.move])
        for root in self._moves:
            self._adopt_proved(root, self._estimated.verdicts[root.move])

    def _adopt_proved(self, root: _Drop, verdict: Verdict) -> None:
        """Adopt another search's verdict on a move."""
        root.estimate = verdict.score
        root.adopt_proved(verdict, self._empty)
        # a win or loss at an unknown distance gives a bound that no ending may have
        root.low = self._score_of(self._least_ending(root.low))
        root.high = self._score_of(self._greatest_ending(root.high))

    # --- the result

    def analysis(self) -> Analysis:
        """What was found, as values."""
        verdicts = {
            root.move: root.verdict(self._empty, self._estimate_of(root)) for root in self._moves
        }
        leader = self._leader or max(self._moves, key=lambda root: verdicts[root.move].score)
        ranked = sorted(self._moves, key=lambda root: (-verdicts[root.move].score, root != leader))
        line = self._line(leader)
        verdicts = {root.move: verdicts[root.move] for root in ranked}
        estimated = self._estimated
        return Analysis(
            best=leader.move,
            verdicts=verdicts,
            line=line,
            reason=reason_for_best(self._position, verdicts, line),
            exact=all(root.proved for root in self._moves),
            depth=self._empty if estimated is None else estimated.depth,
            nodes=self._solver.nodes + (0 if estimated is None else estimated.nodes),
            seconds=self._clock.elapsed,
            settled=leader.proved and all(root.high <= leader.low for root in self._moves),
        )

    def _estimate_of(self, root: _Drop) -> Verdict:
        """The estimate, or the middle of the bounds, kept to what is proved."""
        estimate = root.estimate
        if estimate is None:
            low, high = self._least_ending(root.low), self._greatest_ending(root.high)
            estimate = (low + high) / (2 * self._position.rules.cells)
        estimate = max(estimate, 0.0) if root.low == score.DRAW else estimate
        estimate = min(estimate, 0.0) if root.high == score.DRAW else estimate
        return Verdict.estimated(estimate)

    def _line(self, leader: _Drop) -> tuple[int, ...]:
        """The principal variation, as far as it costs little."""
        if not leader.proved:
            known = self._estimated.line if self._estimated else ()
            return known if known[:1] == (leader.move,) else (leader.move,)
        clock = self._clock.overtime(_LINE_NODES, _OVERTIME_SECONDS)
        position, target = leader.after, -self._least_ending(leader.low)
        with suppress(StoppedError):
            while position.outcome is None:
                position = self._step(position, target, clock)
                target = -target
        return position.moves[self._position.ply :]

    def _step(self, position: Position, target: int, clock: Clock) -> Position:
        """The position after a best move from one with this ending; raises StoppedError."""
        order = [move for move in centre_first(position.rules) if move in position.legal]
        afters = [position.play(move) for move in order]
        bounds = [self._static_bounds(after) for after in afters]
        for after, (_, upper) in zip(afters, bounds, strict=True):
            if -upper >= target:
                return after
        open_ones = [
            after for after, (lower, _) in zip(afters, bounds, strict=True) if -lower >= target
        ]
        for after, known in zip(open_ones, _in_book(open_ones), strict=False):
            if -known == target:
                return after
        for after in open_ones[:-1]:
            if -self._solver.clamp(*stones(after), -target, 1 - target, clock) == target:
                return after
        return open_ones[-1]


def _in_book(positions: Sequence[Position]) -> list[int]:
    """The endings of unfinished positions with equally many stones; [] where the book has none."""
    book = opening_books().get(positions[0].rules) if positions else None
    if book is None or positions[0].ply > book.plies:
        return []
    boards = np.array([stones(position) for position in positions], dtype=np.int64)
    return [int(known) for known in book.scores(boards, positions[0].ply)]
