"""Verdicts and recommendations of the engine, in a beginner's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.match.notes import Advice, Hint
from bot.match.opening import SIDES, OpeningChoice
from bot.match.session import BoardStyle, Session
from bot.show.emoji import max_length, verdict_tile
from bot.show.overlay import judged_moves, verdict_mark
from bot.show.style import mark, move_name
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.reasons import reason_words
from engine import Explanation, Position, ReasonKind, Rules, Verdict

ROOM: Final = 500
"""The most characters of `verdict_list`. A board and a sentence need the rest of a message."""

EVEN: Final = 0.08
"""Estimates closer to 0 than this count as even: chances to win of up to 69 in 100. From one depth
to the next they change by half as much (X's first moves on 8x8x4g: between 0.04 and 0.08)."""
_FOLLOWED: Final = 7
"""The most moves of a winning line that are shown unasked."""
_FORK_WINS: Final = 3
"""The plies in which two threats at once win: a line of these says nothing more."""
_NAMED: Final = 12
"""The most moves with the same verdict that are named."""

_AT_ONCE: Final = {"win": Sentence("wins at once"), "loss": Sentence("loses at once")}
_THEY_WIN_AT_ONCE: Final = Sentence("lets them win at once")
_THEIR_NEXT: Final = 2
"""The ply after a move: where that loses, they win with their next one."""
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

# Translators: {move} is such as “5”, {why} such as “blocks 1-2-3; draw with best play”.
_RECOMMENDATION: Final = Sentence("💡 **{move}**: {why}")
_SWAP: Final = Sentence("💡 **swap**: the first move is better than any answer to it")
_SWAP_ESTIMATE: Final = Sentence(
    "💡 **swap**: the first move looks better than any answer to it (estimate)"
)
# Translators: {choice} is a word that people type, {mark} a stone of that colour.
_BETTER_COLOUR: Final = Sentence("💡 **{choice}**: {mark} looks better (estimate)")
_EVEN_COLOURS: Final = Sentence("💡 **{choice}**: neither colour looks better (estimate)")
_BETWEEN: Final = marked("; ")
# Translators: {verdict} is such as “wins in 3”, {moves} the moves that lead there.
_WITH: Final = Sentence("{verdict} ({moves})")
_HELD_BY: Final = forms(
    "only {count} of their {of} answers holds the draw",
    "only {count} of their {of} answers hold the draw",
)
_WON_BY: Final = forms(
    "only {count} of their {of} answers still wins",
    "only {count} of their {of} answers still win",
)
# Translators: {moves} are one or more moves, {reason} what the last of them does, such as “makes
# two threats at once”.
_OTHERWISE: Final = Sentence("Otherwise comes **{moves}**: {reason}")
_AFTER_ANOTHER: Final = Sentence("After **{move}** comes {moves}: {reason}")
# Translators: the next moves of the winner, as “Then: **4** threatens column 4; **5** …”.
_PLAN: Final = Sentence("Then: {steps}")
_STEP: Final = Sentence("**{move}** {reason}")
_LINE: Final = Sentence("{verdict}: {moves}")

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
    if verdict.plies == _THEIR_NEXT and verdict.value == "loss":
        return str(_THEY_WIN_AT_ONCE)
    return plural(verdict.moves, *_DISTANT[verdict.value])


def recommendation(
    position: Position,
    explanation: Explanation,
    style: BoardStyle = BoardStyle.EMOJI,
    *,
    brief: bool = False,
) -> str:
    """The best move and why, what happens otherwise, and the plan; the first line if `brief`.

    `style` is the style of the board.
    """
    rules = position.rules
    move = move_name(rules, explanation.move, style)
    why = listed(_whys(rules, explanation, style), _BETWEEN)
    first = _RECOMMENDATION.format(move=move, why=why)
    if brief:
        return first
    return _cut((first, _otherwise(rules, explanation, style), _plan(rules, explanation, style)))


def advice(session: Session, given: Advice, *, brief: bool = True) -> str:
    """What to do next: the best move, the swap if it is better, or what to choose."""
    if given.choice is not None:
        return _choice(session, given.choice)
    if given.swap:
        return str(_SWAP if given.explanation.verdict.value else _SWAP_ESTIMATE)
    return recommendation(session.position, given.explanation, session.style, brief=brief)


def _choice(session: Session, choice: OpeningChoice) -> str:
    """What to choose, and why."""
    if choice is OpeningChoice.MORE:
        return _EVEN_COLOURS.format(choice=choice.words)
    colour = mark(session.rules, session.style, SIDES[choice])
    return _BETTER_COLOUR.format(choice=choice.value, mark=colour)


def whole_line(
    position: Position, explanation: Explanation, style: BoardStyle = BoardStyle.EMOJI
) -> str:
    """The line that follows the best move, as far as it was searched, in at most `ROOM`."""
    names = [move_name(position.rules, move, style) for move in explanation.line]
    plies = explanation.verdict.plies
    goes_on = explanation.verdict.value is not None and (plies or len(names) + 1) > len(names)
    told = verdict(explanation.verdict)
    while True:
        shown = [*names, "…"] if goes_on else names
        words = _LINE.format(verdict=told, moves=listed(shown))
        if max_length(words) <= ROOM:
            return words
        names, goes_on = names[:-1], True


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
    return _cut(lines)


def _sign(found: Verdict, style: BoardStyle) -> str:
    """The emoji of a verdict, the same as on the board."""
    mark = verdict_mark(found)
    return verdict_tile(mark).token if style is BoardStyle.TILES or style.is_image else mark


def _estimate(score: float) -> str:
    if abs(score) < EVEN:
        return str(_EVEN)
    return str(_GOOD if score > 0 else _BAD)


def _whys(rules: Rules, explanation: Explanation, style: BoardStyle) -> Iterator[str]:
    """Everything that is said of the best move itself."""
    for reason in explanation.reasons:
        yield reason_words(rules, reason, style)
    found = explanation.verdict
    if found.value == "win" and found.plies == 1:
        return
    if found.value is not None or explanation.reasons[0].kind is not ReasonKind.ESTIMATE:
        yield _verdict_with_line(rules, explanation, style)
    answers = explanation.answers
    forced = any(reason.kind is ReasonKind.FOUR for reason in explanation.reasons)
    if answers is not None and 2 * answers.good <= answers.of and not forced:
        words = _HELD_BY if found.value == "draw" else _WON_BY
        yield plural(answers.good, *words, of=answers.of)


def _verdict_with_line(rules: Rules, explanation: Explanation, style: BoardStyle) -> str:
    """The verdict of the best move, with the moves of a short win that has no plan."""
    found, line = explanation.verdict, explanation.line
    short = found.value == "win" and found.plies == len(line) <= _FOLLOWED
    if not short or len(line) == _FORK_WINS or explanation.plan:
        return verdict(found)
    return _WITH.format(verdict=verdict(found), moves=_moves(rules, line, style))


def _otherwise(rules: Rules, explanation: Explanation, style: BoardStyle) -> str:
    """What happens to a player who plays something else; "" if there is nothing to tell."""
    refutation = explanation.otherwise
    if refutation is None:
        return ""
    reason = reason_words(rules, refutation.reason, style)
    moves = _moves(rules, refutation.line, style)
    if refutation.instead is None:
        return _OTHERWISE.format(moves=moves, reason=reason)
    instead = move_name(rules, refutation.instead, style)
    return _AFTER_ANOTHER.format(move=instead, moves=moves, reason=reason)


def _plan(rules: Rules, explanation: Explanation, style: BoardStyle) -> str:
    """The next moves of the winner that matter; "" for a short win."""
    steps = [
        _STEP.format(
            move=move_name(rules, step.move, style), reason=reason_words(rules, step.reason, style)
        )
        for step in explanation.plan
    ]
    return _PLAN.format(steps=listed(steps, _BETWEEN)) if steps else ""


def _moves(rules: Rules, moves: Iterable[int], style: BoardStyle) -> str:
    return listed(move_name(rules, move, style) for move in moves)


def _group(words: str, names: Sequence[str]) -> str:
    named, more = listed(names[:_NAMED]), len(names) - _NAMED
    if more > 0:
        return plural(more, *_LONG_GROUP, verdict=words, moves=named)
    return _GROUP.format(verdict=words, moves=named)


def _cut(lines: Iterable[str]) -> str:
    """Return as many whole lines as `ROOM` allows. An ellipsis stands for the others."""
    text = ""
    for line in filter(None, lines):
        if max_length(f"{text}{line}\n…") > ROOM:
            return text + "…"
        text += f"{line}\n"
    return text.rstrip()
