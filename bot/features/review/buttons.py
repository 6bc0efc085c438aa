"""Posts reviews and replays, and handles the presses of the buttons under a review.

A review is one message that is turned over: an overview, and a page for each mistake. The id of
a button names the game and the ply of the mistake that it leads to; 0 is the overview.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from functools import partial
from time import perf_counter
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import Button, PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors, replying
from bot.edge.places import Context, Interaction, asker_at, may_see, missing, player
from bot.edge.screens import ChannelScreen, EditScreen, PressScreen
from bot.edge.sending import UNSENT, acknowledge, answer, post_answer
from bot.features.review import text as review_text
from bot.features.review.grammar import RecordForm
from bot.features.review.lesson import OVERVIEW, TRY_AGAIN, TURNING_POINT
from bot.features.review.page import lesson_page, record_page, replay_page, review_page
from bot.features.review.service import FinishedGames
from bot.features.review.values import Reviewed, other_plies, position_before
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId, Pairing, Session, Terms, UserId
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.page import Page
from bot.show.style import Capabilities
from engine import Judgement

_PACE: Final = 2.0
"""Seconds between two progress messages. Discord allows five edits in five seconds."""
_OVERVIEW: Final = 0
"""The ply that stands for the overview in an id."""


class PageButtonKind(Enum):
    """Where a button under a review leads. The value stands in its id."""

    BACK = "back"
    NEXT = "next"
    OVERVIEW = "all"
    TURNING_POINT = "point"


_LABELS: Final = {
    PageButtonKind.BACK: "◀",
    PageButtonKind.NEXT: "▶",
    PageButtonKind.OVERVIEW: OVERVIEW,
    PageButtonKind.TURNING_POINT: TURNING_POINT,
}
_KINDS: Final = "|".join(kind.value for kind in PageButtonKind)


def review_view(reviewed: Reviewed, shown: Judgement | None) -> ui.View:
    """The buttons under a page of a review; none if it has only the overview.

    `shown` is the mistake that the page shows, or None for the overview.
    """
    game, turning_point = reviewed.session.game, reviewed.turning_point
    if turning_point is None:
        return view_of()
    ply = shown.ply if shown else _OVERVIEW
    back, forward = other_plies(reviewed.mistakes, ply)
    turns = [
        _page_button(game, PageButtonKind.BACK, back, disabled=back == ply),
        _page_button(game, PageButtonKind.NEXT, forward, disabled=forward == ply),
    ]
    if shown is None:
        return view_of(
            [*turns, _page_button(game, PageButtonKind.TURNING_POINT, turning_point.ply)]
        )
    again: Button = ui.Button(
        style=discord.ButtonStyle.primary,
        label=text.said(TRY_AGAIN),
        custom_id=f"ttt:again:{game}:{ply}",
    )
    return view_of([*turns, _page_button(game, PageButtonKind.OVERVIEW, _OVERVIEW)], [again])


def _page_button(game: GameId, kind: PageButtonKind, ply: int, *, disabled: bool = False) -> Button:
    custom_id = f"ttt:page:{kind.value}:{game}:{ply}"
    return ui.Button(label=text.said(_LABELS[kind]), custom_id=custom_id, disabled=disabled)


class PageButton(
    PressedButton, template=rf"ttt:page:(?P<kind>{_KINDS}):(?P<game>[0-9]+):(?P<ply>[0-9]+)"
):
    """Turns a review over to another page."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        game, ply = GameId(self.number("game")), self.number("ply")
        await ReviewCog.of(interaction).turn(interaction, game, ply)


class AgainButton(PressedButton, template=r"ttt:again:(?P<game>[0-9]+):(?P<ply>[0-9]+)"):
    """Begins a game from the position before a mistake."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        game, ply = GameId(self.number("game")), self.number("ply")
        await ReviewCog.of(interaction).try_again(interaction, game, ply)


class ReviewCog(GameCog):
    """Shows finished games, for commands and for presses."""

    def __init__(self, bot: GameBot, games: Games, finished_games: FinishedGames) -> None:
        super().__init__(bot)
        self._games = games
        self._finished_games = finished_games

    async def find(self, source: Context | Interaction, game: GameId | None) -> Session:
        """Return a finished game that a person asks for. Raises UserError."""
        return await self._finished_games.find(_channel(source), game, partial(may_see, source))

    async def post_review(self, source: Context | Interaction, session: Session) -> None:
        """Post a review, open at the turning point. A long one shows its progress meanwhile."""
        screen = self._screen(source)
        progress = _Progress(_sender(source), session.position.ply)
        async with screen.thinking(), progress:
            reviewed = await self._finished_games.review(asker_at(source), session, progress.tell)
            shown = reviewed.turning_point
            page = await self._page(source, reviewed, shown, screen.capabilities)
            await progress.end(screen, page, review_view(reviewed, shown))

    async def post_replay(self, source: Context | Interaction, session: Session) -> None:
        """Post a replay."""
        screen = self._screen(source)
        async with screen.thinking():
            seen = await self.seen_by(_user(source), session)
            draw = partial(replay_page, seen, capabilities=screen.capabilities)
            await screen.post(await self.drawn(source, draw))

    async def post_record(self, ctx: Context, session: Session, form: RecordForm) -> None:
        """Post a game as a file of other programs. Raises UserError if there is none of it."""
        screen = self._screen(ctx)
        seen = await self.seen_by(_user(ctx), session)
        page = record_page(seen, form, capabilities=screen.capabilities)
        if page is None:
            raise missing("attach_files", ctx.channel)
        await screen.post(page)

    async def review_by_press(self, press: Interaction, game: GameId) -> None:
        """Post the review of a game under whose board somebody has pressed. Raises UserError."""
        await self.check_channel(press)
        session = await self.find(press, game)
        await acknowledge(press)
        await self.post_review(press, session)

    async def replay_by_press(self, press: Interaction, game: GameId) -> None:
        """Post the replay of a game under whose board somebody has pressed. Raises UserError."""
        await self.check_channel(press)
        session = await self.find(press, game)
        await acknowledge(press)
        await self.post_replay(press, session)

    @replying(Cost.COMMAND)
    async def turn(self, press: Interaction, game: GameId, ply: int) -> None:
        """Show another page of a review. After a restart the game is judged again for that."""
        session = await self.find(press, game)
        await acknowledge(press)
        screen = EditScreen(press, self.screen_options(press))

        def whisper(words: str) -> Awaitable[discord.Message]:
            return answer(press, lambda: {"content": words}, private=True)

        async with _Progress(whisper, session.position.ply) as progress:
            reviewed = await self._finished_games.review(asker_at(press), session, progress.tell)
            shown = None if ply == _OVERVIEW else reviewed.nearest(ply)
            page = await self._page(press, reviewed, shown, screen.capabilities)
            await screen.change(page, review_view(reviewed, shown))

    @replies_to_errors
    async def try_again(self, press: Interaction, game: GameId, ply: int) -> None:
        """Begin a game against Kinarow from the position before a mistake.

        Whoever has pressed plays the side that made it.
        """
        await self.check_channel(press)
        session, channel = await self.find(press, game), _channel(press)
        await self._games.check_free(channel, UserId(press.user.id))
        start = position_before(session, ply)
        bot = self.guild_settings(press).bot_on(session.rules)
        style = await self.style_of(press, UserId(press.user.id))
        terms = Terms(session.rules, start.side, style=style)
        match = Pairing(channel, _guild(press), player(press.user), bot, terms)
        await self._games.begin(PressScreen(press, self.screen_options(press)), match, start)

    async def _page(
        self,
        source: Context | Interaction,
        reviewed: Reviewed,
        shown: Judgement | None,
        capabilities: Capabilities,
    ) -> Page:
        """The page of a mistake, or the overview, as who asks sees boards."""
        seen = replace(reviewed, session=await self.seen_by(_user(source), reviewed.session))
        if shown is None:
            draw = partial(review_page, seen, capabilities=capabilities)
        else:
            lesson = await self._finished_games.lesson(asker_at(source), reviewed, shown)
            draw = partial(lesson_page, seen, lesson, capabilities=capabilities)
        return await self.drawn(source, draw)

    def _screen(self, source: Context | Interaction) -> ChannelScreen | PressScreen:
        options = self.screen_options(source)
        if isinstance(source, discord.Interaction):
            return PressScreen(source, options)
        return ChannelScreen(source, options)


class _Progress:
    """A message about the progress of a long review. The review replaces it.

    Used as a context manager it is deleted at the end if nothing has replaced it.
    """

    def __init__(self, send: Callable[[str], Awaitable[discord.Message]], moves: int) -> None:
        self._send = send
        self._moves = moves
        self._told = perf_counter()
        self._message: discord.Message | None = None

    async def __aenter__(self) -> _Progress:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._message is not None:
            with suppress(*UNSENT):
                await self._message.delete()

    async def tell(self, done: int) -> None:
        """Show how many moves are judged, but not too often."""
        if done == self._moves or perf_counter() - self._told < _PACE:
            return
        self._told = perf_counter()
        words = review_text.reviewing(done, self._moves)
        with suppress(*UNSENT):
            if self._message is None:
                self._message = await self._send(words)
            else:
                await self._message.edit(content=words)

    async def end(self, screen: ChannelScreen | PressScreen, page: Page, buttons: ui.View) -> None:
        """Replace the message by the review."""
        message, self._message = self._message, None
        if message is None:
            await screen.post(page, buttons)
        else:
            await screen.replace(message, page, buttons)


def _sender(source: Context | Interaction) -> Callable[[str], Awaitable[discord.Message]]:
    """Return the function that sends a progress message where the review will be."""
    if isinstance(source, discord.Interaction):
        return partial(post_answer, source)
    return source.send


def _channel(source: Context | Interaction) -> ChannelId:
    channel = source.channel
    return ChannelId(channel.id if channel else 0)


def _user(source: Context | Interaction) -> UserId:
    return UserId(source.user.id if isinstance(source, discord.Interaction) else source.author.id)


def _guild(source: Interaction) -> GuildId | None:
    return GuildId(source.guild.id) if source.guild else None
