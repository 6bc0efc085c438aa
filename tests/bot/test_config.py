"""Settings: defaults, the one line for a wrong value, and what no text may show."""

import re
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.config import NAMES, Address, Secret, Settings
from bot.errors import SettingsError
from bot.match.guilds import Shards
from bot.show.languages import languages
from engine import Level

EXAMPLE = Path(__file__).parents[2] / ".env.example"
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.abcdefghijklmnopqrstuvwxyz-0123456789_A"


def test_defaults() -> None:
    """An empty environment gives the documented defaults."""
    settings = Settings.read({})
    assert settings.token is None
    assert settings.prefix == "!"
    assert str(settings.database_url) == "sqlite+aiosqlite:///kinarow.db"
    assert (settings.workers, settings.level) == (2, Level.ADAPTIVE)
    assert (settings.move_seconds, settings.idle) == (1.0, timedelta(days=1))
    assert (settings.keep_ended, settings.keep_left) == (None, timedelta(days=30))
    assert (settings.language, settings.log_level) == ("en", "INFO")


def test_the_example_documents_the_defaults() -> None:
    """`.env.example` read as it stands changes nothing, and each of its keys is a setting.

    None of them is blank but the token: `docker run` would take a blank one over the image's own.
    """
    example = {key: value or "" for key, value in dotenv_values(EXAMPLE).items()}
    assert Settings.read(example) == Settings.read({})
    assert [key for key, value in example.items() if not value] == ["DISCORD_TOKEN"]
    unset = re.findall(r"^#([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    tls = ["ENGINE_TLS_CA", "ENGINE_TLS_CERT", "ENGINE_TLS_KEY"]
    rest = [
        "SHARD_COUNT",
        "SHARD_IDS",
        "API_URL",
        "GATEWAY_URL",
        "CLIENT_URL",
        "WEB",
        "WEB_URL",
        "WEB_PROXIES",
        "DISCORD_CLIENT_SECRET",
        "HTTP",
    ]
    assert unset == ["PGPASSWORD", *tls, "KEEP_ENDED_DAYS", *rest]
    assert {*example, *unset} == NAMES
    for key in NAMES - {"DISCORD_TOKEN", "SHARD_IDS", "PGPASSWORD"}:
        with pytest.raises(SettingsError, match=key):
            Settings.read({key: "such a value is never right"})
    assert Settings.read({**example, "DISCORD_TOKEN": TOKEN}).require_token() == TOKEN


def test_a_level_may_be_a_strength() -> None:
    """It is kept as it is: which level stands for it depends on the board."""
    assert Settings.read({"LEVEL": "1200"}).level == 1200
    for wrong in ("12", "99999", "1200.5", "١٢٠٠"):
        with pytest.raises(SettingsError, match="or a strength from 100 to 3500"):
            Settings.read({"LEVEL": wrong})


def test_every_setting_is_read() -> None:
    """Each key changes its field, in any case where words are meant, with blanks around."""
    settings = Settings.read(
        {
            "PREFIX": " k! ",
            "DATABASE_URL": "postgresql+asyncpg://bot:pw@db/kinarow",
            "ENGINE": "local:64",
            "LEVEL": "Easy",
            "MOVE_SECONDS": "0.05",
            "IDLE_HOURS": "1.5",
            "KEEP_ENDED_DAYS": "365",
            "KEEP_LEFT_DAYS": "7",
            "LANGUAGE": "EN",
            "LOG_LEVEL": "debug",
            "API_URL": "http://proxy:3000/api/v10/",
            "GATEWAY_URL": "ws://[::1]:7878/",
            "CLIENT_URL": "https://chat.example/",
        }
    )
    assert settings.prefix == "k!"
    assert settings.database_url.host == "db"
    assert (settings.workers, settings.level) == (64, Level.EASY)
    assert (settings.move_seconds, settings.idle) == (0.05, timedelta(minutes=90))
    assert settings.keep_ended == timedelta(days=365)
    assert settings.keep_left == timedelta(days=7)
    assert (settings.language, settings.log_level) == ("en", "DEBUG")
    assert settings.api_url == "http://proxy:3000/api/v10"
    assert settings.gateway_url == "ws://[::1]:7878"
    assert settings.client_url == "https://chat.example"


def test_an_encrypted_cluster_needs_its_certificates(tmp_path: Path) -> None:
    """Without one of the files the line names its key; with all of them they are read."""
    environ = {"ENGINE": "tls://scheduler:8786"}
    for key in ("ENGINE_TLS_CA", "ENGINE_TLS_CERT", "ENGINE_TLS_KEY"):
        with pytest.raises(SettingsError, match=f"^{key} is not set"):
            Settings.read(environ)
        file = tmp_path / key
        environ[key] = str(file)
        for wrong in (b"", b"\x30\x82\x03", b"-----BEGIN CERTIFICATE REQUEST-----\n"):
            file.write_bytes(wrong)
            with pytest.raises(SettingsError, match=f"^{key}=.*: wanted a file in PEM format"):
                Settings.read(environ)
        content = "EC PRIVATE KEY" if key == "ENGINE_TLS_KEY" else "CERTIFICATE"
        file.write_text(f"of the bot\n-----BEGIN {content}-----\n")
    settings = Settings.read(environ)
    assert settings.cluster == "tls://scheduler:8786"
    assert settings.cluster_tls == tuple(sorted(tmp_path.iterdir()))
    assert Settings.read({**environ, "ENGINE": "local:2"}).cluster_tls is None


@pytest.mark.parametrize(
    "key,value",
    [
        ("PREFIX", "! !"),
        ("PREFIX", "toolong"),
        ("PREFIX", "5"),
        ("PREFIX", "b2"),
        ("PREFIX", "5️⃣"),
        ("PREFIX", "\uff15"),
        ("PREFIX", "/"),
        ("PREFIX", "<@1>"),
        ("PREFIX", "@"),
        ("PREFIX", "`"),
        ("PREFIX", "!\u200b"),
        ("PREFIX", "\x07"),
        ("DATABASE_URL", "mysql+aiomysql://root@host/db"),
        ("DATABASE_URL", "sqlite:///kinarow.db"),
        ("ENGINE", "local:0"),
        ("ENGINE", "local:65"),
        ("ENGINE", "tcp://host"),
        ("ENGINE", "tcp://host:0"),
        ("ENGINE", "tcp://host:65536"),
        ("ENGINE", "udp://host:8786"),
        ("SHARD_COUNT", "0"),
        ("SHARD_COUNT", "two"),
        ("SHARD_COUNT", "1.5"),
        ("SHARD_COUNT", "9" * 4_000),
        ("API_URL", "proxy:3000"),
        ("API_URL", "http://proxy/?v=10"),
        ("GATEWAY_URL", "https://gateway.discord.gg"),
        ("HTTP", "8080"),
        ("HTTP", "localhost"),
        ("HTTP", "localhost:0"),
        ("LEVEL", "godlike"),
        ("MOVE_SECONDS", "0"),
        ("MOVE_SECONDS", "nan"),
        ("MOVE_SECONDS", "\u0663"),
        ("MOVE_SECONDS", "1_0"),
        ("MOVE_SECONDS", "1e1"),
        ("KEEP_ENDED_DAYS", "\u0669\u0660\u0660"),
        ("MOVE_SECONDS", "61"),
        ("IDLE_HOURS", "-1"),
        ("KEEP_ENDED_DAYS", "89"),
        ("KEEP_LEFT_DAYS", "0"),
        ("LANGUAGE", "klingon"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_wrong_value_is_one_line(key: str, value: str) -> None:
    """A wrong value names its key, itself and what is wanted, in one line."""
    with pytest.raises(SettingsError) as caught:
        Settings.read({key: value})
    line = str(caught.value)
    assert line.startswith(f"{key}=")
    assert repr(value[:5])[1:-1].strip() in line or value[:5].lower() in line
    assert "wanted" in line
    assert "\n" not in line


@pytest.mark.parametrize("prefix", ["!", "k!", "?", ">", "x5!", "-", "ttt", "❗", "é!"])
def test_a_prefix_may_be_almost_anything(prefix: str) -> None:
    """What people are used to is accepted, also in other scripts."""
    assert Settings.read({"PREFIX": prefix}).prefix == prefix


def test_the_engine_may_be_a_cluster() -> None:
    """The address of a scheduler is kept; two processes here stand in for it."""
    settings = Settings.read({"ENGINE": "tcp://scheduler:8786"})
    assert (settings.cluster, settings.workers) == ("tcp://scheduler:8786", 2)
    assert Settings.read({"ENGINE": "tcp://[::1]:1"}).cluster == "tcp://[::1]:1"


@pytest.mark.parametrize(
    "ids,numbers", [("0", {0}), ("1-3", {1, 2, 3}), ("0, 2-3,7", {0, 2, 3, 7}), (None, range(8))]
)
def test_shards(ids: str | None, numbers: Iterable[int]) -> None:
    """Shards are named by numbers and ranges; a count alone means all of them."""
    environ = {"SHARD_COUNT": "8"} | ({} if ids is None else {"SHARD_IDS": ids})
    assert Settings.read(environ).shards == Shards(8, frozenset(numbers))


@pytest.mark.parametrize("ids", ["8", "3-1", "a", "1;2", "-1", "0-99999", "1,", "0-2-4"])
def test_shards_that_do_not_exist(ids: str) -> None:
    """An id beyond the count, or a list that cannot be read, names what is possible."""
    with pytest.raises(SettingsError, match=r"^SHARD_IDS='.*': wanted numbers from 0 to 7"):
        Settings.read({"SHARD_COUNT": "8", "SHARD_IDS": ids})


def test_shard_ids_need_a_count() -> None:
    """Ids without a count are half a setting."""
    with pytest.raises(SettingsError, match="SHARD_COUNT is not set"):
        Settings.read({"SHARD_IDS": "0"})


def test_health_and_metrics_have_a_host_and_a_port() -> None:
    """A host and a port; IPv6 in brackets."""
    assert Settings.read({}).http is None
    assert Settings.read({"HTTP": "127.0.0.1:8080"}).http == Address("127.0.0.1", 8080)
    address = Settings.read({"HTTP": "[::]:9"}).http
    assert address == Address("::", 9)
    assert str(address) == "[::]:9"


@pytest.mark.parametrize("value", ["en_US:en", "ro_MD:ro", "C.UTF-8", "zh_TW", "tlh:en"])
def test_the_language_of_a_desktop_stops_nothing(value: str) -> None:
    """Desktops set LANGUAGE to a list of locales; without one of ours it means English."""
    assert Settings.read({"LANGUAGE": value}).language == "en"


@pytest.mark.parametrize("language", languages())
def test_every_language_can_be_set(language: str) -> None:
    """By its code, in a desktop's list too."""
    assert Settings.read({"LANGUAGE": language}).language == language
    desktop = f"tlh:{language.replace('-', '_')}.UTF-8:en"
    assert Settings.read({"LANGUAGE": desktop}).language == language


@pytest.mark.parametrize(
    "token", ["hunter2", f"Bot {TOKEN}", TOKEN[:-20], TOKEN.replace(".", " "), "a\nb"]
)
def test_a_token_of_the_wrong_shape_is_not_shown(token: str) -> None:
    """`require_token` refuses what cannot be a token without repeating it."""
    with pytest.raises(SettingsError, match="DISCORD_TOKEN") as caught:
        Settings.read({"DISCORD_TOKEN": token}).require_token()
    assert token not in str(caught.value)


def test_a_missing_token_stops_only_who_needs_it() -> None:
    """Without a token all is read; `require_token` says where to get one."""
    with pytest.raises(SettingsError, match="DISCORD_TOKEN is not set"):
        Settings.read({"DISCORD_TOKEN": "  "}).require_token()


def test_secrets_are_not_shown() -> None:
    """No text made of the settings holds the token or the database's password."""
    settings = Settings.read(
        {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "postgresql+asyncpg://bot:hunter2@db/kinarow"}
    )
    shown = f"{settings} {settings!r} {settings.token} {settings.database_url} {Secret(TOKEN)!s}"
    assert TOKEN not in shown
    assert "hunter2" not in shown


@pytest.mark.parametrize(
    "url",
    [
        "mysql://bot:hunter2@db/kinarow",
        "postgresql://bot:hunter2@db/kinarow",
        "postgresql+asyncpg://bot:hunter2@db:port/kinarow",
        "postgres//bot:hunter2@db",
        "mysql://db/kinarow?password=hunter2",
    ],
)
def test_a_wrong_database_url_hides_its_password(url: str) -> None:
    """The line about a wrong DATABASE_URL never repeats the password in it."""
    with pytest.raises(SettingsError, match="DATABASE_URL") as caught:
        Settings.read({"DATABASE_URL": url})
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("password", ["a/b", "a#b", "a@b", "a?b", "a:b", "a b", "a%b", "/@:#?%"])
def test_a_password_need_not_be_escaped(password: str) -> None:
    """It ends at the last `@`, or stands by itself; no part of it is shown with the database."""
    url = Settings.read({"DATABASE_URL": f"postgresql+asyncpg://bot:{password}@db:5433/games"})
    assert (url.database_url.password, url.database_url.host) == (password, "db")
    assert str(url.database_url) == "postgresql+asyncpg://bot:***@db:5433/games"
    bare = {"DATABASE_URL": "postgresql+asyncpg://bot@db:5433/games", "PGPASSWORD": password}
    assert Settings.read(bare).database_url == url.database_url
    assert Settings.read({"PGPASSWORD": password}).database_url.password is None


def test_a_password_may_be_escaped_or_an_option() -> None:
    """As SQLAlchemy and asyncpg read it; other options stay."""
    for place in ("bot:a%40b@db/games?ssl=require", "bot@db/games?password=a%40b&ssl=require"):
        url = Settings.read({"DATABASE_URL": f"postgresql+asyncpg://{place}"}).database_url
        assert (url.username, url.password) == ("bot", "a@b")
        assert str(url) == "postgresql+asyncpg://bot:***@db/games?ssl=require"


@pytest.mark.parametrize(
    "name, doubt",
    [
        ("PREFX", "PREFX is no setting: PREFIX is"),
        ("prefix", "prefix is no setting: PREFIX is"),
        ("TOKEN", "TOKEN is no setting: DISCORD_TOKEN is"),
        ("ZZZ", "ZZZ is no setting: it changes nothing"),
    ],
)
def test_a_name_that_is_no_setting_is_pointed_out(name: str, doubt: str) -> None:
    """With the nearest: in `.env` each, among the variables of the process only a slip."""
    assert Settings.read({name: "!"}, {name}).doubts == (doubt,)
    elsewhere = Settings.read({name: "!", "PATH": "/bin", "HTTP_PROXY": "proxy"}).doubts
    assert elsewhere == ((doubt,) if "PREFIX" in doubt else ())


@pytest.mark.parametrize("value", ["“!”", "„!“", "«k!»", "`!`"])
def test_quotes_of_a_word_processor_are_told(value: str) -> None:
    """They would become a part of the value."""
    with pytest.raises(SettingsError, match=r"^PREFIX=.*without such quotes"):
        Settings.read({"PREFIX": value})


@pytest.mark.parametrize("key", sorted(NAMES - {"DISCORD_TOKEN", "PGPASSWORD", "SHARD_IDS"}))
@pytest.mark.parametrize("secret", [TOKEN, "0aBc1dEf2gHi3jKl4mNo5pQr6sTu7vWx"])
def test_no_part_of_a_secret_at_the_wrong_name_is_shown(key: str, secret: str) -> None:
    """Neither a token nor the secret of the application, however the line is cut."""
    with pytest.raises(SettingsError) as refused:
        Settings.read({key: secret})
    parts = {secret[first : first + 5] for first in range(len(secret) - 4)}
    assert not [part for part in parts if part in str(refused.value)]


def test_an_interpreted_engine_is_doubted() -> None:
    """It would play on, far weaker, and nobody would know why."""
    (doubt,) = Settings.read({"NUMBA_DISABLE_JIT": "1"}).doubts
    assert doubt.startswith("NUMBA_DISABLE_JIT is set")
    assert Settings.read({"NUMBA_DISABLE_JIT": "0"}).doubts == ()


def test_names_of_other_programs_are_not_doubted() -> None:
    """Docker, PostgreSQL, Dask and Python read `.env` too, or are given what it says."""
    names = ("POSTGRES_PASSWORD", "PGSSLMODE", "NUMBA_CACHE_DIR", "DASK_LOGGING__X", "TZ", "LC_ALL")
    assert Settings.read(dict.fromkeys(names, "1"), names).doubts == ()


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"])
def test_a_database_in_memory_is_pointed_out(url: str) -> None:
    """It works, and forgets all games."""
    (doubt,) = Settings.read({"DATABASE_URL": url}).doubts
    assert "every game is lost when the bot ends" in doubt


def test_a_proxy_that_is_not_named_is_pointed_out() -> None:
    """Behind it all visitors are one address; addresses and networks name it."""
    given = {"WEB": "127.0.0.1:8090", "WEB_URL": "https://boards.example"}
    (doubt,) = Settings.read(given).doubts
    assert "WEB_PROXIES is not set" in doubt
    named = Settings.read({**given, "WEB_PROXIES": "127.0.0.1, 172.16.0.0/12 ,::1,"})
    assert [str(one) for one in named.web_proxies] == ["127.0.0.1/32", "172.16.0.0/12", "::1/128"]
    assert named.doubts == ()
    for wrong in ("127.0.0.1/8", "proxy", "10.0.0.0/40"):
        with pytest.raises(SettingsError, match="WEB_PROXIES"):
            Settings.read({**given, "WEB_PROXIES": wrong})
