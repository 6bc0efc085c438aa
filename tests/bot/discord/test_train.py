"""Training on one's own mistakes: each person for themselves, day after day."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.client.bot import Kinarow
from bot.client.services import Services
from bot.errors import Problem, UserError
from bot.features.privacy import FORGET
from bot.features.train import service
from bot.features.train.feature import Train
from bot.features.train.service import Training
from bot.features.train.store import TrainStore
from bot.features.train.text import (
    ANSWER,
    INVITATION,
    NEXT,
    PLAY,
    PROGRESS,
    SOLUTION,
    TRAIN,
    WIN_ANY,
)
from bot.features.train.values import Card, CardId, Spacing, Study, TrainProblem
from bot.match.session import UNSTORED, Bot, UserId
from bot.show.text.words import HINT
from engine import Level, Limit
from tests.bot.builders import position, unheard
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, labels, sentence
from tests.bot.features.train.cards import card

GAME = ("1", "bob: 5", "2", "bob: 4", "6", "bob: 3", "7", "bob: 8", "9")
"""On 3x3, alice is X: bob gives a draw away with 4, alice a win with 6. It ends in a draw."""
DAY = 86_400.0
PROOF = Limit(seconds=120.0)  # it ends with the proof
LARGE = card(position("6x6x4", (8, 1, 15, 3, 9, 5)), 29, 10)
"""X to move wins with d2; to have played e5 counts as the mistake."""
MOST_SEE_IT = "-# Most players at your level see this."
NOTHING = "🎯 **Training**: nothing to practise right now."


async def play(world: World) -> None:
    """Alice and bob play that game."""
    await world.pair()
    await world.say(*GAME)


def shown(result: InteractionResult) -> discord.Message:
    """What an interaction shows in the end: a new message, or the changed one, for one alone."""
    answers = [a for a in (result.response, *result.followups) if a is not None]
    (*_, answer) = [a for a in answers if a.content or a.message.components]
    assert answer.ephemeral
    return answer.message


async def train(world: World, member: MemberActor | None = None, **options: Any) -> discord.Message:
    """What lies before a person, which they alone see."""
    return shown(await (member or world.alice).slash(world.channel, "ttt train", **options))


async def click(member: MemberActor, message: discord.Message, label: str) -> discord.Message:
    """Press a button under one's own message, which changes in place."""
    after = shown(await member.click(message, label=label))
    assert after.id == message.id
    return after


async def refusal(member: MemberActor, message: discord.Message, label: str) -> str:
    """What a press that changes nothing is answered with."""
    return shown(await member.click(message, label=label)).content


def services(world: World) -> Services:
    """The services of the bot."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    return bot.services


def training_of(world: World) -> Training:
    """The service of the feature."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    return bot.feature(Train).training


def lines(message: discord.Message) -> list[str]:
    """The message, line by line."""
    return message.content.splitlines()


async def card_of(world: World, member: MemberActor) -> Card:
    """The only card of a person."""
    found = [await cards(world).find(UserId(member.id), CardId(number)) for number in (1, 2)]
    (card,) = filter(None, found)
    return card


def cards(world: World) -> TrainStore:
    """The store of cards."""
    return TrainStore(world.store.database)


async def test_a_mistake_of_a_game_comes_back(world: World) -> None:
    """Nobody has asked for a review. The board shows the mistake, and each tile has a button."""
    await play(world)
    message = await train(world)
    assert lines(message)[0] == "🎯 **Training** · Tic-tac-toe · 1 position waits"
    assert "you played **6** here and missed a win." in message.content
    assert "You're ❌, and it's your move: which one wins?" in message.content
    assert "❌❌3️⃣\n🅾️⭕❗\n7️⃣8️⃣9️⃣" in message.content
    assert labels(message) == [*"123456789", HINT, SOLUTION, NEXT]


async def test_found_at_once_it_comes_again_in_two_days_and_then_no_more(world: World) -> None:
    """A clock that moves: what waits, what comes when, and the end of it."""
    await play(world)
    right = await click(world.alice, await train(world), "3")
    assert "🎯 **3** is right: it keeps the win. You'll see it again <t:" in right.content
    assert lines(right)[-1] == MOST_SEE_IT
    assert labels(right) == [NEXT, PLAY, PROGRESS]
    nothing = await click(world.alice, right, NEXT)
    assert nothing.content.startswith(f"{NOTHING} The next one comes <t:")
    assert labels(nothing) == [NEXT, WIN_ANY, PROGRESS]
    await world.env.advance_time(DAY)
    assert (await train(world)).content.startswith(NOTHING)
    await world.env.advance_time(DAY)
    again = await click(world.alice, await train(world), "3")
    assert "You've learned this one: it won't come back." in again.content
    await world.env.advance_time(12 * DAY)
    assert (await train(world)).content.startswith(NOTHING)


async def test_a_miss_is_explained_and_comes_again_in_the_same_sitting(world: World) -> None:
    """The answer is told, not the best move; the buttons stay, and ten minutes later it counts."""
    await play(world)
    wrong = await click(world.alice, await train(world), "6")
    assert "💨 **6** misses the win. Try again.\n↪️ The answer: 💡 **3**: blocks" in wrong.content
    assert labels(wrong) == [*"123456789", HINT, SOLUTION, NEXT]
    found = await click(world.alice, wrong, "3")
    assert "🎯 **3** is right" in found.content
    assert (await card_of(world, world.alice)).solved == 0
    assert (await click(world.alice, found, NEXT)).content.startswith(NOTHING)
    await world.env.advance_time(600)
    await click(world.alice, await train(world), "3")
    assert (await card_of(world, world.alice)).solved == 1


async def test_every_move_that_keeps_the_value_is_right(world: World) -> None:
    """Not only the one that the review has named; what keeps less is wrong."""
    await world.pair()
    await world.say("5", "bob: 2", "4", "bob: 6", "8", "bob: 7", "9", "bob: 1", "3")
    message = await train(world)
    card = await card_of(world, world.alice)
    assert (card.best, card.played) == (1, 8)
    assert "💨 **3** misses the win." in (await click(world.alice, message, "3")).content
    assert "🎯 **7** is right" in (await click(world.alice, message, "7")).content


async def test_a_draw_is_to_be_held(world: World) -> None:
    """Bob's own mistake, of which alice hears nothing."""
    await play(world)
    message = await train(world, world.bob)
    assert "you played **4** here and missed a draw." in message.content
    assert "which one doesn't lose?" in message.content
    assert "💨 **7** loses. Try again." in (await click(world.bob, message, "7")).content
    found = await click(world.bob, message, "3")
    assert "🎯 **3** is right: it keeps the draw." in found.content
    assert labels(found) == [NEXT, PROGRESS]


async def test_the_hint_tells_why_the_mistake_failed(world: World) -> None:
    """Not what is right; and the position comes again within the hour."""
    await play(world)
    hinted = await click(world.alice, await train(world), HINT)
    assert "After **6** the answer was 💡 **3**" in hinted.content
    assert labels(hinted) == [*"123456789", SOLUTION, NEXT]
    await click(world.alice, hinted, "3")
    await world.env.advance_time(3_600)
    assert "which one wins?" in (await train(world)).content


async def test_a_position_whose_solution_was_shown_comes_again(world: World) -> None:
    """As after a miss."""
    await play(world)
    told = await click(world.alice, await train(world), SOLUTION)
    *_, best, seen, again = lines(told)
    assert (best, seen) == ("💡 **3**: wins at once with 1-2-3", MOST_SEE_IT)
    assert again.startswith("You'll see it again <t:")
    assert labels(told) == [NEXT, PLAY, PROGRESS]
    await world.env.advance_time(600)
    assert "which one wins?" in (await train(world)).content


# Who sees what.


async def test_typed_in_a_server_it_shows_nobodys_mistakes(world: World) -> None:
    """Whoever presses the button sees their own, alone."""
    await play(world)
    assert await world.say("!ttt train") == [str(INVITATION)]
    before = world.shown()
    for member, asked in ((world.alice, "which one wins?"), (world.bob, "doesn't lose?")):
        result = await member.click(world.newest(TRAIN), label=TRAIN)
        assert asked in shown(result).content
    assert NOTHING in shown(await world.carol.click(world.newest(TRAIN), label=TRAIN)).content
    assert world.shown() == before


async def test_in_direct_messages_nobody_else_looks_on(world: World) -> None:
    """There the position itself is the answer, and changes in place."""
    await play(world)
    await world.alice.user.send_dm("!ttt train")
    room = world.alice.user.dm_channel
    (message,) = [m for m in room.history() if labels(m)]
    assert "which one wins?" in message.content
    await world.alice.user.click(message, label="3")
    assert "🎯 **3** is right" in room.history()[-1].content
    assert len(world.told(world.alice)) == 1


async def test_a_message_that_cannot_change_is_answered_by_another(world: World) -> None:
    """As private as the first: nobody else sees the position, whatever fails."""
    await play(world)
    message = await train(world)
    before = world.shown()
    path = "/webhooks/*/*/messages/@original"
    world.env.inject_error("PATCH", path, status=404, code=10008, times=None)
    after = shown(await world.alice.click(message, label="3"))
    world.env.backend.faults.clear()
    assert after.id != message.id
    assert "🎯 **3** is right" in after.content
    assert world.shown() == before


async def test_a_press_of_somebody_else_reaches_no_card(world: World) -> None:
    """Whatever the id says: a card is found with its owner alone."""
    await play(world)
    mine, theirs = await train(world), await train(world, world.bob)
    card = await card_of(world, world.alice)
    bob, training = UserId(world.bob.id), training_of(world)
    solution = partial(training.solution, stored=unheard)
    for act in (training.find, training.hint, solution, training.task):
        with pytest.raises(UserError) as refused:
            await act(bob, card.number)
        assert refused.value.problem is TrainProblem.NO_CARD
    assert "✅" in (await click(world.alice, mine, "3")).content
    assert "✅" in (await click(world.bob, theirs, "3")).content


async def test_forgetting_a_person_erases_their_cards(world: World) -> None:
    """A button that is left says so."""
    await play(world)
    message = await train(world)
    await world.say("!ttt forget")
    await world.press(world.alice, FORGET)
    assert await refusal(world.alice, message, "3") == sentence(TrainProblem.NO_CARD)
    assert NOTHING in (await train(world)).content
    assert "doesn't lose?" in (await train(world, world.bob)).content


# Where positions come from.


async def test_a_review_makes_cards_of_all_who_played(world: World) -> None:
    """Whoever has asked for it; nothing is looked at again for that."""
    await play(world)
    await world.say("carol: !ttt review")
    for member in (world.alice, world.bob):
        assert await cards(world).unstudied(UserId(member.id), 3) == []
        assert "1 position waits" in (await train(world, member)).content


async def test_a_request_looks_at_three_games(world: World) -> None:
    """The next request looks at more; a player without mistakes has nothing to train."""
    await world.pair()
    await world.say("5", "bob: 1", "2", "bob: 8", "7", "bob: 3", "6", "bob: 4", "9")
    game = await world.session()
    for _ in range(service.LOOKED):
        await world.store.create(replace(game, game=UNSTORED))
    message = await train(world)
    assert "I've looked at 3 of your games and found no proven mistakes" in message.content
    assert "There are games of yours I haven't looked at yet" in message.content
    after = await click(world.alice, message, NEXT)
    assert "I've looked at 1 of your games" in after.content
    assert "play some more with `!ttt start`" in after.content
    assert (await click(world.alice, after, NEXT)).content.startswith(f"{NOTHING} Positions come")


async def test_a_game_that_is_on_is_not_looked_at(world: World) -> None:
    """Its mistakes would be a hint."""
    await world.pair()
    await world.say(*GAME[:5])
    assert (await train(world)).content.startswith(NOTHING)


# Large boards.


async def given(world: World, asked: Card) -> discord.Message:
    """Alice has a card, of a game that she has played; it is shown."""
    await play(world)
    game = await world.session()
    now = discord.utils.utcnow()
    fresh = replace(asked, made_at=now, spacing=Spacing.fresh(now))
    await cards(world).keep(Study(UserId(world.alice.id), game.game, None, (fresh,)), now)
    return await train(world)


@pytest.mark.parametrize("restarts", [False, True])
async def test_an_answer_is_written_where_tiles_have_no_buttons(
    world: World, restarts: bool
) -> None:
    """In a form, which may be sent after a restart too."""
    message = await given(world, LARGE)
    assert labels(message) == [ANSWER, HINT, SOLUTION, NEXT]
    form = await world.alice.click(message, label=ANSWER)
    if restarts:
        await world.restart()
    assert (
        "🎯 **d2** is right"
        in shown(await world.alice.submit_modal(form, {"answer": " D2 "})).content
    )


async def test_words_that_are_no_move_are_no_miss_in_training(world: World) -> None:
    """One sentence, and no miss."""
    message = await given(world, LARGE)
    for words, problem, facts in (
        ("hint", Problem.NOT_A_MOVE, {"text": "hint"}),
        ("a1", Problem.TAKEN, {"tile": "a1"}),
        ("z9", Problem.NOT_A_MOVE, {"text": "z9"}),
    ):
        form = await world.alice.click(message, label=ANSWER)
        told = shown(await world.alice.submit_modal(form, {"answer": words})).content
        assert told == sentence(problem, **facts)
    assert (await card_of(world, world.alice)).spacing.is_due(discord.utils.utcnow())


async def test_a_word_that_train_does_not_know(world: World) -> None:
    """The nearest one is offered."""
    told = sentence(Problem.UNKNOWN_WORD, word="progess", nearest="progress")
    assert await world.say("!ttt train progess") == [told]


# To win it.


async def test_a_won_position_is_played_and_counts(world: World) -> None:
    """In the channel, against the bot at full strength; it counts when it is won."""
    await play(world)
    told = await click(world.alice, await train(world), SOLUTION)
    await world.alice.click(told, label=PLAY)
    begun = await world.session()
    assert (begun.position.moves, begun.o.player) == ((1, 5, 2, 4), Bot(Level.PERFECT))
    assert not (await card_of(world, world.alice)).solved
    await world.say("3")
    assert "wins" in world.last
    assert NOTHING in (await train(world)).content
    assert (await card_of(world, world.alice)).solved == 1


async def test_a_game_that_was_not_won_does_not_count(world: World) -> None:
    """Neither one that was given up nor one that still goes on, also over a restart."""
    await play(world)
    await world.alice.click(await click(world.alice, await train(world), SOLUTION), label=PLAY)
    await train(world)
    await world.restart()
    await world.say("!ttt resign")
    await train(world)
    card = await card_of(world, world.alice)
    assert (card.solved, card.trial) == (0, None)


async def test_no_training_game_begins_while_a_game_is_on(world: World) -> None:
    """The game there comes first."""
    await play(world)
    told = await click(world.alice, await train(world), SOLUTION)
    await world.pair()
    on = sentence(Problem.GAME_ON, x="alice", o="bob")
    assert await refusal(world.alice, told, PLAY) == on


async def test_without_due_cards_a_position_once_won_is_offered(world: World) -> None:
    """One that was a win once, if there is one."""
    await play(world)
    found = await click(world.alice, await train(world), "3")
    await world.alice.click(await click(world.alice, found, NEXT), label=WIN_ANY)
    assert (await world.session()).position.moves == (1, 5, 2, 4)


async def test_without_any_the_collection_has_one(world: World) -> None:
    """Of a game in which the person to move wins."""
    nothing = await train(world)
    await world.alice.click(nothing, label=WIN_ANY)
    begun = await world.session()
    assert [person.id for person in begun.people] == [world.alice.id]
    assert not begun.bot_to_move
    assert begun.begun == begun.position.ply > 0
    assert (await services(world).thinker.analyse(begun.position, PROOF)).verdict.value == "win"


# How one gets on.


@pytest.mark.thorough
async def test_progress_of_one_week_is_told_without_a_chart(world: World) -> None:
    """For oneself by the slash command or a button; typed it is for all."""
    await play(world)
    nothing = await click(world.alice, await click(world.alice, await train(world), "3"), NEXT)
    private = await click(world.alice, nothing, PROGRESS)
    alone = await train(world, show="progress")
    before = len(world.shown())
    await world.say("!ttt train progress")
    assert len(world.shown()) == before + 1
    public = world.channel.history()[-1]
    for message in (private, alone, public):
        assert lines(message)[0] == "📈 **Your progress** · the last 12 weeks"
        *_, solved, week = lines(message)
        assert solved.endswith("1 position solved; 0 learned so far, 1 still to learn")
        assert week.startswith("Week of 2025-12-29: ")
        assert not message.attachments
        assert labels(message) == [TRAIN]


async def test_a_press_under_a_public_progress_is_answered_privately(world: World) -> None:
    """It does not put somebody's mistakes in its place."""
    await play(world)
    await world.say("!ttt train", "!ttt train progress")
    before = world.shown()
    assert "doesn't lose?" in shown(await world.bob.click(world.newest(TRAIN), label=TRAIN)).content
    assert world.shown() == before


async def test_without_leave_to_attach_files_progress_is_words(world: World) -> None:
    """Each week has a line."""
    await play(world)
    await train(world)
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        await world.say("!ttt train progress")
    message = world.channel.history()[-1]
    assert not message.attachments
    assert lines(message)[-1].startswith("Week of 2025-12-29: ")
    assert lines(message)[-1].endswith("% in 1 game")


async def test_a_newcomer_without_progress_is_told_how_to_get_some(world: World) -> None:
    """But is told how to get some."""
    (answer,) = await world.say("!ttt train progress")
    assert answer.startswith("Nothing to show yet")


# Days.


@pytest.mark.thorough
async def test_days_of_training(world: World) -> None:
    """Alice finds her move each time; bob misses his once each day that it comes.

    Alice's is learned on the third day. Bob's comes every day, because he misses it. The bot is
    restarted in the middle, and forgets nothing.
    """
    await play(world)
    asked: dict[str, list[int]] = {"alice": [], "bob": []}
    for day in range(5):
        for member, misses in ((world.alice, False), (world.bob, True)):
            message = await train(world, member)
            if NOTHING in message.content:
                continue
            asked[member.name].append(day)
            if misses:
                await click(member, message, "7")
                await world.env.advance_time(600)
                message = await train(world, member)
            await click(member, message, "3")
        await world.env.advance_time(DAY)
        if day == 1:
            await world.restart()
    assert asked == {"alice": [0, 2], "bob": list(range(5))}
    assert await cards(world).count(UserId(world.alice.id)) == (0, 1)
    assert await cards(world).count(UserId(world.bob.id)) == (1, 0)
