"""The buttons under a board, and the handlers of their presses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord

from bot.client.votes import VotesCog
from bot.edge.board_buttons import (
    ACTION_ID,
    CHOICES,
    MOVE_ID,
    OFFER_ID,
    YES,
    BoardAction,
    board_ref,
    is_private,
    resign_view,
)
from bot.edge.buttons import BoardRef, PressedButton
from bot.edge.cog import GameBot, GameCog, replies_to_errors, replying
from bot.edge.places import Interaction, is_outside
from bot.edge.screens import EditScreen, HintScreen, OfferScreen, PressScreen
from bot.edge.sending import acknowledge, answer, change_pressed
from bot.errors import Problem, UserError
from bot.features.personal.box.cog import BoxCog
from bot.features.personal.pad.cog import PadCog
from bot.games.coaching import Coaching, check_hint
from bot.games.games import Games
from bot.match.opening import Choice
from bot.match.session import ChannelId, MessageId, OfferKind, Session, UserId
from bot.pool.cooldowns import Cost
from bot.show import text

_COSTS: Final = {
    BoardAction.HINT: Cost.SEARCH,
    BoardAction.BOARD: Cost.COMMAND,
}
"""What a button costs that costs more than a press: as much as its command."""

Act = Callable[[Interaction, BoardRef], Awaitable[None]]
"""What a button does on a board."""


class MoveButton(PressedButton, template=MOVE_ID):
    """A button for a move on one board."""

    async def callback(self, interaction: Interaction) -> None:
        """Play the move."""
        ref, move = BoardRef.read(self.match), self.number("move")
        await BoardCog.of(interaction).move(interaction, ref, move)


class ActionButton(PressedButton, template=ACTION_ID):
    """A button for hint, undo or another action on one board."""

    async def callback(self, interaction: Interaction) -> None:
        """Do what the button says."""
        ref, act = BoardRef.read(self.match), BoardAction(self.match["act"])
        await BoardCog.of(interaction).act(interaction, ref, act)


class OfferButton(PressedButton, template=OFFER_ID):
    """A button that accepts or declines a draw or a takeback on one board."""

    async def callback(self, interaction: Interaction) -> None:
        """Take the answer."""
        kind, ref = OfferKind(self.match["kind"]), BoardRef.read(self.match)
        accept = self.match["word"] == YES
        await BoardCog.of(interaction).answer_offer(interaction, kind, ref, accept=accept)


class BoardCog(GameCog):
    """Handles presses of buttons under a board. A press on an outdated board changes nothing."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        coaching: Coaching,
        votes: VotesCog,
    ) -> None:
        super().__init__(bot)
        self._games = games
        self._coaching = coaching
        self._votes = votes
        self._acts: dict[BoardAction, Act] = {
            BoardAction.WRITE: self._write,
            BoardAction.PAD: self._pad,
            BoardAction.HINT: self._hint,
            BoardAction.UNDO: self._undo,
            BoardAction.BOARD: self._board,
            BoardAction.RESIGN: self._ask_to_resign,
            BoardAction.SURELY_RESIGN: self._resign,
            BoardAction.SWAP: self._swap,
            **{act: partial(self._choose, choice) for choice, act in CHOICES.items()},
            BoardAction.COUNT: self._count,
            BoardAction.EASIER: self._easier,
            BoardAction.HARDER: self._harder,
        }

    @replying(Cost.FREE)
    async def move(self, press: Interaction, ref: BoardRef, move: int) -> None:
        """Play a move. The message that was pressed shows the new board."""
        await self.play(press, ref, move)

    @replying(Cost.FREE)
    async def act(self, press: Interaction, ref: BoardRef, act: BoardAction) -> None:
        """Do what a button says."""
        self.charge(press, _COSTS.get(act, Cost.PRESS))
        await self._acts[act](press, ref)

    @replies_to_errors
    async def act_on(self, press: Interaction, message: discord.Message, act: BoardAction) -> None:
        """Do something on the board that a message shows."""
        ref = board_ref(message) if message.author == self.bot.user else None
        if ref is None:
            raise UserError(Problem.NOT_A_BOARD)
        await self._acts[act](press, ref)

    @replies_to_errors
    async def answer_offer(
        self, press: Interaction, kind: OfferKind, ref: BoardRef, *, accept: bool
    ) -> None:
        """Accept or decline an offer that was made on this board."""
        channel, user = _channel(press), _user(press)
        session = await self._live(press, ref)
        replaced = session.offer is not None and session.offer.kind is not kind
        if replaced or not ref.is_current(session):
            raise await self._outdated(press, ref)
        answer = self._games.accept if accept else self._games.decline
        screen = OfferScreen(press, self.screen_options(press))
        await answer(screen, channel, user, session, MessageId(press.id))

    async def play(self, press: Interaction, ref: BoardRef, move: int | str) -> None:
        """Play a move, or vote for it. Raises UserError.

        The message that was pressed shows the new board, unless one person alone sees it.
        """
        session = await self.seen(press, ref)
        answer = PressScreen if is_private(press) else EditScreen
        screen = answer(press, self.screen_options(press))
        if session.voting:
            self.charge(press, Cost.PRESS)
            await self._votes.take_press(press, session, move, screen)
        else:
            await self._games.move(screen, session, _user(press), move, MessageId(press.id))

    async def _write(self, press: Interaction, ref: BoardRef) -> None:
        await BoxCog.of(press).open(press, ref)

    async def _pad(self, press: Interaction, ref: BoardRef) -> None:
        await PadCog.of(press).open(press, await self.seen(press, ref))

    async def _hint(self, press: Interaction, ref: BoardRef) -> None:
        session = await self._at(press, ref)
        check_hint(session, _user(press))
        await acknowledge(press, ephemeral=True, thinking=True)
        screen = HintScreen(press, self.screen_options(press))
        session, hint = await self._coaching.hint(screen, session.channel, _user(press), session)
        with text.privately():
            await screen.recommend(await self.seen_by(_user(press), session), hint)

    async def _undo(self, press: Interaction, ref: BoardRef) -> None:
        session = await self._at(press, ref)
        screen = EditScreen(press, self.screen_options(press))
        await self._games.undo(screen, session.channel, _user(press), session, MessageId(press.id))

    async def _swap(self, press: Interaction, ref: BoardRef) -> None:
        session = await self._at(press, ref)
        screen = EditScreen(press, self.screen_options(press))
        await self._games.take_over(
            screen, session.channel, _user(press), session, MessageId(press.id)
        )

    async def _choose(self, choice: Choice, press: Interaction, ref: BoardRef) -> None:
        await self.play(press, ref, choice.value)

    async def _easier(self, press: Interaction, ref: BoardRef) -> None:
        await self._change_level(press, ref, -1)

    async def _harder(self, press: Interaction, ref: BoardRef) -> None:
        await self._change_level(press, ref, 1)

    async def _change_level(self, press: Interaction, ref: BoardRef, steps: int) -> None:
        session = await self._at(press, ref)
        screen = EditScreen(press, self.screen_options(press))
        channel, user, id_ = session.channel, _user(press), MessageId(press.id)
        await self._games.change_level(screen, channel, user, steps, session, id_)

    async def _count(self, press: Interaction, ref: BoardRef) -> None:
        await self._votes.count_by_press(press, await self.seen(press, ref))

    async def _board(self, press: Interaction, ref: BoardRef) -> None:
        session = await self._games.live(_channel(press))
        if session.leader is None:
            session.side_of(_user(press))
        await acknowledge(press)
        await self._games.board(PressScreen(press, self.screen_options(press)), session.channel)

    async def _ask_to_resign(self, press: Interaction, ref: BoardRef) -> None:
        (await self._at(press, ref)).resign(_user(press))
        with text.privately():
            parts = {"content": text.resign_question(), "view": resign_view(ref)}
            await answer(press, lambda: parts, private=True)

    async def _resign(self, press: Interaction, ref: BoardRef) -> None:
        session = await self._at(press, ref)
        screen = PressScreen(press, self.screen_options(press))
        await self._games.resign(
            screen, session.channel, _user(press), session, MessageId(press.id)
        )
        with text.privately():
            await change_pressed(press, content=text.resign_done(), view=None)

    async def _at(self, press: Interaction, ref: BoardRef) -> Session:
        """Return the game if the pressed board is current. Raises UserError; only for players."""
        session = await self._live(press, ref)
        session.side_of(_user(press))
        return await self._current(press, session, ref)

    async def seen(self, press: Interaction, ref: BoardRef) -> Session:
        """Return the game if the pressed board is current. Raises UserError if not.

        In a game by votes anybody may press; in other games only the players.
        """
        session = await self._live(press, ref)
        if session.leader is None:
            session.side_of(_user(press))
        return await self._current(press, session, ref)

    async def _live(self, press: Interaction, ref: BoardRef) -> Session:
        """Return the live game of the channel. Raises UserError if the pressed board is old."""
        session = await self._games.load(_channel(press))
        if session is None or session.game != ref.game:
            error = await self._outdated(press, ref)
            if session is None and error.problem is not Problem.OLD_BOARD:
                raise UserError(Problem.NO_GAME)
            raise error
        return session

    async def _current(self, press: Interaction, session: Session, ref: BoardRef) -> Session:
        """Return a session if the pressed board is current. Raises UserError if not.

        Outside the servers of the bot it shows the game then: there it could not when it changed.
        """
        late = session.bot_to_move and is_outside(press)
        if ref.is_current(session) and not late:
            return session
        error = await self._outdated(press, ref)
        if error.problem is Problem.MOVED_ON and is_outside(press):
            await acknowledge(press)
            await self._games.board(EditScreen(press, self.screen_options(press)), session.channel)
        raise error

    async def _outdated(self, press: Interaction, ref: BoardRef) -> UserError:
        """What is wrong with an old board: the way to the living one, if it is another message."""
        session = await self._games.by_id(ref.game)
        here = session is not None and session.channel == _channel(press)
        living = await self._games.board_message(ref.game) if here else None
        pressed = press.message.id if press.message is not None else None
        if living is None or living == pressed:
            return UserError(Problem.MOVED_ON)
        url = self.bot.link_to(press.guild_id, press.channel_id or 0, living)
        return UserError(Problem.OLD_BOARD, url=url)


def _channel(press: Interaction) -> ChannelId:
    return ChannelId(press.channel_id or 0)


def _user(press: Interaction) -> UserId:
    return UserId(press.user.id)
