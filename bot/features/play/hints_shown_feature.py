"""The messages that show hints: one for each game and reader, with buttons while it is of use.

A hint that everybody reads changes in place while it is in sight. One for a person alone is posted
anew, since they may have dismissed it, and the one before is deleted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import discord
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.sending.messages import Edit, Layout, Under, as_edit, edited, is_old
from bot.edge.sending.refusals import UNSENT, cannot_change
from bot.edge.tasks import BackgroundTasks
from bot.games.screen import ShownBoards
from bot.match.session import ChannelId, GameId, MessageId, Session, UserId
from bot.pool.bounds import BoundedDict
from bot.show.page import Page

_REMEMBERED: Final = 1_000
"""The number of hints that are remembered."""
_EVERYBODY: Final = None
"""The reader of a hint that was asked for by a typed command."""
_NO_BOARD: Final = ""
"""The fingerprint of a hint without buttons."""


@dataclass(slots=True)
class _Hint:
    """A hint that stands in a channel."""

    message: MessageId
    fingerprint: str
    """That of the board that it is about."""
    page: Page
    under: Under
    edit: Edit
    delete: Callable[[], Awaitable[None]] | None = None
    """Takes it away, if one person alone sees it."""


class HintMessages(commands.Cog):
    """Shows hints, and takes the buttons from those of earlier boards."""

    def __init__(self, bot: GameBot, boards: ShownBoards) -> None:
        self._bot = bot
        self._hints: BoundedDict[tuple[GameId, UserId | None], _Hint] = BoundedDict(_REMEMBERED)
        """The newest hint of each game and reader."""
        self._unlisten = boards.shown.add(self._follow)
        self._jobs = BackgroundTasks()

    async def cog_unload(self) -> None:
        """Stop listening, and leave the hints as they are."""
        self._unlisten()
        await self._jobs.end()

    async def say(self, act: Act, session: Session, page: Page, under: Under) -> None:
        """Show a hint to all, in place of the last one of the game if that is in sight.

        A message of components stays one, and the server may refuse the next: it is not changed.
        """
        key = session.game, _EVERYBODY
        if (last := self._hints.get(key)) is not None:
            is_layout = isinstance(last.under, Layout) or isinstance(under, Layout)
            if not is_layout and self._is_in_sight(act.channel, last.message):
                try:
                    await edited(last.edit, page, under)
                except discord.HTTPException as error:
                    if not cannot_change(error):
                        raise
                else:
                    last.fingerprint, last.page, last.under = session.fingerprint, page, under
                    return
            self._jobs.start(self._strip(act.channel, last))
        message = await act.screen.post(page, under)
        edit: Edit = act.here.get_partial_message(message).edit
        self._hints[key] = _Hint(message, session.fingerprint, page, under, edit)

    def whispered(
        self, act: Act, session: Session, sent: discord.Message, page: Page, under: Under
    ) -> None:
        """Note a hint that one person was shown, and delete the last one of theirs."""
        key, message = (session.game, act.person.id), MessageId(sent.id)
        if (last := self._hints.get(key)) is not None:
            self._jobs.start(self._delete(act.channel, last))
        edit, delete = sent.edit, sent.delete
        self._hints[key] = _Hint(message, session.fingerprint, page, under, edit, delete)

    def changed(self, act: Act, session: Session, page: Page, under: Under) -> None:
        """Note what the hint that was pressed, which one person sees, shows now.

        It can be changed for fifteen minutes after the press.
        """
        press, message = act.press, act.pressed
        assert press is not None, "a button was pressed"
        assert message is not None, "it stands under a message"
        edit, delete = press.edit_original_response, press.delete_original_response
        hint = _Hint(message, session.fingerprint, page, under, edit, delete)
        self._hints[session.game, act.person.id] = hint

    def forget(self, session: Session, message: MessageId | None) -> Callable[[], None]:
        """Forget a hint that loses its buttons by a press. Returns what remembers it again."""
        found = {key: one for key, one in self._of(session).items() if one.message == message}
        for key in found:
            del self._hints[key]
        return lambda: self._hints.update(found)

    def _of(self, session: Session) -> dict[tuple[GameId, UserId | None], _Hint]:
        return {key: one for key, one in self._hints.items() if key[0] == session.game}

    def _is_in_sight(self, channel: ChannelId, message: MessageId) -> bool:
        posted = discord.utils.snowflake_time(message)
        in_sight = self._bot.traffic.is_in_sight(channel, message)
        return in_sight and not is_old(posted, self._bot.clock.now())

    def _follow(self, session: Session, _notes: object) -> None:
        """Take the buttons from hints about an earlier board than the one that was just shown."""
        over = session.ending is not None
        for key, hint in self._of(session).items():
            if over or hint.fingerprint != session.fingerprint:
                self._jobs.start(self._strip(session.channel, hint))
            if over:
                del self._hints[key]

    async def _strip(self, channel: ChannelId, hint: _Hint) -> None:
        """Take the buttons from a hint, as soon as there is room for that in its channel."""
        if hint.fingerprint == _NO_BOARD:
            return
        hint.fingerprint = _NO_BOARD
        traffic = self._bot.old_traffic
        while hint.delete is None and not traffic.take(channel):
            await traffic.wait(channel)
        is_layout = isinstance(hint.under, Layout)
        with suppress(*UNSENT):
            await hint.edit(**as_edit(hint.page, Layout([])) if is_layout else {"view": None})

    async def _delete(self, channel: ChannelId, hint: _Hint) -> None:
        """Delete a hint that one person sees: then it does not stand below the board any more."""
        assert hint.delete is not None, "one person sees it"
        with suppress(*UNSENT):
            await hint.delete()
        self._bot.traffic.gone(channel, hint.message)
