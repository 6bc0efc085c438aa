"""Where the depth of gomoku's search goes: `python -m benchmarks.nodes`.

Positions of games of the engine against itself are searched with so many nodes each. A kernel of
its own takes the steps of the search one by one, as engine/wide_kernels/shape_search.py does, and
counts for each ply from the root what settles the nodes there, and how their moves are searched. It
finds what the engine finds; only the share of time is measured without it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

from benchmarks.suites.__main__ import suite
from engine import Analysis, Limit, Position, analyse, warm_up
from engine.alphabeta import tree
from engine.alphabeta.search import _Search
from engine.alphabeta.threat_space import ThreatSearch
from engine.game.rules import Rules
from engine.kernels import alphabeta as node
from engine.kernels.alphabeta_table import probe
from engine.kernels.jit import Array
from engine.kernels.numba_internals import OPTIONS, KernelCompiler
from engine.kernels.windows import KEY
from engine.thinking.score import ESTIMATE_LIMIT, WIN
from engine.wide_kernels import shape_pruning as pruning
from engine.wide_kernels.line_network import LineNetwork
from engine.wide_kernels.shape_search import _enter, _return, _step
from engine.wide_kernels.shapes import FREE_CELLS, ShapeBoard, lift
from engine.wide_kernels.vcf import VcfArrays

_Function = TypeVar("_Function", bound=Callable[..., object])

_FIRST_PLY: Final = 6
_LAST_PLIES: Final = 8
"""Positions are taken from games between these plies from the start and from the end."""
_FEW: Final = 10
"""The growth of an iteration is told where at least so many searches finished it."""
_DEEPEST: Final = 16
"""Plies from here on are counted together."""

ENDED, BOUNDED, IN_TABLE, VCF, ABOVE, BELOW, STATIC, EXPANDED = range(8)
"""What settles a node: its lines, the bounds of a win or loss, the table, a win by fours, reverse
futility pruning, futility pruning, the static evaluation. An EXPANDED one has its moves tried."""
CUT, CUT_FIRST, LATE, CALM, CALM_TRIED, CALM_FREE = range(8, 14)
"""Expanded nodes that a move cuts, and that the first does; those that late-move pruning ends; the
calm ones that no move cuts, with the moves tried there, and the free cells."""
TRIED, REDUCED, BY, AGAIN, IN_VCF = range(14, 19)
"""The moves tried; those reduced, and by how many plies in all; those searched again; the nodes
of searches for fours."""
_FIELDS: Final = 19


def _compiled(function: _Function) -> _Function:
    """Compile a function at its first call, as a kernel of the engine, but don't keep it."""
    compile_with: Any = numba.njit
    made = compile_with(pipeline_class=KernelCompiler, no_cfunc_wrapper=True, **OPTIONS)(function)
    return cast(_Function, made)


@_compiled
def _reason(search: node.AlphaBetaArrays, ply: int, known: int, alpha: int, beta: int) -> int:
    """What has settled a node, by the steps of `_enter`; `known` and the window are from before."""
    at = ply * node.FRAME_SIZE
    value, claim = search.state[node.VALUE], search.state[node.CLAIM]
    if value >= WIN - (ply + 3) or value == ply + 2 - WIN:
        return ENDED
    if alpha >= WIN - (ply + 5) or beta <= ply + 4 - WIN or (value == 0 and claim == node.CERTAIN):
        return BOUNDED
    if node.settle_by_table(search, ply, known):
        return IN_TABLE
    if value > ESTIMATE_LIMIT:
        return VCF
    if claim == node.FULL_WIDTH:
        return STATIC
    return ABOVE if value >= search.frame[at + node.BETA] else BELOW


@_compiled
def _run(
    board: ShapeBoard,
    search: node.AlphaBetaArrays,
    vcf: VcfArrays,
    network: LineNetwork,
    counts: Array,
    budget: int,
) -> bool:
    """As `run` of engine/wide_kernels/shape_search.py, and counts: `counts[ply, field]`, flat."""
    state, frame = search.state, search.frame
    while True:
        ply = state[node.PLY]
        at = ply * node.FRAME_SIZE
        row = min(ply, _DEEPEST) * _FIELDS
        if state[node.PHASE] == node.ENTER:
            if state[node.NODES] >= budget:
                return False
            state[node.NODES] += 1
            before = state[node.NODES]
            known = probe(search.table, board.sums[KEY])
            alpha, beta = frame[at + node.ALPHA], frame[at + node.BETA]
            settled = _enter(board, search, vcf, network, ply)
            counts[row + IN_VCF] += state[node.NODES] - before
            why = _reason(search, ply, known, alpha, beta) if settled else EXPANDED
            counts[row + why] += 1
            state[node.PHASE] = node.LEAVE if settled else node.STEP
        elif state[node.PHASE] == node.STEP:
            if _step(board, search, vcf, ply):
                counts[row + LATE] += frame[at + node.TRIED] < frame[at + node.COUNT]
                if frame[at + pruning.STAGE] in (pruning.ALL_MOVES, pruning.PROMISING):
                    counts[row + CALM] += 1
                    counts[row + CALM_TRIED] += frame[at + node.TRIED]
                    counts[row + CALM_FREE] += board.sums[FREE_CELLS]
                state[node.PHASE] = node.LEAVE
            else:
                counts[row + TRIED] += 1
                if frame[at + node.KIND] == node.REDUCED:
                    counts[row + REDUCED] += 1
                    counts[row + BY] += frame[at + pruning.REDUCTION]
                state[node.PLY] = ply + 1
                state[node.PHASE] = node.ENTER
        elif ply == 1:
            lift(board, frame[node.CELL])
            return True
        else:
            above = min(ply - 1, _DEEPEST) * _FIELDS
            state[node.PHASE] = _return(board, search, ply - 1)
            if state[node.PHASE] == node.ENTER:
                counts[above + AGAIN] += 1
            else:
                if state[node.PHASE] == node.LEAVE:
                    counts[above + CUT] += 1
                    counts[above + CUT_FIRST] += frame[at - node.FRAME_SIZE + node.TRIED] == 1
                state[node.PLY] = ply - 1


@dataclass
class Counts:
    """What was counted in all searches."""

    plies: Array = field(default_factory=lambda: np.zeros((_DEEPEST + 1) * _FIELDS, np.int64))
    """[ply, field], flat."""
    growth: dict[int, list[float]] = field(default_factory=dict)
    """How many times the nodes of the iteration before each whole iteration took, by its depth."""

    @property
    def table(self) -> Array:
        """[ply, field]: the same in rows."""
        return self.plies.reshape(_DEEPEST + 1, _FIELDS)


class CountingTree(tree.ShapeTree):
    """A tree that notes its nodes by the depth of the iteration, and counts them by ply."""

    def __init__(
        self, rules: Rules, cells: Sequence[int], nodes: int | None, counts: Counts
    ) -> None:
        super().__init__(rules, cells, nodes)
        self._counts = counts
        self.by_depth: dict[int, int] = {}

    def begin(self, cell: int, alpha: int, beta: int, depth: int, width: int) -> None:
        """Prepare to search one move; a root never goes back to a lesser depth but by reducing."""
        self._iteration = max(depth, *self.by_depth, 0)
        super().begin(cell, alpha, beta, depth, width)

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True once the search of the move is done."""
        before = self.nodes
        vcf, network = self._arrays
        counts = self._counts.plies
        done = bool(_run(self.board, self.search, vcf, network, counts, budget))
        spent = self.nodes - before
        self.by_depth[self._iteration] = self.by_depth.get(self._iteration, 0) + spent
        return done


def positions(count: int) -> list[Position]:
    """So many positions of games, each another one, evenly spread over games and their plies."""
    games = suite("games")
    each = -(-count // len(games)) + 1
    found = {}
    for game in games:
        last = max(_FIRST_PLY, len(game.moves) - _LAST_PLIES)
        for ply in np.linspace(_FIRST_PLY, last, each).astype(int):
            moves = game.moves[:ply]
            found[moves] = Position.from_moves(game.rules, moves)
    distinct = list(found.values())
    return [distinct[number * len(distinct) // count] for number in range(count)]


def search(position: Position, limit: Limit, counts: Counts) -> tuple[Analysis, int]:
    """Search a position and count; what was found, and the nodes of its tree."""
    grown: list[CountingTree] = []

    def grow(rules: Rules, cells: Sequence[int], nodes: int | None) -> CountingTree:
        grown.append(CountingTree(rules, cells, nodes, counts))
        return grown[0]

    searched = _Search(position, limit, grow)
    searched.think(every=False)
    analysis = searched.analysis()
    nodes = grown[0].by_depth
    for depth in range(3, analysis.depth + 1):
        if nodes.get(depth - 1) and nodes.get(depth):
            counts.growth.setdefault(depth, []).append(nodes[depth] / nodes[depth - 1])
    return analysis, grown[0].nodes


@contextmanager
def _timed() -> Iterator[dict[bool, list[float]]]:
    """Note the seconds and nodes of trees that grow meanwhile: are they of threats?"""
    run = tree.ShapeTree.run
    spent = {False: [0.0, 0.0], True: [0.0, 0.0]}

    def noted(grown: tree.ShapeTree, budget: int) -> bool:
        began, before = perf_counter(), grown.nodes
        done = run(grown, budget)
        of_threats = spent[isinstance(grown, ThreatSearch)]
        of_threats[0] += perf_counter() - began
        of_threats[1] += grown.nodes - before
        return done

    kind: Any = tree.ShapeTree
    kind.run = noted
    try:
        yield spent
    finally:
        kind.run = run


def shares(chosen: Sequence[Position], limit: Limit) -> Iterator[str]:
    """The time and nodes of both searches, without the counts."""
    began = perf_counter()
    with _timed() as spent:
        depths = [analyse(position, limit, every=False).depth for position in chosen]
    whole = perf_counter() - began
    nodes = sum(searched for _, searched in spent.values())
    yield "| | time | nodes |"
    yield "|---|--:|--:|"
    for name, (seconds, searched) in zip(("main", "of threats"), spent.values(), strict=True):
        yield f"| {name} | {seconds / whole:.1%} | {searched / nodes:.1%} |"
    rest = 1 - sum(seconds for seconds, _ in spent.values()) / whole
    yield f"| everything else | {rest:.1%} | |"
    yield f"\nDepth: median {median(depths):g}"


def tables(counts: Counts) -> Iterator[str]:
    """What was counted, by ply."""
    table = counts.table
    rows = [(f"{ply}", table[ply]) for ply in range(1, _DEEPEST)]
    rows += [(f"{_DEEPEST} on", table[_DEEPEST]), ("all", table.sum(axis=0))]
    yield "| ply | nodes | lines | bounds | table | fours | above | below | static | expanded |"
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for name, row in rows:
        nodes = row[: EXPANDED + 1].sum()
        if nodes:
            shown = " | ".join(f"{part / nodes:.1%}" for part in row[: EXPANDED + 1])
            yield f"| {name} | {nodes:,} | {shown} |"
    yield ""
    yield (
        "| ply | cut by the first move | by another | pruned late | moves tried | of all free "
        "| reduced | by plies | searched again | nodes of fours |"
    )
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for name, row in rows:
        opened = row[EXPANDED]
        if opened and row[REDUCED] and row[CALM]:
            yield (
                f"| {name} | {row[CUT_FIRST] / opened:.1%} "
                f"| {(row[CUT] - row[CUT_FIRST]) / opened:.1%} | {row[LATE] / opened:.1%} "
                f"| {row[TRIED] / opened:.1f} | {row[CALM_TRIED] / row[CALM_FREE]:.1%} "
                f"| {row[REDUCED] / row[TRIED]:.1%} | {row[BY] / row[REDUCED]:.1f} "
                f"| {row[AGAIN] / row[TRIED]:.1%} "
                f"| {row[IN_VCF] / (row[: EXPANDED + 1].sum() + row[IN_VCF]):.1%} |"
            )
    yield "\n| depth | nodes, times those of the depth before | searches |"
    yield "|--:|--:|--:|"
    for depth, grown in sorted(counts.growth.items()):
        if len(grown) < _FEW:
            continue
        yield f"| {depth} | {median(grown):.2f} | {len(grown)} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=100_000)
    options = parser.parse_args()
    warm_up()
    chosen, limit = positions(options.positions), Limit(nodes=options.nodes)
    counts = Counts()
    for position in chosen:
        search(position, limit, counts)
    for line in (*tables(counts), "", *shares(chosen, limit)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
