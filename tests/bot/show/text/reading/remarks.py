"""Whether what the coach says of a move that was made is true."""

from __future__ import annotations

import re
from typing import Final

from bot.show.style import move_name
from tests.bot.show.text.reading.clauses import is_true
from tests.bot.show.text.reading.scene import Scene
from tests.engine.brute_force import rank


def false_clauses(scene: Scene, remark: str) -> list[str]:
    """The clauses of a remark on the move of a scene that are not true."""
    said = remark.splitlines()[0].removeprefix("🎓 ")
    found = re.fullmatch(r"\*\*\S+\*\*: (.*?)(?:; \*\*(\S+)\*\* was better: (.*))?", said)
    assert found is not None, said
    judgement, better, why = found.groups()
    best = max((known for known in scene.worth.values() if known), key=rank, default=None)
    mine = scene.worth[scene.move]
    known = mine is not None and None not in scene.worth.values()
    wrong = []
    head, _, rest = judgement.partition(": ")
    for pattern, check in _JUDGED:
        if told := re.fullmatch(pattern, judgement if not judgement.startswith("good") else "good"):
            if known and mine and best and not check(mine, best, told):
                wrong.append(told[0])
            break
    else:
        if head != "no better move found (estimate)":
            wrong.append(f"unread: {judgement}")
    if head in {"good", "no better move found (estimate)"} and rest:
        wrong += [clause for clause in rest.split("; ") if not is_true(scene, clause)]
    if better is None:
        return wrong
    names = {move_name(scene.rules, move): move for move in scene.position.legal}
    other = Scene(scene.position, names[better], scene.worth, scene.sees)
    mine_, best_ = scene.worth[scene.move], scene.worth[names[better]]
    guess = "(estimate)" in why or "estimate" in judgement
    if mine_ and best_ and not guess and rank(best_) <= rank(mine_):
        wrong.append("was better")
    return wrong + [clause for clause in why.split("; ") if not is_true(other, clause)]


_JUDGED: Final = (
    (r"good", lambda mine, best, _f: mine[0] == best[0]),
    (r"no better move found \(estimate\)", lambda _m, _b, _f: True),
    (r"nothing wrong in sight", lambda _m, _b, _f: True),
    (r"no move could have saved this", lambda _m, best, _f: best[0] == "loss"),
    (
        r"holds out as long as possible \(loses in (\d+)\)",
        lambda mine, best, f: mine == best and (mine[1] + 1) // 2 == int(f[1]),
    ),
    (r"still wins, just later", lambda mine, best, _f: mine[0] == "win" and mine[1] > best[1]),
    (
        r"no move could have saved this, but this one loses sooner",
        lambda mine, best, _f: best[0] == "loss" and mine[1] < best[1],
    ),
    (r"turns a win into a draw", lambda mine, best, _f: (mine[0], best[0]) == ("draw", "win")),
    (r"misses a certain win", lambda mine, best, _f: best[0] == "win" != mine[0]),
    (r"may miss a certain win \(estimate\)", lambda _m, best, _f: best[0] == "win"),
    (r"loses a (?:little|lot) \(estimate\)", lambda _m, _b, _f: True),
    (r"lets them win", lambda mine, _b, _f: mine[0] == "loss"),
    (
        r"lets them win at once|loses at once",
        lambda mine, _b, _f: mine[0] == "loss" and mine[1] <= 2,
    ),
    (
        r"lets them win in (\d+)",
        lambda mine, _b, f: mine[0] == "loss" and mine[1] // 2 == int(f[1]),
    ),
)
"""What is said of a move, and what it says of its worth beside the best."""
