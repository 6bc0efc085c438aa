"""A place: a channel as the bot sees it, and what may be done and shown there.

Also the ways in which an act can come in from it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property, partial
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.board_buttons import board_rows
from bot.edge.bot import GameBot
from bot.edge.buttons import Rows, view_of
from bot.edge.channels import GameChannel, check_writable, may_view
from bot.edge.screen import Screen
from bot.edge.sending.answers import Interaction, can_only_answer, post_answer
from bot.edge.sending.messages import Layout, Under, permissions_at
from bot.errors import Problem, StoreUnavailable, UserError
from bot.match.guilds import GuildSettings
from bot.match.notes import Hint, Lacking, Note, Permission
from bot.match.session import ChannelId, GuildId, Session, scope_of
from bot.pool.queue import Asker
from bot.show import text
from bot.show.page import Buttons, Page, board_page
from bot.show.style import MESSAGE_ROWS, BoardFormat, Capabilities, board_format
from bot.show.text.words import SLASH

T = TypeVar("T")


Context = commands.Context[Any]


@dataclass(frozen=True, slots=True)
class Touch:
    """What a person did on the page of a board, of which Discord reports nothing."""

    id: int
    """A new id, ordered in time with those of messages."""
    channel: GameChannel
    """The channel of the game."""
    author: discord.User | discord.Member

    @property
    def guild(self) -> discord.Guild | None:
        """The server of the channel."""
        return getattr(self.channel, "guild", None)

    @property
    def permissions(self) -> discord.Permissions:
        """What the person may do in the channel."""
        return self.channel.permissions_for(self.author)  # type: ignore[arg-type] # a server's member


Source = Context | discord.Message | Interaction | Touch
"""What a person did: a command, a typed message, an interaction, or a touch of a page."""
Target = Source | discord.abc.Messageable
"""Something that has a channel: what a person did, or the channel itself."""


class Way(Enum):
    """How an act came in."""

    TYPED = auto()
    SLASH = auto()
    PRESS = auto()
    """A button."""
    BOX = auto()
    """What was written into a box."""
    REPLY = auto()
    """A typed reply to a message of the bot."""
    MENU = auto()
    """The menu of a member."""
    BOARD_MENU = auto()
    """The menu of a message, which may be a board."""

    @classmethod
    def of(cls, source: Source) -> Way:
        """How something that Discord reported came in."""
        press = source.interaction if isinstance(source, commands.Context) else source
        if not isinstance(press, discord.Interaction):
            return cls.TYPED
        if press is not source:  # the context of a command
            return cls.SLASH
        if press.type is discord.InteractionType.component:
            return cls.PRESS
        if press.type is discord.InteractionType.modal_submit:
            return cls.BOX
        if isinstance(menu := press.command, app_commands.ContextMenu):
            on_member = menu.type is discord.AppCommandType.user
            return cls.MENU if on_member else cls.BOARD_MENU
        return cls.SLASH


TARGET: Final = "target"
"""The key in the extras of an interaction for the person in whose menu a command was used."""


class CommandChannels(Enum):
    """The channels of a server in which a command may be used."""

    PLAYABLE = auto()
    """Those in which games may be played."""
    WITH_GAME = auto()
    """Those in which games may be played, and any with a live game, so that it can be finished."""
    ANY = auto()
    """Every channel."""


HintPage = Callable[..., Page]
"""Makes the page of a hint: for a session as it is shown, and with emoji that are `owned`."""


class Place:
    """A channel as the bot sees it.

    What can change meanwhile, such as settings and permissions, is looked up each time. The rest is
    read from Discord's object (`target`) once.
    """

    def __init__(self, bot: GameBot, target: Target) -> None:
        self.bot: Final = bot
        self.target: Final = target
        press = target.interaction if isinstance(target, commands.Context) else target
        self.press: Final = press if isinstance(press, discord.Interaction) else None
        """The interaction to answer; None for what was typed, or done by the bot itself."""
        self.here: Final[Any] = getattr(target, "channel", target)
        """The channel as a Discord object."""
        self.server: Final[discord.Guild | None] = getattr(target, "guild", None)
        """The server as a Discord object; None in direct messages."""
        self.channel: Final = ChannelId(self.here.id if self.here else 0)
        self.parent: Final[ChannelId | None] = getattr(self.here, "parent_id", None)
        """The channel that it is a thread of."""
        self.guild: Final = GuildId(self.server.id) if self.server else None
        self.scope: Final = scope_of(self.channel, self.guild)
        """The key of what people share there, such as settings."""
        self.asker = Asker(None, self.guild, self.channel)
        """For whom something is done: nobody but the bot itself."""
        self.outside: Final = self.press is not None and can_only_answer(self.press)
        """Whether the bot is not a member there: it hears nothing, and can only answer
        interactions.

        That is so in group chats, in direct messages between others, and in servers that it was not
        invited to. People who have added it to their account use it there.
        """
        self.alone: Final = self.server is None and not self.outside
        """Whether a person is alone with the bot there, in its direct messages."""
        self.has_threads: Final = not self.outside and isinstance(self.here, discord.TextChannel)
        """Whether a thread for a game can be opened there."""

    @classmethod
    def late(cls, bot: GameBot, channel: ChannelId) -> Place | None:
        """A channel where the bot can only answer, for late answers; None if it is too late."""
        newest = bot.tokens.newest(channel)
        return None if newest is None else cls(bot, newest)

    @property
    def settings(self) -> GuildSettings:
        """The settings of the server, or of the direct messages."""
        return self.bot.guild_settings.of(self.scope)

    @property
    def reads(self) -> bool:
        """Whether the bot reads messages there that do not mention it."""
        if self.alone:
            return True
        return self.bot.intents.message_content and not self.outside and may_view(self.here)

    @property
    def prefix(self) -> str:
        """The prefix of commands there: `/` where the bot reads only mentions."""
        return self.settings.prefix if self.reads else SLASH

    @property
    def may_play(self) -> bool:
        """Whether games may be played there: in the channels that a server has chosen."""
        return self.settings.plays_in(self.channel, self.parent)

    @property
    def hidden(self) -> bool:
        """Whether Discord shows the bot's answers there only to the person who gets them.

        A server may decide so for apps that were not added to the server itself.
        """
        press = self.press
        if press is None or press.guild_id is None or not self.outside:
            return False
        return not press.is_guild_integration() and not press.permissions.use_external_apps

    def check_writable(self) -> None:
        """Raise UserError if the bot may not write there. It names the missing permission."""
        check_writable(self.here)

    def check_company(self) -> None:
        """Raise UserError where nobody else could join a game."""
        if self.alone:
            raise UserError(Problem.NOBODY_ELSE)
        self.check_shown()

    def check_shown(self) -> None:
        """Raise UserError where only the asker sees what the bot answers."""
        if self.hidden:
            raise UserError(Problem.HIDDEN_ANSWERS)

    def check_member(self) -> None:
        """Raise UserError where the bot is not a member, for what it cannot do there."""
        if self.outside:
            raise UserError(Problem.NOT_A_MEMBER)

    def check_in_server(self, what: str) -> discord.Guild:
        """The server there. Raises UserError in direct messages, for what only servers have."""
        if self.server is None:
            raise UserError(Problem.NOT_FOR_ONESELF, text=what)
        return self.server

    def check_untimed(self, *, timed: bool) -> None:
        """Raise UserError for a time limit on moves or votes where no clock can run."""
        if timed and self.outside:
            raise UserError(Problem.NO_CLOCK)

    def answering(self) -> AbstractContextManager[None]:
        """Set the language of the answer, for the person alone and for all who read there."""
        press = self.press
        if press is None:
            return self.speaking()
        is_command = press is not self.target
        return self.bot.languages.answering(
            self.channel, self.server, press.locale.value, from_now_on=is_command or self.alone
        )

    def speaking(self) -> AbstractContextManager[None]:
        """Set the language of what the bot says there unasked."""
        return text.speaking(self.bot.languages.of(self.channel, self.server))

    @cached_property
    def screen(self) -> Screen:
        """The screen on which a game is shown: new messages for all who read there."""
        return Screen(self)

    @property
    def capabilities(self) -> Capabilities:
        """What can be used to show a board: only some of it needs a permission."""
        allowed, layouts = permissions_at(self.press or self.here), self.bot.taken_layouts.may_try
        return Capabilities(
            files=allowed.attach_files,
            embeds=allowed.embed_links,
            owned=self.bot.owned,
            history=allowed.read_message_history,
            layouts=layouts,
        )

    def styled(self, session: Session) -> Session:
        """The session in the style in which it is shown there."""
        return self.capabilities.styled(session)

    async def drawn(self, draw: Callable[[], T]) -> T:
        """Draw something apart from the event loop. Raises EngineUnavailable."""
        return await self.bot.studio.draw(text.in_current_language(draw), self.asker)

    async def send(self, words: str, **parts: Any) -> discord.Message:
        """Write a message for all who read there, to be changed later."""
        if self.press is not None:
            return await post_answer(self.press, words, **parts)
        sent: discord.Message = await self.here.send(words, **parts)
        return sent

    # How a game looks there.

    async def board(
        self, session: Session, notes: Iterable[Note], *, replies: bool
    ) -> tuple[Page, Under]:
        """The page and the buttons of a board, in the best style that can be shown.

        With `replies` Discord shows the bot what a reply to it says.
        """
        can, reads = self.capabilities, self.reads
        notes = (*notes, *await self._lacking(session, can, reads=reads))
        laid_out = can.lays_out(session.rules)
        has = Buttons.LAID_OUT if laid_out else Buttons.SOME
        draw = partial(
            board_page,
            prefix=self.settings.prefix if reads else SLASH,
            notes=notes,
            owned=self.bot.owned,
            typed=reads,
            buttons=has if self.bot.taken_buttons.taken else Buttons.NONE,
            unsure=not self.bot.taken_buttons.has_taken,
            replies=replies,
        )

        def drawn(can: Capabilities) -> Awaitable[Page]:
            shown = can.styled(session)
            return self._drawn(shown, partial(draw, shown))

        def rows(can: Capabilities) -> Rows:
            pages, laid_out = self.bot.board_url is not None, can.lays_out(session.rules)
            return board_rows(can.styled(session), pages=pages, laid_out=laid_out)

        return await self.shown(drawn, rows, can, laid_out=laid_out)

    async def shown(
        self,
        draw: Callable[[Capabilities], Awaitable[Page]],
        rows: Callable[[Capabilities], Rows] = lambda _: (),
        can: Capabilities | None = None,
        *,
        laid_out: bool = False,
    ) -> tuple[Page, Under]:
        """A page with rows of buttons under it, both made for what can be used there.

        They are one message of components if that is asked for (`laid_out`), or needed: for text
        on both sides of a picture, for more rows than an ordinary message has, and for a board in a
        frame that may not be sent. With it comes what is sent where such a message is refused.
        """
        can = can or self.capabilities
        page, under = await draw(can), rows(can)
        framed = bool(page.embed) and not can.embeds
        above = page.above > 0 and can.layouts
        if not (laid_out or above or framed or len(under) > MESSAGE_ROWS):
            return page, view_of(*under)
        plain = replace(can, layouts=False)
        if framed:
            page = replace(page, otherwise=await draw(plain))
        return page, Layout(under, view_of(*rows(plain)))

    def drawing(self, page: Callable[..., Page]) -> Callable[[Capabilities], Awaitable[Page]]:
        """What draws a page apart from the event loop, for what can be used there."""
        return lambda can: self.drawn(partial(page, capabilities=can))

    async def _lacking(
        self, session: Session, can: Capabilities, *, reads: bool
    ) -> tuple[Note, ...]:
        """The permissions that would make this game better to see or hear, unless told before."""
        found = can.lacking(session)
        lacking = [name for name in found if reads or name is not Permission.HISTORY]
        if not lacking:
            return ()
        home = self.parent or self.channel  # threads are not told separately
        with suppress(StoreUnavailable):
            if news := await self.bot.newly_missing(home, lacking):
                return (Lacking(news),)
        return ()

    async def hinted(self, page: HintPage, session: Session, hint: Hint) -> Page:
        """A page about a hint, with the board in the style of the session."""
        return await self._drawn(session, partial(page, session, hint, owned=self.bot.owned))

    async def _drawn(self, shown: Session, draw: Callable[[], Page]) -> Page:
        """A page of a game, made outside the event loop if there is a picture to draw."""
        if board_format(shown.rules, shown.style) is not BoardFormat.IMAGE:
            return draw()
        return await self.bot.studio.draw(text.in_current_language(draw), Asker.of(shown))
