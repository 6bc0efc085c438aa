"""Hints: the move to make and why, and what happens after another one that somebody asks about.

In answer to a press or a slash command the asker alone sees them. A button plays the move that is
recommended, a menu asks about the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.buttons import (
    BOARD_REF,
    FINGERPRINT,
    MOST_OPTIONS,
    BoardRef,
    Button,
    Row,
    Rows,
    Style,
    button,
    menu,
    move_option,
    view_of,
)
from bot.edge.places import CommandChannels, HintPage
from bot.edge.sending.messages import Under
from bot.edge.ways import board_menu, box, command, press
from bot.errors import Problem, UserError
from bot.features.play.boards import PressedBoards
from bot.features.play.hints_shown_feature import HintMessages
from bot.games.coaching import Coaching, check_hint
from bot.games.games import Games
from bot.match import grammar
from bot.match.notes import Advice, Hint
from bot.match.session import Session, read_move
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.page import Page, consequence_page, exact_page, hint_page, line_page, verdicts_page
from bot.show.style import Capabilities, move_names
from bot.show.text.consequence import WHY_NOT, WHY_NOT_THIS
from bot.show.text.words import HINT, PLAY_IT

_NOT: Final = "not"
_SIGNS: Final = " ?!."
"""What may end a question such as `why not 5?`, and says nothing."""
_PAGES: Final[dict[str, HintPage]] = {
    "": hint_page,
    "all": verdicts_page,
    "line": line_page,
    "exact": exact_page,
}
"""What can be asked for besides a move: the page for each word."""
_SCOPES: Final = [word for word in _PAGES if word]
_OUTDATED: Final = frozenset((Problem.MOVED_ON, Problem.OLD_BOARD, Problem.NO_GAME))
"""Why a hint is about an earlier board."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Tells the player to move what the engine thinks of their moves."""

    games: Games
    coaching: Coaching
    boards: PressedBoards
    messages: HintMessages

    @command("hint", allowed=CommandChannels.WITH_GAME, cost=Cost.SEARCH, aliases=["why"])
    async def hint(self, act: Act, *, about: str = "") -> None:
        """The best move and why; `all` judges each, `line` tells what follows, `exact` how soon."""
        asked = " ".join(about.lower().split()).rstrip(_SIGNS).removeprefix(_NOT).strip()
        move = None if asked in _PAGES else grammar.named_move(asked)
        if asked not in _PAGES and move is None:
            raise grammar.unknown(about, _SCOPES)
        await self._tell(act, await self.games.turns.live(act.channel), _PAGES.get(asked), move)

    @board_menu(HINT)
    @press(action_id(BoardAction.HINT), cost=Cost.SEARCH)
    async def hint_alone(self, act: Act) -> None:
        """Recommend a move on the pressed board to the person alone."""
        await self._tell(act, await self.boards.of_player(act), hint_page)

    @press(rf"ttt:advised:{BOARD_REF}:(?P<move>[0-9]+){FINGERPRINT}", cost=Cost.FREE)
    async def play(self, act: Act, move: int) -> None:
        """Play the recommended move on the board of the game; the hint loses its buttons."""
        session = await self._pressed(act)
        remember = self.messages.forget(session, act.pressed)
        try:
            await self.games.move(act.offer_screen, session, act.person.id, move, act.id)
        except UserError:
            remember()
            raise

    @press(rf"ttt:why:{BOARD_REF}:(?P<move>[0-9]+){FINGERPRINT}", cost=Cost.SEARCH)
    async def why_not(self, act: Act, move: str) -> None:
        """Tell what happens after a move that was chosen under a hint."""
        session = await self._pressed(act)
        check_hint(session, act.person.id)
        made: tuple[Page, Under] = Page(""), view_of()

        async def about() -> tuple[Page, Under]:
            nonlocal made
            made = await self._about(act, session, move)
            return made

        sent = await act.show_alone(about)
        if sent is not None:
            self.messages.whispered(act, session, sent, *made)
        elif act.press is not None:
            self.messages.changed(act, session, *made)

    @press(rf"ttt:whynot:{BOARD_REF}{FINGERPRINT}")
    async def ask(self, act: Act) -> None:
        """Open a box for the move to ask about, on boards with too many tiles for a menu."""
        session = await self._pressed(act)
        check_hint(session, act.person.id)
        shown, ref = act.styled(session), BoardRef.of(session)
        with text.privately():
            label = text.what_to_write(shown.rules, shown.style)
            id_ = f"ttt:whybox:{ref.game}:{ref.ply}{ref.suffix}"
            await act.open_box(text.said(WHY_NOT), label, id_)

    @box(rf"ttt:whybox:{BOARD_REF}{FINGERPRINT}", cost=Cost.SEARCH)
    async def written(self, act: Act, written: str) -> None:
        """Tell what happens after a move that was written into a box."""
        await self.why_not(act, grammar.required_move(written))

    async def _tell(
        self, act: Act, session: Session, page: HintPage | None, move: str | None = None
    ) -> None:
        """Answer with a page about a hint, or about a move."""
        check_hint(session, act.person.id)
        if move is not None:
            read_move(session.position, move)  # refused before Discord is told to wait
        if not act.on_page and act.press is None:
            await self.messages.say(act, session, *await self._made(act, session, page, move))
            return
        await act.later(private=True)
        with text.privately():
            made = await self._made(act, session, page, move)
        if (sent := await act.whisper(lambda: made)) is not None:
            self.messages.whispered(act, session, sent, *made)

    async def _made(
        self, act: Act, session: Session, page: HintPage | None, move: str | None
    ) -> tuple[Page, Under]:
        if move is not None:
            return await self._about(act, session, move)
        assert page is not None, "a page or a move is asked for"
        hint = await self.coaching.hint(act.screen, session, act.person.id)
        return await self._page(act, session, hint, page)

    async def _about(self, act: Act, session: Session, word: str) -> tuple[Page, Under]:
        """What happens after a move; after the recommended one it is the hint. Raises UserError."""
        move = read_move(session.position, word)
        assert move is not None, "it has the form of a move"
        hint, found = await self.coaching.consequence(act.screen, session, act.person.id, move)
        best = move == hint.explanation.move
        page = hint_page if best else partial(consequence_page, found=found)
        return await self._page(act, session, hint, page)

    async def _page(
        self, act: Act, session: Session, hint: Hint, page: HintPage
    ) -> tuple[Page, Under]:
        seen, advice = await act.seen(session), Advice.of(session, hint)

        async def drawn(can: Capabilities) -> Page:
            return await act.hinted(page, can.styled(seen), hint)

        if not act.bot.taken_buttons.taken or advice.swap or advice.choice:
            return await act.shown(drawn)
        return await act.shown(drawn, partial(_rows, seen, hint.explanation.move))

    async def _pressed(self, act: Act) -> Session:
        """The game of the hint that was pressed. One of an earlier board loses its buttons."""
        try:
            return await self.boards.of_player(act)
        except UserError as error:
            pressed = None if act.press is None else act.press.message
            is_layout = pressed is not None and pressed.flags.components_v2
            if error.problem in _OUTDATED and pressed is not None and not is_layout:
                await act.end_pressed()
            raise


def _rows(session: Session, best: int, can: Capabilities) -> Rows:
    """What is under a hint: a button that plays its move, and how to ask about another.

    In a vote, which is cast on the board, nothing is played here.
    """
    ref, names = BoardRef.of(session), _names(session, can)
    here, suffix = f"{ref.game}:{ref.ply}", ref.suffix
    label = PLAY_IT.format(move=names.pop(best))
    plays = Button(label=label, style=Style.primary, custom_id=f"ttt:advised:{here}:{best}{suffix}")
    if len(names) > MOST_OPTIONS:
        asks = button(WHY_NOT, f"ttt:whynot:{here}{suffix}")
        return [[asks] if session.voting else [plays, asks]]
    rows: list[Row] = [] if session.voting else [[plays]]
    options = [
        move_option(move, WHY_NOT_THIS.format(move=name), f"ttt:why:{here}:{move}{suffix}")
        for move, name in names.items()
    ]
    return [*rows, [menu(WHY_NOT, options)]] if options else rows


def _names(session: Session, can: Capabilities) -> dict[int, str]:
    """The free tiles as the board names them."""
    return move_names(session.rules, session.position.legal, can.styled(session).style)
