"""What can go wrong with a request, and when."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from aiohttp import web

MESSAGES: Final = r"POST /channels/\d+/messages"
"""A message that the bot sends."""
BOARD: Final = r"PATCH /channels/\d+/messages/\d+"
"""A board that changes in place."""
CALLBACK: Final = r"POST /interactions/\d+/[^/]+/callback"
"""The first answer to an interaction."""
FOLLOWUP: Final = r"POST /webhooks/\d+/[^/]+"
"""A further answer to an interaction."""
TYPING: Final = r"POST /channels/\d+/typing"
"""A sign that the bot is typing."""
CHANNEL: Final = r"GET /channels/\d+"
"""A channel that the bot does not know yet."""
EDIT: Final = r"PATCH /webhooks/\d+/[^/]+/messages/.+"
"""A change of the message that was pressed, or that answered an interaction."""


class Break(Enum):
    """How a line breaks."""

    RESET = auto()
    """Before anything was done."""
    LOST = auto()
    """Everything was done, but the answer does not arrive."""
    SILENCE = auto()
    """Nothing is done, and no answer ever comes."""
    LOST_SILENCE = auto()
    """Everything was done, and no answer ever comes."""


@dataclass(frozen=True)
class Refusal:
    """An answer that says no."""

    status: int
    code: int = 0
    """Discord's own number for the reason."""
    retry_after: float | None = None
    errors: tuple[str, ...] = ()
    """The fields of the request that are refused."""
    via: bool = False
    """Whether a 429 came through Discord's own proxy: only such ones does discord.py wait for."""
    scope: str | None = None
    """Whose limit it is: the bot's (user, global), or one that it shares with others (shared)."""
    late: bool = False
    """Whether what was asked for has been done before."""
    page: bool = False
    """Whether it is an HTML page, as from a proxy in front of Discord, rather than JSON."""

    body: str | None = None
    """What it says in place of all that, valid JSON or not."""

    def __str__(self) -> str:
        """The name of a test: what is unlike the simplest, without the length of a long body."""
        given = [(name, value) for name, value in vars(self).items() if value and name != "status"]
        return " ".join((str(self.status), *(f"{name}={value!s:.24}" for name, value in given)))

    def response(self) -> web.Response:
        """The refusal on the wire."""
        if self.body is not None:
            headers = {"Via": "1.1 google"} if self.via else {}
            kind = "application/json"
            return web.Response(
                status=self.status, body=self.body.encode(), content_type=kind, headers=headers
            )
        if self.page:
            text = f"<html><title>{self.status}: cloudflare</title></html>"
            wait = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
            return web.Response(
                status=self.status, text=text, content_type="text/html", headers=wait
            )
        body: dict[str, object] = {"code": self.code, "message": "refused on purpose"}
        if self.errors:
            wrong = {"_errors": [{"code": "UNKNOWN", "message": "this field is not known"}]}
            body["errors"] = dict.fromkeys(self.errors, wrong)
        headers = {}
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": self.scope == "global"}
            headers["Retry-After"] = str(self.retry_after)
        if self.scope is not None:
            headers["X-RateLimit-Scope"] = self.scope
        if self.via:
            headers["Via"] = "1.1 google"
        return answer(body, self.status, headers)


@dataclass
class Fault:
    """The next requests of a kind that go wrong."""

    kind: str
    effect: Refusal | Break
    times: int
    met: int = field(default=0)
    """How often it has struck."""

    def strikes(self, request: web.Request) -> bool:
        """Whether this request goes wrong; counts it if so."""
        if self.met == self.times or not re.fullmatch(
            self.kind, f"{request.method} {request.path}"
        ):
            return False
        self.met += 1
        return True


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON, without the charset that discord.py would not know."""
    return web.Response(
        body=json.dumps(body).encode(),
        status=status,
        content_type="application/json",
        headers=headers,
    )
