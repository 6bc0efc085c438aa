"""The form for a game: what is played, with whom, how strong, by whom first, and how fast.

It opens with the usual choices of the server, or with those of the game under whose board it was
opened. What people send is turned into the words that could be typed after `start`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ui

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.buttons import LONGEST_OPTION
from bot.edge.places import CommandChannels
from bot.edge.ways import box, offered_games, press
from bot.features.guide import text as guide_text
from bot.features.guide.buttons import FORM
from bot.games.games import Games
from bot.match.players import LevelChoice
from bot.match.series import Length
from bot.match.session import Person, Session, UserId
from bot.show import text
from bot.show.text.levels import level_name, manner
from bot.show.text.opening import CASUAL, CASUAL_TAG, RATED_TAG, STRICT, STRICT_TAG, length_name
from bot.show.text.words import span, title, typed_name
from engine import LADDER, Level, Rules, Side

_GAME: Final = "game"
_FRIEND: Final = "friend"
_LEVEL: Final = "level"
_MORE: Final = "more"
_TIME: Final = "time"
_NO_LIMIT: Final = "none"
_LENGTHS: Final = (Length(3), Length(5), Length(3, first_to=True), Length(5, first_to=True))
_TIMES: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(hours=12), timedelta(days=1))

Field = ui.Label[ui.Modal]


@dataclass(frozen=True, slots=True)
class NewGame:
    """Opens the form for a game, and begins what it asks for."""

    games: Games

    @press(FORM, allowed=CommandChannels.PLAYABLE)
    async def open(self, act: Act) -> None:
        """Open the form, as is usual there."""
        await self._open(act, None)

    @press(action_id(BoardAction.CHANGE), allowed=CommandChannels.PLAYABLE)
    async def change(self, act: Act) -> None:
        """Open the form, filled in as the game of the pressed board was."""
        assert act.ref is not None, "a board was pressed"
        session = await self.games.store.find(act.ref.game)
        here = session is not None and session.channel == act.channel
        await self._open(act, session if here else None)

    @box(FORM, allowed=CommandChannels.PLAYABLE)
    async def begin(self, act: Act, fields: Mapping[str, str]) -> None:
        """Begin the game that a sent form asks for. A level is only the engine's."""
        friend = fields.get(_FRIEND, "")
        alone = friend in {"", str(act.me)}
        words = (
            fields.get(_GAME, ""),
            fields.get(_LEVEL, "") if alone else f"<@{friend}>",
            fields.get(_MORE, ""),
            fields.get(_TIME, "").removeprefix(_NO_LIMIT),
        )
        await act.run(" ".join(("start", *filter(None, words))))

    async def _open(self, act: Act, session: Session | None) -> None:
        with text.privately():
            fields = _fields(act, session)
            await act.open_form(text.said(guide_text.FORM_TITLE), FORM, fields)


def _fields(act: Act, session: Session | None) -> Iterable[Field]:
    """The fields of the form. Friends are those of a server, where the bot is a member."""
    rules = act.settings.game if session is None else session.rules
    yield _game(rules)
    if act.guild is not None and not act.outside:
        yield _friend(_opponent(session, act.person.id))
    chosen = session.bot.level if session is not None and session.bot is not None else None
    yield _level(rules, act.settings.level if chosen is None else chosen)
    yield _more(act, session)
    if not act.outside:
        yield _time(session)


def _game(usual: Rules) -> Field:
    games = {title(usual): typed_name(usual)} | offered_games("")
    options = [
        discord.SelectOption(label=name[:LONGEST_OPTION], value=word, default=name == title(usual))
        for name, word in games.items()
    ]
    return _label(guide_text.GAME, ui.Select(custom_id=_GAME, options=options))


def _friend(opponent: UserId | None) -> Field:
    chosen = [] if opponent is None else [discord.Object(opponent, type=discord.User)]
    select: Any = ui.UserSelect(
        custom_id=_FRIEND, required=False, min_values=0, default_values=chosen
    )
    return _label(guide_text.FRIEND, select, guide_text.NO_FRIEND)


def _opponent(session: Session | None, user: UserId) -> UserId | None:
    """The person whom somebody has played, if they played one."""
    people = [] if session is None or session.leader is not None else session.people
    others = [person.id for person in people if isinstance(person, Person) and person.id != user]
    return others[0] if len(others) == 1 and len(people) > 1 else None


def _level(rules: Rules, usual: LevelChoice) -> Field:
    options = [
        discord.SelectOption(
            label=level_name(level),
            value=level.value,
            description=manner(level, rules)[:LONGEST_OPTION],
            default=level is usual,
        )
        for level in (Level.ADAPTIVE, *LADDER)
    ]
    select: Any = ui.Select(custom_id=_LEVEL, options=options, required=False, min_values=0)
    return _label(guide_text.LEVEL, select)


def _more(act: Act, session: Session | None) -> Field:
    """What several may be chosen of: a side, and what holds in the game."""
    usual = act.settings.casual
    casual = usual if session is None else session.casual
    options = [
        discord.SelectOption(label=text.said(guide_text.AS_X), value=Side.X.value.lower()),
        discord.SelectOption(label=text.said(guide_text.AS_O), value=Side.O.value.lower()),
        discord.SelectOption(
            label=str(CASUAL_TAG), value="casual", description=str(CASUAL), default=casual
        ),
        discord.SelectOption(
            label=str(STRICT_TAG),
            value="strict",
            description=text.said(STRICT)[:LONGEST_OPTION],
            default=session is not None and session.strict,
        ),
    ]
    played = None if session is None else session.series
    for length in dict.fromkeys((*_LENGTHS, *((played,) if played else ()))):
        options.append(
            discord.SelectOption(
                label=length_name(length), value=str(length), default=length == played
            )
        )
    if usual:
        rated = discord.SelectOption(label=str(RATED_TAG), value="rated", default=not casual)
        options.append(rated)
    select: Any = ui.Select(
        custom_id=_MORE,
        options=options,
        required=False,
        min_values=0,
        max_values=len(options),
        placeholder=text.said(guide_text.BY_CHANCE),
    )
    return _label(guide_text.MORE, select)


def _time(session: Session | None) -> Field:
    times = {_NO_LIMIT: text.said(guide_text.NO_LIMIT)}
    clock = None if session is None else session.clock
    limit = clock.limit if clock is not None and clock.agreed else None
    shown = {*_TIMES, *((limit,) if limit else ())}
    times |= {span(time).replace(" ", ""): span(time) for time in sorted(shown)}
    return _radio(guide_text.TIME, _TIME, times, span(limit).replace(" ", "") if limit else "")


def _radio(label: str, name: str, options: Mapping[str, str], chosen: str = "") -> Field:
    """A group of options, of which the chosen one, or else the first, is set."""
    usual = chosen or next(iter(options))
    made = [
        discord.RadioGroupOption(label=shown, value=value, default=value == usual)
        for value, shown in options.items()
    ]
    group: Any = ui.RadioGroup(custom_id=name, options=made)
    return _label(label, group)


def _label(label: str, field: Any, description: str = "") -> Field:
    said = text.said(description) or None
    return ui.Label(text=text.said(label), description=said, component=field)
