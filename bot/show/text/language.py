"""The current language, and sentences that can be said in each language.

The code contains sentences in English: as a `Sentence`, as the singular and plural `forms` of a
sentence with a number, or as a `marked` word. `make messages` collects all of them for the
catalogues in `bot/show/locale`. They are translated to the current language when they are
formatted. The edge sets that language for each event, with `with speaking("de"):`. Tasks and
threads that start inside the block keep it.

A text for everybody in a channel is in the language of the channel. A text for one person alone
is in the language of that person (`with privately():`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, partial
from gettext import NullTranslations
from string import Formatter
from typing import Final, TypeVar

from bot.show.languages import (
    ENGLISH,
    RIGHT_TO_LEFT,
    language_of,
    languages,
    left_to_right,
    right_to_left,
    translations,
)


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language: its code and its translations."""

    code: str = ENGLISH
    sentences: NullTranslations = field(default_factory=NullTranslations)
    right_to_left: bool = field(init=False)
    """Whether the language is written from right to left."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "right_to_left", self.code in RIGHT_TO_LEFT)


T = TypeVar("T")

_ENGLISH: Final = Tongue()
_spoken: ContextVar[Tongue] = ContextVar("spoken", default=_ENGLISH)
_private: ContextVar[Tongue] = ContextVar("private", default=_ENGLISH)


class Sentence:
    """An English sentence with `{placeholders}`, which is translated when it is formatted.

    Some of them may stand for `commands`, which the caller that formats it writes with the server's
    prefix.
    """

    __slots__ = ("commands", "source")

    def __init__(self, source: str, /, **commands: str) -> None:
        self.source: Final = source
        """The sentence in English, with its placeholders."""
        self.commands: Final = commands

    def format(self, **facts: object) -> str:
        """Return the sentence in the current language, filled with facts."""
        return _spoken.get().sentences.gettext(self.source).format(**facts)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Sentence({self.source!r})"


def placeholders(sentence: Sentence) -> set[str]:
    """The names of what is filled into a sentence."""
    return {name for _, name, *_ in Formatter().parse(sentence.source) if name}


def by_tile(tile: Sentence, column: Sentence) -> dict[str, Sentence]:
    """A sentence by how a move is named (`move_notation`): as a tile, in two ways, or a column."""
    return {"number": tile, "column": column, "coordinate": tile}


def forms(one: str, many: str, /) -> tuple[str, str]:
    """Mark the English singular and plural of a sentence for translation."""
    return one, many


def marked(word: str, /) -> str:
    """Mark an English word for translation. `said` translates it."""
    return word


def plural(count: int, one: str, many: str, /, **facts: object) -> str:
    """Return the form of a sentence for a number, filled with `count` and facts."""
    template = _spoken.get().sentences.ngettext(one, many, count)
    return template.format(count=count, **facts)


def said(word: str, /) -> str:
    """Translate a marked word to the current language. Other words stay as they are."""
    return _spoken.get().sentences.gettext(word) if word else word


_COMMA: Final = marked(", ")


def listed(items: Iterable[str], between: str = _COMMA) -> str:
    """Join items to a list in the current language."""
    tongue, between = _spoken.get(), said(between)
    return right_to_left(items, between) if tongue.right_to_left else between.join(items)


def board_rows(board: str) -> str:
    """Return a board that reads from left to right in every language."""
    return left_to_right(board) if _spoken.get().right_to_left else board


@contextmanager
def speaking(language: str | Tongue, private: str | Tongue | None = None) -> Iterator[None]:
    """Set the current language, and the language for texts that only one person reads."""
    spoken = _tongue(language)
    before = _spoken.set(spoken), _private.set(spoken if private is None else _tongue(private))
    try:
        yield
    finally:
        _spoken.reset(before[0])
        _private.reset(before[1])


@contextmanager
def privately() -> Iterator[None]:
    """Use the private language: only the person who gets the answer reads the text."""
    before = _spoken.set(_private.get())
    try:
        yield
    finally:
        _spoken.reset(before)


def in_current_language(make: Callable[[], T]) -> Callable[[], T]:
    """Bind a function to the current languages, for another process: threads keep them anyway."""
    return partial(_made_in, _spoken.get().code, _private.get().code, make)


def _made_in(language: str, private: str, make: Callable[[], T]) -> T:
    with speaking(language, private):
        return make()


def spoken_language() -> str:
    """Return the code of the current language."""
    return _spoken.get().code


def pick(
    setting: str | None,
    interaction_locale: str | None,
    preferred_locale: str | None,
    default: str,
) -> str:
    """Return the language of an answer: the first of these that Kinarow speaks.

    `setting` is the server's setting in Kinarow, `interaction_locale` the language of the
    client that sent a command or pressed a button, `preferred_locale` the server's setting in
    Discord, and `default` the bot's setting LANGUAGE.

    >>> pick(None, "en-GB", "de", "fr")
    'en'
    >>> pick(None, None, "ro", "en")
    'en'
    """
    locales = (setting, interaction_locale, preferred_locale)
    known = (language_of(locale) for locale in locales if locale)
    return next((language for language in known if language), default)


def translation(source: str, locale: str) -> str | None:
    """Translate an English sentence to a locale. None if there is no translation."""
    language = language_of(locale)
    if language is None or language == ENGLISH:
        return None
    found = _tongue(language).sentences.gettext(source)
    return None if found == source else found


def load_languages() -> None:
    """Read all catalogues now, so that no game has to wait for that."""
    for language in languages():
        _tongue(language)


@cache
def _tongue(language: str | Tongue) -> Tongue:
    return language if isinstance(language, Tongue) else Tongue(language, translations(language))
