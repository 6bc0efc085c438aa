"""Games of Piskvork and Gomocup: their files, and what programs say in their protocol.

A PSQ file has a line a move: column and row from 1, and milliseconds, which some leave out. Then
come the names of the players and a line with the winner and the tournament, which is named after
its rules:

    Piskvorky 15x15, 11:11, 0
    8,8,0
    9,8,0
    alice
    bob
    -1
    1,Standard

In the protocol (https://plastovicka.github.io/protocl2en.htm) columns and rows count from 0. A log
has the lines of both sides, often with more before them.
"""

from __future__ import annotations

import re
from itertools import dropwhile, pairwise, takewhile
from typing import Final

from engine.game.errors import RecordError, RecordProblem
from engine.game.position import Position
from engine.game.records import Recorded, Replay, arranged_to_move, board, board_named, broken
from engine.game.rules import Rules, Variant

HEADER: Final = re.compile(
    r"piskvork[iy]?\s++(?P<columns>[0-9]{1,3})\s*+[x×]\s*+(?P<rows>[0-9]{1,3})\b", re.IGNORECASE
)
_MOVE: Final = re.compile(
    r"([0-9]{1,3})\s*+,\s*+([0-9]{1,3})\s*+(?:,\s*+-?[0-9]++(?:\.[0-9]*+)?)?+,?"
)
_LIKE_A_MOVE: Final = re.compile(r"[(\[]?[0-9]++(?:\s++[0-9]|\s*+[,;:])")
_RESULT: Final = re.compile(r"-?[0-9]\s*+,\s*+(\D.*)")
START: Final = re.compile(
    r"^[^\n]*?\b(?:START[ \t]++(?P<side>[0-9]{1,3})|RECTSTART[ \t]++(?P<columns>[0-9]{1,3})"
    r"[ \t]*+,[ \t]*+(?P<rows>[0-9]{1,3}))[ \t\r]*+$",
    re.MULTILINE,
)
"""The first line of a game in the protocol."""
_TALK: Final = frozenset(("MESSAGE", "DEBUG", "ERROR", "UNKNOWN", "SUGGEST", "ABOUT", "INFO"))
"""What a program says besides moves; a rule is read apart."""
_UNKNOWN: Final = frozenset(("TAKEBACK", "RESTART", "SWAP2BOARD"))
_RULE: Final = re.compile(r"\bINFO[ \t]++rule[ \t]++([0-9]++)", re.IGNORECASE)
_STONE: Final = re.compile(r"([0-9]{1,3}),([0-9]{1,3})(?:,([1-3]))?")
RULES: Final = {
    0: Variant.FREESTYLE,
    1: Variant.EXACT,
    4: Variant.RENJU,
    9: Variant.CARO,
}
"""The rules of a single game by their number. It is a sum: 1 where exactly five win, 4 for renju, 8
for caro. So 8 alone is caro in which six or more win too, another game, which is not known here."""


def read_psq(text: str, wanted: Rules | None = None) -> Recorded:
    """The game of a file that begins with its header. Raises RecordError.

    `wanted` names the variant if the last line does not matter.
    """
    header = HEADER.match(text)
    assert header is not None, "it begins with it"
    lines = _lines(text, header.end())
    end = _RESULT.fullmatch(lines[-1][1]) if lines else None
    rules = board_named(int(header["rows"]), int(header["columns"]), end[1] if end else "", wanted)
    replay = Replay(rules)
    moves = [*takewhile(lambda line: _MOVE.fullmatch(line[1]), lines)]
    for at, line in lines[len(moves) : len(lines) - bool(end)]:
        if _LIKE_A_MOVE.match(line) or (not moves and line[0] in "0123456789(["):
            raise broken(text, at if not _MOVE.fullmatch(line) else lines[len(moves)][0])
    for _, line in moves:
        found = _MOVE.fullmatch(line)
        assert found is not None, "it was taken for a move"
        replay.fill(rules.tile_at(int(found[2]) - 1, int(found[1]) - 1), f"{found[1]},{found[2]}")
    return Recorded(replay.position)


def read_protocol(text: str, wanted: Rules | None = None) -> Recorded:
    """The last game in what programs said to each other. Raises RecordError."""
    begun = [*START.finditer(text)][-1]
    rule = [*_RULE.findall(text, begun.end()), "0"][0]
    if (variant := (RULES | {8: Variant.CARO}).get(int(rule))) is None:
        raise RecordError(f"no rule has the number {rule}", RecordProblem.RULES, {"text": rule})
    side = begun["side"]
    rules = board(int(begun["rows"] or side), int(begun["columns"] or side), variant, wanted)
    replay = Replay(rules)
    stones: list[tuple[str, int | None]] | None = None
    for line in re.finditer(r"[^\r\n]++", text[begun.end() :]):
        words = frozenset(line[0].upper().split())
        place = _STONE.fullmatch(line[0].split()[-1]) if words else None
        if not words.isdisjoint(_UNKNOWN):
            raise broken(text, begun.end() + line.start())
        if not words.isdisjoint(("BOARD", "YXBOARD")):
            stones = []
        elif "DONE" in words and stones is not None:
            replay.position, stones = _standing(rules, stones), None
        elif place is not None and words.isdisjoint(_TALK):
            tile = rules.tile_at(int(place[2]), int(place[1]))
            if stones is not None:
                stones.append((place[3] or "", tile))
            elif not place[3]:
                replay.play(tile, place[0])
    if stones is not None:  # it was cut off
        raise broken(text, len(text) - 1)
    return Recorded(replay.position)


def _standing(rules: Rules, stones: list[tuple[str, int | None]]) -> Position:
    """The position with the stones of `BOARD`, each with whose it is: 1 is the program to move."""
    replay = Replay(rules)
    for _, tile in stones:
        if tile is None:
            replay.play(None, "BOARD")
    owners = [owner for owner, _ in stones]
    if all(one != other for one, other in pairwise(owners)):
        for _, tile in stones:
            replay.play(tile, str(tile))
        return replay.position
    sides = [[tile for owner, tile in stones if owner == whose and tile] for whose in "12"]
    return arranged_to_move(rules, *sides)


def _lines(text: str, start: int) -> list[tuple[int, str]]:
    """The lines after the header with their places, without blank ones.

    A paste may have lost the ends of lines: then every word is one.
    """
    whole = text[start:]
    if "\n" in whole or "\r" in whole:
        parts = re.finditer(r"[^\r\n]++", whole)
        found = [(start + part.start(), part[0].strip()) for part in parts]
        after_header = bool(whole.splitlines()[0].strip())
        return [(at, line) for at, line in found[after_header:] if line]
    whole = ",".join(part.strip() for part in whole.split(","))
    words = [(start + part.start(), part[0]) for part in re.finditer(r"\S++", whole)]
    return [*dropwhile(lambda word: not _MOVE.fullmatch(word[1]), words)]
