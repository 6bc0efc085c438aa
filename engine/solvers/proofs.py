"""Thinking about boards small enough to be solved: a search and proofs, by turns.

The search of any board (engine/alphabeta) sees tactics at once; engine/solvers/prover.py
proves what the position is worth, and on request what each other move is worth. Nobody knows which
finishes sooner: each gets a little of the limit, then more, and if neither finishes the search gets
the rest.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from engine.alphabeta import search as alphabeta
from engine.game.position import Position
from engine.solvers.prover import Prover, ValueSearch
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.clock import Clock, Limit, StoppedError
from engine.thinking.reasons import reason_for_best


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of the search and one of proofs.

    The search gets a share of the limit, proofs everything up to a share; without a limit both get
    so many nodes.
    """

    search: float
    proofs: float
    search_nodes: int
    proof_nodes: int


_TURNS: Final = (_Turn(0.02, 0.2, 5_000, 200_000), _Turn(0.2, 0.85, 300_000, sys.maxsize))
"""The turns in order; after the last one the search has what is left of the limit."""
_LEAST_SECONDS: Final = 0.05
"""With a limit of fewer seconds only the search runs."""
_LEAST_NODES: Final = 2_000
"""With a limit of fewer nodes only the search runs."""
_PATIENT_SECONDS: Final = 60.0
"""A limit of so many seconds or more gets the large table of the prover."""
_PATIENT_NODES: Final = 20_000_000
"""A limit of so many nodes or more gets the large table of the prover."""
_NULL_MOVE_NODES: Final = 100_000
"""Where the position is a draw, the nodes for the question whether the other side would win after
a null move. If it would not, no move loses; else each move is asked about on its own."""


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """Think about an unfinished position; see engine.engine.analyse."""
    if limit.depth is not None or _is_short(limit):
        return alphabeta.search(position, limit, every, known)
    proofs = _ProofSearch(position, limit, known)
    for turn in _TURNS:
        found = proofs.look(turn)
        if found.exact or (not every and _is_complete(found)) or proofs.think(turn, every):
            return proofs.analysis()
    return proofs.unfinished(every)


def _is_complete(analysis: Analysis) -> bool:
    """Whether the value is known, with distance and the line to the end."""
    verdict = analysis.verdict
    if verdict.value is None or verdict.plies is None:
        return False
    return verdict.value == "draw" or len(analysis.line) == verdict.plies


def _is_short(limit: Limit) -> bool:
    seconds, nodes = limit.seconds, limit.nodes
    return (seconds or _LEAST_SECONDS) < _LEAST_SECONDS or (nodes or _LEAST_NODES) < _LEAST_NODES


def _is_patient(limit: Limit) -> bool:
    """Whether a limit leaves time to fill a large table; nobody waits that long for a move."""
    if limit.seconds is None:
        return limit.nodes is not None and limit.nodes >= _PATIENT_NODES
    return limit.seconds >= _PATIENT_SECONDS


class _ProofSearch:
    """What is searched and proved of one position and its moves, within a limit."""

    def __init__(self, position: Position, limit: Limit, known: Mapping[int, Verdict]) -> None:
        self._position = position
        self._known = known
        cells = [tile - 1 for tile in position.tiles]
        self._prover = prover = Prover(position.rules, cells, patient=_is_patient(limit))
        self._searches = searches = list[Analysis]()
        self._clock = Clock(limit, lambda: prover.nodes + sum(done.nodes for done in searches))
        self._proof_clock = self._clock
        self._mover = prover.side
        empty = position.most_plies
        assert empty is not None, "the board fills up"
        self._empty = empty
        self._value = ValueSearch(prover, self._empty, self._mover)
        if position.ply == 0:
            # strategy stealing: the side that moves first never loses
            self._value.cannot_win[1 - self._mover] = self._value.no_move_loses = True
        self._verdicts: dict[int, Verdict] = {}

    @property
    def _first(self) -> Analysis:
        """What the search has found so far."""
        return self._searches[-1]

    def look(self, turn: _Turn) -> Analysis:
        """Give the general search its part of this turn."""
        limit = self._clock.part(turn.search)
        if not self._clock.limited:
            limit = Limit(nodes=turn.search_nodes)
        found = alphabeta.search(self._position, limit, False, self._known)
        self._searches.append(found)
        self._best = found.best
        self._verdicts = dict(found.verdicts)
        if _is_exact(found.verdict):
            self._value.units = _units(found.verdict)
        return found

    def think(self, turn: _Turn, every: bool) -> bool:
        """Prove what the position is worth, and by which move: True where that is done.

        With `every` go on to all its moves, up to the limit.
        """
        self._proof_clock = (
            self._clock.up_to(turn.proofs)
            if self._clock.limited
            else self._clock.at_most(turn.proof_nodes)
        )
        with suppress(StoppedError):
            self._solve()
            self._proof_clock = self._clock
            if every:
                self._solve_rest()
        return self._is_solved()

    def _is_solved(self) -> bool:
        """Whether the score of the position is known, and a move that has it."""
        units, best = self._value.units, self._verdicts[self._best]
        return units is not None and best == Verdict.proved(units, self._empty)

    def _solve(self) -> None:
        """Prove the score of the position, and a move that has it; raises StoppedError."""
        value = self._value
        while value.units is None:
            value.ask_null_move(self._proof_clock)
            value.ask_round(self._proof_clock)
        if not self._is_solved():
            best = self._move_with(value.units)
            self._best, self._verdicts[best] = best, Verdict.proved(value.units, self._empty)
        self._spread_draw()

    def _spread_draw(self) -> None:
        """Where no move loses unless all do, all moves of a draw are draws."""
        if self._value.no_move_loses and self._value.units == score.DRAW:
            self._verdicts = dict.fromkeys(self._verdicts, Verdict.draw(self._empty))

    def _move_with(self, units: int) -> int:
        """The move by which a known score is reached; raises StoppedError."""
        side, stones = self._mover, None
        if score.is_win(units):
            stones = (score.plies_to_end(units) + 1) // 2
        else:
            side = 1 - side
            if score.is_loss(units):
                stones = score.plies_to_end(units) // 2 - 1
            elif self._value.no_move_loses:
                return self._first.best
        cell = self._prover.best_cell(side, stones, self._proof_clock)
        return self._first.best if cell is None else cell + 1

    def _solve_rest(self) -> None:
        """Prove what every other move is worth, in rounds; raises StoppedError."""
        assert self._value.units is not None
        if self._value.units == score.DRAW:
            while not self._value.no_move_loses and self._value.round_nodes <= _NULL_MOVE_NODES:
                self._value.round_nodes *= 2
                self._value.ask_null_move(self._proof_clock)
            self._spread_draw()
        values = {
            move: self._value_after()
            for move, verdict in self._verdicts.items()
            if not _is_exact(verdict)
        }
        while values:
            for move, value in list(values.items()):
                self._prover.play(move - 1)
                try:
                    solved = value.ask_round(self._proof_clock)
                finally:
                    self._prover.take_back(move - 1)
                if solved:
                    assert value.units is not None
                    units = score.one_ply_earlier(value.units)
                    self._verdicts[move] = Verdict.proved(units, self._empty)
                    del values[move]

    def _value_after(self) -> ValueSearch:
        """The value search of the position after a move, with what follows from that before it."""
        assert self._value.units is not None
        value = ValueSearch(self._prover, self._empty - 1, 1 - self._mover)
        value.cannot_win[self._mover] = not score.is_win(self._value.units)
        value.can_win[1 - self._mover] = score.is_loss(self._value.units)
        return value

    # --- the result

    def analysis(self) -> Analysis:
        """What was found, as values."""
        top = self._verdicts[self._best]
        rest = {move: _capped(verdict, top) for move, verdict in self._verdicts.items()}
        verdicts = {self._best: top} | dict(sorted(rest.items(), key=lambda item: -item[1].score))
        line = self._line()
        return replace(
            self._first,
            best=self._best,
            verdicts=verdicts,
            line=line,
            reason=reason_for_best(self._position, verdicts, line),
            exact=all(map(_is_exact, verdicts.values())),
            nodes=self._clock.nodes,
            seconds=self._clock.elapsed,
            settled=True,
        )

    def unfinished(self, every: bool) -> Analysis:
        """The better of two searches where proofs did not finish, and what they did prove."""
        self._proof_clock = self._clock
        winning = self._winning_move()
        first = self._first
        last = alphabeta.search(self._position, self._clock.left(), every, self._known)
        self._searches.append(last)
        better = last
        if first.verdict.value == "win" and last.verdict.value != "win":
            better = first
        if better.verdict.value is None and winning is not None:
            better = self._won(better, winning)
        elif better.verdict.value is None and self._value.can_win[1 - self._mover]:
            better = self._lost(better)
        return replace(better, nodes=self._clock.nodes, seconds=self._clock.elapsed)

    def _winning_move(self) -> int | None:
        """The move that is proved to win, if there is one and the limit suffices to find it."""
        if not self._value.can_win[self._mover]:
            return None
        try:
            cell = self._prover.best_cell(self._mover, None, self._proof_clock)
        except StoppedError:
            return None
        assert cell is not None
        return cell + 1

    def _won(self, searched: Analysis, best: int) -> Analysis:
        """What a search found, where a move is proved to win, but not how soon."""
        others = {move: verdict for move, verdict in searched.verdicts.items() if move != best}
        verdicts = {best: Verdict.win(None)} | others
        # how it goes on was searched, not proved
        line = (best,)
        reason = reason_for_best(self._position, verdicts, line)
        return replace(searched, best=best, verdicts=verdicts, line=line, reason=reason)

    def _lost(self, searched: Analysis) -> Analysis:
        """What a search found, where every move is proved to lose, but not how soon."""
        # a move not known to lose sooner counts as holding out longest
        late = Verdict.proved(score.loss_in(self._empty), self._empty, exact=False)
        verdicts = {
            move: late if verdict.value is None else verdict
            for move, verdict in searched.verdicts.items()
        }
        reason = reason_for_best(self._position, verdicts, searched.line)
        return replace(searched, verdicts=verdicts, reason=reason)

    def _line(self) -> tuple[int, ...]:
        """The principal variation; of a win or loss up to its end, where the limit allows."""
        line = self._first.line if self._best == self._first.best else (self._best,)
        units = _units(self._verdicts[self._best])
        if units == score.DRAW or len(line) == score.plies_to_end(units):
            return line
        end = self._position.play(self._best)
        self._prover.play(self._best - 1)
        try:
            while end.outcome is None:
                end = end.play(
                    self._next(end, score.plies_to_end(units) - end.ply + self._position.ply)
                )
                self._prover.play(end.tiles[-1] - 1)
        except StoppedError:
            pass
        finally:
            for tile in reversed(end.tiles[self._position.ply :]):
                self._prover.take_back(tile - 1)
        return end.moves[self._position.ply :]

    def _next(self, position: Position, plies: int) -> int:
        """The best move where the game is known to end after so many plies."""
        mover = self._prover.side
        if plies % 2:
            cell = self._prover.best_cell(mover, (plies + 1) // 2, self._proof_clock)
            assert cell is not None
            return cell + 1
        for move in position.legal:
            if position.line(position.side.other, move):
                return move
        cell = self._prover.best_cell(1 - mover, plies // 2 - 1, self._proof_clock)
        return position.legal[0] if cell is None else cell + 1


def _is_exact(verdict: Verdict) -> bool:
    return verdict.value is not None and verdict.plies is not None


def _units(verdict: Verdict) -> int:
    """The score of an exact verdict."""
    assert verdict.plies is not None
    if verdict.value == "draw":
        return score.DRAW
    ends = score.win_in if verdict.value == "win" else score.loss_in
    return ends(verdict.plies)


def _capped(verdict: Verdict, top: Verdict) -> Verdict:
    """The verdict of a move beside the best: a bound where it is only estimated or not that good.

    Where the best move loses, all do.
    """
    if _is_exact(verdict) or verdict.score <= top.score:
        return verdict
    if top.value == "loss":
        return Verdict("loss", None, top.score)
    return Verdict.estimated(top.score)
