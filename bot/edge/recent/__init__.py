"""What Discord has said lately: ids, the time that it is there, and how much it refused."""

from bot.edge.recent.clock import DiscordClock
from bot.edge.recent.dates import AnswerDates
from bot.edge.recent.ids import OwnMessages, RecentIds
from bot.edge.recent.refusals import Refusals

__all__ = ["AnswerDates", "DiscordClock", "OwnMessages", "RecentIds", "Refusals"]
