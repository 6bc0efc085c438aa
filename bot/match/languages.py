"""The words that each language has for those of English, as their files say.

The file of a language, `words.txt`, is beside its catalogue. Its lines say in five parts what is
typed (after the colon, between commas) for a word of English (before it):

    [commands]   what stands first: the names of commands, with words after them perhaps
    [words]      what stands anywhere: levels, sides, styles and the like
    [games]      the names of games
    [fillers]    what says nothing `anywhere`, and what says nothing `beside a game`
    [languages]  the names of languages, after their codes
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import normalize

ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).parents[1] / "show" / "locale"
_PART: Final = 500
"""How many characters are normalised at a time: a row of accents takes time with its square."""
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2019\u02bc", "'"))
_ACCENTS: Final = dict.fromkeys((*range(0x300, 0x370), *range(0x64B, 0x656), 0x93C))
"""The accents of Latin letters, the signs above and below Arabic ones, and the dot of Hindi."""
_LOOSE: Final = str.maketrans({"ł": "l", "\u0131": "i"})
"""Letters that Unicode does not decompose into letter and accent, with what people type instead."""


def plain_words(words: str) -> str:
    """Words for comparison: lower case, usual width, one space between them, one apostrophe.

    >>> plain_words("  Vier　GEWINNT "), plain_words("İ")
    ('vier gewinnt', 'i')
    """
    parts = (words[first : first + _PART] for first in range(0, len(words), _PART))
    usual = "".join(normalize("NFKC", part) for part in parts)
    # Turkish: lower() makes of İ an i with a dot of its own
    lower = usual.translate(_APOSTROPHES).lower().replace("i̇", "i")
    return " ".join(lower.split())


def bare(name: str) -> str:
    """A name without accents, as people in a hurry type it."""
    if name.isascii():
        return name
    return normalize("NFC", normalize("NFKD", name.translate(_LOOSE)).translate(_ACCENTS))


Part = Mapping[str, tuple[str, ...]]
"""What is typed for each word of English."""


@cache
def words_of(language: str) -> Mapping[str, Part]:
    """The parts of the file of a language, by name."""
    parts: dict[str, dict[str, tuple[str, ...]]] = {}
    file = FOLDER / language.replace("-", "_") / "words.txt"
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            part = parts.setdefault(line[1:-1], {})
        elif line and not line.startswith("#"):
            english, _, typed = line.partition(": ")
            part[english] = tuple(map(plain_words, typed.split(",")))
    return parts


@cache
def spoken() -> tuple[str, ...]:
    """The languages that have such a file, English first."""
    found = (file.parent.name.replace("_", "-") for file in FOLDER.glob("*/words.txt"))
    return (ENGLISH, *sorted(code for code in found if code != ENGLISH))
