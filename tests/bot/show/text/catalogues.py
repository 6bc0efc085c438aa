"""What is wrong with a catalogue."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from gettext import c2py
from itertools import combinations, takewhile
from string import Formatter
from typing import Final
from unicodedata import category

from babel.messages.catalog import Catalog, Message

from bot.features.start.text import CHALLENGE
from bot.show.text import words

_CODE: Final = re.compile(r"`[^`]*`")
_MARKUP: Final = ("**", "||", "\n")
_ISOLATES: Final = "\u2066\u2067\u2068\u2069"
_SAME: Final = "same"
"""The beginning of a translator's comment that a word is the same in both languages."""
_COUNTED_TO: Final = 1_000
LABELS: Final = frozenset(
    label
    for name, label in (*vars(words).items(), ("CHALLENGE", CHALLENGE))
    if name.isupper() and isinstance(label, str) and name[0] != "_"
    if name not in {"CROWD_NAME", "SLASH"}
)
"""The labels of buttons, and of menus."""
LABEL_LIMIT: Final = 80
SLASH_LIMIT: Final = 100


def objections(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    """One line for each thing that is wrong, beginning with the English sentence."""
    known = {message.id for message in template if message.id}
    for message in catalogue:
        if message.id and message.id not in known:
            yield f"{message.id!r} is said no more: run make messages"
    for message in template:
        if message.id:
            for fault in _faults(message, catalogue.get(message.id), catalogue):
                yield f"{message.id!r} {fault}"


def exchanged(catalogue: Catalog) -> Iterator[str]:
    """Plural forms that stand in each other's place, one line for each.

    An ending that one form adds to a word of another in one sentence, it takes away in none. An
    ending of one letter may belong to words of two kinds: `pole`, `pola`, but `gra`, `gry`.
    """
    found: defaultdict[tuple[int, int, str, str], list[str]] = defaultdict(list)
    for message in catalogue:
        for (number, one), (other_number, other) in combinations(enumerate(said_in(message)), 2):
            words, others = (
                [w for w in form.split() if "{count}" not in w] for form in (one, other)
            )
            if len(words) == len(others):
                for pair in set(zip(words, others, strict=True)):
                    stem = sum(
                        1
                        for _ in takewhile(
                            lambda signs: len({*signs}) == 1, zip(*pair, strict=False)
                        )
                    )
                    ends = pair[0][stem:], pair[1][stem:]
                    if "" in ends and max(map(len, ends)) > 1:
                        found[number, other_number, *ends].append(f"{message.id[-1]!r}")
    for (number, other_number, end, other_end), sentences in found.items():
        against = found.get((number, other_number, other_end, end), ())
        if end < other_end and against:
            yield f"forms {number} and {other_number}: {sentences} against {against}"


def said_in(message: Message) -> tuple[str, ...]:
    """The English or translated forms of a message."""
    forms = message.string if message.string else ()
    return (forms,) if isinstance(forms, str) else tuple(forms)


def _faults(source: Message, found: Message | None, catalogue: Catalog) -> Iterator[str]:
    if found is None:
        yield "is missing: run make messages"
        return
    forms = said_in(found)
    if not forms or not all(forms):
        yield "is not translated"
        return
    if found.fuzzy:
        yield "is marked as fuzzy: read it again, then take the mark away"
    english = (source.id,) if isinstance(source.id, str) else tuple(source.id)
    wanted = catalogue.num_plurals if len(english) > 1 else 1
    if len(forms) != wanted:
        yield f"has {len(forms)} forms instead of {wanted}"
        return
    for number, form in enumerate(forms):
        omits = len(english) > 1 and _uses(catalogue)[number] == 1
        yield from _form_faults(english[-1], form, may_omit_count=omits)
        if form in english and _has_words(form) and not _is_same(found):
            yield f"is the same in English: {form!r}; if it must be, say so: # same"
        if (limit := _limit(source)) < len(form):
            yield f"is longer than {limit} characters: {form!r}"


def _form_faults(english: str, form: str, *, may_omit_count: bool) -> Iterator[str]:
    wanted, given = _places(english), _places(form)
    if given is None:
        yield f"has a brace too many or too few: {form!r}"
        return
    assert wanted is not None, "English sentences can be filled"
    if given != wanted and not (may_omit_count and given == wanted - {"count"}):
        yield f"has the places {sorted(given)} instead of {sorted(wanted)}: {form!r}"
    else:
        form.format(**dict.fromkeys(wanted, "x"))
    if sorted(set(_CODE.findall(english))) != sorted(set(_CODE.findall(form))):
        yield f"has other code in backticks: {form!r}"
    for sign in _MARKUP:
        if english.count(sign) != form.count(sign):
            yield f"has {form.count(sign)} {sign!r} instead of {english.count(sign)}: {form!r}"
    if _sign(english) != _sign(form):
        yield f"begins with another sign: {form!r}"
    if _has_words(english) and form != form.strip():
        yield f"has a space at an end: {form!r}"
    if any(sign in form for sign in _ISOLATES):
        yield f"has invisible signs, which the program sets itself: {form!r}"


def _places(template: str) -> set[str] | None:
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return None


def _sign(words: str) -> str:
    """The emoji that a sentence begins with, if it does."""
    return "".join(takewhile(lambda letter: category(letter) == "So", words))


def _uses(catalogue: Catalog) -> list[int]:
    """How many numbers, of the first thousand, go with each form of a sentence."""
    form_of = c2py(catalogue.plural_expr)
    numbers = Counter(form_of(number) for number in range(_COUNTED_TO))
    return [numbers[form] for form in range(catalogue.num_plurals)]


def _has_words(words: str) -> bool:
    bare = _CODE.sub("", re.sub(r"\{\w+\}", "", words))
    return any(letter.isalpha() for letter in bare)


def _is_same(found: Message) -> bool:
    return any(comment.strip().lower().startswith(_SAME) for comment in found.user_comments)


def _limit(source: Message) -> int:
    places = [place for place, _ in source.locations]
    if any(place.startswith("slash/") for place in places):
        return SLASH_LIMIT
    return LABEL_LIMIT if source.id in LABELS else 2_000
