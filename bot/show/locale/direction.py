"""Right-to-left sentences that contain names, numbers and commands, and right-to-left names.

Placeholders and code are put between Unicode's isolate characters. The bidirectional algorithm
(UAX #9) then orders each of them on its own: it does not change the direction of the words
around it, and they do not change its direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import bidirectional

FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT ISOLATE}"
RIGHT_TO_LEFT: Final = "\N{RIGHT-TO-LEFT ISOLATE}"
END: Final = "\N{POP DIRECTIONAL ISOLATE}"
MARK: Final = "\N{RIGHT-TO-LEFT MARK}"

_TERM: Final = r"(?:(?<!\{)\{\w+\}|\d+)"
_ISLAND: Final = re.compile(rf"`[^`]*`|{_TERM}(?: ?[×±] ?{_TERM})+|(?<!\{{)\{{\w+\}}")
"""A part of a sentence that keeps its own direction.

That is code with its placeholders (people copy it), a size or a sum such as 6×7 (its numbers
would change places), or any other placeholder.
"""
_FENCE: Final = "```"
_LETTERS: Final = frozenset(("R", "AL"))
"""The classes of letters that are written from right to left: of Hebrew, and of Arabic."""


def isolated(template: str) -> str:
    """Isolate the placeholders and the code in a template from the words around them.

    If the template does not begin with a word, a right-to-left mark is put in front, because
    isolated parts do not set the direction of the line.

    >>> ascii(isolated("a {name}: `!ttt {move}`"))
    "'a \\\\u2068{name}\\\\u2069: \\\\u2068`!ttt {move}`\\\\u2069'"
    >>> ascii(isolated("{name}: {rows}×{columns}"))
    "'\\\\u200f\\\\u2068{name}\\\\u2069: \\\\u2068{rows}\\\\xd7{columns}\\\\u2069'"
    """
    first = _ISLAND.search(template)
    wordless = first is not None and not any(map(str.isalpha, template[: first.start()]))
    words = _ISLAND.sub(rf"{FIRST_STRONG}\g<0>{END}", template)
    return f"{MARK}{words}" if wordless else words


def isolated_name(name: str) -> str:
    """Isolate a name in right-to-left letters, which would turn round the numbers after it.

    Other names stay as they are.

    >>> ascii(isolated_name("\u05d3\u05e0\u05d4")), isolated_name("alice")
    ("'\\\\u2068\\\\u05d3\\\\u05e0\\\\u05d4\\\\u2069'", 'alice')
    """
    turned = any(bidirectional(letter) in _LETTERS for letter in name)
    return f"{FIRST_STRONG}{name}{END}" if turned else name


def right_to_left(items: Iterable[str], between: str) -> str:
    """Join items to a list with the first item on the right, even if all are numbers."""
    row = between.join(f"{FIRST_STRONG}{item}{END}" for item in items)
    return f"{RIGHT_TO_LEFT}{row}{END}" if row else ""


def left_to_right(board: str) -> str:
    """Make the rows of a board read from left to right in any text."""
    return "\n".join(
        row if not row or row.startswith(_FENCE) else f"{LEFT_TO_RIGHT}{row}{END}"
        for row in board.split("\n")
    )
