"""What a review knows: the mistakes of a game, and what the engine found at one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.accuracy import mistakes, turning_point
from bot.match.session import Session
from engine import Explanation, Judgement, Position


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A finished game with a judgement of each of its moves, in the order of the game."""

    session: Session
    judgements: tuple[Judgement, ...]

    @property
    def played(self) -> tuple[Judgement, ...]:
        """The judgements of the moves that belong to one of the players (`shared_plies`)."""
        return tuple(j for j in self.judgements if j.ply > self.session.shared_plies)

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The mistakes of both players, in the order of the game."""
        return mistakes(self.played)

    @property
    def turning_point(self) -> Judgement | None:
        """The mistake that decided the game; None if there was no mistake."""
        return turning_point(self.played)

    def nearest(self, ply: int) -> Judgement | None:
        """The first mistake at `ply` or after it, else the last one; None if there is none.

        A game that is judged again, after a restart, may have slightly other mistakes: where
        nothing is proved they depend on how far the engine came in the time that it had.
        """
        made = self.mistakes
        return next((judged for judged in made if judged.ply >= ply), made[-1] if made else None)

    def before(self, judged: Judgement) -> Position:
        """The position in which a judged move was made."""
        return position_before(self.session, judged.ply)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the engine found at a mistake: in the position before it, and in the one after it.

    `answer` is None if the move ended the game.
    """

    judged: Judgement
    best: Explanation
    answer: Explanation | None

    @property
    def best_move(self) -> int:
        """The move to tell about: the one that is explained if it is proved to be as good.

        Else it is the move that the review names.
        """
        before, found = self.judged.before, self.best.verdict
        as_good = before.value is not None and (found.value, found.plies) == (
            before.value,
            before.plies,
        )
        return self.best.move if as_good else self.judged.best


def position_before(session: Session, ply: int) -> Position:
    """The position in which the move of a ply was made, or the nearest; plies count from 1."""
    made = session.position.moves
    return Position.from_moves(session.rules, made[: min(max(ply, 1), len(made)) - 1])


def other_plies(judgements: Sequence[Judgement], shown: int) -> tuple[int, int]:
    """The plies of the mistakes before and after the one at `shown`, a page each.

    The overview, with ply 0, is the page before the first mistake. A page that does not exist is
    the shown one.
    """
    plies = [0, *(judged.ply for judged in judgements)]
    at = plies.index(shown)
    return plies[max(0, at - 1)], plies[min(len(plies) - 1, at + 1)]
