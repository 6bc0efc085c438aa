"""What a remark on a move is made of."""

from __future__ import annotations

from bot.match.notes import Remark
from engine import (
    Analysis,
    Explanation,
    Limit,
    Mistake,
    Position,
    ReasonKind,
    Rules,
    analyse,
    explain,
    judge,
)

FORK = Position.from_moves(Rules.parse("3x3"), [1, 5, 9])
"""O to move: a corner loses, an edge draws."""
SEARCH = Limit(nodes=20_000)


def explained(position: Position) -> tuple[Analysis, Explanation]:
    """A position as the engine explains it."""
    analysis = analyse(position, SEARCH)
    return analysis, explain(position, analysis, SEARCH)


def test_a_good_move_is_praised_for_what_it_does_itself() -> None:
    """There is no better one, and the reasons are its own."""
    position = Position.from_moves(Rules.parse("3x3"), [1, 5, 2])
    remark = Remark.of(position, judge(position, 3, SEARCH), None)
    assert remark.better is None
    assert remark.reasons[0].kind is ReasonKind.BLOCKS


def test_a_mistake_is_held_against_the_move_that_is_explained() -> None:
    """The better move and its reasons are those of the explanation."""
    judgement, (_, explanation) = judge(FORK, 3, SEARCH), explained(FORK)
    assert judgement.mistake is Mistake.LOSING
    remark = Remark.of(FORK, judgement, explanation)
    assert (remark.better, remark.reasons) == (explanation.move, explanation.reasons)


def test_an_explanation_that_contradicts_is_left_aside() -> None:
    """It may recommend the very move that was a mistake, or find it worth something else."""
    judgement = judge(FORK, 3, SEARCH)
    other = Position.from_moves(Rules.parse("3x3"), [1, 5, 2])
    for position, moves in ((FORK, FORK.moves), (other, other.moves)):
        _, explanation = explained(Position.from_moves(position.rules, moves))
        contrary = Explanation(
            judgement.move,
            explanation.verdict,
            explanation.reasons,
            None,
            (),
            None,
            (judgement.move,),
        )
        remark = Remark.of(FORK, judgement, contrary)
        assert remark.better == judgement.best
        assert remark.better in {2, 4, 6, 8}
