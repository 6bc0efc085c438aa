"""Splits long answers into several messages."""

from __future__ import annotations


def parts(words: str, room: int) -> list[str]:
    """Split a text into messages of at most `room` characters, between paragraphs or lines.

    No line may be longer than `room`. Characters are counted in UTF-16, as Discord does.
    """
    if _length(words) <= room:
        return [words]
    return _joined(
        [
            piece
            for paragraph in words.split("\n\n")
            for piece in _joined(paragraph.split("\n"), "\n", room)
        ],
        "\n\n",
        room,
    )


def _length(words: str) -> int:
    return len(words.encode("utf-16-le")) // 2


def _joined(pieces: list[str], between: str, room: int) -> list[str]:
    """Join pieces, in their order, to as few messages as possible."""
    messages: list[str] = []
    for piece in pieces:
        assert _length(piece) <= room, f"a line of {_length(piece)} characters"
        longer = f"{messages[-1]}{between}{piece}" if messages else piece
        if messages and _length(longer) <= room:
            messages[-1] = longer
        else:
            messages.append(piece)
    return messages
