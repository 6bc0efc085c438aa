"""What people say to a tournament, by button and by command."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.channels import channel_with
from bot.edge.places import CommandChannels, Place, Way
from bot.edge.sending.messages import as_edit
from bot.edge.sending.refusals import UNSENT
from bot.edge.ways import choices, command, describe, press, slash_command
from bot.errors import ChannelClosed, Problem, UserError
from bot.features.tournament import text as cup_text
from bot.features.tournament.grammar import (
    TournamentAction,
    TournamentProblem,
    TournamentTerms,
    parse_tournament,
)
from bot.features.tournament.page import table_pages
from bot.features.tournament.rounds_feature import Rounds, tournament_view
from bot.features.tournament.values import Tournament, TournamentId, TournamentStage
from bot.games.games import Games
from bot.match.session import Session, UserId
from bot.pool.bounds import Cost
from bot.show.page import Page

_FORMATS: Final = ("round robin", "knock-out", "arena")
_OTHERS: Final = ("start", "table", "join", "leave", "stop")
_NUMBER: Final = "(?P<number>[0-9]+)"


class TournamentsHere:
    """Opens tournaments, and lets people join, lead and leave them."""

    def __init__(self, bot: GameBot, rounds: Rounds, games: Games) -> None:
        self.tournaments = rounds.tournaments
        self._games = games
        self._rounds = rounds
        self._bot = bot
        self._locks: WeakValueDictionary[TournamentId, asyncio.Lock] = WeakValueDictionary()
        self._stale: set[TournamentId] = set()
        """The tournaments whose message does not show all that has happened."""

    # Commands.

    @slash_command("tournament", cost=Cost.COMMAND, allowed=CommandChannels.PLAYABLE)
    @describe(
        what="who plays whom, or what to do with the tournament here",
        game="tictactoe, connect4, gomoku, 4x4 ...",
        move="the time for each move, such as 5m or 1d",
        length="how long an arena lasts, such as 30m",
    )
    @choices(what=(*_FORMATS, *_OTHERS))
    async def slash(
        self, act: Act, what: str = "", game: str = "", move: str = "", length: str = ""
    ) -> None:
        """Round robin, knock-out or arena for this server, which people join with a button."""
        act.check_member()
        await self._answer(act, " ".join(word for word in (what, game, move, length) if word))

    @command("tournament")
    async def typed(self, act: Act, *, words: str = "") -> None:
        """Round robin, knock-out or arena for this server, which people join with a button."""
        await self._answer(act, words)

    async def _answer(self, act: Act, words: str) -> None:
        """Do what a person asks for in words."""
        asked = parse_tournament(words, act.settings)
        if asked.terms is not None:
            await self._open(act, asked.terms)
            return
        if asked.action is TournamentAction.SHOW:
            await self._show(act, await self.tournaments.store.newest(act.channel))
            return
        if asked.action is TournamentAction.TABLE:
            newest = await self.tournaments.store.newest(act.channel)
            if newest is None:
                raise UserError(TournamentProblem.NONE)
            await act.later()
            await act.say(await self._table(act, newest))
            return
        found = await self.tournaments.current(act.channel)
        if asked.action is TournamentAction.JOIN:
            found = await self.tournaments.join(found.number, act.person)
        elif asked.action is TournamentAction.LEAVE:
            found = await self.tournaments.leave(found.number, act.person.id)
        else:
            found = await self._lead(act, found, asked.action)
        await act.later()
        if asked.action is TournamentAction.LEAVE:
            found = await self._left(found, act.person.id)
        await self._refresh(found.number)
        if asked.action in {TournamentAction.JOIN, TournamentAction.LEAVE}:
            await act.say(Page(cup_text.taking_part(found)))
        elif act.way is Way.SLASH:  # what follows is posted for all
            await act.say(Page(cup_text.heading(found)))

    async def _open(self, act: Act, terms: TournamentTerms) -> None:
        """Open a tournament, and post the message with which people join."""
        if act.guild is None:
            raise UserError(Problem.NOBODY_ELSE)
        if not _may_manage(act):
            raise UserError(TournamentProblem.OPEN_RIGHT)
        if act.way is Way.TYPED:
            act.check_writable()
        service = self.tournaments
        found = await service.open(act.guild, act.channel, act.person, terms)
        try:
            await self._show(act, found)
        except (ChannelClosed, *UNSENT):
            await service.mark_announced(await service.stop(found.number))
            raise

    async def _show(self, act: Act, tournament: Tournament | None) -> None:
        """Post a tournament that is on with its buttons, otherwise what tournaments there are."""
        if tournament is None or not tournament.is_on:
            await act.say(Page(cup_text.help_page(act.prefix)))
            return
        words = cup_text.announcement(tournament, act.prefix)
        message = await act.screen.post(Page(words), tournament_view(tournament))
        await self.tournaments.posted(tournament.number, message)

    async def _table(self, act: Act, tournament: Tournament) -> list[Page]:
        chosen = await self._bot.chosen_style(act.person.id)
        draw = partial(table_pages, tournament, chosen, capabilities=act.capabilities)
        return await act.drawn(draw)

    # Buttons.

    @press(rf"ttt:tournament:join:{_NUMBER}")
    async def join(self, act: Act, number: TournamentId) -> None:
        """Let the person who presses take part."""
        await self._here(act, number)
        found = await self.tournaments.join(number, act.person)
        await act.later()
        await self._refresh(number)
        if found.stage is TournamentStage.RUNNING:
            self._rounds.upkeep.begin(number)
            with suppress(*UNSENT):
                await act.whisper(lambda: str(cup_text.JOINED_ARENA))

    @press(rf"ttt:tournament:leave:{_NUMBER}")
    async def leave(self, act: Act, number: TournamentId) -> None:
        """Let the person who presses leave."""
        await self._here(act, number)
        left = await self.tournaments.leave(number, act.person.id)
        await act.later()
        found = await self._left(left, act.person.id)
        await self._refresh(number)
        if found.stage is TournamentStage.RUNNING:
            now = await self.tournaments.find(number)  # with the game that was resigned
            with suppress(*UNSENT):
                await act.whisper(lambda: cup_text.you_left(now, act.person.id))

    @press(rf"ttt:tournament:start:{_NUMBER}")
    async def start(self, act: Act, number: TournamentId) -> None:
        """Begin."""
        found = await self._here(act, number)
        await self._lead(act, found, TournamentAction.START)
        await act.later()
        await self._refresh(number)

    @press(rf"ttt:tournament:table:{_NUMBER}", cost=Cost.COMMAND)
    async def table(self, act: Act, number: TournamentId) -> None:
        """Show the table to the person who presses."""
        found = await self._here(act, number)
        await act.later(private=True)
        await act.whisper(partial(self._table, act, found))

    # Steps.

    async def _here(self, act: Act, number: TournamentId) -> Tournament:
        """Return a tournament of the channel of a press. Raises UserError for any other.

        Its buttons are posted there alone; an id that names it elsewhere was made up.
        """
        found = await self.tournaments.find(number)
        if found.channel != act.channel:
            raise UserError(TournamentProblem.NONE)
        return found

    async def _lead(self, act: Act, tournament: Tournament, what: TournamentAction) -> Tournament:
        """Begin or call off a tournament, if the person may."""
        if not _may_manage(act) and act.person.id != tournament.leader.id:
            raise UserError(TournamentProblem.RIGHT, name=tournament.leader.name)
        start = what is TournamentAction.START
        step = self.tournaments.start if start else self.tournaments.stop
        found = await step(tournament.number)
        self._rounds.upkeep.begin(found.number)
        return found

    async def _left(self, found: Tournament, user: UserId) -> Tournament:
        """Resign the current game of a person who has left."""
        entrant = found.entrant(user)
        for fixture in found.undecided:
            if entrant is None or entrant.number not in fixture.players or not fixture.game:
                continue
            session = await self._games.store.find(fixture.game)
            if session is not None and session.ending is None:
                with suppress(ChannelClosed, UserError, *UNSENT):
                    await self._resign(session, user)
        self._rounds.upkeep.begin(found.number)
        return found

    async def _resign(self, session: Session, user: UserId) -> None:
        place = Place(self._bot, await channel_with(self._bot, session.channel))
        with place.speaking():
            await self._games.resign(place.screen, session.channel, user)

    async def _refresh(self, number: TournamentId) -> None:
        """Show in the message of a tournament who takes part.

        Many presses at one moment do not each need an edit: the next one shows them all.
        """
        self._stale.add(number)
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            if number not in self._stale:
                return
            self._stale.discard(number)
            tournament = await self.tournaments.find(number)
            if tournament.message is None:
                return
            with suppress(ChannelClosed, *UNSENT):
                channel = await channel_with(self._bot, tournament.channel)
                place = Place(self._bot, channel)
                with place.speaking():
                    page = Page(cup_text.announcement(tournament, place.prefix))
                    view = tournament_view(tournament)
                message = channel.get_partial_message(tournament.message)
                await message.edit(**as_edit(page, view))


def _may_manage(act: Act) -> bool:
    """Whether a person may open tournaments, and lead those of others."""
    may = act.permissions
    return may.manage_events or may.manage_messages or may.manage_guild
