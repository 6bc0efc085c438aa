"""Lets people choose who may challenge them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from discord import ui

from bot.edge.act import Act
from bot.edge.places import CommandChannels
from bot.edge.ways import command, member_menu, press
from bot.errors import UserError
from bot.features.peace import buttons
from bot.features.peace import text as peace_text
from bot.features.peace.store import Peace
from bot.features.peace.values import PeaceProblem, Welcome, parse_member, parse_welcome
from bot.match.session import Person, UserId
from bot.show.page import Page

_CHOICES: Final = "|".join(welcome.value for welcome in Welcome)


@dataclass(frozen=True, slots=True)
class Peacekeeping:
    """Keeps what each person wants to be asked. Whom they have blocked they alone are shown."""

    peace: Peace
    decline_all: Callable[[Act, Person], Awaitable[None]]
    """Declines what somebody has asked the person who acts."""

    @command("challenges", allowed=CommandChannels.ANY)
    async def typed(self, act: Act, *, who: str = "") -> None:
        """Who may challenge you: on, friends or off."""
        if (welcome := parse_welcome(who)) is not None:
            await self.peace.welcomes.choose(act.person.id, welcome)
            await act.reply(peace_text.chosen(welcome))
        elif act.can_whisper:
            await self.show(act)
        else:
            act.check_buttons()
            await act.say(str(peace_text.INVITATION), buttons.invitation_view())

    @press(buttons.ID)
    async def show(self, act: Act) -> None:
        """Show a person who may challenge them."""
        await act.whisper(partial(self._overview, act))

    @press(rf"{buttons.ID}:(?P<welcome>{_CHOICES})")
    async def choose(self, act: Act, welcome: Welcome) -> None:
        """Let this be who may challenge a person."""
        await self.peace.welcomes.choose(act.person.id, welcome)
        await self._show_again(act)

    @command("block", allowed=CommandChannels.ANY)
    async def block_named(self, act: Act, *, member: str = "") -> None:
        """No more challenges from somebody."""
        await self._block(act, parse_member(member))

    @press(r"ttt:block:(?P<user>[0-9]+)")
    async def block_pressed(self, act: Act, user: UserId) -> None:
        """Block whoever was declined."""
        await self._block(act, user)

    @member_menu(peace_text.BLOCK)
    async def block_chosen(self, act: Act, person: Person) -> None:
        """Block a person."""
        await self._block(act, person.id)

    @command("unblock", allowed=CommandChannels.ANY)
    async def unblock_named(self, act: Act, *, member: str = "") -> None:
        """Challenges from somebody again."""
        await act.hide()
        await self.peace.unblock(act.person.id, parse_member(member))
        await act.reply(str(peace_text.HAS_UNBLOCKED))

    @press(r"ttt:unblock:(?P<user>[0-9]+)")
    async def unblock_chosen(self, act: Act, user: UserId) -> None:
        """Unblock a person of the list."""
        await self.peace.unblock(act.person.id, user)
        await self._show_again(act)

    async def _block(self, act: Act, user: UserId) -> None:
        """Block a person, and decline what they have asked. What names them is hidden.

        Somebody who has left the server is blocked without a name.
        """
        await act.hide()
        if user in {act.person.id, act.me}:
            raise UserError(PeaceProblem.WHOM)
        person = Person(user, "")
        with suppress(UserError):
            person = await act.member(user)
        await self.peace.block(act.person.id, person)
        await act.reply(str(peace_text.HAS_BLOCKED))
        await self.decline_all(act, person)

    async def _show_again(self, act: Act) -> None:
        """Show it in place of what it was, which nobody else sees."""

        async def shown() -> tuple[Page, ui.View]:
            words, view = await self._overview(act)
            return Page(words), view

        await act.show_alone(shown)

    async def _overview(self, act: Act) -> tuple[str, ui.View]:
        welcome = await self.peace.welcomes.chosen(act.person.id)
        blocked = await self.peace.blocked(act.person.id)
        words = peace_text.overview(welcome, blocked, act.prefix)
        return words, buttons.overview_view(welcome, blocked)
