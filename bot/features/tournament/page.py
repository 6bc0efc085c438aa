"""The messages of a tournament: who may join, a round, the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.features.tournament import text as cup_text
from bot.features.tournament.table import Standing, standings
from bot.features.tournament.values import Tournament
from bot.match.session import BoardStyle
from bot.show.page import MESSAGE_LIMIT, Attachment, Page, parts
from bot.show.render.charts import is_drawable, table_picture
from bot.show.render.theme import theme
from bot.show.style import ALL_CAPABILITIES, Capabilities

_ROOM: Final = MESSAGE_LIMIT - 100


def round_pages(
    tournament: Tournament, note: str = "", *, capabilities: Capabilities = ALL_CAPABILITIES
) -> list[Page]:
    """A round: who meets whom and where, with the table so far."""
    words = _joined(cup_text.round_heading(tournament), note, cup_text.pairings(tournament))
    if tournament.round == 1:
        return _pages(words)
    return _with_table(tournament, words, capabilities)


def table_pages(
    tournament: Tournament,
    style: BoardStyle | None = None,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> list[Page]:
    """The table as it stands, in the style that a person has chosen, if they have."""
    if style is not None:
        tournament = replace(tournament, terms=replace(tournament.terms, style=style))
    return _with_table(tournament, cup_text.heading(tournament), capabilities)


def end_pages(
    tournament: Tournament, *, capabilities: Capabilities = ALL_CAPABILITIES
) -> list[Page]:
    """Who has won, with the table if a game was played."""
    words = cup_text.ended(tournament)
    if not any(row.games for row in standings(tournament)):
        return _pages(words)
    return _with_table(tournament, words, capabilities)


def _with_table(tournament: Tournament, words: str, capabilities: Capabilities) -> list[Page]:
    """Some words with the table as a picture.

    In words if no picture is wanted, or if it could not show a name as it is written.
    """
    rows = standings(tournament)
    drawn = all(is_drawable(row.entrant.person.name) for row in rows)
    if tournament.terms.style is BoardStyle.TEXT or not capabilities.files or not drawn:
        return _pages(_joined(words, cup_text.table_text(tournament)))
    alt = cup_text.table_alt_text(tournament)
    words = _joined(words, cup_text.legend(tournament))
    return _pages(words, Attachment("table.png", _picture(tournament, rows), alt))


def _pages(words: str, attachment: Attachment | None = None) -> list[Page]:
    """As many messages as the words need; the last one has the picture."""
    *first, last = parts(words, _ROOM)
    return [*map(Page, first), Page(last, attachment)]


def _picture(tournament: Tournament, rows: list[Standing]) -> bytes:
    lines = [
        [str(row.place), row.entrant.person.name, *cup_text.cells(tournament, row)] for row in rows
    ]
    return table_picture(lines, theme(tournament.terms.style))


def _joined(*lines: str) -> str:
    """Lines below each other; empty ones are left out."""
    return "\n".join(line for line in lines if line)
