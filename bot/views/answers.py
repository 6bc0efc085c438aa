"""The buttons with which people answer each other."""

from __future__ import annotations

import re
from typing import Any, Final, Self

import discord
from discord import ui

from bot import text
from bot.challenge import PATTERN, Challenge
from bot.session import GameId, OfferKind, Session
from bot.views.parts import Button, Interaction, Moment, host, view_of

_YES: Final = "yes"
_NO: Final = "no"


class ChallengeButton(
    ui.DynamicItem[Button], template=rf"ttt:challenge:(?P<word>yes|no):{PATTERN}"
):
    """Accept or decline a challenge."""

    def __init__(self, challenge: Challenge, *, accept: bool) -> None:
        self.challenge = challenge
        self.accept = accept
        super().__init__(_button(accept, f"ttt:challenge:{_word(accept)}:{challenge}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        challenge = Challenge.parse(match.string.split(":", 3)[3])
        return cls(challenge, accept=match["word"] == _YES)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the answer on."""
        people = host(interaction).people
        await people.answer_challenge(interaction, self.challenge, accept=self.accept)


class OfferButton(
    ui.DynamicItem[Button],
    template=r"ttt:offer:(?P<word>yes|no):(?P<kind>draw|undo):(?P<game>\d+):(?P<ply>\d+)",
):
    """Accept or decline a draw or a takeback; it names the game and the ply it belongs to."""

    def __init__(self, kind: OfferKind, moment: Moment, *, accept: bool) -> None:
        self.kind = kind
        self.moment = moment
        self.accept = accept
        game, ply = moment
        super().__init__(_button(accept, f"ttt:offer:{_word(accept)}:{kind.value}:{game}:{ply}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        kind, moment = OfferKind(match["kind"]), (GameId(int(match["game"])), int(match["ply"]))
        return cls(kind, moment, accept=match["word"] == _YES)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the answer on."""
        people = host(interaction).people
        await people.answer_offer(interaction, self.kind, self.moment, accept=self.accept)


def challenge_view(challenge: Challenge) -> ui.View:
    """The buttons under a challenge."""
    return view_of([ChallengeButton(challenge, accept=accept) for accept in (True, False)])


def offer_view(session: Session) -> ui.View:
    """The buttons under the offer that stands."""
    assert session.offer is not None, "an offer stands"
    kind, moment = session.offer.kind, (session.game, session.position.ply)
    return view_of([OfferButton(kind, moment, accept=accept) for accept in (True, False)])


def _button(accept: bool, custom_id: str) -> Button:
    style = discord.ButtonStyle.success if accept else discord.ButtonStyle.secondary
    label = text.ACCEPT if accept else text.DECLINE
    return ui.Button(style=style, label=label, custom_id=custom_id)


def _word(accept: bool) -> str:
    return _YES if accept else _NO
