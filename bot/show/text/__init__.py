"""All sentences that people read.

A sentence is a whole template with named placeholders, so that a translation can put them in
another order. Names of people are escaped before they are filled in.
"""

from bot.show.parts import parts
from bot.show.text.advice import (
    advice,
    prospect,
    recommendation,
    verdict,
    verdict_list,
    whole_line,
)
from bot.show.text.coach import coach_remembered, coach_switched, remark
from bot.show.text.guide import closed, games, help, help_of, how_to_move  # noqa: A004 - the command's own name
from bot.show.text.labels import (
    ACCEPT,
    BOARD,
    CHALLENGE,
    COUNT,
    DECLINE,
    EASIER,
    HARDER,
    HINT,
    JOIN,
    PAD,
    REMATCH,
    REPLAY,
    RESIGN,
    REVIEW,
    STATISTICS,
    SWAP,
    UNDO,
    WITHDRAW,
    WRITE,
)
from bot.show.text.language import (
    board_rows,
    in_current_language,
    load_languages,
    pick,
    privately,
    said,
    speaking,
    translation,
)
from bot.show.text.levels import choice_name, level_name, manner
from bot.show.text.match import (
    QUIET,
    heading,
    history,
    loaded,
    moved,
    numbered_code,
    record,
    result,
    spoken,
    status,
    stopped,
)
from bot.show.text.notes import notes
from bot.show.text.offers import (
    draw_refused,
    offer,
    offer_declined,
    resign_done,
    resign_question,
)
from bot.show.text.pictures import alt_text, chart_alt_text, replay_alt_text
from bot.show.text.problems import problem
from bot.show.text.swap import swap_rule, unfairness
from bot.show.text.vote import ballot, counted
from bot.show.text.words import safe

__all__ = [
    "ACCEPT",
    "BOARD",
    "CHALLENGE",
    "COUNT",
    "DECLINE",
    "EASIER",
    "HARDER",
    "HINT",
    "JOIN",
    "PAD",
    "QUIET",
    "REMATCH",
    "REPLAY",
    "RESIGN",
    "REVIEW",
    "STATISTICS",
    "SWAP",
    "UNDO",
    "WITHDRAW",
    "WRITE",
    "advice",
    "alt_text",
    "ballot",
    "board_rows",
    "chart_alt_text",
    "choice_name",
    "closed",
    "coach_remembered",
    "coach_switched",
    "counted",
    "draw_refused",
    "games",
    "heading",
    "help",
    "help_of",
    "history",
    "how_to_move",
    "in_current_language",
    "level_name",
    "load_languages",
    "loaded",
    "manner",
    "moved",
    "notes",
    "numbered_code",
    "offer",
    "offer_declined",
    "parts",
    "pick",
    "privately",
    "problem",
    "prospect",
    "recommendation",
    "record",
    "remark",
    "replay_alt_text",
    "resign_done",
    "resign_question",
    "result",
    "safe",
    "said",
    "speaking",
    "spoken",
    "status",
    "stopped",
    "swap_rule",
    "translation",
    "unfairness",
    "verdict",
    "verdict_list",
    "whole_line",
]
