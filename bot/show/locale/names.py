"""The names that people use for a language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import combining, normalize

from bot.show.locale import NAMES

_ALSO: Final = {
    "en": ("English", "en-US", "en-GB"),
    "de": ("German",),
    "fr": ("French",),
    "es": ("Spanish", "es-ES", "es-419", "castellano"),
    "pt-BR": ("Brazilian Portuguese", "português", "Portuguese", "pt"),
    "it": ("Italian",),
    "nl": ("Dutch",),
    "pl": ("Polish",),
    "ru": ("Russian",),
    "uk": ("Ukrainian", "ua"),
    "tr": ("Turkish",),
    "ja": ("Japanese", "jp"),
    "ko": ("Korean", "kr"),
    "zh-CN": ("Simplified Chinese", "Chinese", "中文", "zh", "cn", "zh-Hans"),
    "ar": ("Arabic",),
    "hi": ("Hindi", "हिंदी"),
}
"""More names of each language, besides its own name for itself."""


def plain(name: str) -> str:
    """Normalise a name for comparison: no case, no accents, `-` for `_`.

    >>> plain("Português_do Brasil")
    'portugues-do brasil'
    """
    letters = normalize("NFKD", name.casefold().replace("_", "-"))
    return " ".join("".join(c for c in letters if not combining(c)).split())


def _known() -> Iterator[tuple[str, str]]:
    for code, name in NAMES.items():
        for called in (code, name, *_ALSO[code]):
            yield plain(called), code


_LONGEST: Final = 100
"""The most characters of a name that is looked up. None has more than thirty."""
KNOWN: Final = dict(_known())
"""Maps each normalised name to the code of its language."""


def find(name: str) -> str | None:
    """Return the code of a language by one of its names; None if there is none.

    >>> find("deutsch"), find("German"), find("pt_br"), find("Klingon")
    ('de', 'de', 'pt-BR', None)
    """
    return KNOWN.get(plain(name)) if len(name) <= _LONGEST else None
