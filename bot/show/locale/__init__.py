"""The catalogues: what Kinarow says, in each language that it speaks.

English stands in the code. Every other language is a folder here with a catalogue of
gettext, `<locale>/LC_MESSAGES/kinarow.po`; `kinarow.pot` lists what there is to translate.
Catalogues are read as people write them, at their first use: nothing has to be built, by
whatever way Kinarow was installed.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from bot.show.locale.direction import isolated

ENGLISH: Final = "en"
TEMPLATE: Final = Path(__file__).parent / "kinarow.pot"
_CATALOGUE: Final = Path("LC_MESSAGES", "kinarow.po")
RIGHT_TO_LEFT: Final = frozenset(("ar",))

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
"""What languages call themselves, by the codes that Discord has for them."""
_TRADITIONAL: Final = ("zh-tw", "zh-hk", "zh-mo", "zh-hant")
"""Written with other characters than the Chinese that Kinarow writes."""


def catalogue_file(language: str) -> Path:
    """Where the catalogue of a language lies; its folder is named as gettext wants it."""
    return TEMPLATE.parent / language.replace("-", "_") / _CATALOGUE


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are, by their codes; English, which needs no catalogue, first."""
    return tuple(code for code in NAMES if code == ENGLISH or catalogue_file(code).is_file())


@cache
def language_of(locale: str) -> str | None:
    """The language of ours that a locale's name means, None where it means another one.

    It may come from Discord (`es-419`) or from a desktop (`de_AT.UTF-8`).
    """
    name = locale.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    if name.startswith(_TRADITIONAL):
        return None
    by_name = {code.lower(): code for code in languages()}
    by_base = {code.partition("-")[0].lower(): code for code in languages()}
    return by_name.get(name) or by_base.get(name.partition("-")[0])


@cache
def translations(language: str) -> NullTranslations:
    """The sentences of one of our languages, by what they are in English.

    The first call reads the catalogue, which takes some tens of milliseconds.
    """
    if language == ENGLISH:
        return NullTranslations()
    return compiled(catalogue_file(language), right_to_left=language in RIGHT_TO_LEFT)


def compiled(file: Path, *, right_to_left: bool) -> GNUTranslations:
    """A catalogue as gettext uses it; raises OSError, and ValueError where it is broken."""
    # Worker processes import this module and never speak.
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
    binary.seek(0)
    return GNUTranslations(binary)
