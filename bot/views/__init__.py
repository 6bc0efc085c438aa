"""Buttons. Each carries all it needs in its id, so that it works after any restart."""

from typing import Final

from bot.views.answers import ChallengeButton, OfferButton, challenge_view, offer_view
from bot.views.care import ForgetButton, forget_view
from bot.views.parts import Act, Answer, Faces, Moment, Rows
from bot.views.puzzle import (
    AnswerButton,
    StandingButton,
    answer_view,
    puzzle_replied_to,
    puzzle_view,
    standing_view,
)
from bot.views.table import (
    ActButton,
    MoveButton,
    board_buttons,
    board_moment,
    board_view,
    resign_view,
)

BUTTONS: Final = (
    ChallengeButton,
    OfferButton,
    ActButton,
    MoveButton,
    AnswerButton,
    StandingButton,
    ForgetButton,
)
"""Every kind of button, for the bot to listen to."""

__all__ = [
    "BUTTONS",
    "Act",
    "Answer",
    "Faces",
    "Moment",
    "Rows",
    "answer_view",
    "board_buttons",
    "board_moment",
    "board_view",
    "challenge_view",
    "forget_view",
    "offer_view",
    "puzzle_replied_to",
    "puzzle_view",
    "resign_view",
    "standing_view",
]
