"""Which application emoji there are, and where they fit."""

from __future__ import annotations

import re

import pytest

from bot.match.session import BOT_NAME
from bot.show import characters, emoji
from bot.show.emoji import EDITION_LENGTH, TILE_EMOJI, Highlight, Symbol, TileEmoji
from bot.show.overlay import NOTHING, Overlay, verdict_mark
from bot.show.style import MAX_EMOJI
from bot.show.text.words import safe
from engine import Position, Rules, Side, Verdict
from tests.bot.builders import ALL_RULES, OWNED, crowded, half_full

ROOM = {"content": emoji.CONTENT_ROOM, "embed": emoji.EMBED_ROOM}
OLD, NEW = "k3", "0z"
"""Two editions of the drawings."""


def listed(edition: str, first: int, *tiles: TileEmoji) -> list[tuple[str, int]]:
    """Tiles of an edition as Discord lists them."""
    return [(tile.name(edition), first + i) for i, tile in enumerate(tiles or TILE_EMOJI)]


def longest_board(rules: Rules) -> str:
    """The longest of an empty board, a crowded one, and one with all its verdicts."""
    half = half_full(rules)
    boards = (
        characters.tiles(Position.start(rules), NOTHING),
        characters.tiles(crowded(rules), NOTHING),
        characters.tiles(half, Overlay(dict.fromkeys(half.legal, "👎"))),
    )
    return max((emoji.fill_tokens(board, OWNED) for board in boards), key=len)


def test_names_are_what_discord_takes() -> None:
    """Every tile has a name of its own, of 3 to 6 letters and digits."""
    names = [tile.name(NEW) for tile in TILE_EMOJI]
    assert len(set(names)) == len(names) == 164
    assert all(re.fullmatch("[a-z0-9]{3,6}", name) for name in names)


@pytest.mark.parametrize("edition", ["00", "12", "a1", "zz"])
def test_a_name_tells_its_tile(edition: str) -> None:
    """Whatever the edition, also where it looks like a part of the number."""
    assert len(edition) == EDITION_LENGTH
    assert [emoji.tile_named(tile.name(edition)) for tile in TILE_EMOJI] == list(TILE_EMOJI)


@pytest.mark.parametrize("name", ["party_parrot", "k3", "t145k3", "t0k3", "t01k3", "zzk3", "XK3"])
def test_other_names_tell_no_tile(name: str) -> None:
    """The application may own emoji for other ends."""
    assert emoji.tile_named(name) is None
    assert emoji.owned_emoji([(name, 1)]) == {}


def test_tiles_of_another_edition_are_missing() -> None:
    """Emoji of an older drawing do not stand for those of this one."""
    assert emoji.missing_tiles([tile.name(OLD) for tile in TILE_EMOJI], NEW) == TILE_EMOJI


def test_owned_emoji_are_not_missing() -> None:
    """The tiles to upload are those whose names are not there; other emoji do not matter."""
    names = [tile.name(NEW) for tile in TILE_EMOJI]
    assert emoji.missing_tiles([*names[3:], "party_parrot"], NEW) == TILE_EMOJI[:3]
    assert emoji.missing_tiles(names, NEW) == ()


def test_mentions_are_written_as_discord_reads_them() -> None:
    """An emoji in a message is its name and its id."""
    assert emoji.owned_emoji([("t1k3", 42)]) == {"t1": "<:t1k3:42>"}


def test_the_newest_whole_edition_is_used() -> None:
    """As soon as its upload is done; until then the older one, never a mixture."""
    old, new = listed(OLD, 1_000), listed(NEW, 2_000)
    assert set(emoji.owned_emoji([*new[:100], *old]).values()) == set(
        emoji.owned_emoji(old).values()
    )
    assert set(emoji.owned_emoji([*old, *new]).values()) == set(emoji.owned_emoji(new).values())
    assert set(emoji.owned_emoji([*new, *old]).values()) == set(emoji.owned_emoji(new).values())


def test_half_an_upload_serves_the_boards_that_it_covers() -> None:
    """A board needs its own numbers, and all marks and verdicts."""
    half = emoji.owned_emoji(listed(NEW, 1, *TILE_EMOJI[:50]))
    assert emoji.has_all_tiles(half, Rules.parse("5x5"))
    assert emoji.has_all_tiles(half, Rules.parse("connect4"))
    assert not emoji.has_all_tiles(half, Rules.parse("6x6"))
    assert not emoji.has_all_tiles(
        emoji.owned_emoji(listed(NEW, 1, *TILE_EMOJI[1:])), Rules.parse("3x3")
    )


def test_a_token_is_written_as_what_is_owned() -> None:
    """What is not owned becomes the nearest sign of Unicode, and other words stay."""
    assert (
        emoji.fill_tokens(":x: :t12: :zz: 3x3:5-1", {"x": "<:xk3:7>"}) == "<:xk3:7> 12 :zz: 3x3:5-1"
    )
    assert emoji.fill_tokens(":oL: :ol: :t3: :vd:", {}) == ":oL: 🅾️ 3️⃣ 🤝"


def test_a_text_may_be_written_twice() -> None:
    """Also where the name of an emoji looks like a token."""
    owned = emoji.owned_emoji([("t100", 42)])
    assert emoji.fill_tokens(emoji.fill_tokens(":t1:", owned), {"t100": "?"}) == "<:t100:42>"


@pytest.mark.parametrize("name", [":x:", "a:t5:b", BOT_NAME])
def test_no_name_is_taken_for_a_token(name: str) -> None:
    """People may call themselves what they like."""
    assert emoji.fill_tokens(safe(name), OWNED) == safe(name)


def test_the_longest_form_of_a_text_is_known() -> None:
    """No token takes more room than was counted for it."""
    text = "".join(tile.token for tile in TILE_EMOJI)
    assert len(emoji.fill_tokens(text, OWNED)) <= emoji.max_length(text)
    assert emoji.max_length("no token: 5") == len("no token: 5")


@pytest.mark.parametrize("gravity", [False, True])
def test_every_stone_is_a_tile(gravity: bool) -> None:
    """Marks and discs exist plain, as last move and as part of a line."""
    rules = Rules(4, 4, 4, gravity)
    looks = [look for look in Highlight if not (gravity and look is Highlight.FADING)]
    stones = {emoji.stone(rules, side, look) for side in Side for look in looks}
    assert len(stones) == 2 * len(looks)
    assert stones < set(TILE_EMOJI)


def test_every_verdict_is_a_tile() -> None:
    """The marks that a hint lays on a board have tiles of their own."""
    verdicts = Verdict.win(1), Verdict.draw(3), Verdict.loss(2), Verdict.estimate(0)
    tiles = {emoji.verdict_tile(verdict_mark(verdict)) for verdict in verdicts}
    assert tiles == {
        TileEmoji(sign) for sign in (Symbol.WIN, Symbol.DRAW, Symbol.LOSS, Symbol.UNKNOWN)
    }


@pytest.mark.parametrize(
    "rules, place",
    [
        ("3x3", "content"),
        ("5x7", "content"),
        ("6x6", "embed"),
        ("12x12", "embed"),
        ("13x3", None),
        ("3x13", None),
        ("5x5g", "content"),
        ("5x6g", "embed"),
        ("connect4", "embed"),
        ("11x11g", "embed"),
        ("10x12g", "embed"),
        ("12x11g", None),
        ("12x13g", None),
        ("gomoku", None),
    ],
)
def test_the_size_chooses_the_place(rules: str, place: str | None) -> None:
    """Small boards leave room for words, larger ones need an embed, the largest are pictures."""
    assert emoji.placement(Rules.parse(rules)) == place


def test_boards_fit_where_they_are_said_to() -> None:
    """No board is longer than its place or has more emoji than the client draws."""
    for rules in ALL_RULES:
        if place := emoji.placement(rules):
            board = longest_board(rules)
            assert len(board) <= ROOM[place]
            assert board.count("<:") <= MAX_EMOJI
