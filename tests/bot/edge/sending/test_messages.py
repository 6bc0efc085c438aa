"""A page is sent as far as the server takes it."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from bot.edge.sending.messages import Layout, Under, send_as_taken
from bot.show.page import Page


@pytest.mark.parametrize("words, laid_out", [(2_000, True), (2_001, False)])
async def test_words_without_room_among_components_go_into_an_ordinary_message(
    words: int, laid_out: bool
) -> None:
    """Discord would refuse more than 4,000 characters, and that tells nothing of components."""
    board, plain = Page("x" * 2_000, embed="x" * words), Page("plain")
    page = Page(board.content, embed=board.embed, otherwise=plain)
    layout = Layout([], ui.View())
    sent: list[tuple[Page, Under | None]] = []

    async def send(page: Page, under: Under | None) -> Any:
        sent.append((page, under))

    await send_as_taken(page, layout, send)
    assert sent == [(page, layout) if laid_out else (plain, layout.otherwise)]
