"""A run against the clock: three minutes or three misses, for one person alone."""

from __future__ import annotations

from simcord import InteractionResult, MemberActor

from bot.features.puzzle.collection_store import RunStore
from bot.features.puzzle.collection_text import START
from bot.features.puzzle.text import ANSWER
from bot.features.puzzle.values import PuzzleProblem, Run
from bot.match.session import Person, UserId
from bot.show.style import has_buttons, move_name
from engine import Puzzle, puzzle_collection
from tests.bot.discord.test_endless_puzzles import answer_of, only
from tests.bot.discord.test_puzzle import scope
from tests.bot.discord.world import World, said, sentence


async def run_of(world: World, member: MemberActor) -> Run:
    """A member's run as it is stored."""
    person = Person(UserId(member.id), member.name)
    found = await RunStore(world.store.database).find(person)
    assert found is not None
    return found


async def open_puzzle(world: World, member: MemberActor) -> Puzzle:
    """The puzzle that a member's run is at."""
    return puzzle_collection()[(await run_of(world, member)).numbers[-1]].puzzle


async def answered(
    world: World, member: MemberActor, shown: InteractionResult, *, right: bool
) -> InteractionResult:
    """Answer the open puzzle with its next move, or with a wrong one."""
    puzzle, found = await open_puzzle(world, member), (await run_of(world, member)).found
    position = puzzle.after(found)
    counts = {puzzle.line[2 * found], *(puzzle.slower[found] if puzzle.slower else ())}
    others = (move for move in position.legal if move not in counts)
    name = move_name(position.rules, puzzle.line[2 * found] if right else next(others))
    message = answer_of(shown)
    if has_buttons(position.rules):
        result = await member.click(message, label=name)
    else:
        box = await member.click(message, label=ANSWER)
        result = await member.submit_modal(box, {"answer": name})
    return shown if result.response is None else result


async def begun(world: World, member: MemberActor) -> InteractionResult:
    """A member begins a run."""
    await world.say("!ttt puzzle run")
    return await member.click(world.newest(START), label=START)


async def test_solving_scores_and_three_misses_end_it(world: World) -> None:
    """Everything happens in one message that nobody else sees; the best score is kept."""
    shown = await begun(world, world.alice)
    assert only(shown).startswith("⏱️ **0** solved · misses: 0 of 3 · ends <t:")
    while (await run_of(world, world.alice)).score < 2:
        shown = await answered(world, world.alice, shown, right=True)
    for _ in range(3):
        shown = await answered(world, world.alice, shown, right=False)
    run = await run_of(world, world.alice)
    assert (run.score, run.misses) == (2, 3)
    assert len(world.shown()) == 1
    assert await RunStore(world.store.database).best(scope(world), UserId(world.alice.id)) == 2
    assert await world.say("bob: !ttt puzzle top") == [
        "**The best runs against the clock here**\n1. **alice** · 2"
    ]


async def test_the_time_ends_it_too(world: World) -> None:
    """After three minutes no answer counts; what was reached stays, and a new run begins at 0."""
    shown = await begun(world, world.alice)
    while (await run_of(world, world.alice)).score < 1:
        shown = await answered(world, world.alice, shown, right=True)
    await world.env.advance_time(180)
    await answered(world, world.alice, shown, right=True)
    assert (await run_of(world, world.alice)).score == 1
    await begun(world, world.alice)
    assert (await run_of(world, world.alice)).score == 0
    assert await RunStore(world.store.database).best(scope(world), UserId(world.alice.id)) == 1


async def test_puzzles_get_harder(world: World) -> None:
    """From puzzle to puzzle, as far as the collection has them; none comes twice in a run."""
    shown = await begun(world, world.alice)
    for _ in range(2):
        shown = await answered(world, world.alice, shown, right=False)
    numbers = (await run_of(world, world.alice)).numbers
    assert len(set(numbers)) == 3


async def test_an_older_run_is_over(world: World) -> None:
    """Its buttons say so, and do not count for the new one."""
    first = await begun(world, world.alice)
    puzzle = await open_puzzle(world, world.alice)
    await world.env.advance_time(10)
    await begun(world, world.alice)
    label = (
        move_name(puzzle.start.rules, puzzle.line[0]) if has_buttons(puzzle.start.rules) else ANSWER
    )
    result = await world.alice.click(answer_of(first), label=label)
    assert sentence(PuzzleProblem.RUN_OVER) in said(result).values()
    assert (await run_of(world, world.alice)).score == 0


async def test_everybody_runs_alone(world: World) -> None:
    """One message to begin from is enough for all; by slash command it is private too."""
    await begun(world, world.alice)
    await world.bob.click(world.newest(START), label=START)
    assert (await run_of(world, world.bob)).score == 0
    result = await world.carol.slash(world.channel, "ttt puzzle", move="run")
    assert "A run against the clock" in only(result)
    assert len(world.shown()) == 1


async def test_nobody_has_run_yet(world: World) -> None:
    """The table says how to begin."""
    assert await world.say("!ttt puzzle top") == [
        "Nobody here has made a run yet. Be the first: `!ttt puzzle run`."
    ]
