"""Puzzles without end: shown to all, solved by each, rated by the first answer."""

from __future__ import annotations

import re
from typing import Final

import discord
from simcord import InteractionResult, MemberActor

from bot.features.puzzle.collection_store import PuzzleRatings, TrialStore
from bot.features.puzzle.collection_text import SOLUTION, WHY
from bot.features.puzzle.text import ANSWER, MY_BOARD
from bot.features.puzzle.values import NEWCOMER, PuzzleProblem
from bot.match.session import UserId
from bot.show.style import move_name
from bot.show.text import found_by
from bot.show.text.words import NEXT
from engine import PRESETS, RatedPuzzle, Theme, puzzle_collection, share_finding
from tests.bot.discord import test_guide as guide
from tests.bot.discord.world import World, said, sentence

_NUMBER: Final = re.compile(r"🧩 \*\*Puzzle (\d+)\*\*")


def shown_in(content: str) -> RatedPuzzle:
    """The puzzle that a message shows."""
    match = _NUMBER.search(content)
    assert match is not None, content
    return puzzle_collection()[int(match[1])]


def only(result: InteractionResult) -> str:
    """The one answer to an interaction, which nobody else sees."""
    (words,) = filter(None, said(result).values())
    assert result.ephemeral
    return words


def answer_of(result: InteractionResult) -> discord.Message:
    """The message of that answer."""
    answers = [a for a in (result.response, *result.followups) if a is not None]
    (answer,) = [a for a in answers if a.content or a.components]
    return answer  # type: ignore[return-value] # SimCord's own kind, which can be pressed too


def names(rated: RatedPuzzle) -> list[str]:
    """The moves that solve a puzzle, as people write them."""
    rules = rated.puzzle.start.rules
    return [move_name(rules, move) for move in rated.puzzle.line[::2]]


def wrong(rated: RatedPuzzle) -> str:
    """A first move that loses the point of a puzzle."""
    puzzle = rated.puzzle
    counts = {puzzle.line[0], *(puzzle.slower[0] if puzzle.slower else ())}
    move = next(move for move in puzzle.start.legal if move not in counts)
    return move_name(puzzle.start.rules, move)


async def written(member: MemberActor, message: discord.Message, word: str) -> InteractionResult:
    """Send a word in the box that [Answer] under a message opens."""
    shown = await member.click(message, label=ANSWER)
    return await member.submit_modal(shown, {"answer": word})


async def solved(member: MemberActor, message: discord.Message, rated: RatedPuzzle) -> str:
    """Write the whole solution into boxes; what is said at the end."""
    told = ""
    for name in names(rated):
        result = await written(member, message, name)
        told, message = only(result), answer_of(result)
    return told


async def test_another_kind_is_chosen(world: World) -> None:
    """Under a puzzle that is over, by its game or its theme."""
    await world.say("!ttt puzzle more")
    message = world.newest(SOLUTION)
    over = guide.only(await world.alice.click(message, label=SOLUTION))
    assert {"Gomoku", "Save the draw"} <= guide.options(over).keys()
    chosen = await guide.choose(world.alice, over, "Save the draw")
    assert shown_in(only(chosen)).puzzle.theme is Theme.HOLD


async def test_one_after_the_other_none_twice(world: World) -> None:
    """Each near the rating of the person, in the channel and in private."""
    (first,) = await world.say("!ttt puzzle more")
    met = {shown_in(first).number}
    message = world.newest(NEXT)
    for _ in range(4):
        result = await world.alice.click(message, label=NEXT)
        met.add(shown_in(only(result)).number)
        message = answer_of(result)
    met.add(
        shown_in(only(await world.alice.slash(world.channel, "ttt puzzle", move="more"))).number
    )
    assert len(met) == 6
    assert await TrialStore(world.store.database).met(UserId(world.alice.id)) == met
    assert len(world.shown()) == 1
    strengths = sorted(abs(entry.strength - NEWCOMER.mu) for entry in puzzle_collection().entries)
    for number in met:
        assert abs(puzzle_collection()[number].strength - NEWCOMER.mu) <= strengths[40]


async def test_puzzles_to_ones_taste(world: World) -> None:
    """Of a board, a theme and a strength; [Next] goes on with it, also after an answer."""
    await world.say("!ttt puzzle more connect4 zugzwang 1500")
    message, met = world.newest(NEXT), []
    for _ in range(3):
        rated = shown_in(message.content)
        met.append(rated)
        missed = await world.alice.click(message, label=names(rated)[0])
        result = await world.alice.click(answer_of(missed), label=NEXT)
        message = answer_of(result)
    assert len({rated.number for rated in met}) == 3
    for rated in met:
        assert rated.puzzle.start.rules == PRESETS["connect4"]
        assert rated.puzzle.theme is Theme.ZUGZWANG
        assert abs(rated.strength - 1500) < 100


async def test_there_are_no_puzzles_of_some_kinds(world: World) -> None:
    """One sentence, with an example of what there is."""
    told = await world.say("!ttt puzzle more 3x3")
    assert told == ["I have no puzzles of that kind. Try `!ttt puzzle more connect4`."]


async def test_solving_moves_both_ratings(world: World) -> None:
    """The person's up, the puzzle's down; it is told, and nobody else reads it."""
    (shown,) = await world.say("!ttt puzzle more")
    rated = shown_in(shown)
    told = await solved(world.alice, world.newest(ANSWER), rated)
    ratings = PuzzleRatings(world.store.database)
    mine = await ratings.of(UserId(world.alice.id))
    assert mine.mu > NEWCOMER.mu
    assert (await ratings.strengths())[rated.number] < rated.strength
    assert f"Your rating in puzzles: **{round(mine.mu)}** (+" in told
    assert f"-# {found_by(share_finding(rated.strength, NEWCOMER.mu))}" in told
    assert len(world.shown()) == 1


async def test_only_the_first_answer_counts(world: World) -> None:
    """A miss costs; what is found afterwards changes nothing any more."""
    (shown,) = await world.say("!ttt puzzle more")
    rated, message = shown_in(shown), world.newest(ANSWER)
    told = only(await written(world.alice, message, wrong(rated)))
    assert told.startswith("💨")
    assert "Your rating in puzzles" in told
    ratings = PuzzleRatings(world.store.database)
    mine = await ratings.of(UserId(world.alice.id))
    assert mine.mu < NEWCOMER.mu
    assert "Your rating" not in await solved(world.alice, message, rated)
    assert await ratings.of(UserId(world.alice.id)) == mine


async def test_the_solution_can_be_asked_for(world: World) -> None:
    """Which costs nothing before the first try, ends the puzzle, and lets one ask why."""
    (shown,) = await world.say("!ttt puzzle more")
    rated, message = shown_in(shown), world.newest(SOLUTION)
    result = await world.bob.click(message, label=SOLUTION)
    told = only(result)
    assert told.startswith("The solution: ")
    assert all(f"**{name}**" in told for name in names(rated))
    assert "rating" not in told
    assert await PuzzleRatings(world.store.database).of(UserId(world.bob.id)) == NEWCOMER
    again = only(await world.bob.click(message, label=SOLUTION))
    assert "Your rating" not in again
    refused = await world.bob.click(message, label=ANSWER)
    assert sentence(PuzzleProblem.SOLVED) in said(refused).values()
    why = only(await world.bob.click(answer_of(result), label=WHY))
    assert why.startswith("💡")
    assert len(world.shown()) == 1


async def test_the_solution_is_said_to_cost_before_it_does(world: World) -> None:
    """Once a move is found it counts as a miss."""
    await world.say("!ttt puzzle more")
    message = world.newest(ANSWER)
    while (rated := shown_in(message.content)).puzzle.moves == 1:
        message = answer_of(await world.alice.click(message, label=NEXT))
    assert "costs rating points" not in message.content
    found = await written(world.alice, message, names(rated)[0])
    assert "-# “Solution” costs rating points now." in only(found)
    told = only(await world.alice.click(answer_of(found), label=SOLUTION))
    assert "Your rating in puzzles" in told
    assert (await PuzzleRatings(world.store.database).of(UserId(world.alice.id))).mu < NEWCOMER.mu


async def test_each_solves_for_oneself_also_after_a_restart(world: World) -> None:
    """What one has found concerns nobody else."""
    (shown,) = await world.say("!ttt puzzle more")
    rated, message = shown_in(shown), world.newest(ANSWER)
    await written(world.alice, message, wrong(rated))
    await world.restart()
    told = await solved(world.bob, message, rated)
    assert "on the first try" in told
    assert "after 1 miss" in await solved(world.alice, message, rated)


async def test_a_reply_answers_it_without_a_word_of_how(world: World) -> None:
    """In a server; [My board] tells the person."""
    (shown,) = await world.say("!ttt puzzle more")
    message = world.newest(ANSWER)
    await world.alice.send(world.channel, wrong(shown_in(shown)), reply_to=message)
    assert world.last.startswith("📥 **alice**, I have your answer.")
    told = only(await world.alice.click(world.newest(MY_BOARD), label=MY_BOARD))
    assert "Your answers: 💨" in told
