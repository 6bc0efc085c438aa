"""What Discord has said lately: ids, the time, what it refused, and whether it takes buttons."""

from bot.edge.recent.buttons import ButtonsTaken
from bot.edge.recent.clock import DiscordClock
from bot.edge.recent.dates import AnswerDates
from bot.edge.recent.ids import OwnMessages, RecentIds
from bot.edge.recent.refusals import Refusals

__all__ = [
    "AnswerDates",
    "ButtonsTaken",
    "DiscordClock",
    "OwnMessages",
    "RecentIds",
    "Refusals",
]
