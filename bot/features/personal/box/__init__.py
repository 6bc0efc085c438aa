"""A box to write a move into, on boards that have too many tiles for buttons."""
