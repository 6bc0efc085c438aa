"""A challenge: who asks whom to play what.

It lives in the ids of its own buttons, so nothing is stored until it is accepted
and it works after any restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.session import Style, Terms, UserId
from engine import Rules, Side

_ANYONE: Final = UserId(0)
_STYLES: Final = {Style.EMOJI: "", Style.TEXT: "t", Style.IMAGE: "i", Style.LIGHT: "l"}
_FORM = re.compile(
    r"(?P<challenger>\d+)/(?P<opponent>\d+)/(?P<rules>[0-9xg]+)(?P<misere>m?)"
    r"/(?P<side>[XO?])(?P<coach>c?)(?P<style>[til]?)"
)
PATTERN: Final = _FORM.pattern
"""What `Challenge.parse` reads, for the templates of button ids."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """`opponent` is None where anyone may join; the side in `terms` is the challenger's."""

    challenger: UserId
    opponent: UserId | None
    terms: Terms

    def __str__(self) -> str:
        terms = self.terms
        shape, _, misere = str(terms.rules).partition(" ")
        return (
            f"{self.challenger}/{self.opponent or _ANYONE}/{shape}{'m' if misere else ''}"
            f"/{terms.side.value if terms.side else '?'}{'c' if terms.coach else ''}"
            f"{_STYLES[terms.style]}"
        )

    @classmethod
    def parse(cls, text: str) -> Challenge:
        """Read what `str` wrote; raises ValueError for anything else."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise ValueError(f"no challenge: {text!r}")
        opponent = UserId(int(match["opponent"]))
        terms = Terms(
            Rules.parse(f"{match['rules']} misere" if match["misere"] else match["rules"]),
            None if match["side"] == "?" else Side(match["side"]),
            bool(match["coach"]),
            next(style for style, sign in _STYLES.items() if sign == match["style"]),
        )
        return cls(
            UserId(int(match["challenger"])), None if opponent == _ANYONE else opponent, terms
        )
