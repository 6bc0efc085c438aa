"""Finds what a sentence asks for that no list has word for word, by the words it has in common.

Each phrase of a language (its `[commands]` and `[about]`) is a set of terms. A term weighs more the
fewer topics it occurs in: `retract` tells much, `move` little, and a word for please next to
nothing. A phrase counts by the weight of its terms that the sentence has, and the more of the
phrase that is; a word that no phrase has may be misspelt. The best phrase says what is meant, and
what else the sentence names goes with it:

    "I fancy a hard round of Connect Four"  ->  start connect4 hard

That is a guess. `bot/match/grammar.py` decides what may come of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Final

from rapidfuzz import fuzz, process

from bot.match.typed.languages import words_of
from bot.match.typed.terms import UNSPACED, Heard, heard

_HELP: Final = "help"
_START: Final = "start"
_LEFT_OUT: Final = frozenset(("play", "help swap", "why", "language", "help kindness"))
"""What is no topic: moves are read elsewhere, and these have no words but short ones."""
_WEIGHTS: Final = {
    **dict.fromkeys(("#game", "#board", "#member", "#variant", "#twist", "#language"), 2.2),
    **dict.fromkeys(("#side", "#open"), 1.3),
    **dict.fromkeys(("#level", "#time", "#number", "#kinarow"), 1.0),
    "#style": 1.6,
}
"""What the terms of parts weigh, which count as names rather than by how rare they are."""
_FILLER: Final = 0.15
"""The part of its weight that a word keeps which only surrounds requests."""
_PAIR: Final = 0.6
_KANA_PAIR: Final = 0.2
"""The same for a pair of signs, of which a word has several, and of those of Japanese endings."""
_OWN_TOPIC: Final = 0.5
"""How much it counts that other phrases of a topic have a word, besides the best phrase."""
_DOUBTED: Final = {
    **dict.fromkeys(("accept", "decline", "kindness"), 0.7),
    **dict.fromkeys((_HELP, _START, "rematch"), 0.8),
}
"""The topics whose words are said with much else."""
_ALIKE: Final = 85
"""How similar a misspelt word is, of a hundred."""
_SHORTEST_MISSPELT: Final = 5
_STARTS: Final = ("game", "board", "member", "variant", "twist", "kinarow", "level", "side", "time")
"""The parts that a game begins with, in the order in which they are written."""
_TAKES: Final = {
    _START: (*_STARTS, "style"),
    "vote": ("game", "board", "level", "side", "time"),
    "puzzle": ("level", "game", "board"),
    "rules": ("game", "board", "variant"),
    "top": ("game", "board"),
    "stats": ("member", "game", "board"),
    "language": ("language",),
    "why": ("number",),
    "style": ("style",),
}
"""The parts that stand after a command."""
_NAMED_ALONE: Final = (
    *("#game", "#board", "#variant", "#member", "#kinarow #level", "#game #level"),
    *("#game #member", "#board #game", "#game #kinarow", "#board #level", "#member #time"),
    *("#game #side", "#game #member #time", "#board #side", "#game #level #side"),
    *("#board #member", "#board #game #side", "#game #kinarow #level #side"),
)
"""What begins a game by its parts alone, whatever words stand between."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a sentence probably asks for."""

    words: str
    """A command in English with its words."""
    sure: bool
    """Whether nearly all that the sentence says is in it."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    terms: frozenset[str]
    english: str

    @property
    def topic(self) -> str:
        """The command that it is about: `undo` for `help undo` too."""
        return self.english.removeprefix(f"{_HELP} ").split()[0]

    @property
    def parts(self) -> frozenset[str]:
        """The parts without which it says something else, as `why #number` does."""
        return frozenset(term for term in self.terms if term.startswith("#"))


@dataclass(frozen=True, slots=True)
class _Found:
    score: float
    share: float
    """How much of the phrase the sentence has."""
    phrase: _Phrase


_UNKNOWN: Final = 2.2
_UNKNOWN_PAIR: Final = 0.5
"""What a word weighs that no phrase has, or a pair of signs."""
_LIKELY: Final = 2.4
"""The least score of a guess, and how much of its phrase a sentence must have."""
_LEAST_SHARE: Final = 0.6
_EXPLAINED: Final = 0.34
"""How much of what the sentence says a guess must be about; of a sure one, more."""
_SURE: Final = 0.6
_SURE_SHARE: Final = 0.8
_SURE_SHARE_OF_PAIRS: Final = 0.65
"""The same of a sure guess. A particle that is left out changes two pairs of signs."""


class Matcher:
    """Compares sentences with the phrases of one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._phrases = list(dict.fromkeys(_phrases(language)))
        self._topics: dict[str, Counter[str]] = defaultdict(Counter)
        self._with: dict[str, list[_Phrase]] = defaultdict(list)
        for phrase in self._phrases:
            for term in phrase.terms:
                self._topics[term][phrase.topic] += 1
                self._with[term].append(phrase)
        self._weights = {term: self._weight(term) for term in self._topics}
        fillers = self._fillers()
        for term in fillers & self._weights.keys():
            self._weights[term] *= _FILLER
        self._fillers_alone = fillers - self._weights.keys()
        self._spelt: dict[str, list[str]] = defaultdict(list)
        for term in self._weights:
            if len(term) >= _SHORTEST_MISSPELT:
                self._spelt[term[0]].append(term)

    def propose(self, text: str) -> Proposal | None:
        """What a sentence probably asks for; None for conversation."""
        sentence = heard(text, self._language)
        known = {term: self._known(term) for term in dict.fromkeys(sentence.terms)}
        found = self._best({term for term in known.values() if term})
        if found is None or found.share < _LEAST_SHARE or found.score < _LIKELY:
            return None
        words = _with_parts(found.phrase.english, sentence)
        explained = self._explained(found.phrase, known, words)
        if explained < _EXPLAINED:
            return None
        share = _SURE_SHARE_OF_PAIRS if self._language in UNSPACED else _SURE_SHARE
        return Proposal(words, explained >= _SURE and found.share >= share)

    def strange_word(self, text: str) -> str:
        """The first word of a sentence that no phrase has; "" if all are known."""
        sentence = heard(text, self._language)
        for term in sentence.terms:
            if self._known(term) is None and term not in self._fillers_alone:
                return sentence.words[term]
        return ""

    def _best(self, terms: set[str]) -> _Found | None:
        """The phrase that has most in common with some terms."""
        common: dict[_Phrase, float] = defaultdict(float)
        told: dict[str, float] = defaultdict(float)
        for term in terms:
            topics = self._topics[term]
            whole = sum(count**0.5 for count in topics.values())
            for topic, count in topics.items():
                told[topic] += self._weights[term] * count**0.5 / whole
            for phrase in self._with[term]:
                common[phrase] += self._weights[term]
        scored = (
            _Found(self._score(phrase, weight, told[phrase.topic]), weight / whole, phrase)
            for phrase, weight in common.items()
            if phrase.parts <= terms
            and (whole := sum(self._weights[term] for term in phrase.terms))
        )
        return max(scored, key=lambda found: found.score, default=None)

    def _score(self, phrase: _Phrase, common: float, told: float) -> float:
        whole = sum(self._weights[term] for term in phrase.terms)
        return (common**2 / whole + _OWN_TOPIC * told) * _DOUBTED.get(phrase.topic, 1)

    def _explained(self, phrase: _Phrase, known: dict[str, str | None], words: str) -> float:
        """How much of what a sentence says a phrase is about, from 0 to 1."""
        topic, taken = phrase.topic, {f"#{kind}" for kind in _TAKES.get(words.split()[0], ())}
        about = whole = 0.0
        for typed, term in known.items():
            if typed in self._fillers_alone or (term is None and typed.startswith("=")):
                continue
            weight = self._weights[term] if term else self._unknown
            whole += weight
            if term and (term in phrase.terms or term in taken or topic in self._topics[term]):
                about += weight
        return about / whole if whole else 0

    @property
    def _unknown(self) -> float:
        return _UNKNOWN_PAIR if self._language in UNSPACED else _UNKNOWN

    def _known(self, term: str) -> str | None:
        """A term as phrases have it, which may be misspelt here; None if none has it."""
        if term in self._weights:
            return term
        if len(term) < _SHORTEST_MISSPELT or term in self._fillers_alone:
            return None
        alike = self._spelt[term[0]]
        found = process.extractOne(term, alike, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        return found[0] if found else None

    def _weight(self, term: str) -> float:
        """How much a term tells: by how few topics have it, and how evenly."""
        if term in _WEIGHTS:
            return _WEIGHTS[term]
        counts = self._topics[term].values()
        all_topics = len({phrase.topic for phrase in self._phrases})
        shares = [count / sum(counts) for count in counts]
        evenness = -sum(share * log(share) for share in shares)
        weight = log(all_topics) - (log(len(shares)) + evenness) / 2
        if self._language in UNSPACED and term[0] >= "\u3040":
            weight *= _KANA_PAIR if all("\u3040" <= sign <= "\u309f" for sign in term) else _PAIR
        return max(weight, 0.02)

    def _fillers(self) -> set[str]:
        """The terms that only surround requests, but for those that are a request alone."""
        typed = words_of(self._language)["fillers"].values()
        terms = {
            term for words in typed for one in words for term in heard(one, self._language).terms
        }
        alone = {
            term
            for phrase in self._phrases
            if len(phrase.terms) == 1
            for term in phrase.terms
            if phrase.topic not in {_START, _HELP}
        }
        return {term for term in terms - alone if not term.startswith("#")}


@cache
def matcher_of(language: str) -> Matcher:
    """The matcher of a language. It is made when it is first asked, in a tenth of a second."""
    return Matcher(language)


def _phrases(language: str) -> Iterator[_Phrase]:
    parts = words_of(language)
    for part in (parts["commands"], parts["about"]):
        for english, typed in part.items():
            if english not in _LEFT_OUT or part is parts["about"]:
                yield from _each(english, (heard(words, language).terms for words in typed))
    yield from _each(_START, (terms.split() for terms in _NAMED_ALONE))


def _each(english: str, phrases: Iterable[Iterable[str]]) -> Iterator[_Phrase]:
    for terms in phrases:
        if found := frozenset(terms):
            yield _Phrase(found, english)


def _with_parts(english: str, sentence: Heard) -> str:
    """A command with the parts that a sentence names for it."""
    name = english.split()[0]
    if english == f"{_HELP} levels" and (levels := sentence.named("level")):
        return f"{_HELP} {levels[0]}"
    said = english.split()
    for kind in _TAKES.get(name, ()):
        many = kind in {"twist", "game", "board"} or (kind, name) == ("style", _START)
        named = sentence.named(kind)
        for value in named if many else named[:1]:
            if value not in said and not _is_said(kind, value, sentence, said):
                said.append(value)
    return " ".join(said)


def _is_said(kind: str, value: str, sentence: Heard, said: list[str]) -> bool:
    """Whether a part adds nothing: the bot is the usual opponent, and a game has one side."""
    if kind == "kinarow":
        return True
    return kind == "side" and bool({"first", "second", "x", "o"} & set(said))
