"""What sentences are compared by: words without endings, and what they name of a game.

A sentence becomes a list of terms. A word is cut to its stem by Snowball's rules for the language,
so that `spielst` and `spielen` are one term. Where no spaces are written a term is a pair of signs.
What names a part of a request is a term by its kind, and a part with what stands for it in English:

    heard("Vier gewinnt gegen <@7>, 2 Minuten pro Zug", "de")

    terms   #game  gegen  #member  #time  pro  zug
    parts   connect4      <@7>     2m
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rapidfuzz import fuzz, process
from snowballstemmer import stemmer

from bot.match.messages import bare, plain_words
from bot.match.players import LEVEL_WORDS
from bot.match.typed.languages import ENGLISH, spoken, words_of

_STEMMERS: Final = {
    "ar": "arabic",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "hi": "hindi",
    "it": "italian",
    "nl": "dutch",
    "pl": "polish",
    "pt-BR": "portuguese",
    "ru": "russian",
    "tr": "turkish",
    "uk": "russian",
}
"""The name of Snowball's rules for each language that has spaces. Ukrainian has none of its own:
with its letters replaced, its endings are nearly those of Russian."""
_AS_RUSSIAN: Final = str.maketrans("іїєґ", "ииег")
UNSPACED: Final = frozenset(("ja", "ko", "zh-CN"))
"""The languages that are written without spaces, or by many people as if they were."""
_SIGNS: Final = r"\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff"
_SPACE_BETWEEN: Final = re.compile(rf"(?<=[{_SIGNS}]) (?=[{_SIGNS}0-9])|(?<=[0-9]) (?=[{_SIGNS}])")
_TOKEN: Final = re.compile(
    r"(?P<kind>#[a-z]+)"  # as `[about]` has it
    r"|(?P<member><@!?[0-9]{1,20}>|(?<!\S)@[^\s,;.!?]+)"
    r"|(?P<board>[0-9]{1,3} ?[x×*] ?[0-9]{1,3}(?: ?[x×*] ?[0-9]{1,3})?g?(?![0-9a-z]))"
    r"|(?P<tile>(?<![^\W_])[a-t][0-9]{1,2}(?![^\W_]))"
    r"|(?P<number>[0-9]+(?:\.[0-9]+)?)"
    rf"|(?P<signs>[{_SIGNS}]+)"
    r"|(?P<word>(?:(?![0-9])[^\W_]|[\u064b-\u0652\u0900-\u0963\u0970-\u097f])+)"
)
_LONGEST_TEXT: Final = 400
_MOST_TOKENS: Final = 60
"""How much of a text is read. Requests are shorter."""
_LONGEST_NAME: Final = 6
"""The most words of a name."""
_SHORTEST_MISSPELT: Final = 5
_ALIKE: Final = 80
"""How long a name is that may be misspelt, and how similar that must be, of a hundred."""
_GAMES: Final = {
    **dict.fromkeys(("tictactoe", "connect4", "gomoku"), "game"),
    **dict.fromkeys(("exact", "caro", "renju"), "variant"),
}
_KINDS: Final = {
    **dict.fromkeys(LEVEL_WORDS, "level"),
    **dict.fromkeys(("first", "second", "random"), "side"),
    **dict.fromkeys(("image", "text", "emoji", "light", "dark"), "style"),
    **dict.fromkeys(("gravity", "misere"), "twist"),
    "open": "open",
    "against kinarow": "kinarow",
}
"""The kind of part that a word of English stands for."""
_TOLD_APART: Final = frozenset(("level", "side", "style"))
"""The kinds of parts whose value tells what a sentence is about, as in `too hard`. That is a term
too, behind a `=`."""
_UNIT: Final = "unit"
_OTHERS: Final = "other"


@dataclass(frozen=True, slots=True)
class Named:
    """A part of a request: its kind, such as `level`, and the English word for it."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence as it is compared."""

    terms: tuple[str, ...]
    parts: tuple[Named, ...]
    words: dict[str, str]
    """The word that each term was cut from."""

    def named(self, kind: str) -> tuple[str, ...]:
        """The English words for the parts of a kind, each once."""
        return tuple(dict.fromkeys(part.value for part in self.parts if part.kind == kind))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    typed: str
    stem: str


def heard(text: str, language: str) -> Heard:
    """Read a sentence. Only the beginning of a long one is read.

    >>> heard("ich spiele <@7> 4x4", "de").terms, heard("spielst du", "de").terms
    (('ich', 'spiel', '#member', '#board'), ('spiel', 'du'))
    """
    tokens = list(_tokens(text[:_LONGEST_TEXT], language))[:_MOST_TOKENS]
    terms: list[str] = []
    parts: list[Named] = []
    words: dict[str, str] = {}
    while tokens:
        count, part = _first_part(tokens, language)
        if part is None:
            found = _terms_of(tokens[0])
        else:
            found = [f"#{part.kind}", *([f"={part.value}"] if part.kind in _TOLD_APART else [])]
            parts.append(part)
        for term in found:
            words.setdefault(term, " ".join(token.typed for token in tokens[:count]))
        terms += found
        del tokens[:count]
    return Heard(tuple(terms), tuple(parts), words)


def _first_part(tokens: Sequence[_Token], language: str) -> tuple[int, Named | None]:
    """How many words the first part takes, and that part; one word and None for any other word."""
    names, first = _names(language), tokens[0]
    for count in range(min(_LONGEST_NAME, len(tokens)), 0, -1):
        part = names.get(tuple(token.stem for token in tokens[:count]))
        if part is not None and part.kind != _UNIT and (count > 1 or first.kind != "number"):
            return count, part
    if first.kind == "number" and len(tokens) > 1:
        unit = names.get((_as_spelt(tokens[1].stem, language, (_UNIT,)),))
        if unit is not None and unit.kind == _UNIT:
            return 2, Named("time", f"{first.typed}{unit.value}")
    spelt = _as_spelt(first.stem, language, ("game", "variant")) if first.kind == "word" else ""
    if spelt:
        return 1, names[spelt,]
    match first.kind:
        case "member" | "board" | "number":
            return 1, Named(first.kind, first.typed.replace(" ", ""))
        case "tile":
            return 1, Named("number", first.typed)
    return 1, None


def _as_spelt(word: str, language: str, kinds: tuple[str, ...]) -> str:
    """A name of one of some kinds that a word is, or is misspelt for; "" if there is none."""
    if len(word) < _SHORTEST_MISSPELT:
        return word if (word,) in _names(language) and _UNIT in kinds else ""
    names = [name for name in _single(language, kinds) if name[0] == word[0]]
    found = process.extractOne(word, names, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return found[0] if found else ""


@cache
def _single(language: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The names of some kinds that are one word long enough to be misspelt."""
    names = ((name[0], part) for name, part in _names(language).items() if len(name) == 1)
    return tuple(n for n, part in names if part.kind in kinds and len(n) >= _SHORTEST_MISSPELT)


def _terms_of(token: _Token) -> list[str]:
    """A word by its stem, and signs in pairs."""
    typed = token.typed
    if token.kind != "signs" or len(typed) == 1:
        return [token.stem]
    pairs = [typed[at : at + 2] for at in range(len(typed) - 1)]
    return [*pairs, *(sign for sign in typed if sign >= "\u3400" and sign <= "\u9fff")]


def _tokens(text: str, language: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(_without_spaces(plain_words(text), language)):
        kind, typed = found.lastgroup or _OTHERS, found[0]
        if kind == "signs":
            yield from _in_signs(typed, language)
        else:
            yield _Token(kind, typed, stem_of(typed, language) if kind == "word" else typed)


def _in_signs(run: str, language: str) -> Iterator[_Token]:
    """The names in a row of signs, and what stands between them."""
    for piece in _names_in_signs(language).split(run):
        if piece:
            yield _Token("signs", piece, piece)


def _without_spaces(text: str, language: str) -> str:
    return _SPACE_BETWEEN.sub("", text) if language in UNSPACED else text


@cache
def stem_of(word: str, language: str) -> str:
    """A word without its ending and its accents.

    >>> stem_of("rückgängig", "de"), stem_of("партию", "ru"), stem_of("партій", "uk")
    ('ruckgang', 'парт', 'парт')
    """
    rules = _STEMMERS.get(language)
    if rules is None:
        return bare(word)
    if language == "uk":
        word = word.translate(_AS_RUSSIAN)
    return bare(stemmer(rules).stemWord(word)) or word


@cache
def _names(language: str) -> dict[tuple[str, ...], Named]:
    """What is named by words with these stems. A name in the language itself counts first.

    The names of games are known everywhere; other words only in the language and in English.
    """
    found: dict[tuple[str, ...], Named] = {}
    others = (code for code in spoken() if code not in {language, ENGLISH})
    for code in dict.fromkeys((*others, ENGLISH, language)):
        parts = words_of(code)
        sources = [(parts["games"], _GAMES)]
        if code in {language, ENGLISH}:
            sources += [
                (parts["words"], _KINDS),
                (parts["languages"], dict.fromkeys(spoken(), "language")),
                (parts["times"], dict.fromkeys("mhd", _UNIT)),
            ]
        for typed, kinds in sources:
            for english, kind in kinds.items():
                own = (english,) if code == ENGLISH and kind != "language" else ()
                for name in (*typed.get(english, ()), *own):
                    found |= dict.fromkeys(_stems(name, language), Named(kind, english))
    found.pop((), None)
    return found


def _stems(name: str, language: str) -> set[tuple[str, ...]]:
    """The stems of a name, also as one word where spaces are often left out."""
    plain = _without_spaces(plain_words(name), language)
    tokens = [(one.lastgroup, one[0]) for one in _TOKEN.finditer(plain)]
    stems = tuple(stem_of(word, language) if kind == "word" else word for kind, word in tokens)
    return {stems, ("".join(stems),)} if language in UNSPACED and stems else {stems}


@cache
def _names_in_signs(language: str) -> re.Pattern[str]:
    """What splits a row of signs at its names, the longest first, and at the unit before it."""
    signs = re.compile(f"[{_SIGNS}]+")
    names = {name[0]: part for name, part in _names(language).items() if signs.fullmatch(name[0])}
    units = sorted((name for name, part in names.items() if part.kind == _UNIT), key=len)
    longer = sorted((n for n, part in names.items() if part.kind != _UNIT and len(n) > 1), key=len)
    if not names:
        return re.compile("(?!)")
    return re.compile(f"({'|'.join(reversed(longer))}|^(?:{'|'.join(reversed(units))}))")
