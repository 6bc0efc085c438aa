"""Playing on the page of a board, beside the channel: the same game, shown in both."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from bot.errors import Problem, StoreUnavailable
from bot.features.start.challenge_feature import Challenging
from bot.features.start.values import COOLDOWN
from bot.match.session import UNSTORED, GameId, Session, UserId, moves, offers
from bot.web import live, viewer
from bot.web.state import page_state
from tests.bot.discord.pages import FakeDiscord, Pages, bot_of, has_board, shows
from tests.bot.discord.world import World, sentence
from tests.soon import PATIENCE

pytestmark = pytest.mark.usefixtures("few_games")


async def test_a_move_on_the_page_is_shown_in_the_channel(world: World, pages: Pages) -> None:
    """What is touched on the page is played, and the board in the channel changes."""
    await world.pair()
    page = await pages.of(world.alice.id)
    await page.move(5)
    assert await world.moves() == (5,)
    await world.env.settle()
    assert "**alice** played **5**" in world.said()[-1]


async def test_a_move_in_the_channel_is_shown_on_the_page(world: World, pages: Pages) -> None:
    """Both players' pages, and those who only watch, get each move that is typed."""
    await world.pair()
    alice, bob = await pages.of(world.alice.id), await pages.of(world.bob.id)
    watcher = await pages.open(await pages.link(world.carol.id))
    await world.say("5")
    for page in (alice, bob, watcher):
        await page.until(partial(shows, page, "....X...."))
    assert [page.state["me"] for page in (alice, bob, watcher)] == ["X", "O", None]
    assert bob.state["legal"] == [1, 2, 3, 4, 6, 7, 8, 9]
    assert alice.state["legal"] == watcher.state["legal"] == []


async def test_the_page_for_watchers_is_made_once_a_language(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for each language, however many watch; each player has words of their own."""
    await world.pair()
    link = await pages.link(world.carol.id)
    watchers = [await pages.open(link, locale=locale) for locale in ("en", "en", "de", "de")]
    alice = await pages.of(world.alice.id)
    made: list[object] = []
    monkeypatch.setattr(viewer, "_PAUSE", 0)

    def counted(session: Session, user: UserId | None, *more: Any) -> Any:
        made.append(user)
        return page_state(session, user, *more)

    monkeypatch.setattr(live, "page_state", counted)
    await world.say("5")
    for page in (*watchers, alice):
        await page.until(partial(shows, page, "....X...."))
    assert watchers[0].state["status"] == watchers[1].state["status"]
    assert watchers[0].state["status"] != watchers[2].state["status"]
    assert sorted(map(str, made)) == sorted(["None", "None", str(world.alice.id)])


async def test_a_move_and_its_answer_are_told_together(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is sent a game after a pause, and whoever acts there at the end of their act."""
    await world.say("!ttt start x")
    page, watcher = await pages.of(world.alice.id), await pages.open(await pages.link(1))
    monkeypatch.setattr(viewer, "_PAUSE", PATIENCE)
    await page.move(5)
    assert await world.moves() == (5, *(await world.moves())[1:])
    assert [one["state"]["cells"].count("O") for one in page.heard if "state" in one] == [0, 1]
    assert "X" not in watcher.state["cells"]


async def test_hint_undo_and_resignation_on_the_page(world: World, pages: Pages) -> None:
    """A hint is for the person alone, a takeback and the end change the board in both places."""
    await world.say("!ttt start x")
    page = await pages.of(world.alice.id)
    before = len(world.said())
    await page.press("Hint")
    assert page.answer["pages"][0]["words"].startswith("💡")
    board = page.answer["pages"][0]["board"]
    assert (board["best"] in range(9), board["cells"]) == (True, page.state["cells"])
    assert len(world.said()) == before
    await page.move(5)
    await page.press("Undo")
    await page.until(lambda: page.state["cells"] == "." * 9)
    await page.press("Resign")
    await page.press("Resign")
    await page.until(lambda: page.state["over"])
    assert {"Review", "Rematch"} <= {
        button["label"] for row in page.state["buttons"] for button in row["row"]
    } or await world.moves() == ()


async def test_advice_to_swap_marks_no_move_on_the_page(world: World, pages: Pages) -> None:
    """On the page as in the channel: a ring around a tile would say to play there."""
    await world.pair("swap 4x4x3")
    page = await pages.of(world.bob.id)
    await world.say("b2")
    await page.until(lambda: page.state["moves"])
    await page.press("Hint")
    (told,) = page.answer["pages"]
    assert "swap" in told["words"]
    assert "board" not in told


async def test_a_review_and_the_explorer_are_shown_on_the_board(world: World, pages: Pages) -> None:
    """A mistake has its board, with what follows; the explorer has the value of each move."""
    await world.say("!ttt start @bob x", "bob: !ttt accept")
    page = await pages.of(world.bob.id)
    await world.say("5", "bob: 2", "1", "bob: 3", "9")
    await page.until(lambda: page.state["over"])
    await page.press("Review")
    board = page.answer["pages"][0]["board"]
    assert {"👎", "👍"} == set(board["marks"].values())
    assert board["cells"][board["follows"][0]] == "."
    assert str(board["follows"][0]) in board["marks"]
    assert "picture" not in page.answer["pages"][0]
    assert "1️⃣" not in page.answer["pages"][0]["words"], "the board is not shown twice"
    shown = [one for row in page.answer["buttons"] for one in row["row"]]
    named = {one["label"]: one.get("name") for one in shown}
    assert (named["◀"], named["▶"], named["Overview"]) == ("Back", "Next", None)
    await page.press("Explore this position")
    board = page.answer["pages"][0]["board"]
    moves = {
        one["move"]: one
        for row in page.answer["buttons"]
        for one in row["row"]
        if "move" in one and not one["disabled"]
    }
    assert {str(move - 1) for move in moves} == set(board["marks"])
    assert board["marks"]["8"] == "👍"
    assert "Press a move to see what follows." in page.answer["pages"][0]["words"]
    assert "!ttt" not in page.answer["pages"][0]["words"], "no command is typed there"
    await page.press_id(moves[9]["id"])
    assert page.answer["pages"][0]["board"]["cells"] == "XOO.X...X"
    assert page.answer["pages"][0]["board"]["line"] == [0, 4, 8]


async def test_answers_tell_of_stones_as_they_are_drawn(world: World, pages: Pages) -> None:
    """Where a board in Discord has crosses of emoji and the page black stones, it says so."""
    await world.say("!ttt start @bob 9x9x5 x", "bob: !ttt accept")
    # A four left open is a mistake at any depth, so its review shows a board under any load.
    for move in ("e5", "bob: e6", "e4", "bob: a2", "e3", "bob: a9", "e2", "bob: a8", "e1"):
        await world.say(move)
    make, session = bot_of(world).board_url, await world.session()
    assert make is not None, "pages are served"
    page = await pages.open(make(session.channel, session.game, UserId(world.bob.id)))
    for button in ("Review", "Explore this position"):
        await page.press(button)
        (told,) = page.answer["pages"]
        assert "⚫" in told["words"]
        assert not {"❌", "⭕", "❗", "✅"} & set(told["words"])
        assert all(mark in told["words"] for mark in told["board"]["marks"].values())


async def test_all_moves_of_the_explorer_are_touched_on_its_board(
    world: World, pages: Pages
) -> None:
    """Those that a menu offers under a board in Discord too: none is a button in the words."""
    await world.say("!ttt start @bob 9x9x5 x", "bob: !ttt accept", "e5", "!ttt resign")
    page = await pages.of(world.alice.id)
    await page.press("Explore this position")
    shown = [one for row in page.answer["buttons"] for one in row["row"]]
    names = page.answer["pages"][0]["board"]["names"]
    moves = {one["move"]: one["label"] for one in shown if "move" in one}
    assert len(moves) > 10, "more than there are buttons for in Discord"
    assert moves == {move: names[move - 1] for move in moves}
    assert not {one["label"] for one in shown if "move" not in one} & set(names)


async def test_refusals_are_said_on_the_page(world: World, pages: Pages) -> None:
    """An outdated press is answered on the page, in one sentence, and changes nothing."""
    await world.pair()
    page = await pages.of(world.alice.id)
    old = page.state["move"].replace("%", "9")
    await world.say("5", "bob: 1")
    await page.press_id(old)
    assert page.answer["pages"][0]["words"] == sentence(Problem.CROSSED)
    assert await world.moves() == (5, 1)


async def test_touches_that_cross_each_other(world: World, pages: Pages) -> None:
    """Of two tabs and the channel one move counts; the others hear that the game has moved on."""
    await world.pair()
    tabs = [await pages.of(world.alice.id) for _ in range(2)]
    touches = asyncio.gather(tabs[0].move(5), tabs[1].move(6))
    world.post("1")
    await touches
    await world.env.settle()
    (move,) = await world.moves()
    refused = [page.answer["pages"][0]["words"] for page in tabs if page.answer]
    assert refused == [sentence(Problem.CROSSED)] * (2 if move == 1 else 1)
    for page in tabs:
        await page.until(lambda page=page: "X" in page.state["cells"])  # type: ignore[misc]


async def test_a_rematch_is_followed(world: World, pages: Pages) -> None:
    """The page of a player goes on to their next game in the channel, with a pass for it."""
    await world.say("!ttt start x", "!ttt resign")
    await world.say("!ttt start 3x3 easy x")
    page = await pages.of(world.alice.id)
    game = page.state["game"]
    await world.say("5", "!ttt resign", "!ttt rematch")
    await page.until(lambda: page.state["game"] != game)
    again = await pages.open(page.token)
    assert again.state["game"] == page.state["game"]


async def test_news_that_come_late_lead_no_page_back(world: World, pages: Pages) -> None:
    """What is told of an earlier move, or of the game before, is not shown any more."""
    await world.pair()
    tell, first = bot_of(world).services.turns.stored.tell, await world.session()
    page = await pages.of(world.alice.id)
    await page.move(5)
    await page.until(partial(shows, page, "....X...."))
    tell(first)
    await page.move(9)  # is refused, and what waits is sent with that
    await world.say("bob: 1")
    await page.until(partial(shows, page, "O...X...."))
    seen = [told["state"]["cells"] for told in page.heard if "state" in told]
    assert seen[seen.index("....X....") :] == ["....X....", "O...X...."]
    await world.say("!ttt resign")
    ended = await world.session()
    await world.pair()
    await page.until(lambda: page.state["game"] > ended.game)
    tell(ended)
    await page.move(99)
    await world.say("5")
    await page.until(partial(shows, page, "....X...."))
    games = [told["state"]["game"] for told in page.heard if "state" in told]
    assert games == sorted(games)


async def test_an_old_game_is_not_left_for_the_one_that_is_on(world: World, pages: Pages) -> None:
    """Whoever opens an old game while they play another one keeps it, after an outage too.

    A page that was away while its game ended and the next one began goes on to that.
    """
    await world.pair()
    away = await pages.of(world.bob.id)
    await away.close()
    await world.say("5", "bob: 2", "1", "bob: 3", "9")
    over = await world.session()
    await world.say("!ttt start @bob connect4 x", "bob: !ttt accept")
    make = bot_of(world).board_url
    assert make is not None, "pages are served"
    old = await pages.open(make(over.channel, over.game, UserId(world.bob.id)))
    await old.press("Review")
    back = await pages.open(away.token)
    assert (old.state["over"], back.state["game"]) == (True, over.game + 1)
    again = await pages.open(old.token)
    await world.say("4")
    await back.until(lambda: back.state["moves"])
    assert [page.state["game"] for page in (old, again)] == [over.game] * 2


async def test_the_language_of_the_reader(world: World, pages: Pages) -> None:
    """What stands on the page is in the language of its reader."""
    await world.pair()
    page = await pages.open(await pages.link(world.alice.id), locale="de-DE")
    await page.press("Tipp")
    assert "Nichts eilt" in page.answer["pages"][0]["words"]
    assert "de" in [told.get("language") for told in page.heard]
    await world.say("5", "bob: 2", "1", "bob: 3", "9")
    await page.until(lambda: page.state["over"])
    await page.press("Analyse")
    assert "Analyse von Spiel 1" in page.answer["pages"][0]["words"]
    await page.press("Stellung erkunden")
    assert "am Zug" in page.answer["pages"][0]["words"]
    assert world.said()[-1].endswith("-# Game 1"), "the channel reads its own language"


async def test_a_page_names_the_players_and_counts_the_watchers(world: World, pages: Pages) -> None:
    """A page names the players whose pages are open, and counts those who watch."""
    await world.pair()
    page = await pages.of(world.alice.id)
    await pages.of(world.bob.id)
    watcher = await pages.open(await pages.link(world.carol.id))

    def who() -> object:
        told = [one for one in page.heard if "who" in one]
        return told and (told[-1]["who"], told[-1]["watchers"])

    await page.until(lambda: who() == (["alice", "bob"], 1))
    await watcher.close()
    await page.until(lambda: who() == (["alice", "bob"], 0))


async def test_many_who_come_at_once_are_told_of_once(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each sees the board at once; who is there is told of all of them together, a little later."""
    await world.pair()
    monkeypatch.setattr(live, "_COMING_SECONDS", PATIENCE)
    crowd = await pages.fill(10)
    assert not any("who" in told for page in crowd for told in page.heard)
    (coming,) = pages.served.live._comings
    pages.served.live._tell_who_now(*coming)
    for page in crowd:
        await page.until(lambda page=page: "who" in page.heard[-1])  # type: ignore[misc]
        assert [told["watchers"] for told in page.heard if "who" in told] == [10]


async def test_the_button_gives_each_a_link_of_their_own(world: World, pages: Pages) -> None:
    """[Open] under a board is answered in private: to play for players, to watch for others."""
    await world.pair()
    board = world.channel.history()[-1]
    for member, plays in ((world.alice, True), (world.carol, False)):
        answer = (await member.click(board, label="Open")).response
        assert answer is not None, "it is answered"
        url = answer.components[0]["components"][0]["url"]
        page = await pages.open(url)
        assert (page.state["me"] is not None) == plays


async def test_a_finished_game_is_opened_too(world: World, pages: Pages) -> None:
    """Its page has the review and the explorer, long after."""
    await world.pair()
    await world.say("5", "bob: 2", "1", "bob: 3", "9")
    answer = (await world.bob.click(world.newest("Review"), label="Open")).response
    assert answer is not None, "it is answered"
    assert answer.content == "❌ **alice** wins with 1-5-9."
    page = await pages.open(answer.components[0]["components"][0]["url"])
    assert (page.state["over"], page.state["me"]) == (True, "O")
    await page.press("Review")
    assert "mistake 1 of 2" in page.answer["pages"][0]["words"]


async def test_an_activity_shows_what_is_played_in_its_channel(
    world: World, pages: Pages, activity: FakeDiscord
) -> None:
    """Whoever takes part gets the channel's game, and can start one; others follow to it."""
    alice = await pages.open(await activity.enter(world.alice.id))
    bob = await pages.open(await activity.enter(world.bob.id))
    await alice.press("Connect Four")
    for page in (alice, bob):
        await page.until(partial(has_board, page))
    assert (alice.state["me"] is not None, bob.state["me"]) == (True, None)
    await alice.until(lambda: alice.state["legal"])
    await alice.move(4)
    assert 4 in await world.moves()
    await world.say("!ttt resign", "bob: !ttt start 3x3 x")
    await bob.until(lambda: bob.state["me"] == "X")


async def test_the_options_of_a_menu_work_on_the_page(world: World, pages: Pages) -> None:
    """[More] shows its options as buttons; what they do is stored and shown."""
    await world.pair()
    await world.say("5")
    page = await pages.of(world.alice.id)
    await page.press("More")
    labels = [one["label"] for row in page.answer["buttons"] for one in row["row"]]
    assert len(labels) > 1
    assert not any("Boards" in label or "fight" in label for label in labels), "it draws its own"
    await page.press(next(label for label in labels if "draw" in label.lower()))
    await page.until(lambda: page.state.get("offer"))
    assert (await world.session()).offer is not None


async def test_a_rematch_is_asked_for_on_the_page(world: World, pages: Pages) -> None:
    """Who asks is told whom, and the other one's [Rematch] is the answer; both pages follow."""
    await world.pair()
    await world.say("5", "bob: 2", "1", "bob: 3", "9")
    make, over = bot_of(world).board_url, await world.session()
    assert make is not None, "pages are served"
    alice, bob = [
        await pages.open(make(over.channel, over.game, UserId(member.id)))
        for member in (world.alice, world.bob)
    ]
    await alice.press("Rematch")
    (told,) = alice.answer["pages"]
    assert told["words"].startswith("**alice** challenges **bob** to tic-tac-toe.")
    await bob.press("Rematch")
    for page in (alice, bob):
        await page.until(lambda page=page: page.state["game"] != over.game)  # type: ignore[misc]


async def test_the_page_shows_a_rematch_to_the_player_it_asks(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is taken back or declined, also on a page that opens then; [Accept] begins it.

    Who has asked for it sees none of that on theirs.
    """

    def now() -> datetime:  # pages are served by the host's clock, which is months away
        return max(message.created_at for message in world.channel.history())

    monkeypatch.setattr(bot_of(world).feature(Challenging).challenges, "_clock", now)
    await world.pair()
    bob, over = await pages.of(world.bob.id), await world.session()
    alice = await pages.of(world.alice.id)
    asks = "**alice** challenges **bob** to tic-tac-toe. **bob** moves first."
    await world.say("5", "bob: 2", "1", "bob: 3", "9", "!ttt rematch")
    await bob.until(lambda: bob.state.get("offer") == asks)
    await world.say("!ttt stop")
    await bob.until(lambda: not bob.state.get("offer"))
    await world.env.advance_time(COOLDOWN.total_seconds())
    await world.say("!ttt rematch")
    make = bot_of(world).board_url
    assert make is not None, "pages are served"
    opened = await pages.open(make(over.channel, over.game, UserId(world.bob.id)))
    assert opened.state["offer"] == asks
    await opened.press("Decline")
    for page in (bob, opened):
        await page.until(lambda page=page: not page.state.get("offer"))  # type: ignore[misc]
    await world.env.advance_time(COOLDOWN.total_seconds())
    await world.say("!ttt rematch")
    await bob.until(lambda: bob.state.get("offer"))
    await bob.press("Accept")
    await bob.until(lambda: not bob.state["over"] and not bob.state.get("offer"))
    await world.say("bob: 1", "!ttt resign")
    await bob.until(lambda: bob.state["over"])
    assert not bob.state.get("offer")
    own = [told["state"] for told in alice.heard if "state" in told]
    assert not any("offer" in state for state in own), "who asks does not answer"


async def test_an_offer_is_answered_on_the_page(world: World, pages: Pages) -> None:
    """Who is asked declines or accepts there, as with the buttons under it in the channel."""
    await world.pair()
    page = await pages.of(world.bob.id)
    for answer, over in (("Decline", False), ("Accept", True)):
        await world.say("!ttt draw")
        await page.until(lambda: page.state.get("offer"))
        await page.press(answer)
        await page.until(lambda: not page.state.get("offer"))
        assert page.state["over"] is over
    assert "A draw by agreement." in world.last


async def test_a_form_is_filled_in_on_the_page(world: World, pages: Pages) -> None:
    """[Change…] under a finished game asks for the next one, which the page then shows."""
    await world.say("!ttt start 3x3 easy x", "5", "!ttt resign")
    make = bot_of(world).board_url
    assert make is not None, "pages are served"
    finished = await world.store.find(GameId(1))
    assert finished is not None, "it was played"
    page = await pages.open(make(finished.channel, finished.game, UserId(world.alice.id)))
    await page.press("Change…")
    assert page.answer["title"]
    await page.fill(game="connect4", side="x")
    await page.until(lambda: page.state["columns"] == 7)
    assert (await world.session()).rules.gravity


async def test_a_page_is_served_later_while_the_store_is_away(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not told that its link is too old, and plays by it once the store is back."""
    await world.pair()
    link = await pages.link(world.alice.id)

    async def away(_game: GameId) -> Session | None:
        raise StoreUnavailable("is away")

    with monkeypatch.context() as patch:
        patch.setattr(world.store, "find", away)
        page = await pages.try_to_open(link)
        await page.until(lambda: page.socket.closed)
    assert page.ends == []
    again = await pages.open(page.token)
    assert again.state["me"] == "X"


async def test_a_page_is_served_once_the_bot_is_known(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that comes back before the bot has logged in is sent away unread, and keeps its link."""
    await world.pair()
    link = await pages.link(world.alice.id)
    with monkeypatch.context() as patch:
        patch.setattr(bot_of(world)._connection, "user", None)
        page = await pages.try_to_open(link)
        await page.until(lambda: page.socket.closed)
    assert page.heard == []
    assert (await pages.open(link)).state["me"] == "X"


async def test_a_move_while_a_page_opens_is_shown(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored between reading the game and listening for it is not lost."""
    await world.pair()
    fetched = pages.served.live._person

    async def slowly(*told: Any) -> Any:
        person = await fetched(*told)
        await world.say("5")
        return person

    monkeypatch.setattr(pages.served.live, "_person", slowly)
    page = await pages.of(world.alice.id)
    await page.until(partial(shows, page, "....X...."))


async def test_a_page_shows_moves_stored_by_another_process(world: World, pages: Pages) -> None:
    """A page follows its game, and its player to their next one, without hearing of either."""
    await world.pair()
    page = await pages.of(world.alice.id)
    before = await world.session()
    looking = asyncio.create_task(pages.served.live.follow_others())
    played = await world.store.save(before, moves.play(before, UserId(world.alice.id), 5))
    await page.until(partial(shows, page, "....X...."))
    await world.store.save(played, offers.resign(played, UserId(world.bob.id)))
    await page.until(lambda: page.state["over"])
    again = await world.store.create(replace(before, game=UNSTORED, version=0))
    await page.until(lambda: page.state["game"] == again.game)
    looking.cancel()
