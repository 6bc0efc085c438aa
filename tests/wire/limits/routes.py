"""The limits of single routes.

Discord publishes none: they stand in the `X-RateLimit-*` headers of its answers, and may change
(https://docs.discord.com/developers/topics/rate-limits). Those below were observed by the people
named beside each. A route that is not here has only the global limit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tests.wire.limits.windows import Limit


@dataclass(frozen=True)
class Route:
    """Requests that share a limit; the groups of the pattern are the major parameters.

    Each channel, and each token of an interaction, has a bucket of its own.
    """

    bucket: str
    """The name that stands in the header; on Discord it says nothing either."""
    pattern: re.Pattern[str]
    limit: Limit
    everywhere: bool = True
    """Whether the global limit counts its requests too."""

    def key(self, request: str) -> str | None:
        """The bucket of a request, such as `POST /channels/1/messages`; None if it has another."""
        found = self.pattern.fullmatch(request)
        return None if found is None else "/".join(found.groups())


def _route(bucket: str, pattern: str, limit: Limit, *, everywhere: bool = True) -> Route:
    return Route(bucket, re.compile(pattern), limit, everywhere)


_MESSAGE: Final = r"/channels/(\d+)/messages/\d+"
ROUTES: Final = (
    # https://github.com/discord-relay-chat/drc/issues/17
    _route("create", r"POST /channels/(\d+)/messages", Limit(5, 5)),
    # https://github.com/discord-net/Discord.Net/issues/2375, "every second per channel"
    _route("edit", rf"PATCH {_MESSAGE}", Limit(5, 5)),
    # https://github.com/abalabahaha/eris/pull/1173, of messages younger than two weeks
    _route("delete", rf"DELETE {_MESSAGE}", Limit(3, 1)),
    # https://github.com/discord/discord-api-docs/issues/395; one in 0.25 s, for the whole account
    _route("react", r"(?:PUT|DELETE) /channels/\d+/messages/\d+/reactions/.+", Limit(1, 0.25)),
    # 110 of 300 ballots were lost to it
    _route("typing", r"POST /channels/(\d+)/typing", Limit(5, 5)),
    # https://birdie0.github.io/discord-webhooks-guide/other/rate_limits.html
    _route(
        "webhook", r"[A-Z]+ /webhooks/(\d+)/([^/]+)(?:/messages/.+)?", Limit(5, 2), everywhere=False
    ),
)
GLOBAL: Final = Limit(50, 1)
"""https://docs.discord.com/developers/topics/rate-limits: all requests of a bot in a second."""
EXEMPT: Final = re.compile(r"[A-Z]+ /interactions/.+")
"""The same page: answers to interactions are not bound to the global limit."""
OLD_EDITS: Final = Limit(3, 20)
"""Edits of messages older than an hour, by channel; after more come 429 and the code 30046.

https://github.com/circuitsacul/starboard-4/issues/118"""
OLD: Final = 3600.0
"""Seconds after which a message is old: it stands in the text of 30046."""
