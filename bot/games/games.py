"""The service between people, the store and the engine; knows nothing of Discord.

The way of one move: check it against the game as the person saw it -> lock the
channel -> play -> store, commit -> let the engine answer -> store, commit -> show.
Nothing is shown that is not stored, and nothing stored is lost when showing fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from bot.errors import ChannelClosed, ConflictError, EngineUnavailable, Problem, UserError
from bot.games.closures import Closures
from bot.games.lately import Lately
from bot.games.opponent import Mind
from bot.games.screen import Screen
from bot.games.votes import Steps, Votes
from bot.logs import set_log_context
from bot.match.guild_settings import GuildSettings
from bot.match.session import (
    BoardStyle,
    Bot,
    ChannelId,
    Crowd,
    GameId,
    GuildId,
    MessageId,
    Pairing,
    Session,
    UserId,
)
from bot.match.shards import WHOLE, Shards
from bot.match.vote import Poll
from bot.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.show import text
from bot.store import LiveGame, OldBoard, Store
from bot.store.guild_settings import GuildSettingsCache
from bot.store.in_flight import InFlight
from engine import Analysis, Limit, Position, Side

G = TypeVar("G", Session, LiveGame, OldBoard)

_OLD_NEWS: Final = timedelta(hours=1)
"""An end that could not be shown for longer than this is not worth a message any more."""
_NOTES: Final = 1_000
"""Of as many boards it is remembered what stands under them."""
_AWHILE: Final = timedelta(seconds=30)
"""After so long an act has ended, one way or another."""


@dataclass(frozen=True, slots=True)
class GamesConfig:
    """How long the engine thinks, the settings of servers that chose nothing, and the shards.

    A process takes up only the stored games of its own shards.
    """

    think: Limit
    defaults: GuildSettings = field(default_factory=GuildSettings)
    shards: Shards = WHOLE


class Games:
    """Every game of this process: the only place where a session meets store and engine."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        config: GamesConfig,
        clock: Callable[[], datetime],
        rng: Random,
        metrics: Metrics | None = None,
    ) -> None:
        self._store = store
        self._config = config
        self.clock = clock
        self._rng = rng
        self.metrics = metrics or Metrics()
        self._locks: WeakValueDictionary[ChannelId, asyncio.Lock] = WeakValueDictionary()
        self._showing: set[ChannelId] = set()
        """Where an act is nearly over."""
        self.in_flight = InFlight()
        self._lately = Lately()
        self._closures = Closures(clock)
        self._notes: dict[MessageId, str] = {}
        """What stands under the newest boards."""
        self._on_replaced: Callable[[Session, list[OldBoard]], None] = lambda session, old: None
        self.thinker = thinker
        self._mind = Mind(store, thinker, config.think, rng)
        steps = Steps(
            self._lock, self.live, self._save, self._save_unseen, self._carry_on, self._show
        )
        self.votes = Votes(store, clock, rng, steps)
        self.guild_settings = GuildSettingsCache(store.preferences, config.defaults, config.shards)

    # Reading.

    async def live(self, channel: ChannelId) -> Session:
        """The game of a channel; raises UserError where there is none."""
        session = await self.find(channel)
        if session is None:
            raise UserError(Problem.NO_GAME)
        set_log_context(channel, session.game)
        return session

    async def find(self, channel: ChannelId) -> Session | None:
        """The game of a channel, if any."""
        if (known := self._lately.find(channel)) is None:
            return await self._store.load(channel)
        return known if known.ending is None else None

    async def played(self, message: MessageId) -> bool:
        """Whether this message has been taken as a move already."""
        return await self._store.seen(message)

    async def unfinished(self) -> list[LiveGame]:
        """Where each live game of this process's servers is played, to take up after a restart."""
        return self._ours(await self._store.places())

    async def waiting(self) -> list[Session]:
        """The games whose channel waits for the bot: its move, or the sight of the last one."""
        owed = [session for session in await self._store.owed() if session.bot_to_move]
        since = self.clock() - _OLD_NEWS
        unshown = await self._store.unshown(ended_since=since)
        found = {session.game: session for session in (*owed, *unshown)}
        return self._ours(found.values())

    async def voted_on(self) -> list[Session]:
        """The live games of this process's servers that a whole channel plays."""
        return self._ours(await self._store.voted_on())

    async def live_of(self, user: UserId) -> list[Session]:
        """The live games of a person, wherever they are."""
        return await self._store.live_of(user)

    def _ours(self, played: Iterable[G]) -> list[G]:
        return [game for game in played if self._config.shards.holds(game.guild)]

    async def board_message(self, game: GameId) -> MessageId | None:
        """The message that shows a game's board, the newest one."""
        return await self._store.board_message(game)

    async def numbered(self, game: GameId) -> Session | None:
        """A game by its number, live or ended."""
        return await self._store.find(game)

    def when_replaced(self, listener: Callable[[Session, list[OldBoard]], None]) -> None:
        """Tell someone of each game of which a newer board is shown, and of the boards before."""
        self._on_replaced = listener

    async def found_board(self, place: LiveGame, message: MessageId, ply: int) -> None:
        """A board was found in a channel that may not have been noted: a process died over it."""
        board = OldBoard(message, place.game, place.channel, place.guild, ply)
        await self._store.found(board)

    async def old_boards(self) -> list[OldBoard]:
        """The boards in this process's servers that are to be retired."""
        return self._ours(await self._store.old_boards())

    def note_under(self, board: MessageId) -> str:
        """What a board was shown with, if this process showed it a while ago."""
        return self._notes.get(board, "")

    def is_retired(self, board: MessageId) -> bool:
        """Whether an old board has been retired a moment ago."""
        return self._store.is_retired(board)

    def retired(self, board: MessageId) -> None:
        """An old board does not look alive any more."""
        self._notes.pop(board, None)
        self._store.retired(board)

    def shard(self, guild: GuildId | None) -> int:
        """The shard that hears what people type in a server, or in direct messages."""
        return self._config.shards.of(guild)

    async def heard(self, shard: int) -> datetime | None:
        """Until when people were listened to there, by this process or the one before."""
        return await self._store.heard([shard])

    async def hear(self, shards: Iterable[int]) -> None:
        """Remember that people are listened to there up to now."""
        await self._store.hear(shards, self.clock())

    def is_quiet(self, session: Session) -> bool:
        """Whether nothing is under way in a game, and has not been for a while."""
        lock = self._locks.get(session.channel)
        since = self.clock() - session.touched
        return since > _AWHILE and (lock is None or not lock.locked())

    # Acts.

    async def check_free(self, channel: ChannelId) -> None:
        """Raise UserError if a game is on in the channel that may not be replaced."""
        await self._replaceable(channel)

    async def _replaceable(self, channel: ChannelId) -> Session | None:
        """The game of a channel that was left alone, if any; raises UserError if it was not."""
        session = await self.find(channel)
        if session is not None and not self._may_be_replaced(session):
            raise UserError(Problem.GAME_ON, x=session.x_name, o=session.o_name)
        return session

    def _may_be_replaced(self, session: Session) -> bool:
        """Whether a game was left alone for as long as its server has chosen."""
        idle = self.guild_settings.of(session.scope).idle
        return session.is_idle(self.clock(), idle)

    async def begin(self, screen: Screen, match: Pairing, start: Position | None = None) -> None:
        """Start a game where none is on, replacing one that was left alone.

        It begins on the empty board unless said otherwise.
        """
        assert (match.terms.seconds is not None) is isinstance(match.asker, Crowd)
        async with self._lock(match.channel, screen):
            if (old := await self._replaceable(match.channel)) is not None:
                await self._save(old, old.abandon())
            begun = start or Position.start(match.terms.rules)
            first = not await self._store.has_played(match.channel)
            seated = self._seated(match, begun)
            self._lately.forget(match.channel)
            opened = self._mind.answer_at_once(seated).at(self.clock())
            session = self._lately.kept(await self._store.create(opened))
            self._count_moves(seated, session)
            set_log_context(session.channel, session.game)
            self.votes.told(session)
            lines = (
                text.loaded(begun),
                text.swap_rule(session.rules) if session.swap else "",
                screen.how_to_move(session) if first else "",
            )
            await self._carry_on(screen, session, "\n".join(filter(None, lines)), opening=True)

    def _seated(self, match: Pairing, start: Position) -> Session:
        """The session in which a match begins; lots are drawn where nobody chose a side."""
        terms = match.terms
        side = terms.side or self._rng.choice(list(Side))
        x, o = (match.asker, match.other) if side is Side.X else (match.other, match.asker)
        return Session(
            match.channel,
            match.guild,
            x,
            o,
            start,
            self.clock(),
            terms.coach,
            terms.style,
            assisted=terms.coach or start.ply > 0,
            begun=start.ply,
            swap=terms.swap,
            poll=Poll(terms.seconds) if terms.seconds else None,
        )

    async def settled(self, channel: ChannelId) -> None:
        """Wait until what is being done in a channel has been shown."""
        if (lock := self._locks.get(channel)) is not None:
            async with lock:
                return

    async def move(
        self, screen: Screen, seen: Session, user: UserId, move: int, message: MessageId | None
    ) -> None:
        """Play a person's move on the board they saw; raises UserError if it has moved on."""
        seen.check_turn(user)
        async with self._lock(seen.channel, screen):
            session = await self._moved(seen, user, move, message)
            if session is not None:
                await self._carry_on(screen, session)

    async def _moved(
        self, seen: Session, user: UserId, move: int, message: MessageId | None
    ) -> Session | None:
        """The stored session after a person's move; None where the message was it already.

        The store says whether `seen` is still the game as it stands, which it mostly is: it is
        read again only where something has changed, which may have left the board alone.
        """
        session = seen
        while True:
            set_log_context(session.channel, session.game)
            after = self._mind.answer_at_once(session.play(user, move))
            try:
                return await self._save(session, after, message)
            except ConflictError:
                if message is not None and await self.played(message):
                    return None  # one event, delivered twice, to this process or another
                newest = await self.live(seen.channel)
                if newest.version == session.version:
                    raise
                _check_same(newest, seen)
                session = newest

    async def undo(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> None:
        """Take a move back, or offer to; raises UserError if the board `seen` has moved on."""

        def undone(session: Session) -> Session:
            _check_same(session, seen or session)
            return session.undo(user)

        await self._act(screen, channel, undone)

    async def take_over(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> None:
        """Sit down on the other side after the first move; raises UserError as `undo` does."""

        def taken(session: Session) -> Session:
            _check_same(session, seen or session)
            return session.take_over(user)

        await self._act(screen, channel, taken)

    async def draw(self, screen: Screen, channel: ChannelId, user: UserId) -> None:
        """Offer a draw, or accept one; the engine accepts unless it expects to win."""
        async with self._lock(channel, screen):
            session = await self.live(channel)
            after = session.draw(user)
            if not session.against_bot:
                await self._settle(screen, session, after)
            elif await self._mind.wants_draw(screen, session):
                await self._settle(screen, session, session.agree_draw())
            else:
                await self._show(screen, session, text.draw_refused(), again=True)

    async def accept(self, screen: Screen, channel: ChannelId, user: UserId) -> None:
        """Say yes to the offer that stands."""
        await self._act(screen, channel, lambda session: session.accept(user))

    async def decline(self, screen: Screen, channel: ChannelId, user: UserId) -> None:
        """Say no to the offer that stands."""
        async with self._lock(channel, screen):
            session = await self.live(channel)
            after = await self._save(session, session.decline(user))
            await self._show(screen, after, text.offer_declined(session))

    async def resign(self, screen: Screen, channel: ChannelId, user: UserId) -> None:
        """Give up."""
        await self._act(screen, channel, lambda session: session.resign(user))

    async def stop(
        self, screen: Screen, channel: ChannelId, user: UserId, *, may_manage: bool
    ) -> None:
        """End the game without a result."""
        await self._act(screen, channel, lambda s: s.stop(user, may_manage=may_manage))

    async def board(self, screen: Screen, channel: ChannelId) -> None:
        """Show the board again; if the engine owes a move, it is asked for it now."""
        async with self._lock(channel, screen):
            await self._carry_on(screen, await self.live(channel), again=True)

    async def take_up(self, screen: Screen, channel: ChannelId, game: GameId) -> None:
        """Go on with a game after a restart, if it still waits: the engine's move, the board."""
        async with self._lock(channel, screen):
            session = await self._store.find(game)
            set_log_context(channel, game)
            if session is not None and await self._waits(session):
                await self._carry_on(screen, session)

    async def coach(self, screen: Screen, channel: ChannelId, user: UserId, *, on: bool) -> None:
        """Switch the recommendation before each move of a person."""
        async with self._lock(channel, screen):
            session = await self.live(channel)
            session = await self._save(session, session.set_coach(user, on=on))
            await self._carry_on(screen, session, text.coach_switched(on=on))

    async def restyle(
        self, screen: Screen, channel: ChannelId, user: UserId, style: BoardStyle
    ) -> None:
        """Draw the board in another way, from now on and for both players."""
        async with self._lock(channel, screen):
            session = await self.live(channel)
            session = await self._save(session, session.restyled(user, style))
            await self._carry_on(screen, session)

    async def hint(
        self, screen: Screen, channel: ChannelId, user: UserId
    ) -> tuple[Session, Analysis]:
        """What the engine would play for the person to move, with the game it looked at."""
        session = await self.live(channel)
        session.check_turn(user)
        analysis = await self._mind.analyse(screen, session)
        async with self._lock(channel, screen):
            now = await self.find(channel)
            if now is not None and now.game == session.game and not now.assisted:
                await self._save_unseen(now, now.helped())
        return session, analysis

    async def rematch(
        self, channel: ChannelId, user: UserId, game: GameId | None = None
    ) -> Pairing:
        """The match that a rematch would be, of the channel's last game unless said otherwise.

        Raises UserError.
        """
        await self.check_free(channel)
        last = await (self._store.last(channel) if game is None else self._store.find(game))
        if last is None:
            raise UserError(Problem.NO_REMATCH)
        return last.rematch(user)

    async def free(self, channel: ChannelId, game: GameId | None = None) -> None:
        """End the game of a channel that is gone, so that nothing waits for it.

        With `game` no other one that has taken its place.
        """
        async with self._lock_of(channel):
            session = await self._store.load(channel)
            if session is not None and game in {None, session.game}:
                await self._save(session, session.abandon())
        self._closures.forget(channel)

    async def found_closed(self, channel: ChannelId) -> None:
        """Discord calls a channel closed: the second time, after a while, its game is over."""
        if self._closures.note(channel):
            await self.free(channel)

    async def forget(self, user: UserId) -> None:
        """Erase a person from the records; raises ConflictError while a game of theirs is on."""
        await self._store.forget(user)
        self._lately.forget_all()
        self._notes.clear()
        self.guild_settings.forget(user)

    # The steps they share.

    @asynccontextmanager
    async def _lock(self, channel: ChannelId, screen: Screen) -> AsyncIterator[None]:
        """One act at a time in a channel; who has to wait for longer than a moment sees that."""
        lock = self._lock_of(channel)
        with self.in_flight:
            if lock.locked() and (screen.hurried or channel not in self._showing):
                async with screen.thinking():
                    await lock.acquire()
            else:
                await lock.acquire()
            try:
                yield
            finally:
                lock.release()

    def _lock_of(self, channel: ChannelId) -> asyncio.Lock:
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = asyncio.Lock()
        return lock

    async def _waits(self, session: Session) -> bool:
        """Whether the channel waits for the engine's move, or for the sight of the last one."""
        return session.bot_to_move or not await self._store.is_shown(session)

    async def _act(
        self, screen: Screen, channel: ChannelId, act: Callable[[Session], Session]
    ) -> None:
        async with self._lock(channel, screen):
            session = await self.live(channel)
            await self._settle(screen, session, act(session))

    async def _settle(self, screen: Screen, before: Session, after: Session) -> None:
        """Store what an act has changed, then show the offer it made or the board."""
        if after.offer is not None:
            await screen.ask(await self._save_unseen(before, after))
        else:
            await self._carry_on(screen, await self._save(before, after))

    async def _save(
        self, before: Session, after: Session, message: MessageId | None = None
    ) -> Session:
        self._lately.forget(before.channel)
        stored = await self._store.save(before, after.at(self.clock()), message)
        session = self._lately.kept(stored)
        self.votes.told(session)
        self._count_moves(before, session)
        return session

    def _count_moves(self, before: Session, after: Session) -> None:
        side = before.position.side
        for _ in range(before.position.ply, after.position.ply):
            self.metrics.moved(by_bot=isinstance(before.player(side), Bot))
            side = side.other

    async def _save_unseen(
        self, before: Session, after: Session, message: MessageId | None = None
    ) -> Session:
        """Store a change that leaves the board as it is: what shows it goes on showing it."""
        shown = await self._store.is_shown(before)
        board = await self._store.board_message(before.game)
        session = await self._save(before, after, message)
        if shown and board is not None:
            await self._store.shown(session, board)
        return session

    async def _carry_on(
        self,
        screen: Screen,
        session: Session,
        note: str = "",
        *,
        again: bool = False,
        opening: bool = False,
    ) -> None:
        """Let the engine move if it is its turn, add the coach's word, and show the board.

        Without an answer from the engine the board is shown as it stands, and
        EngineUnavailable goes on to whoever tells the person. `again` shows a board
        that the channel may have seen already; an `opening` one tells what can be reached.
        """
        before = session.version
        try:
            session = await self._answered(screen, session)
            prospect = await self._mind.prospect(screen, session) if opening else ""
            note = "\n".join(filter(None, (note, prospect, await self._mind.tip(screen, session))))
        except EngineUnavailable:
            if again or not await self._store.is_shown(session):
                await self._show(screen, session, note, again=again)
            raise
        await self._show(screen, session, note, again=again and session.version == before)

    async def _answered(self, screen: Screen, session: Session) -> Session:
        """The session after the engine's move, if it is its turn."""
        if not session.bot_to_move:
            return session
        return await self._save(session, await self._mind.answer(screen, session))

    async def _show(
        self, screen: Screen, session: Session, note: str, *, again: bool = False
    ) -> None:
        """Show the board; a channel that stays closed to the bot must not stay taken."""
        self._showing.add(session.channel)
        try:
            message = await screen.show(session, note, again=again)
            self.votes.noted(session, note)
            self._notes[message] = note
            if len(self._notes) > _NOTES:
                del self._notes[next(iter(self._notes))]
            old = await self._store.shown(session, message)
            self._closures.forget(session.channel)
            if old:
                self._on_replaced(session, old)
        except ChannelClosed:
            if self._closures.note(session.channel) and session.ending is None:
                await self._save(session, session.abandon())
            raise
        finally:
            self._showing.discard(session.channel)


def _check_same(session: Session, seen: Session) -> None:
    """Raise UserError unless the game stands as a person saw it."""
    if not session.has_same_board(seen):
        raise UserError(Problem.MOVED_ON)
