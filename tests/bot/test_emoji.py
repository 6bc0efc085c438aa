"""Which application emoji there are, and where boards of them fit."""

from __future__ import annotations

import re

import pytest

from bot import emoji
from bot.emoji import Look, Sign, Tile
from bot.naming import MAX_EMOJI
from bot.render import custom
from bot.text import verdict_mark
from engine import Position, Rules, Side, Verdict
from tests.bot.builders import ALL_RULES, crowded, half_full

OWNED = emoji.mentions((tile.name, 10**18 + i) for i, tile in enumerate(emoji.TILES))
"""All of them, with ids as long as they are up to the year 2090."""
ROOM = {"content": emoji.CONTENT_ROOM, "embed": emoji.EMBED_ROOM}


def longest_board(rules: Rules) -> str:
    """The longest of an empty board, a crowded one, and one with all its verdicts."""
    half = half_full(rules)
    return max(
        custom.board(Position.start(rules), OWNED),
        custom.board(crowded(rules), OWNED),
        custom.board(half, OWNED, dict.fromkeys(half.legal, "👎")),
        key=len,
    )


def test_names_are_what_discord_takes() -> None:
    """Every tile has a name of its own, of 2 to 5 letters and digits."""
    names = [tile.name for tile in emoji.TILES]
    assert len(set(names)) == len(names) == 162
    assert all(re.fullmatch("[a-z0-9_]{2,5}", name) for name in names)


def test_tiles_of_another_edition_are_missing() -> None:
    """Emoji of an older drawing do not stand for those of this one."""
    older = [tile.name.removesuffix(emoji.EDITION) + "0" for tile in emoji.TILES]
    assert emoji.missing(older) == emoji.TILES


def test_what_is_owned_is_not_missing() -> None:
    """The tiles to upload are those whose names are not there; other emoji do not matter."""
    owned = [tile.name for tile in emoji.TILES[3:]]
    assert emoji.missing([*owned, "party_parrot"]) == emoji.TILES[:3]
    assert emoji.missing(OWNED) == ()


def test_mentions_are_written_as_discord_reads_them() -> None:
    """An emoji in a message is its name and its id."""
    assert emoji.mentions([("t1a", 42)]) == {"t1a": "<:t1a:42>"}


@pytest.mark.parametrize("gravity", [False, True])
def test_every_stone_is_a_tile(gravity: bool) -> None:
    """Marks and discs exist plain, as last move and as part of a line."""
    rules = Rules(4, 4, 4, gravity)
    stones = {emoji.stone(rules, side, look) for side in Side for look in Look}
    assert len(stones) == 6
    assert stones < set(emoji.TILES)


def test_every_verdict_is_a_tile() -> None:
    """The marks that a hint lays on a board have tiles of their own."""
    verdicts = Verdict.win(1), Verdict.draw(3), Verdict.loss(2), Verdict.estimate(0)
    tiles = {emoji.verdict(verdict_mark(verdict)) for verdict in verdicts}
    assert tiles == {Tile(sign) for sign in (Sign.WIN, Sign.DRAW, Sign.LOSS, Sign.UNKNOWN)}


@pytest.mark.parametrize(
    "rules, place",
    [
        ("3x3", "content"),
        ("6x6", "content"),
        ("5x7", "content"),
        ("6x7", "embed"),
        ("12x12", "embed"),
        ("13x3", None),
        ("3x13", None),
        ("5x6g", "content"),
        ("connect4", "embed"),
        ("12x12g", "embed"),
        ("12x13g", None),
        ("gomoku", None),
    ],
)
def test_the_size_chooses_the_place(rules: str, place: str | None) -> None:
    """Small boards leave room for words, larger ones need an embed, the largest are pictures."""
    assert emoji.fits(Rules.parse(rules)) == place


def test_boards_fit_where_they_are_said_to() -> None:
    """No board is longer than its place or has more emoji than the client draws."""
    for rules in ALL_RULES:
        if place := emoji.fits(rules):
            board = longest_board(rules)
            assert len(board) <= ROOM[place]
            assert board.count("<:") <= MAX_EMOJI
