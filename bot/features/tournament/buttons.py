"""What people say to a tournament, by button and by command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.edge.buttons import Button, PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors, replying
from bot.edge.places import Context, Interaction, asker_of, guild_at, may_write, player
from bot.edge.screens import BaseScreen, ChannelScreen, PressScreen, PrivateScreen, channel_with
from bot.edge.screens.messages import as_edit
from bot.edge.sending import UNSENT, acknowledge, answer
from bot.errors import ChannelClosed, Problem, UserError
from bot.features.tournament import text as cup_text
from bot.features.tournament.grammar import TournamentAction, parse_tournament
from bot.features.tournament.page import table_pages
from bot.features.tournament.service import Tournaments
from bot.features.tournament.values import (
    Tournament,
    TournamentId,
    TournamentKind,
    TournamentStage,
    TournamentTerms,
)
from bot.games.games import Games
from bot.match.session import ChannelId, GuildId, Person, UserId
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.page import Page

DUE: Final = "tournament_due"
"""The event that there is something to do in a tournament now, with its number."""
_ACTS: Final = {
    TournamentAction.JOIN: "join",
    TournamentAction.LEAVE: "leave",
    TournamentAction.START: "start",
    TournamentAction.TABLE: "table",
}
"""What a button does. The value stands in its id."""
_WORDS: Final = "|".join(_ACTS.values())
_LABELS: Final = {
    TournamentAction.JOIN: text.JOIN,
    TournamentAction.LEAVE: cup_text.LEAVE,
    TournamentAction.START: cup_text.START,
    TournamentAction.TABLE: cup_text.TABLE,
}
_FORMATS: Final = ("round robin", "knock-out", "arena")
_OTHERS: Final = ("start", "table", "join", "leave", "stop")

Request = Context | Interaction
"""What a person asked with: a command, or a press."""


def tournament_view(tournament: Tournament) -> ui.View:
    """The buttons with which people join, leave and look at a tournament."""
    if tournament.stage is TournamentStage.OPEN:
        acts = [TournamentAction.JOIN, TournamentAction.LEAVE, TournamentAction.START]
    elif tournament.stage is TournamentStage.RUNNING:
        joining = [TournamentAction.JOIN] if tournament.terms.kind is TournamentKind.ARENA else []
        acts = [*joining, TournamentAction.TABLE, TournamentAction.LEAVE]
    else:
        acts = [TournamentAction.TABLE] if tournament.fixtures else []
    return view_of([_button(tournament.number, act) for act in acts])


class TournamentButton(
    PressedButton, template=rf"ttt:tournament:(?P<act>{_WORDS}):(?P<number>[0-9]+)"
):
    """Joins or leaves a tournament, begins it, or shows its table."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        cog = TournamentCog.of(interaction)
        acts: Mapping[str, Callable[[Interaction, TournamentId], Awaitable[None]]] = {
            _ACTS[TournamentAction.JOIN]: cog.press_join,
            _ACTS[TournamentAction.LEAVE]: cog.press_leave,
            _ACTS[TournamentAction.START]: cog.press_start,
            _ACTS[TournamentAction.TABLE]: cog.press_table,
        }
        await acts[self.match["act"]](interaction, TournamentId(self.number("number")))


class TournamentCog(GameCog):
    """Opens tournaments, and takes what people say to them."""

    def __init__(self, bot: GameBot, tournaments: Tournaments, games: Games) -> None:
        super().__init__(bot)
        self._tournaments = tournaments
        self._games = games
        self._locks: WeakValueDictionary[TournamentId, asyncio.Lock] = WeakValueDictionary()
        self._stale: set[TournamentId] = set()
        """The tournaments whose message does not show all that has happened."""

    # Commands.

    @app_commands.command(name="tournament")
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        what="who plays whom, or what to do with the tournament here",
        game="tictactoe, connect4, gomoku, 4x4 ...",
        move="the time for each move, such as 5m or 1d",
        length="how long an arena lasts, such as 30m",
    )
    @app_commands.choices(
        what=[app_commands.Choice(name=word, value=word) for word in (*_FORMATS, *_OTHERS)]
    )
    async def slash(
        self,
        interaction: Interaction,
        what: str = "",
        game: str = "",
        move: str = "",
        length: str = "",
    ) -> None:
        """Round robin, knock-out or arena for this server, which people join with a button."""
        words = " ".join(word for word in (what, game, move, length) if word)
        await self.answer(interaction, words)

    @replying(Cost.COMMAND)
    async def answer(self, press: Interaction, words: str) -> None:
        """Answer the slash command."""
        await self.check_channel(press)
        await acknowledge(press, thinking=True)
        await self.act(press, PressScreen(press, self.screen_options(press)), words)

    async def act(self, request: Request, screen: BaseScreen, words: str) -> None:
        """Do what a person asks for in words."""
        settings = self.guild_settings(request)
        asked = parse_tournament(words, settings.game, settings.style)
        channel, (person, _) = _channel(request), _asker(request)
        if asked.terms is not None:
            await self._open(request, screen, asked.terms)
            return
        if asked.act is TournamentAction.SHOW:
            await self._show(request, screen, await self._tournaments.newest(channel))
            return
        if asked.act is TournamentAction.TABLE:
            await self._post_table(request, screen, await self._tournaments.newest(channel))
            return
        found = await self._tournaments.current(channel)
        if asked.act is TournamentAction.JOIN:
            found = await self._tournaments.join(found.number, person)
        elif asked.act is TournamentAction.LEAVE:
            found = await self._leave(found.number, person.id)
        else:
            found = await self._lead(request, found, asked.act)
        await self._refresh(found.number)
        if asked.act in {TournamentAction.JOIN, TournamentAction.LEAVE}:
            await screen.post(Page(cup_text.taking_part(found)))
        elif screen.press is not None:  # what follows is posted for all
            await screen.post(Page(cup_text.heading(found)))

    async def _open(self, request: Request, screen: BaseScreen, terms: TournamentTerms) -> None:
        """Open a tournament, and post the message with which people join."""
        guild, (person, may_manage) = guild_at(request), _asker(request)
        if guild is None:
            raise UserError(Problem.NOBODY_ELSE)
        if not may_manage:
            raise UserError(Problem.TOURNAMENT_OPEN_RIGHT)
        if isinstance(request, commands.Context):
            may_write(request.channel, request.me)
        service = self._tournaments
        found = await service.open(GuildId(guild.id), _channel(request), person, terms)
        try:
            await self._show(request, screen, found)
        except (ChannelClosed, *UNSENT):
            await service.told(await service.stop(found.number))
            raise

    async def _show(
        self, request: Request, screen: BaseScreen, tournament: Tournament | None
    ) -> None:
        """Post a tournament that is on with its buttons, otherwise what tournaments there are."""
        if tournament is None or not tournament.is_on:
            await screen.post(Page(cup_text.help_page(self.prefix(request))))
            return
        words = cup_text.announcement(tournament, self.prefix(request))
        message = await screen.post(Page(words), tournament_view(tournament))
        await self._tournaments.posted(tournament.number, message)

    async def _post_table(
        self, request: Request, screen: BaseScreen, tournament: Tournament | None
    ) -> None:
        if tournament is None:
            raise UserError(Problem.NO_TOURNAMENT)
        chosen = await self.bot.chosen_style(UserId(asker_of(request).id))
        draw = partial(table_pages, tournament, chosen, capabilities=screen.capabilities)
        for page in await self.drawn(request, draw):
            await screen.post(page)

    # Buttons.

    @replies_to_errors
    async def press_join(self, press: Interaction, number: TournamentId) -> None:
        """Let the person who presses take part."""
        await self._here(press, number)
        found = await self._tournaments.join(number, player(press.user))
        await acknowledge(press)
        await self._refresh(number)
        if found.stage is TournamentStage.RUNNING:
            self.bot.dispatch(DUE, number)
            await _whisper(press, cup_text.joined_arena)

    @replies_to_errors
    async def press_leave(self, press: Interaction, number: TournamentId) -> None:
        """Let the person who presses leave."""
        await self._here(press, number)
        await acknowledge(press)
        found = await self._leave(number, UserId(press.user.id))
        await self._refresh(number)
        if found.stage is TournamentStage.RUNNING:
            await _whisper(press, cup_text.left)

    @replies_to_errors
    async def press_start(self, press: Interaction, number: TournamentId) -> None:
        """Begin."""
        found = await self._here(press, number)
        found = await self._lead(press, found, TournamentAction.START)
        await acknowledge(press)
        await self._refresh(number)

    @replying(Cost.COMMAND)
    async def press_table(self, press: Interaction, number: TournamentId) -> None:
        """Show the table to the person who presses."""
        found = await self._here(press, number)
        await acknowledge(press, ephemeral=True, thinking=True)
        screen = PrivateScreen(press, self.screen_options(press))
        with text.privately():
            chosen = await self.bot.chosen_style(UserId(press.user.id))
            draw = partial(table_pages, found, chosen, capabilities=screen.capabilities)
            for page in await self.drawn(press, draw):
                await screen.whisper(page)

    # Steps.

    async def _here(self, press: Interaction, number: TournamentId) -> Tournament:
        """Return a tournament of the channel of a press. Raises UserError for any other.

        Its buttons are posted there alone; an id that names it elsewhere was made up.
        """
        found = await self._tournaments.find(number)
        if found.channel != press.channel_id:
            raise UserError(Problem.NO_TOURNAMENT)
        return found

    async def _lead(
        self, request: Request, tournament: Tournament, act: TournamentAction
    ) -> Tournament:
        """Begin or call off a tournament, if the person may."""
        person, may_manage = _asker(request)
        if not may_manage and person.id != tournament.leader.id:
            raise UserError(Problem.TOURNAMENT_RIGHT, name=tournament.leader.name)
        step = self._tournaments.start if act is TournamentAction.START else self._tournaments.stop
        found = await step(tournament.number)
        self.bot.dispatch(DUE, found.number)
        return found

    async def _leave(self, number: TournamentId, user: UserId) -> Tournament:
        """Let a person leave, who resigns the game that they are in."""
        found = await self._tournaments.leave(number, user)
        entrant = found.entrant(user)
        for fixture in found.undecided:
            if entrant is None or entrant.number not in fixture.players or not fixture.game:
                continue
            session = await self._games.by_id(fixture.game)
            if session is None or session.ending is not None:
                continue
            with suppress(ChannelClosed, UserError, *UNSENT):
                channel = await channel_with(self.bot, session.channel)
                screen = ChannelScreen(channel, self.screen_options(channel))
                with self.bot.languages.in_channel(session.channel, channel):
                    await self._games.resign(screen, session.channel, user)
        self.bot.dispatch(DUE, number)
        return found

    async def _refresh(self, number: TournamentId) -> None:
        """Show in the message of a tournament who takes part.

        Of many presses in one moment not each needs an edit: the next one shows them all.
        """
        self._stale.add(number)
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            if number not in self._stale:
                return
            self._stale.discard(number)
            tournament = await self._tournaments.find(number)
            if tournament.message is None:
                return
            with suppress(ChannelClosed, *UNSENT):
                channel = await channel_with(self.bot, tournament.channel)
                with self.bot.languages.in_channel(tournament.channel, channel):
                    page = Page(cup_text.announcement(tournament, self.prefix(channel)))
                    view = tournament_view(tournament)
                message = channel.get_partial_message(tournament.message)
                await message.edit(**as_edit(page), view=view)


def _channel(request: Request) -> ChannelId:
    return ChannelId(request.channel.id if request.channel else 0)


def _asker(request: Request) -> tuple[Person, bool]:
    """Who asks, and whether they may open and lead tournaments of others."""
    allowed = request.permissions
    may = allowed.manage_events or allowed.manage_messages or allowed.manage_guild
    return player(asker_of(request)), may


async def _whisper(press: Interaction, words: Callable[[], str]) -> None:
    with text.privately(), suppress(*UNSENT):
        said = {"content": words()}
        await answer(press, lambda: said, private=True)


def _button(number: TournamentId, act: TournamentAction) -> Button:
    style = (
        discord.ButtonStyle.success
        if act is TournamentAction.JOIN
        else discord.ButtonStyle.secondary
    )
    custom_id = f"ttt:tournament:{_ACTS[act]}:{number}"
    return ui.Button(label=text.said(_LABELS[act]), style=style, custom_id=custom_id)
