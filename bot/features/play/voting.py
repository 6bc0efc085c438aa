"""Votes: takes ballots, and ends each round when its time is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from discord.ext import commands

from bot.edge.act import Act
from bot.edge.apologies import tell_engine_problem
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.bot import GameBot
from bot.edge.channels import open_channel
from bot.edge.places import Place
from bot.edge.recent import RecentIds
from bot.edge.screen import Screen
from bot.edge.sending.refusals import UNSENT
from bot.edge.tasks import BackgroundTasks
from bot.edge.upkeep import Tries
from bot.edge.ways import press
from bot.errors import EngineUnavailable, KinarowError, Problem, UserError
from bot.features.play.boards import PressedBoards
from bot.features.play.page import best_votes, top_voters
from bot.features.play.service import Voters, Votes
from bot.games.games import Games
from bot.games.turns import Turns
from bot.match import grammar
from bot.match.session import ChannelId, Crowd, Ending, GameId, Pairing, Session, UserId
from bot.show import text
from bot.show.page import Page

log = logging.getLogger(__name__)

_EDIT_INTERVAL: Final = timedelta(seconds=2)
"""The pause between two edits of a board that show new ballots. Discord allows five edits in five
seconds."""
_BY_WORD: Final = frozenset((Ending.RESIGNED, Ending.AGREED, Ending.STOPPED))
"""The endings that come between two rounds."""
_RETRY_DELAY: Final = timedelta(seconds=30)
"""Before a retry after a failure."""
_JOBS_TIMEOUT: Final = 3.0
"""Seconds that running jobs get to end when the bot stops."""
_PLANNED: Final = "vote_planned"
"""The event that tells the watcher that the plans have changed."""
_SILENT_PROBLEMS: Final = frozenset((Problem.MOVED_ON, Problem.NO_VOTE, Problem.NOT_A_MOVE))
"""Problems of a typed ballot that get no reply: it came too late, or was no move after all."""
_REMEMBERED: Final = 1_000
"""The number of remembered people who got a reply to a bad ballot: one reply each a turn."""


class Voting(commands.Cog):
    """Takes ballots, shows them on the board, and plays the winning move when the time is over.

    One watcher task does what is due. Its plans are kept by channel, because a channel has one
    game. They follow from the stored games, so `watch` makes them again after a restart.
    """

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        votes: Votes,
        voters: Voters,
        turns: Turns,
        boards: PressedBoards,
    ) -> None:
        self.bot = bot
        self._games = games
        self._votes = votes
        self._voters = voters
        self._turns = turns
        self._boards = boards
        self._clock = turns.clock
        self._closes: dict[ChannelId, datetime] = {}
        """When the open round of each channel ends."""
        self._stale: dict[ChannelId, datetime] = {}
        """When to edit each board that does not show the newest ballots."""
        self._shown: dict[ChannelId, datetime] = {}
        """When the board of each channel was last edited because of ballots."""
        self._watcher: asyncio.Task[None] | None = None
        self._jobs = BackgroundTasks()
        self._tries: Tries[ChannelId] = Tries(bot, "the vote in channel")
        self._refusals = RecentIds(_REMEMBERED)
        self._judging: dict[GameId, asyncio.Task[None]] = {}
        """The newest judgement of each game whose ballots are being judged."""

    async def cog_load(self) -> None:
        """Listen for votes that may have changed."""
        self._unlisten = self._turns.polled.add(self._plan)
        self._uncount = self._votes.counted.add(self._judge_soon)

    async def cog_unload(self) -> None:
        """Stop the watcher, and let running jobs end. The next process goes on."""
        self._unlisten()
        self._uncount()
        if self._watcher is not None:
            self._watcher.cancel()
        await self._jobs.end(_JOBS_TIMEOUT)

    def watch(self, sessions: Iterable[Session]) -> None:
        """Watch the time of these games, and of every game that begins later."""
        for session in sessions:
            self._plan(session)
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._keep_watch())

    @property
    def next_due(self) -> datetime | None:
        """When something is due next; None if nothing is."""
        return min((*self._closes.values(), *self._stale.values()), default=None)

    # Ballots.

    async def take(self, act: Act, session: Session, word: int | str) -> None:
        """Take a ballot, and show it on the board: by a press at once, else a little later.

        A slash command gets a private answer.
        """
        user, board = act.person.id, act.board_screen
        if isinstance(act.source, commands.Context) and act.press is not None:
            screen = Screen(act, private=True)
            after = act.styled(await self._votes.cast(screen, session, user, word, act.id))
            await act.whisper(lambda: text.ballot(after, user))
            board = Screen(act, hurried=False)
        else:
            await self._votes.cast(board, session, user, word, act.id)
        if act.ref is not None or (act.press is not None and session.outside):
            await self._votes.refresh(board, session.channel)
        else:
            self._refresh_soon(session.channel)

    async def take_typed(self, act: Act, session: Session, word: str) -> None:
        """Take a typed move as a ballot. A person gets at most one error a turn."""
        try:
            await self.take(act, session, word)
        except UserError as error:
            if error.problem in _SILENT_PROBLEMS:
                return
            if not self._refusals.meet((session.game, session.position.ply, act.person.id)):
                return
            raise

    async def begin(self, act: Act, words: str) -> None:
        """Begin a game by votes. Raises UserError where that is not possible."""
        asked = grammar.parse_vote(words, act.settings.game)
        act.check_untimed(timed=asked.timed)
        act.check_shown()
        act.check_writable()
        bot, notes = asked.start.bot(act.settings)
        terms = asked.start.terms(await act.style(), act.settings)
        terms = replace(terms, seconds=asked.seconds)
        match = Pairing(act.channel, act.guild, Crowd(act.person), bot, terms)
        await self._games.beginnings.begin(act.screen, match, notes=notes)

    async def tell_top(self, act: Act) -> None:
        """Tell who votes best this week."""
        await act.say(top_voters(await self._voters.top(act.scope), act.prefix))

    # Counting.

    @press(action_id(BoardAction.COUNT))
    async def count_board(self, act: Act) -> None:
        """End the round that the pressed board shows."""
        await self.count(act, await self._boards.seen(act))

    async def count(self, act: Act, seen: Session | None = None) -> None:
        """End the round now."""
        await self._votes.count(
            act.screen, act.channel, act.person.id, seen, act.id, may_manage=act.manages
        )

    # What the engine says about the ballots, beside the game.

    def _judge_soon(self, session: Session) -> None:
        """Have the ballots of a counted round judged, while the game goes on."""
        gone = frozenset(self._turns.boards.erased)
        work = self._judged(session.game, self._judging.get(session.game), session, gone)
        self._judging[session.game] = self._jobs.start(work)

    async def _judged(
        self,
        game: GameId,
        earlier: asyncio.Task[None] | None,
        counted: Session | None = None,
        gone: frozenset[UserId] = frozenset(),
    ) -> None:
        """Judge a round after those before it, and report all if the game is over.

        There is nobody to tell about an error, so it is logged. A round that failed counts for
        nobody. `gone` are the people erased before it; whoever was erased since is not counted.
        """
        if earlier is not None:
            await asyncio.wait({earlier})
        try:
            if counted is not None:
                await self._voters.judge(counted, lambda: self._turns.boards.erased - gone)
            session = await self._games.store.find(game)
            ended = session is not None and session.ending is not None
            if session is not None and ended and (counted is None) is (session.ending in _BY_WORD):
                await self._tell_best(session)
        except (KinarowError, *UNSENT) as error:
            log.warning("the ballots of game %s: %r", game, error)
        finally:
            if self._judging.get(game) is asyncio.current_task():
                del self._judging[game]

    async def _tell_best(self, session: Session) -> None:
        """Post which votes of a finished game were the best, if any was judged."""
        if session.outside:
            place = Place.late(self.bot, session.channel)
        else:
            place = await self._place(session)
        if place is None:
            return
        judged = await self._voters.of_game(session.game)
        with place.speaking():
            if words := best_votes(place.styled(session), judged, place.prefix):
                await place.screen.post(Page(words), nonce=f"best{session.game}")

    async def _place(self, session: Session) -> Place:
        """The channel of a game. Raises ChannelClosed."""
        channel = await open_channel(self.bot, self._games.note_closed, session)
        return Place(self.bot, channel)

    # The clock.

    def _plan(self, session: Session) -> None:
        """Plan when the round of a game ends. Forget the plans if no round is open."""
        if session.poll is None:
            return
        closes = session.poll.closes if session.voting else None
        self._closes.pop(session.channel, None)
        if session.ending in _BY_WORD:
            self._jobs.start(self._judged(session.game, self._judging.get(session.game)))
        if closes is not None:
            self._closes[session.channel] = closes
        else:
            self._stale.pop(session.channel, None)
            self._shown.pop(session.channel, None)
        self.bot.dispatch(_PLANNED)

    def _refresh_soon(self, channel: ChannelId) -> None:
        """Plan to show the newest ballots: now, or one _EDIT_INTERVAL after the last edit."""
        if channel not in self._stale:
            now = self._clock()
            self._stale[channel] = max(
                now, self._shown.get(channel, now - _EDIT_INTERVAL) + _EDIT_INTERVAL
            )
            self.bot.dispatch(_PLANNED)

    async def _keep_watch(self) -> None:
        """Do what is due, each in its own task; then wait for what is due next, or a new plan."""
        while True:
            now = self._clock()
            for channel in _due(self._stale, now):
                self._shown[channel] = now
                self._jobs.start(self._attempt(channel, self._refresh))
            for channel in _due(self._closes, now):
                self._jobs.start(self._attempt(channel, self._close))
            wait = None if (due := self.next_due) is None else (due - now).total_seconds()
            with suppress(asyncio.TimeoutError):
                await self.bot.wait_for(_PLANNED, timeout=wait)

    async def _attempt(
        self, channel: ChannelId, job: Callable[[ChannelId], Awaitable[None]]
    ) -> None:
        """Run a job, and plan a retry if it fails."""
        with self.bot.languages.in_channel(channel, self.bot.get_channel(channel)):
            if await self._tries.run(channel, partial(job, channel)):
                return
        later = self._clock() + _RETRY_DELAY
        self._closes[channel] = min(later, self._closes.get(channel, later))
        self.bot.dispatch(_PLANNED)

    async def _refresh(self, channel: ChannelId) -> None:
        """Show the newest ballots on the board."""
        if (session := await self._games.turns.find(channel)) is not None:
            place = await self._place(session)
            await self._votes.refresh(place.screen, channel)

    async def _close(self, channel: ChannelId) -> None:
        """End the round, now that its time is over."""
        if (session := await self._games.turns.find(channel)) is None:
            return
        place = await self._place(session)
        try:
            counted = await self._votes.close(place.screen, channel)
        except EngineUnavailable as error:
            await tell_engine_problem(place, error)
            raise
        if not counted:
            await self._refresh(channel)
        if (session := await self._games.turns.find(channel)) is not None:
            self._plan(session)


def _due(plans: dict[ChannelId, datetime], now: datetime) -> list[ChannelId]:
    """Remove the due channels from the plans, and return them."""
    due = [channel for channel, when in plans.items() if when <= now]
    for channel in due:
        del plans[channel]
    return due
