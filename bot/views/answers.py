"""The buttons with which people answer each other."""

from __future__ import annotations

import re
from typing import Any, Final, Self

import discord
from discord import ui

from bot import text
from bot.challenge import Challenge
from bot.session import ChallengeId, OfferKind, Session
from bot.views.parts import (
    FACE,
    MOMENT,
    Answer,
    Button,
    Interaction,
    Moment,
    host,
    view_of,
)

_LABELS: Final = {
    Answer.ACCEPT: text.ACCEPT,
    Answer.DECLINE: text.DECLINE,
    Answer.WITHDRAW: text.WITHDRAW,
}
_STYLES: Final = {Answer.ACCEPT: discord.ButtonStyle.success}
_YES: Final = "yes"
_NO: Final = "no"


class ChallengeButton(
    ui.DynamicItem[Button],
    template=rf"ttt:challenge:(?P<word>{'|'.join(answer.value for answer in Answer)})"
    r":(?P<number>\d+)(?:/.*)?",
):
    """Accept, decline or take back a challenge.

    Ids of an older version told the whole challenge, beginning with a person's id: no
    challenge has such a number, so those are over.
    """

    def __init__(self, number: ChallengeId, answer: Answer, *, anyone: bool = False) -> None:
        self.number = number
        self.answer = answer
        label = text.said(text.JOIN if anyone and answer is Answer.ACCEPT else _LABELS[answer])
        style = _STYLES.get(answer, discord.ButtonStyle.secondary)
        custom_id = f"ttt:challenge:{answer.value}:{number}"
        super().__init__(ui.Button(style=style, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        return cls(ChallengeId(int(match["number"])), Answer(match["word"]))

    async def callback(self, interaction: Interaction) -> None:
        """Hand the answer on."""
        await host(interaction).people.answer_challenge(interaction, self.number, self.answer)


class OfferButton(
    ui.DynamicItem[Button],
    template=rf"ttt:offer:(?P<word>yes|no):(?P<kind>draw|undo):{MOMENT}{FACE}",
):
    """Accept or decline a draw or a takeback; it names the game and the ply it belongs to."""

    def __init__(self, kind: OfferKind, moment: Moment, *, accept: bool) -> None:
        self.kind = kind
        self.moment = moment
        self.accept = accept
        word = _YES if accept else _NO
        made = f"{moment.game}:{moment.ply}{moment.suffix}"
        super().__init__(_button(accept, f"ttt:offer:{word}:{kind.value}:{made}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        return cls(OfferKind(match["kind"]), Moment.read(match), accept=match["word"] == _YES)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the answer on."""
        people = host(interaction).people
        await people.answer_offer(interaction, self.kind, self.moment, accept=self.accept)


def challenge_view(challenge: Challenge) -> ui.View:
    """The buttons under a challenge."""
    anyone = challenge.opponent is None
    answers = [answer for answer in Answer if not (anyone and answer is Answer.DECLINE)]
    return view_of([ChallengeButton(challenge.number, a, anyone=anyone) for a in answers])


def offer_view(session: Session) -> ui.View:
    """The buttons under the offer that stands."""
    assert session.offer is not None, "an offer stands"
    kind, moment = session.offer.kind, Moment.of(session)
    return view_of([OfferButton(kind, moment, accept=accept) for accept in (True, False)])


def _button(accept: bool, custom_id: str) -> Button:
    style = discord.ButtonStyle.success if accept else discord.ButtonStyle.secondary
    label = text.said(text.ACCEPT if accept else text.DECLINE)
    return ui.Button(style=style, label=label, custom_id=custom_id)
