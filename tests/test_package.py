"""The package as people get it: built, installed into an empty environment, and used there."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Final
from zipfile import ZipFile

import pytest

from bot import __version__
from bot.show.languages import ENGLISH, compiled_file, languages
from tests.soon import PATIENCE

ROOT: Final = Path(__file__).parents[1]
BIN: Final = "Scripts" if sys.platform == "win32" else "bin"
KINDS: Final = (".py", ".typed", ".xz", ".txt", ".json", ".npz")
"""What a package holds besides modules is of one of these kinds."""

pytestmark = pytest.mark.long


def run(*words: str | Path, folder: Path, said: str = "", code: int = 0) -> str:
    """The output of a command that ends with this code, with Python's paths replaced."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    ended = subprocess.run(
        words,
        cwd=folder,
        env=kept | {"PYTHONUTF8": "1"},
        input=said,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == code, ended.stderr
    return ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the source distribution and of the wheel that was made from it."""
    pytest.importorskip("build", reason="wants the package build")
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--outdir", folder, sources(folder), folder=folder)
    return folder


def sources(folder: Path) -> Path:
    """A copy of all that a package is made of."""
    others = ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build")
    return copytree(ROOT, folder / "source", ignore=others)


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with nothing but the wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    programs = folder / BIN
    (wheel,) = built.glob("*.whl")
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel, folder=folder)
    return programs


def test_a_wheel_holds_all_of_both_packages(built: Path) -> None:
    """Modules, books, migrations, catalogues, the page of boards, the marks of typed packages."""
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as file:
        shipped = set(file.namelist())
    own = {
        path.relative_to(ROOT).as_posix()
        for package in ("bot", "engine")
        for path in (ROOT / package).rglob("*")
        if path.suffix in KINDS
    }
    own |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "bot/web/static").iterdir()}
    assert own <= shipped
    written = {
        compiled_file(language).relative_to(ROOT).as_posix()
        for language in languages()
        if language != ENGLISH
    }
    assert written <= shipped
    assert {name.partition("/")[0] for name in shipped - own - written} <= {
        "bot",  # the commit, where that is known
        f"kinarow-{__version__}.dist-info",
    }


def test_one_commit_makes_one_package(built: Path, tmp_path: Path) -> None:
    """Byte for byte, from a source distribution or a clone, on another day, by a strict user."""
    (wheel,) = built.glob("*.whl")
    source = sources(tmp_path)
    for path in source.rglob("*"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
        path.chmod(0o700 if path.is_dir() else 0o600)
    umask = os.umask(0o077)
    try:
        command = (sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, source)
        run(*command, folder=tmp_path)
    finally:
        os.umask(umask)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_catalogues_are_read_without_babel(installed: Path, tmp_path: Path) -> None:
    """All languages are there, compiled, in an environment that has no library to read them."""
    code = (
        "from importlib.util import find_spec; assert not find_spec('babel')\n"
        "from bot.show import text; from bot.show.languages import languages\n"
        "text.load_languages(); print(len(languages()))\n"
        "with text.speaking('de'): print(text.said('Hint'))"
    )
    assert run(installed / "python", "-c", code, folder=tmp_path) == "16\nTipp\n"


def test_a_source_distribution_can_be_tested(built: Path) -> None:
    """It brings the tests with their golden files, the guides and the settings."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    wanted = (
        "tests/test_package.py",
        "tests/bot/show/render/golden/3x3_start.txt",
        "docs/hosting.md",
    )
    assert {*wanted, ".env.example", "LICENSE", "Makefile", "mkdocs.yml"} <= names


def test_the_command_is_there(installed: Path, tmp_path: Path) -> None:
    """`kinarow` tells its version, and needs a word."""
    told = run(installed / "kinarow", "--version", folder=tmp_path)
    assert told.split()[:2] == ["kinarow", __version__]
    assert "usage: kinarow" in run(installed / "kinarow", folder=tmp_path, code=2)


def test_the_engine_thinks_with_its_book(installed: Path, tmp_path: Path) -> None:
    """Connect Four from its start is beyond a search of some seconds: the book has it."""
    shown = run(installed / "kinarow", "solve", "connect4", folder=tmp_path)
    assert shown.startswith("X to move: win in 41 plies\nbest 4,")


def test_the_database_is_made(installed: Path, tmp_path: Path) -> None:
    """The migrations are there."""
    assert not run(installed / "kinarow", "migrate", folder=tmp_path)
    assert (tmp_path / "kinarow.db").exists()


def test_workers_start(installed: Path, tmp_path: Path) -> None:
    """Processes come up under the installed command, which they import anew."""
    shown = run(installed / "kinarow", "check", folder=tmp_path, code=1)
    assert "ok    workers   2 processes" in shown
    assert "fail  token" in shown


def test_play_asks_for_what_it_needs(installed: Path, tmp_path: Path) -> None:
    """The simulated Discord is an extra; with it a game is played."""
    wanted = "play needs a simulated Discord: pip install 'kinarow[play]'\n"
    assert run(installed / "kinarow", "play", folder=tmp_path, code=2) == wanted
    python = installed / "python"
    extra = ("simcord[preview]==3.2.1", "babel", "platformdirs")
    run(python, "-m", "pip", "install", "--quiet", *extra, folder=tmp_path)
    shown = run(
        installed / "kinarow", "play", "--terminal", folder=tmp_path, said="!ttt start x\n5\n"
    )
    assert "**Kinarow** played" in shown
