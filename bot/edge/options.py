"""The options of a slash command whose typed words the grammar reads."""

from __future__ import annotations

from typing import Any, Self

from discord.ext import commands


class Options(commands.FlagConverter):
    """What somebody chose among the options, or all that they typed after the command."""

    typed = ""

    @classmethod
    async def convert(cls, ctx: commands.Context[Any], argument: str) -> Self:
        """Keep typed words as they are: the grammar reads them in any order."""
        options = await super().convert(ctx, "")
        options.typed = argument
        return options
