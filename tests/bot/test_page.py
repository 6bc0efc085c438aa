"""Whole messages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.page import MESSAGE_LIMIT, board_page, hint_page
from bot.session import Person, Session, Style, UserId
from bot.text import coach_switched, recommendation
from engine import Analysis, Position, Reason, ReasonKind, Verdict
from tests.bot.builders import ALL_RULES, count_emoji, half_full, session

CLIENT_LIMIT = 199
"""Emoji that the client draws in one message."""
LONGEST = Person(UserId(1), "`" * 32)
"""A name that takes twice its length to be made harmless."""


def talkative(now: Position) -> Analysis:
    """An analysis in which every move has another verdict, and the best a long line."""
    verdicts = {move: Verdict.win(2 * n + 3) for n, move in enumerate(now.legal)}
    reason = Reason(ReasonKind.BLOCKS, tuple(range(1, 20)))
    return Analysis(now.legal[0], verdicts, now.legal, reason, False, 1, 1, 0.0)


def pages(style: Style) -> list[str]:
    """The longest messages about every size of board."""
    made = []
    for now in map(half_full, ALL_RULES):
        match: Session = replace(session(x=LONGEST, o=LONGEST, style=style), position=now)
        note = f"{coach_switched(on=True)}\n{recommendation(now, talkative(now))}"
        pages = (board_page(match, "`" * 5, note), hint_page(match, talkative(now)))
        made += [page.content for page in pages]
    return made


@pytest.mark.parametrize("style", Style)
def test_every_page_fits_a_message(style: Style) -> None:
    """With the longest names, prefix, notes and lists no message is too long to send or draw."""
    made = pages(style)
    assert max(len(page.encode("utf-16-le")) // 2 for page in made) <= MESSAGE_LIMIT
    assert max(map(count_emoji, made)) <= CLIENT_LIMIT


def test_a_page_reads_from_top_to_bottom() -> None:
    """Heading, board, last move, turn, and the note, each on a line of its own."""
    assert board_page(session([5, 1]), "!", "A note.").content.splitlines() == [
        "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe",
        "🅾️2️⃣3️⃣",
        "4️⃣❌6️⃣",
        "7️⃣8️⃣9️⃣",
        "**bob** played **1**.",
        "❌ **alice**, your turn: type a free number.",
        "A note.",
    ]


def test_a_first_page_has_no_empty_lines() -> None:
    """Before the first move there is nothing to tell of the last one."""
    assert "" not in board_page(session(), "!").content.splitlines()
