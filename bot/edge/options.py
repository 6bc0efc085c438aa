"""The options of a slash command whose typed words the grammar reads."""

from __future__ import annotations

from typing import Any, Final, Self

from discord.ext import commands

from bot.errors import UserError
from bot.match import grammar
from bot.match.guilds import GuildSettings
from bot.match.players import read_level
from bot.show import text
from engine import LADDER, Level, Rules, level_near, strength

_LEVELS: Final = (Level.ADAPTIVE, *LADDER)


class Options(commands.FlagConverter):
    """What somebody chose among the options, or all that they typed after the command."""

    typed = ""

    @classmethod
    async def convert(cls, ctx: commands.Context[Any], argument: str) -> Self:
        """Keep typed words as they are: the grammar reads them in any order."""
        options = await super().convert(ctx, "")
        options.typed = argument
        return options


def offered_levels(typed: str, game: str, settings: GuildSettings) -> dict[str, str]:
    """The levels to choose from while somebody types: by name, or nearest to a strength.

    The words that stand for them, by what is shown.

    Each shows its strength on the board that `game` names, or on the usual one.
    """
    rules, wanted = _rules(game, settings.game), typed.strip().lower()
    choice = read_level(wanted)
    if choice is not None and not isinstance(choice, Level):
        nearest = text.level_name(level_near(rules, choice))
        return {f"{choice}: {nearest}": str(choice)}
    named = [(_shown(rules, level), level.value) for level in _LEVELS]
    return {name: word for name, word in named if wanted in word or wanted in name.lower()}


def _rules(game: str, default: Rules) -> Rules:
    """The board that an option names so far, otherwise the usual one."""
    try:
        return grammar.parse_start(game, default).rules
    except UserError:  # not typed to its end yet
        return default


def _shown(rules: Rules, level: Level) -> str:
    name = text.level_name(level)
    return name if level is Level.ADAPTIVE else f"{name} · {strength(rules, level)}"
