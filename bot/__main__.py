"""The command line, `kinarow` or `python -m bot`: run, play, check, backup and others.

Worker processes import this module too. To keep that fast, functions import what only they need.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dotenv import dotenv_values

from bot.errors import (
    EngineUnavailable,
    GatewayClosed,
    SettingsError,
    ShardTaken,
    StoreUnavailable,
    UploadFailed,
)
from bot.monitoring.logs import end_with_threads, say_last, shortage
from bot.monitoring.logs import set_up as set_up_log
from bot.monitoring.output import passed_on

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.run.check import CheckResult

_INTERRUPTED: Final = 130
"""The exit code of a program that was ended by Ctrl-C."""
_STARTING: Final = "Getting ready."
_COMPILING: Final = (
    "The engine is being compiled, once on this machine. Tic-tac-toe can be played at once."
)
_ENDS: Final = (StoreUnavailable, EngineUnavailable, GatewayClosed, ShardTaken, UploadFailed)
"""The errors that say in one line why the program ends."""
_STOPPED: Final = {
    "run": "the bot has ended",
    "play": "the game on this machine has ended",
    "emojis": "the emoji are not uploaded",
    "migrate": "the database is not brought up to date",
    "backup": "there is no backup",
    "restore": "nothing is restored",
    "copy": "the database is not copied whole",
    "check": "the check has ended",
    "fit-people": "the moves of people are not read",
}
"""What an error of the system has stopped, by command."""
_BROKEN_OFF: Final = "Broken off: next time it goes on from there."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == ["solve"]:
        return _solve(words)
    options = _parser().parse_args(words)
    if options.command == "compile":
        return _compile()
    if options.command == "understand":
        return _understand(options.language)
    # the others are read by whoever has called them
    with passed_on() if options.command == "run" else nullcontext():
        return _exit_code(options)


def _exit_code(options: argparse.Namespace) -> int:
    """Run a command that takes the settings, say what went wrong, and return the exit code."""
    try:
        return _run_command(options)
    except SettingsError as error:
        say_last(str(error))
        return 2
    except _ENDS as error:
        say_last(str(error))
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:
        if (lack := shortage(error)) is not None:
            say_last(lack)
        elif isinstance(error, OSError):
            say_last(f"{_STOPPED[options.command]}: {error}")
        else:
            say_last("a defect has ended the program", error)
        return 1


def _run_command(options: argparse.Namespace) -> int:
    """Run a command that takes the settings, and return the exit code. Raises what goes wrong."""
    settings = _settings(options.command)
    match options.command:
        case "run":
            end_with_threads()
            asyncio.run(_run(settings, compile_first=options.compile))
        case "play":
            # The simulated Discord has no voice and no real gateway. discord.py warns about both.
            logging.getLogger("discord").setLevel(logging.ERROR)
            asyncio.run(_play(settings, options))
        case "emojis":
            from bot.run.check import upload_emoji

            asyncio.run(upload_emoji(settings, partial(print, flush=True)))
        case "migrate":
            from bot.store import migrate

            asyncio.run(migrate(settings.database_url))
        case "copy":
            import bot.client.services  # noqa: F401 - all features, which name their tables
            from bot.store.schema.transfer import copy_database
            from bot.store.schema.urls import read_url

            target = read_url(options.to, _password(), "--to")
            say = partial(print, flush=True)
            print(asyncio.run(copy_database(settings.database_url, target, settings.shards, say)))
        case "backup" | "restore":
            print(_copy(settings, options.command, options.file))
        case "check":
            return asyncio.run(_check(settings, options.rehearse))
        case "fit-people":
            asyncio.run(_fit_people(settings, options.moves))
    return 0


def _settings(command: str) -> Settings:
    """Read the settings, and set up the log as they say.

    Variables of the process take precedence over those of `.env`. `play` uses its own database, and
    by default logs only warnings and errors.
    """
    from bot.config import Settings

    in_file = _file_of_settings()
    environ = in_file | dict(os.environ)
    if command == "play":
        environ.pop("DATABASE_URL", None)
        environ.setdefault("LOG_LEVEL", "WARNING")
    as_json = environ.get("LOG_FORMAT", "").strip().lower() == "json"
    set_up_log("INFO", as_json=as_json)  # for a line that says which setting is wrong
    settings = Settings.read(environ, in_file)
    secrets = [settings.token.value] if settings.token else []
    set_up_log(settings.log_level, *secrets, as_json=settings.log_format == "json")
    for doubt in settings.doubts if command != "check" else ():
        logging.getLogger("bot.config").warning("%s", doubt)
    return settings


def _file_of_settings() -> dict[str, str]:
    """Return the variables of `.env`, if there is one."""
    file = Path(".env")
    if not file.is_file() and (file.exists() or file.is_symlink()):
        what = "a folder" if file.is_dir() else "no file, or a link to none"
        raise SettingsError(f".env is {what}: wanted a file of settings, or none")
    try:
        return {key: value or "" for key, value in dotenv_values(".env").items()}
    except UnicodeDecodeError:
        raise SettingsError(".env is not UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f".env cannot be read: {error.strerror}") from None


def _port(word: str) -> int:
    """Read a port for argparse."""
    if not word.isdecimal() or not 0 < int(word) < 1 << 16:
        raise argparse.ArgumentTypeError("wanted a number from 1 to 65535")
    return int(word)


def _parser() -> argparse.ArgumentParser:
    from bot.run.version import program_name

    parser = argparse.ArgumentParser(prog=program_name(), description="Kinarow, the Discord bot.")
    parser.add_argument("--version", action=_Version, nargs=0, help="which build this is")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="play on Discord; needs DISCORD_TOKEN in .env")
    run.add_argument("--compile", action="store_true", help="compile the engine first, if needed")
    play = commands.add_parser("play", help="play on this machine, without Discord")
    play.add_argument("--terminal", action="store_true", help="read lines instead of a page")
    play.add_argument("--fresh", action="store_true", help="begin anew, without the kept games")
    play.add_argument("--port", type=_port, help="port of the page; any free one by default")
    commands.add_parser("compile", help="compile the engine in advance, once on a machine")
    commands.add_parser("emojis", help="upload the emoji of boards; needs DISCORD_TOKEN in .env")
    commands.add_parser("migrate", help="bring the database up to date")
    backup = commands.add_parser(
        "backup", help="copy the database to a file, also while it is used"
    )
    restore = commands.add_parser("restore", help="put a backup into the place of the database")
    for parser_of_copy in (backup, restore):
        parser_of_copy.add_argument("file", type=Path, metavar="FILE")
    copy = commands.add_parser(
        "copy", help="copy all tables to another database, also of the other kind"
    )
    copy.add_argument("--to", required=True, metavar="URL", help="an empty database")
    check = commands.add_parser("check", help="see whether all that the bot needs is there")
    check.add_argument(
        "--rehearse",
        nargs="?",
        const="",
        metavar="URL",
        help="try the start after an upgrade on a copy of the database; PostgreSQL's is given",
    )
    people = commands.add_parser(
        "fit-people", help="say how well the model of people predicts the stored moves"
    )
    people.add_argument("--moves", type=int, default=500, help="at most, of each kind of game")
    understand = commands.add_parser(
        "understand", help="say what the lines of the input ask for, as commands in English"
    )
    understand.add_argument("--language", default="en", metavar="CODE", help="such as de")
    commands.add_parser("solve", help="say what a position is worth: solve connect4 4 4 3")
    return parser


class _Version(argparse.Action):
    """Prints the build. It is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_others: object) -> None:
        from bot.run.version import build_name

        print(f"kinarow {build_name()}")
        parser.exit()


def _compile() -> int:
    """Compile the engine, which needs no settings."""
    from bot.run.compiling import compile_in_advance

    try:
        return 0 if compile_in_advance(sys.stdout) else 1
    except KeyboardInterrupt:
        print(f"\n{_BROKEN_OFF}", file=sys.stderr)
        return _INTERRUPTED


def _understand(language: str) -> int:
    """Say what each line of the input asks for, which needs no settings."""
    from bot.run.understand import understand
    from bot.show.languages import NAMES

    if language not in NAMES:
        print(f"--language: wanted one of {', '.join(NAMES)}", file=sys.stderr)
        return 2
    try:
        with open(0, encoding="utf-8", errors="replace", closefd=False) as lines:
            for words in understand(lines, language):
                print(words, flush=True)
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


def _solve(words: list[str]) -> int:
    """Run the engine's command, which needs no settings."""
    from bot.run.version import program_name
    from engine.__main__ import main as engine

    return engine(words, program_name())


async def _run(settings: Settings, *, compile_first: bool) -> None:
    from bot.store.schema.opening import lack_of_place

    settings.require_token()  # before anything costs time
    if (lack := lack_of_place(settings.database_url)) is not None:
        raise SettingsError.of("DATABASE_URL", str(settings.database_url), f"a file, but {lack}")
    if compile_first:
        from bot.pool.compiling import compile_engine
        from engine import is_compiled

        if not await asyncio.to_thread(is_compiled):
            await compile_engine(lambda _pace: None)
    from bot.run.serve import serve

    await serve(settings)


async def _play(settings: Settings, options: argparse.Namespace) -> None:
    if find_spec("simcord") is None:
        raise SettingsError("play needs a simulated Discord: pip install 'kinarow[play]'")

    from bot.client.bot import open_bot
    from bot.local.kept import open_folder
    from bot.local.page import play_in_page
    from bot.local.terminal import play_in_terminal
    from bot.run.compiling import watch
    from bot.store import migrate

    # Input from a pipe is a script, which begins with an empty channel each time.
    by_hand = not options.terminal or (sys.stdin is not None and sys.stdin.isatty())
    with open_folder(lasting=by_hand, fresh=options.fresh) as folder:
        database = settings.database_url.set(
            drivername="sqlite+aiosqlite", host=None, database=str(folder.database)
        )
        # Its clock jumps, which neither a cluster nor the metrics of the event loop can handle.
        alone = replace(settings, database_url=database, http=None, cluster=None)
        _tell(_STARTING)
        try:
            await migrate(database)
        except StoreUnavailable as error:
            raise StoreUnavailable(f"{error}. With --fresh all begins anew.") from error
        async with open_bot(alone) as bot:
            _tell(folder.words)
            thinker, telling, opened = bot.services.thinker, None, asyncio.Event()
            if sys.stderr.isatty() and not thinker.jobs.is_ready:
                _tell(_COMPILING)
                watching = watch(thinker, sys.stderr, opened, quiet=options.terminal)
                telling = asyncio.create_task(watching)
            if options.terminal:
                opened.set()
                await play_in_terminal(bot, folder.channel)
            else:
                await play_in_page(bot, options.port, folder.channel, opened)
            if telling is not None:
                telling.cancel()


def _tell(words: str) -> None:
    """Say something to a person at a terminal, and nothing to a program."""
    if words and sys.stderr.isatty():
        print(words, file=sys.stderr, flush=True)


async def _check(settings: Settings, copy: str | None) -> int:
    """Print the result of each check, or of each part of a rehearsal on a copy of the database.

    Return 1 if one of them would stop the bot.
    """
    from bot.run.check import check

    logging.disable()  # the printed lines say the same
    failed = False
    async for result in check(settings) if copy is None else _rehearse(settings, copy):
        print(result, flush=True)
        failed |= result.status == "fail"
    return int(failed)


async def _rehearse(settings: Settings, copy: str) -> AsyncIterator[CheckResult]:
    import bot.client.services  # noqa: F401 - all features, which name their tables
    from bot.run.rehearsal import rehearse
    from bot.store.schema.copies import copied
    from bot.store.schema.urls import read_url

    given = read_url(copy, _password(), "--rehearse") if copy else None
    async with copied(settings.database_url, given) as url:
        async for result in rehearse(replace(settings, database_url=url)):
            yield result


def _password() -> str | None:
    """The password of a database that is named on the command line."""
    return (_file_of_settings() | os.environ).get("PGPASSWORD")


async def _fit_people(settings: Settings, most: int) -> None:
    from bot.run.fit_people import fit_people
    from bot.store.schema.opening import open_database

    async with open_database(settings.database_url) as database:
        async for line in fit_people(database, most):
            print(line, flush=True)


def _copy(settings: Settings, command: str, file: Path) -> str:
    from bot.store.schema.backups import back_up, restore

    copy = back_up if command == "backup" else restore
    return copy(settings.database_url, file)


if __name__ == "__main__":
    sys.exit(main())
