"""Reads the URL of a database from a setting, every option in it: the driver guesses nothing."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from bot.errors import SettingsError

KEY: Final = "DATABASE_URL"
SQLITE: Final = "sqlite+aiosqlite"
DRIVERS: Final = (SQLITE, "postgresql+asyncpg")
_WANTED: Final = "sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME"
_MOST_PORT: Final = 65_535
_WORDS: Final = {"sslmode": "ssl", "connect_timeout": "timeout"}
"""What PostgreSQL's own tools call it, and asyncpg."""
_SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_CERTIFICATES: Final = ("sslrootcert", "sslcert", "sslkey")
"""Files that PostgreSQL's own tools read, which asyncpg takes in a context alone (`ssl_of`)."""
_CHECKED: Final = ("require", "verify-ca", "verify-full")
"""The modes in which a certificate of the server is wanted, once there is one to check it by."""


def _is_time(value: str) -> bool:
    return re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", value) is not None and float(value) > 0


def _is_count(value: str) -> bool:
    return re.fullmatch("[0-9]{1,5}", value) is not None


_ALLOWED: Final[Mapping[str, Mapping[str, tuple[Callable[[str], bool], str]]]] = {
    "sqlite": {"timeout": (_is_time, "seconds")},
    "postgresql": {
        "host": (lambda value: bool(value), "a host, or the folder of a socket"),
        "port": (
            lambda value: _is_count(value) and 0 < int(value) <= _MOST_PORT,
            f"a number from 1 to {_MOST_PORT}",
        ),
        "ssl": (_SSL_MODES.__contains__, f"one of {', '.join(_SSL_MODES)}"),
        "timeout": (_is_time, "seconds"),
        "prepared_statement_cache_size": (_is_count, "a number"),
        "statement_cache_size": (_is_count, "a number"),
        **dict.fromkeys(_CERTIFICATES, (lambda value: Path(value).is_file(), "a file")),
    },
}
"""What may stand behind the question mark, by the kind of database, and what each has to be."""


def read_url(value: str | None, password: str | None, key: str = KEY) -> sa.URL:
    """Read the URL of a database. Raises SettingsError, which names the `key`.

    An error shows only what can be no password. That ends at the last `@`, so it need not be
    escaped. Where the URL has none, `password` is taken, as PostgreSQL's own tools do it.
    """
    driver, mark, rest = (value or f"{SQLITE}:///kinarow.db").partition("://")
    if mark and driver not in DRIVERS:
        raise SettingsError.of(key, f"{driver}://…", _WANTED)
    is_server = driver.startswith("postgresql")
    account, _, place = rest.rpartition("@") if is_server else ("", "", rest)
    try:
        url = sa.make_url(f"{driver}{mark}{place}")
    except (ArgumentError, ValueError):
        raise SettingsError(f"{key} cannot be read: wanted {_WANTED}") from None
    if not is_server:
        if url.host is not None:
            right = f"{SQLITE}:///{url.host}{'/' if url.database else ''}{url.database or ''}"
            raise SettingsError.of(key, f"{driver}{mark}{place}", f"three slashes: {right}")
        return _with_options(url, key)
    if url.port is not None and not 0 < url.port <= _MOST_PORT:
        raise SettingsError.of(key, f"…:{url.port}", f"a port from 1 to {_MOST_PORT}")
    user, _, own = map(unquote, account.partition(":"))
    in_query = "".join(url.normalized_query.get("password", ()))
    url = _with_options(url.difference_update_query(["password"]), key)
    return url.set(username=user or None, password=own or in_query or password)


def _with_options(url: sa.URL, key: str) -> sa.URL:
    """The same URL with the options of PostgreSQL's own tools as asyncpg calls them."""
    allowed, found = _ALLOWED[url.get_backend_name()], dict[str, str]()
    for word, values in url.normalized_query.items():
        name = _WORDS.get(word, word)
        if name not in allowed:
            raise SettingsError.of(key, f"…?{word}=…", f"no option but {', '.join(allowed)}")
        fits, wanted = allowed[name]
        if len(values) != 1 or name in found or not fits(values[0]):
            raise SettingsError.of(key, f"…?{word}={','.join(values)}", wanted)
        found[name] = values[0]
    if not {"sslcert", "sslkey"}.isdisjoint(found) and not {"sslcert", "sslkey"} <= found.keys():
        raise SettingsError(f"{key} has one of sslcert and sslkey: wanted both")
    return url.set(query=found)


def arguments_of(url: sa.URL) -> tuple[sa.URL, dict[str, Any]]:
    """The URL of a server without what SQLAlchemy passes on as text, and those arguments.

    asyncpg takes files of certificates in a context of `ssl`. Raises SettingsError for a file that
    holds none.
    """
    query = url.normalized_query
    arguments: dict[str, Any] = {}
    if "timeout" in query:
        arguments["timeout"] = float(query["timeout"][0])
    files = {name: query[name][0] for name in _CERTIFICATES if name in query}
    if files:
        mode = query.get("ssl", ("require",))[0]
        arguments["ssl"] = _context(files, mode)
        url = url.difference_update_query(["ssl"])
    return url.difference_update_query([*_CERTIFICATES, "timeout"]), arguments


def _context(files: Mapping[str, str], mode: str) -> ssl.SSLContext:
    """How a server is spoken to, as PostgreSQL's tools do: `verify-full` checks its name too."""
    context = ssl.create_default_context()
    context.check_hostname = mode == "verify-full"
    if "sslrootcert" not in files or mode not in _CHECKED:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    try:
        if "sslrootcert" in files:
            context.load_verify_locations(files["sslrootcert"])
        if "sslcert" in files:
            context.load_cert_chain(files["sslcert"], files["sslkey"])
    except (OSError, ssl.SSLError) as error:
        names = " and ".join(files.values())
        raise SettingsError(f"{KEY} names no usable certificate: {names}: {error}") from None
    return context
