"""The questions that the bot asks the engine, and what its answers have proved.

Positions in the tablebase are answered at once. Everything else is a job for a worker process. A
proof of a position holds for ever, so it is kept for the next search in the same game; an estimate
is never kept.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, Self

from bot.errors import SettingsError
from bot.match.notes import Remark
from bot.pool import TlsFiles
from bot.pool.bounds import BoundedDict
from bot.pool.job_runner import JobRunner, Observer
from bot.pool.queue import NOBODY, Asker
from bot.pool.studio import Studio
from bot.pool.worker import (
    NO_KERNELS,
    NOTHING_KNOWN,
    analyse_and_explain,
    choose_by_seed,
    explain_and_follow,
    remark,
)
from engine import (
    MOST_LIMITS,
    Analysis,
    Consequence,
    Cost,
    Explanation,
    Judgement,
    Lapse,
    Level,
    Limit,
    Position,
    Recorded,
    Rules,
    Side,
    Verdict,
    analyse,
    choose,
    cost,
    is_known,
    judge,
    kernels_of,
    lapses,
    needs_kernels,
    read_game,
)

if TYPE_CHECKING:
    from bot.pool.cluster import Cluster


GRACE: Final = 5.0
"""Seconds for which a job may compute beyond its time limit. A healthy one is late by 50 ms."""
UNLIMITED: Final = 60.0
"""Seconds for which a job may compute if its limit has no time."""
_READING: Final = 5.0
"""Seconds for which a worker may read a file. The longest takes it 25 ms."""
_PLAYING: Final = 30.0
"""Seconds for which a worker may look for what was overlooked in a game, or play on from a mistake.
Neither has a limit in time: they take a second at most on a machine like ours."""
_NO_SEARCH: Final = Limit(nodes=1)
"""A limit for positions in the tablebase, which need no search."""
_EXPLAINING: Final = 2
"""How many times its limit analysing and explaining a position takes."""
_FOLLOWING: Final = 2
"""How many times its limit finding what follows another move takes."""
_CHOICE: Final = "choose"
"""The name of a job that chooses a move."""

POSITIONS: Final = 500
"""The number of positions that are kept, the latest ones of all games. A position of 361 cells with
a proof of every move takes about 70 KB; few have more than one or two proofs."""


class Thinker:
    """Asks the engine. Each question is a job for a worker process.

    What is proved in an answer is kept, and each search begins with what is proved of its
    position.
    """

    def __init__(
        self, workers: int, cluster: Cluster | None = None, observe: Observer | None = None
    ) -> None:
        self.jobs = JobRunner(workers, cluster, observe)
        self._observe = observe
        self._proofs = Proofs()
        self._named: BoundedDict[Position, int] = BoundedDict(POSITIONS)
        """The move of each position that was explained as the best, for the next to be asked."""
        self.studio = Studio()
        """Draws in separate processes: a picture does not wait for a search."""

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        workers: int,
        cluster: str | None = None,
        observe: Observer | None = None,
        tls: TlsFiles | None = None,
    ) -> AsyncIterator[Self]:
        """Open it with started workers, and close it at the end.

        It is ready for every board, unless the engine must be compiled first or a cluster is
        slow to answer: `jobs.wait_until_ready` waits for that. Raises EngineUnavailable if a worker
        does not start.
        """
        thinker = cls(workers, _open_cluster(cluster, tls) if cluster else None, observe)
        try:
            await thinker.jobs.start()
            yield thinker
        finally:
            await thinker.close()

    async def close(self) -> None:
        """Stop the workers and the studio at once. What waits gets EngineUnavailable."""
        await self.jobs.close()
        await self.studio.close()

    def memory(self) -> int:
        """Return how many bytes the processes here have in all. Blocks for a moment."""
        return self.jobs.memory() + self.studio.memory()

    async def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        every: bool = True,
        asker: Asker = NOBODY,
    ) -> Analysis:
        """Run the engine's `analyse`. Raises EngineUnavailable if there is no answer."""
        known = self._proofs.known(position)
        job = partial(analyse, position, limit, every=every, known=known)
        kernels = kernels_of(position.rules)
        analysis = await self.jobs.run(job, _bound(limit), asker, kernels=kernels)
        self._proofs.note(position, analysis.verdict, analysis.verdicts)
        return analysis

    async def explain(
        self,
        position: Position,
        limit: Limit,
        *,
        known: Mapping[int, Verdict] = NOTHING_KNOWN,
        asker: Asker = NOBODY,
    ) -> tuple[Analysis, Explanation]:
        """Analyse every move and explain the best; raises EngineUnavailable like `analyse`.

        `known` are verdicts of moves that are proved already, besides what is kept here.
        """
        proved = {**known, **self._proofs.known(position)}
        job = partial(analyse_and_explain, position, limit, proved, self._named.get(position))
        kernels = kernels_of(position.rules)
        analysis, explanation = await self.jobs.run(job, _bound(limit, 2), asker, kernels=kernels)
        self._proofs.note(position, analysis.verdict, analysis.verdicts)
        self._named[position] = explanation.move
        return analysis, explanation

    def name_again(self, position: Position, move: int) -> None:
        """Have a move named in a position that was named there before, unless more is proved."""
        self._named[position] = move

    async def consequence(
        self, position: Position, move: int, limit: Limit, *, asker: Asker = NOBODY
    ) -> tuple[Analysis, Explanation, Consequence]:
        """Explain the best move, and what happens after another; raises EngineUnavailable."""
        known, named = self._proofs.known(position), self._named.get(position)
        job = partial(explain_and_follow, position, move, limit, known, named)
        kernels = kernels_of(position.rules)
        seconds = _bound(limit, _EXPLAINING + _FOLLOWING)
        found = await self.jobs.run(job, seconds, asker, kernels=kernels)
        self._proofs.note(position, found[0].verdict, found[0].verdicts)
        self._named[position] = found[1].move
        return found

    async def choose(
        self,
        position: Position,
        level: Level,
        limit: Limit,
        seed: int,
        *,
        asker: Asker = NOBODY,
    ) -> int:
        """Run the engine's `choose`, with random numbers from `seed`. Raises EngineUnavailable."""
        if (known := self.probe_tablebase(position, level, Random(seed))) is not None:
            return known
        job = partial(choose_by_seed, position, level, limit, seed, self._proofs.known(position))
        kernels = kernels_of(position.rules) if needs_kernels(position.rules, level) else NO_KERNELS
        choice = await self.jobs.run(job, _bound(limit), asker, kernels=kernels)
        if choice.worth is not None:
            self._proofs.note(position, choice.worth, choice.proved)
        return choice.move

    def probe_tablebase(self, position: Position, level: Level, rng: Random) -> int | None:
        """Return the engine's move at once if the tablebase contains it, otherwise None."""
        if not is_known(position.rules, level):
            return None
        started = perf_counter()
        move = choose(position, level, _NO_SEARCH, rng)
        if self._observe:
            self._observe(_CHOICE, perf_counter() - started)
        return move

    async def judge(
        self,
        position: Position,
        move: int,
        limit: Limit,
        later: Judgement | None,
        *,
        asker: Asker = NOBODY,
    ) -> Judgement:
        """Run the engine's `judge`. Raises EngineUnavailable if there is no answer."""
        job = partial(judge, position, move, limit, later, self._proofs.known(position))
        kernels = kernels_of(position.rules)
        seconds = _bound(limit, MOST_LIMITS)
        judged = await self.jobs.run(job, seconds, asker, kernels=kernels)
        self._proofs.note_judgement(position, judged)
        return judged

    async def lapses(
        self,
        end: Position,
        judgements: Sequence[Judgement],
        horizons: Mapping[Side, int],
        *,
        asker: Asker = NOBODY,
    ) -> dict[int, Lapse]:
        """Run the engine's `lapses`. Raises EngineUnavailable if there is no answer."""
        job = partial(lapses, end, judgements, horizons)
        return await self.jobs.run(job, _PLAYING, asker, kernels=NO_KERNELS)

    async def weigh(
        self, position: Position, judged: Judgement, elo: float, *, asker: Asker = NOBODY
    ) -> Cost:
        """Run the engine's `cost`. Raises EngineUnavailable if there is no answer."""
        job = partial(cost, position, judged, elo)
        return await self.jobs.run(job, _PLAYING, asker, kernels=kernels_of(position.rules))

    async def remark(
        self, position: Position, move: int, limit: Limit, sight: int, *, asker: Asker = NOBODY
    ) -> Remark:
        """Judge a move and say why; the limit is for each search. Raises EngineUnavailable.

        `sight` is how many plies ahead the player sees.
        """
        known, named = self._proofs.known(position), self._named.get(position)
        job = partial(remark, position, move, limit, known, named, sight)
        kernels = kernels_of(position.rules)
        seconds = _bound(limit, MOST_LIMITS + _EXPLAINING)
        found = await self.jobs.run(job, seconds, asker, kernels=kernels)
        self._proofs.note_judgement(position, found.judgement)
        if found.better is not None:
            self._named[position] = found.better
        return found

    async def read_game(
        self,
        content: str | bytes,
        number: int = 1,
        rules: Rules | None = None,
        below: bool | None = None,
        *,
        asker: Asker = NOBODY,
    ) -> Recorded:
        """Run the engine's `read_game`. Raises what that raises, and EngineUnavailable.

        Whoever wrote the file may have meant it to take long: one that takes a worker too long is
        WorkerLost, and is not tried again.
        """
        job = partial(read_game, content, number=number, rules=rules, below=below)
        return await self.jobs.run(job, _READING, asker, kernels=NO_KERNELS, tries=1)


def _bound(limit: Limit, times: int = 1) -> float:
    """Return for how many seconds a job that takes its limit so many times may compute."""
    return UNLIMITED if limit.seconds is None else times * limit.seconds + GRACE


class Proofs:
    """The proved verdicts of moves, by the position in which they can be made."""

    def __init__(self) -> None:
        self._moves: BoundedDict[Position, dict[int, Verdict]] = BoundedDict(POSITIONS)

    def known(self, position: Position) -> dict[int, Verdict]:
        """The verdicts of moves that are proved; the dict is the caller's own."""
        return dict(self._moves.get(position, ()))

    def note(self, position: Position, worth: Verdict, verdicts: Mapping[int, Verdict]) -> None:
        """Keep what a search has proved: of moves, and of the position by its `worth`.

        What a position is worth is the verdict of the move that led to it.
        """
        self._keep(position, verdicts)
        if worth.value is not None and position.moves:
            self._keep(position.before, {position.moves[-1]: worth.one_ply_earlier()})

    def note_judgement(self, position: Position, judged: Judgement) -> None:
        """Keep what a judgement has proved of the best move and of the one that was made."""
        told = {judged.best: judged.before, judged.move: judged.after}
        self.note(position, judged.before, told)

    def _keep(self, position: Position, verdicts: Mapping[int, Verdict]) -> None:
        proved = {move: told for move, told in verdicts.items() if told.value is not None}
        if not proved:
            return
        kept = self._moves.get(position, {})
        for move, told in proved.items():
            # of two proofs the one with a distance
            if move not in kept or kept[move].plies is None:
                kept[move] = told
        self._moves[position] = kept


def _open_cluster(address: str, tls: TlsFiles | None) -> Cluster:
    try:
        from bot.pool.cluster import Cluster
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"ENGINE={address!r} needs a package: pip install {error.name}"
        ) from error
    return Cluster(address, tls)
