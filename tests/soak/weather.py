"""What goes wrong with requests: any of them, at any time, in every way."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Final

from aiohttp import web

from tests.wire.faults import CALLBACK, Break, Fault, Refusal

EVERYWHERE: Final[dict[str, Refusal | Break]] = {
    "500": Refusal(500),
    "500 late": Refusal(500, late=True),
    "502 page": Refusal(502, page=True),
    "503": Refusal(503),
    "504": Refusal(504),
    "403 page": Refusal(403, page=True),
    "404 page": Refusal(404, page=True),
    "429 page": Refusal(429, page=True),
    "429 shared": Refusal(429, 20028, retry_after=0.3, via=True, scope="shared"),
    "403 40333": Refusal(403, 40333),
    "reset": Break.RESET,
    "reset late": Break.LOST,
    "silence": Break.SILENCE,
    "silence late": Break.LOST_SILENCE,
}
ANSWERS: Final[dict[str, Refusal | Break]] = {**EVERYWHERE, "10062": Refusal(404, 10062)}
"""What may befall the first answer to an interaction."""


class Weather(Fault):
    """A fault that strikes at random, each time in another way."""

    def __init__(self, chance: Random, rate: float) -> None:
        super().__init__(".*", Break.RESET, 0)
        self._chance = chance
        self.rate = rate
        """The part of all requests that go wrong."""
        self.struck: Counter[str] = Counter()

    def strikes(self, request: web.Request) -> bool:
        """Whether this request goes wrong, and how."""
        asked = f"{request.method} {request.path}"
        if request.path == "/" or self._chance.random() >= self.rate:
            return False
        ways = ANSWERS if re.fullmatch(CALLBACK, asked) else EVERYWHERE
        name = self._chance.choice(list(ways))
        self.effect = ways[name]
        self.struck[name] += 1
        return True
