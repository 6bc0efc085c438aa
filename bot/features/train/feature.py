"""Training: its buttons, and what its commands and presses do.

The id of a button names the card that it stands under, and what the button does. In a server only
the person sees what they are shown; a card is found only together with its owner.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import discord
from discord import app_commands, ui

from bot.edge.act import Act
from bot.edge.buttons import Button, move_rows, view_of
from bot.edge.places import CommandChannels
from bot.edge.ways import box, command, press, slash_command
from bot.features.train import text as train_text
from bot.features.train.page import answer_page, desk_page, hint_page, progress_page, solution_page
from bot.features.train.service import Training
from bot.features.train.values import Card, CardAnswer, CardId, Finding
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import BoardStyle, Bot
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.page import Page
from bot.show.style import has_buttons
from bot.show.text.words import HINT
from engine import Level

_CARD: Final = r"(?P<card>[0-9]+)"
_NEXT: Final = "next"
_PROGRESS: Final = "progress"
_WIN: Final = "win"
_ANSWER: Final = "answer"
_HINT: Final = "hint"
_SOLUTION: Final = "solution"
_PLAY: Final = "play"
_BOX: Final = "ttt:train:form:{card}"
_LONGEST_TITLE: Final = 45
"""The most characters of the title of a box (Discord's limit)."""

Shown = tuple[Page, ui.View]


def invitation_view() -> ui.View:
    """The button that begins, for whoever presses it."""
    return view_of([_button(train_text.TRAIN, _NEXT, style=discord.ButtonStyle.primary)])


def question_view(card: Card, style: BoardStyle, *, hint: bool = True) -> ui.View:
    """The buttons under a position that is asked for, as it is shown in a style."""
    acts = [_button(HINT, _HINT, card)] if hint else []
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


class Train:
    """Trains people, each for themselves."""

    def __init__(self, training: Training, games: Games) -> None:
        self.training = training
        self._games = games

    @command("train")
    async def typed(self, act: Act, *, show: str = "") -> None:
        """Positions from your own games where you went wrong, until you find the move.

        In a server everybody would see them: there it gives a button, after which only the person
        who presses it does. `progress` is shown to all, who asks for it there wants that.
        """
        asked = show.strip().lower()
        if asked not in {"", _PROGRESS}:
            raise grammar.unknown(show, [_PROGRESS])
        if asked == _PROGRESS:
            async with act.thinking():
                await act.say(*await self._progress(act))
        elif act.guild is not None:
            act.check_buttons()
            await act.say(Page(train_text.invitation()), invitation_view())
        else:
            async with act.thinking():
                await act.say(*await self._desk(act))

    @slash_command("train", cost=Cost.COMMAND, allowed=CommandChannels.PLAYABLE)
    @app_commands.describe(show="progress: how you're doing; otherwise the next position")
    @app_commands.choices(show=[app_commands.Choice(name=_PROGRESS, value=_PROGRESS)])
    async def slash(self, act: Act, show: str = "") -> None:
        """Positions from your own games where you went wrong, until you find the move."""
        await (self.progress if show else self.go_on)(act)

    @press(f"ttt:train:{_NEXT}", cost=Cost.COMMAND, allowed=CommandChannels.PLAYABLE)
    async def go_on(self, act: Act) -> None:
        """Show a person their next position."""
        await act.show_alone(partial(self._desk, act))

    @press(f"ttt:train:{_PROGRESS}", cost=Cost.COMMAND, allowed=CommandChannels.PLAYABLE)
    async def progress(self, act: Act) -> None:
        """Show a person their progress."""
        await act.show_alone(partial(self._progress, act))

    @press(rf"ttt:train:move:{_CARD}:(?P<move>[0-9]+)", cost=Cost.COMMAND)
    async def answer(self, act: Act, card: CardId, move: str) -> None:
        """Take a move as an answer."""

        async def shown() -> Shown:
            answer = await self.training.answer(act.person.id, card, move)
            page = await _drawn(act, partial(answer_page, answer))
            return page, _answer_view(answer, await act.style_on(answer.card.position.rules))

        await act.show_alone(shown)

    @press(f"ttt:train:{_ANSWER}:{_CARD}")
    async def ask(self, act: Act, card: CardId) -> None:
        """Open the box to write an answer into, for boards with too many tiles for buttons."""
        asked = await self.training.find(act.person.id, card)
        with text.privately():
            rules = asked.position.rules
            label = text.what_to_write(rules, await act.style_on(rules))
            title = train_text.heading(asked).replace("*", "")[:_LONGEST_TITLE]
            await act.open_box(title, label, _BOX.format(card=card))

    @box(_BOX.format(card=_CARD), cost=Cost.COMMAND)
    async def written(self, act: Act, card: CardId, written: str) -> None:
        """Take what was written into a box as an answer."""
        await self.answer(act, card, grammar.move_text(written) or written.strip())

    @press(f"ttt:train:{_HINT}:{_CARD}", cost=Cost.COMMAND)
    async def hint(self, act: Act, card: CardId) -> None:
        """Show why the mistake failed."""

        async def shown() -> Shown:
            asked, refutation = await self.training.hint(act.person.id, card)
            page = await _drawn(act, partial(hint_page, asked, refutation))
            style = await act.style_on(asked.position.rules)
            return page, question_view(asked, style, hint=False)

        await act.show_alone(shown)

    @press(f"ttt:train:{_SOLUTION}:{_CARD}", cost=Cost.COMMAND)
    async def solution(self, act: Act, card: CardId) -> None:
        """Show the best move."""

        async def shown() -> Shown:
            asked, best, elo = await self.training.solution(act.person.id, card)
            page = await _drawn(act, partial(solution_page, asked, best, elo))
            return page, solved_view(asked)

        await act.show_alone(shown)

    @press(f"ttt:train:{_WIN}", allowed=CommandChannels.PLAYABLE)
    @press(f"ttt:train:{_PLAY}:{_CARD}", allowed=CommandChannels.PLAYABLE)
    async def play(self, act: Act, card: CardId | None = None) -> None:
        """Begin a game from a won position, against Kinarow at full strength."""
        await self._games.check_free(act.channel, act.person.id)
        task = await self.training.task(act.person.id, card)
        match = await act.pairing_from(task.position, Bot(Level.PERFECT))
        await self._games.begin(act.screen, match)
        await self.training.begun(act.person.id, task, act.channel)

    async def _desk(self, act: Act) -> Shown:
        """A person's next position."""
        desk = await self.training.next(act.person.id)
        page = await _drawn(act, partial(desk_page, desk, prefix=act.prefix))
        if desk.card is None:
            return page, idle_view()
        return page, question_view(desk.card, await act.style_on(desk.card.position.rules))

    async def _progress(self, act: Act) -> Shown:
        """A person's progress."""
        found = await self.training.progress(act.person.id, act.scope)
        return await _drawn(
            act, partial(progress_page, found, prefix=act.prefix)
        ), invitation_view()


async def _drawn(act: Act, page: Callable[..., Page]) -> Page:
    """A page in the person's style, drawn apart from the event loop."""
    draw = partial(page, style=await act.style(), capabilities=act.capabilities)
    return await act.drawn(draw)


def _answer_view(answer: CardAnswer, style: BoardStyle) -> ui.View:
    solved = answer.finding is Finding.RIGHT
    return solved_view(answer.card) if solved else question_view(answer.card, style)


def _moves(card: Card, style: BoardStyle) -> list[list[Button]]:
    """A button for each move, named as on the board, where there is room."""
    legal, free = card.position.legal, discord.ButtonStyle.secondary
    return move_rows(
        card.position,
        style,
        lambda move: f"ttt:train:move:{card.number}:{move}",
        lambda move: free if move in legal else None,
    )


def _button(
    label: str,
    act: str,
    card: Card | None = None,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    custom_id = f"ttt:train:{act}" if card is None else f"ttt:train:{act}:{card.number}"
    return ui.Button(label=text.said(label), style=style, custom_id=custom_id)
