"""What all cogs share: the bot they belong to, their base class, and the replies to errors."""

from bot.edge.bot import GameBot
from bot.edge.cog.cog import GameCog
from bot.edge.cog.commands import group, subcommand
from bot.edge.cog.replying import replies_to_errors, replying

__all__ = [
    "GameBot",
    "GameCog",
    "group",
    "replies_to_errors",
    "replying",
    "subcommand",
]
