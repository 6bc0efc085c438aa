"""Sentences about the puzzle of the day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.features.puzzle.values import Attempt, DailyPuzzle, PuzzleAnswer, Solvers
from bot.show.emoji import stone
from bot.show.style import has_buttons, move_name, move_notation
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.words import bold, command, title
from engine import Position, Puzzle, Rules, Side, Task

MY_BOARD: Final = marked("My board")

_HEADING: Final = Sentence("🧩 **Puzzle of the day** · {game}")
_WIN: Final = forms(
    "{mark} to move and win in {count} move. Which is it?",
    "{mark} to move and win in {count} moves. Which is the first?",
)
_HOLD: Final = Sentence("{mark} to move: one move alone does not lose. Which?")
_PLAYED: Final = Sentence("The position is from a game that was played here.")
_HOW: Final = {
    "number": Sentence("Answer with {answer}, or reply to this message with the number."),
    "column": Sentence(
        "Answer with {answer}, or reply to this message with the number of the column."
    ),
    "coordinate": Sentence("Answer with {answer}, or reply to this message with the tile."),
}
_PRESS: Final = Sentence("Press your answer, or send {answer}.")
_SOLVED_BY: Final = Sentence("Solved by {names}")
_SOLVED_BY_MORE: Final = forms(
    "Solved by {names} and {count} more", "Solved by {names} and {count} more"
)
_UNSOLVED: Final = Sentence("Nobody here has solved it yet.")
# Translators: {days} is a number of days, such as “3 days”.
_SOLVER: Final = Sentence("{name} ({days} in a row)")
_DAYS: Final = forms("{count} day", "{count} days")

_WRONG: Final = Sentence("❌ **{move}** is not it. Try again.")
_WRONG_BY: Final = Sentence("❌ {name}: that is not it. Try again.")
_RIGHT: Final = Sentence("✅ **{move}** is right, and {mark} answers **{reply}**. Your next move?")
_RIGHT_BY: Final = Sentence("✅ {name}: right, and {mark} answers ||{reply}||. Your next move?")
_DONE_AT_ONCE: Final = Sentence(
    "✅ **{move}** solves it at the first try. Your streak: {days}. The next one comes {when}."
)
_DONE: Final = forms(
    "✅ **{move}** solves it after {count} miss. Your streak: {days}. The next one comes {when}.",
    "✅ **{move}** solves it after {count} misses. Your streak: {days}. The next one comes {when}.",
)
_DONE_BY_AT_ONCE: Final = Sentence(
    "✅ {name} has solved the puzzle of the day at the first try. Streak: {days}."
)
_DONE_BY: Final = forms(
    "✅ {name} has solved the puzzle of the day after {count} miss. Streak: {days}.",
    "✅ {name} has solved the puzzle of the day after {count} misses. Streak: {days}.",
)
# Translators: {left} is a number of moves, such as "2 moves".
_PROGRESS: Final = Sentence("{mark} to move: {left} left to find.")
_LEFT: Final = forms("{count} move", "{count} moves")
_OVER: Final = Sentence("You have solved it. The next one comes {when}.")


def puzzle_question(daily: DailyPuzzle, solvers: Solvers, prefix: str) -> str:
    """The task of a puzzle, how to answer, and who has solved it."""
    puzzle = daily.puzzle
    return "\n".join(
        (
            _task(puzzle),
            *([str(_PLAYED)] if daily.played else []),
            _how(puzzle.start, prefix),
            _solvers(solvers),
        )
    )


def puzzle_heading(puzzle: Puzzle) -> str:
    """The heading of a puzzle, with its game."""
    return _HEADING.format(game=title(puzzle.start.rules))


def puzzle_progress(puzzle: Puzzle, attempt: Attempt, next_at: datetime) -> str:
    """Tells a person how far they are with a puzzle."""
    if attempt.solved:
        return _OVER.format(when=_when(next_at))
    left = plural(puzzle.moves - attempt.found, *_LEFT)
    return _PROGRESS.format(mark=_mark(puzzle.start.rules, puzzle.start.side), left=left)


def answer_result(answer: PuzzleAnswer, next_at: datetime) -> str:
    """Tells a person the result of their answer."""
    move, after = move_name(answer.puzzle.start.rules, answer.move), answer.after
    if after.solved:
        facts = {"move": move, "days": _days(after), "when": _when(next_at)}
        return _solved(after, _DONE_AT_ONCE, _DONE, facts)
    return _RIGHT.format(move=move, **_reply(answer)) if answer.right else _WRONG.format(move=move)


def public_answer_result(answer: PuzzleAnswer) -> str:
    """Tells everybody the result of an answer, without giving the solution away."""
    name, after = bold(answer.after.person.name), answer.after
    if after.solved:
        return _solved(after, _DONE_BY_AT_ONCE, _DONE_BY, {"name": name, "days": _days(after)})
    return (
        _RIGHT_BY.format(name=name, **_reply(answer))
        if answer.right
        else _WRONG_BY.format(name=name)
    )


def _task(puzzle: Puzzle) -> str:
    own = _mark(puzzle.start.rules, puzzle.start.side)
    return (
        plural(puzzle.moves, *_WIN, mark=own) if puzzle.task is Task.WIN else _HOLD.format(mark=own)
    )


def _how(start: Position, prefix: str) -> str:
    legal = start.legal
    example = move_name(start.rules, legal[len(legal) // 2])
    answer = command(prefix, f"puzzle {example}")
    if has_buttons(start.rules):
        return _PRESS.format(answer=answer)
    return _HOW[move_notation(start.rules)].format(answer=answer)


def _solvers(solvers: Solvers) -> str:
    if not solvers.count:
        return str(_UNSOLVED)
    names = listed(_solver(attempt) for attempt in solvers.first)
    more = solvers.count - len(solvers.first)
    return plural(more, *_SOLVED_BY_MORE, names=names) if more else _SOLVED_BY.format(names=names)


def _solver(attempt: Attempt) -> str:
    name = bold(attempt.person.name)
    return _SOLVER.format(name=name, days=_days(attempt)) if (attempt.streak or 0) > 1 else name


def _reply(answer: PuzzleAnswer) -> dict[str, str]:
    rules = answer.puzzle.start.rules
    return {
        "mark": _mark(rules, answer.puzzle.start.side.other),
        "reply": move_name(rules, answer.position.moves[-1]),
    }


def _mark(rules: Rules, side: Side) -> str:
    return str(stone(rules, side))


def _solved(
    attempt: Attempt, at_once: Sentence, later: tuple[str, str], facts: Mapping[str, str]
) -> str:
    if not attempt.misses:
        return at_once.format(**facts)
    return plural(attempt.misses, *later, **facts)


def _days(attempt: Attempt) -> str:
    return plural(attempt.streak or 0, *_DAYS)


def _when(moment: datetime) -> str:
    """A time in Discord's markup. The client shows how long it is until then."""
    return f"<t:{int(moment.timestamp())}:R>"
