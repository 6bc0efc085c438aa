"""The one place from which the bot sends; it knows what discord.py retries by itself."""

from bot.edge.sending.answers import (
    acknowledge,
    answer,
    answer_in_channel,
    can_only_answer,
    change_pressed,
    open_form,
    post_answer,
)
from bot.edge.sending.refusals import (
    cannot_change,
    end_of_time_out,
    is_closed,
    is_deleted,
    is_expired,
    is_full_of_commands,
    is_in_time_out,
    is_refused,
    is_refused_for_good,
    is_unknown_person,
    refuses_files,
    takes_no_messages,
)
from bot.edge.sending.retries import UNSENT, channel_errors, reason, with_retries

__all__ = [
    "UNSENT",
    "acknowledge",
    "answer",
    "answer_in_channel",
    "can_only_answer",
    "cannot_change",
    "change_pressed",
    "channel_errors",
    "end_of_time_out",
    "is_closed",
    "is_deleted",
    "is_expired",
    "is_full_of_commands",
    "is_in_time_out",
    "is_refused",
    "is_refused_for_good",
    "is_unknown_person",
    "open_form",
    "post_answer",
    "reason",
    "refuses_files",
    "takes_no_messages",
    "with_retries",
]
