"""Every sentence a person reads.

Sentences are whole templates with named places to fill, so that a translation may put
them in another order; names of people are made harmless on the way in.
"""

from bot.text.advice import recommendation, verdict, verdict_list, verdict_mark
from bot.text.guide import games, help  # noqa: A004 - the command's own name
from bot.text.labels import ACCEPT, BOARD, DECLINE, HINT, REMATCH, RESIGN, UNDO
from bot.text.match import heading, moved, spoken, status
from bot.text.offers import (
    challenge,
    challenge_accepted,
    challenge_declined,
    coach_switched,
    draw_refused,
    offer,
    offer_declined,
    resign_done,
    resign_question,
)
from bot.text.pictures import alt_text
from bot.text.problems import problem
from bot.text.words import safe

__all__ = [
    "ACCEPT",
    "BOARD",
    "DECLINE",
    "HINT",
    "REMATCH",
    "RESIGN",
    "UNDO",
    "alt_text",
    "challenge",
    "challenge_accepted",
    "challenge_declined",
    "coach_switched",
    "draw_refused",
    "games",
    "heading",
    "help",
    "moved",
    "offer",
    "offer_declined",
    "problem",
    "recommendation",
    "resign_done",
    "resign_question",
    "safe",
    "spoken",
    "status",
    "verdict",
    "verdict_list",
    "verdict_mark",
]
