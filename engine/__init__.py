"""Rules and thinking for every k-in-a-row game; knows nothing of Discord.

>>> from engine import Position, Rules, analyse
>>> position = Position.from_moves(Rules.parse("tictactoe"), [1, 4, 2, 5])
>>> analyse(position).best
3
>>> position.play(3).outcome
Outcome(winner=Side.X, line=(1, 2, 3))
"""

from types import ModuleType as _Module

from engine.alphabeta.second_thread import use_spare_core
from engine.coaching.choice import Choice, choose, decide, is_known, needs_kernels
from engine.coaching.consequence import Comparison, Consequence, consequence
from engine.coaching.continuation import Refutation, Step
from engine.coaching.difficulty import (
    Cost,
    Finders,
    cost,
    difficulty,
    finders,
    horizon,
    likely_at,
    one_ply,
    share_finding,
)
from engine.coaching.explanation import Answers, Explanation, explain
from engine.coaching.levels import LADDER, Level, is_measured, level_near, looks_ahead, strength
from engine.coaching.openings import balanced_opening, fairest_moves, fourth_stones, is_even
from engine.coaching.reasons import reasons_for
from engine.coaching.review import (
    MOST_LIMITS,
    Judgement,
    Lapse,
    Mistake,
    better_move,
    forgive_lost,
    judge,
    lapse,
    lapses,
    review,
)
from engine.compiling import ALL as ALL_KERNELS
from engine.compiling import (
    Compilation,
    Pace,
    Progress,
    compile_all,
    compiled_kernels,
    is_compiled,
    kernels_of,
    warm_up,
)
from engine.engine import analyse
from engine.game.errors import (
    EngineError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    MoveProblem,
    NotationError,
    RecordError,
    RecordProblem,
    RulesError,
    RulesProblem,
)
from engine.game.geometry import Stones, Symmetry, alike, stones_of, symmetries
from engine.game.notation import (
    RULES_CODE,
    column_letter,
    coordinate,
    decode_game,
    decode_rules,
    encode_game,
    encode_rules,
    parse_move,
)
from engine.game.position import Outcome, Position, Side
from engine.game.reading import parted, read_game, read_record
from engine.game.records import Recorded, RecordedEnd
from engine.game.rules import MAX_SIDE, MIN_SIDE, PRESETS, Foul, Rules, Variant
from engine.game.sheet import Sheet, sheet_of
from engine.game.surfaces import surface_of
from engine.game.writing import Record, write_moves, write_psq, write_sgf
from engine.puzzles.collection import PuzzleCollection, PuzzleEntry, RatedPuzzle, puzzle_collection
from engine.puzzles.composing import compose, puzzle_from
from engine.puzzles.puzzle import Grade, Puzzle, Task, Theme, grade
from engine.solvers.tablebase import remember
from engine.thinking.analysis import Analysis, Memory, Reason, ReasonKind, Verdict
from engine.thinking.clock import Limit
from engine.thinking.reasons import next_rows

# all that is imported above, and nothing else
__all__ = sorted(
    name
    for name, value in tuple(vars().items())
    if not name.startswith("_") and not isinstance(value, _Module)
)
