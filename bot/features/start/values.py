"""The outcome of a request for a game, and the challenge as a value, with its limits.

A person can have one waiting challenge in a scope. It is stored until it is answered, and for a
while after it was refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from bot.errors import AnyProblem, UserError
from bot.match.players import ChallengeId
from bot.match.series import read_length
from bot.match.session import BoardStyle, ChannelId, Coach, MessageId, ScopeId, Terms, UserId
from bot.show.text.language import Sentence
from engine import RULES_CODE, Side, decode_rules, encode_rules


class StartProblem(AnyProblem):
    """Why a game does not begin, or a challenge is not asked or answered."""

    TOO_MANY_THREADS = Sentence("You've opened a lot of threads. You can open the next one {when}.")
    CHALLENGE_BOT = Sentence(
        "{name} is a bot and can't answer. Play against me with {start}, without a name."
    )
    CHALLENGE_SELF = Sentence(
        "You can't challenge yourself. Play against me with {start}, or let anyone join with "
        "{start_open}."
    )
    NOT_POSSIBLE = Sentence("A game with {name} isn't possible.")
    CHALLENGED_ALREADY = Sentence(
        "{name} has already challenged you. Accept or decline that first: {url}"
    )
    CHALLENGE_WAITS = Sentence("You have a challenge waiting in {place}. Take it back with {stop}.")
    CHALLENGE_DECLINED = Sentence("You just got a no from {member}. You can ask again {when}.")
    CHALLENGE_TOO_MANY = Sentence("That's a lot of challenges. You can send the next one {when}.")
    STRICT_SERVER = Sentence("Games between people are played without help here.")
    NOTHING_ASKED = Sentence(
        "Nobody is waiting for your answer here. Challenge a member with {challenge}.",
        challenge="start @name",
    )
    NOT_CHALLENGED = Sentence("Only {name} can answer this challenge.")
    NOT_CHALLENGER = Sentence("Only {name} can take this challenge back.")
    CHALLENGE_GONE = Sentence(
        "This challenge is over. Send a new one with {challenge}.", challenge="start @name"
    )
    CHALLENGE_EXPIRED = Sentence(
        "This challenge has expired. Send a new one with {challenge}.", challenge="start @name"
    )


EXPIRY: Final = timedelta(hours=24)
"""How long a challenge can be answered."""
COOLDOWN: Final = timedelta(minutes=10)
"""How long a person cannot challenge somebody who declined again."""
MAX_REFUSALS: Final = 5
"""After this many refused challenges a person must wait for `COOLDOWN`."""
UNNUMBERED: Final = ChallengeId(0)
"""The id of a challenge that the store has not numbered yet."""

ANYWHERE: Final = ChannelId(0)
"""The channel of a challenge that is not posted yet."""

_STYLES: Final = {
    BoardStyle.EMOJI: "",
    BoardStyle.TEXT: "t",
    BoardStyle.IMAGE: "i",
    BoardStyle.LIGHT: "l",
}
_COACHES: Final = {Coach.BEFORE: "c", Coach.AFTER: "a"}
_TERMS: Final = re.compile(
    rf"(?P<rules>{RULES_CODE})/(?P<side>[XO?])(?P<agreed>[casztilun]*)(?:@(?P<seconds>[0-9]{{1,9}}))?"
    r"(?:\*(?P<series>(?:bo|ft)[0-9]{1,2}))?"
)
"""Of `agreed` each letter stands for one thing, in any order."""


class Refusal(Enum):
    """Why a challenge was refused."""

    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge. `opponent` is None if anyone may join. `terms.side` is the challenger's."""

    scope: ScopeId
    channel: ChannelId
    challenger: UserId
    opponent: UserId | None
    terms: Terms
    asked: datetime
    refusal: Refusal | None = None
    refused: datetime | None = None
    """When it was declined or withdrawn."""
    message: MessageId | None = None
    """The message that shows the challenge; None until it is posted."""
    number: ChallengeId = UNNUMBERED

    @property
    def expires(self) -> datetime:
        """When the challenge expires."""
        return self.asked + EXPIRY

    def is_over(self, now: datetime) -> bool:
        """Whether the challenge cannot be answered any more."""
        return self.refusal is not None or self.expires <= now


def same_game(wanted: Terms, waiting: Terms) -> bool:
    """Whether two who challenge each other want the same game, with the same first player.

    How a board is drawn does not matter: each sees it as they like.
    """
    side = waiting.side.other if waiting.side else None
    return _agreed(wanted) == replace(_agreed(waiting), side=side)


def _agreed(terms: Terms) -> Terms:
    """What both players agree to. No coach is like none asked for."""
    return replace(terms, style=BoardStyle.EMOJI, coach=terms.coach or Coach.OFF)


def check(wanted: Challenge, earlier: Sequence[Challenge]) -> None:
    """Raise UserError if a person asks too often.

    `earlier` are their stored challenges in this scope. The fact `when` of the error is the
    time from which they may ask again, in seconds since 1970.
    """
    now = wanted.asked
    for challenge in earlier:
        if not challenge.is_over(now):
            raise UserError(StartProblem.CHALLENGE_WAITS, place=challenge.channel)
    refused = [c for c in earlier if c.refused is not None and c.refused + COOLDOWN > now]
    for challenge in refused:
        declined = challenge.refusal is Refusal.DECLINED
        if declined and wanted.opponent is not None and challenge.opponent == wanted.opponent:
            who, when = wanted.opponent, _until(challenge)
            raise UserError(StartProblem.CHALLENGE_DECLINED, member=who, when=when)
    if len(refused) >= MAX_REFUSALS:
        oldest = sorted(refused, key=lambda c: c.refused or now)[-MAX_REFUSALS]
        raise UserError(StartProblem.CHALLENGE_TOO_MANY, when=_until(oldest))


def encode_terms(terms: Terms) -> str:
    """Encode terms as a short text for the database.

    No coach is written like none asked for: between people that is the same.
    """
    return (
        f"{encode_rules(terms.rules)}/{terms.side.value if terms.side else '?'}"
        f"{_COACHES.get(terms.coach or Coach.OFF, '')}{'s' if terms.swap else ''}"
        f"{'z' if terms.swap2 else ''}{_STYLES[terms.style]}"
        f"{'u' if terms.casual else ''}{'n' if terms.strict else ''}"
        f"{f'@{terms.move_time.total_seconds():.0f}' if terms.move_time else ''}"
        f"{f'*{terms.series}' if terms.series else ''}"
    )


def decode_terms(text: str) -> Terms:
    """Read a text of `encode_terms`. Raises ValueError for any other text."""
    match = _TERMS.fullmatch(text)
    if match is None:
        raise ValueError(f"no terms: {text!r}")
    agreed = match["agreed"]
    styles = (style for style, sign in _STYLES.items() if sign and sign in agreed)
    return Terms(
        decode_rules(match["rules"]),
        None if match["side"] == "?" else Side(match["side"]),
        next((coach for coach, sign in _COACHES.items() if sign in agreed), None),
        next(styles, BoardStyle.EMOJI),
        "s" in agreed,
        move_time=timedelta(seconds=int(match["seconds"])) if match["seconds"] else None,
        swap2="z" in agreed,
        casual="u" in agreed,
        strict="n" in agreed,
        series=read_length(match["series"]) if match["series"] else None,
    )


def _until(challenge: Challenge) -> int:
    """When the cooldown after a refusal ends, in whole seconds since 1970."""
    assert challenge.refused is not None, "it was refused"
    return int((challenge.refused + COOLDOWN).timestamp()) + 1
