"""Ids of buttons and boxes that nobody was given: a client can send whatever it likes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

import discord
import pytest
from discord import ui
from simcord import InteractionResult, MemberActor

from bot.edge.buttons import FINGERPRINT, open_box
from bot.edge.sending.answers import Interaction
from bot.errors import Problem
from bot.match.messages import LARGEST
from tests.bot.discord.finished import GAME, play
from tests.bot.discord.ids import box_patterns, button_patterns
from tests.bot.discord.test_puzzle import posed
from tests.bot.discord.test_tournament import opened
from tests.bot.discord.world import World, said, sentence
from tests.bot.puzzles import TODAY
from tests.thorough import long, thorough

LONGEST: Final = 100
"""The most characters of an id (Discord's limit)."""
NUMBERS: Final = ("0", f"{LARGEST}", f"{LARGEST + 1}", "9" * 22, "0" * 21)
DAYS: Final = ("2026-02-30", "0000-01-01", "9999-12-31", "0001-01-01", "2026-13-41")
WORDS: Final = {
    "packed": ("3x3x3:AQ", "{game}.{ply}.AQ"),
    "words": ("4x4",),
    "written": ("5",),
    "asked": ("{number}", "{number}@0x{number}x4.zugzwang.{number}"),
}
"""Examples of what stands in an id besides numbers, days, and one of a few words."""
_INNER: Final = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
"""What stands in a group, with at most two groups in one another."""
_GROUP: Final = re.compile(rf"\(\?P<(\w+)>({_INNER})\)")
_NUMBER: Final = "[0-9]+"
_OF_ENDED: Final = re.compile("ttt:(?:again|page|review|replay|explore|rematch)")
"""Ids that name a game that is over."""
_OUR_FAULT: Final = (Problem.DEFECT, Problem.STORE_DOWN)


@pytest.fixture
def database_url(any_migrated_url: str) -> str:
    """Each database has its own limit for numbers."""
    return any_migrated_url


def kinds(pattern: str) -> Iterator[str]:
    """The ids that a pattern takes, with places for numbers and days: `ttt:hint:{game}:{ply}`."""
    plain = pattern.replace(FINGERPRINT, "").replace("(?:/.*)?", "")
    choices = []
    for name, body in _GROUP.findall(plain):
        place = f"{{{name}}}"
        words = (place,) if name == "day" else body.replace(_NUMBER, place).split("|")
        choices.append(WORDS.get(name, words))
    first, *between = _GROUP.sub("\n", plain).split("\n")
    for chosen in product(*choices):
        yield first + "".join(map("".join, zip(chosen, between, strict=True)))


def forged(kind: str, there: dict[str, str], turn: int) -> Iterator[str]:
    """Ids of a kind in which one place after the other, and then all, hold what cannot be.

    Each takes two of the values, since there are many kinds that have the same place.
    """
    known = {**there, "game": there["ended"]} if _OF_ENDED.match(kind) else there
    places = dict.fromkeys(re.findall(r"\{(\w+)\}", kind))
    for count, place in enumerate(places, turn):
        values = DAYS if place == "day" else NUMBERS
        for step in (0, 2):
            yield kind.format(**{**known, place: values[(count + step) % len(values)]})
    if places:
        yield kind.format(**dict.fromkeys(places, f"{LARGEST + 1}") | {"day": DAYS[0]})


def forged_by(kind: str, games: Iterable[int]) -> Iterator[str]:
    """Ids of a kind that name one of some games, or the first few of all else that has a number."""
    places = dict.fromkeys(re.findall(r"\{(\w+)\}", kind))
    few = {"game": [*map(str, games)], "ply": ["0", "1"], "number": ["1", "2"], "day": [f"{TODAY}"]}
    choices = {place: few.get(place, ["1"]) for place in places}
    for values in product(*choices.values()):
        yield kind.format(**dict(zip(choices, values, strict=True)))


async def known(world: World) -> dict[str, str]:
    """What there is: an ended game and a live one, a puzzle of the day and of the collection."""
    await posed(world)
    await play(world)
    ended = (await world.session()).game
    await opened(world, "connect4")
    await world.pair()
    places = (
        "ply",
        "found",
        "top",
        "column",
        "begun",
        "card",
        "number",
        "move",
        "act",
        "step",
        "puzzle",
    )
    games = {"ended": f"{ended}", "game": f"{(await world.session()).game}"}
    return {**dict.fromkeys(places, "1"), **games, "day": f"{TODAY}", "user": f"{world.alice.id}"}


class Opener(ui.Button[ui.View]):
    """A button that opens a box of a given id."""

    def __init__(self, box: str) -> None:
        super().__init__(label="?")
        self._box = box

    async def callback(self, interaction: Interaction) -> None:
        """Open it."""
        await open_box(interaction, "?", "?", self._box)


async def pressed(
    world: World, custom_id: str, *, box: bool = False, by: MemberActor | None = None
) -> InteractionResult:
    """Press a button of an id, or send a box of it."""
    member = by or world.alice
    channel = world.env.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    view = ui.View(timeout=None)
    view.add_item(Opener(custom_id) if box else ui.Button(label="?", custom_id=custom_id))
    result = await member.click(await channel.send("?", view=view), label="?")
    return await member.submit_modal(result, {"answer": "5"}) if box else result


BUTTON_KINDS: Final = sorted(
    {kind for button in button_patterns() for kind in kinds(button.pattern)}
)
BOX_KINDS: Final = sorted({kind for box in box_patterns() for kind in kinds(box.pattern)})


async def check(world: World, kinds: list[str], *, box: bool) -> None:
    """Send forged ids of some kinds: each gets an answer, and none is a fault of the bot's."""
    there = await known(world)
    faults = [sentence(problem) for problem in _OUR_FAULT]
    for custom_id in (one for n, kind in enumerate(kinds) for one in forged(kind, there, n)):
        if len(custom_id) > LONGEST:
            continue
        answers = said(await pressed(world, custom_id, box=box)).values()
        assert not set(faults) & set(answers), custom_id


@pytest.mark.parametrize(
    "any_migrated_url, part",
    [
        *(("sqlite", part) for part in range(2)),
        *thorough(("sqlite", 2), ("sqlite", 3), ("postgresql", 0), ("postgresql", 1)),
        *long(("postgresql", 2), ("postgresql", 3)),
    ],
    indirect=["any_migrated_url"],
)
async def test_a_forged_button_is_no_defect(world: World, part: int) -> None:
    """Whatever number or day stands in its id: what it names is not there, or is not theirs."""
    await check(world, BUTTON_KINDS[part::4], box=False)


async def test_a_forged_box_is_no_defect(world: World) -> None:
    """Discord does not say whether it was ever opened."""
    await check(world, BOX_KINDS, box=True)


@pytest.mark.parametrize("ply", ["0", "999", f"{LARGEST + 1}"])
async def test_nobody_tries_again_from_a_move_that_was_not_made(world: World, ply: str) -> None:
    """The game begins before the nearest move that was."""
    await play(world)
    await pressed(world, f"ttt:again:1:{ply}")
    begun = await world.session()
    assert begun.ending is None
    assert begun.begun == (0 if ply == "0" else len(GAME) - 1)


@pytest.mark.parametrize("number", ["9" * 19, "9" * 30, f"{LARGEST + 1}"])
async def test_numbers_that_nothing_has_may_be_typed(world: World, number: str) -> None:
    """As a game, a person, a role, a channel, a side of a board or a move: a sentence says no."""
    await world.say("!ttt start")
    typed = (
        *(
            f"!ttt {command} {number}"
            for command in ("review", "replay", "explore", "hint", "play")
        ),
        *(f"!ttt {command} {number}" for command in ("tournament", "roles", "level", "puzzle")),
        *(f"!ttt {command} <@{number[:20]}>" for command in ("start", "vote", "stats", "top")),
        *(f"!ttt start {number}x3", f"!ttt start 3x3x{number}", f"!ttt vote {number}s"),
        *(f"!ttt start gomoku {number}d", f"!ttt load 3x3x3:{number}", f"!ttt load {number}x3x3:1"),
        *(f"moderator: !ttt tournament connect4 {number}m", f"!ttt load (;SZ[{number}])"),
        *(f"steward: !ttt settings channels <#{number[:20]}>", f"!ttt load Piskvorky {number}x9"),
        *(f"steward: !ttt settings puzzle <#{number}> 09:00", f"steward: !ttt set idle {number}h"),
        f"steward: !ttt roles <@&{number}> 1600",
    )
    faults = [sentence(problem) for problem in _OUR_FAULT]
    for words in typed:
        assert not set(faults) & set(await world.say(words)), words
