"""A review that is asked for by its command: its first page, its progress, its failures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import discord
import pytest

from bot.edge.discord_internals.answers import words_in
from bot.errors import Problem
from bot.features.review import feature
from bot.features.review import text as review_text
from bot.features.review.text import OVERVIEW
from bot.pool.thinker import Thinker
from bot.show import text
from bot.show.render.charts import chart
from engine import Rules, review
from tests.bot.discord.finished import OVERVIEW_PAGE, REVIEW, WAYS, file_of, newest, play
from tests.bot.discord.permissions import denied
from tests.bot.discord.ways import DEFERRED, Way, callback
from tests.bot.discord.world import World, labels, sentence, words_of
from tests.bot.waiting import engine_down, held, until
from tests.soon import PATIENCE
from tests.thorough import few


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review tells of every move how far it is."""
    monkeypatch.setattr(feature, "_PACE", 0.0)


def on_progress(world: World, act: Callable[[], object]) -> None:
    """Do something when a review first tells how far it is."""
    contents = said_of(world)

    def look(_event: str, _payload: object) -> None:
        if contents and contents[0].startswith("Reviewing"):
            contents.clear()
            world.env.backend.subscribers.remove(look)
            act()

    world.env.backend.subscribers.append(look)


def said_of(world: World) -> list[str]:
    """Every content that Kinarow's messages have from now on, edits included."""
    contents: list[str] = []
    me = str(world.env.backend.bot_user.id)

    def hear(event: str, payload: Mapping[str, Any]) -> None:
        if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and payload["author"]["id"] == me:
            contents.append(words_of(payload))

    world.env.backend.subscribers.append(hear)
    return contents


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", few(1, ["", " 1", " #1"]))
async def test_a_review_names_each_mistake(world: World, way: Way, number: str) -> None:
    """Opened at the turning point; the overview has all of them, the accuracy and a chart."""
    await play(world)
    (answer,) = await way(world, f"review{number}")
    assert answer.splitlines() == REVIEW
    assert not newest(world).attachments
    assert await world.press(world.bob, OVERVIEW) == []
    assert world.last.splitlines() == OVERVIEW_PAGE
    rules = Rules(3, 3, 3)
    judgements = review(rules, (await world.session()).position.moves)
    values = [judged.after.score * (1 if judged.ply % 2 else -1) for judged in judgements]
    described = text.chart_alt_text(values, [2, 5])
    drawn = chart(rules, values, [2, 5])
    assert await file_of(newest(world)) == ("review.png", described, drawn)


@pytest.mark.parametrize("way", WAYS)
async def test_without_leave_to_attach_files_a_review_is_words(world: World, way: Way) -> None:
    """Nothing but the chart is missing."""
    await play(world)
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (answer,) = await way(world, "review")
        assert answer.splitlines() == REVIEW
        await world.press(world.alice, OVERVIEW)
    assert world.last.splitlines() == OVERVIEW_PAGE
    assert not newest(world).attachments


async def test_the_last_finished_game_is_reviewed_while_another_is_on(world: World) -> None:
    """A game that is on is none to look back at, by its number either."""
    await play(world)
    await world.say("!ttt start 4x4 x", "b2")
    (answer,) = await world.say("!ttt review")
    assert answer.startswith("**Review of game 1**")
    assert await world.say("!ttt review 2") == [sentence(Problem.STILL_ON, number=2)]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("way", WAYS)
async def test_a_long_review_tells_how_far_it_is(world: World, way: Way) -> None:
    """In one message, which becomes the review with its buttons."""
    await play(world)
    before, contents = len(world.shown()), said_of(world)
    await way(world, "review")
    told = [review_text.reviewing(done, 8) for done in range(1, 8)]
    assert [content for content in contents if content][:7] == told
    (answer,) = world.shown()[before:]
    assert answer.splitlines() == REVIEW
    assert OVERVIEW in labels(newest(world))


async def test_a_review_has_its_picture_in_the_middle(world: World) -> None:
    """The overview is one message: whose game it was, the chart, the mistakes, the buttons."""
    await play(world)
    await world.say("!ttt review")
    await world.press(world.alice, OVERVIEW)
    above, chart, below, buttons = newest(world).components
    assert isinstance(above, discord.TextDisplay)
    assert "**alice**" in above.content.splitlines()[1]
    assert isinstance(chart, discord.MediaGalleryComponent)
    assert isinstance(below, discord.TextDisplay)
    assert isinstance(buttons, discord.ActionRow)
    assert words_in(newest(world)) == f"{above.content}\n{below.content}"


async def test_a_short_review_comes_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody has time to wonder nothing is said before."""
    monkeypatch.setattr(feature, "_PACE", PATIENCE)
    await play(world)
    contents = said_of(world)
    await world.say("!ttt review")
    (content,) = contents
    assert content.splitlines() == REVIEW
    assert any(request.path.endswith("/typing") for request in world.env.http_requests)


@pytest.mark.usefixtures("hasty")
async def test_a_review_whose_progress_was_deleted_is_posted(world: World) -> None:
    """Somebody tidies up meanwhile: the review comes as a new message."""
    await play(world)
    before = len(world.shown())
    channel, backend = world.channel.id, world.env.backend
    on_progress(world, lambda: backend.delete_message(channel, newest(world).id))
    await world.say("!ttt review")
    (answer,) = world.shown()[before:]
    assert answer.splitlines() == REVIEW


@pytest.mark.usefixtures("hasty")
async def test_a_review_that_fails_leaves_nothing_behind(world: World, thinker: Thinker) -> None:
    """Its progress goes, and a sentence says that the engine is down."""
    await play(world)
    workers, before = list(thinker.jobs._workers), len(world.shown())
    on_progress(world, thinker.jobs._workers.clear)
    await world.say("!ttt review")
    thinker.jobs._workers[:] = workers
    assert world.shown()[before:] == [sentence(Problem.ENGINE_DOWN)]


async def test_a_channel_has_one_review_at_a_time(world: World, thinker: Thinker) -> None:
    """Whoever asks meanwhile is told to wait."""
    await play(world)
    with held(thinker):
        world.post("!ttt review", "bob: !ttt review")
        await until(lambda: sentence(Problem.ONE_AT_A_TIME) in world.shown())
    await world.env.settle()
    assert [answer.startswith("**Review") for answer in world.shown()].count(True) == 1


async def test_a_review_needs_the_engine(world: World, thinker: Thinker) -> None:
    """Without it there is a sentence, and the next try finds everything as it was."""
    await play(world)
    with engine_down(thinker):
        assert await world.say("!ttt review") == [sentence(Problem.ENGINE_DOWN)]
    (answer,) = await world.say("!ttt review")
    assert answer.splitlines() == REVIEW


async def test_a_slash_command_is_acknowledged_before_the_review(
    world: World, thinker: Thinker
) -> None:
    """Discord waits three seconds for an answer, so that it gets a first one at once."""
    await play(world)
    with held(thinker), world.in_the_same_moment():
        await world.alice.slash(world.channel, "ttt review")
        await until(lambda: DEFERRED in map(callback, world.env.http_requests))
    await world.env.settle()
    assert world.last.splitlines() == REVIEW
