"""In no language is a sentence too long for its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Problem, UserError
from bot.features import privacy as privacy_text
from bot.features.explore import page as explore_text
from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.page import puzzle_page
from bot.features.puzzle.values import Attempt, DailyPuzzle, Solvers
from bot.features.review.page import lesson_page, review_page
from bot.features.settings import text as settings_text
from bot.features.start import text as challenge_text
from bot.match.guilds import GuildSettings
from bot.match.notes import Advice
from bot.match.players import LONGEST_MOVE
from bot.match.session import BoardStyle, Coach, Ending, GuildId, Person, Terms, UserId
from bot.run.messages import slash_descriptions
from bot.show import text
from bot.show.languages import languages
from bot.show.overlay import recommended
from bot.show.page import MESSAGE_LIMIT, board_page, hint_page, parts, verdicts_page
from bot.show.style import Capabilities
from bot.show.text.pictures import ALT_LIMIT
from bot.show.text.words import BACK
from engine import Position, Puzzle, Rules, Side, Task, decode_game
from tests.bot.builders import NOON, OWNED, crowded, half_full, session
from tests.bot.features.settings.test_text import FULL
from tests.bot.puzzles import DISCS, GOMOKU, HOLD, TODAY
from tests.bot.show.test_page import (
    ALONE,
    LONGEST,
    full_of_mistakes,
    lesson_of,
    talkative,
    units,
    wordy,
)
from tests.bot.show.text.catalogues import LABELS
from tests.bot.show.text.test_problems import facts_of

LANGUAGES = pytest.mark.parametrize("language", languages())
PREFIXES = pytest.mark.parametrize("prefix", ["`" * 5, "<@123456789012345678> "])
TILES = Puzzle(decode_game("5x5x4:13-1-14-2-12-3"), Task.WIN, (15,))
"""X wins at once on a board whose tiles have numbers."""
BOARDS = [Rules.parse(name) for name in ("5x7", "12x12", "8x10g", "12x12g", "19x19")]


@LANGUAGES
@PREFIXES
def test_long_answers_come_in_parts_that_fit(language: str, prefix: str) -> None:
    """Nothing is lost between them."""
    with text.speaking(language):
        for words in (text.help(prefix), text.games(prefix), privacy_text.privacy(prefix)):
            told = parts(words, MESSAGE_LIMIT)
            assert max(map(units, told)) <= MESSAGE_LIMIT
            assert "\n".join(told).split() == words.split()


@LANGUAGES
@PREFIXES
def test_settings_fit_two_messages(language: str, prefix: str) -> None:
    """With the longest list of channels. What is said where no games are played fits one."""
    with text.speaking(language):
        now = GuildSettings().with_preferences(FULL)
        told = parts(settings_text.settings(FULL, now, prefix, may_change=True), MESSAGE_LIMIT)
        assert len(told) <= 2
        assert max(map(units, told)) <= MESSAGE_LIMIT
        assert units(text.closed(FULL.channels, prefix)) <= MESSAGE_LIMIT


@LANGUAGES
def test_labels_fit_buttons(language: str) -> None:
    """And stay short enough to be read on a telephone."""
    with text.speaking(language):
        words = [BACK, explore_text.TO_START, explore_text.PLAY_ON]
        for label in (*LABELS, *words, privacy_text.FORGET, puzzle_text.MY_BOARD):
            assert 0 < units(text.said(label)) <= 40


@LANGUAGES
def test_the_words_of_boxes_fit(language: str) -> None:
    """The title, and what is to be written."""
    with text.speaking(language):
        shown = [(DISCS, BoardStyle.IMAGE), (GOMOKU, BoardStyle.IMAGE), (HOLD, BoardStyle.TEXT)]
        written = [text.what_to_write(puzzle.start.rules, style) for puzzle, style in shown]
        small = text.what_to_write(Rules.parse("3x3x3"), BoardStyle.IMAGE)
        for words in (*written, small, text.said(puzzle_text.BOX_TITLE)):
            assert 0 < units(words) <= 45


@LANGUAGES
def test_slash_commands_fit(language: str) -> None:
    """Each description, and all of them together: Discord takes 100 and 8,000 characters."""
    told = {
        place: text.translation(words, language) or words for place, words in slash_descriptions()
    }
    assert max(map(units, told.values())) <= 100
    assert min(map(units, told.values())) > 1
    names = sum(len(place.split()[-1]) for place in told)
    assert sum(map(units, told.values())) + names < 7_000


@LANGUAGES
def test_problems_are_short_sentences(language: str) -> None:
    """One or two of them, with the facts they are said to have."""
    for kind in Problem:
        facts = {fact: f"<{fact}>" for fact in facts_of(kind)}
        with text.speaking(language):
            assert 0 < units(text.problem(UserError(kind, **facts), "!")) < 300, kind


@LANGUAGES
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_boards_and_reviews_fit_a_message(language: str, rules: Rules) -> None:
    """With the longest names, prefix, notes and lists."""
    now = half_full(rules)
    match = replace(session(x=LONGEST, o=LONGEST), position=now, guild=GuildId(8))
    ended = replace(match, position=crowded(rules), ending=Ending.FULL)
    with text.speaking(language):
        for style in (BoardStyle.EMOJI, BoardStyle.TEXT):
            shown, owned = ALONE.styled(replace(match, style=style)), ALONE.owned
            notes = (wordy(now), Advice(talkative(now).explanation))
            for page in (
                board_page(shown, "`" * 5, notes, owned=owned, typed=False),
                hint_page(shown, talkative(now), owned=owned),
                verdicts_page(shown, talkative(now), owned=owned),
                review_page(
                    reviewed := full_of_mistakes(replace(ended, style=style)), capabilities=ALONE
                ),
                lesson_page(reviewed, lesson_of(reviewed, now.ply), capabilities=ALONE),
            ):
                assert units(page.content) <= MESSAGE_LIMIT


@LANGUAGES
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_alternative_texts_fit_their_files(language: str, rules: Rules) -> None:
    """Of boards with many stones, of replays, and of charts with many mistakes."""
    now = crowded(rules)
    plies = range(1, now.ply + 1)
    with text.speaking(language):
        half = half_full(rules)
        hinted = recommended(half, talkative(half).explanation)
        assert units(text.alt_text(half, hinted)) <= ALT_LIMIT
        assert units(text.alt_text(now)) <= ALT_LIMIT
        assert units(text.alt_text(Position.start(rules))) <= ALT_LIMIT
        assert units(text.replay_alt_text(now)) <= ALT_LIMIT
        assert units(text.chart_alt_text([0.5] * now.ply, plies)) <= ALT_LIMIT


@LANGUAGES
@pytest.mark.parametrize("puzzle", [DISCS, GOMOKU, HOLD, TILES])
def test_puzzles_fit_a_message(language: str, puzzle: Puzzle) -> None:
    """In each style, with as many solvers of the longest names as are named."""
    solvers = Solvers((Attempt(LONGEST, streak=1_000),) * 10, 1_000)
    with text.speaking(language):
        for style in BoardStyle:
            for can in (ALONE, Capabilities(files=False), Capabilities(owned=OWNED)):
                day = DailyPuzzle(TODAY, puzzle, played=True)
                page = puzzle_page(day, solvers, style, capabilities=can)
                assert units(page.content) <= MESSAGE_LIMIT


@LANGUAGES
def test_questions_fit_a_message(language: str) -> None:
    """Challenges, the puzzle of the day, and the question whether to erase everything."""
    rules = Rules.parse("19x19 gravity misere")
    terms = Terms(rules, Side.X, Coach.BEFORE, swap=True, move_time=LONGEST_MOVE)
    terms = replace(terms, casual=True, strict=True)
    rival = Person(UserId(10**18), LONGEST.name)
    with text.speaking(language):
        for words in (
            challenge_text.challenge(LONGEST, rival, terms, NOON),
            puzzle_text.puzzle_question(DailyPuzzle(TODAY, DISCS, True), Solvers()),
            privacy_text.forget_question("k!ttt"),
        ):
            assert units(words) <= MESSAGE_LIMIT
