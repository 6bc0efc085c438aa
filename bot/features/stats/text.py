"""Sentences about results, ratings and leaderboards, and about roles for ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.errors import UserError
from bot.features.stats.values import MARGIN, RoleId, RoleStep
from bot.match.rating import Rating
from bot.match.results import (
    ESTABLISHED,
    GameRecord,
    Leaderboard,
    LeaderboardEntry,
    Stats,
    Tally,
    overall,
)
from bot.show.text.language import Sentence, forms, plural
from bot.show.text.problems import problem
from bot.show.text.words import bold, command, game_name, title, typed_name
from engine import Rules

_SHOWN: Final = 6
"""The most games that are listed."""
_STREAK_FROM: Final = 2
_LEVEL: Final = "medium"
"""A level of the recommended game: the usual one, which is adaptive, is never rated."""

_STATS: Final = Sentence("Games of {name}")
_GAME: Final = Sentence("{game} · {tally}")
# Translators: {rating} is such as “1500 ± 80”, or “after 3 more rated games”.
_RATED_GAME: Final = Sentence("{game} · {tally} · rating {rating}")
# Translators: {games} is such as “12 games”.
_TALLY: Final = Sentence("{games}: {wins} won, {draws} drawn, {losses} lost")
_GAMES: Final = forms("{count} game", "{count} games")
_ALL: Final = Sentence("Overall · {tally}")
_MORE: Final = forms("and {count} more kind of game", "and {count} more kinds of game")
_RATING: Final = Sentence("{points} ± {spread}")
_PROVISIONAL: Final = forms("after {count} more rated game", "after {count} more rated games")
_STREAKS: Final = {
    "win": forms("Streak: {count} won in a row", "Streak: {count} won in a row"),
    "draw": forms("Streak: {count} drawn in a row", "Streak: {count} drawn in a row"),
}
"""How results in a row are told. Losses are not: everybody in the channel would read them."""
_FAVOURITE: Final = Sentence("Favourite: {game}")
_VERSUS: Final = Sentence("{name} against {other} · {tally}")
_NEVER: Final = Sentence("{name} and {other} haven't finished a game with each other here.")
_NOTHING: Final = Sentence("{name} hasn't finished a game here yet.")
_NOTHING_OF: Final = Sentence("{name} hasn't finished a game here yet: {game}.")

_LEADERBOARD: Final = Sentence("**{game} · the best of this server**")
_OWN_LEADERBOARD: Final = Sentence("**{game}**")
_ENTRY: Final = Sentence("{rank}. {name} · {rating} · {games}")
# Translators: {after} is such as “after 3 more rated games”.
_UNRANKED: Final = Sentence("{name}: ranked {after}")
_NOBODY: Final = forms(
    "Nobody here has played {count} rated game of it yet.",
    "Nobody here has played {count} rated games of it yet.",
)
_RULE: Final = Sentence(
    "Rated games are between two people, or against one of my fixed levels, without hints, "
    "coach or takebacks: {start}"
)


def stats(name: str, found: Stats, rules: Rules | None) -> str:
    """A person's results in one scope, at one game or at all games."""
    if not found.games:
        return _nothing(name, rules)
    return "\n".join(
        (
            _STATS.format(name=bold(name)),
            *(_game(record) for record in found.games[:_SHOWN]),
            *_beyond(found.games),
            *_summary(found),
        )
    )


def versus(name: str, other: str, found: Stats) -> str:
    """A person's results against another person."""
    if not found.games:
        return _NEVER.format(name=bold(name), other=bold(other))
    total = _VERSUS.format(name=bold(name), other=bold(other), tally=_tally(overall(found.games)))
    if len(found.games) == 1:
        return total
    games = (_GAME.format(game=title(r.rules), tally=_tally(r.tally)) for r in found.games[:_SHOWN])
    return "\n".join((total, *games, *_beyond(found.games)))


def leaderboard(found: Leaderboard, prefix: str, *, shared: bool) -> str:
    """The leaderboard of a game, with the asker's place.

    `shared` is False in direct messages, where nobody else plays.
    """
    heading = (_LEADERBOARD if shared else _OWN_LEADERBOARD).format(game=title(found.rules))
    nobody = plural(ESTABLISHED, *_NOBODY)
    entries = [_entry(entry) for entry in found.entries] or [nobody]
    own = found.own
    mine = [] if own is None or own in found.entries else [_entry(own)]
    gap = ["…"] if mine and own is not None and own.rank is not None else []
    start = command(prefix, f"start {typed_name(found.rules)} {_LEVEL}")
    return "\n".join((heading, *entries, *gap, *mine, _RULE.format(start=start)))


def _game(record: GameRecord) -> str:
    game, tally = title(record.rules), _tally(record.tally)
    if record.rating is None:
        return _GAME.format(game=game, tally=tally)
    return _RATED_GAME.format(game=game, tally=tally, rating=_rating(record.rating))


def _tally(tally: Tally) -> str:
    return _TALLY.format(
        games=plural(tally.games, *_GAMES),
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
    )


def _rating(rating: Rating) -> str:
    """The rating, or how many games are missing until it is shown."""
    if rating.games < ESTABLISHED:
        return plural(ESTABLISHED - rating.games, *_PROVISIONAL)
    return _RATING.format(points=round(rating.mu), spread=round(rating.sigma))


def _beyond(games: tuple[GameRecord, ...]) -> list[str]:
    """How many kinds of game are not listed, and the total of all games."""
    more = [plural(len(games) - _SHOWN, *_MORE)] if len(games) > _SHOWN else []
    return [*more, _ALL.format(tally=_tally(overall(games)))] if len(games) > 1 else more


def _summary(found: Stats) -> list[str]:
    lines = []
    streak = found.streak
    if streak is not None and streak.value in _STREAKS and streak.length >= _STREAK_FROM:
        lines.append(plural(streak.length, *_STREAKS[streak.value]))
    match found.games:
        case first, second, *_ if first.tally.games > second.tally.games:
            lines.append(_FAVOURITE.format(game=title(first.rules)))
    return lines


def _nothing(name: str, rules: Rules | None) -> str:
    if rules is None:
        return _NOTHING.format(name=bold(name))
    return _NOTHING_OF.format(name=bold(name), game=game_name(rules))


def _entry(entry: LeaderboardEntry) -> str:
    if entry.rank is None:
        return _UNRANKED.format(name=bold(entry.name), after=_rating(entry.rating))
    return _ENTRY.format(
        rank=entry.rank,
        name=bold(entry.name),
        rating=_rating(entry.rating),
        games=plural(entry.rating.games, *_GAMES),
    )


_ROLE_EXAMPLE: Final = "roles @Master 1600"

_ROLES: Final = Sentence("**Roles for ratings**")
# Translators: {role} is a role of the server, {game} is such as “Connect Four”.
_ROLE: Final = Sentence("{role} · {game} from {points}")
_ROLES_HOW: Final = Sentence(
    "After a rated game you get the highest role your rating reaches. You lose it if you drop "
    "{margin} points below."
)
_NO_ROLES: Final = Sentence("There are no roles for ratings here. Add one as in {roles}.")
_ROLE_PUT: Final = Sentence("Anyone with a rating of {points} at {game} gets {role}.")
_ROLE_DROPPED: Final = Sentence(
    "{role} isn't given for ratings any more. Anyone who has it keeps it."
)
_ROLES_DROPPED: Final = Sentence(
    "There are no roles for ratings any more. Anyone who has one keeps it."
)


def roles_overview(steps: Sequence[RoleStep], troubles: Iterable[UserError], prefix: str) -> str:
    """The roles that are given in a server, and what prevents it."""
    if not steps:
        return _NO_ROLES.format(roles=command(prefix, _ROLE_EXAMPLE))
    lines = (
        _ROLE.format(role=_mention(step.role), game=title(step.rules), points=step.points)
        for step in steps
    )
    how = _ROLES_HOW.format(margin=MARGIN)
    return "\n".join((str(_ROLES), *lines, how, *_warnings(troubles, prefix)))


def role_put(step: RoleStep, troubles: Iterable[UserError], prefix: str) -> str:
    """That a role is given from now on."""
    words = _ROLE_PUT.format(
        role=_mention(step.role), game=game_name(step.rules), points=step.points
    )
    return "\n".join((words, *_warnings(troubles, prefix)))


def role_dropped(role: RoleId | None) -> str:
    """That a role, or every one, is no longer given."""
    return str(_ROLES_DROPPED) if role is None else _ROLE_DROPPED.format(role=_mention(role))


def _warnings(troubles: Iterable[UserError], prefix: str) -> list[str]:
    return [f"⚠️ {problem(error, prefix)}" for error in troubles]


def _mention(role: RoleId) -> str:
    """How Discord's client shows a role. The bot's messages never ping one."""
    return f"<@&{role}>"
