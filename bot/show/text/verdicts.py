"""Verdicts on moves, one by one and in lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.match.notes import Hint
from bot.match.session import BoardStyle
from bot.show.emoji import max_length, verdict_tile
from bot.show.overlay import judged_moves, verdict_mark
from bot.show.style import move_name
from bot.show.text.language import Sentence, forms, listed, plural
from engine import Position, Verdict

ROOM: Final = 500
"""The most characters of a list. A board and a sentence need the rest of a message."""

EVEN: Final = 0.08
"""Estimates closer to 0 than this count as even: chances to win of up to 69 in 100. From one depth
to the next they change by half as much (X's first moves on 8x8x4g: between 0.04 and 0.08)."""
_NAMED: Final = 12
"""The most moves with the same verdict that are named."""

_AT_ONCE: Final = {"win": Sentence("wins at once"), "loss": Sentence("loses at once")}
_THEY_WIN_AT_ONCE: Final = Sentence("lets them win at once")
THEIR_NEXT: Final = 2
"""The ply after a move: where that loses, they win with their next one."""
MUST_COMPLETE: Final = 3
"""The plies of a loss in misère by the next move, since every move completes a line then."""
# Translators: a verdict on a move in misère, where whoever completes a line loses.
_THEY_COMPLETE: Final = Sentence("the other side must complete a line next")
# Translators: {count} is how many moves the player makes until the end, this one included. The
# moves of the other side are not counted.
_DISTANT: Final = {
    "win": forms("wins in {count}", "wins in {count}"),
    "loss": forms("loses in {count}", "loses in {count}"),
}
"""Verdicts with a distance, which counts the moves of the player alone."""
# Translators: a verdict on a move, as “5: wins”.
_PROVED: Final = {
    "win": Sentence("wins"),
    "draw": Sentence("draw with best play"),
    "loss": Sentence("loses"),
}
_GOOD: Final = Sentence("looks good (estimate)")
_EVEN: Final = Sentence("looks even (estimate)")
_BAD: Final = Sentence("looks bad (estimate)")

_GROUP: Final = Sentence("{verdict}: {moves}")
_LONG_GROUP: Final = forms(
    "{verdict}: {moves} and {count} more", "{verdict}: {moves} and {count} more"
)
# Translators: the last line of a list of verdicts, best first.
_OTHERS: Final = forms("{count} other move, no better", "{count} other moves, none better")


def verdict(verdict: Verdict) -> str:
    """A verdict in words. `wins in 3` counts one's own moves, including this one."""
    if verdict.value is None:
        return _estimate(verdict.score)
    if verdict.moves is None or verdict.value == "draw":
        return str(_PROVED[verdict.value])
    if verdict.plies == 1:
        return str(_AT_ONCE[verdict.value])
    if verdict.plies == THEIR_NEXT:
        # only in misère does a game end with a move of the side that loses
        return str(_THEY_COMPLETE if verdict.value == "win" else _THEY_WIN_AT_ONCE)
    return plural(verdict.moves, *_DISTANT[verdict.value])


def verdict_list(position: Position, hint: Hint, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """The moves whose verdict is shown, grouped by it, best first, cut to `ROOM` characters.

    The recommended one is bold; moves that are not shown are counted.
    """
    verdicts, shown = hint.analysis.verdicts, judged_moves(hint)
    groups: dict[str, list[str]] = {}
    for move in shown:
        name = move_name(position.rules, move, style)
        named = f"**{name}**" if move == hint.explanation.move else name
        groups.setdefault(f"{_sign(verdicts[move], style)} {verdict(verdicts[move])}", []).append(
            named
        )
    lines = [_group(words, names) for words, names in groups.items()]
    if others := len(verdicts) - len(shown):
        lines.append(plural(others, *_OTHERS))
    return cut(lines)


def _sign(found: Verdict, style: BoardStyle) -> str:
    """The emoji of a verdict, the same as on the board."""
    mark = verdict_mark(found)
    return verdict_tile(mark).token if style is BoardStyle.TILES or style.is_image else mark


def _estimate(score: float) -> str:
    if abs(score) < EVEN:
        return str(_EVEN)
    return str(_GOOD if score > 0 else _BAD)


def _group(words: str, names: Sequence[str]) -> str:
    named, more = listed(names[:_NAMED]), len(names) - _NAMED
    if more > 0:
        return plural(more, *_LONG_GROUP, verdict=words, moves=named)
    return _GROUP.format(verdict=words, moves=named)


def cut(lines: Iterable[str]) -> str:
    """Return as many whole lines as `ROOM` allows. An ellipsis stands for the others."""
    text = ""
    for line in filter(None, lines):
        if max_length(f"{text}{line}\n…") > ROOM:
            return text + "…"
        text += f"{line}\n"
    return text.rstrip()
