"""Words to fill into sentences: escaped names, games, lines, commands and times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import Final
from unicodedata import category

from bot.match.session import CROWD_NAME, BoardStyle, ChannelId, Session
from bot.show.languages import isolated_name
from bot.show.sheet import in_order
from bot.show.style import example_move, mark, move_name, move_notation
from bot.show.text.language import Sentence, forms, listed, marked, placeholders, plural, said
from engine import PRESETS, Foul, Position, Rules, Side, Variant, surface_of

# Translators: the labels of buttons, at most 80 characters, better one word.
HINT: Final = marked("Hint")
UNDO: Final = marked("Undo")
RESIGN: Final = marked("Resign")
BOARD: Final = marked("Board")
ACCEPT: Final = marked("Accept")
DECLINE: Final = marked("Decline")
RESIGN_MATCH: Final = marked("Resign the match")
REMATCH: Final = marked("Rematch")
NEXT_GAME: Final = marked("Next game")
JOIN: Final = marked("Join")
# Translators: a button: begins a game that anyone in this channel may join.
ANYONE: Final = marked("With someone here")
WITHDRAW: Final = marked("Withdraw")
SWAP: Final = marked("Swap")
# Translators: the colours of the stones, and to lay two more of them (swap2).
BLACK: Final = marked("Black")
WHITE: Final = marked("White")
TWO_MORE: Final = marked("Two more")
COUNT: Final = marked("Count now")
REVIEW: Final = marked("Review")
REPLAY: Final = marked("Replay")
# Translators: opens the page of a board in the browser.
OPEN: Final = marked("Open")
# Translators: the label of a button that plays the recommended move, such as “Play 5”.
PLAY_IT: Final = Sentence("Play {move}")
# Translators: opens a box to write a move into.
WRITE: Final = marked("Move…")
# Translators: what to write into that box, at most 45 characters.
_WRITE_WHAT: Final = {
    "number": Sentence("The number of a tile, such as {example}"),
    "column": Sentence("The number of a column, such as {example}"),
    "coordinate": Sentence("A tile, such as {example}"),
}
# Translators: shows buttons for the tiles of a part of a large board.
PAD: Final = marked("Keypad")
EASIER: Final = marked("Easier")
HARDER: Final = marked("Harder")
# Translators: opens what else can be done.
OTHER: Final = marked("More")
# Translators: opens a form for a game like the last one.
CHANGE: Final = marked("Change…")
STYLE_LABELS: Final = {
    BoardStyle.EMOJI: marked("Boards as emoji"),
    BoardStyle.TEXT: marked("Boards in words"),
    BoardStyle.IMAGE: marked("Boards as dark pictures"),
    BoardStyle.LIGHT: marked("Boards as bright pictures"),
}
# Translators: the label of a menu.
CHOOSE: Final = marked("Choose…")
# Translators: opens a form for a game.
NEW_GAME: Final = marked("New game…")
BACK: Final = marked("Back")
NEXT: Final = marked("Next")

# Translators: a command in the menu of a person, at most 32 characters.
STATISTICS: Final = marked("Statistics")

NAME_LIMIT: Final = 32
"""The most characters of a name or a word in a sentence. It is Discord's limit for names."""

_NAMES: Final = 1_000
"""How many escaped names are cached. Every board of a game repeats them."""

_MARKDOWN: Final = re.compile(r"[\\`*_~|<>\[\]():/]")
"""Characters that format or hide text, or make a mention, an emoji or a link."""
_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs"))
_JOINER: Final = "\u200d"
"""Zero-width joiner: it is invisible, but joins the parts of some emoji."""

SLASH: Final = "/"
"""The prefix where the bot reads only messages that mention it: that of slash commands."""
LISTED: Final = (
    *("help", "board", "puzzle", "train", "review", "explore", "load", "stats", "top", "mine"),
    *("notify", "vote", "tournament", "settings", "do"),
)
"""The slash commands below `/ttt` in Discord's order; all others are words after `/ttt do`.

A new one comes last. Another order would need an upload, which empties the lists that clients keep.
"""
_MEMBER: Final = "@name"
"""Stands for a member in an example."""

# Translators: the name of a channel in an example: a word in lower case without spaces, after #.
_CHANNEL: Final = marked("#games")
_LEFT: Final = Sentence("someone who left")
_SOMEONE: Final = Sentence("someone")
# Translators: everybody in a channel, as the name of a player.
_EVERYONE: Final = Sentence("Everyone")
_TITLES: Final = {
    "tictactoe": Sentence("tic-tac-toe"),
    "connect4": Sentence("Connect Four"),
    "gomoku": Sentence("gomoku"),
    # Translators: gomoku in which only exactly five in a row win.
    "exact": Sentence("exact gomoku"),
    # Translators: the five in a row of Vietnam.
    "caro": Sentence("caro"),
    # Translators: the Japanese game, five in a row with fouls for whoever begins.
    "renju": Sentence("renju"),
    # Translators: tic-tac-toe in which the oldest mark of a side goes when it puts its fourth.
    "vanishing": Sentence("vanishing tic-tac-toe"),
    # Translators: tic-tac-toe in a cube of 3×3×3.
    "3d": Sentence("3D tic-tac-toe"),
    # Translators: the game on 4×4×4, usually called so everywhere.
    "qubic": Sentence("Qubic"),
    # Translators: the game with beads on 4×4 poles, usually called so everywhere.
    "scorefour": Sentence("Score Four"),
}
# Translators: the name of a game; {goal} is how many in a row win.
_SIZE: Final = Sentence("{rows}×{columns}, {goal} in a row")
_SIZE_WITH_GRAVITY: Final = Sentence("{rows}×{columns}, {goal} in a row, with gravity")
# Translators: misère: complete a row and you lose.
_MISERE: Final = Sentence("{game}, misère")
_VARIANTS: Final = {
    # Translators: exact: only exactly five in a row win.
    Variant.EXACT: Sentence("{game}, exact"),
    # Translators: caro: the five in a row of Vietnam.
    Variant.CARO: Sentence("{game}, caro"),
    # Translators: renju: the Japanese game with fouls for whoever begins.
    Variant.RENJU: Sentence("{game}, renju"),
    # Translators: torus: the board is closed to a ring in both directions.
    Variant.TORUS: Sentence("{game}, on a torus"),
    # Translators: the game of 3×3×3, in which discs fall to the lowest layer.
    Variant.CUBE: Sentence("{game}, with gravity"),
}
_FOULS: Final = {
    # Translators: why a tile is forbidden in renju.
    Foul.OVERLINE: Sentence("more than five in a row"),
    Foul.DOUBLE_FOUR: Sentence("two fours at once"),
    Foul.DOUBLE_THREE: Sentence("two open threes at once"),
}
# Translators: {tiles} is such as “h8 (two open threes at once), k4 (more than five in a row)”.
_FORBIDDEN: Final = Sentence("Forbidden to X: {tiles}.")
_MOST_FORBIDDEN: Final = 6
"""The most forbidden tiles that are named."""
_LONGEST_USUAL: Final = 4
"""Up to so many in a row win on a board named by its sides alone, as people expect."""
# Translators: {start} is the command for the same board with fewer in a row.
_WANTED_ROW: Final = Sentence("{goal} in a row win on this board. For {fewer} in a row: {start}")
# Translators: {tile} has the mark that is taken off by the next move.
_FADES: Final = Sentence("The mark on {tile} goes with the next move.")
# Translators: a completed line, as in “X wins with 4 in a row”.
_LINE: Final = forms("{count} in a row", "{count} in a row")


def safe(name: str) -> str:
    r"""Escape a name: no formatting, link or mention, one line, at most 32 characters.

    >>> print(safe("**big**\n<@1>"))
    \*\*big\*\* \<@​1\>
    """
    return _MARKDOWN.sub(r"\\\g<0>", visible(name)).replace("@", "@\u200b")


def what_to_write(rules: Rules, style: BoardStyle) -> str:
    """What to write into a box for a move, with tiles named as on a board in a style."""
    example = example_move(Position.start(rules), style)
    return _WRITE_WHAT[move_notation(rules, style)].format(example=example)


def visible(name: str) -> str:
    """A name in one line of at most 32 characters, for where Discord formats nothing."""
    line = " ".join(name.split())
    shown = "".join(c for c in line if c == _JOINER or category(c) not in _INVISIBLE)
    return shown if len(shown) <= NAME_LIMIT else f"{shown[: NAME_LIMIT - 1]}…"


def named(name: str) -> str:
    """The name of a player. An empty name means a person whose data was erased."""
    if not name:
        return str(_LEFT)
    return str(_EVERYONE) if name == CROWD_NAME else _isolated(name) or str(_SOMEONE)


def unformatted(name: str) -> str:
    """The name of a player for where Discord formats nothing."""
    return visible(name) or str(_SOMEONE if name else _LEFT)


@lru_cache(maxsize=_NAMES)
def _isolated(name: str) -> str:
    """An escaped name with a direction of its own."""
    return isolated_name(safe(name))


def bold(name: str) -> str:
    """The name of a player in bold, if there is one."""
    return f"**{named(name)}**" if name else named(name)


def player(session: Session, side: Side) -> str:
    """The name of a player, in bold."""
    return bold(session.seats[side].player.name)


def marked_player(session: Session, side: Side) -> str:
    """The mark and the name of a player; before somebody has taken a colour (swap2) the name."""
    if session.is_opening:
        return player(session, side)
    return f"{mark(session.rules, session.style, side)} {player(session, side)}"


def command(prefix: str, words: str) -> str:
    """A command as people type it, in code format. Without words it is `!ttt` alone.

    With the prefix `/` it is a slash command: games begin with `/play`.
    """
    typed = _slash(words) if prefix == SLASH else f"{prefix}ttt {words}".rstrip()
    return f"`` {typed} ``" if "`" in prefix else f"`{typed}`"


def _slash(words: str) -> str:
    """The slash command that does what words do after `!ttt`.

    >>> _slash("start connect4"), _slash("start gomoku swap @name"), _slash("hint all")
    ('/play game:connect4', '/play game:gomoku swap opponent:@name', '/ttt do hint all')
    """
    name, *rest = words.split() or ["help"]
    if name == "start":
        game = " ".join(word for word in rest if word != _MEMBER)
        member = f"opponent:{_MEMBER}" if _MEMBER in rest else ""
        return " ".join(filter(None, ("/play", game and f"game:{game}", member)))
    return f"/ttt {'' if name in LISTED else 'do '}{' '.join((name, *rest))}"


def with_commands(sentence: Sentence, prefix: str, **facts: str) -> str:
    """A sentence whose other placeholders are commands, by their names or as it says itself."""
    names = placeholders(sentence) - facts.keys()
    commands = {name: command(prefix, sentence.commands.get(name, name)) for name in names}
    return sentence.format(**commands, **facts)


def game_name(rules: Rules) -> str:
    """The name of a game, or its size if it has no name."""
    if rules.misere:
        return _MISERE.format(game=game_name(replace(rules, misere=False)))
    for preset, known in PRESETS.items():
        if rules == known:
            return str(_TITLES[preset])
    if rules.variant is not Variant.FREESTYLE:
        if rules.variant is Variant.CUBE:
            return _VARIANTS[rules.variant].format(game=game_name(replace(rules, gravity=False)))
        plain = replace(rules, variant=Variant.FREESTYLE)
        return _VARIANTS[rules.variant].format(game=game_name(plain))
    template = _SIZE_WITH_GRAVITY if rules.gravity else _SIZE
    return template.format(rows=rules.rows, columns=rules.columns, goal=rules.goal)


def typed_name(rules: Rules) -> str:
    """A game as people type it: by its name if it has one.

    >>> typed_name(Rules.parse("6x7x4g")), typed_name(Rules.parse("4x4x3 misere"))
    ('connect4', '4x4x3 misere')
    """
    names = (name for name, known in PRESETS.items() if known == rules)
    return next(names, str(rules))


def wanted_row(rules: Rules, prefix: str) -> str:
    """How many in a row win, if that is all that fit on a larger board; otherwise ""."""
    if rules.misere or rules.variant is not Variant.FREESTYLE:
        return ""
    if not _LONGEST_USUAL < rules.goal == min(rules.rows, rules.columns):
        return ""
    fewer = _LONGEST_USUAL if rules.goal == _LONGEST_USUAL + 1 else _LONGEST_USUAL + 1
    shape = str(replace(rules, goal=fewer))
    start = command(prefix, f"start {shape}")
    return _WANTED_ROW.format(goal=rules.goal, fewer=fewer, start=start)


def title(rules: Rules) -> str:
    """The name of a game with a capital letter."""
    return capital(game_name(rules))


def capital(words: str) -> str:
    """Words as the beginning of a sentence."""
    return f"{words[:1].upper()}{words[1:]}"


def row_name(rules: Rules) -> str:
    """The row that ends a game, such as “4 in a row”."""
    return plural(rules.goal, *_LINE)


_ALWAYS_A_ROW: Final = 3
"""The goal with which a full board that is not flat may always have a row."""


def has_longer_rows(rules: Rules) -> bool:
    """Whether a row longer than the one that ends the game fits on the board."""
    surface = surface_of(rules)
    lines = chain.from_iterable(map(surface.lines, range(len(surface.directions))))
    return any(len(line) > rules.goal for line in lines)


def fills_without_row(rules: Rules) -> bool:
    """Whether a full board without a row is known to be possible.

    On a cube of 3×3×3 and a torus of 3×3 there is none; of larger tori with three in a row nothing
    is said.
    """
    return rules.flat or rules.goal > _ALWAYS_A_ROW


def line_name(rules: Rules, tiles: Iterable[int], style: BoardStyle = BoardStyle.EMOJI) -> str:
    """A completed line: its tiles, or with gravity its length, since tiles have no names."""
    if rules.gravity:
        return plural(len(tuple(tiles)), *_LINE)
    return "-".join(move_name(rules, tile, style) for tile in in_order(rules, tuple(tiles)))


def foul_name(foul: Foul) -> str:
    """Why a tile is forbidden, such as “two fours at once”."""
    return str(_FOULS[foul])


def forbidden(position: Position, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """The tiles that X may not play, and why; "" if there are none or it is not X's turn."""
    named = [
        f"{move_name(position.rules, tile, style)} ({foul_name(foul)})"
        for tile, foul in position.fouls.items()
    ]
    if not named:
        return ""
    more = ("…",) if len(named) > _MOST_FORBIDDEN else ()
    return _FORBIDDEN.format(tiles=listed((*named[:_MOST_FORBIDDEN], *more)))


def fades(position: Position, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """Which mark goes with the next move; "" if none does."""
    if (tile := position.fading) is None:
        return ""
    return _FADES.format(tile=move_name(position.rules, tile, style))


def moment(when: datetime) -> str:
    """A time in Discord's markup. The client shows how long it is until then."""
    return f"<t:{int(when.timestamp())}:R>"


def example_channel() -> str:
    """A channel to name in examples, in the current language."""
    return said(_CHANNEL)


def span(time: timedelta) -> str:
    """A duration as people type it, such as `1d 12h`.

    >>> span(timedelta(hours=36)), span(timedelta(minutes=90))
    ('1d 12h', '1h 30m')
    """
    seconds = round(time.total_seconds())
    parts = (
        (seconds // 86_400, "d"),
        (seconds // 3_600 % 24, "h"),
        (seconds // 60 % 60, "m"),
        (seconds % 60, "s"),
    )
    return " ".join(f"{number}{unit}" for number, unit in parts if number) or "0m"


def mention(channel: ChannelId) -> str:
    """A mention of a channel."""
    return f"<#{channel}>"
