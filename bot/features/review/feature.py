"""Looking back at finished games: reviews, replays and files, and going on from a position.

A review is one message with pages: an overview, and one for each mistake. The id of
a button names the game and the ply of the mistake that it leads to; 0 is the overview.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Final

import discord
from discord import app_commands, ui

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.buttons import Button, Labelled, Rows, button, view_of
from bot.edge.channels import missing
from bot.edge.places import CommandChannels
from bot.edge.sending.answers import Changeable
from bot.edge.sending.messages import Under
from bot.edge.sending.refusals import UNSENT
from bot.edge.ways import command, message_menu, press
from bot.features.brought import ROWS_ID, Brought, content_of, held_by
from bot.features.review import text as review_text
from bot.features.review.page import lesson_page, record_page, replay_page, review_page
from bot.features.review.values import RecordForm, other_plies, parse_replay
from bot.games.finished_games import FinishedGames, JudgedGame, position_before
from bot.games.games import Games
from bot.games.loading import Source, parse_game_or_source
from bot.games.slips import Slip
from bot.match.session import GameId, Session
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.page import Page
from bot.show.text.words import REVIEW
from engine import Side

_PACE: Final = 2.0
"""Seconds between two progress messages. Discord allows five edits in five seconds."""
_OVERVIEW: Final = 0
"""The ply that stands for the overview in an id."""
_NUMBER: Final = "the number of a finished game, a code or moves; else the last one in this channel"
_FILE: Final = "a game of any program: SGF, PSQ, or a text with moves"
_REVIEW: Final = "review"
_REPLAY: Final = "replay"
_FORMS: Final = "|".join(form.value for form in RecordForm)
_MISTAKE: Final = r"(?P<game>[0-9]+):(?P<ply>[0-9]+)"


class Turn(Labelled):
    """Where a button under a review leads."""

    BACK = "back", "◀"
    NEXT = "next", "▶"
    OVERVIEW = "all", review_text.OVERVIEW
    TURNING_POINT = "point", review_text.TURNING_POINT
    OF_X = "first", ""
    """To the costliest mistake of X, whose name is on the button."""
    OF_O = "second", ""


def review_rows(judged: JudgedGame, shown: Slip | None) -> Rows:
    """The buttons under a page of a review; none if it has only the overview.

    `shown` is the mistake that the page shows, or None for the overview.
    """
    game, slips, point = judged.session.game, judged.slips, judged.turning_point
    if shown is None:
        row = [_of(judged, side) for side in Side if slips[side]]
        if point is not None:
            row.append(_turn_button(game, Turn.TURNING_POINT, point.ply))
        return [row] if row else []
    back, forward = other_plies(slips[shown.side], shown.ply)
    row = [
        _turn_button(game, Turn.BACK, back, disabled=back == shown.ply),
        _turn_button(game, Turn.NEXT, forward, disabled=forward == shown.ply),
        _turn_button(game, Turn.OVERVIEW, _OVERVIEW),
    ]
    if slips[shown.side.other]:
        row.append(_of(judged, shown.side.other))
    primary = discord.ButtonStyle.primary
    again = button(review_text.TRY_AGAIN, f"ttt:again:{game}:{shown.ply}", primary)
    return [row, [again]]


def _of(judged: JudgedGame, side: Side) -> Button:
    """The button to the costliest mistake of a side."""
    turn, ply = Turn.OF_X if side is Side.X else Turn.OF_O, judged.slips[side][0].ply
    label = review_text.mistakes_of(judged.session, side)
    return ui.Button(label=label, custom_id=_turn_id(judged.session.game, turn, ply))


def _turn_button(game: GameId, turn: Turn, ply: int, *, disabled: bool = False) -> Button:
    label = text.said(turn.label)
    return ui.Button(label=label, custom_id=_turn_id(game, turn, ply), disabled=disabled)


def _turn_id(game: GameId, turn: Turn, ply: int) -> str:
    return f"ttt:page:{turn.value}:{game}:{ply}"


def forms_view(game: GameId) -> ui.View:
    """The buttons under a replay: the game in other forms."""
    return view_of([button(form.label, f"ttt:file:{form.value}:{game}") for form in RecordForm])


@dataclass(frozen=True, slots=True)
class Review:
    """Shows finished games, and begins new ones from their positions."""

    games: Games
    finished_games: FinishedGames
    brought: Brought

    @command("review", cost=Cost.GAME, slash=True)
    @app_commands.describe(game=_NUMBER, file=_FILE)
    async def review(
        self, act: Act, file: discord.Attachment | None = None, *, game: str = ""
    ) -> None:
        """Every mistake of a game that was played here or anywhere, and what was best."""
        if (session := await self._asked(act, game, file, _REVIEW)) is not None:
            await self._post_review(act, session)

    @message_menu(REVIEW, cost=Cost.GAME, allowed=CommandChannels.PLAYABLE)
    async def review_message(self, act: Act, message: discord.Message) -> None:
        """Review the game of a board that is over, or the one that a message holds."""
        if act.ref is not None:
            await self.review_board(act)
            return
        session = await self._kept(act, await held_by(message), _REVIEW)
        if session is not None:
            await act.later()
            await self._post_review(act, session)

    @press(rf"ttt:rows:{_REVIEW}:{ROWS_ID}", cost=Cost.GAME, allowed=CommandChannels.PLAYABLE)
    async def review_turned(self, act: Act, game: GameId, rows: str) -> None:
        """Review a game whose rows count as the person says."""
        session = await self.brought.keep(act, await self.brought.answered(act, game, rows))
        await act.later()
        await self._post_review(act, session)

    @press(action_id(BoardAction.REVIEW), cost=Cost.GAME, allowed=CommandChannels.PLAYABLE)
    async def review_board(self, act: Act) -> None:
        """Review the game of a board that is over."""
        session = await self._shown(act)
        await act.later()
        await self._post_review(act, session)

    @press(rf"ttt:page:(?:{'|'.join(turn.value for turn in Turn)}):{_MISTAKE}", cost=Cost.COMMAND)
    async def turn(self, act: Act, game: GameId, ply: int) -> None:
        """Show another page of a review. After a restart the game is judged again for that."""
        session = await self._find(act, game)
        await act.later()
        async with _ProgressMessage(act.send_alone, session.position.ply) as progress:
            judged = await self.finished_games.judge(act.asker, session, progress.tell)
            shown = None if ply == _OVERVIEW else judged.nearest(ply)
            await act.change(*await self._shown_page(act, judged, shown))

    @press(rf"ttt:again:{_MISTAKE}", allowed=CommandChannels.PLAYABLE)
    async def try_again(self, act: Act, game: GameId, ply: int) -> None:
        """Begin a game against Kinarow from the position before a mistake.

        The person who pressed plays the side that made it, at the level of the game if it had one.
        """
        session = await self._find(act, game)
        start = position_before(session, ply)
        await self.games.beginnings.check_free(act.channel, act.person.id)
        await self.games.beginnings.begin(act.screen, await act.pairing_from(start, session.bot))

    @command("replay", cost=Cost.GAME)
    async def replay(
        self, act: Act, file: discord.Attachment | None = None, *, game: str = ""
    ) -> None:
        """A game as a moving picture with its code, or as a file."""
        asked = parse_replay(game)
        form = "" if asked.form is None else asked.form.value
        session = await self._asked(act, asked.game, file, _REPLAY, form)
        if session is not None:
            await self._post_in(act, session, asked.form)

    @press(
        rf"ttt:rows:{_REPLAY}:{ROWS_ID}(?::(?P<form>{_FORMS}))?",
        cost=Cost.GAME,
        allowed=CommandChannels.PLAYABLE,
    )
    async def replay_turned(
        self, act: Act, game: GameId, rows: str, form: RecordForm | None = None
    ) -> None:
        """Replay a game whose rows count as the person says."""
        session = await self.brought.keep(act, await self.brought.answered(act, game, rows))
        await act.later()
        await self._post_in(act, session, form)

    @press(
        rf"ttt:file:(?P<form>{_FORMS}):(?P<game>[0-9]+)",
        cost=Cost.GAME,
        allowed=CommandChannels.PLAYABLE,
    )
    async def as_file(self, act: Act, form: RecordForm, game: GameId) -> None:
        """Give out a game in another form."""
        session = await self._find(act, game)
        await act.later()
        await self._post_in(act, session, form)

    @press(action_id(BoardAction.REPLAY), cost=Cost.GAME, allowed=CommandChannels.PLAYABLE)
    async def replay_board(self, act: Act) -> None:
        """Replay the game under whose board somebody has pressed."""
        session = await self._shown(act)
        await act.later()
        await self._post_in(act, session)

    async def _asked(
        self,
        act: Act,
        words: str,
        file: discord.Attachment | None,
        verb: str,
        others: str = "",
    ) -> Session | None:
        """Return the game that words name by its number, or that somebody brings.

        None if they are asked about it. Raises UserError.
        """
        asked = parse_game_or_source(words, act.settings.game, await content_of(file))
        if isinstance(asked, Source):
            return await self._kept(act, asked, verb, others)
        return await self._find(act, asked)

    async def _kept(self, act: Act, source: Source, verb: str, others: str = "") -> Session | None:
        """Keep a game that somebody brings. None if they are asked about it."""
        found = await self.brought.read(act, source, verb, others)
        return None if found is None else await self.brought.keep(act, found)

    async def _post_in(self, act: Act, session: Session, form: RecordForm | None = None) -> None:
        """Post a game in a form; without one as a replay."""
        seen, can = await act.seen(session), act.capabilities
        if form is None:
            async with act.thinking():
                shown = await act.drawn(partial(replay_page, seen, capabilities=can))
                await act.say(shown, forms_view(session.game))
            return
        page = await act.drawn(partial(record_page, seen, form, capabilities=can))
        if page is None:
            raise missing("attach_files", act.here)
        await act.say(page)

    async def _find(self, act: Act, game: GameId | None) -> Session:
        """Return a finished game that a person asks for. Raises UserError."""
        return await self.finished_games.find(act.channel, game, act.may_see)

    async def _shown(self, act: Act) -> Session:
        """Return the finished game of a board. Raises UserError."""
        assert act.ref is not None, "a board was pressed"
        return await self._find(act, act.ref.game)

    async def _post_review(self, act: Act, session: Session) -> None:
        """Post a review, open at the costliest mistake of whoever asks, or of the loser.

        A long one shows its progress meanwhile.
        """
        progress = _ProgressMessage(act.send, session.position.ply)
        async with act.thinking(), progress:
            judged = await self.finished_games.judge(act.asker, session, progress.tell)
            asking = act.person.id
            side = session.side_of(asking) if session.is_played_by(asking) else None
            shown = judged.first(side)
            await progress.end(act, *await self._shown_page(act, judged, shown))

    async def _shown_page(
        self, act: Act, judged: JudgedGame, shown: Slip | None
    ) -> tuple[Page, Under]:
        """The page of a mistake, or the overview, as the person sees boards."""
        seen = replace(judged, session=await act.seen(judged.session))
        if shown is None:
            draw = partial(review_page, seen)
        else:
            lesson = await self.finished_games.lesson(act.asker, judged, shown)
            draw = partial(lesson_page, seen, lesson)
        return await act.shown(act.drawing(draw), lambda _: review_rows(judged, shown))


class _ProgressMessage:
    """A message about the progress of a long review. The review replaces it.

    Used as a context manager it is deleted at the end if nothing has replaced it.
    """

    def __init__(self, send: Callable[[str], Awaitable[Changeable]], moves: int) -> None:
        self._send = send
        self._moves = moves
        self._shown_at = perf_counter()
        self._message: Changeable | None = None

    async def __aenter__(self) -> _ProgressMessage:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._message is not None:
            with suppress(*UNSENT):
                await self._message.delete()

    async def tell(self, done: int) -> None:
        """Show how many moves are judged, but not too often."""
        if done == self._moves or perf_counter() - self._shown_at < _PACE:
            return
        self._shown_at = perf_counter()
        words = review_text.reviewing(done, self._moves)
        with suppress(*UNSENT):
            if self._message is None:
                self._message = await self._send(words)
            else:
                await self._message.edit(content=words)

    async def end(self, act: Act, page: Page, buttons: Under) -> None:
        """Replace the message by the review."""
        message, self._message = self._message, None
        if message is None:
            await act.say(page, buttons)
        else:
            await act.screen.replace(message, page, buttons)
