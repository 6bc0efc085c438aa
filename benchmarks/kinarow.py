"""Kinarow under measurement: `python -m bot run`, connected to a small Discord here.

Imports stand where they are needed, since the bot's workers import this module anew.
"""

from __future__ import annotations

import sys

PATIENCE = 60.0
"""Seconds for which a gateway may say nothing, as in discord.py: other benchmarks may run
meanwhile."""
GUILDS = 2.0
"""Seconds without another server after which all count as there, as in discord.py."""

if __name__ == "__main__":
    import runpy

    from tests.wire.launcher import hurry

    hurry(PATIENCE, GUILDS)
    sys.argv[1:] = ["run"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
