"""What a person is told about a game while they play it, and that this counts as help."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.errors import ConflictError, Problem, UserError
from bot.games.opponent import Opponent, with_typing
from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.match.notes import CoachSwitched, Helped, Hint
from bot.match.session import ChannelId, Coach, Session, UserId, moves, seats
from bot.monitoring.logs import set_log_context
from engine import Consequence


@dataclass(frozen=True, slots=True)
class Coaching:
    """Hints, and the coaches that people switch on and off in a game. Knows nothing of Discord."""

    turns: Turns
    opponent: Opponent

    async def hint(self, screen: Screen, session: Session, user: UserId) -> Hint:
        """Return what the engine advises a person to move who may be told (`check_hint`)."""
        hint = await with_typing(screen, self.opponent.hint(session))
        await self.note_help(session, user, screen)
        return hint

    async def consequence(
        self, screen: Screen, session: Session, user: UserId, move: int
    ) -> tuple[Hint, Consequence]:
        """Return what the engine advises, and what happens after another move. It is help too."""
        found = await with_typing(screen, self.opponent.consequence(session, move))
        await self.note_help(session, user, screen)
        return found

    async def note_help(self, session: Session, user: UserId, screen: Screen | None = None) -> None:
        """Store that a person has seen a recommendation in a game, unless it has ended.

        Between people both are told what this means, the first time.
        """
        async with self.turns.lock(session.channel, screen):
            now, stored = session, None
            while stored is None:
                if now.ending is not None or (after := seats.helped(now, user)) == now:
                    return
                try:
                    stored = await self.turns.save(now, after, same_board=True)
                except ConflictError:  # somebody has moved meanwhile, or the game has ended
                    newest = await self.turns.find(session.channel)
                    if newest is None or newest.game != session.game:
                        return
                    if newest.version == now.version:
                        raise
                    now = newest
            if screen is not None:
                for note in Helped.since(now, stored):
                    await screen.announce(stored, note)

    async def set_coach(
        self,
        screen: Screen,
        channel: ChannelId,
        user: UserId,
        coach: Coach,
        keep: Callable[[], Awaitable[None]],
    ) -> bool:
        """Change the coach of a person in the channel's live game, and `keep` their choice.

        Returns False, and changes nothing, if they play none there, or if they lead a crowd and
        want remarks on their moves: a crowd's moves are nobody's. Nothing is kept where the game
        refuses the coach, and nothing is shown before that is done.
        """
        async with self.turns.lock(channel, screen):
            session = await self.turns.find(channel)
            if session is None or not session.is_played_by(user):
                return False
            if coach is Coach.AFTER and session.leader is not None:
                return False
            set_log_context(channel, session.game)
            after = await self.turns.save(session, seats.set_coach(session, user, coach))
            helped = Helped.since(session, after)
            await keep()
            await self.turns.carry_on(screen, after, CoachSwitched(coach), *helped)
            return True


def check_hint(session: Session, user: UserId) -> None:
    """Raise UserError unless a person may be told a move now."""
    moves.check_turn(session, user)
    seats.check_help(session)
    if session.is_laying:
        raise UserError(Problem.OPENING_HELP)
