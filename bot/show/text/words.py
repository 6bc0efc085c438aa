"""The words that sentences are filled with: names made harmless, games, commands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Final
from unicodedata import category

from bot.match.session import CROWD_NAME, BoardStyle, ChannelId, Session, name_of
from bot.show.style import mark, move_name
from bot.show.text.language import Sentence, forms, plural
from engine import PRESETS, Rules, Side

NAME_LIMIT: Final = 32
"""Characters of a name or a word that a sentence repeats; Discord's own limit for names."""

_NAMES: Final = 1_000
"""How many names are remembered as they are written; each stands on every board of its games."""

_MARKDOWN: Final = re.compile(r"[\\`*_~|<>\[\]():/]")
"""What formats text, hides it, or makes a mention, an emoji or a link of it."""
_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs"))
_JOINER: Final = "\u200d"
"""Invisible, but what holds emoji of several parts together."""

_LEFT: Final = Sentence("someone who left")
_SOMEONE: Final = Sentence("someone")
# Translators: everybody in a channel, as the name of a player.
_EVERYONE: Final = Sentence("Everyone")
_TITLES: Final = {
    "tictactoe": Sentence("tic-tac-toe"),
    "connect4": Sentence("Connect Four"),
    "gomoku": Sentence("gomoku"),
}
# Translators: the name of a game; {goal} is how many in a row win.
_SIZE: Final = Sentence("{rows}×{columns}, {goal} in a row")
_SIZE_WITH_GRAVITY: Final = Sentence("{rows}×{columns}, {goal} in a row, with gravity")
# Translators: misère: who completes a row loses.
_MISERE: Final = Sentence("{game}, misère")
# Translators: a completed line, as in “X wins with 4 in a row”.
_LINE: Final = forms("{count} in a row", "{count} in a row")


@lru_cache(maxsize=_NAMES)
def safe(name: str) -> str:
    r"""A name as plain text: no formatting, link or mention, one line, at most 32 characters.

    >>> print(safe("**big**\n<@1>"))
    \*\*big\*\* \<@​1\>
    """
    line = " ".join(name.split())
    shown = "".join(c for c in line if c == _JOINER or category(c) not in _INVISIBLE)
    cut = shown if len(shown) <= NAME_LIMIT else f"{shown[: NAME_LIMIT - 1]}…"
    return _MARKDOWN.sub(r"\\\g<0>", cut).replace("@", "@\u200b")


def bold(name: str) -> str:
    """A name as it stands in a sentence; without one, somebody whose data was erased."""
    if not name:
        return str(_LEFT)
    shown = str(_EVERYONE) if name == CROWD_NAME else safe(name) or str(_SOMEONE)
    return f"**{shown}**"


def player(session: Session, side: Side) -> str:
    """A player by name."""
    return bold(name_of(session.player(side)))


def marked_player(session: Session, side: Side) -> str:
    """A player by mark and name."""
    return f"{mark(session.rules, session.style, side)} {player(session, side)}"


def command(prefix: str, words: str) -> str:
    """A command as people type it; the bare `!ttt` without words."""
    typed = f"{prefix}ttt {words}".rstrip()
    return f"`` {typed} ``" if "`" in prefix else f"`{typed}`"


def game_name(rules: Rules) -> str:
    """What a game is called: by its own name, or by its size."""
    if rules.misere:
        return _MISERE.format(game=game_name(replace(rules, misere=False)))
    for preset, known in PRESETS.items():
        if rules == known:
            return str(_TITLES[preset])
    template = _SIZE_WITH_GRAVITY if rules.gravity else _SIZE
    return template.format(rows=rules.rows, columns=rules.columns, goal=rules.goal)


def title(rules: Rules) -> str:
    """What a game is called at the beginning of a sentence."""
    name = game_name(rules)
    return f"{name[0].upper()}{name[1:]}"


def line_name(rules: Rules, tiles: Iterable[int], style: BoardStyle = BoardStyle.EMOJI) -> str:
    """A completed line: its tiles, or its length where single tiles have no name."""
    if rules.gravity:
        return plural(len(tuple(tiles)), *_LINE)
    return "-".join(move_name(rules, tile, style) for tile in tiles)


def moment(when: datetime) -> str:
    """A moment that Discord's client counts down to, in each reader's language."""
    return f"<t:{int(when.timestamp())}:R>"


def mention(channel: ChannelId) -> str:
    """A channel as Discord's client names it."""
    return f"<#{channel}>"
