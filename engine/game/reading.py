"""Finds the game in what somebody has sent, a file or a message, and reads it in its form."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.game.errors import RecordError, RecordProblem
from engine.game.pasted import CODE, COLUMNS, GAP, LINK, RENJUNET, TOKEN, read_list, read_renjunet
from engine.game.position import Position
from engine.game.psq import HEADER, START, read_protocol, read_psq
from engine.game.records import LONGEST_RECORD, Recorded, only
from engine.game.rules import Rules
from engine.game.sgf import BEGINNING, read_sgf, weight

_WORD: Final = re.compile(r"\{[^{}]*+\}|\[[^\[\]\n]*+\]|\S++")
_PLAIN: Final = {0x3000: " ", **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}}
"""Wide letters and signs of Chinese and Japanese keyboards, and the plain ones for them."""
_BEGUN: Final = re.compile(r"[^a-z0-9]*+[a-t](?:20|1[0-9]|[1-9])(?![a-z0-9])", re.IGNORECASE)
"""A word that begins with a move, and has something else besides."""
_COLUMNS: Final = 5
"""Fewer digits are rather a number than columns of Connect Four."""
_BETWEEN: Final = frozenset(("number", "dots", "result", "value", "gap"))
"""The parts that may stand between moves, by the last group of each."""
_MOVES: Final = _BETWEEN | {"row", "side"}
_COLOURS: Final = frozenset(
    ("b", "w", "black", "white", *"\u25cf\u25cb\u26ab\u26aa\u9ed1\u9ed2\u767d")
)
"""The sides in a list of moves; x and o rather say which side somebody wants."""
_CHARSET: Final = re.compile(
    rb"\bCA\s*+\[\s*+(?:x-)?((?:utf|iso|latin|cp|windows|gb|big5|shift|sjis|euc|koi8|ks_c)"
    rb"[a-z0-9_.-]{0,16})\s*+\]",
    re.IGNORECASE,
)
"""The encoding that an SGF file names; Python knows others, which take long."""
_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_GUESSES: Final = ("cp932", "big5", "gb18030", "euc_kr", "cp1251", "latin-1")
"""Encodings of files that name none. In the first three a byte of a letter may be a bracket."""
_SPARSE: Final = 3
"""A text of which one byte in so many is zero has two bytes a letter."""


def texts_of(content: bytes) -> Iterator[str]:
    """A file as text, in each encoding that it may have, the likeliest first."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            yield content.decode(encoding, errors="replace")
            return
    if content.count(0) * _SPARSE > len(content):
        low = content[1::2].count(0) >= content[::2].count(0)
        yield content.decode("utf-16-le" if low else "utf-16-be", errors="replace")
        return
    named = [found.decode().lower() for found in _CHARSET.findall(content[:LONGEST_RECORD])[:1]]
    for encoding in ("utf-8", *named, *_GUESSES):
        try:
            yield content.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        if encoding == "utf-8":
            return


def read_game(
    source: str | bytes,
    *,
    number: int = 1,
    rules: Rules | None = None,
    below: bool | None = None,
) -> Recorded:
    """Read a game that another program or a person wrote.

    Of several games in it, `number` chooses one. `rules` are what the person says that it is:
    the board of a list, and the variant of a file. `below` says whether rows count from below,
    where a text does not. Raises RecordError.
    """
    text = max(texts_of(source), key=weight) if isinstance(source, bytes) else source
    if len(text) > LONGEST_RECORD:
        raise RecordError("the text is too long for one game", RecordProblem.LONG)
    text = text.strip(GAP)
    if BEGINNING.search(text):
        return read_sgf(text, number, rules, below)
    if header := HEADER.search(text):
        return only(read_psq(text[header.start() :], rules), number)
    if moves := RENJUNET.findall(text):
        return read_renjunet(moves, number, rules)
    if START.search(text):
        return only(read_protocol(text, rules), number)
    return read_list(text.strip("`").strip(GAP).translate(_PLAIN), number, rules, below)


def read_record(text: str) -> Position:
    """The position at the end of a game that another program wrote. Raises RecordError."""
    return read_game(text).position


def parted(text: str) -> tuple[str, str]:
    """What in a message is a game, and its other words.

    >>> parted("h8i9j10 hard o"), parted("look: `3x3x3:5-1`")
    (('h8i9j10', 'hard o'), ('3x3x3:5-1', 'look:'))
    """
    text = text[: LONGEST_RECORD + 1]
    fence = text.find("```")
    if fence >= 0:
        end = text.find("```", fence + 3)
        end = len(text) if end < 0 else end
        inside, after = text[fence + 3 : end], text[end + 3 :]
        language = re.match(r"(?:sgf|psq|pgn|txt|text|xml)(?=\s)", inside, re.IGNORECASE)
        return inside[language.end() :] if language else inside, _others(text[:fence], after)
    start, end = 0, len(text)
    if found := BEGINNING.search(text):
        start, end = found.start(), max(text.rfind(")") + 1, found.end())
    elif found := HEADER.search(text) or START.search(text):
        start = found.start()
    elif "<move>" in text.lower():
        start, end = text.find("<"), text.rfind(">") + 1
    else:
        return _parted_words(text)
    return text[start:end], _others(text[:start], text[end:])


def _others(before: str, after: str) -> str:
    return " ".join(f"{before} {after}".split())


def _parted_words(text: str) -> tuple[str, str]:
    """The words from the first move to the last, or a code, a link, or digits; and the others.

    What stands between moves is theirs, so that none is passed over without a word.
    """
    words = [_bare(found[0]) for found in _WORD.finditer(text.translate(_PLAIN))]
    kinds = [_kind(word) for word in words]
    for kind in ("code", "moves", "link", "columns", "numbers"):
        if kind not in kinds:
            continue
        first = kinds.index(kind)
        last = first + 1
        if kind == "code" and words[first][-1] in ":-,":
            last = _end(kinds, first, {"moves", "between", "numbers", "columns"})
        elif kind == "code":
            last = _end(kinds, first, {"code", "moves", "between"})
        elif kind == "moves":
            tiles = [at for at, found in enumerate(kinds) if found in {"moves", "odd"}]
            first, last = tiles[0], tiles[-1] + 1
            while first and kinds[first - 1] == "between":
                first -= 1
            last = _end(kinds, last - 1, {"between"})
        elif kind == "numbers":
            last = _end(kinds, first, {"numbers", "between", "columns"})
            if last == first + 1 and not words[first].strip("0123456789"):
                continue
        return " ".join(words[first:last]), " ".join(words[:first] + words[last:])
    return "", " ".join(words)


def _bare(word: str) -> str:
    """A word without what people put round a code: quotes, stars, the end of a sentence."""
    plain = word.strip("`*\"'\u201c\u201d")
    code = word.strip("`*\"'\u201c\u201d().,;!?")
    return code if CODE.fullmatch(code) else plain


def _end(kinds: Sequence[str], start: int, going_on: Collection[str]) -> int:
    """Where a run of words of some kinds ends that begins at a word."""
    end = start + 1
    while end < len(kinds) and kinds[end] in going_on:
        end += 1
    return end


def _kind(word: str) -> str:
    """What a word may be in a list of moves: a part of one, or nothing."""
    if LINK.match(word):
        return "link"
    if CODE.fullmatch(word):
        return "code"
    if COLUMNS.fullmatch(word) and len(word) >= _COLUMNS:
        return "columns"
    if word.lower() in _COLOURS:
        return "between"
    names = {part.lastgroup for part in TOKEN.finditer(word)}
    if "row" in names:
        return "moves" if names <= _MOVES else "odd" if _BEGUN.match(word) else ""
    if names and names <= _BETWEEN:
        return "between"
    return "numbers" if names and names <= {"plain", "gap"} else ""
