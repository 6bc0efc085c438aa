"""What each person sees of a board: their style, its numbers, and a part of it."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.errors import Problem
from bot.match.session import BoardStyle
from bot.show.text.words import HINT
from tests.bot.discord.world import World, sentence


async def test_a_style_is_remembered(world: World) -> None:
    """In all games of the person, until they take it back."""
    assert await world.say("!ttt style text") == ["From now on your boards are drawn as `text`."]
    (board,) = await world.say("!ttt start x")
    assert board.startswith("The board is empty. Your turn: 1 2 3 4 5 6 7 8 9\n")
    (board,) = await world.say("5")
    assert board.startswith("You: 5. They: ")
    assert "\nX **alice** \N{EN DASH} O **Kinarow**" in board
    await world.say("!ttt stop", "!ttt style default")
    assert "1️⃣2️⃣3️⃣" in (await world.say("!ttt start x"))[0]


async def test_a_board_is_drawn_for_two(world: World) -> None:
    """A listener has the words, the other keeps the picture, and both may listen."""
    await world.pair()
    (board,) = await world.say("!ttt style text")
    assert "1️⃣2️⃣3️⃣" in board
    assert "\nFor **alice**: The board is empty. Your turn: 1 2" in board
    await world.say("5", "bob: 1", "9")
    assert "\nFor **alice**: You threaten 9" not in world.last
    assert "\nFor **alice**: You: 5, 9. They: 1. Their turn.\n" in world.last
    (board,) = await world.say("bob: !ttt style text")
    assert "1️⃣" not in board
    assert board.startswith("X: 5, 9. O: 1. O, your turn: 2 3 4 6 7 8\n")
    (board,) = await world.say("!ttt style image")
    assert "\nFor **bob**: You: 1. They: 5, 9. Your turn: 2 3 4 6 7 8\n" in board
    assert (await world.session()).style is BoardStyle.IMAGE


async def test_a_spoken_board_stays_when_its_game_ends(world: World) -> None:
    """Given up, stopped or erased by the other: the stones are told as before."""
    ends = {
        "bob: !ttt resign": "**bob** resigns",
        "!ttt stop": "The game was stopped.",
        "bob: !ttt forget erase": "The game was stopped.",
    }
    for words, told in ends.items():
        await world.pair()
        await world.say("!ttt style text", "5", words)
        board = next(shown for shown in reversed(world.shown()) if told in shown)
        assert "\nFor **alice**: You: 5.\n" in board


async def test_a_picture_of_ones_own_is_not_forced_on_another(world: World) -> None:
    """A player who has chosen one keeps it; the other is told that theirs is for later games."""
    await world.say("bob: !ttt style light")
    await world.pair()
    assert await world.say("!ttt style image") == ["From now on your boards are drawn as `image`."]
    assert (await world.session()).style is BoardStyle.EMOJI
    (board,) = await world.say("!ttt style text")
    assert "For **alice**" in board


async def test_a_challenge_brings_what_each_has_chosen(world: World) -> None:
    """The one who listens does so in every game, whoever asks, also in a rematch."""
    await world.say("!ttt style text")
    await world.pair()
    assert "1️⃣2️⃣3️⃣" in world.last
    assert "For **alice**: The board is empty." in world.last
    await world.say("!ttt resign", "bob: !ttt rematch")
    await world.press(world.alice, "Accept")
    assert "For **alice**: The board is empty." in world.last
    session = await world.session()
    assert (session.x.name, session.x.aloud, session.o.aloud) == ("bob", False, True)


async def test_a_hint_is_told_to_who_listens(world: World) -> None:
    """Without the board, which they have heard."""
    await world.pair()
    await world.say("!ttt style text", "5", "bob: 2")
    (hint,) = await world.press(world.alice, HINT)
    assert hint.startswith("💡 **")
    assert "1️⃣" not in hint
    assert "free" not in hint


async def test_a_spectators_style_changes_no_board(world: World) -> None:
    """Their choice is kept for games of their own."""
    await world.pair()
    assert await world.say("carol: !ttt style image") == [
        "From now on your boards are drawn as `image`."
    ]
    assert (await world.session()).style is BoardStyle.EMOJI


async def picture_of(world: World) -> Image.Image:
    """The picture that came last."""
    (file,) = world.channel.history()[-1].attachments
    return Image.open(BytesIO(await file.read()))


@pytest.mark.parametrize("words", ["numbers", "zoom", "ZOOM numbers", "numbers zoom"])
async def test_a_board_is_shown_in_another_way(world: World, words: str) -> None:
    """As a picture that is no board to play on; the board itself stays where it was."""
    await world.pair("gomoku")
    await world.say("h8", "bob: i9")
    board = await world.store.boards.newest((await world.session()).game)
    (shown,) = await world.say(f"carol: !ttt board {words}")
    assert ("From e5 to m13:" in shown) is ("zoom" in words.lower())
    assert (await picture_of(world)).width > 500
    assert world.channel.history()[-1].components == []
    assert await world.store.boards.newest((await world.session()).game) == board
    await world.say("h9")


async def test_an_ended_game_still_has_its_numbers(world: World) -> None:
    """The last one of the channel. Without any there is nothing to show."""
    assert await world.say("!ttt board numbers") == [sentence(Problem.NO_GAME)]
    await world.pair()
    await world.say("5", "bob: 1", "!ttt resign")
    await world.say("!ttt board numbers")
    assert (await picture_of(world)).width > 300
    await world.say("!ttt style text")
    assert "Moves: 1 X 5, 2 O 1" in (await world.say("!ttt board numbers"))[0]


async def test_other_words_are_refused(world: World) -> None:
    """With the nearest one, and levels stay what they were."""
    await world.pair()
    assert await world.say("!ttt board nubmers") == [
        sentence(Problem.UNKNOWN_WORD, word="nubmers", nearest="numbers")
    ]
    (shown,) = await world.slash("ttt do", words="board numbers")
    assert "tic-tac-toe" in shown
