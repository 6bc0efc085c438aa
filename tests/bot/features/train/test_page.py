"""The messages of training, and the buttons under them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from discord import ui
from PIL import Image

from bot.edge.buttons import view_of
from bot.features.train.feature import idle_rows, invitation_view, question_rows, solved_rows
from bot.features.train.page import answer_page, desk_page, hint_page, progress_page, solution_page
from bot.features.train.values import (
    WEEKS,
    Card,
    CardAnswer,
    CardId,
    Desk,
    Finding,
    TrainingProgress,
    weeks_until,
)
from bot.match.accuracy import Accuracy
from bot.match.session import BoardStyle
from bot.show import text
from bot.show.languages import languages
from bot.show.page import MESSAGE_LIMIT, Page
from bot.show.style import ALL_CAPABILITIES, Capabilities
from bot.show.text.pictures import ALT_LIMIT
from bot.show.text.reasons import ONE_SIDED
from engine import Limit, Rules, analyse, decode_game, explain, horizon
from tests.bot.builders import ALL_RULES, NOON, OWNED, half_full, position
from tests.bot.features.train.cards import card
from tests.bot.show.test_page import talkative, units

ELO = 1000.0
LIMIT = Limit(nodes=20_000)
PLAYING: str = (Path(__file__).parents[4] / "docs" / "playing.md").read_text(encoding="utf-8")


def large(rules: Rules) -> Card:
    """A card on a crowded board, with the longest numbers."""
    start = half_full(rules)
    spacing = replace(card().spacing, due=NOON)
    worst = card(start, start.legal[-1], start.legal[0], spacing=spacing, number=CardId(2**53))
    return replace(worst, solved=99)


def pages(one: Card, can: Capabilities, style: BoardStyle) -> Iterator[Page]:
    """Every message about a card, with the longest explanations."""
    told = talkative(one.position).explanation
    move = one.position.legal[0]
    yield desk_page(Desk(one, 200), style, "!", capabilities=can)
    yield hint_page(one, told, ELO, style, capabilities=can)
    yield solution_page(one, told, ELO, style, capabilities=can)
    for finding in Finding:
        refutation = talkative(one.position.play(move)).explanation
        answer = CardAnswer(one, move, finding, refutation, told, ELO)
        yield answer_page(answer, style, capabilities=can)


@pytest.mark.parametrize("style", [BoardStyle.EMOJI, BoardStyle.TEXT, BoardStyle.IMAGE])
@pytest.mark.parametrize("rules", ALL_RULES[5::61], ids=str)
def test_every_page_fits_a_message(rules: Rules, style: BoardStyle) -> None:
    """On every board, with and without emoji of the bot's own."""
    for can in (Capabilities(), Capabilities(files=False, embeds=False), Capabilities(owned=OWNED)):
        for page in pages(large(rules), can, style):
            assert units(page.content) <= MESSAGE_LIMIT


def test_the_page_is_as_the_docs_show_it() -> None:
    """What docs/playing.md shows, apart from how the client writes the day."""
    drawn = desk_page(Desk(card(), 1), BoardStyle.EMOJI, "!").content
    shown = drawn.replace(f"<t:{int(NOON.timestamp())}:D>", "22 November 2026")
    assert f"```\n{shown}\n" in PLAYING


def test_an_answer_has_no_end_that_the_person_does_not_see() -> None:
    """Nor is a position calm in which one move alone is right."""
    start = position("connect4", (3,))
    one = card(start, 1, 4, worth="draw")
    after = start.play(1)
    found = explain(after, analyse(after, LIMIT), LIMIT)
    assert (found.verdict.plies or 0) > 30
    told = hint_page(one, found, ELO, BoardStyle.EMOJI).content
    assert "After **1** the answer was 💡" in told
    assert "wins in" not in told
    best = explain(start, analyse(start, LIMIT), LIMIT)
    assert best.is_quiet(horizon(start.rules, ELO))
    assert "urgent" not in solution_page(one, best, ELO, BoardStyle.EMOJI).content


@pytest.mark.parametrize(
    "code, played, words",
    [
        ("5x4x4g:2-4-2-1-4-2-4", 2, "After **2** the answer was 💡 **1**"),
        ("3x4x3m:9-8-6-1-2-10", 12, "After **d3** the answer was 💡 **c3**: wins in 2"),
    ],
)
def test_an_answer_is_told_as_the_reader_sees_it(code: str, played: int, words: str) -> None:
    """“Your threat” and “they” would be the wrong way round."""
    start = decode_game(code)
    after = start.play(played)
    found = explain(after, analyse(after, LIMIT), LIMIT)
    assert found.reasons[0].kind in ONE_SIDED
    told = hint_page(card(start, played), found, ELO, BoardStyle.EMOJI).content
    assert words in told.splitlines()


def test_a_solution_that_is_not_explained_is_named() -> None:
    """Where the engine finds nothing to say of it in its time."""
    told = solution_page(card(), None, ELO, BoardStyle.EMOJI).content
    assert "Best was **3**.\nYou'll see it again" in told


def ids(view: ui.View) -> list[str]:
    """The ids of the buttons of a view."""
    return [item.custom_id or "" for item in view.children if isinstance(item, ui.Button)]


@pytest.mark.parametrize("rules", ALL_RULES[::23], ids=str)
def test_buttons_keep_to_the_limits_of_discord(rules: Rules) -> None:
    """At most five rows of five, each id once and at most 100 characters."""
    one = large(rules)
    for view in (
        view_of(*question_rows(one, BoardStyle.EMOJI, ALL_CAPABILITIES)),
        view_of(*solved_rows(one)),
        view_of(*idle_rows()),
        invitation_view(),
    ):
        found = ids(view)
        assert len(found) <= 25
        assert len(set(found)) == len(found)
        assert all(len(one) <= 100 for one in found)


@pytest.mark.parametrize("style, name", [(BoardStyle.EMOJI, "6"), (BoardStyle.TEXT, "b2")])
def test_a_button_has_the_name_of_its_tile(style: BoardStyle, name: str) -> None:
    """As the board and the question have it."""
    can = Capabilities(owned=OWNED)
    rows = question_rows(card(position("4x4x3", (11, 1)), 16, 2), style, can)
    assert getattr(rows[1][1], "label", "") == name


# How one gets on.


def busy(weeks: int = WEEKS) -> TrainingProgress:
    """A person who plays and solves each day."""
    days = [NOON - timedelta(days=day) for day in range(7 * weeks - 2)]
    games = [(day, Accuracy(100 - number, 10)) for number, day in enumerate(days)]
    ratings = tuple((day, 1_900.0 - number) for number, day in enumerate(reversed(days)))
    return TrainingProgress(
        weeks_until(NOON, games, days * 3), Rules.parse("connect4"), ratings, 150, 50
    )


@pytest.mark.parametrize("language", languages())
def test_progress_fits_a_message_in_every_language(language: str) -> None:
    """The words for screen readers, and the description of the picture."""
    with text.speaking(language):
        assert units(progress_page(busy(), BoardStyle.TEXT, "!").content) <= MESSAGE_LIMIT
        drawn = progress_page(busy(), BoardStyle.LIGHT, "!").attachment
    assert drawn is not None
    assert len(drawn.alt) <= ALT_LIMIT


@pytest.mark.parametrize("style", [BoardStyle.EMOJI, BoardStyle.LIGHT])
def test_the_picture_is_small(style: BoardStyle) -> None:
    """It loads on a phone; without ratings it has a part less."""
    sizes = []
    for found in (busy(), replace(busy(), ratings=())):
        drawn = progress_page(found, style, "!").attachment
        assert drawn is not None
        assert len(drawn.data) <= 20_000
        sizes.append(Image.open(BytesIO(drawn.data)).size)
    assert sizes == [(640, 560), (640, 386)]


def test_one_point_is_no_chart() -> None:
    """A single week is told in words; a second one makes a picture, of that chart alone."""
    weeks = weeks_until(NOON, [(NOON, Accuracy(0, 1))], [])
    page = progress_page(TrainingProgress(weeks), BoardStyle.EMOJI, "!")
    assert page.attachment is None
    assert "reviewed: 0%\n" in page.content
    assert "0% in 1 game" in page.content
    before = NOON - timedelta(weeks=1)
    weeks = weeks_until(NOON, [(before, Accuracy(1, 1)), (NOON, Accuracy(0, 1))], [])
    page = progress_page(TrainingProgress(weeks), BoardStyle.EMOJI, "!")
    assert page.attachment is not None
    assert [line[1:3] == "\ufe0f\u20e3" for line in page.content.splitlines()[1:]] == [True, False]


def test_each_chart_has_the_number_of_its_line() -> None:
    """The picture has no words, which its font could not write in every language."""
    drawn = progress_page(busy(), BoardStyle.EMOJI, "!").content.splitlines()
    assert [line[:3] for line in drawn[1:]] == ["1\ufe0f\u20e3", "2\ufe0f\u20e3", "3\ufe0f\u20e3"]
    spoken = progress_page(busy(), BoardStyle.TEXT, "!").content
    assert "\u20e3" not in spoken
