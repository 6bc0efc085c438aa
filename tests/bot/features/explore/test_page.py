"""The message about a position, and the buttons under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest
from discord import ui

from bot.edge.buttons import MOST_OPTIONS, view_of
from bot.edge.places import Way
from bot.edge.ways import ways_of
from bot.features.explore.feature import ROOM, Explore, explore_rows
from bot.features.explore.page import explore_page, move_table, what_next
from bot.features.explore.values import Exploration, Trail, pack, unpack
from bot.match.notes import Hint
from bot.match.results import Tally
from bot.match.session import BoardStyle
from bot.pool.worker import analyse_and_explain
from bot.show import render, text
from bot.show.languages import languages
from bot.show.overlay import judged
from bot.show.page import MESSAGE_LIMIT
from bot.show.style import ALL_CAPABILITIES, Capabilities
from engine import Limit, Position, Rules, alike, encode_game
from tests.bot.builders import ALL_RULES, count_emoji, crowded, half_full, position
from tests.bot.show.test_page import ALONE, CLIENT_LIMIT, TILED, talkative, units


def explored(now: Position, played: dict[int, Tally] | None = None) -> Exploration:
    """A small position with the real verdicts."""
    return Exploration(now, Hint(*analyse_and_explain(now, Limit(nodes=1_000))), played or {})


def busy(rules: Rules) -> Exploration:
    """A position of which there is as much to tell as there may be."""
    now = half_full(rules)
    tally = Tally(1_000, 1_000, 1_000)
    return Exploration(now, talkative(now), {same[0]: tally for same in alike(now).values()})


def view_under(shown: Exploration) -> ui.View:
    """The buttons under a position that was named by a code."""
    packed = pack(Trail(shown.position), ROOM)
    return view_of(*explore_rows(shown, packed, BoardStyle.EMOJI, ALL_CAPABILITIES))


def buttons(view: ui.View) -> Iterator[ui.Button[ui.View]]:
    """All buttons of a view."""
    yield from (item for item in view.children if isinstance(item, ui.Button))


def test_a_position_is_told() -> None:
    """Heading, board with verdicts, a line for each move, why for the best, and the code."""
    now = position("3x3", [1, 4, 2, 5])
    found = explored(now, {3: Tally(7, 3, 2)})
    assert found.hint is not None
    shown = explore_page(found, BoardStyle.EMOJI, "!")
    assert shown.content.splitlines() == [
        "🔎 **Tic-tac-toe** · after 4 moves · ❌ to move",
        *render.board(now, overlay=judged(found.hint)).splitlines(),
        "👍 **3**: wins at once with 1-2-3 · played here 12 times: 7 won, 3 drawn, 2 lost",
        "🤝 **6**: draw with best play",
        "👎 **7**: lets them win at once",
        "👎 **8**: lets them win at once",
        "👎 **9**: lets them win at once",
        "Press a move to see what follows. This position: `!ttt explore 3x3x3:1-4-2-5`",
    ]


def test_a_finished_game_is_read_out_with_the_names_on_its_board() -> None:
    """Numbers where the tiles have them."""
    found = Exploration(position("4x4x3", [1, 6, 2, 5, 3]), None, {})
    assert "X on 3 completes 1-2-3" in explore_page(found, BoardStyle.TILES, "!").content
    assert "X on c1 completes a1-b1-c1" in explore_page(found, BoardStyle.EMOJI, "!").content


def test_moves_that_are_the_same_share_a_line() -> None:
    """The corners of an empty board, as one; why the best is so, is said of one corner."""
    lines = move_table(explored(position("3x3"), {1: Tally(1)}), BoardStyle.EMOJI).splitlines()
    words = "draw with best play"
    why = "one of several equally good moves"
    assert set(lines) == {
        f"🤝 **1** (**3**, **7**, **9**): {why}; {words} · played here 1 time: "
        "1 won, 0 drawn, 0 lost",
        f"🤝 **2**, **4**, **6**, **8**: {words}",
        f"🤝 **5**: {words}",
    }


def test_a_position_nobody_had_says_so() -> None:
    """Once, not in each line."""
    told = move_table(explored(position("3x3", [5])), BoardStyle.EMOJI)
    assert told.splitlines()[-1] == (
        "Nobody here has moved from this position yet in a finished game of their own."
    )
    assert "played here" not in told


def test_each_legal_move_is_shown_or_counted() -> None:
    """Each legal move is in a line or among the others."""
    now = half_full(Rules.parse("9x9x5"))
    lines = move_table(Exploration(now, talkative(now)), BoardStyle.EMOJI).splitlines()
    assert f"and {len(now.legal) - 7} more moves" in lines


@pytest.mark.parametrize("moves", [[1, 4, 2, 5, 3], [5, 1, 3, 7, 4, 6, 2, 8, 9]])
def test_a_game_that_is_over_tells_its_end(moves: list[int]) -> None:
    """Without values; its last move can be taken back."""
    over = Exploration(position("3x3", moves))
    words = explore_page(over, BoardStyle.EMOJI, "!").content
    assert words.startswith(f"🔎 **Tic-tac-toe** · over after {len(moves)} moves\n")
    assert text.spoken(over.position) in words
    usable = [button.label for button in buttons(view_under(over)) if not button.disabled]
    assert usable == ["To the start", "Back"]


def test_the_style_for_screen_readers_reads_the_board_out() -> None:
    """One line that says whose turn it is."""
    now = position("3x3", [5])
    assert (
        "X: 5. O, your turn: 1 2 3 4" in explore_page(explored(now), BoardStyle.TEXT, "!").content
    )


def test_a_picture_has_the_verdicts_too() -> None:
    """And the words beside it."""
    now = position("3x3", [5])
    found = explored(now)
    shown = explore_page(found, BoardStyle.IMAGE, "!")
    assert shown.attachment is not None
    assert found.hint is not None
    assert shown.attachment.data == render.image(now, BoardStyle.IMAGE, judged(found.hint))


@pytest.mark.parametrize("style", [BoardStyle.EMOJI, BoardStyle.TEXT])
@pytest.mark.parametrize("can", [ALONE, replace(TILED, files=False)], ids=["alone", "tiled"])
@pytest.mark.parametrize("fits", [True, False])
def test_every_message_can_be_sent_and_drawn(
    style: BoardStyle, can: Capabilities, fits: bool
) -> None:
    """With long verdicts, counts and codes, on boards of every size."""
    for rules in ALL_RULES[::7]:
        shown_as = can.style_for(rules, style)
        page = explore_page(busy(rules), shown_as, "`" * 5, owned=can.owned, fits=fits)
        assert units(page.content) <= MESSAGE_LIMIT
        assert count_emoji(page.content) <= CLIENT_LIMIT


@pytest.mark.parametrize("language", languages())
def test_no_language_is_too_long(language: str) -> None:
    """On boards that take the most room."""
    with text.speaking(language):
        for name in ("5x7", "12x12", "8x10g", "12x12g", "19x19"):
            for style in (BoardStyle.EMOJI, BoardStyle.TEXT):
                page = explore_page(
                    busy(Rules.parse(name)),
                    ALONE.style_for(Rules.parse(name), style),
                    "`" * 5,
                    owned=ALONE.owned,
                )
                assert units(page.content) <= MESSAGE_LIMIT


def test_each_button_leads_where_it_says() -> None:
    """The ids are different, and each holds the whole position."""
    now = position("3x3", [5, 1])
    view = view_under(explored(now))
    labels = [button.label for button in buttons(view)]
    assert labels == [*"123456789", "To the start", "Back", "Play from here"]
    ids = [button.custom_id or "" for button in buttons(view)]
    assert len(set(ids)) == len(ids)
    step, play = (
        re.compile(way.name)
        for way, _ in ways_of(Explore)
        if way.kind is Way.PRESS and ":rows:" not in way.name
    )
    for id_, word in zip(ids, [*"123456789", "start", "back", "play"], strict=True):
        match = play.fullmatch(id_) if word == "play" else step.fullmatch(id_)
        assert match is not None
        assert match.groupdict().get("step", "play") == word
        assert unpack(match["packed"]).position.moves == now.moves
    assert [button.label for button in buttons(view) if button.disabled] == ["1", "5"]


def test_colours_go_with_the_marks() -> None:
    """Green wins, red loses."""
    styles = {
        b.label: b.style for b in buttons(view_under(explored(position("3x3", [1, 4, 2, 5]))))
    }
    assert styles["3"] is discord.ButtonStyle.success
    assert styles["9"] is discord.ButtonStyle.danger


@pytest.mark.parametrize("rules", ALL_RULES[::7], ids=str)
def test_the_buttons_of_every_board_fit_a_message(rules: Rules) -> None:
    """At most five rows of five, with ids of at most a hundred characters."""
    for now in (Position.start(rules), half_full(rules)):
        view = view_under(Exploration(now, talkative(now)))
        rows = [button.row for button in buttons(view)]
        assert len(rows) <= 25
        assert max(rows.count(row) for row in set(rows)) <= 5
        assert all(len(button.custom_id or "") <= 100 for button in buttons(view))


def test_large_boards_have_buttons_for_the_best_moves() -> None:
    """Ten of them, and those that people like."""
    start = position("gomoku", [113])
    view = view_under(Exploration(start, talkative(start), {15: Tally(3)}))
    labels = [button.label for button in buttons(view)]
    assert len(labels) == 10 + 3
    assert "a1" in labels


def test_more_moves_are_in_a_menu() -> None:
    """Each with what it is worth, and none that has a button."""
    start = position("gomoku", [113])
    view = view_under(Exploration(start, talkative(start)))
    (menu,) = (item for item in view.children if isinstance(item, ui.Select))
    assert len(menu.options) == MOST_OPTIONS
    assert not {one.label for one in menu.options} & {one.label for one in buttons(view)}
    assert all(one.description and len(one.value) <= 100 for one in menu.options)
    small = explored(position("3x3", [5]))
    assert not [item for item in view_under(small).children if isinstance(item, ui.Select)]


def test_too_long_a_game_has_one_button() -> None:
    """Back to the start, and a sentence about codes."""
    now = crowded(Rules.parse("19x19x19"))
    rows = explore_rows(Exploration(now), None, BoardStyle.EMOJI, ALL_CAPABILITIES)
    (start,) = buttons(view_of(*rows))
    assert start.label == "To the start"
    assert "Give a position by its code, as in `!ttt explore 3x3x3:5-1`" in what_next(
        now, "!", fits=False
    )
    assert len(encode_game(now)) > 200
    assert what_next(now, "!", fits=True) == ""
