"""The bot in a pipe: the lines of a script in, what the channel shows out."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.errors import Problem
from bot.local.terminal import expand_timestamps, plain
from bot.match.session import BoardStyle
from bot.show import emoji
from bot.show.overlay import NOTHING, Overlay
from bot.show.render import board
from tests.bot import logs
from tests.bot.builders import OWNED, position
from tests.bot.discord.world import sentence
from tests.cold import COMPILED, cold_cache

ROOT = Path(__file__).parents[3]
SCRIPT = """\
!ttt start 3x3 x
5

lovely weather
!ttt hint
!ttt stop
!ttt start @bob x
carol: [Accept]
bob: [Accept]
5
bob: 1
bob: 2
/ttt do words:hint all
@Kinarow board
[No such button]
/ttt nonsense
!ttt resign
!ttt start gomoku x
!ttt stop
!ttt start 4x4 x
16
!ttt style image
!ttt stop
!ttt puzzle
bob: [My board]
!ttt start 3x3 x
bob: [1]
alice: [1]
!ttt puzzle more
[Answer]
[Answer] a1
[Hint]
/ttt puzzle move:more
[Next]
!ttt puzzle run
[Start]
[Nothing]
!ttt language de
bob: !ttt puzzle run
bob: [Start]"""
"""The last line has no end, as `printf` leaves it."""


WAIT = sentence(Problem.ENGINE_COMPILING, percent=0, seconds=0).partition(":")[0]
PROGRAM = (sys.executable, "-m", "bot", "play", "--terminal")
KEPT = {
    *("PATH", "HOME", "SYSTEMROOT", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT"),
    "COVERAGE_PROCESS_CONFIG",  # where the tests are measured, so is the program
}
ENVIRON = {
    **{key: value for key, value in os.environ.items() if key in KEPT},
    "PYTHONPATH": str(ROOT),
    "ENGINE": "local:1",
    "MOVE_SECONDS": "0.1",
    "PYTHONUTF8": "1",
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the script shows in this process, which has most of what a new one would begin with.

    It ends by itself, without a word on standard error.
    """
    out, err = io.StringIO(), io.StringIO()
    with (
        logs.as_before(),
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        for name in set(os.environ) - KEPT:
            patch.delenv(name)
        for name in ("ENGINE", "MOVE_SECONDS"):
            patch.setenv(name, ENVIRON[name])
        patch.chdir(tmp_path_factory.mktemp("elsewhere"))
        patch.setattr(sys, "stdin", io.StringIO(SCRIPT))
        patch.setattr(sys, "unraisablehook", sys.unraisablehook)
        patch.setattr(threading, "excepthook", threading.excepthook)
        code = main(["play", "--terminal"])
    assert (code, err.getvalue()) == (0, "")
    return out.getvalue()


def test_boards_are_shown_as_text(shown: str) -> None:
    """Each message stands under the name of its author."""
    assert shown.startswith(
        "alice: !ttt start 3x3 x\n\nKinarow:\n"
        "❌ **alice** \N{EN DASH} ⭕ **Kinarow** (Momo 🐢) · tic-tac-toe\n"
        "1️⃣2️⃣3️⃣\n4️⃣5️⃣6️⃣\n7️⃣8️⃣9️⃣\n"
    )
    assert "alice: 5\n\nKinarow (edited):\n" in shown
    assert "**Kinarow** played" in shown


def test_nothing_is_said_of_pictures(shown: str) -> None:
    """Large boards are drawn with letters, and nobody could permit anything else here."""
    assert " 8 . . . . . . . . . . . . . . ." in shown
    assert "permission" not in shown


def test_conversation_gets_no_answer(shown: str) -> None:
    """What is no move is shown, and the next to speak is a person again."""
    assert "alice: lovely weather\n\nalice: !ttt hint\n\nKinarow:\n" in shown


def test_members_are_mentioned_by_name(shown: str) -> None:
    """A mention is shown as people read it, with the buttons under the message."""
    assert "**alice** challenges @bob" in shown
    assert "[Accept] [Decline]" in shown


def test_buttons_are_pressed_and_messages_edited(shown: str) -> None:
    """`[Accept]` presses the button; the challenge changes, and the board comes."""
    assert "bob: [Accept]\n\nKinarow (edited): **bob** accepts the challenge" in shown
    assert "⭕ **bob** · tic-tac-toe" in shown


def test_a_board_that_changes_is_shown_again(shown: str) -> None:
    """Nobody can look up on paper; a quiet line where a board was is one of its moves."""
    edited = [part for part in shown.split("\n\n") if part.startswith("Kinarow (edited)")]
    assert all(" played " in part or "accepts the challenge" in part for part in edited)


def test_private_answers_say_who_sees_them(shown: str) -> None:
    """What Discord shows to one person only is marked."""
    assert "Kinarow (only carol sees this): Only **bob** can answer" in shown


def test_members_speak_by_name(shown: str) -> None:
    """`bob: 1` is bob's move, and too much of it is refused."""
    assert "bob: 1\n\nKinarow (edited):\n" in shown
    assert "Please wait: it's **alice**'s turn." in shown


def test_slash_commands_and_mentions_work(shown: str) -> None:
    """Options are written `name:value`, and the bot is addressed as in Discord."""
    after = shown.split("/ttt do words:hint all")[1]
    assert after.count("💡") == 1
    assert "**bob** played **1**" in after.split("@Kinarow board")[1]


def test_an_impossible_act_gets_a_line_in_brackets(shown: str) -> None:
    """A button or a command that is not there does not end the program."""
    assert "(no button [No such button] under the last message that has any)\n\n" in shown
    assert "**alice** resigns: ⭕ **bob** wins." in shown.split("/ttt nonsense")[1]


def test_the_emoji_of_boards_are_there(shown: str) -> None:
    """Numbers beyond the keycaps stand in columns, and no picture is sent to be printed."""
    board = shown.split("alice: 16\n")[1]
    rows = (" 1  2  3  4", " 5  6  7  8")
    assert any(row in board for row in rows)  # the answer stands in one of them at most
    assert "❎" in board or "❌" in board
    assert "type a free number" in board
    assert "[board.png]" not in board


def test_a_private_answer_has_its_buttons(shown: str) -> None:
    """Only those who see them can press them."""
    own = after(shown, "bob: [My board]")
    assert own.startswith("Kinarow (only bob sees this):\n🧩 **Puzzle of the day**")
    assert "\n[" in own
    assert "[Answer]" in own
    assert after(shown, "alice: [Next]").startswith("Kinarow (only alice sees this):\n🧩 **Puzzle")


def test_a_press_is_for_the_last_message_with_buttons(shown: str) -> None:
    """Never for one above it: what says `[1]` there may be another puzzle, or another game."""
    refused = after(shown, "bob: [1]")  # the board of alice's game was shown since
    assert "are playing here" in refused or "is playing here" in refused
    assert "⬜" not in refused
    assert after(shown, "alice: [1]").startswith("Kinarow (edited):\n❌ **alice**")
    assert after(shown, "alice: [Hint]") == "(no button [Hint] under the last message that has any)"


def test_a_box_is_written_into(shown: str) -> None:
    """With the words after the button that opens it; without any they are asked for."""
    assert after(shown, "alice: [Answer]") == "(a box opens to write into: [Answer] 5 writes 5)"
    assert after(shown, "alice: [Answer] a1").startswith("Kinarow (only alice sees this)")


def test_times_can_be_read(shown: str) -> None:
    """No message has the markup of one."""
    assert "ends in 3 minutes" in after(shown, "alice: [Start]")
    assert "<t:" not in shown


def test_times_are_told_in_the_language_that_was_chosen(shown: str) -> None:
    """At once, not from the next start on."""
    assert "in 3 Minuten" in after(shown, "bob: [Start]")


def after(shown: str, line: str) -> str:
    """The first message after a line."""
    return shown.split(f"{line}\n\n")[1].partition("\n\n")[0]


@pytest.mark.thorough
@COMPILED
def test_on_a_new_machine_3x3_plays_at_once_and_others_wait(tmp_path: Path) -> None:
    """While the engine is compiled a whole game is played; another goes on once it is there.

    Moves that are written ahead wait for the answer, as they would not with a person.
    """
    with (
        cold_cache(tmp_path) as cold,
        subprocess.Popen(
            PROGRAM,
            env={**ENVIRON, **cold.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as program,
    ):
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(
            "!ttt start x easy\n5\n!ttt resign\n!ttt start connect4 x perfect\n4\n3\n"
        )
        program.stdin.close()
        before: list[str] = []
        while not (before and WAIT in before[-1]):
            before.append(program.stdout.readline())
            assert before[-1], "the program has ended"
        assert "**alice** resigns" in "".join(before)
        cold.fill()
        after = program.stdout.read()
    assert program.returncode == 0
    assert after.count("**Kinarow** played column") == 2
    assert WAIT not in after


def tiles(rules: str, *moves: int, overlay: Overlay = NOTHING) -> list[str]:
    """The rows of a board of tiles in a terminal."""
    drawn = board(position(rules, moves), BoardStyle.TILES, overlay)
    return plain(emoji.fill_tokens(drawn, OWNED)).split("\n")


def test_small_boards_are_of_keycaps() -> None:
    """As they would be without emoji of our own."""
    assert tiles("3x3", 5, 1) == ["🅾️2️⃣3️⃣", "4️⃣❌6️⃣", "7️⃣8️⃣9️⃣"]
    assert tiles("3x3 gravity", 2) == ["1️⃣2️⃣3️⃣", "⬜⬜⬜", "⬜⬜⬜", "⬜🎯⬜"]


def test_high_numbers_stand_in_columns() -> None:
    """Each as wide as the widest, a mark or a light bulb as two letters."""
    assert tiles("4x4", 6, 1) == ["🅾️  2  3  4", " 5 ❌  7  8", " 9 10 11 12", "13 14 15 16"]
    hint = Overlay(move=7)
    assert tiles("4x4", 6, 1, overlay=hint)[1] == " 5 ❌ 💡  8"
    assert tiles("10x10", 1)[0] == " ❎   2   3   4   5   6   7   8   9  10"


def test_marks_in_sentences_stand_alone() -> None:
    """Also beside a board of high numbers; foreign emoji stay as they are."""
    said = f"{OWNED['x']} and <:parrot:7>\n{OWNED['t11']}{OWNED['o']}{OWNED['t3']}"
    assert plain(said) == "❌ and <:parrot:7>\n11 ⭕  3"


@pytest.mark.parametrize(
    "seconds,language,words",
    [
        (86_400, "en", "in 24 hours"),
        (30, "en", "in 30 seconds"),
        (-600, "en", "10 minutes ago"),
        (172_800, "pt-BR", "em 2 dias"),
    ],
)
def test_moments_are_told_in_words(seconds: int, language: str, words: str) -> None:
    """As Discord's client counts down, in its language; nothing else changes."""
    now = datetime(2026, 7, 1, 12, tzinfo=UTC)
    then = int((now + timedelta(seconds=seconds)).timestamp())
    assert (
        expand_timestamps(f"Counting <t:{then}:R>. <@7>", now, language)
        == f"Counting {words}. <@7>"
    )


@pytest.mark.parametrize(
    "style,language,words",
    [
        ("", "en", "July 1, 2026 2:30\N{NARROW NO-BREAK SPACE}PM"),
        (":t", "en", "2:30\N{NARROW NO-BREAK SPACE}PM"),
        (":D", "en", "July 1, 2026"),
        (":D", "de", "1. Juli 2026"),
        (":F", "de", "Mittwoch, 1. Juli 2026 14:30"),
        (":d", "pt-BR", "01/07/2026"),
    ],
)
def test_dates_are_told_in_words(style: str, language: str, words: str) -> None:
    """In the time zone of the terminal."""
    then = int(datetime(2026, 7, 1, 12, 30, tzinfo=UTC).timestamp())
    now = datetime(2026, 7, 2, tzinfo=timezone(timedelta(hours=2)))
    assert expand_timestamps(f"On <t:{then}{style}>.", now, language) == f"On {words}."
