"""Sentences about a finished game: its mistakes, accuracies and moves, and one mistake closely."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Final

from bot.games.finished_games import JudgedGame
from bot.games.slips import Slip
from bot.match.accuracy import Accuracy, accuracy, mistakes, mover
from bot.match.session import Ending, Session
from bot.show.emoji import max_length
from bot.show.style import mark, move_name, move_notation
from bot.show.text.language import Sentence, by_tile, forms, listed, marked, plural
from bot.show.text.match import spoken
from bot.show.text.reasons import named_lines
from bot.show.text.verdicts import verdict
from bot.show.text.words import capital, command, marked_player, title
from engine import Judgement, Lapse, Position, Side, next_rows

_REVIEW: Final = Sentence("**Review of game {number}**")
_REVIEWING: Final = forms(
    "Reviewing: {done} of {count} move judged…", "Reviewing: {done} of {count} moves judged…"
)

# Translators: {what} is such as “misses a win in 3” or “doesn't stop 1-2-3”.
_MISTAKES: Final = by_tile(
    Sentence("move {ply}, {mark} on {move}: {what}; best was {best}"),
    Sentence("move {ply}, {mark} in column {move}: {what}; best was {best}"),
)
_MISSES_LINE: Final = Sentence("misses {lines}")
# Translators: {count} is how many moves the player makes until the end, the first one included.
_MISSES_WIN: Final = forms("misses a win in {count}", "misses a win in {count}")
_MISSES_SOME_WIN: Final = Sentence("misses a win")
_STOPS_NOT: Final = Sentence("doesn't stop {lines}")
_GIVES: Final = Sentence("gives them {lines}")
_MUCH: Final = Sentence("gives a lot away")
_LITTLE: Final = Sentence("loses a little (estimate)")
_LOSES: Final = Sentence("loses with best play")
_FAULTLESS: Final = Sentence("No mistakes.")
_NOTHING_MISSED: Final = Sentence("Nobody missed what players at this level see.")
_FLAWLESS: Final = Sentence("{player} played perfectly")
_ACCURACY: Final = Sentence("{player} played with {percent}% accuracy")

_TOO_SHORT: Final = Sentence("Too few moves to judge.")
_RESIGNED_WON: Final = Sentence("{player} resigned in a won position.")
_RESIGNED_EARLY: Final = Sentence("{player} resigned with no loss in sight.")
# Translators: {moves} are such as “move 4, ⭕ on 9; move 5, ❌ on 2”.
_MORE_THEORY: Final = forms(
    "With perfect play, one more move changed the result: {moves}.",
    "With perfect play, {count} more moves changed the result: {moves}.",
)
_THEORY: Final = forms(
    "With perfect play, one move changed the result: {moves}.",
    "With perfect play, {count} moves changed the result: {moves}.",
)
_MOVE: Final = by_tile(
    Sentence("move {ply}, {mark} on {move}"), Sentence("move {ply}, {mark} in column {move}")
)
_BETWEEN: Final = marked("; ")

_ESTIMATE: Final = Sentence("{words} (estimate)")
_LOADED: Final = forms("The first move was loaded.", "The first {count} moves were loaded.")
_MOVES: Final = Sentence("Moves, {first} first: {moves}")
_FINISHED: Final = Sentence(
    "{game}: {spoken}. This game is over, so there's nothing to continue. To review a game "
    "played here, use its number, as in {review}."
)

# Translators: the labels of buttons, at most 80 characters, better one or two words.
OVERVIEW: Final = marked("Overview")
TURNING_POINT: Final = marked("Turning point")
TRY_AGAIN: Final = marked("Try again from here")
_MISTAKES_OF: Final = Sentence("Mistakes of {player}")

_NAMED: Final = 6
"""The most moves that are named."""
_ALL: Final = 100
_LONGEST_NAME: Final = 40
"""The most characters of a name on a button."""


def review_title(session: Session) -> str:
    """The title of a review, with the number of the game."""
    return _REVIEW.format(number=session.game)


def reviewing(done: int, moves: int) -> str:
    """The progress of a review."""
    return plural(moves, *_REVIEWING, done=done)


def mistake_list(game: JudgedGame) -> str:
    """The shown mistakes of both players, in the order of the game, each in a line.

    Of a game that ended when hardly anything had been played there is nothing to say.
    """
    made = _shown(game)
    if not made:
        if _is_too_short(game):
            return str(_TOO_SHORT)
        return str(_FAULTLESS if _is_flawless(game) else _NOTHING_MISSED)
    return "\n".join(capital(_mistake(game, slip)) for slip in sorted(made, key=lambda s: s.ply))


def accuracies(game: JudgedGame) -> str:
    """The accuracies of the players who moved, a line each; "" if there is nothing to measure.

    They are called an estimate unless the verdicts of all moves are proved.
    """
    if _is_too_short(game):
        return ""
    lines = [line for side in Side if (line := _accuracy(game, side))]
    proved = all(judged.before.value and judged.after.value for judged in game.played)
    return "\n".join(lines if proved else (_ESTIMATE.format(words=line) for line in lines))


def loaded(session: Session) -> str:
    """Which moves were made elsewhere; "" if none."""
    count = max(session.begun, session.position.placed)
    return plural(count, *_LOADED) if count else ""


def resigned(game: JudgedGame) -> str:
    """That somebody gave up who was winning, or who could not see a loss yet; else ""."""
    standing, session = game.resigned_at, game.session
    if standing is None or session.winner is None:
        return ""
    within, sees = standing.within, game.horizons[session.winner.other] + 1
    seen = standing.value == "win" and within is not None and within <= sees
    words = _RESIGNED_WON if seen else _RESIGNED_EARLY
    return words.format(player=marked_player(session, session.winner.other))


def theory(game: JudgedGame) -> str:
    """The moves that changed the result of best play alone, but were no mistakes of people."""
    shown = {slip.ply for slip in _shown(game)}
    others = [judged for judged in _changing(game) if judged.ply not in shown]
    if not others or (not shown and _is_too_short(game)):
        return ""
    named = [_named(game.session, judged) for judged in others[:_NAMED]]
    moves = listed([*named, "…"] if len(others) > _NAMED else named, _BETWEEN)
    return plural(len(others), *(_MORE_THEORY if shown else _THEORY), moves=moves)


def _shown(game: JudgedGame) -> list[Slip]:
    """The mistakes of both players that are shown."""
    return [slip for slips in game.slips.values() for slip in slips]


def _changing(game: JudgedGame) -> list[Judgement]:
    """The moves that are proved to have changed the result."""
    return [one for one in mistakes(game.played) if one.before.value and one.after.value]


def _is_too_short(game: JudgedGame) -> bool:
    """Whether a game was given up when hardly anything had been played."""
    return game.session.ending is not Ending.LINE and not game.session.is_long


def _is_flawless(game: JudgedGame) -> bool:
    """Whether neither proofs nor estimates have anything against a move of the game."""
    measured = (_measured(game, side) for side in Side)
    return not _changing(game) and all(one is None or one.percent == _ALL for one in measured)


def _named(session: Session, judged: Judgement) -> str:
    """A move by its number and its place: either alone could be taken for the other."""
    rules, side = session.rules, mover(judged)
    return _MOVE[move_notation(rules, session.style)].format(
        ply=judged.ply,
        mark=mark(rules, session.style, side),
        move=move_name(rules, judged.move, session.style),
    )


def move_list(session: Session, room: int) -> str:
    """The list of moves, cut to `room` characters."""
    first = mark(session.rules, session.style, Side.X)
    room -= max_length(first)
    names = [move_name(session.rules, move, session.style) for move in session.position.moves]

    def named(shown: Sequence[str]) -> str:
        return _MOVES.format(first=first, moves=listed(shown))

    whole = named(names)
    if len(whole) <= room:
        return whole
    fitting = bisect(range(len(names)), room, key=lambda n: len(named([*names[:n], "…"])))
    return named([*names[: max(0, fitting - 1)], "…"])


def finished_code(position: Position, prefix: str) -> str:
    """How the game of a code ended, and that it cannot go on."""
    return _FINISHED.format(
        game=title(position.rules),
        spoken=spoken(position),
        review=command(prefix, "review 12"),
    )


def fenced(record: str) -> str:
    """The file of a game as text that can be copied. No name in it can end the block."""
    plain = record.strip().replace("`", "'")
    return f"```\n{plain}\n```"


def _mistake(game: JudgedGame, slip: Slip) -> str:
    session, judged = game.session, slip.judged
    rules = session.rules
    return _MISTAKES[move_notation(rules, session.style)].format(
        ply=slip.ply,
        mark=mark(rules, session.style, slip.side),
        move=move_name(rules, judged.move, session.style),
        what=_what(game, slip),
        best=move_name(rules, slip.cost.better, session.style),
    )


def _what(game: JudgedGame, slip: Slip) -> str:
    """What a mistake did, in a few words. Nothing beyond the horizon of the player is counted."""
    judged, lapse = slip.judged, slip.lapse
    if lapse is Lapse.OPEN_ROW:
        return _STOPS_NOT.format(lines=rows_of(game, slip))
    if lapse is Lapse.GAVE_ROW:
        return _GIVES.format(lines=rows_of(game, slip))
    if lapse is Lapse.MISSED_WIN:
        return missed(game, slip)
    return verdict(judged.after) if lapse is Lapse.ALLOWED_WIN else given_away(slip)


def missed(game: JudgedGame, slip: Slip) -> str:
    """The win that a move missed: the rows that it did not complete, or how many moves it took."""
    if rows := rows_of(game, slip):
        return _MISSES_LINE.format(lines=rows)
    win = slip.judged.before
    if win.moves is None or win.moves == 1:  # in misère the other side would complete a line next
        return str(_MISSES_SOME_WIN)
    return plural(win.moves, *_MISSES_WIN)


def given_away(slip: Slip) -> str:
    """What a move did that overlooked nothing in sight.

    One that cost nothing between people is shown where the game was lost by no other.
    """
    after = slip.judged.after
    if slip.counts:
        return str(_MUCH)
    if after.value == "loss":
        return str(_LOSES)
    return str(_LITTLE) if after.value is None else verdict(after)


def rows_of(game: JudgedGame, slip: Slip) -> str:
    """The rows that a mistake did not complete, or did not stop; "" if it was about no row."""
    before, rules = game.before(slip.judged), game.session.rules
    let = slip.lapse in {Lapse.OPEN_ROW, Lapse.GAVE_ROW}
    found = {} if rules.misere else next_rows(before.play(slip.judged.move) if let else before)
    if slip.lapse is Lapse.OPEN_ROW:
        # a disc may also have opened the cell above it: that row was not there to be stopped
        theirs = before.side.other
        found = {
            move: row
            for move, row in found.items()
            if row == before.line(theirs, before.landing(move))
        }
    return named_lines(rules, dict.fromkeys(found.values()), game.session.style)


def _accuracy(game: JudgedGame, side: Side) -> str:
    """The line of a player; "" if nothing was measured, or if it would deny a mistake."""
    session, found = game.session, _measured(game, side)
    if found is None or (found.percent == _ALL and game.slips[side]):
        return ""
    player = marked_player(session, side)
    words = _FLAWLESS if found.percent == _ALL else _ACCURACY
    return words.format(player=player, percent=found.percent)


def _measured(game: JudgedGame, side: Side) -> Accuracy | None:
    """How well a player moved; None if there is nothing to measure."""
    own = [judged for judged in game.played if judged.ply > game.session.begun]
    return accuracy(game.session.position, own, side)


def mistakes_of(session: Session, side: Side) -> str:
    """The label of the button that leads to the mistakes of a player."""
    name = session.seats[side].player.name
    return _MISTAKES_OF.format(player=name[:_LONGEST_NAME])
