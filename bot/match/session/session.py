"""A match in a channel: a value with all that can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from bot.errors import Problem, UserError
from bot.match.players import (
    ERASED_USER,
    BoardStyle,
    Coach,
    Ending,
    Pairing,
    Person,
    Player,
    Terms,
    UserId,
)
from bot.match.session.offers import OfferActs
from bot.match.timing import TurnClock
from engine import Position, Side


@dataclass(frozen=True, slots=True)
class Session(OfferActs):
    """One match. Each act returns a new session, or raises UserError."""

    def at(self, now: datetime) -> Self:
        """Mark the session as touched now. A new turn gets its time, and a crowd its round."""
        session = replace(self, touched=now, clock=self._clock_at(now))
        if self.poll is None:
            return session
        if not self.voting:
            return replace(session, poll=self.poll.closed())
        if self.poll.turn == self.position.ply:
            return session
        return replace(session, poll=self.poll.opened(self.position.ply, now))

    def _clock_at(self, now: datetime) -> TurnClock | None:
        if self.clock is None:
            return None
        timed = self.ending is None and isinstance(self.to_move, Person)
        return self.clock.at(self.position.ply if timed else None, now)

    def after(self, ply: int) -> Self:
        """Return the match after its first `ply` plies, or all of them if there are fewer."""
        moves = self.position.moves[:ply]
        return replace(self, position=Position.from_moves(self.rules, moves))

    def abandon(self) -> Self:
        """End a game that was idle for too long, or whose player wants to be forgotten."""
        return self._ended(Ending.IDLE, None)

    def close(self) -> Self:
        """End a game whose channel is gone, or closed to the bot."""
        return self._ended(Ending.CLOSED, None)

    @property
    def may_reopen(self) -> bool:
        """Whether a game goes on once its channel is open again. A tournament waits for none."""
        return self.ending is Ending.CLOSED and self.fixture is None and not self._left

    @property
    def may_repeat(self) -> bool:
        """Whether a rematch can be asked for: not where a player's data was erased."""
        return self.fixture is None and not self._left

    @property
    def _left(self) -> bool:
        """Whether a player's data was erased."""
        return any(person.id == ERASED_USER for person in self.people)

    def reopen(self) -> Self:
        """Go on with a game whose channel is open again."""
        assert self.may_reopen, "its channel was closed"
        return replace(self, ending=None)

    def run_out(self) -> Self:
        """End a game whose player to move has not moved in time, and loses by that."""
        return self._ended(Ending.TIME, self.turn.other)

    def call_off(self) -> Self:
        """End a game of a tournament that was called off, without a result."""
        return self._ended(Ending.STOPPED, None)

    def restyled(self, user: UserId, style: BoardStyle, *, shared: bool = True) -> Self:
        """Show the board to a player in another style.

        Where others see the same board, words are for this player besides their picture, and the
        picture changes only if it is `shared`: if the other player has not chosen another one.
        """
        side = self._acting(user)
        aloud = style is BoardStyle.TEXT
        keeps_picture = self.duel is None and (aloud or not shared)
        shown = replace(self, style=self.style if keeps_picture else style)
        return replace(shown, x_aloud=aloud) if side is Side.X else replace(shown, o_aloud=aloud)

    def with_words(self, player: Player, *, words: bool) -> Self:
        """With the board in words for a player, or without."""
        if player == self.x:
            return replace(self, x_aloud=words)
        return replace(self, o_aloud=words)

    def seen_by(self, user: UserId, chosen: BoardStyle | None = None) -> Self:
        """The match in the style in which a person sees what is meant for them.

        While it is on, that is what its player has in it: words, or against Kinarow the style of
        its board. Else it is what the person has `chosen` for all boards, if they have.
        """
        aloud = any(
            self.aloud_of(side) and player.id == user
            for side in Side
            if isinstance(player := self.player(side), Person)
        )
        alone = self.duel is not None and self.duel[0].id == user
        if chosen is None or (self.ending is None and (aloud or alone)):
            return replace(self, style=BoardStyle.TEXT) if aloud else self
        return replace(self, style=chosen, x_aloud=False, o_aloud=False)

    def rematch(self, user: UserId) -> Pairing:
        """The pairing for the same game with exchanged sides. One of its players asks for it.

        The player who made the first move does not make it again, even after a swap.
        """
        if self.leader is None and not self.is_played_by(user):
            raise UserError(Problem.NOT_YOUR_REMATCH, x=self.x_name, o=self.o_name)
        side = self.side_of(user)
        asker, other = self.player(side), self.player(side.other)
        if self._left:
            raise UserError(Problem.NO_REMATCH)
        terms = Terms(
            self.rules,
            side if self.swapped else side.other,
            self._coach_again(side),
            BoardStyle.TEXT if self.aloud_of(side) else self.style,
            self.swap,
            self.poll.seconds if self.poll else None,
            self.clock.limit if self.clock is not None and self.clock.agreed else None,
            self.swap2 is not None,
        )
        return Pairing(self.channel, self.guild, asker, other, terms)

    def _coach_again(self, side: Side) -> Coach:
        """The coach of a rematch: that of the side that asks, between people one that both have."""
        coach = self.coach_of(side)
        return coach if self.against_bot or coach is self.coach_of(side.other) else Coach.OFF
