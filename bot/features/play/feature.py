"""Playing: what people do in a game by typing, by slash command, and by the buttons of a board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from discord import app_commands

from bot.edge.act import Act
from bot.edge.board_buttons import MOVE_ID, OFFER_ID, YES, BoardAction, action_button, action_id
from bot.edge.buttons import BOARD_REF, FINGERPRINT, view_of
from bot.edge.places import CommandChannels
from bot.edge.ways import command, press
from bot.errors import Problem, UserError
from bot.features.play.boards import PressedBoards
from bot.features.play.voting import Voting
from bot.games.games import Games
from bot.match import grammar
from bot.match.opening import OpeningChoice
from bot.match.players import EASIER, HARDER
from bot.match.session import (
    OfferKind,
    Session,
    UserId,
    matches,
    moves,
    no_such_move,
    offers,
    seats,
)
from bot.pool.bounds import Cost
from bot.show import text

_GAME: Final = "game"
_MATCH: Final = "match"
_NOW: Final = "now"
_STOP: Final = "stop"
_TOP: Final = "top"
_CHOICE: Final = "|".join(one.value for one in OpeningChoice)


@dataclass(frozen=True, slots=True)
class Play:
    """Plays games for people. A press on an outdated board changes nothing."""

    games: Games
    boards: PressedBoards
    voting: Voting
    stop: Callable[[Act], Awaitable[None]]

    # Moves.

    @command("play", allowed=CommandChannels.WITH_GAME, cost=Cost.FREE, aliases=["move"])
    async def play(self, act: Act, *, move: str = "") -> None:
        """Make a move; in most channels the bare number will do."""
        if not move.strip() and await self.games.turns.find(act.channel) is None:
            await act.run("start")
            return
        session = await self.games.turns.live(act.channel)
        if session.leader is None:
            session.side_of(act.person.id)
        elif not session.voting:
            raise UserError(Problem.NO_VOTE)
        word = grammar.named_move(move) or grammar.choice_text(move)
        if word is None and (number := grammar.number_text(move)) is not None:
            raise no_such_move(session.rules, grammar.shortened(number))
        if word is None:
            raise UserError(Problem.NOT_A_MOVE, text=move)
        await self._move(act, session, word)

    @press(MOVE_ID, cost=Cost.FREE)
    async def move(self, act: Act, move: int | str) -> None:
        """Play a move on the pressed board, or vote for it. Raises UserError.

        The message that was pressed shows the new board, unless only one person sees it.
        """
        await self._move(act, await self.boards.seen(act), move)

    @press(rf"ttt:(?P<choice>{_CHOICE}):{BOARD_REF}{FINGERPRINT}")
    async def choose(self, act: Act, choice: OpeningChoice) -> None:
        """Make a choice of an opening (swap2)."""
        await self.move(act, choice.value)

    async def _move(self, act: Act, session: Session, move: int | str) -> None:
        if session.voting:
            act.charge(Cost.PRESS)
            await self.voting.take(act, session, move)
        else:
            await self.games.move(act.board_screen, session, act.person.id, move, act.id)

    @command("undo", allowed=CommandChannels.WITH_GAME)
    @press(action_id(BoardAction.UNDO))
    async def undo(self, act: Act) -> None:
        """Take your last move back; between people the other must agree."""
        await self._change(act, offers.undo)

    @command("swap", allowed=CommandChannels.WITH_GAME)
    @press(action_id(BoardAction.SWAP))
    async def swap(self, act: Act, *, choice: str = "") -> None:
        """Take the first move over, or choose a colour, in a game with `swap` or `swap2`."""
        if not choice.strip():
            await self._change(act, moves.take_over)
        elif (word := grammar.choice_text(choice)) is not None:
            await self.play(act, move=word)
        else:
            raise grammar.unknown(choice, [one.value for one in OpeningChoice])

    # How strong the engine is.

    @command("easier", allowed=CommandChannels.WITH_GAME)
    @press(action_id(BoardAction.EASIER))
    async def easier(self, act: Act) -> None:
        """An easier opponent, from now on."""
        await self._change(act, partial(seats.at_level, steps=EASIER))

    @command("harder", allowed=CommandChannels.WITH_GAME)
    @press(action_id(BoardAction.HARDER))
    async def harder(self, act: Act) -> None:
        """A harder opponent, from now on."""
        await self._change(act, partial(seats.at_level, steps=HARDER))

    async def _change(self, act: Act, action: Callable[[Session, UserId], Session]) -> None:
        seen, screen = await self._seen(act), act.board_screen
        await self.games.act(screen, act.channel, act.person.id, action, seen, act.id)

    @press(action_id(BoardAction.BOARD), cost=Cost.COMMAND)
    async def show_board(self, act: Act) -> None:
        """Post the board of the channel's game again, for those who play it."""
        session = await self.games.turns.live(act.channel)
        if session.leader is None:
            session.side_of(act.person.id)
        await act.later()
        await self.games.board(act.screen, act.channel)

    # The end.

    @command("draw", allowed=CommandChannels.WITH_GAME)
    async def draw(self, act: Act) -> None:
        """Offer a draw, or accept one."""
        await self.games.draw(act.screen, act.channel, act.person.id, act.id)

    @press(OFFER_ID)
    async def answer_offer(self, act: Act, word: str, kind: OfferKind) -> None:
        """Accept or decline an offer that was made on this board."""
        session = await self.boards.live(act)
        assert act.ref is not None, "a board was pressed"
        replaced = session.offer is not None and session.offer.kind is not kind
        if replaced or not act.ref.is_current(session):
            raise await self.boards.outdated(act)
        answer = self.games.accept if word == YES else self.games.decline
        await answer(act.offer_screen, act.channel, act.person.id, session, act.id)

    @command("resign", allowed=CommandChannels.WITH_GAME)
    async def resign(self, act: Act, *, what: str = "") -> None:
        """Give up."""
        if what not in {"", _GAME, _MATCH}:
            raise grammar.unknown(what, (_GAME, _MATCH))
        between = act.ref is None and await self.games.turns.find(act.channel) is None
        if what == _MATCH and between:
            await self.games.resign_between(act.screen, act.channel, act.person.id, act.id)
            return
        seen, how = await self._seen(act), matches.resign_all if what == _MATCH else offers.resign
        await self.games.resign(act.screen, act.channel, act.person.id, seen, act.id, how)

    @press(action_id(BoardAction.RESIGN))
    async def ask_to_resign(self, act: Act) -> None:
        """Ask a player whether they mean it."""
        session = await self.boards.of_player(act)
        offers.resign(session, act.person.id)
        assert act.ref is not None, "a board was pressed"
        single = session.series is None
        ways = [BoardAction.SURELY_RESIGN, *(() if single else (BoardAction.RESIGN_MATCH,))]
        view = view_of([action_button(act.ref, way) for way in ways])
        question = text.RESIGN_QUESTION if single else text.RESIGN_WHICH
        await act.whisper(lambda: (str(question), view))

    @press(action_id(BoardAction.SURELY_RESIGN))
    async def resign_surely(self, act: Act) -> None:
        """Give up, now that the player was asked."""
        await self.resign(act)
        with text.privately():
            await act.end_pressed(str(text.RESIGN_DONE))

    @press(action_id(BoardAction.RESIGN_MATCH))
    async def resign_match_surely(self, act: Act) -> None:
        """Give up the whole match, now that the player was asked."""
        await self.resign(act, what=_MATCH)
        with text.privately():
            await act.end_pressed(str(text.RESIGN_DONE))

    # Votes.

    @command("vote", slash=True)
    @app_commands.describe(
        words="5 to vote, connect4 30s to begin, now to count, top: the best voters"
    )
    async def vote(self, act: Act, *, words: str = "") -> None:
        """The whole channel against Kinarow: each turn is a vote."""
        session = await self.games.turns.find(act.channel)
        voting, asked = session is not None and session.voting, words.strip().lower()
        if asked == _NOW:
            await self.voting.count(act)
        elif asked == _STOP:
            await self.stop(act)
        elif asked == _TOP:
            await self.voting.tell_top(act)
        elif grammar.named_move(words) is not None:
            if not voting:
                raise UserError(Problem.NO_VOTE)
            await self.play(act, move=words)
        elif asked:
            await self.voting.begin(act, words)
        elif voting:
            await self.games.board(act.screen, act.channel)
        else:
            await act.say(text.vote_help(act.prefix, timed=not act.outside))

    async def _seen(self, act: Act) -> Session | None:
        """The game of the pressed board, for one of its players; None if none was pressed."""
        return None if act.ref is None else await self.boards.of_player(act)
