"""What a node of the search over shapes keeps in its frame, beside what every search does.

Used by shape_search.py and shape_pruning.py.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.alphabeta import OWN

STAGE: Final = OWN
"""Where the frame of a node has the stage of its moves: ALL_MOVES to TABLE_MOVE."""
ALL_MOVES, PROMISING, DEFENCES, MAYBE_DEFENCES, TABLE_MOVE = range(5)
"""Stages of the moves of a node. ALL_MOVES are all. PROMISING are those that make something; the
others follow only if all of these lose. DEFENCES are those that may stop a threat, where every
other loses in four exactly. MAYBE_DEFENCES are those that may stop a VCF, where every other
loses, maybe sooner than is known. TABLE_MOVE, that of the table alone, comes before PROMISING."""
QUIESCENCE: Final = OWN + 1
"""Where the frame of a node has how many more replies to threats quiescence searches below it."""
NO_VCF: Final = OWN + 2
"""Where the frame of a node has whether it is known that the opponent has no VCF, not even after
a null move."""
REDUCTION: Final = OWN + 3
"""Where the frame of a node has by how many plies the move under way is reduced."""
MOST: Final = OWN + 4
"""Where the frame of a calm node has how many moves are tried there."""
