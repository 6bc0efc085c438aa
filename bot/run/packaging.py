"""Compiles the catalogues into a package that is being built. Nothing else imports this module."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from setuptools.command.build_py import build_py

from bot.run.version import COMMIT_FILE, commit_of_checkout
from bot.show.languages import (
    NAMES,
    RIGHT_TO_LEFT,
    catalogue_file,
    compile_catalogue,
    compiled_file,
)

_ROOT: Final = Path(__file__).parents[2]


class BuildWithCatalogues(build_py):
    """Builds the modules, the catalogues, and a note of their commit."""

    def run(self) -> None:
        """Build. For an editable install the catalogues go into the checkout."""
        super().run()
        for path, content in self._written().items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

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
