"""What the bot knows of games can be handed to another process."""

from __future__ import annotations

import dataclasses
import importlib
import pickle
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType

import bot.features
import bot.match
import bot.show
import engine

PURE = ("values", "grammar", "text", "page")
"""What is pure in a feature, by the name of its file."""


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package, whose values are arguments of jobs and pictures."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if package is not bot.features or found.name.rpartition(".")[2] in PURE:
            yield importlib.import_module(found.name)


def constants(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The mappings and values of a module, and what fields of its dataclasses are by default."""
    for name, value in vars(module).items():
        where = f"{module.__name__}.{name}"
        if isinstance(value, type):
            if dataclasses.is_dataclass(value) and value.__module__ == module.__name__:
                for field in dataclasses.fields(value):
                    if field.default_factory is not dataclasses.MISSING:
                        yield f"{where}.{field.name}", field.default_factory()
                    elif field.default is not dataclasses.MISSING:
                        yield f"{where}.{field.name}", field.default
        elif not name.startswith("__") and (
            isinstance(value, Mapping) or dataclasses.is_dataclass(value)
        ):
            yield where, value


def is_picklable(value: object) -> bool:
    """Whether a value can be sent to a process."""
    try:
        pickle.dumps(value)
    except (TypeError, AttributeError, pickle.PicklingError):
        return False
    return True


def test_every_constant_can_be_sent_to_a_process() -> None:
    """None is of a kind, such as a view of a dictionary, that breaks the picture it is part of."""
    found = [
        constant
        for package in (engine, bot.match, bot.show, bot.features)
        for module in modules(package)
        for constant in constants(module)
    ]
    assert len(found) > 100
    assert [name for name, value in found if not is_picklable(value)] == []
