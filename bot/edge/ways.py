"""The marks that say which ways lead to a method of a feature, and the options of commands.

The door (bot/edge/door.py) connects them.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, Final, Self, TypeVar

from discord import app_commands
from discord.ext import commands

from bot.edge.buttons import LONGEST_OPTION
from bot.edge.places import CommandChannels, Place, Way
from bot.errors import UserError
from bot.match import grammar
from bot.match.guilds import GuildSettings
from bot.match.players import read_level
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.text.words import title
from engine import LADDER, PRESETS, Level, Rules, is_measured, level_near, strength

describe = app_commands.describe
"""Mark a method with what the options of its slash command are."""

Handler = TypeVar("Handler", bound=Callable[..., Coroutine[Any, Any, None]])

Chosen = Mapping[str, str]
"""What somebody has chosen among the options so far, while they type another one."""
Offer = Callable[[Place, str, Chosen], Awaitable[dict[str, str]]]
"""Offers words for what somebody has typed so far: by what is shown."""

_MARKS: Final = "__ways__"
"""The attribute of a method that holds the ways to it."""
GROUP: Final = "ttt"
"""The command that has all typed commands below it."""


@dataclass(frozen=True, slots=True)
class WayIn:
    """One way that leads to a method of a feature."""

    kind: Way
    name: str
    """The name of a command, or the pattern of an id."""
    cost: Cost
    allowed: CommandChannels
    slash: bool = True
    complete: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The method that offers words for an option while somebody types, by option."""
    any_message: bool = False
    """Whether the menu of any message leads there, which the method is given."""
    own: bool = False
    """Whether it is a slash command alone, with options of its own, and not typed."""
    beside: bool = False
    """Whether that stands beside `/ttt`, not below it."""
    whole: bool = False
    """Whether its words are a whole command, which `Act.run` puts into English."""
    settings: dict[str, Any] = field(default_factory=dict, compare=False)
    """What else discord.py is told about a command."""


def command(
    name: str,
    *,
    cost: Cost = Cost.COMMAND,
    allowed: CommandChannels = CommandChannels.PLAYABLE,
    slash: bool = False,
    complete: Mapping[str, str] | None = None,
    **settings: Any,
) -> Callable[[Handler], Handler]:
    """Mark a method as a command below `!ttt`, and with `slash` below `/ttt` too.

    All typed commands can be used there with `/ttt do`; a list of few names is read. `complete`
    names by option the method that offers words while somebody types: by what is shown.
    """
    way = WayIn(Way.TYPED, name, cost, allowed, slash, complete or {}, settings=settings)
    return _marked(way)


def choices(**words: Iterable[str]) -> Callable[[Handler], Handler]:
    """Mark a method with the words from which people choose an option of its slash command."""
    return app_commands.choices(
        **{
            option: [app_commands.Choice(name=word, value=word) for word in offered]
            for option, offered in words.items()
        }
    )


def group(*, fallback: str, **settings: Any) -> Callable[[Handler], Handler]:
    """Mark a method as `!ttt` itself, which has all typed commands below it.

    As a slash command it is `/ttt` with its `fallback`, since Discord cannot call a group itself.
    """
    settings |= {"fallback": fallback, "case_insensitive": True}
    return _marked(WayIn(Way.TYPED, GROUP, Cost.FREE, CommandChannels.ANY, settings=settings))


def slash_command(
    name: str,
    *,
    cost: Cost = Cost.PRESS,
    allowed: CommandChannels = CommandChannels.ANY,
    beside: bool = False,
    whole: bool = False,
    complete: Mapping[str, str] | None = None,
    **settings: Any,
) -> Callable[[Handler], Handler]:
    """Mark a method as a slash command that is not typed, below `/ttt` or `beside` it."""
    offers = complete or {}
    way = WayIn(
        *(Way.SLASH, name, cost, allowed),
        complete=offers,
        own=True,
        beside=beside,
        whole=whole,
        settings=settings,
    )
    return _marked(way)


def _mark(
    kind: Way,
    name: str,
    *,
    cost: Cost = Cost.PRESS,
    allowed: CommandChannels = CommandChannels.ANY,
    any_message: bool = False,
) -> Callable[[Handler], Handler]:
    """Mark a method for a name, or for the ids of a pattern."""
    return _marked(WayIn(kind, name, cost, allowed, any_message=any_message))


member_menu: Final = partial(_mark, Way.MENU)
"""Marks a command in the menu of a member, whom it is given as a person."""
board_menu: Final = partial(_mark, Way.BOARD_MENU)
"""Marks a command in the menu of a message with a board: the `ref` of the act."""
message_menu: Final = partial(_mark, Way.BOARD_MENU, cost=Cost.COMMAND, any_message=True)
"""Marks a command in the menu of any message, which it is given.

If that is a board it is the `ref` of the act."""
press: Final = partial(_mark, Way.PRESS)
"""Marks what buttons whose ids match a pattern do.

Its groups are the arguments, converted to the method's annotations. A board with its fingerprint is
no argument, but the `ref` of the act."""
box: Final = partial(_mark, Way.BOX)
"""Marks what gets what is `written` into boxes with ids of a pattern; of a form all `fields`."""
reply: Final = partial(_mark, Way.REPLY)
"""Marks what gets a move `written` in reply to a message of the bot.

The message has a button whose id matches a pattern."""


def _marked(way: WayIn) -> Callable[[Handler], Handler]:
    def mark(method: Handler) -> Handler:
        setattr(method, _MARKS, (way, *getattr(method, _MARKS, ())))
        return method

    return mark


def ways_of(feature: type) -> list[tuple[WayIn, Callable[..., Any]]]:
    """Every way into a feature, with the method that it leads to."""
    methods = vars(feature).values()
    return [(way, method) for method in methods for way in getattr(method, _MARKS, ())]


def described(feature: type) -> Iterator[tuple[str, str]]:
    """The names and descriptions of the commands of a feature, and of the options that they have.

    What is only typed is described too: `/ttt do` offers it.
    """
    for way, method in ways_of(feature):
        if way.kind is Way.TYPED and not way.slash and way.name != GROUP:
            yield f"{GROUP} do {way.name}", about(method)
        elif way.kind in {Way.TYPED, Way.SLASH}:

            async def nothing(*_: Any) -> None:
                """Stand for what it does: only its description counts."""

            made = slash_of(way, method.__get__(feature), nothing)
            name = way.name if way.beside else f"{GROUP} {made.name}"
            if way.name == GROUP:
                yield GROUP, made.description
            yield name, made.description
            for option in made.parameters:
                yield f"{name} {option.name}", str(option.description)


def about(method: Callable[..., Any]) -> str:
    """What a command does: the first line of its docstring."""
    return (inspect.getdoc(method) or "").partition("\n")[0]


def options_of(method: Callable[..., Any], run: Callable[..., Coroutine[Any, Any, None]]) -> Any:
    """Return `run` as discord.py accepts it as a command, with the options of a method."""
    command = wraps(method)(run)
    command.__qualname__ = command.__name__  # or it would be taken for a method, with `self`
    return command


def slash_of(
    way: WayIn, method: Callable[..., Any], run: Callable[..., Coroutine[Any, Any, None]]
) -> app_commands.Command[Any, ..., Any]:
    """A slash command of its own, or the slash side of a typed one."""
    function = options_of(method, run)
    if way.name == GROUP:
        whole: Any = commands.hybrid_group(name=GROUP, **way.settings)(function)
        fallback: app_commands.Command[Any, ..., Any] = whole.app_command.get_command(
            way.settings["fallback"]
        )
        return fallback
    if not way.own:
        hybrid: Any = commands.hybrid_command(name=way.name)(function)
        below: app_commands.Command[Any, ..., Any] = hybrid.app_command
        return below
    # discord.py would look its annotations up here
    function.__signature__ = inspect.signature(method, eval_str=True)
    words = inspect.getdoc(method) or ""
    make = app_commands.command(name=way.name, description=words, **way.settings)
    own: app_commands.Command[Any, ..., Any] = make(function)
    return own


_LEVELS: Final = (Level.ADAPTIVE, *LADDER)
_GAMES: Final = (*PRESETS, "4x4", "5x5x4", "4x6x3", "19x19 renju", "5x5x4g", "3x3 misere")
"""The games that are offered; any other board can be typed."""


def flag(description: str) -> Any:
    """An option that nobody has to choose."""
    return commands.flag(default=None, description=description)


class Options(commands.FlagConverter):
    """What somebody chose among the options, or all that they typed after the command."""

    typed = ""

    @classmethod
    async def convert(cls, ctx: commands.Context[Any], argument: str) -> Self:
        """Keep typed words as they are: the grammar reads them in any order."""
        options = await super().convert(ctx, "")
        options.typed = argument
        return options

    @classmethod
    def of(cls, words: str) -> Self:
        """The options of a command as words say them."""
        options = cls.__new__(cls)
        for flag in cls.get_flags().values():
            setattr(options, flag.attribute, flag.default)
        options.typed = words
        return options


def offered_levels(typed: str, game: str, settings: GuildSettings) -> dict[str, str]:
    """The levels to choose from while somebody types: by name, or nearest to a strength.

    These are the words for them, by what is shown. Each shows its strength on the board that `game`
    names, or on the usual one.
    """
    rules, wanted = _rules(game, settings.game), typed.strip().lower()
    choice = read_level(wanted)
    if choice is not None and not isinstance(choice, Level):
        nearest = text.level_name(level_near(rules, choice))
        return {f"{choice}: {nearest}": str(choice)}
    named = [(_shown(rules, level), level.value) for level in _LEVELS]
    return {name: word for name, word in named if wanted in word or wanted in name.lower()}


def offered_games(typed: str) -> dict[str, str]:
    """The games whose name contains what was typed, and what was typed if it says another game.

    These are the words for them, by what is shown.
    """
    wanted = " ".join(typed.lower().split())
    named = {title(Rules.parse(game)): game for game in _GAMES}
    found = {name: game for name, game in named.items() if wanted in f"{name} {game}".lower()}
    if wanted and not found:
        with suppress(UserError):
            rules = grammar.parse_start(typed, Rules.parse("3x3")).rules
            return {f"{title(rules)}: {typed.strip()}"[:LONGEST_OPTION]: typed.strip()}
    return found


def _rules(game: str, default: Rules) -> Rules:
    """The board that an option names so far, otherwise the usual one."""
    try:
        return grammar.parse_start(game, default).rules
    except UserError:  # not fully typed yet
        return default


def _shown(rules: Rules, level: Level) -> str:
    name = text.level_name(level)
    known = level is not Level.ADAPTIVE and is_measured(rules)
    return f"{name} · {strength(rules, level)}" if known else name
