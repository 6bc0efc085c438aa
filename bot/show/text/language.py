"""Which language is spoken, and sentences that wait to be said in it.

A sentence is written down in English, as a `Sentence`, the `forms` of one that goes with a
number, or a `marked` word; `make messages` collects what is written like that for the
catalogues in `bot/show/locale`. It is said in the language that is spoken at that moment, which
the edge decides for each event: `with speaking("de"):`. Tasks and threads that are begun
meanwhile speak it too.

What everybody in a channel reads is said in the language of that place, what one person
alone reads (`with privately():`) in theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from gettext import NullTranslations
from typing import Final

from bot.show.locale import ENGLISH, RIGHT_TO_LEFT, language_of, languages, translations
from bot.show.locale.direction import left_to_right, right_to_left

__all__ = [
    "Sentence",
    "Tongue",
    "board_rows",
    "forms",
    "listed",
    "load_languages",
    "marked",
    "pick",
    "plural",
    "privately",
    "said",
    "speaking",
    "spoken_language",
    "translation",
]


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language as it is spoken: its code, and what sentences are in it."""

    code: str = ENGLISH
    sentences: NullTranslations = field(default_factory=NullTranslations)

    @property
    def right_to_left(self) -> bool:
        """Whether it is written so."""
        return self.code in RIGHT_TO_LEFT


_ENGLISH: Final = Tongue()
_spoken: ContextVar[Tongue] = ContextVar("spoken", default=_ENGLISH)
_private: ContextVar[Tongue] = ContextVar("private", default=_ENGLISH)


class Sentence:
    """A sentence, in English where it is written down, with `{places}` to fill."""

    __slots__ = ("_source",)

    def __init__(self, source: str, /) -> None:
        self._source = source

    def format(self, **facts: object) -> str:
        """The sentence in the language that is spoken now, filled with facts."""
        return _spoken.get().sentences.gettext(self._source).format(**facts)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Sentence({self._source!r})"


def forms(one: str, many: str, /) -> tuple[str, str]:
    """The English forms of a sentence for 1 and for other numbers; other languages have more."""
    return one, many


def marked(word: str, /) -> str:
    """A word in English that `said` can say in other languages."""
    return word


def plural(count: int, one: str, many: str, /, **facts: object) -> str:
    """The form of a sentence that goes with a number; `{count}` and the facts in it are filled."""
    template = _spoken.get().sentences.ngettext(one, many, count)
    return template.format(count=count, **facts)


def said(word: str, /) -> str:
    """A marked word in the language that is spoken now; any other word as it is."""
    return _spoken.get().sentences.gettext(word) if word else word


_COMMA: Final = marked(", ")


def listed(items: Iterable[str], between: str = _COMMA) -> str:
    """Things named one after the other."""
    tongue, between = _spoken.get(), said(between)
    return right_to_left(items, between) if tongue.right_to_left else between.join(items)


def board_rows(board: str) -> str:
    """A board as it may stand among words: from left to right in every language."""
    return left_to_right(board) if _spoken.get().right_to_left else board


@contextmanager
def speaking(language: str | Tongue, private: str | Tongue | None = None) -> Iterator[None]:
    """Speak a language of ours, and perhaps another one to the person who is answered."""
    spoken = _tongue(language)
    before = _spoken.set(spoken), _private.set(spoken if private is None else _tongue(private))
    try:
        yield
    finally:
        _spoken.reset(before[0])
        _private.reset(before[1])


@contextmanager
def privately() -> Iterator[None]:
    """Speak the language of the person who is answered: nobody else reads it."""
    before = _spoken.set(_private.get())
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken_language() -> str:
    """The code of the language that is spoken now."""
    return _spoken.get().code


def pick(
    setting: str | None,
    interaction_locale: str | None,
    preferred_locale: str | None,
    default: str,
) -> str:
    """The language in which to answer: the first of these that is one of ours.

    `setting` is what a server has chosen with us, `interaction_locale` the language of the
    client with which somebody used a command or a button, `preferred_locale` what a server
    has chosen with Discord, `default` our own setting, LANGUAGE.

    >>> pick(None, "en-GB", "de", "fr")
    'en'
    >>> pick(None, None, "ro", "en")
    'en'
    """
    locales = (setting, interaction_locale, preferred_locale)
    known = (language_of(locale) for locale in locales if locale)
    return next((language for language in known if language), default)


def translation(source: str, locale: str) -> str | None:
    """What an English sentence is in the language of a locale; None where that is not ours."""
    language = language_of(locale)
    if language is None or language == ENGLISH:
        return None
    found = _tongue(language).sentences.gettext(source)
    return None if found == source else found


def load_languages() -> None:
    """Read every catalogue now: work that should not come in the middle of a game."""
    for language in languages():
        _tongue(language)


def _tongue(language: str | Tongue) -> Tongue:
    return language if isinstance(language, Tongue) else _tongue_of(language)


@cache
def _tongue_of(language: str) -> Tongue:
    return Tongue(language, translations(language))
