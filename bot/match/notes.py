"""What is said under a board, as values; `bot.show.text.notes` finds the words."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.players import OfferKind
from bot.match.session import Session
from engine import Analysis, Position, Verdict


@dataclass(frozen=True, slots=True)
class Loaded:
    """The game goes on from a position that somebody has loaded."""

    position: Position


@dataclass(frozen=True, slots=True)
class SwapRule:
    """The second player may take over the first move."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """Nobody has played in this channel before: tell how to move."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the player to move can reach with best play."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach recommends to the player to move."""

    analysis: Analysis


@dataclass(frozen=True, slots=True)
class CoachSwitched:
    """The coach was switched on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class DrawRefused:
    """The engine does not accept a draw."""


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """A player does not accept what the other has offered."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Counted:
    """A round of votes is over: `before` is the game with its ballots, `move` what was played."""

    before: Session
    move: int


Note = (
    Loaded
    | SwapRule
    | FirstGame
    | Prospect
    | Advice
    | CoachSwitched
    | DrawRefused
    | OfferDeclined
    | Counted
)
