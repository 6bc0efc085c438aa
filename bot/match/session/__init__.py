"""A match in a channel, as a value: every act gives a new session, or raises UserError.

Each class of acts inherits from the one above it:

    state.SessionState    what is known of a match, and the questions that can be asked about it
    opening.OpeningActs   sides are shared out: a move taken over, a colour chosen
    moves.MoveActs        moves and ballots
    help.HelpActs         hints, coaches, another level
    offers.OfferActs      takebacks, draws, ends without a result
    session.Session       all of it; ends that nobody asks for, styles, a rematch

Nothing here uses Discord, the store or a search.
"""

from bot.match.players import (
    BOT_NAME,
    CHOOSABLE_STYLES,
    CROWD_NAME,
    DECIDED,
    ERASED_USER,
    UNSTORED,
    UNTOLD,
    BoardStyle,
    Bot,
    ChallengeId,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    FixtureId,
    GameId,
    GuildId,
    MessageId,
    Offer,
    OfferKind,
    Pairing,
    Person,
    Player,
    ScopeId,
    Terms,
    UserId,
    name_of,
    scope_of,
)
from bot.match.session.moves import no_such_move, read_move
from bot.match.session.session import Session

__all__ = [
    "BOT_NAME",
    "CHOOSABLE_STYLES",
    "CROWD_NAME",
    "DECIDED",
    "ERASED_USER",
    "UNSTORED",
    "UNTOLD",
    "BoardStyle",
    "Bot",
    "ChallengeId",
    "ChannelId",
    "Coach",
    "Crowd",
    "Ending",
    "FixtureId",
    "GameId",
    "GuildId",
    "MessageId",
    "Offer",
    "OfferKind",
    "Pairing",
    "Person",
    "Player",
    "ScopeId",
    "Session",
    "Terms",
    "UserId",
    "name_of",
    "no_such_move",
    "read_move",
    "scope_of",
]
