"""How strong the steps of the ladder are: written by python -m benchmarks.levels."""

from __future__ import annotations

from typing import Final

from engine.coaching.people.steps import Kind

STRENGTHS: Final = {
    Kind.NINE: (496, 597, 630, 674, 723, 791, 845, 916, 960, 1003, 1043, 1075, 1087, 1112),
    Kind.SIXTEEN: (503, 645, 699, 726, 785, 813, 870, 905, 921, 971, 981, 1033, 1073, 1076),
    Kind.FALLING: (432, 543, 709, 834, 975, 1068, 1184, 1304, 1440, 1607, 1774, 1906, 2066, 2304),
    Kind.LARGE: (514, 700, 913, 1110, 1273, 1503, 1660, 1832, 1976, 2232, 2421, 2697, 2935, 3023),
}
"""Elo in the order of `engine.LADDER`, measured on one board of each kind."""
