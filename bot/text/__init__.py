"""Every sentence a person reads.

Sentences are whole templates with named places to fill, so that a translation may put
them in another order; names of people are made harmless on the way in.
"""

from bot.text.advice import advice, prospect, recommendation, verdict, verdict_list, verdict_mark
from bot.text.care import FORGET, forget_question, forgotten, privacy
from bot.text.guide import games, help, how_to_move  # noqa: A004 - the command's own name
from bot.text.labels import (
    ACCEPT,
    BOARD,
    COUNT,
    DECLINE,
    HINT,
    JOIN,
    REMATCH,
    RESIGN,
    SWAP,
    UNDO,
    WITHDRAW,
)
from bot.text.language import (
    board_rows,
    load_languages,
    pick,
    privately,
    said,
    speaking,
    translation,
)
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
from bot.text.parts import parts
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
from bot.text.settings import closed, settings, settings_changed
from bot.text.standing import stats, table, versus
from bot.text.swap import swap_rule, unfairness
from bot.text.uploads import (
    emoji_complete,
    emoji_found,
    emoji_refused,
    emoji_unlisted,
    emoji_uploaded,
)
from bot.text.vote import ballot, counted
from bot.text.words import safe

__all__ = [
    "ACCEPT",
    "BOARD",
    "COUNT",
    "DECLINE",
    "FORGET",
    "HINT",
    "JOIN",
    "MY_BOARD",
    "REMATCH",
    "RESIGN",
    "SWAP",
    "UNDO",
    "WITHDRAW",
    "accuracies",
    "advice",
    "alt_text",
    "ballot",
    "board_rows",
    "challenge",
    "challenge_accepted",
    "challenge_declined",
    "chart_alt_text",
    "closed",
    "coach_switched",
    "counted",
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
    "how_to_move",
    "load_languages",
    "loaded",
    "mistake_list",
    "move_list",
    "moved",
    "numbered_code",
    "offer",
    "offer_declined",
    "parts",
    "pick",
    "privacy",
    "privately",
    "problem",
    "prospect",
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
    "said",
    "settings",
    "settings_changed",
    "speaking",
    "spoken",
    "stats",
    "status",
    "swap_rule",
    "table",
    "translation",
    "unfairness",
    "verdict",
    "verdict_list",
    "verdict_mark",
    "versus",
]
