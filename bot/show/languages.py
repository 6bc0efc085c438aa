"""The languages: their names, their catalogues, and the direction in which they are written.

The English sentences are in the code. Each other language has a gettext catalogue,
`locale/<locale>/LC_MESSAGES/kinarow.po`. The template `kinarow.pot` lists all sentences. A package
has the catalogues compiled, as `kinarow.mo`, for gettext of the standard library;
`bot.run.packaging` makes them. Where people develop Kinarow babel is installed, and reads the
catalogues that they edit.

In a sentence that is written from right to left, placeholders and code are put between Unicode's
isolate characters. The bidirectional algorithm (UAX #9) then orders each of them on its own: it
does not change the direction of the words around it, and they do not change its direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final
from unicodedata import bidirectional, combining, normalize

from bot.match.typed.languages import spoken, words_of

ENGLISH: Final = "en"
TEMPLATE: Final = Path(__file__).parent / "locale" / "kinarow.pot"
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
"""The languages, each with its own name for itself. A code is Discord's, or its first part."""
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
    source, binary = catalogue_file(language), compiled_file(language)
    if _is_readable(source) and not _is_newer(binary, source):
        return compiled(source, right_to_left=language in RIGHT_TO_LEFT)
    with binary.open("rb") as file:
        return GNUTranslations(file)


def _is_newer(binary: Path, source: Path) -> bool:
    """Whether a catalogue was compiled after its last change, and by this code."""
    sources = (source, Path(__file__))
    return binary.is_file() and all(
        binary.stat().st_mtime_ns > one.stat().st_mtime_ns for one in sources
    )


_NO_DAY: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""The day that a compiled catalogue names: the first one that a wheel can name."""


def compiled(file: Path, *, right_to_left: bool) -> GNUTranslations:
    """Compile a catalogue for gettext. Raises OSError, and ValueError if the file is broken."""
    return GNUTranslations(BytesIO(compile_catalogue(file, right_to_left=right_to_left)))


def compile_catalogue(file: Path, *, right_to_left: bool) -> bytes:
    """Return a catalogue in the binary form of gettext. Raises as `compiled` does.

    It says of no day that it was made then, so that two builds of one commit are the same.
    """
    # Worker processes import this module, but never need a catalogue.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        catalogue = read_po(source, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = _NO_DAY
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
"""More names of each language. Those that it has in others stand in their `words.txt`."""


def plain_name(name: str) -> str:
    """Normalise a name for comparison: no case, no accents, `-` for `_`.

    >>> plain_name("Português_do Brasil")
    'portugues-do brasil'
    """
    folded = name.casefold().replace("_", "-").replace("\N{LATIN SMALL LETTER DOTLESS I}", "i")
    letters = normalize("NFKD", folded)
    return " ".join("".join(c for c in letters if not combining(c)).split())


def _known() -> Iterator[tuple[str, str]]:
    for language in spoken():  # `englisch`; the names below come first
        for code, typed in words_of(language)["languages"].items():
            yield from ((plain_name(called), code) for called in typed)
    for code, name in NAMES.items():
        for called in (code, name, *_ALSO.get(code, ())):
            yield plain_name(called), code


_LONGEST: Final = 100
"""The most characters of a name that is looked up. None has more than thirty."""
CODES: Final = dict(_known())
"""Maps each normalised name to the code of its language."""


def language_named(name: str) -> str | None:
    """Return the code of a language by one of its names; None if there is none.

    >>> [language_named(name) for name in ("deutsch", "German", "pt_br", "Klingon")]
    ['de', 'de', 'pt-BR', None]
    """
    return CODES.get(plain_name(name)) if len(name) <= _LONGEST else None


_FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
_LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT ISOLATE}"
_RIGHT_TO_LEFT: Final = "\N{RIGHT-TO-LEFT ISOLATE}"
_END: Final = "\N{POP DIRECTIONAL ISOLATE}"
_MARK: Final = "\N{RIGHT-TO-LEFT MARK}"

_TERM: Final = r"(?:(?<!\{)\{\w+\}|\d+)"
_ISLAND: Final = re.compile(rf"`[^`]*`|{_TERM}(?: ?[×±] ?{_TERM})+|(?<!\{{)\{{\w+\}}")
"""A part of a sentence that keeps its own direction.

That is code with its placeholders (people copy it), a size or a sum such as 6×7 (its numbers
would change places), or any other placeholder.
"""
_FENCE: Final = "```"
_LETTERS: Final = frozenset(("R", "AL"))
"""The classes of letters that are written from right to left: of Hebrew, and of Arabic."""


def isolated(template: str) -> str:
    """Isolate the placeholders and the code in a template from the words around them.

    If the template does not begin with a word, a right-to-left mark is put in front, because
    isolated parts do not set the direction of the line.

    >>> ascii(isolated("a {name}: `!ttt {move}`"))
    "'a \\\\u2068{name}\\\\u2069: \\\\u2068`!ttt {move}`\\\\u2069'"
    >>> ascii(isolated("{name}: {rows}×{columns}"))
    "'\\\\u200f\\\\u2068{name}\\\\u2069: \\\\u2068{rows}\\\\xd7{columns}\\\\u2069'"
    """
    first = _ISLAND.search(template)
    wordless = first is not None and not any(map(str.isalpha, template[: first.start()]))
    words = _ISLAND.sub(rf"{_FIRST_STRONG}\g<0>{_END}", template)
    return f"{_MARK}{words}" if wordless else words


def isolated_name(name: str) -> str:
    """Isolate a name in right-to-left letters, which would turn round the numbers after it.

    Other names stay as they are.

    >>> ascii(isolated_name("\u05d3\u05e0\u05d4")), isolated_name("alice")
    ("'\\\\u2068\\\\u05d3\\\\u05e0\\\\u05d4\\\\u2069'", 'alice')
    """
    turned = any(bidirectional(letter) in _LETTERS for letter in name)
    return f"{_FIRST_STRONG}{name}{_END}" if turned else name


def right_to_left(items: Iterable[str], between: str) -> str:
    """Join items to a list with the first item on the right, even if all are numbers."""
    row = between.join(f"{_FIRST_STRONG}{item}{_END}" for item in items)
    return f"{_RIGHT_TO_LEFT}{row}{_END}" if row else ""


def left_to_right(board: str) -> str:
    """Make the rows of a board read from left to right in any text."""
    return "\n".join(
        row if not row or row.startswith(_FENCE) else f"{_LEFT_TO_RIGHT}{row}{_END}"
        for row in board.split("\n")
    )
