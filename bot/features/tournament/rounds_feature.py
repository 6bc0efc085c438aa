"""Carries tournaments on: opens games, announces rounds, ends what is late.

The work is in the store: games that have not begun are the queue. It is done a few at a time, and
what fails is tried again a minute later, by the next process if need be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.buttons import Button, Style, button, view_of
from bot.edge.channels import (
    GameChannel,
    channel_with,
    is_out,
    lacking_for_threads,
    open_thread,
    thread_home,
)
from bot.edge.places import Place
from bot.edge.sending.messages import digest, with_retries
from bot.edge.sending.refusals import UNSENT, opens_no_thread
from bot.edge.tasks import a_few_at_a_time
from bot.edge.upkeep import Upkeep
from bot.errors import ChannelClosed, ConflictError, EngineUnavailable, KinarowError, UserError
from bot.features.tournament import text as cup_text
from bot.features.tournament.grammar import TournamentAction, TournamentKind, TournamentProblem
from bot.features.tournament.page import end_pages, round_pages
from bot.features.tournament.service import Tournaments
from bot.features.tournament.store import playing
from bot.features.tournament.values import Fixture, Tournament, TournamentId, TournamentStage
from bot.games.games import Games
from bot.games.screen import Closures
from bot.games.turns import Turns
from bot.match.session import ChannelId, Ending, GuildId, Person, Session, offers
from bot.show import text
from bot.show.page import Page
from bot.show.text.words import JOIN

_BUTTONS: Final = {
    TournamentAction.JOIN: ("join", JOIN),
    TournamentAction.LEAVE: ("leave", cup_text.LEAVE),
    TournamentAction.START: ("start", cup_text.START),
    TournamentAction.TABLE: ("table", cup_text.TABLE),
}
"""The word for what a button does, which stands in its id, and its label."""


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


class _ThreadRefused(Exception):  # noqa: N818 - what Discord did, as in `bot.errors.UploadFailed`
    """Discord opens no thread, for a reason that does not pass at once."""


class Rounds(commands.Cog):
    """Carries on the tournaments of this process."""

    def __init__(self, bot: GameBot, tournaments: Tournaments, games: Games, turns: Turns) -> None:
        self.bot = bot
        self.tournaments = tournaments
        self._games = games
        self._turns = turns
        self.upkeep = Upkeep(bot, "tournament", self._carry_on)
        self._closures = Closures(tournaments.clock)
        self._heard_since: datetime | None = None
        """Since when moves are heard: nobody loses for a move they could not make before."""

    async def cog_load(self) -> None:
        """Listen for games that have ended."""
        self._unlisten = self._turns.ended.add(self._note)

    async def cog_unload(self) -> None:
        """Stop listening, and cancel what is left. The next process goes on."""
        self._unlisten()
        await self.upkeep.end()

    def _note(self, session: Session) -> None:
        """Go on with the tournament of a game that has ended."""
        if session.fixture is not None:
            self.upkeep.begin_all(partial(self.tournaments.of_game, session))

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Look at every current tournament: games may have ended unnoticed."""
        self._heard_since = self.tournaments.clock()
        self.upkeep.begin_all(self.tournaments.unfinished)

    async def look_after(self) -> None:
        """Do what is due. Called a few times a minute."""
        if self._heard_since is not None:
            await self.upkeep.look_after(self.tournaments.due)

    async def _carry_on(self, number: TournamentId) -> None:
        tournament = await self.tournaments.advance(number)
        try:
            channel = await channel_with(self.bot, tournament.channel)
            self._closures.forget(tournament.channel)
        except ChannelClosed:
            if is_out(self.bot, tournament.guild):
                raise
            await self._note_closed(tournament)
            return
        with self.bot.languages.in_channel(tournament.channel, channel):
            if _home(channel) is None:  # the games come below the message that announces them
                await self._tell(tournament, channel, _where(channel))
            failed, crowded = await self._play(tournament, channel)
            note = cup_text.where(None, threads=False) if crowded else _where(channel)
            await self._tell(await self.tournaments.find(number), channel, note)
        if failed:
            raise failed[0]

    async def _note_closed(self, tournament: Tournament) -> None:
        """End a tournament whose channel stays closed, with its games."""
        if self._closures.note(tournament.channel):
            await self._end(tournament)

    async def _end(self, tournament: Tournament) -> None:
        """End a tournament in which nobody can play any more, with its games."""
        if tournament.is_on:
            tournament = await self.tournaments.stop(tournament.number)
        tournament = await self.tournaments.mark_announced(tournament)
        for fixture in tournament.undecided:
            if fixture.channel is not None:
                await self._games.turns.abandon(fixture.channel, fixture.game)

    async def waits_in(self) -> Collection[tuple[GuildId, ChannelId]]:
        """The channels of the tournaments that are on, each with its server."""
        return await self.tournaments.places()

    async def end_in(self, channels: Collection[ChannelId]) -> None:
        """End the tournaments of channels that are gone."""
        for channel in channels:
            newest = await self.tournaments.store.newest(channel)
            if newest is not None and newest.is_on:
                await self._end(newest)

    # What the channel is told.

    async def _tell(self, tournament: Tournament, channel: GameChannel, where: str) -> None:
        """Post the round or the end, if the channel has not been told about it.

        The first round also says `where` the games are played.
        """
        place = Place(self.bot, channel)
        if tournament.stage is TournamentStage.RUNNING:
            if (
                tournament.terms.kind is TournamentKind.ARENA
                or tournament.announced >= tournament.round
            ):
                return
            note = where if tournament.round == 1 else ""
            draw = partial(round_pages, tournament, note, capabilities=place.capabilities)
        elif tournament.end_announced or tournament.stage is TournamentStage.OPEN:
            return
        else:
            draw = partial(end_pages, tournament, capabilities=place.capabilities)
        for part, page in enumerate(await place.drawn(draw)):
            await place.screen.post(page, None, _nonce(tournament, part))
        announced = await self.tournaments.mark_announced(tournament)
        if announced.message is not None and not announced.is_on:
            page = Page(cup_text.announcement(announced, place.prefix))
            with suppress(*UNSENT):
                message = channel.get_partial_message(announced.message)
                await message.edit(content=page.content, view=tournament_view(announced))

    # The games.

    async def _play(
        self, tournament: Tournament, channel: GameChannel
    ) -> tuple[list[Exception], list[Fixture]]:
        """Do what is due in each game. Returns the errors, which hold up no other game.

        Last come the games for which Discord opens no thread, such as where a server has no room
        for another one: they are played in the channel, one after another, until there is some.
        """
        now = self.tournaments.clock()
        due = [f for f in tournament.undecided if f.due is not None and f.due <= now]
        running, home = tournament.stage is TournamentStage.RUNNING, _home(channel)
        failed, crowded = list[Exception](), list[Fixture]()

        async def attempt(fixture: Fixture, home: discord.TextChannel | None = home) -> None:
            if crowded and home is not None and fixture.channel is None:
                crowded.append(fixture)
                return
            try:
                if running:
                    await self._look_at(tournament, channel, home, fixture)
                else:
                    await self._call_off(fixture)
            except _ThreadRefused:
                crowded.append(fixture)
            except (KinarowError, *UNSENT) as error:
                failed.append(error)

        if home is not None:
            await a_few_at_a_time(attempt, due)
        for fixture in due if home is None else crowded:
            await attempt(fixture, None)
        return failed, crowded

    async def _look_at(
        self,
        tournament: Tournament,
        channel: GameChannel,
        home: discord.TextChannel | None,
        fixture: Fixture,
    ) -> None:
        """Begin a game, in a thread of `home` or else in the channel, or see whether it is late."""
        if fixture.game is not None:
            await self._check_time(tournament, fixture)
            return
        place = await self._place(tournament, channel, home, fixture)
        if place is not None:
            await self._begin(tournament, place, fixture)

    async def _begin(self, tournament: Tournament, place: GameChannel, fixture: Fixture) -> None:
        """Call the players of a game to where it is played, and begin it."""
        here = ChannelId(place.id)
        service = self.tournaments
        with self.bot.languages.in_channel(here, place):
            called = cup_text.called(tournament, fixture)
            people = [discord.Object(user) for user in cup_text.mentioned(tournament, fixture)]
            pinged = discord.AllowedMentions(everyone=False, roles=False, users=people)
            send = partial(place.send, called, allowed_mentions=pinged)
            nonce = digest(f"call {fixture.number}")
            await with_retries(lambda: send(nonce=nonce))
            screen = Place(self.bot, place).screen
            match = service.match(tournament, fixture, here)
            try:
                # Another try may have begun it; and without the engine it begins without its note.
                with suppress(ConflictError, EngineUnavailable):
                    also = playing(tournament.number, fixture.players)
                    await self._games.beginnings.begin(screen, match, also=also)
            except UserError as error:
                if error.problem is not TournamentProblem.OVER:
                    raise
                self.upkeep.begin(tournament.number)  # what follows from that
                return
        due = service.clock() + tournament.terms.patience
        await service.note(tournament, fixture, due=due)

    async def _place(
        self,
        tournament: Tournament,
        channel: GameChannel,
        home: discord.TextChannel | None,
        fixture: Fixture,
    ) -> GameChannel | None:
        """Where a game is to be played; None if that is the channel and another game is on.

        Raises _ThreadRefused if it is to be a thread and none can be opened.
        """
        if home is None:
            if await self._games.turns.find(tournament.channel) is not None:
                return None
            if fixture.channel != tournament.channel:
                await self.tournaments.note(tournament, fixture, channel=tournament.channel)
            return channel
        if fixture.channel not in {None, tournament.channel}:
            assert fixture.channel is not None, "it is a thread"
            with suppress(ChannelClosed):  # it was deleted: another one is opened
                return await channel_with(self.bot, fixture.channel)
        taken = frozenset(f.channel for f in tournament.fixtures if f.channel is not None)
        name = cup_text.thread_name(tournament, fixture)
        try:
            thread = await open_thread(home, name, taken, tournament.created)
        except (ChannelClosed, discord.HTTPException, discord.RateLimited) as error:
            if not opens_no_thread(error):
                raise
            raise _ThreadRefused from error
        await self.tournaments.note(tournament, fixture, channel=ChannelId(thread.id))
        return thread

    async def _check_time(self, tournament: Tournament, fixture: Fixture) -> None:
        """End a game whose player to move has run out of time; else look again later."""
        assert fixture.game is not None, "it has begun"
        service, session = self.tournaments, await self._games.store.find(fixture.game)
        if session is None or session.ending is not None:
            return
        since = await service.late_since(fixture)
        if self._heard_since is not None:
            since = max(since, self._heard_since)
        left = service.in_time(tournament, since)
        if left > timedelta():
            await service.note(tournament, fixture, due=service.clock() + left)
            return
        if await self._end_game(session, offers.run_out):
            await self._note_absence(tournament, session)

    async def _note_absence(self, tournament: Tournament, session: Session) -> None:
        """Note that a player did not show up, if that was the case."""
        ended = await self._games.store.find(session.game)
        if ended is None or ended.ending is not Ending.TIME or session.position.ply > 1:
            return
        late = session.to_move
        assert isinstance(late, Person), "people play in a tournament"
        entrant = tournament.entrant(late.id)
        if entrant is not None:
            await self.tournaments.absent(tournament, entrant.number)
            self.upkeep.begin(tournament.number)

    async def _call_off(self, fixture: Fixture) -> None:
        """End a game of a tournament that was called off."""
        session = None if fixture.game is None else await self._games.store.find(fixture.game)
        if session is not None and session.ending is None:
            await self._end_game(session, lambda seen: seen.ended(Ending.STOPPED))

    async def _end_game(self, session: Session, end: Callable[[Session], Session]) -> bool:
        """End a game. False if its channel is closed, which ends it if that stays so."""
        try:
            channel = await channel_with(self.bot, session.channel)
        except ChannelClosed:
            if not is_out(self.bot, session.guild):
                await self._games.note_closed(session.channel)
            return False
        place = Place(self.bot, channel)
        with place.speaking():
            await self._turns.end(place.screen, session, end)
        return True


def _home(channel: GameChannel) -> discord.TextChannel | None:
    """Where the threads of games are opened; None if they are played in the channel itself."""
    home = thread_home(channel)
    return home if home is not None and lacking_for_threads(home) is None else None


def _where(channel: GameChannel) -> str:
    """That games are played one after another, if they are, and which permission would help."""
    home = thread_home(channel)
    lacking = None if home is None else lacking_for_threads(home)
    threads = home is not None and lacking is None
    return cup_text.where(lacking and text.said(lacking), threads=threads)


def _nonce(tournament: Tournament, part: int) -> str:
    """The nonce of a message about a tournament, whoever posts it and however often."""
    return digest(f"{tournament.number} {tournament.stage} {tournament.round} {part}")


def _button(number: TournamentId, action: TournamentAction) -> Button:
    word, label = _BUTTONS[action]
    style = Style.success if action is TournamentAction.JOIN else Style.secondary
    return button(label, f"ttt:tournament:{word}:{number}", style)
