"""What Discord has said lately: ids, the time that it is there, and how much it refused."""

from bot.edge.recent.clock import DiscordClock
from bot.edge.recent.ids import OwnMessages, Posted, RecentIds
from bot.edge.recent.refusals import Refusals

__all__ = ["DiscordClock", "OwnMessages", "Posted", "RecentIds", "Refusals"]
