"""What the README and the guides show is what happens."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot import __version__
from tests.soon import PATIENCE
from tests.thorough import thorough

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ("README.md", "docs/index.md", "docs/playing.md", "CONTRIBUTING.md")
RUN: Final = (("engine", "solve"), ("engine", "perft"))
"""Commands that are quick enough to run here as they stand; for others the arguments are checked,
since other tests run them."""


def blocks(page: str, language: str) -> list[str]:
    """The code of one language on a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{indent}", "", code, flags=re.MULTILINE) for indent, code in found]


def commands() -> list[str]:
    """Each line that the pages tell people to run, without its remark."""
    lines = (line for page in PAGES for code in blocks(page, "sh") for line in code.splitlines())
    return [line.partition(" #")[0].strip() for line in lines if line.strip()]


def run(words: list[str], said: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run this Python with a folder's modules and nothing of the environment that matters."""
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME"}}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=kept | {"PYTHONUTF8": "1"},
        input=said,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


TARGETS: Final = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("command", commands())
def test_every_command_is_one(command: str) -> None:
    """A target of the Makefile, an installed program, or a module with these words."""
    if command.startswith("printf"):
        return  # a transcript, below
    words = [word for word in shlex.split(command) if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    match words:
        case ["make", *targets]:
            assert TARGETS.issuperset(targets)
        case ["cp", source, _]:
            assert (ROOT / source).exists()
        case ["docker", "compose", *_]:
            pass  # needs a machine with Docker: the workflow builds the image
        case ["uv", "tool", "install", ".[play]", *_]:
            pass  # tests/test_package.py
        case ["uvx", "--from", wheel, "kinarow", "play"]:
            assert wheel == f"./kinarow-{__version__}-py3-none-any.whl[play]"  # the rest: likewise
        case ["kinarow", "--version"]:
            assert run(["-m", "bot", "--version"]).returncode == 0
        case ["kinarow", *action]:
            assert run(["-m", "bot", *action[:1], "--help"]).returncode == 0
        case [_, "-m", "pytest", folder, *_]:
            assert (ROOT / folder).exists()
        case [_, "-m", module, action, *_] if (module, action) in RUN:
            assert run(words[1:]).returncode == 0
        case [_, "-m", "engine" | "bot" as package, action, *_]:
            assert run(["-m", package, action, "--help"]).returncode == 0
        case [_, "-m", module, *_]:
            place = ROOT.joinpath(*module.split("."))
            assert place.with_suffix(".py").exists() or (place / "__main__.py").exists()
        case _:
            pytest.fail(f"nobody knows whether this works: {command}")


@pytest.mark.parametrize(
    "page",
    ["README.md", *thorough(*(page for page in PAGES[1:] if blocks(page, "text")))],
)
def test_transcripts_are_what_is_shown(page: str) -> None:
    """What a page shows of a terminal is what it shows for the same lines."""
    (shown,) = blocks(page, "text")
    said = re.findall(r"^(?:alice: (.*)|(bob: .*))$", shown, re.MULTILINE)
    lines = [alices or bobs for alices, bobs in said]
    ended = run(["-m", "bot", "play", "--terminal"], "\n".join(lines) + "\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    between_people = "bob: " in shown
    assert _told(ended.stdout, between_people) == _told(shown, between_people)


def _told(shown: str, exact: bool) -> list[str]:
    """The lines of a transcript; unless exact, without what Kinarow decides by lot."""
    lines = shown.strip().splitlines()
    if exact:
        return lines
    rows = (line for line in lines if not re.fullmatch(r"[\W\d]+", line) or not line)
    return [re.sub(r"\*\*\d\*\*|\[\d\] ?", "", line) for line in rows]


@pytest.mark.thorough
def test_a_pipe_does_what_the_readme_says() -> None:
    """The line with printf speaks the lines of the transcript below it."""
    (piped,) = (line for line in commands() if line.startswith("printf"))
    said = shlex.split(piped)[1].replace("\\n", "\n").split()
    (transcript,) = blocks("README.md", "text")
    assert " ".join(re.findall(r"^alice: (.*)$", transcript, re.MULTILINE)) == " ".join(said)
