"""Links to the page of a board, each signed for one person and one game.

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
from dataclasses import dataclass, field, replace
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
    owner: UserId | None = field(default=None, compare=False)
    """For whom the link or pass was made: also of those who only watch by it."""
    made: float = field(default=0.0, compare=False)
    """When it was made, in seconds."""


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
        return self._signed(_LINK, [channel, game, user, once], self._clock())

    def open(self, token: str) -> Seen | None:
        """What a link or a pass shows to whoever sends it; None if it is forged or too old.

        A link is used up by this.
        """
        if (fields := self._read(_PASS, token)) is not None:
            made, channel, game, user, stays, *follows = fields
            whose = ChannelId(channel), game and GameId(game), UserId(user)
            # an older pass does not say whether it follows
            return Seen(*whose, stays, follows != [False], owner=whose[2], made=made)
        if (fields := self._read(_LINK, token)) is None:
            return None
        made, channel, game, user, once = fields
        fresh = self._read(_LINK, token, _OPENED_WITHIN) is not None
        mine = fresh and once.startswith(self._process) and once not in self._opened
        if mine:
            self._opened[once] = None
        opens, person = UserId(user) if mine else None, UserId(user)
        what = ChannelId(channel), GameId(game), opens
        return Seen(*what, fresh=True, owner=person, made=made)

    def whose(self, user: UserId, channel: ChannelId | None = None) -> str:
        """A code for a person's links, all or those to a channel. It tells nobody whose."""
        scope = f"links of {user} {channel or 'everywhere'}".encode()
        return hmac.digest(self._secret, scope, hashlib.sha256).hex()[:40]

    def codes(self, seen: Seen) -> list[str]:
        """The codes under which a link or pass may have been ended."""
        if seen.owner is None:
            return []
        return [self.whose(seen.owner), self.whose(seen.owner, seen.channel)]

    def pass_for(self, seen: Seen) -> str:
        """A pass, with which a browser opens a game as a person again.

        It is as old as what it comes from: who has ended that has ended this too.
        """
        assert seen.user is not None, "who only watches has none"
        what = [seen.channel, seen.game, seen.user, seen.stays, seen.follows]
        return self._signed(_PASS, what, seen.made or self._clock())

    def renewed(self, seen: Seen) -> Seen:
        """What a pass shows that has not been ended, so that the next one counts from now on."""
        return replace(seen, made=self._clock())

    def _signed(self, kind: str, what: list[Any], made: float) -> str:
        day = int(made) // _DAY
        return f"{day}.{self._serializer(kind, day).dumps([round(made, 3), *what])}"

    def _read(self, kind: str, token: str, seconds: int = _DAYS * _DAY) -> list[Any] | None:
        """When a token was made, and what it says: of a kind, and of the last so many seconds."""
        if not token.isascii():
            return None
        day, _, signed = token[:_LONGEST].partition(".")
        now = int(self._clock())
        recent = {str(now // _DAY - age) for age in range(_DAYS + 1)}
        if day not in recent:
            return None
        try:
            fields: list[Any] = self._serializer(kind, int(day)).loads(signed)
        except BadData:
            return None
        return fields if now - fields[0] <= seconds else None

    def _serializer(self, kind: str, day: int) -> URLSafeSerializer:
        key = hmac.digest(self._secret, f"board {day}".encode(), hashlib.sha256)
        return URLSafeSerializer(key, salt=kind, signer_kwargs={"digest_method": hashlib.sha256})
