"""The mistakes of a game as people make them: what cost them something, the costliest first.

A slip is a move by which somebody overlooked what lay within their horizon, or one that theory
blames and that cost something between two players of that strength. What theory alone blames
changes nothing between people: it is no slip.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.match.accuracy import given_away, hastened, mistakes, mover
from engine import Cost, Explanation, Judgement, Lapse, Reason, ReasonKind, Side, Verdict

PAGES: Final = 3
"""The most slips of a player that are shown."""
_WEIGHED: Final = 4
"""The most moves of each side whose cost is worked out."""
_LEAST_COST: Final = 0.1
"""What a move that overlooks nothing in sight must cost, of 1 for the game, to be a slip."""
_ERRORS: Final = 2
"""How many times its error that must be."""
_SAYS_LITTLE: Final = frozenset(
    {
        ReasonKind.OPEN_LINES,
        ReasonKind.CLOSES_LINES,
        ReasonKind.FOLLOWS_UP,
        ReasonKind.BUILDS,
        ReasonKind.STOPS_BUILDING,
    }
)
"""What nearly every move does: no reason why another one was a mistake."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake. `share` is how many players of the strength of whoever made it find better.

    `explained` says that there is a reason for the best move to tell.
    """

    judged: Judgement
    lapse: Lapse | None
    cost: Cost
    share: float
    explained: bool = True

    @classmethod
    def of(
        cls, judged: Judgement, best: Explanation, lapse: Lapse | None, cost: Cost, elo: float
    ) -> Slip:
        """The slip of a player of this strength; `best` explains the best move."""
        explained = best.move == cost.better and any(map(tells, best.reasons))
        return cls(judged, lapse, cost, cost.finders.share(elo), explained)

    @property
    def ply(self) -> int:
        """The ply of the move, counted from 1."""
        return self.judged.ply

    @property
    def side(self) -> Side:
        """The side that made it."""
        return mover(self.judged)

    @property
    def counts(self) -> bool:
        """Whether people could have seen it, or it has surely cost them something."""
        lost = self.cost.lost
        return self.lapse is not None or lost >= max(_LEAST_COST, _ERRORS * self.cost.error)


def to_weigh(judgements: Sequence[Judgement], lapses: Mapping[int, Lapse]) -> tuple[Judgement, ...]:
    """The moves that may be slips, in the order of the game, not too many of each side.

    The last lapse of each side is among them: by that a game is lost.
    """
    blamed = {judged.ply for judged in (*mistakes(judgements), *hastened(judgements))}
    chosen: list[Judgement] = []
    for side in Side:
        made = [j for j in judgements if mover(j) is side and (j.ply in blamed or j.ply in lapses)]
        last = max((judged.ply for judged in made if judged.ply in lapses), default=0)
        made.sort(key=lambda j: (j.ply == last, j.ply in lapses, given_away(j), j.ply))
        chosen += made[-_WEIGHED:]
    return tuple(sorted(chosen, key=lambda judged: judged.ply))


def shown_slips(weighed: Iterable[Slip], side: Side, *, lost: bool) -> tuple[Slip, ...]:
    """The slips of a side that are shown, the costliest first.

    If the side has lost, the move by which it did is among them: its last lapse, or else its last
    slip, or the last move that is proved to lose, if there is anything to learn from that.
    """
    own = [slip for slip in weighed if slip.side is side]
    made = [slip for slip in own if slip.counts]
    ranked = sorted(made, key=_rank)
    if not lost or not own:
        return tuple(ranked[:PAGES])
    if not made:
        return tuple([slip for slip in own if slip.explained and _lost_by(slip.judged)][-1:])
    lapsed = [slip for slip in made if slip.lapse is not None]
    last = max(lapsed or made, key=lambda slip: slip.ply)
    others = [slip for slip in ranked if slip is not last][: PAGES - 1]
    return tuple(sorted((last, *others), key=_rank))


def known_of(judged: Judgement) -> dict[int, Verdict]:
    """What a judgement has proved of the moves of a position."""
    verdicts = {judged.best: judged.before, judged.move: judged.after}
    return {move: verdict for move, verdict in verdicts.items() if verdict.value is not None}


def tells(reason: Reason) -> bool:
    """Whether a reason says why its move was better than another."""
    return reason.kind not in _SAYS_LITTLE


def _lost_by(judged: Judgement) -> bool:
    """Whether a move is proved to lose what was not lost before."""
    return judged.after.value == "loss" and judged.before.value != "loss"


def turning_point(shown: Mapping[Side, Sequence[Slip]], loser: Side | None) -> Slip | None:
    """The slip that decided a game, of those that are shown; None if there is none.

    In a game that was lost it is the costliest of the loser's after the last one of the winner,
    who let nothing go after that. A move that cost nothing decided nothing.
    """
    telling = [slip for slips in shown.values() for slip in slips if slip.cost.tells]
    if loser is None:
        return min(telling, key=_rank, default=None)
    own = [slip for slip in telling if slip.side is loser and slip.counts]
    last = max(
        (slip.ply for slip in shown[loser.other] if slip.cost.lost >= _LEAST_COST), default=0
    )
    return min([slip for slip in own if slip.ply > last] or own, key=_rank, default=None)


def _rank(slip: Slip) -> tuple[float, int]:
    """The costliest first; of those that cost the same the last."""
    return -round(slip.cost.lost, 2), -slip.ply
