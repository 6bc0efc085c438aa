"""The engine as an opponent and a coach: its moves, advice, remarks and answers to draw offers.

In the opening of swap2 its level does not matter, as it does not for the swap rule: an uneven
opening, or a badly chosen colour, would spoil the game for a player who asked for a weak opponent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeVar

from bot.errors import EngineUnavailable, StoreUnavailable
from bot.games.judging import REMARK
from bot.games.screen import Screen
from bot.match.notes import Advice, Hint, Remark
from bot.match.opening import better_choice, is_worth_swapping
from bot.match.rating import Skill
from bot.match.session import Bot, GameId, Person, Player, Session, moves
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store import NamedMoves, Skills
from engine import (
    Analysis,
    Consequence,
    Limit,
    Position,
    balanced_opening,
    fairest_moves,
    fourth_stones,
    horizon,
)

T = TypeVar("T")

_TYPING_AFTER: Final = 0.25
"""Seconds of thinking after which the channel shows that the bot is typing."""

Analyse = Callable[[Session], Awaitable[Analysis]]
"""Finds the verdict of every move of a session, in a worker."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Asks the engine about games, and shows typing before an answer in words. Stores nothing.

    Methods raise EngineUnavailable if the engine gives no answer, unless they say otherwise.
    """

    thinker: Thinker
    skills: Skills
    named: NamedMoves
    think: Limit
    rng: Random

    def answer_at_once(self, session: Session) -> Session:
        """Play the engine's move if it is its turn and the tablebase has one. Returns the session.

        While the sides are being assigned the session stays as it is: then the engine always
        thinks.
        """
        player = session.to_move
        shared_out = session.swap or session.swap2 is not None
        if session.ending is not None or shared_out or not isinstance(player, Bot):
            return session
        move = self.thinker.probe_tablebase(session.position, player.step, self.rng)
        return session if move is None else moves.play_bot(session, move)

    async def answer(self, session: Session) -> Session:
        """Return the session after the engine's move, swap or part in an opening.

        It must be its turn; afterwards it is a person's, or the game is over.
        """
        player = session.to_move
        assert isinstance(player, Bot), "it is the engine's turn"
        if session.is_opening:
            session = await Swap2Player(self._analyse, self.rng).answer(session)
            if not session.bot_to_move:
                return session
        if session.can_swap and is_worth_swapping(await self._analyse(session)):
            return moves.take_over_bot(session)
        return moves.play_bot(session, await self._choice(session, player))

    async def _analyse(self, session: Session) -> Analysis:
        """Return an analysis with the verdict of every move."""
        return await self.thinker.analyse(
            session.position, self.think, every=True, asker=Asker.of(session)
        )

    async def hint(self, session: Session) -> Hint:
        """Return an analysis with the verdict of every move, and the reasons for the best."""
        async with self._naming(session.game, session.position) as name:
            found = await self.thinker.explain(
                session.position, self.think, asker=Asker.of(session)
            )
            name(found[1].move)
        return Hint(*found, await self._elo(session, session.to_move))

    async def consequence(self, session: Session, move: int) -> tuple[Hint, Consequence]:
        """Return a hint, and what happens after a legal move as far as the player sees."""
        async with self._naming(session.game, session.position) as name:
            analysis, explanation, found = await self.thinker.consequence(
                session.position, move, self.think, asker=Asker.of(session)
            )
            name(explanation.move)
        elo = await self._elo(session, session.to_move)
        seen = replace(found, horizon=horizon(session.rules, elo))
        return Hint(analysis, explanation, elo), seen

    async def _elo(self, session: Session, player: Player) -> float:
        """How strong a player is at this game; a crowd counts as a newcomer."""
        if isinstance(player, Person):
            return (await self.skills.of(player.id, session.rules)).assumed(session.rules)
        return Skill.new(session.rules).assumed(session.rules)

    async def advice(self, session: Session) -> Advice:
        """Return the coach's advice to the person to move."""
        return Advice.of(session, await self.hint(session))

    async def remark(self, before: Session, after: Session) -> Remark | None:
        """Return what the coach says of the move that a person made in `before`.

        `after` is a later session of the game. Returns None if there is nothing to say about the
        move (it was the only one, the other may take it over, or it was laid or chosen in an
        opening), and if the engine gives no answer.
        """
        position = before.position
        shared = before.is_opening or (before.swap and position.ply == 0)
        if shared or len(position.legal) == 1:
            return None
        move = after.position.moves[position.ply]
        elo = await self._elo(before, before.to_move)
        limit, sight = self.think.within(REMARK), horizon(before.rules, elo)
        with suppress(EngineUnavailable):  # the game goes on without a word
            async with self._naming(before.game, position) as name:
                asker = Asker.of(before)
                said = await self.thinker.remark(position, move, limit, sight, asker=asker)
                if said.better is not None:
                    name(said.better)
            return replace(said, elo=elo)
        return None

    @asynccontextmanager
    async def _naming(
        self, game: GameId, position: Position
    ) -> AsyncIterator[Callable[[int], None]]:
        """Have what was named in a position of a game named again, and keep what a block names.

        Without the database a move is named all the same.
        """
        known: int | None = None
        with suppress(StoreUnavailable):
            known = (await self.named.of(game)).get(position.ply)
        if known is not None:
            self.thinker.name_again(position, known)
        told: list[int] = []
        yield told.append
        if told and told[-1] != known:
            with suppress(StoreUnavailable):
                await self.named.keep(game, position, told[-1])

    async def wants_draw(self, screen: Screen, session: Session) -> bool:
        """Whether the engine sees nothing better for itself than a draw.

        Before somebody has taken a colour (swap2) it wants to play.
        """
        if session.is_opening:
            return False
        analysis = await with_typing(screen, self._analyse(session))
        person_to_move = not session.bot_to_move
        return analysis.verdict.score >= 0 if person_to_move else analysis.verdict.score <= 0

    async def _choice(self, session: Session, bot: Bot) -> int:
        """Choose the engine's move. Under the swap rule it opens as evenly as possible."""
        if session.swap and session.position.ply == 0:
            return self.rng.choice(fairest_moves(await self._analyse(session)))
        seed = self.rng.getrandbits(32)
        return await self.thinker.choose(
            session.position, bot.step, self.think, seed, asker=Asker.of(session)
        )


async def with_typing(screen: Screen, thought: Coroutine[object, object, T]) -> T:
    """Wait for the engine, and show typing if it takes longer than a moment."""
    job = asyncio.ensure_future(thought)
    try:
        done, _ = await asyncio.wait({job}, timeout=_TYPING_AFTER)
        if done:
            return job.result()
        async with screen.thinking():
            return await job
    finally:
        job.cancel()


@dataclass(frozen=True, slots=True)
class Swap2Player:
    """Lays and chooses for the engine."""

    analyse: Analyse
    rng: Random

    async def answer(self, session: Session) -> Session:
        """Lay and choose as long as it is the engine's turn and no colour is taken."""
        while session.is_opening and session.bot_to_move:
            if session.choices:
                session = await self._chosen(session)
            elif session.position.ply == 0:
                for move in balanced_opening(session.rules, self.rng):
                    session = moves.play_bot(session, move)
            else:
                session = await self._laid(session)
        return session

    async def _chosen(self, session: Session) -> Session:
        return moves.choose_bot(
            session, better_choice(await self.analyse(session), session.choices)
        )

    async def _laid(self, session: Session) -> Session:
        """Lay the next stone; the last one so that neither colour is better."""
        analysis = await self.analyse(session)
        assert session.swap2 is not None, "stones are laid"
        if session.position.ply + 1 == session.swap2.stones:
            return moves.play_bot(session, self.rng.choice(fairest_moves(analysis)))
        return moves.play_bot(session, self.rng.choice(fourth_stones(analysis)))
