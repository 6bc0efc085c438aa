"""The URL of a database: read to its end, and wrong ones told in one line."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.store.schema.urls import arguments_of, read_url

SERVER = "postgresql+asyncpg://kinarow@db.example.org/games"


@pytest.mark.parametrize(
    "given, read",
    [
        ("sqlite+aiosqlite:///kinarow.db", "sqlite+aiosqlite:///kinarow.db"),
        ("sqlite+aiosqlite:////var/lib/kinarow.db", "sqlite+aiosqlite:////var/lib/kinarow.db"),
        ("sqlite+aiosqlite://", "sqlite+aiosqlite://"),
        ("sqlite+aiosqlite:///x.db?timeout=2.5", "sqlite+aiosqlite:///x.db?timeout=2.5"),
        (f"{SERVER}?ssl=require", f"{SERVER}?ssl=require"),
        (f"{SERVER}?sslmode=require", f"{SERVER}?ssl=require"),
        (f"{SERVER}?connect_timeout=3", f"{SERVER}?timeout=3"),
        ("postgresql+asyncpg://me@/games?host=/run", "postgresql+asyncpg://me@/games?host=%2Frun"),
    ],
)
def test_libpqs_names_of_options_are_understood(given: str, read: str) -> None:
    """Every option that is passed on has asyncpg's name for it."""
    assert read_url(given, None).render_as_string(hide_password=False) == read


@pytest.mark.parametrize(
    "given, told",
    [
        ("sqlite+aiosqlite://kinarow.db", "three slashes: sqlite+aiosqlite:///kinarow.db"),
        ("sqlite+aiosqlite://data/k.db", "three slashes: sqlite+aiosqlite:///data/k.db"),
        ("sqlite+aiosqlite:///x.db?timeout=soon", "seconds"),
        ("sqlite+aiosqlite:///x.db?nonsense=1", "no option but timeout"),
        ("postgresql+asyncpg://me@host:99999/games", "a port from 1 to 65535"),
        ("postgresql+asyncpg://me@host:port/games", "cannot be read"),
        (f"{SERVER}?nonsense=1", "no option but host, port, ssl"),
        (f"{SERVER}?sslmode=yes", "one of disable, allow"),
        (f"{SERVER}?sslmode=require&ssl=require", "one of disable, allow"),
        (f"{SERVER}?port=0", "a number from 1 to 65535"),
        (f"{SERVER}?connect_timeout=-1", "seconds"),
        (f"{SERVER}?sslrootcert=/nowhere.pem", "a file"),
        ("mysql://me@host/games", "wanted sqlite+aiosqlite:///FILE"),
        ("kinarow.db", "cannot be read"),
    ],
)
def test_a_wrong_url_is_told_in_one_line(given: str, told: str) -> None:
    """The line names the setting and what is wanted."""
    with pytest.raises(SettingsError) as refused:
        read_url(given, None)
    words = str(refused.value)
    assert words.startswith("DATABASE_URL")
    assert told in words
    assert "\n" not in words


def test_no_password_is_shown() -> None:
    """Not even where the rest of the URL is wrong."""
    for rest in ("host:99999/games", "host/games?nonsense=1", "host/games?sslmode=s3cret"):
        with pytest.raises(SettingsError) as refused:
            read_url(f"postgresql+asyncpg://me:pa55@word@{rest}", None)
        assert "pa55" not in str(refused.value)


def test_files_of_certificates_become_a_context(tmp_path: Path) -> None:
    """asyncpg takes them so; with `verify-full` the name of the server is checked as well."""
    root = tmp_path / "root.pem"
    root.write_text(ssl.DER_cert_to_PEM_cert(_some_certificate()), encoding="ascii")
    for mode, checks_name in (("verify-full", True), ("verify-ca", False), ("require", False)):
        url = read_url(f"{SERVER}?sslmode={mode}&sslrootcert={root}&connect_timeout=3", None)
        bare, arguments = arguments_of(url)
        assert not bare.query
        assert arguments["timeout"] == 3.0
        assert arguments["ssl"].check_hostname is checks_name
        assert arguments["ssl"].verify_mode is ssl.CERT_REQUIRED


def test_a_file_without_a_certificate_is_told(tmp_path: Path) -> None:
    """One line names the file."""
    file = tmp_path / "root.pem"
    file.write_text("no certificate", encoding="ascii")
    with pytest.raises(SettingsError, match=r"root\.pem"):
        arguments_of(read_url(f"{SERVER}?sslmode=verify-full&sslrootcert={file}", None))


def _some_certificate() -> bytes:
    """A certificate that some system trusts, in DER; the tests are skipped where there is none."""
    found = ssl.create_default_context().get_ca_certs(binary_form=True)
    if not found:
        pytest.skip("there are no certificates of authorities here")
    return found[0]
