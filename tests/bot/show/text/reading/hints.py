"""Whether a hint is true, clause by clause."""

from __future__ import annotations

import re

from tests.bot.show.text.reading import endings, lines, places
from tests.bot.show.text.reading.clauses import is_true
from tests.bot.show.text.reading.scene import Scene

READERS = (endings, lines, places)
"""The modules that read clauses, in the order in which they are asked."""


_LOST = "but they win whatever you do"
_IN_VAIN = re.compile(
    r"(?:you win|stops|keeps them|prevents|takes the cell|they must|two threats).*"
)
"""What can't be so, or helps nobody, where the other side wins whatever is played."""


def false_clauses(scene: Scene, hint: str) -> list[str]:
    """The clauses of a hint that are not true, those that nobody can read, and contradictions."""
    said = hint.splitlines()[0]
    found = re.fullmatch(r"💡 (Nothing is urgent\. )?(.*?)\*\*[^*]+\*\*(:| stops that)?(.*)", said)
    assert found is not None, said
    urgent, threat, _, rest = found.groups()
    parts = (urgent, threat, *rest.replace("*", "").split("; "))
    clauses = [clause.strip() for clause in parts if clause]
    vain = [clause for clause in clauses if _LOST in clauses and _IN_VAIN.search(clause)]
    return vain + [clause for clause in clauses if not is_true(scene, clause)]
