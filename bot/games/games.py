"""What people do with games: start, move, take back, offer, give up; knows nothing of Discord.

The way of one move: play it on the game as the person saw it -> lock the channel -> store,
commit -> let the engine answer -> store, commit -> show.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.errors import ConflictError, Problem, UserError
from bot.games.opponent import Opponent
from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.logs import set_log_context
from bot.match.notes import (
    CoachSwitched,
    DrawRefused,
    FirstGame,
    Loaded,
    Note,
    OfferDeclined,
    SwapRule,
)
from bot.match.session import (
    BoardStyle,
    ChannelId,
    Crowd,
    GameId,
    MessageId,
    Pairing,
    Session,
    UserId,
)
from bot.match.vote import Poll
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache
from engine import Analysis, Position, Side


class Games:
    """The acts of people on the games of all channels."""

    def __init__(
        self,
        store: Store,
        turns: Turns,
        opponent: Opponent,
        guild_settings: GuildSettingsCache,
        rng: Random,
    ) -> None:
        self._store = store
        self._turns = turns
        self._opponent = opponent
        self._guild_settings = guild_settings
        self._rng = rng

    # Reading.

    async def live(self, channel: ChannelId) -> Session:
        """The game of a channel; raises UserError where there is none."""
        return await self._turns.live(channel)

    async def find(self, channel: ChannelId) -> Session | None:
        """The game of a channel, if any."""
        return await self._store.load(channel)

    async def live_of(self, user: UserId) -> list[Session]:
        """The live games of a person, wherever they are."""
        return await self._store.live_of(user)

    async def numbered(self, game: GameId) -> Session | None:
        """A game by its number, live or ended."""
        return await self._store.find(game)

    async def board_message(self, game: GameId) -> MessageId | None:
        """The message that shows a game's board, the newest one."""
        return await self._store.boards.newest(game)

    async def settled(self, channel: ChannelId) -> None:
        """Wait until what is being done in a channel has been shown."""
        await self._turns.settled(channel)

    # Beginning.

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
        idle = self._guild_settings.of(session.scope).idle
        return session.is_idle(self._turns.clock(), idle)

    async def begin(self, screen: Screen, match: Pairing, start: Position | None = None) -> None:
        """Start a game where none is on, replacing one that was left alone.

        It begins on the empty board unless said otherwise.
        """
        assert (match.terms.seconds is not None) is isinstance(match.asker, Crowd)
        async with self._turns.lock(match.channel, screen):
            if (old := await self._replaceable(match.channel)) is not None:
                await self._turns.save(old, old.abandon())
            seated = self._seated(match, start or Position.start(match.terms.rules))
            notes = await self._first_notes(seated)
            session = await self._turns.create(self._opponent.answer_at_once(seated))
            self._turns.count_moves(seated, session)
            set_log_context(session.channel, session.game)
            await self._turns.carry_on(screen, session, *notes, opening=True)

    async def _first_notes(self, session: Session) -> list[Note]:
        """What a new game begins with, before any move."""
        notes: list[Note] = [Loaded(session.position)]
        if session.swap:
            notes.append(SwapRule())
        if not await self._store.has_played(session.channel):
            notes.append(FirstGame())
        return notes

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
            self._turns.clock(),
            terms.coach,
            terms.style,
            assisted=terms.coach or start.ply > 0,
            begun=start.ply,
            swap=terms.swap,
            poll=Poll(terms.seconds) if terms.seconds else None,
        )

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

    # Acts. Each is first tried on the game as the person saw it, where that is known: a refusal
    # comes before the act is acknowledged.

    async def move(
        self,
        screen: Screen,
        seen: Session,
        user: UserId,
        move: int | str,
        message: MessageId | None,
    ) -> None:
        """Play a person's move on the board they saw; raises UserError if it has moved on."""
        after = seen.play(user, move)
        await screen.acknowledge()
        async with self._turns.lock(seen.channel, screen):
            session = await self._moved(seen, after, user, move, message)
            if session is not None:
                await self._turns.carry_on(screen, session)

    async def _moved(
        self,
        seen: Session,
        after: Session,
        user: UserId,
        move: int | str,
        message: MessageId | None,
    ) -> Session | None:
        """The stored session after a person's move; None where the message was it already.

        The store says whether `seen` is still the game as it stands, which it mostly is: it is
        read again only where something has changed, which may have left the board alone.
        """
        before = seen
        while True:
            set_log_context(before.channel, before.game)
            try:
                answered = self._opponent.answer_at_once(after)
                return await self._turns.save(before, answered, message)
            except ConflictError:
                if message is not None and await self._store.is_processed(message):
                    return None  # one event, delivered twice, to this process or another
                newest = await self.live(seen.channel)
                if newest.version == before.version:
                    raise
                _check_same(newest, seen)
                before, after = newest, newest.play(user, move)

    async def undo(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> None:
        """Take a move back, or offer to; raises UserError if the board `seen` has moved on."""
        await self._act(screen, channel, lambda session: session.undo(user), seen)

    async def take_over(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> None:
        """Sit down on the other side after the first move; raises UserError as `undo` does."""
        await self._act(screen, channel, lambda session: session.take_over(user), seen)

    async def resign(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> None:
        """Give up, whatever has happened since the board `seen`."""
        await self._act(
            screen, channel, lambda session: session.resign(user), seen, same_board=False
        )

    async def accept(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> None:
        """Say yes to the offer that stands."""
        await self._act(
            screen, channel, lambda session: session.accept(user), seen, same_board=False
        )

    async def decline(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> None:
        """Say no to the offer that stands."""
        if seen is not None:
            seen.decline(user)
        await screen.acknowledge()
        async with self._turns.lock(channel, screen):
            session = await self.live(channel)
            after = await self._turns.save(session, session.decline(user))
            assert session.offer is not None, "an offer stood"
            await self._turns.show(screen, after, OfferDeclined(session.offer.kind))

    async def stop(
        self, screen: Screen, channel: ChannelId, user: UserId, *, may_manage: bool
    ) -> None:
        """End the game without a result."""
        await self._act(screen, channel, lambda s: s.stop(user, may_manage=may_manage))

    async def draw(self, screen: Screen, channel: ChannelId, user: UserId) -> None:
        """Offer a draw, or accept one; the engine accepts unless it expects to win."""
        async with self._turns.lock(channel, screen):
            session = await self.live(channel)
            after = session.draw(user)
            if not session.against_bot:
                await self._settle(screen, session, after)
            elif await self._opponent.wants_draw(screen, session):
                await self._settle(screen, session, session.agree_draw())
            else:
                await self._turns.show(screen, session, DrawRefused(), again=True)

    async def board(self, screen: Screen, channel: ChannelId) -> None:
        """Show the board again; if the engine owes a move, it is asked for it now."""
        async with self._turns.lock(channel, screen):
            await self._turns.carry_on(screen, await self.live(channel), again=True)

    async def coach(self, screen: Screen, channel: ChannelId, user: UserId, *, on: bool) -> None:
        """Switch the recommendation before each move of a person."""
        async with self._turns.lock(channel, screen):
            session = await self.live(channel)
            after = await self._turns.save(session, session.set_coach(user, on=on))
            await self._turns.carry_on(screen, after, CoachSwitched(on))

    async def restyle(
        self, screen: Screen, channel: ChannelId, user: UserId, style: BoardStyle
    ) -> None:
        """Draw the board in another way, from now on and for both players."""
        async with self._turns.lock(channel, screen):
            session = await self.live(channel)
            after = await self._turns.save(session, session.restyled(user, style))
            await self._turns.carry_on(screen, after)

    async def hint(
        self, screen: Screen, channel: ChannelId, user: UserId, seen: Session | None = None
    ) -> tuple[Session, Analysis]:
        """What the engine would play for the person to move, with the game it looked at."""
        session = seen or await self.live(channel)
        session.check_turn(user)
        await screen.acknowledge()
        analysis = await self._opponent.analyse(screen, session)
        async with self._turns.lock(channel, screen):
            now = await self.find(channel)
            if now is not None and now.game == session.game and not now.assisted:
                await self._turns.save(now, now.helped(), same_board=True)
        return session, analysis

    async def _act(
        self,
        screen: Screen,
        channel: ChannelId,
        act: Callable[[Session], Session],
        seen: Session | None = None,
        *,
        same_board: bool = True,
    ) -> None:
        """Do what a person wants; with `same_board` only if the board is still as `seen`."""
        if seen is not None:
            act(seen)
        await screen.acknowledge()
        async with self._turns.lock(channel, screen):
            session = await self.live(channel)
            if seen is not None and same_board:
                _check_same(session, seen)
            await self._settle(screen, session, act(session))

    async def _settle(self, screen: Screen, before: Session, after: Session) -> None:
        """Store what an act has changed, then show the offer it made or the board."""
        if after.offer is not None:
            await screen.ask(await self._turns.save(before, after, same_board=True))
        else:
            await self._turns.carry_on(screen, await self._turns.save(before, after))

    # Channels and people that are gone.

    async def free(self, channel: ChannelId, game: GameId | None = None) -> None:
        """End the game of a channel that is gone, so that nothing waits for it.

        With `game` no other one that has taken its place.
        """
        async with self._turns.lock(channel):
            session = await self._store.load(channel)
            if session is not None and game in {None, session.game}:
                await self._turns.save(session, session.abandon())
        self._turns.closures.forget(channel)

    async def found_closed(self, channel: ChannelId) -> None:
        """Discord calls a channel closed: the second time, after a while, its game is over."""
        if self._turns.closures.note(channel):
            await self.free(channel)

    async def forget(self, user: UserId) -> None:
        """Erase a person from the records; raises ConflictError while a game of theirs is on."""
        await self._store.forget(user)
        self._guild_settings.forget(user)


def _check_same(session: Session, seen: Session) -> None:
    """Raise UserError unless the game stands as a person saw it."""
    if not session.has_same_board(seen):
        raise UserError(Problem.MOVED_ON)
