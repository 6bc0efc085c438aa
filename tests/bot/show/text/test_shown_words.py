"""Every name that Kinarow shows is understood where people type it, in each language."""

from __future__ import annotations

from typing import Final

import pytest

from bot.features.mine import MINE
from bot.features.mydata.text import MY_DATA
from bot.features.peace.text import BLOCK, CHALLENGES
from bot.features.privacy import FORGET
from bot.features.puzzle.text import SHARE
from bot.features.start.text import CHALLENGE
from bot.features.tournament.text import LEAVE, START, TABLE
from bot.features.train.text import PROGRESS, TRAIN
from bot.match.grammar import in_english, parse_level, parse_start
from bot.show.languages import languages
from bot.show.text import level_name, said, speaking
from bot.show.text import words as shown
from bot.show.text.words import game_name
from engine import PRESETS, Level, Rules
from tests.bot.show.text.catalogues import LABELS

LANGUAGES = pytest.mark.parametrize("language", languages())
TYPED: Final = {
    shown.HINT: "hint",
    shown.UNDO: "undo",
    shown.RESIGN: "resign",
    shown.BOARD: "board",
    shown.ACCEPT: "accept",
    shown.DECLINE: "decline",
    shown.RESIGN_MATCH: "resign match",
    shown.REMATCH: "rematch",
    shown.NEXT_GAME: "rematch",
    shown.JOIN: "join",
    shown.WITHDRAW: "stop",
    shown.SWAP: "swap",
    shown.BLACK: "black",
    shown.WHITE: "white",
    shown.TWO_MORE: "two more",
    shown.COUNT: "vote now",
    shown.REVIEW: "review",
    shown.REPLAY: "replay",
    shown.WRITE: "play",
    shown.EASIER: "easier",
    shown.HARDER: "harder",
    shown.STATISTICS: "stats",
    CHALLENGE: "start",
    START: "start",
    TRAIN: "train",
    PROGRESS: "train progress",
    MINE: "mine",
    FORGET: "forget",
    CHALLENGES: "challenges",
    BLOCK: "block",
    MY_DATA: "mydata",
    shown.ANYONE: "start open",
}
"""What each button says, and what may be typed instead of pressing it."""
AFTER: Final = {
    LEAVE: "tournament leave",
    TABLE: "tournament table",
    SHARE: "puzzle share",
    shown.NEXT: "puzzle more",
}
"""The same for buttons that mean something else elsewhere, after the command that they are for."""
ONLY_PRESSED: Final = frozenset(
    (shown.PAD, shown.OPEN, shown.OTHER, shown.CHANGE, shown.NEW_GAME, shown.CHOOSE, shown.BACK)
)


@LANGUAGES
@pytest.mark.parametrize("level", Level)
def test_a_level_is_asked_for_by_the_name_that_is_shown(language: str, level: Level) -> None:
    """With or without its face, in a language that another channel speaks too."""
    with speaking(language):
        name = level_name(level)
    for spoken in (language, "en"):
        assert parse_level(in_english(name.split(" ")[0], spoken, after="level")) is level
        assert parse_start(in_english(f"start {name}", spoken)[6:], Rules(3, 3, 3)).level is level


@LANGUAGES
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_asked_for_by_the_name_that_is_shown(language: str, preset: str) -> None:
    """As it stands above its board."""
    with speaking(language):
        name = game_name(PRESETS[preset])
    asked = in_english(f"start {name}", language).removeprefix("start")
    assert parse_start(asked, Rules(4, 4, 4)).rules == PRESETS[preset]


@LANGUAGES
def test_the_label_of_a_button_is_a_command(language: str) -> None:
    """Typed as it is written on the button."""
    with speaking(language):
        typed = {said(label): wanted for label, wanted in TYPED.items()}
        typed |= {f"{want.split()[0]} {said(label)}": want for label, want in AFTER.items()}
    meant = {words: in_english(words, language).lower().rstrip("…. ") for words in typed}
    assert [(words, meant[words]) for words in typed if meant[words] != typed[words]] == []


def test_every_label_is_decided_on() -> None:
    """It can be typed, alone or after its command, or only be pressed."""
    assert frozenset(TYPED) | frozenset(AFTER) | ONLY_PRESSED >= LABELS
