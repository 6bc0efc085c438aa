"""The bot in a terminal or a pipe: it reads lines and prints what the channel shows.

`5` or `!ttt start` is a message by alice, `bob: 5` is one by bob. `[Accept]` presses the newest
button with that label, and `/ttt hint scope:all` is a slash command.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain
from threading import Thread
from typing import Any, Final, TextIO

import simcord
from simcord.results import to_discord_message

from bot.client.bot import Kinarow
from bot.local.client_text import expand_timestamps, plain
from bot.local.kept import KeptChannel
from bot.local.world import MEMBERS, World, open_world
from bot.match.notes import Permission
from bot.match.session import BOT_NAME, ChannelId, MessageId

_LINE: Final = re.compile(rf"(?:(?P<speaker>{'|'.join(MEMBERS)}): ?)?(?P<words>.*)", re.IGNORECASE)
_PRESS: Final = re.compile(r"\[(?P<label>[^\]]+)\]")
_OPTION: Final = re.compile(r"(\w+):(.*?)(?=\s+\w+:|$)")
_END: Final = ""
_PAUSE: Final = 0.25
"""Seconds between two checks of the bot's timers while nobody types."""
_SHOWN: Final = {"MESSAGE_CREATE": "", "MESSAGE_UPDATE": " (edited)"}


async def play_in_terminal(bot: Kinarow, kept: KeptChannel) -> None:
    """Play until the input ends or the output is closed."""
    source: TextIO = sys.stdin or io.StringIO()
    if isinstance(source, io.TextIOWrapper):
        source.reconfigure(errors="replace")
    async with open_world(bot, kept) as world:
        world.permit_files(permitted=False)  # boards are drawn with letters, which can be printed
        told = bot.services.told  # that pictures would look better helps nobody here
        await told.news(ChannelId(world.channel.id), [Permission.FILES])
        terminal = Terminal(world, echo=not source.isatty())
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

    async def rest(self) -> None:
        """Let time pass, so that due timers of the bot fire."""
        with suppress(simcord.SetupError, TimeoutError):
            await self._world.pass_time()
        self._world.keep()

    async def _act(self, speaker: simcord.MemberActor, words: str) -> None:
        channel = self._world.channel
        if press := _PRESS.fullmatch(words):
            result = await speaker.click(self._newest(press["label"]), label=press["label"])
        elif words.startswith("/"):
            result = await self._slash(speaker, words[1:])
        else:
            await speaker.send(channel, self._world.mentions.typed(words))
            return
        for response in (result.response, *result.followups):
            if response is not None and response.ephemeral:
                said = response.content or _text(response.message)
                self._print(f"{BOT_NAME} (only {speaker.name} sees this)", said)
        if result.modal is not None:
            raise LookupError("on Discord a box opens to write into: here, type the move")

    async def _slash(self, speaker: simcord.MemberActor, words: str) -> simcord.InteractionResult:
        options: dict[str, Any] = {}
        for name, value in _OPTION.findall(words):
            member = self._world.members.get(value.lower().removeprefix("@"))
            options[name] = member or value == "true" or self._world.mentions.typed(value)
        name = words[: found.start()] if (found := _OPTION.search(words)) else words
        if not name.strip():
            raise LookupError("which command? for example /ttt help")
        return await speaker.slash(self._world.channel, name.strip(), **options)

    def _newest(self, label: str) -> Any:
        """Return the newest message that has a button with this label."""
        for message in reversed(self._world.channel.history()):
            if label in _labels(message):
                return message
        raise LookupError(f"no button [{label}] here")

    def _name(self, channel: int) -> str:
        """What another channel is, for who reads along."""
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
        bot = env.bot
        assert isinstance(bot, Kinarow), "it is the bot that plays"
        if bot.old_boards.is_retiring(MessageId(message.id)):
            return  # printed text cannot be changed
        where = "" if channel == self._world.channel.id else f" ({self._name(channel)})"
        buttons = " ".join(f"[{label}]" for label in _labels(message))
        frames = [embed.description or "" for embed in message.embeds]
        files = [f"[{file.filename}] {file.description or ''}" for file in message.attachments]
        content = "\n".join(part for part in (message.content, *frames, *files, buttons) if part)
        self._print(f"{message.author.display_name}{where}{_SHOWN[event]}", content)

    def _print(self, heading: str, content: str) -> None:
        content = plain(self._world.mentions.shown(content))
        content = expand_timestamps(content, datetime.now(UTC), self._world.language)
        separator = "\n" if "\n" in content else " "
        self._write(f"{heading}:{separator}{content}\n")

    def _write(self, line: str) -> None:
        try:
            print(line, flush=True)
        except BrokenPipeError:
            self.unread = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_message(words: str) -> bool:
    return not words.startswith("/") and _PRESS.fullmatch(words) is None


def _labels(message: Any) -> list[str]:
    return [
        item.label
        for row in message.components
        for item in getattr(row, "children", ())
        if getattr(item, "label", None)
    ]


def _text(message: Any) -> str:
    """What a message of components says."""
    return "\n".join(part.content for part in message.components if hasattr(part, "content"))


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
