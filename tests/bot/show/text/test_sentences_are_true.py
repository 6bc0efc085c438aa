"""Hints, answers to “why not?” and the coach's remarks, read as a person reads them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.pool.worker import remark as judged
from bot.show.text import recommendation
from bot.show.text.coach import remark
from bot.show.text.consequence import consequence as answer
from engine import (
    Limit,
    Position,
    Rules,
    analyse,
    consequence,
    decode_game,
    encode_game,
    explain,
    horizon,
)
from tests.bot.builders import session
from tests.bot.show.text.reading import answers, hints, remarks
from tests.bot.show.text.reading.scene import Scene, Worth, worth
from tests.engine.coaching.test_hints import of_a_game

BOARDS = {
    "6x7x4g": (8, 34),
    "6x6x4g": (8, 30),
    "4x5x4g": (0, 17),
    "5x4x3g": (0, 14),
    "4x4x4": (4, 13),
    "5x5x4": (12, 22),
    "3x3": (0, 7),
    "vanishing": (0, 30),
    "4x4x4g misere": (2, 14),
    "4x4x4 misere": (4, 13),
    "6x7x4g misere": (24, 38),
}
"""The boards, and between how many stones a position is solved in a moment."""
STRENGTHS = (400, 1000, 1600, 2500)
NODES = (300, 3000, 20_000)
"""The limits of a search: it proves little, some or nearly all."""
FOUND_FALSE = [
    ("6x6x4g:4-1-1", 20_000),
    ("6x6x4g:6-4", 20_000),
    ("4x4x4gm:3-3-4-2", 1000),
    ("5x5x4g:4-3-1", 20_000),
    ("5x5x4g:2-3-1-2-3", 20_000),
    ("6x7x4g:5-5-6-6-5-5-7-7-1-2-7-6-7-4-5-7-7", 3000),
    ("6x7x4g:4-3-4-4-3-3-4-4-3-3-4-5-1-5-5-5-3-5-5-1-1", 3000),
    ("4x5x4g:4-2-4-3-5-4-3-2", 3000),
    ("5x4x3g:2-3-3-3-2-2-2", 20_000),
    ("6x7x4g:3-4-6-3-1-7-1-2-2-2-4-1-2-7-1-3-3-1-6-3-7-1-4-4-7-2-3-7-4", 3000),
    ("4x5x4g:4-3-1-3-4-3-3-2-1", 3000),
    ("6x7x4gm:4-6-6-1-4-4-7-4-6-2-1-2-2-7-6-5-2-5-7-6-5-4-7-6-2-5", 300),
    ("6x7x4g:5-7-4-3-5-5-4-3-4-4-1-3-3-6-6-7-7-6", 300),
    ("3x3x3v:9-6-4-3", 300),
    ("3x3x3v:5-6-3-7-2-1-4-9-5-6-3-7-2-1-4-9-5-6-3-7-2", 300),
]
"""Positions of which something false was said, and the nodes of the search that it rested on."""
LOSES: Worth = {1: ("loss", 30), 2: ("loss", 30), 3: ("loss", 30), 5: ("loss", 30), 6: ("loss", 32)}
DRAWS: Worth = {4: ("draw", 33), 5: ("draw", 33), 6: ("draw", 33)}
KNOWN: dict[str, Worth] = {
    "6x6x4g:4-1-1": {1: ("loss", 30), 2: ("loss", 32), 3: ("win", 33), **DRAWS},
    "6x6x4g:6-4": {4: ("draw", 34), **LOSES},
}
"""What takes long to prove."""


def false_sentences(position: Position, limit: Limit, rng: random.Random) -> Iterator[str]:
    """What is false of all that is said of a position, by the same search to some readers."""
    known = KNOWN.get(encode_game(position)) or worth(position)
    analysis = analyse(position, limit)
    best = explain(position, analysis, limit)
    for elo in STRENGTHS:
        scene = Scene(position, best.move, known, horizon(position.rules, elo))
        said = recommendation(position, best, elo=elo)
        yield from (f"{said}: {part}" for part in hints.false_clauses(scene, said))
    for move in position.legal:
        elo = rng.choice(STRENGTHS)
        scene = Scene(position, move, known, horizon(position.rules, elo))
        if move != best.move and position.play(move).outcome is None:
            verdict = analysis.verdicts[move]
            found = consequence(position, move, best.move, best.verdict, limit, verdict)
            said = answer(position, replace(found, horizon=scene.sees))
            yield from answers.false_sentences(scene, best.move, said)
    if len(position.legal) > 1:
        move, elo = rng.choice(position.legal), rng.choice(STRENGTHS)
        scene = Scene(position, move, known, horizon(position.rules, elo))
        told = replace(judged(position, move, limit, {}, None, scene.sees), elo=elo)
        said = remark(replace(session(), position=position), told)
        yield from (f"{said}: {part}" for part in remarks.false_clauses(scene, said))


def false_of(board: str, count: int, seed: str = "") -> list[str]:
    """What is false of so many positions of games of all levels."""
    rng, found, made = random.Random(f"{board}{seed}"), [], 0
    fewest, most = BOARDS[board]
    while made < count:
        position = of_a_game(Rules.parse(board), most, rng)
        if position.ply >= fewest:
            made += 1
            wrong = false_sentences(position, Limit(nodes=rng.choice(NODES)), rng)
            found += [f"{position}: {words}" for words in wrong]
    return found


@pytest.mark.parametrize("code, nodes", FOUND_FALSE)
def test_sentences_that_were_false_are_not_said_again(code: str, nodes: int) -> None:
    """Estimates as facts, a later loss as no loss, two threats stopped that come all the same."""
    rng = random.Random(code)
    assert list(false_sentences(decode_game(code), Limit(nodes=nodes), rng)) == []


@pytest.mark.parametrize("board", BOARDS)
def test_sentences_are_true(board: str) -> None:
    """Of a few positions of each board nothing false is said to anybody."""
    assert false_of(board, 3) == []


@pytest.mark.thorough
@pytest.mark.parametrize("board", BOARDS)
def test_many_sentences_are_true(board: str) -> None:
    """Nor of 20 positions."""
    assert false_of(board, 20, "many") == []


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS)
def test_very_many_sentences_are_true(board: str) -> None:
    """Nor of 500."""
    assert false_of(board, 500, "very many") == []
