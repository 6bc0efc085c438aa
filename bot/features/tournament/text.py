"""Sentences about tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.schedule import berger_rounds, bracket
from bot.features.tournament.table import Standing, annulled, standings
from bot.features.tournament.values import MOST_PLAYERS, Fixture, Tournament, TournamentStage
from bot.match.session import UserId
from bot.show.languages import isolated_name
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.opening import opening_rule
from bot.show.text.pictures import ALT_LIMIT
from bot.show.text.words import bold, command, mention, moment, title, unformatted, with_commands

# Translators: the labels of buttons, at most 80 characters, better one or two words.
LEAVE: Final = marked("Leave")
START: Final = marked("Start")
TABLE: Final = marked("Table")
_LISTED: Final = 40
"""The most players that a message names."""
_NAMES_ROOM: Final = 1_200
"""The most characters of a list of names in a message."""
_THREAD_NAME: Final = 100
"""The most characters in the name of a thread (Discord's limit)."""

_KINDS: Final = {
    TournamentKind.ROBIN: Sentence("Round robin"),
    TournamentKind.CUP: Sentence("Knock-out"),
    TournamentKind.ARENA: Sentence("Arena"),
}
# Translators: {kind} is such as “Knock-out”.
_HEADING: Final = Sentence("🏆 **{kind}** · {game}")
_RULES: Final = {
    TournamentKind.ROBIN: Sentence("Everyone plays everyone once."),
    TournamentKind.CUP: Sentence(
        "Lose and you're out. A draw is replayed with sides swapped; then a draw is enough "
        "for whoever moves second."
    ),
    TournamentKind.ARENA: Sentence(
        "For {length}, whoever is free gets the next game; games still running at the end are "
        "played out."
    ),
}
# Translators: {time} is such as “10m”: ten minutes.
_PATIENCE: Final = Sentence(
    "{time} for each move: run out and you lose the game. The games are rated, without help "
    "and takebacks. I'll mention you when your game begins."
)
_PATIENCE_CASUAL: Final = Sentence(
    "{time} for each move: run out and you lose the game. The games aren't rated, and are without "
    "help and takebacks. I'll mention you when your game begins."
)
_OPENED: Final = Sentence("{name} opened it and starts it with {start}.")
_CLOSES: Final = Sentence("The last games begin {when}.")
_PLAYERS: Final = forms("{count} of {most} players: {names}", "{count} of {most} players: {names}")
_NOBODY: Final = Sentence("Nobody has joined yet.")
_MORE: Final = forms("and {count} more", "and {count} more")
_ROUND: Final = Sentence("🏆 **Round {number} of {count}** · {game}")
_PAIR: Final = Sentence("{x} \N{EN DASH} {o}")
_PLAYED_IN: Final = Sentence("{pair} · {place}")
_BYE: Final = Sentence("{name} has a bye")
_AWARDED: Final = Sentence("{pair} · settled without a game")
# Translators: {players} are mentions of two people, {time} is such as “10m”.
_CALLED: Final = Sentence(
    "{players}, your round {number} game is on. {time} for each move: run out and you lose."
)
_NO_THREADS: Final = Sentence("The games are played here, one after another.")
_NO_RIGHT: Final = Sentence(
    "With the permission “{permission}” I can open a thread for each game. Until then they're "
    "played here, one after another."
)
_WON: Final = Sentence("🏁 **{kind}** · {game}: {name} has won.")
_SHARED: Final = Sentence("🏁 **{kind}** · {game}: {names} share first place.")
_EMPTY: Final = Sentence("🏁 **{kind}** · {game}: nobody has won.")
_CALLED_OFF: Final = Sentence("🏁 **{kind}** · {game} was called off.")
# Translators: explains lines such as “1. alice · 3.5 · 3-1-0 · 8 · 6.25”.
_LEGEND: Final = {
    TournamentKind.ROBIN: Sentence("Points · won-drawn-lost · Sonneborn-Berger"),
    TournamentKind.CUP: Sentence("Round reached · won-drawn-lost"),
    TournamentKind.ARENA: Sentence("Points · won-drawn-lost · Buchholz · Sonneborn-Berger"),
}
_LINE: Final = Sentence("{place}. {name} · {points} · {tally} · {buchholz} · {sonneborn}")
_ROBIN_LINE: Final = Sentence("{place}. {name} · {points} · {tally} · {sonneborn}")
_CUP_LINE: Final = Sentence("{place}. {name} · {round} · {tally}")
_ALT: Final = Sentence("The table of a tournament. {legend}. {lines}")
JOINED_ARENA: Final = Sentence("You're in. Your game begins as soon as someone is free.")
_YOU_LEFT: Final = Sentence("You've left the tournament. Your unfinished games count as losses.")
_YOU_LEFT_EARLY: Final = Sentence(
    "You've left the tournament before playing half of your games, so none of them counts."
)
_HELP: Final = (
    Sentence(
        "🏆 **Tournaments** · opened by members who can manage the server, events or messages, "
        "for up to {most} players, who join with a button"
    ),
    Sentence("{robin} · everyone plays everyone once", robin="tournament round robin"),
    Sentence("{cup} · lose and you're out", cup="tournament knock-out connect4"),
    Sentence("{arena} · for half an hour, game after game", arena="tournament arena connect4 30m"),
    Sentence("The time for each move may follow, such as `5m` or `1d`."),
    Sentence(
        "{table} · the table · {leave} · if you have to go · {stop} · calls it off",
        table="tournament table",
        leave="tournament leave",
        stop="tournament stop",
    ),
)


def help_page(prefix: str) -> str:
    """What tournaments there are, and how to open one."""
    most = str(MOST_PLAYERS)
    return "\n".join(with_commands(line, prefix, most=most) for line in _HELP)


def heading(tournament: Tournament) -> str:
    """What kind of tournament it is, and of which game."""
    return _HEADING.format(**_named(tournament))


def announcement(tournament: Tournament, prefix: str) -> str:
    """What is played, by which rules, and who takes part.

    It tells all terms of the games, as an invitation does: who joins has agreed to them.
    """
    terms = tournament.terms
    length = "" if terms.length is None else duration(terms.length)
    lines = [
        heading(tournament),
        _RULES[terms.kind].format(length=length),
        *filter(None, [opening_rule(terms.rules, swap=terms.swap, swap2=terms.swap2)]),
        (_PATIENCE_CASUAL if terms.casual else _PATIENCE).format(time=duration(terms.patience)),
    ]
    if tournament.stage is TournamentStage.OPEN:
        start = command(prefix, "tournament start")
        lines.append(_OPENED.format(name=bold(tournament.leader.name), start=start))
    elif tournament.stage is TournamentStage.RUNNING and tournament.closes is not None:
        lines.append(_CLOSES.format(when=moment(tournament.closes)))
    if tournament.is_on:
        lines.append(_players(tournament))
    else:
        lines.append(ended(tournament))
    return "\n".join(lines)


def taking_part(tournament: Tournament) -> str:
    """Who takes part."""
    return f"{heading(tournament)}\n{_players(tournament)}"


def round_heading(tournament: Tournament) -> str:
    """The number of the round, of how many, and the game."""
    return _ROUND.format(
        number=tournament.round, count=rounds(tournament), game=title(tournament.terms.rules)
    )


def rounds(tournament: Tournament) -> int:
    """How many rounds a tournament has."""
    players = len(tournament.seeded)
    if tournament.terms.kind is TournamentKind.ROBIN:
        return len(berger_rounds(players))
    return len(bracket(players)).bit_length() - 1


def pairings(tournament: Tournament) -> str:
    """Who meets whom in the current round, and where."""
    return "\n".join(_pairing(tournament, f) for f in tournament.of_round(tournament.round))


def where(permission: str | None, *, threads: bool) -> str:
    """That games are played one after another if no threads can be opened; "" if they can.

    `permission` is the one that is missing, if it is that.
    """
    if threads:
        return ""
    return _NO_RIGHT.format(permission=permission) if permission else str(_NO_THREADS)


def called(tournament: Tournament, fixture: Fixture) -> str:
    """Calls two players to their game."""
    people = [tournament.by_number[number].person for number in fixture.players]
    return _CALLED.format(
        players=listed(f"<@{person.id}>" for person in people),
        number=fixture.round,
        time=duration(tournament.terms.patience),
    )


def thread_name(tournament: Tournament, fixture: Fixture) -> str:
    """The name of the thread of a game, which no other one of the tournament has."""
    names = [unformatted(tournament.by_number[number].person.name) for number in fixture.players]
    leg = f".{fixture.leg}" if fixture.leg > 1 else ""
    pair = _PAIR.format(**dict(zip("xo", names, strict=True)))
    return f"{fixture.round}.{fixture.board}{leg} {pair}"[:_THREAD_NAME].rstrip()


def ended(tournament: Tournament) -> str:
    """Who has won, or that it was called off."""
    named = _named(tournament)
    if tournament.stage is TournamentStage.STOPPED:
        return _CALLED_OFF.format(**named)
    best = [row for row in standings(tournament) if row.place == 1]
    first = [bold(row.entrant.person.name) for row in best]
    knocked_out = tournament.terms.kind is TournamentKind.CUP and len(first) > 1
    if not tournament.fixtures or knocked_out or best[0].annulled:
        return _EMPTY.format(**named)
    if len(first) == 1:
        return _WON.format(name=first[0], **named)
    return _SHARED.format(names=_clipped(first), **named)


def you_left(tournament: Tournament, user: UserId) -> str:
    """What becomes of the games of a player who has left while it is on."""
    entrant = tournament.entrant(user)
    early = entrant is not None and entrant.number in annulled(tournament)
    return str(_YOU_LEFT_EARLY if early else _YOU_LEFT)


def table_lines(tournament: Tournament) -> list[str]:
    """The table, a line for each player."""
    return [_line(tournament, row) for row in standings(tournament)]


def table_text(tournament: Tournament) -> str:
    """The table in words."""
    return "\n".join((legend(tournament), *table_lines(tournament)))


def legend(tournament: Tournament) -> str:
    """What the numbers in a line of the table are, after place and name."""
    return str(_LEGEND[tournament.terms.kind])


def cells(tournament: Tournament, row: Standing) -> list[str]:
    """The numbers in a line of the picture, after place and name."""
    tally = _tally(row)
    if tournament.terms.kind is TournamentKind.CUP:
        return [str(row.out or tournament.round), tally]
    points, sonneborn = halves(row.half_points), quarters(row.sonneborn)
    if tournament.terms.kind is TournamentKind.ROBIN:
        return [points, tally, sonneborn]
    return [points, tally, halves(row.buchholz), sonneborn]


def table_alt_text(tournament: Tournament) -> str:
    """Describe the picture of the table in at most 1,024 characters, the best players first."""
    lines = [_line(tournament, row, spoken=True) for row in standings(tournament)]
    while True:
        whole = _ALT.format(legend=legend(tournament), lines=listed(lines, "; "))
        if len(whole) <= ALT_LIMIT or not lines:
            return whole
        lines = lines[:-1]


def duration(time: timedelta) -> str:
    """A time as people type it.

    >>> duration(timedelta(minutes=90)), duration(timedelta(days=1))
    ('`90m`', '`1d`')
    """
    minutes = round(time.total_seconds() / 60)
    for size, unit in ((24 * 60, "d"), (60, "h")):
        if minutes % size == 0:
            return f"`{minutes // size}{unit}`"
    return f"`{minutes}m`"


def halves(points: int) -> str:
    """Half points as a number.

    >>> halves(7), halves(4), halves(2_000_001)
    ('3.5', '2', '1000000.5')
    """
    return quarters(2 * points)


def quarters(points: int) -> str:
    """Quarters of points as a number, all of its digits."""
    return f"{points / 4:.2f}".rstrip("0").rstrip(".")


def mentioned(tournament: Tournament, fixture: Fixture) -> list[UserId]:
    """The people who are called to a game."""
    return [tournament.by_number[number].person.id for number in fixture.players]


def _players(tournament: Tournament) -> str:
    names = [bold(entrant.person.name) for entrant in tournament.active]
    if not names:
        return str(_NOBODY)
    return plural(len(names), *_PLAYERS, most=MOST_PLAYERS, names=_clipped(names))


def _clipped(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    shown = list(names[:_LISTED])
    while len(listed(shown)) > _NAMES_ROOM:
        shown.pop()
    more = len(names) - len(shown)
    return listed([*shown, *([plural(more, *_MORE)] if more else [])])


def _pairing(tournament: Tournament, fixture: Fixture) -> str:
    names = [bold(tournament.by_number[number].person.name) for number in fixture.players]
    if len(names) == 1:
        return _BYE.format(name=names[0])
    pair = _PAIR.format(x=names[0], o=names[1])
    if fixture.awarded:
        return _AWARDED.format(pair=pair)
    if fixture.channel is None or fixture.channel == tournament.channel:
        return pair
    return _PLAYED_IN.format(pair=pair, place=mention(fixture.channel))


def _line(tournament: Tournament, row: Standing, *, spoken: bool = False) -> str:
    """A line of the table. In the description of a picture a name has no markup."""
    name = row.entrant.person.name
    name = isolated_name(unformatted(name)) if spoken else bold(name)
    tally = _tally(row)
    if tournament.terms.kind is TournamentKind.CUP:
        reached = row.out or tournament.round
        return _CUP_LINE.format(place=row.place, name=name, round=reached, tally=tally)
    points, sonneborn = halves(row.half_points), quarters(row.sonneborn)
    facts = {"place": row.place, "name": name, "points": points, "sonneborn": sonneborn}
    if tournament.terms.kind is TournamentKind.ROBIN:
        return _ROBIN_LINE.format(tally=tally, **facts)
    return _LINE.format(tally=tally, buchholz=halves(row.buchholz), **facts)


def _tally(row: Standing) -> str:
    return f"{row.wins}-{row.draws}-{row.losses}"


def _named(tournament: Tournament) -> dict[str, str]:
    kind, rules = tournament.terms.kind, tournament.terms.rules
    return {"kind": str(_KINDS[kind]), "game": title(rules)}
