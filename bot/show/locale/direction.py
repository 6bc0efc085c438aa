"""Sentences from right to left, in which names, numbers and commands keep their own direction.

What is filled in, and what stands as code, is set between the signs that isolate it: by
Unicode's bidirectional algorithm (UAX #9) it is then laid out on its own, and what stands
around it neither turns it round nor is turned round by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT ISOLATE}"
RIGHT_TO_LEFT: Final = "\N{RIGHT-TO-LEFT ISOLATE}"
END: Final = "\N{POP DIRECTIONAL ISOLATE}"
MARK: Final = "\N{RIGHT-TO-LEFT MARK}"

_TERM: Final = r"(?:(?<!\{)\{\w+\}|\d+)"
_ISLAND: Final = re.compile(rf"`[^`]*`|{_TERM}(?: ?[×±] ?{_TERM})+|(?<!\{{)\{{\w+\}}")
"""What keeps its own direction, as a whole.

Code with all that is filled into it, since people copy it; a size or a sum such as 6×7, whose
numbers would change places; any other place to fill.
"""
_FENCE: Final = "```"


def isolated(template: str) -> str:
    """A template whose places to fill, and code, are isolated from the words around them.

    One that does not begin with a word is marked: what is isolated does not tell that the
    line runs from right to left.

    >>> ascii(isolated("a {name}: `!ttt {move}`"))
    "'a \\\\u2068{name}\\\\u2069: \\\\u2068`!ttt {move}`\\\\u2069'"
    >>> ascii(isolated("{name}: {rows}×{columns}"))
    "'\\\\u200f\\\\u2068{name}\\\\u2069: \\\\u2068{rows}\\\\xd7{columns}\\\\u2069'"
    """
    first = _ISLAND.search(template)
    wordless = first is not None and not any(map(str.isalpha, template[: first.start()]))
    words = _ISLAND.sub(rf"{FIRST_STRONG}\g<0>{END}", template)
    return f"{MARK}{words}" if wordless else words


def right_to_left(items: Iterable[str], between: str) -> str:
    """A list of which the first item stands on the right, also where all are numbers."""
    row = between.join(f"{FIRST_STRONG}{item}{END}" for item in items)
    return f"{RIGHT_TO_LEFT}{row}{END}" if row else ""


def left_to_right(board: str) -> str:
    """A board whose rows read from left to right wherever they stand."""
    return "\n".join(
        row if not row or row.startswith(_FENCE) else f"{LEFT_TO_RIGHT}{row}{END}"
        for row in board.split("\n")
    )
