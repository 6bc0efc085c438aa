"""Who may import whom: read from the source, without running it."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

import engine

ROOT: Final = Path(__file__).parents[1]

Tiers = tuple[tuple[str, ...], ...]
Uses = dict[str, set[str]]
"""Which others each module or room imports."""

PACKAGES: Final = ("engine", "bot", "tests", "benchmarks")
ROOMS: Final = sorted(
    {init.parent for package in ("engine", "bot") for init in (ROOT / package).rglob("__init__.py")}
)
"""The folders whose modules and rooms stand one above the other."""

ENGINE: Final = (
    ("game",),
    ("thinking",),
    ("kernels",),
    ("wide_kernels",),
    ("alphabeta",),
    ("solvers",),
    ("engine",),
    ("bench", "coaching", "compiling"),
    ("compiler", "puzzles", "pbrain"),
    ("__init__",),
    ("__main__",),
)
BOT: Final = (
    ("__init__", "monitoring"),
    ("errors",),
    ("match",),
    ("show", "store", "pool"),
    ("games", "edge", "config"),
    ("features",),
    ("client",),
    ("web",),
    ("run", "local"),
    ("__main__",),
)
"""The tiers of each package from the ground up; a part of one is a module or a folder.

A part imports from tiers below its own, never from its neighbours in the same one.
"""
EDGE: Final = frozenset(("edge", "client", "web", "run", "local"))
"""The parts of the bot that speak Discord, besides the files of features named below."""
SPEAKING: Final = frozenset(("boards", "buttons", "feature", "typed", "voting"))
"""The kinds of files of a feature that speak Discord."""
FEATURES: Final = ROOT / "bot" / "features"
"""One package or file a feature. A small one is a file, with its sentences and buttons."""
PURE_FILES: Final = frozenset(("values", "grammar", "text", "page"))
"""The kinds of files of a feature that are pure."""
MOST_NAMES: Final = 15
"""Of modules and rooms in one folder."""
DISCORD: Final = frozenset(("discord", "simcord"))
FIRST_ANSWERS: Final = frozenset(("defer", "send_message", "send_modal", "launch_activity"))
"""How discord.py gives the first answer to an interaction, besides changing its message."""


@dataclass(frozen=True)
class Import:
    """One name that a module imports: `bot.show.text`, or `engine.game.rules.Rules`."""

    file: Path
    line: int
    name: str

    @property
    def package(self) -> str:
        """Where the import stands: `engine` or `bot`."""
        return self.file.relative_to(ROOT).parts[0]

    @property
    def part(self) -> str:
        """The part of its package that imports."""
        return self.file.relative_to(ROOT).with_suffix("").parts[1]

    @property
    def top(self) -> str:
        """The package that is imported from."""
        return self.name.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} imports {self.name}"


def imports_of(file: Path) -> Iterator[Import]:
    """Every import of a file, in functions too; relative ones made absolute."""
    for node in nodes_of(file):
        for name in _names(node, file):
            assert isinstance(node, ast.stmt)
            yield Import(file, node.lineno, name)


@cache
def nodes_of(file: Path) -> list[ast.AST]:
    """All nodes of a file's syntax tree."""
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def _names(node: ast.AST, file: Path) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    package = file.relative_to(ROOT).parent.parts
    base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
    module = ".".join(filter(None, (base, node.module)))
    return [f"{module}.{alias.name}" for alias in node.names]


@cache
def all_imports(package: str) -> list[Import]:
    """The imports of every file of a package."""
    return [found for file in modules_in(package) for found in imports_of(file)]


def part_of(found: Import, tiers: Tiers) -> str:
    """The part of its own package that an import reaches for; the package itself if none."""
    _, _, inner = found.name.partition(".")
    name = inner.partition(".")[0]
    return name if name in parts_of(tiers) else "__init__"


def parts_of(tiers: Tiers) -> frozenset[str]:
    """The parts of all tiers."""
    return frozenset(part for tier in tiers for part in tier)


def height(part: str, tiers: Tiers) -> int:
    """The number of the tier that a part stands in."""
    return next(number for number, tier in enumerate(tiers) if part in tier)


@pytest.mark.parametrize("package, tiers", [("engine", ENGINE), ("bot", BOT)])
def test_every_part_has_its_tier(package: str, tiers: Tiers) -> None:
    """A new module or folder must be put into a tier above."""
    files = (ROOT / package).glob("*.py")
    folders = (init.parent for init in (ROOT / package).glob("*/__init__.py"))
    assert {path.stem for path in (*files, *folders)} == parts_of(tiers)


@pytest.mark.parametrize("package, tiers", [("engine", ENGINE), ("bot", BOT)])
def test_parts_import_only_from_tiers_below(package: str, tiers: Tiers) -> None:
    """No import within a package reaches upwards or sideways."""
    upwards = [
        str(found)
        for found in all_imports(package)
        if found.top == package
        and part_of(found, tiers) != found.part
        and height(part_of(found, tiers), tiers) >= height(found.part, tiers)
    ]
    assert not upwards


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not even for their types: `TYPE_CHECKING` imports count, and imports in functions."""
    assert not circle(uses())


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(ROOT)))
def test_no_rooms_import_each_other_in_a_circle(room: Path) -> None:
    """Of two modules or folders in a room at most one imports from the other, however deep."""
    within: Uses = {}
    for module, used in uses().items():
        if (name := name_within(module, room)) is not None:
            found = {name_within(other, room) for other in used} - {name, None}
            within.setdefault(name, set()).update(one for one in found if one is not None)
    assert not circle(within)


@cache
def uses() -> Uses:
    """The modules of all packages, each with those that it imports or takes names from."""
    files = {module_of(file): file for package in PACKAGES for file in modules_in(package)}
    return {
        module: {
            used
            for found in imports_of(file)
            if (used := nearest(found.name, files)) is not None and used != module
        }
        for module, file in files.items()
    }


def modules_in(package: str) -> list[Path]:
    """The files of a package."""
    return sorted((ROOT / package).rglob("*.py"))


def module_of(file: Path) -> str:
    """The name by which a file is imported: that of the folder for its `__init__`."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def nearest(name: str, modules: Container[str]) -> str | None:
    """The module that an imported name is, or is taken from; None outside the project."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def name_within(module: str, room: Path) -> str | None:
    """The module or folder in a room that a module is, or is part of; None if it is neither."""
    prefix = f"{module_of(room / '__init__.py')}."
    return module.removeprefix(prefix).partition(".")[0] if module.startswith(prefix) else None


def circle(graph: Uses) -> list[str]:
    """Some that import each other in turn; empty if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_the_engine_knows_nothing_of_chat() -> None:
    """No Discord, no asyncio and no bot in the engine."""
    foreign = DISCORD | {"asyncio", "bot"}
    assert not [str(found) for found in all_imports("engine") if found.top in foreign]


def test_the_bot_enters_the_engine_by_the_front_door() -> None:
    """The bot takes from `engine` itself, and only what it offers, or runs its command line."""
    offered = {f"engine.{name}" for name in engine.__all__} | {"engine.__main__.main"}
    taken = [found for found in all_imports("bot") if found.top == "engine"]
    assert not [str(found) for found in taken if found.name not in offered]


def test_only_the_edge_speaks_discord() -> None:
    """Games, words, pictures, store and pool know no Discord; of a feature only three files do."""
    speakers = [found for found in all_imports("bot") if found.top in DISCORD]
    assert {found.part for found in speakers} <= EDGE | {"features"}
    features = [found.file for found in speakers if found.part == "features"]
    kinds = {kind_of(file) for file in features if file.parent != FEATURES}
    assert kinds <= SPEAKING


def kind_of(file: Path) -> str:
    """What a file of a feature holds: the last word of its name, as in `collection_text`."""
    return file.stem.rpartition("_")[2]


def test_one_room_gives_the_first_answer_to_a_press() -> None:
    """It retries what got lost, and knows what has arrived: `bot.edge.sending`."""
    answering = {
        str(file.parent.relative_to(ROOT))
        for file in (ROOT / "bot").rglob("*.py")
        for node in nodes_of(file)
        if isinstance(node, ast.Attribute) and node.attr in FIRST_ANSWERS
    }
    assert answering == {"bot/edge/sending"}


def test_only_stores_speak_sql() -> None:
    """SQLAlchemy stays in stores; the settings read the address of a database with it."""
    speakers = [found for found in all_imports("bot") if found.top in {"sqlalchemy", "alembic"}]
    rooms = {"store", "tables", "config"}
    others = [str(f) for f in speakers if not {f.part, kind_of(f.file)} & rooms]
    assert not others


def test_the_pure_parts_are_pure() -> None:
    """No waiting, files, clocks or chance in the match, in words and in pictures."""
    impure = {"asyncio", "os", "pathlib", "random", "time", "logging", "sqlalchemy"}
    assert not [
        str(found) for found in all_imports("bot") if is_pure(found) and found.top in impure
    ]


def is_pure(found: Import) -> bool:
    """Whether an import stands in a file that only makes values of values."""
    if found.part == "features":
        return kind_of(found.file) in PURE_FILES or found.file.parent == FEATURES
    return found.part in {"match", "show"} and found.file.stem != "languages"


def test_private_names_of_libraries_stand_in_modules_of_their_own() -> None:
    """Those of discord.py, SimCord and numba. Only Python 3.14 has a public way to kill a pool."""
    foreign = {
        (str(file.relative_to(ROOT)), name)
        for package in ("engine", "bot")
        for file in (ROOT / package).rglob("*.py")
        if not any(part.endswith("_internals") for part in file.with_suffix("").parts)
        for name in private_names(file) - own_names(file.parent)
    }
    assert foreign == {("bot/pool/worker.py", "_processes")}


def private_names(file: Path) -> frozenset[str]:
    """The private names that a file accesses on anything but `self`, `cls` or `super()`."""
    nodes = nodes_of(file)
    asked = {node.attr for node in nodes if isinstance(node, ast.Attribute) and not is_own(node)}
    parts = {part for found in imports_of(file) for part in found.name.split(".")}
    return frozenset(name for name in asked | parts if is_private(name))


def is_private(name: str) -> bool:
    """Whether a name is private to a library, and not documented after all."""
    documented = {"_asdict", "_fields", "_replace", "_exit", "_thread"}
    return name.startswith("_") and not name.endswith("__") and name not in documented


def is_own(node: ast.Attribute) -> bool:
    """Whether a name is accessed on the object's own `self`."""
    holder = node.value.func if isinstance(node.value, ast.Call) else node.value
    return isinstance(holder, ast.Name) and holder.id in {"self", "cls", "super"}


@cache
def own_names(folder: Path) -> frozenset[str]:
    """The names that the modules of a folder define: functions, variables and attributes."""
    found: set[str] = set()
    for file in folder.glob("*.py"):
        for node in nodes_of(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found |= {node.attr} if is_own(node) else set()
    return frozenset(found)


def test_no_folder_holds_more_than_a_person_can_see_at_once() -> None:
    """A dozen modules and rooms, or a few more."""
    crowded = {
        str(folder.relative_to(ROOT)): len(names)
        for package in ("engine", "bot")
        for folder in [ROOT / package, *(ROOT / package).rglob("*")]
        if folder != FEATURES  # a list, which grows
        and (folder / "__init__.py").is_file()
        and len(names := rooms_of(folder)) > MOST_NAMES
    }
    assert not crowded


def rooms_of(folder: Path) -> list[str]:
    """The modules and packages that a folder shows."""
    return [
        path.stem
        for path in folder.iterdir()
        if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").is_file()
    ]
