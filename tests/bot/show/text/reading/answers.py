"""Whether what is said of a move that somebody asks about is true."""

from __future__ import annotations

import re
from typing import Final

from bot.show.style import move_name
from tests.bot.show.text.reading.clauses import is_true
from tests.bot.show.text.reading.scene import Scene, worth
from tests.engine.brute_force import Truth, rank


def false_sentences(scene: Scene, better: int, words: str) -> list[str]:
    """What is untrue of an answer to “why not this move?”, where another one is recommended."""
    mine, best = scene.worth[scene.move], scene.worth[better]
    text = words.removeprefix("🔎 ").replace("*", "")
    names = [re.escape(move_name(scene.rules, move)) for move in (scene.move, better)]
    text = re.sub(rf"\b{names[0]}\b(?= (?:is|wins|looks|loses|doesn)|:)", "M", text, count=1)
    wrong = []
    for pattern, check in _READ:
        for found in re.finditer(pattern.format(M="M", B=names[1]), text):
            if mine is not None and best is not None and not check(mine, best):
                wrong.append(found[0])
    return (
        wrong + _false_line(scene, words) + _false_end(scene, words) + _false_safety(scene, words)
    )


def _same(mine: Truth, best: Truth) -> bool:
    return mine[0] == best[0] and (mine[0] == "draw" or mine[1] == best[1])


_READ: Final = (
    (r"M is just as good as {B}\.", _same),
    (r"M wins too\.", lambda mine, best: mine[0] == best[0] == "win"),
    (
        r"M wins too, but {B} wins sooner\.",
        lambda mine, best: mine[0] == best[0] == "win" and best[1] < mine[1],
    ),
    (r"They hold the draw\.", lambda mine, best: (mine[0], best[0]) == ("draw", "win")),
    (
        r"M is safe for now, but {B} is better in the long run\.",
        lambda mine, best: rank(best) > rank(mine) and best[0] != mine[0],
    ),
    (r"M loses too\.", lambda mine, best: mine[0] == best[0] == "loss"),
    (
        r"M loses sooner than {B}\.",
        lambda mine, best: mine[0] == best[0] == "loss" and best[1] > mine[1],
    ),
    (r"M is safe for now, but loses", lambda mine, best: mine[0] == "loss"),
    (r"{B} wins at once, \S+ doesn't\.", lambda mine, best: best == ("win", 1) != mine),
    (r"^M: wins\b", lambda mine, _best: mine[0] == "win"),
    (r"they can win\.", lambda mine, _best: mine[0] == "loss"),
)
"""What is said, and what it says of the move and of the better one."""


def _false_safety(scene: Scene, words: str) -> list[str]:
    """ "is safe for now": they cannot win with their next two moves."""
    known = scene.worth[scene.move]
    soon = known is not None and known[0] == "loss" and known[1] <= 4
    return ["safe for now"] if "is safe for now" in words and soon else []


def _false_end(scene: Scene, words: str) -> list[str]:
    """ "They win in 3": with so many moves of theirs."""
    found, known = re.search(r"They win in (\d+)\.", words), scene.worth[scene.move]
    if found is None or known is None:
        return []
    good = known[0] == "loss" and known[1] // 2 == int(found[1])
    return [] if good else [found[0]]


def _false_line(scene: Scene, words: str) -> list[str]:
    """ "After M comes A: does this", or "You must take F, and L does this"."""
    found = re.search(
        r"After \*\*\S+\*\* comes \*\*(?P<a>\S+)\*\*(?:: (?P<what>[^*]*?)\.(?: |$)"
        r"|\. You must take \*\*(?P<f>\S+)\*\*, "
        r"and \*\*(?P<l>\S+)\*\* (?P<then>[^*]*?)\.(?: |$)|\.)",
        words,
    )
    if found is None:
        return []
    after = scene.position.play(scene.move)
    names = {move_name(scene.rules, move): move for move in scene.rules.moves}
    answer = names[found["a"]]
    if found["what"]:
        told = Scene(after, answer, dict.fromkeys(after.legal), scene.sees)
        if scene.rules.cells - after.ply <= 10 or not scene.rules.plain:
            told = Scene(after, answer, worth(after), scene.sees)
        good = is_true(told, found["what"])
        return [] if good else [found["what"]]
    if not found["f"]:
        return []
    now = after.play(answer)
    grid = Scene(now, now.legal[0], {}, 0).before
    forced = names[found["f"]]
    if grid.wins(scene.them) != {now.landing(forced)} or grid.wins(scene.us):
        return ["You must take"]
    then = now.play(forced)
    told = Scene(then, names[found["l"]], dict.fromkeys(then.legal), scene.sees)
    return [] if is_true(told, found["then"]) else [found["then"]]
