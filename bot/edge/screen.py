"""Where games are shown: a channel, the answer to a command, the answer to a press."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from io import BytesIO
from typing import Any, Final

import discord
from discord.ext import commands

from bot.edge.board_buttons import board_view, offer_view
from bot.edge.sending import (
    UNSENT,
    acknowledge,
    answer,
    channel_errors,
    is_deleted,
    is_over,
    persist,
)
from bot.match.notes import Note
from bot.match.session import MessageId, Session
from bot.show import text
from bot.show.emoji import OwnedEmoji
from bot.show.page import Page, board_page, hint_page, past_page
from bot.show.style import BoardFormat, Capabilities, board_format
from engine import Analysis

Channel = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
    | discord.DMChannel
)
"""Where games are played."""
_YOUNG: Final = timedelta(minutes=50)
"""Discord limits how often a message older than an hour may be edited."""


@dataclass(frozen=True, slots=True)
class ScreenOptions:
    """What every screen needs to know besides the game."""

    prefix: str
    typed: bool
    """Whether the bot reads messages in servers that do not mention it."""
    owned: OwnedEmoji


class ChannelScreen:
    """A channel, a thread, or the context of a command."""

    def __init__(self, target: discord.abc.Messageable, options: ScreenOptions) -> None:
        self._target = target
        self._options = options

    @property
    def capabilities(self) -> Capabilities:
        """What there is to show a board with, as the permissions are just now."""
        return _capabilities(self._target, self._options.owned)

    @property
    def hurried(self) -> bool:
        """Whether it answers a slash command, which Discord gives three seconds."""
        return isinstance(self._target, commands.Context) and self._target.interaction is not None

    def styled(self, session: Session) -> Session:
        """The session in the style in which it is shown there."""
        return self.capabilities.styled(session)

    async def acknowledge(self) -> None:
        """Do nothing: who types sees the answer, and commands are acknowledged where they begin."""

    async def show(
        self, session: Session, notes: Iterable[Note] = (), *, again: bool = False
    ) -> MessageId:
        """Post the board with notes under it."""
        page, view = await self._board(session, notes)
        return await self.post(page, view, None if again else nonce(session))

    async def _board(self, session: Session, notes: Iterable[Note]) -> tuple[Page, discord.ui.View]:
        return await _board(session, notes, self._options, self.capabilities)

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        offer = text.offer(session, self._options.prefix)
        return await self.post(Page(offer), offer_view(session))

    async def judge(self, session: Session, analysis: Analysis) -> None:
        """Post the verdict of every move."""
        shown = self.capabilities.styled(session)
        draw = partial(hint_page, shown, analysis, owned=self._options.owned)
        await self.post(await _drawn(shown, draw))

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Show typing; a channel that refuses it is no reason not to think."""
        async with AsyncExitStack() as stack:
            with suppress(*UNSENT):
                await stack.enter_async_context(self._target.typing())
            yield

    async def replace(self, message: discord.Message, page: Page) -> None:
        """Let a page take the place of a message; raises ChannelClosed."""
        edit = message.edit
        try:
            with channel_errors():
                await persist(lambda: edit(**_replacement(page)))
        except discord.HTTPException as error:
            if not is_deleted(error) and not is_over(error):
                raise
            await self.post(page)

    async def retire(
        self,
        message: discord.PartialMessage,
        session: Session,
        ply: int | None,
        notes: Iterable[Note],
    ) -> None:
        """Leave of a board that a newer one has replaced nothing that looks alive."""
        options = self._options
        page = past_page(
            self.capabilities.styled(session),
            ply,
            options.prefix,
            notes,
            owned=options.owned,
            typed=options.typed,
        )
        shown: dict[str, Any] = {"content": page.content, "embeds": _embeds(page)}
        await message.edit(**shown, view=None)

    async def post(
        self, page: Page, buttons: discord.ui.View | None = None, nonce: str | None = None
    ) -> MessageId:
        """Send a page; raises ChannelClosed.

        Where it answers a command that waits no longer, the channel itself gets it.
        """
        # One nonce for all tries: Discord shows the message once even if an answer got lost.
        nonce, target = nonce or secrets.token_hex(8), self._target
        press = target.interaction if isinstance(target, commands.Context) else None
        if press is None:
            return await _sent(target, page, buttons, nonce)
        assert isinstance(target, commands.Context), "it answers a command"
        view, respond = buttons or discord.ui.View(), partial(target.send, nonce=nonce)
        with channel_errors():
            try:
                return await answer(  # for which nonces do not count
                    press,
                    page.content,
                    lambda: respond(**_parts(page), view=view),
                    lambda: press.followup.send(**_parts(page), view=view, wait=True),
                )
            except discord.HTTPException as error:
                if not is_over(error):
                    raise
        return await _sent(target.channel, page, buttons, nonce)


class BoardScreen(ChannelScreen):
    """The newest board in a channel: it changes in place while it is young."""

    def __init__(
        self,
        channel: Channel,
        newest: Callable[[], Awaitable[MessageId | None]],
        options: ScreenOptions,
    ) -> None:
        super().__init__(channel, options)
        self._channel = channel
        self._newest = newest

    async def show(
        self, session: Session, notes: Iterable[Note] = (), *, again: bool = False
    ) -> MessageId:
        """Change the board, or post a new one where Discord would limit the change."""
        shown = await self._newest()  # asked in the channel's turn: another may have come
        if shown is None or is_old(discord.utils.snowflake_time(shown)):
            return await super().show(session, notes, again=again)
        page, view = await self._board(session, notes)
        edit = self._channel.get_partial_message(shown).edit
        try:
            with channel_errors():
                await persist(lambda: edit(**_replacement(page), view=view))
        except discord.HTTPException as error:
            if not is_deleted(error):
                raise
            return await self.post(page, view)
        return shown


class PressScreen:
    """New messages in answer to a press that has been acknowledged."""

    hurried = False

    def __init__(self, press: discord.Interaction[Any], options: ScreenOptions) -> None:
        self._press = press
        self._options = options

    @property
    def capabilities(self) -> Capabilities:
        """What there is to show a board with, as the permissions are just now."""
        return _capabilities(self._press, self._options.owned)

    def styled(self, session: Session) -> Session:
        """The session in the style in which it is shown there."""
        return self.capabilities.styled(session)

    async def acknowledge(self) -> None:
        """Tell Discord that the press was heard."""
        await acknowledge(self._press)

    async def show(
        self, session: Session, notes: Iterable[Note] = (), *, again: bool = False
    ) -> MessageId:
        """Post the board with notes under it."""
        page, view = await self._board(session, notes)
        return await self._post(page, view, None if again else nonce(session))

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        offer = text.offer(session, self._options.prefix)
        return await self._post(Page(offer), offer_view(session))

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Nothing to show: the press has been acknowledged."""
        yield

    async def _board(self, session: Session, notes: Iterable[Note]) -> tuple[Page, discord.ui.View]:
        return await _board(session, notes, self._options, self.capabilities)

    async def whisper(self, page: Page, view: discord.ui.View) -> None:
        """Send a page to the one who pressed alone."""
        send = self._press.followup.send
        await persist(lambda: send(**_parts(page), view=view, ephemeral=True, wait=True))

    async def _post(self, page: Page, view: discord.ui.View, nonce: str | None = None) -> MessageId:
        """Send a page; where the press can't be answered any more, the channel itself gets it."""
        press, send = self._press, self._press.followup.send
        with channel_errors():
            try:
                return await answer(
                    press, page.content, lambda: send(**_parts(page), view=view, wait=True)
                )
            except discord.HTTPException as error:
                channel = press.channel
                if not is_over(error) or not isinstance(channel, discord.abc.Messageable):
                    raise
        return await _sent(channel, page, view, nonce or secrets.token_hex(8))


class EditScreen(PressScreen):
    """The message that was pressed: the board changes in place while it is young."""

    async def show(
        self, session: Session, notes: Iterable[Note] = (), *, again: bool = False
    ) -> MessageId:
        """Change the board, or post a new one where Discord would limit the change."""
        pressed = self._press.message
        if pressed is None or is_old(pressed.created_at):
            return await super().show(session, notes, again=again)
        page, view = await self._board(session, notes)
        edit = self._press.edit_original_response
        try:
            with channel_errors():
                message = await persist(lambda: edit(**_replacement(page), view=view))
        except discord.HTTPException as error:
            if not is_deleted(error) and not is_over(error):
                raise
            return await self._post(page, view, None if again else nonce(session))
        return MessageId(message.id)


async def _sent(
    channel: discord.abc.Messageable, page: Page, buttons: discord.ui.View | None, nonce: str
) -> MessageId:
    """Send a page to a channel, shown once for each nonce; raises ChannelClosed."""
    with channel_errors():
        # With a nonce discord.py also asks Discord to enforce it: a retry posts nothing new.
        send = partial(channel.send, nonce=nonce, view=buttons or discord.ui.View())
        return MessageId((await persist(lambda: send(**_parts(page)))).id)


class HintScreen(PressScreen):
    """An answer for the one who pressed alone, who sees that the bot is thinking."""

    async def acknowledge(self) -> None:
        """Tell Discord that an answer will come, for that person alone."""
        await acknowledge(self._press, ephemeral=True, thinking=True)


class OfferScreen(PressScreen):
    """New messages in answer to a press under an offer, which loses its buttons."""

    async def acknowledge(self) -> None:
        """Take the buttons away."""
        await self._press.response.edit_message(view=None)


async def _board(
    session: Session, notes: Iterable[Note], options: ScreenOptions, capabilities: Capabilities
) -> tuple[Page, discord.ui.View]:
    """The page and the buttons of a board, in the best style that can be shown."""
    shown, owned = capabilities.styled(session), options.owned
    draw = partial(board_page, shown, options.prefix, notes, owned=owned, typed=options.typed)
    return await _drawn(shown, draw), board_view(shown)


def is_old(posted: datetime) -> bool:
    """Whether a message is so old that Discord limits its edits, or soon will be."""
    return discord.utils.utcnow() - posted > _YOUNG


async def _drawn(shown: Session, draw: Callable[[], Page]) -> Page:
    """A page of a game, made apart from the event loop where there is a picture to draw."""
    has_file = board_format(shown.rules, shown.style) is BoardFormat.IMAGE
    return await asyncio.to_thread(draw) if has_file else draw()


def _capabilities(
    target: discord.abc.Messageable | discord.Interaction[Any], owned: OwnedEmoji
) -> Capabilities:
    """What the bot may send where it is about to write; its own emoji need no permission."""
    allowed = _permissions(target)
    return Capabilities(allowed.attach_files, allowed.embed_links, owned)


def _permissions(target: discord.abc.Messageable | discord.Interaction[Any]) -> discord.Permissions:
    """The bot's permissions there; all in direct messages."""
    if isinstance(target, commands.Context) and target.interaction is not None:
        target = target.interaction  # the context says yes everywhere
    match target:
        case discord.Interaction() if target.guild_id is not None:
            return target.app_permissions
        case commands.Context():
            return target.bot_permissions
        case discord.abc.GuildChannel() | discord.Thread():
            return target.permissions_for(target.guild.me)
        case _:
            return discord.Permissions.all()


def _parts(page: Page) -> dict[str, Any]:
    """A page as the arguments of a send, made anew for each try: a file is read only once."""
    return {"content": page.content, "files": _files(page), "embeds": _embeds(page)}


def _replacement(page: Page) -> dict[str, Any]:
    """A page as the arguments of an edit, which takes away what it does not name."""
    return {"content": page.content, "attachments": _files(page), "embeds": _embeds(page)}


def _embeds(page: Page) -> list[discord.Embed]:
    return [discord.Embed(description=page.embed)] if page.embed else []


def _files(page: Page) -> list[discord.File]:
    if (attachment := page.attachment) is None:
        return []
    return [discord.File(BytesIO(attachment.data), attachment.name, description=attachment.alt)]


def nonce(session: Session) -> str:
    """What Discord knows the first sight of a version by, whoever posts it and however often.

    It is the same for a process that takes the game up after another died between posting
    and noting that it had. Discord remembers a nonce of up to 25 characters for some minutes.
    """
    version = (session.channel, session.game, session.version, session.touched.isoformat())
    return blake2b(repr(version).encode(), digest_size=12).hexdigest()
