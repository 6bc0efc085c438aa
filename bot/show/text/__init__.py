"""All sentences that people read.

A sentence is a whole template with named placeholders, so that a translation can put them in
another order. Names of people are escaped before they are filled in.
"""

from bot.show.text.advice import advice, found_by, recommendation, whole_line, why_best
from bot.show.text.coach import coach_now, coach_remembered
from bot.show.text.guide import (
    closed,
    games,
    help,  # noqa: A004 - the command's own name
    help_of,
    help_title,
)
from bot.show.text.language import (
    board_rows,
    in_current_language,
    load_languages,
    pick,
    privately,
    said,
    speaking,
    spoken_language,
    translation,
)
from bot.show.text.levels import level_name
from bot.show.text.match import (
    heading,
    history,
    moved,
    numbered_code,
    record,
    result,
    spoken,
    status,
    stopped,
)
from bot.show.text.notes import RESIGN_DONE, RESIGN_QUESTION, RESIGN_WHICH, notes, offer
from bot.show.text.pictures import alt_text, chart_alt_text, replay_alt_text
from bot.show.text.problems import COMPILED, problem
from bot.show.text.verdicts import verdict, verdict_list
from bot.show.text.vote import ballot, vote_help
from bot.show.text.words import forbidden, what_to_write
