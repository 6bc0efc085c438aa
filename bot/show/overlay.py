"""What is drawn on a board besides its stones: verdicts, a recommended move, and lines.

An `Overlay` is made from a hint in one place, here, and drawn in several: `bot.show.render` draws
it as image, emoji or text, and `bot.show.text.alt_text` describes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.match.notes import Hint
from bot.show.emoji import BEST_MOVE, PLAYED_MOVE
from engine import Explanation, Position, Reason, ReasonKind, Refutation, Verdict, horizon

Line = tuple[int, ...]
"""Tiles in a row, in any order; a line of one tile is a cell to look at."""

ALL_JUDGED: Final = 25
"""Up to so many legal moves are all marked with their verdicts; of more only the best are."""
_FEW: Final = 5
"""How many of the best moves are marked on a larger board."""
_MOST: Final = 8
"""How many at most: between five and eight the list ends where it leaves out no equal move."""
_MOST_LINES: Final = 4
"""The most lines of each side that are drawn: among more nobody finds the one that is meant."""

_MARKS: Final = {"win": "👍", "draw": "🤝", "loss": "👎", None: "❔"}
_THEIRS: Final = frozenset(
    {
        ReasonKind.BLOCKS,
        ReasonKind.STOPS_OPEN_THREE,
        ReasonKind.STOPS_OPEN_FOUR,
        ReasonKind.STOPS_DOUBLE_THREAT,
        ReasonKind.STOPS_STACKED_THREATS,
        ReasonKind.STOPS_FOUR_THREE,
        ReasonKind.STOPS_DOUBLE_THREE,
        ReasonKind.STOPS_HANGING_THREAT,
        ReasonKind.STOPS_FORK_NEXT,
        ReasonKind.STOPS_FOUR,
        ReasonKind.STOPS_BUILDING,
        ReasonKind.PREVENTS_OPEN_THREE,
        ReasonKind.AVOIDS,
        ReasonKind.CLOSES_LINES,
    }
)
"""The reasons whose lines belong to the other side; those of all others belong to the mover."""
_NO_LINES: Final = frozenset({ReasonKind.PAIRS, ReasonKind.PREVENTS_FORK})
"""The reasons whose `lines` are pairs of cells, or single ones."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn on a board besides its stones."""

    marks: Mapping[int, str] = field(default_factory=dict)
    """Some legal moves, each with an emoji: of its verdict, or of a mistake and what was best."""
    move: int | None = None
    """The recommended move: ringed where it has a mark, else shown as a pale stone."""
    own: tuple[Line, ...] = ()
    """The lines of the side to move that are the reason for the move."""
    theirs: tuple[Line, ...] = ()
    """The lines of the other side that it stops, or that would follow otherwise."""

    def ghost(self, position: Position) -> int | None:
        """The tile of the pale stone, where the move would land; None if there is none."""
        if self.move is None or self.move in self.marks:
            return None
        return position.landing(self.move)

    def ring(self, position: Position) -> int | None:
        """The tile of the recommended move among moves that are marked, or None."""
        if self.move is None or self.move not in self.marks:
            return None
        return position.landing(self.move)


NOTHING: Final = Overlay()
"""A board and its stones alone."""


def verdict_mark(verdict: Verdict) -> str:
    """A verdict as one emoji: win, draw, loss, or only estimated."""
    return _MARKS[verdict.value]


def recommended(position: Position, explanation: Explanation, elo: float | None = None) -> Overlay:
    """The recommended move, and the lines that its one idea names to a reader of a strength."""
    plies = None if elo is None else horizon(position.rules, elo)
    idea, taken = explanation.idea(plies), position.landing(explanation.move)
    if isinstance(idea, Refutation):
        return Overlay(move=explanation.move, theirs=_few(_lines(idea.reason)))
    own, theirs = list[Line](), list[Line]()
    if idea is not None and idea.kind not in _NO_LINES:
        (theirs if idea.kind in _THEIRS else own).extend(_lines(idea))
    elif idea is not None and idea.kind is ReasonKind.PREVENTS_FORK:
        if explanation.otherwise is None:
            theirs += [(tile,) for tile in idea.tiles if tile != taken]
        else:
            theirs += _lines(explanation.otherwise.reason)
    return Overlay(move=explanation.move, own=_few(own), theirs=_few(theirs))


def judged(hint: Hint) -> Overlay:
    """The verdict of each legal move, or on a large board of the best, and the recommended one."""
    verdicts = hint.analysis.verdicts
    marks = {move: verdict_mark(verdicts[move]) for move in judged_moves(hint)}
    return Overlay(marks, hint.explanation.move)


def mistaken(
    before: Position, played: int, best: Explanation | int, answer: Explanation | None = None
) -> Overlay:
    """A mistake, on the board before it, the move that was better, and the lines of both.

    `best` is a number if it is not explained, `answer` what the other side plays after the mistake.
    """
    better = Overlay(move=best) if isinstance(best, int) else recommended(before, best)
    follows = () if answer is None else recommended(before.play(played), answer).own
    move = best if isinstance(best, int) else best.move
    theirs = _few((*follows, *better.theirs))
    return Overlay({played: PLAYED_MOVE, move: BEST_MOVE}, own=better.own, theirs=theirs)


def refuted(move: int, reason: Reason | None) -> Overlay:
    """A wrong move, on the board before it, and the lines of what punishes it."""
    own = reason is not None and reason.kind not in _THEIRS
    lines = () if reason is None else _few(_lines(reason))
    marks = {move: PLAYED_MOVE}
    return Overlay(marks, theirs=lines) if own else Overlay(marks, own=lines)


def answered(move: int, reason: Reason | None) -> Overlay:
    """The move of the other side that answers one that was asked about, and what it does."""
    lines = () if reason is None else _few(_lines(reason))
    if reason is not None and reason.kind in _THEIRS:
        return Overlay(move=move, theirs=lines)
    return Overlay(move=move, own=lines)


def judged_moves(hint: Hint) -> list[int]:
    """The moves whose verdict is shown, best first; equal ones in the order of the board.

    They are all, or where many moves are legal the best five to eight. The recommended move is
    always among them.
    """
    verdicts, first = hint.analysis.verdicts, hint.explanation.move
    ranked = sorted(verdicts, key=lambda move: (-verdicts[move].score, move))
    if len(ranked) <= ALL_JUDGED:
        return ranked
    scores = [verdicts[move].score for move in ranked]
    count = next((n for n in range(_MOST, _FEW, -1) if scores[n - 1] > scores[n]), _FEW)
    # the recommended one may come late among many equal moves
    best = sorted(ranked, key=lambda move: (-verdicts[move].score, move != first))[:count]
    return [move for move in ranked if move in best]


def _lines(reason: Reason) -> Iterator[Line]:
    """The lines of a reason, an open four up to the cells that complete it."""
    for line in reason.lines:
        if reason.kind in {ReasonKind.OPEN_FOUR, ReasonKind.STOPS_OPEN_FOUR}:
            yield tuple(sorted((*reason.tiles, *line)))
        else:
            yield line


def _few(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The first lines, without repetitions."""
    return tuple(dict.fromkeys(lines))[:_MOST_LINES]
