"""A feature of one file: it counts, and remembers how it was asked. A model for a new one."""

from __future__ import annotations

from enum import Enum

from discord import app_commands, ui

from bot.edge.act import Act
from bot.edge.buttons import view_of
from bot.edge.places import Way
from bot.edge.ways import box, command, press, reply, slash_command
from bot.errors import AnyProblem, UserError
from bot.show.page import Page
from bot.show.text.language import Sentence


class CountProblem(AnyProblem):
    """What can be wrong with a count."""

    NO_NUMBER = Sentence("“{text}” is no number. Count as in {count}.", count="count 4")


class Step(Enum):
    """What a button does to the count."""

    UP = "up"
    DOWN = "down"


def counter(count: int) -> ui.View:
    """The buttons under a count."""
    steps = [
        ui.Button[ui.View](label=s.value, custom_id=f"ttt:count:{s.value}:{count}") for s in Step
    ]
    return view_of([*steps, ui.Button(label="write", custom_id="ttt:count:write")])


class Counting:
    """Counts, and says who asked."""

    def __init__(self) -> None:
        self.ways: list[Way] = []

    @command("count")
    @slash_command("count")
    @app_commands.describe(start="where to begin")
    async def begin(self, act: Act, *, start: str = "1") -> None:
        """Count on from a number."""
        self.ways.append(act.way)
        if not start.isdecimal():
            raise UserError(CountProblem.NO_NUMBER, text=start)
        await act.say(f"{act.person.name} counts: {start}", counter(int(start)))

    @press(r"ttt:count:(?P<step>up|down):(?P<count>\d+)")
    async def step(self, act: Act, step: Step, count: int) -> None:
        """Count one up or down."""
        self.ways.append(act.way)
        await act.later()
        count += 1 if step is Step.UP else -1
        await act.change(Page(str(count)), counter(count))

    @press("ttt:count:write")
    async def ask(self, act: Act) -> None:
        """Ask for a number."""
        await act.open_box("Count", "from", "ttt:counted")

    @box("ttt:counted")
    async def written(self, act: Act, written: str) -> None:
        """Tell the person alone what they wrote."""
        self.ways.append(act.way)
        await act.whisper(lambda: f"you wrote {written}")

    @reply(r"ttt:count:(?:up|down):(?P<count>\d+)")
    async def replied(self, act: Act, count: int, written: str) -> None:
        """Add to the count that was replied to."""
        self.ways.append(act.way)
        await act.say(str(count + int(written)))
