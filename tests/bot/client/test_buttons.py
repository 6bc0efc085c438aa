"""Buttons: what stands under each board, and ids that say all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

import discord
import pytest
from discord import ui

from bot.client.services import FEATURES
from bot.edge.board_buttons import BoardAction, action_button, board_rows, offer_view, page_rows
from bot.edge.buttons import BoardRef, view_of
from bot.edge.places import Way
from bot.edge.ways import ways_of
from bot.features.review.feature import review_rows
from bot.features.start.challenge_feature import challenge_view
from bot.features.start.values import Challenge
from bot.games.finished_games import JudgedGame
from bot.match.opening import Swap2
from bot.match.players import ChallengeId
from bot.match.session import (
    BoardStyle,
    ChannelId,
    Ending,
    GameId,
    OfferKind,
    ScopeId,
    Session,
    Terms,
    offers,
)
from bot.show.style import MOVE_ROWS, button_rows, has_buttons
from engine import Rules
from tests.bot.builders import ALICE, ALL_RULES, BOB, KINAROW, NOON, half_full, reviewed, session

SNOWFLAKE: Final = 2**63 - 1
"""The largest number that Discord or the store may give to anything."""
BOARD_REF: Final = BoardRef(GameId(SNOWFLAKE), 361, "ffffffff")
ACTS: Final = (BoardAction.HINT, BoardAction.UNDO, BoardAction.BOARD, BoardAction.RESIGN)
Button = dict[str, Any]


def board_view(match: Session) -> ui.View:
    """The buttons under a board."""
    return view_of(*board_rows(match))


def rows(view: ui.View) -> list[list[Button]]:
    """The buttons of a view as they are sent, row by row."""
    sent = view.to_components()
    assert {row["type"] for row in sent} <= {discord.ComponentType.action_row.value}
    return [row["components"] for row in sent]


def faces(view: ui.View) -> list[list[str]]:
    """What is written on the buttons; taken ones in brackets."""
    return [[_face(button) for button in row] for row in rows(view)]


def _face(button: Button) -> str:
    shown: str = button.get("label") or button["emoji"]["name"]
    return f"({shown})" if button["disabled"] else shown


def boards() -> Iterator[Session]:
    """A match with the highest number on every size of board, at its beginning and halfway."""
    for rules in ALL_RULES:
        start = replace(session(rules=str(rules)), game=GameId(SNOWFLAKE))
        yield from (start, replace(start, position=half_full(rules)))


def views() -> Iterator[ui.View]:
    """Every view that can be posted, with the longest ids."""
    yield from map(board_view, boards())
    yield view_of([action_button(BOARD_REF, BoardAction.SURELY_RESIGN)])
    for kind in OfferKind:
        asked = session([5])
        yield offer_view(
            offers.draw(asked, ALICE.id) if kind is OfferKind.DRAW else offers.undo(asked, ALICE.id)
        )
    game = erring()
    yield from (view_of(*review_rows(game, shown)) for shown in (None, *game.weighed))
    for opponent in (BOB.id, None):
        yield challenge_view(
            Challenge(
                ScopeId(1),
                ChannelId(7),
                ALICE.id,
                opponent,
                Terms(Rules(3, 3, 3)),
                NOON,
                number=ChallengeId(SNOWFLAKE),
            )
        )


def test_every_view_is_one_that_discord_takes() -> None:
    """At most five rows of five buttons, ids unlike each other and of at most 100 characters."""
    for view in views():
        assert len(rows(view)) <= 5
        assert all(len(row) <= 5 for row in rows(view))
        ids = [button["custom_id"] for row in rows(view) for button in row]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= 100
        assert view.is_persistent()


def test_each_move_has_its_button_where_they_fit() -> None:
    """Up to 20 tiles and 5 columns, and with gravity always; else there are none."""
    for match in boards():
        rules = match.rules
        ids = [button["custom_id"] for row in rows(board_view(match)) for button in row]
        moves = [int(read(id_)["move"]) for id_ in ids if id_.startswith("ttt:move:")]
        fits = rules.gravity or (rules.cells <= 20 and rules.columns <= 5)
        assert fits is has_buttons(rules)
        assert moves == (list(rules.moves) if fits else [])


@pytest.mark.parametrize(
    "match, expected",
    [
        (session(), [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]),
        (session([5, 1]), [["(⭕)", "2", "3"], ["4", "(❌)", "6"], ["7", "8", "9"]]),
        (
            session([5, 1], style=BoardStyle.TEXT),
            [["(O)", "2", "3"], ["4", "(X)", "6"], ["7", "8", "9"]],
        ),
        (
            session([1], rules="3x4"),
            [["(❌)", "b1", "c1", "d1"], ["a2", "b2", "c2", "d2"], ["a3", "b3", "c3", "d3"]],
        ),
        (
            session(rules="5x3"),
            [
                ["a1", "b1", "c1", "a2", "b2"],
                ["c2", "a3", "b3", "c3", "a4"],
                ["b4", "c4", "a5", "b5", "c5"],
            ],
        ),
        (
            session([1], rules="3x4", style=BoardStyle.TILES),
            [
                ["(❌)", "2", "3", "4"],
                ["5", "6", "7", "8"],
                ["9", "10", "11", "12"],
            ],
        ),
        (session(rules="gomoku"), [["Move…", "Keypad"]]),
        (session([5], o=KINAROW), []),
    ],
)
def test_moves_stand_as_on_the_board(match: Session, expected: list[list[str]]) -> None:
    """Free places by their name, taken ones by their mark and out of use; below them the rest.

    Where the board has more rows than a message, they follow each other.
    """
    last = ["Hint", "Undo", "Board", "Resign", "More"]
    assert faces(board_view(match)) == [*expected, last]


def test_columns_leave_room_for_what_else_there_is() -> None:
    """On a phone the board stays in sight: three rows, where five would push it out at the top."""
    match = session([1] * 6, rules="connect4", o=KINAROW, newcomer=True)
    assert faces(board_view(match)) == [
        ["(1)", "2", "3", "4", "5"],
        ["6", "7", "Hint", "Undo", "Board"],
        ["Resign", "More", "Easier", "Harder"],
    ]


def test_a_first_game_has_two_buttons_more() -> None:
    """In a row of their own, or where the moves leave none, in place of one that is not missed."""
    for rules in ALL_RULES:
        found = faces(board_view(session(rules=str(rules), o=KINAROW, newcomer=True)))
        flat = [face for row in found for face in row]
        if has_buttons(rules) and len(button_rows(rules)) == MOVE_ROWS:
            assert flat[-5:] == ["Hint", "Undo", "Resign", "Easier", "Harder"]
        else:
            assert flat[-7:-2] == ["Hint", "Undo", "Board", "Resign", "More"]
            assert flat[-2:] == ["Easier", "Harder"]


def test_the_swap_keeps_its_place_in_a_first_game() -> None:
    """A message has 25 buttons at most, five in a row."""
    match = session([1], rules="4x4", x=KINAROW, o=BOB, swap=True, newcomer=True)
    assert faces(board_view(match))[-1] == ["Hint", "Resign", "Swap", "Easier", "Harder"]


@pytest.mark.parametrize("swap", [False, True])
def test_every_board_opens_its_page(swap: bool) -> None:
    """In a first game too, however full the message is: what else is missed least makes room."""
    for rules in ALL_RULES:
        begun = session([1], rules=str(rules), x=KINAROW, o=BOB, swap=swap)
        for match in (begun, replace(begun, newcomer=True), begun.ended(Ending.IDLE)):
            found = faces(view_of(*board_rows(match, pages=True)))
            assert "Open" in [face for row in found for face in row]
            assert len(found) <= 5
            assert max(map(len, found)) <= 5


def test_only_who_is_to_choose_can_choose_on_a_page() -> None:
    """A colour, or the first move; and all else is there that a message had no room for."""
    chosen = session([1, 2, 3], rules="gomoku", swap2=Swap2())
    assert faces(view_of(*page_rows(chosen, yours=True)))[0] == ["Black", "White", "Two more"]
    others = ["Hint", "Undo", "Board", "Resign", "More"]
    assert faces(view_of(*page_rows(chosen, yours=False))) == [others]
    first = session([1], rules="4x4", x=KINAROW, o=BOB, swap=True, newcomer=True)
    acts, levels = faces(view_of(*page_rows(first, yours=True)))
    assert acts == ["Hint", "Undo", "Board", "Resign", "Swap"]
    assert levels == ["Easier", "Harder"]
    assert "Swap" not in faces(view_of(*page_rows(first, yours=False)))[0]


@pytest.mark.parametrize(
    "match",
    [session([1, 4, 2, 5, 3]), offers.resign(session([5]), BOB.id), session().ended(Ending.IDLE)],
)
def test_after_the_end_there_is_no_move_any_more(match: Session) -> None:
    """However a game ends, it can be looked at if there was a move, and played once more."""
    past = ["Review", "Replay"] if match.position.moves else []
    assert faces(board_view(match)) == [[*past, "Rematch", "Change…"]]


def erring() -> JudgedGame:
    """A game with the highest number that O lost by the second move, and X by the fifth."""
    return reviewed(session([1, 2, 4, 7, 6, 5, 9, 8], game=GameId(SNOWFLAKE)))


@pytest.mark.parametrize(
    "ply, expected",
    [
        (0, [["Mistakes of alice", "Mistakes of bob", "Turning point"]]),
        (2, [["◀", "(▶)", "Overview", "Mistakes of alice"], ["Try again from here"]]),
        (5, [["◀", "(▶)", "Overview", "Mistakes of bob"], ["Try again from here"]]),
    ],
)
def test_a_review_is_turned_over_from_page_to_page(ply: int, expected: list[list[str]]) -> None:
    """Through the mistakes of one player; those of the other are a press away."""
    game = erring()
    shown = game.nearest(ply) if ply else None
    assert faces(view_of(*review_rows(game, shown))) == expected
    assert game.turning_point == game.nearest(5)


def test_a_review_without_mistakes_has_one_page() -> None:
    """There is nothing to turn over."""
    assert review_rows(reviewed(session([5])), None) == []


@cache
def patterns() -> list[re.Pattern[str]]:
    """The pattern of each id that somebody listens to."""
    ways = [way for feature in FEATURES for way, _ in ways_of(feature)]
    return [re.compile(way.name) for way in ways if way.kind is Way.PRESS]


def read(custom_id: str) -> re.Match[str]:
    """What the id of a button says, by the one pattern that it has."""
    (match,) = filter(None, (pattern.fullmatch(custom_id) for pattern in patterns()))
    return match


def test_an_id_is_read_back_as_it_was_written() -> None:
    """Each button is known by its id, and by that alone, with one meaning each."""
    for view in views():
        found = [read(button["custom_id"]) for row in rows(view) for button in row]
        assert len({(match.re, match[0]) for match in found}) == len(found)


@pytest.mark.parametrize("act", BoardAction)
def test_every_act_has_a_button(act: BoardAction) -> None:
    """Also those that stand under no board at the moment."""
    match = read(action_button(BOARD_REF, act).custom_id or "")
    assert match["game"] == str(BOARD_REF.game)


async def test_nothing_listens_to_a_view_that_is_posted() -> None:
    """Else discord.py would keep each board for as long as the bot runs."""
    assert all(view.is_finished() for view in views())


@pytest.mark.parametrize(
    "custom_id",
    ["", "ttt:move:1:2", "ttt:move:1:2:x", "ttt:hint:1", "ttt:win:1:2", "xttt:hint:1:2"],
)
def test_any_other_id_is_no_button_of_ours(custom_id: str) -> None:
    """What was not written here is left to others."""
    assert not any(pattern.fullmatch(custom_id) for pattern in patterns())
