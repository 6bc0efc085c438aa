"""Help for a player: hints, coaches, another level; and what of it leaves a game unrated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.errors import Problem, UserError
from bot.match.players import Bot, Coach, UserId
from bot.match.session.moves import MoveActs
from engine import LADDER, Level, Side


@dataclass(frozen=True, slots=True)
class HelpActs(MoveActs):
    """A match in which players may have help. Each act returns a new one, or raises UserError."""

    def set_coach(self, user: UserId, coach: Coach) -> Self:
        """Change the coach of a person's side, which counts as help."""
        side = self._acting(user)
        if coach is not Coach.OFF:
            self.check_help()
        session = self if coach is Coach.OFF else self.helped(user)
        if side is Side.X:
            return replace(session, x_coach=coach)
        return replace(session, o_coach=coach)

    def check_help(self) -> None:
        """Raise UserError in a game without help: one of a tournament, or a strict one."""
        if self.fixture is not None and self.ending is None:
            raise UserError(Problem.TOURNAMENT_HELP)
        if self.strict and self.between_people:
            raise UserError(Problem.NO_HELP)

    def helped(self, user: UserId) -> Self:
        """Note that a person has seen a recommendation.

        Against the engine the game is unrated then. Between people it is so only for that player,
        and only if it is not lost: otherwise a hint would be a way out of a lost game.
        """
        if not self.between_people or not self.is_played_by(user):
            return replace(self, assisted=True)
        self.check_help()
        return self._aided(self.side_of(user))

    def at_level(self, user: UserId, steps: int) -> Self:
        """Let the engine play some steps of the ladder higher, or lower below 0.

        A player may ask for that, or the leader of a crowd. A game at a level that was asked for
        is unrated from then on.
        """
        side = self._acting(user).other
        bot = self.player(side)
        if not isinstance(bot, Bot):
            raise UserError(Problem.NO_LEVEL)
        place = LADDER.index(bot.step) + steps
        if not 0 <= place < len(LADDER):
            raise UserError(Problem.LADDER_ENDS if steps > 0 else Problem.LADDER_BEGINS)
        after = bot.at(LADDER[place])
        assisted = self.assisted or after.level is not Level.ADAPTIVE
        if side is Side.X:
            return replace(self, x=after, assisted=assisted)
        return replace(self, o=after, assisted=assisted)

    def _aided(self, side: Side) -> Self:
        """Note that a player in a game between people has had help, if the game is rated."""
        if self.assisted:
            return self
        if side is Side.X:
            return replace(self, x_assisted=True)
        return replace(self, o_assisted=True)
