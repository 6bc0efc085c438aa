"""Training: its buttons, and what its commands and presses do.

The id of a button names the card that it stands under, and what the button does. In a server only
the person sees what they are shown; a card is found only together with its owner.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from discord import app_commands, ui

from bot.edge.act import Act
from bot.edge.buttons import Button, Rows, Style, button, move_rows, view_of
from bot.edge.places import CommandChannels
from bot.edge.sending.messages import Under
from bot.edge.ways import box, command, press, slash_command
from bot.features.train import text as train_text
from bot.features.train.page import answer_page, desk_page, hint_page, progress_page, solution_page
from bot.features.train.service import Training
from bot.features.train.values import Card, CardId, Finding
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import BoardStyle, Bot
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.page import Page
from bot.show.style import Capabilities
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

Shown = tuple[Page, Under]


def invitation_view() -> ui.View:
    """The button that begins, for whoever presses it."""
    return view_of([_button(train_text.TRAIN, _NEXT, style=Style.primary)])


def question_rows(card: Card, wanted: BoardStyle, can: Capabilities, *, hint: bool = True) -> Rows:
    """The buttons under a position that is asked for."""
    acts, moves = [_button(HINT, _HINT, card)] if hint else [], _moves(card, wanted, can)
    if not moves:
        acts.insert(0, _button(train_text.ANSWER, _ANSWER, card, Style.primary))
    acts.append(_button(train_text.SOLUTION, _SOLUTION, card))
    return [*moves, [*acts, _button(train_text.NEXT, _NEXT)]]


def solved_rows(card: Card) -> Rows:
    """The buttons under a position that is solved, or whose solution is shown."""
    first = _button(train_text.NEXT, _NEXT, style=Style.primary)
    play = [_button(train_text.PLAY, _PLAY, card)] if card.worth == "win" else []
    return [[first, *play, _button(train_text.PROGRESS, _PROGRESS)]]


def idle_rows() -> Rows:
    """The buttons where no position waits."""
    labels = {_NEXT: train_text.NEXT, _WIN: train_text.WIN_ANY, _PROGRESS: train_text.PROGRESS}
    return [[_button(label, act) for act, label in labels.items()]]


@dataclass(frozen=True, slots=True)
class Train:
    """Trains people, each for themselves."""

    training: Training
    games: Games

    @command("train")
    async def typed(self, act: Act, *, show: str = "") -> None:
        """Positions from your own games where you went wrong, until you find the move.

        In a server everybody would see them: there it gives a button, which shows them to the
        person who presses it alone. `progress` is shown to all who read there.
        """
        asked = show.strip().lower()
        if asked not in {"", _PROGRESS}:
            raise grammar.unknown(show, [_PROGRESS])
        if asked == _PROGRESS:
            async with act.thinking():
                await act.say(*await self._progress(act))
        elif act.guild is not None:
            act.check_buttons()
            await act.say(Page(str(train_text.INVITATION)), invitation_view())
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
        place, stored = (act.scope, act.channel), partial(act.acknowledge, in_place=True)
        answer = await self.training.answer(act.person, card, move, place, stored)
        over = answer.finding is Finding.RIGHT
        page = partial(answer_page, answer)
        await act.show_alone(partial(_shown, act, page, answer.card, over=over))

    @press(f"ttt:train:{_ANSWER}:{_CARD}")
    async def ask(self, act: Act, card: CardId) -> None:
        """Open the box to write an answer into, for boards with too many tiles for buttons."""
        asked = await self.training.find(act.person.id, card)
        with text.privately():
            rules = asked.position.rules
            shown = act.capabilities.style_for(rules, await act.style())
            label = text.what_to_write(rules, shown)
            title = train_text.heading(asked).replace("*", "")[:_LONGEST_TITLE]
            await act.open_box(title, label, _BOX.format(card=card))

    @box(_BOX.format(card=_CARD), cost=Cost.COMMAND)
    async def written(self, act: Act, card: CardId, written: str) -> None:
        """Take what was written into a box as an answer."""
        await self.answer(act, card, grammar.named_move(written) or written.strip())

    @press(f"ttt:train:{_HINT}:{_CARD}", cost=Cost.COMMAND)
    async def hint(self, act: Act, card: CardId) -> None:
        """Show why the mistake failed."""

        async def shown() -> Shown:
            asked, refutation, elo = await self.training.hint(act.person.id, card)
            return await _shown(act, partial(hint_page, asked, refutation, elo), asked, hint=False)

        await act.show_alone(shown)

    @press(f"ttt:train:{_SOLUTION}:{_CARD}", cost=Cost.COMMAND)
    async def solution(self, act: Act, card: CardId) -> None:
        """Show the best move."""
        stored = partial(act.acknowledge, in_place=True)
        asked, best, elo = await self.training.solution(act.person.id, card, stored)
        page = partial(solution_page, asked, best, elo)
        await act.show_alone(partial(_shown, act, page, asked, over=True))

    @press(f"ttt:train:{_WIN}", allowed=CommandChannels.PLAYABLE)
    @press(f"ttt:train:{_PLAY}:{_CARD}", allowed=CommandChannels.PLAYABLE)
    async def play(self, act: Act, card: CardId | None = None) -> None:
        """Begin a game from a won position, against Kinarow at full strength."""
        await self.games.beginnings.check_free(act.channel, act.person.id)
        task = await self.training.task(act.person.id, card)
        match = await act.pairing_from(task.position, Bot(Level.PERFECT))
        await self.games.beginnings.begin(act.screen, match)
        await self.training.begun(act.person.id, task, act.channel)

    async def _desk(self, act: Act) -> Shown:
        """A person's next position."""
        desk = await self.training.next(act.person.id)
        return await _shown(act, partial(desk_page, desk, prefix=act.prefix), desk.card)

    async def _progress(self, act: Act) -> Shown:
        """A person's progress."""
        found = await self.training.progress(act.person.id, act.scope)
        page = partial(progress_page, found, prefix=act.prefix, style=await act.style())
        drawn = await act.drawn(partial(page, capabilities=act.capabilities))
        return drawn, invitation_view()


async def _shown(
    act: Act, page: Callable[..., Page], card: Card | None, *, hint: bool = True, over: bool = False
) -> Shown:
    """A page in the person's style, with the buttons of its card while it is not solved."""
    wanted = await act.style()

    def drawn(can: Capabilities) -> Awaitable[Page]:
        return act.drawn(partial(page, style=wanted, capabilities=can))

    def rows(can: Capabilities) -> Rows:
        if card is None:
            return idle_rows()
        return solved_rows(card) if over else question_rows(card, wanted, can, hint=hint)

    return await act.shown(drawn, rows)


def _moves(card: Card, wanted: BoardStyle, can: Capabilities) -> list[list[Button]]:
    """A button for each move, named as on the board, where there is room."""
    rules, legal = card.position.rules, card.position.legal
    return move_rows(
        card.position,
        can.style_for(rules, wanted),
        lambda move: f"ttt:train:move:{card.number}:{move}",
        lambda move: Style.secondary if move in legal else None,
        laid_out=can.lays_out(rules),
    )


def _button(
    label: str, act: str, card: Card | None = None, style: Style = Style.secondary
) -> Button:
    return button(label, f"ttt:train:{act}" + (f":{card.number}" if card else ""), style)
