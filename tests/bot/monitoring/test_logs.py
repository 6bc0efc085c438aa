"""The log: what no line may hold, and what each should say."""

from __future__ import annotations

import asyncio
import contextvars
import errno
import json
import logging
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.session import ChannelId, GameId
from bot.monitoring import logs
from bot.monitoring.logs import (
    RedactingFormatter,
    check_machine,
    redacted,
    set_log_context,
    set_up,
    shortage,
    with_log_context,
)
from bot.pool.worker import start_method
from tests.bot.gateway import TOKEN as GATEWAY_TOKEN
from tests.bot.logs import as_before
from tests.bot.waiting import POSIX
from tests.cold import PROC
from tests.thorough import thorough
from tests.wire.program import run

TOKEN = "MTA5OTk5OTk5OTk5OTk5OTk5.GabcdE.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
PRESS = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6c2VjcmV0"

ROOT = Path(__file__).parents[3]
NO_THREAD = RuntimeError("can't start new thread")
NO_MORE_THREADS = f"this machine has no more threads for the bot: {NO_THREAD}"
NO_MORE_MEMORY = "this machine has no more memory for the bot: MemoryError"
THREADLESS = """
import sys, threading

if __name__ == "__main__":  # its workers import this too
    import bot.__main__
    from bot.monitoring import logs
    import bot.run.serve

    bot.run.serve._ROUND = 0.1
    begin, looks = logs.start_new_thread, iter([True])

    def refuse(*_):
        raise RuntimeError("can't start new thread")

    def find_no_memory(*_):
        raise MemoryError

    match sys.argv[1]:
        case "at the start":
            logs.start_new_thread = threading.Thread.start = refuse
        case "as a thread begins":
            threading.Thread._bootstrap = find_no_memory
        case "in a thread":
            threading.Thread.run = find_no_memory
        case "with little memory":
            import resource
            with open("/proc/self/statm") as file:
                most = int(file.read().split()[0]) * resource.getpagesize() + (64 << 20)
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        case "later":
            logs.start_new_thread = lambda *work: begin(*work) if next(looks, False) else refuse()
    sys.exit(bot.__main__.main(["run"]))
"""
"""The program where no thread can be had, or no memory for one; at the start, or later."""


def line(message: str, *arguments: object, error: BaseException | None = None) -> str:
    """A record as the log shows it."""
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("bot", logging.INFO, __file__, 1, message, arguments, info)
    return RedactingFormatter("pass words").format(record)


@pytest.mark.parametrize(
    "text",
    [
        f"logging in using static token {TOKEN}",
        f"POST https://discord.com/api/v10/webhooks/12/{PRESS}/messages?wait=true has returned 200",
        f"PATCH https://discord.com/api/v10/webhooks/12/{PRESS}/messages/@original",
        f"POST https://discord.com/api/v10/interactions/34/{PRESS}/callback with {{}}",
        f"WebSocket Event: {{'t': 'INTERACTION_CREATE', 'd': {{'token': '{PRESS}', 'type': 2}}}}",
        f'{{"op": 2, "d": {{"token": "{TOKEN}", "v": 3}}}}',
        f"postgresql+asyncpg://bot:{PRESS}@db:5432/kinarow fails",
        *(f"connect postgresql+asyncpg://bot:{PRESS}{sign}{PRESS}@db/kinarow" for sign in "/#@:?%"),
        f"postgres://bot:@{PRESS}/@/@db/kinarow fails",
        "connected with pass words to Discord",
    ],
)
def test_no_line_holds_a_secret(text: str) -> None:
    """Tokens of bots and interactions, webhooks and passwords are left out; the rest stays."""
    shown = line("%s", text)
    for secret in (TOKEN, PRESS, "pass words"):
        assert secret not in shown
    assert text[:12] in shown


def test_no_traceback_holds_a_secret() -> None:
    """What an error says is read by the same eyes."""
    try:
        raise OSError(f"https://discord.com/api/webhooks/1/{PRESS}")
    except OSError as error:
        shown = line("a defect", error=error)
    assert "Traceback" in shown
    assert "webhooks/1/[secret]" in shown
    assert PRESS not in shown


@given(st.text(max_size=200))
def test_other_text_stays_as_it_is(text: str) -> None:
    """What holds no sign of a secret is not touched."""
    if not set("/.:") & set(text):
        assert redacted(text) == text


async def test_each_task_tells_its_own_place() -> None:
    """Lines say which channel and game they are about, whatever others do meanwhile."""

    async def work(channel: int, game: int | None) -> str:
        set_log_context(ChannelId(channel), None if game is None else GameId(game))
        await asyncio.sleep(0)
        return line("moved")

    shown = await asyncio.gather(work(1, 2), work(3, None))
    assert [text.rpartition(": ")[2] for text in shown] == [
        "moved [channel 1, game 2]",
        "moved [channel 3]",
    ]
    assert line("moved").endswith(": moved")


async def test_a_thread_tells_the_place_of_its_task() -> None:
    """Work that is handed to another thread is still about the same game."""
    set_log_context(ChannelId(1), GameId(2))
    loop = asyncio.get_running_loop()
    shown = await loop.run_in_executor(None, with_log_context(lambda: line("thought")))
    assert shown.endswith("thought [channel 1, game 2]")
    assert (await loop.run_in_executor(None, line, "thought")).endswith("thought")


def test_the_set_up_log_is_discreet(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole program logs through it, other libraries included."""
    with as_before():
        logging.getLogger().handlers.clear()
        set_up("DEBUG", "hunter2")
        logging.getLogger("discord.http").warning("token hunter2 and %s", TOKEN)
    shown = capsys.readouterr().err
    assert "discord.http" in shown
    assert "hunter2" not in shown
    assert TOKEN not in shown


def test_a_line_of_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """One object on one line: place, words and traceback, none with a secret."""
    with as_before():
        set_up("INFO", "hunter2", as_json=True)
        try:
            raise OSError(f"hunter2 and {TOKEN}")
        except OSError:
            with_place(lambda: logging.getLogger("bot").exception("said %s", "hunter2\n“so”"))
    (shown,) = capsys.readouterr().err.splitlines()
    told = json.loads(shown)
    assert (told["level"], told["logger"], told["channel"], told["game"]) == (
        *("ERROR", "bot"),
        *("7", "3"),
    )
    assert told["message"] == "said [secret]\n“so”"
    assert told["error"].endswith("OSError: [secret] and [secret]")
    assert datetime.fromisoformat(told["time"]).tzinfo is not None


def with_place(work: Callable[[], None]) -> None:
    """Do something in the place of channel 7 and game 3, and in no other afterwards."""

    def run() -> None:
        set_log_context(7, 3)
        work()

    contextvars.copy_context().run(run)


def divide(by: int) -> float:
    """What fails in another process."""
    return 1 / by


def test_a_defect_of_another_process_has_one_traceback() -> None:
    """It leads from here to there, and says once what was wrong."""
    with ProcessPoolExecutor(1, mp_context=start_method()) as pool:
        error = pool.submit(divide, 0).exception()
    told = line("a defect", error=error)
    assert told.count("Traceback") == 1
    assert told.count("ZeroDivisionError") == 1
    assert "in divide" in told
    assert told.endswith("ZeroDivisionError: division by zero")


def test_an_error_that_comes_from_others_has_one_traceback() -> None:
    """Of each of the others it tells in a line what it was."""
    try:
        try:
            divide(0)
        except ZeroDivisionError as error:
            try:
                raise KeyError("x") from error
            except KeyError:
                dict[str, int]()["y"]
    except KeyError as error:
        told = line("a defect", error=error)
    assert told.count("Traceback") == 1
    assert told.splitlines()[-3:] == [
        "KeyError: 'y'",
        "caused by: KeyError('x')",
        "caused by: ZeroDivisionError('division by zero')",
    ]


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    """An error as it is caught, that another one has led to."""
    try:
        raise error from cause
    except type(error) as caught:
        return caught


@pytest.mark.parametrize(
    "error, words",
    [
        (MemoryError(), "no more memory for the bot: MemoryError"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "no more memory for the bot: [Errno 12]"),
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "no more processes"),
        (NO_THREAD, "no more threads for the bot: can't start new thread"),
        (raised(ValueError("a picture"), MemoryError()), "no more memory for the bot: MemoryError"),
    ],
)
def test_a_shortage_is_named(error: Exception, words: str) -> None:
    """Also where it has led to another error."""
    assert words in (shortage(error) or "")


@pytest.mark.parametrize("error", [ValueError("x"), RuntimeError("defect"), OSError("gone")])
def test_no_other_error_is_one(error: Exception) -> None:
    """Those are told as before."""
    assert shortage(error) is None


def test_a_machine_is_asked_for_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system refuses one, so does the look."""
    check_machine()

    def refuse(_work: object, _arguments: object) -> None:
        raise NO_THREAD

    monkeypatch.setattr(logs, "start_new_thread", refuse)
    with pytest.raises(RuntimeError) as caught:
        check_machine()
    assert shortage(caught.value) is not None


def test_a_shortage_takes_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Its traceback is nobody's mistake; that of anything else stays."""
    with as_before():
        set_up("INFO")
        logging.getLogger("bot").error("a move of %s", "alice", exc_info=raised(MemoryError()))
        brief = capsys.readouterr().err
        logging.getLogger("bot").error("a move", exc_info=raised(KeyError()))
    said = "a move of alice: this machine has no more memory for the bot: MemoryError"
    assert brief.endswith(f"{said}\n")
    assert len(brief.splitlines()) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_thread_that_never_begins_is_a_shortage(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not waited for without end."""
    monkeypatch.setattr(logs, "start_new_thread", lambda _work, _arguments: 0)
    monkeypatch.setattr(logs, "_PATIENCE", 0.0)
    with pytest.raises(MemoryError):
        check_machine()


@POSIX
@pytest.mark.parametrize(
    "when, lack",
    [
        *thorough(("at the start", NO_MORE_THREADS), ("as a thread begins", NO_MORE_MEMORY)),
        ("in a thread", NO_MORE_MEMORY),
        pytest.param("with little memory", NO_MORE_MEMORY, marks=PROC),
        ("later", NO_MORE_THREADS),
    ],
)
async def test_a_program_without_threads_or_memory_ends_with_one_line(
    tmp_path: Path, when: str, lack: str
) -> None:
    """And with a code that says that it failed; later it is noticed in the next round."""
    (tmp_path / "threadless.py").write_text(THREADLESS)
    environ = {
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}",
        "DISCORD_TOKEN": GATEWAY_TOKEN,
        "API_URL": "http://127.0.0.1:9",
        "GATEWAY_URL": "ws://127.0.0.1:9",
        "ENGINE": "local:1",
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'games.db'}",
        **{key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ},
    }
    code, told = await run("threadless", when, tmp_path, environ)
    assert code == 1
    assert "Traceback" not in told
    assert [line for line in told.splitlines() if "no more" in line] == [lack]
    assert told.splitlines()[-1] == lack
