"""Moves phrases out of a list that are understood the same without standing there.

    python -m tests.bot.match.spare en

What tells something may be found by comparison (bot/match/typed/matcher.py). A phrase that is found
so leaves `words.txt` and becomes a line of `said`, where a test holds it. The comparison knows the
language of the channel and English, the lists know all languages: so this is for English.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from bot.match.typed.languages import FOLDER
from tests.bot.match.test_own_words import TELLING

LEAST_WORDS = 3
"""The words of the shortest phrase that may go: with shorter ones all others are compared."""

Phrase = tuple[str, str]
"""What is typed, after the English for it."""


def phrases(line: str) -> list[Phrase]:
    """The phrases of a line, if it is about a command that tells something; else none."""
    english, _, typed = line.partition(": ")
    tells = english.partition(" ")[0] in TELLING
    return [(english, one) for one in typed.split(", ")] if tells else []


def without(lines: Iterable[str], left_out: set[Phrase]) -> str:
    """The lines of a list without some phrases."""
    kept = []
    for line in lines:
        english, _, typed = line.partition(": ")
        rest = [one for one in typed.split(", ") if (english, one) not in left_out]
        kept.append(f"{english}: {', '.join(rest)}" if typed else line)
    return "\n".join((*kept, ""))


def understood(typed: list[Phrase], language: str) -> dict[Phrase, str]:
    """What the bot makes of phrases, as the file has the list now."""
    program = [sys.executable, "-m", "bot", "understand", "--language", language]
    lines = "".join(f"{words}\n" for _, words in typed)
    found = subprocess.run(program, input=lines, capture_output=True, check=True, encoding="utf-8")
    return dict(zip(typed, found.stdout.splitlines(), strict=True))


def main(language: str) -> None:
    """Move all phrases that can go, and say how many."""
    file = FOLDER / language.replace("-", "_") / "words.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    commands = lines[lines.index("[commands]") : lines.index("[words]")]
    listed = [one for line in commands for one in phrases(line)[1:]]
    long = [one for one in listed if len(one[1].split()) >= LEAST_WORDS]
    before = understood(long, language)
    spare = set(long)
    while True:
        file.write_text(without(lines, spare), encoding="utf-8")
        after = understood(long, language)
        if not (missed := {one for one in spare if after[one] != before[one]}):
            break
        spare -= missed
    said = Path(__file__).parent / "said" / f"{language}.txt"
    with said.open("a", encoding="utf-8") as tests:
        tests.writelines(f"{one[1]} = {before[one]}\n" for one in long if one in spare)
    left = f"{len(spare)} of {len(long)} phrases of {LEAST_WORDS} words or more are found without"
    sys.stdout.write(f"{left}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
