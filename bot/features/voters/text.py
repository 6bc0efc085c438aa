"""Sentences about the best votes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.features.voters.values import JudgedTurn, JudgedVote, Voter
from bot.match.session import Session
from bot.show.style import move_name
from bot.show.text.language import Sentence, forms, listed, plural
from bot.show.text.words import command

_HEADING: Final = Sentence("**The best votes, by the engine** · this week: {top}")
# Translators: a turn of a vote: its number, the best move, and how many voted for such a move.
_TURN: Final = forms(
    "{ply}. **{move}**: {right} of {count} vote", "{ply}. **{move}**: {right} of {count} votes"
)
# Translators: how many of a person's votes were the best.
_VOTER: Final = Sentence("{voter} {right} of {votes}")
_TOP: Final = Sentence("**The best voters of the week**")
_ENTRY: Final = forms(
    "{rank}. {voter}: {right} of {count} vote was the best",
    "{rank}. {voter}: {right} of {count} votes were the best",
)
_NOBODY: Final = Sentence("No vote has been judged here this week. Begin one: {vote}")
_TURNS: Final = 12
"""The most turns that are named: the last ones."""


def best_votes(session: Session, judged: JudgedVote, prefix: str) -> str:
    """Which votes of a finished game were the best; "" if none was judged."""
    if not judged.turns:
        return ""
    turns = listed((_turn(session, turn) for turn in judged.turns[-_TURNS:]), " · ")
    voters = (
        _VOTER.format(voter=_mention(voter), right=voter.right, votes=voter.votes)
        for voter in judged.voters
    )
    heading = _HEADING.format(top=command(prefix, "vote top"))
    return "\n".join(filter(None, (heading, turns, listed(voters, " · "))))


def top_voters(voters: Iterable[Voter], prefix: str) -> str:
    """The table of a week."""
    entries = [
        plural(voter.votes, *_ENTRY, rank=rank, voter=_mention(voter), right=voter.right)
        for rank, voter in enumerate(voters, 1)
    ]
    if not entries:
        return _NOBODY.format(vote=command(prefix, "vote connect4"))
    return "\n".join((str(_TOP), *entries))


def _turn(session: Session, turn: JudgedTurn) -> str:
    move = move_name(session.rules, turn.best, session.style)
    return plural(turn.votes, *_TURN, ply=turn.ply + 1, move=move, right=turn.right)


def _mention(voter: Voter) -> str:
    """A person as their client names them. Messages of the bot ping nobody."""
    return f"<@{voter.user}>"
