"""How strong each level is: the figures of docs/levels.md and of engine.strength.

python -m benchmarks.levels --games 60
python -m benchmarks.levels --only gomoku --games 20

Neighbours on the ladder play `--games` games, and others about as strong half as many; sides
alternate, from the empty board. On 3x3 nothing is left to chance: every possible game of two
players is weighted by its probability. Games are kept in benchmarks/results/levels.json as they are
played: after a stop it resumes, and with more `--games` it plays only the missing ones. After a
change to a level, `--fresh` begins anew. Results depend on the seed alone, because limits are in
nodes.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Final

from benchmarks.anchors import ANCHOR, ANCHORS
from benchmarks.duels import ENGINES, expected, match, total
from benchmarks.elo import Elo, Tally, ratings
from engine import LADDER, Rules, Variant, warm_up

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "levels.md"
DATA: Final = ROOT / "engine" / "coaching" / "levels.py"
KEPT: Final = Path(__file__).parent / "results" / "levels.json"
BEGIN: Final = "<!-- figures: written by python -m benchmarks.levels -->"
END: Final = "<!-- end of figures -->"
"""What stands between these two lines of the page is written anew."""
GAMES: Final = {
    "3x3": "tictactoe",
    "4x4x4": "4x4",
    "Connect Four": "connect4",
    "gomoku": "gomoku",
    "exact": "exact",
    "caro": "caro",
    "renju": "renju",
    "vanishing": "vanishing",
}
"""The boards that are measured, one for each of `engine.coaching.levels.MEASURED`."""
STEPS: Final = tuple(level.value for level in LADDER)
_NEAR: Final = 60
"""Players whose strengths differ by less play games too."""
_OPENING: Final = (
    ("completes", "random"),
    ("blocks", "completes"),
    ("extends", "completes"),
    ("blocks", "extends"),
    ("counts", "blocks"),
    ("pip", "random"),
    ("pip", "completes"),
    ("pip", "extends"),
    ("rex", "blocks"),
    ("lulu", "extends"),
    ("otto", "counts"),
)
_ENGINES: Final = tuple(pairwise(("vega", *ENGINES, "perfect")))

Results = dict[str, dict[str, list[float]]]
"""Games won, drawn and lost by two players, by board and by their names."""


def measure(name: str, games: int, seed: int, kept: Results) -> dict[str, Elo]:
    """Play what is missing on one board, keep it, and tell how strong everybody is."""
    rules = Rules.parse(GAMES[name])
    exact = _is_exact(rules)
    # the cheapest first
    ladder = [(two, one) for one, two in pairwise(STEPS)]
    with_engines = not exact and rules.variant is Variant.FREESTYLE
    first = [*_OPENING, *ladder, *(_ENGINES if with_engines else ())]
    for one, two in first:
        _play(name, rules, one, two, games, seed, kept)
    strengths = _strengths(kept[name])
    for one, two in _near(strengths, exact):
        if not {f"{one} - {two}", f"{two} - {one}"} & kept[name].keys():
            _play(name, rules, one, two, games // 2, seed, kept)
    return _strengths(kept[name])


def _is_exact(rules: Rules) -> bool:
    """Whether all games that two players may play can be weighed: they end soon, and are few."""
    return rules.cells <= 9 and rules.plain


def _near(strengths: Mapping[str, Elo], exact: bool) -> Iterator[tuple[str, str]]:
    """The players about as strong; where nothing is played yet, all but the furthest."""
    for one, two in combinations(strengths, 2):
        apart = abs(strengths[one].points - strengths[two].points)
        if apart < _NEAR and {one, two} - ENGINES.keys() - {"perfect"}:
            yield one, two


def _play(
    name: str, rules: Rules, one: str, two: str, games: int, seed: int, kept: Results
) -> None:
    """Play what is missing between two players, and keep it."""
    found = kept.setdefault(name, {}).get(f"{one} - {two}", [0, 0, 0])
    already = Tally(*found)
    if _is_exact(rules):
        if already.games:
            return
        tally = expected(rules, one, two)
    elif already.games < games:
        played = match(rules, one, two, games, seed, already=round(already.games))
        tally = total([already, *played])
    else:
        return
    kept[name][f"{one} - {two}"] = [round(part, 4) for part in (tally.won, tally.drawn, tally.lost)]
    _keep(name, kept[name])
    print(f"{name}: {one} - {two} {tally}", flush=True)


def _load() -> Results:
    found: Results = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def _keep(name: str, results: dict[str, list[float]]) -> None:
    """Keep one board, and of the others what another process may have kept meanwhile."""
    text = json.dumps({**_load(), name: results}, indent=1, sort_keys=True)
    KEPT.write_text(f"{text}\n", encoding="utf-8")


def _strengths(results: Mapping[str, Sequence[float]]) -> dict[str, Elo]:
    tallies = {_players(pair): Tally(*found) for pair, found in results.items()}
    return ratings(tallies, ANCHOR)


def strengths_on(board: str) -> dict[str, Elo]:
    """What the games that are kept tell of everybody on one board."""
    return _strengths(_load()[board])


def _players(pair: str) -> tuple[str, str]:
    one, two = pair.split(" - ")
    return one, two


def ascending(strengths: Mapping[str, Elo]) -> list[int]:
    """The strengths of the steps in whole points, each at least one above the step before."""
    found: list[int] = []
    for step in STEPS:
        points = round(strengths[step].points)
        found.append(max(points, found[-1] + 1) if found else points)
    return found


def figures(kept: Results) -> str:
    """The tables of the page."""
    boards = [name for name in GAMES if name in kept]
    strengths = {name: _strengths(kept[name]) for name in boards}
    return "\n".join(
        (
            *_table("step", STEPS, boards, strengths),
            "",
            *_table("anchor", [*ANCHORS, *ENGINES], boards, strengths),
            "",
            "The share of points of each step against the one below it, games won, drawn and lost:",
            "",
            *_rows("steps", boards, _shares(boards, kept)),
        )
    )


def _table(
    head: str, names: Iterable[str], boards: list[str], strengths: Mapping[str, Mapping[str, Elo]]
) -> list[str]:
    rows = []
    for name in names:
        found = [strengths[board].get(name, "") for board in boards]
        rows.append((name, *map(str, found)))
    return _rows(head, boards, rows)


def _shares(boards: list[str], kept: Results) -> list[tuple[str, ...]]:
    return [
        (f"{two} - {one}", *(str(Tally(*kept[board][f"{two} - {one}"])) for board in boards))
        for one, two in pairwise(STEPS)
    ]


def _rows(head: str, boards: list[str], rows: list[tuple[str, ...]]) -> list[str]:
    return [
        f"| {' | '.join((head, *boards))} |",
        f"|{'---|' * (len(boards) + 1)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def data(kept: Results) -> str:
    """The module of the ladder, with the strengths in the record of each step."""
    measured = [ascending(_strengths(kept[name])) for name in GAMES]
    steps = zip(*measured, strict=True)
    text = DATA.read_text(encoding="utf-8")
    return re.sub(r"strengths=\([^)]*\)", lambda _: f"strengths={next(steps)}", text)


def write(kept: Results) -> None:
    """Bring the page and the engine's data up to what is kept."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{figures(kept)}\n\n{END}{after}", encoding="utf-8")
    DATA.write_text(data(kept), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and write the page and the data once all boards are measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="for each pair of neighbours")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=GAMES, help="one board")
    parser.add_argument("--fresh", action="store_true", help="forget the games that are kept")
    options = parser.parse_args(arguments)
    warm_up()
    kept = _load()
    for name in [options.only] if options.only else GAMES:
        if options.fresh:
            kept.pop(name, None)
        for player, elo in measure(name, options.games, options.seed, kept).items():
            print(f"{name}: {player} {elo}")
    kept = _load()
    if all(
        f"{two} - {one}" in kept.get(name, {}) for name in GAMES for one, two in pairwise(STEPS)
    ):
        write(kept)


if __name__ == "__main__":
    main()
