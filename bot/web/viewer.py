"""An open page of a game, and what waits to be sent to it: always the newest state, never a queue.

A game often changes twice at once, by a move and by the bot's answer. So the page gets the new
state after a short pause, or at once with an answer to its own person.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import discord
from aiohttp import web

from bot.edge.board_buttons import MOVE_ID
from bot.edge.channels import GameChannel
from bot.features.start.values import Challenge
from bot.match.notes import Note
from bot.match.session import Session
from bot.pool.bounds import BoundedDict
from bot.web.links import Seen
from bot.web.state import Json, Seat, written

log = logging.getLogger(__name__)

_SEND_SECONDS: Final = 15.0
"""Seconds after which a page that does not read is cut off. It connects again by itself."""
_PAUSE: Final = 0.05
"""Seconds in which a game may change again before it is sent: a move and the bot's answer at once,
after whoever typed that move is served."""
_CROWD: Final = 32
"""The pages that are sent it at once: of a larger crowd the others wait for their turn."""
_TURN: Final = 0.02
"""Seconds between two turns of a crowd, in which whoever types is served."""
_SHOWN_IDS: Final = 300
"""The buttons of a page that can be pressed: the newest."""
_QUESTION: Final = re.compile(r"ttt:why:([0-9]+:[0-9]+):[0-9]+(.*)")
"""What asks about a move under a hint; `ttt:whynot:` asks which."""
_ANSWERS: Final = 10
"""The most answers that wait to be sent to one page."""


@dataclass(frozen=True, eq=False, slots=True)
class News:
    """What is new in a game, for all its pages."""

    session: Session | None
    """None while no game is on in the channel."""
    notes: Sequence[Note] = ()
    watched: dict[str, str] = field(default_factory=dict)
    """The message about it for those who only watch, by language: made once for all of them."""


@dataclass(eq=False, slots=True)
class Viewer:
    """A page that shows a game, and what waits to be sent to it. While nothing does it is small."""

    words_of: Callable[[Viewer, News], str]
    """The message about the game, as this page reads it."""
    socket: web.WebSocketResponse
    seen: Seen
    channel: GameChannel
    locale: str
    person: discord.User | discord.Member | None
    """Who plays by this page; None for whoever only watches."""
    session: Session | None
    """None while no game is on in the channel."""
    news: News | None
    """What is to be sent of the game; None if that is done."""
    notes: Sequence[Note] = ()
    asked: Challenge | None = None
    """What the other player of a finished game asks this page's person for."""
    seat: Seat | None = None
    """The game in the channel that anyone may join."""
    looked: float = 0.0
    """When it was looked last whether the person is still there, by the clock of the event loop."""
    who: str | None = None
    """The message that tells who is there."""
    answers: list[Json] = field(default_factory=list)
    ids: BoundedDict[str, None] = field(default_factory=lambda: BoundedDict(_SHOWN_IDS))
    pause: asyncio.TimerHandle | None = None
    writing: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Begin to send what waits, unless that goes on already."""
        self._rest()
        if self.writing is None and not self.socket.closed:
            self.writing = asyncio.create_task(self._write())

    def wake_soon(self, number: int) -> None:
        """Begin to send what waits after a pause; `number` is the page's place in the crowd."""
        if self.pause is None:
            wait = _PAUSE + number // _CROWD * _TURN
            self.pause = asyncio.get_running_loop().call_later(wait, self.wake)

    def _rest(self) -> None:
        if self.pause is not None:
            self.pause.cancel()
            self.pause = None

    async def end(self) -> None:
        """Send nothing any more."""
        self._rest()
        if self.writing is not None:
            self.writing.cancel()
            await asyncio.wait((self.writing,))

    def tell(self, news: News, number: int = 0) -> None:
        """Send the newest state of the game soon, if it is another one than before."""
        session, shown = news.session, self.session
        if session is None or (session, news.notes) == (shown, self.notes):
            return
        if shown is not None and (session.game, session.version) < (shown.game, shown.version):
            return
        if shown is None or session.game != shown.game:
            self.asked = None
        self.session, self.notes, self.news = session, news.notes, news
        self.wake_soon(number)

    def ask(self, challenge: Challenge | None) -> None:
        """Show a challenge to this page's person, or none any more."""
        self.asked, self.news = challenge, News(self.session, self.notes)
        self.wake()

    def show_seat(self, seat: Seat | None) -> None:
        """Show the game that anyone may join, or none any more."""
        if seat != self.seat:
            self.seat, self.news = seat, News(self.session, self.notes)
            self.wake()

    def answer(self, answer: Json) -> None:
        """Send an answer soon. Of too many the oldest is left out."""
        for row in answer.get("buttons", ()):
            self.allow(row["row"])
        if "form" in answer:
            self.ids[answer["form"]] = None
        self.answers.append(answer)
        del self.answers[:-_ANSWERS]
        self.wake()

    def allow(self, buttons: Iterable[Json]) -> None:
        """Let these buttons be pressed from now on."""
        for button in buttons:
            if button["id"]:
                self.ids[button["id"]] = None

    def may_press(self, id_: str) -> bool:
        """Whether the page has shown this button, or it is a move in its game."""
        move = re.fullmatch(MOVE_ID, id_)
        if id_ in self.ids or (move is not None and int(move["game"]) == self.seen.game):
            return True
        asked = _QUESTION.fullmatch(id_)  # about any move, where too many can be for a menu
        return asked is not None and f"ttt:whynot:{asked[1]}{asked[2]}" in self.ids

    async def _write(self) -> None:
        """Send what waits, the newest state of the game first, until nothing does."""
        try:
            while self.news is not None or self.answers or self.who is not None:
                messages = [] if self.news is None else [self.words_of(self, self.news)]
                messages += map(written, self.answers)
                if self.who is not None:
                    messages.append(self.who)
                self.news, self.answers, self.who = None, [], None
                for one in messages:
                    async with asyncio.timeout(_SEND_SECONDS):
                        await self.socket.send_str(one)
        except (TimeoutError, ConnectionError):
            await self.socket.close()  # the page connects again, if it is there
        except Exception:
            log.exception("a defect")
            await self.socket.close()
        finally:
            self.writing = None
