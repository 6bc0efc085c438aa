"""An act: what somebody did, and where, whichever way it came in, and how it is answered.

Discord has three types for typed messages, slash commands, presses, boxes and menus. The door
(bot/edge/door.py) turns each into one `Act`, which says who did it and where, and how it can be
answered. What nobody did, such as a clock that runs out, only has a `Place`.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import cached_property
from math import ceil
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.board_buttons import is_private
from bot.edge.bot import GameBot
from bot.edge.buttons import BoardRef, open_box, open_fields
from bot.edge.channels import member_of, named_in, player
from bot.edge.places import TARGET, CommandChannels, Place, Source, Way
from bot.edge.screen import Into, Screen
from bot.edge.sending.answers import (
    Changeable,
    acknowledge,
    answer,
    change_pressed,
    give_meanwhile,
    launch,
    post_answer,
)
from bot.edge.sending.messages import Under, Words, is_adrift, pages_of
from bot.edge.sending.refusals import UNSENT
from bot.errors import Problem, UserError
from bot.match import grammar
from bot.match.session import (
    BoardStyle,
    Bot,
    MessageId,
    Pairing,
    Person,
    Session,
    Terms,
    UserId,
    seats,
)
from bot.pool.bounds import Cost
from bot.pool.queue import Asker
from bot.show import text
from bot.show.page import Page
from engine import Position

_ALONE: Final = {"ephemeral": True, "thinking": True}
"""How more time is asked for, for an answer to the person alone."""

Answer = Words | tuple[str | Page, Under | None]
"""What a person is shown: words or pages, with buttons or without."""


class Act(Place):
    """What a person did somewhere: who, how, and how it is answered.

    It is not kept once it is done: the token for answers lives fifteen minutes. The answers:

        say         to all who read there
        reply       to the person alone; to all if they typed
        whisper     to the person alone, in their language; not if they typed in a server
        send_alone  to the person alone, as a message to be changed later; not if they typed
        show_alone  like whisper, for what takes a while: in place of what only they see
        change      to all who see what was pressed, in its place
    """

    def __init__(self, bot: GameBot, source: Source, way: Way | None = None) -> None:
        super().__init__(bot, source)
        user = source.user if isinstance(source, discord.Interaction) else source.author
        self.source: Final = source
        self.user: Final = user
        """The person as a Discord object."""
        self.way: Final = way or Way.of(source)
        self.person: Final = player(user)
        self.asker = Asker(self.person.id, self.guild, self.channel)
        """For whom something is done: the person."""
        self.can_whisper = self.press is not None or self.guild is None
        """Whether the person can be answered alone: not if they typed in a server."""
        typed = source.message if isinstance(source, commands.Context) else source
        self.id: Final = MessageId((self.press or typed).id)
        """The id of the message or the interaction, which Discord may deliver twice."""
        self.called = (getattr(source, "invoked_with", None) or "").lower()
        """The word that called a typed command; it may be an alias."""
        self.ref: BoardRef | None = None
        """The board that was pressed; None unless it was a button on a board."""
        pressed = self.press.message if self.press is not None else None
        self.pressed = None if pressed is None else MessageId(pressed.id)
        """The message that was pressed, or in whose menu a command was used."""
        self._deferred: bool | None = None
        """Whether more time was asked for in private; None if it was not."""
        self.paid = Cost.FREE
        """The cost that was taken so far."""
        self._first: asyncio.Task[None] | None = None
        """The first answer to a press whose act is stored, where it only says that."""

    @property
    def me(self) -> UserId | None:
        """The bot itself."""
        me = self.bot.user
        return None if me is None else UserId(me.id)

    @property
    def permissions(self) -> discord.Permissions:
        """What the person may do there, as far as it is known."""
        assert not isinstance(self.source, discord.Message), "what is typed is not asked"
        unknown = self.press is None and is_adrift(self.here)
        return discord.Permissions.none() if unknown else self.source.permissions

    @property
    def manages(self) -> bool:
        """Whether the person may delete others' messages there, as far as Discord says."""
        return not isinstance(self.source, discord.Message) and self.permissions.manage_messages

    # What is allowed.

    def charge(self, cost: Cost) -> None:
        """Take a cost from the person's allowance. Raises UserError if they have to wait.

        One act costs as much as the most costly thing in it, however many commands it runs.
        """
        if cost <= self.paid:
            return
        if (wait := self.bot.cooldowns.take(self.person.id, cost - self.paid)) > 0:
            raise UserError(Problem.TOO_FAST, seconds=ceil(wait))
        self.paid = cost

    async def pay(self, cost: Cost) -> None:
        """Charge a cost, and wait until what it is for may begin, after earlier requests."""
        if cost <= self.paid:
            return
        self.charge(cost)
        if (wait := self.bot.cooldowns.turn(self.person.id)) > 0:
            await asyncio.sleep(wait)

    async def check_channel(self, allowed: CommandChannels) -> None:
        """Raise UserError if this may not be done there. It names the channels for games."""
        if allowed is CommandChannels.ANY or self.may_play:
            return
        with_game = allowed is CommandChannels.WITH_GAME
        if with_game and await self.bot.store.load(self.channel):
            return
        chosen = self.bot.guild_settings.chosen(self.scope)
        raise UserError(Problem.ELSEWHERE, places=" ".join(map(str, chosen.channels)))

    def check_buttons(self) -> None:
        """Raise UserError where messages have no buttons, for what needs them."""
        if not self.bot.taken_buttons.taken:
            raise UserError(Problem.NO_BUTTONS)

    def may_see(self, session: Session) -> bool:
        """Whether the person may see a game: played here, or in a channel that they can view.

        Games of deleted or hidden channels and of private threads are only for their players.
        """
        if session.channel == self.channel:
            return True
        if self.server is None or session.guild != self.guild:
            return False
        place = self.server.get_channel_or_thread(session.channel)
        private = isinstance(place, discord.Thread) and place.is_private()
        if place is None or private or is_adrift(place):
            return any(person.id == self.person.id for person in session.people)
        assert isinstance(self.user, discord.Member), "in a server people are members"
        return place.permissions_for(self.user).view_channel

    async def style(self) -> BoardStyle:
        """How boards are drawn for the person: by their choice, else by their server's."""
        return await self.bot.chosen_style(self.person.id) or self.settings.style

    async def member(self, user: UserId) -> Person:
        """A person by id, as people see them there. Raises UserError if nobody has it."""
        return player(await self.find(user))

    async def find(self, user: UserId) -> discord.User | discord.Member:
        """A person by id, as a Discord object. Raises UserError if nobody has it.

        Outside its servers the bot knows only the people whom an interaction names.
        """
        press = self.press
        if press is not None and (target := press.extras.get(TARGET)) is not None:
            assert isinstance(target, discord.User | discord.Member), "menus are those of people"
            if target.id == user:
                return target
        if press is None or not self.outside:
            return await member_of(self.server, user)
        found = next((person for person in named_in(press) if person.id == user), None)
        if found is None:
            raise UserError(Problem.PICK_OPPONENT)
        return found

    async def seen(self, session: Session) -> Session:
        """A match in the style in which the person sees what is shown to them alone."""
        return seats.seen_by(session, self.person.id, await self.bot.chosen_style(self.person.id))

    async def pairing_from(self, position: Position, bot: Bot | None = None) -> Pairing:
        """The match that goes on from a position: the person plays the side to move.

        It is against the engine at the usual level, or against `bot`.
        """
        terms = Terms(position.rules, position.side, style=await self.style(), start=position)
        other = bot or self.settings.bot_on(position.rules)
        return Pairing(self.channel, self.guild, self.person, other, terms)

    async def run(self, words: str) -> None:
        """Do what words ask for as a typed command does, such as `hint all`. Raises UserError."""
        usual = self.settings.game
        words = grammar.asked_for(words, text.spoken_language(), self.bot.asked, usual)
        name, _, rest = words.strip().partition(" ")
        if (asked := self.bot.asked.get(name.lower())) is None:
            name, rest, asked = "", words, self.bot.asked[""]
        self.called = name.lower()
        await asked.run(self, rest.strip())

    # How it is answered.

    on_page = False
    """Whether it is done on a page, which shows the newest board, and not the channel."""

    @property
    def in_private(self) -> bool:
        """Whether nobody but the person sees the message that was pressed."""
        pressed = self.press.message if self.press is not None else None
        return pressed is not None and (pressed.flags.ephemeral or self.alone)

    @cached_property
    def board_screen(self) -> Screen:
        """The screen on which the board that was pressed changes in place, if one was."""
        press = self.press
        if press is None or press.message is None or is_private(press):
            return self.screen
        return Screen(self, Into.PRESSED)

    @property
    def offer_screen(self) -> Screen:
        """The screen on which the offer that was pressed is answered, and loses its buttons."""
        return self.screen if self.press is None else Screen(self, Into.OFFER)

    async def later(self, *, private: bool = False) -> None:
        """Ask for more time, if somebody waits: call it once all checks have passed.

        After a public deferral Discord shows the answer to a slash command to everybody.
        """
        if self.press is None:
            return
        if self._first is not None:
            await self._first
            return
        self._deferred = private
        with suppress(discord.RateLimited):  # then the channel itself gets what all may read
            await acknowledge(self.press, **(_ALONE if private else {}))

    def acknowledge(self, *, in_place: bool = False) -> None:
        """Begin to tell Discord that what the person did is stored; the answer is for them alone.

        With `in_place` it replaces what was pressed, if nobody else sees that. Nothing waits for
        this but the answer: what is stored counts, whether or not it arrives.
        """
        if self.press is not None and self._first is None:
            in_place = in_place and self.in_private
            self._deferred = not in_place
            self._first = give_meanwhile(acknowledge(self.press, **({} if in_place else _ALONE)))

    def thinking(self, *, private: bool = False) -> AbstractAsyncContextManager[object]:
        """Show meanwhile that the bot is working on an answer, a private one if possible."""
        if self.press is not None:
            if private:
                return self._waiting()
            self._deferred = False
        return self.screen.thinking()

    @asynccontextmanager
    async def _waiting(self) -> AsyncIterator[None]:
        await self.later(private=True)
        yield

    async def say(self, words: Words, view: Under | None = None) -> None:
        """Answer for all who read there. Words may take several messages."""
        for page in pages_of(words):
            await self.screen.post(page, view)

    async def refuse(self, words: str, *, directly: bool) -> Changeable:
        """Answer with why something was not done: to the person alone where Discord can do that.

        With `directly` what was typed is answered by direct message: the channel is closed.
        """
        if self.press is not None:
            return await answer(self.press, lambda: {"content": words}, private=True)
        to: discord.abc.Messageable = self.user if directly else self.here
        return await to.send(words)

    async def send_alone(self, words: str) -> Changeable:
        """Write a message for the person alone, to be changed later."""
        assert self.press is not None, "what is typed is answered for all"
        return await post_answer(self.press, words, private=True)

    async def reply(self, words: Words, view: Under | None = None) -> discord.Message | None:
        """Answer the person: alone where Discord can do that, else for all who read there.

        Returns the last message if the person alone sees it.
        """
        sent = None
        for page in pages_of(words):
            if self.press is None:
                await self.screen.post(page, view)
            else:
                sent = await self.screen.whisper(page, view)
        return sent

    async def whisper(
        self, make: Callable[[], Answer | Awaitable[Answer]]
    ) -> discord.Message | None:
        """Answer the person alone, with what is made in their language.

        Returns the message if Discord shows it to nobody else. What is typed in a server has no
        such answer: there a feature posts a button.
        """
        with text.privately():
            made = make()
            shown = await made if inspect.isawaitable(made) else made
            if self._first is not None:
                await self._first
            words, view = shown if isinstance(shown, tuple) else (shown, None)
            assert self.can_whisper, "everybody would read it"
            slash = self.press is not None and self.way is Way.SLASH
            assert not slash or self._deferred is not False, "everybody would read it"
            return await self.reply(words, view)

    async def hide(self) -> None:
        """Delete what was typed in a server, if the bot may, so that nobody reads it."""
        if self.can_whisper:
            return
        message = self.source.message if isinstance(self.source, commands.Context) else self.source
        assert isinstance(message, discord.Message), "it was typed"
        assert message.guild is not None, "it was typed in a server"
        with suppress(*UNSENT, discord.ClientException):  # of the second: see `is_adrift`
            if message.channel.permissions_for(message.guild.me).manage_messages:
                await message.delete()

    async def change(self, page: Page, view: Under) -> None:
        """Replace the message that was pressed by a page, for all who see it."""
        assert self.press is not None, "only a press has such a message"
        await Screen(self, Into.PRESSED).change(page, view)

    async def end_pressed(self, words: str | None = None) -> None:
        """Replace the message that was pressed by words, without its buttons."""
        assert self.press is not None, "only a press has such a message"
        parts = {} if words is None else {"content": words}
        await change_pressed(self.press, **parts, view=None)

    async def show_alone(
        self, make: Callable[[], Awaitable[tuple[Page, Under]]]
    ) -> discord.Message | None:
        """Show the person alone something that takes a while to make, in their language.

        It replaces what was pressed, if nobody else sees that; else the new message is returned.
        """
        assert self.press is not None, "what is typed is answered for all"
        in_place = self.in_private
        await self.later(private=not in_place)
        screen = Screen(self, Into.ALONE)
        with text.privately():
            page, view = await make()
            if in_place:
                await screen.change(page, view)
                return None
            return await screen.whisper(page, view)

    async def launch(self) -> bool:
        """Open the activity for whoever pressed. Returns False where Discord does not do that."""
        if self.press is None or not self.bot.opens_inside:
            return False
        with suppress(discord.HTTPException):
            await launch(self.press)
            return True
        return False

    async def open_box(self, title: str, label: str, id_: str, written: str = "") -> None:
        """Answer a press with a box to write into, in which some words may be `written` already.

        It has to be the first answer, within three seconds.
        """
        assert self.press is not None, "only a press opens one"
        await open_box(self.press, title, label, id_, written)

    async def open_form(self, title: str, id_: str, fields: Iterable[ui.Label[ui.Modal]]) -> None:
        """Answer a press with a form of several fields, as its first answer."""
        assert self.press is not None, "only a press opens one"
        await open_fields(self.press, title, id_, fields)
