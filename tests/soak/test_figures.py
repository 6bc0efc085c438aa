"""What a soak writes down."""

from __future__ import annotations

from pathlib import Path

from tests.soak.figures import BEGIN, END, PAGE, Figures


def test_the_table_stands_between_two_comments(tmp_path: Path) -> None:
    """What was there is replaced, and all around it stays."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    figures = Figures("3 processes")
    figures.moves.update(typed=1_000, pressed=1)
    figures.wrong.append("a move was lost")
    for seconds in (0.3, 0.2, 0.1):
        figures.waited(seconds)
    figures.write(page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n| 3 processes | |\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "| moves by people | 1,001: pressed 1, typed 1,000 |" in text
    assert "| lost, doubled or wrong | 1 |" in text
    assert "p50 0.20 s" in text
    assert "old" not in text


def test_the_page_has_a_place_for_it() -> None:
    """Both comments stand there, in order."""
    text = PAGE.read_text(encoding="utf-8")
    assert 0 < text.index(BEGIN) < text.index(END)
