"""The options of `/ttt start`, and the words that they stand for."""

from __future__ import annotations

from typing import Literal

import discord
from discord.ext import commands

from bot.edge.options import Options


class StartOptions(Options):
    """The options of `/ttt start`."""

    game: str | None = commands.flag(
        default=None,
        description="tictactoe, connect4, gomoku, renju, 4x4, 6x7x4 gravity, 3x3 misere ...",
    )
    opponent: discord.User | None = commands.flag(
        default=None, description="a member to challenge; without one you play Kinarow"
    )
    level: str | None = commands.flag(
        default=None, description="how strong Kinarow plays: a name, or a strength such as 1200"
    )
    side: Literal["x", "o", "random"] | None = commands.flag(
        default=None, description="your mark; x moves first"
    )
    coach: Literal["before", "after", "off"] | None = commands.flag(
        default=None, description="a recommendation before each move, or a word after it"
    )
    style: Literal["emoji", "text", "image", "light"] | None = commands.flag(
        default=None,
        description="how the board is drawn; text suits screen readers, light is a bright image",
    )
    time: str | None = commands.flag(
        default=None, description="how long each move may take: 2m, 12h, 1d"
    )
    swap: bool = commands.flag(
        default=False, description="the second player may take the first move over"
    )
    swap2: bool = commands.flag(
        default=False, description="three stones first, then a choice of colours: on gomoku's board"
    )
    thread: bool | None = commands.flag(
        default=None, description="whether it is played in a thread of its own"
    )

    @property
    def words(self) -> str:
        """The typed words, or the options of the slash command in the same form."""
        if self.typed:
            return self.typed
        opponent = self.opponent.mention if self.opponent else None
        coach = f"coach {self.coach}" if self.coach else None
        swap = "swap" if self.swap else None
        swap2 = "swap2" if self.swap2 else None
        thread = None if self.thread is None else "thread" if self.thread else "here"
        words = (
            self.game,
            opponent,
            self.level,
            self.side,
            coach,
            self.style,
            self.time,
            swap,
            swap2,
            thread,
        )
        return " ".join(word for word in words if word)
