"""The limits of requests: by route, in total, and for invalid ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web

from tests.wire.limits.routes import EXEMPT, GLOBAL, OLD_EDITS, ROUTES, Route
from tests.wire.limits.windows import Clock, Count, Limit, Windows

INVALID: Final = Limit(10_000, 600)
"""Answers with 401, 403 or 429 after which the whole address is banned.

https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans"""
COUNTED: Final = frozenset(
    (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
)
SHARED: Final = "shared"
"""The scope of a limit that a bot shares with others, which is not held against it."""
BAN_PAGE: Final = "<html><title>Access denied | discord.com</title>Error 1015: Cloudflare</html>"
"""What those who are banned get: no JSON, and no `Via`, since Discord's proxy was never reached."""
_VIA: Final = "1.1 google"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RequestLimits:
    """Counts every request of every process, as Discord does by token and by address."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.refused: Counter[str] = Counter()
        """How often each limit was exceeded, by the name of its bucket."""
        self.invalid = Windows(INVALID, clock)
        self.most_invalid = 0
        """The most invalid requests in one window."""
        self._global = Windows(GLOBAL, clock)
        self._routes = [(route, Windows(route.limit, clock)) for route in ROUTES]
        self._old_edits = Windows(OLD_EDITS, clock)

    @property
    def banned(self) -> bool:
        """Whether so much was invalid that nothing is heard any more."""
        return self.invalid.used() >= INVALID.most

    async def respond(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, or refuse it; what the bot needs to know stands in the headers."""
        if request.path == "/":  # the gateway counts in another way
            return await handler(request)
        if self.banned:
            self.refused["banned"] += 1
            status = HTTPStatus.TOO_MANY_REQUESTS
            return web.Response(status=status, text=BAN_PAGE, content_type="text/html")
        try:
            response = await self._within(request, handler)
        except web.HTTPException as error:
            self._judge(error)
            raise
        self._judge(response)
        return response

    def edit_old(self, channel: int) -> web.Response | None:
        """Count an edit of a message older than an hour; the refusal, if there were too many."""
        count = self._old_edits.count(str(channel))
        return self._refusal("old edit", count, code=30046) if count.exceeded else None

    async def _within(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        asked = f"{request.method} {request.path}"
        found = self._found(asked)
        exempt = EXEMPT.fullmatch(asked) or (found is not None and not found[0].everywhere)
        if not exempt and (everything := self._global.count()).exceeded:
            return self._refusal("global", everything)
        if found is None:
            return await handler(request)
        route, count = found
        if count.exceeded:
            refusal = self._refusal(route.bucket, count)
            self._describe(refusal, route, count)
            return refusal
        response = await handler(request)
        if not response.prepared and response.content_type != "text/html":
            self._describe(response, route, count)
        return response

    def _found(self, asked: str) -> tuple[Route, Count] | None:
        for route, windows in self._routes:
            if (key := route.key(asked)) is not None:
                return route, windows.count(key)
        return None

    def _describe(self, response: web.StreamResponse, route: Route, count: Count) -> None:
        response.headers["X-RateLimit-Bucket"] = route.bucket
        response.headers["X-RateLimit-Limit"] = str(count.limit.most)
        response.headers["X-RateLimit-Remaining"] = str(count.remaining)
        response.headers["X-RateLimit-Reset-After"] = f"{self.clock.wait(count.left):.3f}"

    def _refusal(self, bucket: str, count: Count, code: int = 0) -> web.Response:
        self.refused[bucket] += 1
        everywhere, seconds = bucket == "global", round(self.clock.wait(count.left), 3)
        body = {
            "message": "You are being rate limited.",
            "retry_after": seconds,
            "global": everywhere,
            "code": code,
        }
        headers = {
            "Retry-After": str(seconds),
            "X-RateLimit-Scope": "global" if everywhere else "user",
            "Via": _VIA,
        }
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        return web.Response(
            body=json.dumps(body).encode(),
            status=HTTPStatus.TOO_MANY_REQUESTS,
            content_type="application/json",
            headers=headers,
        )

    def _judge(self, response: web.StreamResponse) -> None:
        if response.status in COUNTED and response.headers.get("X-RateLimit-Scope") != SHARED:
            self.most_invalid = max(self.most_invalid, self.invalid.count().used)
