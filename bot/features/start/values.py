"""What a request for a game comes to with the settings of its server."""

from __future__ import annotations

from bot.match.grammar import StartRequest
from bot.match.guild_settings import GuildSettings
from bot.match.notes import Nearest, Note
from bot.match.session import BoardStyle, Bot, Terms
from engine import Level


def bot_of(request: StartRequest, settings: GuildSettings) -> tuple[Bot, tuple[Note, ...]]:
    """The engine at the level that was asked for, and which one stands for a strength."""
    choice = request.level or settings.level
    bot = settings.bot_on(request.rules, choice)
    return bot, () if isinstance(choice, Level) else (Nearest(choice, bot.level),)


def terms_of(request: StartRequest, usual: BoardStyle) -> Terms:
    """The terms of a game: what was asked for, in the usual style of who asks if none was."""
    style = request.style or usual
    return Terms(
        request.rules,
        request.side,
        request.coach,
        style,
        request.swap,
        move_time=request.move_time,
        swap2=request.swap2,
    )
