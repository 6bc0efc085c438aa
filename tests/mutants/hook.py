"""Replaces a module by a mutant, in a process that tests and in all that it starts.

The files of the repository stay as they are: the source of the mutant lies elsewhere, and only the
compiled code of the module is exchanged. A process limits itself: an endless loop meets a bound in
processor seconds, which a busy machine does not reach sooner.
"""

from __future__ import annotations

import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final

MODULE: Final = "MUTANT_MODULE"
SOURCE: Final = "MUTANT_SOURCE"
SECONDS: Final = "MUTANT_SECONDS"
"""The environment: two files, and the seconds of the processor that a process may take."""
_MEMORY: Final = 6 << 30
"""The bytes that it may have: a list without end must not take the machine down."""


def set_up() -> None:
    """Bound this process, and let it compile the mutant where it is told one."""
    import resource  # not on Windows, where the names above are wanted all the same

    seconds = int(os.environ[SECONDS])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    module, source = os.environ.get(MODULE), os.environ.get(SOURCE)
    if module is None or source is None:
        return
    get_code = SourceFileLoader.get_code

    def exchanged(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if os.path.realpath(self.path) != module:
            return get_code(self, fullname)
        code: CodeType = compile(Path(source).read_bytes(), module, "exec", dont_inherit=True)
        return code

    SourceFileLoader.get_code = exchanged  # type: ignore[method-assign,assignment]  # no other way in
