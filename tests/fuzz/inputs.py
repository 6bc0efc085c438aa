"""Inputs for parsers: what people type, broken in every way, and what nobody types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

LONGEST: Final = 4_000
"""Characters: twice what Discord lets most people send, and what it lets some."""

TYPED: Final = (
    *(
        "5",
        "b2",
        "B2",
        "s19",
        "a1",
        "10",
        "0",
        "361",
        "5️⃣",
        "🔟",
        "\uff15",
        "-1",
        "+5",
        "5.0",
        "1e9",
    ),
    *("start", "start connect4 easy x", "start 6x7x4 gravity @bob", "<@123456789012345678>"),
    *("gomoku swap random coach", "4x4", "5x5x4", "3 x 3 x 3 g", "19×19×5", "3*3", "misère open"),
    *("coach after", "after", "gomoku swap2 @bob", "swap black", "two more"),
    *("connect four", "tic-tac-toe", "noughts and crosses vs the bot", "on", "off", "all", "#12"),
    *("3x3x3:5-1-9", "`6x7x4g:4-4-3`", "3x3x3m:", "15x15x5:113-114", "19x19x5:1-1", "3x3x3:1-2-"),
    *("1/2/3x3x3/Xa", "1/0/6x7x4g/?t", "99/98/5x5x4m/Oi"),
    *("3x3x3:AQ", "6x7x4g:ASM", "15x15x5r:eA", "12.3.AQ", "ttt:explore:5:3x3x3:AQ"),
    *("ttt:move:1:2:5:ffffffff", "ttt:tournament:join:7", "ttt:answer:2026-01-31:0:5"),
    *("(;GM[4]SZ[15];B[hh];W[ih])", "(;AB[hh:hi]C[a\\]b](;B[aa]))", "Piskvorky 15x15, 1\n8,8,0\n"),
    *("1. h8 i9 2. j10 1-0", "h8i9j10 hard o", "44441", '[Rules "Renju"] B h8', "h8 (i9 {a} j10)"),
    *("START 15\nBOARD\n7,7,1\nDONE\n", "<move>h8 h9</move>", "https://a.b/?pos=4444"),
    *("15x15x5:h8-i9", "(;QPR[hh,hg,jf];QSLW[ig];B[gg])", "(;AB[aa:tt]AE[bb]PL[W])"),
    *("knock-out connect4 5m", "arena 30m 2m", "<@&12> 1600 gomoku", "1d 12h", "reset level"),
    *("level=hard style: text", "#games -#talk", "puzzle here 09:30", "sgf 12", "zoom numbers"),
    *("local:2", "tcp://[::1]:8786", "0-3,7", "1.5", "nan", "inf", "de_AT:de", "!", "PREFIX=5"),
    *("sqlite+aiosqlite:///x.db", "postgresql+asyncpg://a:b@[::1/c?d=%zz", "127.0.0.1:8080"),
)
ODD: Final = (
    *("@everyone", "@here", "<@&1>", "<#1>", "</ttt:1>", "<t:0:R>", "[a](https://b.c)", "<:x:1>"),
    *("**", "__", "~~", "||", "```", "`", "\\", "> ", "# ", "-# ", "\n", "\r\n", "\t", "\x00"),
    *("\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\ufe0f", "\u20e3", "\u00a0", "\u3000"),
    *(
        "\u0301" * 50,
        "é",
        "e\u0301",
        "ß",
        "İ",
        "\u017f",
        "\u212a",
        "\u2167",
        "\u00b2",
        "\u0663",
        "\u0966",
        "\U0001d7d3",
        "\U000e0031",
    ),
    *(
        "👨\u200d👩\u200d👧",
        "🏳️\u200d🌈",
        "🇩🇪",
        "漢字",
        "עברית",
        "\ud800",
        "\udfff",
        "%s",
        "{0}",
        "%(x)s",
    ),
    *("9" * LONGEST, "x".join("9" * 999 for _ in range(3)), "1-" * 1_500, "(" * 500, "a" * 2_000),
)


def inputs(rng: Random) -> Iterator[str]:
    """Inputs without end; the same for the same generator."""
    ways: tuple[Callable[[Random], str], ...] = (_mixed, _broken, _broken, _repeated, _random)
    while True:
        yield rng.choice(ways)(rng)[:LONGEST]


def _piece(rng: Random) -> str:
    return rng.choice(TYPED if rng.random() < 0.7 else ODD)


def _mixed(rng: Random) -> str:
    """Words that are known, in an order that may not be."""
    return rng.choice((" ", "", "  ", "-", ":")).join(_piece(rng) for _ in range(rng.randint(1, 6)))


def _broken(rng: Random) -> str:
    """One of them, with characters taken out, put in and exchanged."""
    text = list(rng.choice(TYPED))
    for _ in range(rng.randint(1, 4)):
        place = rng.randint(0, len(text))
        text[place : place + rng.randint(0, 2)] = rng.choice((_piece(rng)[:3], _character(rng), ""))
    return "".join(text)


def _repeated(rng: Random) -> str:
    return _piece(rng) * rng.randint(2, 2_000)


def _random(rng: Random) -> str:
    return "".join(_character(rng) for _ in range(rng.randint(0, 40)))


def _character(rng: Random) -> str:
    """Any character: plain ones, those of the first plane, or any at all."""
    return chr(rng.randrange(rng.choice((128, 0x3000, 0x10000, 0x110000))))
