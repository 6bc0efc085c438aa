"""What a process imports that workers are copies of: the engine, with the kernels that are there.

Missing kernels are not compiled here: the program may wait for the first copy.
"""

from __future__ import annotations

import gc

from bot.pool import worker as worker  # what each copy imports
from engine import compiled_kernels, warm_up

warm_up(compiled_kernels())
gc.freeze()  # a collection would write to memory that is shared
