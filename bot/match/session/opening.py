"""What players do with the sides at the beginning of a match: take a move over, take a colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.errors import Problem, UserError
from bot.match.opening import SIDES, Choice
from bot.match.players import UserId, name_of
from bot.match.session.state import SessionState
from engine import Side


@dataclass(frozen=True, slots=True)
class OpeningActs(SessionState):
    """A match whose sides may still be shared out. Each act returns a new one."""

    def take_over(self, user: UserId) -> Self:
        """Exchange the sides after the first move (swap rule)."""
        side = self._acting(user)
        if self.swap2 is not None:
            self._check_choice(side)
            raise self.must_choose()
        if not self.swap:
            raise UserError(Problem.NO_SWAP)
        if not self.can_swap:
            early = self.position.ply == 0
            raise UserError(Problem.SWAP_EARLY if early else Problem.SWAP_LATE)
        if side is not self.position.side:
            raise UserError(Problem.NOT_YOUR_SWAP, name=name_of(self.to_move))
        return self._exchanged()

    def take_over_bot(self) -> Self:
        """Exchange the sides for the engine (swap rule)."""
        assert self.can_swap, "the first move can be taken over"
        assert self.bot_to_move, "the engine may choose"
        return self._exchanged()

    def choose(self, user: UserId, choice: Choice) -> Self:
        """Take a colour, or undertake to lay two more stones (swap2)."""
        side = self._acting(user)
        self._check_choice(side)
        if choice not in self.choices:
            raise self.must_choose()
        return self._chosen(choice)

    def choose_bot(self, choice: Choice) -> Self:
        """Choose for the engine (swap2)."""
        assert self.bot_to_move, "the engine may choose"
        assert choice in self.choices, "that may be chosen"
        return self._chosen(choice)

    def must_choose(self) -> UserError:
        """The error of somebody who moves where a choice is to be made."""
        return UserError(Problem.CHOOSE_FIRST, codes=" ".join(c.value for c in self.choices))

    def _check_choice(self, side: Side) -> None:
        """Raise UserError unless the player of a side is to choose something (swap2)."""
        if not self.choices:
            raise UserError(Problem.NO_CHOICE)
        if side is not self.turn:
            raise UserError(Problem.NOT_YOUR_TURN, name=name_of(self.to_move))

    def _chosen(self, choice: Choice) -> Self:
        assert self.swap2 is not None, "swap2 is played"
        chosen = replace(
            self,
            swap2=self.swap2.after(choice),
            offer=None,
            clock=self.clock.restarted() if self.clock else None,
        )
        exchanged = choice in SIDES and SIDES[choice] is not self.turn
        return chosen._exchanged() if exchanged else chosen

    def _exchanged(self) -> Self:
        return replace(
            self,
            x=self.o,
            o=self.x,
            x_coach=self.o_coach,
            o_coach=self.x_coach,
            x_aloud=self.o_aloud,
            o_aloud=self.x_aloud,
            x_assisted=self.o_assisted,
            o_assisted=self.x_assisted,
            swapped=True,
            offer=None,
            clock=self.clock.restarted() if self.clock else None,
        )
