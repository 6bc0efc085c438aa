"""The puzzle of the day: its command, its buttons, answers to it, and posts where they are wanted.

In a server the result of an answer is shown only to the person who answered.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.buttons import custom_ids
from bot.edge.channels import GameChannel, channel_with
from bot.edge.places import Place
from bot.edge.sending.messages import Under, digest
from bot.edge.upkeep import Upkeep
from bot.edge.ways import box, command, press, reply
from bot.errors import UserError
from bot.features.puzzle import buttons
from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.collection_feature import Endless, Running
from bot.features.puzzle.page import answer_page, progress_page, puzzle_page
from bot.features.puzzle.service import PuzzlePosts, Puzzles
from bot.features.puzzle.taste import Taste
from bot.features.puzzle.values import Attempt, DailyPuzzle, PostClaim, PuzzleProblem
from bot.match import grammar
from bot.match.guilds import PuzzlePost
from bot.match.session import MessageId, ScopeId
from bot.match.typed.languages import ENGLISH
from bot.match.typed.vocabulary import in_english
from bot.pool.bounds import Cost
from bot.show.page import Page


class PuzzleWord(Enum):
    """What `puzzle` can do besides taking an answer. The value is the word that people type."""

    TODAY = ""
    MORE = "more"
    RUN = "run"
    SHARE = "share"
    TOP = "top"


_SYNONYMS: Final = {
    **{word.value: word for word in PuzzleWord},
    "today": PuzzleWord.TODAY,
    "daily": PuzzleWord.TODAY,
    "next": PuzzleWord.MORE,
    "another": PuzzleWord.MORE,
    "skip": PuzzleWord.MORE,
    "rush": PuzzleWord.RUN,
    "best": PuzzleWord.TOP,
}
_ASKS_HELP: Final = frozenset(("hint", "help hint", "resign"))
"""The commands for which people type `tip`, `solution` or `give up`, in any language."""
_REPORTS: Final = (PuzzleWord.SHARE, PuzzleWord.TOP)
"""What is shown without buttons. Answers and their results are for one person alone."""
_FOUND: Final = r"(?P<found>[0-9]+)"


def parse_puzzle(words: str) -> PuzzleWord | Taste | str:
    """Return what was asked for, a taste, or the move that is the answer. Raises UserError.

    >>> parse_puzzle("More"), parse_puzzle("b5"), parse_puzzle("more connect4").code
    (<PuzzleWord.MORE: 'more'>, 'b5', '6x7x4g..')
    """
    plain = " ".join(words.lower().split())
    if (known := _SYNONYMS.get(plain)) is not None:
        return known
    first, _, wanted = plain.partition(" ")
    if _SYNONYMS.get(first) is PuzzleWord.MORE:
        return Taste.parse(wanted)
    with suppress(UserError):
        return grammar.required_move(words)
    with suppress(UserError):  # `puzzle connect4`
        return Taste.parse(plain)
    if in_english(plain, ENGLISH, reading=grammar.Reading.LOOSE) in _ASKS_HELP:
        raise UserError(PuzzleProblem.NO_HINTS)
    return grammar.required_move(words)


@dataclass(frozen=True, slots=True)
class DailyPuzzles:
    """Shows the puzzle of the day, and takes answers."""

    puzzles: Puzzles
    endless: Endless
    running: Running

    @command("puzzle", slash=True)
    @app_commands.describe(move="your answer; or more, run, share, top; without, today's puzzle")
    async def puzzle(self, act: Act, *, move: str = "") -> None:
        """The puzzle of the day; `more` of them, a `run` against the clock."""
        asked = parse_puzzle(move)
        if asked not in _REPORTS:
            act.check_buttons()
        match asked:
            case PuzzleWord.TODAY:
                async with act.thinking():
                    daily = await self.puzzles.today(act.scope)
                    await act.say(*await _daily(act, self.puzzles, daily))
            case PuzzleWord.MORE:
                await self.endless.go_on(act)
            case Taste():
                await self.endless.go_on(act, asked)
            case PuzzleWord.RUN:
                await self.running.introduce(act)
            case PuzzleWord.SHARE:
                await act.say(await self._shared(act, await self.puzzles.today(act.scope)))
            case PuzzleWord.TOP:
                await self.running.tell_best(act)
            case str(answer):
                if not await self.puzzles.is_made(act.scope):  # which may take a search
                    await act.later(private=True)
                await self._take(act, await self.puzzles.today(act.scope), answer)

    @press(rf"ttt:answer:{buttons.DAY}:{_FOUND}:(?P<move>[0-9]+)")
    async def answer(self, act: Act, day: date, found: int, move: str) -> None:
        """Take a press as an answer. If the button is old, show the position instead."""
        daily = await self.puzzles.check(act.scope, day)
        attempt = await self.puzzles.store.attempt(act.scope, day, act.person)
        if attempt.found == found:
            await self._take(act, daily, move, attempt)
        else:
            await act.later(private=True)
            await self._show(act, daily, attempt, partial(progress_page, daily, attempt))

    @press(rf"ttt:puzzle:{buttons.DAY}:wrong:{_FOUND}:(?P<move>[0-9]+)", cost=Cost.SEARCH)
    async def why_wrong(self, act: Act, day: date, found: int, move: int) -> None:
        """Show a person what punishes their wrong answer. If the button is old, the position."""
        daily = await self.puzzles.check(act.scope, day)
        attempt = await self.puzzles.store.attempt(act.scope, day, act.person)
        if attempt.found != found or attempt.over:
            await self.progress(act, day)
            return
        await act.later(private=True)
        answer = await self.puzzles.why_wrong(act.scope, daily, act.person, move)
        await self._show(act, daily, attempt, partial(answer_page, answer))

    @press(rf"ttt:puzzle:{buttons.DAY}")
    async def progress(self, act: Act, day: date) -> None:
        """Show a person how far they are."""
        await act.later(private=True)
        daily = await self.puzzles.check(act.scope, day)
        attempt = await self.puzzles.store.attempt(act.scope, day, act.person)
        await self._show(act, daily, attempt, partial(progress_page, daily, attempt))

    @press(rf"ttt:puzzle:{buttons.DAY}:answer")
    async def ask(self, act: Act, day: date) -> None:
        """Open a box for the next move of a person. Raises UserError if there is none."""
        daily = await self.puzzles.check(act.scope, day)
        attempt = await self.puzzles.store.attempt(act.scope, day, act.person)
        attempt.check_open()
        position = daily.puzzle.after(attempt.found)
        await buttons.open_answer_box(act, position, f"ttt:box:{day}:{attempt.found}")

    @box(rf"ttt:box:{buttons.DAY}:{_FOUND}")
    async def written(self, act: Act, day: date, found: int, written: str) -> None:
        """Take what was written into a box."""
        await self.answer(act, day, found, grammar.required_move(written))

    @reply(buttons.DAILY.pattern)
    async def replied(self, act: Act, day: date, written: str) -> None:
        """Take a move in a reply to a puzzle as an answer."""
        if act.may_play:
            await self._take(act, await self.puzzles.check(act.scope, day), written)

    @press(rf"ttt:puzzle:{buttons.DAY}:share")
    async def share(self, act: Act, day: date) -> None:
        """Show everybody how a person has solved the puzzle, but not the moves."""
        line = await self._shared(act, await self.puzzles.check(act.scope, day))
        await act.later()
        await act.say(line)

    async def _shared(self, act: Act, daily: DailyPuzzle) -> str:
        """The line that a person shares. Raises UserError if they have not solved the puzzle."""
        attempt = await self.puzzles.store.attempt(act.scope, daily.day, act.person)
        if not attempt.solved:
            raise UserError(PuzzleProblem.OPEN)
        return puzzle_text.shared_result(daily, replace(attempt, person=act.person))

    async def _take(
        self, act: Act, daily: DailyPuzzle, word: str, before: Attempt | None = None
    ) -> None:
        """Take a word as an answer. Nobody else sees what was typed, nor its result."""
        await act.hide()
        answer = await self.puzzles.answer(
            act.scope, daily, act.person, word, act.acknowledge, before
        )
        if act.can_whisper:
            answer = await self.puzzles.with_punishment(act.scope, answer)
            page = partial(answer_page, answer)
            await self._show(act, daily, answer.after, page, answer.askable)
        else:
            words = puzzle_text.answer_taken(act.person.name)
            await act.say(Page(words), buttons.taken_view(daily.day))

    async def _show(
        self,
        act: Act,
        daily: DailyPuzzle,
        attempt: Attempt,
        page: Callable[..., Page],
        wrong: int | None = None,
    ) -> None:
        """Show a person alone how far they are."""
        wanted = await buttons.wanted_style(act)
        draw = partial(page, self.puzzles.next_at(), wanted)
        rows = partial(buttons.attempt_rows, daily, attempt, wrong, wanted)
        await act.whisper(partial(act.shown, act.drawing(draw), rows))


async def _daily(place: Place, puzzles: Puzzles, daily: DailyPuzzle) -> tuple[Page, Under]:
    """The puzzle of a day as it is posted in a place, with its buttons."""
    solvers = await puzzles.solvers(place.scope, daily.day)
    wanted = await buttons.wanted_style(place)
    draw = partial(puzzle_page, daily, solvers, wanted)
    return await place.shown(place.drawing(draw), partial(buttons.daily_rows, daily, wanted))


_LOOKED_BACK: Final = 50
"""How many of a channel's messages are searched for a post that may have been made."""


class DailyPosts:
    """Makes the posts that are due. One that fails is tried again until the day is over."""

    def __init__(self, bot: GameBot, posts: PuzzlePosts) -> None:
        self._bot = bot
        self._posts = posts
        self._upkeep = Upkeep(bot, "the daily puzzle of", self._post)

    async def look_after(self) -> None:
        """Make the posts that are due. Called a few times a minute."""
        await self._upkeep.look_after(self._due)

    async def _due(self) -> list[tuple[ScopeId, PuzzlePost]]:
        return self._posts.due(self._bot.guild_settings.puzzle_posts())

    async def _post(self, wanted: tuple[ScopeId, PuzzlePost]) -> None:
        scope, post = wanted
        claim, daily = await self._posts.claim(scope)
        if claim is PostClaim.REFUSED:
            return
        channel = await channel_with(self._bot, post.channel)
        posted = await self._posted(channel, daily) if claim is PostClaim.AGAIN else None
        if posted is None:
            place = Place(self._bot, channel)
            with place.speaking():
                posted = await self._send(scope, place, daily)
        await self._posts.mark_posted(scope, daily, posted)

    async def _send(self, scope: ScopeId, place: Place, daily: DailyPuzzle) -> MessageId:
        place.check_writable()
        page, under = await _daily(place, self._posts.puzzles, daily)
        # One nonce for the day: Discord shows the message once even if an answer got lost.
        return await place.screen.post(page, under, digest(f"{scope} {daily.day}"))

    async def _posted(self, channel: GameChannel, daily: DailyPuzzle) -> MessageId | None:
        """Find the post of a day that another try may have made."""
        with suppress(discord.Forbidden):  # without the permission to read, the nonce still helps
            async for message in channel.history(limit=_LOOKED_BACK):
                if message.author == self._bot.user and _shows(message, daily):
                    return MessageId(message.id)
        return None


def _shows(message: discord.Message, daily: DailyPuzzle) -> bool:
    """Whether a message shows the puzzle of a day."""
    days = (buttons.DAILY.fullmatch(id_) for id_ in custom_ids(message))
    return any(day["day"] == str(daily.day) for day in days if day)
