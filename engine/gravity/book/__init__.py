"""The opening book of Connect Four, made by the project: exact scores of one layer of positions."""
