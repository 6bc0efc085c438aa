"""Who asks for pages, as far as that is proved, and how much each visitor may ask for.

A visitor is an address until a pass proves a person. The address is that of the connection. What a
request says about itself (`X-Forwarded-For`) is believed only if it comes from a proxy that a
setting names, hop by hop from the last. So nobody gets more by claiming to be somebody else.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Final, Self

from aiohttp import web

from bot.match.session import UserId
from bot.pool.bounds import BoundedDict

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_Ip = ipaddress.IPv4Address | ipaddress.IPv6Address

_MOST_FROM_ONE: Final = 20
"""The most sockets from one address, or of one person: a class in a school shares an address."""
_MOST_HOPS: Final = 20
_REMEMBERED: Final = 100_000
_SECONDS: Final = 1.0
"""After so many seconds a page may be opened once more from one address, or by one person."""


class Allowance:
    """Allows each who asks so much at once, and one more every so many seconds.

    >>> ten = Allowance(10, 1.0, lambda: 0.0)
    >>> [ten.take("x") for _ in range(11)].count(True)
    10
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._full_at: BoundedDict[Hashable, float] = BoundedDict(_REMEMBERED)

    def take(self, who: Hashable = None) -> bool:
        """Take one from somebody's allowance, if there is one."""
        now = self._clock()
        full_at = max(now, self._full_at.get(who, now)) + self._seconds
        if full_at - now > self._most * self._seconds:
            return False
        self._full_at[who] = full_at
        return True


def address_of(request: web.Request, proxies: Sequence[Network]) -> str:
    """Where a request comes from. Of IPv6 it is the network of 64 bits: that is one customer's."""
    found = _ip(request.remote or "")
    if found is None:
        return request.remote or ""
    hops = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
    for hop in reversed(hops[-_MOST_HOPS:]):
        before = _ip(hop)
        if before is None or not any(found in proxy for proxy in proxies):
            break
        found = before
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(found), 64), strict=False))
    return str(found)


def _ip(address: str) -> _Ip | None:
    """Read an address, which may have a port behind it; None if it is none."""
    address = address.strip().strip('"')
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    with suppress(ValueError):
        found = ipaddress.ip_address(address)
        return getattr(found, "ipv4_mapped", None) or found
    return None


class Visitors:
    """The sockets of all who are here: at most so many, and of strangers at most half of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._sockets: Counter[Hashable] = Counter()
        self._strangers = 0
        self._openings = Allowance(_MOST_FROM_ONE, _SECONDS)

    def arrive(self, address: str) -> Visitor | None:
        """Count a socket from an address in a `with` block; None if there are too many."""
        full = self._sockets.total() >= self.most or self._strangers * 2 >= self.most
        if full or self._sockets[address] >= _MOST_FROM_ONE:
            return None
        return Visitor(self, address)

    def count(self, who: str | UserId, more: int) -> None:
        """Count the sockets of somebody."""
        self._sockets[who] += more
        self._sockets += Counter()  # drops those at zero
        if isinstance(who, str):
            self._strangers += more

    def may_open(self, who: str | UserId) -> bool:
        """Whether somebody may open a page now, which takes one from their allowance."""
        return self._openings.take(who)

    def has_room(self, user: UserId) -> bool:
        """Whether a person may have one more socket."""
        return self._sockets[user] < _MOST_FROM_ONE


class Visitor:
    """A socket, counted for its address until a pass proves whose it is."""

    def __init__(self, visitors: Visitors, address: str) -> None:
        self._visitors = visitors
        self._who: str | UserId = address

    def __enter__(self) -> Self:
        self._visitors.count(self._who, 1)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._visitors.count(self._who, -1)

    def may_open(self, user: UserId | None) -> bool:
        """Whether a page may be opened: as a person whom a pass has proved, or only to watch."""
        if user is not None:
            if not self._visitors.has_room(user):
                return False
            self._visitors.count(self._who, -1)
            self._who = user
            self._visitors.count(user, 1)
        return self._visitors.may_open(self._who)
