"""The bot in a terminal or a pipe: it reads lines and prints what the channel shows.

`5` or `!ttt start` is a message by alice, `bob: 5` is one by bob. `[Accept]` presses a button of
the message with buttons that was shown last, or chooses from its menu, `[Answer] b2` writes b2 into
the box that opens, `[New game…] game:4x4 side:x` fills in a form, and `/ttt do words:hint all` is a
slash command.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from threading import Thread
from typing import Any, Final, TextIO

import simcord
from babel.dates import format_date, format_time, format_timedelta
from simcord.results import to_discord_message

from bot.client.bot import Kinarow
from bot.local.kept import KeptChannel
from bot.local.world import MEMBERS, Choice, World, choices_under, fields_of, open_world, usual_in
from bot.match.notes import Permission
from bot.match.session import BOT_NAME, ChannelId
from bot.show import text
from bot.show.emoji import KEYCAPS, RECOMMENDED, tile_named

_LINE: Final = re.compile(rf"(?:(?P<speaker>{'|'.join(MEMBERS)}): ?)?(?P<words>.*)", re.IGNORECASE)
_PRESS: Final = re.compile(r"\[(?P<label>[^\]]+)\](?: +(?P<written>\S.*))?")
_OPTION: Final = re.compile(r"(\w+):(.*?)(?=\s+\w+:|$)")
_END: Final = ""
_PAUSE: Final = 0.25
"""Seconds between two checks of the bot's timers while nobody types."""
_RADIO: Final = 21
"""The type of a field of which one option is chosen by its circle."""
_LOADING: Final = 1 << 7
"""The flag of an answer that only says that the bot is thinking."""
_SHOWN: Final = {"MESSAGE_CREATE": "", "MESSAGE_UPDATE": " (edited)"}

_MENTION: Final = re.compile("<:([0-9a-z_]+):[0-9]+>")
_CELL: Final = re.compile(f"{_MENTION.pattern}|{RECOMMENDED}")
_ROW: Final = re.compile(f"(?:{_CELL.pattern}){{3,}}")
_TIMESTAMP: Final = re.compile("<t:([0-9]+)(?::([tTdDfFR]))?>")
_DATES: Final = {"d": "short", "D": "long", "f": "long", "F": "full"}
_TIMES: Final = {"t": "short", "T": "medium", "f": "short", "F": "short"}
"""How long the date and the time of each style are written, in the words of Babel."""
_EMOJI_WIDTH: Final = 2
"""The number of columns that an emoji takes in a terminal."""


async def play_in_terminal(bot: Kinarow, kept: KeptChannel) -> None:
    """Play until the input ends or the output is closed."""
    source: TextIO = sys.stdin or io.StringIO()
    if isinstance(source, io.TextIOWrapper):
        source.reconfigure(errors="replace")
    async with open_world(bot, kept) as world:
        world.permit_files(permitted=False)  # boards are drawn with letters, which can be printed
        mentioned = bot.services.mentioned  # advice about pictures helps nobody here
        await mentioned.newly_missing(ChannelId(world.channel.id), [Permission.FILES])
        terminal = Terminal(world, echo=not source.isatty())
        if source.isatty():
            await world.greet()
        async for line in _lines(source, terminal.rest):
            await terminal.take(line)
            if terminal.unread:
                break


class Terminal:
    """Acts for the members, and prints what they see."""

    def __init__(self, world: World, *, echo: bool) -> None:
        self._world = world
        self._echo = echo
        self.unread = False
        """Whether the output is closed."""
        self._bot_id = world.env.backend.bot_user.id
        self._count = count(1)
        self._words: dict[int, str] = {}
        """What each message said when it was printed."""
        self._printed: dict[int, int] = {}
        """When each message of the channel was printed last, by its id: the newest has the most."""
        self._private = {message.id: repr(message) for message in self._private_messages()}
        """What each message that only one member sees contained when it was printed last."""
        world.env.backend.subscribers.append(self._on_event)

    async def take(self, line: str) -> None:
        """Carry out a line, and wait until the bot has answered."""
        match = _LINE.fullmatch(line.strip())
        if match is None or not match["words"]:
            return
        speaker = self._world.members[(match["speaker"] or MEMBERS[0]).lower()]
        if self._echo and not _is_message(match["words"]):
            self._print(speaker.name, match["words"])
        try:
            await self._act(speaker, match["words"])
            if self._echo:
                await self._world.catch_up()
        except (simcord.SetupError, simcord.BackendError, LookupError, TimeoutError) as error:
            self._write(f"({error})\n")
        self._show_private()

    async def rest(self) -> None:
        """Let time pass, so that due timers of the bot fire."""
        with suppress(simcord.SetupError, TimeoutError):
            await self._world.pass_time()
        self._show_private()
        self._world.keep()

    async def _act(self, speaker: simcord.MemberActor, words: str) -> None:
        if press := _PRESS.fullmatch(words):
            await self._press(speaker, press["label"], press["written"])
        elif words.startswith("/"):
            await self._slash(speaker, words[1:])
        else:
            await speaker.send(self._world.channel, self._world.mentions.typed(words))

    async def _press(self, speaker: simcord.MemberActor, label: str, written: str | None) -> None:
        """Press a button, or choose from a menu, and fill in the box or form that opens."""
        message, chosen = self._found(speaker, label)
        if chosen.value is None:
            result = await speaker.click(message, custom_id=chosen.custom_id)
        else:
            result = await speaker.select(message, [chosen.value], custom_id=chosen.custom_id)
        if result.modal is None:
            return
        fields = fields_of(result.modal)
        if len(fields) > 1:
            await speaker.submit_modal(result, self._filled(label, fields, written))
        elif written is None:
            raise LookupError(f"a box opens to write into: [{label}] 5 writes 5")
        else:
            await speaker.submit_modal(result, dict.fromkeys(fields, written))

    def _filled(
        self, label: str, fields: Mapping[str, Mapping[str, Any]], written: str | None
    ) -> dict[str, Any]:
        """What a form holds that is filled in with `name:value`, the rest as it came."""
        usual = {name: usual_in(field) for name, field in fields.items()}
        options = dict(_OPTION.findall(written or ""))
        if not options or not fields.keys() >= options.keys():
            example = " ".join(f"{name}:{value or '@bob'}" for name, value in usual.items())
            raise LookupError(f"a form opens; fill in what you like of [{label}] {example}")
        found = {name: value for name, value in (usual | options).items() if value}
        return {
            name: value if fields[name]["type"] == _RADIO else [self._member(value) or value]
            for name, value in found.items()
        }

    def _member(self, name: str) -> simcord.MemberActor | None:
        """The member of a name, with or without an @."""
        return self._world.members.get(name.lower().removeprefix("@"))

    async def _slash(self, speaker: simcord.MemberActor, words: str) -> None:
        options: dict[str, Any] = {}
        for name, value in _OPTION.findall(words):
            typed = self._world.mentions.typed(value)
            options[name] = self._member(value) or value == "true" or typed
        name = words[: found.start()] if (found := _OPTION.search(words)) else words
        if not name.strip():
            raise LookupError("which command? for example /ttt help")
        await speaker.slash(self._world.channel, name.strip(), **options)

    def _found(self, speaker: simcord.MemberActor, label: str) -> tuple[Any, Choice]:
        """Return a button or option of the message with buttons that a member was shown last.

        Never one of an earlier message: its id may refer to another board by now.
        """
        seen = self._world.channel.history(viewer=speaker)
        pressable = [message for message in seen if choices_under(message)]
        if pressable:
            last = max(pressable, key=lambda found: (self._printed.get(found.id, 0), found.id))
            for choice in choices_under(last):
                if choice.label.casefold() == label.casefold():
                    return last, choice
        raise LookupError(f"no button [{label}] under the last message that has any")

    def _private_messages(self) -> list[Any]:
        """Messages that only single members see, except answers still to come."""
        messages = self._world.env.backend.messages.get(self._world.channel.id, {}).values()
        return [found for found in messages if found.is_ephemeral and not found.flags & _LOADING]

    def _show_private(self) -> None:
        """Print what only single members see, if it is new or has changed."""
        for stored in self._private_messages():
            before, now = self._private.get(stored.id), repr(stored)
            if before == now:
                continue
            self._private[stored.id] = now
            viewer = next(m for m in self._world.members.values() if stored.visible_to(m.id))
            edited = "" if before is None else ", edited"
            heading = f"{BOT_NAME} (only {viewer.name} sees this{edited})"
            self._show(heading, to_discord_message(self._world.env, stored))

    def _show(self, heading: str, message: Any) -> None:
        """Print a message with its buttons, unless it has only lost them since it was printed."""
        words = "\n".join((message.content, *(one.description or "" for one in message.embeds)))
        if self._words.get(message.id) == words and not choices_under(message):
            return
        self._words[message.id] = words
        self._printed[message.id] = next(self._count)
        self._print(heading, _content(message))

    def _name(self, channel: int) -> str:
        """How to name another channel to the reader."""
        found = self._world.env.backend.get_channel(channel)
        return f"thread “{found.name}”" if found.is_thread else "direct message"

    def _on_event(self, event: str, payload: Mapping[str, Any]) -> None:
        if event not in _SHOWN:
            return
        env = self._world.env
        channel = int(payload["channel_id"])
        message = to_discord_message(env, env.backend.get_message(channel, int(payload["id"])))
        if message.author.id != self._bot_id and not self._echo:
            return
        if message.id in self._world.bot.old_boards.retiring or message.flags.loading:
            return  # printed text cannot be changed, and an answer to come says nothing yet
        where = "" if channel == self._world.channel.id else f" ({self._name(channel)})"
        self._show(f"{message.author.display_name}{where}{_SHOWN[event]}", message)

    def _print(self, heading: str, content: str) -> None:
        content = plain(self._world.mentions.shown(content))
        content = expand_timestamps(content, datetime.now(UTC).astimezone(), self._language())
        separator = "\n" if "\n" in content else " "
        self._write(f"{heading}:{separator}{content}\n")

    def _language(self) -> str:
        """The language of the channel, in which a client tells times here."""
        here = self._world.bot.get_channel(self._world.channel.id)
        with self._world.bot.languages.in_channel(ChannelId(self._world.channel.id), here):
            return text.spoken_language()

    def _write(self, line: str) -> None:
        try:
            print(line, flush=True)
        except BrokenPipeError:
            self.unread = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_message(words: str) -> bool:
    return not words.startswith("/") and _PRESS.fullmatch(words) is None


def _content(message: Any) -> str:
    """What a message shows in a terminal, its buttons in brackets."""
    texts = (part.content for part in message.components if hasattr(part, "content"))
    frames = [embed.description or "" for embed in message.embeds]
    files = [f"[{file.filename}] {file.description or ''}" for file in message.attachments]
    buttons = " ".join(f"[{choice.label}]" for choice in choices_under(message))
    return "\n".join(part for part in (message.content, *texts, *frames, *files, buttons) if part)


async def _lines(source: TextIO, rest: Callable[[], Awaitable[None]]) -> AsyncIterator[str]:
    """Yield the lines of a stream. A daemon thread reads them, so that it never blocks the bot.

    While there is no line, `rest` is called from time to time.
    """
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended before the input
            for line in chain(source, [_END]):
                loop.call_soon_threadsafe(lines.put_nowait, line)

    Thread(target=read, daemon=True).start()
    while (line := await _next(lines, rest)) != _END:
        yield line


async def _next(lines: asyncio.Queue[str], rest: Callable[[], Awaitable[None]]) -> str:
    line = asyncio.ensure_future(lines.get())
    while not line.done():
        await asyncio.wait({line}, timeout=_PAUSE)
        if not line.done():
            await rest()
    return line.result()


def plain(content: str) -> str:
    """Replace application emoji by those of Unicode. Rows of high numbers get columns."""
    numbers = [tile.number or 0 for tile in map(tile_named, _MENTION.findall(content)) if tile]
    width = len(str(max(numbers, default=0)))
    if max(numbers, default=0) > KEYCAPS:
        content = _ROW.sub(lambda row: _spaced(row[0], max(width, _EMOJI_WIDTH)), content)
    return _MENTION.sub(_unicode, content)


def _unicode(found: re.Match[str]) -> str:
    tile = tile_named(found[1])
    return found[0] if tile is None else tile.plain


def expand_timestamps(content: str, now: datetime, language: str) -> str:
    """Replace each time in a message by how long it is until then, or by its date and hour.

    These are in the time zone of `now`.
    """
    locale = language.replace("-", "_")

    def shown_time(found: re.Match[str]) -> str:
        style = found[2] or "f"
        if style == "R":
            left = timedelta(seconds=round(int(found[1]) - now.timestamp()))
            # use a unit only from 2 on: "in 24 hours", not "in 1 day"
            return format_timedelta(left, threshold=2, add_direction=True, locale=locale)
        then = datetime.fromtimestamp(int(found[1]), now.tzinfo)
        date, time = _DATES.get(style), _TIMES.get(style)
        words = [format_date(then, date, locale=locale)] if date else []
        words += [format_time(then, time, locale=locale)] if time else []
        return " ".join(words)

    return _TIMESTAMP.sub(shown_time, content)


def _spaced(row: str, width: int) -> str:
    return " ".join(_cell(found, width) for found in _CELL.finditer(row)).rstrip()


def _cell(found: re.Match[str], width: int) -> str:
    if found[0] == RECOMMENDED:
        return " " * (width - _EMOJI_WIDTH) + RECOMMENDED
    tile = tile_named(found[1])
    if tile is not None and tile.number is not None:
        return f"{tile.number:{width}}"
    return " " * (width - _EMOJI_WIDTH) + (tile.plain if tile is not None else "⬜")
