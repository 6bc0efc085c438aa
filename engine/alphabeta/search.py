"""Alpha-beta search of any board: iterative deepening over the moves of the root.

This module says what is searched, and in which order. One move of the root to one depth is searched
by engine/alphabeta/root.py, everything below it by engine/alphabeta/tree.py. A search has these
steps, each as far as the clock allows:

    1. Static evaluation: every move one ply deep, whatever the limit
    2. Threat-space search: wins by threats, and moves that lose to one
    3. Iterative deepening of a principal variation search, on large boards with few moves first;
       where a move promises a win, one by lesser threats than threes is looked for as well
    4. The exact scores of the other moves, where they are asked for
    5. The principal variation, played out to the end where that is proved

A survey, for levels that choose among all moves, searches each by itself to the same depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from engine.alphabeta import tree
from engine.alphabeta.forced_wins import ForcedWins
from engine.alphabeta.root import MakeTree, RootSearch
from engine.alphabeta.second_thread import second_thread
from engine.alphabeta.tree import Candidate, best_move, verdicts_of
from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Memory, Verdict
from engine.thinking.clock import Limit, Now, StoppedError
from engine.thinking.reasons import reason_for_best
from engine.thinking.score import WIN
from engine.wide_kernels.line_network import POINTS

_SHARE: Final = 0.1
"""The part of a limit for a win by threats, looked for before anything else."""
_LONG_SHARE: Final = 0.2
"""That part of a long limit: its time is worth more for a proof than for one ply of depth."""
_TWOS_SHARE: Final = 0.3
"""The part of a long limit for a win by lesser threats."""
_PROMISING: Final = 3 * POINTS // 2
"""It is looked for if the leader's estimate is at least this. In 85 quiet positions of games
such a search of three seconds found two wins, and of the wins that it finds in the suite of forced
wins none has an estimate below 6,900 after 0.4 s."""
_PROMISING_FROM: Final = 0.15
"""The part of a long limit after which that estimate is trusted."""
_LONG_SECONDS: Final = 1.5
"""From here on a limit in seconds is long: more than people wait for the bot's move."""
_LONG_NODES: Final = 1_000_000
"""From here on a limit in nodes is long: more than people wait for the bot's move."""
_LOSSES_SHARE: Final = 0.1
"""The part of a limit for finding the moves that lose to the opponent's threats."""
_AHEAD: Final = 3
"""The depth at which a second thread begins: one more than the first iteration."""
_SHORTEN_TIMES: Final = 3
"""After a win was found: the search for a sooner one may spend this many times what was spent."""
_SHORTEN_SECONDS: Final = 0.05
"""After a win was found: the seconds that the search for a sooner one may spend in addition."""
_LINE_NODES: Final = 20_000
"""The most nodes of the search that extends a proved line to its end."""


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
    memory: Memory | None = None,
) -> Analysis:
    """Think about an unfinished position of any board; see engine.engine.analyse."""
    searched = _Search(position, limit, _remembering(position, memory or Memory()))
    searched.adopt_proved(known)
    searched.think(every)
    return searched.analysis()


class _Search(RootSearch):
    """One search of a root, step by step."""

    _seeks_win_by_twos = False
    """Whether a win by lesser threats is still to be looked for."""

    def think(self, every: bool) -> None:
        """Take the steps, until everything asked for is proved or the limit is reached."""
        self._seeks_win_by_twos = _is_long(self._limit)
        self._evaluate_moves()
        try:
            self._find_forced_wins(every)
            with second_thread(self._limit, self._think_ahead):
                self._find_best(every)
            if every and self._is_settled(self._leader):
                self._find_rest()
        except StoppedError:
            pass

    def _find_forced_wins(self, every: bool) -> None:
        """Threat-space search: cheap, and it sees wins far beyond the depth of the main search."""
        if self._forced is None or self._is_settled(self._leader):
            return
        forced = self._forced
        if forced.find_win(self._share(_LONG_SHARE if _is_long(self._limit) else _SHARE)):
            self._let_winner_lead(shorten=not every)
            return
        forced.find_losses(self._share(_LOSSES_SHARE))
        self._moves.sort(key=lambda root: (root.lost, -root.high if root.lost else 0))
        self._leader = self._moves[0]

    def _find_win_by_twos(self, forced: ForcedWins, shorten: bool) -> None:
        """Look once for a win by lesser threats, where the leader promises one.

        It is expensive to look for, and rare where nobody stands much better.
        """
        early = self._clock.limited and not self._clock.up_to(_PROMISING_FROM).stopped
        if early or self._leader.won or self._leader.known < _PROMISING:
            return
        self._seeks_win_by_twos = False
        if forced.find_win(self._share(_TWOS_SHARE), by_twos=True):
            self._let_winner_lead(shorten)

    def _let_winner_lead(self, shorten: bool) -> None:
        """Let the move lead that was found to win by threats."""
        self._move_to_front(max(self._moves, key=lambda root: root.low))
        if shorten:
            self._shorten()

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
            if self._seeks_win_by_twos:
                self._find_win_by_twos(self._forced, shorten)
        if self._leader.won and shorten:
            self._shorten()

    def _think_ahead(self, now: Now) -> None:
        """Search this root once more, one ply ahead, into the table of this search.

        Called in a thread of its own, which ends when `now` says so. What it learns of the root is
        dropped: only the table of its tree is shared.
        """

        def grow(rules: Rules, cells: Sequence[int], nodes: int | None) -> tree.Tree:
            grown = tree.fresh_tree(rules, cells, nodes)
            grown.search = grown.search._replace(table=self._tree.search.table)
            return grown

        limit = replace(self._limit, nodes=None)
        ahead = _Search(self._position, limit, grow, now)
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

    def _is_done(self) -> bool:
        """Whether more depth would not help."""
        if self._is_settled(self._leader):
            return True
        # where all moves lose to threats, the last to be refuted holds out longest
        refuted = self._forced is not None and all(root.lost for root in self._moves)
        return refuted and self._clock.limited

    def _shorten(self) -> None:
        """After a win was found, limit the search for a sooner one."""
        self._clock.shorten(_SHORTEN_TIMES, _SHORTEN_SECONDS)

    def analysis(self) -> Analysis:
        """The result of the search."""
        best = best_move(self._position, self._moves, self._leader)
        verdicts = verdicts_of(self._position, self._moves, best)
        line = self._played_out(best.move, self._as_moves(best.line), verdicts[best.move])
        return Analysis(
            best=best.move,
            verdicts=verdicts,
            line=line,
            reason=reason_for_best(self._position, verdicts, line),
            exact=all(root.proved for root in self._moves),
            depth=self._depth,
            nodes=self._clock.nodes,
            seconds=self._clock.elapsed,
            settled=self._is_settled(best),
        )

    def _as_moves(self, cells: Iterable[int]) -> tuple[int, ...]:
        rules = self._position.rules
        return tuple(cell % rules.columns + 1 if rules.gravity else cell + 1 for cell in cells)

    def _played_out(self, best: int, line: tuple[int, ...], verdict: Verdict) -> tuple[int, ...]:
        """Extend the line to the end of the game, if a win or loss is proved and time is left."""
        line = line or (best,)
        if verdict.plies is None or verdict.value == "draw":
            return line
        if len(line) > verdict.plies:  # it belongs to a longer win, found before this one
            line = (best,)
        if len(line) == verdict.plies:
            return line
        seconds = self._clock.seconds_left
        if seconds is not None and seconds <= 0:
            return line
        last = self._position
        for move in line:
            last = last.play(move)
        limit = Limit(seconds=seconds, nodes=_LINE_NODES, depth=verdict.plies - len(line))
        return line + search(last, limit, every=False).line


def _remembering(position: Position, memory: Memory) -> MakeTree:
    """Make trees that go on from those of earlier positions of the game."""

    def grow(rules: Rules, cells: Sequence[int], nodes: int | None) -> tree.Tree:
        grown, earlier = tree.fresh_tree(rules, cells, nodes), memory.recall(position)
        if isinstance(grown, tree.ShapeTree) and isinstance(earlier, tree.ShapeTree):
            grown.inherit(earlier)
        memory.keep(position, grown)
        return grown

    return grow


def _is_long(limit: Limit) -> bool:
    """Whether a limit is longer than people wait for a move. No limit counts as long."""
    seconds, nodes = limit.seconds, limit.nodes
    return (seconds or _LONG_SECONDS) >= _LONG_SECONDS and (nodes or _LONG_NODES) >= _LONG_NODES


def survey(position: Position, limit: Limit) -> dict[int, Verdict]:
    """Search each move by itself to the same depth, so that the scores can be compared.

    On larger boards moves far from all stones are left out.
    """
    by_shapes = position.rules.variant is not Variant.FREESTYLE and tree.handles(position.rules)
    fresh = tree.ShapeTree if by_shapes else tree.WindowTree
    return _Survey(position, limit, fresh).verdicts()


class _Survey(RootSearch):
    """A search that finds no best move, but compares all."""

    def verdicts(self) -> dict[int, Verdict]:
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

    def _surveyed(self, noted: Iterable[Candidate]) -> dict[int, Verdict]:
        return {root.move: root.as_verdict(self._empty) for root in noted}
