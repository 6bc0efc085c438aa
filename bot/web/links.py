"""Links to a board: signed for one person and one game, and for whom they are passed on to.

A link is opened once as the person for whom it was made, within ten minutes. The browser that does
so gets a pass of its own; everybody else who opens the link may only watch. `itsdangerous` signs
both, with a key of the day that comes from the bot's token: it is never stored, each day has a new
one, and those of the last days still open what they have signed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from itsdangerous import BadData, URLSafeSerializer

from bot.match.session import ChannelId, GameId, UserId
from bot.pool.bounds import BoundedDict

_DAY: Final = 86_400
_DAYS: Final = 7
"""The days for which a pass opens a board. The button of a board makes a new link at any time."""
_OPENED_WITHIN: Final = 600
"""The seconds within which a link is to be opened by the person for whom it was made."""
_REMEMBERED: Final = 100_000
"""The most links of which is remembered that they were opened."""
_LONGEST: Final = 400
"""The most characters of a link or a pass."""
_LINK: Final = "link"
_PASS: Final = "pass"


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody may see: a game of a channel, as a person, or only to watch it."""

    channel: ChannelId
    game: GameId | None
    """None if no game is on there: then the page shows the next one."""
    user: UserId | None
    """None for whoever only watches."""
    stays: bool = False
    """Whether the page shows whatever is played in the channel, as in an activity."""
    follows: bool = True
    """Whether it goes on to the next game of its person there."""
    fresh: bool = field(default=False, compare=False)
    """Whether this opened a link, and not a pass."""


class Links:
    """Makes and reads the links to boards, and the passes of those who have opened them."""

    def __init__(self, secret: bytes, clock: Callable[[], float]) -> None:
        self._secret = secret
        self._clock = clock
        self._process = secrets.token_hex(4)
        """Which process has made a link: another one does not know whether it was opened."""
        self._opened: BoundedDict[str, None] = BoundedDict(_REMEMBERED)

    def link(self, channel: ChannelId, game: GameId, user: UserId) -> str:
        """A link's token, for a person to open a game in a channel."""
        once = f"{self._process}{secrets.token_hex(8)}"
        return self._signed(_LINK, [channel, game, user, once])

    def open(self, token: str) -> Seen | None:
        """What a link or a pass shows to whoever sends it; None if it is forged or too old.

        A link is used up by this.
        """
        if (told := self._read(_PASS, token)) is not None:
            channel, game, user, stays, *follows = told
            whose = ChannelId(channel), game and GameId(game), UserId(user)
            return Seen(*whose, stays, follows != [False])  # an older pass does not say
        if (told := self._read(_LINK, token)) is None:
            return None
        channel, game, user, once = told
        fresh = self._read(_LINK, token, _OPENED_WITHIN) is not None
        mine = fresh and once.startswith(self._process) and once not in self._opened
        if mine:
            self._opened[once] = None
        return Seen(ChannelId(channel), GameId(game), UserId(user) if mine else None, fresh=True)

    def pass_for(self, seen: Seen) -> str:
        """A pass, with which a browser opens a game as a person again."""
        assert seen.user is not None, "who only watches has none"
        what = [seen.channel, seen.game, seen.user, seen.stays, seen.follows]
        return self._signed(_PASS, what)

    def _signed(self, kind: str, what: list[Any]) -> str:
        now = int(self._clock())
        return f"{now // _DAY}.{self._serializer(kind, now // _DAY).dumps([now, *what])}"

    def _read(self, kind: str, token: str, seconds: int = _DAYS * _DAY) -> list[Any] | None:
        """What a token says, if it is of a kind and was signed within so many seconds."""
        if not token.isascii():
            return None
        day, _, signed = token[:_LONGEST].partition(".")
        now = int(self._clock())
        recent = {str(now // _DAY - age) for age in range(_DAYS + 1)}
        if day not in recent:
            return None
        try:
            made, *told = self._serializer(kind, int(day)).loads(signed)
        except BadData:
            return None
        return told if now - made <= seconds else None

    def _serializer(self, kind: str, day: int) -> URLSafeSerializer:
        key = hmac.digest(self._secret, f"board {day}".encode(), hashlib.sha256)
        return URLSafeSerializer(key, salt=kind, signer_kwargs={"digest_method": hashlib.sha256})
