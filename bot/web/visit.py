"""What a person does on the page of a board: an act like those that Discord reports.

A board that changes is shown in the channel; what is for the person alone goes to their page.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.edge.act import Act, Answer
from bot.edge.bot import GameBot
from bot.edge.buttons import box_field
from bot.edge.channels import GameChannel
from bot.edge.places import HintPage, Place, Touch, Way
from bot.edge.screen import Screen
from bot.edge.sending.answers import Changeable
from bot.edge.sending.messages import Under, Words
from bot.edge.sending.refusals import UNSENT
from bot.match.notes import Advice, Hint, Note
from bot.match.session import BoardStyle, Session
from bot.show import text
from bot.show.overlay import recommended
from bot.show.page import Drawn, Page, hint_page
from bot.show.style import Capabilities
from bot.web.state import Json, buttons_json, drawn_json, plain
from engine import Rules

T = TypeVar("T")

_numbers = count(secrets.randbits(22))
"""Begins anywhere, so that two processes, or Discord, hardly give the same id in a millisecond."""

Show = Callable[[Json], None]
"""Sends an answer to the page, which shows it in place of the one before."""


def _new_id(bot: GameBot) -> int:
    """An id like those of Discord: by time, and then by a number."""
    return discord.utils.time_snowflake(bot.clock.now()) | (next(_numbers) & 0x3FFFFF)


class _Looks(Capabilities):
    """What the page can show. Its words tell of stones as they look on its own boards."""

    def style_for(self, rules: Rules, requested: BoardStyle) -> BoardStyle:
        """The style of pictures, whose stones are those of the page; or words, if asked for."""
        kept = requested is BoardStyle.TEXT or requested.is_image
        return requested if kept else BoardStyle.IMAGE


class Visit(Act):
    """One act of a person on the page of a game, answered there."""

    on_page = True

    def __init__(
        self,
        bot: GameBot,
        channel: GameChannel,
        person: discord.User | discord.Member,
        locale: str,
        show: Show,
    ) -> None:
        super().__init__(bot, Touch(_new_id(bot), channel, person), Way.PRESS)
        self.can_whisper = True
        self._locale = locale
        self._show = show

    @property
    def in_private(self) -> bool:
        """Whether nobody but the person sees what was pressed: it is their page."""
        return True

    @property
    def capabilities(self) -> Capabilities:
        """What the page can show: pictures, emoji of Unicode, and as many buttons as there are."""
        return _Looks(files=True, embeds=False, layouts=True)

    @cached_property
    def screen(self) -> Screen:
        """The screen on which a game is shown: the channel, and this page for its person alone."""
        return _PageScreen(self)

    @cached_property
    def board_screen(self) -> Screen:
        """The screen on which the board changes."""
        return self.screen

    def answering(self) -> AbstractContextManager[None]:
        """Set the language of the answer: for the channel, and for the reader of the page."""
        return self.bot.languages.answering(self.channel, self.server, self._locale)

    async def drawn(self, draw: Callable[[], T]) -> T:
        """Draw something in the language of the reader: nobody else sees it."""
        with text.privately():
            return await super().drawn(draw)

    async def shown(self, *how: Any, **more: Any) -> tuple[Page, Under]:
        """A page with rows of buttons under it, in the language of the reader."""
        with text.privately():
            return await super().shown(*how, **more)

    async def hinted(self, page: HintPage, session: Session, hint: Hint) -> Page:
        """A page about a hint. No picture is drawn of a board that the page draws itself."""
        if page is not hint_page:
            return await super().hinted(page, session, hint)
        words = hint_page(replace(session, style=BoardStyle.TEXT), hint)
        advice = Advice.of(session, hint)
        if advice.swap or advice.choice:
            return words
        overlay = recommended(session.position, hint.explanation, hint.elo)
        return replace(words, drawn=Drawn(session.position, overlay))

    def show(self, words: Words, view: Under | None = None) -> None:
        """Show words or pages, with their buttons, in place of what was answered before."""
        pages = words if isinstance(words, list) else [words]
        shown = [page if isinstance(page, Page) else Page(page) for page in pages]
        self._show({"pages": [page_json(page) for page in shown], "buttons": buttons_json(view)})

    async def later(self, *, private: bool = False) -> None:
        """Nobody waits for a sign: the page shows one by itself."""

    def acknowledge(self, *, in_place: bool = False) -> None:
        """Nobody waits for a sign."""

    def thinking(self, *, private: bool = False) -> AbstractAsyncContextManager[object]:
        """Nothing is to be shown meanwhile: the page does that by itself."""
        return nullcontext()

    async def say(self, words: Words, view: Under | None = None) -> None:
        """Answer on the page."""
        self.show(words, view)

    reply = say

    async def whisper(self, make: Callable[[], Answer | Awaitable[Answer]]) -> None:
        """Answer on the page, in the language of its reader."""
        with text.privately():
            made = make()
            answer = await made if isinstance(made, Awaitable) else made
            self.show(*answer) if isinstance(answer, tuple) else self.show(answer)

    async def show_alone(self, make: Callable[[], Awaitable[tuple[Page, Under]]]) -> None:
        """Answer on the page, in the language of its reader."""
        with text.privately():
            self.show(*await make())

    async def change(self, page: Page, view: Under) -> None:
        """Replace the answer on the page."""
        self.show(page, view)

    async def end_pressed(self, words: str | None = None) -> None:
        """Replace the answer on the page by words, without its buttons."""
        self.show(words or "")

    async def open_box(self, title: str, label: str, id_: str, written: str = "") -> None:
        """Show a box to write into."""
        await self.open_form(title, id_, [box_field(label, written)])

    async def open_form(self, title: str, id_: str, fields: Iterable[ui.Label[ui.Modal]]) -> None:
        """Show a form."""
        shown = [shown_field for field in fields if (shown_field := _field_json(field)) is not None]
        self._show({"form": id_, "title": title, "fields": shown})

    async def refuse(self, words: str, *, directly: bool) -> PageNote:
        """Say on the page why something was not done."""
        return PageNote(self, words)

    async def send_alone(self, words: str) -> PageNote:
        """Write words on the page, to be changed later."""
        return PageNote(self, words)


class PageNote:
    """Words on the page that are changed later."""

    def __init__(self, visit: Visit, words: str) -> None:
        self._visit = visit
        visit.show(words)

    async def edit(self, *, content: str | None = None) -> None:
        """Replace the words."""
        self._visit.show(content or "")

    async def delete(self) -> None:
        """Leave them: the next answer takes their place."""


class _PageScreen(Screen):
    """The channel of a game, and the page of the person who acts for what is theirs alone."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(Place(visit.bot, visit.here))
        self._visit: Final = visit

    @property
    def can_whisper(self) -> bool:
        """Whether the person can be shown something that nobody else sees: on the page."""
        return True

    async def whisper(self, page: Page, view: Under | None = None) -> None:
        """Show a page to the person alone."""
        self._visit.show(page, view)

    async def whisper_note(self, session: Session, note: Note) -> None:
        """Tell the person a note on the page, in their language."""
        with text.privately():
            self._visit.show(self._on_page(session, note))

    def _on_page(self, session: Session, note: Note) -> str:
        return text.notes([note], self._visit.styled(session), self._visit.prefix)

    async def tell(self, session: Session, note: Note) -> None:
        """Tell a note to everybody in the channel, and on the page."""
        self._visit.show(self._on_page(session, note))
        await super().tell(session, note)

    async def replace(self, message: Changeable, page: Page, buttons: Under) -> None:
        """Show a page of the bot's to the person, in place of what told how far it is."""
        self._visit.show(page, buttons)
        with suppress(*UNSENT):
            await message.delete()


def page_json(page: Page) -> Json:
    """A page of the bot's for the browser: its words, and its board, or another picture."""
    picture, drawn = page.attachment, page.drawn
    if drawn is not None:
        words = page.content.replace(f"{drawn.words}\n", "", 1) if drawn.words else page.content
        return {"words": plain(words), "board": drawn_json(drawn)}
    page_json: Json = {"words": plain("\n".join(filter(None, (page.content, page.embed))))}
    if picture is not None:
        kind = picture.name.rpartition(".")[2]
        data = base64.b64encode(picture.data).decode()
        page_json |= {"name": picture.name, "alt": plain(picture.alt)}
        page_json["picture" if kind in _PICTURES else "file"] = f"data:{_type(kind)};base64,{data}"
    return page_json


_PICTURES: Final = frozenset(("png", "gif", "webp"))


def _type(kind: str) -> str:
    return f"image/{kind}" if kind in _PICTURES else "application/octet-stream"


def _field_json(field: ui.Label[ui.Modal]) -> Json | None:
    """A field of a form; None for one that the page cannot offer: whom a server has to choose from.

    One with options has the chosen one `written` in it, "" if that may be left out.
    """
    shown: Any = field.component
    form = {"label": field.text, "about": field.description or "", "name": shown.custom_id}
    if isinstance(shown, ui.TextInput):
        return form | {"written": shown.default or "", "longest": shown.max_length}
    if not isinstance(shown, ui.Select | ui.RadioGroup):
        return None
    chosen = next((option.value for option in shown.options if option.default), "")
    options = [[option.value, option.label] for option in shown.options]
    return form | {"written": chosen, "options": options}
