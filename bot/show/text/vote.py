"""Sentences about votes: how to vote, the current votes, and the decision."""

from __future__ import annotations

from typing import Any, Final

from bot.match.notes import Counted
from bot.match.session import Session, UserId
from bot.match.timing import NO_CLOCK, Ballots, count_votes
from bot.show.style import MoveInput, example_move, move_name, move_notation
from bot.show.text.language import Sentence, by_tile, forms, listed, plural, said
from bot.show.text.words import WRITE, bold, command, marked_player, moment, player

_NAMED: Final = 8
"""The most moves that are named with their votes."""

_TYPED: Final = {
    "number": Sentence("{player}, vote: type a free number."),
    "column": Sentence("{player}, vote: type a column, 1 to {last}."),
    "coordinate": Sentence("{player}, vote: type a tile such as {example}."),
}
_PRESSED: Final = by_tile(
    Sentence("{player}, vote: press a free tile."),
    Sentence("{player}, vote: press a column."),
)
_WRITTEN: Final = Sentence("{player}, vote: press **{button}**, or use {vote}.")
_REPLIED: Final = Sentence("{player}, vote: reply to this board with a move such as {example}.")
_PROMPTS: Final = {
    MoveInput.TYPED: _TYPED,
    MoveInput.EITHER: _PRESSED,
    MoveInput.PRESSED: _PRESSED,
    MoveInput.WRITTEN: dict.fromkeys(_TYPED, _WRITTEN),
    MoveInput.WRITTEN_OR_REPLIED: dict.fromkeys(_TYPED, _WRITTEN),
    MoveInput.REPLIED: dict.fromkeys(_TYPED, _REPLIED),
}
"""How to vote, by how moves are made and named there."""
# Translators: {how} is such as “X, vote: press a column.”, {when} such as “in 30 seconds”.
_CLOSES: Final = Sentence("{how} Counting {when}.")
_PUT_OFF: Final = Sentence("{how} Nobody has voted yet. Counting {when}.")
_RESTS: Final = Sentence("{how} Nobody has voted, so I'm waiting for the first vote.")
_STANDS: Final = Sentence("Votes: {moves}")
# Translators: a move and how many votes it has.
_MOVE: Final = Sentence("**{move}** × {votes}")
_MORE: Final = Sentence("others × {more}")

_COUNTED: Final = forms(
    "{crowd} chose **{move}**: {votes} of {count} vote.",
    "{crowd} chose **{move}**: {votes} of {count} votes.",
)
_TIED: Final = forms(
    "A tie between {moves}, {votes} vote each: chance picked **{move}** for {crowd}.",
    "A tie between {moves}, {votes} votes each: chance picked **{move}** for {crowd}.",
)
_BALLOT: Final = Sentence(
    "You voted for **{move}**. You can change your mind until the count {when}."
)

_BY_HAND: Final = Sentence("There's no clock here: {leader} counts the votes with the button.")
_HELP: Final = Sentence(
    "In a vote you all play together against me: everyone can vote on each move, and the one "
    "with the most votes is played. Start one as in {vote}."
)
_UNTIMED_BALLOT: Final = Sentence("You voted for **{move}**. You can change your mind.")


def vote_help(prefix: str, *, timed: bool) -> str:
    """What a vote is, and how to begin one; `timed` where somebody can keep the time of a turn."""
    example = "vote connect4 30s" if timed else "vote connect4"
    return _HELP.format(vote=command(prefix, example))


def vote_status(session: Session, prefix: str, way: MoveInput) -> str:
    """How to vote, until when, and the current votes. A round must be open."""
    poll = session.poll
    assert poll is not None, "a round is on"
    example = example_move(session.position, session.style)
    how = _PROMPTS[way][move_notation(session.rules, session.style)].format(
        player=marked_player(session, session.position.side),
        last=session.rules.moves[-1],
        example=example,
        button=said(WRITE),
        vote=command(prefix, f"vote {example}"),
    )
    line = how if poll.seconds == NO_CLOCK else _RESTS.format(how=how)
    if poll.closes is not None:
        template = _PUT_OFF if poll.silent else _CLOSES
        line = template.format(how=how, when=moment(poll.closes))
    return f"{line}\n{_standing(session, poll.ballots)}" if poll.ballots else line


def counted(session: Session, round_: Counted) -> str:
    """What a round has decided, with moves named as on the board of the session."""
    facts: dict[str, Any] = {
        "crowd": player(session, round_.side),
        "move": move_name(session.rules, round_.move, session.style),
        "votes": round_.votes,
    }
    if len(round_.tied) == 1:
        return plural(round_.ballots, *_COUNTED, **facts)
    named = [move_name(session.rules, move, session.style) for move in round_.tied[:_NAMED]]
    more = ["…"] if len(round_.tied) > _NAMED else []
    return plural(round_.votes, *_TIED, moves=listed([*named, *more]), **facts)


def counted_by_hand(session: Session) -> str:
    """Who ends the rounds where no clock does."""
    assert session.leader is not None, "somebody has begun the vote"
    return _BY_HAND.format(leader=bold(session.leader.name))


def ballot(session: Session, user: UserId) -> str:
    """Tells a person that their vote counts."""
    assert session.poll is not None, "a round is on"
    move = dict(session.poll.ballots)[user]
    named = move_name(session.rules, move, session.style)
    if session.poll.closes is None:
        return _UNTIMED_BALLOT.format(move=named)
    return _BALLOT.format(move=named, when=moment(session.poll.closes))


def _standing(session: Session, ballots: Ballots) -> str:
    """The moves with the most votes; there are some."""
    counts = count_votes(ballots)
    moves = [
        _MOVE.format(move=move_name(session.rules, move, session.style), votes=votes)
        for move, votes in counts[:_NAMED]
    ]
    more = sum(votes for _, votes in counts[_NAMED:])
    named = [*moves, _MORE.format(more=more)] if more else moves
    return _STANDS.format(moves=listed(named, " · "))
