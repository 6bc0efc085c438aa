"""What one player asks and the other may answer: a takeback, a draw, an end without a result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.errors import Problem, UserError
from bot.match.players import Ending, Offer, OfferKind, UserId, name_of
from bot.match.session.help import HelpActs
from engine import Position, Side


@dataclass(frozen=True, slots=True)
class OfferActs(HelpActs):
    """A match in which players may make offers. Each act returns a new one, or raises UserError."""

    def undo(self, user: UserId) -> Self:
        """Take back to this person's last turn.

        Against the bot that happens at once, and so it does with a stone while more are laid
        (swap2). Between people else the first call makes an offer, and the other player's call
        accepts it.
        """
        side = self._acting(user)
        self.check_help()
        if self._is_answer(OfferKind.UNDO, side):
            return self._taken_back(side.other)
        self._plies_to_take_back(side)
        if self.against_bot or self.is_laying:
            return self._taken_back(side)
        return self._offered(OfferKind.UNDO, side)

    def draw(self, user: UserId) -> Self:
        """Offer a draw, or accept the draw that the other player offered."""
        side = self._acting(user)
        if self._is_answer(OfferKind.DRAW, side):
            return self.agree_draw()
        return self._offered(OfferKind.DRAW, side)

    def agree_draw(self) -> Self:
        """End the game as a draw that both players agreed to."""
        return self._ended(Ending.AGREED, None)

    def accept(self, user: UserId) -> Self:
        """Accept the open offer."""
        match self._offer_to(user).kind:
            case OfferKind.DRAW:
                return self.draw(user)
            case OfferKind.UNDO:
                return self.undo(user)
            case OfferKind.STOP:
                return self.stop(user, may_manage=False)

    def decline(self, user: UserId) -> Self:
        """Decline the open offer, or withdraw one's own."""
        if self.offer is None or self.side_of(user) is not self.offer.by:
            self._offer_to(user)
        return replace(self, offer=None)

    def resign(self, user: UserId) -> Self:
        """Resign the game for a person."""
        return self._ended(Ending.RESIGNED, self._acting(user).other)

    def stop(self, user: UserId, *, may_manage: bool) -> Self:
        """End the game without a result, or offer that to the other player.

        Its players may do that, and members who may manage messages. If its vote rests, anyone may.
        A game that counts for two people ends like this only if both want it: so nobody can stop a
        game that is about to be lost. A moderator who plays needs that too.
        """
        if self.fixture is not None:
            own = self.is_played_by(user)
            raise UserError(Problem.TOURNAMENT_STOP if own else Problem.TOURNAMENT_GAME)
        forgotten = self.voting and self.poll is not None and self.poll.resting
        plays = self.is_played_by(user)
        if not may_manage and not forgotten and not plays:
            raise UserError(Problem.MAY_NOT_STOP)
        if plays and self.needs_consent:
            side = self._acting(user)
            if not self._is_answer(OfferKind.STOP, side):
                return self._offered(OfferKind.STOP, side)
        return self._ended(Ending.STOPPED, None)

    def leave(self, user: UserId) -> Self:
        """End the game for a person who cannot wait for an answer: where that counts, they lose."""
        if self.needs_consent or self.fixture is not None:
            return self.resign(user)
        return self.stop(user, may_manage=False)

    def _offered(self, kind: OfferKind, side: Side) -> Self:
        if self.offer == Offer(kind, side):
            raise UserError(Problem.OWN_OFFER, name=name_of(self.player(side.other)))
        return replace(self, offer=Offer(kind, side))

    def _is_answer(self, kind: OfferKind, side: Side) -> bool:
        return self.offer == Offer(kind, side.other)

    def _offer_to(self, user: UserId) -> Offer:
        side = self._acting(user)
        if self.offer is None:
            raise UserError(Problem.NO_OFFER)
        if self.offer.by is side:
            raise UserError(Problem.OWN_OFFER, name=name_of(self.player(side.other)))
        return self.offer

    def _plies_to_take_back(self, side: Side) -> int:
        """Return 1 if the other player is to move, otherwise 2. Raises UserError.

        Of the stones of an opening it is always 1: each is taken back by whoever has laid it.
        """
        ply = self.position.ply
        plies = 2 if self.position.side is side and not self.is_opening else 1
        floor = max(self.begun, int(self.swapped)) if self.swap2 is None else self.swap2.floor
        if ply - plies < floor or (self.is_opening and self.mover(ply) is not side):
            raise UserError(Problem.NOTHING_TO_UNDO)
        return plies

    def _taken_back(self, side: Side) -> Self:
        moves = self.position.moves[: self.position.ply - self._plies_to_take_back(side)]
        position = Position.from_moves(self.rules, moves)
        session = self
        if not self.is_opening:  # nobody has answered what is laid there
            session = self._aided(side) if self.between_people else replace(self, assisted=True)
        return replace(session, position=position, offer=None)
