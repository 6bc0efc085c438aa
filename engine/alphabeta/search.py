"""Thinking about any board: iterative deepening over the moves of the root.

The root is searched here, everything below it in a tree (engine/alphabeta/tree.py), in chunks of
nodes so short that a deadline or an interrupt is seen between two of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from engine.alphabeta import tree
from engine.alphabeta.forced_wins import Forced
from engine.alphabeta.reductions import reduction
from engine.alphabeta.threat_space import Watch, handles
from engine.game.position import Position
from engine.game.rules import Rules
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.limit import Limit
from engine.thinking.reasons import explain, stopped_line
from engine.thinking.root_move import RootMove
from engine.thinking.score import ESTIMATE_LIMIT, WIN

_NARROW_FROM_CELLS: Final = 37
"""Smaller boards, and all with gravity, are searched with every move: they can be proved."""
_WIDTH: Final = 20
"""How many moves a node tries on larger boards."""
_NEAR: Final = 2
"""On larger boards the root tries cells this far from a stone, and the centre."""
_REDUCE_FROM: Final = 3
_REDUCE_AFTER: Final = 3
"""From this depth on, moves from this one in the order on are searched less deep first."""
_CHUNK_SECONDS: Final = 0.002
_FIRST_CHUNK: Final = 256
_LONGEST_CHUNK: Final = 1 << 16
_SHARES: Final = 0.1, 0.0, 0.0
"""The parts of a limit that go into the search for a win by threats, for one that a quiet move
begins, and for one by lesser threats,"""
_LONG_SHARES: Final = 0.2, 0.2, 0.4
"""the same under a long limit, which is worth more for a proof than for one ply of depth,"""
_LONG_SECONDS: Final = 1.5
_LONG_NODES: Final = 1_000_000
"""and what is long: more than people wait for a move of the bot's."""
_STOPS_SHARE: Final = 0.1
"""for finding the moves that lose to the opponent's threats,"""
_DOUBT_SHARE: Final = 0.02
"""and for one look at whether the leader does."""
_ATTACK_CHUNK: Final = 1000
"""Nodes between two looks at the clock: some 1.5 ms."""
_PATIENCE: Final = 300_000
"""The nodes for forced wins where there is no limit."""
_LINGER: Final = 3
"""With a win in hand so many times what it took may be spent on a sooner one,"""
_LINGER_SECONDS: Final = 0.05
"""and this."""
_LINE_NODES: Final = 20_000
"""What playing a proved line out to its end may cost."""


Grow = Callable[[Rules, Sequence[int], int | None], tree.Tree]
"""Makes the tree for a board after some cells; the last is the most nodes it will have."""


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """Think about an unfinished position of any board; see engine.engine.analyse."""
    thought = _Thought(position, limit)
    thought.take_up(known)
    thought.think(every)
    return thought.analysis()


@dataclass(frozen=True, slots=True)
class Sight:
    """A move as a player sees it: what a search says, and what the look of the board says."""

    verdict: Verdict
    glance: Verdict


def survey(position: Position, limit: Limit) -> dict[int, Sight]:
    """Every move of note searched on its own to the same depth, so that they compare.

    On larger boards moves far from all stones are left out.
    """
    return _Thought(position, limit, tree.WindowTree).survey()


class _LimitMetError(Exception):
    """The limit ends the search; everything found so far stands."""


class _Thought:
    """One search: its clock, its board, its moves."""

    def __init__(self, position: Position, limit: Limit, grow: Grow = tree.fresh_tree) -> None:
        self._started = perf_counter()
        self._position = position
        self._limit = limit
        cells = [tile - 1 for tile in position.tiles]
        self._tree = grow(position.rules, cells, limit.nodes)
        self._empty = position.rules.cells - position.ply
        narrow = position.rules.cells >= _NARROW_FROM_CELLS and not position.rules.gravity
        self._width = _WIDTH if narrow else 0
        self._depth = 1
        self._chunk = _FIRST_CHUNK
        self._chunk_started = self._started
        self._moves = [RootMove(move, position.landing(move) - 1) for move in position.legal]
        self._leader = self._moves[0]
        self._forced: Forced | None = None
        if narrow and handles(position.rules) and limit.depth is None:
            self._forced = Forced(position.rules, cells, self._moves)
        self._near = _near_cells(position) if narrow else frozenset[int]()

    @property
    def _nodes(self) -> int:
        attacked = self._forced.nodes if self._forced else 0
        return tree.nodes(self._tree) + attacked

    def take_up(self, known: Mapping[int, Verdict]) -> None:
        """Begin with verdicts that are proved already."""
        for root in self._moves:
            if root.move in known:
                root.take_up(known[root.move], self._empty)

    # --- deepening

    def think(self, every: bool) -> None:
        """Search until all is proved that was asked for, or the limit is met."""
        self._glance()
        try:
            self._find_forced(every)
            self._find_best(every)
            if every and self._settled():
                self._find_rest()
        except _LimitMetError:
            pass

    def survey(self) -> dict[int, Sight]:
        """Each move of note by itself, at the last depth that the limit lets all reach."""
        self._glance()
        noted = [root for root in self._moves if not self._width or root.cell in self._near]
        sights = self._sights(noted)
        try:
            for depth in range(2, self._deepest() + 1):
                for root in noted:
                    if not root.proved:
                        self._look(root, -WIN, WIN, depth)
                sights = self._sights(noted)
        except _LimitMetError:
            pass
        return sights

    def _sights(self, noted: Iterable[RootMove]) -> dict[int, Sight]:
        return {
            root.move: Sight(root.verdict(self._empty), Verdict.estimate(root.glance))
            for root in noted
        }

    def _glance(self) -> None:
        """Search every move one ply deep, whatever the limit: what every result owes."""
        for root in self._moves:
            if self._tree.completes(root.cell):
                ends = score.loss_in(1) if self._position.rules.misere else score.win_in(1)
                root.low = root.high = ends
            else:
                root.glance = root.estimate = self._tree.weigh(root.cell)
                if not root.proved:
                    self._look(root, -WIN, WIN, 1)
        self._moves.sort(key=lambda root: (root.cell in self._near, root.known), reverse=True)
        self._leader = self._moves[0]

    def _find_forced(self, every: bool) -> None:
        """See first what threats prove: it takes little, and reaches far beyond any depth."""
        if self._forced is None or self._settled():
            return
        forced = self._forced
        shares = _LONG_SHARES if self._long else _SHARES
        looks = forced.find_win, forced.find_quiet_win, forced.find_wider_win
        if any(look(self._spending(share)) for look, share in zip(looks, shares, strict=True)):
            self._lead(max(self._moves, key=lambda root: root.low))
            if not every:
                self._hurry()
            return
        forced.find_losses(self._spending(_STOPS_SHARE))
        self._moves.sort(key=lambda root: (root.lost, -root.high if root.lost else 0))
        self._leader = self._moves[0]

    def _lead(self, root: RootMove) -> None:
        self._leader = root
        self._moves.remove(root)
        self._moves.insert(0, root)

    def _hurry(self) -> None:
        """With a win in hand, think on for a while only: a sooner one may be near."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            spent = perf_counter() - self._started
            seconds = min(seconds, _LINGER * spent + _LINGER_SECONDS)
        if nodes is not None:
            nodes = min(nodes, _LINGER * self._nodes)
        self._limit = replace(self._limit, seconds=seconds, nodes=nodes)

    def _find_best(self, every: bool) -> None:
        depth = 2
        # only on wide boards: elsewhere the soonest win can be proved, and is asked for
        hurried = every or not tree.handles(self._position.rules)
        while not self._settled() and depth <= self._deepest():
            if self._forced is not None and self._limited and self._all_lost():
                # all moves lose to threats: the last to be refuted holds out longest
                return
            self._iterate(depth)
            self._depth = max(self._depth, depth)
            if self._forced is not None:
                self._doubt()
            depth += 1
            if self._leader.won and not hurried:
                self._hurry()
                hurried = True
            decided = self._leader.won or self._leader.lost
            if self._width and decided and depth >= score.plies_to_end(self._leader.known):
                # what remains is how soon, and that only all moves can tell
                self._width = 0
                depth = score.plies_to_end(self._leader.known)
            elif self._width and depth > self._empty:
                self._width = 0
                depth = 2

    def _find_rest(self) -> None:
        depth = 2
        while depth <= self._deepest() and not all(root.proved for root in self._moves):
            for root in self._moves:
                if not root.proved:
                    self._look(root, -WIN, WIN, depth)
            depth += 1

    def _doubt(self) -> None:
        """Look whether threats refute the leader; if so the best of the others leads."""
        assert self._forced is not None
        while not self._leader.won:
            if not self._leader.lost:
                doubted = self._leader
                resists = doubted.cell in self._near
                self._forced.doubt(doubted, resists, self._spending(_DOUBT_SHARE))
                if not doubted.lost:
                    return
            hopes = [root for root in self._moves if not root.lost]
            if not hopes:
                return
            near = [root for root in hopes if root.cell in self._near]
            self._lead(max(near or hopes, key=lambda root: root.estimate))
            if near:
                self._iterate(self._depth)

    def _all_lost(self) -> bool:
        return all(root.lost for root in self._moves)

    def _deepest(self) -> int:
        return min(self._empty, self._limit.depth or self._empty)

    @property
    def _limited(self) -> bool:
        return self._limit.seconds is not None or self._limit.nodes is not None

    def _settled(self) -> bool:
        """Whether the leader is proved, and proved to be the best."""
        return self._is_settled(self._leader)

    def _is_settled(self, best: RootMove) -> bool:
        return best.proved and all(root.high <= best.low for root in self._moves)

    def _iterate(self, depth: int) -> None:
        """Principal variation search of the root to one depth."""
        alpha = -WIN
        for rank, root in enumerate(list(self._moves)):
            if self._width and root.cell not in self._near and alpha >= -ESTIMATE_LIMIT:
                continue
            if root.high <= alpha:
                continue
            value = root.low if root.proved else self._challenge(root, alpha, depth, rank)
            value = max(value, root.low)
            if value > alpha:
                alpha = value
                self._leader = root
        self._lead(self._leader)

    def _challenge(self, root: RootMove, alpha: int, depth: int, rank: int) -> int:
        """Search a move with the whole window where it is first or shown to be above alpha."""
        if alpha > -WIN:
            less = self._reduction(depth, rank)
            if less > 0 and self._look(root, alpha, alpha + 1, depth - less) <= alpha:
                return alpha
            value = self._look(root, alpha, alpha + 1, depth)
            if value <= alpha:
                return value
            # it leads from here on, should the limit cut the next search short
            self._leader = root
        return self._look(root, max(alpha, root.low - 1), WIN, depth)

    def _reduction(self, depth: int, rank: int) -> int:
        """How much less deep a move far down the order is searched first."""
        if not self._width or depth < _REDUCE_FROM or rank < _REDUCE_AFTER:
            return 0
        return min(depth - 2, reduction(depth, rank))

    def _look(self, root: RootMove, alpha: int, beta: int, depth: int) -> int:
        """Search one move with a window; raises _LimitMetError."""
        self._chunk_started = perf_counter()
        if depth > 1:
            self._check(self._chunk_started)
        self._tree.begin(root.cell, alpha, beta, depth, self._width)
        while not self._tree.run(self._budget(depth)):
            self._watch()
        value = tree.value(self._tree)
        root.learn(value, tree.certain(self._tree), alpha, beta)
        if alpha < value:
            root.line = (root.cell, *tree.line_below(self._tree, self._position.rules.cells))
        elif root.lost:
            # a bound from above comes without a line, and that of an earlier search is refuted
            root.line = (root.cell,)
        return value

    # --- the limit

    def _budget(self, depth: int) -> int:
        """The node count of its own up to which the kernel may go on."""
        if depth == 1:
            return sys.maxsize
        searched = tree.nodes(self._tree)
        if self._limit.nodes is None:
            return searched + self._chunk
        return searched + min(self._chunk, self._limit.nodes - self._nodes)

    def _watch(self) -> None:
        """See to the limit between two chunks, and keep the next about as long as it should be."""
        now = perf_counter()
        seconds, self._chunk_started = now - self._chunk_started, now
        if seconds < _CHUNK_SECONDS / 2:
            self._chunk = min(2 * self._chunk, _LONGEST_CHUNK)
        elif seconds > _CHUNK_SECONDS:
            self._chunk = max(1, self._chunk // 2)
        self._check(now)

    def _check(self, now: float) -> None:
        if self._limit.seconds is not None and now - self._started >= self._limit.seconds:
            raise _LimitMetError
        if self._limit.nodes is not None and self._nodes >= self._limit.nodes:
            raise _LimitMetError

    def _spending(self, share: float) -> Watch:
        """A watch that lets this share of the limit be spent from now on."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        now = perf_counter() - self._started
        latest = None if seconds is None else min(seconds, now + share * seconds)
        last = self._nodes + _PATIENCE
        if nodes is not None:
            last = min(nodes, self._nodes + int(share * nodes))
        elif seconds is not None:
            last = sys.maxsize

        def watch() -> int:
            if latest is not None and perf_counter() - self._started >= latest:
                return 0
            return max(0, min(_ATTACK_CHUNK, last - self._nodes))

        return watch

    @property
    def _long(self) -> bool:
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return (seconds or _LONG_SECONDS) >= _LONG_SECONDS and (nodes or _LONG_NODES) >= _LONG_NODES

    # --- the result

    def analysis(self) -> Analysis:
        """What was found, as values."""
        best = self._best()
        verdicts = self._verdicts(best)
        line = self._played_out(best.move, self._as_moves(best.line), verdicts[best.move])
        return Analysis(
            best=best.move,
            verdicts=verdicts,
            line=line,
            reason=explain(self._position, verdicts, line),
            exact=all(root.proved for root in self._moves),
            depth=self._depth,
            nodes=self._nodes,
            seconds=perf_counter() - self._started,
            settled=self._is_settled(best),
        )

    def _best(self) -> RootMove:
        """The leader, unless it is lost or another is proved to be better."""
        rivals = [root for root in self._moves if self._leader.lost or root.proved or root.won]
        return max([self._leader, *rivals], key=self._rank)

    def _rank(self, root: RootMove) -> tuple[int, bool, bool, int]:
        """What orders moves: of equal losses the proved, then what an opponent may overlook."""
        if not root.lost:
            return root.known, False, False, 0
        stops = bool(stopped_line(self._position, root.move))
        return root.known, root.proved, stops, root.glance

    def _verdicts(self, best: RootMove) -> dict[int, Verdict]:
        top = best.verdict(self._empty)
        verdicts = {best.move: top}
        rest = [root for root in self._moves if root is not best]
        for root in sorted(rest, key=self._rank, reverse=True):
            verdict = root.verdict(self._empty)
            # an estimate is a bound from a search that only asked whether the best is beaten
            capped = verdict.value is None and verdict.score > top.score
            verdicts[root.move] = Verdict(None, None, top.score) if capped else verdict
        return dict(sorted(verdicts.items(), key=lambda item: -item[1].score))

    def _as_moves(self, cells: Iterable[int]) -> tuple[int, ...]:
        rules = self._position.rules
        return tuple(cell % rules.columns + 1 if rules.gravity else cell + 1 for cell in cells)

    def _played_out(self, best: int, line: tuple[int, ...], verdict: Verdict) -> tuple[int, ...]:
        """The line, gone on with to the end where a win or loss is proved and time allows."""
        line = line or (best,)
        if verdict.plies is None or verdict.value == "draw" or len(line) == verdict.plies:
            return line
        seconds = self._limit.seconds
        if seconds is not None:
            seconds -= perf_counter() - self._started
            if seconds <= 0:
                return line
        last = self._position
        for move in line:
            last = last.play(move)
        limit = Limit(seconds=seconds, nodes=_LINE_NODES, depth=verdict.plies - len(line))
        return line + search(last, limit, every=False).line


def _near_cells(position: Position) -> frozenset[int]:
    """The centre, and the cells up to _NEAR steps from a stone."""
    rows, columns = position.rules.rows, position.rules.columns
    near = {rows // 2 * columns + columns // 2}
    for tile in position.tiles:
        row, column = divmod(tile - 1, columns)
        near.update(
            r * columns + c
            for r in range(max(0, row - _NEAR), min(rows, row + _NEAR + 1))
            for c in range(max(0, column - _NEAR), min(columns, column + _NEAR + 1))
        )
    return frozenset(near)
