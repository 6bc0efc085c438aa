"""The log: what no line may hold, and what each should say."""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.session import ChannelId, GameId
from bot.monitoring.logs import (
    RedactingFormatter,
    redacted,
    set_log_context,
    set_up,
    with_log_context,
)

TOKEN = "MTA5OTk5OTk5OTk5OTk5OTk5.GabcdE.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
PRESS = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6c2VjcmV0"


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
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    try:
        set_up("DEBUG", "hunter2")
        logging.getLogger("discord.http").debug("token hunter2 and %s", TOKEN)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    shown = capsys.readouterr().err
    assert "discord.http" in shown
    assert "hunter2" not in shown
    assert TOKEN not in shown


def test_a_line_of_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """One object on one line: place, words and traceback, none with a secret."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        set_up("INFO", "hunter2", as_json=True)
        try:
            raise OSError(f"hunter2 and {TOKEN}")
        except OSError:
            with_place(lambda: logging.getLogger("bot").exception("said %s", "hunter2\n“so”"))
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
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
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
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
