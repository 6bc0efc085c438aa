"""Buttons. Each carries all it needs in its id, so that it works after any restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord import ui

from bot import text
from bot.challenge import PATTERN, Challenge
from bot.session import OfferKind, Session

if TYPE_CHECKING:
    from bot.app import Kinarow

Interaction = discord.Interaction[Any]
_YES: Final = "yes"
_NO: Final = "no"


class ChallengeButton(
    ui.DynamicItem[ui.Button[ui.View]], template=rf"ttt:challenge:(?P<word>yes|no):{PATTERN}"
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
        """Hand the answer to the people's cog."""
        await _bot(interaction).people.answer_challenge(
            interaction, self.challenge, accept=self.accept
        )


class OfferButton(
    ui.DynamicItem[ui.Button[ui.View]],
    template=r"ttt:offer:(?P<word>yes|no):(?P<kind>draw|undo):(?P<game>\d+):(?P<ply>\d+)",
):
    """Accept or decline a draw or a takeback; it names the game and the ply it belongs to."""

    def __init__(self, kind: OfferKind, game: int, ply: int, *, accept: bool) -> None:
        self.kind = kind
        self.game = game
        self.ply = ply
        self.accept = accept
        super().__init__(_button(accept, f"ttt:offer:{_word(accept)}:{kind.value}:{game}:{ply}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        kind, game, ply = OfferKind(match["kind"]), int(match["game"]), int(match["ply"])
        return cls(kind, game, ply, accept=match["word"] == _YES)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the answer to the people's cog."""
        await _bot(interaction).people.answer_offer(
            interaction, self.kind, (self.game, self.ply), accept=self.accept
        )


BUTTONS: Final = (ChallengeButton, OfferButton)
"""Every kind of button, for the bot to listen to."""


def challenge_view(challenge: Challenge) -> ui.View:
    """The buttons under a challenge."""
    return _view(ChallengeButton(challenge, accept=True), ChallengeButton(challenge, accept=False))


def offer_view(session: Session) -> ui.View:
    """The buttons under the offer that stands."""
    assert session.offer is not None, "an offer stands"
    kind, game, ply = session.offer.kind, session.game, session.position.ply
    return _view(*(OfferButton(kind, game, ply, accept=accept) for accept in (True, False)))


def _view(*items: ui.DynamicItem[ui.Button[ui.View]]) -> ui.View:
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def _button(accept: bool, custom_id: str) -> ui.Button[ui.View]:
    style = discord.ButtonStyle.success if accept else discord.ButtonStyle.secondary
    label = text.ACCEPT if accept else text.DECLINE
    return ui.Button(style=style, label=label, custom_id=custom_id)


def _word(accept: bool) -> str:
    return _YES if accept else _NO


def _bot(interaction: Interaction) -> Kinarow:
    bot: Kinarow = interaction.client
    return bot
