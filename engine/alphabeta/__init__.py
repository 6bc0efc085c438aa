"""The search that takes any board: iterative deepening, evaluation and wins by threats."""
