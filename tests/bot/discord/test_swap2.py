"""Swap2 in a channel between people: each step, each branch, and after a restart."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.features.tournament.text import START
from bot.match.opening import Swap2
from bot.match.session import Ending, Session
from bot.show.text.words import ACCEPT, BLACK, HINT, PAD, REMATCH, TWO_MORE, UNDO, WHITE, WRITE
from engine import Limit, Side, read_record
from tests.bot.discord.finished import file_of, newest
from tests.bot.discord.test_notices import pinged, rounds
from tests.bot.discord.world import World, labels, sentence

pytestmark = pytest.mark.usefixtures("few_games")

RULE = "swap2: one player places three stones, black, white, black."
LAID = ("h8", "i9", "j7")


@pytest.fixture
def think() -> Limit:
    """As much work each time, however busy the machine is."""
    return Limit(nodes=20_000)


async def begin(world: World, *acts: str, words: str = "gomoku swap2") -> None:
    """A game of alice, who begins, and bob."""
    await world.pair(words)
    await world.say(*acts)


def summary(session: Session) -> tuple[str, str, int, bool]:
    """Who has which colour, how many stones lie, and whether the opening is over."""
    return session.x.name, session.o.name, session.position.ply, not session.is_opening


async def test_the_board_tells_each_step(world: World) -> None:
    """Who lays which stone, who chooses what, and who has which colour then."""
    await world.pair("gomoku swap2")
    assert RULE in world.last
    assert "**alice** \N{EN DASH} **bob** · gomoku" in world.last
    assert "**alice**, your turn: type a tile such as h8. Stone 1 of 3: ⚫." in world.last
    (board,) = await world.say("h8")
    assert "**alice** placed ⚫ **h8**." in board
    assert "Stone 2 of 3: ⚪." in board
    assert await world.say("bob: a1") == [sentence(Problem.NOT_YOUR_TURN, name="alice")]
    *_, board = await world.say("i9", "j7")
    assert "**alice** placed ⚫ **h8**, ⚪ **i9**, ⚫ **j7**." in board
    assert "**bob**, choose: `black` ⚫, `white` ⚪, or place `two more` stones." in board
    (board,) = await world.say("bob: two more")
    assert "**bob** places two more stones." in board
    assert "Stone 4 of 5: ⚪." in board
    *_, board = await world.say("bob: g7", "bob: k8")
    assert "**bob** placed ⚪ **g7**, ⚫ **k8**." in board
    assert "**alice**, choose: `black` ⚫ or `white` ⚪." in board
    (board,) = await world.say("white")
    assert "⚫ **bob** \N{EN DASH} ⚪ **alice** · gomoku" in board
    assert "**alice** chose ⚪." in board
    assert "⚪ **alice**, your turn" in board
    (board,) = await world.say("h9")
    assert "**alice** played **h9**." in board
    assert "chose" not in board
    assert summary(await world.session()) == ("bob", "alice", 6, True)


async def test_the_player_who_has_to_choose_reads_no_help_on_moves(world: World) -> None:
    """In the first game of a channel, where Kinarow has laid the stones."""
    await world.say("!ttt start gomoku swap2 o")
    assert "**alice**, choose: `black`" in world.last
    assert "type" not in world.last


async def test_with_letters_it_is_told_which_is_black(world: World) -> None:
    """The rule speaks of colours, and the board shows none; beside stones nothing is said of it."""
    letters = "X is black, O is white."
    await world.say("!ttt start gomoku swap2 x text")
    assert letters in world.last
    assert "Stone 1 of 3: X." in world.last
    await world.say("!ttt stop", "!ttt start gomoku swap2 x image")
    assert RULE in world.last
    assert letters not in world.last


async def test_the_choice_by_button(world: World) -> None:
    """The buttons stand where something is to be chosen, in place of those for moves."""
    await begin(world)
    assert {WRITE, PAD} <= set(labels(world.newest(UNDO)))
    assert HINT not in labels(world.newest(UNDO))
    await world.say(*LAID)
    board = world.newest(BLACK)
    assert labels(board)[:3] == [BLACK, WHITE, TWO_MORE]
    assert WRITE not in labels(board)
    assert await world.press(world.alice, BLACK) == [sentence(Problem.NOT_YOUR_TURN, name="bob")]
    assert await world.press(world.bob, TWO_MORE) == []
    assert WRITE in labels(world.newest(UNDO))
    await world.say("bob: g7", "bob: k8")
    assert labels(world.newest(BLACK))[:2] == [BLACK, WHITE]
    assert TWO_MORE not in labels(world.newest(BLACK))
    await world.press(world.alice, BLACK)
    assert summary(await world.session()) == ("alice", "bob", 5, True)


async def test_the_choice_as_command(world: World) -> None:
    """Typed and by slash, for channels where the bot hears no bare words."""
    await world.slash("play", opponent=world.bob, game="gomoku x swap2")
    await world.press(world.bob, ACCEPT)
    for tile in LAID:
        await world.slash("ttt do", words=f"play {tile}")
    await world.slash("ttt do", by=world.bob, words="swap more")
    await world.say("bob: !ttt play g7", "bob: !ttt k8", "!ttt swap black")
    assert summary(await world.session()) == ("alice", "bob", 5, True)


async def test_a_request_against_the_rules_of_swap2_is_refused(world: World) -> None:
    """One short sentence each: the board, a tile in place of a choice, a choice too late."""
    for board in ("3x3", "connect4", "13x13x5"):
        assert await world.say(f"!ttt start {board} swap2") == [sentence(Problem.SWAP2_BOARD)]
    both = sentence(Problem.TWO_VALUES, first="swap", second="swap2")
    assert await world.say("!ttt start gomoku swap swap2") == [both]
    voted = sentence(Problem.TWO_VALUES, first="vote", second="swap2")
    assert await world.say("!ttt vote gomoku swap2") == [voted]
    await begin(world, words="swap2")  # gomoku is meant
    assert await world.say("!ttt swap") == [sentence(Problem.NO_CHOICE)]
    assert await world.say("!ttt hint") == [sentence(Problem.OPENING_HELP)]
    await world.say(*LAID)
    first = sentence(Problem.CHOOSE_FIRST, codes="black, white, two more")
    assert await world.say("bob: h9") == [first]
    assert await world.say("bob: !ttt swap") == [first]
    await world.say("bob: white")
    assert await world.say("bob: !ttt swap black") == [sentence(Problem.NO_CHOICE)]


async def test_colours_in_conversation_are_none_of_the_bots_business(world: World) -> None:
    """Where nothing is to be chosen nobody hears of the word for it."""
    assert await world.say("black", "more") == []
    await begin(world)
    assert await world.say("bob: white", "two more") == []
    await world.say(*LAID)
    assert await world.say("carol: black") == []
    assert len(await world.moves()) == 3


@pytest.mark.parametrize("words", ["x", "O", "more", "more!", "2 more"])
async def test_a_choice_is_named_as_the_board_shows_it(world: World, words: str) -> None:
    """Other names of it are conversation where they stand alone; a command takes them too."""
    await begin(world, *LAID)
    assert await world.say(f"bob: {words}") == []
    assert await world.say(f"bob: !ttt {words}") != []
    assert not (await world.session()).choices


async def test_a_stone_is_taken_back(world: World) -> None:
    """At once while more are laid; before the choice the other is asked."""
    await begin(world, "h8", "i9")
    (board,) = await world.say("!ttt undo")
    assert "**alice** took **i9** back." in board
    assert "Stone 2 of 3: ⚪." in board
    await world.say("g9", "j7", "!ttt undo")
    (board,) = await world.say("bob: !ttt accept")
    assert "Stone 3 of 3: ⚫." in board
    assert len(await world.moves()) == 2


async def test_after_the_opening_review_code_and_rematch_are_right(world: World) -> None:
    """Stones of the opening are nobody's mistakes, and results go by the seats."""
    await begin(world, *LAID, "bob: black", "g7")
    (board,) = await world.say("!ttt resign")
    assert "**alice** resigns: ⚫ **bob** wins." in board
    assert "`15x15x5:113-129-100-97`" in (await world.say("!ttt replay"))[0]
    *_, review = await world.say("!ttt review")
    assert "⚫ **bob** \N{EN DASH} ⚪ **alice**" in review
    assert "move 1," not in review
    await world.press(world.alice, REMATCH)
    await world.press(world.bob, ACCEPT)
    session = await world.session()
    assert (session.x.name, session.swap2, session.swapped) == ("bob", Swap2(), False)


async def test_resigning_before_a_colour_is_chosen_loses(world: World) -> None:
    """Nobody has a mark yet, so that none stands in the sentence."""
    await begin(world, "h8")
    (board,) = await world.say("bob: !ttt resign")
    assert "**bob** resigns: **alice** wins." in board


async def test_a_hint_says_what_to_choose(world: World) -> None:
    """The better colour; no stone is recommended."""
    await begin(world, "h8", "a1", "i8")
    better = "💡 **black**: ⚫ looks better (estimate)"
    assert (await world.say("bob: !ttt hint"))[-1] == better
    assert (await world.say("bob: !ttt hint all"))[-1].endswith(better)


async def test_the_opening_goes_on_after_a_restart(world: World) -> None:
    """In the middle of laying, before a choice, and after one; nothing is posted twice."""
    await begin(world)
    for acts in (["h8"], ["i9", "j7"], ["bob: two more"], ["bob: g7"], ["bob: k8"]):
        await world.say(*acts)
        assert await world.restart() == []
    await world.say("white", "h9")
    assert summary(await world.session()) == ("bob", "alice", 6, True)


async def test_stones_and_choices_typed_meanwhile_count(world: World) -> None:
    """Stones and choices, in their order; what was said besides is passed over."""
    await begin(world, "h8")
    boards = await world.restart("i9", "bob: black", "j7", "hm", "bob: two more", "bob: g7")
    session = await world.session()
    assert (session.swap2, session.position.ply) == (Swap2(5), 4)
    assert "Stone 5 of 5: ⚫." in boards[-1]


async def test_a_tournament_is_played_with_it(world: World) -> None:
    """Its games begin with the opening; whoever lost, lost, whichever colour they had."""
    await world.say("moderator: !ttt tournament gomoku swap2 1d")
    await world.say("!ttt tournament join", "bob: !ttt tournament join")
    await world.press(world.moderator, START)
    await world.env.settle()
    live = [game for game in await world.store.live() if game.fixture is not None]
    assert [game.swap2 for game in live] == [Swap2()] * len(live)
    assert live


async def test_a_screen_reader_hears_the_opening(world: World) -> None:
    """The stones as X and O, and then what is to be done."""
    await begin(world, *LAID, words="gomoku swap2 text")
    assert "X: j7, h8. O: i9." in world.last
    assert "**bob**, choose: `black` ⚫, `white` ⚪, or place `two more` stones." in world.last
    assert "your turn: 222 free tiles" not in world.last


async def test_an_opening_counts_for_nobody_yet(world: World) -> None:
    """Nobody has to agree: nothing was won or lost yet."""
    await begin(world, *LAID)
    await world.say("!ttt stop")
    assert (await world.session()).ending is Ending.STOPPED


@pytest.mark.parametrize(
    "acts, white, black",
    [
        (["bob: white"], "bob", "alice"),
        (["bob: black"], "alice", "bob"),
        (["bob: two more", "bob: g7", "bob: k8", "black"], "bob", "alice"),
        (["bob: two more", "bob: g7", "bob: k8", "white"], "alice", "bob"),
    ],
)
async def test_a_whole_game_of_each_branch(
    world: World, acts: list[str], white: str, black: str
) -> None:
    """White moves next and wins; whoever has that colour has won, in statistics and file too."""
    await begin(world, *LAID, *acts)
    for column in "abcd":
        await world.say(f"{white}: {column}1", f"{black}: {column}15")
    (board,) = await world.say(f"{white}: e1")
    assert f"⚪ **{white}** wins" in board
    session = await world.session()
    assert (session.ending, session.winner) == (Ending.LINE, Side.O)
    for name, count in ((white, "1 won"), (black, "1 lost")):
        (told,) = await world.say(f"{name}: !ttt stats")
        assert count in told
    await world.say("!ttt replay sgf")
    _, _, data = await file_of(newest(world))
    assert f"PB[{black}]PW[{white}]RE[W+]" in data.decode()
    assert read_record(data.decode()).moves == session.position.moves


async def test_spectators_choose_and_lay_nothing(world: World) -> None:
    """Their presses are answered, to them alone; what they type is conversation."""
    await begin(world, *LAID)
    (refused,) = await world.press(world.carol, TWO_MORE)
    assert refused == sentence(Problem.NOT_A_PLAYER, x="alice", o="bob")
    assert (await world.session()).swap2 == Swap2()


async def test_a_slip_in_a_choice_is_mended(world: World) -> None:
    """A message that becomes a word for a choice counts, and elsewhere is conversation."""
    await begin(world, *LAID)
    slip = await world.bob.send(world.channel, "balck")
    await world.bob.edit(slip, "black")
    assert summary(await world.session()) == ("bob", "alice", 3, True)
    talk = await world.alice.send(world.channel, "blak")
    before = len(world.said())
    await world.alice.edit(talk, "black")
    assert len(world.said()) == before


async def test_one_ping_calls_for_all_stones_and_the_choice(world: World) -> None:
    """Whoever lays several stones, or chooses and moves, is called once."""
    await world.say("!ttt notify on", "bob: !ttt notify on")
    await world.pair("gomoku swap2 1h")
    challenged = len(list(pinged(world)))
    for acts, calls in (
        (LAID, (0, 1)),
        (["bob: two more", "bob: g7"], (0, 1)),
        (["bob: k8"], (1, 1)),
        (["white", "a1"], (1, 2)),
    ):
        await world.say(*acts)
        later = list(pinged(world))[challenged:]
        assert tuple(later.count([member.id]) for member in (world.alice, world.bob)) == calls


async def test_each_choice_has_its_time(world: World) -> None:
    """Whoever exceeds it loses, though nobody has a colour."""
    await world.pair("gomoku swap2 2m")
    await world.say(*LAID)
    await rounds(world, 91)
    shown = await rounds(world, 40)
    assert any("**bob** ran out of time: **alice** wins." in words for words in shown)
