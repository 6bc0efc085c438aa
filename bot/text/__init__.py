"""Every sentence a person reads.

Sentences are whole templates with named places to fill, so that a translation may put
them in another order; names of people are made harmless on the way in.
"""

from bot.text.advice import recommendation, verdict, verdict_list, verdict_mark
from bot.text.care import FORGET, forget_question, forgotten, privacy
from bot.text.guide import games, help  # noqa: A004 - the command's own name
from bot.text.labels import ACCEPT, BOARD, DECLINE, HINT, REMATCH, RESIGN, UNDO
from bot.text.match import heading, moved, result, spoken, status
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
from bot.text.pictures import alt_text, chart_alt_text, replay_alt_text
from bot.text.problems import problem
from bot.text.puzzle import (
    MY_BOARD,
    puzzle_answered,
    puzzle_answered_aloud,
    puzzle_heading,
    puzzle_question,
    puzzle_standing,
)
from bot.text.review import (
    accuracies,
    finished_code,
    loaded,
    mistake_list,
    move_list,
    numbered_code,
    record,
    review_title,
    reviewing,
)
from bot.text.standing import stats, table, versus
from bot.text.uploads import (
    emoji_complete,
    emoji_found,
    emoji_refused,
    emoji_unlisted,
    emoji_uploaded,
)
from bot.text.words import safe

__all__ = [
    "ACCEPT",
    "BOARD",
    "DECLINE",
    "FORGET",
    "HINT",
    "MY_BOARD",
    "REMATCH",
    "RESIGN",
    "UNDO",
    "accuracies",
    "alt_text",
    "challenge",
    "challenge_accepted",
    "challenge_declined",
    "chart_alt_text",
    "coach_switched",
    "draw_refused",
    "emoji_complete",
    "emoji_found",
    "emoji_refused",
    "emoji_unlisted",
    "emoji_uploaded",
    "finished_code",
    "forget_question",
    "forgotten",
    "games",
    "heading",
    "help",
    "loaded",
    "mistake_list",
    "move_list",
    "moved",
    "numbered_code",
    "offer",
    "offer_declined",
    "privacy",
    "problem",
    "puzzle_answered",
    "puzzle_answered_aloud",
    "puzzle_heading",
    "puzzle_question",
    "puzzle_standing",
    "recommendation",
    "record",
    "replay_alt_text",
    "resign_done",
    "resign_question",
    "result",
    "review_title",
    "reviewing",
    "safe",
    "spoken",
    "stats",
    "status",
    "table",
    "verdict",
    "verdict_list",
    "verdict_mark",
    "versus",
]
