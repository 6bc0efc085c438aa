"""Settings, read from an environment that is passed in.

Every key is described in `.env.example`. A blank value counts as not set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import SettingsError
from engine import Level

LANGUAGES: Final = ("en",)
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
DRIVERS: Final = ("sqlite+aiosqlite", "postgresql+asyncpg")

_LOCALE = re.compile(r"([A-Za-z]{1,3})(?:[_.@-][A-Za-z0-9_.@-]+)?")
_PREFIX = re.compile(r"\S{1,5}")
_ENGINE = re.compile(r"local:([1-9]|[1-5][0-9]|6[0-4])")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{27,}")
"""The bot's id, a timestamp and a signature, each in URL-safe base64, joined by dots."""
_TOKEN_WANTED: Final = "wanted the token from the Bot page of your Discord application"
_LEVELS: Final = tuple(level.value for level in Level)
_LONGEST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that `str` and `repr` do not show."""

    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """How this bot runs; `Settings.read({})` gives the defaults."""

    token: Secret | None
    prefix: str
    database_url: URL
    """Shown without its password by `str` and `repr`."""
    workers: int
    """How many processes think."""
    level: Level
    move_seconds: float
    idle: timedelta
    """How long a game may rest before anyone may replace it."""
    language: str
    log_level: str

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """Read every setting; raises SettingsError at the first that is wrong."""
        given = {key: value.strip() for key, value in environ.items() if value.strip()}
        return cls(
            token=Secret(given["DISCORD_TOKEN"]) if "DISCORD_TOKEN" in given else None,
            prefix=_prefix(given.get("PREFIX", "!")),
            database_url=_database_url(given.get("DATABASE_URL", "sqlite+aiosqlite:///kinarow.db")),
            workers=_workers(given.get("ENGINE", "local:2")),
            level=Level(_one_of("LEVEL", given.get("LEVEL", "perfect").lower(), _LEVELS)),
            move_seconds=_number("MOVE_SECONDS", given.get("MOVE_SECONDS", "1"), 0.05, 60),
            idle=timedelta(hours=_number("IDLE_HOURS", given.get("IDLE_HOURS", "24"), 0.1, 8760)),
            language=_language(given.get("LANGUAGE", "en")),
            log_level=_one_of("LOG_LEVEL", given.get("LOG_LEVEL", "INFO").upper(), LOG_LEVELS),
        )

    def require_token(self) -> str:
        """The bot's token; raises SettingsError where it is missing or cannot be one."""
        if self.token is None:
            raise SettingsError(f"DISCORD_TOKEN is not set: {_TOKEN_WANTED}")
        if not _TOKEN.fullmatch(self.token.value):
            raise SettingsError(f"DISCORD_TOKEN has not the shape of a token: {_TOKEN_WANTED}")
        return self.token.value


def _wrong(key: str, value: str, wanted: str) -> SettingsError:
    shown = value if len(value) <= _LONGEST_SHOWN else value[:_LONGEST_SHOWN] + "…"
    return SettingsError(f"{key}={shown!r}: wanted {wanted}")


def _one_of(key: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise _wrong(key, value, "one of " + ", ".join(choices))
    return value


def _language(value: str) -> str:
    """The first language known of those named.

    Desktops set LANGUAGE too, to a list such as `de_AT:de` (gettext): one without a
    language of ours means English.
    """
    names = [_LOCALE.fullmatch(name) for name in value.split(":")]
    if not all(names):
        raise _wrong("LANGUAGE", value, "one of " + ", ".join(LANGUAGES))
    codes = [name[1].lower() for name in names if name]
    return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])


def _number(key: str, value: str, least: float, most: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise _wrong(key, value, f"a number from {least:g} to {most:g}")
    return number


def _prefix(value: str) -> str:
    if not _PREFIX.fullmatch(value):
        raise _wrong("PREFIX", value, "1 to 5 characters without a space")
    return value


def _workers(value: str) -> int:
    match = _ENGINE.fullmatch(value)
    if match is None:
        raise _wrong("ENGINE", value, "local:N, N processes on this machine, 1 to 64")
    return int(match[1])


def _database_url(value: str) -> URL:
    """The URL, of which an error shows no more than the driver: all else may hold a password."""
    wanted = "sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME"
    try:
        url = make_url(value)
    except (ArgumentError, ValueError):
        raise SettingsError(f"DATABASE_URL cannot be read: wanted {wanted}") from None
    if url.drivername not in DRIVERS:
        raise _wrong("DATABASE_URL", f"{url.drivername}://…", wanted)
    return url
