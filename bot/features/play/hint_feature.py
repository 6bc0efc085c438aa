"""Hints: the move to make and why, and what happens after another one that somebody asks about.

In answer to a press or a slash command the asker alone sees them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.buttons import BOARD_REF, FINGERPRINT, BoardRef, Rows, Style, button, move_rows
from bot.edge.places import CommandChannels, HintPage
from bot.edge.sending.messages import Under
from bot.edge.ways import board_menu, box, command, press
from bot.features.play.boards import PressedBoards
from bot.games.coaching import Coaching, check_hint
from bot.games.games import Games
from bot.match import grammar
from bot.match.notes import Advice, Hint
from bot.match.session import Session, read_move
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.page import Page, consequence_page, exact_page, hint_page, line_page, verdicts_page
from bot.show.style import Capabilities, has_buttons, needs_layout
from bot.show.text.consequence import ASK, WHY_NOT
from bot.show.text.words import HINT

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


@dataclass(frozen=True, slots=True)
class Hints:
    """Tells the player to move what the engine thinks of their moves."""

    games: Games
    coaching: Coaching
    boards: PressedBoards

    @command("hint", allowed=CommandChannels.WITH_GAME, cost=Cost.SEARCH, aliases=["why"])
    async def hint(self, act: Act, *, about: str = "") -> None:
        """The best move and why; `all` judges each, `line` tells what follows, `exact` how soon."""
        asked = " ".join(about.lower().split()).rstrip(_SIGNS).removeprefix(_NOT).strip()
        move = None if asked in _PAGES else grammar.named_move(asked)
        if asked not in _PAGES and move is None:
            raise grammar.unknown(about, _SCOPES)
        await self._tell(act, await self.games.live(act.channel), _PAGES.get(asked), move)

    @board_menu(HINT)
    @press(action_id(BoardAction.HINT), cost=Cost.SEARCH)
    async def hint_alone(self, act: Act) -> None:
        """Recommend a move on the pressed board to the person alone."""
        await self._tell(act, await self.boards.of_player(act), hint_page)

    @press(rf"ttt:why:{BOARD_REF}:(?P<move>[0-9]+){FINGERPRINT}", cost=Cost.SEARCH)
    async def why_not(self, act: Act, move: str) -> None:
        """Tell what happens after a move that was pressed under a hint."""
        session = await self.boards.of_player(act)
        check_hint(session, act.person.id)

        await act.show_alone(partial(self._about, act, session, move))

    @press(rf"ttt:whynot:{BOARD_REF}{FINGERPRINT}")
    async def ask(self, act: Act) -> None:
        """Open a box for the move to ask about, on boards with too many tiles for buttons."""
        session = await self.boards.of_player(act)
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
        if act.can_whisper:
            await act.later(private=True)
            await act.whisper(partial(self._made, act, session, page, move))
        else:
            await act.say(*await self._made(act, session, page, move))

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
        seen, laid_out = await act.seen(session), needs_layout(session.rules)
        advice, tiles = Advice.of(session, hint), has_buttons(session.rules, laid_out=laid_out)
        asks = act.bot.taken_buttons.taken and not (advice.swap or advice.choice)

        async def drawn(can: Capabilities) -> Page:
            made = await act.hinted(page, can.styled(seen), hint)
            if not (asks and tiles):
                return made
            return replace(made, content=f"{made.content}\n{ASK!s}")

        return await act.shown(drawn, partial(_rows, seen) if asks else lambda _: ())


def _rows(session: Session, can: Capabilities) -> Rows:
    """The buttons under a hint, to ask about other moves; they are all that is under it."""
    ref, legal = BoardRef.of(session), session.position.legal
    rows = move_rows(
        session.position,
        can.styled(session).style,
        lambda move: f"ttt:why:{ref.game}:{ref.ply}:{move}{ref.suffix}",
        lambda move: Style.secondary if move in legal else None,
        laid_out=needs_layout(session.rules),
    )
    return rows or [[button(WHY_NOT, f"ttt:whynot:{ref.game}:{ref.ply}{ref.suffix}")]]
