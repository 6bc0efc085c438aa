"""What is said under a board, as values; `bot.show.text.notes` finds the words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.match.opening import OpeningChoice, better_choice, is_worth_swapping
from bot.match.players import Coach, OfferKind, Person, Strength
from bot.match.session import Session
from bot.match.timing import count_votes, top_moves
from engine import (
    Analysis,
    Explanation,
    Finders,
    Judgement,
    Lapse,
    Level,
    Mistake,
    Position,
    Reason,
    Side,
    better_move,
    reasons_for,
)


class Fact(Enum):
    """What is said in the same way of every game."""

    WANTED_ROW = auto()
    """How many in a row win, where that may surprise: a board was named by its sides alone."""
    SWAP_RULE = auto()
    """How the sides are assigned: the swap rule, or swap2."""
    ONLY_YOU = auto()
    """Discord shows the board to nobody but the person who asked for it."""
    COUNTED_BY_HAND = auto()
    """No clock ends the rounds of votes."""
    FIRST_WIN = auto()
    """A person has beaten the engine for the first time."""
    DRAW_REFUSED = auto()
    """The engine does not accept a draw."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The game goes on from a position that somebody has loaded."""

    position: Position


@dataclass(frozen=True, slots=True)
class Nearest:
    """A strength was asked for, and a level stands for it on this board."""

    strength: Strength
    level: Level


@dataclass(frozen=True, slots=True)
class Introduction:
    """The first game of a person: say who their opponent is, and that this can be changed."""

    level: Level


@dataclass(frozen=True, slots=True)
class LevelChanged:
    """The engine plays at another step of the ladder now."""

    level: Level


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found of a position: the verdicts of its moves, and why one is recommended."""

    analysis: Analysis
    explanation: Explanation
    elo: float | None = None
    """The strength of the reader, who is told what lies within their horizon; None for all."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do next: to swap, what to choose, or the move that is explained."""

    explanation: Explanation
    swap: bool = False
    choice: OpeningChoice | None = None
    """What to choose, where something is to be chosen (swap2)."""
    elo: float | None = None
    """The strength of the reader, as of a hint."""

    @classmethod
    def of(cls, session: Session, hint: Hint) -> Advice:
        """The advice for the player to move, from what was found of the position."""
        if session.choices:
            choice = better_choice(hint.analysis, session.choices)
            return cls(hint.explanation, choice=choice, elo=hint.elo)
        swap = session.can_swap and is_worth_swapping(hint.analysis)
        return cls(hint.explanation, swap, elo=hint.elo)


@dataclass(frozen=True, slots=True)
class Remark:
    """What the coach says of a move that was made: how good it was, and why.

    `better` is None, or the move that should have been made instead. `reasons` are those of that
    move, otherwise of the move that was made, the most telling first; they may be empty.
    """

    judgement: Judgement
    better: int | None
    reasons: tuple[Reason, ...]
    finders: Finders | None = None
    """Who finds the better move, where that is known."""
    elo: float | None = None
    """The strength of the reader, as of a hint."""
    lapse: Lapse | None = None
    """What such a reader has overlooked, whatever theory says."""

    @classmethod
    def of(
        cls,
        position: Position,
        judgement: Judgement,
        explanation: Explanation | None,
        lapse: Lapse | None = None,
    ) -> Remark:
        """The remark on a move in a position. `explanation` is that of the position, if known.

        It is ignored where it contradicts the judgement: another search may find another best move.
        """
        judged = judgement if explanation is None else named_best(judgement, explanation)
        better = better_move(position, judged)
        if better == judged.move or (judged.mistake is Mistake.NONE and lapse is None):
            value = judged.after.value
            return cls(judged, None, tuple(reasons_for(position, judged.move, value)))
        if explanation is not None and explanation.move == better:
            found = explanation.finders
            return cls(judged, better, explanation.reasons, found, lapse=lapse)
        reasons = reasons_for(position, better, judged.before.value)
        return cls(judged, better, tuple(reasons), lapse=lapse)


def named_best(judged: Judgement, explanation: Explanation) -> Judgement:
    """A judgement with the best move that an explanation recommends, if that is as good.

    So a hint, the coach and a review name the same.
    """
    found, best = explanation.verdict, judged.before
    agrees = found.value == best.value and best.plies in {None, found.plies}
    if explanation.move == judged.move or not agrees:
        return judged
    return replace(judged, best=explanation.move)


def as_named(judged: Judgement, named: int | None) -> Judgement:
    """A judgement in which the move that was named before is no mistake, if nothing proves it one.

    Nobody is told to make a move, and then that another one was better by an estimate.
    """
    if judged.move != named or judged.before.value is not None or judged.after.value is not None:
        return judged
    return replace(judged, before=judged.after, best=judged.move, mistake=Mistake.NONE)


@dataclass(frozen=True, slots=True)
class CoachSwitched:
    """A player has another coach now, or none; or begins with the one they have chosen."""

    coach: Coach


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """A player does not accept what the other has offered."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Helped:
    """A player has had help in a game between people, which is unrated for that player now."""

    person: Person

    @classmethod
    def since(cls, before: Session, after: Session) -> tuple[Helped, ...]:
        """The player who has had help for the first time between two sessions of a game."""
        return tuple(
            cls(person)
            for person in after.people
            if person in after.aided and person not in before.aided
        )


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A player has taken a move back, and the answer to it, if there was one."""

    side: Side
    moves: tuple[int, ...]
    """All that is gone, the oldest first."""

    @classmethod
    def of(cls, before: Session, after: Session) -> TakenBack:
        """What is gone from a session in a later one."""
        ply = after.position.ply
        return cls(before.mover(ply + 1), before.position.moves[ply:])


@dataclass(frozen=True, slots=True)
class Counted:
    """A round of votes is over, and the crowd has moved; who voted for what is not kept."""

    side: Side
    move: int
    tied: tuple[int, ...]
    """The moves with the most votes; if there are several, one was chosen at random."""
    votes: int
    """How many votes each of those had."""
    ballots: int
    """How many people have voted."""

    @classmethod
    def of(cls, session: Session, move: int) -> Counted:
        """What the round of a session has decided."""
        assert session.poll is not None, "a round was on"
        ballots = session.poll.ballots
        votes = count_votes(ballots)[0][1]
        return cls(session.position.side, move, top_moves(ballots), votes, len(ballots))


class Permission(Enum):
    """A permission that makes boards better, by its name in Discord's settings."""

    FILES = "Attach Files"
    EMBEDS = "Embed Links"
    HISTORY = "Read Message History"


@dataclass(frozen=True, slots=True)
class Lacking:
    """Permissions that the bot lacks in the channel, which make the board worse than it could be.

    A channel is told about each once.
    """

    permissions: tuple[Permission, ...]


@dataclass(frozen=True, slots=True)
class NoThread:
    """A thread was wanted for a game, and cannot be opened, so that it begins where it was asked.

    `permission` is the one that the bot lacks, by its name in Discord's settings, if it is that.
    """

    permission: str | None = None


Note = (
    Fact
    | Loaded
    | Nearest
    | Introduction
    | LevelChanged
    | Advice
    | Remark
    | CoachSwitched
    | OfferDeclined
    | Helped
    | TakenBack
    | Counted
    | Lacking
    | NoThread
)
