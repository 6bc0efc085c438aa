"""What is compiled, in stages: which boards need which, and how each is loaded or compiled."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from engine.game.position import Position
from engine.game.rules import PRESETS, Rules, Variant
from engine.kernels import cache
from engine.solvers import tablebase
from engine.thinking.clock import Limit

_BRIEF: Final = Limit(nodes=100)
# What the searches say of themselves, here without loading the compiler.
_MOST_BITS: Final = 63
_MOST_PROVED: Final = 72
_GOALS_OF_SHAPES: Final = (4, 5, 6)


@dataclass(frozen=True)
class Stage:
    """Kernels that are compiled together, by using each of them once."""

    name: str
    seconds: int
    """About the processor's time that it takes: what progress is measured in."""
    functions: int
    """How many functions are compiled, and a few more: the last takes the longest."""
    use: Callable[[], None]
    """Use each once, which loads it, or compiles it in this process."""


def _use_gravity() -> None:
    from engine.solvers import gravity as search

    # beyond the early layer of the book, so that the last one is there as well
    position = Position.from_moves(PRESETS["connect4"], [4, 4, 4, 4, 4, 2])
    search.search(position, _BRIEF, True)


def _use_windows() -> None:
    from engine.alphabeta import search

    search.search(Position.start(Rules(4, 4, 4, gravity=True)), _BRIEF, True)


def _use_proofs() -> None:
    from engine.solvers import prover

    prover.warm_up()


def _use_shapes() -> None:
    from engine.alphabeta import search, threat_space

    search.search(Position.from_moves(PRESETS["gomoku"], [113, 114]), _BRIEF, False)
    threat_space.warm_up()


GRAVITY: Final = Stage("gravity", 4, 21, _use_gravity)
WINDOWS: Final = Stage("windows", 6, 44, _use_windows)
PROOFS: Final = Stage("proofs", 8, 47, _use_proofs)
SHAPES: Final = Stage("shapes", 14, 74, _use_shapes)
STAGES: Final = (GRAVITY, WINDOWS, PROOFS, SHAPES)
"""All stages, in the order in which they are compiled: Connect Four needs the first two."""
ALL: Final = frozenset(stage.name for stage in STAGES)
"""The names of all."""


def kernels_of(rules: Rules) -> frozenset[str]:
    """The names of the stages that thinking about a board may need."""
    if tablebase.handles(rules):
        return frozenset()
    plain = not rules.gravity and not rules.misere
    freestyle = rules.variant is Variant.FREESTYLE
    needed = {
        GRAVITY.name: rules.gravity and not rules.misere and _bits(rules) <= _MOST_BITS,
        WINDOWS.name: True,
        PROOFS.name: plain and freestyle and rules.cells <= _MOST_PROVED,
        SHAPES.name: plain and rules.goal in _GOALS_OF_SHAPES,
    }
    return frozenset(name for name, wanted in needed.items() if wanted)


def _bits(rules: Rules) -> int:
    return rules.columns * (rules.rows + 1)


def compiled_kernels() -> frozenset[str]:
    """The names of the stages that this machine has already."""
    return frozenset(name for name in ALL if cache.is_done(name))


def load(needed: Collection[str] = ALL) -> None:
    """Load these stages in this process; what is not compiled yet is compiled in it."""
    for stage in STAGES:
        if stage.name in needed:
            stage.use()
            cache.mark_done(stage.name)
    if compiled_kernels() == ALL:
        cache.clear_others()
