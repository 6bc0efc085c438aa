"""What is read from a board: the soak believes no more than that."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.match.session import Bot, ChannelId, Ending, GameId, Person, Seat, Session, UserId, moves
from engine import Level, Position, Rules
from tests.soak.pictures import shows, stones, wrong_with
from tests.wire.payloads import ME
from tests.wire.rooms import Room

BOARD = (
    "❌ **alice** - ⭕ **Kinarow** · tic-tac-toe\n"
    "❌2️⃣3️⃣\n4️⃣🅾️6️⃣\n7️⃣8️⃣❎\n**alice** played **9**.\n⭕ **Kinarow**, your turn."
)
BUTTONS = [{"components": [{"custom_id": "ttt:hint:1:3:cafe"}]}]
POSITION = Position.from_moves(Rules.parse("tictactoe"), [1, 5, 9])
SESSION = Session(
    ChannelId(1),
    None,
    Seat(Person(UserId(2), "alice")),
    Seat(Bot(Level.EASY)),
    POSITION,
    datetime(2026, 1, 1, tzinfo=UTC),
    game=GameId(1),
)


def test_stones_are_counted_on_the_board_alone() -> None:
    """Those beside the names are none."""
    assert stones({"content": BOARD}) == (2, 1)


def test_a_board_shows_one_position_and_whether_the_game_goes_on() -> None:
    """One move more or less, or an end, is another game."""
    message = {"content": BOARD, "components": BUTTONS}
    assert shows(message, SESSION)
    assert not shows(message, moves.play_bot(SESSION, 2))
    assert not shows(message, replace(SESSION, ending=Ending.STOPPED))
    assert not shows({**message, "components": []}, SESSION)


def test_one_board_of_a_room_looks_alive() -> None:
    """An old one with buttons, none at all, and one that is not the newest are told apart."""
    room = Room()
    old, _ = room.post(ME, {"content": BOARD, "components": BUTTONS})
    new, _ = room.post(ME, {"content": BOARD, "components": BUTTONS})
    assert wrong_with(room, SESSION, None) == "no board"
    found = wrong_with(room, SESSION, int(new["id"]))
    assert found is not None
    assert found.startswith("an old board that looks alive: ")
    old["components"] = []
    assert wrong_with(room, SESSION, int(new["id"])) is None
    assert "a wrong board" in str(wrong_with(room, SESSION, int(old["id"])))
