"""The names by which people ask for a language."""

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
"""What people may call a language besides what it calls itself."""


def plain(name: str) -> str:
    """A name as it is compared: without case, accents and the difference of `_` and `-`.

    >>> plain("Português_do Brasil")
    'portugues-do brasil'
    """
    letters = normalize("NFKD", name.casefold().replace("_", "-"))
    return " ".join("".join(c for c in letters if not combining(c)).split())


def _known() -> Iterator[tuple[str, str]]:
    for code, name in NAMES.items():
        for called in (code, name, *_ALSO[code]):
            yield plain(called), code


KNOWN: Final = dict(_known())
"""Every name as it is compared, with its code."""


def find(name: str) -> str | None:
    """The code of a language by one of its names.

    >>> find("deutsch"), find("German"), find("pt_br"), find("Klingon")
    ('de', 'de', 'pt-BR', None)
    """
    return KNOWN.get(plain(name))
