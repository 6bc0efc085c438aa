"""A match in a channel, as a value: every act gives a new session, or raises UserError.

    session    what is known of a match, and the questions that can be asked about it
    moves      moves and ballots; how sides are assigned; the time for each
    offers     takebacks, draws, ends and rematches
    matches    games of a series: its score, its next game, giving it up
    seats      hints, coaches, another level, looks

Nothing here uses Discord, the store or a search.
"""

from bot.match.players import (
    BOT_NAME,
    CHOOSABLE_STYLES,
    CROWD_NAME,
    DECIDED,
    ERASED_USER,
    PLAYED_OUT,
    UNSHOWN,
    UNSTORED,
    BoardStyle,
    Bot,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    FixtureId,
    GameId,
    Guest,
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
)
from bot.match.session import matches, moves, offers, seats
from bot.match.session.moves import no_such_move, read_move
from bot.match.session.session import Seat, Session, scope_of
