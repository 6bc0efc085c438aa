"""Languages by the names that people give them."""

from __future__ import annotations

import pytest

from bot.show.languages import CODES, NAMES, language_named


@pytest.mark.parametrize("name, code", CODES.items())
def test_a_name_may_be_written_in_many_ways(name: str, code: str) -> None:
    """In capitals, between blanks, and with a `_` for a `-`."""
    assert language_named(name.upper()) == language_named(f" {name.replace('-', '_')} ") == code


@pytest.mark.parametrize("code", NAMES)
def test_each_language_is_known_by_code_and_by_its_own_name(code: str) -> None:
    """And by its English one at least."""
    assert language_named(code) == language_named(NAMES[code]) == code
    assert list(CODES.values()).count(code) > 1


@pytest.mark.parametrize(
    "name, code",
    [
        ("espanol", "es"),
        ("FRANCAIS", "fr"),
        ("pt-br", "pt-BR"),
        ("zh_CN", "zh-CN"),
        ("es-419", "es"),
    ],
)
def test_accents_and_regions_are_no_obstacle(name: str, code: str) -> None:
    """As keyboards without accents write them, and as Discord names its locales."""
    assert language_named(name) == code


@pytest.mark.parametrize("name", ["", "klingon", "d", "german deutsch"])
def test_other_words_are_no_language(name: str) -> None:
    """Nothing is guessed."""
    assert language_named(name) is None
