"""Reads the word after `notify`."""

from __future__ import annotations

from typing import Final

from bot.features.personal.notify.values import Way
from bot.match import grammar

_WAYS: Final = {
    **{way.value: way for way in Way},
    "here": Way.ON,
    "channel": Way.ON,
    "yes": Way.ON,
    "dms": Way.DM,
    "pm": Way.DM,
    "no": Way.OFF,
}


def parse_way(word: str) -> Way | None:
    """Read `on`, `dm` or `off`; None if the word is empty. Raises UserError for other words."""
    plain = word.strip().lower()
    if not plain:
        return None
    if plain not in _WAYS:
        raise grammar.unknown(plain, [way.value for way in Way])
    return _WAYS[plain]
