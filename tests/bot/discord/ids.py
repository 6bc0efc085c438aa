"""The patterns of all ids that the bot answers to."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import bot.features
from bot.client.services import FEATURES
from bot.edge.places import Way
from bot.edge.ways import ways_of


def button_patterns() -> list[re.Pattern[str]]:
    """What the ids of buttons are read with."""
    return [*_marked(Way.PRESS)]


def box_patterns() -> list[re.Pattern[str]]:
    """What the ids of boxes are read with."""
    packages = pkgutil.walk_packages(bot.features.__path__, f"{bot.features.__name__}.")
    found = (getattr(import_module(package.name), "_BOX", None) for package in packages)
    return [*_marked(Way.BOX), *(box for box in found if isinstance(box, re.Pattern))]


def _marked(way: Way) -> Iterator[re.Pattern[str]]:
    """The patterns of the features that come in through the door."""
    for feature in FEATURES:
        for found, _ in ways_of(feature):
            if found.kind is way:
                yield re.compile(found.name)
