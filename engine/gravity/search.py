"""Thinking about gravity boards that the solver knows: the truth where it can be reached.

A move that wins at once; else the book; else the exact score of the position, and then one
question a move, "does it reach that score?", until one does. Where the limit comes first,
what is proved so far stands, and the general search estimates the rest.

Scores are those of engine/kernels/gravity_search.py: they count stones from the end of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from engine.game.position import Position
from engine.game.rules import Rules
from engine.gravity.book import layer
from engine.gravity.book.reader import opening_book
from engine.gravity.solver import Solver, StoppedError, Watch, centre_first, fits, stones
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.limit import Limit
from engine.thinking.reasons import explain, stopped_line

_EXACT_SHARE: Final = 0.6
"""The part of a limit that goes into proving before the rest goes into estimates."""
_CHUNK: Final = 4096
"""Nodes between two looks at the clock: less than a millisecond."""
_AFTERTHOUGHT: Final = 2048
"""Nodes for each move to find out, the limit being met, which one has what is proved."""
_LEAST_SECONDS: Final = 0.001
"""What the estimates get of a limit that has been met."""
_LINE_NODES: Final = 20_000
_LINE_SECONDS: Final = 0.02
"""What following the best moves to the end may cost."""


def handles(rules: Rules) -> bool:
    """Whether this is a board that the solver knows."""
    return fits(rules)


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """Think about an unfinished position; see engine.engine.analyse.

    A limit in depth is about looking ahead, not about proofs: the general search obeys it.
    """
    empty = position.rules.cells - position.ply
    if limit.depth is not None and limit.depth < empty:
        return _estimate(position, limit, every, known)
    thought = _Thought(position, limit, known)
    thought.think(every)
    return thought.analysis()


def _estimate(
    position: Position, limit: Limit, every: bool, known: Mapping[int, Verdict]
) -> Analysis:
    # imported at first use: its kernels take time to load, and most positions are solved
    from engine.alphabeta.search import search as general

    return general(position, limit, every, known)


def units(ending: int, position: Position) -> int:
    """A score of the solver for the side to move, as engine.thinking.score has it."""
    if ending == 0:
        return score.DRAW
    last = position.rules.cells + 2 - 2 * abs(ending)
    mine = (last - position.ply) % 2 == 1
    plies = last - position.ply - (mine != (ending > 0))
    return score.win_in(plies) if ending > 0 else score.loss_in(plies)


@dataclass(slots=True, eq=False)
class _RootMove:
    """A move of the root: proved bounds of its score for the side that makes it, and a guess."""

    move: int
    after: Position
    low: int
    high: int
    guess: float | None = None

    @property
    def proved(self) -> bool:
        return self.low == self.high

    def verdict(self, position: Position) -> Verdict:
        empty = position.rules.cells - position.ply
        if self.proved:
            return Verdict.proved(units(self.low, position), empty)
        if self.low > 0 or self.high < 0:
            nearest = self.low if self.low > 0 else self.high
            return Verdict.proved(units(nearest, position), empty, exact=False)
        return Verdict(None, None, self._estimate())

    def _estimate(self) -> float:
        """The guess, or the middle of the bounds, kept to what is proved."""
        guess = self.guess
        if guess is None:
            guess = (self.low + self.high) / (2 * self.after.rules.cells)
        guess = max(guess, 0.0) if self.low == 0 else guess
        return min(guess, 0.0) if self.high == 0 else guess


class _Thought:
    """One search: its clock, its solver, its moves."""

    def __init__(self, position: Position, limit: Limit, known: Mapping[int, Verdict]) -> None:
        self._started = perf_counter()
        self._position = position
        self._limit = limit
        rules = position.rules
        self._empty = rules.cells - position.ply
        self._solver = Solver(rules)
        order = [move for move in centre_first(rules) if move in position.legal]
        # of equal losses the first that stops a line: the opponent may overlook another
        order.sort(key=lambda move: not stopped_line(position, move))
        self._moves = [self._root_move(move) for move in order]
        self._leader: _RootMove | None = None
        self._estimated: Analysis | None = None
        self._known = known
        for root in self._moves:
            if root.move in known:
                self._learn(root, known[root.move])

    def _root_move(self, move: int) -> _RootMove:
        after = self._position.play(move)
        lower, upper = self._glance(after)
        return _RootMove(move, after, -upper, -lower)

    def _glance(self, position: Position) -> tuple[int, int]:
        """Bounds of the score of a position for its side to move, without searching."""
        if position.outcome is None:
            return self._solver.glance(*stones(position))
        if position.outcome.winner is None:
            return 0, 0
        lost = -((position.rules.cells + 2 - position.ply) // 2)
        return lost, lost

    # --- the truth

    def think(self, every: bool) -> None:
        """Find what was asked for, or what the limit allows."""
        self._look_up()
        try:
            self._find_best()
        except StoppedError:
            self._estimate_rest()
            return
        if every:
            with suppress(StoppedError):
                self._find_rest()

    def _look_up(self) -> None:
        """Take the scores of the moves from the book, where it goes so far."""
        unknown = [root for root in self._moves if not root.proved]
        for root, known in zip(unknown, _in_book([root.after for root in unknown]), strict=False):
            root.low = root.high = -known

    def _find_best(self) -> None:
        """Find the score of the position, and the first move that has it; raises StoppedError."""
        best = self._score()
        for root in self._moves:
            root.high = min(root.high, best)
        rivals = [root for root in self._moves if root.high == best]
        for root in rivals:
            if root is rivals[-1]:
                root.low = best
            elif root.low < best:
                self._ask(root, best - 1, best, self._watch)
            if root.low == best:
                self._leader = root
                return

    def _score(self) -> int:
        """The exact score of the position; raises StoppedError."""
        low = max(root.low for root in self._moves)
        high = max(root.high for root in self._moves)
        if low == high:
            return low
        for known in _in_book([self._position]):
            return known
        try:
            return self._solver.clamp(*stones(self._position), low, high, self._watch)
        except StoppedError:
            proved, high = self._solver.bounds()
            for root in self._moves:
                root.high = min(root.high, high)
            if proved > low:
                self._find_holder(proved)
            raise

    def _find_holder(self, proved: int) -> None:
        """Find the move that has what is proved of the position: the table remembers it."""
        for root in self._moves:
            if root.high >= proved:
                with suppress(StoppedError):
                    self._ask(root, proved - 1, proved, self._spending(_AFTERTHOUGHT))
            if root.low >= proved:
                return

    def _find_rest(self) -> None:
        """Find the score of every move; raises StoppedError."""
        for root in self._moves:
            if not root.proved:
                self._ask(root, root.low, root.high, self._watch)

    def _ask(self, root: _RootMove, low: int, high: int, watch: Watch) -> None:
        """Narrow the bounds of a move by its score within [low, high]; raises StoppedError."""
        found = -self._solver.clamp(*stones(root.after), -high, -low, watch)
        if found > low:
            root.low = max(root.low, found)
        if found < high:
            root.high = min(root.high, found)

    # --- the limit

    def _watch(self, nodes: int) -> int:
        """How many nodes the share of proofs in the limit allows up to the next look."""
        seconds, allowed = self._limit.seconds, self._limit.nodes
        if seconds is not None and perf_counter() - self._started >= _EXACT_SHARE * seconds:
            return 0
        if allowed is None:
            return _CHUNK
        return max(0, min(_CHUNK, int(_EXACT_SHARE * allowed) - nodes))

    def _spending(self, nodes: int) -> Watch:
        """A watch that allows so many nodes, and little time beyond the limit."""
        last = self._solver.nodes + nodes
        latest = None
        if self._limit.seconds is not None:
            latest = max(self._started + self._limit.seconds, perf_counter()) + _LINE_SECONDS

        def watch(nodes: int) -> int:
            late = latest is not None and perf_counter() >= latest
            return 0 if late else max(0, min(_CHUNK, last - nodes))

        return watch

    def _estimate_rest(self) -> None:
        """Let the general search have the rest of the limit, and take up what it finds."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            seconds = max(seconds - (perf_counter() - self._started), _LEAST_SECONDS)
        if nodes is not None:
            nodes = max(nodes - self._solver.nodes, 1)
        limit = Limit(seconds=seconds, nodes=nodes)
        self._estimated = _estimate(self._position, limit, False, self._known)
        ranks = {move: rank for rank, move in enumerate(self._estimated.verdicts)}
        self._moves.sort(key=lambda root: ranks[root.move])
        for root in self._moves:
            self._learn(root, self._estimated.verdicts[root.move])

    def _learn(self, root: _RootMove, verdict: Verdict) -> None:
        """Take up the verdict of another search on a move."""
        root.guess = verdict.score
        if verdict.value == "draw":
            root.low = root.high = 0
        elif verdict.value is not None:
            won = verdict.value == "win"
            least = 1
            if verdict.plies is not None:
                least = (self._empty + 2 - verdict.plies) // 2
            if won:
                root.low = max(root.low, least)
            else:
                root.high = min(root.high, -least)
            if verdict.plies is not None:
                root.low = root.high = least if won else -least

    # --- the result

    def analysis(self) -> Analysis:
        """What was found, as values."""
        verdicts = {root.move: root.verdict(self._position) for root in self._moves}
        leader = self._leader or max(self._moves, key=lambda root: verdicts[root.move].score)
        ranked = sorted(self._moves, key=lambda root: (-verdicts[root.move].score, root != leader))
        line = self._line(leader)
        verdicts = {root.move: verdicts[root.move] for root in ranked}
        estimated = self._estimated
        return Analysis(
            best=leader.move,
            verdicts=verdicts,
            line=line,
            reason=explain(self._position, verdicts, line),
            exact=all(root.proved for root in self._moves),
            depth=self._empty if estimated is None else estimated.depth,
            nodes=self._solver.nodes + (0 if estimated is None else estimated.nodes),
            seconds=perf_counter() - self._started,
            settled=leader.proved and all(root.high <= leader.low for root in self._moves),
        )

    def _line(self, leader: _RootMove) -> tuple[int, ...]:
        """The principal variation, as far as it costs little."""
        if not leader.proved:
            known = self._estimated.line if self._estimated else ()
            return known if known[:1] == (leader.move,) else (leader.move,)
        watch = self._spending(_LINE_NODES)
        position, target = leader.after, -leader.low
        with suppress(StoppedError):
            while position.outcome is None:
                position = self._step(position, target, watch)
                target = -target
        return position.moves[self._position.ply :]

    def _step(self, position: Position, target: int, watch: Watch) -> Position:
        """What a best move makes of a position of this score; raises StoppedError."""
        order = [move for move in centre_first(position.rules) if move in position.legal]
        afters = [position.play(move) for move in order]
        bounds = [self._glance(after) for after in afters]
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
            if -self._solver.clamp(*stones(after), -target, 1 - target, watch) == target:
                return after
        return open_ones[-1]


def _in_book(positions: Sequence[Position]) -> list[int]:
    """The scores of unfinished positions with equally many stones; [] where the book has none."""
    if not positions or positions[0].rules != layer.RULES:
        return []
    book = opening_book()
    if book is None or positions[0].ply > book.plies:
        return []
    boards = np.array([stones(position) for position in positions], dtype=np.int64)
    return [int(known) for known in book.scores(boards, positions[0].ply)]
