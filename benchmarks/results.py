"""What benchmarks have measured, kept as JSON for the plots: `--save` writes it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "results"
_SAVE: Final = "--save"


def save(name: str, values: Any) -> None:
    """Keep the results of one benchmark, if the command line asks for it."""
    if _SAVE in sys.argv:
        FOLDER.mkdir(exist_ok=True)
        text = json.dumps(values, indent=1, sort_keys=True)
        (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


def load(name: str) -> Any:
    """The results that were kept last; raises FileNotFoundError where there are none."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
