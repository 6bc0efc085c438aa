"""The puzzle of the day: the question, and what comes of an answer."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.attempt import Answer, Attempt, DailyPuzzle, Solvers
from bot.emoji import stone
from bot.naming import has_buttons, move_name, names_tiles
from bot.text.words import bold, command, plural, title
from engine import Position, Puzzle, Rules, Side, Task

MY_BOARD: Final = "My board"

_HEADING: Final = "🧩 **Puzzle of the day** · {game}"
_WIN: Final = "{mark} to move and win in {moves} moves. Which is the first?"
_HOLD: Final = "{mark} to move: one move alone does not lose. Which?"
_PLAYED: Final = "The position is from a game that was played here."
_HOW: Final = "Answer with {answer}, or reply to this message with the {what}."
_PRESS: Final = "Press your answer, or send {answer}."
_WHAT: Final = {"number": "number", "column": "number of the column", "coordinate": "tile"}
_SOLVED_BY: Final = "Solved by {names}"
_SOLVED_BY_MORE: Final = "Solved by {names} and {more} more"
_UNSOLVED: Final = "Nobody here has solved it yet."
_SOLVER: Final = "{name} ({days} in a row)"
_DAYS: Final = ("{count} day", "{count} days")

_WRONG: Final = "❌ **{move}** is not it. Try again."
_WRONG_BY: Final = "❌ {name}: that is not it. Try again."
_RIGHT: Final = "✅ **{move}** is right, and {mark} answers **{reply}**. Your next move?"
_RIGHT_BY: Final = "✅ {name}: right, and {mark} answers ||{reply}||. Your next move?"
_DONE: Final = "✅ **{move}** solves it{tries}. Your streak: {days}. The next one comes {when}."
_DONE_BY: Final = "✅ {name} has solved the puzzle of the day{tries}. Streak: {days}."
_AT_ONCE: Final = " at the first try"
_TRIES: Final = (" after {count} miss", " after {count} misses")
_STANDING: Final = "{mark} to move: {left} left to find."
_LEFT: Final = ("{count} move", "{count} moves")
_OVER: Final = "You have solved it. The next one comes {when}."


def puzzle_question(daily: DailyPuzzle, solvers: Solvers, prefix: str) -> str:
    """The puzzle of a day for everybody: its task, how to answer, who has solved it."""
    puzzle = daily.puzzle
    return "\n".join(
        (
            _task(puzzle),
            *([_PLAYED] if daily.played else []),
            _how(puzzle.start, prefix),
            _solvers(solvers),
        )
    )


def puzzle_heading(puzzle: Puzzle) -> str:
    """That it is the day's, and which game."""
    return _HEADING.format(game=title(puzzle.start.rules))


def puzzle_standing(puzzle: Puzzle, attempt: Attempt, next_at: datetime) -> str:
    """Where a person is with a puzzle, for that person alone."""
    if attempt.solved:
        return _OVER.format(when=_when(next_at))
    left = plural(puzzle.moves - attempt.found, *_LEFT)
    return _STANDING.format(mark=_mark(puzzle.start.rules, puzzle.start.side), left=left)


def puzzle_answered(answer: Answer, next_at: datetime) -> str:
    """What comes of an answer, for the one who gave it alone."""
    move, after = move_name(answer.puzzle.start.rules, answer.move), answer.after
    if after.solved:
        return _DONE.format(move=move, tries=_tries(after), days=_days(after), when=_when(next_at))
    return _RIGHT.format(move=move, **_reply(answer)) if answer.right else _WRONG.format(move=move)


def puzzle_answered_aloud(answer: Answer) -> str:
    """What comes of an answer, where others read it: without what would give it away."""
    name, after = bold(answer.after.person.name), answer.after
    if after.solved:
        return _DONE_BY.format(name=name, tries=_tries(after), days=_days(after))
    return (
        _RIGHT_BY.format(name=name, **_reply(answer))
        if answer.right
        else _WRONG_BY.format(name=name)
    )


def _task(puzzle: Puzzle) -> str:
    template = _WIN if puzzle.task is Task.WIN else _HOLD
    own = _mark(puzzle.start.rules, puzzle.start.side)
    return template.format(mark=own, moves=puzzle.moves)


def _how(start: Position, prefix: str) -> str:
    legal = start.legal
    example = move_name(start.rules, legal[len(legal) // 2])
    answer = command(prefix, f"puzzle {example}")
    if has_buttons(start.rules):
        return _PRESS.format(answer=answer)
    return _HOW.format(answer=answer, what=_WHAT[names_tiles(start.rules)])


def _solvers(solvers: Solvers) -> str:
    if not solvers.count:
        return _UNSOLVED
    names = ", ".join(_solver(attempt) for attempt in solvers.first)
    more = solvers.count - len(solvers.first)
    template = _SOLVED_BY_MORE if more else _SOLVED_BY
    return template.format(names=names, more=more)


def _solver(attempt: Attempt) -> str:
    name = bold(attempt.person.name)
    return _SOLVER.format(name=name, days=_days(attempt)) if (attempt.streak or 0) > 1 else name


def _reply(answer: Answer) -> dict[str, str]:
    rules = answer.puzzle.start.rules
    return {
        "mark": _mark(rules, answer.puzzle.start.side.other),
        "reply": move_name(rules, answer.position.moves[-1]),
    }


def _mark(rules: Rules, side: Side) -> str:
    return str(stone(rules, side))


def _tries(attempt: Attempt) -> str:
    return plural(attempt.misses, *_TRIES) if attempt.misses else _AT_ONCE


def _days(attempt: Attempt) -> str:
    return plural(attempt.streak or 0, *_DAYS)


def _when(moment: datetime) -> str:
    """A moment as Discord shows it: how long it is until then, where the reader is."""
    return f"<t:{int(moment.timestamp())}:R>"
