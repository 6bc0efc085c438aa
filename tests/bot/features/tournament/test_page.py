"""The messages of tournaments."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.page import end_pages, round_pages, table_pages
from bot.features.tournament.table import standings
from bot.features.tournament.text import announcement, help_page, table_alt_text, thread_name, where
from bot.features.tournament.values import Tournament, TournamentStage
from bot.match.session import BoardStyle, ChannelId, Person, UserId
from bot.show.page import MESSAGE_LIMIT
from bot.show.style import Capabilities
from bot.show.text.opening import opening_rule
from bot.show.text.pictures import ALT_LIMIT
from bot.show.text.words import moment
from engine import Rules
from tests.bot.builders import NOON
from tests.bot.features.tournament.play import opened, played_out, started
from tests.bot.show.render.drawings import opened as picture
from tests.thorough import long, thorough

GOMOKU = Rules.parse("gomoku")


def long_names(tournament: Tournament, letter: str = "W") -> Tournament:
    """The same with names as long as can be."""
    entrants = tuple(
        replace(entrant, person=Person(entrant.person.id, f"{entrant.number}{letter * 40}"))
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)


@pytest.mark.parametrize("letter", ["W", *thorough("*"), *long("さ")])
@pytest.mark.parametrize(
    "kind", [TournamentKind.CUP, *thorough(TournamentKind.ROBIN, TournamentKind.ARENA)]
)
def test_everything_fits_a_message(kind: TournamentKind, letter: str) -> None:
    """With 64 players whose names are as long as can be."""
    cup = long_names(started(kind, 64), letter)
    placed = cup.with_fixtures(
        replace(fixture, channel=ChannelId(10**18)) for fixture in cup.fixtures
    )
    for found in (cup, placed, long_names(opened(kind, 64), letter)):
        for swap, swap2 in ((False, False), (True, False), (False, True)):
            terms = replace(found.terms, rules=GOMOKU, swap=swap, swap2=swap2)
            assert len(announcement(replace(found, terms=terms), "!")) < MESSAGE_LIMIT
    for plain in (False, True):
        style = BoardStyle.TEXT if plain else BoardStyle.EMOJI
        shown = replace(placed, terms=replace(placed.terms, style=style))
        for page in (*round_pages(shown), *table_pages(shown), *end_pages(shown)):
            assert len(page.content) < MESSAGE_LIMIT
            assert page.attachment is None or len(page.attachment.alt) <= ALT_LIMIT
    for fixture in placed.fixtures:
        assert len(thread_name(placed, fixture)) <= 100
    assert len(help_page("!")) < MESSAGE_LIMIT


def test_the_terms_of_its_games_stand_in_its_message() -> None:
    """The swap and swap2 in the words of a challenge, whoever reads it: before, during, after."""
    for found in (opened(TournamentKind.ROBIN, 2), started(TournamentKind.ARENA, 2)):
        plain = replace(found.terms, rules=GOMOKU)
        swap, swap2 = replace(plain, swap=True), replace(plain, swap2=True)
        words = [announcement(replace(found, terms=terms), "!") for terms in (plain, swap, swap2)]
        told = [
            opening_rule(GOMOKU, swap=True, swap2=False),
            opening_rule(GOMOKU, swap=False, swap2=True),
        ]
        for rule in told:
            assert [rule in said for said in words] == [False, rule == told[0], rule == told[1]]


def test_an_arena_tells_until_when_games_begin() -> None:
    """Discord shows the moment as “in 30 minutes”, which reads as the time of the last ones."""
    arena = started(TournamentKind.ARENA, 2)
    assert arena.closes is not None
    assert f"The last games begin {moment(arena.closes)}." in announcement(arena, "!").splitlines()


def test_a_round_names_every_pair() -> None:
    """In several messages if need be, the picture of the table under the last one."""
    cup = long_names(started(TournamentKind.ROBIN, 63))
    pages = round_pages(replace(cup, round=1))
    words = "\n".join(page.content for page in pages)
    assert len(pages) > 1
    assert words.count(" \N{EN DASH} ") == 31
    assert "has a bye" in words


def test_a_description_isolates_names_from_right_to_left() -> None:
    """The numbers after them keep their order, also without markup."""
    done = played_out(started(TournamentKind.ROBIN, 5), Random(3))
    first, *others = done.entrants
    done = replace(done, entrants=(replace(first, person=Person(UserId(1), "דנה")), *others))
    assert ". \u2068דנה\u2069 · " in table_alt_text(done)


def test_the_table_as_a_picture() -> None:
    """One line a player, with a description."""
    done = played_out(started(TournamentKind.ROBIN, 5), Random(3))
    (page,) = end_pages(done)
    assert page.attachment is not None
    assert ". p1 · " in page.attachment.alt
    image = picture(page.attachment.data)
    assert image.height == 5 * 34 + 28
    assert len(page.attachment.data) < 20_000


@pytest.mark.parametrize("kind", TournamentKind)
def test_there_is_no_table_without_a_game(kind: TournamentKind) -> None:
    """Nobody has asked for one of noughts when a tournament is called off at once."""
    (page,) = end_pages(replace(started(kind, 4), stage=TournamentStage.STOPPED))
    assert page.attachment is None
    assert page.content.endswith("was called off.")


@pytest.mark.parametrize("name", ["Łukasz", "Ольга", "さくら", "محمد"])
def test_names_stand_in_the_table_as_they_are_written(name: str) -> None:
    """So there is no picture where its font lacks one of their letters.

    A name from right to left is isolated there, so that the numbers keep their order.
    """
    done = played_out(started(TournamentKind.ROBIN, 5), Random(3))
    first, *others = done.entrants
    named = replace(done, entrants=(replace(first, person=Person(UserId(1), name)), *others))
    for page in (*end_pages(named), *table_pages(named)):
        shown = f"\u2068{name}\u2069" if name == "محمد" else name
        assert f". **{shown}** · " in page.content
        assert page.attachment is None


def test_the_table_in_words() -> None:
    """Where no file may be sent, and in the style for screen readers: what decides the places."""
    done = played_out(started(TournamentKind.ROBIN, 3), Random(3))
    (page,) = end_pages(done, capabilities=Capabilities(files=False, embeds=True))
    assert page.attachment is None
    assert "Points · won-drawn-lost · Sonneborn-Berger\n1. **p" in page.content
    first = standings(done)[0]
    tally = f"{first.wins}-{first.draws}-{first.losses}"
    assert f"· {first.half_points / 2:g} · {tally} ·" in page.content


def test_the_page_says_where_games_without_threads_are() -> None:
    """Nothing is said of threads where there are some."""
    assert where(None, threads=True) == ""
    assert "one after another" in where(None, threads=False)
    assert "“Create Public Threads”" in where("Create Public Threads", threads=False)


def test_a_tournament_without_games_has_no_winner() -> None:
    """Called off before it began, or with nobody left."""
    (page,) = end_pages(opened(TournamentKind.CUP, 2).stopped(NOON))
    assert page.content == "🏁 **Knock-out** · Tic-tac-toe was called off."
