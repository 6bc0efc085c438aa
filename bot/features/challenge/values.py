"""A challenge: who asks whom to play what, and how often somebody may ask.

One challenge of a person waits in a server at a time. It is kept until it is answered,
and for a while after somebody has turned it down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from bot.errors import Problem, UserError
from bot.match.session import BoardStyle, ChallengeId, ChannelId, GuildId, MessageId, Terms, UserId
from engine import Rules, Side

EXPIRY: Final = timedelta(hours=24)
"""How long a challenge can be answered."""
PATIENCE: Final = timedelta(minutes=10)
"""How long somebody who has declined is left alone by the same person."""
MANY: Final = 5
"""Challenges that came to nothing, after which a person has to wait for `PATIENCE`."""
UNNUMBERED: Final = ChallengeId(0)
"""The id of a challenge that the store has not numbered yet."""

_STYLES: Final = {
    BoardStyle.EMOJI: "",
    BoardStyle.TEXT: "t",
    BoardStyle.IMAGE: "i",
    BoardStyle.LIGHT: "l",
}
_TERMS: Final = re.compile(
    r"(?P<rules>[0-9xg]+)(?P<misere>m?)/(?P<side>[XO?])(?P<coach>c?)(?P<swap>s?)(?P<style>[til]?)"
)


class Refusal(Enum):
    """How a challenge came to nothing."""

    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Challenge:
    """`opponent` is None where anyone may join; the side in `terms` is the challenger's."""

    guild: GuildId
    channel: ChannelId
    challenger: UserId
    opponent: UserId | None
    terms: Terms
    asked: datetime
    refusal: Refusal | None = None
    refused: datetime | None = None
    """When it was turned down or taken back."""
    message: MessageId | None = None
    """What asks in the channel; None until that has been posted."""
    number: ChallengeId = UNNUMBERED

    @property
    def expires(self) -> datetime:
        """Until when it can be answered."""
        return self.asked + EXPIRY

    def is_over(self, now: datetime) -> bool:
        """Whether nobody can answer it any more."""
        return self.refusal is not None or self.expires <= now


def check(wanted: Challenge, earlier: Sequence[Challenge]) -> None:
    """Raise UserError if a person asks too often; `earlier` are theirs in this server.

    The fact `when` is the moment from which they may, in seconds since 1970.
    """
    now = wanted.asked
    for challenge in earlier:
        if not challenge.is_over(now):
            raise UserError(Problem.CHALLENGE_WAITS, place=challenge.channel)
    vain = [c for c in earlier if c.refused is not None and c.refused + PATIENCE > now]
    for challenge in vain:
        declined = challenge.refusal is Refusal.DECLINED
        if declined and wanted.opponent is not None and challenge.opponent == wanted.opponent:
            who, when = wanted.opponent, _until(challenge)
            raise UserError(Problem.CHALLENGE_DECLINED, member=who, when=when)
    if len(vain) >= MANY:
        oldest = sorted(vain, key=lambda c: c.refused or now)[-MANY]
        raise UserError(Problem.CHALLENGE_TOO_MANY, when=_until(oldest))


def write_terms(terms: Terms) -> str:
    """Terms as a short text."""
    shape, _, misere = str(terms.rules).partition(" ")
    return (
        f"{shape}{'m' if misere else ''}/{terms.side.value if terms.side else '?'}"
        f"{'c' if terms.coach else ''}{'s' if terms.swap else ''}{_STYLES[terms.style]}"
    )


def read_terms(text: str) -> Terms:
    """Read what `write_terms` wrote; raises ValueError for anything else."""
    match = _TERMS.fullmatch(text)
    if match is None:
        raise ValueError(f"no terms: {text!r}")
    return Terms(
        Rules.parse(f"{match['rules']} misere" if match["misere"] else match["rules"]),
        None if match["side"] == "?" else Side(match["side"]),
        bool(match["coach"]),
        next(style for style, sign in _STYLES.items() if sign == match["style"]),
        bool(match["swap"]),
    )


def _until(challenge: Challenge) -> int:
    """When a refusal is forgotten, in whole seconds since 1970."""
    assert challenge.refused is not None, "it was refused"
    return int((challenge.refused + PATIENCE).timestamp()) + 1
