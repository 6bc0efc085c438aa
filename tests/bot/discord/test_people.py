"""What people ask of each other in a game and after it: rematches, draws and takebacks."""

from __future__ import annotations

from bot.errors import Problem
from bot.match.session import Bot, Ending, Offer, OfferKind
from bot.show.text.notes import DRAW_REFUSED
from bot.show.text.words import ACCEPT, BOARD, DECLINE
from engine import Level, Side
from tests.bot.discord.world import World, said, sentence

PLAYERS = {"x": "alice", "o": "bob"}


# Rematches.


async def test_a_rematch_against_the_engine_exchanges_sides(world: World) -> None:
    """The same game begins again at once, the engine moving first this time."""
    await world.say("!ttt start x easy 4x4 text", "!ttt resign")
    (board,) = await world.say("!ttt rematch")
    session = await world.session()
    assert session.o.name == "alice"
    assert (str(session.rules), session.x.player) == ("4x4x4", Bot(Level.EASY))
    assert "**Kinarow** played" in board


async def test_a_rematch_between_people_is_a_challenge(world: World) -> None:
    """The other player is asked; sides are exchanged."""
    await world.pair("misere")
    await world.say("bob: !ttt resign")
    (asked,) = await world.say("bob: !ttt rematch")
    assert asked.startswith(
        f"**bob** challenges {world.alice.mention} to tic-tac-toe, misère. **bob** moves first.\n"
    )
    await world.press(world.alice, ACCEPT)
    session = await world.session()
    assert (session.x.name, session.o.name) == ("bob", "alice")


async def test_a_rematch_needs_a_game_that_has_ended(world: World) -> None:
    """Neither before the first game, nor during one, nor for a spectator."""
    assert await world.say("!ttt rematch") == [sentence(Problem.NO_REMATCH)]
    await world.pair()
    assert await world.say("!ttt rematch") == [sentence(Problem.GAME_ON, **PLAYERS)]
    await world.say("!ttt stop")
    assert await world.say("carol: !ttt rematch") == [sentence(Problem.NOT_YOUR_REMATCH, **PLAYERS)]


# Draws.


async def test_a_draw_is_offered_and_accepted(world: World) -> None:
    """The other player presses Accept, and the game is drawn."""
    await world.pair()
    (offer,) = await world.say("!ttt draw")
    assert offer == ("**alice** offers a draw. **bob**: `!ttt draw` accepts, a move declines.")
    await world.press(world.bob, ACCEPT)
    assert "A draw by agreement." in world.last
    assert (await world.session()).ending is Ending.AGREED


async def test_a_draw_is_declined_by_button_or_by_a_move(world: World) -> None:
    """Either way the game goes on and nothing is on offer any more."""
    await world.pair()
    await world.say("!ttt draw")
    before = len(world.shown())
    await world.press(world.bob, DECLINE)
    assert len(world.shown()) == before
    assert "**alice** offers a draw" in world.last
    assert "the game goes on" in world.last
    await world.say("bob: !ttt draw", "5")
    session = await world.session()
    assert (session.offer, session.ending) == (None, None)
    assert await world.press(world.alice, ACCEPT) == [world.link(world.newest(BOARD))]


async def test_an_offer_is_answered_by_the_other_player_only(world: World) -> None:
    """Its author cannot accept it, and a spectator can neither accept nor decline."""
    await world.pair()
    await world.say("!ttt draw")
    asked = [sentence(Problem.OWN_OFFER, name="bob")]
    assert await world.press(world.alice, ACCEPT) == asked
    assert await world.say("!ttt draw") == asked
    for label in (ACCEPT, DECLINE):
        assert await world.press(world.carol, label) == [sentence(Problem.NOT_A_PLAYER, **PLAYERS)]
    assert (await world.session()).offer == Offer(OfferKind.DRAW, Side.X)


async def test_an_offer_is_taken_back_by_who_made_it(world: World) -> None:
    """Decline, pressed by the player who offered, ends the offer."""
    await world.pair()
    await world.say("!ttt draw")
    await world.press(world.alice, DECLINE)
    assert (await world.session()).offer is None


async def test_buttons_answer_the_offer_they_stand_under(world: World) -> None:
    """When a takeback is asked after a draw, Accept under the draw does not take back."""
    await world.pair()
    await world.say("5")
    await world.say("!ttt draw")
    draw = world.newest(ACCEPT)
    await world.say("!ttt undo")
    result = await world.bob.click(draw, label=ACCEPT)
    assert world.link(world.newest(BOARD)) in said(result).values()
    assert await world.moves() == (5,)
    await world.press(world.bob, ACCEPT)
    assert await world.moves() == ()


async def test_an_offer_that_is_off_cannot_be_accepted(world: World) -> None:
    """When an offer has been replaced and declined, its buttons say that nothing is on offer."""
    await world.pair()
    await world.say("5", "!ttt draw")
    draw = world.newest(ACCEPT)
    await world.say("!ttt undo")
    await world.press(world.bob, DECLINE)
    result = await world.bob.click(draw, label=ACCEPT)
    assert sentence(Problem.NO_OFFER) in said(result).values()
    assert (await world.session()).ending is None


async def test_an_offer_outlives_a_restart(world: World) -> None:
    """The offer is stored, so that another process can take the answer."""
    await world.pair()
    await world.say("!ttt draw")
    await world.restart()
    await world.press(world.bob, ACCEPT)
    assert (await world.session()).ending is Ending.AGREED


async def test_the_engine_agrees_to_a_draw_that_is_one(world: World) -> None:
    """On a drawn board the engine accepts at once."""
    await world.say("!ttt start x")
    (board,) = await world.say("!ttt draw")
    assert "A draw by agreement." in board


async def test_the_engine_refuses_a_draw_when_it_wins(world: World) -> None:
    """On a won board it plays on, and says so."""
    await world.say("!ttt start o")
    (first,) = await world.moves()
    bad = {1: 2, 3: 2, 7: 8, 9: 8, 5: 2, 2: 9, 4: 3, 6: 1, 8: 1}[first]
    await world.say(str(bad))
    (answer,) = await world.say("!ttt draw")
    assert str(DRAW_REFUSED) in answer
    assert (await world.session()).ending is None


# Takebacks.


async def test_against_the_engine_a_move_is_taken_back_at_once(world: World) -> None:
    """Both half-moves go, and the person is to move again."""
    await world.say("!ttt start x", "5")
    answer = (await world.moves())[-1]
    await world.say("!ttt undo")
    assert await world.moves() == ()
    assert (await world.session()).assisted
    assert f"**alice** took back **5** and the answer **{answer}**." in world.last
    assert "**alice**, your turn" in world.last
    assert await world.say("!ttt undo") == [sentence(Problem.NOTHING_TO_UNDO)]


async def test_between_people_a_takeback_needs_consent(world: World) -> None:
    """The other is asked; with Accept the move goes, with Decline it stays."""
    await world.pair()
    await world.say("5", "bob: 1")
    (asked,) = await world.say("bob: !ttt undo")
    assert asked == (
        "**bob** asks to take **1** back. **alice**: `!ttt undo` accepts, a move declines."
    )
    await world.press(world.alice, DECLINE)
    assert await world.moves() == (5, 1)
    await world.say("bob: !ttt undo", "!ttt undo")
    assert await world.moves() == (5,)
    assert "**bob** took **1** back." in world.last


async def test_a_takeback_may_take_back_both_moves(world: World) -> None:
    """Asked on one's own turn, it goes back to one's own last turn; both sentences name both."""
    await world.pair()
    (*_, asked) = await world.say("4", "bob: 3", "5", "bob: 6", "!ttt undo")
    assert asked == (
        "**alice** asks to take back **5** and the answer **6**. "
        "**bob**: `!ttt undo` accepts, a move declines."
    )
    await world.press(world.bob, ACCEPT)
    assert await world.moves() == (4, 3)
    assert "**alice** took back **5** and the answer **6**." in world.last


async def test_a_takeback_names_moves_as_the_board_does(world: World) -> None:
    """The offer too: a picture of a large board has letters at its edges."""
    await world.pair("gomoku")
    (*_, asked) = await world.say("h8", "bob: i9", "!ttt undo")
    assert asked.startswith("**alice** asks to take back **h8** and the answer **i9**.")
    (board,) = await world.say("bob: !ttt accept")
    assert "**alice** took back **h8** and the answer **i9**." in board


async def test_an_offer_to_take_back_lapses_with_the_next_move(world: World) -> None:
    """What is accepted afterwards is nothing, or what a new offer names."""
    await world.pair()
    await world.say("5", "bob: 1", "!ttt undo", "9")
    await world.say("bob: !ttt accept")
    assert await world.moves() == (5, 1, 9)
    (asked,) = await world.say("!ttt undo")
    assert asked.startswith("**alice** asks to take **9** back.")
    await world.say("bob: !ttt accept")
    assert await world.moves() == (5, 1)


async def test_a_tile_taken_back_can_be_played_again(world: World) -> None:
    """After a takeback the board is as it was: the same number counts once more."""
    await world.say("!ttt start x", "5", "!ttt undo", "5")
    assert (await world.moves())[:1] == (5,)


# Ends.


async def test_resigning_gives_the_game_to_the_other(world: World) -> None:
    """A player may resign at any time, a spectator never."""
    await world.pair()
    assert await world.say("carol: !ttt resign") == [sentence(Problem.NOT_A_PLAYER, **PLAYERS)]
    await world.say("5")
    (board,) = await world.say("bob: !ttt resign")
    assert "**bob** resigns: ❌ **alice** wins." in board


async def test_players_and_moderators_may_stop_a_game(world: World) -> None:
    """Its players and a moderator may, a spectator may not."""
    await world.pair()
    assert await world.say("carol: !ttt stop") == [sentence(Problem.MAY_NOT_STOP)]
    (board,) = await world.say("moderator: !ttt stop")
    assert "The game was stopped." in board
    await world.pair()
    await world.say("bob: !ttt stop")
    assert await world.store.live() == []


async def test_a_moderator_stops_by_slash_command(world: World) -> None:
    """The permission is seen in an interaction too."""
    await world.pair()
    refused = await world.slash("ttt do", by=world.carol, words="stop")
    assert refused == [sentence(Problem.MAY_NOT_STOP)]
    (board,) = await world.slash("ttt do", by=world.moderator, words="stop")
    assert "The game was stopped." in board
