"""The tables, for SQLite and PostgreSQL alike.

    games ──< moves      one row a ply that stands; two processes cannot both play a ply
      ├────< messages    one row a Discord message that changed the game, taken back or not
      ├────< old_boards  one row a message whose board a newer one replaced, until it is retired
      ├────o notices     what is to be told next of a game whose players have a time for moves
      ├────o polls       the round of votes of a game that a whole channel plays
      ├────< ballots     one row a person who has voted in that round
      ├────< vote_turns  one row a round that the engine has judged
      ├────< vote_scores one row a person in a week, how many of their votes were the best
      └────< studies     one row a person whose moves in a finished game were judged
    results              one row a person who finished a game with a result, and stays without it
    ratings              one row a person and game in a scope, what the rated results come to
    roles                one row a role that a server gives for a rating
    puzzles ─< attempts  one row a day in a scope; one a person who has tried it
    trials               one row a person and puzzle of the collection that they have met
    puzzle_ratings       one row a person who has answered puzzles of the collection
    puzzle_strengths     one row a puzzle of the collection that somebody has answered
    runs                 one row a person, the run against the clock that they began last
    run_records          one row a person in a scope, the best run
    challenges           one row a challenge that waits, or was turned down a while ago
    shards               up to which message each shard has heard everything
    guilds               one row a server that the bot is in, or was in a while ago
    probes               one row, written to see that the database takes one
    identifies           from when on each bucket of shards may identify to the gateway
    preferences          one row a server, or a person in direct messages, that has chosen anything
    notify_choices       one row a person who wants to hear when it is their turn
    coaches              one row a person who wants a coach in games against the bot
    styles               one row a person who has chosen how their boards are drawn
    cards                one row a person and position in which they went wrong
    skills               one row a person and game, what the adaptive level knows of them
    tournaments ─< entrants  one row a person who has joined
      └────< fixtures    one row a game that two of them are to play, or a bye

A change here needs a revision in `bot/store/migrations/versions`.
"""

from bot.store.tables.challenges import challenges
from bot.store.tables.choices import coaches, notify_choices, preferences, styles, told_permissions
from bot.store.tables.columns import metadata
from bot.store.tables.games import (
    CLOSED,
    END_UNSHOWN,
    LIVE,
    OUTDATED,
    VOTED_ON,
    WAITING,
    games,
    messages,
    moves,
    notices,
    old_boards,
)
from bot.store.tables.processes import guilds, identifies, probes, shards
from bot.store.tables.puzzles import (
    attempts,
    puzzle_ratings,
    puzzle_strengths,
    puzzles,
    run_records,
    runs,
    trials,
)
from bot.store.tables.results import ratings, results, roles, skills
from bot.store.tables.tournaments import IS_ON, entrants, fixtures, tournaments
from bot.store.tables.training import cards, studies
from bot.store.tables.votes import ballots, polls, vote_scores, vote_turns

__all__ = [
    "CLOSED",
    "END_UNSHOWN",
    "IS_ON",
    "LIVE",
    "OUTDATED",
    "VOTED_ON",
    "WAITING",
    "attempts",
    "ballots",
    "cards",
    "challenges",
    "coaches",
    "entrants",
    "fixtures",
    "games",
    "guilds",
    "identifies",
    "messages",
    "metadata",
    "moves",
    "notices",
    "notify_choices",
    "old_boards",
    "polls",
    "preferences",
    "probes",
    "puzzle_ratings",
    "puzzle_strengths",
    "puzzles",
    "ratings",
    "results",
    "roles",
    "run_records",
    "runs",
    "shards",
    "skills",
    "studies",
    "styles",
    "told_permissions",
    "tournaments",
    "trials",
    "vote_scores",
    "vote_turns",
]
