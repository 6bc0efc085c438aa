"""Alpha-beta search of any board: iterative deepening over the moves of the root.

The root is searched here. Everything below it is searched by a tree (engine/alphabeta/tree.py), in
chunks of nodes. The clock is asked between two chunks. A search has these steps, each as far as the
clock allows:

    1. Static evaluation: every move one ply deep, whatever the limit
    2. Threat-space search: wins by threats, and moves that lose to one
    3. Iterative deepening of a principal variation search, on large boards with few moves first
    4. The exact scores of the other moves, where they are asked for
    5. The principal variation, played out to the end where that is proved
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from engine.alphabeta import tree
from engine.alphabeta.candidate import Candidate
from engine.alphabeta.forced_wins import ForcedWins
from engine.alphabeta.reductions import reduction
from engine.alphabeta.second_thread import second_thread
from engine.alphabeta.threat_space import handles
from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.clock import Clock, Now, Pace, StoppedError
from engine.thinking.limit import Limit
from engine.thinking.reasons import explain, stopped_line
from engine.thinking.score import ESTIMATE_LIMIT, WIN

_NARROW_FROM_CELLS: Final = 37
"""From this many cells on, without gravity, a node tries only some moves. Smaller boards are
searched with every move, because they can be proved."""
_WIDTH: Final = 20
"""The most moves that a node tries on such larger boards."""
_NEAR: Final = 2
"""On larger boards the root tries the cells up to this far from a stone, and the centre."""
_REDUCE_FROM_DEPTH: Final = 3
"""The least depth at which moves of the root are reduced."""
_REDUCE_FROM_RANK: Final = 3
"""How many moves of the root are searched to the whole depth before the next ones are reduced."""
_SHARES: Final = 0.1, 0.0, 0.0
"""The parts of a limit for three threat-space searches: for a win by threats, for one that a quiet
move begins, and for one by lesser threats."""
_LONG_SHARES: Final = 0.2, 0.2, 0.4
"""The parts of a long limit for those three searches: its time is worth more for a proof than for
one ply of depth."""
_LONG_SECONDS: Final = 1.5
"""From here on a limit in seconds is long: more than people wait for a move of the bot's."""
_LONG_NODES: Final = 1_000_000
"""From here on a limit in nodes is long: more than people wait for a move of the bot's."""
_LOSSES_SHARE: Final = 0.1
"""The part of a limit for finding the moves that lose to the opponent's threats."""
_VERIFY_SHARE: Final = 0.06
"""The part of a limit for looking, at one time, whether a move loses to the opponent's threats."""
_UNLIMITED_NODES: Final = 300_000
"""The nodes of one threat-space search where there is no limit."""
_AHEAD: Final = 3
"""The depth at which a second thread begins: one more than the first iteration."""
_SHORTEN_TIMES: Final = 3
"""After a win was found: the search for a sooner one may spend this many times what was spent."""
_SHORTEN_SECONDS: Final = 0.05
"""After a win was found: the seconds that the search for a sooner one may spend in addition."""
_LINE_NODES: Final = 20_000
"""The most nodes of the search that extends a proved line to its end."""


MakeTree = Callable[[Rules, Sequence[int], int | None], tree.Tree]
"""Makes a tree from the rules, the cells played so far, and the most nodes it may have."""


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """Think about an unfinished position of any board; see engine.engine.analyse."""
    searched = _RootSearch(position, limit)
    searched.adopt_proved(known)
    searched.think(every)
    return searched.analysis()


@dataclass(frozen=True, slots=True)
class SurveyedMove:
    """The verdict of a move by a search, and its verdict by the static evaluation."""

    verdict: Verdict
    static: Verdict


def survey(position: Position, limit: Limit) -> dict[int, SurveyedMove]:
    """Search each move by itself to the same depth, so that the scores can be compared.

    On larger boards moves far from all stones are left out.
    """
    fresh = tree.WindowTree if position.rules.variant is Variant.FREESTYLE else tree.ShapeTree
    return _RootSearch(position, limit, fresh).survey()


class _RootSearch:
    """One search: its clock, its tree, and the moves of its root.

    `_moves` stands in the order in which they are searched. `_leader` is the best of them so
    far. `_width` is how many moves a node tries, 0 for all of them; then the root, too, tries all.
    """

    def __init__(
        self,
        position: Position,
        limit: Limit,
        make_tree: MakeTree = tree.fresh_tree,
        now: Now = perf_counter,
    ) -> None:
        rules = position.rules
        cells = [tile - 1 for tile in position.tiles]
        narrow = rules.cells >= _NARROW_FROM_CELLS and not rules.gravity
        self._position = position
        self._limit = limit
        self._empty = rules.cells - position.ply
        self._moves = [Candidate(move, cell=position.landing(move) - 1) for move in position.legal]
        self._leader = self._moves[0]
        self._width = _WIDTH if narrow else 0
        self._depth = 1
        self._near = _near_cells(position) if narrow else frozenset[int]()
        self._pace = Pace()
        self._tree = grown = make_tree(rules, cells, limit.nodes)
        self._forced: ForcedWins | None = None
        if narrow and handles(rules) and limit.depth is None:
            self._forced = forced = ForcedWins(rules, cells, self._moves)
            self._clock = Clock(limit, lambda: tree.nodes(grown) + forced.nodes, now)
        else:
            self._clock = Clock(limit, lambda: tree.nodes(grown), now)

    def adopt_proved(self, known: Mapping[int, Verdict]) -> None:
        """Start with verdicts of moves that are proved already."""
        for root in self._moves:
            if root.move in known:
                root.adopt_proved(known[root.move], self._empty)

    # --- the steps

    def think(self, every: bool) -> None:
        """Do the steps, until everything asked for is proved or the limit is reached."""
        self._evaluate_moves()
        try:
            self._find_forced_wins(every)
            with second_thread(self._limit, self._think_ahead):
                self._find_best(every)
            if every and self._is_settled(self._leader):
                self._find_rest()
        except StoppedError:
            pass

    def survey(self) -> dict[int, SurveyedMove]:
        """Search each move by itself. The result is of the last depth that all have reached."""
        self._evaluate_moves()
        noted = [root for root in self._moves if not self._width or root.cell in self._near]
        surveyed = self._surveyed(noted)
        try:
            for depth in range(2, self._deepest + 1):
                for root in noted:
                    if not root.proved:
                        self._search_move(root, -WIN, WIN, depth)
                surveyed = self._surveyed(noted)
        except StoppedError:
            pass
        return surveyed

    def _surveyed(self, noted: Iterable[Candidate]) -> dict[int, SurveyedMove]:
        return {
            root.move: SurveyedMove(root.told(self._empty), Verdict.estimate(root.static))
            for root in noted
        }

    def _evaluate_moves(self) -> None:
        """Static evaluation: search every move one ply deep, and order the moves by it."""
        for root in self._moves:
            if self._tree.completes(root.cell):
                ends = score.loss_in(1) if self._position.rules.misere else score.win_in(1)
                root.prove(ends)
            else:
                root.static = root.estimate = self._tree.evaluate_after(root.cell)
                if not root.proved:
                    self._search_move(root, -WIN, WIN, 1)
        self._moves.sort(key=lambda root: (root.cell in self._near, root.known), reverse=True)
        self._leader = self._moves[0]

    def _find_forced_wins(self, every: bool) -> None:
        """Threat-space search: cheap, and it sees wins far beyond the depth of the main search."""
        if self._forced is None or self._is_settled(self._leader):
            return
        forced = self._forced
        shares = _LONG_SHARES if _is_long(self._limit) else _SHARES
        for look, share in zip(
            (forced.find_win, forced.find_quiet_win, forced.find_win_by_twos), shares, strict=True
        ):
            if look(self._share(share)):
                self._move_to_front(max(self._moves, key=lambda root: root.low))
                if not every:
                    self._shorten()
                return
        forced.find_losses(self._share(_LOSSES_SHARE))
        self._moves.sort(key=lambda root: (root.lost, -root.high if root.lost else 0))
        self._leader = self._moves[0]

    def _find_best(self, every: bool) -> None:
        """Iterative deepening until the best move is proved, or the deepest depth is reached.

        On large boards it deepens twice: first with the promising moves, and then, if that was
        not enough, with every move.
        """
        # only on wide boards: elsewhere the soonest win can be proved, and is asked for
        shorten = not every and tree.handles(self._position.rules)
        first = self._deepen_narrowly(2, shorten) if self._width else 2
        if first is None:
            return
        self._width = 0
        for depth in range(first, self._deepest + 1):
            if self._is_done():
                return
            self._deepen_to(depth, shorten)

    def _deepen_narrowly(self, first: int, shorten: bool) -> int | None:
        """Deepen with the promising moves only, from depth `first` on.

        Returns the depth from which to deepen with all moves, or None if that is not needed.
        """
        for depth in range(first, self._deepest + 1):
            if self._is_done():
                return None
            self._deepen_to(depth, shorten)
            if self._leader.won or self._leader.lost:
                plies = score.plies_to_end(self._leader.known)
                if depth + 1 >= plies:
                    # only a search of all moves can tell whether it ends sooner
                    return plies
        return 2 if self._deepest == self._empty else None

    def _deepen_to(self, depth: int, shorten: bool) -> None:
        """One iteration: search to this depth, and verify the move that leads then."""
        self._search_root(depth)
        self._depth = max(self._depth, depth)
        if self._forced is not None:
            self._verify_leader(self._forced)
        if self._leader.won and shorten:
            self._shorten()

    def _think_ahead(self, now: Now) -> None:
        """Search this root once more, one ply ahead, into the table of this search.

        Called in a thread of its own, which ends when `now` says so. What it learns of the root
        is dropped: of its tree only the table is common.
        """

        def grow(rules: Rules, cells: Sequence[int], nodes: int | None) -> tree.Tree:
            grown = tree.fresh_tree(rules, cells, nodes)
            grown.search = grown.search._replace(table=self._tree.search.table)
            return grown

        limit = replace(self._limit, nodes=None)
        ahead = _RootSearch(self._position, limit, grow, now)
        ahead._forced = None  # the first search looks for threats
        ahead._evaluate_moves()
        with suppress(StoppedError):
            if not ahead._width or ahead._deepen_narrowly(_AHEAD, shorten=False) is not None:
                ahead._width = 0
                for depth in range(_AHEAD, ahead._deepest + 1):
                    ahead._deepen_to(depth, shorten=False)

    def _find_rest(self) -> None:
        """Prove the score of every other move."""
        for depth in range(2, self._deepest + 1):
            if all(root.proved for root in self._moves):
                return
            for root in self._moves:
                if not root.proved:
                    self._search_move(root, -WIN, WIN, depth)

    def _verify_leader(self, forced: ForcedWins) -> None:
        """Check whether threats refute the leader. If so, the best of the other moves leads."""
        while not self._leader.won:
            if not self._leader.lost:
                self._vet(forced, self._leader, self._depth)
                if not self._leader.lost:
                    return
            hopes = [root for root in self._moves if not root.lost]
            if not hopes:
                return
            near = [root for root in hopes if root.cell in self._near]
            self._move_to_front(max(near or hopes, key=lambda root: root.estimate))
            if near:
                self._search_root(self._depth)

    def _vet(self, forced: ForcedWins, root: Candidate, depth: int) -> None:
        """Look whether threats refute a move, as often as one that has led to this depth."""
        forced.vet(root, root.cell in self._near, depth - 1, self._share(_VERIFY_SHARE))

    @property
    def _deepest(self) -> int:
        """The depth beyond which nothing is searched."""
        return min(self._empty, self._limit.depth or self._empty)

    def _is_done(self) -> bool:
        """Whether more depth would not help."""
        if self._is_settled(self._leader):
            return True
        # where all moves lose to threats, the last to be refuted holds out longest
        refuted = self._forced is not None and all(root.lost for root in self._moves)
        return refuted and self._clock.limited

    def _is_settled(self, best: Candidate) -> bool:
        """Whether this move is proved, and proved to be the best."""
        return best.proved and all(root.high <= best.low for root in self._moves)

    def _move_to_front(self, root: Candidate) -> None:
        """Let this move lead, and be searched first."""
        self._leader = root
        self._moves.remove(root)
        self._moves.insert(0, root)

    # --- the root

    def _search_root(self, depth: int) -> None:
        """Principal variation search of the root to one depth."""
        alpha = -WIN
        for rank, root in enumerate(list(self._moves)):
            if self._width and root.cell not in self._near and alpha >= -ESTIMATE_LIMIT:
                continue
            if root.high <= alpha:
                continue
            value = root.low if root.proved else self._search_in_turn(root, alpha, depth, rank)
            value = max(value, root.low)
            if value > alpha:
                alpha = value
                self._leader = root
        self._move_to_front(self._leader)

    def _search_in_turn(self, root: Candidate, alpha: int, depth: int, rank: int) -> int:
        """The value of the move with this rank in the order, where alpha is the best so far."""
        if alpha > -WIN:
            # Late-move reductions: a move far down the order is searched less deep first.
            less = self._reduction(depth, rank)
            if less > 0 and self._search_move(root, alpha, alpha + 1, depth - less) <= alpha:
                return alpha
            # Null window: is it better than the best so far?
            value = self._search_move(root, alpha, alpha + 1, depth)
            if value <= alpha:
                return value
            if self._forced is not None:
                self._vet(self._forced, root, depth)
                if root.lost:
                    return root.high
            # it leads from here on, should the limit cut the next search short
            self._leader = root
        # Full window: how good is it?
        return self._search_move(root, max(alpha, root.low - 1), WIN, depth)

    def _reduction(self, depth: int, rank: int) -> int:
        """How much less deep a move far down the order is searched first."""
        if not self._width or depth < _REDUCE_FROM_DEPTH or rank < _REDUCE_FROM_RANK:
            return 0
        return min(depth - 2, reduction(depth, rank))

    def _search_move(self, root: Candidate, alpha: int, beta: int, depth: int) -> int:
        """The value of one move in the window (alpha, beta).

        Raises StoppedError, but never at depth 1, which every result owes.
        """
        owed = depth == 1
        if not owed:
            self._clock.check()
        self._pace.start()
        self._tree.begin(root.cell, alpha, beta, depth, self._width)
        while not self._tree.run(sys.maxsize if owed else self._budget()):
            self._pace.adapt()
            self._clock.check()
        value = tree.value(self._tree)
        root.learn(value, tree.certain(self._tree), alpha, beta)
        if alpha < value:
            root.line = (root.cell, *tree.line_below(self._tree, self._position.rules.cells))
        elif root.lost:
            # an upper bound has no line, and the line of an earlier search is refuted
            root.line = (root.cell,)
        return value

    # --- the limit

    def _budget(self) -> int:
        """The nodes in the tree up to which it may grow before the clock is asked again."""
        return tree.nodes(self._tree) + self._clock.more(self._pace.chunk)

    def _share(self, part: float) -> Clock:
        """A clock for a threat-space search that may spend this part of the limit."""
        return self._clock.share(part, _UNLIMITED_NODES)

    def _shorten(self) -> None:
        """After a win was found, limit the search for a sooner one."""
        self._clock.shorten(_SHORTEN_TIMES, _SHORTEN_SECONDS)

    # --- the result

    def analysis(self) -> Analysis:
        """The result of the search."""
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
            nodes=self._clock.nodes,
            seconds=self._clock.elapsed,
            settled=self._is_settled(best),
        )

    def _best(self) -> Candidate:
        """The leader, unless it is lost or another is proved to be better."""
        rivals = [root for root in self._moves if self._leader.lost or root.proved or root.won]
        return max([self._leader, *rivals], key=self._rank)

    def _rank(self, root: Candidate) -> tuple[int, bool, bool, int]:
        """The sort key of moves. Among equal losses it prefers what an opponent may overlook."""
        if not root.lost:
            return root.known, False, False, 0
        stops = bool(stopped_line(self._position, root.move))
        return root.known, root.proved, stops, root.static

    def _verdicts(self, best: Candidate) -> dict[int, Verdict]:
        top = best.told(self._empty)
        verdicts = {best.move: top}
        rest = [root for root in self._moves if root is not best]
        for root in sorted(rest, key=self._rank, reverse=True):
            verdict = root.told(self._empty)
            # an estimate is a bound from a search that only asked whether the best is beaten
            capped = verdict.value is None and verdict.score > top.score
            verdicts[root.move] = Verdict.estimated(top.score) if capped else verdict
        return dict(sorted(verdicts.items(), key=lambda item: -item[1].score))

    def _as_moves(self, cells: Iterable[int]) -> tuple[int, ...]:
        rules = self._position.rules
        return tuple(cell % rules.columns + 1 if rules.gravity else cell + 1 for cell in cells)

    def _played_out(self, best: int, line: tuple[int, ...], verdict: Verdict) -> tuple[int, ...]:
        """Extend the line to the end of the game, if a win or loss is proved and time is left."""
        line = line or (best,)
        if verdict.plies is None or verdict.value == "draw" or len(line) == verdict.plies:
            return line
        seconds = self._clock.seconds_left
        if seconds is not None and seconds <= 0:
            return line
        last = self._position
        for move in line:
            last = last.play(move)
        limit = Limit(seconds=seconds, nodes=_LINE_NODES, depth=verdict.plies - len(line))
        return line + search(last, limit, every=False).line


def _is_long(limit: Limit) -> bool:
    """Whether a limit is longer than people wait for a move. No limit counts as long."""
    seconds, nodes = limit.seconds, limit.nodes
    return (seconds or _LONG_SECONDS) >= _LONG_SECONDS and (nodes or _LONG_NODES) >= _LONG_NODES


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
