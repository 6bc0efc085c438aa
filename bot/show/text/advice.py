"""What the engine recommends, in a beginner's words."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Final, TypeGuard

from bot.match.notes import Advice
from bot.match.opening import SIDES, OpeningChoice
from bot.match.session import BoardStyle, Session
from bot.show.style import mark, move_name
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.match import QUIET
from bot.show.text.reasons import ONE_SIDED, line_places, named_lines, reason_words
from bot.show.text.verdicts import THEIR_NEXT, cut, verdict
from bot.show.text.words import capital
from engine import Explanation, Position, Reason, ReasonKind, Refutation, Rules, horizon, next_rows

# Translators: {move} is such as “5”, {why} such as “blocks 1-2-3; draw with best play”.
_RECOMMENDATION: Final = Sentence("💡 **{move}**: {why}")
_ALONE: Final = "💡 **{move}**"
_QUIET: Final = Sentence("💡 Nothing is urgent. **{move}**: {why}")
_THREATENED: Final = Sentence("💡 They can complete {lines} next: **{move}** stops that")
_SHORT: Final = 80
"""The most characters after which there is room for how many players see it."""
_BEST: Final = Reason(ReasonKind.ESTIMATE)
"""What is said where there is nothing else."""
_SAYS_ONLY: Final = frozenset({ReasonKind.ONLY_MOVE, ReasonKind.BLOCKS})
"""After these it is plain that no other move helps."""
_SWAP: Final = Sentence("💡 **swap**: the first move is better than any answer to it")
_SWAP_ESTIMATE: Final = Sentence(
    "💡 **swap**: the first move looks better than any answer to it (estimate)"
)
# Translators: {choice} is a word that people type, {mark} a stone of that colour.
_BETTER_COLOUR: Final = Sentence("💡 **{choice}**: {mark} looks better (estimate)")
_EVEN_COLOURS: Final = Sentence("💡 **{choice}**: neither colour looks better (estimate)")
_BETWEEN: Final = marked("; ")
_HELD_BY: Final = forms(
    "only {count} of their {of} answers holds the draw",
    "only {count} of their {of} answers hold the draw",
)
_WON_BY: Final = forms(
    "only {count} of their {of} answers still wins",
    "only {count} of their {of} answers still win",
)
# Translators: {move} and {instead} are moves, {lines} such as “1-5-9 + 7-8-9”.
_OTHERWISE: Final = Sentence("otherwise they force a win from **{move}** ({lines})")
_SAFER: Final = Sentence("safer than **{instead}**, after which they force a win ({lines})")
_ONLY_WAY: Final = Sentence("every other move loses")
# Translators: how many moves do not lose soon, the recommended one included; two or more.
_WAYS: Final = forms("all but {count} move lose soon", "all but {count} moves lose soon")
_MOST_WAYS: Final = 3
"""Where more moves hold out than this, their number says little."""
_LOST_ANYWAY: Final = Sentence("but they win whatever you do")
# Translators: after the recommended move the other side wins with {lines}, as “columns 3-4-5-6”.
_LOST_THEN: Final = Sentence("but they win with {lines}")
_LOST_ALIKE: Final = Sentence("every move loses: they win with {lines}")
_ALL_COMPLETE: Final = Sentence("every move completes a line, which loses")
BETTER: Final = Sentence("you stand better")
_WORSE: Final = Sentence("they stand better")
# Translators: the next moves of the winner, as “Then: **4** threatens column 4; **5** …”.
_PLAN: Final = Sentence("Then: {steps}")
_STEP: Final = Sentence("**{move}** {reason}")
_LINE: Final = Sentence("{verdict}: {moves}")
_MARKED: Final = "{mark} {move}"
# Translators: how many find a move that is recommended, or that was missed, or solve a puzzle.
_FOUND_BY_MOST: Final = Sentence("Most players at your level see this.")
_FOUND_BY_HALF: Final = Sentence("About half the players at your level see this.")
_FOUND_BY_FEW: Final = Sentence("Few players at your level see this.")
_MOST_SEE: Final = 0.65
"""The least share that is most; at most the rest of it are few."""


def found_by(share: float) -> str:
    """How many players of somebody's strength see something; `engine.share_finding` says which."""
    if share >= _MOST_SEE:
        return str(_FOUND_BY_MOST)
    return str(_FOUND_BY_FEW if share <= 1 - _MOST_SEE else _FOUND_BY_HALF)


def recommendation(
    position: Position,
    explanation: Explanation,
    style: BoardStyle = BoardStyle.EMOJI,
    elo: float | None = None,
    *,
    calm: bool = True,
) -> str:
    """The best move with the one idea of it, and how the game stands as far as the reader sees.

    `elo` is the strength of the reader: the player to move, who hears first what the other side
    threatens, no more than lies within their horizon, and how many players as strong find the move.
    Without it all is told that is known, in one clause. `style` is the style of the board.
    That nothing is urgent is only said if `calm`: not where one move alone is asked for.
    """
    rules, move = position.rules, move_name(position.rules, explanation.move, style)
    plies = None if elo is None else horizon(rules, elo)
    idea = explanation.idea(plies)
    quiet = calm and elo is not None and explanation.is_quiet(plies)
    if elo is not None and _is_block(idea):
        outcome = _lost_next(position, explanation, idea, style) or _outcome(
            explanation, idea, plies
        )
        blocked = _THREATENED.format(move=move, lines=line_places(rules, idea, style))
        said = listed(filter(None, (blocked, outcome)), _BETWEEN)
    else:
        why = why_best(position, explanation, style, plies)
        said = (_QUIET if quiet else _RECOMMENDATION).format(move=move, why=why)
    seen = "" if elo is None or len(said) > _SHORT else who_sees(rules, explanation, elo)
    return f"{said}\n{seen}" if seen else said


def why_best(
    position: Position, explanation: Explanation, style: BoardStyle, plies: int | None = None
) -> str:
    """The one idea of the best move, and how the game stands after it.

    `plies` is how far the reader sees; None tells all that is known.
    """
    rules, idea = position.rules, explanation.idea(plies)
    lost = _lost_next(position, explanation, idea, style)
    if lost and not _is_block(idea):
        return lost
    outcome = lost or _outcome(explanation, idea, plies)
    why = listed(filter(None, (_idea(rules, idea, style), outcome)), _BETWEEN)
    return why or reason_words(rules, _BEST, style)


def answered(rules: Rules, explanation: Explanation, style: BoardStyle, within: int | None) -> str:
    """The answer of the other side to a move of the reader, and what it does.

    Nothing is said in which “they” would be the reader, nor of an end further than `within` plies.
    """
    told = [reason for reason in explanation.reasons if reason.kind not in ONE_SIDED]
    plain = replace(explanation, reasons=tuple(told), otherwise=None)
    idea, end = plain.idea(), plain.verdict.plies
    far = within is not None and (end is None or end > within)
    outcome = "" if far else _outcome(plain, idea, None)
    why = listed(filter(None, (_idea(rules, idea, style), outcome)), _BETWEEN)
    move = move_name(rules, plain.move, style)
    return _RECOMMENDATION.format(move=move, why=why) if why else _ALONE.format(move=move)


def who_sees(rules: Rules, explanation: Explanation, elo: float) -> str:
    """How many players of this strength see the move; "" where nobody sees or overlooks anything.

    There is something to see where the move wins, or is one of few after which the other side does
    not, as far as such a player looks ahead. Elsewhere other moves may be as good.
    """
    plies, found = horizon(rules, elo), explanation.verdict
    if found.value == "win" and found.plies is not None and found.plies <= plies:
        sees = True
    else:
        idea, ways = explanation.idea(plies), explanation.ways(plies)
        helps = isinstance(idea, Reason) and idea.kind in _SAYS_ONLY
        few = found.value != "win" and ways is not None and ways <= _MOST_WAYS
        sees = found.value != "loss" and (helps or few)
    return QUIET + found_by(explanation.finders.share(elo)) if sees else ""


def advice(session: Session, given: Advice) -> str:
    """What to do next: the best move, the swap if it is better, or what to choose."""
    if given.choice is not None:
        return _choice(session, given.choice)
    if given.swap:
        return str(_SWAP if given.explanation.verdict.value else _SWAP_ESTIMATE)
    return recommendation(session.position, given.explanation, session.style, given.elo)


def _choice(session: Session, choice: OpeningChoice) -> str:
    """What to choose, and why."""
    if choice is OpeningChoice.MORE:
        return _EVEN_COLOURS.format(choice=choice.words)
    colour = mark(session.rules, session.style, SIDES[choice])
    return _BETTER_COLOUR.format(choice=choice.value, mark=colour)


def whole_line(
    position: Position, explanation: Explanation, style: BoardStyle = BoardStyle.EMOJI
) -> str:
    """What follows the best move, both sides' moves with their marks, in at most `ROOM`.

    Below stand the moves that matter on the way to a win, or how many answers hold.
    """
    rules, plies = position.rules, explanation.verdict.plies
    sides = cycle((position.side, position.side.other))
    names = [
        _MARKED.format(mark=mark(rules, style, side), move=move_name(rules, move, style))
        for side, move in zip(sides, explanation.line, strict=False)
    ]
    goes_on = explanation.verdict.value is not None and (plies or len(names) + 1) > len(names)
    told, below = (
        verdict(explanation.verdict),
        (_plan(rules, explanation, style), _held(explanation)),
    )
    while True:
        shown = " ".join([*names, "…"] if goes_on else names)
        words = cut(map(capital, (_LINE.format(verdict=told, moves=shown), *below)))
        if not words.endswith("\n…") and words != "…":
            return words
        names, goes_on = names[:-1], True


def _idea(rules: Rules, idea: Reason | Refutation | None, style: BoardStyle) -> str:
    """What is said of the best move itself; "" if there is nothing."""
    if idea is None:
        return ""
    if isinstance(idea, Reason):
        return reason_words(rules, idea, style)
    lines = line_places(rules, idea.reason, style)
    if idea.instead is None:
        return _OTHERWISE.format(move=move_name(rules, idea.line[0], style), lines=lines)
    return _SAFER.format(instead=move_name(rules, idea.instead, style), lines=lines)


def tells_end(reason: Reason) -> bool:
    """Whether a reason says how soon the game is won."""
    leaves_none = reason.kind is ReasonKind.LEAVES and not reason.count
    return leaves_none or reason.kind is ReasonKind.WINS


def _outcome(explanation: Explanation, idea: Reason | Refutation | None, plies: int | None) -> str:
    """How the game stands after the best move, as far as a reader sees; "" if that says nothing."""
    found = explanation.verdict
    kind = idea.kind if isinstance(idea, Reason) else None
    if isinstance(idea, Reason) and tells_end(idea):
        return ""
    if plies is None:
        return "" if kind is ReasonKind.ESTIMATE else verdict(found)
    soon = found.plies is not None and found.plies <= plies
    if not soon and explanation.is_quiet(plies):
        return ""
    match found.value:
        case "win":
            return verdict(found) if soon else str(BETTER)
        case "loss":
            return str(_LOST_ANYWAY if soon else _WORSE)
    ways = explanation.holding(plies)
    if ways is not None and ways <= _MOST_WAYS and kind not in _SAYS_ONLY:
        return str(_ONLY_WAY) if ways == 1 else plural(ways, *_WAYS)
    return verdict(found) if found.value == "draw" and soon else ""


def _is_block(idea: Reason | Refutation | None) -> TypeGuard[Reason]:
    return isinstance(idea, Reason) and idea.kind is ReasonKind.BLOCKS


def _lost_next(
    position: Position,
    explanation: Explanation,
    idea: Reason | Refutation | None,
    style: BoardStyle,
) -> str:
    """By which lines the other side wins even after the best move; "" if not with its next.

    What the best move makes decides nothing then; what it stops is told before this.
    """
    rules, found = position.rules, explanation.verdict
    if found.value != "loss" or found.plies is None or found.plies > THEIR_NEXT:
        return ""
    after = position.play(explanation.move)
    if after.outcome is not None:
        return str(_ALL_COMPLETE)
    rows = dict.fromkeys(next_rows(after).values())
    lines = named_lines(rules, rows, style)
    if not _is_block(idea):
        return _LOST_ALIKE.format(lines=lines) if lines else str(_LOST_ANYWAY)
    return _LOST_THEN.format(lines=lines) if lines else str(_LOST_ANYWAY)


def _plan(rules: Rules, explanation: Explanation, style: BoardStyle) -> str:
    """The next moves of the winner that matter; "" for a short win."""
    steps = [
        _STEP.format(
            move=move_name(rules, step.move, style), reason=reason_words(rules, step.reason, style)
        )
        for step in explanation.plan
    ]
    return _PLAN.format(steps=listed(steps, _BETWEEN)) if steps else ""


def _held(explanation: Explanation) -> str:
    """How few of the answers keep what the other side has; "" if they are many, or not known."""
    answers = explanation.answers
    if answers is None or 2 * answers.good > answers.of:
        return ""
    words = _HELD_BY if explanation.verdict.value == "draw" else _WON_BY
    return plural(answers.good, *words, of=answers.of)
