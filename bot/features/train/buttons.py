"""The buttons of training, and the handlers of their presses.

The id of a button names the card that it stands under, and what the button does. What a person is
shown in a server they alone see; a card is found only together with the person whose card it is.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.edge.boxes import open_box, read_box
from bot.edge.buttons import Button, PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors, replying
from bot.edge.places import Interaction, Place, player, scope_at
from bot.edge.screens import PressScreen, PrivateScreen
from bot.edge.screens.base import BaseScreen
from bot.edge.sending import acknowledge
from bot.features.train import text as train_text
from bot.features.train.page import (
    answer_page,
    desk_page,
    hint_page,
    progress_page,
    solution_page,
)
from bot.features.train.service import Training
from bot.features.train.values import Card, CardAnswer, CardId, Finding
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import BoardStyle, Bot, ChannelId, GuildId, Pairing, Terms, UserId
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.page import Page
from bot.show.style import button_rows, has_buttons, move_name
from engine import Level

_CARD: Final = r"(?P<card>[0-9]+)"
_NEXT: Final = "next"
_PROGRESS: Final = "progress"
_WIN: Final = "win"
_ANSWER: Final = "answer"
_HINT: Final = "hint"
_SOLUTION: Final = "solution"
_PLAY: Final = "play"
_GENERAL: Final = f"{_NEXT}|{_PROGRESS}|{_WIN}"
_OF_CARD: Final = f"{_ANSWER}|{_HINT}|{_SOLUTION}|{_PLAY}"
_BOX: Final = re.compile(rf"ttt:train:form:{_CARD}")
_LONGEST_TITLE: Final = 45
"""The most characters of the title of a box (Discord's limit)."""

Shown = tuple[Page, ui.View]


def invitation_view() -> ui.View:
    """The button that begins, for whoever presses it."""
    return view_of([_button(train_text.TRAIN, _NEXT, style=discord.ButtonStyle.primary)])


def question_view(card: Card, style: BoardStyle, *, hint: bool = True) -> ui.View:
    """The buttons under a position that is asked for, as it is shown in a style."""
    acts = [_button(text.HINT, _HINT, card)] if hint else []
    if not has_buttons(card.position.rules):
        acts.insert(
            0,
            _button(train_text.ANSWER, _ANSWER, card, style=discord.ButtonStyle.primary),
        )
    acts.append(_button(train_text.SOLUTION, _SOLUTION, card))
    return view_of(*_moves(card, style), [*acts, _button(train_text.NEXT, _NEXT)])


def solved_view(card: Card) -> ui.View:
    """The buttons under a position that is solved, or whose solution is shown."""
    first = _button(train_text.NEXT, _NEXT, style=discord.ButtonStyle.primary)
    play = [_button(train_text.PLAY, _PLAY, card)] if card.worth == "win" else []
    return view_of([first, *play, _button(train_text.PROGRESS, _PROGRESS)])


def idle_view() -> ui.View:
    """The buttons where no position waits."""
    labels = {_NEXT: train_text.NEXT, _WIN: train_text.WIN_ANY, _PROGRESS: train_text.PROGRESS}
    return view_of([_button(label, act) for act, label in labels.items()])


class TrainButton(PressedButton, template=rf"ttt:train:(?P<act>{_GENERAL})"):
    """A button that begins the training or goes on with it."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        cog = TrainCog.of(interaction)
        acts: Mapping[str, Callable[[Interaction], Awaitable[None]]] = {
            _NEXT: cog.go_on,
            _PROGRESS: cog.show_progress,
            _WIN: cog.play,
        }
        await acts[self.match["act"]](interaction)


class CardButton(PressedButton, template=rf"ttt:train:(?P<act>{_OF_CARD}):{_CARD}"):
    """A button that does something with one position."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        cog = TrainCog.of(interaction)
        acts: Mapping[str, Callable[[Interaction, CardId], Awaitable[None]]] = {
            _ANSWER: cog.ask,
            _HINT: cog.hint,
            _SOLUTION: cog.solution,
            _PLAY: cog.play,
        }
        await acts[self.match["act"]](interaction, CardId(self.number("card")))


class TrainMoveButton(PressedButton, template=rf"ttt:train:move:{_CARD}:(?P<move>[0-9]+)"):
    """A button for a move as an answer."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        card = CardId(self.number("card"))
        await TrainCog.of(interaction).answer(interaction, card, self.match["move"])


class TrainCog(GameCog):
    """Trains people, each for themselves."""

    def __init__(self, bot: GameBot, training: Training, games: Games) -> None:
        super().__init__(bot)
        self._training = training
        self._games = games

    @app_commands.command(name="train")
    @app_commands.describe(show="progress: how you get on; otherwise the next position")
    @app_commands.choices(show=[app_commands.Choice(name=_PROGRESS, value=_PROGRESS)])
    async def slash(self, interaction: Interaction, show: str = "") -> None:
        """The positions of your own games in which you went wrong, until you find the move."""
        await (self.show_progress if show else self.go_on)(interaction)

    @replying(Cost.COMMAND)
    async def go_on(self, press: Interaction) -> None:
        """Show a person what lies before them."""
        await self.check_channel(press)
        await self._show(press, self.desk)

    @replying(Cost.COMMAND)
    async def show_progress(self, press: Interaction) -> None:
        """Show a person how they get on."""
        await self.check_channel(press)
        await self._show(press, self.progress)

    @replying(Cost.COMMAND)
    async def answer(self, press: Interaction, number: CardId, word: str) -> None:
        """Take a move as an answer."""

        async def shown(place: Place, screen: BaseScreen, user: UserId) -> Shown:
            answer = await self._training.answer(user, number, word)
            style = await self.style_of(place, user)
            draw = partial(answer_page, answer, style, capabilities=screen.capabilities)
            shown = screen.capabilities.style_for(answer.card.position.rules, style)
            return await self.drawn(place, draw), _answer_view(answer, shown)

        await self._show(press, shown)

    @replies_to_errors
    async def ask(self, press: Interaction, number: CardId) -> None:
        """Open the box to write an answer into, for boards with too many tiles for buttons."""
        card = await self._training.find(UserId(press.user.id), number)
        with text.privately():
            title = train_text.heading(card).replace("*", "")[:_LONGEST_TITLE]
            label = text.said(train_text.WHICH_MOVE)
            await open_box(press, title, label, f"ttt:train:form:{number}")

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take what was written into a box."""
        if (sent := read_box(interaction, _BOX)) is not None:
            match, word = sent
            word = grammar.move_text(word) or word.strip()
            await self.answer(interaction, CardId(grammar.read_number(match["card"])), word)

    @replying(Cost.COMMAND)
    async def hint(self, press: Interaction, number: CardId) -> None:
        """Show why the mistake failed."""

        async def shown(place: Place, screen: BaseScreen, user: UserId) -> Shown:
            card, refutation = await self._training.hint(user, number)
            style = await self.style_of(place, user)
            draw = partial(hint_page, card, refutation, style, capabilities=screen.capabilities)
            shown = screen.capabilities.style_for(card.position.rules, style)
            return await self.drawn(place, draw), question_view(card, shown, hint=False)

        await self._show(press, shown)

    @replying(Cost.COMMAND)
    async def solution(self, press: Interaction, number: CardId) -> None:
        """Show the best move."""

        async def shown(place: Place, screen: BaseScreen, user: UserId) -> Shown:
            card, best = await self._training.solution(user, number)
            style = await self.style_of(place, user)
            draw = partial(solution_page, card, best, style, capabilities=screen.capabilities)
            return await self.drawn(place, draw), solved_view(card)

        await self._show(press, shown)

    @replies_to_errors
    async def play(self, press: Interaction, number: CardId | None = None) -> None:
        """Begin a game from a won position, against Kinarow at full strength."""
        await self.check_channel(press)
        channel, user = ChannelId(press.channel_id or 0), UserId(press.user.id)
        await self._games.check_free(channel, user)
        task = await self._training.task(user, number)
        position = task.position
        terms = Terms(position.rules, position.side, style=await self.style_of(press, user))
        guild = None if press.guild_id is None else GuildId(press.guild_id)
        match = Pairing(channel, guild, player(press.user), Bot(Level.PERFECT), terms)
        await self._games.begin(PressScreen(press, self.screen_options(press)), match, position)
        await self._training.begun(user, task, channel)

    async def desk(self, place: Place, screen: BaseScreen, user: UserId) -> Shown:
        """What lies before a person, drawn apart from the event loop."""
        desk = await self._training.next(user)
        prefix, can = self.prefix(place), screen.capabilities
        style = await self.style_of(place, user)
        draw = partial(desk_page, desk, style, prefix, capabilities=can)
        if (card := desk.card) is None:
            return await self.drawn(place, draw), idle_view()
        shown = can.style_for(card.position.rules, style)
        return await self.drawn(place, draw), question_view(card, shown)

    async def progress(self, place: Place, screen: BaseScreen, user: UserId) -> Shown:
        """How a person gets on, drawn apart from the event loop."""
        found = await self._training.progress(user, scope_at(place))
        prefix, can = self.prefix(place), screen.capabilities
        style = await self.style_of(place, user)
        draw = partial(progress_page, found, style, prefix, capabilities=can)
        return await self.drawn(place, draw), invitation_view()

    async def _show(
        self,
        press: Interaction,
        shown: Callable[[Place, BaseScreen, UserId], Awaitable[Shown]],
    ) -> None:
        """Put a page in place of the message that was pressed, if nobody else sees that."""
        alone = _is_private(press)
        await (acknowledge(press) if alone else acknowledge(press, ephemeral=True, thinking=True))
        screen = PrivateScreen(press, self.screen_options(press))
        with text.privately():
            page, view = await shown(press, screen, UserId(press.user.id))
            await (screen.change(page, view) if alone else screen.whisper(page, view))


def _is_private(press: Interaction) -> bool:
    """Whether the message that was pressed is one that nobody else sees."""
    if press.message is None:
        return False
    return press.message.flags.ephemeral or isinstance(press.channel, discord.DMChannel)


def _answer_view(answer: CardAnswer, style: BoardStyle) -> ui.View:
    solved = answer.finding is Finding.RIGHT
    return solved_view(answer.card) if solved else question_view(answer.card, style)


def _moves(card: Card, style: BoardStyle) -> list[list[Button]]:
    """A button for each move, named as on the board, where there is room."""
    rules, legal = card.position.rules, card.position.legal
    if not has_buttons(rules):
        return []
    return [
        [
            ui.Button(
                label=move_name(rules, move, style),
                style=discord.ButtonStyle.secondary,
                disabled=move not in legal,
                custom_id=f"ttt:train:move:{card.number}:{move}",
            )
            for move in row
        ]
        for row in button_rows(rules)
    ]


def _button(
    label: str,
    act: str,
    card: Card | None = None,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    custom_id = f"ttt:train:{act}" if card is None else f"ttt:train:{act}:{card.number}"
    return ui.Button(label=text.said(label), style=style, custom_id=custom_id)
