# ruff: noqa: RUF001 - names in other alphabets
"""What people and the boxes call the games, in the languages of the bot.

Every name is understood in every language. A space in a name may be left out, or be a hyphen, and
letters may be without their accents.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

_CALLED: Final = {
    "tictactoe": {
        "en": (
            "tic tac toe",
            "ttt",
            "noughts and crosses",
            "three in a row",
            "3 in a row",
            "x and o",
            "xo",
        ),
        "de": ("drei gewinnt", "3 gewinnt", "kreis und kreuz", "drei in einer reihe", "xxo"),
        "fr": ("morpion", "jeu du morpion", "oxo"),
        "es": (
            "tres en raya",
            "3 en raya",
            "tres en línea",
            "tatetí",
            "ta te ti",
            "gato",
            "triqui",
        ),
        "pt-BR": ("jogo da velha", "velha", "jogo do galo"),
        "it": ("tris", "filetto"),
        "nl": ("boter kaas en eieren", "boter kaas eieren", "drie op een rij", "3 op een rij"),
        "pl": ("kółko i krzyżyk", "kółko krzyżyk"),
        "ru": ("крестики нолики", "крестики и нолики", "тик так тоу"),
        "uk": ("хрестики нулики", "хрестики нолики", "хрестики і нулики"),
        "tr": ("xox", "xoxo"),
        "ja": (
            "三目並べ",
            "三目",
            "3目並べ",
            "まるばつ",
            "マルバツ",
            "まるばつゲーム",
            "○×ゲーム",
            "〇×ゲーム",
        ),
        "ko": ("틱택토", "틱 택 토", "삼목", "3목"),
        "zh-CN": ("井字棋", "井字游戏", "圈圈叉叉", "三子棋", "三连棋", "ooxx"),
        "ar": ("إكس أو", "اكس او", "تيك تاك تو"),
        "hi": ("टिक टैक टो", "शून्य काटा", "ज़ीरो काटा", "zero kata", "zero kaata"),
    },
    "connect4": {
        "en": ("connect 4", "connect four", "c4", "4 in a row", "four in a row", "four up"),
        "de": ("vier gewinnt", "4 gewinnt", "vier in einer reihe", "4 in einer reihe"),
        "fr": ("puissance 4", "puissance quatre", "p4", "quatre en ligne"),
        "es": ("conecta 4", "conecta cuatro", "cuatro en raya", "4 en raya", "cuatro en línea"),
        "pt-BR": ("lig 4", "ligue 4", "liga 4", "quatro em linha", "4 em linha"),
        "it": ("forza 4", "forza quattro", "quattro in fila", "4 in fila"),
        "nl": ("vier op een rij", "4 op een rij", "4 op 1 rij"),
        "pl": ("cztery w rzędzie", "4 w rzędzie", "cztery w linii", "czwórki", "połącz 4"),
        "ru": ("четыре в ряд", "4 в ряд", "собери 4", "собери четыре"),
        "uk": ("чотири в ряд", "чотири у ряд", "4 у ряд", "збери 4"),
        "tr": ("dörtlü", "hedef 4", "hedef dört"),
        "ja": ("四目並べ", "4目並べ", "四目", "コネクト4", "コネクトフォー", "重力四目並べ"),
        "ko": ("커넥트 포", "커넥트 4", "사목", "사목 게임", "4목"),
        "zh-CN": ("四子棋", "四连棋", "四子连珠", "重力四子棋", "屏风式四子棋", "四连环"),
        "ar": ("كونكت فور", "كونيكت فور", "كونكت 4", "أربعة في صف", "أربعة على التوالي"),
        "hi": ("कनेक्ट फोर", "कनेक्ट 4", "कनेक्ट फ़ोर", "चार एक पंक्ति में"),
    },
    "gomoku": {
        "en": ("gomoku", "5 in a row", "five in a row", "five", "gobang", "go moku"),
        "de": ("fünf gewinnt", "5 gewinnt", "fünf in einer reihe", "5 in einer reihe"),
        "fr": ("cinq en ligne", "5 en ligne"),
        "es": ("cinco en raya", "5 en raya", "cinco en línea"),
        "pt-BR": ("cinco em linha", "5 em linha"),
        "it": ("cinque in fila", "5 in fila"),
        "nl": ("vijf op een rij", "5 op een rij"),
        "pl": ("pięć w rzędzie", "5 w rzędzie"),
        "ru": ("гомоку", "пять в ряд", "5 в ряд"),
        "uk": ("п'ять в ряд", "п'ять у ряд", "5 у ряд"),
        "tr": ("beşli",),
        "ja": ("五目並べ", "五目ならべ", "ごもくならべ", "5目並べ", "五目", "ごもく"),
        "ko": ("오목", "5목", "고모쿠"),
        "zh-CN": ("五子棋", "五子", "五连珠", "连五子", "五目棋"),
        "ar": ("غوموكو", "جوموكو", "خمسة في صف", "خمسة على التوالي"),
        "hi": ("गोमोकू", "पाँच एक पंक्ति में"),
    },
}
"""The names of each preset, by the language in which people use them."""
VARIANTS: Final = {
    "freestyle": ("freestyle",),
    "exact": ("exact", "standard", "exactly"),
    "caro": ("caro",),
    "renju": (
        *("renju", "rendju", "rendzu", "連珠", "连珠", "れんじゅ", "렌주", "рэндзю", "рендзю"),
        *("рензю", "رينجو", "रेंजू"),
    ),
}
"""The words for what wins and what is forbidden, by their names in the engine. They stand beside a
board or alone."""
_PART: Final = 500
"""How many characters are normalised at a time: a row of accents takes time with its square."""
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2019\u02bc", "'"))
_ACCENTS: Final = frozenset(map(chr, (*range(0x300, 0x370), *range(0x653, 0x656))))
"""The accents of Latin letters, and hamza and madda of Arabic ones."""
_LOOSE: Final = {"ł": "l", "\u0131": "i"}
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


def _bare(name: str) -> str:
    """A name without accents, as people in a hurry type it."""
    letters = normalize("NFKD", "".join(_LOOSE.get(letter, letter) for letter in name))
    return normalize("NFC", "".join(letter for letter in letters if letter not in _ACCENTS))


def _squeezed(name: str) -> str:
    return re.sub("[ -]", "", name)


def _spellings(name: str) -> tuple[str, ...]:
    plain = plain_words(name)
    return tuple(dict.fromkeys((plain, _bare(plain))))


_NAMED: Final = {
    spelling: preset
    for preset, called in _CALLED.items()
    for names in called.values()
    for name in names
    for spelling in _spellings(name)
}
_PRESETS: Final = {_squeezed(name): preset for name, preset in _NAMED.items()}

GAME_NAME: Final = "|".join(
    re.escape(name).replace(r"\ ", "[ -]?") for name in sorted(_NAMED, key=len, reverse=True)
)
"""A pattern of every name of a game, the longest first, for words of `plain_words`."""
LETTERED: Final = tuple(name for name in _PRESETS if name.isalpha() and len(name) > 4)
"""The names of one word, to be suggested for a misspelt one."""


def preset_of(name: str) -> str:
    """The preset that a text which matches `GAME_NAME` names.

    >>> preset_of("vier gewinnt"), preset_of("jogo-da-velha"), preset_of("五目並べ")
    ('connect4', 'tictactoe', 'gomoku')
    """
    return _PRESETS[_squeezed(name)]
