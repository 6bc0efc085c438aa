"""The settings of the bot, read from environment variables that are passed in.

`.env.example` describes every key. A blank value counts as not set.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from bot.errors import SettingsError
from bot.match.grammar import usable_prefix
from bot.match.guilds import WHOLE, Shards
from bot.match.players import LEVEL_WORDS, STRONGEST, WEAKEST, LevelChoice, read_level
from bot.pool import TlsFiles, is_pem
from bot.show.languages import ENGLISH, language_of, languages
from bot.store.database import IN_MEMORY
from bot.store.schema.urls import read_url

LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS: Final = ("text", "json")

_CLIENT_SECRET: Final = "DISCORD_CLIENT_SECRET"
NAMES: Final = frozenset(
    (
        *("DISCORD_TOKEN", "PREFIX", "DATABASE_URL", "PGPASSWORD", "LEVEL", "LANGUAGE"),
        *("ENGINE", "ENGINE_TLS_CA", "ENGINE_TLS_CERT", "ENGINE_TLS_KEY", "MOVE_SECONDS"),
        *("IDLE_HOURS", "KEEP_ENDED_DAYS", "KEEP_LEFT_DAYS", "SHARD_COUNT", "SHARD_IDS", "HTTP"),
        *("API_URL", "GATEWAY_URL", "CLIENT_URL", "WEB", "WEB_URL", "WEB_PROXIES", _CLIENT_SECRET),
        *("LOG_LEVEL", "LOG_FORMAT"),
    )
)
"""The names of all settings."""
_FOREIGN = re.compile(r"(?i)(?:COMPOSE|DASK|KINAROW|LC|NUMBA|PG|POSTGRES|PYTHON)_?\w*|LANG|TZ")
"""Names that may stand in `.env` too: other programs read them from there."""
_ALIKE: Final = {True: 0.5, False: 0.8}
"""How much a name in `.env`, or elsewhere, must be like a setting's to be taken for a slip."""
_QUOTES: Final = "“”„‟‘’‚‛«»‹›`´"  # noqa: RUF001 - these are the ones that are looked for
_INTERPRETED: Final = "NUMBA_DISABLE_JIT"
_SLOW: Final = f"{_INTERPRETED} is set: the engine runs some thirty times slower, and plays weaker"
_FORGETFUL: Final = "DATABASE_URL names no file: every game is lost when the bot ends"

_ONE_ADDRESS: Final = (
    "WEB_PROXIES is not set: all who come through the proxy of WEB_URL count as one address"
)

_LOCALE = re.compile(r"[A-Za-z]{1,3}(?:[_.@-][A-Za-z0-9_.@-]+)?")
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?|\.[0-9]{1,9}")
_LOCAL = re.compile(r"local:([1-9]|[1-5][0-9]|6[0-4])")
_ADDRESS = re.compile(r"(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})")
_CLUSTER = re.compile(f"(?:tcp|tls)://{_ADDRESS.pattern}")
_URL_REST = r"://[A-Za-z0-9.\-_\[\]:]+(?:/[A-Za-z0-9._~/-]*)?"
_HTTP_URL = re.compile("https?" + _URL_REST)
_DISCORD: Final = "https://discord.com"
_SOCKET_URL = re.compile("wss?" + _URL_REST)
_WHOLE_NUMBER = re.compile(r"[0-9]{1,5}")
_SHARD_IDS = re.compile(r"[0-9]{1,5}(?:-[0-9]{1,5})?(?:, *[0-9]{1,5}(?:-[0-9]{1,5})?)*")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{27,}")
"""A token: the bot's id, a timestamp and a signature in URL-safe base64, joined by dots."""
_SECRET = re.compile(r"[A-Za-z0-9_-]{16,128}")
_TOKEN_WANTED: Final = "wanted the token from the Bot page of your Discord application"
_TLS_FILES: Final = dict.fromkeys(("ENGINE_TLS_CA", "ENGINE_TLS_CERT"), "CERTIFICATE") | {
    "ENGINE_TLS_KEY": "PRIVATE KEY"
}
"""The files for a cluster at `tls://`, and what their first lines say in PEM format."""
_LEAST_KEPT: Final = 90
"""The fewest days that ended games may be kept: `!ttt train progress` looks twelve weeks back."""
_STAND_INS: Final = 2
"""The number of worker processes here if a cluster is set. They work while it is away."""
_MOST_SHARDS: Final = 16_384
"""The most shards: enough for 40 million servers at Discord's limit of 2,500 a shard."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that `str` and `repr` hide."""

    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Address:
    """The address at which a server of the bot listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `Settings.read({})` returns the defaults."""

    token: Secret | None
    prefix: str
    database_url: sa.URL
    """The database. `str` and `repr` hide its password."""
    workers: int
    """The number of worker processes here. With a cluster they work only while it is away."""
    cluster: str | None
    """The address of a Dask scheduler, `tcp://host:port` or `tls://`; None without a cluster."""
    cluster_tls: TlsFiles | None
    """The certificates for a cluster at `tls://`; None for another, or without one."""
    level: LevelChoice
    move_seconds: float
    idle: timedelta
    """How long a game must rest before anyone may replace it."""
    keep_ended: timedelta | None
    """How long games are kept after their end; None for ever."""
    keep_left: timedelta
    """How long the games of a server that has removed the bot are kept."""
    language: str
    shards: Shards
    """The shards that this process serves."""
    http: Address | None
    """The address for health and metrics; None if they are not served."""
    api_url: str | None
    """Where requests to Discord go, such as to a proxy; None for Discord itself."""
    gateway_url: str | None
    """The gateway that the bot connects to; None for Discord's."""
    client_url: str
    """Where the web client of that server is, for links to boards and the invitation."""
    web: Address | None
    """The address for the pages of boards; None if they are not served."""
    client_secret: Secret | None
    """The secret of the application, for pages inside Discord; None without them."""
    web_url: str | None
    """Where people find those pages; None for the address itself."""
    web_proxies: tuple[IPv4Network | IPv6Network, ...]
    """The proxies in front of those pages that say truly where people come from."""
    log_level: str
    log_format: str
    doubts: tuple[str, ...] = ()
    """What is probably not meant, a sentence each."""

    @classmethod
    def read(cls, environ: Mapping[str, str], in_file: Collection[str] = ()) -> Settings:
        """Read all settings. Raises SettingsError for the first one that is wrong.

        `in_file` are the names that stand in `.env`, which is there for settings: names that are
        none are doubted there. Elsewhere only those are that look like a slip.
        """
        given = {key: value.strip() for key, value in environ.items() if value.strip()}
        _check_quotes(given)
        workers, cluster = _engine(given.get("ENGINE", "local:2"))
        return cls(
            token=Secret(given["DISCORD_TOKEN"]) if "DISCORD_TOKEN" in given else None,
            prefix=_prefix(given.get("PREFIX", "!")),
            database_url=(url := read_url(given.get("DATABASE_URL"), given.get("PGPASSWORD"))),
            workers=workers,
            cluster=cluster,
            cluster_tls=_tls(cluster, given),
            level=_level(given.get("LEVEL", "adaptive")),
            move_seconds=_number("MOVE_SECONDS", given.get("MOVE_SECONDS", "1"), 0.05, 60),
            idle=timedelta(hours=_number("IDLE_HOURS", given.get("IDLE_HOURS", "24"), 0.1, 8760)),
            keep_ended=_days("KEEP_ENDED_DAYS", given["KEEP_ENDED_DAYS"], _LEAST_KEPT)
            if "KEEP_ENDED_DAYS" in given
            else None,
            keep_left=_days("KEEP_LEFT_DAYS", given.get("KEEP_LEFT_DAYS", "30"), 1),
            language=_language(given.get("LANGUAGE", "en")),
            shards=_shards(given.get("SHARD_IDS"), given.get("SHARD_COUNT")),
            http=_address("HTTP", given.get("HTTP")),
            api_url=_url("API_URL", given, _HTTP_URL, "https://discord.com/api/v10"),
            gateway_url=_url("GATEWAY_URL", given, _SOCKET_URL, "wss://gateway.discord.gg"),
            client_url=_url("CLIENT_URL", given, _HTTP_URL, _DISCORD) or _DISCORD,
            web=_address("WEB", given.get("WEB")),
            client_secret=_client_secret(given),
            web_url=_web_url(given),
            web_proxies=tuple(_networks("WEB_PROXIES", given.get("WEB_PROXIES", ""))),
            log_level=_one_of("LOG_LEVEL", given.get("LOG_LEVEL", "INFO").upper(), LOG_LEVELS),
            log_format=_one_of("LOG_FORMAT", given.get("LOG_FORMAT", "text").lower(), LOG_FORMATS),
            doubts=tuple(_doubts(given, in_file, url)),
        )

    def require_token(self) -> str:
        """Return the bot's token. Raises SettingsError if it is missing or has the wrong form."""
        if self.token is None:
            raise SettingsError(f"DISCORD_TOKEN is not set: {_TOKEN_WANTED}")
        if not _TOKEN.fullmatch(self.token.value):
            raise SettingsError(f"DISCORD_TOKEN has not the shape of a token: {_TOKEN_WANTED}")
        return self.token.value


def _check_quotes(given: Mapping[str, str]) -> None:
    """Raise SettingsError for a value in quotes that only a word processor writes."""
    for key in sorted(NAMES & given.keys()):
        value = given[key]
        if value[0] in _QUOTES or value[-1] in _QUOTES:
            hidden = value[0] + "…" + value[-1]
            raise SettingsError.of(key, hidden, "the value without such quotes, or in \" or '")


def _one_of(key: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise SettingsError.of(key, value, "one of " + ", ".join(choices))
    return value


def _level(value: str) -> LevelChoice:
    if (choice := read_level(value.lower())) is None:
        strength = f"or a strength from {WEAKEST} to {STRONGEST}"
        raise SettingsError.of("LEVEL", value, f"one of {', '.join(LEVEL_WORDS)}, {strength}")
    return choice


def _language(value: str) -> str:
    """Return the first language in a list that Kinarow speaks, otherwise English.

    Desktops set LANGUAGE to such a list for gettext, for example `de_AT:de`.
    """
    names = value.split(":")
    if not all(map(_LOCALE.fullmatch, names)):
        raise SettingsError.of("LANGUAGE", value, "one of " + ", ".join(languages()))
    return next(filter(None, map(language_of, names)), ENGLISH)


def _number(key: str, value: str, least: float, most: float) -> float:
    number = float(value) if _NUMBER.fullmatch(value) else float("nan")
    if not least <= number <= most:
        raise SettingsError.of(key, value, f"a number from {least:g} to {most:g}")
    return number


def _days(key: str, value: str, least: float) -> timedelta:
    return timedelta(days=_number(key, value, least, 36_500))


def _prefix(value: str) -> str:
    if not usable_prefix(value):
        raise SettingsError.of(
            "PREFIX", value, "1 to 5 visible characters such as ! or k!, not a move"
        )
    return value


def _engine(value: str) -> tuple[int, str | None]:
    """How many processes think here, and the cluster that thinks instead, if there is one."""
    if local := _LOCAL.fullmatch(value):
        return int(local[1]), None
    if (cluster := _CLUSTER.fullmatch(value)) and _is_port(cluster["port"]):
        return _STAND_INS, value
    here = "local:N, N processes on this machine, 1 to 64"
    raise SettingsError.of(
        "ENGINE", value, f"{here}, or tcp://HOST:PORT or tls://HOST:PORT, a Dask scheduler"
    )


def _tls(cluster: str | None, given: Mapping[str, str]) -> TlsFiles | None:
    """Return the files for a cluster at `tls://`. All three must be there."""
    encrypted = cluster is not None and cluster.startswith("tls://")
    for key, content in _TLS_FILES.items():
        if key in given and not is_pem(Path(given[key]), content):
            wanted = f"a file in PEM format, with a {content.lower()}, that the bot can read"
            raise SettingsError.of(key, given[key], wanted)
        if key not in given and encrypted:
            raise SettingsError(f"{key} is not set: wanted a file, since ENGINE is tls://")
    if not encrypted:
        return None
    return TlsFiles(*(Path(given[key]) for key in _TLS_FILES))


def _address(key: str, value: str | None) -> Address | None:
    if value is None:
        return None
    match = _ADDRESS.fullmatch(value)
    if match is None or not _is_port(match["port"]):
        raise SettingsError.of(key, value, "HOST:PORT, such as 127.0.0.1:8080")
    return Address(match["host"].strip("[]"), int(match["port"]))


def _url(key: str, given: Mapping[str, str], form: re.Pattern[str], example: str) -> str | None:
    """Return a URL without the slash at its end."""
    if (value := given.get(key)) is None:
        return None
    if not form.fullmatch(value):
        raise SettingsError.of(key, value, f"a URL such as {example}")
    return value.rstrip("/")


def _client_secret(given: Mapping[str, str]) -> Secret | None:
    """The secret of the application. An error does not show it."""
    if (value := given.get(_CLIENT_SECRET)) is None:
        return None
    if not _SECRET.fullmatch(value):
        raise SettingsError(
            f"{_CLIENT_SECRET} has not the shape of a secret: wanted the one from the OAuth2 page "
            "of your Discord application"
        )
    if "WEB" not in given:
        raise SettingsError(f"WEB is not set: wanted, since {_CLIENT_SECRET} is")
    return Secret(value)


def _web_url(given: Mapping[str, str]) -> str | None:
    url = _url("WEB_URL", given, _HTTP_URL, "https://boards.example.org")
    if url is not None and "WEB" not in given:
        raise SettingsError(
            "WEB is not set: wanted, since WEB_URL is. Where the web client of a server is, "
            "CLIENT_URL says"
        )
    return url


def _networks(key: str, value: str) -> Iterator[IPv4Network | IPv6Network]:
    """Read addresses and networks with commas between."""
    for one in filter(None, map(str.strip, value.split(","))):
        try:
            yield ip_network(one)
        except ValueError:
            wanted = "addresses or networks, such as 127.0.0.1 or 172.16.0.0/12"
            raise SettingsError.of(key, value, wanted) from None


def _is_port(digits: str) -> bool:
    return 0 < int(digits) < 1 << 16


def _shards(ids: str | None, count: str | None) -> Shards:
    """Return the shards of this process. Without SHARD_IDS these are all shards."""
    if count is None:
        if ids is not None:
            raise SettingsError("SHARD_COUNT is not set: wanted, since SHARD_IDS is")
        return WHOLE
    if not _WHOLE_NUMBER.fullmatch(count) or not 1 <= (total := int(count)) <= _MOST_SHARDS:
        raise SettingsError.of("SHARD_COUNT", count, f"a number from 1 to {_MOST_SHARDS}")
    return Shards(total, frozenset(range(total)) if ids is None else _shard_ids(ids, total))


def _shard_ids(value: str, count: int) -> frozenset[int]:
    """Read numbers and ranges such as `0-3,7`."""
    numbers: set[int] = set()
    if _SHARD_IDS.fullmatch(value):
        for part in value.split(","):
            first, _, last = part.strip().partition("-")
            numbers.update(range(int(first), int(last or first) + 1))
    if not numbers or max(numbers) >= count:
        raise SettingsError.of(
            "SHARD_IDS", value, f"numbers from 0 to {count - 1}, such as 0 or 0-3,7"
        )
    return frozenset(numbers)


def _doubts(given: Mapping[str, str], in_file: Collection[str], url: sa.URL) -> Iterator[str]:
    """Doubt a database without a file, and names that are no settings, such as slips in one."""
    for name in sorted(given.keys() - NAMES):
        nearest = get_close_matches(name.upper(), NAMES, 1, _ALIKE[name in in_file])
        if (nearest or name in in_file) and not _FOREIGN.fullmatch(name):
            meant = f"{nearest[0]} is" if nearest else "it changes nothing"
            yield f"{name} is no setting: {meant}"
    if given.get(_INTERPRETED, "0") != "0":
        yield _SLOW
    if url.get_backend_name() == "sqlite" and url.database in IN_MEMORY:
        yield _FORGETFUL
    if given.get("WEB_URL", "").startswith("https:") and "WEB_PROXIES" not in given:
        yield _ONE_ADDRESS
