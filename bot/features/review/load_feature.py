"""Games from elsewhere: gone on from, against Kinarow or a member."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.edge.act import Act
from bot.edge.buttons import Rows, button
from bot.edge.places import CommandChannels
from bot.edge.ways import command, message_menu, press
from bot.errors import Problem, UserError
from bot.features.brought import ROWS_ID, Brought, content_of, held_by
from bot.features.review.page import finished_page
from bot.features.start.challenge_feature import Challenging
from bot.games.games import Games
from bot.games.loading import parse_load, parse_numbered
from bot.match import grammar
from bot.match.players import level_word
from bot.match.session import GameId, Pairing, Session
from bot.pool.bounds import Cost
from bot.show.text.language import marked
from bot.show.text.words import REVIEW
from engine import Recorded

_LOAD: Final = "load"
# Translators: a command in the menu of a message, at most 32 characters: play on from its game.
LOAD: Final = marked("Load this game")


@dataclass(frozen=True, slots=True)
class Load:
    """Begins games from positions that people bring."""

    games: Games
    challenging: Challenging
    brought: Brought

    @command("load", cost=Cost.SEARCH, slash=True)
    @app_commands.describe(
        code="a code such as 3x3x3:5-1-9, moves such as h8i9j10, SGF, PSQ; then level, side, name",
        file="a game of any program: SGF, PSQ, or a text with moves",
    )
    async def load(
        self, act: Act, file: discord.Attachment | None = None, *, code: str = ""
    ) -> None:
        """Go on from a game that was played anywhere."""
        act.check_writable()
        if file is None and (numbered := parse_numbered(code)) is not None:
            kept = await self.brought.kept(act, numbered[0])
            await self._go_on(act, Recorded(kept.position), numbered[1])
            return
        request = parse_load(code, act.settings.game, await content_of(file))
        found = await self.brought.read(act, request.source, _LOAD, request.words)
        if found is not None:
            await self._go_on(act, found, request.words)

    @message_menu(LOAD, cost=Cost.SEARCH, allowed=CommandChannels.PLAYABLE)
    async def load_message(self, act: Act, message: discord.Message) -> None:
        """Go on from the game that a message holds, or from a board that is over."""
        if act.ref is not None:
            position = (await self.brought.kept(act, act.ref.game)).position
            await self._go_on(act, Recorded(position), "")
            return
        found = await self.brought.read(act, await held_by(message), _LOAD)
        if found is not None:
            await self._go_on(act, found, "")

    @press(
        rf"ttt:rows:{_LOAD}:{ROWS_ID}(?::(?P<words>(?s:.*)))?",
        cost=Cost.SEARCH,
        allowed=CommandChannels.PLAYABLE,
    )
    async def load_turned(self, act: Act, game: GameId, rows: str, words: str = "") -> None:
        """Go on from a game whose rows count as the person says."""
        await self._go_on(act, await self.brought.answered(act, game, rows), words)

    async def _go_on(self, act: Act, found: Recorded, words: str) -> None:
        """Begin the game, or ask for it. The asker plays the side to move, if they name none."""
        position = found.position
        if position.outcome is not None:
            await self._show(act, await self.brought.keep(act, found))
            return
        start = grammar.parse_start(words, position.rules)
        act.check_untimed(timed=start.move_time is not None)
        terms = start.terms(await act.style(), act.settings)
        terms = terms.from_position(position, start.side or position.side)
        opponent = await self.challenging.opponent(act, start.opponent)
        await self.games.beginnings.check_free(act.channel, act.person.id)
        if opponent is None and not start.open:
            bot, notes = start.bot(act.settings)
            match = Pairing(act.channel, act.guild, act.person, bot, terms)
            await self.games.beginnings.begin(act.screen, match, notes=notes)
            return
        if start.level is not None:  # people have no level, and it would be ignored
            first, second = "open" if start.open else "@name", level_word(start.level)
            raise UserError(Problem.TWO_VALUES, first=first, second=second)
        await self.challenging.challenge(act, opponent, terms)

    async def _show(self, act: Act, session: Session) -> None:
        """Show the end of a game that is over, with the button to its review."""
        draw = partial(finished_page, session.position, await act.style(), act.prefix)
        await act.say(*await act.shown(act.drawing(draw), lambda _: over_rows(session)))


def over_rows(session: Session) -> Rows:
    """The button under a game that is over: it leads to its review."""
    return [[button(REVIEW, f"ttt:page:all:{session.game}:0")]]
