"""The command `!ttt` itself: without a subcommand it shows the help or plays a move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.places import CommandChannels
from bot.edge.ways import GROUP, group
from bot.errors import Problem, UserError
from bot.features.play.feature import Play
from bot.match import grammar
from bot.pool.cooldowns import Cost
from bot.show import text

_HELP: Final = "help"
_START: Final = "start"
_MEMBER: Final = re.compile("<@!?[0-9]+>")


class Help:
    """Tells how to play, and what each command does."""

    def __init__(self, play: Play) -> None:
        self._play = play

    @group(fallback=_HELP)
    @app_commands.describe(command="what one of them does, such as start")
    async def ttt(self, act: Act, *, command: str = "") -> None:
        """How to play, with examples."""
        words = command.strip()
        asked, _, about = words.lower().partition(" ")
        if act.press is None and (move := grammar.asked_move(words)) is not None:
            await act.check_channel(CommandChannels.WITH_GAME)
            await self._play.play(act, move=move)
        elif act.press is not None and asked:
            await self._tell_about(act, asked)
        elif asked in {"", _HELP, "?"} and about:
            await self._tell_about(act, about)
        elif asked in {"", _HELP, "?"}:
            act.charge(Cost.COMMAND)
            await act.say(_guide(act))
        elif grammar.wants_start(words, act.settings.game):
            raise UserError(Problem.NOT_STARTED, asked=_MEMBER.sub("@name", words))
        else:
            raise grammar.unknown(words, [_HELP, *_commands(act)])

    async def _tell_about(self, act: Act, words: str) -> None:
        """Tell about one command, to the asker alone where Discord can do that."""
        act.charge(Cost.COMMAND)
        name, known = words.split()[0], _commands(act)
        found = known.get(name)
        if found is None and grammar.wants_start(name, act.settings.game):
            found = known[_START]
        if found is None:
            raise grammar.unknown(name, known)
        about = act.prefix, act.settings
        with text.privately():
            await act.reply(text.help_of(found.name, *about, typed=act.reads, outside=act.outside))


def _guide(act: Act) -> str:
    """The help for a channel."""
    if act.may_play:
        outside, typed = act.outside, act.reads
        return text.help(act.prefix, act.settings, typed=typed, alone=act.alone, outside=outside)
    return text.closed(act.bot.guild_settings.chosen(act.scope).channels, act.prefix)


def _commands(act: Act) -> Mapping[str, commands.Command[Any, ..., Any]]:
    """The commands below `!ttt`, by all their names."""
    found = act.bot.get_command(GROUP)
    assert isinstance(found, commands.Group), "the door has made it"
    return found.all_commands
