"""Games that may go round in circles: all their states are solved at once, from the end back.

A search that looks ahead would never return where a game can go on for ever. So the states are
found from the one to move in, and then the results go back, a ply at a time: a state is won if a
move wins or leads to a lost one, and lost if every move leads to a won one. What is reached by
neither is endless: a draw, since the game is drawn where a state comes for the third time.

Where the mover can win at once nothing else is followed, unless it is asked for. Of vanishing that
leaves 39,258 states, solved in half a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final

from engine.game import courses
from engine.game.courses import State
from engine.game.geometry import windows
from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.clock import Clock, Limit
from engine.thinking.reasons import reason_for_best, stopped_line

_Node = tuple[int, State]
"""A state, and whose turn it is: how many plies have been played, modulo 2."""

_ENDLESS: Final = 0
"""The plies of a state that nobody wins."""


def handles(rules: Rules) -> bool:
    """Whether a game may go round in circles, and has few states."""
    return rules.variant is Variant.VANISHING


class Table:
    """In how many plies each state ends: odd where its mover wins, even where it loses.

    `worn` are states that would be a draw, since they have come twice: see `courses.worn`. Without
    any it makes no difference whose turn it is, and a state counts for both.
    """

    def __init__(self, rules: Rules, worn: frozenset[_Node] = frozenset()) -> None:
        self._moves = rules.moves
        self._lines = [frozenset(cell + 1 for cell in line) for line in windows(rules)]
        self._worn = worn
        self._plies: dict[_Node, int] = dict.fromkeys(worn, _ENDLESS)

    def __len__(self) -> int:
        return len(self._plies)

    def values(self) -> Iterator[int]:
        """The plies of every state that is solved."""
        return iter(self._plies.values())

    def plies(self, turn: int, state: State) -> int:
        """In how many plies a state ends, 0 where nobody wins; `turn` is the ply modulo 2."""
        node = self._node(turn, state)
        if node not in self._plies:
            self._solve(node)
        return self._plies[node]

    def _solve(self, root: _Node) -> None:
        """Solve a state, and all that may come after it and are not solved yet."""
        leads: dict[_Node, list[_Node]] = defaultdict(list)
        left: dict[_Node, int] = {root: 0}
        ready: set[_Node] = set()
        found = [root]
        for node in found:
            turn, state = node
            free = [tile for tile in self._moves if tile not in state]
            if any(self._completes(state, tile) for tile in free):
                self._plies[node] = 1
                ready.add(node)
                continue
            left[node] = len(free)
            for tile in free:
                after = self._node(1 - turn, courses.state((*state, tile)))
                leads[after].append(node)
                if after in self._plies:
                    ready.add(after)
                elif after not in left:
                    left[after] = 0
                    found.append(after)
        self._go_back([(self._plies[node], node) for node in ready], leads, left)
        for node in found:
            self._plies.setdefault(node, _ENDLESS)

    def _go_back(
        self,
        ready: list[tuple[int, _Node]],
        leads: Mapping[_Node, list[_Node]],
        left: dict[_Node, int],
    ) -> None:
        """Give each state before a solved one its plies, as far as they follow, soonest first."""
        heapify(ready)
        while ready:
            plies, node = heappop(ready)
            for before in leads[node] if plies != _ENDLESS else ():
                left[before] -= 1
                if before not in self._plies and (plies % 2 == 0 or left[before] == 0):
                    self._plies[before] = plies + 1
                    heappush(ready, (plies + 1, before))

    def _node(self, turn: int, state: State) -> _Node:
        return turn if self._worn else 0, state

    def _completes(self, state: State, tile: int) -> bool:
        """Whether the side to move wins with a mark on a tile."""
        last = courses.lasting(state)
        own = {*last[len(last) % 2 :: 2], tile}
        return any(line <= own for line in self._lines)


@lru_cache(maxsize=4)
def table(rules: Rules, worn: frozenset[_Node] = frozenset()) -> Table:
    """The table of a game, without these states that would be a draw."""
    return Table(rules, worn)


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """The whole truth about an unfinished position: limit and `every` change nothing."""
    clock = Clock(limit)
    verdicts = ranked(position)
    line = tuple(_line(position))
    return Analysis(
        best=line[0],
        verdicts=verdicts,
        line=line,
        reason=reason_for_best(position, verdicts, line),
        exact=True,
        depth=len(line),
        nodes=len(table(position.rules)),
        seconds=clock.elapsed,
        settled=True,
    )


def ranked(position: Position) -> dict[int, Verdict]:
    """What each move is worth, the best first.

    Of equal moves one that stops a line comes first, then the one after which most replies are
    mistakes.
    """
    found = _verdicts(position)

    def rank(move: int) -> tuple[float, bool, float, int]:
        stops = bool(stopped_line(position, move))
        return -found[move].score, not stops, -_mistakes(position.play(move)), move

    return {move: found[move] for move in sorted(found, key=rank)}


def best_moves(position: Position) -> list[int]:
    """Those of the best moves after which most replies are mistakes."""
    found = _verdicts(position)
    top = max(verdict.score for verdict in found.values())
    left = {m: _mistakes(position.play(m)) for m, verdict in found.items() if verdict.score == top}
    return [move for move, share in left.items() if share == max(left.values())]


def _verdicts(position: Position) -> dict[int, Verdict]:
    return {move: _after(position.play(move)) for move in position.legal}


def _after(position: Position) -> Verdict:
    """What the move that led to a position is worth."""
    if position.outcome is not None:
        return Verdict.win(1) if position.outcome.winner else Verdict.draw(1)
    plies = _plies(position)
    if plies == _ENDLESS:
        return Verdict.draw(None)
    return Verdict.loss(plies + 1) if plies % 2 else Verdict.win(plies + 1)


def _plies(position: Position) -> int:
    """In how many plies a position ends. States that have come twice matter where they decide."""
    rules, turn, state = position.rules, position.ply % 2, courses.state(position.tiles)
    usual = table(rules)
    decided = (one for one in courses.worn(position.tiles) if usual.plies(*one) != _ENDLESS)
    worn = frozenset(decided) - {(turn, state)}
    return (table(rules, worn) if worn else usual).plies(turn, state)


def _mistakes(position: Position) -> float:
    """The share of moves that are worse than the best one."""
    if position.outcome is not None:
        return 0.0
    scores = [verdict.score for verdict in _verdicts(position).values()]
    return sum(one < max(scores) for one in scores) / len(scores)


def _line(position: Position) -> Iterator[int]:
    """The principal variation up to the end of the game; one move where nobody wins."""
    while position.outcome is None:
        move, verdict = next(iter(ranked(position).items()))
        yield move
        if verdict.value == "draw":
            return
        position = position.play(move)
