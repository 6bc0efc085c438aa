"""What is drawn on a board, made from what the engine found."""

from __future__ import annotations

import pytest

from bot.match.notes import Hint
from bot.show.overlay import Overlay, judged, judged_moves, mistaken, recommended, verdict_mark
from bot.show.text import alt_text
from engine import (
    Analysis,
    Explanation,
    Limit,
    Position,
    Reason,
    ReasonKind,
    Refutation,
    Verdict,
    analyse,
    explain,
)
from tests.bot.builders import position

FORK = Reason(ReasonKind.DOUBLE_THREAT, (1, 8), ((1, 5, 9), (7, 8, 9)))


def told(move: int, *reasons: Reason, otherwise: Refutation | None = None) -> Explanation:
    """An explanation of a move."""
    return Explanation(move, Verdict.draw(5), reasons, otherwise, (), None, (move,))


def hinted(verdicts: dict[int, Verdict], move: int) -> Hint:
    """A hint that recommends a move."""
    reason = Reason(ReasonKind.ESTIMATE)
    best = max(verdicts, key=lambda one: verdicts[one].score)
    analysis = Analysis(best, verdicts, (best,), reason, False, 1, 1, 0.0)
    return Hint(analysis, told(move, reason))


def explained(now: Position) -> Overlay:
    """What the engine's own explanation of a position draws."""
    limit = Limit(seconds=None, nodes=20_000)
    return recommended(now, explain(now, analyse(now, limit), limit))


def test_verdict_marks_say_how_a_move_ends() -> None:
    """Wins, draws, losses and estimates have four different marks."""
    verdicts = Verdict.win(1), Verdict.draw(5), Verdict.estimate(-7), Verdict.loss(2)
    assert [verdict_mark(verdict) for verdict in verdicts] == ["👍", "🤝", "❔", "👎"]


def test_a_fork_has_its_two_lines() -> None:
    """The lines that a move makes are those of the player who makes it."""
    overlay = explained(position("3x3", [1, 2, 4, 7]))
    assert overlay.move == 5
    assert set(overlay.own) == {(1, 5, 9), (4, 5, 6)}


def test_a_blocked_line_is_one_of_theirs() -> None:
    """The line that a move stops is one of the other side."""
    overlay = explained(position("3x3", [1, 5, 2]))
    assert (overlay.move, overlay.own) == (3, ())
    assert (1, 2, 3) in overlay.theirs


def test_lines_of_a_refutation_belong_to_the_other_side() -> None:
    """The lines of a refutation belong to the side that refutes."""
    now = position("3x3", [5, 1])
    made = recommended(now, told(9, otherwise=Refutation(2, (9,), FORK)))
    assert (made.own, made.theirs) == ((), FORK.lines)


@pytest.mark.parametrize("kind", ReasonKind)
def test_no_reason_has_lines_of_both_sides(kind: ReasonKind) -> None:
    """Whatever a reason says, its lines have one owner; pairs of cells are no lines."""
    made = recommended(position("3x3"), told(5, Reason(kind, (1, 3), ((4, 5, 6),))))
    assert not (made.own and made.theirs)
    stops = kind.value.startswith(("stops", "prevents", "blocks", "closes", "avoids"))
    assert bool(made.theirs) is stops


def test_an_open_four_reaches_to_the_cells_that_complete_it() -> None:
    """Its reason names the stones; the line shows the two ends too."""
    now = position("gomoku", [113])
    four = Reason(ReasonKind.OPEN_FOUR, (111, 116), ((112, 113, 114, 115),))
    assert recommended(now, told(112, four)).own == ((111, 112, 113, 114, 115, 116),)


def test_cells_of_prevented_forks_are_looked_at() -> None:
    """They are shown where nothing tells what comes otherwise, except for the move's own cell."""
    now, reason = position("3x3", [5, 1]), Reason(ReasonKind.PREVENTS_FORK, (3, 7, 9))
    assert recommended(now, told(9, reason)).theirs == ((3,), (7,))
    fork = Refutation(None, (3,), FORK)
    assert recommended(now, told(9, reason, otherwise=fork)).theirs == FORK.lines


def test_there_are_few_lines() -> None:
    """At most four for each side, none of them twice."""
    lines = tuple((n, n + 1, n + 2) for n in (1, 1, 4, 7, 10, 13))
    made = recommended(position("gomoku"), told(113, Reason(ReasonKind.CLOSES_LINES, (), lines)))
    assert made.theirs == ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))


def test_a_recommended_move_is_a_pale_stone_or_ringed() -> None:
    """Where it lands with gravity; ringed where it carries its verdict."""
    now = position("connect4", [4])
    assert (Overlay(move=4).ghost(now), Overlay(move=4).ring(now)) == (32, None)
    marked = Overlay({4: "👍"}, move=4)
    assert (marked.ghost(now), marked.ring(now)) == (None, 32)
    assert (Overlay().ghost(now), Overlay().ring(now)) == (None, None)


def test_a_small_board_shows_every_verdict() -> None:
    """All legal moves of up to 25 carry a mark."""
    now = position("5x5x4")
    hint = hinted(dict.fromkeys(now.legal, Verdict.draw(25)), 13)
    assert list(judged(hint).marks) == list(now.legal)
    assert judged(hint).move == 13


def test_a_large_board_shows_the_best_moves() -> None:
    """Five to eight, cut where a worse one follows, and the rest stays blank."""
    now = position("gomoku")
    for equal, shown in ((5, 5), (6, 6), (8, 8), (9, 5), (200, 5)):
        verdicts = {
            move: Verdict.draw(9) if n < equal else Verdict.loss(4)
            for n, move in enumerate(now.legal)
        }
        assert len(judged(hinted(verdicts, 1)).marks) == shown


def test_the_recommended_move_is_among_many_equal_ones() -> None:
    """Also where it comes late in the order of the board."""
    now = position("gomoku")
    moves = judged_moves(hinted(dict.fromkeys(now.legal, Verdict.estimate(0)), 113))
    assert moves == [1, 2, 3, 4, 113]


def test_the_best_moves_come_first() -> None:
    """In the order of what they are worth, equal ones in that of the board."""
    verdicts = {1: Verdict.loss(2), 2: Verdict.draw(5), 9: Verdict.win(3), 4: Verdict.draw(5)}
    assert judged_moves(hinted(verdicts, 9)) == [9, 2, 4, 1]


def test_a_mistake_shows_what_it_allows() -> None:
    """Both moves are marked, and the lines are those of what answers the mistake."""
    before = position("3x3", [1, 5, 2])
    best = told(3, Reason(ReasonKind.BLOCKS, (1, 2, 3), ((1, 2, 3),)))
    wins = told(3, Reason(ReasonKind.WINS, (1, 2, 3), ((1, 2, 3),)))
    overlay = mistaken(before, 4, best, wins)
    assert overlay == Overlay({4: "❗", 3: "✅"}, own=(), theirs=((1, 2, 3),))
    assert mistaken(before, 4, 3) == Overlay({4: "❗", 3: "✅"})
    assert "Lines of X: 1-2-3." in alt_text(before, overlay)
