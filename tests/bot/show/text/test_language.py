"""Which language is spoken, and how sentences are said in it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.show.languages import ENGLISH, compiled, isolated, language_of, languages
from bot.show.text.language import (
    Sentence,
    Tongue,
    board_rows,
    forms,
    listed,
    marked,
    pick,
    plural,
    privately,
    said,
    speaking,
    spoken_language,
    translation,
)

CATALOGUE = """\
msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"

msgid "{x} plays `{move}`: {y}"
msgstr "{y}! `{move}` {x}"

msgid "Hint"
msgstr "Tipp"

#, fuzzy
msgid "Board"
msgstr "Rett"

msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "{count} a"
msgstr[1] "{count} b"
msgstr[2] "{count} c"
"""
PLAYS = Sentence("{x} plays `{move}`: {y}")
MOVES = forms("{count} move", "{count} moves")
HINT = marked("Hint")


def tongue(folder: Path, code: str) -> Tongue:
    """A language with the sentences above."""
    file = folder / "kinarow.po"
    file.write_text(CATALOGUE, encoding="utf-8")
    return Tongue(code, compiled(file, right_to_left=code == "ar"))


@pytest.fixture
def german(tmp_path: Path) -> Tongue:
    """From left to right."""
    return tongue(tmp_path, "de")


@pytest.fixture
def arabic(tmp_path: Path) -> Tongue:
    """From right to left."""
    return tongue(tmp_path, "ar")


def test_a_sentence_is_said_in_the_language_of_the_moment(german: Tongue) -> None:
    """What is filled in may stand in another order."""
    assert PLAYS.format(x="A", y="B", move=5) == "A plays `5`: B"
    with speaking(german):
        assert PLAYS.format(x="A", y="B", move=5) == "B! `5` A"
        assert said(HINT) == "Tipp"
        with speaking("en"):
            assert said(HINT) == "Hint"
        assert said(HINT) == "Tipp"
    assert str(Sentence("Hint")) == "Hint"


def test_a_missing_translation_is_said_in_english(german: Tongue) -> None:
    """Nor is a translation said that its translator is not sure of."""
    with speaking(german):
        assert said("Board") == "Board"
        assert str(Sentence("Undo")) == "Undo"
        assert said("") == ""


def test_numbers_choose_the_form(german: Tongue) -> None:
    """As many forms as the language has."""
    assert [plural(n, *MOVES) for n in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    with speaking(german):
        assert [plural(n, *MOVES) for n in (1, 2, 7)] == ["1 a", "2 b", "7 c"]


def test_one_person_may_be_told_in_another_language(german: Tongue) -> None:
    """What is said privately is in theirs, all else in that of the place."""
    with speaking("en", german):
        assert said(HINT) == "Hint"
        with privately():
            assert said(HINT) == "Tipp"
        assert said(HINT) == "Hint"
    with speaking(german), privately():
        assert said(HINT) == "Tipp"


async def test_tasks_and_threads_speak_the_language_they_were_begun_in(german: Tongue) -> None:
    """Others are not disturbed by it."""

    async def say() -> str:
        await asyncio.sleep(0)
        return said(HINT)

    with speaking(german):
        task = asyncio.create_task(say())
        thread = asyncio.to_thread(said, HINT)
        words = await thread
    other = asyncio.create_task(say())
    assert (await task, words, await other) == ("Tipp", "Tipp", "Hint")


def test_from_right_to_left_what_is_filled_in_keeps_its_direction(arabic: Tongue) -> None:
    """It is isolated, code as a whole: nothing invisible gets into what people copy."""
    with speaking(arabic):
        words = PLAYS.format(x="A", y="B", move="3x3x3:5-1-9")
        assert words == "\u200f\u2068B\u2069! \u2068`3x3x3:5-1-9`\u2069 \u2068A\u2069"
        assert re.findall("`(.*)`", words) == ["3x3x3:5-1-9"]
        assert plural(7, *MOVES) == "\u200f\u20687\u2069 c"


@pytest.mark.parametrize("sum_", ["6×7", "{rows}×{columns}", "{points} ± {spread}"])
def test_from_right_to_left_numbers_of_a_sum_keep_their_places(sum_: str) -> None:
    """Else 6×7 would be read as 7×6."""
    assert isolated(f"a {sum_}: b") == f"a \u2068{sum_}\u2069: b"


def test_a_line_that_begins_with_a_name_runs_from_right_to_left_too() -> None:
    """A mark at its beginning says so; words say it themselves, and lists need no direction."""
    assert isolated("{x}: {o}") == "\u200f\u2068{x}\u2069: \u2068{o}\u2069"
    assert isolated("❌ {x} a") == "\u200f❌ \u2068{x}\u2069 a"
    assert isolated("a {x}") == "a \u2068{x}\u2069"
    assert isolated("; ") == "; "


def test_from_right_to_left_lists_begin_on_the_right(arabic: Tongue) -> None:
    """Each item keeps its own direction."""
    assert listed(["b2", "a1"]) == "b2, a1"
    with speaking(arabic):
        assert listed(["b2", "a1"]) == "\u2067\u2068b2\u2069, \u2068a1\u2069\u2069"
        assert listed([]) == ""


def test_boards_are_drawn_from_left_to_right_in_every_language(arabic: Tongue) -> None:
    """Each row is isolated; the fence of a block of code stays as it is."""
    assert board_rows("⬜❌\n⬜⬜") == "⬜❌\n⬜⬜"
    with speaking(arabic):
        assert board_rows("⬜❌\n⬜⬜") == "\u2066⬜❌\u2069\n\u2066⬜⬜\u2069"
        assert board_rows("```\n1 2\n```") == "```\n\u20661 2\u2069\n```"


@pytest.mark.parametrize("locale", ["en", "EN", "en-GB", "en_US.UTF-8", "en-US"])
def test_locales_mean_languages(locale: str) -> None:
    """Those of Discord and those of desktops."""
    assert language_of(locale) == ENGLISH


@pytest.mark.parametrize("locale", ["ro", "C", "tlh", "zh-TW", "zh_Hant_HK", "", "th"])
def test_other_locales_mean_none_of_ours(locale: str) -> None:
    """Chinese in other characters is another language to read."""
    assert language_of(locale) is None


@pytest.mark.parametrize("language", languages())
def test_each_language_is_known_by_its_code(language: str) -> None:
    """With or without a region where there is but one of ours."""
    assert language_of(language) == language
    assert language_of(language.replace("-", "_").lower()) == language
    if "-" not in language:
        assert language_of(f"{language}-XX") == language


@pytest.mark.parametrize(
    "wishes, picked",
    [
        (("en", None, None), "en"),
        ((None, "en-GB", None), "en"),
        ((None, None, "en-US"), "en"),
        ((None, None, None), "xx"),
        (("tlh", "ro", "th"), "xx"),
        (("tlh", "ro", "en-US"), "en"),
    ],
)
def test_the_language_is_picked_in_order(
    wishes: tuple[str | None, str | None, str | None], picked: str
) -> None:
    """The server's setting, the person's client, the server's preference, our own setting."""
    assert pick(*wishes, "xx") == picked


def test_english_is_the_source() -> None:
    """It needs no translation, nor do languages that are not ours get one."""
    assert spoken_language() == ENGLISH
    assert translation("Hint", "en-US") is None
    assert translation("Hint", "ro") is None


@pytest.mark.parametrize("language", languages()[1:])
def test_every_language_can_be_spoken(language: str) -> None:
    """Its catalogue is read, and says something else than English."""
    with speaking(language):
        assert spoken_language() == language
        assert said(HINT) != HINT
