"""Sentences about the best votes, and what stands above the buttons of a pad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.play.values import JudgedTurn, JudgedVote, Voter
from bot.match.session import BoardStyle, Session
from bot.show import render, text
from bot.show.page import Attachment, BoardParts, Page, compose_page
from bot.show.style import Capabilities, MoveInput, move_name
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.words import command
from bot.show.zoom import Section, fight

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
_NOBODY: Final = Sentence("No vote has been judged here this week. Start one: {vote}")
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


def top_voters(voters: Sequence[Voter], prefix: str) -> str:
    """The table of a week. Equals share a rank."""
    scores = [(voter.right, voter.votes) for voter in voters]
    ranks = [1 + scores.index(score) for score in scores]
    entries = [
        plural(voter.votes, *_ENTRY, rank=rank, voter=_mention(voter), right=voter.right)
        for rank, voter in zip(ranks, voters, strict=True)
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


# Translators: the title of a box to write a move into, at most 45 characters.
TITLE: Final = marked("Your move")
SIDE: Final = 5
"""The most rows and columns of tiles on a pad: Discord shows five buttons in a row."""


def pad_page(session: Session, window: Section, prefix: str, capabilities: Capabilities) -> Page:
    """The words and the picture of a pad; no picture in the style for screen readers."""
    words = text.moved(session), text.status(session, prefix, MoveInput.PRESSED)
    board = BoardParts()
    if session.style is not BoardStyle.TEXT and capabilities.files:
        wide = window.widened(session.rules)
        picture = render.image(session.position, session.style, window=wide)
        board = BoardParts(
            attachment=Attachment("pad.png", picture, text.alt_text(session.position))
        )
    return compose_page(capabilities.owned, board, *words)


def followed(session: Session, window: Section) -> Section:
    """The part of the board for a pad after a move: the same one, if the move was made there."""
    tiles = session.position.tiles
    held = not tiles or window.holds(session.rules, tiles[-1])
    return window if held else fight(session.position, SIDE)
