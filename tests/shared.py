"""Where the facts are that are not part of the project: beside the repository, if at all."""

from pathlib import Path
from typing import Final

SHARED: Final = Path(__file__).parents[2] / "shared" / "data"
