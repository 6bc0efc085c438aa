"""Buttons. Each carries all it needs in its id, so that it works after any restart."""

from typing import Final

from bot.views.answers import ChallengeButton, OfferButton, challenge_view, offer_view
from bot.views.parts import Act, Answer, Moment
from bot.views.table import ActButton, MoveButton, board_view, resign_view

BUTTONS: Final = (ChallengeButton, OfferButton, ActButton, MoveButton)
"""Every kind of button, for the bot to listen to."""

__all__ = [
    "BUTTONS",
    "Act",
    "Answer",
    "Moment",
    "board_view",
    "challenge_view",
    "offer_view",
    "resign_view",
]
