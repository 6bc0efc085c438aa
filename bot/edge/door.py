"""The one door into the bot: what people type, choose and press becomes an act of a feature.

A feature is a class with plain methods on an `Act`, each marked with the ways that lead to it:

    class Explore:
        @command("explore", cost=Cost.SEARCH)
        async def explore(self, act: Act, *, position: str = "") -> None:
            ...

        @press(r"ttt:explore:(?P<step>back|start|[0-9]+):(?P<packed>.+)", cost=Cost.COMMAND)
        async def step(self, act: Act, step: str, packed: str) -> None:
            ...

The marks are only notes (bot/edge/ways.py): the table of all ways can be read without a bot. The
door reads it once for all bots of a process. In one place each act gets its log context, its
language, its cost, the check whether it is allowed there, and the answer to an error.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.apologies import apologise
from bot.edge.board_buttons import board_ref
from bot.edge.bot import Asked, GameBot
from bot.edge.buttons import ANSWER, MENU, Ids, custom_ids, read_box
from bot.edge.channels import player
from bot.edge.places import TARGET, CommandChannels, Place, Source, Way
from bot.edge.sending.refusals import UNSENT
from bot.edge.ways import GROUP, Offer, Options, WayIn, about, options_of, slash_of, ways_of
from bot.errors import EngineCompiling, KinarowError, Problem, UserError
from bot.match import grammar
from bot.match.session import MessageId, UserId
from bot.monitoring.logs import set_log_context
from bot.pool.bounds import Cost
from bot.show import text

log = logging.getLogger(__name__)

_MOST_OFFERED: Final = 25
"""The most choices that Discord shows while somebody types."""


Method = Callable[..., Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A way in that is open: the ids that lead to it, and the method of a feature."""

    way: WayIn
    ids: Ids
    method: Method
    takes_fields: bool
    """Whether the method gets all fields of a form, not what is written into a box."""

    @classmethod
    def of(cls, way: WayIn, function: Callable[..., Any], method: Method) -> _Entry:
        """The entry to a function of a feature, which is called as a method."""
        parameters = inspect.signature(function, eval_str=True).parameters
        ids = Ids(way.name, {name: one.annotation for name, one in parameters.items()})
        return cls(way, ids, method, "fields" in parameters)

    def written(self, fields: dict[str, str]) -> dict[str, Any]:
        """The argument that a box is for its method: the only field, or all that a form has."""
        return {"fields": fields} if self.takes_fields else {"written": fields.get(ANSWER, "")}


class _Ways:
    """The ways into some features. They are the same for every bot, and made once for all."""

    def __init__(self, features: Iterable[type]) -> None:
        self.presses: list[_Entry] = []
        self.boxes: list[_Entry] = []
        self.replies: list[_Entry] = []
        self.asked: dict[str, Asked] = {}
        self.beside: list[app_commands.Command[Any, ..., Any] | app_commands.ContextMenu] = []
        """The menus, and the slash commands that are not below the group."""
        found = [(way, kind, method) for kind in features for way, method in ways_of(kind)]
        found.sort(key=lambda one: one[0].name != GROUP)
        entries = {Way.PRESS: self.presses, Way.BOX: self.boxes, Way.REPLY: self.replies}
        for way, kind, function in found:
            method = _method(kind, function)
            if way.kind in entries:
                entries[way.kind].append(_Entry.of(way, function, method))
            elif way.kind in {Way.MENU, Way.BOARD_MENU}:
                self._add_menu(way, method)
            else:
                self._add_command(way, kind, function, method)

    def _add_command(
        self, way: WayIn, kind: type, function: Callable[..., Any], method: Method
    ) -> None:
        async def run(source: Source, /, *args: Any, **options: Any) -> None:
            if isinstance(source, discord.Interaction):
                source = await source.client.get_context(source)
            assert isinstance(source, commands.Context), "a command is typed or chosen"
            act = Act(source.bot, source)
            read = partial(dict, options) if way.whole else partial(_in_english, act, options)
            # read once the language of the act is set
            await enter(act, way.cost, lambda: method(act, *args, **read()), way.allowed)

        bound = function.__get__(kind)  # as if it were called on a feature: without `self`
        if way.own:
            made: Any = slash_of(way, bound, run)
            if way.beside:
                self.beside.append(made)
            else:
                assert self.group.app_command is not None, "it is a slash command too"
                self.group.app_command.add_command(made)
        elif way.name == GROUP:
            make: Any = commands.hybrid_group(name=GROUP, **way.settings)
            self.group: commands.HybridGroup[Any, ..., Any] = make(options_of(bound, run))
            self.asked[""] = Asked(GROUP, about(function), _in_words(way, function, method))
            return
        else:
            make = self.group.command(name=way.name, with_app_command=way.slash, **way.settings)
            made = make(options_of(bound, run))
            asked = Asked(way.name, about(function), _in_words(way, function, method))
            self.asked |= dict.fromkeys((way.name, *made.aliases), asked)
        for option, name in way.complete.items():
            made.autocomplete(option)(_offering(kind, name))

    def _add_menu(self, way: WayIn, method: Method) -> None:
        async def on_member(interaction: discord.Interaction[Any], person: discord.User) -> None:
            interaction.extras[TARGET] = person
            act = Act(interaction.client, interaction)
            await enter(act, way.cost, partial(method, act, player(person)), way.allowed)

        async def on_message(
            interaction: discord.Interaction[Any], message: discord.Message
        ) -> None:
            act = Act(interaction.client, interaction)
            act.pressed = MessageId(message.id)
            act.ref = board_ref(message) if message.author.id == act.me else None

            async def run() -> None:
                if act.ref is None and not way.any_message:
                    raise UserError(Problem.NOT_A_BOARD)
                await method(act, *([message] if way.any_message else []))

            await enter(act, way.cost, run, way.allowed)

        run: Any = on_member if way.kind is Way.MENU else on_message
        name = app_commands.locale_str(way.name)
        self.beside.append(app_commands.ContextMenu(name=name, callback=run))


_ways_into = cache(_Ways)


class Door(commands.Cog):
    """Lets people in to the features that it was opened to."""

    def __init__(self, bot: GameBot, features: Iterable[object]) -> None:
        self.bot = bot
        self._features = tuple(features)
        self._ways = _ways_into(tuple(map(type, self._features)))

    async def cog_load(self) -> None:
        """Connect all ways of the features."""
        for feature in self._features:
            if isinstance(feature, commands.Cog):  # it listens to Discord as well
                await self.bot.add_cog(feature)
        self.bot.add_command(self._ways.group)
        for command in self._ways.beside:
            self.bot.tree.add_command(command)
        self.bot.asked |= self._ways.asked

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a press or a sent box. One that Discord delivers twice is handled once."""
        if interaction.type is discord.InteractionType.component:
            data: Any = interaction.data
            chosen = data.get("values") or [""]
            id_ = str(data.get("custom_id", ""))
            id_ = str(chosen[0]) if id_.startswith(MENU) else id_
            if (found := self._pressed(id_)) is None:
                return
            if self.bot.handled.meet(interaction.id):
                await _run(Act(self.bot, interaction), *found)
        elif interaction.type is discord.InteractionType.modal_submit:
            for entry in self._ways.boxes:
                if (sent := read_box(interaction, entry.ids.pattern)) is not None:
                    match, fields = sent
                    await _run(Act(self.bot, interaction), entry, match, **entry.written(fields))
                    return

    async def press(self, act: Act, id_: str) -> bool:
        """Do what a button with this id does. Returns False if no feature has such a button."""
        if (found := self._pressed(id_)) is not None:
            await _run(act, *found)
        return found is not None

    async def write(self, act: Act, id_: str, fields: dict[str, str]) -> None:
        """Do what a sent box with this id does, with what was written into its fields."""
        for entry in self._ways.boxes:
            if match := entry.ids.pattern.fullmatch(id_):
                await _run(act, entry, match, **entry.written(fields))
                return

    def _pressed(self, id_: str) -> tuple[_Entry, re.Match[str]] | None:
        matches = ((entry, entry.ids.pattern.fullmatch(id_)) for entry in self._ways.presses)
        return next(((entry, match) for entry, match in matches if match), None)

    async def let_in(self, message: discord.Message, hear: Method, *word: str) -> None:
        """Let in a typed message that may be a move or an answer, which costs nothing."""
        act = Act(self.bot, message)
        await enter(act, Cost.FREE, partial(hear, act, *word))

    async def hear(self, message: discord.Message, written: str) -> bool:
        """Handle a move in reply to the bot (`bare_word`). Returns whether a feature accepts it."""
        if (found := self._replied_to(message)) is None:
            return False
        await _run(Act(self.bot, message, Way.REPLY), *found, written=written)
        return True

    def takes(self, message: discord.Message) -> bool:
        """Whether a feature accepts replies to the message that this one replies to."""
        return self._replied_to(message) is not None

    def _replied_to(self, message: discord.Message) -> tuple[_Entry, re.Match[str]] | None:
        replied = message.reference.resolved if message.reference else None
        if not isinstance(replied, discord.Message):
            return None
        for id_, entry in product(custom_ids(replied), self._ways.replies):
            if match := entry.ids.pattern.fullmatch(id_):
                return entry, match
        return None


async def _run(act: Act, entry: _Entry, match: re.Match[str], **written: Any) -> None:
    """Do what an id means, with what was written."""
    act.ref = entry.ids.board(match)
    work = partial(entry.method, act, **entry.ids.arguments(match), **written)
    await enter(act, entry.way.cost, work, entry.way.allowed)


async def enter(
    act: Act,
    cost: Cost,
    work: Callable[[], Coroutine[Any, Any, None]],
    allowed: CommandChannels = CommandChannels.ANY,
) -> None:
    """Do what somebody asks for, at a cost, if it is allowed there.

    An error is logged, and answered with one sentence.

    Answers are in the language of the channel or of the person. Nothing is done for a person who
    has asked for too much: they are told to wait now and then.
    """
    set_log_context(act.channel)
    with act.bot.in_flight, act.answering():
        try:
            await act.pay(cost)
            try:
                await act.check_channel(allowed)
                async with act.bot.acting.act(UserId(act.person.id)):
                    await work()
            except UserError as error:
                if act.paid is Cost.FREE and error.problem is not Problem.TOO_FAST:
                    await act.pay(Cost.COMMAND)  # a refusal costs as much
                raise
        except Exception as error:
            if _was_told_to_wait(act, error):
                return
            if act.bot.is_closed():  # nothing can be answered, and the next process goes on
                log.info("broken off by the end of the program: %r", error)
                return
            if isinstance(error, (KinarowError, *UNSENT)):
                if not isinstance(error, UserError | EngineCompiling):
                    log.warning("%r", error)
                    act.bot.metrics.failed(error)
            else:
                log.exception("a defect")
                act.bot.metrics.failed(error)
            await apologise(act, error)


def _in_english(act: Act, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a slash command in English; those of a typed one are so already."""
    if act.press is None:
        return options
    found = dict(options)
    for name, value in options.items():
        if isinstance(value, str):
            found[name] = grammar.in_english(value, text.spoken_language(), after=name)
        elif isinstance(value, Options):
            for flag in value.get_flags().values():
                chosen = getattr(value, flag.attribute)
                setattr(value, flag.attribute, _in_english(act, {flag.name: chosen})[flag.name])
    return found


def _was_told_to_wait(act: Act, error: Exception) -> bool:
    """Whether a person asks for too much, and was told so a moment ago."""
    too_fast = isinstance(error, UserError) and error.problem is Problem.TOO_FAST
    return too_fast and not act.bot.cooldowns.may_tell(act.person.id)


def _method(kind: type, function: Method) -> Method:
    """A method of a feature that is called with an act: on the feature of the bot that it is of."""

    async def method(act: Act, *args: Any, **options: Any) -> None:
        await function(act.bot.features[kind], act, *args, **options)

    return method


def _offering(kind: type, name: str) -> Callable[..., Any]:
    """What offers words for an option while somebody types."""

    async def offering(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        chosen = {key: value for key, value in interaction.namespace if isinstance(value, str)}
        place = Place(interaction.client, interaction)
        offer: Offer = getattr(place.bot.features[kind], name)
        with place.answering(), text.privately():
            found = await offer(place, typed, chosen)
        choices = [app_commands.Choice(name=name, value=word) for name, word in found.items()]
        return choices[:_MOST_OFFERED]

    return offering


def _in_words(
    way: WayIn, function: Callable[..., Any], method: Method
) -> Callable[[Act, str], Coroutine[Any, Any, None]]:
    """How an act that has been let in runs a command, with the words after its name.

    Its last parameter takes the words, as they are or read as options, unless it takes none.
    """
    *_, last = inspect.signature(function, eval_str=True).parameters.values()
    kind = last.annotation
    takes_words = last.kind is inspect.Parameter.KEYWORD_ONLY
    reads_options = isinstance(kind, type) and issubclass(kind, Options)

    async def run(act: Act, words: str) -> None:
        await act.pay(way.cost)
        await act.check_channel(way.allowed)
        if takes_words:
            await method(act, **{last.name: kind.of(words) if reads_options else words})
        else:
            await method(act)

    return run
