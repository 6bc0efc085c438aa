"""Which build this is: the commit as a package, a variable or git knows it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bot import __version__
from bot.run import version


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package without a checkout around it."""
    monkeypatch.delenv("KINAROW_COMMIT", raising=False)
    monkeypatch.setattr(version, "_PACKAGE", tmp_path / "bot")
    monkeypatch.setattr(version, "COMMIT_FILE", tmp_path / "bot/commit.txt")
    version.build_name.cache_clear()
    (tmp_path / "bot").mkdir()
    return tmp_path / "bot"


def test_a_package_has_its_commit_in_a_file(package: Path) -> None:
    """Where nothing is known, the version stands alone."""
    assert version.build_name() == __version__
    version.build_name.cache_clear()
    (package / "commit.txt").write_text("2e0cf8aa1")
    assert version.build_name() == f"{__version__} (2e0cf8aa1)"


def test_a_build_without_git_may_name_its_commit(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An image is built without git."""
    monkeypatch.setenv("KINAROW_COMMIT", "2e0cf8aa1f00")
    assert version.commit_of_checkout() == "2e0cf8aa1"


@pytest.mark.parametrize("different_owner", ["0", "1"])
def test_a_checkout_asks_git(
    package: Path, monkeypatch: pytest.MonkeyPatch, different_owner: str
) -> None:
    """What was changed since the commit is marked with a plus; root's checkout is read too."""
    root = package.parent
    git = ("git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b.invalid")
    (package / "code").write_text("1")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "one")):
        subprocess.run([*git, *words], check=True)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", different_owner)
    commit = version.commit_of_checkout()
    assert len(commit) == 9
    (package / "code").write_text("2")
    assert version.commit_of_checkout() == f"{commit}+"
