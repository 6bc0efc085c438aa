"""Reads the word after `notify`."""

from __future__ import annotations

from typing import Final

from bot.features.notify.values import NoticeWay
from bot.match import grammar

_WAYS: Final = {
    **{way.value: way for way in NoticeWay},
    "here": NoticeWay.ON,
    "channel": NoticeWay.ON,
    "yes": NoticeWay.ON,
    "dms": NoticeWay.DM,
    "pm": NoticeWay.DM,
    "no": NoticeWay.OFF,
}


def parse_way(word: str) -> NoticeWay | None:
    """Read `on`, `dm` or `off`; None if the word is empty. Raises UserError for other words."""
    plain = word.strip().lower()
    if not plain:
        return None
    if plain not in _WAYS:
        raise grammar.unknown(plain, [way.value for way in NoticeWay])
    return _WAYS[plain]
