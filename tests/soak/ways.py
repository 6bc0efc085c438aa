"""The ways in which people move, and what they see of it."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum

from tests.wire.loopback import Loopback
from tests.wire.payloads import BOT, snowflake
from tests.wire.press import Press
from tests.wire.rooms import QUIET, Room


class Way(Enum):
    """How a person moves."""

    TYPED = "typed"
    COMMAND = "typed command"
    MENTION = "mention"
    SLASH = "slash"
    PRESSED = "pressed"


TYPED = (Way.TYPED, Way.COMMAND, Way.MENTION)


class Act:
    """One try of a person to make a move."""

    def __init__(self, discord: Loopback, room: Room, way: Way, by: str, move: int) -> None:
        self.way = way
        self._discord = discord
        self._room = room
        self._by = by
        self._move = move
        self._before = self._since = 0
        self._time = datetime.now(UTC)
        self._press: Press | None = None

    def __repr__(self) -> str:
        return f"{self._by} {self.way.value} {self._move} at {self._time:%H:%M:%S}"

    def make(self) -> None:
        """Make the move. Where no board has its button it is typed."""
        self._before, self._since = self._room.writes, snowflake()
        self._time = datetime.now(UTC)
        match self.way:
            case Way.PRESSED:
                try:
                    self._press = self._discord.press(self._room, str(self._move), self._by)
                except StopIteration:
                    self.way = Way.TYPED
                    self._discord.say(self._room, str(self._move), self._by)
            case Way.SLASH:
                words = f"play {self._move}"
                self._press = self._discord.command(self._room, "do", self._by, words=words)
            case Way.TYPED:
                self._discord.say(self._room, str(self._move), self._by)
            case Way.COMMAND:
                self._discord.say(self._room, f"!ttt {self._move}", self._by)
            case Way.MENTION:
                self._discord.say(self._room, f"<@{BOT}> {self._move}", self._by)

    @property
    def answered(self) -> bool:
        """Whether the bot has written anything since."""
        return self._room.writes > self._before

    @property
    def failed(self) -> bool:
        """Whether a press was not acknowledged."""
        return self._press is not None and not self._press.acknowledged

    @property
    def is_above_board(self) -> bool:
        """Whether what was typed stands above a board."""
        boards = (message for message in self._room.boards if message["components"])
        is_typed = self.way in TYPED
        return is_typed and any(int(message["id"]) > self._since for message in boards)

    @property
    def refusal(self) -> str | None:
        """What the bot has said instead of a board, to everybody or to this person alone."""
        if self._press is not None and self._press.private:
            return self._press.private[-1]
        new = (message for message in self._room.boards if int(message["id"]) > self._since)
        words = (message["content"] for message in new if not message["components"])
        return next((word for word in words if not word.startswith(QUIET)), None)
