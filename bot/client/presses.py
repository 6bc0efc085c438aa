"""What is pressed under a board."""

from __future__ import annotations

from functools import partial

from bot.client.votes import VotesCog
from bot.edge.board_buttons import ACT_ID, MOVE_ID, OFFER_ID, YES, Act, resign_view
from bot.edge.buttons import Interaction, Moment, PressedButton
from bot.edge.cog import GameBot, GameCog, answered
from bot.edge.places import player
from bot.edge.screen import EditScreen, PressScreen
from bot.edge.sending import acknowledge
from bot.errors import Problem, UserError
from bot.features.challenge.buttons import ChallengeCog
from bot.games.games import Games
from bot.match.session import Bot, ChannelId, MessageId, OfferKind, Person, Session, UserId
from bot.show import text


class MoveButton(PressedButton, template=MOVE_ID):
    """A tile or a column, for one moment of one game."""

    async def callback(self, interaction: Interaction) -> None:
        """Play the move."""
        moment, move = Moment.read(self.match), int(self.match["move"])
        await BoardCog.of(interaction).move(interaction, moment, move)


class ActButton(PressedButton, template=ACT_ID):
    """Hint, undo and their like, for one moment of one game."""

    async def callback(self, interaction: Interaction) -> None:
        """Do what the button says."""
        moment, act = Moment.read(self.match), Act(self.match["act"])
        await BoardCog.of(interaction).act(interaction, moment, act)


class OfferButton(PressedButton, template=OFFER_ID):
    """Accepts or declines a draw or a takeback that was offered at one moment of one game."""

    async def callback(self, interaction: Interaction) -> None:
        """Take the answer."""
        kind, moment = OfferKind(self.match["kind"]), Moment.read(self.match)
        accept = self.match["word"] == YES
        await BoardCog.of(interaction).answer_offer(interaction, kind, moment, accept=accept)


class BoardCog(GameCog):
    """Moves, acts and answers by button; a press made for an older ply changes nothing."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        challenges: ChallengeCog,
        votes: VotesCog,
    ) -> None:
        super().__init__(bot)
        self._games = games
        self._challenges = challenges
        self._votes = votes
        self._acts = {
            Act.HINT: self._hint,
            Act.UNDO: self._undo,
            Act.BOARD: self._board,
            Act.RESIGN: self._ask_to_resign,
            Act.SURELY_RESIGN: self._resign,
            Act.REMATCH: self._rematch,
            Act.SWAP: self._swap,
            Act.COUNT: self._count,
        }

    # Each step checks before it acknowledges: a refusal is for the one who pressed alone.

    @answered
    async def move(self, press: Interaction, moment: Moment, move: int) -> None:
        """Play a move; the board that was pressed shows it."""
        session = await self._seen(press, moment)
        if session.voting:
            await self._votes.take_press(press, session, move)
            return
        session.play(_user(press), move)
        await acknowledge(press)
        screen, message = EditScreen(press, self.screen_options(press)), MessageId(press.id)
        await self._games.move(screen, session, _user(press), move, message)

    @answered
    async def act(self, press: Interaction, moment: Moment, act: Act) -> None:
        """Do what a button says."""
        await self._acts[act](press, moment)

    @answered
    async def answer_offer(
        self, press: Interaction, kind: OfferKind, moment: Moment, *, accept: bool
    ) -> None:
        """Accept or decline an offer that was made at this moment."""
        channel, user = _channel(press), _user(press)
        session = await self._games.live(channel)
        replaced = session.offer is not None and session.offer.kind is not kind
        if replaced or not moment.is_now(session):
            raise UserError(Problem.MOVED_ON)
        act = session.accept if accept else session.decline
        act(user)  # raises for whoever may not answer, before the buttons go
        await press.response.edit_message(view=None)
        answer = self._games.accept if accept else self._games.decline
        await answer(PressScreen(press, self.screen_options(press)), channel, user)

    async def _hint(self, press: Interaction, moment: Moment) -> None:
        session = await self._at(press, moment)
        session.check_turn(_user(press))
        await acknowledge(press, ephemeral=True, thinking=True)
        screen = PressScreen(press, self.screen_options(press))
        session, analysis = await self._games.hint(screen, session.channel, _user(press))
        with text.privately():
            await press.followup.send(text.advice(screen.styled(session), analysis))

    async def _undo(self, press: Interaction, moment: Moment) -> None:
        session = await self._at(press, moment)
        session.undo(_user(press))
        await acknowledge(press)
        screen = EditScreen(press, self.screen_options(press))
        await self._games.undo(screen, session.channel, _user(press), session)

    async def _swap(self, press: Interaction, moment: Moment) -> None:
        session = await self._at(press, moment)
        session.take_over(_user(press))
        await acknowledge(press)
        screen = EditScreen(press, self.screen_options(press))
        await self._games.take_over(screen, session.channel, _user(press), session)

    async def _count(self, press: Interaction, moment: Moment) -> None:
        await self._votes.count_by_press(press, await self._seen(press, moment))

    async def _board(self, press: Interaction, moment: Moment) -> None:
        session = await self._games.live(_channel(press))
        if session.leader is None:
            session.side_of(_user(press))
        await acknowledge(press)
        await self._games.board(PressScreen(press, self.screen_options(press)), session.channel)

    async def _ask_to_resign(self, press: Interaction, moment: Moment) -> None:
        (await self._at(press, moment)).resign(_user(press))
        with text.privately():
            await press.response.send_message(
                text.resign_question(), view=resign_view(moment), ephemeral=True
            )

    async def _resign(self, press: Interaction, moment: Moment) -> None:
        session = await self._at(press, moment)
        session.resign(_user(press))
        await acknowledge(press)
        screen = PressScreen(press, self.screen_options(press))
        await self._games.resign(screen, session.channel, _user(press))
        with text.privately():
            await press.edit_original_response(content=text.resign_done(), view=None)

    async def _rematch(self, press: Interaction, moment: Moment) -> None:
        await self.check_place(press)
        match = await self._games.rematch(_channel(press), _user(press), moment.game)
        await acknowledge(press)
        if isinstance(match.other, Bot):
            await self._games.begin(PressScreen(press, self.screen_options(press)), match)
        else:
            assert isinstance(match.other, Person), "a crowd plays against the engine"
            send = partial(press.followup.send, wait=True)
            asker, where = player(press.user), (press.guild, _channel(press))
            await self._challenges.post(send, *where, asker, match.other, match.terms)

    async def _at(self, press: Interaction, moment: Moment) -> Session:
        """The game as it stands, for one of its players, as `_seen`."""
        session = await self._games.live(_channel(press))
        session.side_of(_user(press))
        return _current(session, moment)

    async def _seen(self, press: Interaction, moment: Moment) -> Session:
        """The game as it stands, if it still stands as when the button was made.

        Only where the channel votes is it for anybody but the players.
        """
        session = await self._games.live(_channel(press))
        if session.leader is None:
            session.side_of(_user(press))
        return _current(session, moment)


def _current(session: Session, moment: Moment) -> Session:
    if not moment.is_now(session):
        raise UserError(Problem.MOVED_ON)
    return session


def _channel(press: Interaction) -> ChannelId:
    return ChannelId(press.channel_id or 0)


def _user(press: Interaction) -> UserId:
    return UserId(press.user.id)
