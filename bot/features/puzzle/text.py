"""Sentences about puzzles, and those about the puzzle of the day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from bot.features.puzzle.values import Attempt, DailyPuzzle, PuzzleAnswer, Solvers
from bot.match.session import BoardStyle
from bot.show.style import (
    drawn_stone,
    has_buttons,
    has_intersections,
    mark,
    move_name,
    needs_layout,
)
from bot.show.text.consequence import punished
from bot.show.text.language import Sentence, forms, listed, marked, plural, said
from bot.show.text.opening import COLOURS, rules_of_variant
from bot.show.text.words import bold, moment, title
from engine import Grade, Puzzle, Rules, Side, Task, Theme

MY_BOARD: Final = marked("My board")
ANSWER: Final = marked("Answer")
SHARE: Final = marked("Share")
WRONG: Final = marked("Why not?")
# Translators: the title of a box to write into, at most 45 characters.
BOX_TITLE: Final = marked("Your answer, just for you")

MARKS: Final = {Grade.BEST: "🎯", Grade.SLOWER: "🐢", Grade.WRONG: "💨"}
"""The mark of an answer. No mark is a stone of any board, and they differ in shape."""
_USUAL: Final = BoardStyle.IMAGE
"""How a puzzle is drawn if nobody has chosen otherwise."""
_NAMED_BESIDE: Final = 5
"""The most solvers that are named in a message that has the board in it."""
_MOST_MARKS: Final = 20
"""The most marks of one attempt that are shown."""

_HEADING: Final = Sentence("🧩 **Puzzle of the day** · {game}")
_WIN: Final = forms(
    "{mark} to move and win in {count} move. Which is it?",
    "{mark} to move and win in {count} moves. Which is the first?",
)
_ONLY_MOVES: Final = {
    Task.HOLD: Sentence("{mark} to move: only one move doesn't lose. Which one?"),
    Task.KEEP: Sentence("{mark} to move: only one move keeps the win. Which one?"),
}
_ONLY_MOVES_OF: Final = {
    Task.HOLD: forms(
        "{mark} to move: find {count} move, the only one that doesn't lose. Which is it?",
        "{mark} to move: find {count} moves in a row, each the only one that doesn't lose. "
        "Which is the first?",
    ),
    Task.KEEP: forms(
        "{mark} to move: find {count} move, the only one that keeps the win. Which is it?",
        "{mark} to move: find {count} moves in a row, each the only one that keeps the win. "
        "Which is the first?",
    ),
}
_ZUGZWANG: Final = Sentence("In the end the other side will have to play where it doesn't want to.")
_PLAYED: Final = Sentence("The position is from a game played here.")
_WRITE: Final = Sentence("Press **{button}**: only you will see what you write.")
_PRESS: Final = Sentence("Press your answer: only you will see it.")
_SOLVED_BY: Final = Sentence("Solved by {names}")
_SOLVED_BY_MORE: Final = forms(
    "Solved by {names} and {count} more", "Solved by {names} and {count} more"
)
_UNSOLVED: Final = Sentence("Nobody here has solved it yet.")
# Translators: {days} is a number of days, such as “3 days”.
_SOLVER: Final = Sentence("{name} ({days} in a row)")
_DAYS: Final = forms("{count} day", "{count} days")

_WRONG: Final = Sentence("{sign} Not **{move}**. Try again.")
# Translators: {reply} is the move that the other side, {mark}, answers with.
_RIGHT: Final = Sentence("{sign} **{move}** is right, and {mark} answers **{reply}**.")
_RIGHT_TOO: Final = Sentence(
    "{sign} **{move}** is right too. We go on with **{faster}**, and {mark} answers **{reply}**."
)
_SLOWER: Final = Sentence(
    "{sign} **{move}** wins too, but **{faster}** was faster. We go on with **{faster}**, and "
    "{mark} answers **{reply}**."
)
_DONE_AT_ONCE: Final = Sentence("{sign} **{move}** solves it on the first try.")
_DONE: Final = forms(
    "{sign} **{move}** solves it after {count} miss.",
    "{sign} **{move}** solves it after {count} misses.",
)
# Translators: the moves that follow in the game, of both sides in turn.
_SEQUEL: Final = Sentence("The game would go on: {moves}")
_MOVE: Final = Sentence("{mark} **{move}**")
_FASTER: Final = Sentence("It wins, but **{faster}** was faster.")
_STREAK: Final = Sentence("Your streak: {days}. The next one comes {when}.")
_TAKEN: Final = Sentence(
    "📥 {name}, I have your answer. Press “{button}” to see how you did; only you will see it."
)
# Translators: {marks} are signs for right and wrong answers.
_SO_FAR: Final = Sentence("Your answers: {marks}")
_OVER: Final = Sentence("You've solved it. The next one comes {when}.")

_SHARED: Final = Sentence("🧩 {name} · {day} · {game} · {marks} · {moves}, {misses}")
_MOVES: Final = forms("{count} move", "{count} moves")
_MISSES: Final = forms("{count} miss", "{count} misses")
_SHARED_STREAK: Final = Sentence("{line} · streak {count}")


def puzzle_question(daily: DailyPuzzle, solvers: Solvers, style: BoardStyle = _USUAL) -> str:
    """The task of a puzzle, how to answer, and who has solved it."""
    return "\n".join(
        (
            task(daily.puzzle, style),
            *([str(_PLAYED)] if daily.played else []),
            how_to_answer(daily.puzzle),
            _solvers(solvers, style),
        )
    )


def puzzle_heading(puzzle: Puzzle) -> str:
    """The heading of a puzzle, with its game."""
    return _HEADING.format(game=title(puzzle.start.rules))


def puzzle_progress(
    puzzle: Puzzle, attempt: Attempt, next_at: datetime, style: BoardStyle = _USUAL
) -> str:
    """Tells a person how far they are with a puzzle, and what is asked now."""
    over = _OVER.format(when=moment(next_at))
    now = over if attempt.solved else task(puzzle, style, attempt.found)
    return "\n".join((*so_far(attempt), now))


def answer_result(answer: PuzzleAnswer, next_at: datetime, style: BoardStyle = _USUAL) -> str:
    """Tells a person the result of their answer to the puzzle of the day."""
    words = graded(answer, style)
    if not answer.after.solved:
        return words
    return f"{words}\n{_STREAK.format(days=_days(answer.after), when=moment(next_at))}"


def answer_taken(name: str) -> str:
    """Tells everybody that somebody has answered, and nothing about the answer."""
    return _TAKEN.format(name=bold(name), button=said(MY_BOARD))


def shared_result(daily: DailyPuzzle, attempt: Attempt) -> str:
    """How a person has solved a puzzle of the day, in one line that gives nothing away."""
    line = _SHARED.format(
        name=bold(attempt.person.name),
        day=daily.day.isoformat(),
        game=title(daily.puzzle.start.rules),
        marks=marks(attempt),
        moves=plural(daily.puzzle.moves, *_MOVES),
        misses=plural(attempt.misses, *_MISSES),
    )
    return _SHARED_STREAK.format(line=line, count=attempt.streak) if attempt.streak > 1 else line


# What every puzzle has. `style` is that of the board.


def task(puzzle: Puzzle, style: BoardStyle = _USUAL, found: int = 0) -> str:
    """What there is to find, and in what the game differs from others of its kind.

    `found` is how many moves of the solution a person has found.
    """
    rules = puzzle.start.rules
    sentences = [*rules_of_variant(rules)]
    if sentences and has_intersections(rules):
        sentences.append(str(COLOURS))
    return "\n".join((_question(puzzle, style, found), *sentences))


def _question(puzzle: Puzzle, style: BoardStyle, found: int) -> str:
    """The task once so many moves have been found."""
    own, left = side_mark(puzzle.start.rules, puzzle.start.side, style), puzzle.moves - found
    if puzzle.task is Task.WIN:
        return plural(left, *_WIN, mark=own)
    question = (
        _ONLY_MOVES[puzzle.task].format(mark=own)
        if left == 1
        else plural(left, *_ONLY_MOVES_OF[puzzle.task], mark=own)
    )
    return f"{question} {_ZUGZWANG}" if puzzle.theme is Theme.ZUGZWANG else question


def how_to_answer(puzzle: Puzzle) -> str:
    """How to answer on a board of this kind."""
    rules = puzzle.start.rules
    if has_buttons(rules, laid_out=needs_layout(rules)):
        return str(_PRESS)
    return _WRITE.format(button=said(ANSWER))


def so_far(attempt: Attempt) -> list[str]:
    """The line with the marks of a person's answers, if there is any."""
    return [_SO_FAR.format(marks=marks(attempt))] if attempt.grades else []


def marks(attempt: Attempt) -> str:
    """A mark for each answer, in their order; the last ones if there are many.

    An attempt of an earlier version does not know the order: its misses come first.
    """
    stored = attempt.grades
    if not stored:
        stored = (Grade.WRONG,) * attempt.misses + (Grade.BEST,) * attempt.found
    shown = "".join(MARKS[grade] for grade in stored[-_MOST_MARKS:])
    return shown if len(stored) <= _MOST_MARKS else f"…{shown}"


def graded(answer: PuzzleAnswer, style: BoardStyle = _USUAL) -> str:
    """Tells a person whether their answer was right, and what is asked next."""
    words = _graded(answer, style)
    if answer.after.solved:
        return words
    return f"{words}\n{_question(answer.puzzle, style, answer.after.found)}"


def _graded(answer: PuzzleAnswer, style: BoardStyle) -> str:
    rules = answer.puzzle.start.rules
    facts = {"sign": MARKS[answer.grade], "move": move_name(rules, answer.move, style)}
    faster = move_name(rules, answer.fastest, style)
    if not answer.right:
        return "\n".join(filter(None, (_WRONG.format(**facts), _punished(answer, style))))
    if answer.after.solved:
        return _solved(answer, facts, faster, style)
    facts |= {
        "mark": side_mark(rules, answer.puzzle.start.side.other, style),
        "reply": move_name(rules, answer.position.moves[-1], style),
    }
    if answer.move == answer.fastest:
        return _RIGHT.format(**facts)
    return (_SLOWER if answer.grade is Grade.SLOWER else _RIGHT_TOO).format(faster=faster, **facts)


def _punished(answer: PuzzleAnswer, style: BoardStyle) -> str:
    """What happens after a wrong move, without the solution."""
    if answer.punished is None:
        return ""
    return punished(answer.position, answer.punished, style, secret=answer.secret)


def sequel(puzzle: Puzzle, style: BoardStyle = _USUAL) -> list[str]:
    """The line with what follows a solution whose point comes later, if it has one."""
    side = puzzle.start.side if len(puzzle.line) % 2 == 0 else puzzle.start.side.other
    moves = moves_in_turn(puzzle.start.rules, puzzle.sequel, side, style)
    return [_SEQUEL.format(moves=moves)] if puzzle.sequel else []


def moves_in_turn(rules: Rules, moves: Iterable[int], side: Side, style: BoardStyle) -> str:
    """Moves of both sides, each with its stone; `side` makes the first."""
    named = []
    for move in moves:
        own = side_mark(rules, side, style)
        named.append(_MOVE.format(mark=own, move=move_name(rules, move, style)))
        side = side.other
    return " ".join(named)


def side_mark(rules: Rules, side: Side, style: BoardStyle) -> str:
    """The stone of a side as the board shows it."""
    return str(drawn_stone(rules, side)) if style.is_image else mark(rules, style, side)


def _solved(answer: PuzzleAnswer, facts: Mapping[str, str], faster: str, style: BoardStyle) -> str:
    misses = answer.after.misses
    words = plural(misses, *_DONE, **facts) if misses else _DONE_AT_ONCE.format(**facts)
    if answer.grade is Grade.SLOWER:
        words = f"{words} {_FASTER.format(faster=faster)}"
    return "\n".join((words, *sequel(answer.puzzle, style)))


def _solvers(solvers: Solvers, style: BoardStyle) -> str:
    if not solvers.count:
        return str(_UNSOLVED)
    named = solvers.first if style.is_image else solvers.first[:_NAMED_BESIDE]
    names = listed(map(_solver, named))
    more = solvers.count - len(named)
    return plural(more, *_SOLVED_BY_MORE, names=names) if more else _SOLVED_BY.format(names=names)


def _solver(attempt: Attempt) -> str:
    name = bold(attempt.person.name)
    return _SOLVER.format(name=name, days=_days(attempt)) if attempt.streak > 1 else name


def _days(attempt: Attempt) -> str:
    return plural(attempt.streak, *_DAYS)
