"""Long answers in several messages."""

from __future__ import annotations


def parts(words: str, room: int) -> list[str]:
    """A text as messages of at most `room` characters, cut between paragraphs or lines.

    No line may be longer than that. Characters are counted as Discord does, in UTF-16.
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
    """As few messages as pieces can be put together to, in their order."""
    messages: list[str] = []
    for piece in pieces:
        assert _length(piece) <= room, f"a line of {_length(piece)} characters"
        longer = f"{messages[-1]}{between}{piece}" if messages else piece
        if messages and _length(longer) <= room:
            messages[-1] = longer
        else:
            messages.append(piece)
    return messages
