"""Languages by the names that people give them."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.match.typed.languages import words_of
from bot.show import languages
from bot.show.languages import CODES, NAMES, catalogue_file, compile_catalogue, language_named


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


@pytest.mark.parametrize("spoken", languages.languages())
def test_a_language_is_known_by_its_name_in_every_other(spoken: str) -> None:
    """As the people call it who want another: `englisch`, `по-русски`, `英語`."""
    names = words_of(spoken)["languages"]
    assert list(names) == list(NAMES)
    found = {name: language_named(name) for called in names.values() for name in called}
    assert found == {name: code for code, called in names.items() for name in called}


@pytest.mark.parametrize("name", ["", "klingon", "d", "german deutsch"])
def test_other_words_are_no_language(name: str) -> None:
    """Nothing is guessed."""
    assert language_named(name) is None


def test_a_compiled_catalogue_names_no_day_of_its_own() -> None:
    """Two builds of one commit, on two days, are the same."""
    compiled = compile_catalogue(catalogue_file("de"), right_to_left=False)
    assert f"{datetime.now(UTC):%Y-}".encode() not in compiled
    assert b"POT-Creation-Date: 1980" in compiled


def test_a_compiled_catalogue_is_read_until_its_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling all takes a quarter of a second; a changed sentence counts at once."""
    source = tmp_path / "de/LC_MESSAGES/kinarow.po"
    source.parent.mkdir(parents=True)
    shutil.copy(catalogue_file("de"), source)
    monkeypatch.setattr(languages, "TEMPLATE", tmp_path / "kinarow.pot")
    binary = languages.compiled_file("de")
    binary.write_bytes(compile_catalogue(source, right_to_left=False))
    later = binary.stat().st_mtime + 10
    read = languages.translations.__wrapped__

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("it was compiled")

    with monkeypatch.context() as patch:
        patch.setattr(languages, "compile_catalogue", refuse)
        os.utime(binary, (later, later))
        assert read("de").gettext("Hint") == "Tipp"
    source.write_text(source.read_text("utf-8").replace('msgstr "Tipp"', 'msgstr "Wink"'), "utf-8")
    os.utime(source, (later + 1, later + 1))
    assert read("de").gettext("Hint") == "Wink"
