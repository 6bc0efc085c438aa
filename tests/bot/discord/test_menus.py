"""Commands in the menu of a person, and in that of a message."""

from __future__ import annotations

from bot.errors import Problem, UserError
from bot.features.start.values import StartProblem
from bot.show.text import problem
from tests.bot.discord.world import World, said


async def test_a_member_is_challenged(world: World) -> None:
    """It is the usual game, and the buttons are those of any challenge."""
    result = await world.alice.context_menu(world.channel, "Challenge", world.bob)
    assert not result.ephemeral
    assert f"**alice** challenges <@{world.bob.id}>" in list(said(result).values())[-1]
    await world.press(world.bob, "Accept")
    assert (await world.session()).between_people


async def test_nobody_challenges_themselves(world: World) -> None:
    """They are told in private."""
    result = await world.alice.context_menu(world.channel, "Challenge", world.alice)
    assert result.ephemeral
    assert list(said(result).values()) == [problem(UserError(StartProblem.CHALLENGE_SELF), "!")]


async def test_the_results_of_a_member(world: World) -> None:
    """Only the asker reads them, with those between the two."""
    await world.pair()
    await world.say("bob: !ttt resign", "1", "bob: !ttt resign")
    result = await world.alice.context_menu(world.channel, "Statistics", world.bob)
    assert result.ephemeral
    words = list(said(result).values())[-1]
    assert "**bob**" in words
    assert "**alice**" in words


async def test_a_hint_and_a_review_of_a_board(world: World) -> None:
    """A hint for the asker alone while the game is on; a review for all when it is over."""
    await world.say("!ttt start x")
    board = world.newest("Hint")
    hint = await world.alice.context_menu(world.channel, "Hint", board)
    assert hint.ephemeral
    assert "💡" in list(said(hint).values())[-1]
    await world.say("5", "!ttt resign")
    over = await world.alice.context_menu(world.channel, "Hint", world.newest("Review"))
    assert list(said(over).values()) == [problem(UserError(Problem.NO_GAME), "!")]
    review = await world.alice.context_menu(world.channel, "Review", world.newest("Review"))
    assert not review.ephemeral


async def test_a_message_that_is_no_board(world: World) -> None:
    """It is said so, in private."""
    await world.say("hello")
    result = await world.alice.context_menu(world.channel, "Hint", world.channel.history()[-1])
    assert result.ephemeral
    assert list(said(result).values()) == [problem(UserError(Problem.NOT_A_BOARD), "!")]
