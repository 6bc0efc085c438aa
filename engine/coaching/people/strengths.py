"""How strong the steps of the ladder are: written by python -m benchmarks.levels."""

from __future__ import annotations

from typing import Final

from engine.coaching.people.steps import Kind

STRENGTHS: Final = {
    Kind.NINE: (463, 571, 620, 671, 722, 791, 845, 916, 960, 1003, 1043, 1075, 1087, 1112),
    Kind.SIXTEEN: (573, 652, 704, 730, 786, 813, 869, 904, 920, 969, 979, 1032, 1072, 1075),
    Kind.FALLING: (397, 595, 733, 851, 1016, 1067, 1223, 1424, 1519, 1769, 1839, 1926, 2023, 2332),
    Kind.LARGE: (476, 666, 857, 1138, 1444, 1544, 1894, 1909, 2225, 2488, 2752, 2867, 3248, 3374),
}
"""Elo in the order of `engine.LADDER`, measured on one board of each kind."""
