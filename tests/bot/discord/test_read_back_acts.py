"""Commands typed while the bot was away: done once and in order, or not at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from discord.ext import commands

from bot.client.bot import Kinarow
from bot.match.messages import _ACTS
from bot.match.session import Bot, Ending, MessageId, Offer, OfferKind, Session
from engine import LADDER, Side
from tests.bot.discord.world import World

Check = Callable[[Session], bool]
Lines = tuple[str, ...]


def offers(kind: OfferKind, side: Side = Side.X) -> Check:
    """Whether somebody has offered something."""
    return lambda session: session.offer == Offer(kind, side)


def ended(how: Ending) -> Check:
    """Whether the game is over in this way."""
    return lambda session: session.ending is how


def stands(*moves: int) -> Check:
    """Whether the game goes on after these moves, and nobody has offered anything."""
    return lambda session: (
        session.position.moves == moves and session.ending is None and session.offer is None
    )


BETWEEN_PEOPLE: list[tuple[Lines, Check]] = [
    (("!ttt draw",), offers(OfferKind.DRAW)),
    (("@Kinarow draw",), offers(OfferKind.DRAW)),
    (("!TTT Draw, please",), offers(OfferKind.DRAW)),
    (("!ttt draw", "bob: !ttt draw"), ended(Ending.AGREED)),
    (("!ttt draw", "bob: !ttt yes"), ended(Ending.AGREED)),
    (("!ttt draw", "carol: !ttt yes"), offers(OfferKind.DRAW)),
    (("!ttt draw", "bob: @Kinarow no"), stands(5, 1)),
    (("!ttt draw", "!ttt decline"), stands(5, 1)),
    (("9", "!ttt draw"), offers(OfferKind.DRAW)),
    (("!ttt draw", "9"), stands(5, 1, 9)),
    (("!ttt undo",), offers(OfferKind.UNDO)),
    (("!ttt undo", "bob: !ttt accept"), stands()),
    (("!ttt undo", "bob: !ttt accept", "7", "bob: 8"), stands(7, 8)),
    (("9", "!ttt undo", "bob: !ttt undo", "7"), stands(5, 1, 7)),
    (("bob: !ttt resign", "9"), ended(Ending.RESIGNED)),
    (("!ttt quit", "9"), ended(Ending.STOPPED)),
    (("9", "bob: 3", "!ttt quit"), offers(OfferKind.STOP)),
    (("9", "bob: 3", "!ttt stop", "bob: !ttt end"), ended(Ending.STOPPED)),
    (("carol: !ttt resign", "carol: !ttt stop", "carol: !ttt draw"), stands(5, 1)),
    (("!ttt hint", "!ttt board", "!ttt help", "!ttt rematch", "!ttt start x"), stands(5, 1)),
    (("!ttt resign help", "!ttt swap", "!ttt vote 9", "!ttt vote now"), stands(5, 1)),
]


@pytest.mark.parametrize("lines, is_so", BETWEEN_PEOPLE)
async def test_the_acts_of_two_people_count_in_their_order(
    world: World, lines: Lines, is_so: Check
) -> None:
    """In its order with the moves, and not again after another restart."""
    await world.pair()
    await world.say("5", "bob: 1")
    await world.restart(*lines)
    session = await world.session()
    assert is_so(session)
    assert await world.restart() == []
    assert await world.session() == session


@pytest.mark.parametrize("words", ["hint", "board", "help", "rules", "stats", "rematch"])
async def test_commands_that_store_nothing_are_not_answered_late(world: World, words: str) -> None:
    """Nobody waits for that any more."""
    await world.pair()
    assert await world.restart(f"!ttt {words}") == []


async def test_an_offer_that_was_read_back_is_shown(world: World) -> None:
    """The other player can answer it."""
    await world.pair()
    said = await world.restart("!ttt draw")
    assert "**alice** offers a draw" in said[-1]
    await world.press(world.bob, "Accept")
    assert (await world.session()).ending is Ending.AGREED


@pytest.mark.parametrize("answer", ["!ttt accept", "@Kinarow yes"])
async def test_a_challenge_that_was_accepted_meanwhile_begins(world: World, answer: str) -> None:
    """By the one who was asked, and once, also after another restart."""
    await world.say("!ttt start @bob x")
    said = await world.restart("carol: !ttt accept", f"bob: {answer}", "carol: hello")
    assert len([line for line in said if "**alice**, your turn" in line]) == 1
    assert (await world.session()).position.moves == ()
    assert await world.restart() == []
    await world.say("5")
    assert await world.moves() == (5,)


async def test_a_challenge_that_was_declined_meanwhile_is_over(world: World) -> None:
    """Both are told, and it cannot be accepted any more."""
    await world.say("!ttt start @bob x")
    said = await world.restart("bob: !ttt decline", "bob: !ttt accept")
    assert said
    assert all("declines the challenge" in line for line in said)
    assert await world.restart() == []


AGAINST_THE_ENGINE: list[tuple[Lines, Check]] = [
    (("5", "!ttt resign"), ended(Ending.RESIGNED)),
    (("5", "!ttt undo"), stands()),
    (("5", "7", "!ttt stop"), ended(Ending.STOPPED)),
    (("!ttt undo", "!ttt resign"), ended(Ending.RESIGNED)),
]


@pytest.mark.parametrize("lines, is_so", AGAINST_THE_ENGINE)
async def test_a_command_after_a_move_counts_without_the_answer(
    world: World, lines: Lines, is_so: Check
) -> None:
    """It needs no look at the engine's answer."""
    await world.say("!ttt start x")
    await world.restart(*lines)
    session = await world.session()
    assert is_so(session)
    assert await world.restart() == []
    assert await world.session() == session


async def test_a_move_that_was_taken_back_makes_room_for_another(world: World) -> None:
    """Of several moves typed in a row only the first counts, but for one after an undo."""
    await world.say("!ttt start x")
    await world.restart("5", "8", "!ttt undo", "7", "9")
    moves = await world.moves()
    assert moves[0] == 7
    assert len(moves) == 2


@pytest.mark.parametrize("level", ["perfect", "easy"])
async def test_a_draw_that_the_engine_is_offered(world: World, level: str) -> None:
    """It answers as it would have, and is asked once."""
    await world.say(f"!ttt start x {level}", "5")
    await world.restart("!ttt draw")
    session = await world.session()
    assert session.ending in {None, Ending.AGREED}
    assert session.offer is None
    assert await world.restart() == []
    assert await world.session() == session


@pytest.mark.parametrize("heard", [False, True])
async def test_a_draw_that_the_engine_refuses_is_not_offered_again(
    world: World, heard: bool
) -> None:
    """A player who has read the refusal does not get the draw once the game has turned."""
    await world.say("!ttt start 4x4x3 o")
    await (world.say("!ttt draw") if heard else world.restart("!ttt draw"))
    session = await world.session()
    assert session.ending is None
    (asked,) = [said.id for said in world.channel.history() if said.content == "!ttt draw"]
    assert await world.store.is_processed(MessageId(asked))
    assert await world.restart() == []
    assert await world.session() == session


@pytest.mark.parametrize("words, steps", [("easier", -1), ("board harder", 1)])
async def test_another_level_counts(world: World, words: str, steps: int) -> None:
    """For all moves from there on."""
    await world.say("!ttt start x medium")
    before = (await world.session()).o.player
    await world.restart(f"!ttt {words}")
    after = (await world.session()).o.player
    assert isinstance(before, Bot)
    assert isinstance(after, Bot)
    assert LADDER.index(after.step) == LADDER.index(before.step) + steps
    await world.restart()
    assert (await world.session()).o.player == after


async def test_a_swap_counts(world: World) -> None:
    """The sides are exchanged once."""
    await world.pair("swap")
    await world.restart("5", "bob: !ttt swap")
    session = await world.session()
    assert session.swapped
    assert session.x.player.id == world.bob.id  # type: ignore[union-attr] # a person
    await world.restart()
    assert await world.session() == session


async def test_ballots_and_the_count_of_them(world: World) -> None:
    """Votes by command count like bare numbers, and only the leader's word ends a round."""
    await world.say("!ttt vote x")
    await world.restart("bob: !ttt vote 5", "!ttt 5", "bob: !ttt vote now")
    poll = (await world.session()).poll
    assert poll is not None
    assert dict(poll.ballots) == {world.alice.id: 5, world.bob.id: 5}
    await world.restart("!ttt vote now")
    moves = await world.moves()
    assert (moves[0], len(moves)) == (5, 2)
    await world.say("bob: 9")
    await world.restart()
    assert await world.moves() == moves


async def test_another_prefix_counts(world: World) -> None:
    """A command is read back behind whatever stands before commands in its server."""
    await world.say("steward: !ttt prefix k!")
    await world.say("k!ttt start @bob x")
    await world.say("bob: k!ttt yes")
    await world.restart("!ttt resign", "K!ttt draw")
    session = await world.session()
    assert offers(OfferKind.DRAW)(session)


async def test_an_act_done_before_the_restart_is_not_repeated(world: World) -> None:
    """The store knows the messages of all acts."""
    await world.pair()
    await world.say("5", "bob: 1", "!ttt undo", "bob: !ttt yes", "7", "bob: !ttt draw")
    session = await world.session()
    assert await world.restart() == []
    assert await world.session() == session


async def test_a_press_is_newer_than_an_act_that_was_typed_before(world: World) -> None:
    """Whoever presses has seen the board, whatever was typed and not heard."""
    await world.pair()
    await world.say("5", "bob: 1")
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("!ttt draw")
    world.env.inject_error("GET", path, status=503, times=None)
    await world.come_up()
    await world.press(world.bob, "Undo")
    session = await world.session()
    assert offers(OfferKind.UNDO, Side.O)(session)
    world.env.backend.faults.clear()
    await world.look_after()
    assert await world.session() == session


async def test_every_name_of_an_act_is_that_of_a_command(world: World) -> None:
    """What is read back has the same name as when it is heard."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    group = bot.get_command("ttt")
    assert isinstance(group, commands.Group)
    names = {name: command.name for name, command in group.all_commands.items()}
    acts = set(_ACTS.values())
    assert {name: own for name, own in names.items() if own in acts} == _ACTS
