"""What is made while a package is built: compiled catalogues, and its page on the package index.

`setup.py` alone imports this module.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

from bot import __version__
from bot.run.version import COMMIT_FILE, commit_of_checkout, git
from bot.show.languages import (
    NAMES,
    RIGHT_TO_LEFT,
    catalogue_file,
    compile_catalogue,
    compiled_file,
)

EPOCH: Final = "1451606400"
"""The time of all files in a package that is built without SOURCE_DATE_EPOCH, in seconds: of one
commit there is one package, whenever and wherever it is built."""
_ROOT: Final = Path(__file__).parents[2]
_ORIGIN: Final = re.compile(r"(?:https://|(?:ssh://)?git@)github\.com[:/](.+?/.+?)(?:\.git)?/?")
_LINK: Final = re.compile(r"(!?)\[((?:[^][]|!\[[^][]*\]\([^()]*\))*)\]\((?![a-z]+:|#)([^()]+)\)")
"""A link in Markdown, or with `!` a picture, to a file of the repository."""
_PAGES: Final = {
    "Documentation": "blob/{tag}/docs/index.md",
    "Changelog": "blob/{tag}/CHANGELOG.md",
    "Source": "tree/{tag}",
    "Issues": "issues",
}


def repository() -> str:
    """The address of the repository on GitHub: of the workflow that builds, else of git's origin.

    Empty where neither tells one.
    """
    if name := os.environ.get("GITHUB_REPOSITORY"):
        return f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{name}"
    origin = git("remote", "get-url", "origin") if (_ROOT / ".git").exists() else ""
    found = _ORIGIN.fullmatch(origin)
    return f"https://github.com/{found[1]}" if found else ""


def links(address: str) -> dict[str, str]:
    """The links beside the page on the package index, by their names."""
    tag = f"v{__version__}"
    return {name: f"{address}/{page.format(tag=tag)}" for name, page in _PAGES.items() if address}


def page(readme: str, address: str) -> str:
    """The README as the index shows it: there no file lies beside it."""
    base = f"{address}/{{}}/v{__version__}/"

    def absolute(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        words = _LINK.sub(absolute, found[2])
        return f"{found[1]}[{words}]({base.format(kind)}{found[3]})"

    return _LINK.sub(absolute, readme) if address else readme


def readme() -> str:
    """The README of this checkout."""
    return (_ROOT / "README.md").read_text(encoding="utf-8")


def _let_all_read(files: Iterable[Path]) -> None:
    """Give files the same mode, whoever builds."""
    for file in files:
        if file.is_file():
            file.chmod(0o644)


class Wheel(bdist_wheel):
    """Builds a wheel whose own files have the same mode, too."""

    def egg2dist(self, egginfo_path: str, distinfo_path: str) -> None:
        """Write what a wheel says of itself."""
        super().egg2dist(egginfo_path, distinfo_path)
        _let_all_read(Path(distinfo_path).rglob("*"))


class BuildWithCatalogues(build_py):
    """Builds the modules, the catalogues, and a note of their commit."""

    def run(self) -> None:
        """Build. For an editable install the catalogues go into the checkout."""
        super().run()
        for path, content in self._written().items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if not self.editable_mode:
            _let_all_read(map(Path, self.get_outputs()))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return the paths of everything that is built."""
        ours = [] if self.editable_mode else [str(path) for path in self._written()]
        return [*super().get_outputs(include_bytecode), *ours]

    def _written(self) -> dict[Path, bytes]:
        found = {
            self._place(compiled_file(language)): compile_catalogue(
                catalogue_file(language), right_to_left=language in RIGHT_TO_LEFT
            )
            for language in NAMES
            if catalogue_file(language).is_file()
        }
        if not self.editable_mode and (commit := commit_of_checkout()):
            found[self._place(COMMIT_FILE)] = commit.encode()
        return found

    def _place(self, file: Path) -> Path:
        return file if self.editable_mode else Path(self.build_lib) / file.relative_to(_ROOT)
