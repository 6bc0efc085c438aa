"""The actions of people in live games: move, take back, offer, resign. Knows nothing of Discord.

The steps of one move: play it on the game as the person saw it -> lock the channel -> store, commit
-> acknowledge -> let the engine answer -> store, commit -> show.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.errors import ConflictError, Problem, UserError
from bot.games.beginnings import Beginnings
from bot.games.opponent import Opponent
from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.match.notes import Fact, Helped, LevelChanged, Note, OfferDeclined, TakenBack
from bot.match.players import ChosenStyle
from bot.match.session import (
    BoardStyle,
    ChannelId,
    Coach,
    Ending,
    MessageId,
    Session,
    UserId,
    matches,
    moves,
    offers,
    seats,
)
from bot.monitoring.logs import set_log_context
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache


class Games:
    """The actions of people in the games of all channels, from the first board to the last.

    If the board that the person saw is known (`seen`), an action is first tried on it, so that an
    illegal one is refused before it is acknowledged.
    """

    def __init__(
        self,
        store: Store,
        turns: Turns,
        opponent: Opponent,
        guild_settings: GuildSettingsCache,
        beginnings: Beginnings,
        chosen_style: ChosenStyle,
    ) -> None:
        self.store = store
        self.turns = turns
        self.beginnings = beginnings
        self._opponent = opponent
        self._guild_settings = guild_settings
        self._chosen_style = chosen_style

    async def latest(self, channel: ChannelId) -> Session:
        """Return the live game of a channel, or its last one. Raises UserError if it had none."""
        session = await self.turns.find(channel) or await self.store.last_finished(channel)
        if session is None:
            raise UserError(Problem.NO_GAME)
        return session

    async def move(
        self,
        screen: Screen,
        seen: Session,
        user: UserId,
        move: int | str,
        message: MessageId | None,
    ) -> None:
        """Play a person's move on the board they saw. Raises UserError if it is outdated.

        What the coach says about it is for that person alone if the screen can do that: then it is
        worked out after the board is shown, while the next move may come. Otherwise it stands under
        the board, unless an opponent without a coach would read it there.
        """
        after = moves.play(seen, user, move)
        async with self.turns.lock(seen.channel, screen):
            session = await self._moved(seen, after, user, move, message)
            screen.acknowledge()
            if session is None:
                return
            is_coached = session.seats[seen.position.side].coach is Coach.AFTER
            now = is_coached and not screen.can_whisper and not session.coaches_one
            said = await self._opponent.remark(seen, session) if now else None
            await self.turns.carry_on(screen, session, *filter(None, (said,)))
        if not is_coached or not screen.can_whisper:
            return
        if (said := await self._opponent.remark(seen, session)) is not None:
            await screen.whisper_note(session, said)

    async def replay(
        self,
        screen: Screen,
        seen: Session,
        action: Callable[[Session], Session],
        message: MessageId,
    ) -> Session | None:
        """Carry out what was typed while nobody listened, and show nothing yet.

        Returns the game, or None if the message was handled already. An offer to the engine is
        answered. Raises UserError if it is illegal, or if a newer message has changed the game.
        """
        async with self.turns.lock(seen.channel):
            session = await self.turns.live(seen.channel)
            newest = await self.store.newest_message(seen.game, message)
            if session.game != seen.game or newest > message:
                raise UserError(Problem.MOVED_ON)
            if newest == message:
                return None
            after = action(session)
            if after.bot is not None and after.offer is not None:
                after = await self._answered_offer(screen, session)
            after = self._opponent.answer_at_once(after)
            return await self.turns.save(session, after, message, same_board=after == session)

    async def _answered_offer(self, screen: Screen, session: Session) -> Session:
        """The session after the engine's answer to a draw offer: the game is over, or as it was."""
        agrees = await self._opponent.wants_draw(screen, session)
        return session.ended(Ending.AGREED) if agrees else session

    async def _moved(
        self,
        seen: Session,
        after: Session,
        user: UserId,
        move: int | str,
        message: MessageId | None,
    ) -> Session | None:
        """Store a person's move and return the session, or None if the message was played already.

        Tries to save on top of `seen` without reading the game again: usually nothing has changed.
        After a conflict the game is read, and the move is played if the board is still the same.
        """
        before = seen
        while True:
            set_log_context(before.channel, before.game)
            try:
                answered = after if after.bot is None else self._opponent.answer_at_once(after)
                return await self.turns.save(before, answered, message)
            except ConflictError:
                if message is not None and await self.store.is_processed(message):
                    return None  # one event, delivered twice, to this process or another
                newest = await self.turns.live(seen.channel)
                if newest.version == before.version:
                    raise
                _check_same(newest, seen)
                before, after = newest, moves.play(newest, user, move)

    # Each of these gets the message or press that asks for it, so that it is done once.

    async def act(
        self,
        screen: Screen,
        channel: ChannelId,
        user: UserId,
        action: Callable[[Session, UserId], Session],
        seen: Session | None = None,
        message: MessageId | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """Do an action of a person, such as `offers.undo`.

        Raises UserError if that may not be, or if the board `seen` is outdated, unless it is done
        `anew`, whatever has happened since.
        """
        if seen is not None:
            action(seen, user)
        async with self.turns.lock(channel, screen):
            session = await self.turns.live(channel)
            if seen is not None and not anew:
                _check_same(session, seen)
            if not await self._is_done(message):
                await self._store_and_show(screen, session, action(session, user), message)

    async def resign(
        self,
        screen: Screen,
        channel: ChannelId,
        user: UserId,
        seen: Session | None = None,
        message: MessageId | None = None,
        how: Callable[[Session, UserId], Session] = offers.resign,
    ) -> None:
        """Give up, whatever has happened since the board `seen`."""
        await self.act(screen, channel, user, how, seen, message, anew=True)

    async def resign_between(
        self, screen: Screen, channel: ChannelId, user: UserId, message: MessageId | None = None
    ) -> None:
        """Give up a match of several games between two of them."""
        async with self.turns.lock(channel, screen):
            last = await self.store.last(channel)
            if last is None or not matches.goes_on(last):
                raise UserError(Problem.NO_GAME)
            if not await self._is_done(message):
                stored = await self.turns.save(last, matches.resign_all(last, user), message)
                screen.acknowledge()
                self.turns.show(screen, stored)

    async def accept(
        self,
        screen: Screen,
        channel: ChannelId,
        user: UserId,
        seen: Session | None = None,
        message: MessageId | None = None,
    ) -> None:
        """Say yes to the offer that stands: to the one that was `seen`, not to another."""

        def accepted(session: Session, user: UserId) -> Session:
            if seen is not None and session.offer not in {None, seen.offer}:
                raise UserError(Problem.MOVED_ON)
            if seen is not None and session.offer is not None:
                _check_same(session, seen)
            return offers.accept(session, user)

        await self.act(screen, channel, user, accepted, seen, message, anew=True)

    async def decline(
        self,
        screen: Screen,
        channel: ChannelId,
        user: UserId,
        seen: Session | None = None,
        message: MessageId | None = None,
    ) -> None:
        """Say no to the offer that stands."""
        if seen is not None:
            offers.decline(seen, user)
        async with self.turns.lock(channel, screen):
            session = await self.turns.live(channel)
            if await self._is_done(message):
                return
            after = await self.turns.save(session, offers.decline(session, user), message)
            screen.acknowledge()
        assert session.offer is not None, "an offer stood"
        await self.turns.tell(screen, after, OfferDeclined(session.offer.kind))

    async def end_unreadable(self, channel: ChannelId) -> bool:
        """End the game of a channel that cannot be read. Returns whether there was one."""
        async with self.turns.lock(channel):
            return await self.turns.end_unreadable(channel)

    async def draw(
        self, screen: Screen, channel: ChannelId, user: UserId, message: MessageId | None = None
    ) -> None:
        """Offer a draw, or accept one; the engine accepts unless it expects to win."""
        async with self.turns.lock(channel, screen):
            session = await self.turns.live(channel)
            if await self._is_done(message):
                return
            after = offers.draw(session, user)
            if session.bot is not None:
                after = await self._answered_offer(screen, session)
            if after != session:
                await self._store_and_show(screen, session, after, message)
            else:
                await self.turns.save(session, session, message, same_board=True)
                await screen.tell(session, Fact.DRAW_REFUSED)

    async def board(self, screen: Screen, channel: ChannelId) -> None:
        """Show the board again. If it is the engine's turn, it moves first."""
        async with self.turns.lock(channel, screen):
            await self.turns.carry_on(screen, await self.turns.live(channel), again=True)

    async def restyle(
        self, screen: Screen, channel: ChannelId, user: UserId, style: BoardStyle
    ) -> bool:
        """Show the board to a person in another way from now on.

        Returns False, and shows nothing, if they play no game in the channel, or if nothing
        changes there: the other player has chosen a picture.
        """
        async with self.turns.lock(channel, screen):
            session = await self.turns.find(channel)
            if session is None or not session.is_played_by(user):
                return False
            set_log_context(channel, session.game)
            others = [person.id for person in session.people if person.id != user]
            theirs = [await self._chosen_style(other) for other in others]
            shared = all(one in {None, style, BoardStyle.TEXT} for one in theirs)
            after = seats.restyled(session, user, style, shared=shared)
            if after == session and not shared:
                return False
            await self.turns.carry_on(screen, await self.turns.save(session, after))
            return True

    async def _is_done(self, message: MessageId | None) -> bool:
        """Whether a message has already changed a game: one event, delivered twice."""
        return message is not None and await self.store.is_processed(message)

    async def _store_and_show(
        self, screen: Screen, before: Session, after: Session, message: MessageId | None
    ) -> None:
        """Store what an action has changed, then show its offer or the board."""
        stored = await self.turns.save(before, after, message)
        screen.acknowledge()
        if stored.offer is not None:
            self.turns.show_offer(screen, stored)
        else:
            notes: list[Note] = [*Helped.since(before, stored)]
            if stored.bot is not None and stored.bot != before.bot:
                notes.append(LevelChanged(stored.bot.step))
            if stored.position.ply < before.position.ply:
                notes.append(TakenBack.of(before, stored))
            await self.turns.carry_on(screen, stored, *notes)

    # Closed channels, and people who want to be forgotten.

    async def note_closed(self, channel: ChannelId) -> None:
        """Note that a channel is closed to the bot. If it stays closed, end its game."""
        if self.turns.closures.note(channel):
            await self.turns.close(channel)

    async def forget(self, user: UserId) -> None:
        """Erase a person from the store. Raises ConflictError while a game of theirs is live."""
        await self.store.end_unreadable_of(user, self.turns.clock())
        self.turns.boards.erased.add(user)
        await self.store.forget(user)
        self._guild_settings.forget(user)


def _check_same(session: Session, seen: Session) -> None:
    """Raise UserError unless the board is the one that the person saw."""
    if not session.has_same_board(seen):
        raise UserError(Problem.MOVED_ON)
