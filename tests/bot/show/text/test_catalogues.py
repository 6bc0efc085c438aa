"""Every catalogue is whole, and says what the code says in another language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.run.messages import template, updated, written
from bot.show.languages import NAMES, TEMPLATE, catalogue_file, languages
from tests.bot.show.text.catalogues import exchanged, objections

TRANSLATED = languages()[1:]


def read(file: Path, language: str | None = None) -> Catalog:
    """A catalogue as it lies in its file."""
    with file.open("rb") as source:
        return read_po(source, locale=language and language.replace("-", "_"))


@pytest.fixture(scope="module")
def source() -> Catalog:
    """Every sentence as the template has it."""
    return read(TEMPLATE)


def test_the_template_is_what_the_code_says() -> None:
    """After a sentence was changed: make messages."""
    assert TEMPLATE.read_text(encoding="utf-8") == written(template())


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_whole(language: str, source: Catalog) -> None:
    """No sentence is missing, stale, unsure, or has other places and markup than in English."""
    found = list(objections(source, read(catalogue_file(language), language)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_plural_forms_stand_in_each_others_place(language: str) -> None:
    """In Arabic 11 takes another case than 100, and Babel numbers these forms unlike others do."""
    found = list(exchanged(read(catalogue_file(language), language)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_as_it_is_written(language: str, source: Catalog) -> None:
    """Its order and shape are those of make messages, so that changes are easy to read."""
    text = catalogue_file(language).read_text(encoding="utf-8")
    assert text == written(updated(language, source))


def test_every_catalogue_is_of_a_language_of_ours() -> None:
    """A folder of another name would be read by nobody."""
    folders = {file.parent.parent.name for file in TEMPLATE.parent.glob("*/LC_MESSAGES/*.po")}
    assert folders <= {name.replace("-", "_") for name in NAMES}


ENGLISH = Catalog(locale="en")
ENGLISH.add("{x} **wins** with `now`", locations=[("bot/show/text/match.py", 0)])
ENGLISH.add(("{count} move of {x}", "{count} moves of {x}"))
ENGLISH.add("Hint", locations=[("bot/show/text/words.py", 0)])
ENGLISH.add("💡 Draw")
RIGHT: dict[Any, Any] = {
    "{x} **wins** with `now`": "Z `now` **wygrywa** {x}",
    "{count} move of {x}": ("{count} ruch {x}", "{count} ruchy {x}", "{count} ruchów {x}"),
    "Hint": "Wskazówka",
    "💡 Draw": "💡 Remis",
}


def polish(**changes: Any) -> Catalog:
    """The right translations, but for some."""
    catalogue = Catalog(locale="pl")
    for message in ENGLISH:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            catalogue.add(message.id, {**RIGHT, **changes}[key])
    return catalogue


def test_nothing_is_wrong_with_a_right_catalogue() -> None:
    """Places may stand in another order, and a form for 1 alone needs no number."""
    assert list(objections(ENGLISH, polish())) == []
    one = ("ruch {x}", "{count} ruchy {x}", "{count} ruchów {x}")
    assert list(objections(ENGLISH, polish(**{"{count} move of {x}": one}))) == []


def test_exchanged_forms_are_found() -> None:
    """By the endings of another sentence."""
    right, wrong = Catalog(locale="pl"), Catalog(locale="pl")
    for catalogue in (right, wrong):
        catalogue.add(
            ("{count} move", "{count} moves"), ("ruch", "{count} ruchy", "{count} ruchów")
        )
    right.add(("{count} day", "{count} dni"), ("kot", "{count} koty", "{count} kotów"))
    wrong.add(("{count} day", "{count} dni"), ("kotów", "{count} koty", "{count} kot"))
    assert list(exchanged(right)) == []
    assert list(exchanged(wrong))


@pytest.mark.parametrize(
    "key, string, fault",
    [
        ("Hint", "", "is not translated"),
        ("Hint", "Hint", "is the same"),
        ("Hint", "W" * 81, "is longer than 80"),
        ("Hint", "Wskazówka ", "has a space"),
        ("Hint", "Wska\u2068zówka", "invisible"),
        ("💡 Draw", "Remis", "begins with another sign"),
        ("{x} **wins** with `now`", "{y} **ma** `now`", "has the places"),
        ("{x} **wins** with `now`", "{x **ma** `now`", "has a brace"),
        ("{x} **wins** with `now`", "{x} ma `now`", "'**'"),
        ("{x} **wins** with `now`", "{x} **ma** `teraz`", "has other code"),
        ("{x} **wins** with `now`", "{x} **ma**\n`now`", r"'\n'"),
        ("{count} move of {x}", ("{count} {x}", "{count} {x}"), "2 forms instead of 3"),
        ("{count} move of {x}", ("{count} {x}", "ruchy {x}", "{count} r. {x}"), "has the places"),
    ],
)
def test_the_check_finds_each_fault_of_a_catalogue(key: str, string: Any, fault: str) -> None:
    """Each fault is told with its sentence."""
    (line,) = objections(ENGLISH, polish(**{key: string}))
    assert key in line
    assert fault in line


def test_sentences_too_many_and_too_few_are_found() -> None:
    """What is no longer said, and what is not yet translated."""
    more, fewer = polish(), Catalog(locale="pl")
    more.add("Old", "Stare")
    assert list(objections(ENGLISH, more)) == ["'Old' is said no more: run make messages"]
    assert len(list(objections(ENGLISH, fewer))) == len(RIGHT)


def test_a_translator_may_say_that_a_word_is_the_same() -> None:
    """Some words are."""
    catalogue = polish()
    catalogue.delete("Hint")
    catalogue.add("Hint", "Hint", user_comments=["same: as gamers say"])
    assert list(objections(ENGLISH, catalogue)) == []
