"""The command line: what is wrong is said in one line, and the program ends with code 2."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot import __main__ as program
from bot import __version__
from tests.bot import logs
from tests.soon import PATIENCE
from tests.thorough import thorough

ROOT = Path(__file__).parents[2]
TOKEN = "MTA5OTk5OTk5OTk5OTk5OTk5.GabcdE.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"


KEPT = {"PATH", "HOME", "SYSTEMROOT", "COVERAGE_PROCESS_CONFIG"}
"""What a program needs of the environment to run at all."""


def run_program(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot` in a folder of its own, with these settings and no others."""
    kept = {key: value for key, value in os.environ.items() if key in KEPT}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**kept, **environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@dataclass(frozen=True, slots=True)
class Here:
    """The same in this process, which takes a twentieth of the time of a new one."""

    patch: pytest.MonkeyPatch
    output: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run a command with these settings and no others."""
        with self.patch.context() as patch:
            for name in set(os.environ) - KEPT:
                patch.delenv(name)
            for name, value in environ.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["__main__.py", *arguments])
            try:
                code = program.main()
            except SystemExit as ending:
                code = int(ending.code or 0)
        return subprocess.CompletedProcess(arguments, code, *self.output.readouterr())


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Here]:
    """The command line in an empty folder; what it changes in this process is set back."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    with logs.as_before():
        yield Here(monkeypatch, capsys)


AWAY = "postgresql+asyncpg://kinarow@127.0.0.1:1/kinarow"
"""The URL of a database where nothing listens."""
NOWHERE = {"DATABASE_URL": "sqlite+aiosqlite:////nowhere/games.db"}


@pytest.mark.parametrize(
    "arguments, environ, said",
    [
        (("run",), {}, "DISCORD_TOKEN is not set"),
        (("run",), {"DISCORD_TOKEN": "secret"}, "DISCORD_TOKEN has not the shape of a token"),
        (("play", "--terminal"), {"MOVE_SECONDS": "fast"}, "MOVE_SECONDS='fast': wanted a"),
        (("migrate",), {"DATABASE_URL": "mysql://host/games"}, "DATABASE_URL="),
        (("run",), {"DISCORD_TOKEN": TOKEN, "LEVEL": "godlike"}, "LEVEL='godlike': wanted one"),
        (("run",), {"DISCORD_TOKEN": TOKEN, **NOWHERE}, "DATABASE_URL='sqlite+aiosqlite:////now"),
        (("emojis",), {}, "DISCORD_TOKEN is not set"),
        (("emojis",), {"DISCORD_TOKEN": "secret"}, "DISCORD_TOKEN has not the shape"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_one_line(
    run: Here, arguments: tuple[str, ...], environ: dict[str, str], said: str
) -> None:
    """The line names the setting; no traceback, no token, exit code 2."""
    ended = run(*arguments, **environ)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(said)
    assert "secret" not in line
    assert TOKEN not in line


def test_settings_are_read_from_a_file(run: Here, tmp_path: Path) -> None:
    """A `.env` in the folder counts, and the environment counts more."""
    (tmp_path / ".env").write_text("LEVEL=godlike\n")
    assert run("migrate").stderr.startswith("LEVEL='godlike'")
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    ended = run("migrate", LEVEL="easy", DATABASE_URL=url)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "games.db").exists()


def test_a_setting_that_does_not_exist_is_pointed_out(run: Here, tmp_path: Path) -> None:
    """A slip in a name is a line of the log, and a line of `check`; the command goes on."""
    (tmp_path / ".env").write_text("PREFX=k!\nPOSTGRES_PASSWORD=secret\n")
    ended = run("migrate")
    assert ended.returncode == 0
    (line,) = ended.stderr.splitlines()
    assert line.endswith("WARNING bot.config: PREFX is no setting: PREFIX is")


@pytest.mark.parametrize("command", [("run", "--compile"), *thorough((("run",),))])
def test_settings_are_checked_before_anything_is_compiled(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    """A missing token costs no half minute of compiling."""
    cache = tmp_path / "cache"
    ended = run_program(tmp_path, *command, NUMBA_CACHE_DIR=str(cache))
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("DISCORD_TOKEN is not set")
    assert not cache.exists()


@pytest.mark.parametrize(
    "environ, code, said",
    [
        ({}, 2, "DISCORD_TOKEN is not set"),
        ({"LEVEL": "godlike"}, 2, "LEVEL='godlike'"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": AWAY}, 1, "kinarow fails"),
    ],
)
def test_the_last_line_is_json_where_the_log_is(
    run: Here, environ: dict[str, str], code: int, said: str
) -> None:
    """Programs that collect the log can read why the bot has ended."""
    ended = run("run", LOG_FORMAT="JSON", **environ)
    assert ended.returncode == code
    last = [json.loads(line) for line in ended.stderr.splitlines()][-1]
    assert last["level"] == "CRITICAL"
    assert said in last["message"]


@pytest.mark.parametrize(
    "error, said",
    [
        (PermissionError(13, "Permission denied", "x"), "the bot has ended: [Errno 13] Perm"),
        (ConnectionRefusedError(111, "refused"), "the bot has ended: [Errno 111] refused"),
        (KeyError("x"), "CRITICAL bot: a defect has ended the program\nTraceback (most"),
    ],
)
def test_an_error_that_nobody_expected_says_what_it_has_stopped(
    run: Here, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    """Whatever the system refuses is not taken for Discord's fault; a defect has its traceback."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(program, "_run", fail)
    ended = run("run")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert said in ended.stderr
    assert "Discord" not in ended.stderr


def test_a_command_is_wanted(run: Here) -> None:
    """Without a command the usage is shown."""
    ended = run()
    assert ended.returncode == 2
    assert "run" in ended.stderr
    assert "play" in ended.stderr


def test_a_file_that_is_no_text_is_named(run: Here, tmp_path: Path) -> None:
    """A `.env` in another encoding ends the start with one line."""
    (tmp_path / ".env").write_bytes(b"PREFIX=\xff\n")
    ended = run("migrate")
    assert (ended.returncode, ended.stderr) == (2, ".env is not UTF-8 text\n")


def test_settings_that_are_no_file_are_told(run: Here, tmp_path: Path) -> None:
    """A `.env` that is a folder, or a link to nothing, does not count as none."""
    file = tmp_path / ".env"
    file.mkdir()
    ended = run("migrate")
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert ended.stderr.startswith(".env is a folder")
    file.rmdir()
    file.symlink_to(tmp_path / "nowhere")
    ended = run("migrate")
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "a link to none" in ended.stderr


def test_the_model_of_people_is_held_against_a_database(run: Here) -> None:
    """The command says something, also of a database in which nobody has played."""
    ended = run("fit-people")
    assert (ended.returncode, ended.stdout) == (0, "No moves of people are stored yet.\n")


def test_a_port_out_of_range_is_refused(run: Here) -> None:
    """The line says which ports there are."""
    ended = run("play", "--port", "70000")
    assert ended.returncode == 2
    assert "wanted a number from 1 to 65535" in ended.stderr


def test_the_engine_solves_without_settings(run: Here) -> None:
    """`solve` is the engine's own command: a wrong setting does not stop it."""
    ended = run("solve", "4x4x3", LEVEL="godlike")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("X to move: win in 5 plies\n")
    ended = run("solve", "chess")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1


def test_the_version_is_told(tmp_path: Path) -> None:
    """`--version` names the program, its version, and the commit where that is known.

    The program's worker processes load as much as that: neither the database nor Discord.
    """
    ended = run_program(tmp_path, "--version", PYTHONPROFILEIMPORTTIME="1")
    commit = r"(?: \([0-9a-f]{9}\+?\))?"
    assert re.fullmatch(rf"kinarow {__version__}{commit}\n", ended.stdout)
    loaded = {line.rpartition("|")[2].strip() for line in ended.stderr.splitlines()}
    assert "bot.monitoring.logs" in loaded
    assert loaded.isdisjoint({"discord", "sqlalchemy", "aiohttp", "bot.config"})


def test_play_says_what_it_lacks(run: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the simulated Discord is not installed one line says how to get it."""
    monkeypatch.setattr(program, "find_spec", lambda name: None if name == "simcord" else name)
    ended = run("play", "--terminal")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "play needs a simulated Discord: pip install 'kinarow[play]'\n"
