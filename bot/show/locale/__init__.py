"""The catalogues of translations.

The English sentences are in the code. Each other language has a gettext catalogue here,
`<locale>/LC_MESSAGES/kinarow.po`. The template `kinarow.pot` lists all sentences. A package has the
catalogues compiled, as `kinarow.mo`, for gettext of the standard library; `bot.run.packaging` makes
them. Where people work on Kinarow babel is installed, and reads what they have written.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final

from bot.show.locale.direction import isolated

ENGLISH: Final = "en"
TEMPLATE: Final = Path(__file__).parent / "kinarow.pot"
_CATALOGUE: Final = Path("LC_MESSAGES", "kinarow.po")
RIGHT_TO_LEFT: Final = frozenset(("ar",))
"""The codes of languages that are written from right to left."""

NAMES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "français",
    "es": "español",
    "pt-BR": "português do Brasil",
    "it": "italiano",
    "nl": "Nederlands",
    "pl": "polski",
    "ru": "русский",
    "uk": "українська",
    "tr": "Türkçe",
    "ja": "日本語",
    "ko": "한국어",
    "zh-CN": "简体中文",
    "ar": "العربية",
    "hi": "हिन्दी",
}
"""The languages by Discord's codes, each with its own name for itself."""
_TRADITIONAL: Final = ("zh-tw", "zh-hk", "zh-mo", "zh-hant")
"""Locales of traditional Chinese. Kinarow has only simplified Chinese."""


def catalogue_file(language: str) -> Path:
    """Return the path of a language's catalogue. The folder has the name that gettext uses."""
    return TEMPLATE.parent / language.replace("-", "_") / _CATALOGUE


def compiled_file(language: str) -> Path:
    """Return the path of the compiled catalogue."""
    return catalogue_file(language).with_suffix(".mo")


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages. English, which needs no catalogue, is the first."""
    return tuple(code for code in NAMES if code == ENGLISH or _is_there(code))


def _is_there(language: str) -> bool:
    return compiled_file(language).is_file() or _is_readable(catalogue_file(language))


def _is_readable(source: Path) -> bool:
    return source.is_file() and find_spec("babel") is not None


@cache
def language_of(locale: str) -> str | None:
    """Return the code of the language of a locale, or None if Kinarow does not speak it.

    The locale may come from Discord (`es-419`) or from a desktop (`de_AT.UTF-8`).
    """
    name = locale.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    if name.startswith(_TRADITIONAL):
        return None
    by_name = {code.lower(): code for code in languages()}
    by_base = {code.partition("-")[0].lower(): code for code in languages()}
    return by_name.get(name) or by_base.get(name.partition("-")[0])


@cache
def translations(language: str) -> NullTranslations:
    """Return the translations of a language. The first call reads the catalogue."""
    if language == ENGLISH:
        return NullTranslations()
    if _is_readable(source := catalogue_file(language)):
        return compiled(source, right_to_left=language in RIGHT_TO_LEFT)
    with compiled_file(language).open("rb") as binary:
        return GNUTranslations(binary)


def compiled(file: Path, *, right_to_left: bool) -> GNUTranslations:
    """Compile a catalogue for gettext. Raises OSError, and ValueError if the file is broken."""
    return GNUTranslations(BytesIO(compile_catalogue(file, right_to_left=right_to_left)))


def compile_catalogue(file: Path, *, right_to_left: bool) -> bytes:
    """Return a catalogue in the binary form of gettext. Raises as `compiled` does."""
    # Worker processes import this module, but never need a catalogue.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        catalogue = read_po(source, abort_invalid=True)
    if right_to_left:
        for message in catalogue:
            forms = message.string
            if isinstance(forms, str):
                message.string = isolated(forms)
            else:
                message.string = [isolated(form) for form in forms or ()]
    binary = BytesIO()
    write_mo(binary, catalogue)
    return binary.getvalue()
