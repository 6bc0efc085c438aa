"""The help, its pages, the menus that do what can be typed, and a greeting for new servers."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.bot import GameBot
from bot.edge.buttons import LONGEST_OPTION
from bot.edge.places import Place
from bot.edge.sending.refusals import UNSENT
from bot.edge.ways import Chosen, group, press, slash_command
from bot.errors import KinarowError, UserError
from bot.features.guide import buttons
from bot.features.guide import text as guide_text
from bot.features.guide.store import Greetings
from bot.features.play.boards import PressedBoards
from bot.games.games import Games
from bot.match import grammar
from bot.match.players import read_level
from bot.match.session import GuildId, Person, Session
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.languages import NAMES, language_named
from bot.show.page import Page
from bot.show.text.guide import PAGE_LABELS, HelpPage
from bot.show.text.levels import introduction, step_line
from bot.store.results import Results
from engine import Level

_HELP: Final = "help"
_MOST_OPPONENTS: Final = 3
"""The most people whom one has played often and is offered another game with."""
_PAGES: Final = "|".join(page.value for page in HelpPage)
_MENTION: Final = re.compile("<@[!&]?[0-9]{1,20}>|@(?:here|everyone)")
_KIN: Final = {"first": "x", "second": "o", "random": "x", "dark": "style"}
"""Words that are explained in the line of another word."""


@dataclass(frozen=True, slots=True)
class Help:
    """Tells how to play, and what each word means."""

    games: Games
    boards: PressedBoards
    results: Results

    @group(fallback=_HELP)
    @app_commands.describe(command="what one of them does, such as start")
    async def ttt(self, act: Act, *, command: str = "") -> None:
        """How to play, with examples."""
        words = command.strip()
        asked, _, about = words.lower().partition(" ")
        by_name = act.called == _HELP  # not what was typed, or asked for in words
        if not by_name and asked == HelpPage.MORE.value and not about:
            await self._tell_more(act)
        elif not by_name and (move := grammar.asked_move(words)) is not None:
            await act.run(f"play {move}")
        elif by_name and asked:
            await self._tell_about(act, words.lower())
        elif words.startswith(grammar.ASKED_BACK) and about.split()[0] in act.bot.asked:
            await self._ask_back(act, words.removeprefix(grammar.ASKED_BACK))
        elif asked in {"", _HELP, "?"} and about:
            await self._tell_about(act, about)
        elif asked in {"", _HELP, "?"}:
            act.charge(Cost.COMMAND)
            await self._tell(act, None, alone=by_name)
        elif language := _language_in(words):
            await act.run(f"language {language}")
        else:
            known = [_HELP, *(name for name in act.bot.asked if name), *grammar.SUGGESTED]
            word = grammar.strange_word(words, text.spoken_language())
            raise grammar.unknown(_MENTION.sub("@…", word), known)

    @slash_command("do", cost=Cost.FREE, whole=True, complete={"words": "offered"})
    @app_commands.describe(words="what you could type after !ttt, such as hint, draw or undo")
    @press(r"ttt:do:(?P<words>(?s:.+))", cost=Cost.FREE)
    async def do(self, act: Act, words: str) -> None:
        """Anything that can be typed: hint, undo, draw, style text ..."""
        await act.run(words)

    async def offered(self, place: Place, typed: str, _chosen: Chosen) -> dict[str, str]:
        """The commands whose name contains what was typed, with what they do."""
        wanted = typed.strip().lower()
        found = {one.name: one.about for name, one in place.bot.asked.items() if wanted in name}
        shown = {name: f"{name} · {text.said(found[name])}" for name in sorted(found)}
        return {words[:LONGEST_OPTION]: name for name, words in shown.items()}

    @press(rf"ttt:help:(?P<page>{_PAGES})")
    async def turn(self, act: Act, page: HelpPage) -> None:
        """Show a page of the help to whoever presses, in place if nobody else sees it."""
        await act.show_alone(partial(self._page, act, page))

    @press(r"ttt:about:(?P<word>[a-z0-9]+)")
    async def tell(self, act: Act, word: str) -> None:
        """Tell whoever has chosen a word about it, below the same menu."""
        await act.show_alone(partial(self._page, act, HelpPage.MORE, word))

    async def _page(
        self, act: Act, page: HelpPage, word: str | None = None
    ) -> tuple[Page, ui.View]:
        words, view = await self._guided(act, page)
        return Page(words if word is None else _about(act, word)), view

    async def _guided(self, act: Act, page: HelpPage) -> tuple[str, ui.View]:
        """A page of the help; that about friends with whom the asker has played most."""
        in_server, often = act.guild is not None, list[tuple[Person, int]]()
        if page is HelpPage.FRIENDS and in_server:
            often = await self.results.opponents(act.scope, act.person.id, _MOST_OPPONENTS)
        opponents = [person for person, _ in often]
        words = "\n".join(filter(None, (_guide(act, page), guide_text.often(often))))
        return words, buttons.page_view(page, in_server=in_server, opponents=opponents)

    async def _tell(self, act: Act, page: HelpPage | None, *, alone: bool) -> None:
        """Tell how to begin, or show a page: for all who read there, or to the asker alone."""
        with text.privately() if alone else nullcontext():
            words, view = _guide(act, page), buttons.help_view()
            if page is not None:
                words, view = await self._guided(act, page)
            shown = view if act.bot.taken_buttons.taken and act.may_play else None
            await (act.reply if alone else act.say)(words, shown)

    async def _tell_about(self, act: Act, words: str) -> None:
        """Explain a word, to the asker alone if Discord can do that."""
        language, loose = text.spoken_language(), grammar.Reading.LOOSE
        asked = grammar.in_english(words, language, _HELP, loose) or words
        word = asked.split()[0]
        known = act.bot.asked.get(word)
        name = word if known is None else known.name
        if known is None and _is_game(asked):
            await act.run(f"rules {asked}")
            return
        act.charge(Cost.COMMAND)
        if word in _PAGES.split("|"):
            await self._tell(act, HelpPage(word), alone=act.press is not None)
            return
        with text.privately():
            kind = word == guide_text.KINDNESS
            in_game = kind and await self._own_game(act) is not None
            answer = guide_text.thanks(act.prefix, in_game=in_game) if kind else _about(act, name)
        if not answer and grammar.wants_start(name, act.settings.game):
            answer = _about(act, "start")
        if not answer:
            raise grammar.unknown(word, [one for one in act.bot.asked if one])
        with text.privately():
            await act.reply(answer)

    async def _ask_back(self, act: Act, words: str) -> None:
        """Ask whether a command was meant, which a button runs: a sentence was only guessed."""
        act.charge(Cost.COMMAND)
        name = act.bot.asked[words.split()[0].lower()].name
        with text.privately():
            named = _MENTION.sub("@…", words)
            answer = guide_text.asked_back(act.prefix, named, _about(act, name))
            label = grammar.typed_as(named, text.spoken_language())
            shown = act.bot.taken_buttons.taken and act.may_play
            await act.reply(answer, buttons.asked_view(label, words) if shown else None)

    async def _tell_more(self, act: Act) -> None:
        """The menu of the person's game, or that page of the help; in an opening it is a choice."""
        session = await self._own_game(act)
        if session is not None and session.choices:
            await act.run(f"play {HelpPage.MORE.value}")
        elif session is None or not act.bot.taken_buttons.taken:
            await self._tell_about(act, HelpPage.MORE.value)
        else:
            act.charge(Cost.COMMAND)
            with text.privately():
                view = buttons.board_menu_view(session, act.prefix)
                await act.reply(str(guide_text.MENU_HEADING), view)

    async def _own_game(self, act: Act) -> Session | None:
        session = await self.games.turns.find(act.channel)
        return session if session is not None and session.is_played_by(act.person.id) else None

    @press(action_id(BoardAction.MENU))
    async def open_menu(self, act: Act) -> None:
        """Show whoever presses what else can be done in this game."""
        session = await self.boards.live(act)
        view = partial(buttons.board_menu_view, session, act.prefix)
        await act.whisper(lambda: (str(guide_text.MENU_HEADING), view()))


def _guide(act: Act, page: HelpPage | None = None) -> str:
    """The help for a channel, or a page of it."""
    if not act.may_play:
        return text.closed(act.bot.guild_settings.chosen(act.scope).channels, act.prefix)
    here = {"typed": act.reads, "alone": act.alone, "outside": act.outside}
    return text.help(act.prefix, act.settings, page=page, **here)


def _about(act: Act, word: str) -> str:
    """The help on a command, on a word after one, or on a level."""
    level, rules = read_level(word), act.settings.game
    if isinstance(level, Level):
        adaptive = level is Level.ADAPTIVE  # it has no strength of its own
        return introduction(level, rules) if adaptive else step_line(rules, level)
    asked = _KIN.get(word, word)
    return text.help_of(asked, act.prefix, act.settings, typed=act.reads, outside=act.outside)


def _language_in(words: str) -> str:
    """The language that is named and no more, as in `deutsch` and `in german please`; else ""."""
    name = grammar.in_english(words, text.spoken_language())
    is_code = name.lower() in map(str.lower, NAMES)
    return "" if is_code or language_named(name) is None else name


def _is_game(words: str) -> bool:
    """Whether words name a game."""
    try:
        grammar.parse_game(words)
    except UserError:
        return False
    return True


log = logging.getLogger(__name__)

_NEW: Final = timedelta(days=3)
"""How long after it was invited a server is greeted by a bot that was down then. No longer, so that
a database of before there were greetings sends none to old servers."""


class Greeting(commands.Cog):
    """Greets servers."""

    def __init__(self, bot: GameBot, greetings: Greetings) -> None:
        self._bot = bot
        self._greetings = greetings

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server has invited the bot. What fails is left: a greeting is never said twice."""
        try:
            await self.greet(guild)
        except (KinarowError, *UNSENT) as error:
            log.warning("server %s was not greeted: %s", guild.id, error)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Greet the servers that invited the bot while it was down."""
        now = self._bot.clock.now()
        for guild in self._bot.guilds:
            joined = None if guild.unavailable else guild.me.joined_at
            if guild.shard_id == shard_id and joined is not None and now - joined < _NEW:
                await self.on_guild_join(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server where its own messages are posted, or where the bot may first write."""
        channel = next((one for one in _channels(guild) if _may_write(one)), None)
        if channel is None or not await self._greetings.note(GuildId(guild.id)):
            return
        place = Place(self._bot, channel)
        with place.speaking():
            play = text.said(PAGE_LABELS[HelpPage.PLAY])
            words = guide_text.greeting(text.help_title(), place.prefix, play)
            await place.screen.post(Page(words), buttons.help_view())


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    if guild.system_channel is not None:
        yield guild.system_channel
    yield from guild.text_channels


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages
