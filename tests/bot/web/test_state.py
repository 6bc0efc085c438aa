"""What a page is told of a game."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.match.opening import Swap2
from bot.match.session import BoardStyle, Crowd, Ending, offers
from bot.match.session.moves import at, vote
from bot.match.timing import Poll, TurnClock
from bot.show import text
from bot.show.overlay import Overlay
from bot.show.page import Drawn
from bot.show.style import mark
from bot.web.state import board_state, drawn_json, page_state, page_words, plain, time_left
from engine import PRESETS, Position, Rules, Side, Variant
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session

CONNECT4 = PRESETS["connect4"]
RENJU = Rules(15, 15, 5, variant=Variant.RENJU)


def test_cells_and_moves_of_a_board() -> None:
    """Cells are told row by row from the top; the moves that are legal to whoever is to move."""
    game = session((4, 4, 5), rules="connect4")
    told = board_state(game, BOB.id, "!")
    assert told["cells"] == "." * 31 + "O" + "." * 6 + "XX.."
    assert (told["me"], told["turn"], told["legal"]) == ("O", "O", [1, 2, 3, 4, 5, 6, 7])
    assert board_state(game, ALICE.id, "!")["legal"] == []
    assert board_state(game, CAROL.id, "!")["me"] is None


def test_the_line_that_won() -> None:
    """The cells of the line are told, and nobody is to move."""
    won = session((1, 4, 2, 5, 3))
    told = board_state(won.ended(Ending.LINE, Side.X), ALICE.id, "!")
    assert (told["line"], told["over"], told["legal"]) == ([0, 1, 2], True, [])


def test_stones_are_told_as_they_look() -> None:
    """What a screen reader says of a cell is what stands beside the names above the board."""
    for rules, x, o in ((Rules(3, 3, 3), "❌", "⭕"), (CONNECT4, "🔴", "🟡"), (RENJU, "⚫", "⚪")):
        told = board_state(replace(session(), position=Position.start(rules)), ALICE.id, "!")
        assert told["sides"] == {"X": x, "O": o}
        assert told["heading"].startswith(f"{x} **alice**")
        assert f"{o} **bob**" in told["heading"]


def test_a_yellow_disc_is_no_diamond() -> None:
    """What is said of a board of emoji, as in a review, speaks of the discs that a page draws."""
    assert plain(f"{mark(CONNECT4, BoardStyle.EMOJI, Side.O)} **bob**") == "🟡 **bob**"


def test_the_time_is_told_as_what_is_left() -> None:
    """A reader's clock may be wrong, so no moment is told; without a clock nothing is."""
    clock = TurnClock(timedelta(minutes=5)).at(0, NOON)
    timed = replace(session(), clock=clock)
    assert time_left(timed, NOON + timedelta(minutes=1)) == {"left": 240.0}
    assert time_left(session(), NOON) == {}


def test_the_idle_time_is_told_when_its_end_is_near() -> None:
    """Nobody plays by it: for the most of a day it would count down to nothing of interest."""
    clock = TurnClock(timedelta(hours=24), agreed=False).at(0, NOON)
    idle = replace(session(), clock=clock)
    assert time_left(idle, NOON + timedelta(hours=17)) == {}
    assert time_left(idle, NOON + timedelta(hours=18)) == {"left": 6 * 3600.0}


def test_the_stones_of_an_opening_are_touched() -> None:
    """Under swap2 too a page says what to touch, and which stone it is."""
    opening = session(rules="gomoku", swap2=Swap2())
    for person, prompt in ((ALICE, "Your turn: touch a tile."), (BOB, "**alice** is to move.")):
        told = board_state(opening, person.id, "!")
        assert told["status"] == f"{prompt} Stone 1 of 3: ⚫."


def test_voters_are_not_told_to_type() -> None:
    """A page has no place to write a vote into, and a clock that tells until when."""
    poll = at(session(rules="connect4", x=Crowd(ALICE), o=KINAROW, poll=Poll(30)), NOON)
    assert board_state(poll, BOB.id, "!")["status"] == "🔴 **Everyone**, vote: press a column."
    assert time_left(poll, NOON + timedelta(seconds=10)) == {"left": 20.0}
    voted = vote(poll, BOB.id, 4, NOON)
    told = board_state(voted, BOB.id, "!")["status"]
    assert told.splitlines()[1] == "Votes: **4** × 1"


def test_the_waiting_player_reads_who_chooses() -> None:
    """Under swap2 the one who chooses has the buttons, the other player and watchers the words."""
    opening = session([1, 2, 3], rules="gomoku", swap2=Swap2())
    told = [page_state(opening, person.id, "!") for person in (BOB, ALICE, CAROL)]
    assert ["Black" in labels(one) for one in told] == [True, False, False]
    assert told[0]["status"].startswith("**bob**, choose:")
    assert [one["status"] for one in told[1:]] == ["**bob** is choosing a colour."] * 2


def test_only_the_player_asked_has_buttons_for_an_offer() -> None:
    """Whoever made it has no buttons to accept it; both still read whose turn it is."""
    asked = offers.draw(session([5]), ALICE.id)
    for person, has in ((ALICE, False), (BOB, True), (CAROL, False)):
        told = page_state(asked, person.id, "!")
        assert ({"Accept", "Decline"} <= labels(told)) is has
        assert told["offer"]
        assert told["status"]


def test_an_offer_to_take_back_names_its_moves_as_the_page_does() -> None:
    """Both of them, with the letters that a page has around a large board."""
    laid = replace(session((6, 11), rules="4x4"), style=BoardStyle.TILES)
    told = page_state(offers.undo(laid, ALICE.id), BOB.id, "!")
    assert "take back **b2** and the answer **c3**" in told["offer"]


def labels(told: dict[str, Any]) -> set[str]:
    """The labels of the buttons that a page is told of."""
    return {button["label"] for row in told["buttons"] for button in row["row"]}


def test_everything_can_be_sent() -> None:
    """The state of every kind of board is JSON, in each language."""
    for rules in (Rules(3, 3, 3), CONNECT4, RENJU, Rules(20, 20, 5)):
        game = replace(session(), position=Position.start(rules))
        for language in ("en", "ar", "ja"):
            with text.speaking(language):
                assert json.dumps(board_state(game, None, "!") | page_words())


def test_no_names_become_marks() -> None:
    """Only the small sign at the beginning of a line is left out of a sentence."""
    assert plain("-# quiet\n# loud\na - b # c") == "quiet\nloud\na - b # c"


def test_an_overlay_counts_cells_from_zero() -> None:
    """A recommended column, a marked one, and what follows are shown where the discs land."""
    position = Position.from_moves(CONNECT4, (4,))
    overlay = Overlay({5: "❗"}, move=4, own=((1, 2),))
    told = drawn_json(Drawn(position, overlay, follows=(5, 5, 4)))
    assert (told["best"], told["own"], told["theirs"]) == (31, [[0, 1]], [])
    assert (told["marks"], told["follows"], told["end"]) == ({"39": "👎"}, [39, 32, 31], [])


def test_the_line_that_the_last_move_completes_is_marked() -> None:
    """The line that the last move completes is told apart."""
    told = drawn_json(Drawn(Position.from_moves(Rules(3, 3, 3), (1, 4, 2)), follows=(5, 3)))
    assert (told["end"], told["line"]) == ([0, 1, 2], [])
